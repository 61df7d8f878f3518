"""Where dicecup keeps what is its user's own: in the platform's folders, unless the environment names others."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

CONFIG, STATE = "DICECUP_CONFIG", "DICECUP_STATE"


def config_file(environ: Mapping[str, str] = os.environ) -> Path:
    """The file of settings: the one that DICECUP_CONFIG names, else `config.yaml` in the platform's folder for settings."""
    if named := environ.get(CONFIG):
        return Path(named)
    import platformdirs

    return platformdirs.user_config_path("dicecup") / "config.yaml"


def state(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of open games and of the history: the one that DICECUP_STATE names, else the platform's for state."""
    if named := environ.get(STATE):
        return Path(named)
    import platformdirs

    return platformdirs.user_state_path("dicecup")


def history_file(environ: Mapping[str, str] = os.environ) -> Path:
    """The file of typed lines."""
    return state(environ) / "history"


def own_files() -> list[Path]:
    """The files that dicecup keeps for its user, and that no command may take for its output."""
    return [config_file(), history_file()]

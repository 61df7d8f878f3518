"""Where dicecup keeps what is its user's own: in the platform's folders, unless the environment names others."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

CONFIG, STATE, DEBUG = "DICECUP_CONFIG", "DICECUP_STATE", "DICECUP_DEBUG"
OWN, ACCESSIBLE = "DICECUP_", "ACCESSIBLE"  # how variables of settings begin, and one that other programs know too


def config_file(environ: Mapping[str, str] = os.environ) -> Path:
    """The file of settings: the one that DICECUP_CONFIG names, else `config.yaml` in the platform's folder for settings."""
    if named := environ.get(CONFIG):
        return Path(named)
    import platformdirs

    return platformdirs.user_config_path("dicecup") / "config.yaml"


def is_unsaid(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether nobody has said anything by the settings: there is no file of them, and no variable that one of them hears."""
    said = any(name.startswith(OWN) or name == ACCESSIBLE for name in environ.keys() - {STATE, DEBUG})
    if said:
        return False
    try:
        config_file(environ).stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):  # whoever reads it says what is the matter with it
        pass
    return False


def state(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of open games and of the history: the one that DICECUP_STATE names, else the platform's for state."""
    if named := environ.get(STATE):
        return Path(named)
    import platformdirs

    return platformdirs.user_state_path("dicecup")


def runtime(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of the sockets by which people join: within that of DICECUP_STATE, else the platform's for what runs."""
    if named := environ.get(STATE):
        return Path(named) / "run"
    import warnings

    import platformdirs

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that there is none, and another stands in for it: for both sides alike
        try:
            return platformdirs.user_runtime_path("dicecup")
        except OSError:  # the one that would stand in is somebody else's
            return state(environ) / "run"


def hosted(environ: Mapping[str, str] = os.environ) -> list[str]:
    """The games that people may join on this machine, by the names of their sockets; a host that was killed may have left one."""
    try:
        return sorted(path.stem for path in runtime(environ).glob("*.sock"))
    except OSError:
        return []


def history_file(environ: Mapping[str, str] = os.environ) -> Path:
    """The file of typed lines."""
    return state(environ) / "history"


def own_files() -> list[Path]:
    """The files that dicecup keeps for its user, and that no command may take for its output."""
    return [config_file(), history_file()]

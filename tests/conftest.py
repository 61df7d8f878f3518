"""What the whole suite shares: how long, and how repeatably, Hypothesis looks for counter-examples, ears for Ctrl-C, an end,
people at the console's terminal, and definitions of a test's own.
"""

import faulthandler
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from command_line import Run, Sit

# The suite must give the same answer twice, so it draws the same few examples each time; `make fuzz` looks for new ones.
# No deadline: a first call may compile kernels, and two busy cores are no failure.
BOTH = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("suite", derandomize=True, max_examples=30, **BOTH)
settings.register_profile("fuzz", max_examples=5_000, print_blob=True, **BOTH)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "suite")
settings.load_profile(PROFILE)

# Test files share modules beside them (scenes, toy families), which --import-mode=importlib would not find.
sys.path.append(str(Path(__file__).parent))

# Nobody's own settings change a test, and no test leaves a game among somebody's own. Its workers' folders go with them.
OWN = tempfile.TemporaryDirectory(prefix="dicecup-tests-")
os.environ |= {"DICECUP_CONFIG": f"{OWN.name}/config.yaml", "DICECUP_STATE": f"{OWN.name}/state"}
Path(os.environ["DICECUP_CONFIG"]).touch()

# A shell makes what it starts in the background deaf to Ctrl-C, and nohup to a terminal that is gone; so would be the commands
# that tests interrupt.
for number, handler in (
    (signal.SIGINT, signal.default_int_handler),
    (signal.SIGHUP, signal.SIG_DFL),
    (signal.SIGQUIT, signal.SIG_DFL),
):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, handler)


def pytest_configure(config: pytest.Config) -> None:
    """A run in several processes ends after half an hour: what hangs outside a test (its end, collecting) has no other limit."""
    if PROFILE == "suite" and getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        faulthandler.dump_traceback_later(1800, exit=True, file=os.dup(2))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What compiles comes first, and family by family: a process compiles the kernels of each once."""
    from dicecup.engine.core.kernel import compilable

    for item in items:
        if item.get_closest_marker("compiled"):
            item.add_marker(pytest.mark.timeout(240))  # on a machine that does other things
            if not compilable():
                item.add_marker(pytest.mark.skip(reason="the extra `fast` is not installed"))
    items.sort(key=_compiled_first)


def _compiled_first(item: pytest.Item) -> tuple[bool, str]:
    """The place of a test among the others; the family that it compiles is named by its mark, or is its parameter `family`."""
    mark = item.get_closest_marker("compiled")
    if mark is None:
        return True, ""
    given = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    return False, mark.args[0] if mark.args else given.get("family", "")


@pytest.fixture(scope="session")
def furniture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the commands' examples name."""
    from furniture import furnish

    folder = tmp_path_factory.mktemp("furniture")
    with chdir(folder):
        furnish()
    return folder


@pytest.fixture
def furnished(furniture: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own with these files."""
    shutil.copytree(furniture, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Settings and state of the test's own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.yaml").touch()
    return {"DICECUP_CONFIG": str(tmp_path / "config.yaml"), "DICECUP_STATE": str(tmp_path / "state")}


@pytest.fixture
def sit(folders: dict[str, str]) -> "Sit":
    """Begin the console at a terminal of its own."""
    from command_line import Terminal

    return lambda *args, **options: Terminal(*args, **{**folders, **options})


@pytest.fixture
def say(folders: dict[str, str]) -> "Callable[..., Run]":
    """Type lines at a teletype."""
    from command_line import typed

    return lambda *lines, **env: typed(*lines, env=folders | env)


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Callable[..., str]":
    """Write a definition in the current (temporary) folder; the answer is its name."""
    monkeypatch.chdir(tmp_path)

    def to_file(text: str | bytes, name: str = "x.yaml", head: str = "dicecup: 1\nextends: liars-dice\n") -> str:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else (head + text).encode())
        return name

    return to_file

"""C106: what a user's files held when a run began is what it plays by, in all its games and processes."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import dicecup, environment, strict

from dicecup.engine import load
from dicecup.engine.bots import bot_file
from dicecup.engine.bots.agents import agents
from dicecup.engine.core.kernel import cache_folder, kernel
from dicecup.engine.playtest.plan import Plan, open_game

# A bot that spoils every file it was made from when it first moves, and then uses what it has not imported yet.
SPOILING = """
import sys
from pathlib import Path
HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
import early

def bot(view):
    if not (HERE / "spoilt").exists():
        for name in ("bot.py", "early.py", "package/late.py", "game.yaml"):
            (HERE / name).{spoil}
        (HERE / "spoilt").touch()
    from package import late
    return late.choose(early.choose(view.legal))
"""
SPOILS = ("write_text('not Python, no game')", "unlink(missing_ok=True)")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("early.py").write_text("def choose(moves):\n    return moves[:2]\n")
    Path("package").mkdir()
    Path("package/__init__.py").touch()
    Path("package/late.py").write_text("def choose(moves):\n    return moves[-1]\n")
    Path("game.yaml").write_text("dicecup: 1\nextends: liars-dice\n")


@pytest.mark.parametrize("spoil", SPOILS)
@pytest.mark.parametrize(("method", "jobs"), [("fork", 1), ("fork", 2), ("spawn", 2), ("forkserver", 2)])
def test_C106_files_that_change_under_a_run_change_nothing(method: str, jobs: int, spoil: str) -> None:
    Path("bot.py").write_text(SPOILING.replace("{spoil}", spoil))
    args = ["playtest", "run", "./game.yaml", "--games", "70", "--seed", "7", "--seat", "bot.py:bot", "--json"]
    Path("begin.py").write_text(
        "import multiprocessing, sys\n"
        "from dicecup.cli.main import main\n"
        "if __name__ == '__main__':\n"
        f"    multiprocessing.set_start_method({method!r})\n"
        f"    sys.exit(main({[*args, '--jobs', str(jobs)]!r}))\n"
    )
    run = subprocess.run(
        [sys.executable, "-B", "begin.py"], capture_output=True, text=True, env=environment(), timeout=60, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    report = strict(run.stdout)
    assert (report["games"], report["forfeits"]) == (70, 0)
    assert Path("spoilt").exists()


def test_C106_a_plan_takes_along_what_was_read() -> None:
    Path("bot.py").write_text("def bot(view):\n    return view.legal[0]\n")
    plan = Plan(load("liars-dice"), ("bot.py:bot", "bot.py:bot"), 1, "7")
    Path("bot.py").unlink()
    twin = pickle.loads(pickle.dumps(plan))
    assert twin == plan
    assert open_game(twin, 0).events == open_game(plan, 0).events


def test_C106_bots_of_one_file_are_one_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("bot.py").write_text("def one(view):\n    return view.legal[0]\ndef two(view):\n    return view.legal[1]\n")
    readings = []
    read = bot_file.read
    monkeypatch.setattr("dicecup.engine.bots.agents.read", lambda path: readings.append(path) or read(path))
    agents(["bot.py:one", "basic", "bot.py:two"], "liars")
    assert len(readings) == 1
    assert dicecup("play", "liars-dice", "--seed", "7", "--seat", "bot.py:one", "--seat", "bot.py:two").code == 0
    assert len(readings) == 2


def test_an_edited_file_is_another_bot_and_so_is_one_whose_modules_were_edited() -> None:
    Path("bot.py").write_text("import early\nbot = early.choose\n")
    first, again = (bot_file.read(Path("bot.py")) for _ in range(2))
    Path("early.py").write_text("def choose(view):\n    return view.legal[0]\n")
    edited = bot_file.read(Path("bot.py"))
    assert first.name == again.name != edited.name


def test_the_modules_of_a_bot_are_those_of_its_folder() -> None:
    Path("bot.py").write_text(
        "import json, package, early.missing\ndef f():\n    from package import late, no\n    import dicecup.engine\n"
    )
    found = bot_file.read(Path("bot.py"))
    names = sorted(os.path.relpath(path) for path in found.modules)
    assert names == ["early.py", "package/__init__.py", "package/late.py"]
    Path("broken.py").write_text("import early, early.late as\n")
    assert bot_file.read(Path("broken.py")).modules == {}


def test_compiled_code_is_kept_under_the_source_that_was_compiled() -> None:
    pytest.importorskip("numba")
    Path("bot.py").write_text("import dicecup\n@dicecup.kernel\ndef bot(v, r):\n    return 0\n")
    (before,) = agents(["bot.py:bot"], "liars")

    @kernel
    def entry(v: object, r: object) -> int:
        return bot(v, r)

    bot = before.kernel
    folder = cache_folder(entry)
    Path("bot.py").write_text("import dicecup\n@dicecup.kernel\ndef bot(v, r):\n    return 1\n")
    assert cache_folder(entry) == folder
    (bot,) = (one.kernel for one in agents(["bot.py:bot"], "liars"))
    assert cache_folder(entry) != folder

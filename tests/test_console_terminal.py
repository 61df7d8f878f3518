"""A person at the console's terminal: what is drawn, typed, remembered, covered and kept.

Where a real terminal has no part in it, lines are typed in this process at one that does no more than a teletype.
"""

from __future__ import annotations

import io
import re
import signal
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import Run, Terminal, plain, strict, typed

from dicecup.engine.verify import verify

Sit = Callable[..., Terminal]
PASS = "Pass the keyboard to {}, who presses Enter when nobody else looks."
UP, TAB, RIGHT, CTRL_C, CTRL_D, CTRL_R, CTRL_U, CTRL_Y, UNDO = (
    "\x1b[A",
    "\t",
    "\x1b[C",
    "\x03",
    "\x04",
    "\x12",
    "\x15",
    "\x19",
    "\x1f",
)
SLOW = "import time\n\n\ndef slow(view):\n    time.sleep(30)\n    return view.legal[0]\n"


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Settings and state of the test's own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.yaml").touch()
    return {"DICECUP_CONFIG": str(tmp_path / "config.yaml"), "DICECUP_STATE": str(tmp_path / "state")}


@pytest.fixture
def sit(folders: dict[str, str]) -> Sit:
    """Begin the console at a terminal of its own."""
    return lambda *args, **options: Terminal(*args, **{**folders, **options})


@pytest.fixture
def say(folders: dict[str, str]) -> Callable[..., Run]:
    """Type lines at a teletype."""
    return lambda *lines, **env: typed(*lines, env=folders | env)


def kept(tmp_path: Path) -> list[list[dict[str, Any]]]:
    """The records of the games that are kept; each is a true log."""
    games = []
    for path in sorted((tmp_path / "state" / "games").glob("*.jsonl")):
        data = path.read_bytes()
        assert all(verdict.ok for verdict in verify(io.BytesIO(data)))
        games.append([strict(line) for line in data.decode().splitlines()])
    return games


# ---- whole games

GAMES = ("liars-dice dice_per_player=1", "poker-dice", "stacked-dice target=20", "dead-mans-dice target=10")


def test_a_whole_game_of_each_family_is_typed(sit: Sit, tmp_path: Path) -> None:
    with sit(columns=100, rows=50) as terminal:
        terminal.prompts(">")
        assert terminal.screen.startswith("Dicecup ")
        for game in GAMES:
            terminal.type(f"new {game} seed=3 A.name=Ann")
            moves = 0
            while terminal.prompts("A Ann>", ">") != ">":
                moves += 1
                assert moves < 40, terminal.screen
                assert " to move" in terminal.screen.splitlines()[-1]
                assert "seed" not in terminal.screen.splitlines()[-1]
                terminal.type("1")
            assert moves > 1
            assert re.search("(Ann|basic) wins", terminal.screen)
            assert "over · seed 3" in terminal.screen.splitlines()[-1]
        terminal.type("quit")
        assert terminal.ends() == 0
    assert kept(tmp_path) == []  # a game that is over has nothing to go on with


def test_an_answer_that_is_none_is_asked_for_again(say: Callable[..., Run]) -> None:
    garbage = ["", "   ", "\t", "0", "-1", "99999999999999999999", "3.0", "\uff13\uff14", "61", "hello", "note it's mine",
               'bid "3 5', "x" * 500, "\x1b[2J", "[/red]"]  # fmt: skip
    run = say("new liars-dice seed=7", *garbage, "log")
    answers = run.out.split("Player A> ")[1:]
    for given, answer in zip(garbage, answers, strict=False):
        assert "number from 1 to 60" in " ".join(answer.split()), given
    assert "bids" not in run.out
    assert run.code == 0
    assert "\x1b" not in run.out

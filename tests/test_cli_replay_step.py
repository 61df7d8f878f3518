"""`dicecup replay step` at a real terminal: keys, lines typed below the screen, sizes that change, and plain words."""

from __future__ import annotations

import fcntl
import re
import struct
import termios
from pathlib import Path

import pytest
from command_line import Terminal, dicecup, own_dice
from hypothesis import given
from hypothesis import strategies as st

from dicecup.cli.commands.replay.step import fitted


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The log of game 0 of seed 7: 58 events."""
    path = tmp_path / "game.jsonl"
    assert dicecup("play", "liars-dice", "--seed", "7", "--log", path).code == 0
    return path


@pytest.mark.parametrize("columns", [60, 120])
def test_keys_walk(log: Path, columns: int) -> None:
    with Terminal("replay", "step", log, columns=columns, rows=24) as terminal:
        terminal.shows("[0 of 58")
        for key, place in (
            ("\x1b[C", "[1 of 58"),
            ("nnn", "[4 of 58"),  # keys that come together
            ("p", "[3 of 58"),
            ("c", "[10 of 58"),
            ("s", "[12 of 58"),
            ("r", "[13 of 58"),
            ("\x1b[F", "[58 of 58"),
            ("\x1b[H", "[0 of 58"),
        ):
            terminal.press(key)
            terminal.shows(place)
        terminal.press("g")
        terminal.shows("goto> ")
        terminal.press("18\x7f7\n")
        terminal.shows("[17 of 58")
        terminal.press("/")
        terminal.shows("find> ")
        terminal.press("loses\n")
        terminal.shows("loses 1 die")
        terminal.press("\x1b[H")
        terminal.shows("[0 of 58")
        terminal.press("p")
        terminal.shows("This is the beginning.")
        terminal.press("?")
        terminal.shows("Home and End")
        terminal.press("q")
        assert terminal.ends() == 0
        assert "Traceback" not in terminal.raw


def test_the_screen_fits_and_follows_the_size(log: Path) -> None:
    with Terminal("replay", "step", log, columns=100, rows=30) as terminal:
        terminal.shows("q quit")
        terminal.press("\x1b[F")
        terminal.shows("[58 of 58")
        fcntl.ioctl(terminal.master, termios.TIOCSWINSZ, struct.pack("HHHH", 14, 50, 0, 0))
        drawn = terminal.shows("q quit") + terminal.shows("q quit")
        assert drawn.rpartition("\x1b[2J")[2].count("\n") < 14
        terminal.press("q")
        assert terminal.ends() == 0


@pytest.mark.parametrize("rows", [10, 14, 24])
def test_the_event_where_one_stands_is_there_and_of_the_table_what_fits(log: Path, rows: int) -> None:
    with Terminal("replay", "step", log, rows=rows) as terminal:
        terminal.shows("q quit")
        terminal.press("g9\n")
        terminal.shows("[9 of 58")
        terminal.shows("q quit")
        lines = terminal.screen.splitlines()
        assert lines[0].startswith("Liar's Dice")
        assert ">   A basic  bids 2x3" in lines
        assert "Round 1, 10 dice in play" in lines
        assert lines[-1].endswith("q quit")
        cut = "more lines, on a higher screen"
        assert (cut if rows < 24 else "52 moves: 2x4, 2x5, 2x6, 3x1, ... liar") in terminal.screen
        assert "▐3▌ ▐3▌ ▐3▌ ▐4▌ ▐5▌  5 dice" in terminal.screen or rows == 10
        terminal.press("q")
        assert terminal.ends() == 0


def test_a_damage_is_told_in_lines_that_fit(log: Path) -> None:
    lines = log.read_text().splitlines()
    log.write_text(
        "\n".join([*lines[:40], lines[40].replace('"round":', '"a field that nobody knows of":'), *lines[41:]])
    )
    with Terminal("replay", "step", log, columns=40, rows=24) as terminal:
        terminal.shows("q quit")
        drawn = terminal.screen
        assert "Damaged at line 41: " in drawn
        assert drawn.splitlines()[0] == "Liar's Dice (liars-dice), seed 7  [0 of"
        assert drawn.endswith("quit")
        terminal.press("q")
        assert terminal.ends() == 4


@given(st.lists(st.sampled_from(["", "a", "b", "c"]), max_size=12), st.integers(0, 14))
def test_empty_lines_give_way_before_others_are_left_out(text: list[str], room: int) -> None:
    shown, said = fitted(text, room), [line for line in text if line]
    assert len(shown) == min(len(text), room)
    if len(said) <= room:
        assert [line for line in shown if line] == said
    elif room:
        assert shown[:-1] == said[: room - 1]
        assert f"{len(said) - room + 1} more line" in shown[-1]


def test_ctrl_c_leaves_without_a_traceback_and_with_the_terminal_as_it_was(log: Path) -> None:
    with Terminal("replay", "step", log) as terminal:
        terminal.shows("q quit")
        assert not termios.tcgetattr(terminal.master)[3] & termios.ECHO
        terminal.press("\x03")
        terminal.shows("Interrupted.")
        assert termios.tcgetattr(terminal.master)[3] & termios.ECHO
        assert terminal.ends() == 130
        assert "Traceback" not in terminal.raw


def test_a_seat_at_the_keys_sees_no_hidden_die(log: Path) -> None:
    with Terminal("replay", "step", log, "--as", "B") as terminal:
        terminal.shows("[0 of 58")
        for n in range(1, 10):
            terminal.press("n")
            terminal.shows(f"[{n} of 58")
        terminal.press("d")
        terminal.shows("digest is made of all dice")
        terminal.press("q")
        assert terminal.ends() == 0
        assert "3 5 3 4 3" not in terminal.raw
        assert {*own_dice(terminal.raw)} == {"2 4 5 6 6"}
        assert "▐?▌" in terminal.raw
        assert not re.search(r"▐\d▌", terminal.raw)


@pytest.mark.parametrize(("option", "term"), [("--plain", "xterm"), ("--accessible", "xterm"), ("--quiet", "dumb")])
def test_words_are_typed_where_nothing_may_be_redrawn(log: Path, option: str, term: str) -> None:
    with Terminal("replay", "step", log, option, TERM=term) as terminal:
        terminal.shows("step> ")
        terminal.type("call")
        terminal.shows("calls liar")
        terminal.shows("step> ")
        terminal.type("nonsense")
        terminal.shows("there is no word nonsense")
        terminal.shows("step> ")
        terminal.type("quit")
        assert terminal.ends() == 0
        assert "\x1b[2J" not in terminal.raw


def test_ctrl_z_stops_the_walk_in_the_usual_mode_and_it_goes_on_where_it_was(log: Path) -> None:
    with Terminal("replay", "step", log) as terminal:
        terminal.shows("q quit")
        terminal.press("c")
        terminal.shows("[10 of 58")
        # The group of a session's leader has nobody who could let it go on, so the system does not stop it by SIGTSTP.
        terminal.press("\x1a")
        terminal.shows("[10 of 58")
        assert not termios.tcgetattr(terminal.master)[3] & termios.ECHO
        terminal.press("n")
        terminal.shows("[11 of 58")
        terminal.press("q")
        assert terminal.ends() == 0


def test_an_escape_leaves_and_begins_other_keys(log: Path) -> None:
    with Terminal("replay", "step", log) as terminal:
        terminal.shows("q quit")
        terminal.press("n\x1b[C\x1bOC")
        terminal.shows("[3 of 58")
        terminal.press("/")
        terminal.shows("find> ")
        terminal.press("x\x1b")
        terminal.shows("[3 of 58")
        terminal.press("\x00")  # a key that means nothing
        terminal.press("\x1b")
        assert terminal.ends() == 0

"""Any width from one cell: everything is laid out in it, at the start and when a window changes its size (C080)."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from command_line import Terminal, dicecup
from furniture import EXAMPLES, PATHS, as_run
from hypothesis import given
from hypothesis import strategies as st

from dicecup.cli.base.page import Page
from dicecup.cli.base.text import width, wrap
from dicecup.cli.drawing import Look
from dicecup.cli.games.registry import artist
from dicecup.cli.narration.narrator import ALL
from dicecup.engine.replay.walk import load

ROOT = Path(__file__).parent.parent
LOGS = [ROOT / "replays" / f"{name}.jsonl" for name in ("perudo", "poker-dice", "stacked-dice", "dead-mans-dice")]
STYLES = ("unicode", "ascii", "accessible")
TEXTS = st.text(st.sampled_from("ab c é漢🎲"), max_size=40)


def fits(line: str, cells: int) -> bool:
    """Whether a line fits, but for a sign that is as wide as two cells."""
    return width(line) <= max(cells, 2)


@given(TEXTS, st.integers(1, 12), st.integers(0, 20))
def test_C080_text_is_wrapped_in_any_room_and_nothing_of_it_is_lost(text: str, room: int, hang: int) -> None:
    lines = list(wrap(text, room, hang))
    assert all(fits(line, room) for line in lines)
    assert re.sub(" ", "", "".join(lines)) == re.sub(" ", "", text)


@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), max_size=4), st.integers(1, 30), st.booleans())
def test_C080_rows_are_laid_out_in_any_room(rows: list[tuple[str, ...]], cells: int, plain: bool) -> None:
    assert all(fits(line, cells) for line in Page(cells, plain).rows(rows, "{}: {} {}", right=(1,)))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
@pytest.mark.parametrize("style", STYLES)
def test_C080_tables_and_events_are_drawn_in_any_width(path: Path, style: str) -> None:
    with path.open("rb") as stream:
        game = load(stream, 0)
    settled = [position.match for position in game.positions() if position.settled]
    matches = settled[:: len(settled) // 3]
    for cells in range(1, 25):
        drawn = artist(game.header, ALL, Look(style, True, cells))
        plain = artist(game.header, ALL, Look(style, False, cells))
        lines = [*plain.title(), *(line for event in game.events[:40] for line in plain.tell(event))]
        lines += [line for match in matches for line in plain.board(match, match.turn or ALL)]
        assert [line for line in lines if not fits(line, cells)] == []
        assert drawn.board(matches[0], ALL)


@pytest.mark.parametrize("columns", [20, 30])
@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_C080_help_is_as_narrow_as_the_window_but_for_examples(path: tuple[str, ...], columns: int) -> None:
    run = dicecup(*path, "--help", env={"COLUMNS": str(columns)})
    assert [line for line in run.lines if not fits(line, columns) and "dicecup" not in line] == []


@pytest.mark.parametrize("columns", ["1", "2", "7", "19"])
@pytest.mark.parametrize("line", EXAMPLES)
def test_C080_every_command_goes_its_way_in_any_width(furnished: Path, line: str, columns: str) -> None:
    stdin = "1x2\n" if "human" in line else ""
    run = dicecup(*as_run(line.partition(" | dicecup")[0]), stdin=stdin, env={"COLUMNS": columns})
    assert run.code == (1 if "diff" in line or "human" in line else 0), run.err


def at_rest(terminal: Terminal) -> None:
    """Wait until nothing more comes."""
    while terminal._read(time.monotonic() + 0.2):
        pass


@pytest.mark.parametrize(
    ("columns", "rows"), [(24, 24), (22, 10), (21, 24), (20, 24), (10, 24), (5, 3), (1, 24), (1, 1)]
)
def test_C080_a_walk_by_keys_in_a_narrow_window_that_is_made_narrower(furnished: Path, columns: int, rows: int) -> None:
    with Terminal("replay", "step", "game.jsonl", columns=columns, rows=rows) as terminal:
        terminal.shows("\x1b[2J")
        for key in ("n", "c", "\x1b[F", "m", "?", "p"):
            terminal.press(key)
        at_rest(terminal)
        terminal.resize(max(1, columns - 9), rows)
        at_rest(terminal)
        terminal.press("n")
        at_rest(terminal)
        drawn = terminal.raw.rpartition("\x1b[2J")[2]
        assert drawn.count("\n") < rows
        assert re.sub(r"\x1b\[[0-9;]*m|\s", "", drawn)
        terminal.press("q")
        assert terminal.ends() == 0
        assert "dicecup:" not in terminal.raw


def test_C080_the_console_in_one_column(sit: object) -> None:
    with sit(columns=1, rows=20) as terminal:  # type: ignore[operator]
        at_rest(terminal)
        for line in ("new liars-dice seed=7", "2x3", "show", "help", "quit"):
            terminal.type(line)
            at_rest(terminal)
        assert terminal.ends() == 0
        assert "Traceback" not in terminal.raw

"""No line ends a session with a traceback: garbage, halves of commands, other scripts, and every control character, in both modes.

Lines go through the dispatcher as a script hands them on; a bug would come out as what `code_of` calls one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from command_line import dicecup, new_desk
from hypothesis import given
from hypothesis import strategies as st

from dicecup.cli.base.errors import BUG, code_of
from dicecup.cli.base.output import Manners
from dicecup.cli.console.commands.table import COMMANDS
from dicecup.cli.console.front import Quit
from dicecup.cli.console.live_game import Live

GAMES = (
    "liars-dice seed=7",
    "perudo 3 seed=2 A=human B=human",
    "poker-dice seed=3",
    "stacked-dice seed=4",
    "dead-mans-dice seed=5",
)
MOVES = (
    "1x3", "2 4", "liar", "exact", "wait", "pass", "show none", "show 3 3", "sum 7", "keep K K", "keep none", "stand", "drop",
    "stack 4 on B", "stack 3 on #1", "roll plain", "roll jolly", "place", "back", "plunder B", "end", "A: liar", "B: 1x2",
)  # fmt: skip
ARGUMENTS = (
    "", "1", "0", "-1", "3 4", "B", "all", "off", "as B show", "game.jsonl", "perudo", "log=x.jsonl", "--help", "--json", "not over", "turn = A",
    "score.A >= 1", "tutor on", "drawing ascii", "keys vi", "99999999999999999999", "'", '"', "[bold]", "\x1b[2J", "#2", "# all", "..", "/dev/null",
)  # fmt: skip
CONTROLS = [chr(n) for n in (*range(0x20), *range(0x7F, 0xA0))]

# What would do real work at length, or write where the session stands, is left to tests of its own.
HARMLESS = [name for name in COMMANDS.names if name not in ("playtest", "save", "source", "replay", "variants")]
whole = st.builds("{} {}".format, st.sampled_from(HARMLESS), st.sampled_from(ARGUMENTS))
halves = st.builds(lambda line, at: line[: at % (len(line) + 1)], whole, st.integers(0, 40))
signs = st.text(st.one_of(st.characters(codec="utf-8"), st.sampled_from(CONTROLS)), max_size=40)
slashed = st.builds("/{}".format, st.one_of(whole, signs))
moves = st.sampled_from(MOVES)
lines = st.lists(st.one_of(moves, moves, whole, halves, signs, slashed), max_size=12)


class Somebody:
    """A front that answers every question with the same line; `asking` as a person at a terminal does."""

    def __init__(self, *, asking: bool) -> None:
        self.asking = asking

    def ask(self, question: str) -> str | None:
        return None

    def face(self, seat: str) -> None: ...

    def left(self, live: Live) -> None: ...


@pytest.fixture(autouse=True, scope="module")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with chdir(tmp_path_factory.mktemp("garbage")):
        assert dicecup("play", "liars-dice", "--seed", 7, "--log", "game.jsonl").code == 0
        yield


def session(typed: list[str], *, asking: bool, manners: Manners) -> None:
    desk = new_desk(Somebody(asking=asking), manners)
    out = StringIO()
    with redirect_stdout(out), redirect_stderr(out), desk.interrupts:
        for line in typed:
            try:
                desk.do(line)
            except Quit:
                continue
            except Exception as error:
                if code_of(error) == BUG:
                    raise AssertionError(f"{line!r} after {desk.history[:-1]}") from error
        desk.leave()
    said = out.getvalue()
    assert not {sign for sign in said if sign in CONTROLS} - {"\n"}


@pytest.mark.fuzz
@given(st.sampled_from(GAMES), lines, st.booleans(), st.booleans())
def test_no_line_ends_a_session(game: str, typed: list[str], asking: bool, json: bool) -> None:
    session([f"new {game}", *typed], asking=asking, manners=Manners(json=json))


@pytest.mark.fuzz
@given(lines)
def test_no_line_ends_a_walk(typed: list[str]) -> None:
    session(["load game.jsonl", *typed], asking=True, manners=Manners())


def test_every_control_character_is_shown_or_refused() -> None:
    typed = [
        f"{before}{sign}{after}"
        for sign in CONTROLS
        for before, after in (("", ""), ("echo a", "b"), ("1x", "3"), ("set ", ""))
    ]
    session([f"new {GAMES[0]}", *typed], asking=True, manners=Manners())


def test_other_scripts_are_refused_at_their_first_line() -> None:
    root = Path(__file__).parent.parent
    for path in (root / "Makefile", root / "pyproject.toml", root / "README.md", root / "variants" / "perudo.yaml"):
        run = dicecup("console", path)
        assert run.code == 1, path
        assert f"{path.name}:" in run.problem()
        kept = dicecup("console", path, "--keep-going")
        assert kept.code == 1
        assert "Traceback (most" not in kept.err
        assert "this is a bug" not in kept.err
    noise = bytes(range(256)) * 20
    Path("noise").write_bytes(noise)
    assert dicecup("console", "noise").code in (1, 2)


def test_every_command_is_helped_with_and_does_something() -> None:
    for command in COMMANDS:
        for name in (command.name, *command.also):
            run = dicecup("console", "-c", f"help {name}")
            assert run.code == 0
            assert run.out.startswith(command.usage)
    shown = dicecup("console", "-c", "help").out
    assert all(command.usage.split()[0] in shown for command in COMMANDS)

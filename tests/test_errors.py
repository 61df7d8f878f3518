"""The engine's errors: fields and a sentence that names no front end; and what the front ends make of them."""

import ast
import builtins
import dataclasses
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import dicecup

from dicecup.cli.base.errors import code_of, code_of_verdict, reported, sentences
from dicecup.cli.base.wording import COMMAND_LINE, Wording
from dicecup.cli.console.wording import CONSOLE
from dicecup.engine import Seat, load, new_match
from dicecup.engine.bots.agents import UnknownAgent, agent
from dicecup.engine.core.problems import DicecupError, MissingExtra, Term
from dicecup.engine.core.workers import WorkerLost
from dicecup.engine.games.base import IllegalMove
from dicecup.engine.log.log import OutputExists, Writer
from dicecup.engine.log.redaction import OtherSeatError, Redacted
from dicecup.engine.log.verdict import INCOMPLETE, NOT_INSTALLED, Verdict
from dicecup.engine.match.dice_source import BadDice, Scripted
from dicecup.engine.match.match import SeatCountError, UndoRefused
from dicecup.engine.playtest.effort import ModeError, Wanted
from dicecup.engine.playtest.plan import Plan
from dicecup.engine.replay.fork import CannotGoOn, UntrueGameError, fork, games, resume
from dicecup.engine.replay.walk import DamagedLogError, GameNotFoundError
from dicecup.engine.replay.walk import diff as diff_logs
from dicecup.engine.replay.walk import load as load_log

ENGINE = Path(__file__).resolve().parents[1] / "engine"
BOTS = [Seat("A", "basic"), Seat("B", "basic")]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test in a folder of its own."""
    monkeypatch.chdir(tmp_path)


def raised(kind: type[DicecupError], call: Any, *args: Any, **more: Any) -> Any:
    """The error of a kind that a call raises."""
    with pytest.raises(kind) as caught:
        call(*args, **more)
    return caught.value


def logged(*more: str) -> Path:
    """A log on the disk."""
    assert dicecup("play", "liars-dice", "--seed", 7, "--log", "game.jsonl", *more).code in (0, 1)
    return Path("game.jsonl")


def taken_up(at: int, path: Path) -> Any:
    """The error of a fork that cannot be."""
    with path.open("rb") as stream:
        return raised(CannotGoOn, fork, stream, games(stream, path.name)[0], at)


# --- What each carries, and how each front end says it ------------------------------------------------------------------


def test_settings_say_what_was_given_and_which_key_was_meant() -> None:
    error = raised(DicecupError, load, "liars-dice", ["dice_per_player=99", "dice_per_plyer=3", "sed=7", "faces"])
    assert [(one.settings, one.key, one.unknown, one.near) for one in error.wrong] == [
        ("dice_per_player=99", "dice_per_player", False, None),
        ("dice_per_plyer=3", "dice_per_plyer", True, "dice_per_player"),
        ("sed=7", "sed", True, None),
        ("faces", "", False, None),
    ]
    first = "dice_per_player=99: 99 is not allowed; allowed: an integer from 1 to 20"
    assert str(error).split("\n")[0] == first
    assert COMMAND_LINE.sentence(error).split("\n")[0] == f"--set {first}"
    assert CONSOLE.sentence(error) == str(error)


def test_a_clash_names_every_setting_to_blame() -> None:
    error = raised(DicecupError, load, "liars-dice", ["players.min=3", "players.max=2"])
    assert [one.settings for one in error.wrong] == ["players.min=3, players.max=2"]
    assert COMMAND_LINE.sentence(error).startswith("--set players.min=3, players.max=2: players.min 3 is above")


def test_an_unknown_variant_says_where_they_are_listed() -> None:
    error = raised(DicecupError, load, "zzz")
    assert (error.name, error.near, code_of(error)) == ("zzz", None, 2)
    assert str(error) == "there is no variant zzz; names() lists them all"
    assert COMMAND_LINE.sentence(error) == "there is no variant zzz; `dicecup variants list` names them all"


def test_an_unknown_base_is_worded_where_it_stands() -> None:
    Path("x.yaml").write_text("dicecup: 1\nextends: zzz\n")
    Path("zzz.yaml").write_text("dicecup: 1\nextends: perudo\n")
    error = raised(DicecupError, load, "x.yaml")
    assert str(error).startswith("x.yaml:2:10: extends: there is no variant zzz; names() lists them all; for the file")
    (record,) = sentences(error)
    said = (
        "there is no variant zzz; `dicecup variants list` names them all; for the file beside this one write ./zzz.yaml"
    )
    assert (record["message"], record["line"], record["path"]) == (said, 2, "extends")


def test_a_file_that_exists_is_named() -> None:
    Path("x.jsonl").touch()
    error = raised(OutputExists, Writer, "x.jsonl")
    assert (error.path, code_of(error)) == (Path("x.jsonl"), 5)
    assert str(error) == "x.jsonl exists; choose another name, or replace it with force=True"
    assert COMMAND_LINE.sentence(error) == "x.jsonl exists; choose another name, or add --force to replace it"
    assert CONSOLE.sentence(error) == "x.jsonl exists; choose another name"


def test_an_undo_that_was_not_agreed_on() -> None:
    error = raised(UndoRefused, new_match(load("liars-dice"), BOTS, "7").undo, "B")
    assert (error.seat, code_of(error)) == ("B", 1)
    assert COMMAND_LINE.sentence(error) == "moves cannot be taken back in this game; begin it with --undo"
    assert CONSOLE.sentence(error) == "moves cannot be taken back in this game; begin it with undo=on"


def test_seats_that_a_variant_does_not_take() -> None:
    error = raised(SeatCountError, Plan, load("liars-dice"), ("basic",), 1, "7")
    assert (error.least, error.most, error.seats, code_of(error)) == (2, 3, 1, 2)
    assert str(error) == "liars-dice takes 2 to 3 seats, not 1"


def test_a_bot_that_is_none_says_which_there_are() -> None:
    error = raised(UnknownAgent, agent, "basik", "liars")
    assert (error.spec, error.near, error.allowed[:2], code_of(error)) == ("basik", "basic", ("random", "basic"), 2)


def test_a_mode_that_cannot_be() -> None:
    Path("mine.py").write_text("def low(view):\n    return view.legal[0]\n")
    plan = Plan(load("liars-dice"), ("mine.py:low", "basic"), 1, "7")
    error = raised(ModeError, Wanted, plan, "compiled", 1, logged=False)
    assert (error.mode, error.bot) == ("compiled", "mine.py:low")
    assert str(error) == "mine.py:low is no kernel and cannot be compiled; use plain mode"
    assert COMMAND_LINE.sentence(error) == "mine.py:low is no kernel and cannot be compiled; use --mode plain"
    error = raised(ModeError, Wanted, Plan(load("liars-dice"), ("basic", "basic"), 1, "7"), "compiled", 1, logged=True)
    assert COMMAND_LINE.sentence(error) == "logs are written in plain mode; leave out --mode compiled"


def test_an_event_that_is_none_and_one_that_nothing_follows() -> None:
    error = taken_up(99, logged())
    assert (error.at, error.file, code_of(error)) == (99, "game.jsonl", 2)
    assert str(error) == "event 99: the game has no such event; its events are 1 to 58, and 0 is its beginning"
    assert COMMAND_LINE.sentence(error).startswith("--at 99: the game has no such event")
    assert CONSOLE.sentence(error).startswith("fork 99: the game has no such event")
    Path("game.jsonl").unlink()
    left = logged("--seat", "A=human", "--moves", "-")
    last = len(left.read_text().splitlines()) - 1
    error = taken_up(last, left)
    assert (
        str(error)
        == f"event {last} is where the game was broken off (abandoned); play on from event {last - 1}, before it"
    )
    assert COMMAND_LINE.sentence(error).endswith(f"(abandoned); --at {last - 1} plays on from before it")
    assert CONSOLE.sentence(error).endswith(f"(abandoned); `fork {last - 1}` plays on from before it")


def test_a_game_that_is_over_or_not_true_cannot_be_resumed() -> None:
    path = logged()
    with path.open("rb") as stream:
        over = raised(CannotGoOn, resume, stream, games(stream, path.name)[0])
    assert (over.file, over.line, code_of(over)) == ("game.jsonl", 59, 2)
    assert str(over) == "game 0 is over (won by A); there is nothing to resume; fork() plays on from any of its events"
    assert COMMAND_LINE.sentence(over).endswith("nothing to resume. `replay fork` plays on from any of its events")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:20] + lines[21:]))
    error = taken_up(3, path)
    assert isinstance(error, UntrueGameError)
    assert (error.verdict.kind, error.line, code_of(error)) == ("cut", 21, 1)


def test_dice_of_a_script_have_their_place() -> None:
    script = Scripted(["A: 9"], "dice.txt")
    error = raised(BadDice, new_match, load("liars-dice"), BOTS, "7", throws=script, dice="scripted")
    assert (error.file, error.line, code_of(error)) == ("dice.txt", 1, 1)
    assert str(error) == f"dice.txt:1: {error.sentence}"


def test_a_log_for_one_seat_is_nobody_elses() -> None:
    error = raised(OtherSeatError, Redacted("A").record, {"type": "game", "redacted": "B"})
    assert (error.made_for, error.seat, code_of(error)) == ("B", "A", 2)


def test_a_game_that_a_log_does_not_hold() -> None:
    path = logged()
    error = raised(GameNotFoundError, load_log, path, 9)
    assert (error.number, error.several, str(error)) == (9, False, "there is no game 9 in game.jsonl")
    path.write_bytes(2 * path.read_bytes())
    assert raised(GameNotFoundError, load_log, path).several


def test_a_damaged_log_is_not_compared() -> None:
    path = logged()
    lines = path.read_bytes().splitlines(keepends=True)
    Path("bad.jsonl").write_bytes(b"".join([*lines[:20], b"{\n", *lines[21:]]))
    error = raised(DamagedLogError, diff_logs, path, "bad.jsonl")
    assert (error.file, error.line) == ("bad.jsonl", 21)
    assert str(error) == f"bad.jsonl:21: {error.sentence}"


def test_a_move_against_a_rule_names_it() -> None:
    match = new_match(load("liars-dice"), BOTS, "7")
    match.play("2x5")
    error = raised(IllegalMove, match.play, "1x1")
    assert (error.rule, code_of(error)) == ("L-A6", 1)


@pytest.mark.parametrize(
    ("kind", "code"), [("true", 0), (INCOMPLETE, 4), ("torn line", 4), ("altered", 1), (NOT_INSTALLED, 2)]
)
def test_the_kinds_of_verdicts_have_their_codes(kind: str, code: int) -> None:
    assert code_of_verdict(Verdict("x", 1, 0, ok=kind == "true", kind=kind)) == code


def test_an_error_comes_whole_from_another_process() -> None:
    undo = raised(UndoRefused, new_match(load("liars-dice"), BOTS, "7").undo, "B")
    setting = raised(DicecupError, load, "liars-dice", ["faces=0"])
    for error in (undo, setting, WorkerLost(), MissingExtra("this", "fast"), BadDice("no", "x", 3)):
        error.add_note("from there")
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (str(again), vars(again)) == (str(error), vars(error))
        assert COMMAND_LINE.sentence(again) == COMMAND_LINE.sentence(error)


def test_words_that_were_put_once_stay() -> None:
    error = raised(DicecupError, load, "zzz")
    told = reported(error, COMMAND_LINE)
    assert code_of(told) == 2
    assert list(sentences(told, CONSOLE)) == list(sentences(error, COMMAND_LINE))


# --- Every front end has every word -------------------------------------------------------------------------------------


def test_each_error_says_whose_fault_it_is() -> None:
    raw = set()
    for path in set(ENGINE.rglob("*.py")) - set((ENGINE / "testing").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ClassDef):
                bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
                builtin = [one for one in bases if isinstance(getattr(builtins, one, None), type)]
                if any(issubclass(getattr(builtins, one), Exception) for one in builtin) and builtin == bases:
                    raw.add(node.name)
    # The base of all, a warning, the end of reading, what is said to whoever writes a kernel, and what goes wrong between a
    # program and its conversation, which makes a BotFailure of it, or between a host and who joins.
    talk = {"BadMessageError", "WireError", "BotError", "RefusedError", "NoViewError"}
    assert raw == {"DicecupError", "FamilyWarning", "_Stop", "UnreachableKernelError", "ReadOnlyError", *talk}


def terms() -> Iterator[str]:
    """The names of all terms that the engine's errors hold."""
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            match node:
                case ast.Call(func=ast.Name(id="Term"), args=[ast.Constant(value=str(name)), *_]):
                    yield name
                case ast.Call(func=ast.Name(id="Term")):
                    raise AssertionError(f"{path.name}:{node.lineno}: the name of a term is no literal")


def test_each_term_of_the_engine_has_words() -> None:
    found = set(terms())
    assert {"setting", "undo", "at"} <= found
    assert found <= {field.name for field in dataclasses.fields(Wording)}
    for name in found:
        assert CONSOLE.term(Term(name, "", "7")) != ""


def test_the_console_has_no_options() -> None:
    for field in dataclasses.fields(Wording):
        assert "--" not in getattr(CONSOLE, field.name)


# --- The console's own words --------------------------------------------------------------------------------------------


def said(*lines: str) -> str:
    """What is said of the last of some lines, which fails."""
    run = dicecup("console", *(part for line in lines for part in ("-c", line)))
    assert run.code == 1
    return re.sub(r"^dicecup: -c:\d+: ", "", run.err.splitlines()[-1])


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["new liars-dice Z=basic"], "Z=basic: there is no seat 'Z'; seats are letters from A to J"),
        (["new liars-dice A=human A=basic"], "A is given twice: human and basic"),
        (["new liars-dice 2 C=basic"], "C=basic names C, but seats=2 ends at B"),
        ([f"new liars-dice {' '.join(11 * ['basic'])}"], "11 agents are given; liars-dice takes 3 seats"),
        (['new liars-dice "A=a\tb"'], r"'a\\tb' holds control characters or bytes that are no UTF-8"),
        (["new liars-dice A="], "A= names nobody; give an agent, such as human or basic"),
        (["new liars-dice A.name=x A.name=y"], "A.name is given twice"),
        (["new liars-dice A.name="], "A.name= is empty; give a name, or leave the key out"),
        (["new liars-dice C.name=x"], "C.name: nobody sits there; the seats are A and B"),
        (["new liars-dice seed="], "seed is empty; give a text such as seed=7, or leave the key out to have one drawn"),
        (["new liars-dice dice=nofile"], "dice=nofile: no such file or directory"),
        (["new liars-dice --seats"], "there is no bot '--seats' for the liars family; it may be random, basic, human, FILE.py:NAME or cmd:COMMAND"),
        (["new liars-dice sed=3"], "sed=3: there is no rule sed (did you mean seed?)"),
        (["new liars-dice seed=7 undo=off", "undo"], "moves cannot be taken back in this game; begin it with undo=on"),
        (["new liars-dice seed=7", "fork A=basic A=random"], "A is given twice: basic and random"),
    ],
)  # fmt: skip
def test_the_console_says_it_as_it_is_typed_there(lines: list[str], words: str) -> None:
    assert said(*lines) == words


def test_the_console_says_of_a_log_what_is_typed_there() -> None:
    logged("--seat", "A=human", "--moves", "-")
    assert said("resume game.jsonl A=human A=basic") == "A is given twice: human and basic"
    assert (
        said("resume game.jsonl A=basic")
        == "A=basic: human plays that seat, and resume changes nobody; `replay fork` does"
    )
    assert said("resume game.jsonl dice=manual").startswith(
        "dice=manual: the game's dice are seeded, and resume changes"
    )
    assert said("load game.jsonl", "fork").endswith("plays on from before it")
    path = Path("game.jsonl")
    path.write_bytes(2 * path.read_bytes())
    assert said("load game.jsonl") == "game.jsonl holds more than one game; choose one with game=I"


def test_a_command_of_the_command_line_keeps_its_words_in_the_console() -> None:
    logged()
    assert said("fork game.jsonl --at 3 --seat Q=basic") == "--seat Q=basic: nobody sits there; the seats are A, B"
    assert said("fork game.jsonl --at 3 --seat A=basic --seat A=random") == "--seat gives A twice: basic and random"
    assert said("fork game.jsonl --at 99").startswith("game.jsonl: --at 99: the game has no such event")
    assert said("playtest liars-dice --set faces=0").startswith("--set faces=0: 0 is not allowed")
    assert said("playtest liars-dice --log game.jsonl").endswith("or add --force to replace it")

"""C070: no view, whichever command shows it, holds dice that its reader may not see, nor the seed that tells them all."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import Run, console, dicecup, said

from dicecup.cli.commands.replay.group import TABLE
from dicecup.cli.console.commands.table import COMMANDS

SEED = "Zq9Secret"
THROWS = "A: 6\nB: 4\nA: 6 6 6 6 6\nB: 2 3 4 5 1\n" + "A: 6 6 6 6 6\nB: 2 3 4 5\n"
NEW = f"new liars-dice A=human B=human seed={SEED} dice=throws.txt log=l.jsonl"
HIDDEN = re.compile(rf"6(?:[ ,]+6){{3}}|(?:│ 6 │ ){{3}}|(?:▐6▌ ){{3}}|{SEED}")
OTHER = "new liars-dice basic basic seed=8"

# Lines for each command of the console, and for each verb of `replay`, as whoever looks as B may type them.
LINES = {
    "new": [NEW.replace("l.jsonl", "second.jsonl"), OTHER],
    "moves": ["moves"],
    "hint": ["hint"],
    "odds": ["odds", "odds --all", "odds 3x4", "odds liars-dice --hand 2,3,4,5,1 --unknown 5"],
    "undo": ["undo"],
    "redo": ["redo"],
    "show": ["show"],
    "log": ["log", "log 3"],
    "as": ["as B show"],
    "save": ["save saved.jsonl"],
    "resume": ["resume", "resume copy.jsonl", "resume bad.jsonl", "resume drop 1"],
    "load": ["load l.jsonl", "load copy.jsonl", "load bad.jsonl", "load whole.jsonl"],
    "next": ["next"],
    "back": ["back"],
    "goto": ["goto 5"],
    "start": ["start"],
    "end": ["end"],
    "call": ["call"],
    "score": ["score"],
    "round": ["round"],
    "find": ["find 6 6", "find throws"],
    "digest": ["digest"],
    "fork": ["fork 5 dice=cup.txt", "fork bad.jsonl --at 5", "fork copy.jsonl --at 7 --moves none.txt"],
    "verify": ["verify", "verify copy.jsonl", "verify bad.jsonl", "verify bad.jsonl --json", "verify l.jsonl --against perudo"],
    "diff": ["diff copy.jsonl whole.jsonl", "diff bad.jsonl copy.jsonl --json"],
    "rules": ["rules"],
    "variants": ["variants liars-dice"],
    "bots": ["bots"],
    "playtest": ["playtest liars-dice --games 3 --seed 8", "playtest open liars-dice --game 0 --seed 8 --log -"],
    "replay": [
        *(f"replay show {file} {more}" for file in ("l.jsonl", "copy.jsonl", "bad.jsonl") for more in ("", "--json", "--last 4")),
        *(f"replay info {file}" for file in ("l.jsonl --json", "copy.jsonl", "forked.jsonl", "forked.jsonl --json")),
        *(f"replay export copy.jsonl --format {form}" for form in ("text", "csv", "markdown", "jsonl")),
        "replay export copy.jsonl --format jsonl --output out.jsonl --force",
        "replay step copy.jsonl --words words.txt",
        "replay step copy.jsonl --words words.txt --json",
        "replay step bad.jsonl --words words.txt",
        "replay verify bad.jsonl",
        "replay diff bad.jsonl copy.jsonl",
        "replay fork bad.jsonl --at 5",
        "replay fork copy.jsonl --at 7 --moves none.txt --log -",
        "replay fork copy.jsonl --at 7 --moves none.txt --json",
        "replay repair bad.jsonl",
    ],
    "set": ["set"],
    "source": ["source peep.txt"],
    "echo": ["echo hi"],
    "history": ["history 1"],  # what was typed before has the seed in it, and no record
    "help": ["help"],
    "assert": ["assert legal 2x4", "assert legal 6x6", "assert check = 0", "assert winner = A"],
    "quit": ["quit"],
}  # fmt: skip


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in which A has five sixes, left after a bid; one with another die in A's cup, and one that was forked from it."""
    monkeypatch.chdir(tmp_path)
    Path("throws.txt").write_text(THROWS)
    Path("words.txt").write_text("next 5\nmoves\nfind bids\nend\n")
    Path("none.txt").touch()
    Path("cup.txt").write_text("B: 2 3 4 5 1\n")
    Path("peep.txt").write_text("show\nlog\nreplay show copy.jsonl\n")
    assert console(NEW.replace("l.jsonl", "copy.jsonl"), "2x3").code == 0
    lines = Path("copy.jsonl").read_text().splitlines(keepends=True)
    lines[5] = lines[5].replace('"dice":[6,6,6,6,6]', '"dice":[6,6,6,6,6,6]')
    Path("bad.jsonl").write_text("".join(lines))
    assert console("load copy.jsonl", "fork 7 A=human B=human dice=throws.txt log=forked.jsonl").code == 0
    assert console(f"new liars-dice basic basic seed={SEED}", "save whole.jsonl").code == 0


def test_every_command_is_tried() -> None:
    assert set(LINES) == {command.name for command in COMMANDS}
    assert {line.split()[1] for line in LINES["replay"]} == set(TABLE)


@pytest.mark.parametrize("more", [(), ("--json",)], ids=["words", "json"])
@pytest.mark.parametrize("name", LINES)
def test_C070_whoever_looks_as_B_is_shown_no_cup_of_A_and_no_seed(name: str, more: tuple[str, ...]) -> None:
    """For good and for one line, in words and as objects, whether the line can be done or is refused."""
    for line in LINES[name]:
        for asked in (["as B", line], [f"as B {line}"]):
            for made in ("l.jsonl", "second.jsonl", "saved.jsonl"):
                Path(made).unlink(missing_ok=True)
            before = dicecup("console", *more, *(f"-c{line}" for line in (NEW, "2x3")))
            Path("l.jsonl").unlink()
            run = dicecup("console", "--keep-going", *more, *(f"-c{line}" for line in (NEW, "2x3", *asked, "quit")))
            for told in (run.out.removeprefix(before.out), run.err):
                assert "bug" not in told, (line, told)
                assert not HIDDEN.search(told), (line, told)
            for checked in ("l.jsonl", "copy.jsonl"):
                assert json.loads(Path(checked).read_text().splitlines()[-1])["check"] not in run.out, line
            if Path("saved.jsonl").exists():
                assert not HIDDEN.search(Path("saved.jsonl").read_text())


def test_C070_what_the_case_says_is_shown_as_B_sees_it() -> None:
    run = dicecup("console", *(f"-c{line}" for line in (NEW, "2x3", "as B replay show l.jsonl")))
    told = run.out[run.out.rindex("Liar's Dice") :]
    assert "Player A  throws 5 dice under the cup\n  Player B  throws 2 3 4 5 1 under the cup" in told
    assert run.err.splitlines()[1] == "dicecup: -c:3: replay show ends with exit code 4"


def test_C070_another_game_or_log_is_looked_at_through_the_same_eyes() -> None:
    cup = "throws 6 6 6 6 6 under the cup"
    assert cup in console(NEW, "2x3", "load copy.jsonl", "log").out
    Path("l.jsonl").unlink()
    for way in ("load copy.jsonl", OTHER, "resume copy.jsonl dice=throws.txt", "fork 5 dice=cup.txt"):
        run = console(NEW, "2x3", "as B", way, "load copy.jsonl", "log")
        Path("l.jsonl").unlink()
        assert cup not in run.out, way
        assert "throws 2 3 4 5 1 under the cup" in run.out, way
        assert cup in console(NEW, "2x3", "as B", way, "as off", "load copy.jsonl", "log").out
        Path("l.jsonl").unlink()


def test_who_saw_everything_looks_anew_at_another_game() -> None:
    assert "6 6 6 6 6 under" in console(NEW, "2x3", "as all", "log").out
    Path("l.jsonl").unlink()
    assert "6 6 6 6 6 under" not in console(OTHER, "as all", NEW, "log").out


def test_a_seat_that_looks_and_that_nobody_has_there_is_told_of() -> None:
    three = "new liars-dice basic basic basic seed=8"
    there = "nobody sits at C there, through whose eyes you look; `as off` ends that"
    for way in ("load copy.jsonl", "replay show copy.jsonl"):
        assert said(three, "as C", way) == "there is no seat C in game 0; its seats are A, B", way
    for way in (OTHER, "resume copy.jsonl dice=throws.txt"):
        assert said(three, "as C", way) == there, way
    assert said(three, "as C", "as off load copy.jsonl") == there
    assert console(three, "as C", "as off", "load copy.jsonl").code == 0
    other = said(OTHER, "as B", "replay show copy.jsonl --as A")
    assert other == "you look through the eyes of B, not of A; `as off` ends that"
    other = said(OTHER, "as B", "diff copy.jsonl whole.jsonl")
    assert other == "that would show more of copy.jsonl than B may see; `as off` ends that"


def test_a_log_made_for_a_seat_is_not_looked_at_as_another() -> None:
    assert console("load copy.jsonl", "as B save of-b.jsonl").code == 0
    assert json.loads(Path("of-b.jsonl").read_text().splitlines()[0])["redacted"] == "B"
    assert dicecup("replay", "verify", "of-b.jsonl").code == 0
    for lines in (("load of-b.jsonl", "as A"), ("as A load of-b.jsonl",), (OTHER, "as A", "load of-b.jsonl")):
        assert said(*lines) == "the log was made for seat B; it does not hold what A saw"
    assert said("load of-b.jsonl", "digest") == "the digest is made of all dice, of which B may not see some"


def test_of_a_log_that_names_no_seats_nobody_looks_as_one() -> None:
    head, *rest = Path("copy.jsonl").read_text().splitlines()
    Path("none.jsonl").write_text("\n".join([json.dumps({**json.loads(head), "seats": None}), *rest]) + "\n")
    assert "there is no seat A; the seats are not known" in console("load none.jsonl", "as A").err
    for asked in (["as B", "load none.jsonl", "log"], ["as B load none.jsonl"]):
        run = console(OTHER, *asked)
        assert run.code == 0
        assert not HIDDEN.search(run.out + run.err), asked


def test_what_is_saved_for_a_seat_says_so() -> None:
    run = console(NEW, "2x3", "as B save of-b.jsonl", "save all.jsonl")
    assert run.lines[-4:-2] == [
        "of-b.jsonl: 7 events so far, as B may see them",
        "all.jsonl: 7 events so far; `resume all.jsonl` goes on with it",
    ]


@pytest.mark.parametrize("people", ["B=human", "B=basic"])
def test_C070_json_at_an_abandoned_end_does_not_tell_the_check_of_the_whole_log(people: str) -> None:
    """Whoever knows all but five dice could try them out until it fits."""
    lines = (f"new liars-dice A=human {people} seed={SEED} dice=throws.txt log=l.jsonl", "as off", "quit")
    *_, end = dicecup("console", "--json", *(f"-c{line}" for line in lines)).records()
    written = json.loads(Path("l.jsonl").read_text().splitlines()[-1])
    assert (end["end"], written["end"]) == ("abandoned", "abandoned")
    assert end["check"] != written["check"]
    assert "of" not in end


def test_C070_no_view_of_a_game_that_may_go_on_tells_a_check_that_hidden_dice_are_in() -> None:
    whole = [json.loads(line) for line in Path("copy.jsonl").read_text().splitlines()]
    for form in (
        ("export", "--format", "jsonl"),
        ("show", "--json"),
        ("export", "--format", "csv"),
        ("info", "--json"),
    ):
        out = dicecup("replay", form[0], "copy.jsonl", *form[1:], "--as", "B").out
        assert whole[-1]["check"] not in out, form
        out = dicecup("replay", form[0], "forked.jsonl", *form[1:], "--as", "B").out
        assert whole[-1]["check"] not in out, form
    head = dicecup("replay", "export", "forked.jsonl", "--format", "jsonl", "--as", "B").records()[0]
    assert head["parent"] == {"at": 7}
    shown = dicecup("replay", "info", "forked.jsonl", "--as", "B").out
    assert "Forked  from another game at event 7\n" in shown


def test_a_log_on_standard_output_is_for_the_seat_that_as_names() -> None:
    run = dicecup("play", "liars-dice", "--seed", SEED, "--log", "-", "--as", "B")
    assert SEED not in run.out + run.err
    assert run.records()[0]["redacted"] == "B"


# ---- while people share a table, and nobody is to decide


OTHERS = {"new", "load", "fork", "replay", "source"}  # put another game here, or show a log that they name


def due(*lines: str, more: tuple[str, ...] = ()) -> Run:
    """Lines where A's cup lies there and B is to throw: what was first said there were no dice, so that commands are read again."""
    table = ("new liars-dice dice=manual A=human B=human", "6", "4", "6 6 6 6 6", "no dice")
    return dicecup("console", "--keep-going", *more, *(f"-c{line}" for line in (*table, *lines, "quit")))


@pytest.mark.parametrize("more", [(), ("--json",)], ids=["words", "json"])
@pytest.mark.parametrize("name", [name for name in LINES if name not in OTHERS])
def test_while_a_throw_is_due_no_command_shows_the_cup_that_was_thrown(name: str, more: tuple[str, ...]) -> None:
    """Whoever sits there next would see it."""
    for line in (line for line in LINES[name] if ".jsonl" not in line):
        run = due(line, "show", "back", more=more)
        assert "bug" not in run.out + run.err, line
        assert not HIDDEN.search(run.out + run.err), line


def test_while_a_throw_is_due_the_table_shows_what_lies_open() -> None:
    run = due("show", "as A show", "as off show", "back", "as off back", "goto 5")
    tables = run.out.split("Round 1, 10 dice in play\nPlayer B is to throw 5 dice.\n\n")[1:]
    assert [table.startswith("  Player A  ▐?▌ ▐?▌ ▐?▌ ▐?▌ ▐?▌  5 dice\n") for table in tables] == [True, False, True]
    assert "│ 6 │ │ 6 │ │ 6 │ │ 6 │ │ 6 │" in tables[1]
    assert run.err.count("nobody is to decide, so nobody's view can be shown\n") == 3


def test_who_walked_through_other_eyes_is_at_the_table_again_where_nobody_is_to_decide() -> None:
    for way in (("as A", "back", "as off"), ("as A back",)):
        run = due(*way, "show")
        assert len(run.err.splitlines()) == 1, run.err
        assert "[4 of 5, round 1]" in run.out
        assert run.out.endswith("Player B  ▐?▌ ▐?▌ ▐?▌ ▐?▌ ▐?▌  5 dice\n\nLeft unfinished in round 1.\n"), way


# ---- while people play at this terminal


def test_C070_no_command_shows_the_game_that_is_played_under_another_name(say: Callable[..., Run]) -> None:
    """A copy of its log that was saved, a log with its seed, and the game of that seed played by bots."""
    ways = (
        ("save copy2.jsonl", "replay show copy2.jsonl"), ("save copy2.jsonl", "load copy2.jsonl"), ("load whole.jsonl",),
        ("save copy2.jsonl", "replay step other.jsonl", "load copy2.jsonl", "end", "quit"),
        ("replay step other.jsonl", "load l.jsonl", "end", "quit"), ("replay info whole.jsonl",), ("diff other.jsonl whole.jsonl",),
        ("fork whole.jsonl --at 5",), (f"playtest open liars-dice --game 0 --seed {SEED}",), ("replay export whole.jsonl --as A",),
    )  # fmt: skip
    assert console(OTHER, "save other.jsonl").code == 0
    for opponent in ("human", "basic"):
        for way in ways:
            for made in ("l.jsonl", "copy2.jsonl"):
                Path(made).unlink(missing_ok=True)
            run = say(f"new liars-dice A=human B={opponent} seed={SEED} log=l.jsonl", "", *way, "quit")
            cup = next(record for record in map(json.loads, Path("l.jsonl").read_text().splitlines()) if
                       (record.get("seat"), record.get("for")) == ("B", "cup"))["dice"]  # fmt: skip
            assert " ".join(map(str, cup)) not in run.out, way
            assert "would show hidden dice while A" in " ".join(run.out.split()), way
            assert f"seed {SEED}" not in run.out, way
    assert "throws" in say(f"new liars-dice seed={SEED}", "replay show other.jsonl", "quit").out

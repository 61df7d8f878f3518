"""Logs of other versions, and logs with a gap: what is newer is refused by name by every command, the version that wrote a log
is told where a verdict is no (C033), and no reader passes a gap over in silence (C069).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import dicecup, process, typed

from dicecup import __version__, replay
from dicecup.cli.session.autosave import Saved
from dicecup.engine.core.canonical import Check
from dicecup.engine.log.versions import authorship, unreadable, writer
from dicecup.engine.replay.walk import DamagedLogError

Records = list[dict[str, Any]]
THIS = f"dicecup {__version__}"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    dicecup("play", "liars-dice", "--seat", "basic", "--seat", "basic", "--seed", "7", "--log", "game.jsonl", "-q")


def game() -> Records:
    return [json.loads(line) for line in Path("game.jsonl").read_bytes().splitlines()]


def write(name: str, records: Records) -> str:
    Path(name).write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))
    return name


def headed(name: str = "other.jsonl", *, drop: str = "", **changed: Any) -> str:
    """The game with another header, and the check that fits it."""
    head, *events, end = game()
    head = {key: value for key, value in {**head, **changed}.items() if key != drop}
    check = Check()
    for record in (head, *events):
        check.add(record)
    return write(name, [head, *events, end | {"check": check.hex()}])


# ---- C033: what is newer

COMMANDS = {
    "show": "replay show FILE",
    "show_last": "replay show FILE --last 3",
    "show_as": "replay show FILE --as B",
    "info": "replay info FILE",
    "info_json": "replay info FILE --json",
    "export": "replay export FILE",
    "export_csv": "replay export FILE --format csv",
    "export_as": "replay export FILE --format jsonl --as B",
    "step": "replay step FILE --words WORDS",
    "verify": "replay verify FILE",
    "verify_against": "replay verify FILE --against liars-dice",
    "diff": "replay diff FILE game.jsonl",
    "diff_second": "replay diff game.jsonl FILE",
    "fork": "replay fork FILE --at 4",
    "repair": "replay repair FILE",
    "resume": "play --resume FILE",
}
NEWER = {
    "format": (
        {"dicecup": 2},
        "the log is of format 2, and was written by dicecup 9.1.0; {this}, which reads format 1",
    ),
    "dice": (
        {"rng": "philox4x64-7/2"},
        "the log has dice that are made by philox4x64-7/2, and was written by dicecup 9.1.0; {this}, which knows philox4x32-10/1",
    ),
    "step": (
        {"needs": 3},
        "the log needs step 3 of the rules of liars, and was written by dicecup 9.1.0; {this}, which knows them up to step 1",
    ),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("newer", NEWER)
def test_C033_what_is_newer_is_refused_by_name_by_every_command(command: str, newer: str) -> None:
    changed, sentence = NEWER[newer]
    file = headed(**changed, _written_by="dicecup 9.1.0")
    before = Path(file).read_bytes()
    Path("words.txt").write_text("next\n")
    words = {"FILE": file, "WORDS": "words.txt"}
    run = dicecup(*(words.get(word, word) for word in COMMANDS[command].split()))
    assert run.code == 1
    told = sentence.format(this=f"this is {THIS}")
    where = f'"message":"{told}","file":"{file}","line":1' if command.endswith("json") else f"{file}:1: {told}\n"
    assert where in run.out + run.err
    assert "throws" not in run.out  # nothing of the game is told
    assert Path(file).read_bytes() == before


def test_C033_the_console_refuses_it_too() -> None:
    file = headed(dicecup=2, _written_by="dicecup 9.1.0")
    for line in (f"load {file}", f"replay show {file}", f"resume {file}"):
        run = dicecup("console", "-c", line)
        assert run.code != 0
        assert "the log is of format 2, and was written by dicecup 9.1.0" in run.err + run.out


def test_C033_a_kept_game_of_a_newer_version_is_named_among_those_that_can_be_resumed(tmp_path: Path) -> None:
    saved = Saved(lambda text: None, {"DICECUP_STATE": str(tmp_path)})
    saved.folder.mkdir()
    Path(headed(dicecup=2, seats="none yet", drop="name")).rename(saved.folder / "liars-dice-1.jsonl")
    (entry,) = saved.games()
    assert entry.damaged.startswith("the log is of format 2")
    assert "of format 2" in typed("resume", env={"DICECUP_STATE": str(tmp_path)}).out.replace("\n", " ")


def test_C033_python_is_told_as_well() -> None:
    file = headed(dicecup=2)
    (found,) = replay.games(file)
    assert [error.kind for error in found.errors] == ["unknown version"]
    assert len(found) == 0
    with pytest.raises(DamagedLogError, match="the log is of format 2"):
        replay.diff(file, "game.jsonl")
    with pytest.raises(ValueError, match="the log is of format 2"):
        replay.fork(found, 3)


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        ({"dicecup": "banana"}, "the log says that it is of format banana, which is none"),
        ({"dicecup": True}, "the log says that it is of format True, which is none"),
        ({"dicecup": 0}, "the log is of format 0"),
        ({"dicecup": 2, "_written_by": 7}, "the log is of format 2, and does not say which version wrote it"),
        ({"dicecup": 2, "definition": 5, "seats": {}, "rng": 1}, "the log is of format 2"),
    ],
    ids=str,
)
def test_C033_a_version_that_is_none_and_one_that_never_was(header: dict[str, Any], sentence: str) -> None:
    run = dicecup("replay", "verify", headed(**header))
    assert run.code == 1
    assert run.out.startswith(f"other.jsonl:1: {sentence}")
    assert "at event" not in run.out


def test_C033_a_version_that_is_missing_is_named_as_missing() -> None:
    run = dicecup("replay", "verify", headed(drop="dicecup"))
    assert (run.code, "the header has no dicecup" in run.out) == (1, True)
    assert "at event" not in run.out
    assert dicecup("replay", "show", "other.jsonl").code == 0  # what is merely damaged is shown


def test_C033_other_rules_tell_both_digests() -> None:
    head = game()[0]
    run = dicecup("replay", "verify", headed(digest="0" * 64))
    assert f"the header says digest {'0' * 64}; the definition in it has {head['digest']}" in run.out


def test_C033_a_rule_that_nobody_knows_and_one_that_is_missing_tell_who_wrote_the_log() -> None:
    definition = game()[0]["definition"]
    newer = headed(definition=definition | {"rules": definition["rules"] | {"moon": 1}}, _written_by="dicecup 9.1.0")
    run = dicecup("replay", "verify", newer)
    assert "definition: rules.moon: unknown key" in run.out
    assert f"  The log was written by dicecup 9.1.0; this is {THIS}\n" in run.out
    rules = {key: value for key, value in definition["rules"].items() if key != "wild_face"}
    older = headed(definition=definition | {"rules": rules}, _written_by="dicecup 0.0.1")
    run = dicecup("replay", "verify", older)
    assert "rules.wild_face: the key is missing" in run.out
    assert f"  The log was written by dicecup 0.0.1; this is {THIS}\n" in run.out


# ---- the version that wrote a log


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("dicecup 0.0.1", f"the log was written by dicecup 0.0.1; this is {THIS}"),
        (THIS, f"the log was written by {THIS}, as this is"),
        (5, f"the log does not say which version wrote it; this is {THIS}"),
    ],
)
def test_a_verdict_that_is_no_tells_who_wrote_the_log(said: object, told: str) -> None:
    head, *events = game()
    place = next(n for n, event in enumerate(events) if event.get("move") == "liar")
    events[place] = events[place] | {"round": 99}
    file = write("false.jsonl", [head | {"_written_by": said}, *events])
    assert authorship(writer(json.loads(Path(file).read_text().splitlines()[0]))) == told
    run = dicecup("replay", "verify", file)
    assert run.code == 1
    assert run.out.splitlines()[-1] == f"  {told[0].upper()}{told[1:]}"
    (record,) = dicecup("replay", "verify", file, "--json").records()
    assert record["written_by"] == (said if isinstance(said, str) else None)
    for refused in (("replay", "fork", file, "--at", 2), ("replay", "repair", file), ("play", "--resume", file)):
        assert told in dicecup(*refused).err
    against = dicecup("replay", "verify", "game.jsonl", "--against", "perudo", "--json").records()[0]
    assert against["written_by"] == THIS


def test_a_true_verdict_and_a_game_without_an_end_say_nothing_about_it() -> None:
    assert "written" not in dicecup("replay", "verify", "game.jsonl").out
    write("short.jsonl", game()[:9])
    assert "written" not in dicecup("replay", "verify", "short.jsonl").out


def test_of_this_version_and_of_a_damaged_header_nothing_is_asked() -> None:
    assert unreadable(game()[0]) is None
    for damaged in ({}, {"type": "game"}, {"definition": []}, {"definition": {"family": 7}, "needs": "x", "from": 3}):
        assert unreadable(damaged) is None


# ---- C069: gaps


def damaged(change: Callable[[list[str]], object]) -> str:
    lines = Path("game.jsonl").read_text().splitlines()
    change(lines)
    Path("gap.jsonl").write_text("\n".join(lines) + "\n")
    return "gap.jsonl"


def _swap(lines: list[str]) -> None:
    lines[4], lines[5] = lines[5], lines[4]


def _zero(lines: list[str]) -> None:
    lines[4:6] = ["\0" * 40]


HEADLESS = "a game begins with a header, and this record is none"
GAPS: dict[str, tuple[Callable[[list[str]], object], int, str, int]] = {
    "deleted": (lambda lines: lines.pop(4), 5, "event 5 stands where event 4 is due", 1),
    "first deleted": (lambda lines: lines.pop(1), 2, "event 2 stands where event 1 is due", 1),
    "emptied": (lambda lines: lines.__setitem__(4, ""), 6, "event 5 stands where event 4 is due", 1),
    "duplicated": (lambda lines: lines.insert(4, lines[4]), 6, "event 4 stands where event 5 is due", 1),
    "swapped": (_swap, 5, "event 5 stands where event 4 is due", 1),
    "zeroed": (lambda lines: lines.__setitem__(4, "\0" * 40), 5, "the line is not JSON", 4),
    "unnumbered": (lambda lines: lines.__setitem__(4, '{"type":"round"}'), 5, "the record has no number n", 1),
    "mixed": (lambda lines: lines.insert(4, lines[1]), 5, "event 1 stands where event 4 is due", 1),
    "torn header": (lambda lines: lines.__setitem__(0, lines[0][:200]), 1, "the line is not JSON", 4),
    "no header": (lambda lines: lines.pop(0), 1, HEADLESS, 1),
    "no beginning": (lambda lines: lines.__delitem__(slice(3)), 1, HEADLESS, 1),
    "zeroed and deleted": (_zero, 6, "event 6 stands where event 4 is due", 4),
}
TWOFOLD = ("duplicated", "swapped", "zeroed and deleted")  # what is wrong with one line leads to another
READERS = {
    "show": ("show",),
    "info": ("info",),
    "export": ("export",),
    "as": ("export", "--format", "jsonl", "--as", "A"),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("gap", GAPS)
def test_C069_no_reader_passes_a_gap_over_in_silence(gap: str, reader: str) -> None:
    change, line, sentence, code = GAPS[gap]
    file = damaged(change)
    command, *more = READERS[reader]
    run = dicecup("replay", command, file, *more)
    assert run.code == code
    assert f"dicecup: {file}:{line}: {sentence}" in run.err
    assert 1 <= len(run.err.splitlines()) <= (2 if gap in TWOFOLD else 1)
    verdict = dicecup("replay", "verify", file, "--json").records()[0]
    assert not verdict["ok"]


@pytest.mark.parametrize("gap", [gap for gap in GAPS if gap != "swapped"])
def test_C069_info_calls_a_gap_what_verify_calls_it(gap: str) -> None:
    """But of two that were swapped, which only the line after them tells from one that is missing."""
    file = damaged(GAPS[gap][0])
    (found,) = dicecup("replay", "info", file, "--json").records()
    (verdict,) = dicecup("replay", "verify", file, "--json").records()
    assert not found["whole"]
    assert (found["faults"][0]["line"], found["faults"][0]["kind"]) == (verdict["line"], verdict["kind"])


def test_C069_a_gap_is_told_through_a_pipe_and_in_json() -> None:
    lines = Path("game.jsonl").read_bytes().splitlines(keepends=True)
    log = b"".join([*lines[:4], *lines[5:]])
    run = process("replay", "info", "-", stdin=log)
    assert (run.code, run.err) == (1, "dicecup: -:5: event 5 stands where event 4 is due\n")
    assert "won by" in run.out
    assert "damaged" in run.out
    assert f"Written by  {THIS}" in run.out
    as_json = process("replay", "info", "-", "--json", stdin=log)
    (record,) = as_json.records()
    fault = {"line": 5, "kind": "cut", "message": "event 5 stands where event 4 is due"}
    assert (record["whole"], record["faults"]) == (False, [fault])
    shown = process("replay", "show", "-", "--json", stdin=log)
    assert json.loads(shown.problem())["code"] == 1


def test_C069_a_gap_in_one_of_many_games_is_told_with_its_line_and_marked_in_the_table() -> None:
    log = Path("game.jsonl").read_text().splitlines()
    second = log[:9] + log[10:]
    Path("many.jsonl").write_text("\n".join([*log, *second, *log]) + "\n")
    run = dicecup("replay", "info", "many.jsonl")
    line = len(log) + 10
    assert (run.code, run.err) == (1, f"dicecup: many.jsonl:{line}: event 10 stands where event 9 is due\n")
    assert run.out.count(", damaged") == 2  # in its row, and in the sum
    assert dicecup("replay", "info", "game.jsonl").code == 0


def test_C069_the_last_events_begin_where_they_begin_and_a_gap_in_them_is_told() -> None:
    run = dicecup("replay", "show", "game.jsonl", "--last", 5)
    assert (run.code, run.err) == (0, "")
    lines = Path("game.jsonl").read_text().splitlines()
    number = len(lines) - 1
    Path("gap.jsonl").write_text("\n".join([*lines[:-2], lines[-1]]) + "\n")
    run = dicecup("replay", "show", "gap.jsonl", "--last", 5)
    assert run.err == f"dicecup: gap.jsonl:{number}: event {number} stands where event {number - 1} is due\n"


def test_C069_moves_that_were_taken_back_are_no_gap() -> None:
    begun = "new liars-dice A=human B=basic seed=7 undo=on log=undo.jsonl"
    assert dicecup("console", "-c", begun, "-c", "1x3", "-c", "undo", "-c", "quit").code == 0
    assert '"type":"undo"' in Path("undo.jsonl").read_text()
    assert dicecup("replay", "info", "undo.jsonl").err == ""

"""`dicecup replay`: show and verify, on good logs, damaged logs and things that are no logs (C030 to C035)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from command_line import COMMAND, dicecup, environment, process, started, strict


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def log() -> Path:
    """The log of game 0 of seed 7: 58 events."""
    assert dicecup("play", "liars-dice", "--seed", "7", "--log", "game.jsonl").code == 0
    return Path("game.jsonl")


@pytest.fixture
def many() -> Path:
    """Ten games in one file."""
    assert dicecup("playtest", "run", "liars-dice", "--games", 10, "--seed", "7", "--log", "many.jsonl").code == 0
    return Path("many.jsonl")


def rewrite(path: Path, line: int, **fields: object) -> None:
    """Change fields of a record, the line counted from 1."""
    lines = path.read_text().splitlines()
    lines[line - 1] = json.dumps(json.loads(lines[line - 1]) | fields, separators=(",", ":"))
    path.write_text("".join(f"{text}\n" for text in lines))


# --- show -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [(), ("--last", 3), ("--seat", "B"), ("--as", "B")])
def test_a_round_that_is_not_there_is_told_with_those_that_are(log: Path, more: tuple[str, ...]) -> None:
    result = dicecup("replay", "show", log, "--round", 99, *more)
    assert (result.code, result.out) == (2, "")
    assert result.err == "dicecup: game.jsonl: there is no round 99; there are rounds 0 to 6\n"
    result = dicecup("replay", "show", log, "--round", 99, "--json", *more)
    assert (result.code, result.out) == (2, "")
    assert strict(result.err)["message"] == "there is no round 99; there are rounds 0 to 6"


def test_a_round_that_a_broken_off_game_has_not_reached_is_told_too(log: Path) -> None:
    for kept, there in ((1, "nothing has happened yet"), (3, "the only one is 0"), (9, "there are rounds 0 to 1")):
        Path("torn.jsonl").write_text("".join(log.read_text().splitlines(keepends=True)[:kept]))
        result = dicecup("replay", "show", "torn.jsonl", "--round", 4)
        assert (result.code, result.out) == (4, "")
        assert result.err.splitlines()[-1] == f"dicecup: torn.jsonl: there is no round 4; {there}"


def test_of_many_games_those_that_have_the_round_are_shown_and_no_other_is_named(many: Path) -> None:
    headers, reached = 0, []
    for line in many.read_text().splitlines():
        record = json.loads(line)
        headers += record["type"] == "game"
        if record["type"] == "round" and record["round"] == 8:
            reached.append(headers - 1)
    assert 0 < len(reached) < headers
    result = dicecup("replay", "show", many, "--round", 8, "--json")
    assert result.code == 0
    shown = [strict(line) for line in result.out.splitlines()]
    assert [record["game"] for record in shown if record["type"] == "game"] == reached
    assert {record["round"] for record in shown if record["type"] != "game"} == {8}


def test_show_is_what_play_showed(log: Path) -> None:
    assert dicecup("replay", "show", log).out == dicecup("play", "liars-dice", "--seed", "7").out
    run = dicecup("replay", "show", log, "--as", "B")
    assert run.out == dicecup("play", "liars-dice", "--seed", "7", "--as", "B").out
    assert run.code == 0


def test_show_json_is_the_records(log: Path) -> None:
    assert dicecup("replay", "show", log, "--json").out == log.read_text()
    seen = dicecup("replay", "show", log, "--json", "--as", "B").out
    assert seen == dicecup("play", "liars-dice", "--seed", "7", "--as", "B", "--json").out


def test_show_last(log: Path) -> None:
    run = dicecup("replay", "show", log, "--last", 2)
    assert run.lines[:4] == ["(56 events before)", "Liar's Dice (liars-dice), seed 7", "  A basic", "  B basic"]
    assert "is out, in place 2" in run.out
    assert "Showdown" not in run.out
    assert dicecup("replay", "show", log, "--last", 2, "--json").lines == log.read_text().splitlines()[-2:]
    assert len(dicecup("replay", "show", log, "--last", 1000, "--json").lines) == 58
    assert not dicecup("replay", "show", log, "--last", 58).out.startswith("(")


def test_show_many_games(many: Path) -> None:
    run = dicecup("replay", "show", many)
    assert run.code == 0
    assert run.out.count("Liar's Dice (liars-dice)") == 10
    assert run.out.count(" wins after ") == 10
    last = dicecup("replay", "show", many, "--last", 100).out
    assert last.count("Liar's Dice (liars-dice)") == 2
    assert "game 9" in last


def test_show_reads_standard_input(log: Path) -> None:
    run = dicecup("replay", "show", log)
    assert process("replay", "show", "-", stdin=log.read_bytes()).out == run.out


def test_show_starts_at_once() -> None:
    assert dicecup("play", "liars-dice", "--seed", "7", "--log", "game.jsonl").code == 0
    first, rest = Path("game.jsonl").read_bytes().split(b"\n", 1)
    with started(
        [*COMMAND, "replay", "show", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    ) as show:
        assert show.stdin is not None
        assert show.stdout is not None
        show.stdin.write(first + b"\n")
        show.stdin.flush()
        assert show.stdout.readline() == b"Liar's Dice (liars-dice), seed 7\n"
        show.stdin.write(rest)
        show.stdin.close()
        assert b"wins after 6 rounds" in show.stdout.read()
        assert show.wait(20) == 0


def test_a_damaged_line_is_named_and_the_rest_is_shown(log: Path) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    lines[20] = b'{"n":20,"type":"mo\n'
    lines[30] = b"\xff\xfe\n"
    log.write_bytes(b"".join(lines))
    run = dicecup("replay", "show", log)
    assert run.code == 4
    first, second = run.err.splitlines()
    assert first.startswith("dicecup: game.jsonl:21: the line is not JSON")
    assert second == "dicecup: game.jsonl:31: byte 1 of the line is not UTF-8"
    assert "wins after 6 rounds" in run.out
    as_json = dicecup("replay", "show", log, "--json")
    assert len(as_json.records()) == 57
    assert [strict(line)["line"] for line in as_json.err.splitlines()] == [21, 31]


def test_a_game_without_an_end(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-80])
    run = dicecup("replay", "show", log)
    assert run.code == 4
    assert "game.jsonl:59: the last line is cut off" in run.err
    assert "game 0 has no end" in run.err


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff"])
def test_a_file_without_games(text: str) -> None:
    Path("empty.jsonl").write_text(text)
    for command in ("show", "verify"):
        run = dicecup("replay", command, "empty.jsonl")
        assert run.code == 4
        assert "there is no game in this file" in run.out + run.err


@pytest.mark.parametrize(
    "event",
    [
        {"type": "roll", "dice": 7},
        {"type": "reveal", "dice": [1], "bid": 3},
        {"type": "end", "winners": 5, "end": "won"},
        {"type": "order", "seats": []},
        {"type": ["move"]},
        {"type": "dance", "move": "\x1b[2J"},
        {"type": "move", "seat": "\x1b]0;owned\x07", "move": "\x1b[31m"},
        {"n": 3},
    ],
)
def test_strange_events_are_shown_as_they_stand(log: Path, event: dict[str, object]) -> None:
    head, *rest = log.read_text().splitlines()
    log.write_text("\n".join([head, json.dumps(event), *rest]) + "\n")
    run = dicecup("replay", "show", log)
    assert run.code == 1
    assert "game.jsonl:2: " in run.err
    assert "\x1b" not in run.out
    assert "Traceback" not in run.err


@pytest.mark.parametrize("seats", [5, [5], [{"seat": 1}], [{"seat": "A", "name": "\x1b[2J", "agent": {}}], None, {}])
def test_strange_headers_are_shown(log: Path, seats: object) -> None:
    rewrite(log, 1, seats=seats, definition=3)
    run = dicecup("replay", "show", log)
    assert run.code == 0, run.err
    assert "\x1b" not in run.out


def test_a_seat_that_nobody_has(log: Path) -> None:
    run = dicecup("replay", "show", log, "--as", "C")
    assert (run.code, run.out) == (2, "")
    assert "there is no seat C in game 0; its seats are A, B" in run.problem()


# --- verify -----------------------------------------------------------------------------------------------------------


def test_a_true_log(log: Path) -> None:
    run = dicecup("replay", "verify", log)
    assert (run.code, run.out, run.err) == (0, "game.jsonl: true; 58 events, dice as the seed gives them\n", "")
    (record,) = dicecup("replay", "verify", log, "--json").records()
    assert (record["ok"], record["events"], record["game"], record["line"]) == (True, 58, 0, 1)
    assert dicecup("replay", "verify", log, "-q").out == ""


def test_C031_an_altered_bid_is_named(log: Path) -> None:
    rewrite(log, 10, move="1x2")
    run = dicecup("replay", "verify", log)
    assert run.code == 1
    assert run.lines[0].startswith("game.jsonl:10: game 0 is not true (altered) at event 9: ")
    assert all(word in run.lines[0] for word in ("1x2", "1x4", "[L-A6]"))


def test_C031_one_bad_game_of_ten(many: Path) -> None:
    starts = [i for i, line in enumerate(many.read_text().splitlines(), 1) if '"type":"game"' in line]
    rewrite(many, starts[4] + 9, move="1x1")
    run = dicecup("replay", "verify", many)
    assert run.code == 1
    assert run.lines[-1] == "10 games: 9 true, 1 not"
    assert run.lines[0].startswith(f"many.jsonl:{starts[4] + 9}: game 4 is not true")
    records = dicecup("replay", "verify", many, "--json").records()
    assert [record["ok"] for record in records] == [i != 4 for i in range(10)]


def test_C032_a_bad_header_hides_no_game(many: Path) -> None:
    lines = many.read_text().splitlines()
    starts = [i for i, line in enumerate(lines) if '"type":"game"' in line]
    first, second, third = (lines[a:b] for a, b in pairwise(starts[:4]))
    second[0] = second[0].replace('"seed"', '"sede"')
    Path("three.jsonl").write_text("\n\n".join([*first, *second, *third]) + "\n")
    records = dicecup("replay", "verify", "three.jsonl", "--json").records()
    assert [record["ok"] for record in records] == [True, False, True]
    assert "seed" in records[1]["message"]
    assert records[1]["line"] == 2 * len(first) + 1


@pytest.mark.parametrize(("bom", "newline"), [(b"\xef\xbb\xbf", b"\n"), (b"", b"\r\n"), (b"\xef\xbb\xbf", b"\r\n")])
def test_C030_a_log_that_went_through_an_editor(log: Path, bom: bytes, newline: bytes) -> None:
    log.write_bytes(bom + log.read_bytes().replace(b"\n", newline))
    run = dicecup("replay", "verify", log)
    assert (run.code, run.err) == (0, "")
    assert "58 events" in run.out


def test_C030_a_utf16_file(log: Path) -> None:
    log.write_bytes(log.read_text().encode("utf-16"))
    run = dicecup("replay", "verify", log)
    assert run.code == 4
    assert "the file is UTF-16; save it as UTF-8" in run.out


@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not here")
@pytest.mark.parametrize("how", ["-c", "-cS"])
def test_C035_jq_leaves_a_log_true(log: Path, how: str) -> None:
    again = subprocess.run(["jq", how, "."], input=log.read_bytes(), capture_output=True, check=True).stdout
    log.write_bytes(again)
    assert dicecup("replay", "verify", log).code == 0


def test_the_highest_code_of_several_logs(log: Path, many: Path) -> None:
    Path("torn.jsonl").write_bytes(log.read_bytes()[:-100])
    rewrite(log, 10, move="1x2")
    assert dicecup("replay", "verify", many, log).code == 1
    run = dicecup("replay", "verify", "torn.jsonl", many, log)
    assert run.code == 4
    assert run.lines[-1] == "12 games: 10 true, 2 not"
    assert len(dicecup("replay", "verify", "torn.jsonl", many, log, "--json").records()) == 12


def test_dice_that_are_no_seeds_are_taken_as_given() -> None:
    Path("dice.txt").write_text("A: 6\nB: 4\n")
    dicecup("play", "liars-dice", "--dice", "dice.txt", "--log", "game.jsonl")
    assert "dice taken as given" in dicecup("replay", "verify", "game.jsonl").out


@pytest.mark.parametrize("command", ["show", "verify"])
def test_what_is_no_file(command: str) -> None:
    Path("folder").mkdir()
    for name, said in (("nosuch.jsonl", "no file nosuch.jsonl"), ("folder", "is a folder"), ("a\x00b", "null")):
        run = dicecup("replay", command, name)
        assert (run.code, run.out) == (2, "")
        assert said in run.problem()


@pytest.mark.parametrize("command", ["show", "verify"])
def test_a_file_that_may_not_be_read(command: str, log: Path) -> None:
    log.chmod(0)
    if os.access(log, os.R_OK):  # root may read everything; the kernel's own memory refuses it too
        path = Path("/proc/self/mem")
        if not path.exists():
            pytest.skip("every file can be read here")
        run = dicecup("replay", command, path)
        assert run.code == 4
    else:
        run = dicecup("replay", command, log)
        assert run.code == 2
    assert "cannot" in run.out + run.err
    assert "Traceback" not in run.err


def test_a_name_that_is_no_utf8(log: Path) -> None:
    name = os.fsdecode(b"b\xff.jsonl")
    shutil.copy(log, name)
    run = process("replay", "verify", name, "--json")
    assert run.code == 0
    assert strict(run.out)["ok"] is True
    assert process("replay", "verify", name).out.startswith("b\\udcff.jsonl: true")


@pytest.mark.parametrize("dice", [None, 5, "3 4", {"A": 1}])
def test_a_cup_whose_dice_are_damaged_is_shown_to_another_seat_without_them(dice: object, log: Path) -> None:
    rewrite(log, 6, dice=dice)
    for more in ((), ("--json",)):
        run = dicecup("replay", "show", log, "--as", "B", *more)
        assert run.code == 0
        assert "3 4" not in run.lines[5]

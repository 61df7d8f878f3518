"""`dicecup replay diff`: what a person reads, what a program gets, exit codes, and how much memory it takes (C034, C036)."""

from __future__ import annotations

import io
import json
import tracemalloc
from pathlib import Path

import pytest
from command_line import dicecup, process

from dicecup.cli.commands.replay.inline_diff import marked
from dicecup.engine.replay.diff import compare


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def play(name: str, *options: object) -> Path:
    assert dicecup("play", "perudo", "--seed", 7, *options, "--log", name).code in (0, 1)
    return Path(name)


@pytest.fixture
def a() -> Path:
    return play("a.jsonl")


def test_the_same(a: Path) -> None:
    run = dicecup("replay", "diff", a, a)
    assert (run.code, run.lines, run.err) == (0, ["The same: 85 events"], "")
    assert dicecup("replay", "diff", a, a, "-q").out == ""
    (sum_,) = dicecup("replay", "diff", a, a, "--json").records()
    assert (sum_["same"], sum_["differ"], sum_["first"], sum_["events"]) == (True, 0, None, {"a": 85, "b": 85})


def test_C036_stamps_and_spelling_are_of_no_account(a: Path) -> None:
    play("b.jsonl", "--stamp")
    spelled = "".join(json.dumps(json.loads(line)) + "\r\n" for line in a.read_text().splitlines())
    Path("c.jsonl").write_bytes(spelled.encode())
    for other in ("b.jsonl", "c.jsonl"):
        assert dicecup("replay", "diff", a, other).code == 0


def test_a_decision_as_a_person_reads_it(a: Path) -> None:
    play("b.jsonl", "--seat", "random", "--seat", "basic")
    run = dicecup("replay", "diff", a, "b.jsonl", "--later", 1)
    assert (run.code, run.err) == (1, "")
    assert run.lines == [
        "--- a.jsonl",
        "+++ b.jsonl",
        "The headers differ:",
        "  seats.A.name   [-basic-] {+random+}",
        "  seats.A.agent  [-basic-] {+random+}",
        "First difference: event 7, in round 1",
        "  Round 1: A 5 dice, B 5 dice",
        "    A basic  throws 3 5 3 4 3 under the cup",
        "    B basic  throws 2 4 6 5 6 under the cup",
        "    (after event 6 A is to decide)",
        "-    7: A basic bids [-1x3-]",
        "+    7: A basic bids {+2x3+}",
        "Cause: decision of A in round 1: the game stood the same, and another move was",
        "       made",
        "50 moves were legal: 1x2, 1x3, 1x4, 1x5, 1x6, 2x2, 2x3, 2x4, ...",
        "Later difference 1: event 8, in round 1",
        "-    8: B basic bids [-2x2-]",
        "+    8: B basic bids {+2x6+}",
    ]
    colored = dicecup("replay", "diff", a, "b.jsonl", "--color", "always").out
    assert "\x1b[31m-    7: A basic bids [-1x3-]" in colored
    (game, _) = dicecup("replay", "diff", a, "b.jsonl", "--json").records()
    assert game["cause"]["kind"] == "decision"
    assert game["first"]["fields"] == [{"path": "move", "a": "1x3", "b": "2x3"}]


@pytest.mark.parametrize("columns", [40, 60, 100])
def test_no_line_is_wider_than_the_terminal(a: Path, columns: int) -> None:
    play("b.jsonl", "--set", "wild_face=none", "--name", "A=Somebody with a rather long name")
    run = dicecup("replay", "diff", a, "b.jsonl", env={"COLUMNS": str(columns)})
    assert max(map(len, run.lines)) <= columns


def test_nothing_in_a_log_acts_on_the_terminal(a: Path) -> None:
    text = (
        a.read_text()
        .replace('"name":"basic"', '"name":"\\u001b[31mred"')
        .replace('"move":"2x2"', '"move":"\\u001b]2x2"')
    )
    Path("b.jsonl").write_text(text)
    run = dicecup("replay", "diff", a, "b.jsonl")
    assert run.code == 1
    assert "\x1b" not in run.out + run.err


def test_many_games_are_summed_up() -> None:
    for name, more, code in (("a.jsonl", (), 0), ("b.jsonl", ("--set", "max_rounds=8"), 1)):  # which aborts some
        games = ("--games", 40, "--seed", 7, *more)
        assert dicecup("playtest", "run", "perudo", *games, "--log", name).code == code
    run = dicecup("replay", "diff", "a.jsonl", "b.jsonl")
    assert run.code == 1
    *_, last = run.out.split("\n\n")
    assert "40 of 40 games differ, " in last
    assert "in their headers only; first cause: rules (rules.max_rounds) in round" in " ".join(last.split())
    *games, sum_ = dicecup("replay", "diff", "a.jsonl", "b.jsonl", "--json").records()
    assert len(games) == sum_["differ"] == sum(sum_["causes"].values()) == 40
    assert set(sum_["causes"]) == {"header", "rules"}
    assert sum_["first"]["game"] == next(game["game"] for game in games if game["cause"])
    number = sum_["first"]["game"]
    one = dicecup("replay", "diff", "a.jsonl", "b.jsonl", "--game", number)
    assert f"First difference of game {number}: event " in one.out
    assert dicecup("replay", "diff", "a.jsonl", "b.jsonl", "--game", 40).code == 2


def test_standard_input_may_be_either(a: Path) -> None:
    for files in (("-", a), (a, "-")):
        run = process("replay", "diff", *files, stdin=a.read_bytes())
        assert (run.code, run.out) == (0, "The same: 85 events\n")
    assert dicecup("replay", "diff", "-", "-").code == 2


def test_damage_and_missing_ends_are_4_and_still_compared(a: Path) -> None:
    data = a.read_bytes()
    Path("b.jsonl").write_bytes(data[:3000])
    run = dicecup("replay", "diff", a, "b.jsonl")
    assert run.code == 4
    assert run.err.splitlines() == [
        "dicecup: b.jsonl:27: the last line is cut off",
        "dicecup: b.jsonl: game 0: the game has no end",
    ]
    assert "Cause: result in round 3: the second log has no such event" in run.out
    Path("c.jsonl").write_text("")
    assert dicecup("replay", "diff", a, "c.jsonl").problem() == "dicecup: c.jsonl: there is no game in this file"
    assert dicecup("replay", "diff", a, "c.jsonl").code == 4
    for name in ("absent.jsonl", "."):
        assert dicecup("replay", "diff", a, name).code == 2


def test_C034_memory_does_not_grow_with_the_log(a: Path) -> None:
    def peak(data: bytes) -> int:
        tracemalloc.start()
        try:
            found = [one.same for one in compare(io.BytesIO(data), io.BytesIO(data))]
            assert all(found)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    data = a.read_bytes()
    peak(data)  # what is loaded at first
    assert peak(data * 100) < peak(data * 10) + 100_000


def test_marks() -> None:
    assert marked("A bids 1x3", "A bids 2x3") == ("A bids [-1x3-]", "A bids {+2x3+}")
    assert marked("  shows 1 2 3", "  shows 1 3") == ("  shows 1 [-2-] 3", "  shows 1 3")
    assert marked("", "all of it") == ("", "{+all of it+}")
    assert marked("same", "same") == ("same", "same")


def test_diff_step_and_fork_count_events_in_one_way(a: Path) -> None:
    """The number before an event that differs is where `step` finds it, and what `fork --at` keeps as its last."""
    play("b.jsonl", "--seat", "random", "--seat", "basic")
    run = dicecup("replay", "diff", a, "b.jsonl")
    (number,) = {line.split()[1].rstrip(":") for line in run.lines if line.startswith(("- ", "+ "))}
    assert f"First difference: event {number}, in round 1" in run.lines
    assert f"[{number} of 85, round 1]" in dicecup("replay", "step", a, stdin=f"goto {number}\n").lines
    fork = dicecup("replay", "fork", a, "--at", number, "--seat", "A=random", "--log", "f.jsonl", "-q")
    assert fork.code == 0
    shared = [json.loads(line) for line in Path("f.jsonl").read_text().splitlines()[1 : int(number) + 1]]
    assert [event["n"] for event in shared] == [*range(1, int(number) + 1)]
    assert shared[-1] == json.loads(a.read_text().splitlines()[int(number)])


@pytest.mark.parametrize("at", [0, 7, 84, 85])
def test_a_fork_that_goes_as_its_parent_did_is_the_same_game(a: Path, at: int) -> None:
    assert dicecup("replay", "fork", a, "--at", at, "--log", "f.jsonl", "-q").code == 0
    run = dicecup("replay", "diff", a, "f.jsonl")
    assert (run.code, run.lines) == (0, ["The same: 85 events"])
    assert dicecup("replay", "fork", "f.jsonl", "--at", 7, "--log", "g.jsonl", "-q").code == 0
    assert dicecup("replay", "diff", "g.jsonl", "f.jsonl").code == 0


def test_a_fork_with_another_seat_differs_in_that_alone(a: Path) -> None:
    assert dicecup("replay", "fork", a, "--at", 7, "--seat", "A=random", "--log", "f.jsonl", "-q").code == 0
    record = dicecup("replay", "diff", a, "f.jsonl", "--json").records()[0]
    assert [one["path"] for one in record["header"]] == ["seats.A.name", "seats.A.agent"]

"""`dicecup replay fork`: who plays on, with what moves and dice, where the log goes, and what is refused (C059)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from command_line import Terminal, dicecup, process
from logs import records


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def log() -> Path:
    """Game 0 of seed 7: 58 events."""
    assert dicecup("play", "liars-dice", "--seed", 7, "--log", "game.jsonl").code == 0
    return Path("game.jsonl")


def moves(log: Path, after: int = 0, seat: str = "") -> list[str]:
    return [
        event["move"]
        for event in records(log)[1:]
        if event["n"] > after and event["type"] == "move" and "auto" not in event and seat in ("", event["seat"])
    ]


def told(log: Path) -> list[dict[str, Any]]:
    return [{**event, "check": 0} for event in records(log)[1:]]


def test_the_same_moves_give_the_original_tail(log: Path) -> None:
    for at in (0, 4, 9, 25, 57, 58):
        for script in (True, False):
            Path("moves.txt").write_text("".join(f"{move}\n" for move in moves(log, at)))
            options = ("--moves", "moves.txt") if script and at < 57 else ()
            run = dicecup("replay", "fork", log, "--at", at, *options, "--log", "fork.jsonl", "--force")
            assert run.code == 0, run.err
            assert told(Path("fork.jsonl")) == told(log)
            assert records(Path("fork.jsonl"))[0]["parent"] == {"check": records(log)[-1]["check"], "at": at}
            assert dicecup("replay", "verify", "fork.jsonl").code == 0


def test_a_script_moves_for_everybody_and_then_the_bots_go_on(log: Path) -> None:
    Path("moves.txt").write_text("B: liar\n")
    assert dicecup("replay", "fork", log, "--at", 7, "--moves", "moves.txt", "--log", "fork.jsonl").code == 0
    events = records(Path("fork.jsonl"))
    assert events[1:8] == records(log)[1:8]
    assert (events[8]["seat"], events[8]["move"]) == ("B", "liar")
    assert events[-1]["end"] == "won"
    diff = dicecup("replay", "diff", log, "fork.jsonl")
    assert "Cause: decision of B in round 1" in diff.out


def test_a_fork_of_a_fork(log: Path) -> None:
    assert dicecup("replay", "fork", log, "--at", 20, "--log", "one.jsonl").code == 0
    assert dicecup("replay", "fork", "one.jsonl", "--at", 30, "--log", "two.jsonl").code == 0
    assert told(Path("two.jsonl")) == told(log)
    assert records(Path("two.jsonl"))[0]["parent"]["check"] == records(Path("one.jsonl"))[-1]["check"]


def test_the_same_dice_whoever_plays(log: Path) -> None:
    assert dicecup("replay", "fork", log, "--at", 0, "--seat", "B=random", "--log", "fork.jsonl").code == 0
    head, *events = records(Path("fork.jsonl"))
    assert [seat["agent"] for seat in head["seats"]] == ["basic", "random"]
    first = [[event["dice"] for event in one if event["type"] == "roll"][:4] for one in (events, records(log))]
    assert first[0] == first[1]


def test_a_person_plays_on(log: Path) -> None:
    Path("moves.txt").write_text("".join(f"{move}\n" for move in moves(log, 9, "A")))
    line = ("replay", "fork", log, "--at", 9, "--seat", "A=human", "--log", "fork.jsonl", "--force")
    assert dicecup(*line, "--moves", "moves.txt").code == 0
    assert told(Path("fork.jsonl")) == told(log)
    assert dicecup(*line, stdin=Path("moves.txt").read_bytes()).code == 0
    assert told(Path("fork.jsonl")) == told(log)
    with Terminal("replay", "fork", log.absolute(), "--at", 9, "--seat", "A=human") as terminal:
        terminal.shows("Player A> ")
        terminal.type("quit")
        assert terminal.ends() == 0
        assert "(3 events before)" in terminal.screen
        assert "throws 5 dice under the cup" in terminal.screen


def test_a_script_of_dice_to_come(log: Path) -> None:
    throws = [event for event in records(log)[1:] if event["type"] == "roll" and event["n"] > 20]
    lines = [f"{event['seat']}: {' '.join(map(str, event['dice']))}\n" for event in throws]
    Path("dice.txt").write_text("".join(lines))
    assert dicecup("replay", "fork", log, "--at", 20, "--dice", "dice.txt", "--log", "fork.jsonl").code == 0
    head, *events = records(Path("fork.jsonl"))
    assert head["dice"] == "scripted"
    assert [event | {"check": 0} for event in events] == told(log)
    again = dicecup("replay", "fork", "fork.jsonl", "--at", 20, "--log", "seeded.jsonl")
    assert again.code == 0
    assert records(Path("seeded.jsonl"))[0]["dice"] == "scripted"  # as given: the first of them were
    assert told(Path("seeded.jsonl")) == told(log)
    assert "dice taken as given" in dicecup("replay", "verify", "seeded.jsonl").out


def test_C059_the_parent_is_never_written_to(log: Path) -> None:
    before = log.read_bytes()
    Path("link.jsonl").symlink_to("game.jsonl")
    os.link("game.jsonl", "hard.jsonl")
    for out in ("game.jsonl", "./game.jsonl", log.absolute(), "link.jsonl", "hard.jsonl"):
        for options in ((), ("--force",)):
            run = dicecup("replay", "fork", log, "--at", 5, "--log", out, *options)
            assert run.code == 5
            assert run.problem().startswith(f"dicecup: {Path(out)} is an input itself")
    assert dicecup("replay", "fork", "link.jsonl", "--at", 5, "--log", "game.jsonl", "--force").code == 5
    assert log.read_bytes() == before
    Path("other.jsonl").write_text("kept")
    assert dicecup("replay", "fork", log, "--at", 5, "--log", "other.jsonl").code == 5
    assert Path("other.jsonl").read_text() == "kept"


def test_one_game_of_many() -> None:
    assert dicecup("playtest", "run", "liars-dice", "--games", 5, "--seed", 7, "--log", "many.jsonl").code == 0
    assert "choose one with --game" in dicecup("replay", "fork", "many.jsonl", "--at", 3).problem()
    assert (
        "has no game 9; it has 0, 1, 2, 3 and 4" in dicecup("replay", "fork", "many.jsonl", "--at", 3, "--game", 9).err
    )
    assert dicecup("replay", "fork", "many.jsonl", "--at", 3, "--game", 2, "--log", "fork.jsonl").code == 0
    assert records(Path("fork.jsonl"))[0]["game"] == 2
    assert dicecup("replay", "diff", "many.jsonl", "fork.jsonl", "--game", 2, "--json").code == 0


def test_a_log_through_a_pipe(log: Path) -> None:
    run = process("replay", "fork", "-", "--at", 9, "--json", stdin=log.read_bytes())
    assert run.code == 0
    assert [event | {"check": 0} for event in run.records()[1:]] == told(log)
    assert dicecup("replay", "fork", "-", "--at", 9, "--moves", "-").code == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--at", "59"], "its events are 1 to 58"),
        (["--at", "x"], "'x' is no number"),
        ([], "--at is missing"),
        (["--at", "5", "--seat", "random"], "name the seat too"),
        (["--at", "5", "--seat", "C=random"], "nobody sits there"),
        (["--at", "5", "--seat", "A=nosuch"], "there is no bot 'nosuch'"),
        (["--at", "5", "--as", "C"], "nobody sits there"),
        (["--at", "5", "--moves", "absent.txt"], "no such file"),
    ],
)
def test_what_cannot_be_asked(log: Path, options: list[str], words: str) -> None:
    run = dicecup("replay", "fork", log, *options)
    assert run.code == 2
    assert words in run.problem()


def test_where_a_game_was_left_there_is_no_going_on_but_before(log: Path) -> None:
    Path("moves.txt").write_text("1x2\n")
    line = ("play", "liars-dice", "--seed", 7, "--seat", "human", "--seat", "basic", "--moves", "moves.txt")
    assert dicecup(*line, "--log", "left.jsonl").code == 1
    last = records(Path("left.jsonl"))[-1]["n"]
    run = dicecup("replay", "fork", "left.jsonl", "--at", last)
    assert run.code == 2
    assert f"--at {last - 1} plays on from before it" in run.problem()
    assert dicecup("replay", "fork", "left.jsonl", "--at", last - 1, "--seat", "A=basic").code == 0


def test_moves_that_do_not_fit_are_told_with_their_line(log: Path) -> None:
    Path("moves.txt").write_text("# nothing\n1x1\n")
    run = dicecup("replay", "fork", log, "--at", 9, "--moves", "moves.txt", "--log", "fork.jsonl")
    assert run.code == 1
    assert "moves.txt:2: " in run.err
    assert records(Path("fork.jsonl"))[-1]["end"] == "abandoned"
    Path("moves.txt").write_text("".join(f"{move}\n" for move in [*moves(log, 9), "liar"]))
    run = dicecup("replay", "fork", log, "--at", 9, "--moves", "moves.txt")
    assert run.code == 1
    assert "the game is over, but the script goes on with liar" in run.err

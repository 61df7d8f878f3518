"""Forks: every event of every golden log is a place to go on from, and the same moves give the same game again."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from command_line import dicecup
from logs import GOLDEN, data, records, stream

from dicecup.cli.base.errors import code_of
from dicecup.engine.log.log import dump
from dicecup.engine.match.dice_source import Seeded
from dicecup.engine.match.match import Seat
from dicecup.engine.replay.fork import CannotGoOn, fork, games, resume, source
from dicecup.engine.replay.verify import verify


def forked(log: list[dict[str, Any]], at: int, **options: Any) -> Any:
    opened = stream(log)
    (found,) = games(opened)
    return fork(opened, found, at, **options)


def went_on(begun: Any, log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The records of a taken-up game, played to its end with the moves of a log."""
    match = begun.match
    decisions = sum(event["type"] == "move" and "auto" not in event for event in match.events)
    moves = [event["move"] for event in log[1:] if event["type"] == "move" and "auto" not in event][decisions:]
    match.throws = Seeded(begun.header["seed"], begun.header["game"])
    match.advance()
    for move in moves:
        match.play(move)
    return [begun.header, *match.events]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_fork_at_any_event_with_the_same_moves_is_the_same_game(path: Path) -> None:
    log = records(path)
    if log[0]["dice"] != "seeded" or any(event["type"] == "undo" for event in log[1:]):
        pytest.skip("the dice or the moves of this log are not simply in a row")
    step = max(1, (len(log) - 1) // 8)
    for at in sorted({*range(0, len(log), step), len(log) - 2, len(log) - 1}):
        again = went_on(forked(log, at), log)
        assert again[0]["parent"] == {"check": log[-1]["check"], "at": at}
        assert [event | {"check": 0} for event in again[1:]] == [event | {"check": 0} for event in log[1:]], at
    (verdict,) = verify(io.BytesIO(b"".join(map(dump, again))))
    assert verdict.ok
    assert verdict.events == len(log) - 1


def played(*options: object) -> list[dict[str, Any]]:
    return dicecup("play", "liars-dice", "--seed", 7, *options, "--json").records()


def test_the_parents_check_is_that_of_its_records_where_it_has_no_end() -> None:
    log = played()
    assert forked(log[:-1], 9).header["parent"]["check"] == log[-1]["check"]
    torn = io.BytesIO(data(log)[:-30])
    assert fork(torn, games(torn)[0], 9).header["parent"]["check"] == log[-1]["check"]


def test_another_line_up_plays_on_in_the_same_seats() -> None:
    log = played()
    begun = forked(log, 9, seats=[Seat("Ann", "human"), Seat("basic", "basic")])
    assert [seat["name"] for seat in begun.header["seats"]] == ["Ann", "basic"]
    assert begun.match.events[:9] == log[1:10]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("seeded", "seeded", "seeded"),
        ("seeded", "manual", "manual"),
        ("seeded", "manual-people", "manual-people"),
        ("seeded", "scripted", "scripted"),
        ("scripted", "seeded", "scripted"),
        ("manual", "seeded", "manual"),
        ("manual-people", "seeded", "manual-people"),
        ("manual", "manual-people", "manual"),
        ("scripted", "manual-people", "scripted"),
        ("manual-people", "manual", "manual"),
        ("manual", "scripted", "scripted"),
    ],
)
def test_a_header_promises_seeded_dice_only_where_they_are(before: str, after: str, said: str) -> None:
    assert source(before, after) == said


@pytest.mark.parametrize("at", [-1, 59, 10**6])
def test_there_must_be_such_an_event(at: int) -> None:
    with pytest.raises(CannotGoOn, match="its events are 1 to 58") as refused:
        forked(played(), at)
    assert code_of(refused.value) == 2


def test_a_log_that_is_not_true_is_refused_with_its_line_and_code() -> None:
    log = played()
    with pytest.raises(CannotGoOn, match=r"not true \(cut\)") as refused:
        forked([*log[:20], *log[21:]], 5)
    assert (code_of(refused.value), refused.value.line) == (1, 21)
    lines = data(log).splitlines(keepends=True)
    broken = io.BytesIO(b"".join([*lines[:20], b"{\n", *lines[20:]]))
    with pytest.raises(CannotGoOn, match="unreadable record") as refused:
        fork(broken, games(broken)[0], 5)
    assert (code_of(refused.value), refused.value.line) == (4, 21)


def test_a_log_for_one_seat_has_no_dice_to_go_on_with() -> None:
    for take_up in (lambda opened, found: fork(opened, found, 5), resume):
        opened = stream(played("--as", "B"))
        with pytest.raises(CannotGoOn, match="made for seat B"):
            take_up(opened, games(opened)[0])


def test_a_torn_header_is_no_game_to_resume() -> None:
    opened = io.BytesIO(data(played())[:200])
    with pytest.raises(CannotGoOn, match="torn line"):
        resume(opened, games(opened)[-1])

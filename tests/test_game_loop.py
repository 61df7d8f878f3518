"""Whole games in one function, which is handed who decides; single steps; a full trace; and results as rows."""

from array import array
from io import BytesIO

import pytest
from liars_scene import Scene, definition

from dicecup.engine import load
from dicecup.engine.core.kernel import PLAIN
from dicecup.engine.core.philox import TABLE_ADDRESS, dice_key, throw
from dicecup.engine.games.base import (
    ABANDONED,
    ABORTED,
    DRAW,
    FORFEIT,
    LETTERS,
    MOVE,
    ROWS,
    RUNNING,
    TABLE,
    WON,
    Throw,
    Trace,
    emit,
)
from dicecup.engine.games.base.game_loop import game_loop, note_move, throw_due
from dicecup.engine.games.base.results import MOVES, ROUNDS, Results, from_bytes, row_of, to_bytes, width
from dicecup.engine.games.registry import family
from dicecup.engine.match.match import Match, Seat, header, rules_of
from dicecup.engine.playtest.block import plain_block
from dicecup.engine.playtest.plan import Plan, open_game
from dicecup.engine.replay import fast_verify
from dicecup.engine.replay.verify import judge, verify

LIARS = family("liars")
SEATED = [Seat(letter, "human") for letter in LETTERS]


def first_of(s, r, legal, context):
    """Makes the first legal move, as often as `context` allows."""
    left = context[0]
    left[0] -= 1
    return LIARS.legal_nth(s, r, 0) if left[0] >= 0 else -1


def looped(decisions, seats=2):
    """A game of liar's dice after so many decisions: whether it was played to its end, and its state and trace."""
    s, t = LIARS.State(), Trace()
    s.seats, s.game, t.on = seats, 3, 1
    rules = rules_of(load("liars-dice"))
    ended = game_loop(LIARS, first_of)(s, rules, t, Throw(), *dice_key("loop"), ([decisions],))
    return ended, s, t


def test_a_game_that_is_decided_goes_to_its_end():
    ended, s, t = looped(10_000)
    assert ended
    assert s.end == WON
    assert sum(row[0] == MOVE for row in t.rows[: t.n]) == s.moves


def test_a_game_that_nobody_decides_is_left_as_it_stands():
    ended, s, t = looped(4)
    assert not ended
    assert (s.end, s.moves, s.dice) == (RUNNING, 4, 0)
    assert [row[0] for row in t.rows[: t.n]].count(MOVE) == 4


def test_a_match_that_goes_step_by_step_plays_the_same_game():
    _, s, t = looped(10_000)
    plan = load("liars-dice")
    match = Match(plan, header(plan, SEATED[:2], "loop", 3))

    def thrown(due):
        return throw("loop", 3, due.round, due.address, due.throw, len(due.names), due.count)

    steps = 0
    while not match.over:
        assert match.step(thrown, lambda: match.legal_actions()[0])
        steps += 1
    assert match.state.values() == s.values()
    told = LIARS.events(t.rows[: t.n], s, match.rules)
    assert [{"n": n, **event} for n, event in enumerate(told, 1)] == match.events[:-1]
    assert steps > s.moves


def test_a_step_that_nobody_decides_changes_nothing():
    match = Scene()
    before = match.state.values(), match.count
    assert match.turn is not None
    assert not match.step(pytest.fail)
    assert (match.state.values(), match.count) == before


def test_dice_come_from_the_address_of_the_throw_that_is_due():
    s, d = LIARS.State(), Throw()
    s.game, s.round, s.dice, s.sides = 5, 2, 4, 6
    for thrower, address in ((1, 1), (TABLE, TABLE_ADDRESS)):
        s.thrower, s.throws[thrower] = thrower, 7
        throw_due(s, d, *dice_key("x"))
        assert d.die[:4] == throw("x", 5, 2, address, 7, 6, 4)


@pytest.mark.parametrize(("auto", "decisions"), [(0, 1), (1, 0)])
def test_a_move_is_counted_and_reported(auto, decisions):
    s, t = LIARS.State(), Trace()
    s.turn, t.on, t.round = 1, 1, 9
    note_move(s, t, 77, auto)
    assert (s.moves, s.decisions[1], t.rows[: t.n]) == (1, decisions, [[MOVE, 1, 77, auto, 9]])


# ---- the trace has room for so many rows


def test_rows_without_room_are_counted_and_not_written():
    t = Trace()
    t.on, t.n = 1, ROWS - 1
    emit(t, MOVE, 0, 1, 2)
    assert (t.n, t.rows[ROWS - 1]) == (ROWS, [MOVE, 0, 1, 2, 0])
    emit(t, MOVE, 0, 3, 4)
    assert (t.n, len(t.rows)) == (ROWS + 1, ROWS)


def test_a_game_with_more_rows_than_the_trace_holds_is_judged_record_by_record(monkeypatch):
    log = plain_block(Plan(load("liars-dice"), ("basic", "basic"), 2, "long"), 0, 2, log=True).log
    monkeypatch.setattr(fast_verify, "ROWS", 10)
    asked = []
    monkeypatch.setattr("dicecup.engine.replay.verify.judge", lambda game: asked.append(game) or judge(game))
    assert [verdict.ok for verdict in verify(BytesIO(log), mode=PLAIN)] == [True, True]
    assert len(asked) == 2


# ---- rows of results


@pytest.mark.parametrize(("end", "winners"), [(WON, 0b101), (FORFEIT, 0b101), (DRAW, 0), (ABORTED, 0), (ABANDONED, 0)])
def test_a_row_holds_the_result_of_a_game(end, winners):
    s = LIARS.State()
    s.seats, s.game, s.end, s.round, s.moves = 3, 2**40, end, 12, 34
    s.place[:3], s.score[:3] = [1, 3, 1], [5, 0, -2]
    row = row_of(s)
    assert row == [2**40, end, winners, 1, 5, 3, 0, 1, -2, 12, 34]
    assert (len(row), row[ROUNDS], row[MOVES]) == (width(3), 12, 34)
    assert to_bytes(array("q", row)) == b"".join(value.to_bytes(8, "little", signed=True) for value in row)


def test_rows_are_read_by_column():
    plan = Plan(definition("liars-dice", 3), ("basic", "random", "random"), 5, "rows", first=7)
    results = Results(from_bytes(plain_block(plan, 7, 5).rows, fast=False), 3)
    ends = [open_game(plan, number).events for number in range(7, 12)]
    assert (len(results), list(results.games), list(results.ends)) == (5, [*range(7, 12)], [WON] * 5)
    assert list(results.winners) == [sum(1 << LETTERS.index(w) for w in end[-1]["winners"]) for end in ends]
    assert list(results.rounds) == [end[-1]["round"] for end in ends]
    assert list(results.moves) == [sum(event["type"] == "move" for event in end) for end in ends]
    for p, letter in enumerate("ABC"):
        assert list(results.places(p)) == [end[-1]["places"][letter] for end in ends]
        assert list(results.scores(p)) == [end[-1]["scores"][letter] for end in ends]

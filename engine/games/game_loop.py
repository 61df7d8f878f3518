"""Many games of one line-up from one function, in plain or compiled mode: the inner loop of playtests and benchmarks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.philox import fill
from dicecup.engine.games.base import FORFEIT, MOVE, SEATS, TABLE, WON, Family, emit, give_up

TABLE_ADDRESS = 255


def player(family: Family, choose: Callable[..., int]) -> Callable[..., None]:
    """The function `play(S, V, R, T, D, keys, lineup, first, games, out)` of a family and its bots.

    It plays games `first`, `first + 1`, ... and writes one row of `out` for each: game, end code, winners' bit mask, place and
    score of each seat, rounds, moves. S, R, T and D are arrays of one record, V of one for each seat; `keys[p]` are the bot key
    words of seat p, `keys[SEATS]` those of the dice. A bot that answers below 0 gives its game up.
    """
    start, roll, apply = family.start, family.roll, family.apply
    legal_count, legal_nth, observe, finish = family.legal_count, family.legal_nth, family.observe, family.finish

    def play(S: Any, V: Any, R: Any, T: Any, D: Any, keys: Any, lineup: Any, first: int, games: int, out: Any) -> None:
        s = S[0]
        r = R[0]
        t = T[0]
        d = D[0]
        for i in range(games):
            s.game = first + i
            t.n = 0
            seat_views(V, s, keys)
            start(s, r, t)
            while s.end == 0:
                if s.dice > 0:
                    seat = TABLE_ADDRESS if s.thrower == TABLE else s.thrower
                    throw = s.throws[s.thrower]
                    fill(d, s.dice, s.sides, s.game, s.round, seat, throw, keys[SEATS][0], keys[SEATS][1])
                    roll(s, r, t, d)
                else:
                    p = s.turn
                    legal = legal_count(s, r)
                    auto = 1
                    action = 0
                    if legal == 1:
                        action = legal_nth(s, r, 0)
                    else:
                        auto = 0
                        v = V[p]
                        fill_view(v, s, legal)
                        observe(s, r, v, p)
                        action = choose(v, r, lineup[p])
                        if action < 0:
                            finish(s, r, FORFEIT)
                            give_up(s, p)
                            continue
                        s.decisions[p] += 1
                    emit(t, MOVE, p, action, auto)
                    s.moves += 1
                    apply(s, r, t, action)
            row = out[i]
            row[0] = s.game
            row[1] = s.end
            row[2] = 0
            for p in range(s.seats):
                if (s.end == WON or s.end == FORFEIT) and s.place[p] == 1:
                    row[2] += 1 << p
                row[3 + 2 * p] = s.place[p]
                row[4 + 2 * p] = s.score[p]
            row[3 + 2 * s.seats] = s.round
            row[4 + 2 * s.seats] = s.moves

    return play


@kernel
def seat_views(V: Any, s: Any, keys: Any) -> None:
    """What stays the same in every seat's view during a game."""
    for p in range(s.seats):
        v = V[p]
        v.seat = p
        v.seats = s.seats
        v.game = s.game
        v.domain = 1
        v.key0 = keys[p][0]
        v.key1 = keys[p][1]


@kernel
def fill_view(v: Any, s: Any, legal: int) -> None:
    """What is new in the view of the seat that is to decide, whatever the family."""
    v.round = s.round
    v.turn = s.turn
    v.legal = legal
    v.decision = s.decisions[s.turn]
    v.draws = 0

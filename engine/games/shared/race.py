"""A race to a number of points, tested when a round is over: the highest total wins, and level ones play on.

Totals are `s.score`, which every state has.
"""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.games.base import ORDER, State, Trace, emit


@kernel
def clockwise(s: State, t: Trace, first: int) -> None:
    """Report the playing order: the seats to the left of the first player, around the table."""
    p = first
    for i in range(s.seats):
        emit(t, ORDER, p, i, 0)
        p = left_of(s, p)


@kernel
def left_of(s: State, p: int) -> int:
    """The seat to the left of p."""
    return p + 1 if p + 1 < s.seats else 0


@kernel
def has_winner(s: State, target: int) -> bool:
    """Whether one seat alone has the highest total, and that is at least the target."""
    most = s.score[0]
    level = 1
    for p in range(1, s.seats):
        if s.score[p] > most:
            most = s.score[p]
            level = 1
        elif s.score[p] == most:
            level += 1
    return level == 1 and most >= target


@kernel
def rank(s: State, end: int) -> None:
    """The game ends as `end`: places by total, level totals sharing one."""
    s.end = end
    for p in range(s.seats):
        s.place[p] = 1
        for q in range(s.seats):
            if s.score[q] > s.score[p]:
                s.place[p] += 1

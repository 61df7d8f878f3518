"""What a doubt costs, and how it ends the game (M-R5, M-R6)."""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.games.base import OUT, WON, Trace, emit
from mia_dice.rules import MIA, Rules
from mia_dice.table import LIFE, LIFTED, State


@kernel
def lift(s: State, r: Rules, t: Trace) -> int:
    """The cup is lifted: whoever was wrong loses, and is returned."""
    emit(t, LIFTED, s.holder, s.thrown, s.said - 1)
    loser = s.holder if s.thrown < s.said - 1 else s.turn
    cost = r.mia_costs if s.said - 1 == MIA else 1
    s.lives[loser] -= min(cost, s.lives[loser])
    s.score[loser] = s.lives[loser]
    emit(t, LIFE, loser, s.lives[loser], 0 if loser == s.holder else 1)
    if s.lives[loser] == 0:
        left = alive(s)
        s.place[loser] = left + 1
        emit(t, OUT, loser, left + 1, 0)
        if left == 1:
            finish(s, r, WON)
    return loser


@kernel
def alive(s: State) -> int:
    """Seats that have lives."""
    n = 0
    for p in range(s.seats):
        n += 1 if s.lives[p] > 0 else 0
    return n


@kernel
def finish(s: State, r: Rules, end: int) -> None:
    """The game ends now: those who are left are placed by their lives."""
    s.end = end
    for p in range(s.seats):
        if s.lives[p] > 0:
            s.place[p] = 1
            for q in range(s.seats):
                if s.lives[q] > s.lives[p]:
                    s.place[p] += 1

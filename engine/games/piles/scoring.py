"""What piles and hands score at the end of a round, and how that ends the game. Rule ids: rules.md section 2."""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.games.base import ABORTED, FIRST_KIND, WON, Trace, emit
from dicecup.engine.games.piles.rules import GAME_FLOOR, JOLLY, ROGER, ROUND_FLOOR, Rules
from dicecup.engine.games.piles.table import State, Table, face_on
from dicecup.engine.games.shared.race import has_winner, rank
from dicecup.engine.games.shared.tower import NO_DIE, face_of, kind_of

IN_HAND = 7  # what a Jolly Roger die still in hand costs (D-R17)

# The family's own trace rows: a score, followed by the total and the dice of the pile.
SCORE, TOTAL, PILED = range(FIRST_KIND, FIRST_KIND + 3)


@kernel
def score_round(s: State, r: Rules, t: Trace) -> None:
    """All score, and somebody may have won (D-R3, D-C10, D-C11)."""
    for p in range(s.seats):
        points = value(s, r, p)
        if r.floor == ROUND_FLOOR and points < 0:
            points = 0
        s.score[p] += points
        if r.floor == GAME_FLOOR and s.score[p] < 0:
            s.score[p] = 0
        emit(t, SCORE, p, points, 0)
        emit(t, TOTAL, p, s.score[p], 0)
        if t.on != 0:
            for i in range(s.height[p]):
                emit(t, PILED, p, s.tower[p][i], 0)
    if has_winner(s, r.enough):
        finish(s, r, WON)


@kernel
def value(s: Table, r: Rules, p: int) -> int:
    """What a seat's pile and hand score as they are (D-R13, D-R16, D-R17, D-A10, D-C17), before any floor.

    A Jolly Roger on top is always its owner's, because nobody can take one (D-R14).
    """
    n = s.worth[p]
    if s.height[p] > 0:
        if face_of(s.tower[p][0]) == ROGER:
            n -= r.base_loss
        if face_on(s, p) == ROGER:
            n *= 2
    return n - IN_HAND * at_risk(s, p)


@kernel
def at_risk(s: Table, p: int) -> int:
    """A seat's Jolly Roger dice in hand, one that lies loose included (D-R17, D-C19)."""
    n = s.jolly[p]
    if s.loose[p] != NO_DIE and kind_of(s.loose[p]) == JOLLY:
        n += 1
    return n


@kernel
def abort(s: State, guard: int) -> None:
    """A guard ends the game; nobody has won."""
    s.by = guard
    rank(s, ABORTED)


@kernel
def finish(s: State, r: Rules, end: int) -> None:
    """Places by totals as they stand, level ones sharing a place."""
    rank(s, end)

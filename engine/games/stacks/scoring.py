"""What a round of Stacked Dice scores, and how it ends the game. Rule ids are those of rules.md section 3."""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.games.base import ABORTED, FIRST_KIND, WON, Trace, emit
from dicecup.engine.games.shared.race import has_winner, left_of, rank
from dicecup.engine.games.stacks.rules import ROLL, ROUND_WINNER, SAME, Rules
from dicecup.engine.games.stacks.table import State, holder_of

# The family's own trace rows: a seat's score of a round, followed by a row for each stack it is on top of.
SCORE, TOP = range(FIRST_KIND, FIRST_KIND + 2)


@kernel
def score_round(s: State, r: Rules, t: Trace) -> None:
    """Every stack scores for its top die; somebody has won, or the next first player is named (S-R13, S-R16, S-A12)."""
    most = s.starter
    p = s.starter
    for _ in range(s.seats):
        if s.points[p] > s.points[most]:
            most = p
        p = left_of(s, p)
    for p in range(s.seats):
        s.score[p] += s.points[p]
        if t.on != 0:
            emit(t, SCORE, p, s.points[p], s.score[p])
            for k in range(s.begun):
                if holder_of(s, k) == p:
                    emit(t, TOP, p, k, 0)
    if has_winner(s, r.target):
        rank(s, WON)
    # S-A9; level round winners: the first met clockwise from the last first player (S-E20).
    elif r.next_starter == ROUND_WINNER:
        s.starter = most
    elif r.next_starter != SAME and r.next_starter != ROLL:
        s.starter = left_of(s, s.starter)


@kernel
def abort(s: State, r: Rules, guard: int) -> None:
    """A guard ends the game; nobody has won."""
    s.by = guard
    finish(s, r, ABORTED)


@kernel
def finish(s: State, r: Rules, end: int) -> None:
    """The game ends now: places by the totals of the rounds scored."""
    rank(s, end)

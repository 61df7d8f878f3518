"""The course of Mia: throw, say, answer (M-R1 to M-R4), and who sees what."""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.philox import draw
from dicecup.engine.games.base import HELD, ROUND, RUNNING, Throw, Trace, begin, due, emit, new_count, thrown
from dicecup.engine.games.shared.race import left_of
from mia_dice.moves import DOUBT, SAY, THROW
from mia_dice.rules import THROWS, Rules
from mia_dice.scoring import lift
from mia_dice.table import FOR_CUP, State, View


@kernel
def start(s: State, r: Rules, t: Trace) -> None:
    """A new game; seat A begins."""
    begin(s, t)
    for p in range(s.seats):
        s.lives[p] = r.lives
        s.score[p] = r.lives
    begin_round(s, t, 0)


@kernel
def begin_round(s: State, t: Trace, first: int) -> None:
    """Nothing has been said; the first seat throws (M-R1)."""
    s.round += 1
    t.round = s.round
    new_count(s)
    emit(t, ROUND, first, 0, 0)
    for p in range(s.seats):
        if s.lives[p] > 0:
            emit(t, HELD, p, 2, 0)
    s.said = 0
    take_cup(s, first)


@kernel
def take_cup(s: State, p: int) -> None:
    """A seat throws both dice under the cup; what lay there counts no more."""
    s.holder = p
    s.thrown = 0
    s.answers = 0
    s.turn = p
    due(s, p, 2, 6, 0, FOR_CUP)


@kernel
def roll(s: State, r: Rules, t: Trace, d: Throw) -> None:
    """The throw has come up; its seat says what it is, or what it is not."""
    thrown(s, t, d)
    s.thrown = r.value[6 * d.die[0] + d.die[1]]


@kernel
def apply(s: State, r: Rules, t: Trace, action: int) -> None:
    """The seat in turn says a value, or answers one."""
    if action >= SAY:
        s.said = action - SAY + 1
        s.answers = 1
        s.turn = next_alive(s, s.turn)
    elif action == THROW:
        take_cup(s, s.turn)
    elif action == DOUBT:
        loser = lift(s, r, t)
        if s.end == RUNNING:
            begin_round(s, t, loser if s.lives[loser] > 0 else next_alive(s, loser))


@kernel
def next_alive(s: State, p: int) -> int:
    """The next seat to the left that has lives."""
    q = left_of(s, p)
    while s.lives[q] == 0:
        q = left_of(s, q)
    return q


@kernel
def observe(s: State, r: Rules, v: View, seat: int) -> None:
    """Fill a view: the value under the cup is known to whoever threw it."""
    v.holder = s.holder
    v.said = s.said
    v.answers = s.answers
    v.own = s.thrown + 1 if s.holder == seat and s.dice == 0 and s.end == RUNNING else 0
    for p in range(s.seats):
        v.lives[p] = s.lives[p]


@kernel
def redeal(s: State, r: Rules, v: View) -> None:
    """Throw again what is under the cup, unless the seat of `v` has thrown it."""
    if s.holder != v.seat and s.dice == 0:
        s.thrown = r.value[draw(v, THROWS)]

"""The course of Stacked Dice as kernels: start rolls, rounds, throws and laps, and what a seat sees of them.

Rule ids are those of rules.md section 3. A decision is always the same one: which free die to lay on what, or to pass.
"""

from __future__ import annotations

from typing import Any

from dicecup.engine.core.kernel import kernel
from dicecup.engine.games.base import HELD, ROUND, RUNNING, TIE, Throw, Trace, begin, due, emit, new_count, thrown
from dicecup.engine.games.shared.race import clockwise, left_of
from dicecup.engine.games.shared.tower import die_of, lay
from dicecup.engine.games.stacks.moves import ON_STACK, PASS, laid_target, laid_value
from dicecup.engine.games.stacks.options import MAX_OPENING_TIES, MAX_THROWS
from dicecup.engine.games.stacks.rules import ROLL, Rules
from dicecup.engine.games.stacks.scoring import abort, score_round
from dicecup.engine.games.stacks.table import (
    FOR_LAP,
    FOR_ORDER,
    MAX_ROUNDS,
    OPENING,
    THROWS,
    WIDE,
    State,
    Table,
    View,
    clear_table,
    count_top,
    lie_free,
    take_back,
    take_free,
)

A_TURN, A_THROW, A_SCORE = range(3)  # what follows a turn


# ---- who starts


@kernel
def start(s: State, r: Rules, t: Trace) -> None:
    """A new game: every seat throws one die to see who starts (S-R1)."""
    begin(s, t)
    s.starter = 0
    s.casts = 0
    s.at = 0
    s.stacked = 0
    s.deals += 1
    clear_table(s, r)
    contend(s, r, (1 << s.seats) - 1)
    s.opening_ties = 0


@kernel
def contend(s: State, r: Rules, seats: int) -> None:
    """These seats throw one die each, in seat order."""
    s.contest = seats
    s.best = -1
    s.leaders = 0
    ask_next(s, r, 0)


@kernel
def ask_next(s: State, r: Rules, p: int) -> None:
    """The next seat of the contest from p on throws; there is one."""
    while s.contest >> p & 1 == 0:
        p += 1
    due(s, p, 1, r.faces, 0, FOR_ORDER)


@kernel
def start_die(s: State, r: Rules, t: Trace, digit: int) -> None:
    """A start die has come up; once all have, the best starts, or level best ones throw again (S-A10, S-A11)."""
    p = s.thrower
    if r.ace_high != 0 and digit == 0:
        digit = r.faces
    if digit > s.best:
        s.best = digit
        s.leaders = 0
    if digit == s.best:
        s.leaders |= 1 << p
    if s.contest >> (p + 1) != 0:
        ask_next(s, r, p + 1)
    elif s.leaders & (s.leaders - 1) == 0:
        first = 0
        while s.leaders >> first != 1:
            first += 1
        s.starter = first
        clockwise(s, t, first)
        if s.round == 0:
            next_round(s, r, t)
        else:
            begin_round(s, r, t)
    else:
        s.opening_ties += 1
        if s.opening_ties >= MAX_OPENING_TIES:
            abort(s, r, OPENING)
            return
        for q in range(s.seats):
            if s.leaders >> q & 1 != 0:
                emit(t, TIE, q, FOR_ORDER, 0)
        contend(s, r, s.leaders)


# ---- rounds and throws


@kernel
def next_round(s: State, r: Rules, t: Trace) -> None:
    """The next round: it has its first player, or throws for one (S-A9)."""
    if s.round >= r.max_rounds:
        abort(s, r, MAX_ROUNDS)
        return
    s.round += 1
    t.round = s.round
    new_count(s)
    if s.round == 1:
        begin_round(s, r, t)
    elif r.next_starter == ROLL:
        s.opening_ties = 0
        contend(s, r, (1 << s.seats) - 1)
    else:
        begin_round(s, r, t)


@kernel
def begin_round(s: State, r: Rules, t: Trace) -> None:
    """Everybody throws all dice, told clockwise from the first player (S-R2)."""
    emit(t, ROUND, s.starter, 0, 0)
    for p in range(s.seats):
        emit(t, HELD, p, r.dice, 0)
    s.deals += 1
    clear_table(s, r)
    s.casts = 1
    due(s, s.starter, r.dice, r.faces, 0, FOR_LAP)


@kernel
def roll(s: State, r: Rules, t: Trace, d: Throw) -> None:
    """The throw that was due has come up: a start die, or all the free dice of a seat."""
    n = s.dice
    thrown(s, t, d)
    if s.why == FOR_ORDER:
        start_die(s, r, t, d.die[0])
        return
    p = s.thrower
    dice = 0
    for i in range(n):
        dice += 1 << (WIDE * d.die[i])
    lie_free(s, p, dice)
    p = left_of(s, p)
    if p != s.starter:
        due(s, p, s.left[p], r.faces, 0, FOR_LAP)
    else:
        begin_lap(s)


@kernel
def begin_lap(s: Any) -> None:
    """One turn for each seat, from the first player on (S-R9)."""
    s.at = 0
    s.stacked = 0
    s.turn = s.starter


# ---- turns


@kernel
def apply(s: State, r: Rules, t: Trace, action: int) -> None:
    """The seat in turn stacks a die or passes."""
    follows = play_turn(s, r, action)
    if follows == A_THROW:
        throw_again(s, r)
    elif follows == A_SCORE:
        score_round(s, r, t)
        if s.end == RUNNING:
            next_round(s, r, t)


@kernel
def play_turn(s: Any, r: Rules, action: int) -> int:
    """A turn on a state or a view, and what follows: A_TURN of the next seat, A_THROW of all, or A_SCORE.

    The next seat is in `turn` then.
    """
    p = s.turn
    if action != PASS:
        covered = stack_die(s, r, p, action)
        s.stacked += 1
        # S-A8 (b)
        if r.immediate != 0 and (s.left[p] == 0 or s.left[covered] == 0):
            return A_SCORE
    s.at += 1
    if s.at < s.seats:
        s.turn = left_of(s, p)
        return A_TURN
    if r.until_stuck != 0 and s.stacked > 0:
        begin_lap(s)
        return A_TURN
    return A_SCORE if r.rerolls == 0 or exhausted(s) else A_THROW


@kernel
def stack_die(s: Any, r: Rules, p: int, action: int) -> int:
    """A seat lays a die; returns whose single die was covered, its own seat where a stack was (S-R4, S-R7, S-C9)."""
    v = laid_value(action)
    target = laid_target(action)
    covered = p
    if target < ON_STACK:
        covered = target
        k = s.begun
        s.begun = k + 1
        s.height[k] = 0
        take_free(s, covered, v)
        lay(s, k, die_of(covered, 0, v))
    else:
        k = target - ON_STACK
        count_top(s, r, k, -1)
    take_free(s, p, v)
    lay(s, k, die_of(p, 0, v))
    count_top(s, r, k, 1)
    s.where[s.laid] = k
    s.laid += 1
    return covered


@kernel
def exhausted(s: Table) -> bool:
    """Whether some seat has no dice left to throw (S-R12)."""
    for p in range(s.seats):
        if s.left[p] == 0:
            return True
    return False


@kernel
def throw_again(s: State, r: Rules) -> None:
    """Everybody throws the free dice again; stacks stay as they are (S-R10, S-R11)."""
    if s.casts >= MAX_THROWS:
        abort(s, r, THROWS)
        return
    s.casts += 1
    take_back(s)
    due(s, s.starter, s.left[s.starter], r.faces, 0, FOR_LAP)


# ---- what a seat sees


@kernel
def observe(s: State, r: Rules, v: View, seat: int) -> None:
    """Fill a view with what lies open, which is all; of the stacks, dice laid since the seat last looked are copied."""
    if v.deals != s.deals:
        v.deals = s.deals
        v.starter = s.starter
        for k in range(v.begun):
            for i in range(v.height[k]):
                v.tower[k][i] = 0
            v.height[k] = 0
        for i in range(v.laid):
            v.where[i] = 0
        v.laid = 0
        for p in range(s.seats):
            v.score[p] = s.score[p]
    v.casts = s.casts
    v.at = s.at
    v.stacked = s.stacked
    v.begun = s.begun
    v.having = s.having
    for p in range(s.seats):
        v.free[p] = s.free[p]
        v.left[p] = s.left[p]
        v.tops[p] = s.tops[p]
        v.points[p] = s.points[p]
    for i in range(r.faces):
        v.open[i] = s.open[i]
    for i in range(v.laid, s.laid):
        k = s.where[i]
        v.where[i] = k
        while v.height[k] < s.height[k]:
            lay(v, k, s.tower[k][v.height[k]])
    v.laid = s.laid


@kernel
def redeal(s: State, r: Rules, v: View) -> None:
    """Nothing is hidden, so there is nothing to redraw."""

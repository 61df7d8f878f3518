"""The course of Stacked Dice as kernels: start rolls, rounds, throws, laps, scores, and the end of the race.

Rule ids are those of rules.md section 3. A decision is always the same one: which free die to lay on what, or to pass.
"""

from __future__ import annotations

from typing import Any

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.record import Int
from dicecup.engine.games import base
from dicecup.engine.games.base import (
    ABORTED,
    FIRST_KIND,
    HELD,
    ROUND,
    TIE,
    WON,
    PerSeat,
    Throw,
    Trace,
    begin,
    due,
    emit,
    new_count,
    thrown,
)
from dicecup.engine.games.shared.race import clockwise, has_winner, left_of, rank
from dicecup.engine.games.shared.tower import lay
from dicecup.engine.games.stacks.options import MAX_OPENING_TIES, MAX_THROWS
from dicecup.engine.games.stacks.table import (
    PASS,
    ROLL,
    ROUND_WINNER,
    SAME,
    WIDE,
    PerValue,
    Rules,
    Table,
    clear_table,
    holder_of,
    lie_free,
    stack_die,
    take_back,
)

WHYS = ("order", "lap")
FOR_ORDER, FOR_LAP = range(2)
GUARDS = ("", "max_rounds", "opening", "throws")
MAX_ROUNDS, OPENING, THROWS = 1, 2, 3

# The family's own trace rows: a seat's score of a round, followed by a row for each stack it is on top of.
SCORE, TOP = range(FIRST_KIND, FIRST_KIND + 2)

A_TURN, A_THROW, A_SCORE = range(3)  # what follows a turn


class State(base.State, Table):
    """The whole truth of a game."""

    contest: Int  # the seats that throw for the start, a bit for each
    best: Int  # the best start die so far in this contest
    leaders: Int  # and the seats that threw it, a bit for each
    opening_ties: Int
    deals: Int  # rounds begun since the record was made, over all its games; see `observe`


class View(base.View, Table):
    """What one seat sees: everything that lies on the table."""

    deals: Int
    score: PerSeat
    # Where a bot that plays the round out on its own view keeps what it puts back afterwards; nobody else reads it.
    kept_free: PerSeat
    kept_left: PerSeat
    kept_tops: PerSeat
    kept_points: PerSeat
    kept_having: Int
    kept_open: PerValue


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
    """A start die has come up; once all have thrown, the best starts, and level best ones throw again (S-A10, S-A11)."""
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
    if follows == A_SCORE:
        end_round(s, r, t)
    elif follows == A_THROW:
        throw_again(s, r)


@kernel
def play_turn(s: Any, r: Rules, action: int) -> int:
    """A turn on a state or a view, and what follows: A_TURN of the next seat, which `turn` then is, A_THROW of all, or A_SCORE."""
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


# ---- scores


@kernel
def end_round(s: State, r: Rules, t: Trace) -> None:
    """Every stack scores for the seat on top; then somebody has won, or the next round begins (S-R13, S-R16, S-A12)."""
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
        return
    # S-A9; level round winners: the first met clockwise from the last first player (S-E20).
    if r.next_starter == ROUND_WINNER:
        s.starter = most
    elif r.next_starter != SAME and r.next_starter != ROLL:
        s.starter = left_of(s, s.starter)
    next_round(s, r, t)


@kernel
def abort(s: State, r: Rules, guard: int) -> None:
    """A guard ends the game; nobody has won."""
    s.by = guard
    finish(s, r, ABORTED)


@kernel
def finish(s: State, r: Rules, end: int) -> None:
    """The game ends now: places by the totals of the rounds scored."""
    rank(s, end)


# ---- what a seat sees


@kernel
def observe(s: State, r: Rules, v: View, seat: int) -> None:
    """Fill a view with what lies open: all of it. Of the stacks only dice laid since the seat last looked are copied."""
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

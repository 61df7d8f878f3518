"""The table of Stacked Dice as everybody sees it, in states and in views. Nothing in this game is hidden.

A stack is a tower (see `tower`) of dice of one value. Free dice, those in no stack, are kept as counts: `free[p]` holds
how many dice of each value seat p has, five bits a value, and `tops[p]` likewise how many open stacks of each value it
is on top of. So the number of legal moves is a sum over the values, and no die is ever looked for. A value is a digit
here: 0 is the ace.
"""

from __future__ import annotations

from typing import Annotated, Any

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.record import Int
from dicecup.engine.games import base
from dicecup.engine.games.base import PerSeat, Shared
from dicecup.engine.games.shared.tower import face_of, owner_of, top_of
from dicecup.engine.games.stacks.options import MOST_FACES, MOST_HEIGHT
from dicecup.engine.games.stacks.rules import ALL_DICE, PerValue, Rules

STACKS = ALL_DICE // 2  # a stack has two dice at least
WIDE, COUNT = 5, 31  # bits of a count, and their mask
ONES = sum(1 << (WIDE * v) for v in range(MOST_FACES))  # one of each value

WHYS = ("order", "lap")
FOR_ORDER, FOR_LAP = range(2)
GUARDS = ("", "max_rounds", "opening", "throws")
MAX_ROUNDS, OPENING, THROWS = 1, 2, 3


class Table(Shared):
    """What everybody sees, in states and in views alike; the legal moves are made of these."""

    starter: Int  # the first player of this round
    casts: Int  # throws of all made in this round
    at: Int  # turns taken in this lap
    stacked: Int  # dice laid in this lap
    free: PerSeat  # free dice by value
    left: PerSeat  # and how many these are
    tops: PerSeat  # by value, the open stacks a seat is on top of
    having: Int  # by value, the seats that have free dice of it
    open: PerValue  # open stacks of a value
    begun: Int  # stacks begun in this round
    height: Annotated[list[int], STACKS]
    tower: Annotated[list[list[int]], STACKS, MOST_HEIGHT]
    laid: Int  # dice laid in this round, one for each move that stacked
    where: Annotated[list[int], ALL_DICE]  # the stack of each of these, in the order of play
    points: PerSeat  # what the stacks a seat is on top of are worth now


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


# ---- reading the table


@kernel
def has(s: Table, p: int, v: int) -> int:
    """How many free dice of a value a seat has."""
    return s.free[p] >> (WIDE * v) & COUNT


@kernel
def kinds_of(dice: int) -> int:
    """One for each value that is among packed dice, packed likewise."""
    return (dice | dice >> 1 | dice >> 2 | dice >> 3 | dice >> 4) & ONES


@kernel
def singles(s: Table, v: int) -> int:
    """How many seats have a free die of a value."""
    return s.having >> (WIDE * v) & COUNT


@kernel
def value_of(s: Table, k: int) -> int:
    """The value of a stack, as a digit."""
    return face_of(s.tower[k][0])


@kernel
def holder_of(s: Table, k: int) -> int:
    """The seat on top of a stack, which scores it (S-R13)."""
    return owner_of(top_of(s, k))


@kernel
def is_open(s: Table, r: Rules, k: int) -> bool:
    """Whether a stack may still grow (S-R8)."""
    return s.height[k] < r.max_height


# ---- changing the table


@kernel
def take_free(s: Any, p: int, v: int) -> None:
    """One of a seat's free dice of a value is free no more: it is locked in a stack (S-R5)."""
    s.free[p] -= 1 << (WIDE * v)
    s.left[p] -= 1
    if has(s, p, v) == 0:
        s.having -= 1 << (WIDE * v)


@kernel
def count_top(s: Any, r: Rules, k: int, sign: int) -> None:
    """Count the top of stack k for its holder, or (-1) no more: what it is worth, and whether it may be covered."""
    v = value_of(s, k)
    p = holder_of(s, k)
    s.points[p] += sign * s.height[k] * r.worth[v]
    if is_open(s, r, k):
        s.open[v] += sign
        s.tops[p] += sign << (WIDE * v)


@kernel
def take_back(s: Any) -> None:
    """All take back their free dice (S-R10)."""
    s.having = 0
    for p in range(s.seats):
        s.free[p] = 0


@kernel
def lie_free(s: Any, p: int, dice: int) -> None:
    """A seat's free dice have been thrown: so many of each value, packed."""
    s.free[p] = dice
    s.having += kinds_of(dice)


@kernel
def clear_table(s: Any, r: Rules) -> None:
    """All dice return to their owners (S-C10)."""
    s.begun = 0
    s.laid = 0
    s.having = 0
    for v in range(r.faces):
        s.open[v] = 0
    for p in range(s.seats):
        s.free[p] = 0
        s.left[p] = r.dice
        s.tops[p] = 0
        s.points[p] = 0

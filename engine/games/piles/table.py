"""The table of piles as everybody sees it, in states and in views. Nothing in this game is hidden.

A pile is a tower (see `tower`) of dice; each seat has one. The legal moves of the seat in turn stand in `allowed`,
worked out once for each decision (see `moves`).
"""

from __future__ import annotations

from typing import Annotated

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.record import Int
from dicecup.engine.games import base
from dicecup.engine.games.base import SEATS, PerSeat, Shared
from dicecup.engine.games.piles.options import MOST_DICE
from dicecup.engine.games.piles.rules import EMPTY, JOLLY
from dicecup.engine.games.shared.tower import face_of, lay, lift, top_of

MOST_HIGH = SEATS * MOST_DICE  # dice of the highest pile there can be
OPENING, TURN, PENDING = range(3)

WHYS = ("order", "turn")
FOR_ORDER, FOR_TURN = range(2)
GUARDS = ("", "max_rounds", "opening", "turns")
MAX_ROUNDS, OPENING_GUARD, TURNS_GUARD = 1, 2, 3


class Table(Shared):
    """What everybody sees, in states and in views alike; the legal moves are made of these."""

    phase: Int  # OPENING: opening dice are chosen; TURN: a turn; PENDING: a rolled die that fits waits for an answer
    allowed: Int  # the legal moves, a bit for each: the number of a move is its bit
    starter: Int  # who began this round, -1 before the first
    turns: Int  # turns begun in this round
    rolls: Int  # rolls made in this turn
    placed: Int  # how many of them were placed
    failed: Int  # whether one of them was not
    pending: Int  # the die that waits
    plain: PerSeat  # plain dice in hand
    jolly: PerSeat  # Jolly Roger dice in hand
    loose: PerSeat  # the die that lies loose in front of a seat, NO_DIE where none does
    height: PerSeat  # dice of each pile
    tower: Annotated[list[list[int]], SEATS, MOST_HIGH]  # the dice of each pile from the bottom, 0 above them
    worth: PerSeat  # the sum of each pile's faces
    changes: PerSeat  # of each pile since the record was made, over all its games; see `observe`


class State(base.State, Table):
    """The whole truth of a game."""

    choice: PerSeat  # the kind of die each seat opens with
    first: PerSeat  # what it came up as, the Jolly Roger as 1
    bases: PerSeat  # the opening dice themselves
    rolling: Int  # while dice are rolled for order: the seats that roll, a bit for each
    ties: Int  # how often the lowest of this opening were level


class View(base.View, Table):
    """What one seat sees: everything that lies on the table, and the totals."""

    score: PerSeat


# ---- reading the table


@kernel
def face_on(s: Table, p: int) -> int:
    """The face on top of a seat's pile, EMPTY where there is none."""
    return face_of(top_of(s, p)) if s.height[p] > 0 else EMPTY


# ---- changing the table


@kernel
def take_in_hand(s: Table, p: int, kind: int, dice: int) -> None:
    """So many dice of a kind come into a seat's hand, or with -1 leave it."""
    if kind == JOLLY:
        s.jolly[p] += dice
    else:
        s.plain[p] += dice


@kernel
def pile(s: State, p: int, die: int) -> None:
    """Lay a die on a seat's pile."""
    lay(s, p, die)
    s.worth[p] += face_of(die)
    s.changes[p] += 1


@kernel
def unpile(s: State, p: int) -> int:
    """Take the top die off a seat's pile."""
    die = lift(s, p)
    s.tower[p][s.height[p]] = 0
    s.worth[p] -= face_of(die)
    s.changes[p] += 1
    return die


@kernel
def clear(s: State, p: int) -> None:
    """Take a seat's pile away."""
    for i in range(s.height[p]):
        s.tower[p][i] = 0
    s.height[p] = 0
    s.worth[p] = 0
    s.changes[p] += 1

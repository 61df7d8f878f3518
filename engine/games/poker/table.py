"""The table of poker dice: what everybody sees of it, the whole state, and what one seat sees, which is all of it."""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.record import Int
from dicecup.engine.games import base
from dicecup.engine.games.base import PerSeat, Shared

AWAY, IN, BEATEN, DROPPED = range(4)  # how a seat stands in a round
NOT_THROWN = -1

WHYS = ("order", "hand", "tie")
FOR_ORDER, FOR_HAND, FOR_TIE = range(3)
GUARDS = ("", "max_rounds", "opening")
MAX_ROUNDS, OPENING = 1, 2


class Table(Shared):
    """What everybody sees, in states and in views alike; the legal moves are made of these."""

    starter: Int  # who began this round
    line: PerSeat  # the seats that have turns now, in their order
    lined: Int  # how many these are
    current: Int  # whose turn of them it is
    alive: Int  # how many of them have not dropped
    ties: Int  # how often the best hands of this round were level
    cap: Int  # throws allowed in this turn
    made: Int  # throws made in it
    kept: Int  # the set kept when dice were last thrown again in it
    pot: Int
    hand: PerSeat  # the set each seat of the line has thrown, NOT_THROWN before its turn
    standing: PerSeat  # AWAY, IN, BEATEN, DROPPED
    chips: PerSeat
    wins: PerSeat  # rounds won
    lie: PerSeat  # the dice of a seat as they lie, from the left: digits in four bits each


class State(base.State, Table):
    """The whole truth of a game."""

    order: PerSeat  # playing order
    level: PerSeat  # by place in that order: whether the seat is level with the one before it
    first_die: PerSeat
    group: Int  # while dice are thrown for order: the level seats are those from this place in the order
    group_end: Int  # up to this one,
    at: Int  # and this one throws
    opening_ties: Int
    start_at: Int  # the starter's place in the order
    free: Int  # which places of the thrower's dice are to be filled, a bit for each
    playing: PerSeat  # whether a seat takes part in rounds (again)
    out: PerSeat  # the place a seat left the game in, 0 while it is in
    deals: Int  # lines formed and second antes paid since the record was made, over all its games; see `observe`


class View(base.View, Table):
    """What one seat sees: everything that lies on the table."""

    deals: Int


@kernel
def place_after(s: State, at: int) -> int:
    """The next place in the playing order, after the last the first."""
    return at + 1 if at + 1 < s.seats else 0

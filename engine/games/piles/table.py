"""The table of piles as everybody sees it: the fields that states and views share. Nothing in this game is hidden."""

from __future__ import annotations

from typing import Annotated

from dicecup.engine.core.record import Int
from dicecup.engine.games.base import SEATS, PerSeat, Shared
from dicecup.engine.games.piles.options import MOST_DICE

MOST_HIGH = SEATS * MOST_DICE  # dice of the highest pile there can be
OPENING, TURN, PENDING = range(3)


class Table(Shared):
    """What everybody sees, in states and in views alike; the legal moves are made of these."""

    phase: Int  # OPENING: opening dice are chosen; TURN: a turn; PENDING: a rolled die that fits waits for `place` or `back`
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

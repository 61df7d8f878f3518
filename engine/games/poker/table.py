"""The table of poker dice as everybody sees it: the fields that states and views share. Nothing in this game is hidden."""

from __future__ import annotations

from dicecup.engine.core.record import Int
from dicecup.engine.games.base import PerSeat, Shared

AWAY, IN, BEATEN, DROPPED = range(4)  # how a seat stands in a round
NOT_THROWN = -1


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

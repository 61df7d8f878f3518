"""What lies on the table in Mia: one cup, what was said of it, and the lives."""

from __future__ import annotations

from dicecup.engine.core.record import Int
from dicecup.engine.games import base
from dicecup.engine.games.base import FIRST_KIND, PerSeat, Shared

WHYS = ("cup",)
FOR_CUP = 0
GUARDS = ("",)

# The family's own trace rows: the cup is lifted (what was under it, and what was said), and a seat has lost lives.
LIFTED, LIFE = range(FIRST_KIND, FIRST_KIND + 2)


class Table(Shared):
    """What everybody sees, in states and in views alike."""

    holder: Int  # the seat whose throw is under the cup
    said: Int  # the value said last, plus one; 0: nothing was said in this round
    answers: Int  # whether the seat in turn answers what was said, or else says what it has
    lives: PerSeat


class State(base.State, Table):
    """The whole truth of a game."""

    thrown: Int  # the value under the cup


class View(base.View, Table):
    """What one seat sees."""

    own: Int  # the value under the cup, plus one, where the seat has thrown it; else 0

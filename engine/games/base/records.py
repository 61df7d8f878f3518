"""The records that every family's begin with, what kernels report, and the small kernels that all families use.

A family is a state machine over one record. After `start` and after each `roll` or `apply` the state is in one of three
conditions: it is over (`end` is not RUNNING); a throw is due (`dice` > 0: so many dice of `sides` faces for seat `thrower`);
or a decision is due from seat `turn`. Whoever drives it (a match, a playtest) supplies dice and decisions, so the rules know
neither seeds nor files nor bots.
"""

from __future__ import annotations

from typing import Annotated, Any

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.record import Int, Record

SEATS = 10
LETTERS = "ABCDEFGHIJ"
TABLE = SEATS  # the thrower of what the table itself draws

# How a game stands. The codes are part of a playtest's results digest.
RUNNING, WON, DRAW, ABORTED, ABANDONED, FORFEIT = range(6)
ENDS = ("running", "won", "draw", "aborted", "abandoned", "forfeit")

PerSeat = Annotated[list[int], SEATS]


class Shared(Record):
    """What states and views have in common, so that the same kernels list the legal moves of both."""

    seats: Int  # seats in the game
    game: Int  # number of the game, part of every dice address
    round: Int  # counts over the whole game; 0 is what happens before round 1
    turn: Int  # the seat whose decision is due


class State(Shared):
    """What every family's state begins with."""

    dice: Int  # dice of the throw that is due; 0: a decision is due
    thrower: Int  # whose throw is due; TABLE for the table's own
    sides: Int  # faces of those dice
    kind: Int  # which of the family's dice they are
    why: Int  # what the throw is for, an index into the family's `whys`
    throws: Annotated[list[int], SEATS + 1]  # throws each seat (and the table) has made in this round
    decisions: PerSeat  # decisions each seat has made in this round, automatic ones not counted
    moves: Int  # moves made in the game, automatic ones counted
    end: Int  # RUNNING, WON, ...
    by: Int  # the guard that aborted the game, an index into the family's `guards`
    place: PerSeat  # 0 while undecided
    score: PerSeat


class View(Shared):
    """What every family's view begins with: whose it is, and that seat's own bot key."""

    seat: Int
    legal: Int  # number of legal moves
    decision: Int  # number of this decision in the round
    domain: Int  # 1 for the seat's own draws; search numbers its simulations from 2
    draws: Int  # draws made within the decision
    key0: Int
    key1: Int


class Throw(Record):
    """The dice of one throw, as digits 0..sides-1. Where lost dice change hands, one seat may hold nearly all 200 of a game."""

    die: Annotated[list[int], 200]


ROWS = 1 << 16  # rows of a trace: room for the whole of any sensible game (memory that is not touched costs nothing)


class Trace(Record):
    """What a kernel reports: rows of (kind, seat, a, b, round), written only when `on` is not 0.

    Whoever listens takes the rows out after each call of a kernel, or when the game is over. `n` counts the rows that have found no room
    too. In plain mode they come to be as they are written.
    """

    on: Int
    n: Int
    round: Int
    rows: Annotated[list[list[int]], ROWS, 5]

    def __init__(self) -> None:
        self.on = self.n = self.round = 0
        self.rows = _Rows()


class _Rows(list[list[int]]):
    """Rows of a plain trace: one that is not there yet is added."""

    def __getitem__(self, n: Any) -> Any:
        while not isinstance(n, slice) and n >= len(self):
            self.append([0] * 5)
        return super().__getitem__(n)


# Rows that mean the same in every family; a family's own kinds count on from FIRST_KIND.
#   ROLL   seat, why, kind of dice; then a DIE (seat, digit, kind) for each
#   SHOWN  likewise: dice that a throw hid before, thrown by that seat for that, are shown now
#   SEES   after either: a seat that sees these dice, or NOBODY; without such rows a throw is as `Family.private` has
#          it, and what is shown is shown to all
ROLL, DIE, MOVE, ORDER, ROUND, HELD, TIE, OUT, SEES, SHOWN = range(1, 11)
FIRST_KIND = 20
NOBODY = -1


@kernel
def begin(s: State, t: Trace) -> None:
    """Reset what every state has in common: a new game, before round 1."""
    s.round = 0
    s.turn = 0
    s.dice = 0
    s.moves = 0
    s.end = RUNNING
    s.by = 0
    t.round = 0
    for p in range(s.seats):
        s.place[p] = 0
        s.score[p] = 0
    new_count(s)


@kernel
def new_count(s: State) -> None:
    """A new round: every seat's throws and decisions are counted from 0 again."""
    for p in range(s.seats):
        s.throws[p] = 0
        s.decisions[p] = 0
    s.throws[TABLE] = 0


@kernel
def due(s: State, seat: int, dice: int, sides: int, kind: int, why: int) -> None:
    """Ask for a throw."""
    s.thrower = seat
    s.dice = dice
    s.sides = sides
    s.kind = kind
    s.why = why


@kernel
def thrown(s: State, t: Trace, d: Throw) -> None:
    """Report and count the throw that was due; it is due no more."""
    if t.on != 0:
        emit(t, ROLL, s.thrower, s.why, s.kind)
        for i in range(s.dice):
            emit(t, DIE, s.thrower, d.die[i], s.kind)
    s.throws[s.thrower] += 1
    s.dice = 0


@kernel
def give_up(s: State, seat: int) -> None:
    """Of a game that `finish` has ended because a seat's agent failed: it comes last, who stood behind it moves up."""
    for p in range(s.seats):
        if s.place[p] > s.place[seat]:
            s.place[p] -= 1
    s.place[seat] = s.seats


@kernel
def emit(t: Trace, kind: int, seat: int, a: int, b: int) -> None:
    """Report one row, if anybody listens."""
    if t.on != 0:
        n = t.n
        t.n = n + 1
        if n < ROWS:
            row = t.rows[n]
            row[0] = kind
            row[1] = seat
            row[2] = a
            row[3] = b
            row[4] = t.round

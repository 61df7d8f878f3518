"""The result of a game as one row of integers: game, end, winners, place and score of each seat, rounds, moves.

These rows are what a playtest counts and what its results digest is taken over. Where each number stands is known here
only.
"""

from __future__ import annotations

import sys
from array import array
from typing import Any

from dicecup.engine.core.kernel import kernel
from dicecup.engine.games.base.records import FORFEIT, WON, State

GAME, END, WINNERS, SEATED = range(4)  # then place and score of each seat, from SEATED on
ROUNDS, MOVES = -2, -1  # from the end


def width(seats: int) -> int:
    """Integers in a row."""
    return SEATED + 2 * seats + 2


@kernel
def has_won(s: State, seat: int) -> bool:
    """Whether a seat is among the winners of a game that is over: alone, or with others that stand as well."""
    return (s.end == WON or s.end == FORFEIT) and s.place[seat] == 1


@kernel
def write_row(s: State, row: Any) -> None:
    """Write the result of a game that is over."""
    at = SEATED
    winners = 0
    for p in range(s.seats):
        if has_won(s, p):
            winners += 1 << p
        row[at] = s.place[p]
        row[at + 1] = s.score[p]
        at += 2
    row[GAME] = s.game
    row[END] = s.end
    row[WINNERS] = winners
    row[at] = s.round
    row[at + 1] = s.moves


def row_of(s: State) -> list[int]:
    """The row of a game that is over, in plain mode."""
    row = [0] * width(s.seats)
    write_row(s, row)
    return row


def to_bytes(values: Any) -> bytes:
    """The integers of rows, in an array of either mode, as they are digested: eight bytes each, little-endian."""
    if not isinstance(values, array):
        values = values.astype("<i8", copy=False)
    elif sys.byteorder == "big":
        values = values[:]
        values.byteswap()
    data: bytes = values.tobytes()
    return data


def from_bytes(rows: bytes, *, fast: bool) -> Any:
    """The integers of such rows, in an array; with `fast` in one of numpy."""
    if fast:
        import numpy as np

        return np.frombuffer(rows, "<i8")
    values = array("q", rows)
    if sys.byteorder == "big":
        values.byteswap()
    return values


class Results:
    """The rows of many games between so many seats, read by column; `values` are all their integers in one array."""

    def __init__(self, values: Any, seats: int) -> None:
        self.values = values
        self.seats = seats

    def _column(self, at: int) -> Any:
        step = width(self.seats)
        return self.values[at % step :: step]

    def __len__(self) -> int:
        return len(self.values) // width(self.seats)

    @property
    def games(self) -> Any:
        """The numbers of the games."""
        return self._column(GAME)

    @property
    def ends(self) -> Any:
        """How they ended, as codes."""
        return self._column(END)

    @property
    def winners(self) -> Any:
        """Who won, as masks with a bit for each seat."""
        return self._column(WINNERS)

    @property
    def rounds(self) -> Any:
        """Rounds played."""
        return self._column(ROUNDS)

    @property
    def moves(self) -> Any:
        """Moves made, those without a choice among them."""
        return self._column(MOVES)

    def places(self, seat: int) -> Any:
        """The places of a seat."""
        return self._column(SEATED + 2 * seat)

    def scores(self, seat: int) -> Any:
        """The scores of a seat."""
        return self._column(SEATED + 2 * seat + 1)

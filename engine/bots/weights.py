"""Weights in place of a move: which they may be, and how one of the moves is drawn by them."""

from __future__ import annotations

from collections.abc import Mapping

from dicecup.engine.core.kernel import M32
from dicecup.engine.core.philox import below
from dicecup.engine.core.problems import printable

MOST = 2**31  # the sum of weights is below it
LEGIBLE = 10**20  # whole numbers below it are repeated too
SHOWN = 60  # characters of wrong ones that a message repeats


def fault(weights: object) -> str | None:
    """What is wrong with weights, to go on after "answered"; None if they are a dict of moves that one can be drawn from."""
    if isinstance(weights, dict):
        fine = all(isinstance(move, str) and type(one) is int and one >= 0 for move, one in dict.items(weights))
        if fine and 0 < sum(dict.values(weights)) < MOST:
            return None
        weights = {_plain(move): _plain(one) for move, one in dict.items(weights)}
    return f"weights {printable(repr(weights), SHOWN)}; they are whole numbers from 0 on by moves, in sum from 1 to {MOST - 1}"


def _plain(value: object) -> object:
    """A value whose text is the same in every program and short: of other ones the type."""
    if value is None or isinstance(value, str | bool | float) or (isinstance(value, int) and abs(value) < LEGIBLE):
        return value
    return type(value)


def drawn(weights: Mapping[str, int], number: int) -> str:
    """One of the moves, each as likely as its weight says, by a random number of 64 bits."""
    left = below(sum(weights.values()), 0, 0, 0, 0, number & M32, number >> 32)
    for move, weight in weights.items():
        left -= weight
        if left < 0:
            return move
    raise AssertionError(weights)

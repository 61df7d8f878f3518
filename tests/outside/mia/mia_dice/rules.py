"""Mia as kernels read it: the 21 values that two dice may have, from the lowest (31) to Mia itself (21)."""

from __future__ import annotations

from typing import Annotated

from dicecup.engine.core.record import Int, Record
from dicecup.engine.games.options import Players
from mia_dice.options import MiaOptions

# M-R2: unequal dice by their higher die, then pairs, then Mia.
VALUES = [10 * a + b for a in range(3, 7) for b in range(1, a)] + [11 * a for a in range(1, 7)] + [21]
MIA = len(VALUES) - 1
THROWS = 36


class Rules(Record):
    """A definition of Mia. A value is its place among VALUES."""

    lives: Int
    mia_costs: Int
    value: Annotated[list[int], THROWS]  # of two dice as digits, the first times six plus the second
    higher: Annotated[list[int], len(VALUES)]  # of 36 throws those of a higher value


def build(o: MiaOptions, players: Players) -> Rules:
    """The rules record of a definition."""
    r = Rules()
    r.lives, r.mia_costs = o.lives, o.mia_costs
    for throw in range(THROWS):
        low, high = sorted((throw // 6 + 1, throw % 6 + 1))
        r.value[throw] = VALUES.index(10 * high + low)
    r.higher = [sum(one > value for one in r.value) for value in range(len(VALUES))]
    return r

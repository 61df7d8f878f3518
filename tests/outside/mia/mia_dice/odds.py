"""The chances of a throw of Mia."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from mia_dice.options import MiaOptions
from mia_dice.rules import THROWS, VALUES, Rules


@dataclass(frozen=True)
class ValueOdds:
    """A value, and the chance that a throw has it or a higher one."""

    value: int
    chance: Fraction


def value_odds(o: MiaOptions, r: Rules, *, above: int) -> list[ValueOdds]:
    """The values above one, the lowest first. ValueError with a sentence where two dice have no such value."""
    if above not in VALUES:
        raise ValueError(f"two dice have no value {above}; the higher die comes first")
    first = VALUES.index(above) + 1
    return [ValueOdds(VALUES[i], Fraction(r.higher[i - 1], THROWS)) for i in range(first, len(VALUES))]

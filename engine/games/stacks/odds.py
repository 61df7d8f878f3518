"""Exact chances of the next throw in Stacked Dice: what one will be able to stack, and what others could cover."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from dicecup.engine.games.stacks.options import StacksOptions
from dicecup.engine.games.stacks.rules import ALL_DICE, Rules


@dataclass(frozen=True)
class ValueOdds:
    """What the next throw brings of one value, of which a die in a stack is worth `worth`.

    `yours`: at least one of your dice shows it. `others`: at least one of the others' does, so that a stack of it could
    be covered. `stack`: you can lay one, since you have it and it lies there single or on top of an open stack.
    """

    value: int
    worth: int
    yours: Fraction
    others: Fraction
    stack: Fraction


@dataclass(frozen=True)
class ThrowOdds:
    """The chance that the next throw lets you stack anything at all, and each value by itself, the dearest first."""

    stack: Fraction
    values: tuple[ValueOdds, ...]


def throw_odds(o: StacksOptions, r: Rules, *, yours: int, others: int, open_values: Iterable[int] = ()) -> ThrowOdds:
    """The chances of a throw of `yours` dice of your own and `others` of all other seats together.

    `open_values` are those of the open stacks that you may cover. ValueError with a sentence for numbers and values
    that do not exist.
    """
    for name, dice in (("yours", yours), ("others", others)):
        if not 1 <= dice <= ALL_DICE:
            raise ValueError(f"{name} is {dice}; it must be from 1 to {ALL_DICE} dice")
    covered = set(open_values)
    for value in sorted(covered):
        if not 1 <= value <= r.faces:
            raise ValueError(f"there is no face {value}; the faces are 1 to {r.faces}")
    mine, theirs = 1 - Fraction(r.faces - 1, r.faces) ** yours, 1 - Fraction(r.faces - 1, r.faces) ** others
    values = [
        ValueOdds(v, r.worth[v - 1], mine, theirs, mine if v in covered else mine * theirs)
        for v in range(r.faces, 0, -1)
    ]
    values.sort(key=lambda value: -value.worth)  # equals stay in descending order of value
    closed = r.faces - len(covered)
    # You show exactly k values, none of them on an open stack, and the others show none of these.
    stuck = sum(
        (
            comb(closed, k) * Fraction(_onto(yours, k), r.faces**yours) * Fraction(r.faces - k, r.faces) ** others
            for k in range(1, closed + 1)
        ),
        Fraction(0),
    )
    return ThrowOdds(1 - stuck, tuple(values))


def _onto(dice: int, values: int) -> int:
    """In how many ways so many dice show just these values, each at least once."""
    return sum((-1) ** k * comb(values, k) * (values - k) ** dice for k in range(values + 1))

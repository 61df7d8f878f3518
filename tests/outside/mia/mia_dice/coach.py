"""How good the moves of Mia are: by the throws after which each was right."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dicecup.engine.games.base import Coach, Judged, cases
from mia_dice.bots import basic, worth
from mia_dice.moves import DOUBT, THROW, legal_nth
from mia_dice.notation import notate
from mia_dice.rules import THROWS


def evaluate(v: Any, r: Any, b: Any) -> list[Judged]:
    """Every legal move in the order of the rules, its value a chance."""
    return [_judged(v, r, legal_nth(v, r, k)) for k in range(v.legal)]


def choice(v: Any, r: Any, b: Any, found: Sequence[Judged]) -> str:
    """What `basic` does."""
    return notate(basic(v, r), r)


def _judged(v: Any, r: Any, action: int) -> Judged:
    value = Fraction(worth(v, r, action), THROWS)
    move = notate(action, r)
    what = {THROW: "a throw is higher", DOUBT: "it was not thrown"}.get(action, "it is true, or a throw has it")
    return Judged(move, value, f"{move}: {what} in {cases(value)}")


COACH = Coach(evaluate, choice, Fraction(1, 4))

"""A move as the coach judges it, and chances in the words of a coach."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Judged:
    """A legal move: `value` tells it from the others of its decision, higher is better; `brief` and `because` say why.

    The unit is the family's own: see `judge` in its module. `because` may be empty.
    """

    move: str
    value: Fraction
    brief: str
    because: str = ""

    @property
    def why(self) -> str:
        """The whole reason, in one sentence."""
        return f"{self.brief}; {self.because}" if self.because else self.brief


def cases(chance: Fraction) -> str:
    """A chance as people weigh it: `83 of 100 cases`; what is not certain is never told as 0 or 100."""
    if chance in (0, 1):
        return "every case" if chance else "no case"
    hundredths = (200 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    if hundredths in (0, 100):
        return f"{'more than 99' if hundredths else 'fewer than 1'} of 100 cases"
    return f"{hundredths} of 100 cases"


def points(number: Fraction) -> str:
    """Points to one decimal, without a sign: `5.3 points`."""
    tenths = (20 * abs(number.numerator) + number.denominator) // (2 * number.denominator)
    return f"{tenths // 10}.{tenths % 10} points"

"""Counts of many games put into numbers: shares with their intervals, means and spreads, all from exact integer sums."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Z95 = 1.959963984540054  # the normal quantile of a two-sided 95 % interval


@dataclass
class Moments:
    """Mean, spread and range of a count, from exact integer sums."""

    n: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    def add(self, n: int, total: int, squares: int, least: int, most: int) -> None:
        """Take in the sums of `n` more values."""
        self.least = least if self.n == 0 else min(self.least, least)
        self.most = max(self.most, most)
        self.n += n
        self.total += total
        self.squares += squares

    def as_dict(self) -> dict[str, float | int | None]:
        """`mean`, `sd` (of the sample), `min`, `max`; null where there is nothing to say."""
        if not self.n:
            return {"mean": None, "sd": None, "min": None, "max": None}
        spread = (self.n * self.squares - self.total**2) / (self.n * (self.n - 1)) if self.n > 1 else None
        sd = None if spread is None else round(sqrt(spread), 6)
        return {"mean": round(self.total / self.n, 6), "sd": sd, "min": self.least, "max": self.most}


def wilson(wins: int, games: int) -> dict[str, float | None]:
    """A share with its 95 % interval (Wilson 1927): `value`, `low`, `high`; null for no games."""
    if not games:
        return {"value": None, "low": None, "high": None}
    share, z = wins / games, Z95
    middle = share + z * z / (2 * games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    low = 0.0 if wins == 0 else (middle - half) / scale
    high = 1.0 if wins == games else (middle + half) / scale
    return {"value": round(share, 6), "low": round(low, 6), "high": round(high, 6)}

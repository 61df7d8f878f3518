"""How many games go into a block. Only what is played and counted is lost when a run is broken off in one; results never depend on it."""

from __future__ import annotations

from collections.abc import Iterator

BEAT = 0.25  # seconds that a block should take


class Pace:
    """Blocks that begin small and grow to `most` games, as long as they take no longer than a beat."""

    def __init__(self, first: int, most: int) -> None:
        self.games = first
        self._most = most

    def ranges(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """The games from `first` up to `last`, cut into blocks as the pace is when each is asked for: its first game, and how many."""
        while first < last:
            games = min(self.games, last - first)
            yield first, games
            first += games

    def took(self, games: int, seconds: float) -> None:
        """A block of so many games has taken so long."""
        if games:
            fitting = int(BEAT * games / seconds) if seconds > 0 else self._most
            self.games = max(1, min(self._most, fitting, max(self.games, 2 * games)))

"""What becomes of the stacks while a game of Stacked Dice is told: a remark on each move, read off the events alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

MOVE = re.compile(r"stack (\d+) on (?:#(\d+)|([A-J]))")


class Stacks:
    """The stacks of the present round, as far as the events have been told."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        self._ace = rules.get("ace_value")
        self._highest = rules.get("max_height")
        self._heights: list[int] | None = None  # None until a round has been seen to begin
        self._told: list[tuple[int, str | None]] = []  # number and move of each event, None where a round began

    def remark(self, event: Mapping[str, Any]) -> str:
        """What to add to the telling of a move: the stack that it begins, or how high it grows and what it is worth."""
        move = str(event["move"])
        self._told.append((event.get("n", 0), move))
        return self._grown(move)

    def note(self, event: Mapping[str, Any]) -> None:
        """An event that is no move: a round begins with no stacks, an undo takes moves back."""
        if event["type"] == "round":
            self._told.append((event.get("n", 0), None))
            self._heights = []
        elif event["type"] == "undo":
            self._told = [told for told in self._told if told[0] <= event["to"]]
            self._heights = []
            begun = max((i for i, (_, move) in enumerate(self._told) if move is None), default=-1)
            if begun < 0:
                self._heights = None
            for _, move in self._told[begun + 1 :]:
                self._grown(str(move))

    def _grown(self, move: str) -> str:
        found = MOVE.fullmatch(move)
        if found is None or self._heights is None:
            return ""
        if found[3]:
            self._heights.append(2)
            number = len(self._heights)
        else:
            number = int(found[2])
            if number > len(self._heights):
                return ""
            self._heights[number - 1] += 1
        high = self._heights[number - 1]
        worth = self._ace if found[1] == "1" else int(found[1])
        begins = f"begins #{number}" if found[3] else f"{high} high"
        closed = ", closed" if high == self._highest else ""
        return f": {begins}{closed}, worth {high * worth}" if isinstance(worth, int) else f": {begins}{closed}"

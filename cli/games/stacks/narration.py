"""What becomes of the stacks while a game of Stacked Dice is told: a remark on each move, read off the events alone.

A stack's height follows from all moves of its round. Where events are not told one after the other, as by who steps
back in a log, nothing is remarked until a round begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from dicecup.cli.base.text import listed
from dicecup.cli.narration.contract import Narration, Telling, Told
from dicecup.cli.narration.results import scored
from dicecup.cli.narration.table import Event, Table

MOVE = re.compile(r"stack (\d+) on (?:#(\d+)|([A-J]))")


class Stacks(Table):
    """The stacks of the present round, as far as the events have been told in their order."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        self._ace = rules.get("ace_value")
        self._highest = rules.get("max_height")
        self._at = 0  # number of the event told last
        self._remark = ""
        self._heights: list[int] | None = None  # None where they are not known
        self._told: list[tuple[int, str | None]] = []  # number and move of the moves told, None where a round began

    def remark(self) -> str:
        """Of a move: the stack that it begins, or how high it grows, and what that is worth."""
        return self._remark

    def follow(self, event: Event) -> None:
        """Follow an event; moves are told in the usual words, with a remark."""
        n = event.get("n")
        if n == self._at:  # told once more
            return
        if not isinstance(n, int):  # out of a damaged log
            n = -1
        if n != self._at + 1:
            self._heights, self._told = None, []
        self._at, self._remark = n, ""
        if event["type"] == "round":
            self._told.append((n, None))
            self._heights = []
        elif event["type"] == "undo":
            self._take_back(event["to"])
        elif event["type"] == "move":
            self._told.append((n, str(event["move"])))
            self._remark = self._grown(str(event["move"]))

    def _take_back(self, to: int) -> None:
        """What followed event `to` is void."""
        self._told = [told for told in self._told if told[0] <= to]
        begun = max((i for i, (_, move) in enumerate(self._told) if move is None), default=-1)
        self._heights = [] if begun >= 0 else None
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
            if not 1 <= number <= len(self._heights):
                return ""
            self._heights[number - 1] += 1
        high = self._heights[number - 1]
        worth = self._ace if found[1] == "1" else int(found[1])
        begins = f"begins #{number}" if found[3] else f"{high} high"
        closed = ", closed" if high == self._highest else ""
        return f": {begins}{closed}, worth {high * worth}" if isinstance(worth, int) else f": {begins}{closed}"


def score(telling: Telling, event: Event) -> Iterator[Told]:
    """The points of a round, and the stacks that they are for."""
    stacks = [f"#{number}" for number in event["stacks"]]
    return scored(telling, event, f" on top of {listed(stacks)}" if stacks else "")


NARRATION = Narration(
    moves={"pass": "passes"},
    verbs=True,
    events={"score": score},
    standing=("score",),
    throws={"lap": ""},
    table=Stacks,
    closed=True,
)

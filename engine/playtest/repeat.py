"""Whether bots that are programs of their own repeat themselves: some games of a run are played again, each by fresh ones.

A bot that keeps something from game to game, or draws from what nobody seeds, plays another game then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from dicecup.engine.bots.agents import label
from dicecup.engine.games.base import LETTERS
from dicecup.engine.match.match import Match
from dicecup.engine.playtest.plan import Plan, play_game

GAMES = 4  # of a run that are played again


@dataclass(frozen=True)
class Playthrough:
    """How a game went: each decision as the event's number, the seat and the move, and the reason where its last seat gave it up."""

    game: int
    decisions: tuple[tuple[int, str, str], ...]

    @classmethod
    def of(cls, match: Match) -> Playthrough:
        """That of a match which is over."""
        decided = [
            (event["n"], event["seat"], event["move"])
            for event in match.events
            if event["type"] == "move" and "auto" not in event
        ]
        last = match.events[-1]
        if last["end"] == "forfeit":
            decided.append((last["n"], last["by"]["seat"], last["by"]["reason"]))
        return cls(match.header["game"], tuple(decided))


@dataclass(frozen=True)
class Unrepeated:
    """A game that went another way when it was played again: at event `n` the bot of a seat did not do what it had done."""

    game: int
    seat: str
    bot: str
    n: int
    before: str
    again: str

    def as_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        return {
            "game": self.game,
            "seat": self.seat,
            "agent": self.bot,
            "n": self.n,
            "before": self.before,
            "again": self.again,
        }


def sampled(plan: Plan) -> tuple[int, ...]:
    """The games of a plan that are played again: evenly spread, the last among them; none where all bots come with dicecup or are kernels."""
    if all(one.program is None for one in plan.agents()):
        return ()
    count = min(GAMES, plan.games)
    return tuple(plan.first + plan.games * (i + 1) // count - 1 for i in range(count))


def first_unrepeated(plan: Plan, courses: Sequence[Playthrough]) -> Unrepeated | None:
    """The first of these games that goes another way when it is played again, by bots that have played none before."""
    for before in courses:
        alone = replace(plan)
        try:
            match, failure = play_game(alone, before.game)
        finally:
            alone.close()
        if failure is not None and failure.late:
            continue
        if (found := unrepeated(plan.line_up, before, Playthrough.of(match))) is not None:
            return found
    return None


def unrepeated(line_up: Sequence[str], before: Playthrough, again: Playthrough) -> Unrepeated | None:
    """The first decision of a line-up that is another in the second course of a game."""
    for old, new in zip_longest(before.decisions, again.decisions):
        if old != new:
            n, seat, _ = old or new
            first, second = (one[2] if one is not None else "the game was over" for one in (old, new))
            return Unrepeated(before.game, seat, label(line_up[LETTERS.index(seat)]), n, first, second)
    return None

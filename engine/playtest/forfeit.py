"""A game that was given up because a bot failed: which game, whose bot, why, and where in the bot's file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dicecup.engine.bots.failure import BotFailure, CodePlace
from dicecup.engine.match.match import Match


@dataclass(frozen=True)
class Forfeit:
    """A bot (`bot`, as a log names it) failed in a game, so that its seat gave the game up; `reason` is what its log says.

    `late`: it took too long.
    """

    game: int
    seat: str
    bot: str
    reason: str
    place: CodePlace
    late: bool = False

    @classmethod
    def of(cls, match: Match, failure: BotFailure) -> Forfeit:
        """That of a match which ended so."""
        by = match.events[-1]["by"]
        return cls(match.header["game"], by["seat"], failure.bot, by["reason"], failure.place, failure.late)

    def as_dict(self) -> dict[str, Any]:
        """The forfeit as a JSON object; it has no `line` where none of the file is to blame."""
        return {
            "game": self.game,
            "seat": self.seat,
            "agent": self.bot,
            "reason": self.reason,
            **self.place.as_dict(),
        }

"""Whether a bot goes by what it cannot see: it is asked again where others hold other dice, and must answer the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dicecup.engine.bots.failure import BotFailure
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.games.base import LETTERS, Event
from dicecup.engine.games.base.game_loop import keys_of
from dicecup.engine.match.match import Match, Record
from dicecup.engine.testing.bot_games import Company
from dicecup.engine.testing.case import Lots, differing


@dataclass(frozen=True)
class Position:
    """A match where a seat was to decide: its state, and the events as that seat has seen them."""

    definition: Definition
    header: Record
    seat: str
    state: Any
    events: Sequence[Event]

    @classmethod
    def of(cls, match: Match) -> Position:
        """Where a match stands, in which somebody is to decide."""
        seat = match.turn
        assert seat is not None
        return cls(match.definition, match.header, seat, match.state.copy(), list(match.seen_events(seat)))

    def __str__(self) -> str:
        return f"game {self.header['game']} of {self.definition.name}, event {len(self.events) + 1}"


class Sample:
    """One of a game's decisions, each as likely as any other: `look` is called with the match before each of them."""

    def __init__(self, seed: str, game: int) -> None:
        self.position: Position | None = None
        self._lots = Lots(seed + " sampled", game)
        self._count = 0

    def look(self, match: Match) -> None:
        """A decision is due."""
        self._count += 1
        if self._lots.below(self._count) == 0:
            self.position = Position.of(match)


class Stood(Match):
    """A match that stands where another did, of which it has no more than the seat in turn has seen.

    With `changed` all but that is otherwise: what others hide is dealt again by these draws, and the seed is another, but for the
    seat's own draws.
    """

    def __init__(self, position: Position, changed: Lots | None = None) -> None:
        seed, own = position.header["seed"], LETTERS.index(position.seat)
        other = seed if changed is None else f"{seed} changed"
        super().__init__(position.definition, {**position.header, "seed": other})
        self._keys = keys_of(other)
        self._keys[own] = keys_of(seed)[own]
        self.restore(position.state.copy(), position.events)
        if changed is not None:
            redealer = self.view_record(position.seat)
            redealer.key0 = changed.below(1 << 30)
            self.family.redeal(self.state, self.rules, redealer)


@dataclass(frozen=True)
class Leak:
    """A decision that hangs on what the seat cannot see: the move where the dice are as they were, and where they are others.

    Where the bot fails it is the reason.
    """

    position: Position
    move: str
    instead: str


class LeakSearch:
    """Asks a bot again at positions, and counts: `asked` of them, and those at which others' dice were indeed `changed`.

    One program is asked where all is as it was and another one in the twins, the same positions in the same order, so that they
    differ in nothing but what is hidden.
    """

    def __init__(self, bot: str, there: Company, twin: Company) -> None:
        self.asked = self.changed = 0
        self._bot = bot
        self._there = there
        self._twin = twin

    @property
    def counted(self) -> dict[str, int]:
        """How many were asked, and how many dealt again."""
        return {"positions": self.asked, "dealt_again": self.changed}

    def leak(self, position: Position) -> Leak | None:
        """The leak that this position shows, if any. A bot that takes too long shows nothing."""
        stood = Stood(position)
        twin = Stood(position, Lots(position.header["seed"] + " redealt", position.header["game"]))
        seen, instead = stood.view_record(position.seat), twin.view_record(position.seat)
        if seen.values() != instead.values():
            raise AssertionError(
                f"{position}: the family deals {position.seat} another view: {differing(seen, instead)}"
            )
        try:
            move, other = self._move(self._there, stood), self._move(self._twin, twin)
        except BotFailure:
            return None
        self.asked += 1
        self.changed += stood.state.values() != twin.state.values()
        return Leak(position, move, other) if move != other else None

    def _move(self, company: Company, match: Match) -> str:
        """What the bot answers, or the reason why it does not; BotFailure where it is late."""
        (one,) = company.seated(match.definition, [self._bot])
        try:
            return match.family.notate(one.decide(match), match.rules)
        except BotFailure as failure:
            if failure.late:
                raise
            return str(failure)
        finally:
            one.over(match)

"""What one reader sees of a match: a view record and the events of this round, and nothing that a cup hides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dicecup.cli.narration.events import Event, this_round, unvoided
from dicecup.cli.narration.narrator import ALL
from dicecup.engine.games.base import LETTERS

if TYPE_CHECKING:
    from dicecup.engine.match.match import Match


@dataclass(frozen=True)
class Sight:
    """A match through the eyes of a seat; `seat` None sees what lies open and no more, ALL sees every die."""

    match: Match
    seat: str | None
    names: Mapping[str, str]  # of the seats, by letter

    def who(self, seat: str) -> str:
        """A seat by its letter and name."""
        return self.names.get(seat, seat)

    @cached_property
    def view(self) -> Any:
        """The view record; for who is no seat that of seat A, of which only what all seats share may be read."""
        return self.match.view_record(self.match.seats[0] if self.seat in (None, ALL) else self.seat)

    def view_of(self, p: int) -> Any | None:
        """The view record of a seat whose cup is open to the reader; None for any other."""
        if self.is_own(p):
            return self.view
        return self.match.view_record(LETTERS[p]) if self.seat == ALL else None

    @cached_property
    def events(self) -> list[Event]:
        """The events of the present round that have not been taken back."""
        events = unvoided(self.match.events)
        return self._seen(events[this_round(events) :])

    @cached_property
    def earlier(self) -> list[Event]:
        """The events of the rounds before."""
        events = unvoided(self.match.events)
        return self._seen(events[: this_round(events)])

    def _seen(self, events: Sequence[Event]) -> list[Event]:
        return [*events] if self.seat == ALL else [self.match.visibility.seen(event, self.seat) for event in events]

    @cached_property
    def legal(self) -> list[str]:
        """The moves that the reader may make now, none while another seat is in turn."""
        return self.match.legal() if self.turn is not None and self.seat in (self.turn, ALL) else []

    @cached_property
    def turn(self) -> str | None:
        """The seat that is to decide."""
        return self.match.turn

    @property
    def rules(self) -> Any:
        """The rules record."""
        return self.match.rules

    @property
    def seats(self) -> range:
        """The numbers of the seats."""
        return range(len(self.match.seats))

    def is_own(self, p: int) -> bool:
        """Whether a seat is the reader's."""
        return LETTERS[p] == self.seat

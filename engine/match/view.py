"""A match through one seat's eyes. What that seat sees of the events is for `visibility` to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from dicecup.engine.core.kernel import M32
from dicecup.engine.core.philox import below, philox
from dicecup.engine.core.problems import guess, listed

Event = dict[str, Any]


def copied(value: Any) -> Any:
    """A value of an event that shares nothing with it."""
    if isinstance(value, list):
        return [*value]
    return {name: copied(item) for name, item in value.items()} if isinstance(value, dict) else value


class SeatView:
    """A match through one seat's eyes, for people and for bots that are not kernels.

    `legal` are the legal moves as texts, none while another seat is to decide; `events` all events so far, other seats' hidden
    dice left out; `fields` what the family tells of the table (`Family.view_fields`), each of them an attribute too; `random` is a
    number below 2**53 that is the seat's own in this decision, for whoever wants to seed a generator. A view holds nothing else and
    knows no match, so that nothing hidden can be reached through it.
    """

    def __init__(
        self, seat: str, legal: Sequence[str], events: Sequence[Event], fields: Mapping[str, Any], random: int
    ) -> None:
        self.seat = seat
        self.legal = list(legal)
        self.fields = dict(fields)
        self.random = random
        self._events = tuple(events)
        self._draws = 0

    @cached_property
    def events(self) -> list[Event]:
        """All events so far, as the seat sees them: copies, made when they are asked for, since a game may be long."""
        return [copied(event) for event in self._events]

    def __getattr__(self, name: str) -> Any:
        fields = self.__dict__.get("fields", {})
        if name in fields:
            return fields[name]
        near = guess(name, fields)
        hint = f" (did you mean {near}?)" if near else ""
        has = [*(part for part in dir(self) if not part.startswith("_")), *fields]
        raise AttributeError(f"the view has no {name!r}{hint}; it has {listed(has, 'and')}")

    def below(self, n: int) -> int:
        """The seat's own next random number in [0, n), n < 2**31: repeatable, and nobody's dice."""
        if not 1 <= n < 2**31:
            raise ValueError(f"below({n}): it must be from 1 to {2**31 - 1}")
        self._draws += 1
        return below(n, self._draws, 0, 0, 0, self.random & M32, self.random >> 32)


def own_number(view: Any, block: int = 0) -> int:
    """A number below 2**53 from the key of the seat whose view record this is, for its decision: nothing tells the key from it.

    A program that decides for the seat gets it in place of the key, of which a short seed could be told.
    """
    c1 = block + 256 * view.seat + 65536 * view.domain
    low, high, _, _ = philox(
        view.decision, c1, view.game & M32, (view.game >> 32) + 65536 * view.round, view.key0, view.key1
    )
    return low + ((high & 0x1FFFFF) << 32)

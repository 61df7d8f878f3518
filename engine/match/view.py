"""What a seat may see of a match. No other place decides what is secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from dicecup.engine.core.philox import draw

Event = dict[str, Any]


# What an event may hold (docs/log-format.md). Of anything else, as a damaged log has it, nobody can say whether it gives something away.
FIELDS = frozenset(
    "n type round seat seats starter dice for private hidden move auto bid count wilds hand as why points place total piles stacks "
    "what ante won chips pot wins to end by winners places scores check of".split()
)
# Throws for these are hidden, whether or not an event says so: what the families call private. A test holds both lists to them.
UNDER_A_CUP = ("cup", "push")


def seen_by(event: Mapping[str, Any], seat: str | None) -> Event:
    """An event as a seat sees it: a private roll of another seat has the number of its dice in place of the dice.

    `seat` None is a spectator, who sees no private roll at all. Fields that no event has are left out.
    """
    if event.get("type") == "game":
        return dict(event)  # a header, which hides no dice
    seen = {name: value for name, value in event.items() if name in FIELDS}
    hidden = event.get("private") or event.get("for") in UNDER_A_CUP
    if hidden and event.get("seat") != seat and "dice" in seen:
        return {
            ("hidden" if name == "dice" else name): (_count(v) if name == "dice" else v) for name, v in seen.items()
        }
    return seen


def _count(dice: Any) -> int:
    """How many dice these are; a damaged log may have anything in their place."""
    return len(dice) if isinstance(dice, list) else 0


def copied(value: Any) -> Any:
    """A value of an event that shares nothing with it."""
    if isinstance(value, list):
        return [*value]
    return {name: copied(item) for name, item in value.items()} if isinstance(value, dict) else value


class SeatView:
    """A match through one seat's eyes, for people and for bots that are not kernels.

    `legal` are the legal moves as texts, none while another seat is to decide; `events` all events so far, other seats' hidden
    dice left out. A view holds nothing else and knows no match, so that nothing hidden can be reached through it.
    """

    def __init__(self, seat: str, legal: Sequence[str], events: Sequence[Event], record: Any) -> None:
        self.seat = seat
        self.legal = list(legal)
        self._events = tuple(events)
        self._record = record

    @cached_property
    def events(self) -> list[Event]:
        """All events so far, as the seat sees them: copies, made when they are asked for, since a game may be long."""
        return [copied(event) for event in self._events]

    def below(self, n: int) -> int:
        """The seat's own next random number in [0, n), n < 2**31: repeatable, and nobody's dice."""
        if not 1 <= n < 2**31:
            raise ValueError(f"below({n}): it must be from 1 to {2**31 - 1}")
        if self._record.draws >= 256:
            raise ValueError("below() may be called at most 256 times in a decision")
        return draw(self._record, n)

"""What a person must know to decide: a few named lines, which each family words in a module of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicecup.engine.match import Match

Event = Mapping[str, Any]
Who = Callable[[str], str]  # a seat by its letter and name
Rows = list[tuple[str, str]]

# Family -> the module whose `position(match, seat, who)` makes its lines, of nothing but what that seat may see.
MODULES = {
    "liars": "dicecup.cli.position_liars",
    "poker": "dicecup.cli.position_poker",
    "stacks": "dicecup.cli.position_stacks",
    "piles": "dicecup.cli.position_piles",
}


def position(match: Match, seat: str, who: Who) -> Rows:
    """The lines for the seat in turn; none for a family that has no words for it."""
    module = MODULES.get(match.definition.family)
    return [] if module is None else import_module(module).position(match, seat, who)


def this_round(events: Sequence[Event]) -> int:
    """The index of the event that began the present round; 0 before the first."""
    return next((i for i in range(len(events) - 1, -1, -1) if events[i]["type"] == "round"), 0)


def unvoided(events: Sequence[Event]) -> list[Event]:
    """The events that an undo has not made void."""
    valid: list[Event] = []
    for event in events:
        if event["type"] == "undo":
            while valid and valid[-1]["n"] > event["to"]:
                valid.pop()
        else:
            valid.append(event)
    return valid

"""The events of a game as people are told them: those of the present round, and those that hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Event = Mapping[str, Any]
Rows = list[tuple[str, str]]


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


def faces(dice: Any) -> str:
    """Dice as their faces."""
    return " ".join(map(str, dice))


def plain(value: Any) -> str:
    """A value of an event in words."""
    if isinstance(value, Mapping):
        return " ".join(f"{key} {plain(item)}" for key, item in value.items())
    return faces(value) if isinstance(value, list) else str(value)

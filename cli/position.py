"""What a person must know to decide, read off the events: his own dice, the standing bid, who holds what."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

Event = Mapping[str, Any]


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


def own_dice(events: Sequence[Event], seat: str) -> tuple[list[Any], list[Any]]:
    """A seat's dice in the present round: those it threw last, and those it has laid open since."""
    dice: list[Any] = []
    shown: list[Any] = []
    for event in events[this_round(events) :]:
        if event.get("seat") != seat:
            continue
        if event["type"] == "roll":
            dice = list(event["dice"])
        elif event["type"] == "move" and event["move"].startswith("show ") and event["move"] != "show none":
            shown += event["move"].split()[1:]
    return dice, shown


def standing(events: Sequence[Event]) -> tuple[str, str] | None:
    """The bid that stands in the present round and its bidder, if there is one."""
    for event in reversed(events[this_round(events) :]):
        if event["type"] == "move" and re.fullmatch(r"\d+x\S+|sum \d+", event["move"]):
            return event["move"], event["seat"]
    return None

"""What a person must know to decide in liar's dice, read off the events: his own dice, and the standing bid."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dicecup.cli.position import Event, Rows, Who, this_round, unvoided

if TYPE_CHECKING:
    from dicecup.engine.match import Match

SUM = "sum"  # what a bid in the final duel is on


def position(match: Match, seat: str, who: Who) -> Rows:
    """His dice, those he has laid open, and the bid that stands."""
    events = unvoided(match.events)
    dice, shown = own_dice(events, seat)
    rows = []
    if dice:
        rows.append(("Your dice", spelled(sorted(dice, key=lambda face: str(face).zfill(2)))))
    if shown:
        rows.append(("Laid open", spelled(shown)))
    bid = standing(events)
    if bid is not None:
        rows.append(("Standing", f"{bid[0]}, bid by {who(bid[1])}"))
    return rows


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
    return next(reversed(bids(events[this_round(events) :])), None)


def bids(events: Sequence[Event]) -> list[tuple[str, str]]:
    """The bids among events, each with its bidder."""
    return [(event["move"], event["seat"]) for event in events if event["type"] == "move" and bid_of(event["move"])]


def bid_of(move: str) -> str | None:
    """The face that a move bids on, SUM for the bid of a sum, None where it is no bid."""
    found = re.fullmatch(r"\d+x(\S+)|(sum) \d+", move)
    return found and (found[1] or found[2])


def spelled(dice: Sequence[Any]) -> str:
    """Dice by their faces."""
    return " ".join(map(str, dice))

"""Lines about results that several families have: points scored, and hands won."""

from __future__ import annotations

from collections.abc import Iterator

from dicecup.cli.base.text import counted
from dicecup.cli.narration.contract import Telling, Told
from dicecup.cli.narration.events import Event, plain

SCORED = ("n", "type", "round", "seat", "points", "total")  # what any score says


def scored(telling: Telling, event: Event, of: str | None = None) -> Iterator[Told]:
    """The points that a seat scores, `of` what; the fields of the event where that is not said."""
    if of is None:
        rest = {name: value for name, value in event.items() if name not in SCORED}
        of = f" ({', '.join(f'{name} {plain(value)}' for name, value in rest.items())})" if rest else ""
    yield telling.does(event["seat"], f"scores {event['points']}{of}: {event['total']} in all", "result")


def won(telling: Telling, event: Event, what: str = "the hand") -> Iterator[Told]:
    """One of several hands of a game is won."""
    yield telling.does(event["seat"], f"wins {what}, {counted(event['wins'], 'win')} so far", "result")

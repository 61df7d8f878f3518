"""Mia in words."""

from __future__ import annotations

from collections.abc import Iterator

from dicecup.cli.base.text import counted
from dicecup.cli.narration.contract import Narration, Telling, Told
from dicecup.cli.narration.events import Event, faces


def lifted(telling: Telling, event: Event) -> Iterator[Told]:
    """What was under the cup."""
    yield telling.does(event["seat"], f"said {event['said']} and has {faces(event['dice'])}", "showdown")


def life(telling: Telling, event: Event) -> Iterator[Told]:
    """A seat was wrong."""
    lives = counted(event["lives"], "life", "lives")
    yield telling.does(event["seat"], f"{event['why']}, and has {lives} left", "loss")


NARRATION = Narration(
    moves={"throw": "takes the cup", "say 21": "says Mia"},
    calls={"doubt": "doubts it"},
    verbs=True,
    events={"lifted": lifted, "life": life},
    standing=("life",),
    throws={"cup": ""},
)

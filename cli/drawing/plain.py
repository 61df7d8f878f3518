"""The table of a family that has no drawing, in words: how the seats stand, and what has happened in this round.

All of it is told off the events as the reader sees them, so it can show nothing that a cup hides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.text import Text

from dicecup.cli.base.text import counted
from dicecup.cli.drawing.contract import Drawing
from dicecup.cli.drawing.perspective import Sight
from dicecup.cli.drawing.styles import PAINTS, Brush
from dicecup.cli.narration.contract import Narration, Told
from dicecup.cli.narration.events import Event, Rows
from dicecup.cli.narration.narrator import SHARED, Teller, dice_held

MOST = 12  # lines about this round
SHARED_STANDING = ("score", "hand_won", "out")  # events of any family after which a seat stands otherwise


def plain(narration: Narration) -> Drawing:
    """The drawing of a family that has these words and no pictures."""

    def facts(sight: Sight) -> Rows:
        return [_row(sight, event, told) for event, told in _lines(sight, narration, aligned=False)]

    def board(sight: Sight, brush: Brush) -> Iterator[Text]:
        return (Text(told.text, PAINTS.get(told.kind, "")) for _, told in _lines(sight, narration, aligned=True))

    return Drawing(_heading, facts, board)


def _heading(sight: Sight) -> list[str]:
    dice = next((event.get("dice") for event in sight.events if event["type"] == "round"), None)
    return [dice_held(dice)] if dice else []


def _lines(sight: Sight, narration: Narration, *, aligned: bool) -> Iterator[tuple[Event, Told]]:
    """What is told about the table, each line with its event: of a long round only the newest lines."""
    teller = Teller(sight.match.header, narration, sight.seat, aligned=aligned)
    yield from _told(teller, _standing(sight, narration))
    round = list(_told(teller, (event for event in sight.events if event["type"] != "round")))
    if len(round) > MOST:
        yield {}, Told("", f"  ({counted(len(round) - MOST, 'line')} before)")
    yield from round[-MOST:]


def _told(teller: Teller, events: Iterable[Event]) -> Iterator[tuple[Event, Told]]:
    return ((event, told) for event in events for told in teller.tell(event) if told.text.strip())


def _standing(sight: Sight, narration: Narration) -> list[Event]:
    """How the seats came to stand as they did when the round began: the last event of each kind about each of them."""
    kinds = {*SHARED_STANDING, *narration.standing}
    found: dict[tuple[str, str], Event] = {}
    for event in sight.earlier:
        kind = event["type"]
        if "seat" in event and (kind in kinds or (not narration.standing and kind not in SHARED)):
            found.pop((event["seat"], kind), None)
            found[event["seat"], kind] = event
    return sorted(found.values(), key=lambda event: str(event["seat"]))


def _row(sight: Sight, event: Event, told: Told) -> tuple[str, str]:
    """A line as a fact about its seat."""
    text = told.text.strip()
    name = sight.who(event["seat"]) if "seat" in event else ""
    return (name, text.removeprefix(name).strip()) if name and text.startswith(name) else ("Table", text)

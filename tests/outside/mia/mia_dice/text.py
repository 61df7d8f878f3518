"""Mia in words: its faces, its events, and its rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicecup.engine.games.base import LETTERS, Event, EventFields, Row
from dicecup.engine.games.options import Players, keys
from mia_dice.options import MiaOptions
from mia_dice.rules import VALUES, Rules
from mia_dice.table import LIFTED

WHY = ("lied", "doubted the truth")
EVENT_FIELDS = {"lifted": EventFields(("seat", "dice", "said")), "life": EventFields(("seat", "lives", "why"))}


def die_names(r: Rules, kind: int) -> list[int | str]:
    """The faces of a die."""
    return [1, 2, 3, 4, 5, 6]


def own_event(rows: Sequence[Row], i: int) -> tuple[Event, int]:
    """The family's own event that begins at row i: lifted, life."""
    kind, seat, a, b, _ = rows[i]
    if kind == LIFTED:
        return {"type": "lifted", "seat": LETTERS[seat], "dice": [*divmod(VALUES[a], 10)], "said": VALUES[b]}, i + 1
    return {"type": "life", "seat": LETTERS[seat], "lives": a, "why": WHY[b]}, i + 1


def explain(o: MiaOptions, players: Players) -> Iterator[tuple[str, str]]:
    """The effective rules of a variant, each with its id."""
    said = {key.path: key.said(o) for key in keys(type(o))}
    yield "M-R1", "One throws two dice under the cup, looks, and says a value; A begins."
    yield (
        "M-R2",
        "The higher die comes first: from 31, the lowest, to 65; then pairs from 11 to 66; 21 is Mia, the highest.",
    )
    yield "M-R3", "Each value must be higher than the one said before; it need not be true."
    yield "M-R4", "The next player throws, and must then say more, or doubts. A Mia can only be doubted."
    yield from filter(None, (said["lives"],))
    yield "M-R6", "A doubt lifts the cup: whoever was wrong loses a life, and begins. The last who has one wins."
    yield from filter(None, (said["mia_costs"],))

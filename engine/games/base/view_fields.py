"""What a plain bot is told beside the legal moves and the events: fields of its view, of a few kinds that JSON has.

A family declares each field with its kind and what it means, and fills them from the view record alone, so that they hold no
more than the seat may see. Faces, moves and seats are written as in events.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from dicecup.engine.games.base.event_fields import Count, Face, Letter
from dicecup.engine.games.base.records import LETTERS, View

KINDS: Mapping[str, Any] = {
    "number": int,
    "count": Count,
    "yes or no": bool,
    "text": str,
    "text or none": str | None,
    "face or none": Face | None,
    "dice": list[Face],
    "seat": Letter,
    "seat or none": Letter | None,
    "seats": list[Letter],
    "names": list[str],
    "number by seat": dict[Letter, int],
    "count by seat": dict[Letter, Count],
    "text by seat": dict[Letter, str],
    "text or none by seat": dict[Letter, str | None],
    "face or none by seat": dict[Letter, Face | None],
    "dice by seat": dict[Letter, list[Face]],
    "number by name": dict[str, int],
    "face by name": dict[str, Face],
    "seats by name": dict[str, list[Letter]],
}
"""What a field may be: a count is 0 or more, dice are a list of faces, and what is there by seat is there for every seat."""

# Names that a view has, or keeps, for something else; no field bears one of them.
TAKEN = frozenset({"seat", "legal", "events", "fields", "below", "random"})


@dataclass(frozen=True)
class ViewField:
    """A field of a view: its kind, one of KINDS, and what it means, a sentence for whoever writes a bot."""

    kind: str
    meaning: str

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise TypeError(f"there is no kind of view field {self.kind!r}; it may be {', '.join(KINDS)}")

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its values."""
        return {**msgspec.json.schema(KINDS[self.kind]), "description": self.meaning}

    def fault(self, value: Any, seats: str) -> str:
        """What is wrong with a value in a game of these seats, empty where nothing is."""
        try:
            msgspec.convert(value, KINDS[self.kind])
        except msgspec.ValidationError as error:
            return str(error)
        if self.kind.endswith("by seat") and "".join(value) != seats:
            return f"it is there by seat for {', '.join(value)}, not for {', '.join(seats)}"
        return "" if msgspec.json.decode(msgspec.json.encode(value)) == value else "it is no plain JSON"


COMMON_FIELDS: Mapping[str, ViewField] = {
    "round": ViewField("count", "The number of the round, counted over the whole game."),
    "seats": ViewField("seats", "All seats of the game, clockwise."),
    "playing": ViewField("seats", "The seats that are still in this round, clockwise from A."),
    "scores": ViewField("number by seat", "What each seat would have as its score if the game ended now."),
}
"""The fields of every family that has any."""

STARTER = ViewField("seat or none", "The seat that began this round; none while that is open.")


def common_values(v: View, playing: Iterable[int], scores: Sequence[int]) -> dict[str, Any]:
    """The values of COMMON_FIELDS; `playing` are numbers of seats, `scores` has a number for each."""
    return {
        "round": v.round,
        "seats": [*LETTERS[: v.seats]],
        "playing": [LETTERS[p] for p in playing],
        "scores": by_seat(v, scores),
    }


def by_seat(v: View, values: Iterable[Any]) -> dict[str, Any]:
    """The first of these values, one for each seat of the game, under the letters of the seats."""
    return dict(zip(LETTERS[: v.seats], values, strict=False))


def letter_or_none(seat: int) -> str | None:
    """A seat's letter; below 0 there is none."""
    return LETTERS[seat] if seat >= 0 else None


def fault(fields: Mapping[str, ViewField], values: Mapping[str, Any], seats: str) -> str:
    """What is wrong with values of these fields in a game of these seats, empty where nothing is."""
    for name in (*fields, *values):
        if (name in fields) != (name in values):
            return f"{name} is {'missing' if name in fields else 'not declared'}"
    if [*values] != [*fields]:
        return f"they stand in the order {', '.join(values)}"
    found = ((name, field.fault(values[name], seats)) for name, field in fields.items())
    return next((f"{name}: {said}" for name, said in found if said), "")


def check_declaration(fields: Mapping[str, ViewField]) -> None:
    """TypeError where a view cannot have these fields."""
    if not isinstance(fields, Mapping):
        raise TypeError("view_fields is no Mapping")
    for name, field in fields.items():
        if not isinstance(field, ViewField):
            raise TypeError(f"view_fields: {name} is no ViewField")
        if name in TAKEN or name.startswith("_") or not name.isidentifier():
            raise TypeError(f"view_fields: a view cannot have a field {name!r}")
    missing = [name for name, field in COMMON_FIELDS.items() if fields.get(name) != field]
    if fields and missing:
        raise TypeError(f"view_fields: {', '.join(missing)} must be as in COMMON_FIELDS")

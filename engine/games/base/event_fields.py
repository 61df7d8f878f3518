"""What events hold: the fields of each type, those that must be there and those that may, and what each is.

A field is of one of the types below, by its name; where it is another in some type of event, the declaration of that
says so. msgspec holds an event to its declaration.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta

ALWAYS = ("n", "type", "round")
OUTSIDE = frozenset((*ALWAYS, "seat", "for", "private", "sees", "hidden"))  # what an event shows to whom it is not for

Number = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]
Letter = Annotated[str, Meta(pattern="^[A-J]$", max_length=1)]  # $ would let a newline follow
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", max_length=32)]
Face = int | str
Scalar = int | str | bool
Plain = Scalar | list[Scalar] | dict[str, Scalar | list[Scalar]]  # whatever a log may hold


class Forfeit(msgspec.Struct, forbid_unknown_fields=True):
    """Who has failed, and how."""

    seat: Letter
    reason: str


TYPES: Mapping[str, Any] = {
    "n": Number,
    "type": str,
    "round": Count,
    "seat": Letter,
    "seats": list[Letter],
    "starter": Letter,
    "sees": list[Letter],
    "dice": list[Face],
    "hidden": Count,
    "private": bool,
    "auto": bool,
    "for": str,
    "move": str,
    "place": int,
    "to": int,
    "what": str,
    "why": str,
    "points": int,
    "total": int,
    "check": Hash,
    "of": Hash,
    "seal": Hash,
}
"""What a field is in every event that does not declare it otherwise; of any other name it may be whatever a log may hold."""


@dataclass(frozen=True)
class EventFields:
    """The fields of one type of event beside `n`, `type` and `round`: those that must be there, and those that may.

    `types` are what some of them are, where TYPES does not say it. Just one of the fields `either` is there. Of an event that
    is not for everybody, with `private` or `sees`, others learn no field but `seat`, `for` and the number of its `dice`.
    """

    must: tuple[str, ...]
    may: tuple[str, ...] = ()
    types: Mapping[str, Any] = field(default_factory=dict)
    either: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All the fields that such an event may have."""
        return (*ALWAYS, *self.must, *self.may, *self.either)

    def fault(self, event: Mapping[str, Any], *, unseen: bool = False) -> str:
        """What is wrong with an event of that type, empty where nothing is; `unseen` as whoever it is not for sees it."""
        try:
            msgspec.convert(event, self._unseen if unseen else self._whole)
        except msgspec.ValidationError as error:
            return str(error)
        kept = [name for name in self.either if name in event]
        if self.either and not unseen and len(kept) != 1:
            return f"it must have one of {' and '.join(self.either)}"
        if "private" in event and "sees" in event:
            return "it must not have both private and sees"
        if len(sees := event.get("sees", ())) != len(set(sees)):
            return "a seat stands twice in sees"
        return next((f"{name} is false" for name, value in event.items() if value is False), "")

    @cached_property
    def _whole(self) -> type[msgspec.Struct]:
        return self._struct(self.must, (*self.may, *self.either))

    @cached_property
    def _unseen(self) -> type[msgspec.Struct]:
        must, may = ([name for name in names if name in OUTSIDE] for names in (self.must, self.may))
        return self._struct((*must, "hidden") if "dice" in self.names else must, may)

    def _struct(self, must: Any, may: Any) -> type[msgspec.Struct]:
        """Events with those fields as msgspec knows them: attributes are numbered, since a field may be called `for`."""
        given = {**TYPES, **self.types}
        fields: list[tuple[str, Any, Any]] = []
        for name in (*ALWAYS, *must, *may):
            absent = UNSET if name in may else msgspec.NODEFAULT
            fields.append((f"_{len(fields)}", given.get(name, Plain), msgspec.field(name=name, default=absent)))
        return msgspec.defstruct("Event", fields, forbid_unknown_fields=True)


# The events that any family may have. `shown` tells of dice that a throw hid before: thrown by `seat` `for` that, and
# now seen by more.
COMMON_EVENTS: Mapping[str, EventFields] = {
    "order": EventFields(("seats",)),
    "round": EventFields(("starter", "dice"), types={"dice": dict[Letter, int]}),
    "roll": EventFields(("seat", "for", "dice"), ("private", "sees"), types={"hidden": Number}),
    "shown": EventFields(("seat", "for", "dice"), ("sees",), types={"hidden": Number}),
    "move": EventFields(("seat", "move"), ("auto",)),
    "out": EventFields(("seat", "place")),
    "tie": EventFields(("seats", "what")),
    "undo": EventFields(("to",)),
    "end": EventFields(
        ("end", "winners", "places", "scores", "check"),
        ("by",),
        types={
            "end": Literal["won", "draw", "aborted", "abandoned", "forfeit"],
            "by": str | Forfeit,
            "winners": list[Letter],
            "places": dict[Letter, int],
            "scores": dict[Letter, int],
        },
    ),
}

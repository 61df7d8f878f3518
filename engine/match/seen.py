"""A match as one seat's screen has it, on which nothing is known but what that seat was told.

It has the header without the seed, the events as the seat sees them, whose turn it is with the legal moves of its own, and its view
record. That is enough to draw the table and to ask the coach; nothing can be played on it. Who tells all this may be anybody, so
what cannot be is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicecup.engine.core.record import fields
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.match.dice_source import Due
from dicecup.engine.match.match import Match, Record

SECRET = ("key0", "key1")  # of a view record: what a seat's own bot draws from, and a short seed could be told by
GREATEST = 10**9  # a number that no view record of a sensible game holds


class NoViewError(ValueError):
    """What should be a view record is none."""


class SeenMatch(Match):
    """A match as `seat` has been told of it; `seat` None is a spectator, who has no view record.

    `header` is one that a seat may see.
    """

    def __init__(self, definition: Definition, header: Record, seat: str | None) -> None:
        super().__init__(definition, {**header, "seed": ""}, None)
        self.header = dict(header)
        self.events = []
        self.seat = seat
        self._turn: str | None = None
        self._legal: list[str] = []
        self._view: Any = None

    def told(self, turn: str | None, view: Mapping[str, Any] | None, legal: Sequence[str] = ()) -> None:
        """Whose decision is due, what the seat sees, and what it may do. NoViewError where `view` is no view record of this family."""
        if view is not None:
            self._view = unpacked_view(self.family.View, view)
        self._turn, self._legal = turn, list(legal)

    @property
    def knows_table(self) -> bool:
        """Whether there is a view record, so that the table can be drawn."""
        return self._view is not None

    # ---- what a match tells

    @property
    def over(self) -> bool:
        return bool(self.events) and self.events[-1].get("type") == "end"

    @property
    def turn(self) -> str | None:
        return None if self.over else self._turn

    @property
    def due(self) -> Due | None:
        return None

    def legal(self) -> list[str]:
        return [] if self.over else list(self._legal)

    def view_record(self, seat: str) -> Any:
        if self._view is None or seat != (self.seat or self.seats[0]):
            raise ValueError(f"nothing is known of what {seat} sees")
        return self._view.copy()

    def check_play(self, text: str) -> int:
        action: int = self.family.parse(text, self.rules)
        if self.family.notate(action, self.rules) not in self.legal():
            raise ValueError(f"{text} is not among the moves that are legal now")
        return action


def packed_view(view: Any) -> dict[str, Any]:
    """A view record for its seat to be told of: the fields that are not zero, without the key that its bots draw from."""
    return {name: value for name, value in view.values().items() if name not in SECRET and _is_something(value)}


def unpacked_view(kind: type[Any], packed: Mapping[str, Any]) -> Any:
    """The view record of a class that `packed_view` made this of. NoViewError where it cannot be one."""
    view, shapes = kind(), dict(fields(kind))
    for name, value in packed.items():
        shape = shapes.get(name)
        if shape is None or name in SECRET or not _fits(value, shape):
            raise NoViewError("that is no view of this game")
        setattr(view, name, value)
    return view


def _is_something(value: Any) -> bool:
    return any(map(_is_something, value)) if isinstance(value, list) else bool(value)


def _fits(value: Any, shape: Sequence[int]) -> bool:
    if not shape:
        return type(value) is int and abs(value) <= GREATEST
    return isinstance(value, list) and len(value) == shape[0] and all(_fits(one, shape[1:]) for one in value)

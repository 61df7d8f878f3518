"""A log as one seat may see it: others' private rolls without their dice, no seed, and a check and a seal of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dicecup.engine.core.canonical import Check
from dicecup.engine.core.problems import InputError
from dicecup.engine.match.visibility import visibility_of


class OtherSeatError(InputError):
    """A log that was made for one seat (`made_for`) is to be shown to another (`seat`)."""

    def __init__(self, made_for: str, seat: str) -> None:
        super().__init__(f"the log was made for seat {made_for}; it does not hold what {seat} saw")
        self.made_for = made_for
        self.seat = seat


def check_viewer(header: Mapping[str, Any], seat: str) -> None:
    """OtherSeatError where a game was logged for one seat, and that is not this one."""
    if "redacted" in header and header["redacted"] != seat:
        raise OtherSeatError(header["redacted"], seat)


class Redacted:
    """Redacts the records of one game in order, the header first. `seat` None is a spectator."""

    def __init__(self, seat: str | None) -> None:
        self.seat = seat
        self._check = Check()
        self._visibility = visibility_of({})
        self._is_redacted = False  # the log was made for this seat already: it passes as it is

    def record(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """The record as the seat may see it. An `end` gets the check of what was shown before it, the whole log's as `of` unless
        dice are hidden that may still count, and a `seal` over all of that and itself.
        """
        if record.get("type") == "game" and "redacted" in record:
            if self.seat is not None:
                check_viewer(record, self.seat)
            self._is_redacted = True
        if self._is_redacted:
            return dict(record)
        if record.get("type") == "game":
            self._visibility = visibility_of(record)
        seen = self._visibility.seen(record, self.seat)
        if record.get("type") == "game" and self.seat is not None:
            seen["redacted"] = self.seat
        is_end = record.get("type") == "end" and "check" in record
        if is_end:
            whole = {"of": seen["check"]} if "check" in seen else {}
            seen |= {"check": self._check.hex(), **whole}
        self._check.add(seen)
        return seen | {"seal": self._check.hex()} if is_end else seen

"""A log as one seat may see it: others' private rolls without their dice, no seed, and a check of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dicecup.cli.base.errors import usage
from dicecup.engine.core.canonical import Check
from dicecup.engine.log.header import HEADER_FIELDS, OPTIONAL_FIELDS
from dicecup.engine.match.visibility import visibility_of

# What a header shows to a seat: all that one may hold but the seed. Anything else, as a damaged log has it, might be the seed.
SHOWN = ({*HEADER_FIELDS, *OPTIONAL_FIELDS} | {"_written_by", "_stamp"}) - {"seed"}


class Redacted:
    """Redacts the records of one game in order, the header first."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self._check = Check()
        self._visibility = visibility_of({})
        self._is_redacted = False  # the log was made for this seat already: it passes as it is

    def record(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """The record as the seat may see it. An `end` gets the check of what was shown; `of` is the whole log's."""
        if record.get("type") == "game" and "redacted" in record:
            if record["redacted"] != self.seat:
                raise usage(f"the log was made for seat {record['redacted']}; it does not hold what {self.seat} saw")
            self._is_redacted = True
        if self._is_redacted:
            return dict(record)
        if record.get("type") == "game":
            seen = {name: value for name, value in record.items() if name in SHOWN}
            seen["redacted"] = self.seat
            self._visibility = visibility_of(record)
        else:
            seen = self._visibility.seen(record, self.seat)
        if seen.get("type") == "end" and "check" in seen:
            return seen | {"check": self._check.hex(), "of": seen["check"]}
        self._check.add(seen)
        return seen

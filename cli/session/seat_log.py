"""The log that somebody at another screen keeps of a game, which is made for their seat."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Self

from dicecup.engine.log.log import OutputExists, Writer, dump
from dicecup.engine.log.redaction import Redacted
from dicecup.engine.match.match import Record


class SeatLog:
    """Writes what a seat is told to a file, which is made when the game begins. As a context manager it closes it.

    Who comes back is told everything again, so a log of the very same game is replaced; another one only by `force`, of which who is
    not `back` hears at once. Raises OutputRefused.
    """

    def __init__(self, path: str, *, force: bool = False, back: bool = False) -> None:
        self._path = Path(path)
        self._force = force
        self._writer: Writer | None = None
        self._redacted: Redacted | None = None
        if self._path.is_file() and not (force or back):
            raise OutputExists(self._path)

    def begin(self, header: Record, seat: str | None) -> None:
        """A game begins: its header, as the host has told it."""
        self._redacted = Redacted(seat)
        line = dump(self._redacted.record(header))
        if self._writer is None:
            self._writer = Writer(self._path, force=self._force or self._begins_with(line))
        self._writer.write(line)

    def record(self, event: Record) -> None:
        """An event of that game."""
        assert self._redacted is not None
        assert self._writer is not None
        is_end = event["type"] == "end" and "check" not in event  # of a game that may go on
        whole = {**event, "check": ""} if is_end else event
        self._writer.record(self._redacted.record(whole))

    def _begins_with(self, line: bytes) -> bool:
        with suppress(OSError), self._path.open("rb") as stream:
            return stream.read(len(line)) == line
        return False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._writer is not None:
            self._writer.__exit__(*error)

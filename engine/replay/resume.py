"""A log that is written on in place, after its game was broken off.

The file is locked, read, and then written on behind the records that are kept. What it held behind them (half a record, or the
end `abandoned`) goes only when the first new record comes; and until that one is written, and between any two, the file is a
log that can be resumed.
"""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, Self

from dicecup.engine.core.inputs import note_written
from dicecup.engine.log.lock import lock
from dicecup.engine.log.log import OutputRefused, dump, reason
from dicecup.engine.match.match import Record
from dicecup.engine.replay.fork import Begun


class Continuation:
    """Locks a log for reading (`stream`) and then for going on. OutputRefused where it cannot be written, or another program does.

    `after` names the game; from then on `record` takes every record of it, from the header, and writes those that are not there yet.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            self.stream: BinaryIO = self.path.open("r+b")
        except OSError as error:
            raise OutputRefused(f"cannot write on in {path}: {reason(error)}", self.path) from None
        if not lock(self.stream):
            self.stream.close()
            raise OutputRefused(f"another program is writing on in {path}; wait until it has ended", self.path)
        note_written(self.stream)
        self.broken = False  # it could not be written, and what follows is not in it
        self._begun: Begun | None = None
        self._there = 0

    def after(self, begun: Begun) -> None:
        """Go on behind the kept records of this game."""
        self._begun = begun
        self._there = 1 + begun.kept

    def record(self, record: Record) -> None:
        """Write a record that is not in the file yet, and hand it to the system."""
        if self._there:
            self._there -= 1
            return
        try:
            if self._begun is not None:
                self.stream.seek(self._begun.end)
                self.stream.truncate()
                if not self._begun.whole:
                    self.stream.write(b"\n")
                self._begun = None
            self.stream.write(dump(record))
            self.stream.flush()
        except OSError as error:
            self.broken = True
            raise OutputRefused(f"cannot write {self.path}: {reason(error)}", self.path) from None

    def close(self) -> None:
        """Let the file go."""
        self.stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

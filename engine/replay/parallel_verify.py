"""A log file in parts, so that several processes can verify it: each part begins where a game begins whatever stands before it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Self

from dicecup.engine.core.kernel import PLAIN
from dicecup.engine.core.workers import usable_cores
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.log.log import LONGEST_LINE, UTF16, Readable, begins_game, reason
from dicecup.engine.log.seal import Held
from dicecup.engine.log.verdict import INCOMPLETE, Verdict
from dicecup.engine.replay.verify import verify_games
from dicecup.engine.replay.verify_against import verify_against

PART = 1 << 22  # bytes, about fifty thousand events


def parts(path: str, size: int = PART) -> Iterator[tuple[int, int, int]]:
    """Where each part begins, where it ends, and the number of its first line; each has at least `size` bytes but the last.

    A part is cut only before a header that can be read as one: `read_games` begins a game there in any case, so verdicts do not
    depend on where a file is cut.
    """
    with Path(path).open("rb") as stream:
        start = at = 0
        first = number = 1
        while line := stream.readline(LONGEST_LINE + 1):
            if at == 0 and line.startswith(UTF16):
                size = Path(path).stat().st_size  # nothing of it can be read
            if at - start >= size and begins_game(line):
                yield start, at, first
                start, first = at, number
            at += len(line)
            while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
                line = stream.readline(LONGEST_LINE)  # the rest of a line that is too long
                at += len(line)
                if not line:
                    break
            number += 1
        yield start, at, first


def useful_jobs(size: int) -> int:
    """How many processes are of use for so many bytes: no more than there are parts, or cores."""
    return max(1, min(usable_cores(), size // PART))


class Part:
    """The bytes of a file from `start` to `end`, read line by line; a context manager."""

    def __init__(self, path: str, start: int, end: int) -> None:
        self._file: BinaryIO = Path(path).open("rb")  # noqa: SIM115 - closed by __exit__
        self._file.seek(start)
        self._left = end - start

    def readline(self, size: int = -1) -> bytes:
        """The next line, or as much of it as `size` allows; empty at the end of the part."""
        line = self._file.readline(min(size, self._left) if size >= 0 else self._left)
        self._left -= len(line)
        return line

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()


def verify_part(
    path: str, start: int, end: int, first: int, mode: str, other: Definition | None
) -> tuple[bool, list[Verdict]]:
    """Whether a part of a file is its first one, and the verdicts on its games."""
    try:
        with Part(path, start, end) as part:
            return start == 0, list(_verdicts(part, path, mode, other, first, alone=start == 0))
    except OSError as error:
        return start == 0, [unreadable(path, error)]


def verdicts(stream: Readable, file: str, mode: str = PLAIN, other: Definition | None = None) -> Iterator[Verdict]:
    """The verdict on each game of a file: whether it is true, or with `other` whether it is also a game by that definition.

    A file that cannot be read, one that holds no game, and one that is not as it was sealed have a verdict too.
    """
    return Held().verdicts(_verdicts(stream, file, mode, other, 1, alone=True))


def _verdicts(
    stream: Readable, file: str, mode: str, other: Definition | None, first: int, *, alone: bool
) -> Iterator[Verdict]:
    """Those on a stream that is a file or a part of one; where it is `alone` it must hold a game."""
    found = False
    games = (
        verify_games(stream, file, mode=mode, first_line=first)
        if other is None
        else verify_against(stream, other, file, first_line=first)
    )
    try:
        for verdict in games:
            found = True
            yield verdict
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        yield unreadable(file, error)
        return
    if alone and not found:
        yield Verdict(file, 1, None, ok=False, kind=INCOMPLETE, message="there is no game in this file")


def unreadable(file: str, error: OSError) -> Verdict:
    """The verdict on a log that the system cannot read."""
    return Verdict(file, 1, None, ok=False, kind="unreadable bytes", message=f"cannot be read: {reason(error)}")

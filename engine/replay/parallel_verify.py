"""A log file in parts, so that several processes can verify it: each part begins where a game begins whatever stands before it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Self

from dicecup.engine.core.kernel import PLAIN
from dicecup.engine.core.workers import in_processes, usable_cores
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.log.log import LONGEST_LINE, UTF16, Readable, begins_game, reason
from dicecup.engine.log.verdict import INCOMPLETE, Verdict
from dicecup.engine.replay.verify import verify
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


def verify_file(path: str, start: int, end: int, first: int, mode: str, other: Definition | None) -> list[Verdict]:
    """The verdicts on a part of a file."""
    try:
        with Part(path, start, end) as part:
            return list(verdicts(part, path, mode, other, first, alone=start == 0))
    except OSError as error:
        return [unreadable(path, error)]


def verify_again(*part: Any) -> list[Verdict]:
    """The verdicts on a part whose process is gone, from another one. Raises WorkerLost where that goes as well."""
    (found,) = in_processes(verify_file, 1, [part])
    return found


def verdicts(
    stream: Readable,
    file: str,
    mode: str = PLAIN,
    other: Definition | None = None,
    first: int = 1,
    *,
    alone: bool = True,
) -> Iterator[Verdict]:
    """The verdict on each game of a stream: whether it is true, or with `other` whether it is also a game by that definition.

    A stream that cannot be read, and one `alone` that holds no game, have a verdict too.
    """
    found = False
    games = (
        verify(stream, file, mode=mode, first_line=first)
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

"""The end of a log, found from the end: the last events of a file of any length without reading what stands before them."""

from __future__ import annotations

from typing import BinaryIO

BLOCK = 1 << 18  # bytes read at a time
DEFINITION = b'"definition"'  # stands in headers only
SEAL = b'"seal"'


class Tail:
    """The last `events` events of a log file that can be sought in, as a stream for `read_games`: the header they follow, then they.

    `line` tells the number in the file of a line of this stream.
    """

    def __init__(self, stream: BinaryIO, events: int) -> None:
        self._stream = stream
        self._header, header_at, start = _found(stream, events)
        self._shift = _newlines(stream, start) - bool(self._header)
        self._header_line = _newlines(stream, header_at) + 1 if self._header else 0
        stream.seek(start)

    def readline(self, limit: int = -1) -> bytes:
        """The next line, empty at the end."""
        if self._header:
            header, self._header = self._header, b""
            return header
        return self._stream.readline(limit)

    def line(self, number: int) -> int:
        """Where line `number` of this stream stands in the file."""
        return self._header_line if self._header_line and number == 1 else number + self._shift


def _found(stream: BinaryIO, events: int) -> tuple[bytes, int, int]:
    """The header line and where it stands, and where the last events begin; the file's beginning where there are no more."""
    rest, at = b"", stream.seek(0, 2)
    start, left = at, events
    while at > 0:
        size = min(BLOCK, at)
        at -= size
        stream.seek(at)
        block = stream.read(size) + rest
        # Up to the first newline it is the end of a line that begins before this block.
        first = block.find(b"\n") + 1 if at > 0 else 0
        rest = block[:first] if first or at == 0 else block
        if at > 0 and first == 0:
            continue
        if left <= 0 and DEFINITION not in block:
            continue  # on the way to the header
        end = len(block)
        while end > first:
            begin = block.rfind(b"\n", first, end - 1) + 1 or first
            line = block[begin:end]
            end = begin
            if is_header(line):
                if left <= 0:
                    return line, at + begin, start
                start = at + begin
            elif line.strip() and not is_seal(line):
                if left == 0:
                    left = -1  # what stands before the last events; only the header is of interest
                elif left > 0:
                    start, left = at + begin, left - 1
    return b"", 0, start if left <= 0 else 0


def is_seal(line: bytes) -> bool:
    """Whether a line is the seal of a file, which is no event."""
    return SEAL in line and b'"digest"' in line and b'"n"' not in line


def is_header(line: bytes) -> bool:
    """Whether a line begins a game, or was meant to."""
    return DEFINITION in line and b'"game"' in line


def _newlines(stream: BinaryIO, end: int) -> int:
    """How many lines end before a place."""
    stream.seek(0)
    found = 0
    while end > 0:
        block = stream.read(min(BLOCK, end))
        if not block:
            break
        found += block.count(b"\n")
        end -= len(block)
    return found

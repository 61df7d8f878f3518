"""Where the lines of a log stand in its file, so that a game can be read again, or cut, at a byte."""

from __future__ import annotations

from typing import BinaryIO


class Located:
    """A stream read line by line, that knows where the line read last begins and ends, in bytes from the start of the file.

    `number` counts the lines read; `whole` tells whether the last one had its newline. It stands in for the stream in
    `read_lines` and `read_games`: when those hand out a game, the line read last is its header.
    """

    def __init__(self, stream: BinaryIO, start: int = 0, number: int = 0) -> None:
        self._stream = stream
        self.start = self.end = start
        self.number = number
        self.whole = True

    def readline(self, limit: int = -1) -> bytes:
        """The next line, empty at the end of the file."""
        line = self._stream.readline(limit)
        if line:
            self.start, self.end = self.end, self.end + len(line)
            self.number += 1
            self.whole = line.endswith(b"\n")
        return line

"""Moves from a script: one a line, `#` begins a comment, and `B:` before a move says whose it is.

The `#2` of `stack 4 on #2` is no comment: within a line a `#` right before a digit belongs to the move.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Self

from dicecup.cli.base import output as voice
from dicecup.cli.base.errors import NO, USAGE, Failure, usage
from dicecup.cli.base.wording import COMMAND_LINE
from dicecup.cli.session.session import Left, open_question
from dicecup.cli.session.typed_move import MoveReader, Refusal, split_seat
from dicecup.engine.core.inputs import STDIN, note
from dicecup.engine.core.problems import printable

if TYPE_CHECKING:
    from dicecup.engine.match.match import Match

LONGEST = 10_000  # bytes of a line, its comment included
COMMENT = re.compile(r'^\s*#.*|("[^"]*")|#(?!\d).*', re.DOTALL)  # the #2 of `stack 4 on #2` is none


@dataclass(frozen=True)
class Scripted:
    """One line of a script: its number, and what it holds: a move, and perhaps before it the seat that makes it."""

    number: int
    text: str

    @property
    def seat(self) -> str | None:
        """The seat that is named."""
        return split_seat(self.text)[0]

    @property
    def move(self) -> str:
        """The move alone."""
        return split_seat(self.text)[1]


class Script:
    """Reads lines one by one, so that a program may write each when it has seen what came before."""

    def __init__(self, path: str, option: str = "--moves") -> None:
        self._option = option
        self.name = STDIN if path == "-" else path
        self.line = 0
        self._stream = self._open(path)

    def _open(self, path: str) -> BinaryIO:
        if path == "-":
            if sys.stdin is None:
                raise usage(f"{self._option} -: standard input is closed; name a file")
            note(STDIN, sys.stdin.buffer)
            return sys.stdin.buffer
        try:
            note(path)
            return Path(path).open("rb")
        except IsADirectoryError:
            raise usage(f"{self._option} {path} is a folder; name a file") from None
        except (OSError, ValueError) as error:
            reason = (getattr(error, "strerror", None) or str(error)).lower()
            raise usage(f"{self._option} {path}: {reason}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._stream is not getattr(sys.stdin, "buffer", None):
            self._stream.close()

    def next(self) -> Scripted | None:
        """The next move, None at the end."""
        text = self.text()
        return None if text is None else Scripted(self.line, text)

    def text(self) -> str | None:
        """The next line that holds more than a comment, None at the end."""
        voice.flush()
        while raw := self._read():
            self.line += 1
            if len(raw) > LONGEST:
                raise self.wrong(self.line, f"the line is longer than {LONGEST} bytes")
            if self.line == 1:
                raw = raw.removeprefix(b"\xef\xbb\xbf")
            try:
                text = bare(raw.decode())
            except UnicodeDecodeError:
                raise self.wrong(self.line, "the line is not UTF-8") from None
            if text:
                return text
        return None

    def _read(self) -> bytes:
        try:
            return self._stream.readline(LONGEST + 1)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise Failure(USAGE, f"cannot be read: {reason}", file=self.name, line=self.line + 1) from None

    def wrong(self, line: int, message: str) -> Failure:
        """A failure at a line of this script: exit code 1."""
        return Failure(NO, message, file=self.name, line=line)


def bare(text: str) -> str:
    """A line without its comment and the space around it."""
    return COMMENT.sub(lambda found: found[1] or "", text).strip()


class ScriptedPeople:
    """Moves the people of a game as a script says."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self._reader = MoveReader()

    @property
    def pending(self) -> bool:
        """Whether the script has made a call out of turn, for which others wait."""
        return self._reader.pending

    def begin(self, match: Match) -> None:
        """The game is about to begin."""

    def decide(self, match: Match, seat: str) -> int | None:
        """The next move of the script; Failure naming its line where it is none."""
        owed = self._reader.owed(match)
        if owed is not None:
            return owed
        line = self.script.next()
        if line is None:
            where = open_question(match)
            raise self.script.wrong(self.script.line, f"the script ends at {where}; the game is left unfinished")
        if line.move.lower() == "quit":
            raise Left(0)
        if line.move.lower() == "undo":
            self._undo(match, line)
            return None
        found = self._reader.read(match, line.text, asked=False)
        if isinstance(found, Refusal):
            raise self.script.wrong(line.number, found.sentence())
        self._reader.keep(found)
        return found.action

    def _undo(self, match: Match, line: Scripted) -> None:
        from dicecup.engine.match.match import UndoRefused

        try:
            match.undo(line.seat)
        except UndoRefused as error:
            raise self.script.wrong(line.number, COMMAND_LINE.sentence(error)) from None

    def close(self, match: Match) -> None:
        """The game is over: nothing may be left in the script."""
        line = self.script.next()
        if line is not None:
            raise self.script.wrong(
                line.number, f"the game is over, but the script goes on with {printable(line.move)}"
            )

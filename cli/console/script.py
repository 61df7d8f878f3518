"""Lines from a file, a pipe or the command line, done one after the other; the first that fails stops them, with its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from dicecup.cli.base import output as voice
from dicecup.cli.base.errors import BUG, NO, Failure, Refused, code_of, sentences, text_of, traceback_of
from dicecup.cli.base.text import counted, safe
from dicecup.cli.console.wording import CONSOLE
from dicecup.cli.session.script import Script

if TYPE_CHECKING:
    from dicecup.cli.console.live_game import Live
    from dicecup.cli.console.session import Desk

DEEPEST = 16  # scripts that begin one another


class Source(Protocol):
    """Lines with places."""

    name: str
    line: int

    def text(self) -> str | None:
        """The next line that holds more than a comment, None at the end."""


class Given:
    """The lines of `-c`."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.name = "-c"
        self.line = 0
        self._lines = iter(lines)

    def text(self) -> str | None:
        """The next line."""
        for text in self._lines:
            self.line += 1
            if text.strip():
                return text.strip()
        return None


class Scripts:
    """A front without anybody: what is asked in the midst of a line is answered by the line that follows."""

    asking = False

    def __init__(self, *, echo: bool = False, keep_going: bool = False, json: bool = False) -> None:
        self.echo = echo
        self.json = json
        self.keep_going = keep_going
        self.failed = 0  # lines
        self.sources: list[Source] = []

    def ask(self, question: str) -> str | None:
        """The next line of the script that runs."""
        return self.next() if self.sources else None

    def face(self, seat: str) -> None:
        """Nobody looks."""

    def left(self, live: Live) -> None:
        """Nobody has looked."""

    def next(self) -> str | None:
        """The next line of the innermost script."""
        text = self.sources[-1].text()
        if text is not None and self.echo:
            self._repeat(text)
        return text

    def _repeat(self, text: str) -> None:
        if self.json:
            voice.put_json({"dicecup": 1, "type": "line", "text": text})
        else:
            voice.put(f"> {safe(text)}")


def run(desk: Desk, source: Source, front: Scripts) -> None:
    """Do every line. Raises Stopped at the first that fails; a front that keeps going tells it and counts it."""
    if len(front.sources) >= DEEPEST:
        raise Failure(NO, f"scripts begin one another {DEEPEST} deep; does one of them begin itself?")
    front.sources.append(source)
    try:
        while (text := front.next()) is not None:
            try:
                desk.do(text)
            except BrokenPipeError:
                raise
            except Exception as error:
                if code_of(error) == BUG:
                    raise
                stopped = placed(error, source.name, source.line)  # an answer may have failed, which came later
                if not front.keep_going:
                    raise stopped from None
                for record in stopped.records:
                    desk.manners.fail(record)
                front.failed += 1
    finally:
        front.sources.pop()


def sourced(desk: Desk, file: str) -> None:
    """Do the lines of a file in the midst of others, as `source` does."""
    before = desk.input.front
    front = before if isinstance(before, Scripts) else Scripts()
    failed = front.failed
    with desk.input.taken_over(front), Script(file, "source") as script:
        run(desk, script, front)
    if front.failed > failed:
        raise Failure(NO, f"{counted(front.failed - failed, 'line')} of {file} failed")


class Stopped(Refused):
    """A script has stopped at a line."""


def placed(error: Exception, file: str, line: int) -> Stopped:
    """An error at a line of a script. One that has its place already, in a script that this line began, keeps it."""
    if isinstance(error, Stopped):
        return error
    records = []
    for record in sentences(error, CONSOLE):
        inner = record if record.get("file") else {}
        message = text_of(inner) if inner else record["message"]
        records.append({**record, "code": NO, "message": message, "file": file, "line": line})
        for name in ("column", "path"):
            records[-1].pop(name, None)
    return Stopped(NO, records, traceback_of(error))

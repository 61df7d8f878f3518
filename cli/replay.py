"""`dicecup replay`: logs, shown and verified."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from dicecup.cli import voice
from dicecup.cli.command import group
from dicecup.cli.failure import LOG, NO, Failure, usage
from dicecup.cli.text import counted, safe
from dicecup.cli.variant import File, Letter, Whole
from dicecup.cli.voice import Manners, put, put_json

if TYPE_CHECKING:
    from dicecup.engine.log import Line, LoggedGame
    from dicecup.engine.verify import Verdict


@group(
    "replay",
    examples=(
        ("dicecup replay show game.jsonl", "read a game"),
        ("dicecup replay verify game.jsonl", "prove that it is true"),
    ),
)
def replay() -> None:
    """Read a log, and verify that it is true."""


def opened(path: str) -> BinaryIO:
    """A log for reading; a Failure with a sentence where that cannot be."""
    from dicecup.engine.log import open_log, reason

    if path == "-" and sys.stdin is None:
        raise usage("standard input is closed; name the log's file")
    try:
        return open_log(path)
    except IsADirectoryError:
        raise usage(f"{path} is a folder; name the log in it") from None
    except FileNotFoundError:
        raise usage(f"there is no file {path}") from None
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise usage(f"cannot read {path}: {why}") from None


@replay.command(
    "show",
    examples=(
        ("dicecup replay show game.jsonl", "the whole game"),
        ("dicecup replay show game.jsonl --last 5", "how it ended"),
        ("dicecup replay show game.jsonl --as B", "what B could see"),
        ("dicecup replay show game.jsonl --json", "the records themselves"),
    ),
)
@click.argument("file", type=File(), metavar="FILE")
@click.option("--last", type=Whole(1, 10**9), metavar="N", help="Only the last N events.")
@click.option("--as", "seat", type=Letter(), metavar="SEAT", help="Only what that seat may see.")
@click.pass_obj
def show(manners: Manners, file: str, last: int | None, seat: str | None) -> int:
    """Show the games of a log, `-` for standard input. It starts at once, however long the log is.

    A record that cannot be read is named with its line, and the rest is shown; the exit code is then 4, as for a game without an
    end.
    """
    with opened(file) as stream:
        if file == "-" and hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(line_buffering=True)
        shown = Showing(manners, file, seat, last)
        try:
            shown.run(stream)
        except OSError as error:
            if isinstance(error, BrokenPipeError) or error.filename is not None:
                raise
            raise Failure(LOG, f"cannot read {file}: {(error.strerror or str(error)).lower()}") from None
    return LOG if shown.damaged else 0


class Showing:
    """The course of one `show`."""

    def __init__(self, manners: Manners, file: str, seat: str | None, last: int | None) -> None:
        self.manners = manners
        self.file = file
        self.seat = seat
        self.damaged = False
        self._kept: deque[tuple[dict[str, Any], dict[str, Any]]] | None = deque(maxlen=last) if last else None
        self._skipped = 0
        self._titled: Mapping[str, Any] | None = None
        self._games = 0

    def run(self, stream: BinaryIO) -> None:
        """Show every game of a stream."""
        from dicecup.engine.log import read_games

        for game in read_games(stream, self.file):
            self._game(game)
        if self._games == 0:
            self._damage(1, "there is no game in this file")
        if self._kept is not None:
            if self._skipped and not self.manners.json:
                put(f"({counted(self._skipped, 'event')} before)")
            kept, self._kept = self._kept, None
            for header, event in kept:
                if header is not self._titled:
                    self._title(header, alone=False)
                self._event(event)

    def _game(self, game: LoggedGame) -> None:
        self._games += 1
        header = self._header(game.first)
        ended = False
        for line in game.lines:
            if line.record is None:
                self._damage(line.number, line.problem)
                continue
            ended = line.record.get("type") == "end"
            self._take(header, line.record)
        if not ended:
            self._damage(0, f"game {header.get('game', '?')} has no end")

    def _header(self, first: Line) -> dict[str, Any]:
        header = first.record
        if header is None or header.get("type") != "game":
            if header is None:
                self._damage(first.number, first.problem)
            else:
                self._damage(first.number, "a game begins with a header, and this record is none")
            header = {"type": "game", "name": "a game without a readable header", "seats": []}
            if first.record is not None and self._kept is None:
                self._title(header)
                self._event(first.record)
                return header
        if self.seat is not None:
            self._check_seat(header)
        if self._kept is None:
            self._title(header)
        return header

    def _check_seat(self, header: Mapping[str, Any]) -> None:
        seats = header.get("seats")
        letters = [str(s.get("seat")) for s in seats if isinstance(s, dict)] if isinstance(seats, list) else []
        if letters and self.seat not in letters:
            raise usage(
                f"there is no seat {self.seat} in game {header.get('game')}; its seats are {', '.join(letters)}"
            )

    def _take(self, header: dict[str, Any], event: dict[str, Any]) -> None:
        if self._kept is None:
            self._event(event)
        else:
            self._skipped += len(self._kept) == self._kept.maxlen
            self._kept.append((header, event))

    def _title(self, header: Mapping[str, Any], *, alone: bool = True) -> None:
        from dicecup.cli.redaction import Redacted
        from dicecup.cli.telling import ALL, Teller, put_told

        first, self._titled = self._titled is None, header
        if self.manners.json:
            self._redacted = Redacted(self.seat) if self.seat else None
            if alone:
                self._record(header)
            return
        if not first:
            put()
        self._teller = Teller(header, self.seat or ALL)
        put_told(list(self._teller.title()), self.manners)
        if alone:
            put()

    def _event(self, event: dict[str, Any]) -> None:
        if self.manners.json:
            self._record(event)
        else:
            from dicecup.cli.telling import put_told

            put_told(self._teller.tell(event), self.manners)

    def _record(self, record: Mapping[str, Any]) -> None:
        import msgspec

        record = self._redacted.record(record) if self._redacted else record
        voice.write(msgspec.json.encode(record).decode() + "\n")

    def _damage(self, line: int, problem: str) -> None:
        self.damaged = True
        if self.manners.json:
            record = {"type": "error", "dicecup": 1, "code": LOG, "message": problem, "file": self.file}
            voice.complain(voice.compact(record | ({"line": line} if line else {})))
        else:
            voice.complain(f"dicecup: {self.file}{f':{line}' if line else ''}: {problem}")


@replay.command(
    "verify",
    examples=(
        ("dicecup replay verify game.jsonl", "play the game again and compare every event"),
        ("dicecup replay verify game.jsonl --json", "the verdict for a program, a line a game"),
    ),
)
@click.argument("files", type=File(), metavar="FILE...", nargs=-1, required=True)
@click.pass_obj
def verify(manners: Manners, files: tuple[str, ...]) -> int:
    """Play every game of the logs again, by its own rules, from its moves and dice, and compare each event; seeded dice are
    compared with the seed. `-` is standard input.

    The exit code is 0 if all are true, 1 if one is not, 4 if one cannot be read or has no end.
    """
    tally = Tally(manners)
    with ExitStack() as stack:
        streams = [(file, stack.enter_context(opened(file))) for file in files]
        for file, stream in streams:
            for verdict in _verdicts(stream, file):
                tally.take(verdict)
    return tally.close()


def _verdicts(stream: BinaryIO, file: str) -> Iterator[Verdict]:
    from dicecup.engine.verify import Verdict
    from dicecup.engine.verify import verify as verdicts

    found = False
    try:
        for verdict in verdicts(stream, file):
            found = True
            yield verdict
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        message = f"cannot be read: {(error.strerror or str(error)).lower()}"
        yield Verdict(file, 1, None, ok=False, kind="unreadable bytes", message=message)
        return
    if not found:
        yield Verdict(file, 1, None, ok=False, kind="incomplete", message="there is no game in this file")


class Tally:
    """Verdicts counted and told as they come."""

    def __init__(self, manners: Manners) -> None:
        self.manners = manners
        self.code = 0
        self.games = self.true = 0
        self._last: Verdict | None = None

    def take(self, verdict: Verdict) -> None:
        """Tell a verdict, and count it."""
        self.games += 1
        self.true += verdict.ok
        self.code = max(self.code, verdict.code)
        if self.manners.json:
            put_json(verdict.as_dict())
            voice.flush()
        elif not verdict.ok:
            self._untrue(verdict)
        self._last = verdict

    def close(self) -> int:
        """The sum of it all, and the exit code."""
        if self.manners.json or (self.manners.quiet and self.code == 0):
            return self.code
        if self.games == 1 and self._last is not None and self._last.ok:
            dice = "dice taken as given" if self._last.given else "dice as the seed gives them"
            if self._last.kind == "redacted":
                dice = "made for one seat: its check holds, the dice it hides cannot be verified"
            sentence = f"{self._last.file}: true; {counted(self._last.events, 'event')}, {dice}"
            put(self.manners.styled(safe(sentence), fg="green"))
        elif self.true == self.games:
            put(self.manners.styled(f"{counted(self.games, 'game')}: all true", fg="green"))
        elif self.games > 1:
            put(f"{counted(self.games, 'game')}: {self.true:,} true, {self.games - self.true:,} not")
        return self.code

    def _untrue(self, verdict: Verdict) -> None:
        game = "" if verdict.game is None else f"game {verdict.game} "
        what = "is incomplete" if verdict.kind == "incomplete" else f"is not true ({verdict.kind})"
        at = f" at event {verdict.n}" if verdict.code == NO and verdict.n else ""
        rule = f" [{verdict.rule}]" if verdict.rule else ""
        line = f"{verdict.file}:{verdict.line}: {game}{what}{at}: {verdict.message}{rule}"
        put(self.manners.styled(safe(line), fg="red"))
        for name, value in (("expected", verdict.expected), ("found", verdict.found)):
            if value is not None and not self.manners.quiet:
                text = safe(voice.compact(value))
                put(f"  {name:8}  {text if len(text) <= 300 else text[:297] + '...'}")

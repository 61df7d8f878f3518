"""`dicecup replay show`: the games of a log, told."""

from __future__ import annotations

import os
import stat
import sys
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from dicecup.cli.base import output as voice
from dicecup.cli.base.command import command
from dicecup.cli.base.errors import LOG, USAGE, Failure, code_of_kind
from dicecup.cli.base.log_input import known_in, opened, seat_in
from dicecup.cli.base.output import Manners, put
from dicecup.cli.base.parameters import Letter, Log, Round, Whole, viewer_option
from dicecup.cli.base.text import counted
from dicecup.engine.log.numbering import in_order

if TYPE_CHECKING:
    from dicecup.engine.log.log import LoggedGame
    from dicecup.engine.log.tail import Tail


@command(
    "show",
    help="""Show the games of a log, `-` for standard input. It starts at once, however long the log is, and `--last` reads
    a file from its end.

    A record that cannot be read is named with its line, and the rest is shown; the exit code is then 4, as for a
    game without an end. So is an event that does not stand at its place, with exit code 1.
    """,
    examples=(
        ("dicecup replay show game.jsonl", "the whole game"),
        ("dicecup replay show game.jsonl --last 5", "how it ended"),
        ("dicecup replay show game.jsonl --round 2", "one round of it"),
        ("dicecup replay show game.jsonl --as B", "what B could see"),
        ("dicecup replay show game.jsonl --json", "the records themselves"),
    ),
)
@click.argument("file", type=Log(), metavar="FILE")
@click.option("--last", type=Whole(1, 10**9), metavar="N", help="Only the last N events.")
@click.option(
    "--round", "round", type=Round(0, 1 << 16), metavar="N", help="Only round N; 0 is what happens before round 1."
)
@click.option("--seat", "by", type=Letter(), metavar="SEAT", help="Only what that seat does and what becomes of it.")
@viewer_option
@click.pass_obj
def show(manners: Manners, file: str, last: int | None, round: int | None, by: str | None, viewer: str | None) -> int:
    """The command `dicecup replay show`."""
    with opened(file, manners.clearance, viewer) as stream:
        if file == "-" and hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(line_buffering=True)
        shown = Showing(manners, file, viewer, last, Chosen(round, by))
        try:
            shown.run(stream)
        except OSError as error:
            if isinstance(error, BrokenPipeError) or error.filename is not None:
                raise
            raise Failure(LOG, f"cannot read {file}: {(error.strerror or str(error)).lower()}") from None
    return shown.code


@dataclass(frozen=True)
class Chosen:
    """Which events are shown: of one round, of one seat, or all."""

    round: int | None = None
    seat: str | None = None

    def has(self, event: Mapping[str, Any]) -> bool:
        """Whether an event is shown. The round's beginning and the game's end are anybody's."""
        if self.round is not None and event.get("round") != self.round:
            return False
        return self.seat is None or event.get("seat") == self.seat or event.get("type") in ("round", "end")


class Showing:
    """The course of one `show`."""

    def __init__(self, manners: Manners, file: str, seat: str | None, last: int | None, chosen: Chosen) -> None:
        self.manners = manners
        self.file = file
        self.seat = seat
        self.chosen = chosen
        self.code = 0
        self._tail: Tail | None = None
        self._kept: deque[tuple[Mapping[str, Any], dict[str, Any]]] | None = deque(maxlen=last) if last else None
        self._titled: Mapping[str, Any] | None = None
        self._games = 0
        self._due: Mapping[str, Any] | None = None  # the header of a game of which nothing has been shown yet
        self._rounds: tuple[int, int] | None = None  # the first and the last that there are
        self._found = chosen.round is None  # whether what was asked for is there

    def run(self, stream: BinaryIO) -> None:
        """Show every game of a stream; of a file only its last events are read, if they are all that is asked for."""
        from dicecup.engine.log.log import read_games
        from dicecup.engine.log.tail import Tail

        lines: Any = stream
        if self._kept is not None and self._kept.maxlen and self.chosen == Chosen() and _is_file(stream):
            lines = self._tail = Tail(stream, self._kept.maxlen)
        for game in read_games(lines, self.file):
            self._game(game)
        if self._games == 0:
            self._damage(1, "there is no game in this file")
        elif not self._found:
            self._damage(0, self._absent(), USAGE)
        if self._kept is not None:
            before = self._kept[0][1].get("n") if self._kept and self.chosen == Chosen() else 1
            if isinstance(before, int) and before > 1 and not self.manners.json:
                put(f"({counted(before - 1, 'event')} before)")
            kept, self._kept = self._kept, None
            for header, event in kept:
                if header is not self._titled:
                    self._title(header, alone=False)
                self._event(event)

    def _game(self, game: LoggedGame) -> None:
        self._games += 1
        header = self._header(game)
        ended = False
        cut_short = self._tail is not None and self._games == 1  # then it need not begin with its first event
        for line, fault in in_order(game, None if cut_short else 1):
            if fault is not None:
                self._damage(line.number, fault[1], code_of_kind(fault[0]))
            if line.record is None:
                continue
            ended = line.record.get("type") == "end"
            self._count(line.record.get("round"))
            if self.chosen.has(line.record):
                self._take(header, line.record)
        if not ended:
            self._damage(0, f"game {header.get('game', '?')} has no end")

    def _header(self, game: LoggedGame) -> Mapping[str, Any]:
        header = game.header
        known_in(header, self.file, game.first.number)
        for letter in (self.seat, self.chosen.seat):
            if letter is not None:
                seat_in(header, letter)
        self._due = header
        if self._kept is None and self.chosen.round is None:
            self._begin()
        return header

    def _begin(self) -> None:
        """A game's title, before the first of it that is shown: a game without the round asked for is not named."""
        if self._due is not None:
            header, self._due = self._due, None
            self._title(header)

    def _count(self, number: Any) -> None:
        """Which rounds there are, and whether the one asked for is among them."""
        if isinstance(number, int):
            first, last = self._rounds or (number, number)
            self._rounds = min(first, number), max(last, number)
            self._found = self._found or number == self.chosen.round

    def _absent(self) -> str:
        first, last = self._rounds or (0, -1)
        there = f"the only one is {first}" if first == last else f"there are rounds {first} to {last}"
        return f"there is no round {self.chosen.round}; {there if first <= last else 'nothing has happened yet'}"

    def _take(self, header: Mapping[str, Any], event: dict[str, Any]) -> None:
        if self._kept is None:
            self._begin()
            self._event(event)
        else:
            self._kept.append((header, event))

    def _title(self, header: Mapping[str, Any], *, alone: bool = True) -> None:
        from dicecup.cli.games.registry import teller
        from dicecup.cli.narration.narrator import ALL, put_told
        from dicecup.engine.log.redaction import Redacted

        first, self._titled = self._titled is None, header
        if self.manners.json:
            self._redacted = Redacted(self.seat) if self.seat else None
            if alone and header:
                self._record(header)
            return
        if not first:
            put()
        self._teller = teller(header, self.seat or ALL, aligned=not self.manners.plain)
        put_told(list(self._teller.title()), self.manners)
        if alone:
            put()

    def _event(self, event: dict[str, Any]) -> None:
        if self.manners.json:
            self._record(event)
        else:
            from dicecup.cli.narration.narrator import put_told

            put_told(self._teller.tell(event), self.manners)

    def _record(self, record: Mapping[str, Any]) -> None:
        import msgspec

        record = self._redacted.record(record) if self._redacted else record
        voice.put(voice.escaped(msgspec.json.encode(record).decode()))

    def _damage(self, line: int, problem: str, code: int = LOG) -> None:
        self.code = max(self.code, code)
        line = self._tail.line(line) if self._tail and line else line
        if self.manners.json:
            record = {"type": "error", "dicecup": 1, "code": code, "message": problem, "file": self.file}
            voice.complain(voice.compact(record | ({"line": line} if line else {})))
        else:
            voice.complain(f"dicecup: {self.file}{f':{line}' if line else ''}: {problem}")


def _is_file(stream: BinaryIO) -> bool:
    """Whether a stream is a file that can be read from its end."""
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode) and stream.seekable()
    except (OSError, ValueError):
        return False

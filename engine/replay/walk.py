"""Logged games to walk through: loaded, stepped forth and back, and looked at from any seat. In Python this is `dicecup.replay`.

    game = load("game.jsonl")
    for position in game.positions():
        print(position.n, position.event, position.digest)

A game is played again while it is loaded, record by record, and the state after each step is kept, so that any position is there
at once, however one came to it. What is damaged does not stop the reading: `errors` names it, and `positions` end before it.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from io import BytesIO
from itertools import chain
from pathlib import Path
from sys import byteorder
from typing import TYPE_CHECKING, Any, BinaryIO

from dicecup.engine.core.canonical import essential
from dicecup.engine.core.problems import InputError, LogError
from dicecup.engine.core.record import Record as Fields
from dicecup.engine.core.record import fields, later
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.games.options import left_out
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.log.log import LoggedGame, dump, open_log, read_games
from dicecup.engine.match.dice_source import Due, Seeded
from dicecup.engine.match.match import Match, Record, Seat
from dicecup.engine.match.view import SeatView
from dicecup.engine.replay.verify import Replay, Untrue

if TYPE_CHECKING:
    from dicecup.engine.replay.diff_cause import Cause
    from dicecup.engine.replay.header_diff import Difference


@dataclass(frozen=True)
class Error:
    """What is wrong with a log: the line, the kind as `verify` has it, and a sentence."""

    line: int
    kind: str
    message: str


class DamagedLogError(LogError, ValueError):
    """A log that cannot be compared, because a record cannot be read, or a game or its end is missing; the file and line."""

    def __init__(self, sentence: str, file: str, line: int) -> None:
        super().__init__(sentence)
        self.file = file
        self.line = line

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.sentence}"


class GameNotFoundError(InputError, LookupError):
    """A log has no game of that number (`number`), none at all, or `several` where one was asked for."""

    def __init__(self, source: object, number: int | None = None, *, several: bool = False) -> None:
        if several:
            super().__init__(f"{source} holds more than one game; name its number, or use games()")
        else:
            super().__init__(f"there is {'no game' if number is None else f'no game {number}'} in {source}")
        self.number = number
        self.several = several


class Game:
    """A logged game: its `header`, its `events` (records of this log, `events[n - 1]` being event n), and what is wrong, `errors`.

    `len(game)` events can be walked: all of them in a log that is true, none in one that was made for a single seat, whose hidden
    dice nobody knows.
    """

    def __init__(self, logged: LoggedGame) -> None:
        self.file = logged.file
        self.line = logged.first.number
        self.header: Record = logged.header
        self.events: list[Record] = []
        stray = logged.stray
        if stray is not None and stray.record is not None and not stray.header:  # the first event, whose header is lost
            self.events.append(stray.record)
        self.errors: list[Error] = []
        self._ends: list[int] = []  # the last event of each step of the game
        self._states: list[bytes] = []  # and the state after it, packed
        self._true = 0  # events that are as the rules have them
        self._definition: Definition | None = None
        self._read(logged)

    def _read(self, logged: LoggedGame) -> None:
        """Read every record, and play as many of them again as are true."""
        replay = None if "redacted" in self.header else Replay()
        last = logged.first
        if replay is not None:
            try:
                replay.begin(logged.first)
                self._definition = replay.match.definition
                self._keep(replay.match)
            except Untrue as untrue:
                self._stop(untrue)
                replay = None
        for line in logged.lines:
            last = line
            if line.record is not None:
                self.events.append(line.record)
            try:
                if replay is not None:
                    replay.take(line)
                    self._true = replay.count
                    if replay.match.count > self._ends[-1]:
                        self._keep(replay.match)
                elif line.record is None:
                    self.errors.append(Error(line.number, line.kind, line.problem))
            except Untrue as untrue:
                self._stop(untrue)
                replay = None
        try:
            if replay is not None:
                replay.end(last)
        except Untrue as untrue:
            self._stop(untrue)

    def _keep(self, match: Match) -> None:
        self._ends.append(match.count)
        self._states.append(zlib.compress(packed(match.state), 1))

    def _stop(self, untrue: Untrue) -> None:
        self.errors.append(Error(untrue.line.number, untrue.kind, str(untrue)))

    def __len__(self) -> int:
        return self._true

    @property
    def number(self) -> Any:
        """The number of the game, part of every dice address."""
        return self.header.get("game")

    @property
    def seats(self) -> str:
        """The letters of the seats, `AB` for two; none where the header does not tell them."""
        seats = self.header.get("seats")
        return (
            "".join(str(seat.get("seat")) for seat in seats if isinstance(seat, dict))
            if isinstance(seats, list)
            else ""
        )

    @property
    def definition(self) -> Definition:
        """The definition that the game was played under. ValueError where the header has none that can be played."""
        if self._definition is None:
            raise ValueError(self.errors[0].message if self.errors else "the log was made for one seat")
        return self._definition

    @property
    def end(self) -> Record | None:
        """The record that ends the game, if it has one."""
        return self.events[-1] if self.events and self.events[-1].get("type") == "end" else None

    def at(self, n: int) -> Position:
        """The game as it stood after event n; 0 is its beginning. IndexError beyond what can be walked."""
        if not 0 <= n <= len(self) or not self._ends:
            raise IndexError(f"event {n} cannot be shown; this log can be walked from event 0 to {len(self)}")
        return Position(self, n, bisect_left(self._ends, n))

    def positions(self) -> Iterator[Position]:
        """Every position in order, from the beginning to the last event."""
        return (self.at(n) for n in range(len(self) + 1 if self._ends else 0))

    def __iter__(self) -> Iterator[Position]:
        return self.positions()

    def moves(self) -> list[tuple[str, str]]:
        """The decisions of the game: (seat, move) each, those that made themselves left out."""
        return [(e["seat"], e["move"]) for e in self.events if e.get("type") == "move" and not e.get("auto")]


class Position:
    """A logged game after one of its events: `n` is its number, `event` the record, None at the beginning.

    A move or a throw may bring several events. `state` is how the game stood after all of them, and `settled` tells whether this
    event is the last of them; only then does it make sense to ask whose `turn` it is.
    """

    def __init__(self, game: Game, n: int, step: int) -> None:
        self.game = game
        self.n = n
        self.settled = n == game._ends[step]
        self._packed = zlib.decompress(game._states[step])

    @property
    def event(self) -> Record | None:
        """The record of the event."""
        return self.game.events[self.n - 1] if self.n else None

    @property
    def digest(self) -> str:
        """BLAKE2b-128 of the definition's digest (as text) and the state's integers, each in eight bytes, little-endian.

        Equal positions have equal digests, whichever way one came to them. What only a rule that came later uses is
        left out while that has its default, so that no digest changes when a rule is added.
        """
        definition, state = self.game.definition, self._packed
        unused = {key.path for key in left_out(definition.rules)}
        if unused:
            kind = family_of(definition.family).State
            unheld = [name for name, key in later(kind).items() if key in unused]
            state = packed(unpacked(kind, state), without=unheld)
        return blake2b(definition.digest.encode() + state, digest_size=16).hexdigest()

    @cached_property
    def match(self) -> Match:
        """The game as a match that stands here, to be played on; what is done to it changes neither the log nor this position."""
        match = Match(self.game.definition, essential(self.game.header), None)
        match.restore(unpacked(type(match.state), self._packed), [essential(e) for e in self.game.events[: self.n]])
        return match

    @cached_property
    def _bare(self) -> Match:
        """A match in this state, without the events that led to it: they can be many."""
        match = Match(self.game.definition, essential(self.game.header), None)
        match.restore(unpacked(type(match.state), self._packed), ())
        return match

    @property
    def turn(self) -> str | None:
        """The seat that is to decide, None where dice are due or the game is over."""
        return self._bare.turn

    @property
    def due(self) -> Due | None:
        """The throw that is due, if one is."""
        return self._bare.due

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._bare.over

    def legal(self) -> list[str]:
        """The legal moves of the seat in turn."""
        return self._bare.legal()

    def view(self, seat: str) -> SeatView:
        """The position as that seat saw it."""
        return self.match.view(seat)

    def next(self) -> Position:
        """The position after the next event; IndexError at the last."""
        return self.game.at(self.n + 1)

    def back(self) -> Position:
        """The position before this event; IndexError at the beginning."""
        return self.game.at(self.n - 1)


def games(source: str | Path | BinaryIO) -> Iterator[Game]:
    """The games of a log, one after the other: of a file by its path, of standard input (`-`), or of an open binary file.

    OSError where it cannot be read.
    """
    return map(Game, _logged(source))


def load(source: str | Path | BinaryIO, number: int | None = None) -> Game:
    """The only game of a log, or the one with that number. GameNotFoundError where there is none such."""
    found: Game | None = None
    for logged in _logged(source):
        if number is None:
            if found is not None:
                raise GameNotFoundError(source, several=True)
            found = Game(logged)
        elif logged.first.record is not None and logged.first.record.get("game") == number:
            return Game(logged)  # those before it are read past, and not played
    if found is None:
        raise GameNotFoundError(source, number)
    return found


def _logged(source: str | Path | BinaryIO) -> Iterator[LoggedGame]:
    if not isinstance(source, str | Path):
        yield from read_games(source, str(getattr(source, "name", "-")))
        return
    with open_log(str(source)) as stream:
        yield from read_games(stream, str(source))


# ---- comparing and playing on


@dataclass(frozen=True)
class Parting:
    """Where two games part: what their headers differ in, the first events that do, and why; `game` is their number.

    `header` holds differences (path, a, b); `a` and `b` are the first records that differ, None where a log has none there or where only
    the headers differ; `cause` has a `kind` (rules, dice, decision, view or result) and `why`, a sentence, None where no event differs.
    """

    game: int | None
    header: Sequence[Difference]
    a: Record | None
    b: Record | None
    cause: Cause | None


def diff(a: Game | str | Path, b: Game | str | Path) -> list[Parting]:
    """The games in which two logs differ, by meaning; none where they tell the same. Each is a file by its path, or one game.

    OSError where a file cannot be read, DamagedLogError where a log is damaged or holds no game.
    """
    from dicecup.engine.replay.diff import compare, record_of
    from dicecup.engine.replay.diff_cause import cause

    found = []
    with _stream(a) as left, _stream(b) as right:
        for one in compare(left, right, (_called(a), _called(b))):
            if one.troubles:
                trouble = one.troubles[0]
                raise DamagedLogError(trouble.message, trouble.file, trouble.line)
            if not one.same:
                first = one.first
                why = cause(one) if first is not None else None
                records = (record_of(first.a), record_of(first.b)) if first is not None else (None, None)
                found.append(Parting(one.game, one.header, *records, why[0] if why is not None else None))
    return found


def fork(game: Game, at: int, seats: Sequence[Seat] | None = None) -> Match:
    """A match that plays on after event `at` of a game, on the dice that the game's seed holds; its header names the parent.

    `seats` are who plays on, else the same. `match.play` takes moves; `match.header` and `match.events` are its log. ValueError with a
    sentence where the game cannot be played on from there.
    """
    from dicecup.engine.replay.fork import fork as forked
    from dicecup.engine.replay.fork import games as places

    with _stream(game) as stream:
        match = forked(stream, places(stream, game.file)[0], at, seats=seats).match
    match.throws = Seeded(match.header["seed"], match.header["game"])
    match.advance()
    return match


def _stream(source: Game | str | Path) -> BinaryIO:
    """A log that can be sought in."""
    if isinstance(source, Game):
        return BytesIO(b"".join(map(dump, [source.header, *source.events])))
    return open_log(str(source))


def _called(source: Game | str | Path) -> str:
    return source.file if isinstance(source, Game) else str(source)


# ---- states as bytes


def packed(record: Fields, without: Collection[str] = ()) -> bytes:
    """The integers of a record in the order of their declaration, each in eight bytes, little-endian; some fields may be left out."""
    values = array("q")
    for name, shape in fields(type(record)):
        if name in without:
            continue
        value = getattr(record, name)
        if not shape:
            values.append(value)
        else:
            for _ in shape[1:]:
                value = chain.from_iterable(value)
            values.extend(value)
    if byteorder == "big":
        values.byteswap()
    return values.tobytes()


def unpacked(kind: type[Any], data: bytes) -> Any:
    """The record of that class whose integers these are."""
    values = array("q", data)
    if byteorder == "big":
        values.byteswap()
    record, at = kind(), 0
    for name, shape in fields(kind):
        if not shape:
            setattr(record, name, values[at])
            at += 1
            continue
        size = 1
        for length in shape:
            size *= length
        setattr(record, name, _shaped(values[at : at + size].tolist(), shape))
        at += size
    return record


def _shaped(values: Sequence[int], shape: Sequence[int]) -> Any:
    if len(shape) == 1:
        return list(values)
    size = len(values) // shape[0]
    return [_shaped(values[i : i + size], shape[1:]) for i in range(0, len(values), size)]

"""Where two logs differ, by meaning: their headers (`header_diff`), then their events side by side, up to the first that differs.

Games of a file are matched by their number, records are compared in canonical form, and fields whose name begins with `_` are of
no account. Both logs are read as streams; only the game in which a difference was found is read again, by `cause`.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO, cast

from dicecup.engine.core.canonical import canonical, essential
from dicecup.engine.log.log import Line, LoggedGame, read_games
from dicecup.engine.log.offsets import Located
from dicecup.engine.log.versions import unreadable
from dicecup.engine.match.match import Record
from dicecup.engine.match.visibility import unseen
from dicecup.engine.replay.header_diff import Difference, headers

CHECKS = ("check", "of", "seal")  # of an end: they follow from everything before it
WINDOW = 32  # events looked ahead for the place where two games run together again
AGREEING = 3  # as many equal events are no chance


@dataclass(frozen=True)
class EventDifference:
    """Two events that should be one, or one that stands in a single log: the line and the record of either."""

    a: Line | None
    b: Line | None

    @property
    def event(self) -> Record:
        """The event, of the first log where it has one."""
        return record_of(self.a) or record_of(self.b) or {}

    @property
    def fields(self) -> list[Difference]:
        """What differs within the event; nothing where one log does not have it."""
        if self.a is None or self.b is None:
            return []
        left, right = essential(record_of(self.a) or {}), essential(record_of(self.b) or {})
        return [
            Difference(name, left.get(name), right.get(name))
            for name in {**left, **right}
            if canonical(left.get(name)) != canonical(right.get(name))
        ]

    def as_dict(self) -> dict[str, Any]:
        """The difference as a JSON object."""
        return {
            "n": self.event.get("n"),
            "round": self.event.get("round"),
            "lines": {"a": self.a.number if self.a else None, "b": self.b.number if self.b else None},
            "a": record_of(self.a),
            "b": record_of(self.b),
            "fields": [one.as_dict() for one in self.fields],
        }


@dataclass(frozen=True)
class Place:
    """Where a game of a log is to be read again: the file, its stream, the header's byte and the lines before it."""

    file: str
    stream: BinaryIO = field(repr=False)
    start: int
    line: int
    header: Record

    def game(self) -> LoggedGame:
        """The game, read from its header on; the stream's place is the caller's to keep."""
        self.stream.seek(self.start)
        place = Located(self.stream, self.start, self.line)
        game = next(read_games(cast("BinaryIO", place), self.file))
        return LoggedGame(game.file, _moved(game.first, self.line), (_moved(line, self.line) for line in game.lines))


@dataclass
class Trouble:
    """What keeps a log from being compared whole: a line that cannot be read, or a game without an end."""

    file: str
    line: int
    message: str


@dataclass
class Comparison:
    """Two games side by side. `header` lists what their headers differ in; `first` is the first event that differs, with the number
    of equal events before it in `common`, and `later` are as many more as were asked for. `hidden` counts the rolls that one log
    shows and the other, made for one seat, does not; they alone are `first` only where nothing else is. `a` or `b` is None where only
    the other log has the game.
    """

    game: int | None
    a: Place | None
    b: Place | None
    header: list[Difference] = field(default_factory=list)
    first: EventDifference | None = None
    common: int = 0
    later: list[EventDifference] = field(default_factory=list)
    hidden: int = 0
    readable: bool = True
    events: tuple[int, int] = (0, 0)
    troubles: list[Trouble] = field(default_factory=list)

    @property
    def same(self) -> bool:
        """Whether the two logs tell the same of this game."""
        both = self.a is not None and self.b is not None
        return self.readable and both and not self.header and self.first is None


def compare(
    a: BinaryIO, b: BinaryIO, files: tuple[str, str] = ("a", "b"), *, later: int = 0, game: int | None = None
) -> Iterator[Comparison]:
    """Compare the games of two logs: those that both have, in the order of the first, and then those that only one has.

    Both streams must be seekable. Games are matched by their number, equal numbers in their order; the only games of two files are
    compared whatever their numbers. `game` picks one number.
    """
    left, right = _Side(a, files[0]), _Side(b, files[1])
    for side, file in ((left, files[0]), (right, files[1])):
        if side.over():
            trouble = Trouble(file, 0, "there is no game in this file")
            yield Comparison(None, None, None, readable=False, troubles=[trouble])
    if left.over() or right.over():
        return
    alone = True
    while not (left.over() or right.over()) and left.number == right.number:
        one, two = left.taken(), right.taken()
        if game is None or left.number == game:
            yield _compared(one, two, later)
        left.next()
        right.next()
        alone = False
    yield from _matched(left.rest(), right.rest(), later, game, alone=alone)


def _matched(
    left: list[Place], right: list[Place], later: int, game: int | None, *, alone: bool
) -> Iterator[Comparison]:
    """Games that do not stand in the same order in both logs."""
    if alone and len(left) == len(right) == 1:
        pairs: list[tuple[Place | None, Place | None]] = [(left[0], right[0])]
    else:
        keyed = dict(_numbered(right))
        pairs = [(place, keyed.pop(key, None)) for key, place in _numbered(left)]
        pairs += [(None, place) for place in keyed.values()]
    for one, two in pairs:
        number = _number((one or two).header) if one or two else None  # type: ignore[union-attr]
        if game is not None and number != game:
            continue
        if one is None or two is None:
            yield _alone(Comparison(number, one, two))
        else:
            yield _compared((one, one.game()), (two, two.game()), later)


def _numbered(places: list[Place]) -> Iterator[tuple[tuple[int | None, int], Place]]:
    """Each game with its number, and how often that came before."""
    seen: Counter[int | None] = Counter()
    for place in places:
        number = _number(place.header)
        yield (number, seen[number]), place
        seen[number] += 1


class _Side:
    """The games of one log, one after the other."""

    def __init__(self, stream: BinaryIO, file: str) -> None:
        self._stream = stream
        self._file = file
        self._place = Located(stream)
        self._games = read_games(cast("BinaryIO", self._place), file)
        self.game: LoggedGame | None = None
        self.next()

    def next(self) -> None:
        self.game = next(self._games, None)
        if self.game is not None:
            self._at = self._here(self.game)

    @property
    def number(self) -> int | None:
        return _number(self._at.header)

    def over(self) -> bool:
        """Whether no game is left."""
        return self.game is None

    def taken(self) -> tuple[Place, LoggedGame]:
        assert self.game is not None
        return self._at, self.game

    def rest(self) -> list[Place]:
        """Where this game and all further ones stand."""
        places = []
        while self.game is not None:
            places.append(self._at)
            self.next()
        return places

    def _here(self, game: LoggedGame) -> Place:
        return Place(self._file, self._stream, self._place.start, self._place.number - 1, game.first.record or {})


def _compared(left: tuple[Place, LoggedGame], right: tuple[Place, LoggedGame], later: int) -> Comparison:
    (one, game), (two, other) = left, right
    found = Comparison(_number(one.header), one, two, headers(one.header, two.header))
    for place, first in ((one, game.first), (two, other.first)):
        _check_header(found, place, first)
    if not found.readable:
        found.header = []
        return found
    _Pairing(found, _Events(game, found.troubles), _Events(other, found.troubles), later).run()
    return found


def _alone(found: Comparison) -> Comparison:
    """A game that only one log has; the header that cannot be read may be why."""
    place = found.a or found.b
    if place is not None:
        _check_header(found, place, place.game().first)
    return found


def _check_header(found: Comparison, place: Place, first: Line) -> None:
    """A trouble where a game has no header, or one that this dicecup cannot read."""
    why = unreadable(first.record) if first.record is not None else None
    if first.record is None or first.record.get("type") != "game":
        problem = first.problem or "a game begins with a header, and this record is none"
    elif why is not None:
        problem = why.message
    else:
        return
    found.troubles.append(Trouble(place.file, first.number, problem))
    found.readable = False


class _Events:
    """The readable events of a game, with some looked at ahead."""

    def __init__(self, game: LoggedGame, troubles: list[Trouble]) -> None:
        self.ahead: deque[Line] = deque()
        self.count = 0
        self._game = game
        self._troubles = troubles
        self._ended = False

    def fill(self, wanted: int = 1) -> bool:
        """Look at as many events ahead, if there are; whether there is one."""
        while len(self.ahead) < wanted:
            line = next(self._game.lines, None)
            if line is None:
                if not self._ended:
                    self._ended = True
                    self._troubles.append(Trouble(self._game.file, 0, "the game has no end"))
                break
            if line.record is None:
                self._troubles.append(Trouble(self._game.file, line.number, line.problem))
                continue
            self._ended = line.record.get("type") == "end"
            self.ahead.append(line)
        return bool(self.ahead)

    def take(self) -> Line:
        self.count += 1
        return self.ahead.popleft()

    def drain(self) -> None:
        while self.fill():
            self.take()


class _Pairing:
    """The events of two games brought together, by their order and what they say."""

    def __init__(self, found: Comparison, left: _Events, right: _Events, later: int) -> None:
        self.found = found
        self.left = left
        self.right = right
        self.wanted = 1 + later
        self._kin = [place.header.get("parent") if place else None for place in (found.a, found.b)]
        self._shift = 0  # by how much the second log's numbers are ahead, since an event stands only in one
        self._seen: EventDifference | None = None  # the first roll that only one log shows
        self._seen_after = 0

    def run(self) -> None:
        """Pair all events; the differences go to `found`."""
        left, right, found = self.left, self.right, self.found
        while True:
            here, there = left.fill(), right.fill()
            if not (here or there) or self.wanted == 0:
                break
            if here and there and self._equal():
                left.take()
                right.take()
            else:
                self._differ()
        left.drain()
        right.drain()
        found.events = (left.count, right.count)
        if found.first is None and self._seen is not None:
            found.first, found.common = self._seen, self._seen_after

    def _equal(self) -> bool:
        """Whether the next two events say the same; a roll that one log hides counts as seen."""
        a, b = self.left.ahead[0].record or {}, self.right.ahead[0].record or {}
        if canonical(essential(a)) == canonical(essential(b)):
            return True
        if is_view(a, b):
            self.found.hidden += 1
            if self._seen is None:
                self._seen, self._seen_after = EventDifference(self.left.ahead[0], self.right.ahead[0]), self.left.count
            return True
        if _said(a) != _said(b) or not self._shifted(a, b):
            return False
        return self._changed or all(a.get(name) == b.get(name) for name in CHECKS)

    @property
    def _changed(self) -> bool:
        """Whether something came before from which another check follows, if only that one game is a fork."""
        found = self.found
        return bool(found.header or found.first or found.hidden) or self._kin[0] != self._kin[1]

    def _shifted(self, a: Record, b: Record) -> bool:
        n, m = a.get("n"), b.get("n")
        return isinstance(n, int) and isinstance(m, int) and m - n == self._shift

    def _differ(self) -> None:
        left, right = self.left, self.right
        common = left.count
        i, j = (1, 1) if self.found.first is None and self._facing() else self._together()
        for k in range(max(i, j)):
            pair = EventDifference(left.take() if k < i else None, right.take() if k < j else None)
            if self.wanted:
                self.wanted -= 1
                if self.found.first is None:
                    self.found.first, self.found.common = pair, common
                else:
                    self.found.later.append(pair)

    def _facing(self) -> bool:
        """Whether both games go on with an event of the same number: the first difference is between these two."""
        left, right = self.left.ahead, self.right.ahead
        return bool(left and right) and self._shifted(left[0].record or {}, right[0].record or {})

    def _together(self) -> tuple[int, int]:
        """How many events of either log to set against each other before the two run together again."""
        left, right = self.left, self.right
        if not left.ahead or not right.ahead:
            return min(len(left.ahead), 1), min(len(right.ahead), 1)
        left.fill(WINDOW)
        right.fill(WINDOW)
        ours = [_said(line.record or {}) for line in left.ahead]
        theirs = [_said(line.record or {}) for line in right.ahead]
        for away in range(1, len(ours) + len(theirs)):
            for i in range(max(0, away - len(theirs)), min(away, len(ours)) + 1):
                j = away - i
                least = 1 if len(ours) < WINDOW and len(theirs) < WINDOW else AGREEING
                agreeing = min(AGREEING, len(ours) - i, len(theirs) - j)
                if agreeing >= least and ours[i : i + agreeing] == theirs[j : j + agreeing]:
                    n, m = (side.ahead[k].record or {} for side, k in ((left, i), (right, j)))
                    if isinstance(n.get("n"), int) and isinstance(m.get("n"), int):
                        self._shift = m["n"] - n["n"]
                    return i, j
        return 1, 1


def record_of(line: Line | None) -> Record | None:
    """The record of a line, if there is one."""
    return line.record if line is not None else None


def bare(event: Mapping[str, Any]) -> Record:
    """What an event says, without its number and without what follows from all events before it."""
    return {name: value for name, value in essential(event).items() if name != "n" and name not in CHECKS}


def _said(event: Record) -> bytes:
    return canonical(bare(event))


def is_view(a: Record, b: Record) -> bool:
    """Whether two events are one that one of the logs hides: it was made for a seat that may not see it."""
    return _hidden_in(b, a) or _hidden_in(a, b)


def _hidden_in(part: Record, whole: Record) -> bool:
    secret = isinstance(whole["dice"], list) if "dice" in whole else "private" in whole or "sees" in whole
    return secret and canonical(essential(unseen(whole))) == canonical(essential(part))


def _number(header: Record) -> int | None:
    number = header.get("game")
    return number if type(number) is int else None


def _moved(line: Line, by: int) -> Line:
    return Line(line.number + by, line.record, line.kind, line.problem, line.header)

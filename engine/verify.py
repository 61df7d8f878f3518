"""Whether a log is true: the game is played again from its moves and dice under its own rules, and every event compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, BinaryIO

import msgspec

from dicecup.engine.canonical import Check, canonical, essential
from dicecup.engine.definition import Definition, DefinitionError, from_header
from dicecup.engine.dice import MAX_GAME, RNG
from dicecup.engine.games.base import LETTERS, Event, IllegalMove
from dicecup.engine.log import Line, LoggedGame, read_games
from dicecup.engine.match import FORMAT, Match, Record
from dicecup.engine.throws import MANUAL, MANUAL_PEOPLE, SCRIPTED, SEEDED, BadDice, Due, Seeded, read_dice

INCOMPLETE = "incomplete"
UNREADABLE = (
    "unreadable bytes",
    "unreadable record",
    "torn line",
    INCOMPLETE,
)  # exit code 4; every other kind is a no, exit code 1

HEADER_FIELDS = {
    "type": str,
    "dicecup": int,
    "name": str,
    "definition": dict,
    "digest": str,
    "seed": str,
    "game": int,
    "rng": str,
    "dice": str,
    "seats": list,
}
OPTIONAL_FIELDS = {"undo": bool, "parent": dict, "redacted": str, "of": str}


@dataclass
class Verdict:
    """What verifying one game found. `line` is that of the first wrong record, or of the header of a game that is true."""

    file: str
    line: int
    game: int | None
    ok: bool
    kind: str = "true"
    n: int = 0
    rule: str = ""
    message: str = ""
    expected: Any = None
    found: Any = None
    events: int = 0
    given: bool = False  # the dice could not be checked against a seed

    @property
    def code(self) -> int:
        """The exit code this verdict asks for."""
        if self.ok:
            return 0
        return 4 if self.kind in UNREADABLE else 1

    def as_dict(self) -> dict[str, Any]:
        """The verdict as a JSON object."""
        record: dict[str, Any] = {
            "dicecup": 1,
            "type": "verify",
            "file": self.file,
            "line": self.line,
            "game": self.game,
            "ok": self.ok,
            "kind": self.kind,
            "n": self.n,
            "rule": self.rule,
            "expected": self.expected,
            "found": self.found,
            "message": self.message,
            "events": self.events,
            "dice_given": self.given,
        }
        return record


class Untrue(Exception):  # noqa: N818 - what a log is, not an error of ours
    """The first thing that is wrong in a log."""

    def __init__(self, line: Line, kind: str, message: str, *, rule: str = "", expected: Any = None) -> None:
        super().__init__(message)
        self.line = line
        self.kind = kind
        self.rule = rule
        self.expected = expected


def verify(stream: BinaryIO, file: str = "-") -> Iterator[Verdict]:
    """The verdict on each game of a log, in order."""
    for game in read_games(stream, file):
        yield verify_game(game)


def verify_game(game: LoggedGame) -> Verdict:
    """Play one logged game again and compare."""
    replay = Replay()
    number = game.first.record.get("game") if game.first.record else None
    number = number if isinstance(number, int) and not isinstance(number, bool) else None
    redacted = game.first.record is not None and "redacted" in game.first.record
    try:
        if redacted:
            replay.count = _check_redacted(game)
        else:
            replay.begin(game.first)
            last = game.first
            for line in game.lines:
                replay.take(line)
                last = line
            replay.end(last)
    except Untrue as untrue:
        if untrue.kind == "cut" and any(
            line.record and line.record.get("n") == replay.count + 1 for line in game.lines
        ):
            untrue.kind = "reordered"  # the event that is missed here stands further on
        found = untrue.line.record
        n = found.get("n") if found else None
        return Verdict(
            game.file,
            untrue.line.number,
            number,
            ok=False,
            kind=untrue.kind,
            n=n if isinstance(n, int) and not isinstance(n, bool) else replay.count + 1,
            rule=untrue.rule,
            message=str(untrue),
            expected=untrue.expected,
            found=found,
            events=replay.count,
            given=replay.given,
        )
    kind = "redacted" if redacted else "true"
    return Verdict(
        game.file, game.first.number, number, True, kind, events=replay.count, given=redacted or replay.given
    )


def _check_redacted(game: LoggedGame) -> int:
    """The number of events of a log made for one seat. Its dice cannot be known; its numbers and its own check can be held."""
    check = Check()
    check.add(_readable(game.first))
    count, last = 0, game.first
    for line in game.lines:
        record = _readable(line)
        if record.get("n") != count + 1 or isinstance(record.get("n"), bool):
            raise Untrue(line, "cut", f"event {record.get('n')} stands where event {count + 1} is due")
        count, last = count + 1, line
        if record.get("type") != "end":
            check.add(record)
        elif record.get("check") != check.hex():
            message = "the check does not fit the records: something before it was altered"
            raise Untrue(line, "altered", message, rule="check", expected={"check": check.hex()})
    if last.record is None or last.record.get("type") != "end":
        raise Untrue(Line(last.number), INCOMPLETE, f"the game has no end; its events go up to {count}")
    return count


class Replay:
    """Plays a log again, record by record: `begin` with the header, `take` each event, `end`. Each raises Untrue.

    `match` is the game as it stands after the records taken so far.
    """

    match: Match

    def __init__(self, *, keep: bool = False) -> None:
        self.count = 0
        self.given = False
        self._keep = keep
        self._produced: list[Event] = []
        self._seeded: Seeded | None = None
        self._typed: set[str] = set()  # seats whose dice are given, not seeded

    def begin(self, line: Line) -> None:
        """Take the header."""
        head = _readable(line)
        definition = _check_header(line, head)
        people = {seat["seat"] for seat in head["seats"] if seat["agent"] == "human"}
        self.given = head["dice"] != SEEDED
        if head["dice"] in (SEEDED, MANUAL_PEOPLE):
            self._seeded = Seeded(head["seed"], head["game"])
            self._typed = people if self.given else set()
        try:
            self.match = Match(definition, essential(head), None, self._produced.append, keep=self._keep)
        except ValueError as error:
            raise Untrue(line, "altered", str(error)) from None

    def take(self, line: Line) -> None:
        """Take the next event."""
        record = _readable(line)
        self._check_number(line, record)
        if not self._produced:
            self._step(line, record)
        expected = self._produced.pop(0)
        found = essential(record)
        if canonical(found) != canonical(expected):
            raise _differs(line, expected, found)
        self.count += 1

    def end(self, last: Line) -> None:
        """No record is left."""
        if not self.match.over or self._produced:
            raise Untrue(Line(last.number), INCOMPLETE, f"the game has no end; it is true up to event {self.count}")

    def _check_number(self, line: Line, record: Record) -> None:
        n = record.get("n")
        wanted = self.count + 1
        if n == wanted and not isinstance(n, bool):
            return
        if not isinstance(n, int) or isinstance(n, bool):
            raise Untrue(line, "altered", f"the record has no number n; event {wanted} is due", expected={"n": wanted})
        if n == self.count:
            kind = "duplicated"
        elif n > wanted:
            kind = "cut"
        else:
            kind = "merged" if n == 1 else "reordered"
        raise Untrue(line, kind, f"event {n} stands where event {wanted} is due", expected={"n": wanted})

    def _step(self, line: Line, record: Record) -> None:
        """Make the match produce what this record should be."""
        match = self.match
        due = match.due
        if match.over:
            raise Untrue(line, "merged", "the game is over, but a record follows")
        if record.get("type") == "end" and (
            record.get("end") == "abandoned" or (not due and record.get("end") == "forfeit")
        ):
            self._break_off(line, record)  # who is asked for real dice may leave as well
        elif due is not None:
            match.put_dice(self._dice(line, record, due))
        elif (forced := match.forced) is not None:
            match.put_move(forced, auto=True)
        elif record.get("type") == "undo":
            self._undo(line, record)
        else:
            match.put_move(self._action(line, record), auto=False)

    def _dice(self, line: Line, record: Record, due: Due) -> list[int]:
        expected = {"type": "roll", "round": due.round, "seat": due.seat, "for": due.why}
        if record.get("type") == "end" and record.get("end") in ("abandoned", "forfeit"):
            expected = {"type": "roll", "seat": due.seat}
        given: Any = record.get("dice")
        if due.seat == "table":
            # What the table draws is the first seat of the order that is logged.
            seats = record.get("seats")
            given = seats[:1] if record.get("type") == "order" and isinstance(seats, list) else None
            expected = {"type": "order", "round": due.round}
        elif record.get("type") != "roll" or record.get("seat") != due.seat:
            given = None
        if not isinstance(given, list):
            raise Untrue(line, "altered", f"a throw of {due.seat} (for {due.why}) is due here", expected=expected)
        try:
            dice = read_dice(" ".join(map(str, given)), due)
        except BadDice as error:
            raise Untrue(line, "altered", str(error), expected=expected) from None
        if self._seeded is not None and due.seat not in self._typed:
            # By name, because a die may have a face twice.
            names = [due.names[digit] for digit in self._seeded(due)]
            if [due.names[digit] for digit in dice] != names:
                message = f"the seed gives {due.seat} {_words(names)} here, not {_words(given)}"
                raise Untrue(line, "altered", message, rule="dice", expected={**expected, "dice": names})
        return dice

    def _action(self, line: Line, record: Record) -> int:
        match = self.match
        text = record.get("move")
        if record.get("type") != "move" or record.get("seat") != match.turn or not isinstance(text, str):
            expected = {"type": "move", "round": match.state.round, "seat": match.turn}
            raise Untrue(line, "altered", f"a move of {match.turn} is due here", expected=expected)
        try:
            return match.check_play(text)
        except IllegalMove as error:
            raise Untrue(line, "altered", f"{text} is illegal here: {error}", rule=error.rule) from None
        except ValueError as error:
            raise Untrue(line, "altered", str(error)) from None

    def _undo(self, line: Line, record: Record) -> None:
        to = record.get("to")
        try:
            if not self.match.header.get("undo"):
                raise ValueError("the header does not allow moves to be taken back")
            self.match.rewind(to if isinstance(to, int) else -1)
        except ValueError as error:
            raise Untrue(line, "altered", str(error)) from None

    def _break_off(self, line: Line, record: Record) -> None:
        by = record.get("by")
        if record["end"] == "abandoned":
            self.match.abandon()
        elif (
            isinstance(by, Mapping)
            and set(by) == {"seat", "reason"}
            and by["seat"] == self.match.turn
            and isinstance(by["reason"], str)
        ):
            self.match.forfeit(by["seat"], by["reason"])
        else:
            raise Untrue(line, "altered", "a forfeit names the seat in turn and a reason")


def _readable(line: Line) -> Record:
    if line.record is None:
        raise Untrue(line, line.kind, line.problem)
    return line.record


def _check_header(line: Line, head: Record) -> Definition:
    """The definition of a header that can be played; Untrue with the place of what is wrong else."""
    if head.get("type") != "game":
        raise Untrue(line, "merged", "a game begins with a header (type game); this record has none before it")
    version = head.get("dicecup")
    if isinstance(version, int) and not isinstance(version, bool) and version != FORMAT:
        message = f"the log is of format {version}; this dicecup reads format {FORMAT}"
        raise Untrue(line, "unknown version", message, expected={"dicecup": FORMAT})
    for name, kind in HEADER_FIELDS.items():
        if name not in head:
            raise Untrue(line, "altered", f"the header has no {name}", expected={name: kind.__name__})
    for name, value in essential(head).items():
        wanted = HEADER_FIELDS.get(name) or OPTIONAL_FIELDS.get(name)
        if wanted is None:
            raise Untrue(line, "altered", f"the header has an unknown field {name!r}; only _fields may be added")
        if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
            message = f"the header's {name} is no {wanted.__name__}"
            raise Untrue(line, "altered", message, expected={name: wanted.__name__})
    if head["rng"] != RNG:
        raise Untrue(line, "unknown version", f"the dice are made by {head['rng']}; this dicecup knows {RNG}")
    if head["dice"] not in (SEEDED, SCRIPTED, MANUAL, MANUAL_PEOPLE):
        raise Untrue(line, "altered", f"there is no source of dice {head['dice']!r}")
    if not 0 <= head["game"] <= MAX_GAME:
        raise Untrue(line, "altered", f"game {head['game']} is out of range")
    for letter, seat in zip(LETTERS, head["seats"], strict=False):
        texts = isinstance(seat, dict) and all(isinstance(seat.get(key), str) for key in ("seat", "name", "agent"))
        if not texts or set(seat) != {"seat", "name", "agent"} or seat["seat"] != letter:
            message = f"the header's seats are not A, B, ... with seat, name and agent each (see {letter})"
            raise Untrue(line, "altered", message, expected={"seat": letter})
    if len(head["seats"]) > len(LETTERS):
        raise Untrue(line, "altered", f"the header has {len(head['seats'])} seats; ten is the most")
    try:
        definition = _definition(canonical(head["definition"]))
    except DefinitionError as error:
        raise Untrue(line, "made under other rules", f"definition: {error}", rule="definition") from None
    if definition.digest != head["digest"] or definition.name != head["name"]:
        message = "the definition in the header does not have the header's digest and name"
        expected = {"digest": definition.digest, "name": definition.name}
        raise Untrue(line, "made under other rules", message, rule="digest", expected=expected)
    return definition


@lru_cache(maxsize=64)
def _definition(text: bytes) -> Definition:
    """A definition from its canonical JSON: the games of a file mostly share one."""
    return from_header(msgspec.json.decode(text))


def _differs(line: Line, expected: Event, found: Event) -> Untrue:
    fields = [name for name in {**expected, **found} if _spelling(expected, name) != _spelling(found, name)]
    name = fields[0] if fields else "type"
    if fields == ["check"]:
        message = "the check does not fit the records: something before it, perhaps in the header, was altered"
        return Untrue(line, "altered", message, rule="check", expected=expected)
    if expected.get("type") != found.get("type"):
        message = f"a record of type {expected['type']} is due here, not {found.get('type')}"
    else:
        message = f"{name} is {_words(found.get(name, 'missing'))}; the rules give {_words(expected.get(name, 'none'))}"
    return Untrue(line, "altered", message, expected=expected)


def _spelling(record: Event, name: str) -> bytes:
    return canonical(record[name]) if name in record else b""


def _words(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {_words(item)}" for key, item in value.items())
    return str(value)

"""A logged game taken up again: to go on where it broke off (resume), or to go on otherwise from one of its events (fork).

Both play the kept events again through a `Replay`, which checks each, and hand over its match with the record of everything so
far. The dice to come have the addresses they always had, so the same moves give the same events as before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, cast

from dicecup.engine.core.canonical import Check
from dicecup.engine.core.problems import InputError, LogError, Term
from dicecup.engine.log.log import Line, LoggedGame, read_games
from dicecup.engine.log.offsets import Located
from dicecup.engine.log.verdict import INCOMPLETE, UNREADABLE
from dicecup.engine.log.versions import authorship
from dicecup.engine.match.dice_source import MANUAL, MANUAL_PEOPLE, SCRIPTED, SEEDED
from dicecup.engine.match.match import Match, Record, Seat, header
from dicecup.engine.replay.repair import TORN
from dicecup.engine.replay.verify import Replay, Verdict, verify_game

ABANDONED = "abandoned"
HUMAN = "human"


class CannotGoOn(InputError, ValueError):  # noqa: N818 - says what it is
    """A logged game that cannot be taken up so: the file, and the line where there is one to look at.

    `at` is the event from which it cannot go on, None where that does not matter.
    """

    def __init__(
        self,
        sentence: str,
        file: str,
        line: int = 0,
        at: int | None = None,
        *,
        subject: Term | None = None,
        remedies: Iterable[Term] = (),
    ) -> None:
        super().__init__(sentence, subject=subject, remedies=remedies)
        self.file = file
        self.line = line
        self.at = at


class UntrueGameError(CannotGoOn, LogError):
    """A logged game that cannot be taken up: it is not true, or nobody here can tell; `verdict` says what is wrong."""

    def __init__(self, found: Found, verdict: Verdict) -> None:
        why = f"the game is not true ({verdict.kind}), so it cannot be played on: {verdict.message}"
        why += f"; {authorship(verdict.written_by)}"
        sentence = verdict.message if verdict.kind in UNREADABLE else why
        super().__init__(sentence, found.file, found.line + verdict.line)
        self.found = found
        self.verdict = verdict
        self.kind = verdict.kind

    def discreet(self) -> UntrueGameError:
        """The error as whoever may not see all dice may hear it."""
        return UntrueGameError(self.found, self.verdict.discreet())


@dataclass(frozen=True)
class Found:
    """A game of a log file, to be read from `start` bytes on; `line` is the number of lines before it."""

    file: str
    game: int | None
    start: int
    line: int


@dataclass
class Begun:
    """A game as it stands after `kept` events of its log. `header` begins its log, `match.events` are its events so far: the kept
    ones, and those that follow from them by themselves. `end` is where the kept records end in the file, in bytes; `whole` tells
    whether a newline stands there.
    """

    match: Match
    header: Record
    kept: int
    end: int
    whole: bool


def games(stream: BinaryIO, file: str = "-") -> list[Found]:
    """Where the games of a log begin."""
    place = Located(stream)
    found = []
    for game in read_games(cast("BinaryIO", place), file):
        number = game.first.record.get("game") if game.first.record else None
        found.append(Found(file, number if type(number) is int else None, place.start, place.number - 1))
    return found


def resume(stream: BinaryIO, found: Found) -> Begun:
    """The last game of a log as its whole records leave it; a torn tail and an `abandoned` end are not kept.

    CannotGoOn where the game is over, where it is not true, or where it was made for one seat.
    """
    _check_true(stream, found)
    game, place = _opened(stream, found)
    head = cast("Record", game.first.record)
    replay = _begin(head, game.first)
    end, whole = place.end, place.whole
    for line in game.lines:
        if line.record is None:
            break
        if line.record.get("type") == "end":
            if line.record.get("end") == ABANDONED:
                break
            sentence = f"game {head['game']} is over ({_outcome(line.record)}); there is nothing to resume"
            remedy = Term("fork", "; fork() plays on from any of its events")
            raise CannotGoOn(sentence, found.file, found.line + line.number, remedies=[remedy])
        replay.take(line)
        end, whole = place.end, place.whole
    return Begun(replay.match, head, replay.count, end, whole)


def fork(
    stream: BinaryIO,
    found: Found,
    at: int,
    *,
    seats: Sequence[Seat] | None = None,
    dice: str | None = None,
    seed: str | None = None,
) -> Begun:
    """The game as it stands after event `at`, with a header that names its parent.

    `seats` are who plays on, else the same; `dice` is where the dice to come are from, else where they have been; `seed` is for a
    game of which nothing came from its own: people on dice that they threw. `at` may be
    any event from 0, the beginning, to the last: what follows from it without anybody's decision follows again by itself.
    CannotGoOn with a sentence else.
    """
    _check_true(stream, found)
    game, _ = _opened(stream, found)
    parent = cast("Record", game.first.record)
    head = _forked(parent, {"check": "", "at": at}, seats, dice, seed)
    check = Check()  # of the whole parent, whose end holds it; where there is none, of all its whole records
    check.add(parent)
    events, end = 0, None
    for line in game.lines:
        if line.record is None:
            break
        events += 1
        if line.record.get("type") == "end":
            end = line.record
        else:
            check.add(line.record)
    if not 0 <= at <= events:
        sentence = f"the game has no such event; its events are 1 to {events}, and 0 is its beginning"
        raise CannotGoOn(sentence, found.file, at=at, subject=Term("at", f"event {at}", at))
    at_end = end is not None and at == events
    if end is not None and at_end and end["end"] in (ABANDONED, "forfeit"):
        sentence = f"event {at} is where the game was broken off ({end['end']})"
        remedy = Term("before", f"; play on from event {at - 1}, before it", at - 1)
        raise CannotGoOn(sentence, found.file, at=at, remedies=[remedy])
    head["parent"]["check"] = check.hex()
    game, place = _opened(stream, found)
    replay = _begin(head, game.first)
    for line in game.lines:
        if replay.count == at - at_end:  # an end follows by itself, with a check of its own
            break
        replay.take(line)
    return Begun(replay.match, head, at, place.end, place.whole)


def source(before: str, after: str) -> str:
    """What a header says of a game whose dice came from `before`, and come from `after` from now on.

    It promises that dice are the seed's only where all of them are: the header says `seeded` where both are, `manual-people` where
    bots' dice are seeded throughout, and else the source whose dice are taken as given.
    """
    if before == after or before == SEEDED:
        return after
    if after == SEEDED or (after == MANUAL_PEOPLE and before in (SCRIPTED, MANUAL)):
        return before
    return after


def _forked(
    parent: Record, kin: Mapping[str, Any], seats: Sequence[Seat] | None, dice: str | None, seed: str | None
) -> Record:
    from dicecup.engine.definitions.definition import from_header

    who = seats or [Seat(seat["name"], seat["agent"]) for seat in parent["seats"]]
    kind = source(parent["dice"], dice or parent["dice"])
    gone = any(old["agent"] == HUMAN and new.agent != HUMAN for old, new in zip(parent["seats"], who, strict=True))
    if kind == MANUAL_PEOPLE and gone and parent["dice"] == MANUAL_PEOPLE:
        kind = MANUAL  # dice that a person typed stand before a bot's: none can be held against the seed by its seat
    definition = from_header(parent["definition"])
    undo = bool(parent.get("undo"))
    return header(definition, who, seed or parent["seed"], parent["game"], kind, undo=undo, parent=kin)


def _opened(stream: BinaryIO, found: Found) -> tuple[LoggedGame, Located]:
    stream.seek(found.start)
    place = Located(stream, found.start, found.line)
    return next(read_games(cast("BinaryIO", place), found.file)), place


def _begin(head: Record, first: Line) -> Replay:
    replay = Replay(keep=True)
    replay.begin(Line(first.number, head))
    return replay


def _check_true(stream: BinaryIO, found: Found) -> None:
    """CannotGoOn unless the game is true as far as it goes, and shows every die."""
    game, place = _opened(stream, found)
    verdict = verify_game(game)
    for _ in game.lines:
        pass
    at_end = found.line + verdict.line == place.number and not place.whole
    torn = verdict.kind in TORN and at_end and game.first.record is not None
    if verdict.kind == "redacted" or (game.first.record and "redacted" in game.first.record):
        seat = (game.first.record or {}).get("redacted")
        sentence = f"the log was made for seat {seat}: it has neither the seed nor the dice that the game goes on with"
        raise CannotGoOn(sentence, found.file, found.line + 1)
    if not (verdict.ok or verdict.kind == INCOMPLETE or torn):
        raise UntrueGameError(found, verdict)


def _outcome(end: Record) -> str:
    winners = end.get("winners") or []
    return f"won by {' and '.join(winners)}" if end["end"] == "won" else str(end["end"])

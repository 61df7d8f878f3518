"""What a log tells without a die: who sits where in its games, which rounds they have, and where somebody decides.

Only the beginning of a file is read, and nothing of what is under a cup or in a seed is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from os import DirEntry
from pathlib import Path
from typing import Any

import click

from dicecup.cli.base.parameters import GameNumber
from dicecup.cli.completion.files import Fits, Identity, any_file, files, identity
from dicecup.cli.completion.line import Candidate, Line
from dicecup.engine.games.registry import is_family

MOST = 1 << 20  # bytes of a log that are read, from its beginning
TAIL = 1 << 16  # and from its end
SUFFIX = ".jsonl"
ABANDONED = "abandoned"


@dataclass
class LoggedGame:
    """A game of a log. `agents` are by the letter of their seats; `decisions` are the event, the round and the seat of each.

    `dice` is where they come from.
    """

    number: int
    family: str
    agents: dict[str, str]
    dice: str
    redacted: bool
    rounds: list[int] = field(default_factory=list)
    decisions: list[tuple[int, int, str]] = field(default_factory=list)


def logged(file: str) -> list[LoggedGame]:
    """The games of a log, as many as its beginning holds; none of what cannot be read."""
    known = identity(file)
    return [] if known is None else _read(file, known)


def last(file: str) -> LoggedGame | None:
    """The last game of a log; None where it is too far from the beginning."""
    known = identity(file)
    games = [] if known is None or known[-1] > MOST else _read(file, known)
    return games[-1] if games else None


@lru_cache(maxsize=256)
def _read(file: str, known: Identity) -> list[LoggedGame]:
    try:
        with Path(file).open("rb") as stream:
            lines = stream.read(MOST).split(b"\n")
    except OSError:
        return []
    games: list[LoggedGame] = []
    for record in map(_record, lines):
        if record.get("type") == "game":
            if (found := _begun(record)) is None:
                break  # what follows is of a game that is not known
            games.append(found)
        elif games:
            _go_on(games[-1], record)
    return games


def _record(line: bytes) -> dict[str, Any]:
    import msgspec

    try:
        found = msgspec.json.decode(line.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _begun(header: dict[str, Any]) -> LoggedGame | None:
    definition, seats, number = header.get("definition"), header.get("seats"), header.get("game")
    family = definition.get("family") if isinstance(definition, dict) else None
    if not isinstance(seats, list) or type(number) is not int or not isinstance(family, str) or not is_family(family):
        return None
    agents = {str(one.get("seat")): str(one.get("agent")) for one in seats if isinstance(one, dict)}
    return LoggedGame(number, family, agents, str(header.get("dice")), "redacted" in header)


def _go_on(game: LoggedGame, event: dict[str, Any]) -> None:
    n, number, seat = event.get("n"), event.get("round"), event.get("seat")
    if type(n) is not int or type(number) is not int:
        return
    if number not in game.rounds[-1:]:
        game.rounds.append(number)
    if event.get("type") == "move" and "auto" not in event and isinstance(seat, str):
        game.decisions.append((n, number, seat))


# ---- the log of a line


def is_resumed(line: Line) -> bool:
    """Whether the game goes on in its own log."""
    return "resume" in line.given


def about(line: Line) -> list[LoggedGame]:
    """The games of its log that a line is about: the one that it names by its number, the last where it is resumed, else all."""
    if line.log is None:
        return []
    if is_resumed(line):
        return [found] if (found := last(line.log)) is not None else []
    number = line.named(GameNumber)
    return [one for one in logged(line.log) if number in (None, str(one.number))]


def chosen(line: Line) -> LoggedGame | None:
    """The game that a line is about, or the first of them."""
    return next(iter(about(line)), None)


def game_numbers(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    """The numbers that one game of the log has."""
    numbers = [] if line.log is None else [one.number for one in logged(line.log)]
    return (Candidate(str(number)) for number in numbers if numbers.count(number) == 1)


def rounds(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    """The rounds of the games of the log."""
    found = set() if line.log is None else {number for one in logged(line.log) for number in one.rounds}
    return map(Candidate, map(str, sorted(found)))


def decisions(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    """The events behind which somebody decides: whatever comes by itself comes again."""
    game = chosen(line)
    for n, number, seat in game.decisions if game is not None else ():
        yield Candidate(str(n - 1), f"round {number}, {seat} decides")


# ---- which logs will do


def logs(word: str, use: str = "") -> Iterator[Candidate]:
    """The files that may be a log: by their names where there are any, else all. `use` is that of a `Log`."""
    fits = USES[use]
    found = list(files(word, lambda entry: entry.name.endswith(SUFFIX) and fits(entry)))
    yield from found if any(not one.open for one in found) else files(word, fits)


def _can_be_forked(entry: DirEntry[str]) -> bool:
    """Whether every die of a log is known."""
    games = logged(entry.path)
    return bool(games) and not games[0].redacted


def _can_be_resumed(entry: DirEntry[str]) -> bool:
    """Whether the last game of a log was broken off."""
    if not _can_be_forked(entry):
        return False
    with Path(entry.path).open("rb") as stream:
        stream.seek(max(0, entry.stat().st_size - TAIL))
        lines = stream.read().rstrip().rpartition(b"\n")
    last = _record(lines[-1])
    return last.get("type") != "seal" and (last.get("type") != "end" or last.get("end") == ABANDONED)


USES: dict[str, Fits] = {"": any_file, "fork": _can_be_forked, "resume": _can_be_resumed}

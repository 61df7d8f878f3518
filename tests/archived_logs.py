"""The logs that a version keeps in replays/archive/: two games of each variant, and one log for each thing that a log may hold.

`make archive` writes the folder of the version at hand, until that is released. The same version always writes the same bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dicecup import __version__, replay
from dicecup.engine import load, names
from dicecup.engine.games.registry import family
from dicecup.engine.log.log import Writer, dump
from dicecup.engine.log.redaction import Redacted
from dicecup.engine.match.dice_source import MANUAL, MANUAL_PEOPLE, SCRIPTED, Due, Scripted, Seeded
from dicecup.engine.match.match import Match, Seat, new_match
from dicecup.engine.playtest.plan import Plan, open_game
from dicecup.engine.playtest.run import run

ARCHIVE = Path(__file__).parent.parent / "replays" / "archive"
VERSION = ".".join(__version__.split(".")[:2])  # of the folder: later fixes of a release write the same logs
SEED = f"archive {VERSION}"
PEOPLE = (Seat("Ann", "human"), Seat("Zoë 骰子", "human"))
FIGHT = "liars-dice-elimination"

Records = list[dict[str, Any]]


def logs() -> Iterator[tuple[str, bytes]]:
    """Every log of the folder: its name and its text."""
    for name in names():
        yield f"{name}.jsonl", playtest(name)
    for feature, log in FEATURES.items():
        yield f"{feature}.jsonl", log()


# ---- variants


def playtest(variant: str, *settings: str, games: int = 2, seats: int | None = None) -> bytes:
    """The log of a playtest, with its seal: the family's bots in turn, the strongest first."""
    definition = load(variant, settings)
    count = seats or min(definition.players.max, max(definition.players.min, 2 + len(variant) % 2))
    bots = cycle(reversed(family(definition.family).bot_names()))
    plan = Plan(definition, tuple(islice(bots, count)), games, SEED)
    with TemporaryDirectory() as folder:
        path = Path(folder, "log.jsonl")
        with Writer(path) as log:
            run(plan, mode="plain", log=log)
        return path.read_bytes()


# ---- features


def text(records: Iterable[dict[str, Any]]) -> bytes:
    """Records as a log."""
    return b"".join(map(dump, records))


def of(match: Match) -> bytes:
    """The log of a match."""
    return text([match.header, *match.events])


def on(match: Match, decisions: int = 10**6) -> Match:
    """The match played on by whoever makes the middle one of the legal moves, for so many decisions."""
    while match.turn is not None and decisions:
        legal = match.legal()
        match.play(legal[len(legal) // 2])
        decisions -= 1
    return match


def begun(variant: str = FIGHT, **more: Any) -> Match:
    """A game of two people."""
    return new_match(load(variant), PEOPLE, SEED, **more)


def bots_game(variant: str = "liars-dice", number: int = 1) -> Match:
    """A game of two bots."""
    return open_game(Plan(load(variant), ("basic", "random"), 10, SEED), number)


def undone() -> bytes:
    """A move taken back, and later two at once."""
    match = on(begun(undo=True), 2)
    match.undo()
    on(match, 2)
    match.undo("A")
    return of(on(match))


def abandoned() -> bytes:
    """A game that its players have left in the midst of a round."""
    match = on(begun("perudo"), 5)
    match.abandon()
    return of(match)


def forfeit() -> bytes:
    """A game that a bot has given up by a failure."""
    match = on(new_match(load(FIGHT), (Seat("a", "x.py:a"), PEOPLE[1]), SEED), 1)
    match.forfeit(str(match.turn), "x.py:a failed: ValueError: π is not 3")
    return of(match)


def faces_in_turn(due: Due) -> list[int]:
    """Dice as people may throw them: each face in turn, from another one for each seat."""
    return [(due.address + due.throw + i) % len(due.names) for i in range(due.count)]


def scripted() -> bytes:
    """A game on the dice of a script."""
    script = ["A: 5", "B: 2", "A: 1 2 3 4 5", "B: 6 6 6 1 2"]
    return of(on(begun(throws=Scripted(script), dice=SCRIPTED)))


def manual() -> bytes:
    """A game on real dice."""
    return of(on(begun(throws=faces_in_turn, dice=MANUAL)))


def manual_people() -> bytes:
    """A game on real dice of a person, and the seed's of a bot."""
    seats = (PEOPLE[0], Seat("basic", "basic"))
    seeded = Seeded(SEED, 0)
    throws = lambda due: faces_in_turn(due) if due.seat == "A" else seeded(due)  # noqa: E731 - what `throws` is
    return of(on(new_match(load(FIGHT), seats, SEED, throws=throws, dice=MANUAL_PEOPLE)))


def parent() -> bytes:
    """A game that was forked from another one."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "parent.jsonl")
        path.write_bytes(of(bots_game("poker-dice", 7)))
        match = replay.fork(replay.load(path), 3)
    return of(on(match))


def redacted(seat: str) -> Callable[[], bytes]:
    """A game as one seat saw it, to its end; one that was left, where the whole log's check stays hidden."""

    def log() -> bytes:
        left = on(begun("perudo"), 5)
        left.abandon()
        games = []
        for match in (bots_game(number=9), left):
            view = Redacted(seat)
            games += [view.record(record) for record in (match.header, *match.events)]
        return text(games)

    return log


def stamped() -> bytes:
    """Remarks in a header and in an event, which no check covers."""
    match = bots_game("perudo", 2)
    first, *rest = match.events
    return text([match.header | {"_stamp": "2026-01-01T00:00:00Z"}, first | {"_note": [1, True, {"é": "骰"}]}, *rest])


FEATURES: dict[str, Callable[[], bytes]] = {
    "undo": undone,
    "abandoned": abandoned,
    "aborted": lambda: playtest("liars-dice", "max_rounds=2", games=1),
    "aborted-stacks": lambda: playtest("stacked-dice", "max_rounds=1", games=1),
    "aborted-piles": lambda: playtest("dead-mans-dice-table-dice", "max_rounds=1", games=1),
    "forfeit": forfeit,
    "scripted": scripted,
    "manual": manual,
    "manual-people": manual_people,
    "parent": parent,
    "redacted-A": redacted("A"),
    "redacted-B": redacted("B"),
    "stamped": stamped,
}


def main() -> None:
    """Write the folder anew."""
    folder = ARCHIVE / VERSION
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.jsonl"):
        old.unlink()
    for name, log in logs():
        (folder / name).write_bytes(log)
    sys.stdout.write(f"{folder}: {len(list(folder.iterdir()))} logs\n")


if __name__ == "__main__":
    main()

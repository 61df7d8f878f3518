"""`dicecup replay info`: what a log holds, a game at a time, without playing it again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base.command import command
from dicecup.cli.base.errors import LOG, code_of_kind
from dicecup.cli.base.log_input import opened, seat_in, whole
from dicecup.cli.base.output import Manners, put, put_json
from dicecup.cli.base.parameters import Log, viewer_option
from dicecup.cli.base.text import counted, listed, safe
from dicecup.cli.games.registry import teller
from dicecup.cli.narration.narrator import label
from dicecup.engine.log.numbering import in_order
from dicecup.engine.log.redaction import check_viewer
from dicecup.engine.log.versions import writer
from dicecup.engine.match.header import seen_header

if TYPE_CHECKING:
    from dicecup.engine.log.log import LoggedGame

FAULTS = 5  # damaged lines that are listed
LISTED, TAIL = 35, 5  # games in a table; of more, so many first and last ones

HEADS = ("game", "line", "variant", "seats", "rounds", "events", "end")
SENTENCE = "game {}, line {}: {}, {}, rounds {}, events {}, {}"


@dataclass
class Info:
    """What is told of one game."""

    file: str
    line: int
    header: dict[str, Any]
    events: int = 0
    rounds: int = 0
    decisions: int = 0
    end: dict[str, Any] = field(default_factory=dict)
    faults: list[tuple[int, str, str]] = field(default_factory=list)  # the line, the kind, and a sentence

    @property
    def whole(self) -> bool:
        """Whether every record could be read and stands at its place, and the last is an `end`."""
        return bool(self.end) and not self.faults

    @property
    def code(self) -> int:
        """The exit code that it asks for."""
        codes = [code_of_kind(kind) for _, kind, _ in self.faults]
        return max([*codes, 0 if self.end else LOG])

    @property
    def definition(self) -> dict[str, Any]:
        """The definition, as far as the header has one."""
        found = self.header.get("definition")
        return found if isinstance(found, dict) else {}

    @property
    def seats(self) -> list[dict[str, Any]]:
        """The seats, as far as the header has any."""
        found = self.header.get("seats")
        return [seat for seat in found if isinstance(seat, dict)] if isinstance(found, list) else []

    @property
    def seed(self) -> Any:
        """The seed: null in a log made for one seat, and for whoever looks through one seat's eyes."""
        return self.header.get("seed")

    def as_dict(self) -> dict[str, Any]:
        """The game as a JSON object."""
        head = self.header
        return {
            "dicecup": 1,
            "type": "info",
            "file": self.file,
            "line": self.line,
            "game": head.get("game"),
            "name": head.get("name"),
            "title": self.definition.get("title"),
            "family": self.definition.get("family"),
            "digest": head.get("digest"),
            "seed": self.seed,
            "dice": head.get("dice"),
            "seats": {str(s.get("seat")): {"name": s.get("name"), "agent": s.get("agent")} for s in self.seats},
            "undo": head.get("undo") is True,
            "parent": head.get("parent"),
            "redacted": head.get("redacted"),
            "rounds": self.rounds,
            "events": self.events,
            "decisions": self.decisions,
            "end": self.end.get("end"),
            "by": self.end.get("by"),
            "winners": self.end.get("winners", []),
            "places": self.end.get("places", {}),
            "scores": self.end.get("scores", {}),
            "whole": self.whole,
            "faults": [{"line": line, "kind": kind, "message": text} for line, kind, text in self.faults],
            "written_by": head.get("_written_by"),
        }

    def outcome(self) -> str:
        """How it ended, in a few words."""
        damaged = ", damaged" if self.faults else ""
        if not self.end:
            return f"no end{damaged}"
        winners = self.end.get("winners")
        if self.end.get("end") == "won" and isinstance(winners, list) and winners:
            return f"won by {listed(list(map(str, winners)))}{damaged}"
        return f"{self.end.get('end')}{damaged}"


@command(
    "info",
    help="""What the games of a log are: the variant and its digest, seats, seed and dice, rounds, events, decisions, and
    how each ended. `-` is standard input.

    The log is read, not proved; `replay verify` does that. The exit code is 4 where a record cannot be read or a
    game has no end, and 1 where an event does not stand at its place; each such line is named.
    """,
    examples=(
        ("dicecup replay info game.jsonl", "the header and the result of a game"),
        ("dicecup replay info game.jsonl --json", "a line a game, for a program"),
    ),
)
@click.argument("file", type=Log(), metavar="FILE")
@viewer_option
@click.pass_obj
def info(manners: Manners, file: str, viewer: str | None) -> int:
    """The command `dicecup replay info`."""
    code = 0
    summary = Summary()
    with opened(file, manners.clearance, viewer) as stream:
        for one in _infos(file, whole(stream, file), viewer):
            code = max(code, one.code)
            for line, _, text in one.faults:
                manners.warn(text, file=file, line=line)
            if manners.json:
                put_json(one.as_dict())
            else:
                summary.add(one)
    if not manners.json:
        summary.put(manners)
    return code


def _infos(file: str, games: Iterator[LoggedGame], seat: str | None) -> Iterator[Info]:
    for game in games:
        head = game.header
        if seat is not None:
            seat_in(head, seat)
            check_viewer(head, seat)
            head = seen_header(head)
        one = Info(file, game.first.number, head)
        for line, fault in in_order(game):
            record = line.record
            if fault is not None:
                one.faults.append((line.number, *fault))
            if record is None:
                continue
            one.events += 1
            if isinstance(record.get("round"), int):
                one.rounds = max(one.rounds, record["round"])
            one.decisions += record.get("type") == "move" and not record.get("auto")
            if record.get("type") == "end":
                one.end = record
        yield one


def _rows(one: Info) -> Iterator[tuple[str, str]]:
    head = one.header
    title = one.definition.get("title")
    yield "Game", safe(f"{title} ({head.get('name')})" if title else str(head.get("name", "without a readable header")))
    if head.get("game"):
        yield "Number", str(head["game"])
    yield "Digest", safe(str(head.get("digest", "none")))
    for seat in one.seats:
        name = label(str(seat.get("seat")), str(seat.get("name")))
        agent = f", {seat.get('agent')}" if seat.get("agent") != seat.get("name") else ""
        yield "Seat", safe(f"{name}{agent}")
    if one.seed is not None:
        yield "Seed", safe(str(one.seed))
    yield "Dice", safe(str(head.get("dice", "unknown")))
    if "redacted" in head:
        yield "Made for", safe(f"seat {head['redacted']}, without the dice hidden from it")
    parent = head.get("parent")
    if isinstance(parent, dict):
        which = f"the game with check {parent['check']}" if "check" in parent else "another game"
        yield "Forked", safe(f"from {which} at event {parent.get('at')}")
    if head.get("undo"):
        yield "Undo", "moves may be taken back"
    yield (
        "Length",
        f"{counted(one.rounds, 'round')}, {counted(one.decisions, 'decision')}, {counted(one.events, 'event')}",
    )
    if one.faults:
        first = ", ".join(f"line {line}" for line, _, _ in one.faults[:FAULTS])
        yield "Damaged", f"{first}{', ...' if len(one.faults) > FAULTS else ''}"
        yield "Written by", safe(writer(head) or "not told")
    yield "End", safe(one.outcome())
    places, scores = one.end.get("places"), one.end.get("scores")
    if isinstance(places, dict) and isinstance(scores, dict) and one.end.get("end") != "abandoned":
        order = sorted(places, key=lambda seat: (str(places[seat]), seat))
        told = teller(one.header).score
        yield "Places", safe(", ".join(f"{places[seat]}. {seat} ({told(scores.get(seat))})" for seat in order))


class Summary:
    """One game in full, or many in a table, of which only so many rows are kept."""

    def __init__(self) -> None:
        self.games = self.events = 0
        self._first: list[Info] = []
        self._last: deque[Info] = deque(maxlen=TAIL)
        self._ends: dict[str, int] = {}

    def add(self, one: Info) -> None:
        """Count a game."""
        self.games += 1
        self.events += one.events
        self._ends[one.outcome()] = self._ends.get(one.outcome(), 0) + 1
        if len(self._first) < LISTED:
            self._first.append(one)
        else:
            self._last.append(one)

    def put(self, manners: Manners) -> None:
        """Print it."""
        if self.games == 1:
            for line in manners.page.rows(list(_rows(self._first[0]))):
                put(line)
            return
        rows: list[tuple[str, ...]] = [*map(_row, self._first)]
        left = self.games - len(self._first) - len(self._last)
        if left:
            rows.append((f"... {left:,} more ...",))
        rows += map(_row, self._last)
        for i, line in enumerate(manners.page.rows(rows, SENTENCE, heads=HEADS)):
            put(manners.styled(line, bold=True) if i == 0 else line)
        put()
        told = ", ".join(f"{number:,} {safe(outcome)}" for outcome, number in sorted(self._ends.items()))
        put(f"{counted(self.games, 'game')}, {counted(self.events, 'event')}: {told}")


def _row(one: Info) -> tuple[str, ...]:
    agents = " ".join(str(seat.get("agent")) for seat in one.seats)
    number, name = one.header.get("game", "?"), one.header.get("name", "?")
    return (
        safe(str(number)), str(one.line), safe(str(name)), safe(agents), str(one.rounds), str(one.events), safe(one.outcome())
    )  # fmt: skip

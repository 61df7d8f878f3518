"""`dicecup replay diff`: where two logs differ, by meaning, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base import output as voice
from dicecup.cli.base.command import command
from dicecup.cli.base.errors import LOG, NO, Failure, usage
from dicecup.cli.base.log_input import known_in
from dicecup.cli.base.output import Manners, put, put_json, put_wrapped
from dicecup.cli.base.parameters import GameNumber, Log, Whole
from dicecup.cli.base.text import counted, safe
from dicecup.cli.commands.replay.fork import seekable
from dicecup.cli.commands.replay.inline_diff import marked

if TYPE_CHECKING:
    from dicecup.engine.match.match import Record
    from dicecup.engine.replay.diff import Comparison, EventDifference, Trouble
    from dicecup.engine.replay.diff_cause import Before, Cause

SHOWN = 10  # games that differ of which a line is told
HEADER, GAME = "header", "game"  # what differs, where no event does: headers only, or which games there are
MOVES = 8  # legal moves that are named


@command(
    "diff",
    help="""Compare two logs by meaning: their rules, seeds and seats, then event by event up to the first that differs,
    with the game just before it and the cause. A cause is `rules`, `dice`, a `decision`, the `view` (one log was
    made for a seat that does not see a roll), or the `result`. In a line, [-this-] is the first log's and {+this+}
    the second's.

    Games of files with many are matched by their number and summed up. Spacing, the order of keys, and fields whose
    name begins with _ are of no account. The exit code is 0 if the logs are the same, 1 if they differ, 4 if one
    cannot be read or a game in it has no end.
    """,
    examples=(
        ("dicecup replay diff a.jsonl b.jsonl", "the first difference, and its cause"),
        ("dicecup replay diff a.jsonl b.jsonl --later 5", "and the five after it"),
        ("dicecup replay diff before.jsonl after.jsonl --game 17", "one game of many"),
        ("dicecup replay diff a.jsonl b.jsonl --json", "for a program: a line a game that differs, and the sum"),
    ),
)
@click.argument("first", type=Log(), metavar="FIRST")
@click.argument("second", type=Log(), metavar="SECOND")
@click.option("--later", type=Whole(0, 10**6), default=0, metavar="N", help="Also the next N differences of a game.")
@click.option("--game", type=GameNumber(), metavar="I", help="Only games of that number.")
@click.pass_obj
def diff(manners: Manners, first: str, second: str, later: int, game: int | None) -> int:
    """The command `dicecup replay diff`."""
    from dicecup.engine.replay.diff import compare

    if first == second == "-":
        raise usage("FIRST and SECOND both read standard input; name a file for one of them")
    with ExitStack() as stack:
        one, two = (seekable(stack, file, manners.clearance, None) for file in (first, second))
        telling = Telling(manners, first, second)
        try:
            for found in compare(one, two, (first, second), later=later, game=game):
                telling.take(found)
        except OSError as error:
            if isinstance(error, BrokenPipeError) or error.filename is not None:
                raise
            raise Failure(
                LOG, f"{first} or {second} cannot be read: {(error.strerror or str(error)).lower()}"
            ) from None
        if not telling.games:
            raise usage(f"neither log has a game {game}")
        return telling.close()


class Telling:
    """What is said of the games as they are compared, and the sum of it."""

    def __init__(self, manners: Manners, first: str, second: str) -> None:
        self.manners = manners
        self.files = (first, second)
        self.games = 0
        self._unread = 0  # of them could not be compared
        self._events = (0, 0)
        self._only = Counter({"a": 0, "b": 0})
        self._causes: Counter[str] = Counter()
        self._first: dict[str, Any] | None = None
        self._block: Block | None = None  # of headers that differ, to be told where no event does
        self._damaged = False
        self._lines: list[str] = []  # one for each of the first games that differ in more than their headers

    @property
    def _differ(self) -> int:
        return self._causes.total()

    def take(self, found: Comparison) -> None:
        """Count a comparison, and tell it where it is the first that differs in more than its header."""
        from dicecup.engine.replay.diff_cause import cause

        for place in (found.a, found.b):
            if place is not None:
                known_in(place.header, place.file, place.line + 1)
        self.games += 1
        self._events = (self._events[0] + found.events[0], self._events[1] + found.events[1])
        for trouble in found.troubles:
            self._trouble(trouble, found)
        if not found.readable:
            self._unread += 1
        if found.same or not found.readable:
            return
        if found.a is None or found.b is None:
            self._only["b" if found.a is None else "a"] += 1
        why, before = cause(found) or (None, None)
        kind = why.kind if why else GAME if found.a is None or found.b is None else HEADER
        self._causes[kind] += 1
        words = self.summary(found, why)
        if self._first is None or (self._first["kind"] == HEADER != kind):
            self._first = {"game": found.game, "kind": kind, "what": words, "why": why.why if why else words}
            self._block = Block(self.manners, self.files, found, why, before)
            if kind != HEADER:
                self._tell()
        if self.manners.json:
            put_json(self._record(found, why, before))
        elif kind != HEADER and len(self._lines) < SHOWN:
            self._lines.append(f"game {found.game}: {words}")

    def _tell(self) -> None:
        if self._block is not None and not (self.manners.json or self.manners.quiet):
            self._block.put()
        self._block = None

    def close(self) -> int:
        """Tell the sum; the exit code."""
        self._tell()
        if self.manners.json:
            record: dict[str, Any] = {"dicecup": 1, "type": "diff-sum", "files": [*self.files]}
            record |= {
                "same": not (self._differ or self._unread),
                "games": self.games,
                "differ": self._differ,
                "only": dict(self._only),
            }
            record |= {"events": {"a": self._events[0], "b": self._events[1]}}
            put_json(record | {"causes": dict(sorted(self._causes.items())), "first": self._first})
        elif not self.manners.quiet:
            self._sum()
        return max(NO if self._differ else 0, LOG if self._damaged else 0)

    def _sum(self) -> None:
        if self._unread == self.games:
            return
        if self._unread:
            put(f"{counted(self._unread, 'game')} could not be compared")
        if self._differ == 0:
            same = self.games - self._unread
            what = counted(same, "game") + ", " if same > 1 else ""
            put(self.manners.styled(f"The same: {what}{counted(self._events[0], 'event')}", fg="green"))
        elif self.games > 1:
            assert self._first is not None
            put()
            for line in self._lines[1:]:
                put_wrapped(safe(line), 4)
            more = self._differ - self._causes[HEADER] - SHOWN
            if more > 0:
                put(f"... and {counted(more, 'more game')}")
            put_wrapped(safe(f"{self._differ:,} of {counted(self.games, 'game')} differ{self._split()}"))

    def _split(self) -> str:
        """How many of the games differ in what, and the first cause."""
        assert self._first is not None
        kind, game, what = self._first["kind"], self._first["game"], self._first["what"]
        if kind == HEADER:
            return ", in their headers only"
        first = f"; first: game {game}, {what}" if kind == GAME else f"; first cause: {what} of game {game}"
        headers = self._causes[HEADER]
        return f", {headers:,} of them in their headers only{first}" if headers else first

    @staticmethod
    def summary(found: Comparison, why: Cause | None) -> str:
        """A cause in a few words: `decision of B in round 3`."""
        if found.a is None or found.b is None:
            return f"only in {(found.a or found.b).file}"  # type: ignore[union-attr]
        if why is None or found.first is None:
            return f"{counted(len(found.header), 'key')} of the header, and no event"
        event = found.first.event
        whose = f" of {why.seat}" if why.seat else f" ({', '.join(why.rules)})" if why.rules else ""
        return f"{why.kind}{whose} in round {event.get('round')}"

    def _trouble(self, trouble: Trouble, found: Comparison) -> None:
        self._damaged = True
        which = f"game {found.game}: " if found.game is not None and not trouble.line else ""
        record: dict[str, Any] = {"type": "error", "dicecup": 1, "code": LOG, "message": which + trouble.message}
        record |= {"file": trouble.file} | ({"line": trouble.line} if trouble.line else {})
        if self.manners.json:
            voice.complain(voice.compact(record))
        else:
            place = f"{trouble.file}:{trouble.line}" if trouble.line else trouble.file
            voice.complain(f"dicecup: {place}: {record['message']}")

    def _record(self, found: Comparison, why: Cause | None, before: Before | None) -> dict[str, Any]:
        only = None if found.a and found.b else "a" if found.a else "b"
        return {
            "dicecup": 1,
            "type": "diff",
            "game": found.game,
            "only": only,
            "header": [one.as_dict() for one in found.header],
            "events": {"a": found.events[0], "b": found.events[1]},
            "hidden": found.hidden,
            "first": found.first.as_dict() if found.first else None,
            "cause": why.as_dict() if why else None,
            "before": before.as_dict() if before else None,
            "later": [one.as_dict() for one in found.later],
        }


class Block:
    """One difference as a person reads it."""

    def __init__(
        self,
        manners: Manners,
        files: tuple[str, str],
        found: Comparison,
        why: Cause | None,
        before: Before | None,
    ) -> None:
        from dicecup.cli.games.registry import teller

        self.manners = manners
        self.files = files
        self.found = found
        self.why = why
        self.before = before
        headers = [place.header for place in (found.a, found.b) if place]
        alike = len({str(header.get("name")) for header in headers}) == 1
        # Names that differ are told once, with the headers, and not in every line.
        self.tellers = [
            teller(header, aligned=not manners.plain) for header in ([headers[0]] * 2 if alike else headers)
        ]

    def put(self) -> None:
        """Tell it."""
        found = self.found
        put(self.manners.styled(safe(f"--- {self.files[0]}"), fg="red"))
        put(self.manners.styled(safe(f"+++ {self.files[1]}"), fg="green"))
        if found.a is None or found.b is None:
            put(safe(f"Game {found.game} is only in {(found.a or found.b).file}"))  # type: ignore[union-attr]
            return
        self._header()
        if found.first is None:
            put(f"No event differs: {counted(found.events[0], 'event')} are the same")
            return
        where = f" of game {found.game}" if found.game else ""
        event = found.first.event
        put(f"First difference{where}: event {event.get('n')}, in round {event.get('round')}")
        self._before()
        self._pair(found.first)
        self._cause()
        for number, pair in enumerate(found.later, 1):
            put(f"Later difference {number}: event {pair.event.get('n')}, in round {pair.event.get('round')}")
            self._pair(pair)

    def _header(self) -> None:
        if not self.found.header:
            return
        put("The headers differ:")
        rows = [(f"  {one.path}", f"[-{_value(one.a)}-] {{+{_value(one.b)}+}}") for one in self.found.header]
        for line in self.manners.page.rows([tuple(map(safe, row)) for row in rows]):
            put(line)

    def _before(self) -> None:
        before = self.before
        if before is None:
            return
        for event in before.events:
            for told in self.tellers[0].tell(event):
                if told.text.strip():
                    put_wrapped(f"  {told.text}", 2 + told.hang)
        what = f"{before.turn} is to decide" if before.turn else f"dice of {before.due} are due" if before.due else ""
        if what:
            put_wrapped(f"    ({f'after event {before.n}' if before.n else 'at the beginning'} {what})", 5)

    def _pair(self, pair: EventDifference) -> None:
        a, b = (self._told(side, line.record if line else None) for side, line in enumerate((pair.a, pair.b)))
        if a == b:  # what differs is nothing that is told
            a, b = ([voice.compact(line.record)] if line and line.record else [] for line in (pair.a, pair.b))
        lines: list[tuple[str, str]] = []
        for place in range(max(len(a), len(b))):
            one, two = (side[place] if place < len(side) else "" for side in (a, b))
            left, right = marked(one, two)
            lines.append((left, right))
        cells = 0 if self.manners.plain else 5
        for side, (sign, color) in enumerate((("-", "red"), ("+", "green"))):
            shown = [texts[side] for texts in lines if texts[side]]
            event = (pair.a, pair.b)[side]
            number = f"{event.record.get('n')}:" if event and event.record else ""  # as `step` and `fork --at` count
            for text in shown or ["(no such event)"]:
                put_wrapped(
                    self.manners.styled(
                        safe(" ".join(part for part in (sign, number.rjust(cells), text.strip()) if part)), fg=color
                    ),
                    12,
                )
                number = ""

    def _told(self, side: int, event: Record | None) -> list[str]:
        teller = self.tellers[side]
        if event is None:
            return []
        return [" ".join(told.text.split()) for told in teller.tell(event) if told.text.strip()]

    def _cause(self) -> None:
        why = self.why
        if why is None:
            return
        words = f"Cause: {Telling.summary(self.found, why)}: {why.why}"
        put_wrapped(self.manners.styled(safe(words), bold=True), 7)
        if why.legal:
            put_wrapped(safe(f"{counted(len(why.legal), 'move was', 'moves were')} legal: {_some(why.legal)}"), 2)


def _some(words: Sequence[str]) -> str:
    return ", ".join(words[:MOVES]) + (", ..." if len(words) > MOVES else "")


def _value(value: Any) -> str:
    if value is None:
        return "absent"
    return value if isinstance(value, str) else voice.compact(value)

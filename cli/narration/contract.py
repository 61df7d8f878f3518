"""What a family says of its games: the contract between a family's words and the `Teller` that tells every game.

Each part has a default. A family without any words of its own is told by what all families share: moves as they
stand, and its own events by their type and fields.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dicecup.cli.base.text import pad
from dicecup.cli.narration.events import Event
from dicecup.cli.narration.table import Table


@dataclass(frozen=True)
class Told:
    """One line before it is wrapped: what kind it is, for its colour, and its text; `hang` indents what is wrapped."""

    kind: str
    text: str
    hang: int = 4


class Telling:
    """What an event is put into words with: the seats by their names, filled up to so many cells, and the last call.

    `called` is the last move that was a call, which a showdown answers; empty before the first. `rules` are those of
    the log's definition, empty where a damaged header has none.
    """

    def __init__(self, names: Mapping[str, str], cells: int, rules: Mapping[str, Any]) -> None:
        self.names = names
        self.rules = rules
        self.called = ""
        self._cells = cells

    def who(self, seat: Any) -> str:
        """A seat by its letter and name."""
        return self.names.get(str(seat), str(seat))

    def does(self, seat: Any, what: str, kind: str = "") -> Told:
        """The line that says what a seat does."""
        return Told(kind, f"  {pad(self.who(seat), self._cells)}  {what}", self._cells + 6)


Words = Callable[[Telling, Event], Iterable[Told]]


def _nothing_more(move: str) -> str | None:
    return None


def _score(rules: Mapping[str, Any], score: Any) -> str:
    return f"score {score}"


@dataclass(frozen=True)
class Narration:
    """The words of one family.

    `moves`     what a seat does by a move: `place` to `places it`
    `calls`     the same for moves that answer another player's, as a challenge does; they stand out
    `done`      what a seat does by any other move, None for nothing but the move itself
    `verbs`     whether a move that is not told otherwise begins with a verb: `keep K K` is told as `keeps K K`
    `events`    the lines of the family's own events, and of shared ones that it tells in its own way, by their type
    `standing`  types of its own events that change how a seat stands
    `score`     what a seat has in the end, by the rules and its number among the `scores` of an `end`
    `throws`    what a throw is for, as words in the question for its dice, by the `for` of its event
    `again`     of these throws those by which dice are thrown once more
    `table`     follows what lies on the table, where events say more to whoever does
    `closed`    whether there are no other events: any other is a damaged log's, and is shown as it stands
    """

    moves: Mapping[str, str] = field(default_factory=dict)
    calls: Mapping[str, str] = field(default_factory=dict)
    done: Callable[[str], str | None] = _nothing_more
    verbs: bool = False
    events: Mapping[str, Words] = field(default_factory=dict)
    standing: Collection[str] = ()
    score: Callable[[Mapping[str, Any], Any], str] = _score
    throws: Mapping[str, str] = field(default_factory=dict)
    again: Collection[str] = ()
    table: type[Table] = Table
    closed: bool = False

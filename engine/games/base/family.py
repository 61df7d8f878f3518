"""The contract of a game family: its records, its kernels, and the plain functions that put them into words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.problems import PlayError
from dicecup.engine.core.record import Int, Record
from dicecup.engine.games.base.evaluation import Judged
from dicecup.engine.games.base.event_fields import EventFields
from dicecup.engine.games.base.records import State, View
from dicecup.engine.games.base.rounds import Rounds
from dicecup.engine.games.base.view_fields import ViewField, check_declaration
from dicecup.engine.games.options import Options, Players

NAME = re.compile("[a-z][a-z0-9_-]*")  # a family's name: it is written in YAML, and in every log


class IllegalMove(PlayError, ValueError):  # noqa: N818 - what it is, not that it is an error
    """A move that the rules forbid: `rule` is the rule's id, the text one sentence with what would be legal."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule


def legal_in_words(count: int, text: Callable[[int], str], most: int = 5) -> str:
    """The first `most` of so many legal moves, as what refuses another ends: `legal: stand, keep K K, ...`; `text(k)` is the k-th."""
    return f"legal: {', '.join(map(text, range(min(count, most))))}" + (", ..." if count > most else "")


class NoTables(Record):
    """The tables of bots that keep none; compiled mode wants a record all the same."""

    unused: Int


@dataclass(frozen=True, eq=False)
class Bots:
    """The bots that come with a family, weakest first: by name, what each does.

    A bot is a policy, and its choice is a draw from it. Both are kernels, `bot` being the index in `summaries`:
      choose(v, r, b, bot)         the action of the seat whose view `v` is, by the rules `r`
      weights(v, r, b, bot, out)   how likely each legal move is: `out` has an integer for each, all 0 before, ONE in sum after
    `b` is a record of `Tables`, which bots fill as they reckon and which never changes what they do; it is None in plain mode where
    none of `with_tables` sits. `fill(b, r)` writes what must stand in a fresh one.
    """

    summaries: Mapping[str, str]
    choose: Callable[..., int]
    weights: Callable[..., None]
    Tables: type[Record] = NoTables
    with_tables: frozenset[str] = frozenset()
    fill: Callable[[Any, Any], None] | None = None

    def tables(self, rules: Any, seated: Iterable[str] | None = None) -> Any:
        """Fresh tables for the bots that sit somewhere, all of them if none are named; None where none of these keeps any."""
        if seated is not None and self.with_tables.isdisjoint(seated):
            return None
        record = self.Tables()
        if self.fill is not None:
            self.fill(record, rules)
        return record


@kernel
def _nobody(v: Any, r: Any, b: Any, bot: int) -> int:
    return -1


@kernel
def _nothing(v: Any, r: Any, b: Any, bot: int, out: Any) -> None:
    pass


NO_BOTS = Bots({}, _nobody, _nothing)


@dataclass(frozen=True, eq=False)
class Coach:
    """How good moves are, by what the strongest bot of a family weighs them.

      evaluate(v, r, b)        every legal move, in the order of the rules
      choice(v, r, b, found)   which of these the bot makes, as a text
      despite(v, r)            why it makes it where another is worth more; None for a bot that never does
    `clear` is the difference of values from which on a move is clearly worse.
    """

    evaluate: Callable[[Any, Any, Any], list[Judged]]
    choice: Callable[[Any, Any, Any, Sequence[Judged]], str]
    clear: Fraction
    despite: Callable[[Any, Any], str] | None = None


@dataclass(frozen=True, eq=False)
class Family:
    """One game family: its records, its kernels, and the plain functions that put them into words.

    Kernels (plain functions over records, numba-compilable, see `kernel`):
      start(s, r, t)            a new game; `s.seats` and `s.game` are set, everything else may be left from another game
      roll(s, r, t, d)          the throw that is due has come up as `d`
      apply(s, r, t, action)    seat `s.turn` makes a legal move
      legal_count(s, r)         number of legal moves of `s.turn`; works on a view of that seat too
      legal_nth(s, r, k)        the k-th of them, in the documented order; works on a view too
      observe(s, r, v, seat)    fill the family's own view fields with what `seat` may see
      redeal(s, r, v)           redraw what the seat of view `v` cannot see, from that seat's own bot key
      finish(s, r, end)         the game ends now, as `end`: places and scores as things stand
    Plain functions:
      build(options, players)   the rules record of a definition
      events(rows, s, r)        the events that trace rows stand for; `s` is the state after them
      die_names(r, kind)        the faces of dice of that kind, in digit order
      parse(text, r)            the action a text stands for; ValueError with a sentence where it stands for none
      notate(action, r)         the canonical text of an action, the inverse of `parse`
      why_not(s, r, action)     (rule id, sentence) where the action is illegal now, else None
      validate(options, players)  the impossible combinations: (keys concerned, sentence) each
      explain(options, players)   the effective rules in words: (rule id, sentence) each, in reading order
      legal_list(s, r)          all legal actions in order, where one pass is much quicker than `legal_nth` for each k
    `whys` and `guards` are the words behind `s.why` and `s.by`. Throws for one of `private` are hidden, and no others: each is seen by its
    own seat, or where SEES rows follow its dice in the trace by the seats that these name.
    What a family may lack:
      view_values(v, r)         what a plain bot is told of the view record `v`: a value for each of `view_fields`, in their order
    and, each loaded when somebody asks for it:
      bots()                    the bots that play it
      coach()                   who tells how good its moves are
      rounds()                  how a game of two seats falls into rounds, by which it can be solved
      odds(options, r, ...)     exact chances; ValueError with a sentence for a question that cannot be asked
    `event_fields` declares the event types that only this family has, `view_fields` the fields of its views, COMMON_FIELDS among
    them; `called_out_of_turn` are the moves that a seat
    may make before its turn, and `waits` is the move by which those asked before it decline. `variants` is the folder
    of the YAML files of a family that comes from a package of its own.

    A part that cannot be what it must be is a TypeError where the Family is made, a name that is no word a ValueError.
    """

    name: str
    options: type[Options]
    State: type[State]
    View: type[View]
    Rules: type[Record]
    start: Callable[..., None]
    roll: Callable[..., None]
    apply: Callable[..., None]
    legal_count: Callable[..., int]
    legal_nth: Callable[..., int]
    observe: Callable[..., None]
    redeal: Callable[..., None]
    finish: Callable[..., None]
    build: Callable[[Any, Players], Any]
    events: Callable[[Sequence[Sequence[int]], Any, Any], list[dict[str, Any]]]
    die_names: Callable[[Any, int], Sequence[int | str]]
    parse: Callable[[str, Any], int]
    notate: Callable[[int, Any], str]
    why_not: Callable[[Any, Any, int], tuple[str, str] | None]
    validate: Callable[[Any, Players], Iterable[tuple[tuple[str, ...], str]]]
    explain: Callable[[Any, Players], Iterable[tuple[str, str]]]
    whys: Sequence[str]
    guards: Sequence[str]
    private: Sequence[int]
    legal_list: Callable[[Any, Any], list[int]] | None = None
    bots: Callable[[], Bots] | None = None
    coach: Callable[[], Coach] | None = None
    odds: Callable[..., Any] | None = None
    rounds: Callable[[], Rounds] | None = None
    event_fields: Mapping[str, EventFields] = field(default_factory=dict)
    view_fields: Mapping[str, ViewField] = field(default_factory=dict)
    view_values: Callable[[Any, Any], dict[str, Any]] | None = None
    called_out_of_turn: Sequence[str] = ()
    waits: str = ""
    variants: Path | None = None

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise ValueError(f"a family's name is of small letters, digits, - and _, and {self.name!r} is not")
        for name, kind in {"options": Options, "State": State, "View": View, "Rules": Record}.items():
            given = getattr(self, name)
            if not isinstance(given, type) or not issubclass(given, kind):
                raise TypeError(f"{name} is no class of {kind.__name__}")
        for part in fields(self):
            given = getattr(self, part.name)
            wanted = str(part.type).startswith("Callable") and not (given is None and part.default is None)
            if wanted and not callable(given):
                raise TypeError(f"{part.name} is no function")
        check_declaration(self.view_fields)
        if (self.view_values is None) == bool(self.view_fields):
            raise TypeError("view_fields and view_values go together: one says what the other gives")
        if self.variants is not None and not isinstance(self.variants, Path):
            raise TypeError("variants is no Path")

    def policies(self) -> Bots:
        """The bots that play this family, NO_BOTS for a family without."""
        return NO_BOTS if self.bots is None else self.bots()

    def bot_names(self) -> list[str]:
        """Their names, weakest first."""
        return [*self.policies().summaries]

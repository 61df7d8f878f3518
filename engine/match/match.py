"""One game, played: seats, whose turn, legal moves, and the events that make its log.

A match runs the rules in plain mode. It asks its source of dice for each throw that is due, plays decisions with one
legal move by itself, and numbers and hashes every event. It knows no file, no terminal and no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from dicecup import __version__
from dicecup.engine.core.canonical import Check
from dicecup.engine.core.philox import MAX_GAME, RNG
from dicecup.engine.core.problems import InputError, PlayError, Term
from dicecup.engine.core.record import KEPT
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.games.base import (
    ABANDONED,
    ENDS,
    FORFEIT,
    LETTERS,
    RUNNING,
    SEATS,
    TABLE,
    Event,
    Family,
    IllegalMove,
    Throw,
    Trace,
    give_up,
)
from dicecup.engine.games.base.game_loop import fill_view, keys_of, note_move, seat_views
from dicecup.engine.games.base.results import has_won
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.games.registry import package_of
from dicecup.engine.match.dice_source import SEEDED, Due, Seeded, Throws
from dicecup.engine.match.view import SeatView, own_number
from dicecup.engine.match.visibility import Visibility

FORMAT = 1
Record = dict[str, Any]


@dataclass(frozen=True)
class Seat:
    """Who sits where: a name to show, and the agent that decides (`human`, a bot's name, a file)."""

    name: str
    agent: str


class UndoRefused(PlayError, ValueError):  # noqa: N818 - says what it is
    """An undo that the header does not allow, or with nothing left to undo; `seat` is whose decision was meant."""

    def __init__(self, sentence: str, seat: str | None = None, *, remedies: Iterable[Term] = ()) -> None:
        super().__init__(sentence, remedies=remedies)
        self.seat = seat


class SeatCountError(InputError, ValueError):
    """A number of seats that a definition does not take: it takes `least` to `most`."""

    def __init__(self, definition: Definition, seats: int) -> None:
        self.least, self.most = definition.players.min, definition.players.max
        wanted = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
        super().__init__(f"{definition.name} takes {wanted} seats, not {seats}")
        self.seats = seats


def header(
    definition: Definition,
    seats: Sequence[Seat],
    seed: str,
    game: int = 0,
    dice: str = SEEDED,
    *,
    undo: bool = False,
    parent: Mapping[str, Any] | None = None,
) -> Record:
    """The first record of a game: everything that is needed to play it again.

    `from` is the package of a family that does not come with dicecup.
    """
    package = package_of(definition.family)
    record: Record = {
        "type": "game",
        "dicecup": FORMAT,
        "name": definition.name,
        **defined(definition),
        **({"from": str(package)} if package is not None else {}),
        "seed": seed,
        "game": game,
        "rng": RNG,
        "dice": dice,
        "seats": [
            {"seat": letter, "name": seat.name, "agent": seat.agent}
            for letter, seat in zip(LETTERS, seats, strict=False)
        ],
    }
    if undo:
        record["undo"] = True
    if parent is not None:
        record["parent"] = dict(parent)
    record["_written_by"] = f"dicecup {__version__}"
    return record


def defined(definition: Definition) -> Record:
    """What a header says of the definition that is played."""
    needs = {"needs": definition.needs} if definition.needs > 1 else {}
    return {"definition": definition.logged(), "digest": definition.digest, **needs}


class Match:
    """A game of a definition between seats.

    With `throws`, dice are fetched as they are due and single moves are played by themselves, so that after the
    constructor and after each `play` the match is over or `turn` has a real decision; should `throws` raise, `advance`
    goes on from there. Without, each step is made from outside by `apply_roll` and `apply_move`: that is how logs are
    replayed. `listen` is called with every event; with `keep` false that is the only way to them, and a game may be of
    any length. `family` stands in for one that is not shipped. Raises SeatCountError for a number of seats that the
    definition does not take.
    """

    def __init__(
        self,
        definition: Definition,
        head: Record,
        throws: Throws | None = None,
        listen: Callable[[Event], None] | None = None,
        *,
        keep: bool = True,
        family: Family | None = None,
    ) -> None:
        self.definition = definition
        self.header = head
        self.family = family or family_of(definition.family)
        self.rules = rules_of(definition) if family is None else family.build(definition.rules, definition.players)
        self.seats: str = "".join(seat["seat"] for seat in head["seats"])
        check_seats(definition, len(self.seats))
        if not 0 <= head["game"] <= MAX_GAME:
            raise ValueError(f"game is {head['game']}; it must be from 0 to {MAX_GAME}")
        self.throws = throws
        self.events: list[Event] = []
        self.count = 0  # events so far
        self._seen: dict[str, list[Event]] = {}  # events as each seat sees them
        self._keep = keep
        self.listen = listen
        self._check = Check()
        self._check.add(head)
        self._trace = Trace()
        self._trace.on = 1
        self._keys = keys_of(head["seed"])
        self._before: list[tuple[int, Any, int]] = []  # last event, state and trace round before each decision
        self.state = self.family.State()
        self.state.seats = len(self.seats)
        self.state.game = head["game"]
        self.family.start(self.state, self.rules, self._trace)
        self._drain()
        self.advance()

    def restore(self, state: Any, events: Sequence[Event]) -> None:
        """Go to where a game with this header stood after these events; what is played goes on from there.

        `state` is how the game stood then. What was decided before cannot be taken back.
        """
        self.state = state
        self.events = list(events)
        self.count = len(self.events)
        self._trace.round = state.round
        self._before = []
        self._seen = {}
        self._check = Check()
        for record in (self.header, *self.events):
            self._check.add(record)

    # ---- where the game stands

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.end != RUNNING)

    @property
    def turn(self) -> str | None:
        """The seat that is to decide, None when the game is over or dice are due."""
        return None if self.over or self.state.dice else LETTERS[self.state.turn]

    @property
    def due(self) -> Due | None:
        """The throw that is due, if one is."""
        s = self.state
        if self.over or not s.dice:
            return None
        if s.thrower == TABLE:
            return Due("table", 1, list(self.seats), self.family.whys[s.why], False, s.round, s.throws[TABLE])
        names = self.family.die_names(self.rules, s.kind)
        private = s.why in self.family.private
        return Due(LETTERS[s.thrower], s.dice, names, self.family.whys[s.why], private, s.round, s.throws[s.thrower])

    def legal_actions(self) -> list[int]:
        """The legal actions of the seat in turn, in the family's order."""
        if self.turn is None:
            return []
        if self.family.legal_list is not None:
            return self.family.legal_list(self.state, self.rules)
        count = self.family.legal_count(self.state, self.rules)
        return [self.family.legal_nth(self.state, self.rules, k) for k in range(count)]

    def legal(self) -> list[str]:
        """The legal moves of the seat in turn."""
        return [self.family.notate(action, self.rules) for action in self.legal_actions()]

    @cached_property
    def visibility(self) -> Visibility:
        """Who sees what of the events."""
        return Visibility(self.family)

    def view(self, seat: str) -> SeatView:
        """The match as that seat sees it now."""
        legal, record = self.legal() if self.turn == seat else [], self.view_record(seat)
        return SeatView(seat, legal, self.seen_events(seat), self.fields_of(record), own_number(record))

    def seen_events(self, seat: str) -> Sequence[Event]:
        """All events so far as that seat sees them. They are the match's own: whoever hands them on copies them."""
        seen = self._seen.setdefault(seat, [])
        if len(seen) > len(self.events):
            seen.clear()
        seen += (self.visibility.seen(event, seat) for event in self.events[len(seen) :])
        return seen

    def fields_of(self, record: Any) -> dict[str, Any]:
        """What the family tells of a view record to bots that are no kernels; nothing where it declares no fields."""
        values = self.family.view_values
        return {} if values is None else values(record, self.rules)

    def view_record(self, seat: str) -> Any:
        """The view record of a seat, as kernel bots get it: a fresh one each time."""
        p = self.seats.index(seat)
        views = [self.family.View() for _ in self.seats]
        seat_views(views, self.state, self._keys)
        legal = self.family.legal_count(self.state, self.rules) if self.turn == seat else 0
        fill_view(views[p], self.state, legal)
        views[p].decision = self.state.decisions[p]
        self.family.observe(self.state, self.rules, views[p], p)
        return views[p]

    # ---- decisions

    def check_play(self, text: str) -> int:
        """The action of a move that may be played; IllegalMove with the rule's id, or ValueError for no move at all."""
        if self.turn is None:
            raise ValueError("the game is over" if self.over else "dice are due before the next move")
        action: int = self.family.parse(text, self.rules)
        found = self.family.why_not(self.state, self.rules, action)
        if found is not None:
            raise IllegalMove(*found)
        return action

    def can_play(self, text: str) -> bool:
        """Whether a move may be played now."""
        try:
            self.check_play(text)
        except ValueError:
            return False
        return True

    def play(self, text: str) -> list[Event]:
        """Play a move of the seat in turn; returns the events it brought. Raises as `check_play`, changing nothing."""
        return self.play_action(self.check_play(text))

    def play_action(self, action: int) -> list[Event]:
        """Play a legal action, as `play` does."""
        before = len(self.events)
        self.apply_move(action, auto=False)
        self.advance()
        return self.events[before:]

    def apply_move(self, action: int, *, auto: bool) -> None:
        """One legal move, and nothing that follows from it by itself."""
        s = self.state
        if not auto and self.header.get("undo"):
            self._before.append((self.count, s.copy(), self._trace.round))
        note_move(s, self._trace, action, int(auto))
        self.family.apply(s, self.rules, self._trace, action)
        self._drain()

    def apply_roll(self, dice: Sequence[int]) -> None:
        """The throw that is due has come up as these digits, and nothing that follows by itself."""
        thrown = Throw()
        thrown.die[: len(dice)] = dice
        self.family.roll(self.state, self.rules, self._trace, thrown)
        self._drain()

    def step(self, throws: Throws, decide: Callable[[], int | None] = lambda: None) -> bool:
        """One step of a game that is not over: the throw that is due, the only legal move, or what `decide` chooses.

        Returns whether it was made: `decide` may answer None.
        """
        if (due := self.due) is not None:
            self.apply_roll(throws(due))
        elif (only := self.only_move) is not None:
            self.apply_move(only, auto=True)
        elif (action := decide()) is not None:
            self.apply_move(action, auto=False)
        else:
            return False
        return True

    def advance(self) -> None:
        """Throw what is due and play single moves, until somebody has to decide or the game is over."""
        while self.throws is not None and not self.over and self.step(self.throws):
            pass

    @property
    def only_move(self) -> int | None:
        """The only legal action of the seat in turn, None where there is a choice."""
        if self.turn is None or self.family.legal_count(self.state, self.rules) != 1:
            return None
        action: int = self.family.legal_nth(self.state, self.rules, 0)
        return action

    # ---- taking back and breaking off

    def check_undo(self, seat: str | None = None) -> int:
        """The number of the last event that an undo keeps; UndoRefused where it may not be done."""
        if not self.header.get("undo"):
            remedy = Term("undo", "; begin it with undo=True")
            raise UndoRefused("moves cannot be taken back in this game", seat, remedies=[remedy])
        if self.over:
            raise UndoRefused("the game is over; its log is closed", seat)
        for last, state, _ in reversed(self._before):
            if seat is None or LETTERS[state.turn] == seat:
                return int(last)
        raise UndoRefused("there is no move to take back", seat)

    def can_undo(self, seat: str | None = None) -> bool:
        """Whether the last decision (of that seat) can be taken back."""
        try:
            self.check_undo(seat)
        except UndoRefused:
            return False
        return True

    def undo(self, seat: str | None = None) -> Event:
        """Take back everything since before the last decision (of that seat); returns the event that says so."""
        return self.rewind(self.check_undo(seat))

    def rewind(self, last: int) -> Event:
        """Go back to where event `last` was the newest and a decision was due. ValueError where that never was."""
        for i, (number, state, round) in enumerate(self._before):
            if number == last:
                self.state, self._trace.round = state, round
                del self._before[i:]
                return self._add({"type": "undo", "round": state.round, "to": last})
        raise ValueError(f"there was no decision right after event {last}")

    def abandon(self) -> None:
        """Close the game unfinished: its players have left."""
        if not self.over:
            by = self.turn
            self.family.finish(self.state, self.rules, ABANDONED)
            self._end({"by": by} if by else {})

    def forfeit(self, seat: str, reason: str) -> None:
        """Close the game because a seat's agent failed: it comes last, the others are placed as they stand."""
        self.family.finish(self.state, self.rules, FORFEIT)
        give_up(self.state, self.seats.index(seat))
        self._end({"by": {"seat": seat, "reason": reason}})

    # ---- events

    def _drain(self) -> None:
        if self._trace.n:
            rows = self._trace.rows[: self._trace.n]
            self._trace.n = 0
            for event in self.family.events(rows, self.state, self.rules):
                self._add(event)
        if self.over:
            self._end()

    def _add(self, event: Event) -> Event:
        self.count += 1
        numbered = {"n": self.count, **event}
        if numbered["type"] == "end":
            numbered["check"] = self._check.hex()
        else:
            self._check.add(numbered)
        if self._keep:
            self.events.append(numbered)
        if self.listen is not None:
            self.listen(numbered)
        return numbered

    def _end(self, by: Mapping[str, Any] | None = None) -> None:
        self._add(ending(self.state, self.family, by))


def ending(s: Any, family: Family, by: Mapping[str, Any] | None = None) -> Event:
    """The last event of a game that is over, without number and check; `by` is who broke it off, if not a guard."""
    if by is None:
        by = {"by": family.guards[s.by]} if s.by else {}
    seats = LETTERS[: s.seats]
    return {
        "type": "end",
        "round": s.round,
        "end": ENDS[s.end],
        **by,
        "winners": [letter for p, letter in enumerate(seats) if has_won(s, p)],
        "places": {letter: s.place[p] for p, letter in enumerate(seats)},
        "scores": {letter: s.score[p] for p, letter in enumerate(seats)},
    }


@lru_cache(maxsize=KEPT)
def rules_of(definition: Definition) -> Any:
    """The rules record of a definition. It is shared by all matches of a process: kernels read it and never write."""
    return family_of(definition.family).build(definition.rules, definition.players)


@lru_cache(maxsize=KEPT // 4)  # they are larger, and only the strongest bots ask for them
def tables_of(definition: Definition) -> Any:
    """What bots keep beside the rules of a definition, shared likewise: whatever they write there changes no choice."""
    return family_of(definition.family).policies().tables(rules_of(definition))


def check_seats(definition: Definition, seats: int) -> None:
    """SeatCountError where a definition does not take that many."""
    players = definition.players
    if not players.min <= seats <= players.max or seats > SEATS:
        raise SeatCountError(definition, seats)


def new_match(
    definition: Definition,
    seats: Sequence[Seat],
    seed: str,
    game: int = 0,
    *,
    throws: Throws | None = None,
    dice: str = SEEDED,
    undo: bool = False,
    listen: Callable[[Event], None] | None = None,
) -> Match:
    """A new game with seeded dice, or with those of another source."""
    head = header(definition, seats, seed, game, dice, undo=undo)
    return Match(definition, head, throws or Seeded(seed, game), listen)

"""A game told in lines: the events of every family, as one seat, a spectator or the keeper of the log sees them.

A `Teller` knows the events that all families share; the words for a family's own, and for its moves, are its
`Narration`. What it is given may come from a damaged log, so an event it cannot read is shown as it stands, and
nothing that a name or a move holds can act on the terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from dicecup.cli.base.output import Manners, put, room
from dicecup.cli.base.page import Page
from dicecup.cli.base.text import counted, listed, safe, width, wrap
from dicecup.cli.narration.contract import Narration, Telling, Told
from dicecup.cli.narration.events import faces, plain
from dicecup.cli.narration.results import scored, won

if TYPE_CHECKING:
    from dicecup.engine.match.visibility import Visibility

ALL = "all"  # the viewer who sees every die: the keeper of the log
SPECTATOR = None

LABEL = 18  # cells to which shorter names are filled up, so that what happens stands in a column
STANDING = ("out", "end")  # shared events that change how a seat stands
THROWS = {"order": " to see who begins", "tie": " to break the tie"}  # what a throw is for, in any family
AGAIN = ("tie",)  # throws of any family by which dice are thrown once more
UNSAID = ("n", "type", "round", "seat", "private", "sees")  # fields of an event that are told otherwise, or not at all
STYLES: dict[str, dict[str, Any]] = {
    "title": {"bold": True},
    "round": {"bold": True},
    "call": {"fg": "yellow"},
    "showdown": {"fg": "cyan"},
    "loss": {"fg": "red"},
    "result": {"fg": "green", "bold": True},
    "odd": {"fg": "magenta"},
}


class Teller:
    """Tells one game: `title` its header, `tell` each event in turn. With `aligned` names are filled up to a column."""

    def __init__(
        self, header: Mapping[str, Any], narration: Narration, viewer: str | None = ALL, *, aligned: bool = True
    ) -> None:
        self.header = header
        self.narration = narration
        self.viewer = viewer
        definition = header.get("definition")
        seats = header.get("seats")
        self.seats = [seat for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
        letters = ((str(seat.get("seat")), str(seat.get("name"))) for seat in self.seats)
        self.names = {letter: label(letter, name) for letter, name in letters}
        cells = min(LABEL, max(map(width, self.names.values()), default=0)) if aligned else 0
        self._page = Page(10_000, plain=not aligned)  # what is told is wrapped by whoever prints it
        found = definition.get("rules") if isinstance(definition, dict) else None
        rules = found if isinstance(found, dict) else {}
        self._telling = Telling(self.names, cells, rules)
        self._table = narration.table(rules)
        self._before: tuple[Any, Any] = (0, "score")  # number and type of the event told before

    def who(self, seat: Any) -> str:
        """A seat by its letter and name."""
        return self._telling.who(seat)

    @property
    def standing(self) -> Collection[str]:
        """The types of the events that change how a seat stands."""
        return {*STANDING, *self.narration.standing}

    def purpose(self, why: str) -> str:
        """What a throw is for, as the question for its dice says it."""
        return {**THROWS, **self.narration.throws}.get(why, f" (for {why})")

    def title(self) -> Iterator[Told]:
        """The header: the game, and who sits where."""
        head = self.header
        definition = head.get("definition")
        title = definition.get("title") if isinstance(definition, dict) else None
        name = str(head.get("name", "a game without a readable header"))
        parts = [f"{title} ({name})" if title else name]
        if head.get("game"):
            parts.append(f"game {head['game']}")
        if self.viewer == ALL and "seed" in head:
            parts.append(f"seed {head['seed']}")
        if head.get("dice") not in (None, "seeded"):
            parts.append(f"{head['dice']} dice")
        yield Told("title", ", ".join(parts))
        for seat in self.seats:
            agent = f" ({seat.get('agent')})" if seat.get("agent") != seat.get("name") else ""
            yield Told("seat", f"  {self.who(seat.get('seat'))}{agent}")

    @cached_property
    def _visibility(self) -> Visibility:
        """Who sees what; for who sees everything it is never asked for."""
        from dicecup.engine.match.visibility import visibility_of

        return visibility_of(self.header)

    def seen(self, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """An event as the viewer sees it."""
        return event if self.viewer == ALL else self._visibility.seen(event, self.viewer)

    def tell(self, event: Mapping[str, Any]) -> list[Told]:
        """One event in lines."""
        kind = str(event.get("type"))
        seen = self.seen(event)
        try:
            return self._told(kind, seen)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            return [Told("odd", f"  ? {seen}")] if self.narration.closed else [self._as_it_stands(seen)]

    def _told(self, kind: str, seen: Mapping[str, Any]) -> list[Told]:
        """The lines of an event; KeyError and its like where there are no words for it, or a damaged log has it."""
        own = self.narration.events.get(kind)
        told: Callable[..., Iterable[Told]] = partial(own, self._telling) if own else partial(SHARED[kind], self)
        heading, words = [*self._opening(seen)], self._table.follow(seen)
        if words is not None:
            return [*heading, *([self._telling.does(seen["seat"], words)] if words else [])]
        return [*heading, *told(seen)]

    def _as_it_stands(self, event: Mapping[str, Any]) -> Told:
        """An event by its type and its fields."""
        rest = ", ".join(f"{name} {plain(value)}" for name, value in event.items() if name not in UNSAID)
        text = f"{event.get('type')}{f': {rest}' if rest else ''}".replace("_", " ")
        return self._telling.does(event["seat"], text) if "seat" in event else Told("", f"  {text}")

    def _opening(self, event: Mapping[str, Any]) -> Iterator[Told]:
        """The heading of a round that opens before its `round`: at the first move of the game or after a score."""
        if not self._table.opens_early:
            return
        (before, kind), self._before = self._before, (event["n"], event["type"])
        if event["type"] == "move" and (before, kind) == (event["n"] - 1, "score"):
            if before:
                yield Told("", "")
            yield Told("round", f"Round {event['round']}")

    # ---- one method for each type of event

    def _order(self, event: Mapping[str, Any]) -> Iterator[Told]:
        first, *rest = event["seats"]
        then = f", then {', '.join(map(str, rest))}" if len(rest) > 1 else ""
        yield self._telling.does(first, f"begins{then}")

    def _round(self, event: Mapping[str, Any]) -> Iterator[Told]:
        dice = event.get("dice")
        if dice and self._table.opens_early:
            yield Told("", f"  In hand: {dice_held(dice)}")
            return
        yield Told("", "")
        held = f": {dice_held(dice)}" if dice else ""
        yield Told("round", f"Round {event['round']}{held}")

    def _roll(self, event: Mapping[str, Any]) -> Iterator[Told]:
        again = " again" if event["for"] in AGAIN or event["for"] in self.narration.again else ""
        under = " under the cup" if event.get("private") else ""
        only = f", which {_seers(event)}" if "sees" in event else ""
        yield self._telling.does(event["seat"], f"throws {_thrown(event)}{again}{under}{only}")

    def _shown(self, event: Mapping[str, Any]) -> Iterator[Told]:
        yield self._telling.does(event["seat"], f"threw {_thrown(event)}, which {_seers(event)} now", "showdown")

    def _move(self, event: Mapping[str, Any]) -> Iterator[Told]:
        move = str(event["move"])
        auto = " (the only legal move)" if event.get("auto") else ""
        if move in self.narration.calls:
            self._telling.called = move
            yield self._telling.does(event["seat"], self._done(move) + auto, "call")
        else:
            yield self._telling.does(event["seat"], self._done(move) + self._table.remark() + auto)

    def _done(self, move: str) -> str:
        """What a seat does by a move, which may be a damaged log's."""
        words = self.narration
        said = words.moves.get(move) or words.calls.get(move) or words.done(move)
        if said is not None:
            return said
        verb, space, rest = move.partition(" ")
        return f"{verb}s {rest}" if words.verbs and space and verb.isalpha() else move

    def _out(self, event: Mapping[str, Any]) -> Iterator[Told]:
        place = event["place"]
        yield self._telling.does(event["seat"], f"is out, in place {place}", "loss")

    def _score(self, event: Mapping[str, Any]) -> Iterator[Told]:
        return scored(self._telling, event)

    def _hand_won(self, event: Mapping[str, Any]) -> Iterator[Told]:
        return won(self._telling, event)

    def _tie(self, event: Mapping[str, Any]) -> Iterator[Told]:
        level = listed([self.who(seat) for seat in event["seats"]])
        again = f"; {self._table.again}" if event["what"] == "order" else f" for the best {event['what']}"
        yield Told("", f"  {level} are level{again}")

    def _undo(self, event: Mapping[str, Any]) -> Iterator[Told]:
        yield Told("odd", f"  Taken back: what followed event {event['to']} is void")

    def _end(self, event: Mapping[str, Any]) -> Iterator[Told]:
        yield Told("", "")
        yield Told("result", self.outcome(event))
        places, scores = event["places"], event["scores"]
        if event["end"] != "abandoned":
            in_order = sorted(places, key=lambda seat: (places[seat], seat))
            rows = [(f"  {places[seat]}.", self.who(seat), self.score(scores.get(seat, 0))) for seat in in_order]
            for line in self._page.rows(rows, "  {} {}, {}"):
                yield Told("", line)

    def score(self, score: Any) -> str:
        """What a seat has in the end, in words."""
        return self.narration.score(self._telling.rules, score)

    def outcome(self, event: Mapping[str, Any]) -> str:
        """How the game ended, in a sentence."""
        end, by, rounds = event["end"], event.get("by"), counted(event["round"], "round")
        winners = listed([self.who(seat) for seat in event["winners"]]) if event["winners"] else "nobody"
        if end == "won":
            return f"{winners} {'wins' if len(event['winners']) == 1 else 'win'} after {rounds}."
        if end == "draw":
            return f"A draw after {rounds}."
        if end == "aborted":
            return f"Aborted after {rounds} by {by}: nobody wins."
        if end == "forfeit" and isinstance(by, Mapping):
            return f"{self.who(by['seat'])} forfeits: {by['reason']}"
        at = f" at a decision of {self.who(by)}" if by else ""
        return f"Left unfinished in round {event['round']}{at}."


SHARED: Mapping[str, Callable[[Teller, Mapping[str, Any]], Iterator[Told]]] = {
    "order": Teller._order,
    "round": Teller._round,
    "roll": Teller._roll,
    "shown": Teller._shown,
    "move": Teller._move,
    "out": Teller._out,
    "score": Teller._score,
    "hand_won": Teller._hand_won,
    "tie": Teller._tie,
    "undo": Teller._undo,
    "end": Teller._end,
}
"""The events that every family's games may have, whichever words a family has of its own."""


def together(families: Collection[Narration]) -> Narration:
    """The words of several families, for a game of which nobody can say whose it is."""

    def done(move: str) -> str | None:
        return next((said for family in families if (said := family.done(move)) is not None), None)

    return Narration(
        moves={move: said for family in families for move, said in family.moves.items()},
        calls={move: said for family in families for move, said in family.calls.items()},
        done=done,
        verbs=any(family.verbs for family in families),
        events={kind: words for family in families for kind, words in family.events.items() if kind not in SHARED},
        standing={kind for family in families for kind in family.standing},
        again={why for family in families for why in family.again},
        closed=True,
    )


def label(letter: str, name: str) -> str:
    """A seat as it is called: `A Ann`, or the name alone where it says the letter."""
    return name if name == f"Player {letter}" else f"{letter} {name}"


def _thrown(event: Mapping[str, Any]) -> str:
    """The dice of a throw, or how many they are where the viewer does not see them."""
    return counted(event["hidden"], "die", "dice") if "hidden" in event else faces(event["dice"])


def _seers(event: Mapping[str, Any]) -> str:
    """Who sees dice: `nobody sees`, `B and C see`, `all see`."""
    seats = event.get("sees")
    if seats is None:
        return "all see"
    return f"{listed(seats) if seats else 'nobody'} {'see' if len(seats) > 1 else 'sees'}"


def dice_held(dice: Mapping[str, int]) -> str:
    """`A 5 dice, B 1 die`."""
    return ", ".join(f"{seat} {counted(number, 'die', 'dice')}" for seat, number in dice.items())


def lines(told: Told, manners: Manners, cells: int) -> Iterator[str]:
    """A told line as it is printed: safe, wrapped, and coloured where there is colour."""
    style = STYLES.get(told.kind, {})
    hang = told.hang if told.hang < cells // 2 else 4
    for line in wrap(safe(told.text), cells, hang):
        yield manners.styled(line, **style) if style and line else line


def put_told(told: list[Told], manners: Manners) -> None:
    """Print told lines."""
    cells = room()
    for item in told:
        for line in lines(item, manners, cells):
            put(line)

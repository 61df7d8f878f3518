"""A game told in lines: the events of every family, as one seat, a spectator or the keeper of the log sees them.

A `Teller` knows event types and no family. What it is given may come from a damaged log, so an event it cannot read is shown as
it stands, and nothing that a name or a move holds can act on the terminal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dicecup.cli.base.output import Manners, put, room
from dicecup.cli.base.text import columns, counted, listed, pad, safe, width, wrap
from dicecup.cli.games.piles.narration import Piles
from dicecup.cli.games.poker.hand import with_reading
from dicecup.cli.games.stacks.narration import Stacks
from dicecup.cli.narration.table import Table
from dicecup.engine.match.view import seen_by

ALL = "all"  # the viewer who sees every die: the keeper of the log
SPECTATOR = None

LABEL = 18  # cells to which shorter names are filled up, so that what happens stands in a column
CALLS = {
    "liar": "calls liar",
    "exact": "calls exact",
    "wait": "waits",
    "pass": "passes",
    "stand": "stands",
    "drop": "drops out",
    "keep none": "keeps none",
    "roll plain": "takes a plain die",
    "roll jolly": "takes a Jolly Roger die",
    "place": "places it",
    "back": "takes it back",
    "end": "ends the turn",
}
LOST = {
    "bid": "the bid was wrong",
    "challenge": "the challenge was wrong",
    "exact": "the call was wrong",
    "pass": "the pass was false",
    "others": "as all the others do",
}
WON = {"poker": "the round"}  # what a family plays for several times, where it is not a hand
# Families whose events say more to who has followed what lies on the table.
TABLES: dict[str, type[Table]] = {"stacks": Stacks, "piles": Piles}
STYLES: dict[str, dict[str, Any]] = {
    "title": {"bold": True},
    "round": {"bold": True},
    "call": {"fg": "yellow"},
    "showdown": {"fg": "cyan"},
    "loss": {"fg": "red"},
    "result": {"fg": "green", "bold": True},
    "odd": {"fg": "magenta"},
}


@dataclass(frozen=True)
class Told:
    """One line before it is wrapped: what kind it is, for its colour, and its text; `hang` indents what is wrapped."""

    kind: str
    text: str
    hang: int = 4


class Teller:
    """Tells one game: `title` its header, `tell` each event in turn. With `aligned` names are filled up to a column."""

    def __init__(self, header: Mapping[str, Any], viewer: str | None = ALL, *, aligned: bool = True) -> None:
        self.header = header
        self.viewer = viewer
        self.names: dict[str, str] = {}
        definition = header.get("definition")
        self._family = str(definition.get("family")) if isinstance(definition, dict) else ""
        seats = header.get("seats")
        self.seats = [seat for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
        for seat in self.seats:
            letter, name = str(seat.get("seat")), str(seat.get("name"))
            self.names[letter] = label(letter, name)
        self._cells = min(LABEL, max(map(width, self.names.values()), default=0)) if aligned else 0
        self._called = ""  # the last call, which a showdown answers
        rules = definition.get("rules") if isinstance(definition, dict) else None
        self._table = TABLES.get(self._family, Table)(rules if isinstance(rules, dict) else {})
        self._before: tuple[Any, Any] = (0, "score")  # number and type of the event told before

    def who(self, seat: Any) -> str:
        """A seat by its letter and name."""
        return self.names.get(str(seat), str(seat))

    def title(self) -> Iterator[Told]:
        """The header: the game, and who sits where."""
        head = self.header
        definition = head.get("definition")
        title = definition.get("title") if isinstance(definition, dict) else None
        parts = [f"{title} ({head.get('name')})" if title else str(head.get("name"))]
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

    def tell(self, event: Mapping[str, Any]) -> list[Told]:
        """One event in lines."""
        teller = TELLERS.get(str(event.get("type")))
        seen = seen_by(event, self.viewer) if self.viewer != ALL else event
        if teller is not None:
            try:
                heading, words = [*self._opening(seen)], self._table.follow(seen)
                if words is None:
                    return [*heading, *teller(self, seen)]
                return [*heading, *([self._does(seen["seat"], words)] if words else [])]
            except (KeyError, TypeError, ValueError, AttributeError, IndexError):
                pass
        return [Told("odd", f"  ? {seen}")]

    def _does(self, seat: Any, what: str, kind: str = "") -> Told:
        return Told(kind, f"  {pad(self.who(seat), self._cells)}  {what}", self._cells + 6)

    def _opening(self, event: Mapping[str, Any]) -> Iterator[Told]:
        """The heading of a round whose opening comes before its `round`: at the first move of the game or after a score."""
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
        yield self._does(first, f"begins{then}")

    def _round(self, event: Mapping[str, Any]) -> Iterator[Told]:
        dice = event.get("dice")
        if dice and self._table.opens_early:
            yield Told("", f"  In hand: {dice_held(dice)}")
            return
        yield Told("", "")
        held = f": {dice_held(dice)}" if dice else ""
        yield Told("round", f"Round {event['round']}{held}")

    def _roll(self, event: Mapping[str, Any]) -> Iterator[Told]:
        again = " again" if event["for"] in ("push", "tie") else ""
        under = " under the cup" if event.get("private") else ""
        dice = counted(event["hidden"], "die", "dice") if "hidden" in event else faces(event["dice"])
        yield self._does(event["seat"], f"throws {dice}{again}{under}")

    def _move(self, event: Mapping[str, Any]) -> Iterator[Told]:
        move = str(event["move"])
        auto = " (the only legal move)" if event.get("auto") else ""
        if move in ("liar", "exact"):
            self._called = move
            yield self._does(event["seat"], CALLS[move] + auto, "call")
        else:
            yield self._does(event["seat"], done(move) + self._table.remark() + auto)

    def _reveal(self, event: Mapping[str, Any]) -> Iterator[Told]:
        bid, count, wilds = str(event["bid"]), event["count"], event.get("wilds")
        yield Told("showdown", f"  Showdown: {verdict(bid, count, wilds, self._called)}")
        for seat, dice in event["dice"].items():
            yield self._does(seat, f"shows {faces(dice)}")

    def _hand(self, event: Mapping[str, Any]) -> Iterator[Told]:
        hand = with_reading(event["hand"], event["dice"], event.get("as", event["dice"]))
        yield self._does(event["seat"], f"has {faces(event['dice'])}: {hand}", "showdown")

    def _lose(self, event: Mapping[str, Any]) -> Iterator[Told]:
        why = LOST.get(event["why"], event["why"])
        yield self._does(event["seat"], f"loses {counted(event['dice'], 'die', 'dice')}: {why}", "loss")

    def _gain(self, event: Mapping[str, Any]) -> Iterator[Told]:
        yield self._does(event["seat"], f"gets {counted(event['dice'], 'die', 'dice')}")

    def _penalty(self, event: Mapping[str, Any]) -> Iterator[Told]:
        yield self._does(event["seat"], f"now has {counted(event['points'], 'penalty point')}", "loss")

    def _out(self, event: Mapping[str, Any]) -> Iterator[Told]:
        place = event["place"]
        yield self._does(event["seat"], f"is out, in place {place}", "loss")

    def _score(self, event: Mapping[str, Any]) -> Iterator[Told]:
        of = self._table.scored(event)
        if of is None:
            rest = {k: v for k, v in event.items() if k not in ("n", "type", "round", "seat", "points", "total")}
            of = f" ({', '.join(f'{name} {plain(value)}' for name, value in rest.items())})" if rest else ""
        yield self._does(event["seat"], f"scores {event['points']}{of}: {event['total']} in all", "result")

    def _tie(self, event: Mapping[str, Any]) -> Iterator[Told]:
        level = listed([self.who(seat) for seat in event["seats"]])
        again = f"; {self._table.again}" if event["what"] == "order" else f" for the best {event['what']}"
        yield Told("", f"  {level} are level{again}")

    def _pot(self, event: Mapping[str, Any]) -> Iterator[Told]:
        pays = "ante" in event
        chips = counted(event["ante" if pays else "won"], "chip")
        has = event["chips"]
        now = f"has {has}" if has >= 0 else f"owes {-has}"
        if pays:
            yield self._does(event["seat"], f"pays {chips} into the pot of {event['pot']}, {now}")
        else:
            left = f" and leaves {event['pot']}" if event["pot"] else ""
            yield self._does(event["seat"], f"takes {chips} from the pot{left}, {now}")

    def _hand_won(self, event: Mapping[str, Any]) -> Iterator[Told]:
        won = WON.get(self._family, "the hand")
        yield self._does(event["seat"], f"wins {won}, {counted(event['wins'], 'win')} so far", "result")

    def _undo(self, event: Mapping[str, Any]) -> Iterator[Told]:
        yield Told("odd", f"  Taken back: what followed event {event['to']} is void")

    def _end(self, event: Mapping[str, Any]) -> Iterator[Told]:
        yield Told("", "")
        yield Told("result", self.outcome(event))
        places, scores = event["places"], event["scores"]
        if event["end"] != "abandoned":
            in_order = sorted(places, key=lambda seat: (places[seat], seat))
            rows = [(f"  {places[seat]}.", self.who(seat), f"score {scores.get(seat, 0)}") for seat in in_order]
            for line in columns(rows, 10_000):
                yield Told("", line)

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


TELLERS: dict[str, Callable[[Teller, Mapping[str, Any]], Iterator[Told]]] = {
    "order": Teller._order,
    "round": Teller._round,
    "roll": Teller._roll,
    "move": Teller._move,
    "reveal": Teller._reveal,
    "hand": Teller._hand,
    "lose": Teller._lose,
    "gain": Teller._gain,
    "penalty": Teller._penalty,
    "out": Teller._out,
    "score": Teller._score,
    "tie": Teller._tie,
    "pot": Teller._pot,
    "hand_won": Teller._hand_won,
    "undo": Teller._undo,
    "end": Teller._end,
}


def label(letter: str, name: str) -> str:
    """A seat as it is called: `A Ann`, or the name alone where it says the letter."""
    return name if name == f"Player {letter}" else f"{letter} {name}"


def done(move: str) -> str:
    """What a seat does by a move."""
    if move in CALLS:
        return CALLS[move]
    if re.fullmatch(r"\d+x\S+|sum \d+", move):
        return f"bids {move}"
    verb, space, rest = move.partition(" ")
    if verb == "plunder":
        seat, _, loose = rest.partition(" ")
        return f"plunders {seat}'s {'loose die' if loose else 'top die'}"
    if verb == "show":
        return f"shows {rest} and throws the rest again" if rest != "none" else "shows none"
    return f"{verb}s {rest}" if space and verb.isalpha() else move


def verdict(bid: str, count: int, wilds: Any, called: str) -> str:
    """What a showdown found."""
    if bid == "pass":
        return f"the pass was {'true' if count else 'false'}"
    wild = f", {wilds} of them wild" if wilds else ""
    asked = re.match(r"(?:sum )?(\d+)", bid)
    if asked is None:
        return f"{bid} was bid, the count is {count}{wild}"
    right = count == int(asked[1]) if called == "exact" else count >= int(asked[1])
    claim = "exact" if called == "exact" else "the bid"
    found = f"the sum is {count}" if bid.startswith("sum") else f"there {'is' if count == 1 else 'are'} {count}{wild}"
    return f"{bid} was bid and {found}; {claim} is {'right' if right else 'wrong'}"


def faces(dice: Any) -> str:
    """Dice as their faces."""
    return " ".join(map(str, dice))


def dice_held(dice: Mapping[str, int]) -> str:
    """`A 5 dice, B 1 die`."""
    return ", ".join(f"{seat} {counted(number, 'die', 'dice')}" for seat, number in dice.items())


def plain(value: Any) -> str:
    """A value of an event in words."""
    if isinstance(value, Mapping):
        return " ".join(f"{key} {plain(item)}" for key, item in value.items())
    return faces(value) if isinstance(value, list) else str(value)


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

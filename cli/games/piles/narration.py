"""What happens to the piles, in words: which die goes where, and how a pile then stands.

Events name moves and dice thrown; where the dice lie follows from the events before. `Piles` keeps that table for as
long as it is given every event in turn. Where one is missing, as when the end of a game alone is shown, it knows
nothing until the next round begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dicecup.cli.narration.contract import Narration, Telling, Told
from dicecup.cli.narration.results import scored
from dicecup.cli.narration.table import Event, Table

SILENT = ""  # an event that needs no line of its own
KINDS = {"roll plain": "a plain die", "roll jolly": "a Jolly Roger die"}


class Piles(Table):
    """The piles of one game as its events have built them, and the words for what an event does to them."""

    opens_early = True

    def __init__(self, rules: Mapping[str, Any]) -> None:
        if rules.get("start_tie") == "all":
            self.again = "all throw again"
        self._events: list[Mapping[str, Any]] = []  # of this round
        self._reset()

    def _reset(self) -> None:
        self._known = False
        self._last = 0  # the number of the event before
        self._bases: dict[str, Any] = {}
        self._piles: dict[str, list[Any]] = {}
        self._loose: dict[str, Any] = {}
        self._rolled: Any = None

    def follow(self, event: Event) -> str | None:
        """What the seat of an event does: SILENT where nothing need be told, None where the usual words will do."""
        if event.get("type") == "undo":
            kept = [earlier for earlier in self._events if earlier["n"] <= event["to"]]
            self._events, n = [], event["n"]
            self._reset()
            for earlier in kept:
                self.follow(earlier)
            self._last = n
            return None
        if event["n"] != self._last + 1 and self._last:
            self._known, self._bases = False, {}
        if event.get("type") == "score":
            self._known = False
            self._events = []
        self._events.append(event)
        words = self._happens(event)
        self._last = event["n"]
        return words

    def _happens(self, event: Mapping[str, Any]) -> str | None:
        kind, seat = event["type"], event.get("seat")
        if kind == "round":
            self._piles = {letter: [die] for letter, die in self._bases.items()}
            self._loose = {}
            self._known = set(self._piles) == set(event["dice"])
        elif kind == "roll":
            (die,) = event["dice"]
            if event["for"] == "order":
                self._bases[str(seat)] = die
                return f"opens with {die}"
            return self._roll(str(seat), die)
        elif kind == "move":
            return self._move(str(seat), str(event["move"]), auto=bool(event.get("auto")))
        return None

    def _roll(self, seat: str, die: Any) -> str:
        self._rolled = die
        said = f"rolls {die}"
        if not self._known:
            return said
        pile = self._piles[seat]
        if not pile:
            self._rolled = None
            pile.append(die)
            return f"{said}, which begins a new pile"
        return f"{said} on {pile[-1]}"

    def _move(self, seat: str, move: str, *, auto: bool) -> str | None:
        if move in KINDS:
            self._loose.pop(seat, None)
            return SILENT if auto else f"takes {KINDS[move]}"
        if move == "end":
            if self._rolled is not None:  # it did not fit
                self._loose[seat], self._rolled = self._rolled, None
            return "ends the turn"
        if not self._known:
            return None
        if move == "place":
            self._piles[seat].append(self._rolled)
            self._rolled = None
            return f"places it: {self._shown(seat)}"
        if move == "back":
            self._loose[seat], self._rolled = self._rolled, None
            return "does not place it"
        verb, _, rest = move.partition(" ")
        if verb != "plunder":
            return None
        if self._rolled is not None:
            self._loose[seat], self._rolled = self._rolled, None
        whose, _, loose = rest.partition(" ")
        die = self._loose.pop(whose) if loose else self._piles[whose].pop()
        self._piles[seat].append(die)
        return f"plunders {whose}'s {'loose ' if loose else ''}{die}: {self._shown(seat)}"

    def _shown(self, seat: str) -> str:
        return " ".join(map(str, self._piles[seat]))


def done(move: str) -> str | None:
    """What a seat does by a plunder, where nobody knows which die it is."""
    verb, _, rest = move.partition(" ")
    if verb != "plunder":
        return None
    seat, _, loose = rest.partition(" ")
    return f"plunders {seat}'s {'loose die' if loose else 'top die'}"


def score(telling: Telling, event: Event) -> Iterator[Told]:
    """The points of a round, and the pile that they are for."""
    return scored(telling, event, f" (pile {' '.join(map(str, event['piles'])) or 'none'})")


NARRATION = Narration(
    moves={
        "roll plain": "takes a plain die",
        "roll jolly": "takes a Jolly Roger die",
        "place": "places it",
        "back": "takes it back",
        "end": "ends the turn",
    },
    done=done,
    verbs=True,
    events={"score": score},
    standing=("score",),
    throws={"turn": ""},
    table=Piles,
    closed=True,
)

"""What happens to the piles, in words: which die goes where, and how a pile then stands.

Events name moves and dice thrown; where the dice lie follows from the events before. `Piles` keeps that table for as
long as it is given every event in turn. Where one is missing, as when the end of a game alone is shown, it knows
nothing until the next round begins.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from dicecup.cli.narration.contract import Narration, Telling, Told
from dicecup.cli.narration.results import scored
from dicecup.cli.narration.table import Event, Table
from dicecup.engine.games.piles.rules import ON_JR, ROGER, fits
from dicecup.engine.games.piles.scoring import IN_HAND

REMEMBERED = 4096  # events that are kept: many rounds, since an undo may go back over the end of one
SILENT = ""  # an event that needs no line of its own
# What becomes of a die that is not placed, by `unplaced`.
LEFT = {"to_hand": ": the die goes back to hand", "on_table": ": the die lies loose"}
KINDS = {"roll plain": "a plain die", "roll jolly": "a Jolly Roger die"}


class Piles(Table):
    """The piles of one game as its events have built them, and the words for what an event does to them."""

    opens_early = True

    def __init__(self, rules: Mapping[str, Any]) -> None:
        if rules.get("start_tie") == "all":
            self.again = "all throw again"
        self._on_jr = rules.get("on_jr")
        self._left = LEFT.get(str(rules.get("unplaced")), "")
        self._on_table = rules.get("unplaced") == "on_table"
        self._events: deque[Mapping[str, Any]] = deque(maxlen=REMEMBERED)  # which an undo goes back to
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
            while self._events and self._events[-1]["n"] > event["to"]:
                self._events.pop()
            self._reset()
            for earlier in self._events:  # their numbers have gaps where something was taken back before
                self._happens(earlier)
            self._last = event["n"]
            return None
        if event["n"] != self._last + 1 and self._last:
            self._reset()
            self._events.clear()
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
        elif kind == "score":
            self._known = False
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
        said = f"{said} on {pile[-1]}"
        if self._on_jr not in ON_JR or fits(face_of(pile[-1]), face_of(die), ON_JR.index(self._on_jr)):
            return said
        self._not_placed(seat)
        return f"{said}, a failed roll{self._left}"

    def _not_placed(self, seat: str) -> None:
        """The die rolled last has not gone on the pile."""
        if self._rolled is not None:
            self._loose[seat], self._rolled = self._rolled, None

    def _move(self, seat: str, move: str, *, auto: bool) -> str | None:
        if move in KINDS:
            return self._taken(seat, "" if auto else f"takes {KINDS[move]}")
        if move == "end":
            self._not_placed(seat)
            return "ends the turn"
        if not self._known:
            return None
        if move == "place":
            self._piles[seat].append(self._rolled)
            self._rolled = None
            return f"places it: {self._shown(seat)}"
        if move == "back":
            self._not_placed(seat)
            return f"does not place it{self._left}"
        verb, _, rest = move.partition(" ")
        if verb != "plunder":
            return None
        self._not_placed(seat)
        whose, _, loose = rest.partition(" ")
        die = self._loose.pop(whose) if loose else self._piles[whose].pop()
        self._piles[seat].append(die)
        return f"plunders {whose}'s {'loose ' if loose else ''}{die}: {self._shown(seat)}"

    def _taken(self, seat: str, what: str) -> str:
        """A seat takes a die to roll; a turn begins with taking a loose one back (D-C19)."""
        loose = self._loose.pop(seat, None)
        if loose is None or not (self._known and self._on_table):
            return what or SILENT
        return f"takes the loose {loose} back to hand{what and f', then {what}'}"

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
    """The points of a round, the pile that they are for, and how they come of it."""
    pile = f"pile {' '.join(map(str, event['piles'])) or 'none'}"
    how = reckoned(event, telling.rules)
    return scored(telling, event, f" ({pile}{how and f': {how}'})")


def reckoned(event: Event, rules: Mapping[str, Any]) -> str:
    """How the points of a score come of its pile: `8, doubled`, `9, less 7 for the Jolly Roger in hand`.

    Empty where they are just the sum of the pile, and where a damaged log holds what cannot be.
    """
    dice, points, floor = event["piles"], event["points"], rules.get("floor")
    base = rules.get("jr_base_score")
    if not isinstance(base, int):
        return ""
    faces = [face_of(die) for die in dice]
    lowered = ROGER - base if faces[:1] == [ROGER] else 0
    value = sum(faces) - lowered
    doubled = faces[-1:] == [ROGER]
    lost = value * (2 if doubled else 1) - points
    raised = floor == "round" and points == 0 and lost > 0
    if lost < 0 or (lost % IN_HAND and not raised):
        return ""
    said = [str(value)] if dice and (lost or doubled or lowered) else []
    said += [f"the J at the bottom worth {base}"] if lowered else []
    said += ["doubled"] if doubled else []
    if lost:
        said.append(f"less {_in_hand(lost, rules, raised=raised)}")
    if raised:
        said.append("at least 0")
    if floor == "game" and points < 0 == event["total"]:
        said.append("no total below 0")
    return ", ".join(said)


def _in_hand(lost: int, rules: Mapping[str, Any], *, raised: bool) -> str:
    """What Jolly Roger dice in hand cost. Of points raised to 0 nobody can tell for how many it was."""
    where = "in hand or loose" if rules.get("unplaced") == "on_table" else "in hand"
    if raised and rules.get("jolly_dice") != 1:
        return f"{IN_HAND} for each Jolly Roger {where}"
    if raised or lost == IN_HAND:
        return f"{IN_HAND} for the Jolly Roger {where}"
    return f"{lost} for {lost // IN_HAND} Jolly Rogers {where}"


def face_of(die: Any) -> int:
    """The face of a die by its name: `4`, `4'`, `J`."""
    return ROGER if die == "J" else int(str(die).removesuffix("'"))


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

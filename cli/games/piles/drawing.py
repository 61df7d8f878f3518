"""Piles drawn: each pile as a column, its top and whether it is locked, the dice in hand, the turn. All is open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dicecup.cli.base.text import capital, counted
from dicecup.cli.drawing import Text
from dicecup.cli.drawing.contract import Drawing
from dicecup.cli.drawing.layout import Block, beside, cells_of, joined, padded, table, tower, words
from dicecup.cli.drawing.perspective import Sight
from dicecup.cli.drawing.styles import DIE, FAST, PAINTS, Brush
from dicecup.cli.games.piles.narration import reckoned
from dicecup.cli.narration.events import Event, Rows
from dicecup.engine.games.base import LETTERS
from dicecup.engine.games.piles.moves import ROLL_JOLLY
from dicecup.engine.games.piles.notation import die_name
from dicecup.engine.games.piles.rules import ROGER
from dicecup.engine.games.piles.scoring import value
from dicecup.engine.games.piles.table import OPENING, PENDING
from dicecup.engine.games.shared.tower import NO_DIE, face_of, owner_of, top_of

HIGHEST = 9  # dice of a pile that is drawn standing
ROOMY = 50  # cells that two standing piles take


def heading(sight: Sight) -> list[str]:
    """What holds for this round."""
    return [f"{sight.rules.enough} points to win"]


def facts(sight: Sight) -> Rows:
    """The table in words, one fact a row."""
    rows = []
    for p in sight.seats:
        pile = _pile(sight, p)
        dice = ", ".join(f"{name} of {owner}" for owner, name, _ in pile)
        facts = [f"pile from the bottom: {dice}" if dice else "no pile", *_about(sight, p), *_total(sight, p)]
        rows += [(sight.who(LETTERS[p]), text) for text in facts]
    return rows + [("Turn", text) for text in _phase(sight)]


def board(sight: Sight, brush: Brush) -> Iterator[Text]:
    """The piles, standing beside each other or lying, each with what belongs to it; then the turn and the totals."""
    if brush.cells >= ROOMY and 0 < max(sight.view.height) <= HIGHEST:
        yield from beside(_cards(sight, brush), brush.cells, high=True)
    else:
        yield from table([_row(sight, brush, p) for p in sight.seats], brush.cells)
    yield Text()
    for text in _phase(sight):
        yield Text(f"  {capital(text)}.")
    yield brush.each("Totals", {LETTERS[p]: sight.view.score[p] for p in sight.seats})


def tell(event: Event, brush: Brush, rules: Mapping[str, Any]) -> Iterator[Text]:
    """Of a score the pile that it is for."""
    pictures = brush.pictures([(die, DIE) for die in event["piles"]], event["seat"])
    how = reckoned(event, rules)
    scored = Text(f"scores {event['points']}{how and f' ({how})'}: {event['total']} in all", PAINTS["result"])
    yield from table([(brush.label(event["seat"]), pictures, scored)], brush.cells)


Pile = list[tuple[str, str, str]]  # from the bottom up: whose a die is, what it is called, and how it is drawn


def _pile(sight: Sight, p: int) -> Pile:
    """A seat's pile; a top die that cannot be taken lies fast."""
    view = sight.view
    dice = view.tower[p][: view.height[p]]
    return [
        (LETTERS[owner_of(die)], str(die_name(die)), FAST if i == len(dice) - 1 and face_of(die) == ROGER else DIE)
        for i, die in enumerate(dice)
    ]


def _about(sight: Sight, p: int) -> list[str]:
    """The top of a seat's pile, what it scores as it is, and the dice that do not lie on it."""
    view, said = sight.view, []
    if view.height[p]:
        top = top_of(view, p)
        locked = ", locked, doubled" if face_of(top) == ROGER else ""
        said.append(f"top {die_name(top)}{locked}")
    if view.phase != OPENING:  # without a pile, too, where that costs points
        said.append(f"scores {value(view, sight.rules, p)} now")
    said.append(f"in hand {hand_told(view.plain[p], view.jolly[p])}")
    if view.loose[p] != NO_DIE:
        said.append(f"loose {die_name(view.loose[p])}")
    return said


def _total(sight: Sight, p: int) -> list[str]:
    return [f"{sight.view.score[p]} points"]


def _phase(sight: Sight) -> list[str]:
    """How far the turn is."""
    if sight.turn is None:
        return []
    if sight.view.phase == OPENING:
        return ["the die for the bottom of the pile is chosen"]
    return [turn_told(sight.view, sight.rules)]


def _cards(sight: Sight, brush: Brush) -> list[Block]:
    """The piles that stand, each with its owner and its words below; all take the same room."""
    below = [
        [brush.label(LETTERS[p], sight.turn), *(Text(f"  {text}") for text in _shortly(sight, p))] for p in sight.seats
    ]
    most = max(map(len, below))
    cards = []
    for p in sight.seats:
        dice = [brush.die(f"{owner} {name}", owner, kind) for owner, name, kind in _pile(sight, p)]
        pile = [joined("  ", line) for line in tower(dice, [], brush.signs.ground)]
        cards.append([*pile, *below[p], *[Text()] * (most - len(below[p]))])
    across = max(map(cells_of, cards))
    return [[padded(line, across) for line in card] for card in cards]


def _shortly(sight: Sight, p: int) -> list[str]:
    """What `_about` says, with the hand in fewer cells."""
    plain, jolly = sight.view.plain[p], sight.view.jolly[p]
    held = " ".join(f"{number} {kind}" for number, kind in ((plain, "plain"), (jolly, "J")) if number)
    return [f"hand {held or 'empty'}" if text.startswith("in hand") else text for text in _about(sight, p)]


def _row(sight: Sight, brush: Brush, p: int) -> tuple[Text, list[Block], Text]:
    """A pile that lies, its bottom to the left."""
    dice = words(brush.die(f"{owner} {name}", owner, kind) for owner, name, kind in _pile(sight, p))
    return brush.label(LETTERS[p], sight.turn), [[dice]], Text("; ".join(_about(sight, p)))


# ---- facts


def hand_told(plain: int, jolly: int) -> str:
    """`2 plain, 1 jolly`."""
    parts = [f"{n} {kind}" for n, kind in ((plain, "plain"), (jolly, "jolly")) if n]
    return " and ".join(parts) if parts else "no dice"


def turn_told(view: Any, r: Any) -> str:
    """What has been rolled, and whether more may be."""
    if view.phase == PENDING:
        return f"{die_name(view.pending)} was rolled, and fits"
    if not view.rolls:
        return "a roll begins the turn"
    made = f"{counted(view.rolls, 'roll')}, {view.placed} placed"
    if not view.failed and not r.single and view.allowed & ((2 << ROLL_JOLLY) - 1):
        return f"{made}; more rolls are open"
    return f"{made}; no more rolls in this turn"


DRAWING = Drawing(heading=heading, facts=facts, board=board, drawn={"score": 0}, tell=tell)

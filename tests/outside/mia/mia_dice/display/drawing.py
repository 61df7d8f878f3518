"""Mia drawn: the cup before whoever holds it, what was said, and the lives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.text import Text

from dicecup.cli.base.text import counted
from dicecup.cli.drawing.contract import Drawing
from dicecup.cli.drawing.layout import Block, table
from dicecup.cli.drawing.perspective import Sight
from dicecup.cli.drawing.styles import CUPPED, DIE, Brush
from dicecup.cli.narration.events import Event, Rows
from dicecup.engine.games.base import LETTERS
from mia_dice.rules import VALUES


def heading(sight: Sight) -> list[str]:
    """What was said last."""
    return [f"{VALUES[sight.view.said - 1]} was said"] if sight.view.said and not sight.match.over else []


def facts(sight: Sight) -> Rows:
    """The dice that the reader may see, and everybody's lives."""
    held = sight.view_of(sight.view.holder)
    dice = [("Under the cup", f"{VALUES[held.own - 1]}")] if held is not None and held.own else []
    return dice + [(sight.who(LETTERS[p]), _lives(sight, p)) for p in sight.seats]


def board(sight: Sight, brush: Brush) -> Iterator[Text]:
    """A row for each seat."""
    rows = [(brush.label(LETTERS[p], sight.turn), _cup(sight, brush, p), Text(_lives(sight, p))) for p in sight.seats]
    yield from table(rows, brush.cells)


def tell(event: Event, brush: Brush, rules: Mapping[str, Any]) -> Iterator[Text]:
    """The dice under a lifted cup."""
    pictures = brush.pictures([(die, DIE) for die in event["dice"]], event["seat"])
    yield from table([(brush.label(event["seat"]), pictures, Text(f"{event['said']} was said"))], brush.cells)


def _cup(sight: Sight, brush: Brush, p: int) -> list[Block]:
    if p != sight.view.holder or sight.match.over:
        return [[Text()]]
    held = sight.view_of(p)
    dice = divmod(VALUES[held.own - 1], 10) if held is not None and held.own else (CUPPED, CUPPED)
    return brush.pictures([(die, DIE) for die in dice], LETTERS[p], large=sight.is_own(p))


def _lives(sight: Sight, p: int) -> str:
    return counted(sight.view.lives[p], "life", "lives")


DRAWING = Drawing(heading=heading, facts=facts, board=board, drawn={"lifted": 0}, tell=tell)

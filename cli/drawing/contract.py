"""How a family draws its games: the contract between a family's pictures and the `Artist` that draws every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from dicecup.cli.drawing.perspective import Sight
from dicecup.cli.drawing.styles import Brush
from dicecup.cli.narration.events import Event, Rows


@dataclass(frozen=True)
class Drawing:
    """The pictures of one family, each made for one reader.

    `heading`  what holds for this round, in a few words each
    `facts`    the table in words, one fact a row: for readers who want no pictures
    `board`    the table in lines
    `drawn`    the types of events that are drawn, each with how many of its lines in words stand above the picture
    `tell`     the picture of such an event, by the rules of the definition as the log has them
    """

    heading: Callable[[Sight], list[str]]
    facts: Callable[[Sight], Rows]
    board: Callable[[Sight, Brush], Iterable[Text]]
    drawn: Mapping[str, int] = field(default_factory=dict)
    tell: Callable[[Event, Brush, Mapping[str, Any]], Iterable[Text]] | None = None

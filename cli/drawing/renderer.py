"""A game drawn for people: the table as one reader sees it, and what happens on it.

An `Artist` draws one game for one reader. Pictures and facts come from the family's `Drawing`; what is not drawn is
told by the `Teller`, which stays the one source of words. In the accessible style nothing is drawn: the same facts
stand in words, one a line, and the moves are numbered.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

from rich.text import Text

from dicecup.cli.base import output as voice
from dicecup.cli.base.output import NARROWEST, WIDEST_TABLE, Manners
from dicecup.cli.base.page import Page
from dicecup.cli.base.text import capital, counted, safe, width, wrap
from dicecup.cli.drawing.contract import Drawing
from dicecup.cli.drawing.layout import words, written
from dicecup.cli.drawing.perspective import Sight
from dicecup.cli.drawing.plain import plain
from dicecup.cli.drawing.styles import ASCII, PAINTS, UNICODE, Brush
from dicecup.cli.narration.contract import Narration, Told
from dicecup.cli.narration.narrator import Teller, lines

if TYPE_CHECKING:
    from dicecup.engine.match.match import Match

ACCESSIBLE = "accessible"
STYLES = (UNICODE, ASCII, ACCESSIBLE)
AUTO = "auto"
# What a terminal gets that shows words only, and those whose fonts lack the signs of dice.
BY_TERM = {"dumb": ACCESSIBLE} | dict.fromkeys(("linux", "vt100", "vt220"), ASCII)
FEW = 12  # moves that a board lists, each by its number
UNCOLORED = Manners(color="never")


@dataclass(frozen=True)
class Look:
    """How to draw: in which style, whether in colour, and how wide a line may be."""

    style: str = UNICODE
    color: bool = False
    cells: int = 80

    def __post_init__(self) -> None:
        if self.style not in STYLES:
            raise ValueError(f"there is no style {self.style}; the styles are {', '.join(STYLES)}")
        if not NARROWEST <= self.cells <= WIDEST_TABLE:
            raise ValueError(f"a line cannot have {self.cells} cells; it may have {NARROWEST} to {WIDEST_TABLE}")

    @property
    def page(self) -> Page:
        """What lists are laid out on."""
        return Page(self.cells, plain=self.style == ACCESSIBLE)


def look_of(manners: Manners, stream: TextIO | None = None) -> Look:
    """How to draw for whoever reads a stream (None: standard output)."""
    style = manners.drawing
    if style == AUTO:
        term = os.environ.get("TERM", "dumb") if voice.is_terminal(stream or sys.stdout) else ""
        style = BY_TERM.get(term, UNICODE)
    return Look(ACCESSIBLE if manners.plain else style, manners.colored(stream), voice.wide())


class Artist:
    """Draws one game for one reader: a seat, SPECTATOR, or ALL, who sees every die that an event tells of."""

    def __init__(
        self, header: Mapping[str, Any], narration: Narration, drawing: Drawing | None, viewer: str | None, look: Look
    ) -> None:
        self.look = look
        self.viewer = viewer
        self._teller = Teller(header, narration, viewer, aligned=look.style != ACCESSIBLE)
        self._brush = Brush(look.style, look.cells, self._teller.names)
        definition = header.get("definition")
        definition = definition if isinstance(definition, dict) else {}
        rules = definition.get("rules")
        self._rules: Mapping[str, Any] = rules if isinstance(rules, dict) else {}
        self._drawing = drawing or plain(narration)

    def purpose(self, why: str) -> str:
        """What a throw is for, as the question for its dice says it."""
        return self._teller.purpose(why)

    def who(self, seat: str) -> str:
        """A seat by letter and name, with nothing in it that acts on the terminal."""
        return safe(self._teller.who(seat))

    def title(self) -> list[str]:
        """The game, and who sits where."""
        seats = [seat.get("seat") for seat in self._teller.seats]
        told = list(self._teller.title())
        return self._written(
            line
            for item, seat in zip(told, [None] * (len(told) - len(seats)) + seats, strict=True)
            for line in self._said(item, seat)
        )

    def tell(self, event: Mapping[str, Any]) -> list[str]:
        """An event in finished lines."""
        told = self._teller.tell(event)
        drawn = self._drawn(event)
        if drawn is None or any(item.kind == "odd" for item in told):
            led, drawn = len(told), []
        else:
            led = self._drawing.drawn[event["type"]]
        said = (line for item in told[:led] for line in self._said(item, _first_named(event)))
        return self._written([*said, *drawn])

    def board(self, match: Match, seat: str | None, *, numbers: bool = True) -> list[str]:
        """The table as a seat (None, ALL) sees it now. Moves have `numbers` where one is a move."""
        sight = Sight(match, seat, {letter: self.who(letter) for letter in match.seats})
        heading = [f"Round {sight.view.round}", *self._drawing.heading(sight)] if sight.view.round else []
        if self.look.style == ACCESSIBLE:
            facts = (Text(f"{name}: {text}") for name, text in self._drawing.facts(sight))
            return self._written(
                [*map(Text, map(capital, heading)), self._due(sight), *facts, *_told(sight.legal, numbers=numbers)]
            )
        begun = [Text(", ".join(heading), "bold")] if heading else []
        drawn = [*begun, self._due(sight), Text(), *self._drawing.board(sight, self._brush)]
        return self._written([*drawn, *_listed(sight.legal, self.look.cells, numbers=numbers)])

    # ---- parts

    def _drawn(self, event: Mapping[str, Any]) -> list[Text] | None:
        """What is drawn for an event; None where nothing is, or where a damaged log has an event that cannot be."""
        tell = self._drawing.tell
        if self.look.style == ACCESSIBLE or tell is None or str(event.get("type")) not in self._drawing.drawn:
            return None
        try:
            return list(tell(self._teller.seen(event), self._brush, self._rules))
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            return None

    def _due(self, sight: Sight) -> Text:
        """What the game waits for, or how it ended."""
        match = sight.match
        if match.over:
            return Text(safe(self._teller.outcome(match.events[-1])), "bold green")
        if match.due is not None:
            seat = match.due.seat
            whose = Text("The table") if seat == "table" else self._brush.name(seat)
            return words([whose, Text(f"is to throw {counted(match.due.count, 'die', 'dice')}.")])
        turn = str(sight.turn)
        yours = ": it is your turn." if turn == sight.seat else "."
        return words([self._brush.name(turn), Text(f"is to move{yours}")])

    def _said(self, told: Told, seat: Any) -> Iterator[Text]:
        """A told line in the colour of its kind; the seat that it begins with has its own."""
        named = safe(self._teller.who(seat)) if seat is not None else ""
        for i, line in enumerate(lines(told, UNCOLORED, self.look.cells)):
            text = Text(line, PAINTS.get(told.kind, ""))
            begin = len(line) - len(line.lstrip())
            if i == 0 and named and line.startswith(named, begin):
                text.stylize(self._brush.paint(str(seat)), begin, begin + len(named))
            yield text

    def _written(self, drawn: Iterable[Text]) -> list[str]:
        return written(drawn, self.look.cells, color=self.look.color)


def _first_named(event: Mapping[str, Any]) -> Any:
    """The seat that is told of first in an event, which may be a damaged one; None where there is none."""
    seats = event.get("seats")
    return event.get("seat", seats[0] if isinstance(seats, list) and seats else None)


def _told(legal: list[str], *, numbers: bool) -> list[Text]:
    """The moves in words, a line each where they are few."""
    if not legal:
        return []
    if len(legal) > FEW:
        return [Text(f"Legal moves: {len(legal)}, from {legal[0]} to {legal[-1]}")]
    moves = [f"{i}: {move}" for i, move in enumerate(legal, 1)] if numbers else legal
    return [Text(f"Legal moves: {len(legal)}"), *map(Text, moves)]


def _listed(legal: list[str], cells: int, *, numbers: bool) -> Iterator[Text]:
    """The moves in as few lines as they fit in."""
    if not legal:
        return
    yield Text()
    if len(legal) > FEW:
        yield Text(f"{len(legal)} moves: {', '.join(legal[:4])}, ... {legal[-1]}")
        return
    if not numbers:
        yield from map(Text, wrap(f"{counted(len(legal), 'move')}: {', '.join(legal)}", cells, 2))
        return
    cell = max(map(width, legal)) + 2
    across = max(1, cells // (cell + 4))
    for i in range(0, len(legal), across):
        yield words(Text(f"{k:>2} {move:<{cell}}") for k, move in enumerate(legal[i : i + across], i + 1))

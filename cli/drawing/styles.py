"""How dice and their owners are drawn: signs by style, and for each owner a colour, with the letter beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from dicecup.cli.base.text import safe, width
from dicecup.cli.drawing.layout import Block, cut, joined, padded, words
from dicecup.cli.narration.narrator import STYLES as TOLD
from dicecup.engine.games.base import LETTERS

UNICODE, ASCII = "unicode", "ascii"

# By seat: of these each can be read on black and on white (3.2 to 1 at least), and who cannot tell red from green can
# tell the first four apart.
OWNERS = dict(zip(LETTERS, (32, 136, 162, 64, 30, 167, 99, 94, 170, 103), strict=True))
# What is told has the colours of `telling`, as rich names them.
PAINTS = {kind: f"{'bold ' * bool(style.get('bold'))}{style.get('fg', '')}" for kind, style in TOLD.items()}
CUPPED = "?"  # what a die under a cup shows


Edges = tuple[str, str]

# What a die is, by its edges: one that lies there, one that is kept or laid open, one that counts as another face, one
# that counts for nothing.
DIE, FAST, WILD, IDLE = "die", "fast", "wild", "idle"


@dataclass(frozen=True)
class Signs:
    """What one style draws with."""

    edges: Mapping[str, Edges]
    boxes: Mapping[str, tuple[str, str, str]]  # large dice, where there are any: top, side and bottom
    turn: str
    step: Edges  # where a step of a ladder begins, and where it is left
    ground: str  # what towers stand on


SIGNS = {
    UNICODE: Signs(
        {DIE: ("▐", "▌"), FAST: ("┃", "┃"), WILD: ("«", "»"), IDLE: (" ", " ")},
        {DIE: ("╭─╮", "│", "╰─╯"), FAST: ("┏━┓", "┃", "┗━┛")},
        "►",
        ("┌─ ", " ─┘"),
        "▔",
    ),
    ASCII: Signs({DIE: ("[", "]"), FAST: ("{", "}"), WILD: ("<", ">"), IDLE: (" ", " ")}, {}, ">", (".- ", " -'"), "-"),
}


class Brush:
    """Draws for one reader: names are those of the seats, `A Ann`, and may hold anything."""

    def __init__(self, style: str, cells: int, names: Mapping[str, str]) -> None:
        self.cells = cells
        self.signs = SIGNS.get(style, SIGNS[ASCII])
        self._names = {letter: safe(name) for letter, name in names.items()}
        self._most = min(24, max(6, cells // 4))
        self._column = min(self._most, max(map(width, self._names.values()), default=0))

    def name(self, seat: str, cells: int | None = None) -> Text:
        """A seat by letter and name, in its colour; cut where it takes more than `cells`."""
        name = self._names.get(seat, seat)
        return self.owned(name if cells is None else cut(name, cells), seat)

    def label(self, seat: str, turn: str | None = None) -> Text:
        """A seat at the beginning of its row, as wide as all of them, with a sign where it is in turn."""
        sign = self.signs.turn if seat == turn else " "
        return joined(f"{sign} ", padded(self.name(seat, self._most), self._column))

    def owned(self, text: str, seat: str) -> Text:
        """A text in the colour of a seat."""
        return Text.styled(text, self.paint(seat))

    def each(self, what: str, numbers: Mapping[str, object]) -> Text:
        """A number of each seat, in one line."""
        parts = [joined(self.owned(seat, seat), f" {number}") for seat, number in numbers.items()]
        return joined(f"  {what:<6}  ", Text("  ").join(parts))

    def paint(self, seat: str) -> str:
        """The style of what belongs to a seat."""
        return f"bold color({OWNERS[seat]})" if seat in OWNERS else ""

    def die(self, face: Any, owner: str, kind: str = DIE) -> Text:
        """A die in one line."""
        left, right = self.signs.edges[kind]
        return Text(f"{left}{face}{right}") if kind == IDLE else self.owned(f"{left}{face}{right}", owner)

    def pictures(self, dice: Sequence[tuple[Any, str]], owner: str, *, large: bool = False) -> list[Block]:
        """Dice (face and kind each) in a row: as boxes if they shall be `large` and can be, and in one line."""
        small = [words(self.die(face, owner, kind) for face, kind in dice)]
        if not (large and dice and self.signs.boxes):
            return [small]
        rows = zip(*(self._box(str(face), kind) for face, kind in dice), strict=True)
        return [[words(self.owned(part, owner) for part in row) for row in rows], small]

    def _box(self, face: str, kind: str) -> tuple[str, str, str]:
        top, side, bottom = self.signs.boxes[kind]
        across = len(face) + 2
        return (
            f"{top[0]}{top[1] * across}{top[2]}",
            f"{side} {face} {side}",
            f"{bottom[0]}{bottom[1] * across}{bottom[2]}",
        )

"""Stacked Dice drawn: the free dice, the stacks as columns, who is on top of each for how much. All is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dicecup.cli.base.text import counted, listed
from dicecup.cli.drawing import Text
from dicecup.cli.drawing.contract import Drawing
from dicecup.cli.drawing.layout import GAP, Block, apart, beside, cells_of, joined, table, tower
from dicecup.cli.drawing.perspective import Sight
from dicecup.cli.drawing.styles import CUPPED, DIE, FAST, Brush
from dicecup.cli.narration.events import Rows
from dicecup.engine.games.base import LETTERS
from dicecup.engine.games.shared.tower import owner_of
from dicecup.engine.games.stacks.table import has, is_open, value_of

MOST_ROWS = 2  # of columns; more stacks are drawn lying, each in a line


def heading(sight: Sight) -> list[str]:
    """What holds for this round."""
    return [f"throw {sight.view.casts}", f"{sight.rules.target} points to win"]


def facts(sight: Sight) -> Rows:
    """The table in words, one fact a row."""
    rows = []
    for p in sight.seats:
        rows += [(sight.who(LETTERS[p]), text) for text in (_free(sight, p), _points(sight, p))]
    for stack in stacks(sight.view, sight.rules):
        closed = "" if stack.is_open else ", closed"
        owners = listed([*stack.owners])
        rows.append((f"Stack {stack.number}", f"{len(stack.owners)} dice of value {stack.value}{closed}"))
        rows.append((f"Stack {stack.number}", f"from the bottom the dice of {owners}"))
        rows.append((f"Stack {stack.number}", f"{sight.who(stack.holder)} on top for {counted(stack.points, 'point')}"))
    return rows


def board(sight: Sight, brush: Brush) -> Iterator[Text]:
    """The free dice of each seat, and the stacks beside or below them."""
    rows = [
        (brush.label(LETTERS[p], sight.turn), _pictures(sight, brush, p), Text(_points(sight, p))) for p in sight.seats
    ]
    standing = stacks(sight.view, sight.rules)
    yield from apart([list(table(rows, brush.cells)), _drawn(standing, brush) if standing else []], brush.cells)


def _dice(sight: Sight, p: int) -> list[int | str]:
    """A seat's free dice; those that are still to be thrown show nothing."""
    view = sight.view
    return [*free_dice(view, sight.rules, p)] or [CUPPED] * (view.left[p] if view.round else 0)


def _pictures(sight: Sight, brush: Brush, p: int) -> list[Block]:
    return brush.pictures([(face, DIE) for face in _dice(sight, p)], LETTERS[p], large=sight.is_own(p))


def _free(sight: Sight, p: int) -> str:
    dice = _dice(sight, p)
    if CUPPED in dice:
        return f"{counted(len(dice), 'die', 'dice')} to throw"
    return f"{' '.join(map(str, dice))} free" if dice else "no free die"


def _points(sight: Sight, p: int) -> str:
    """A seat's total, and what its stacks would add to it now."""
    view = sight.view
    now = f", {view.points[p]} in stacks" if view.points[p] and not sight.match.over else ""
    return counted(view.score[p], "point") + now


def _drawn(standing: Sequence[Stack], brush: Brush) -> Block:
    """Stacks as columns beside each other, or lying where that would take more than a few rows of them."""
    columns = [_column(stack, brush) for stack in standing]
    across = sum(cells_of(column) + GAP for column in columns)
    if across <= MOST_ROWS * (brush.cells - 2 * GAP):
        return [joined("  ", line) for line in beside(columns, brush.cells - GAP, high=True)]
    rows = []
    for stack in standing:
        pictures = brush.pictures([(f"{owner} {stack.value}", _kind(stack)) for owner in stack.owners], stack.holder)
        rows.append((Text(f"  #{stack.number}"), pictures, _worth(stack, brush)))
    return list(table(rows, brush.cells))


def _kind(stack: Stack) -> str:
    return DIE if stack.is_open else FAST


def _column(stack: Stack, brush: Brush) -> Block:
    dice = [brush.die(f"{owner} {stack.value}", owner, _kind(stack)) for owner in stack.owners]
    under = [Text(f"#{stack.number}{'' if stack.is_open else ' closed'}"), _worth(stack, brush)]
    return tower(dice, under, brush.signs.ground)


def _worth(stack: Stack, brush: Brush) -> Text:
    return joined(f"{stack.points} for ", brush.owned(stack.holder, stack.holder))


# ---- facts


def free_dice(view: Any, r: Any, p: int) -> list[int]:
    """A seat's free dice in ascending order."""
    return [v + 1 for v in range(r.faces) for _ in range(has(view, p, v))]


@dataclass(frozen=True)
class Stack:
    """A stack: the owners of its dice are those from the bottom up."""

    number: int
    value: int
    owners: str
    points: int
    is_open: bool

    @property
    def holder(self) -> str:
        """The seat on top."""
        return self.owners[-1]


def stacks(view: Any, r: Any) -> list[Stack]:
    """The stacks of this round."""
    found = []
    for k in range(view.begun):
        v = value_of(view, k)
        owners = "".join(LETTERS[owner_of(die)] for die in view.tower[k][: view.height[k]])
        found.append(Stack(k + 1, v + 1, owners, len(owners) * r.worth[v], is_open(view, r, k)))
    return found


DRAWING = Drawing(heading=heading, facts=facts, board=board)

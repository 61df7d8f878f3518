"""What a person must know to decide in Stacked Dice: whose dice lie free, the stacks and who is on top, the scores. Nothing is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dicecup.cli.position import Rows, Who
from dicecup.cli.text import counted
from dicecup.engine.games.base import LETTERS
from dicecup.engine.games.stacks.table import has, is_open, value_of
from dicecup.engine.games.tower import owner_of

if TYPE_CHECKING:
    from dicecup.engine.match import Match

FEW = 6  # moves that the prompt lists by itself


def position(match: Match, seat: str, who: Who) -> Rows:
    """The table as it lies before the seat in turn."""
    view, r = match.view_record(seat), match.rules
    own = LETTERS.index(seat)
    rows = [("Your dice", _free(view, r, own))]
    name = "Others"
    for i in range(1, view.seats):
        p = (own + i) % view.seats
        after = ", to play after you" if view.at + i < view.seats else ""
        rows.append((name, f"{LETTERS[p]}  {_free(view, r, p)}{after}"))
        name = ""
    rows += _stacks(view, r, who)
    rows.append(("Scores", _scores(view, r)))
    legal = match.legal()
    if len(legal) > FEW:
        rows.append(("You may", f"{legal[0]}, {legal[1]}, {legal[2]}, ... {legal[-1]}"))
    return rows


def free_dice(view: Any, r: Any, p: int) -> list[int]:
    """A seat's free dice in ascending order."""
    return [v + 1 for v in range(r.faces) for _ in range(has(view, p, v))]


def _free(view: Any, r: Any, p: int) -> str:
    return " ".join(map(str, free_dice(view, r, p))) or "no free die"


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


def _stacks(view: Any, r: Any, who: Who) -> Rows:
    """A line for each open stack, its owners from the bottom up, and one for all that are closed."""
    rows, closed = [], []
    for stack in stacks(view, r):
        if stack.is_open:
            dice = f"{len(stack.owners)} x {stack.value} ({' '.join(stack.owners)})"
            rows.append((f"#{stack.number}", f"{dice}, {who(stack.holder)} on top for {stack.points}"))
        else:
            closed.append(f"#{stack.number} {stack.holder} {stack.points}")
    if closed:
        rows.append(("Closed", ", ".join(closed)))
    return rows or [("Stacks", "none yet")]


def _scores(view: Any, r: Any) -> str:
    """`A 12 and 8 in stacks, B 30; 200 to win`."""
    each = []
    for p in range(view.seats):
        now = f" and {view.points[p]} in stacks" if view.points[p] else ""
        each.append(f"{LETTERS[p]} {view.score[p]}{now}")
    return f"{', '.join(each)}; {counted(r.target, 'point')} to win"

"""What a person must know to decide in Stacked Dice: whose dice lie free, the stacks and who is on top, the scores. Nothing is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dicecup.cli.position import Rows, Who
from dicecup.cli.text import counted
from dicecup.engine.games.base import LETTERS
from dicecup.engine.games.stacks.table import has, holder_of, is_open, value_of
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


def _free(view: Any, r: Any, p: int) -> str:
    """A seat's free dice in ascending order."""
    dice = [str(v + 1) for v in range(r.faces) for _ in range(has(view, p, v))]
    return " ".join(dice) or "no free die"


def _stacks(view: Any, r: Any, who: Who) -> Rows:
    """A line for each open stack, its owners from the bottom up, and one for all that are closed."""
    rows, closed = [], []
    for k in range(view.begun):
        holder, points = holder_of(view, k), view.height[k] * r.worth[value_of(view, k)]
        if is_open(view, r, k):
            owners = " ".join(LETTERS[owner_of(die)] for die in view.tower[k][: view.height[k]])
            dice = f"{view.height[k]} x {value_of(view, k) + 1}"
            rows.append((f"#{k + 1}", f"{dice} ({owners}), {who(LETTERS[holder])} on top for {points}"))
        else:
            closed.append(f"#{k + 1} {LETTERS[holder]} {points}")
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

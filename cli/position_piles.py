"""What a person must know to decide in piles: every pile and its worth, who could be plundered, the hand. Nothing of it is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dicecup.cli.position import Rows, Who
from dicecup.cli.text import counted
from dicecup.engine.games.base import LETTERS
from dicecup.engine.games.piles.placement import ROGER
from dicecup.engine.games.piles.play import ROLL_JOLLY, value
from dicecup.engine.games.piles.table import OPENING, PENDING
from dicecup.engine.games.piles.words import die_name
from dicecup.engine.games.tower import NO_DIE, face_of, owner_of, top_of

if TYPE_CHECKING:
    from dicecup.engine.match import Match


def position(match: Match, seat: str, who: Who) -> Rows:
    """The table as it lies before the seat in turn: a line for each pile, one's own first."""
    view, r = match.view_record(seat), match.rules
    own = LETTERS.index(seat)
    goal = f"to win: {r.enough} or more"
    rows = [("Totals", f"{', '.join(f'{LETTERS[p]} {view.score[p]}' for p in range(view.seats))} ({goal})")]
    if view.phase == OPENING:
        return [
            *rows,
            ("Your dice", hand_told(r.dice[0], r.dice[1])),
            ("Opening", "which die to roll for the bottom of the pile"),
        ]
    for p in ((own + i) % view.seats for i in range(view.seats)):
        name = "Your pile" if p == own else f"{LETTERS[p]}'s pile"
        rows.append((name, _pile(view, r, p)))
    return [*rows, ("Your turn", turn_told(view, r))]


def _pile(view: Any, r: Any, p: int) -> str:
    """`2 3 J, 3 high, top locked, scores 24 now; in hand 1 plain`: from the bottom, a die of another owner with his letter."""
    dice = " ".join(_die(die, p) for die in view.tower[p][: view.height[p]])
    top = face_of(top_of(view, p)) if view.height[p] else 0
    parts = [f"{dice} (top {die_name(top_of(view, p))})" if dice else "none"]
    if top == ROGER:
        parts.append("locked and doubled")
    parts.append(f"scores {value(view, r, p)} now")
    if view.loose[p] != NO_DIE:
        parts.append(f"loose {die_name(view.loose[p])}")
    return f"{', '.join(parts)}; in hand {hand_told(view.plain[p], view.jolly[p])}"


def _die(die: int, seat: int) -> str:
    """A die of a pile; one that was plundered has its owner's letter behind it."""
    owner = owner_of(die)
    return str(die_name(die)) if owner == seat else f"{die_name(die)}({LETTERS[owner]})"


def hand_told(plain: int, jolly: int) -> str:
    """`2 plain, 1 jolly`."""
    parts = [f"{n} {kind}" for n, kind in ((plain, "plain"), (jolly, "jolly")) if n]
    return " and ".join(parts) if parts else "no dice"


def turn_told(view: Any, r: Any) -> str:
    """What has been rolled, and whether more may be."""
    if view.phase == PENDING:
        return f"{die_name(view.pending)} was rolled, and fits"
    if not view.rolls:
        return "begins with a roll"
    made = f"{counted(view.rolls, 'roll')}, {view.placed} placed"
    if not view.failed and not r.single and view.allowed & ((2 << ROLL_JOLLY) - 1):
        return f"{made}; more rolls are open"
    return f"{made}; no more rolls in this turn"

"""What a plain bot of Mia is told."""

from __future__ import annotations

from typing import Any

from dicecup.engine.games.base import COMMON_FIELDS, LETTERS, ViewField, by_seat, common_values
from mia_dice.rules import VALUES, Rules
from mia_dice.table import View

VIEW_FIELDS = {
    **COMMON_FIELDS,
    "holder": ViewField("seat", "The seat whose throw is under the cup."),
    "dice": ViewField("dice", "That throw, the higher die first, where it is the seat's own."),
    "said": ViewField("count", "The value said last; 0 where nothing was said."),
    "lives": ViewField("count by seat", "Lives that each seat has left."),
}


def view_values(v: View, r: Rules) -> dict[str, Any]:
    """The values of VIEW_FIELDS."""
    return {
        **common_values(v, [p for p in range(v.seats) if v.lives[p] > 0], v.lives),
        "holder": LETTERS[v.holder],
        "dice": [*divmod(VALUES[v.own - 1], 10)] if v.own else [],
        "said": VALUES[v.said - 1] if v.said else 0,
        "lives": by_seat(v, v.lives),
    }

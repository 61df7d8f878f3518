"""What a plain bot of Stacked Dice is told: free dice, and the stacks by the names that moves give them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dicecup.engine.games.base import COMMON_FIELDS, LETTERS, STARTER, ViewField, by_seat, common_values
from dicecup.engine.games.shared.tower import owner_of
from dicecup.engine.games.stacks.moves import ON_STACK
from dicecup.engine.games.stacks.notation import target_name
from dicecup.engine.games.stacks.rules import Rules
from dicecup.engine.games.stacks.table import View, has, is_open, value_of

VIEW_FIELDS: Mapping[str, ViewField] = {
    **COMMON_FIELDS,
    "starter": STARTER,
    "dice": ViewField("dice", "The seat's own free dice, in rising order."),
    "free_dice": ViewField("dice by seat", "The free dice of each seat, in rising order."),
    "stacks": ViewField(
        "seats by name",
        "Whose dice each stack is made of, from the bottom: the last one holds it. Stacks are named as in moves, such as `#2`.",
    ),
    "stack_faces": ViewField("face by name", "What the dice of each stack show."),
    "stack_points": ViewField("number by name", "What each stack is worth now."),
    "open_stacks": ViewField("names", "The stacks that may still grow."),
    "points": ViewField("number by seat", "What the stacks that each seat holds are worth now."),
    "throws": ViewField("count", "How often all have thrown in this round."),
    "lap_turns": ViewField("count", "Turns taken in this lap before this one."),
    "lap_stacked": ViewField("count", "Dice stacked in this lap."),
}


def view_values(v: View, r: Rules) -> dict[str, Any]:
    """The values of VIEW_FIELDS."""
    free = [[value + 1 for value in range(r.faces) for _ in range(has(v, p, value))] for p in range(v.seats)]
    begun = range(v.begun)
    names = [target_name(ON_STACK + k) for k in begun]
    values = [value_of(v, k) for k in begun]
    owners = [[LETTERS[owner_of(die)] for die in v.tower[k][: v.height[k]]] for k in begun]
    return {
        **common_values(v, range(v.seats), v.score),
        "starter": LETTERS[v.starter] if v.round > 0 else None,
        "dice": [*free[v.seat]],
        "free_dice": by_seat(v, free),
        "stacks": dict(zip(names, owners, strict=True)),
        "stack_faces": {name: value + 1 for name, value in zip(names, values, strict=True)},
        "stack_points": {name: v.height[k] * r.worth[values[k]] for k, name in enumerate(names)},
        "open_stacks": [name for k, name in enumerate(names) if is_open(v, r, k)],
        "points": by_seat(v, v.points),
        "throws": v.casts,
        "lap_turns": v.at,
        "lap_stacked": v.stacked,
    }

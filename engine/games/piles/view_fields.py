"""What a plain bot of piles is told: the dice in every hand, the piles, the die that waits, and the turn so far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dicecup.engine.games.base import COMMON_FIELDS, LETTERS, STARTER, ViewField, by_seat, common_values
from dicecup.engine.games.piles.notation import die_name
from dicecup.engine.games.piles.rules import ROUND_FLOOR, Rules
from dicecup.engine.games.piles.scoring import value
from dicecup.engine.games.piles.table import OPENING, View
from dicecup.engine.games.shared.tower import NO_DIE

PHASES = ("opening", "turn", "pending")  # as `phase`

VIEW_FIELDS: Mapping[str, ViewField] = {
    **COMMON_FIELDS,
    "starter": STARTER,
    "phase": ViewField(
        "text",
        "What is to be decided: `opening`, which die to open with; `turn`, what to do next; `pending`, where the rolled die goes.",
    ),
    "pending": ViewField("face or none", "The rolled die that fits and waits for an answer."),
    "dice_left": ViewField("count by seat", "How many dice each seat has in hand, of both kinds."),
    "plain_dice": ViewField("count by seat", "How many of these are plain."),
    "jolly_dice": ViewField("count by seat", "How many of these are Jolly Roger dice."),
    "piles": ViewField("dice by seat", "The pile of each seat, from the bottom."),
    "tops": ViewField("face or none by seat", "The die on top of each pile."),
    "loose": ViewField("face or none by seat", "The die that lies loose before each seat."),
    "points": ViewField("number by seat", "What each seat would score if the round ended now."),
    "turns": ViewField("count", "Turns begun in this round, this one among them."),
    "rolls": ViewField("count", "Rolls made in this turn."),
    "placed": ViewField("count", "How many of them were placed."),
    "failed": ViewField("yes or no", "Whether one of them was not."),
}


def view_values(v: View, r: Rules) -> dict[str, Any]:
    """The values of VIEW_FIELDS."""
    seats = range(v.seats)
    piles = [[die_name(die) for die in v.tower[p][: v.height[p]]] for p in seats]
    points = [value(v, r, p) for p in seats]
    if r.floor == ROUND_FLOOR:
        points = [max(0, n) for n in points]
    return {
        **common_values(v, seats, v.score),
        "starter": LETTERS[v.starter] if v.phase != OPENING else None,
        "phase": PHASES[v.phase],
        "pending": _name(v.pending),
        "dice_left": by_seat(v, (plain + jolly for plain, jolly in zip(v.plain, v.jolly, strict=True))),
        "plain_dice": by_seat(v, v.plain),
        "jolly_dice": by_seat(v, v.jolly),
        "piles": by_seat(v, piles),
        "tops": by_seat(v, (pile[-1] if pile else None for pile in piles)),
        "loose": by_seat(v, map(_name, v.loose)),
        "points": by_seat(v, points),
        "turns": v.turns,
        "rolls": v.rolls,
        "placed": v.placed,
        "failed": v.failed != 0,
    }


def _name(die: int) -> int | str | None:
    return die_name(die) if die != NO_DIE else None

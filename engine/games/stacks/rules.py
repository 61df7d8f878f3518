"""A definition of Stacked Dice as kernels read it. A value is a digit here: 0 is the ace."""

from __future__ import annotations

from typing import Annotated

from dicecup.engine.core.record import Int, Record
from dicecup.engine.games.base import SEATS
from dicecup.engine.games.options import Players
from dicecup.engine.games.stacks.options import MOST_DICE, MOST_FACES, StacksOptions

ALL_DICE = SEATS * MOST_DICE

STARTERS = ("rotate", "same", "roll", "round_winner")
ROTATE, SAME, ROLL, ROUND_WINNER = range(4)

PerValue = Annotated[list[int], MOST_FACES]


class Rules(Record):
    """A definition of Stacked Dice as kernels read it: switches as integers.

    `missing` is for bots: in parts of 2**30, the chance that none of so many dice shows a given face.
    """

    dice: Int
    faces: Int
    max_height: Int
    until_stuck: Int
    forced: Int
    shuns_own: Int  # 0 with `own_top`
    rerolls: Int
    immediate: Int
    next_starter: Int
    ace_high: Int
    target: Int
    max_rounds: Int
    worth: PerValue  # what a die of a value counts in a stack
    missing: Annotated[list[int], ALL_DICE + 1]
    power: Annotated[list[int], 6]  # faces ** n


def build(o: StacksOptions, players: Players) -> Rules:
    """The rules record of a definition."""
    r = Rules()
    r.dice, r.faces, r.max_height = o.dice_per_player, o.faces, o.max_height
    r.until_stuck = int(o.laps_per_roll == "until_stuck")
    r.forced = int(o.stacking == "forced")
    r.shuns_own, r.rerolls, r.ace_high = int(not o.own_top), int(o.rerolls), int(o.start_ace_high)
    r.immediate = int(o.round_end == "immediate")
    r.next_starter = STARTERS.index(o.next_starter)
    r.target, r.max_rounds = o.target, o.max_rounds
    for v in range(o.faces):
        r.worth[v] = v + 1
    r.worth[0] = o.ace_value  # S-R14
    r.missing = [(o.faces - 1) ** n * (1 << 30) // o.faces**n for n in range(ALL_DICE + 1)]
    r.power = [o.faces**n for n in range(6)]
    return r

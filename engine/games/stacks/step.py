"""One step of Stacked Dice, weighed: what a die gains at once, by the chance that it stays on top.

Chances are in parts of 2**30 (`Rules.missing`). A gain is the points that change hands: those of the stack that the seat is then on
top of, and those that the seat below loses, shared among all the others since only one of them is worse off.
"""

from __future__ import annotations

from typing import Any

from dicecup.engine.core.kernel import kernel
from dicecup.engine.games.shared.race import left_of
from dicecup.engine.games.stacks.table import (
    ON_STACK,
    PASS,
    Rules,
    covers,
    has,
    holder_of,
    singles,
    stack_on,
    value_of,
)

WHOLE = 1 << 30
IN_SIGHT = 4  # one of so many dice that could be covered at once by somebody who has the die stays on top


@kernel
def best_step(v: Any, r: Rules) -> int:
    """The move of the seat in turn that gains most; it stacks wherever it can."""
    p = v.turn
    best = PASS
    most = -1
    for i in range(r.faces):
        x = r.faces - 1 - i
        if has(v, p, x) != 0:
            stays = stays_on_top(v, r, p, x)
            if singles(v, x) > 1 and 2 * stays * r.worth[x] * (v.seats - 1) > most:
                most = 2 * stays * r.worth[x] * (v.seats - 1)
                best = stack_on(x, richest(v, p, x))
            if v.open[x] != 0:
                for k in range(v.begun):
                    if covers(v, r, p, x, k):
                        gain = step_gain(v, r, p, k, stays)
                        if gain > most:
                            most = gain
                            best = stack_on(x, ON_STACK + k)
    return best


@kernel
def step_gain(v: Any, r: Rules, p: int, k: int, stays: int) -> int:
    """What laying a die on stack k gains, times the number of other seats."""
    others: int = v.seats - 1
    high: int = v.height[k] + 1
    worth: int = r.worth[value_of(v, k)]
    if high == r.max_height:
        stays = WHOLE
    if holder_of(v, k) == p:
        return worth * stays * others
    return worth * (high * others * stays + (high - 1) * WHOLE)


@kernel
def stays_on_top(v: Any, r: Rules, p: int, x: int) -> int:
    """The chance that a die of a value laid now is not covered before the throw after next, while its stack is open."""
    others = 0
    stays = WHOLE
    q = p
    for i in range(1, v.seats):
        q = left_of(v, q)
        others += v.left[q]
        # Who has had his turn in this lap cannot cover it in this one.
        if has(v, q, x) != 0 and (r.until_stuck != 0 or v.at + i < v.seats):
            stays = WHOLE // IN_SIGHT
    return stays if r.rerolls == 0 else stays * (r.missing[others] >> 15) >> 15


@kernel
def richest(v: Any, p: int, x: int) -> int:
    """Of the others who have a single die of a value the one with most points, the first of equals to the left."""
    best = p
    q = p
    for _ in range(v.seats - 1):
        q = left_of(v, q)
        if has(v, q, x) != 0 and (best == p or v.score[q] + v.points[q] > v.score[best] + v.points[best]):
            best = q
    return best

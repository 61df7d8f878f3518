"""Rounds of Stacked Dice played out on a view, which is put back as it was: what a move leads to by the end of the round.

Everybody plays the best single step (`stacks_step`). The throws are the bot's own, addressed by its decision, the playing out and the
throw in it, so that every move is tried against the same dice. Nothing is copied but the counts of the table: stacks only
grow, and the dice laid meanwhile are lifted again.
"""

from __future__ import annotations

from dicecup.engine.core.kernel import M32, kernel
from dicecup.engine.core.philox import below
from dicecup.engine.games.shared.tower import lift
from dicecup.engine.games.stacks.play import A_SCORE, A_THROW, View, begin_lap, play_turn
from dicecup.engine.games.stacks.step import best_step
from dicecup.engine.games.stacks.table import WIDE, Rules, lie_free, take_back

PLAYED_OUT = 12  # times for each move, where dice are still to be thrown
AT_A_LONG_TABLE = 6  # and with more than four seats, whose laps take longer
HORIZON = 8  # throws of a playing out; then what lies there is scored
WIN = 100  # points that winning the game is worth beside those of the round


@kernel
def rollouts(v: View, r: Rules) -> int:
    """How often each move is played out: once where no more dice are thrown in the round."""
    if r.rerolls == 0:
        return 1
    return PLAYED_OUT if v.seats <= 4 else AT_A_LONG_TABLE


@kernel
def expected(v: View, r: Rules, action: int, times: int) -> int:
    """What a move is worth by the end of the round: the sum over so many playings out of `standing`."""
    p = v.turn
    at, stacked, laid = v.at, v.stacked, v.laid
    keep_counts(v, r)
    total = 0
    for n in range(times):
        play_out(v, r, action, n)
        total += standing(v, r, p)
        while v.laid > laid:
            unstack(v)
        v.at = at
        v.stacked = stacked
        v.turn = p
        put_counts_back(v, r)
    return total


@kernel
def play_out(v: View, r: Rules, action: int, n: int) -> None:
    """The n-th playing out: a move, then everybody's best steps until the round would be scored."""
    casts = 0
    follows = play_turn(v, r, action)
    while follows != A_SCORE:
        if follows == A_THROW:
            casts += 1
            if casts > HORIZON:
                return
            throw_all(v, r, n, casts)
        follows = play_turn(v, r, best_step(v, r))


@kernel
def standing(v: View, r: Rules, p: int) -> int:
    """How much better a seat does than the others on average, in points of this round, times the number of the others."""
    mine = v.points[p]
    total = 0
    lead = 0
    for q in range(v.seats):
        total += v.points[q]
        if q != p and v.score[q] + v.points[q] > lead:
            lead = v.score[q] + v.points[q]
    worth = v.seats * mine - total
    own = v.score[p] + mine
    if own >= r.target and own > lead:
        worth += WIN * (v.seats - 1)
    elif lead >= r.target and lead > own:
        worth -= WIN * (v.seats - 1)
    return worth


@kernel
def throw_all(v: View, r: Rules, n: int, casts: int) -> None:
    """Everybody throws the free dice, from the bot's own key: domains from `v.domain` + 1 on are its playings out."""
    take_back(v)
    c0 = (v.decision + 65536 * casts) & M32
    c3 = (v.game >> 32) + 65536 * v.round
    for p in range(v.seats):
        c1 = 256 * p + 65536 * (v.domain + 1 + n)
        dice = 0
        left = v.left[p]
        while left > 0:
            some = min(left, 5)
            code = below(r.power[5], c0, c1, v.game & M32, c3, v.key0, v.key1)
            for _ in range(some):
                dice += 1 << (WIDE * (code % r.faces))
                code = code // r.faces
            left -= some
            c1 += 1
        lie_free(v, p, dice)
    begin_lap(v)


@kernel
def unstack(v: View) -> None:
    """Lift the die laid last; with the second of a stack the first goes too."""
    v.laid -= 1
    k = v.where[v.laid]
    v.where[v.laid] = 0
    lift(v, k)
    v.tower[k][v.height[k]] = 0
    if v.height[k] == 1:
        lift(v, k)
        v.tower[k][0] = 0
        v.begun -= 1


@kernel
def keep_counts(v: View, r: Rules) -> None:
    """Remember the counts of the table."""
    v.kept_having = v.having
    for p in range(v.seats):
        v.kept_free[p] = v.free[p]
        v.kept_left[p] = v.left[p]
        v.kept_tops[p] = v.tops[p]
        v.kept_points[p] = v.points[p]
    for x in range(r.faces):
        v.kept_open[x] = v.open[x]


@kernel
def put_counts_back(v: View, r: Rules) -> None:
    """The counts of the table are what they were."""
    v.having = v.kept_having
    for p in range(v.seats):
        v.free[p] = v.kept_free[p]
        v.left[p] = v.kept_left[p]
        v.tops[p] = v.kept_tops[p]
        v.points[p] = v.kept_points[p]
    for x in range(r.faces):
        v.open[x] = v.kept_open[x]

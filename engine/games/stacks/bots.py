"""The bots of Stacked Dice, kernels from a view to an action; nothing is hidden from them but the dice to come.

`basic` weighs one step: what a die gains at once, by the chance that it stays on top. A gain is the points that change
hands: those of the stack that the seat is then on top of, and those that the seat below loses, shared among all the
others since only one of them is worse off. Chances are in parts of 2**30 (`Rules.missing`).

`expert` plays rounds out on its view, which is put back as it was: what a move leads to by the end of the round,
everybody playing the best single step. The throws are the bot's own, addressed by its decision, the playing out and the
throw in it, so that every move is tried against the same dice. Nothing is copied but the counts of the table: stacks
only grow, and the dice laid meanwhile are lifted again.
"""

from __future__ import annotations

from typing import Any

from dicecup.engine.core.kernel import M32, kernel
from dicecup.engine.core.philox import below
from dicecup.engine.core.record import Int, Record
from dicecup.engine.games.base import ONE, Bots, PerSeat, settled_but_random
from dicecup.engine.games.shared.race import left_of
from dicecup.engine.games.shared.tower import lift
from dicecup.engine.games.stacks.moves import ON_STACK, PASS, covers, legal_nth, stack_on
from dicecup.engine.games.stacks.play import A_SCORE, A_THROW, begin_lap, play_turn
from dicecup.engine.games.stacks.rules import PerValue, Rules
from dicecup.engine.games.stacks.table import WIDE, View, has, holder_of, lie_free, singles, take_back, value_of

SUMMARIES = {
    "random": "makes any legal move, all equally likely",
    "basic": "lays the die that gains most now, by the chance that nobody covers it in this lap or with the next throw",
    "expert": "plays every move out to the end of the round, over throws to come and the others' replies",
}
RANDOM, BASIC, EXPERT = range(3)

IN_SIGHT = 4  # one of so many dice that could be covered at once by somebody who has the die stays on top
# Throws of a round after which the expert passes no more where it can stack: two who wait for better might never end.
PATIENCE = 20
PLAYED_OUT = 12  # times for each move, where dice are still to be thrown
AT_A_LONG_TABLE = 6  # and with more than four seats, whose laps take longer
HORIZON = 8  # throws of a playing out; then what lies there is scored
WIN = 100  # points that winning the game is worth beside those of the round


class Tables(Record):
    """Where `expert` keeps the counts of the table while it plays a round out."""

    free: PerSeat
    left: PerSeat
    tops: PerSeat
    points: PerSeat
    having: Int
    open: PerValue


@kernel
def settled(v: View, r: Rules, b: Tables, bot: int) -> int:
    """The move of a bot that draws nothing."""
    return best_step(v, r) if bot == BASIC else expert(v, r, b)


choose, weights = settled_but_random(legal_nth, settled)


# ---- basic: one step


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
        stays = ONE
    if holder_of(v, k) == p:
        return worth * stays * others
    return worth * (high * others * stays + (high - 1) * ONE)


@kernel
def stays_on_top(v: Any, r: Rules, p: int, x: int) -> int:
    """The chance that a die of a value laid now is not covered before the throw after next, while its stack is open."""
    others = 0
    stays = ONE
    q = p
    for i in range(1, v.seats):
        q = left_of(v, q)
        others += v.left[q]
        # Who has had his turn in this lap cannot cover it in this one.
        if has(v, q, x) != 0 and (r.until_stuck != 0 or v.at + i < v.seats):
            stays = ONE // IN_SIGHT
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


# ---- expert: rounds played out


@kernel
def expert(v: View, r: Rules, b: Tables) -> int:
    """The move after which the seat stands best at the end of the round, on average; of equals the first.

    Each legal move is played out on the view to the end of the round, everybody (itself included) then playing as
    `basic` does, over throws that come from the seat's own bot key. All moves meet the same throws, so that they are
    compared and not the luck. In a round of one throw nothing is left to chance, and one playing out is exact against
    such play. After PATIENCE throws of a round it stacks wherever it can, so that every round ends. See `rollouts` and
    `expected`.
    """
    best = PASS
    most = 0
    n = rollouts(v, r)
    for k in range(v.legal):
        action = legal_nth(v, r, k)
        if action == PASS and k > 0 and v.casts > PATIENCE:
            break  # `pass` is the last move
        worth = expected(v, r, b, action, n)
        if k == 0 or worth > most:
            most = worth
            best = action
    return best


@kernel
def rollouts(v: View, r: Rules) -> int:
    """How often each move is played out: once where no more dice are thrown in the round."""
    if r.rerolls == 0:
        return 1
    return PLAYED_OUT if v.seats <= 4 else AT_A_LONG_TABLE


@kernel
def expected(v: View, r: Rules, b: Tables, action: int, times: int) -> int:
    """What a move is worth by the end of the round: the sum over so many playings out of `standing`."""
    p = v.turn
    at, stacked, laid = v.at, v.stacked, v.laid
    keep_counts(v, r, b)
    total = 0
    for n in range(times):
        play_out(v, r, action, n)
        total += standing(v, r, p)
        while v.laid > laid:
            unstack(v)
        v.at = at
        v.stacked = stacked
        v.turn = p
        put_counts_back(v, r, b)
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
    """How much better a seat does than the others on average in this round: points times the number of others."""
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
def keep_counts(v: View, r: Rules, b: Tables) -> None:
    """Remember the counts of the table."""
    b.having = v.having
    for p in range(v.seats):
        b.free[p] = v.free[p]
        b.left[p] = v.left[p]
        b.tops[p] = v.tops[p]
        b.points[p] = v.points[p]
    for x in range(r.faces):
        b.open[x] = v.open[x]


@kernel
def put_counts_back(v: View, r: Rules, b: Tables) -> None:
    """The counts of the table are what they were."""
    v.having = b.having
    for p in range(v.seats):
        v.free[p] = b.free[p]
        v.left[p] = b.left[p]
        v.tops[p] = b.tops[p]
        v.points[p] = b.points[p]
    for x in range(r.faces):
        v.open[x] = b.open[x]


BOTS = Bots(SUMMARIES, choose, weights, Tables, with_tables=frozenset({"expert"}))

"""The bots of liar's dice, kernels from a view to an action; they see their own cup and what lies open."""

from __future__ import annotations

from typing import Any

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.philox import draw
from dicecup.engine.games.base import ONE, Bots, adding, uniform
from dicecup.engine.games.liars.moves import (
    EXACT,
    LIAR,
    PASS,
    SHOW,
    SUM,
    WAIT,
    highest,
    legal_nth,
    lowest,
    may_exact,
    may_liar,
    may_pass,
)
from dicecup.engine.games.liars.rules import Rules
from dicecup.engine.games.liars.scoring import wild_counts
from dicecup.engine.games.liars.table import SHOWING, TURN, WINDOW, View

SUMMARIES = {
    "random": "makes any legal move, all equally likely",
    "basic": "weighs its own dice and the odds of the others, bluffs at times",
}
RANDOM, BASIC = range(2)

HALF = ONE // 2
BLUFF = 8  # one decision in so many is made as if one more die of some face lay under the own cup
CALL_OUT_OF_TURN = 3 * (ONE // 4)  # waiting costs nothing, so a call out of turn wants better odds than one's own turn

add = adding(legal_nth)


@kernel
def choose(v: View, r: Rules, b: Any, bot: int) -> int:
    """The move of a shipped bot, by its index in `SUMMARIES`."""
    if bot == RANDOM:
        return legal_nth(v, r, draw(v, v.legal))
    return basic(v, r)


@kernel
def weights(v: View, r: Rules, b: Any, bot: int, out: list[int]) -> None:
    """How likely that bot makes each legal move: `basic` is certain of one where it does not bluff (`may_bluff`)."""
    if bot == RANDOM:
        uniform(v, out)
        return
    honest = basic_given(v, r, 0)
    rest = ONE
    if may_bluff(v):
        share = ONE // BLUFF // r.faces
        for f in range(1, r.faces + 1):
            action = basic_given(v, r, f)
            if action != honest:
                add(v, r, action, share, out)
                rest -= share
    add(v, r, honest, rest, out)


@kernel
def basic(v: View, r: Rules) -> int:
    """The move that is likeliest to come out right, by binomial odds over the dice it cannot see; at times a bluff."""
    bluff_face = 0
    if may_bluff(v) and draw(v, BLUFF) == 0:
        bluff_face = 1 + draw(v, r.faces)
    return basic_given(v, r, bluff_face)


@kernel
def may_bluff(v: View) -> bool:
    """Whether `basic` may bluff in this decision: only where it bids on a face."""
    return v.mode == TURN and v.duel == 0


@kernel
def basic_given(v: View, r: Rules, bluff_face: int) -> int:
    """The move of `basic` that takes one die more of a face to lie under the own cup, of none where that is 0."""
    if v.mode == SHOWING:
        return best_show(v, r)
    if v.duel != 0:
        return best_in_duel(v, r)
    if v.mode == WINDOW:
        return best_call(v, r)
    best = 0
    most = -1
    if may_liar(v, r):
        best = LIAR
        most = worth(v, r, LIAR, 0)
    if may_exact(v, r):
        exactly = worth(v, r, EXACT, 0)
        if exactly > most:
            best = EXACT
            most = exactly
    if may_pass(v, r) and holds_pass(v, r):
        true = worth(v, r, PASS, 0)
        if true > most:
            best = PASS
            most = true
    sure_lie = 0
    for f in range(1, r.faces + 1):
        bid = lowest_bid(v, r, f)
        if bid != 0:
            if odds(v, r, bid, 0) == 0:
                sure_lie = bid if sure_lie == 0 else sure_lie
                continue
            value = worth(v, r, bid, bluff_face)
            if value > most:
                best = bid
                most = value
    if most <= 0 and sure_lie != 0:
        return sure_lie  # nothing that could come out right is left, and a bid may go unchallenged
    return best


@kernel
def worth(v: View, r: Rules, action: int, bluff_face: int) -> int:
    """The chance, in parts of 2**30, that a bid, a call or a true pass in one's own turn comes out right."""
    if action == LIAR:
        return HALF if v.passer >= 0 else ONE - odds(v, r, v.bid, 0)
    if action == EXACT:
        return odds(v, r, v.bid, 0) - odds(v, r, v.bid + 16, 0)
    if action == PASS:
        return 5 * (ONE // 8)  # a true pass cannot lose: worth more than any even chance
    # Who is to answer doubts the bid by what anybody would think of it; unchallenged it is an even game.
    doubted = ONE - prior(v, r, action)
    return (doubted * odds(v, r, action, bluff_face) + (ONE - doubted) * HALF) // ONE


@kernel
def lowest_bid(v: View, r: Rules, f: int) -> int:
    """The lowest legal bid on a face, 0 for none or where it names more than one die more than there are."""
    q = lowest(v, r, f)
    return 16 * q + f if q <= min(highest(v, r, f), v.total + 1) else 0


@kernel
def unseen(v: View, r: Rules) -> int:
    """Dice that lie hidden under the other cups."""
    n = v.total
    for f in range(1, r.faces + 1):
        n -= v.cup[v.seat][f]
        for p in range(v.seats):
            n -= v.shown[p][f]
    return n


@kernel
def seen(v: View, r: Rules, f: int) -> int:
    """Dice of a face under the own cup and open on the table."""
    n = v.cup[v.seat][f]
    for p in range(v.seats):
        n += v.shown[p][f]
    return n


@kernel
def odds(v: View, r: Rules, bid: int, extra_face: int) -> int:
    """The chance, in parts of 2**30, that at least so many dice of the face lie on the table, as the seat sees it."""
    q = bid >> 4
    f = bid & 15
    have = seen(v, r, f)
    helped = wild_counts(v, r, f)
    if helped and (r.natural == 0 or have > 0):
        have += seen(v, r, r.wild)
    if f == extra_face:
        have += 1
    return at_least(r, unseen(v, r), q - have, helped)


@kernel
def prior(v: View, r: Rules, bid: int) -> int:
    """The chance of a bid to somebody who sees no die at all."""
    return at_least(r, v.total, bid >> 4, wild_counts(v, r, bid & 15))


@kernel
def at_least(r: Rules, n: int, k: int, helped: bool) -> int:
    """The chance that k of n unknown dice show a face, or a wild one where that helps."""
    if k <= 0:
        return ONE
    if k > n:
        return 0
    return r.helped_odds[n][k] if helped else r.natural_odds[n][k]


@kernel
def best_call(v: View, r: Rules) -> int:
    """Out of turn: call when the odds are good, else wait."""
    right = odds(v, r, v.bid, 0)
    if may_exact(v, r) and right - odds(v, r, v.bid + 16, 0) > HALF:
        return EXACT
    if may_liar(v, r) and ONE - right > CALL_OUT_OF_TURN:
        return LIAR
    return WAIT


@kernel
def holds_pass(v: View, r: Rules) -> bool:
    """Whether the own dice are all different, all equal, or a full house (L-A20)."""
    kinds = 0
    most = 0
    for f in range(1, r.faces + 1):
        n = v.cup[v.seat][f] + v.shown[v.seat][f]
        if n > 0:
            kinds += 1
        most = max(most, n)
    return kinds == 5 or kinds == 1 or (kinds == 2 and most == 3)


@kernel
def best_show(v: View, r: Rules) -> int:
    """After a raise: lay open what supports the bid and throw the rest again, if there is any of both."""
    face = v.bid & 15
    support = 0
    others = 0
    action = SHOW
    for f in range(1, r.faces + 1):
        n = v.cup[v.seat][f]
        if f == face or (f == r.wild and wild_counts(v, r, face)):
            support += n
            action += n << (r.show_bits * (f - 1))
        else:
            others += n
    return action if support > 0 and others > 0 else SHOW


@kernel
def best_in_duel(v: View, r: Rules) -> int:
    """Of the sum of the last two dice: challenge what is likelier false than true, else bid the next higher one.

    There is one, since whoever faces the highest has no choice.
    """
    own = 1
    for f in range(1, r.faces + 1):
        if v.cup[v.seat][f] != 0:
            own = f
    if v.bid == 0:
        return SUM + own + 1
    needed = v.bid - SUM - own
    return LIAR if 2 * (needed - 1) > r.faces else v.bid + 1


BOTS = Bots(SUMMARIES, choose, weights)

"""The bots of poker dice. Each is a kernel from a view to an action; nothing in this game is hidden from them but the dice to come."""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.philox import draw
from dicecup.engine.games.poker.book import page
from dicecup.engine.games.poker.play import DROP, STAND, View, legal_nth, locked, may_throw, stay_due
from dicecup.engine.games.poker.rules import FULL_HOUSE, KEEPS, NOTHING, PAIR, Rules, within
from dicecup.engine.games.poker.table import IN

BOTS = {
    "random": "makes any legal move, all equally likely",
    "basic": "keeps what goes together, stands on a hand that is best so far when it throws last",
    "expert": "reckons exactly which keep is most likely to be best, given the hands on the table and who is still to throw",
}
RANDOM, BASIC, EXPERT = range(3)


@kernel
def choose(v: View, r: Rules, bot: int) -> int:
    """The move of a shipped bot, by its index in `BOTS`."""
    if bot == RANDOM:
        return legal_nth(v, r, draw(v, v.legal))
    if bot == BASIC:
        return basic(v, r)
    return expert(v, r)


@kernel
def basic(v: View, r: Rules) -> int:
    """Keep what goes together (`sensible`); drop a poor hand that faces a strong one rather than pay again."""
    hand = v.hand[v.turn]
    best = -1
    shown = hand
    for i in range(v.current):
        p = v.line[i]
        if v.standing[p] == IN and r.rank[v.hand[p]] > best:
            shown = v.hand[p]
            best = r.rank[shown]
    poor = r.kind[hand] == NOTHING or r.kind[hand] == PAIR
    if r.drop_out != 0 and stay_due(v, r) and poor and best > r.rank[hand] and r.kind[shown] <= FULL_HOUSE:
        return DROP
    if not may_throw(v, r) or (v.current + 1 == v.lined and r.rank[hand] > best):
        return STAND
    keep = r.sensible[hand]
    if locked(v, r):
        # As few dice as hold both what must be kept and what should be: sets stand by falling number of dice.
        wanted = keep
        for i in range(r.ways[hand]):
            if within(r, wanted, r.keeps[KEEPS * hand + i]) and within(r, v.kept, r.keeps[KEEPS * hand + i]):
                keep = r.keeps[KEEPS * hand + i]
    return STAND if keep == hand else keep


@kernel
def expert(v: View, r: Rules) -> int:
    """The move that is worth most; the first of equals in the order of moves, and `drop` only where nothing can be won."""
    hand = v.hand[v.turn]
    at, worth = page(v, r)
    best = STAND
    if may_throw(v, r):
        bound = locked(v, r)
        for i in range(1, r.ways[hand]):
            keep = r.keeps[KEEPS * hand + i]
            if r.book[at + keep] > worth and (not bound or within(r, v.kept, keep)):
                worth = r.book[at + keep]
                best = keep
    if worth == 0 and r.drop_out != 0:
        return DROP
    return best

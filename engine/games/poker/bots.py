"""The bots of poker dice. Each is a kernel from a view to an action; nothing in this game is hidden from them but the
dice to come.

`expert` knows the worth of keeping any set of dice, by dynamic programming from the definition: the chance to win the
round, where whoever is still to throw plays for the same.

- Where two seats throw against each other until one is better, and no chips decide the match, it plays exactly: a tie is
  worth what the round that follows is worth, in which the same seat throws first (`improve`). So it is at tables of two,
  and where two are left to throw again at larger ones; with `drop_out` too, for to drop wins nothing there. Only that a
  hundredth tie is split (P-C11) is left out.
- Where two seats split a tie, or throw once for it, it is worth a half to each. That is exact too: for `split` by the
  share of the round, which is not quite the chance of the match.
- Elsewhere a tie counts as one's share of it by the tie rule (P-A4), though who throws first has a little less of one
  that is thrown again; and every seat is taken to look at the chance of its own round alone. What chips are won or lost,
  and whether it is better to drop before that, is not looked at.

Worths are in parts of WHOLE, to the nearest. Moves that differ by no more than EQUAL count as equal, and the first of
them in the order of moves is made: rounding comes to less, and moves of shipped variants that differ differ by more.
"""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.games.base import Bots, settled_but_random
from dicecup.engine.games.poker.book import Tables, at_least, page
from dicecup.engine.games.poker.moves import DROP, STAND, legal_nth, locked, may_throw, stay_due
from dicecup.engine.games.poker.rules import (
    FULL_HOUSE,
    KEEPS,
    NOTHING,
    PAIR,
    Rules,
    within,
)
from dicecup.engine.games.poker.table import IN, View

SUMMARIES = {
    "random": "makes any legal move, all equally likely",
    "basic": "keeps what goes together, stands on a hand that is best so far when it throws last",
    "expert": "reckons exactly which keep is most likely to be best, given the hands on the table and who is still to throw",
}
RANDOM, BASIC, EXPERT = range(3)


@kernel
def settled(v: View, r: Rules, b: Tables, bot: int) -> int:
    """The move of a bot that leaves nothing to chance."""
    return basic(v, r) if bot == BASIC else expert(v, r, b)


choose, weights = settled_but_random(legal_nth, settled)


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
    if stay_due(v, r) and poor and best > r.rank[hand] and r.kind[shown] <= FULL_HOUSE:
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
def expert(v: View, r: Rules, b: Tables) -> int:
    """The move that is worth most, the first of equals in the order of moves; `drop` only where nothing can be won."""
    hand = v.hand[v.turn]
    at, worth = page(v, r, b)
    best = STAND
    if may_throw(v, r):
        bound = locked(v, r)
        for i in range(1, r.ways[hand]):
            keep = r.keeps[KEEPS * hand + i]
            if b.book[at + keep] > at_least(r, worth) and (not bound or within(r, v.kept, keep)):
                worth = b.book[at + keep]
                best = keep
    if worth == 0 and r.drop_out != 0:
        return DROP
    return best


BOTS = Bots(SUMMARIES, choose, weights, Tables, with_tables=frozenset({"expert"}))

"""The bots of poker dice. Each is a kernel from a view to an action; nothing in this game is hidden from them but the
dice to come.

`expert` knows the exact worth of keeping any set of dice, by dynamic programming from the definition. Worth is the
chance to be best at the end of the round plus one's share of a tie by the tie rule (P-A4), in parts of 2**30, under the
assumption that whoever is still to throw plays for the same. A mover is told by how many follow, the best rank on the
table, how many seats hold it, and the throws left. The results stay in the table `book`, which is laid out as

    OPEN, FAR, PAGES, SLOTS     whether it is laid out; how many followers are looked at; where pages begin; how many
    rows, from FIRST_ROW on     [whether filled][by rank: worth of holding it][by rank: of being beaten (all_replay)]
    pages                       [tag][by set of fewer than five: worth of keeping just it, times faces**5]

A row is what a seat can expect whose turn is over, while n seats are still to throw and m hold the best rank. Where the
rows of all followers have no room (ten faces, kickers and ten seats together), the first few of them are looked at.
"""

from __future__ import annotations

from typing import Annotated

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.record import SCRATCH, Record
from dicecup.engine.games.base import ONE, Bots, settled_but_random
from dicecup.engine.games.poker.moves import DROP, STAND, legal_nth, locked, may_throw, stay_due
from dicecup.engine.games.poker.options import DICE
from dicecup.engine.games.poker.rules import (
    ALL_REPLAY,
    FULL_HOUSE,
    HANDS,
    KEEPS,
    NOTHING,
    PAIR,
    SETS,
    WIDE,
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

BOOK = 1 << 19  # room for what `expert` has reckoned
PARTIES = 3
OPEN, FAR, PAGES, SLOTS = range(4)
FIRST_ROW = 8
MOST_ROWS = 3 * (BOOK // 4)  # of the book, so that pages keep a quarter
PROBES = 8  # pages that are looked at for a tag before one is overwritten
SPREAD = 2654435761

MOVER, HOLDER, BEATEN = range(PARTIES)  # the parties whose worth is reckoned


class Tables(Record):
    """What `expert` has reckoned: see above. Whatever it holds can be reckoned again, so it never changes a choice."""

    book: Annotated[list[int], BOOK, SCRATCH]
    pay: Annotated[list[list[int]], PARTIES, HANDS, SCRATCH]  # by rank: what a turn that ends with it is worth to each
    sums: Annotated[list[list[int]], PARTIES, SETS, SCRATCH]  # by set kept: what follows is worth, over all throws
    spare: Annotated[list[list[int]], PARTIES, SETS, SCRATCH]  # the same, being reckoned for one throw more
    later: Annotated[list[list[int]], PARTIES, SETS, SCRATCH]


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
            if b.book[at + keep] > worth and (not bound or within(r, v.kept, keep)):
                worth = b.book[at + keep]
                best = keep
    if worth == 0 and r.drop_out != 0:
        return DROP
    return best


# ---- the book of `expert`


@kernel
def page(v: View, r: Rules, b: Tables) -> tuple[int, int]:
    """Where in the book `book[there + set]` tells the seat in turn what keeping a set is worth, and what standing is.

    A page that is not in the book is reckoned first.
    """
    best, level = to_beat(v, r)
    if b.book[OPEN] == 0:
        lay_out(r, b)
    after = min(v.lined - 1 - v.current, b.book[FAR])
    leads = 1 if r.follow != 0 and v.current == 0 else 0
    cap = v.cap if r.follow != 0 else r.max_throws
    left = v.cap - v.made
    # How many seats there are matters only where all of them share a tie.
    alive = v.alive if r.tie == ALL_REPLAY else 0
    tag = ((((alive * 2 + leads) * 8 + cap) * 8 + left) * 16 + after) * 16 + level
    tag = tag * (r.ranks + 1) + best + 2
    slots = b.book[SLOTS]
    width = page_width(r)
    slot = (tag * SPREAD >> 16) % slots
    at = b.book[PAGES] + slot * width
    known = False
    for _ in range(PROBES):
        known = b.book[at] == tag
        if known or b.book[at] == 0:
            break
        slot = slot + 1 if slot + 1 < slots else 0
        at = b.book[PAGES] + slot * width
    first = at + 1 - r.hands
    if not known:
        reckon(r, b, v.alive, cap, leads, after, best, level, left)
        b.book[at] = tag
        for kept in range(r.hands, r.nothing_kept + 1):
            b.book[first + kept] = b.sums[MOVER][kept] * r.power[r.size[kept]] if left > 0 else 0
    stand = ending(r, b, v.alive, v.made if leads != 0 else cap, after, best, level, r.rank[v.hand[v.turn]], MOVER)
    return first, stand * r.power[DICE]


@kernel
def to_beat(v: View, r: Rules) -> tuple[int, int]:
    """The best rank on the table, -1 before anybody has one, and how many seats hold it."""
    best = -1
    level = 0
    for i in range(v.current):
        p = v.line[i]
        if v.standing[p] == IN:
            rank = r.rank[v.hand[p]]
            if rank > best:
                best = rank
                level = 1
            elif rank == best:
                level += 1
    return best, level


@kernel
def lay_out(r: Rules, b: Tables) -> None:
    """Divide an empty book into rows and pages."""
    caps = r.max_throws if r.follow != 0 else 1
    parts = r.most_seats - 1 if r.tie == ALL_REPLAY else 1
    far = r.most_seats - 1
    rows = caps * parts * row_width(r)
    while far > 0 and rows * row_number(r, far + 1, 1) > MOST_ROWS:
        far -= 1
    b.book[FAR] = far
    b.book[PAGES] = FIRST_ROW + rows * row_number(r, far + 1, 1)
    b.book[SLOTS] = (BOOK - b.book[PAGES]) // page_width(r)
    b.book[OPEN] = 1


@kernel
def page_width(r: Rules) -> int:
    """Integers in a page."""
    return 2 + r.nothing_kept - r.hands


@kernel
def row_width(r: Rules) -> int:
    """Integers in a row."""
    return 1 + 2 * r.ranks if r.tie == ALL_REPLAY else 1 + r.ranks


@kernel
def row_number(r: Rules, n: int, m: int) -> int:
    """The number, among rows of one kind, of that with n > 0 seats still to throw and m holding the best rank."""
    return (n - 1) * r.most_seats - n * (n - 1) // 2 + m - 1


@kernel
def row_at(r: Rules, b: Tables, alive: int, cap: int, n: int, m: int) -> int:
    """Where that row stands, where so many seats are in the round and every follower has so many throws."""
    part = 0
    if r.tie == ALL_REPLAY:
        part = alive - 2
    if r.follow != 0:
        part = part * r.max_throws + cap - 1
    return FIRST_ROW + (part * row_number(r, b.book[FAR] + 1, 1) + row_number(r, n, m)) * row_width(r)


@kernel
def reckon(r: Rules, b: Tables, alive: int, cap: int, leads: int, after: int, best: int, level: int, left: int) -> None:
    """The worth of each keep to a mover (see `turn`); first of all, for the last follower first, the rows that this
    takes.

    Who leads where others follow (P-A12) sets their number of throws, and so needs the rows of any number.
    """
    for own in range(1 if leads != 0 else cap, cap + 1):
        for n in range(1, after + 2):
            for m in range(1, max(alive - n, 1) + 1):
                if n > after:
                    if own == cap and m == 1:
                        turn(r, b, alive, cap, leads, after, best, level, left, 1)
                elif b.book[row_at(r, b, alive, own, n, m)] == 0:
                    row = row_at(r, b, alive, own, n, m)
                    for rank in range(r.ranks):
                        turn(r, b, alive, own, 0, n - 1, rank, m, own, 3 if r.tie == ALL_REPLAY else 2)
                        b.book[row + 1 + rank] = b.sums[HOLDER][r.nothing_kept] // r.power[DICE]
                        if r.tie == ALL_REPLAY:
                            b.book[row + 1 + r.ranks + rank] = b.sums[BEATEN][r.nothing_kept] // r.power[DICE]
                    b.book[row] = 1


@kernel
def turn(
    r: Rules, b: Tables, alive: int, cap: int, leads: int, after: int, best: int, level: int, left: int, parties: int
) -> None:
    """Leave in `sums` what keeping each set is worth with so many throws left, in `pay` what ending the turn now is."""
    for later in range(left + 1):
        if later == 0 or leads != 0:
            settle(r, b, alive, cap - later, after, best, level, parties)
        if later == left:
            return
        # Where dice once kept stay kept each set has its own future (P-A7); else that of keeping nothing holds for all.
        apart = r.kept_locked != 0 and later > 0
        for kept in range(r.hands if apart else r.nothing_kept, r.nothing_kept + 1):
            for party in range(parties):
                for hand in range(r.hands):
                    b.spare[party][hand] = b.pay[party][r.rank[hand]]
            if later > 0:
                pick(r, b, kept, parties)
            sum_up(r, b, kept, parties)
            for party in range(parties):
                b.later[party][kept] = b.spare[party][kept]
        for party in range(parties):
            for kept in range(r.hands, r.nothing_kept + 1):
                b.sums[party][kept] = b.later[party][kept] if apart else b.spare[party][kept]


@kernel
def settle(r: Rules, b: Tables, alive: int, cap: int, after: int, best: int, level: int, parties: int) -> None:
    """By the rank a turn ends with: what that is worth to each party."""
    for party in range(parties):
        for rank in range(r.ranks):
            b.pay[party][rank] = ending(r, b, alive, cap, after, best, level, rank, party)


@kernel
def ending(r: Rules, b: Tables, alive: int, cap: int, after: int, best: int, level: int, rank: int, party: int) -> int:
    """What a turn that ends with a rank is worth: to the mover, to a holder of the best rank so far, or to a beaten
    seat.

    Having been beaten is worth something only where on a tie everybody throws again.
    """
    leading = party != BEATEN and (rank == best or (rank > best) == (party == MOVER))
    everybody = r.tie == ALL_REPLAY
    if not leading and not everybody:
        return 0
    m = level
    if rank > best:
        m = 1
    elif rank == best:
        m = level + 1
    if after > 0:
        row = row_at(r, b, alive, cap, after, m) + 1 + max(rank, best)
        return b.book[row] if leading else b.book[row + r.ranks]
    if m > 1:
        return ONE // alive if everybody else ONE // m
    return ONE if leading else 0


@kernel
def pick(r: Rules, b: Tables, fixed: int, parties: int) -> None:
    """Where keeping part of a hand is better for the mover than standing on it, the worth is that of the best keep."""
    free = fixed == r.nothing_kept
    sums = b.sums[MOVER]
    for hand in range(r.hands):
        if free or within(r, fixed, hand):
            most = b.pay[MOVER][r.rank[hand]] * r.power[DICE]
            choice = hand
            for i in range(1, r.ways[hand]):
                keep = r.keeps[KEEPS * hand + i]
                worth = sums[keep] * r.power[r.size[keep]]
                if worth > most and (free or within(r, fixed, keep)):
                    most = worth
                    choice = keep
            if choice != hand:
                for party in range(parties):
                    b.spare[party][hand] = b.sums[party][choice] * r.power[r.size[choice]] // r.power[DICE]


@kernel
def sum_up(r: Rules, b: Tables, fixed: int, parties: int) -> None:
    """From the worth of hands to sums over all ways in which a set can be completed to one."""
    for party in range(parties):
        spare = b.spare[party]
        for kept in range(r.hands, fixed + 1):
            if fixed == r.nothing_kept or within(r, fixed, kept):
                total = 0
                for face in range(r.faces):
                    total += spare[r.child[WIDE * kept + face]]
                spare[kept] = total


BOTS = Bots(SUMMARIES, choose, weights, Tables, with_tables=frozenset({"expert"}))

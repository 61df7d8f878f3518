"""The book of `expert` at poker dice: what keeping any set of dice is worth, reckoned once and kept.

A mover is told by how many follow, the best rank on the table, how many seats hold it, and the throws left. The results
stay in the table `book`, which is laid out as

    OPEN, FAR, PAGES, SLOTS     whether it is laid out; how many followers are looked at; where pages begin; how many
    TIED                        of two seats, what a tie is worth to the one that throws first
    LAST_TIED, LAST_WORTH       what it was taken for in the step before, and what the round was worth with that
    rows, from FIRST_ROW on     [whether filled][by rank: worth of holding it][by rank: of being beaten (all_replay)]
    pages                       [tag][by set of fewer than five: worth of keeping just it, times faces**5]

A row is what a seat can expect whose turn is over, while n seats are still to throw and m hold the best rank; the last
rows are those of two who throw until one is better (DUEL). Where the rows of all followers have no room (ten faces,
kickers and ten seats together), the first few of them are looked at.
"""

from __future__ import annotations

from typing import Annotated

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.record import SCRATCH, Record
from dicecup.engine.games.poker.options import DICE
from dicecup.engine.games.poker.rules import (
    ALL_REPLAY,
    CHIPS,
    FULL_TURN,
    HANDS,
    KEEPS,
    SETS,
    WIDE,
    Rules,
    within,
)
from dicecup.engine.games.poker.table import IN, View

WHOLE = 1 << 44  # a certain win: times 10**5, the throws of five dice of ten faces, it fits in 64 bits
EQUAL = 1 << 6  # what differs by no more is equal

BOOK = 1 << 19  # room for what `expert` has reckoned
PARTIES = 3
OPEN, FAR, PAGES, SLOTS, TIED, LAST_TIED, LAST_WORTH = range(7)
FIRST_ROW = 8
MOST_ROWS = 3 * (BOOK // 4)  # of the book, so that pages keep a quarter
PROBES = 8  # pages that are looked at for a tag before one is overwritten
SPREAD = 2654435761
DUEL = 1  # in place of how many seats are in the round: two, who throw again until one of them is better
STEPS = 30  # towards the worth of a tie: about four are needed
NEAR = 8  # parts of WHOLE: about what rounding may add up to

MOVER, HOLDER, BEATEN = range(PARTIES)  # the parties whose worth is reckoned


class Tables(Record):
    """What `expert` has reckoned: see above. Whatever it holds can be reckoned again, so it never changes a choice."""

    book: Annotated[list[int], BOOK, SCRATCH]
    pay: Annotated[list[list[int]], PARTIES, HANDS, SCRATCH]  # by rank: what a turn that ends with it is worth to each
    sums: Annotated[list[list[int]], PARTIES, SETS, SCRATCH]  # by set kept: what follows is worth, times faces**5
    spare: Annotated[list[list[int]], PARTIES, SETS, SCRATCH]  # the same, being reckoned for one throw more
    later: Annotated[list[list[int]], PARTIES, SETS, SCRATCH]


@kernel
def at_least(r: Rules, worth: int) -> int:
    """What another worth, times faces**5, must exceed to be better: of a certain loss any chance is better."""
    return worth + EQUAL * r.power[DICE] if worth > 0 else 0


@kernel
def page(v: View, r: Rules, b: Tables) -> tuple[int, int]:
    """Where in the book `book[there + set]` tells the seat in turn what keeping a set is worth, and what standing is.

    A page that is not in the book is reckoned first.
    """
    best, level = to_beat(v, r)
    if b.book[OPEN] == 0:
        lay_out(r, b)
    duel = is_duel(v, r)
    after = v.lined - 1 - v.current
    if not duel:
        after = min(after, b.book[FAR])
    leads = 1 if r.follow != 0 and v.current == 0 else 0
    cap = v.cap if r.follow != 0 else r.max_throws
    left = v.cap - v.made
    alive = DUEL if duel else v.alive
    # How many seats there are matters only where all of them share a tie.
    crowd = alive if duel or r.tie == ALL_REPLAY else 0
    tag = ((((crowd * 2 + leads) * 8 + cap) * 8 + left) * 16 + after) * 16 + level
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
        reckon(r, b, alive, cap, leads, after, best, level, left)
        b.book[at] = tag
        for kept in range(r.hands, r.nothing_kept + 1):
            b.book[first + kept] = b.sums[MOVER][kept] if left > 0 else 0
    stand = ending(r, b, alive, v.made if leads != 0 else cap, after, best, level, r.rank[v.hand[v.turn]], MOVER)
    return first, stand * r.power[DICE]


@kernel
def is_duel(v: View, r: Rules) -> bool:
    """Whether two seats throw against each other until one of them is better, and only who wins the round counts."""
    return v.lined == 2 and r.form != CHIPS and (r.tie == FULL_TURN or r.tie == ALL_REPLAY)


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
    duels = caps * row_width(r)
    while far > 0 and rows * row_number(r, far + 1, 1) + duels > MOST_ROWS:
        far -= 1
    b.book[FAR] = far
    b.book[PAGES] = FIRST_ROW + rows * row_number(r, far + 1, 1) + duels
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
    if alive == DUEL:
        return b.book[PAGES] - (cap if r.follow != 0 else 1) * row_width(r)
    if r.tie == ALL_REPLAY:
        part = alive - 2
    if r.follow != 0:
        part = part * r.max_throws + cap - 1
    return FIRST_ROW + (part * row_number(r, b.book[FAR] + 1, 1) + row_number(r, n, m)) * row_width(r)


@kernel
def reckon(r: Rules, b: Tables, alive: int, cap: int, leads: int, after: int, best: int, level: int, left: int) -> None:
    """Leave in `sums` what each keep is worth to a mover (see `turn`); of two, first find what a tie is worth.

    It is worth what the round is worth in which it is worth that.
    """
    solved = alive != DUEL or b.book[row_at(r, b, DUEL, r.max_throws, 1, 1)] != 0
    if not solved:
        b.book[TIED] = WHOLE // 2
    step = 0
    done = False
    while not done:
        # A whole round of two until that is known, then what was asked: from one place, for each call is compiled anew.
        done = solved
        look_ahead(
            r,
            b,
            alive,
            cap if solved else r.max_throws,
            leads if solved else r.follow,
            after if solved else 1,
            best if solved else -1,
            level if solved else 0,
            left if solved else r.max_throws,
        )
        if not solved:
            solved = improve(r, b, step)
            step += 1


@kernel
def improve(r: Rules, b: Tables, step: int) -> bool:
    """Improve what a tie of two is worth by what the round is worth with it; returns whether it is known.

    While no decision changes, the one is linear in the other: so each step goes where the line through the last two
    meets the diagonal, and once decisions do not change any more that is the place. Where every round is a tie it stays
    at a half.
    """
    tied = b.book[TIED]
    worth = untimed(r, b.sums[MOVER][r.nothing_kept])
    off = abs(worth - tied)
    if off <= NEAR or step == STEPS:
        for own in range(1 if r.follow != 0 else r.max_throws, r.max_throws + 1):
            b.book[row_at(r, b, DUEL, own, 1, 1)] = 1
        return True
    slope = ratio(abs(worth - b.book[LAST_WORTH]), abs(tied - b.book[LAST_TIED])) if step > 0 else 0
    if slope < WHOLE:
        off = ratio(off, WHOLE - slope)
    b.book[LAST_TIED] = tied
    b.book[LAST_WORTH] = worth
    b.book[TIED] = min(tied + off, WHOLE) if worth > tied else max(tied - off, 0)
    return False


@kernel
def ratio(part: int, of: int) -> int:
    """`part` / `of` in parts of WHOLE, rounded down and at most WHOLE; digit by digit, for the product has no room."""
    if part >= of:
        return WHOLE
    found = 0
    digit = WHOLE
    while digit > 1:
        digit //= 2
        part *= 2
        if part >= of:
            part -= of
            found += digit
    return found


@kernel
def look_ahead(
    r: Rules, b: Tables, alive: int, cap: int, leads: int, after: int, best: int, level: int, left: int
) -> None:
    """Fill the rows that a mover's worth takes, for the last follower first; then leave in `sums` what each keep is worth.

    Who leads where others follow (P-A12) sets their number of throws, and so needs the rows of any number. Those of DUEL
    are filled anew until it is known what a tie is worth.
    """
    for own in range(1 if leads != 0 else cap, cap + 1):
        for n in range(1, after + 2):
            for m in range(1, max(alive - n, 1) + 1):
                # After the followers comes the mover: from one place too.
                mover = n > after
                row = FIRST_ROW if mover else row_at(r, b, alive, own, n, m)
                if (own == cap and m == 1) if mover else b.book[row] == 0:
                    parties = 1 if mover or alive == DUEL else PARTIES if r.tie == ALL_REPLAY else PARTIES - 1
                    for rank in range(1 if mover else r.ranks):
                        turn(
                            r,
                            b,
                            alive,
                            own,
                            leads if mover else 0,
                            after if mover else n - 1,
                            best if mover else rank,
                            level if mover else m,
                            left if mover else own,
                            parties,
                        )
                        if not mover:
                            fill(r, b, alive, row, rank)
                    if not mover and alive != DUEL:
                        b.book[row] = 1


@kernel
def fill(r: Rules, b: Tables, alive: int, row: int, rank: int) -> None:
    """Write into a row what the turn of the next seat leaves to a holder of that rank, and to a beaten seat."""
    if alive == DUEL:
        b.book[row + 1 + rank] = WHOLE - untimed(r, b.sums[MOVER][r.nothing_kept])
        return
    b.book[row + 1 + rank] = untimed(r, b.sums[HOLDER][r.nothing_kept])
    if r.tie == ALL_REPLAY:
        b.book[row + 1 + r.ranks + rank] = untimed(r, b.sums[BEATEN][r.nothing_kept])


@kernel
def untimed(r: Rules, worth: int) -> int:
    """A worth times faces**5 without that factor, to the nearest part of WHOLE."""
    return (worth + r.power[DICE] // 2) // r.power[DICE]


@kernel
def turn(
    r: Rules, b: Tables, alive: int, cap: int, leads: int, after: int, best: int, level: int, left: int, parties: int
) -> None:
    """Leave in `sums` what keeping each set is worth with so many throws left."""
    for later in range(left):
        if later == 0 or leads != 0:
            settle(r, b, alive, cap - later, after, best, level, parties)
        # Where dice once kept stay kept each set has its own future (P-A7); else that of keeping nothing holds for all.
        # (Before a seat's first throw it has kept none.)
        apart = r.kept_locked != 0 and later > 0 and (later + 1 < left or left < cap)
        for kept in range(r.hands if apart else r.nothing_kept, r.nothing_kept + 1):
            for party in range(parties):
                pay = b.pay[party]
                spare = b.spare[party]
                for hand in range(r.hands):
                    spare[hand] = pay[r.rank[hand]]
            if later > 0:
                pick(r, b, kept, parties)
            sum_up(r, b, kept, parties)
            for party in range(parties):
                b.later[party][kept] = b.spare[party][kept]
        for party in range(parties):
            for kept in range(r.hands, r.nothing_kept + 1):
                total = b.later[party][kept] if apart else b.spare[party][kept]
                b.sums[party][kept] = total * r.power[r.size[kept]]


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
    everybody = r.tie == ALL_REPLAY and alive != DUEL
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
        if alive == DUEL:
            return WHOLE - b.book[TIED]
        return WHOLE // alive if everybody else WHOLE // m
    return WHOLE if leading else 0


@kernel
def pick(r: Rules, b: Tables, fixed: int, parties: int) -> None:
    """Where keeping part of a hand is better for the mover than standing on it, the worth is that of the best keep."""
    free = fixed == r.nothing_kept
    sums = b.sums[MOVER]
    pays = b.pay[MOVER]
    rank = r.rank
    keeps = r.keeps
    for hand in range(r.hands):
        pay = pays[rank[hand]]
        if pay < WHOLE and (free or within(r, fixed, hand)):
            most = at_least(r, pay * r.power[DICE])
            choice = hand
            for i in range(KEEPS * hand + 1, KEEPS * hand + r.ways[hand]):
                keep = keeps[i]
                if sums[keep] > most and (free or within(r, fixed, keep)):
                    most = at_least(r, sums[keep])
                    choice = keep
            if choice != hand:
                for party in range(parties):
                    b.spare[party][hand] = untimed(r, b.sums[party][choice])


@kernel
def sum_up(r: Rules, b: Tables, fixed: int, parties: int) -> None:
    """From the worth of hands to sums over all ways in which a set can be completed to one."""
    for party in range(parties):
        spare = b.spare[party]
        child = r.child
        for kept in range(r.hands, fixed + 1):
            if fixed == r.nothing_kept or within(r, fixed, kept):
                total = 0
                for one in range(WIDE * kept, WIDE * kept + r.faces):
                    total += spare[child[one]]
                spare[kept] = total

"""The legal moves of liar's dice: bids (L-R5, L-A6), calls (L-C1, L-A4, L-A18), and what to show after a raise (L-A22).

A bid of q dice of face f is the action 16 q + f. Under `quantity_first` all bids stand on one ladder (see `rules`);
`place` and `candidate` number the bids on it that name no more than a limit of dice. All of it works on a state and on
a view alike.
"""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.games.liars.rules import (
    ANY,
    FACE_FIRST,
    FORBIDDEN,
    FREE_ANSWER,
    LITERAL,
    MAX_NUMBER,
    NEXT,
    NO_DECREASE,
    ONE_AND_A_HALF,
    OPEN_FORBIDDEN,
    OTHERS,
    PER_SEAT,
    QUANTITY_FIRST,
    SINGLE_AXIS,
    UNBOUNDED,
    Rules,
)
from dicecup.engine.games.liars.table import SHOWING, TURN, WINDOW, Table

# Actions: bids are 16 q + f, so the calls lie below 16 and the rest above every bid.
LIAR, EXACT, PASS, WAIT = range(1, 5)
SUM = 1 << 15  # plus the sum that is bid in a final duel
SHOW = 1 << 52  # plus the number of dice of each face shown, face 1 in the lowest `r.show_bits` bits


@kernel
def legal_count(s: Table, r: Rules) -> int:
    """Number of legal moves of the seat in turn."""
    if s.mode == SHOWING:
        return count_shows(s, r)
    calls = 0
    if may_liar(s, r):
        calls += 1
    if may_exact(s, r):
        calls += 1
    if s.mode == WINDOW:
        return calls + 1
    if may_pass(s, r):
        calls += 1
    if s.duel != 0:
        lowest = s.bid - SUM + 1 if s.bid != 0 else 2
        return 2 * r.faces - lowest + 1 + calls
    return count_bids(s, r) + calls


@kernel
def legal_nth(s: Table, r: Rules, k: int) -> int:
    """The k-th legal move: bids in ascending rank, then liar, exact, pass, wait; shows by size, then faces."""
    if s.mode == SHOWING:
        return nth_show(s, r, k)
    if s.mode == TURN:
        if s.duel != 0:
            lowest = s.bid + 1 if s.bid != 0 else SUM + 2
            bids = SUM + 2 * r.faces - lowest + 1
            if k < bids:
                return lowest + k
        else:
            bids = count_bids(s, r)
            if k < bids:
                return nth_bid(s, r, k)
        k -= bids
    if may_liar(s, r):
        if k == 0:
            return LIAR
        k -= 1
    if may_exact(s, r):
        if k == 0:
            return EXACT
        k -= 1
    if may_pass(s, r):
        return PASS
    return WAIT


@kernel
def may_exact(s: Table, r: Rules) -> bool:
    """Whether the seat in turn may call the standing bid exact (L-A18)."""
    if s.bid == 0 or s.duel != 0 or s.passer >= 0:
        return False
    if r.half_dice != 0 and 2 * s.total < s.at_start:
        return False
    if s.mode == WINDOW:
        return r.exact == OTHERS or r.exact == ANY
    return r.exact == NEXT or r.exact == ANY


@kernel
def may_liar(s: Table, r: Rules) -> bool:
    """Whether the seat in turn may challenge: the standing bid, or the pass above it (L-C1, L-C17, L-A4)."""
    return s.bid != 0 and (s.mode == TURN or r.any_challenge != 0)


@kernel
def may_pass(s: Table, r: Rules) -> bool:
    """Whether the seat in turn may pass (L-A20)."""
    if r.passing == 0 or s.bid == 0 or s.mode != TURN or s.duel != 0:
        return False
    return s.held[s.turn] == 5 and s.passed[s.turn] == 0


# ---- shows


@kernel
def count_shows(s: Table, r: Rules) -> int:
    """Ways to lay open none, or at least one but not all, of one's hidden dice (L-A22)."""
    ways = 1
    hidden = 0
    for f in range(1, r.faces + 1):
        ways *= s.cup[s.turn][f] + 1
        hidden += s.cup[s.turn][f]
    return ways - 1 if hidden > 0 else ways


@kernel
def nth_show(s: Table, r: Rules, k: int) -> int:
    """The k-th way in ascending number of dice, those of equal number by faces."""
    p = s.turn
    if k == 0:
        return SHOW
    ways = 1
    hidden = 0
    for f in range(1, r.faces + 1):
        ways *= s.cup[p][f] + 1
        hidden += s.cup[p][f]
    for size in range(1, hidden):
        # Every multiset is a number whose digit for face f is how many dice of f it leaves hidden, face 1 foremost.
        for number in range(ways):
            rest = number
            dice = 0
            action = SHOW
            for i in range(r.faces):
                f = r.faces - i
                base_f = s.cup[p][f] + 1
                some = s.cup[p][f] - rest % base_f
                rest = rest // base_f
                dice += some
                action += some << (r.show_bits * (f - 1))
            if dice == size:
                k -= 1
                if k == 0:
                    return action
    return SHOW


@kernel
def showing(r: Rules, action: int, f: int) -> int:
    """How many dice of a face a show lays open."""
    return (action >> (r.show_bits * (f - 1))) & ((1 << r.show_bits) - 1)


# ---- bids


@kernel
def limit(s: Table, r: Rules) -> int:
    """The largest quantity that may be bid now (L-A12)."""
    return UNBOUNDED if r.unbounded != 0 else s.total


@kernel
def candidates(s: Table, r: Rules) -> int:
    """How many bids there are that name no more than the limit, whether higher than the standing one or not."""
    top = limit(s, r)
    if s.palifico != 0 or r.raise_rule != QUANTITY_FIRST:
        return top * r.faces
    if r.wild == 0 or r.wild_bids == FORBIDDEN:
        return r.core[top]
    return r.core[top] + top - r.core_wild[top]


@kernel
def candidate(s: Table, r: Rules, i: int) -> int:
    """The i-th of those bids in ascending rank; under a raise rule without total order by quantity, then face."""
    top = limit(s, r)
    if r.raise_rule == FACE_FIRST:
        return 16 * (i % top + 1) + i // top + 1
    if s.palifico != 0 or r.raise_rule != QUANTITY_FIRST:
        return 16 * (i // r.faces + 1) + i % r.faces + 1
    if i < r.core[top]:
        return r.ladder[i]
    # Beyond the core only bids on the wild face are within the limit.
    return 16 * (r.core_wild[top] + 1 + i - r.core[top]) + r.wild


@kernel
def place(s: Table, r: Rules, bid: int) -> int:
    """The index i of a bid within the limit: `candidate(s, r, place(s, r, bid)) == bid`."""
    top = limit(s, r)
    if r.raise_rule == FACE_FIRST:
        return top * ((bid & 15) - 1) + (bid >> 4) - 1
    if s.palifico != 0 or r.raise_rule != QUANTITY_FIRST:
        return r.faces * ((bid >> 4) - 1) + (bid & 15) - 1
    if r.rank[bid] < r.core[top]:
        return r.rank[bid]
    return r.core[top] + (bid >> 4) - r.core_wild[top] - 1


@kernel
def higher(s: Table, r: Rules, old: int, new: int) -> bool:
    """Whether one bid is a raise over another by the raise rule alone (L-A6); in a palifico round no face is wild."""
    rule = r.raise_rule
    if rule == QUANTITY_FIRST:
        if s.palifico != 0:
            return new > old  # 16 q + f grows with (q, f)
        return r.rank[new] > r.rank[old]
    q, f = old >> 4, old & 15
    q2, f2 = new >> 4, new & 15
    if rule == FACE_FIRST:
        return f2 > f or (f2 == f and q2 > q)
    if rule == SINGLE_AXIS:
        return (f2 == f and q2 > q) or (q2 == q and f2 > f)
    if rule == NO_DECREASE:
        return q2 >= q and f2 >= f and new != old
    if rule == MAX_NUMBER:
        return max(q2, f2) > max(q, f)
    return q2 * f2 > q * f


@kernel
def smallest_opening(s: Table, r: Rules) -> int:
    """The smallest quantity of a round's first bid (L-A21), never more than the dice in play."""
    least = r.min_opening
    if least == PER_SEAT:
        least = s.active
    elif least == ONE_AND_A_HALF:
        least = (3 * s.active + 1) // 2
    return min(least, s.total)


@kernel
def free_answer(s: Table, r: Rules) -> bool:
    """Whether any bid but the standing one may follow: it opened the round on the wild face (L-A14)."""
    return s.bids == 1 and r.opening == FREE_ANSWER and s.palifico == 0 and (s.bid & 15) == r.wild


@kernel
def allowed(s: Table, r: Rules, bid: int) -> bool:
    """Whether a bid within the limit may be made now: the rule itself, which the shortcuts below must agree with."""
    f = bid & 15
    wild = r.wild != 0 and f == r.wild and s.palifico == 0
    if wild and r.wild_bids == FORBIDDEN:
        return False
    if s.bid == 0:
        if (bid >> 4) < smallest_opening(s, r):
            return False
        return not (wild and r.opening == OPEN_FORBIDDEN)
    if free_answer(s, r):
        return bid != s.bid
    if s.palifico != 0:
        if f == (s.bid & 15) and bid > s.bid:
            return True
        if r.one_die_may_change == 0 or s.held[s.turn] != 1:
            return False
    return higher(s, r, s.bid, bid)


@kernel
def on_ladder(s: Table, r: Rules) -> bool:
    """Whether the legal bids are simply all those above the standing one on the ladder."""
    if r.raise_rule != QUANTITY_FIRST or s.palifico != 0:
        return False
    if s.bid == 0:
        return r.plain_opening != 0
    return not free_answer(s, r)


@kernel
def lowest(s: Table, r: Rules, f: int) -> int:
    """The smallest quantity that may be bid on a face now; above the limit where none may.

    Up to `highest` all larger ones may, but for the standing bid in a free answer, and for wild ones ranked as
    `literal`.
    """
    none = limit(s, r) + 1
    wild = r.wild != 0 and f == r.wild and s.palifico == 0
    if wild and r.wild_bids == FORBIDDEN:
        return none
    if s.bid == 0:
        return none if wild and r.opening == OPEN_FORBIDDEN else max(1, smallest_opening(s, r))
    q, old = s.bid >> 4, s.bid & 15
    if free_answer(s, r):
        return 2 if q == 1 and f == old else 1
    literal = wild and r.wild_bids == LITERAL
    if f == old and not literal and (r.raise_rule != MAX_NUMBER or s.palifico != 0):
        return q + 1
    if s.palifico != 0 and (r.one_die_may_change == 0 or s.held[s.turn] != 1):
        return none
    rule = r.raise_rule
    if rule == QUANTITY_FIRST:
        if r.wild == 0 or s.palifico != 0 or (f != r.wild and old != r.wild):
            return q if f > old else q + 1
        # From wild bids and to them the ladder leaps, to twice or half the number at most.
        least = q
        if wild:
            least = 1 if literal else (q + 1) // 2
        while least < none and r.rank[16 * least + f] <= r.rank[s.bid]:
            least += 1
        return least
    if rule == FACE_FIRST:
        return 1 if f > old else none
    if rule == SINGLE_AXIS:
        return q if f > old else none
    if rule == NO_DECREASE:
        return q if f > old else none
    if rule == MAX_NUMBER:
        return 1 if f > max(q, old) else max(q, old) + 1
    return q * old // f + 1


@kernel
def highest(s: Table, r: Rules, f: int) -> int:
    """The largest quantity that may be bid on a face now, where any may."""
    if r.raise_rule == SINGLE_AXIS and s.bid != 0 and f != (s.bid & 15) and not free_answer(s, r):
        return s.bid >> 4
    return limit(s, r)


@kernel
def count_bids(s: Table, r: Rules) -> int:
    """How many bids are legal now."""
    if on_ladder(s, r):
        n = candidates(s, r)
        return n if s.bid == 0 else n - 1 - place(s, r, s.bid)
    if s.bid != 0 and free_answer(s, r):
        return candidates(s, r) - 1
    found = 0
    for f in range(1, r.faces + 1):
        found += max(0, highest(s, r, f) - lowest(s, r, f) + 1)
    return found


@kernel
def nth_bid(s: Table, r: Rules, k: int) -> int:
    """The k-th legal bid in the order of `candidate`."""
    if on_ladder(s, r):
        return candidate(s, r, k if s.bid == 0 else place(s, r, s.bid) + 1 + k)
    if s.bid != 0 and free_answer(s, r):
        return candidate(s, r, k if k < place(s, r, s.bid) else k + 1)
    if r.raise_rule == FACE_FIRST:
        return nth_by_face(s, r, k)
    if r.raise_rule == QUANTITY_FIRST and s.palifico == 0 and r.wild != 0 and lowest(s, r, r.wild) <= limit(s, r):
        return nth_opening(s, r, k)
    return nth_by_quantity(s, r, k)


@kernel
def nth_by_face(s: Table, r: Rules, k: int) -> int:
    """The k-th legal bid by face, then quantity."""
    for f in range(1, r.faces + 1):
        n = max(0, highest(s, r, f) - lowest(s, r, f) + 1)
        if k < n:
            return 16 * (lowest(s, r, f) + k) + f
        k -= n
    return 0


@kernel
def nth_by_quantity(s: Table, r: Rules, k: int) -> int:
    """The k-th legal bid by quantity, then face."""
    top = limit(s, r)
    first = top
    settled = 1  # from this quantity on every row names the same faces
    for f in range(1, r.faces + 1):
        least = lowest(s, r, f)
        if least <= top:
            first = min(first, least)
            settled = max(settled, least)
    for q in range(first, settled + 1):
        width = 0
        for f in range(1, r.faces + 1):
            if lowest(s, r, f) <= q <= highest(s, r, f):
                width += 1
        if q == settled or k < width:
            return 16 * (q + k // width) + nth_face(s, r, q, k % width)
        k -= width
    return 0


@kernel
def nth_face(s: Table, r: Rules, q: int, k: int) -> int:
    """The k-th face of which q dice may be bid."""
    for f in range(1, r.faces + 1):
        if lowest(s, r, f) <= q <= highest(s, r, f):
            if k == 0:
                return f
            k -= 1
    return 0


@kernel
def nth_opening(s: Table, r: Rules, k: int) -> int:
    """The k-th legal opening where the wild face may be bid, but not every quantity: up the ladder."""
    least = smallest_opening(s, r)
    for i in range(candidates(s, r)):
        bid = candidate(s, r, i)
        if bid >> 4 >= least:
            if k == 0:
                return bid
            k -= 1
    return 0

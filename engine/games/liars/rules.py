"""The bids of liar's dice in order: which there are, how they rank, and which of them are higher than another.

A bid of q dice of face f is the action 16 q + f. Under `quantity_first` all bids form one ladder, sorted by the key of rules.md
1.3 and built once; `place` and `candidate` number the bids on it that name no more than a limit of dice.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Annotated

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.record import Int, Record
from dicecup.engine.games.liars.options import LiarsOptions
from dicecup.engine.games.liars.table import FACES, Table
from dicecup.engine.games.options import Players

MOST = 200  # dice in a game: ten seats with twenty each
UNBOUNDED = 999  # the largest quantity under max_quantity: unbounded
ONE = 1 << 30  # certainty, in the integer tables of chances

DOUBLE_AFTER, DOUBLE_BEFORE, DOUBLE_BY_FACE, LITERAL, NORMAL, FORBIDDEN = range(6)
WILD_BIDS = ("double_after", "double_before", "double_by_face", "literal", "normal", "forbidden")
QUANTITY_FIRST, FACE_FIRST, SINGLE_AXIS, NO_DECREASE, MAX_NUMBER, PRODUCT = range(6)
RAISE_RULES = ("quantity_first", "face_first", "single_axis", "no_decrease", "max_number", "product")
OPENINGS = ("allowed", "forbidden", "free_answer")
OPEN_ALLOWED, OPEN_FORBIDDEN, FREE_ANSWER = range(3)
WILD_OFF = ("never", "if_opened_on_wild", "once_wild_bid")
NEVER_OFF, OFF_IF_OPENED, OFF_ONCE_BID = range(3)
LOSSES = ("one_die", "difference", "elimination", "penalty")
ONE_DIE, DIFFERENCE, ELIMINATION, PENALTY = range(4)
STARTERS = ("loser", "winner", "previous_right")
BY_LOSER, BY_WINNER, PREVIOUS_RIGHT = range(3)
FIRST = ("roll_high", "random", "seat0")
ROLL_HIGH, RANDOM, SEAT0 = range(3)
CALLERS = ("none", "next", "others", "any")
NOBODY, NEXT, OTHERS, ANY = range(4)
PER_SEAT, ONE_AND_A_HALF = -1, -2  # values of min_opening that depend on the seats


class Rules(Record):
    """A definition of liar's dice as kernels read it: switches as integers, and the tables built from them."""

    faces: Int
    dice: Int
    wild: Int  # the wild face, 0 for none
    wild_bids: Int
    opening: Int
    wild_off: Int
    natural: Int
    raise_rule: Int
    unbounded: Int
    min_opening: Int
    any_challenge: Int
    loss: Int
    penalty_limit: Int
    exact_others: Int
    transfer: Int
    starter: Int
    if_out_winner: Int
    first: Int
    exact: Int  # who may call exact
    exact_regain: Int
    half_dice: Int
    palifico: Int
    palifico_once: Int
    one_die_may_change: Int
    palifico_with_two: Int
    passing: Int
    push: Int
    duel: Int
    single: Int
    best_of: Int
    max_rounds: Int
    show_bits: Int  # bits that each face has in the action of a show
    plain_opening: Int  # any bid may open a round
    names: Annotated[list[int], FACES]  # what a face is called: a number, or LETTER + the character's code
    ladder: Annotated[list[int], UNBOUNDED * 10]  # all bids in ascending rank
    rank: Annotated[list[int], (UNBOUNDED + 1) * 16]  # a bid's index on the ladder
    core: Annotated[list[int], UNBOUNDED + 1]  # by limit: bids on the ladder before the first that is over the limit
    core_wild: Annotated[list[int], UNBOUNDED + 1]  # by limit: bids on the wild face among those
    natural_odds: Annotated[list[list[int]], MOST + 1, MOST + 2]  # [n][k]: chance that k of n dice show one face
    helped_odds: Annotated[list[list[int]], MOST + 1, MOST + 2]  # the same where a second, wild face counts too


LETTER = 1000


def build(o: LiarsOptions, players: Players) -> Rules:
    """The rules record of a definition."""
    r = Rules()
    r.faces, r.dice = o.faces, o.dice_per_player
    r.wild = 0 if o.wild_face == "none" else o.wild_face
    r.wild_bids = WILD_BIDS.index(o.wild_bids)
    r.opening = OPENINGS.index(o.opening_wild_bid) if r.wild else OPEN_ALLOWED
    r.wild_off = WILD_OFF.index(o.wild_off)
    r.natural = int(o.natural_required)
    r.raise_rule = RAISE_RULES.index(o.raise_rule)
    r.unbounded = int(o.max_quantity == "unbounded")
    if isinstance(o.min_opening, int):
        r.min_opening = o.min_opening
    else:
        r.min_opening = PER_SEAT if o.min_opening == "players" else ONE_AND_A_HALF
    r.any_challenge = int(o.challenge_by == "any")
    r.loss = LOSSES.index(o.loss)
    r.penalty_limit = o.penalty_limit
    r.exact_others = int(o.exact_bid == "others_lose")
    r.transfer = int(o.die_loss == "transfer")
    r.starter = STARTERS.index(o.starter)
    r.if_out_winner = int(o.starter_if_eliminated == "winner")
    r.first = FIRST.index(o.first_bidder)
    r.exact = CALLERS.index(o.spot_on.callers)
    r.exact_regain = int(o.spot_on.right == "regain")
    r.half_dice = int(o.spot_on.needs == "half_dice")
    r.palifico = int(o.palifico.trigger == "one_die")
    r.palifico_once = int(o.palifico.once)
    r.one_die_may_change = int(o.palifico.face == "one_die_may_change")
    r.palifico_with_two = int(o.palifico.with_two_left)
    r.passing = int(o.pass_ == "once")
    r.push = int(o.push)
    r.duel = int(o.final_duel == "sum")
    r.single = int(o.rounds == "single")
    r.best_of = o.best_of
    r.max_rounds = o.max_rounds
    r.show_bits = min(8, 50 // r.faces)
    forbidden = r.wild and (r.wild_bids == FORBIDDEN or r.opening == OPEN_FORBIDDEN)
    r.plain_opening = int(r.min_opening == 1 and not forbidden)
    for face in range(1, r.faces + 1):
        name = face if o.face_names == "none" else o.face_names[face - 1]
        r.names[face] = name if isinstance(name, int) else LETTER + ord(name)
    dice = r.dice * players.max
    _build_ladder(r, UNBOUNDED if r.unbounded else dice)
    _build_odds(r.natural_odds, dice, Fraction(1, r.faces))
    if r.wild:
        _build_odds(r.helped_odds, dice, Fraction(2, r.faces))
    return r


def key(r: Rules, q: int, f: int) -> tuple[int, int]:
    """How the bid of q dice of face f ranks under `quantity_first` (rules.md 1.3, L-V3, L-A9)."""
    if r.wild and f == r.wild:
        if r.wild_bids == DOUBLE_AFTER:
            return 2 * q, r.faces + 1
        if r.wild_bids == DOUBLE_BEFORE:
            return 2 * q - 1, r.faces + 1
        if r.wild_bids == DOUBLE_BY_FACE:
            return 2 * q, f
        if r.wild_bids == LITERAL and q == 1:
            return 2, r.faces + 1
    return q, f


def _build_ladder(r: Rules, most: int) -> None:
    bids = [(q, f) for q in range(1, most + 1) for f in range(1, r.faces + 1)]
    if r.wild and r.wild_bids == FORBIDDEN:
        bids = [(q, f) for q, f in bids if f != r.wild]
    bids.sort(key=lambda b: key(r, *b))
    highest = wilds = 0
    for i, (q, f) in enumerate(bids):
        r.ladder[i] = 16 * q + f
        r.rank[16 * q + f] = i
        for limit in range(highest, min(q, most + 1)):
            r.core[limit], r.core_wild[limit] = i, wilds
        highest = max(highest, q)
        wilds += f == r.wild
    r.core[most], r.core_wild[most] = len(bids), wilds


def _build_odds(table: list[list[int]], dice: int, p: Fraction) -> None:
    """`table[n][k]` = P(at least k of n dice) in parts of 2**30, rounded down, from exact integers."""
    a, b = p.numerator, p.denominator - p.numerator
    for n in range(dice + 1):
        whole, tail = p.denominator**n, 0
        for k in range(n, -1, -1):
            tail += comb(n, k) * a**k * b ** (n - k)
            table[n][k] = tail * ONE // whole


@kernel
def limit(s: Table, r: Rules) -> int:
    """The largest quantity that may be bid now (L-A12)."""
    return UNBOUNDED if r.unbounded != 0 else s.total


@kernel
def candidates(s: Table, r: Rules) -> int:
    """How many bids there are that name no more than the limit, whether or not they are higher than the standing one."""
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

    Up to `highest` all larger ones may, but for the standing bid in a free answer, and for wild ones ranked as `literal`.
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

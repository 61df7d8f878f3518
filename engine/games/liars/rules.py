"""A definition of liar's dice as kernels read it: its switches as integers, and the tables that are built from them.

Under `quantity_first` all bids form one ladder, sorted by the key of rules.md 1.3. A bid of q dice of face f is the
number 16 q + f. The tables of chances, by which bots weigh a bid, are exact integers in parts of 2**30.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Annotated

from dicecup.engine.core.record import Int, Record
from dicecup.engine.games.base import ONE
from dicecup.engine.games.liars.options import LiarsOptions
from dicecup.engine.games.options import Players

FACES = 11  # room for faces 1..10, index 0 unused
MOST = 200  # dice in a game: ten seats with twenty each
UNBOUNDED = 999  # the largest quantity under max_quantity: unbounded

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

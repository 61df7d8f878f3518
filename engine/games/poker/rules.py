"""The hands of poker dice as one table: every set of up to five dice has a number, every five of them a rank.

Sets of dice (multisets: order does not count) are numbered by size from five down to none, those of one size by their
faces, best first. So hands have the numbers 0..hands-1 with five of the best face as 0, the empty set is the last, and
sets in ascending number stand in the order in which legal moves are listed (rules.md 4.6). The number of what one keeps
is also the action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import factorial
from typing import Annotated

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.record import Int, Record
from dicecup.engine.games.options import Players
from dicecup.engine.games.poker.options import DICE, KINDS, PokerOptions, face_names

FACES = 10
HANDS = 2002  # sets of five dice of ten faces
SETS = 3003  # and of at most five
WIDE = 16  # room for the faces, a power of two
KEEPS = 32  # most different sets within five dice

TIES = ("full_turn", "single_throw", "all_replay", "split")
FULL_TURN, SINGLE_THROW, ALL_REPLAY, SPLIT = range(4)
SECOND = ("none", "reroll", "stay")
NO_SECOND, FOR_REROLL, TO_STAY = range(3)
STARTS = ("roll_order", "roll_first", "seats")
ROLL_ORDER, ROLL_FIRST, BY_SEATS = range(3)
FORMS = ("rounds", "first_to", "legs", "chips", "auto")
ROUNDS, FIRST_TO, LEGS, CHIPS, AUTO = range(5)
FIVE, FOUR, STRAIGHT, FULL_HOUSE, THREE, TWO_PAIRS, PAIR, NOTHING = range(8)
PATTERNS = {(5,): FIVE, (4, 1): FOUR, (3, 2): FULL_HOUSE, (3, 1, 1): THREE, (2, 2, 1): TWO_PAIRS, (2, 1, 1, 1): PAIR}

NO_WILD = -1
LETTER = 1000
NIBBLES = 0x8888888888  # the top bit of each face's four


class Rules(Record):
    """A definition of poker dice as kernels read it: switches as integers, and the tables built from them."""

    faces: Int
    wild: Int  # the digit of the wild face, NO_WILD for none
    max_throws: Int
    limit: Int  # most dice in a re-throw
    kept_locked: Int
    follow: Int
    tie: Int
    ante: Int
    purse: Int
    second: Int
    drop_out: Int
    start: Int
    form: Int
    goal: Int  # rounds to play or to win, by `form`
    max_rounds: Int
    most_seats: Int
    secondary: Int
    kickers: Int
    straights: Annotated[list[list[int]], 10, 2]  # best first: the set, and the face it is called by; -1 after the last
    names: Annotated[list[int], FACES]  # what a face is called: a number, or LETTER + the character's code
    hands: Int  # how many sets of five dice there are
    nothing_kept: Int  # the number of the empty set
    child: Annotated[list[int], SETS * WIDE]  # [WIDE * set + face]: the set with one more die of that face
    shown: Annotated[
        list[int], FACES**DICE
    ]  # the hand of five dice, by the sum of their digits times powers of `faces`
    size: Annotated[list[int], SETS]
    power: Annotated[list[int], DICE + 1]  # faces ** n
    packed: Annotated[list[int], SETS]  # how many dice of each face, four bits a face
    ranks: Int  # how many different ranks there are
    rank: Annotated[list[int], HANDS]  # how good a hand is, from 0; equal hands have equal ranks
    kind: Annotated[list[int], HANDS]  # of its best reading
    reading: Annotated[
        list[int], HANDS
    ]  # the hand as which it is read: itself, but for wild dice that stand for others
    ways: Annotated[list[int], HANDS]  # how many sets within it may be kept, `stand` included
    keeps: Annotated[
        list[int], HANDS * KEEPS
    ]  # from KEEPS * hand on all of them, in the order of moves, the hand itself first
    sensible: Annotated[list[int], HANDS]  # what a player without much thought would keep


def build(o: PokerOptions, players: Players) -> Rules:
    """The rules record of a definition."""
    r = Rules()
    names = face_names(o.faces)
    r.faces = len(names)
    for digit, name in enumerate(names):
        r.names[digit] = name if isinstance(name, int) else LETTER + ord(name)
    r.wild = NO_WILD if o.wild == "none" else [str(name) for name in names].index(str(o.wild))
    r.max_throws = o.max_throws
    r.limit = DICE if o.reroll_limit == "none" else o.reroll_limit
    r.kept_locked = int(o.kept_locked)
    r.follow = int(o.follow_first_throws)
    r.tie = TIES.index(o.tie)
    r.ante, r.purse = o.ante, o.purse
    r.second = SECOND.index(o.second_ante)
    r.drop_out = int(o.drop_out)
    r.start = STARTS.index(o.start)
    form, _, number = o.match.partition(":")
    if form == "best_of":
        r.form, r.goal = FIRST_TO, int(number) // 2 + 1
    else:
        r.form, r.goal = FORMS.index(form), int(number or 0)
    r.max_rounds = o.max_rounds
    r.most_seats = players.max
    r.secondary, r.kickers = int(o.secondary), int(o.kickers)
    sets = [dice for size in range(DICE, -1, -1) for dice in combinations_with_replacement(range(r.faces), size)]
    _build_sets(r, sets)
    _build_ranks(r, sets, o)
    _build_keeps(r, sets)
    return r


def _build_sets(r: Rules, sets: Sequence[tuple[int, ...]]) -> None:
    number = {dice: i for i, dice in enumerate(sets)}
    r.hands = sum(len(dice) == DICE for dice in sets)
    r.power = [r.faces**n for n in range(DICE + 1)]
    r.nothing_kept = len(sets) - 1
    for i, dice in enumerate(sets):
        r.size[i] = len(dice)
        r.packed[i] = sum(1 << (4 * face) for face in dice)
        if len(dice) < DICE:
            for face in range(r.faces):
                r.child[WIDE * i + face] = number[tuple(sorted((*dice, face)))]
    shown = [r.nothing_kept]
    for _ in range(DICE):
        shown = [r.child[WIDE * dice + face] for face in range(r.faces) for dice in shown]
    r.shown[: len(shown)] = shown


Key = tuple[int, ...]


def _build_ranks(r: Rules, sets: Sequence[tuple[int, ...]], o: PokerOptions) -> None:
    """Rank every hand by its best reading (P-R6, P-R7, P-A5; P-C17 among equally good readings)."""
    number = {dice: i for i, dice in enumerate(sets)}
    found = straights(r.faces, o)
    ladder = {tuple(sorted(faces)): len(found) - i for i, faces in enumerate(found)}
    r.straights = [[number[tuple(sorted(faces))], faces[0]] for faces in found] + [[-1, 0]] * (10 - len(found))
    natural = [strength(dice, ladder, o) for dice in sets[: r.hands]]
    best = list(range(len(sets)))  # by set: the best hand it can be completed to
    for i in range(r.hands, len(sets)):
        completed = (best[r.child[WIDE * i + face]] for face in range(r.faces))
        best[i] = max(completed, key=lambda hand: (natural[hand], -hand))
    keys: list[Key] = []
    for hand, dice in enumerate(sets[: r.hands]):
        fixed = tuple(face for face in dice if face != r.wild)
        reading = best[number[fixed]]
        r.reading[hand] = reading
        r.kind[hand] = kind_of(sets[reading], ladder)
        as_it_is = int(natural[hand] == natural[reading])
        keys.append((*natural[reading], as_it_is) if o.natural_beats_wild else natural[reading])
    order = {key: i for i, key in enumerate(sorted(set(keys)))}
    r.ranks = len(order)
    for hand, key in enumerate(keys):
        r.rank[hand] = order[key]


def straights(faces: int, o: PokerOptions) -> list[tuple[int, ...]]:
    """The straights, best first, each with the face first by which it is called (P-A13, P-C7)."""
    if o.straights == "none":
        return []
    if o.straights == "runs":
        return [tuple(range(top, top + DICE)) for top in range(faces - DICE + 1)]
    digit = {str(name): i for i, name in enumerate(face_names(o.faces))}
    return [tuple(digit[sign] for sign in text) for text in o.straights]


def grouped(dice: Sequence[int]) -> list[tuple[int, int]]:
    """The faces of a hand as (number of dice, digit): larger groups first, better faces first among equal ones."""
    return sorted(((n, face) for face, n in Counter(dice).items()), key=lambda group: (-group[0], group[1]))


def kind_of(dice: Sequence[int], ladder: dict[tuple[int, ...], int]) -> int:
    """The kind of a hand as it lies, an index into KINDS."""
    pattern = tuple(n for n, _ in grouped(dice))
    if pattern in PATTERNS:
        return PATTERNS[pattern]
    return STRAIGHT if tuple(sorted(dice)) in ladder else NOTHING


def compared(kind: int, dice: Sequence[int], secondary: int, kickers: int) -> list[int]:
    """The faces by which hands of one kind, but for straights, are compared, in that order (P-R7, P-R8, P-A2)."""
    faces = [face for _, face in grouped(dice)]
    if kickers:
        return faces
    return faces[:2] if secondary and kind in (FULL_HOUSE, TWO_PAIRS) else faces[:1]


def strength(dice: Sequence[int], ladder: dict[tuple[int, ...], int], o: PokerOptions) -> Key:
    """The comparison key of a hand as it lies (rules.md 4.3): the greater the better."""
    kind = kind_of(dice, ladder)
    place = -o.hand_order.index(KINDS[kind])
    if kind == STRAIGHT:
        return place, ladder[tuple(sorted(dice))]
    return (place, *(-face for face in compared(kind, dice, o.secondary, o.kickers)))


def _build_keeps(r: Rules, sets: Sequence[tuple[int, ...]]) -> None:
    """The sets within each hand in the order of moves, and how many of them leave few enough dice to throw again."""
    number = {dice: i for i, dice in enumerate(sets)}
    for hand, dice in enumerate(sets[: r.hands]):
        within: set[tuple[int, ...]] = {()}
        for face in dice:
            within |= {(*kept, face) for kept in within}
        keeps = sorted(number[kept] for kept in within)
        r.keeps[KEEPS * hand : KEEPS * hand + len(keeps)] = keeps
        r.ways[hand] = sum(DICE - r.size[kept] <= r.limit for kept in keeps)
        r.sensible[hand] = number[_sensible(r, hand, dice)]


def _sensible(r: Rules, hand: int, dice: tuple[int, ...]) -> tuple[int, ...]:
    """What goes together, and wild dice; else the best die; and as many more as must be kept."""
    if r.kind[hand] in (FIVE, STRAIGHT, FULL_HOUSE):
        return dice
    groups = [(n, face) for n, face in grouped(dice) if face != r.wild]
    wilds = DICE - sum(n for n, _ in groups)
    together = {face for n, face in groups if n > 1 and not wilds} or {face for _, face in groups[:1]}
    kept = [face for face in dice if face in together or face == r.wild]
    for face in dice:
        if len(kept) < DICE - r.limit and kept.count(face) < dice.count(face):
            kept.append(face)
    return tuple(sorted(kept))


def ways_to_throw(dice: Sequence[int]) -> int:
    """In how many orders dice can show this set: the throws out of faces**n that bring it."""
    orders = factorial(len(dice))
    for n in Counter(dice).values():
        orders //= factorial(n)
    return orders


def dice_of(number: int, r: Rules) -> list[int]:
    """The digits of the dice in a set, best first."""
    return [face for face in range(r.faces) for _ in range(r.packed[number] >> (4 * face) & 15)]


@kernel
def with_die(r: Rules, dice: int, face: int) -> int:
    """The set with one more die. The mask tells the compiler that the index is not negative: half the time."""
    return r.child[(WIDE * dice + face) & 0xFFFF]


@kernel
def within(r: Rules, part: int, whole: int) -> bool:
    """Whether every die of one set is in another: no face's four bits need to borrow."""
    return (((r.packed[whole] | NIBBLES) - r.packed[part]) & NIBBLES) == NIBBLES

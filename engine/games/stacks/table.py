"""The table of Stacked Dice as everybody sees it, and a definition as kernels read it. Nothing in this game is hidden.

A stack is a tower (see `tower`) of dice of one value. Free dice, those in no stack, are kept as counts: `free[p]` holds how many
dice of each value seat p has, five bits a value, and `tops[p]` likewise how many open stacks of each value it is on top of. So
the number of legal moves is a sum over the values, and no die is ever looked for. A value is a digit here: 0 is the ace.
"""

from __future__ import annotations

from typing import Annotated, Any

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.record import Int, Record
from dicecup.engine.games.base import SEATS, PerSeat, Shared
from dicecup.engine.games.options import Players
from dicecup.engine.games.shared.tower import die_of, face_of, lay, owner_of, top_of
from dicecup.engine.games.stacks.options import MOST_DICE, MOST_FACES, MOST_HEIGHT, StacksOptions

ALL_DICE = SEATS * MOST_DICE
STACKS = ALL_DICE // 2  # a stack has two dice at least
WIDE, COUNT = 5, 31  # bits of a count, and their mask
ONES = sum(1 << (WIDE * v) for v in range(MOST_FACES))  # one of each value

STARTERS = ("rotate", "same", "roll", "round_winner")
ROTATE, SAME, ROLL, ROUND_WINNER = range(4)

# Actions: a value and what the die is laid on, or to pass.
PASS = 1
ON_STACK = 16  # below it the target is a seat's single die, from it on a stack
VALUE = 256

PerValue = Annotated[list[int], MOST_FACES]


class Rules(Record):
    """A definition of Stacked Dice as kernels read it: switches as integers.

    `missing` is for bots: in parts of 2**30, the chance that none of so many dice shows a given face.
    """

    dice: Int
    faces: Int
    max_height: Int
    until_stuck: Int
    forced: Int
    shuns_own: Int  # 0 with `own_top`
    rerolls: Int
    immediate: Int
    next_starter: Int
    ace_high: Int
    target: Int
    max_rounds: Int
    worth: PerValue  # what a die of a value counts in a stack
    missing: Annotated[list[int], ALL_DICE + 1]
    power: Annotated[list[int], 6]  # faces ** n


class Table(Shared):
    """What everybody sees, in states and in views alike; the legal moves are made of these."""

    starter: Int  # the first player of this round
    casts: Int  # throws of all made in this round
    at: Int  # turns taken in this lap
    stacked: Int  # dice laid in this lap
    free: PerSeat  # free dice by value
    left: PerSeat  # and how many these are
    tops: PerSeat  # by value, the open stacks a seat is on top of
    having: Int  # by value, the seats that have free dice of it
    open: PerValue  # open stacks of a value
    begun: Int  # stacks begun in this round
    height: Annotated[list[int], STACKS]
    tower: Annotated[list[list[int]], STACKS, MOST_HEIGHT]
    laid: Int  # dice laid in this round, one for each move that stacked
    where: Annotated[list[int], ALL_DICE]  # the stack of each of these, in the order of play
    points: PerSeat  # what the stacks a seat is on top of are worth now


def build(o: StacksOptions, players: Players) -> Rules:
    """The rules record of a definition."""
    r = Rules()
    r.dice, r.faces, r.max_height = o.dice_per_player, o.faces, o.max_height
    r.until_stuck = int(o.laps_per_roll == "until_stuck")
    r.forced = int(o.stacking == "forced")
    r.shuns_own, r.rerolls, r.ace_high = int(not o.own_top), int(o.rerolls), int(o.start_ace_high)
    r.immediate = int(o.round_end == "immediate")
    r.next_starter = STARTERS.index(o.next_starter)
    r.target, r.max_rounds = o.target, o.max_rounds
    for v in range(o.faces):
        r.worth[v] = v + 1
    r.worth[0] = o.ace_value  # S-R14
    r.missing = [(o.faces - 1) ** n * (1 << 30) // o.faces**n for n in range(ALL_DICE + 1)]
    r.power = [o.faces**n for n in range(6)]
    return r


# ---- reading the table


@kernel
def has(s: Table, p: int, v: int) -> int:
    """How many free dice of a value a seat has."""
    return s.free[p] >> (WIDE * v) & COUNT


@kernel
def kinds_of(dice: int) -> int:
    """One for each value that is among packed dice, packed likewise."""
    return (dice | dice >> 1 | dice >> 2 | dice >> 3 | dice >> 4) & ONES


@kernel
def singles(s: Table, v: int) -> int:
    """How many seats have a free die of a value."""
    return s.having >> (WIDE * v) & COUNT


@kernel
def value_of(s: Table, k: int) -> int:
    """The value of a stack, as a digit."""
    return face_of(s.tower[k][0])


@kernel
def holder_of(s: Table, k: int) -> int:
    """The seat on top of a stack, which scores it (S-R13)."""
    return owner_of(top_of(s, k))


@kernel
def is_open(s: Table, r: Rules, k: int) -> bool:
    """Whether a stack may still grow (S-R8)."""
    return s.height[k] < r.max_height


@kernel
def places(s: Table, r: Rules, p: int, v: int) -> int:
    """On how many single dice and stacks a seat that has a free die of a value may lay it (S-R4, S-R7, S-A3)."""
    return singles(s, v) - 1 + s.open[v] - r.shuns_own * (s.tops[p] >> (WIDE * v) & COUNT)


@kernel
def stackable(s: Table, r: Rules) -> int:
    """How many ways to stack the seat in turn has."""
    p = s.turn
    mine = kinds_of(s.free[p])
    n = 0
    for v in range(r.faces):
        # Without a branch: which values a seat has is anybody's guess, the processor's too.
        n += (mine >> (WIDE * v) & 1) * places(s, r, p, v)
    return n


@kernel
def stack_on(v: int, target: int) -> int:
    """The action of laying a die of a value (a digit) on a target."""
    return (v + 1) * VALUE + target


@kernel
def laid_value(action: int) -> int:
    """The value, as a digit, of a die that an action lays."""
    return action // VALUE - 1


@kernel
def laid_target(action: int) -> int:
    """What an action lays it on: a seat's single die, or ON_STACK and the stack."""
    return action & (VALUE - 1)


# ---- legal moves


@kernel
def legal_count(s: Table, r: Rules) -> int:
    """Number of legal moves of the seat in turn."""
    n = stackable(s, r)
    return n + 1 if r.forced == 0 or n == 0 else n


@kernel
def legal_nth(s: Table, r: Rules, k: int) -> int:
    """The k-th legal move: by value descending, singles by seat before stacks by number, then `pass` (rules.md 3.6)."""
    p = s.turn
    mine = kinds_of(s.free[p])
    value = -1
    at = 0
    for i in range(r.faces):
        v = r.faces - 1 - i
        n = (mine >> (WIDE * v) & 1) * places(s, r, p, v)
        here = k >= 0 and k < n
        value = v if here else value
        at = k if here else at
        k -= n
    return PASS if value < 0 else nth_place(s, r, p, value, at)


@kernel
def nth_place(s: Table, r: Rules, p: int, v: int, k: int) -> int:
    """The k-th move that lays a die of one value."""
    if k < singles(s, v) - 1:
        for q in range(s.seats):
            if q != p and has(s, q, v) != 0:
                if k == 0:
                    return stack_on(v, q)
                k -= 1
    k -= singles(s, v) - 1
    for n in range(s.begun):
        if covers(s, r, p, v, n):
            if k == 0:
                return stack_on(v, ON_STACK + n)
            k -= 1
    return PASS


@kernel
def covers(s: Table, r: Rules, p: int, v: int, k: int) -> bool:
    """Whether a die of a value laid by a seat may go on stack k."""
    return value_of(s, k) == v and is_open(s, r, k) and (r.shuns_own == 0 or holder_of(s, k) != p)


# ---- changing the table


@kernel
def take_free(s: Any, p: int, v: int) -> None:
    """One of a seat's free dice of a value is free no more: it is locked in a stack (S-R5)."""
    s.free[p] -= 1 << (WIDE * v)
    s.left[p] -= 1
    if has(s, p, v) == 0:
        s.having -= 1 << (WIDE * v)


@kernel
def count_top(s: Any, r: Rules, k: int, sign: int) -> None:
    """Count the top of stack k for its holder, or (-1) no more: what it is worth, and whether it may be covered."""
    v = value_of(s, k)
    p = holder_of(s, k)
    s.points[p] += sign * s.height[k] * r.worth[v]
    if is_open(s, r, k):
        s.open[v] += sign
        s.tops[p] += sign << (WIDE * v)


@kernel
def stack_die(s: Any, r: Rules, p: int, action: int) -> int:
    """A seat lays a die; returns the seat whose single die was covered, or its own where a stack was (S-R4, S-R7, S-C9)."""
    v = laid_value(action)
    target = laid_target(action)
    covered = p
    if target < ON_STACK:
        covered = target
        k = s.begun
        s.begun = k + 1
        s.height[k] = 0
        take_free(s, covered, v)
        lay(s, k, die_of(covered, 0, v))
    else:
        k = target - ON_STACK
        count_top(s, r, k, -1)
    take_free(s, p, v)
    lay(s, k, die_of(p, 0, v))
    count_top(s, r, k, 1)
    s.where[s.laid] = k
    s.laid += 1
    return covered


@kernel
def take_back(s: Any) -> None:
    """All take back their free dice (S-R10)."""
    s.having = 0
    for p in range(s.seats):
        s.free[p] = 0


@kernel
def lie_free(s: Any, p: int, dice: int) -> None:
    """A seat's free dice have been thrown: so many of each value, packed."""
    s.free[p] = dice
    s.having += kinds_of(dice)


@kernel
def clear_table(s: Any, r: Rules) -> None:
    """All dice return to their owners (S-C10)."""
    s.begun = 0
    s.laid = 0
    s.having = 0
    for v in range(r.faces):
        s.open[v] = 0
    for p in range(s.seats):
        s.free[p] = 0
        s.left[p] = r.dice
        s.tops[p] = 0
        s.points[p] = 0

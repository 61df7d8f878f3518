"""The moves of Stacked Dice: which free die may be laid on what (S-R4, S-R7, S-R8), or to pass (S-A5)."""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.games.stacks.rules import Rules
from dicecup.engine.games.stacks.table import COUNT, WIDE, Table, has, holder_of, is_open, kinds_of, singles, value_of

# Actions: a value and what the die is laid on, or to pass.
PASS = 1
ON_STACK = 16  # below it the target is a seat's single die, from it on a stack
VALUE = 256


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
def places(s: Table, r: Rules, p: int, v: int) -> int:
    """On how many single dice and stacks a seat that has a free die of a value may lay it (S-R4, S-R7, S-A3)."""
    return singles(s, v) - 1 + s.open[v] - r.shuns_own * (s.tops[p] >> (WIDE * v) & COUNT)


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

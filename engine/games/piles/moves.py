"""The moves of piles: what may be rolled, placed and plundered, and when a turn may end.

A move is one small number, and that number is its bit in `allowed`, where the legal moves of the seat in turn stand:
they are worked out once for each decision and only counted afterwards.
"""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.games.base import SEATS
from dicecup.engine.games.piles.rules import BITS, Rules
from dicecup.engine.games.piles.table import Table, face_on
from dicecup.engine.games.shared.tower import NO_DIE, face_of

# The moves, in their documented order. A plunder is one of two for each seat: of its top, and of its loose die.
ROLL_PLAIN, ROLL_JOLLY, PLACE, BACK, PLUNDER = range(5)
END = PLUNDER + 2 * SEATS


@kernel
def legal_count(s: Table, r: Rules) -> int:
    """Number of legal moves of the seat in turn."""
    rest = s.allowed
    n = 0
    while rest != 0:
        rest &= rest - 1
        n += 1
    return n


@kernel
def legal_nth(s: Table, r: Rules, k: int) -> int:
    """The k-th legal move: rolls, `place`, `back`, plunder by seat, tops before loose dice, `end` last."""
    rest = s.allowed
    for _ in range(k):
        rest &= rest - 1
    return r.place[(rest & -rest) % BITS]


@kernel
def hand_moves(s: Table, p: int) -> int:
    """The rolls that a seat has dice for."""
    return (1 << ROLL_PLAIN if s.plain[p] > 0 else 0) | (1 << ROLL_JOLLY if s.jolly[p] > 0 else 0)


@kernel
def plunders(s: Table, r: Rules, p: int) -> int:
    """The dice that a seat may take with its present top (D-R10, D-R14, D-A17, D-C19)."""
    top = face_on(s, p)
    moves = 0
    for q in range(s.seats):
        if q != p:
            moves |= r.takes[top][face_on(s, q)] << (PLUNDER + 2 * q)
            if s.loose[q] != NO_DIE:
                moves |= r.takes[top][face_of(s.loose[q])] << (PLUNDER + 2 * q + 1)
    return moves


@kernel
def may_roll(s: Table, r: Rules) -> bool:
    """Whether the seat in turn may roll, if it has a die to roll (D-A2, D-R20 iii)."""
    return s.failed == 0 and (s.rolls == 0 or r.single == 0)


@kernel
def may_plunder(s: Table, r: Rules) -> bool:
    """Whether the seat in turn has done what plunder needs (D-A7, D-A21)."""
    return r.plunder != 0 and s.rolls > 0 and (r.after_placement == 0 or s.placed > 0)


@kernel
def may_end(s: Table, r: Rules) -> bool:
    """Whether the seat in turn may end its turn (D-A6)."""
    return s.rolls > 0 and (r.may_stop != 0 or s.failed != 0 or s.plain[s.turn] + s.jolly[s.turn] == 0)

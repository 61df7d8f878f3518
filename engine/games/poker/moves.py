"""The legal moves of poker dice: what may be kept of five dice (P-A7, P-A12, P-R13), to stand (P-C9), to drop (P-A14).

The action is the number of the set that is kept (see `rules`), or STAND, or DROP where that is allowed.
"""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.games.poker.rules import CHIPS, FOR_REROLL, KEEPS, SETS, SINGLE_THROW, TO_STAY, Rules, within
from dicecup.engine.games.poker.table import Table

STAND = SETS + 1
DROP = SETS + 2


@kernel
def legal_count(s: Table, r: Rules) -> int:
    """Number of legal moves of the seat in turn."""
    n = count_keeps(s, r) if may_go_on(s, r) else 0
    return n + 1 if r.drop_out != 0 else n


@kernel
def legal_nth(s: Table, r: Rules, k: int) -> int:
    """The k-th legal move: `stand`, then what is kept by falling number of dice and then by rank, `drop` last."""
    if not may_go_on(s, r):
        return DROP
    if k == 0:
        return STAND
    if r.drop_out != 0 and k == count_keeps(s, r):
        return DROP
    return nth_keep(s, r, k)


@kernel
def count_keeps(s: Table, r: Rules) -> int:
    """Number of sets that the seat in turn may keep, all five dice included."""
    hand = s.hand[s.turn]
    if not may_throw(s, r):
        return 1
    if not locked(s, r):
        return r.ways[hand]
    n = 0
    for i in range(r.ways[hand]):
        if within(r, s.kept, r.keeps[KEEPS * hand + i]):
            n += 1
    return n


@kernel
def nth_keep(s: Table, r: Rules, k: int) -> int:
    """The k-th of those sets, k > 0."""
    hand = s.hand[s.turn]
    if not locked(s, r):
        return r.keeps[KEEPS * hand + k]
    for i in range(r.ways[hand]):
        if within(r, s.kept, r.keeps[KEEPS * hand + i]):
            if k == 0:
                return r.keeps[KEEPS * hand + i]
            k -= 1
    return STAND


@kernel
def may_go_on(s: Table, r: Rules) -> bool:
    """Whether the seat in turn may `keep` or `stand`, and not only `drop`."""
    return not stay_due(s, r) or can_pay(s, r)


@kernel
def may_throw(s: Table, r: Rules) -> bool:
    """Whether the seat in turn may throw dice again (P-R14, P-A14)."""
    return s.made < s.cap and (r.second != FOR_REROLL or can_pay(s, r))


@kernel
def stay_due(s: Table, r: Rules) -> bool:
    """Whether the second ante is due from who wants to go on after a first throw (P-A14)."""
    return r.second == TO_STAY and s.made == 1 and not single(s, r)


@kernel
def can_pay(s: Table, r: Rules) -> bool:
    """Whether the seat in turn can pay the ante once more; who plays for chips may be unable to (P-C14)."""
    return r.form != CHIPS or s.chips[s.turn] >= r.ante


@kernel
def locked(s: Table, r: Rules) -> bool:
    """Whether the seat in turn has kept dice that it must go on keeping (P-A7)."""
    return r.kept_locked != 0 and s.kept != r.nothing_kept


@kernel
def single(s: Table, r: Rules) -> bool:
    """Whether level seats throw five dice once instead of taking a turn (P-A4)."""
    return s.ties > 0 and r.tie == SINGLE_THROW

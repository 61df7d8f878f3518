"""The moves of Mia: what may be said by ascending value (M-R3), then `throw`, then `doubt` (M-R4)."""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from mia_dice.rules import MIA, Rules
from mia_dice.table import Table

THROW, DOUBT = 1, 2
SAY = 16  # and the value


@kernel
def legal_count(s: Table, r: Rules) -> int:
    """Number of legal moves of the seat in turn."""
    if s.answers == 0:
        return MIA + 1 - s.said
    return 1 if s.said > MIA else 2


@kernel
def legal_nth(s: Table, r: Rules, k: int) -> int:
    """The k-th of them."""
    if s.answers == 0:
        return SAY + s.said + k
    return THROW if k == 0 and s.said <= MIA else DOUBT

"""A bot as a policy: how likely it makes each legal move, in parts of ONE."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicecup.engine.core.kernel import kernel

ONE = 1 << 30


@kernel
def uniform(v: Any, out: Any) -> None:
    """Every legal move is equally likely; what ONE leaves over when it is shared out goes to the first."""
    share = ONE // v.legal
    for k in range(v.legal):
        out[k] = share
    out[0] += ONE - share * v.legal


def adding(legal_nth: Callable[..., int]) -> Callable[..., None]:
    """A family's kernel `add(v, r, action, weight, out)`: a legal action is likelier by so much."""

    @kernel
    def add(v: Any, r: Any, action: int, weight: int, out: Any) -> None:
        for k in range(v.legal):
            if legal_nth(v, r, k) == action:
                out[k] += weight
                return

    return add

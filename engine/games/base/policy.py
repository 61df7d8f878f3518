"""A bot as a policy: how likely it makes each legal move, in parts of ONE."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.philox import draw

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


def settled_but_random(
    legal_nth: Callable[..., int], settled: Callable[..., int]
) -> tuple[Callable[..., int], Callable[..., None]]:
    """The kernels `choose` and `weights` of bots of which the first, `random`, makes any move; the move of each other one is certain.

    `settled(v, r, b, bot)` is that move. It may hang on the bot's own key, but draws nothing.
    """
    add = adding(legal_nth)

    @kernel
    def choose(v: Any, r: Any, b: Any, bot: int) -> int:
        if bot == 0:
            return legal_nth(v, r, draw(v, v.legal))
        return settled(v, r, b, bot)

    @kernel
    def weights(v: Any, r: Any, b: Any, bot: int, out: Any) -> None:
        if bot == 0:
            uniform(v, out)
        else:
            add(v, r, settled(v, r, b, bot), ONE, out)

    return choose, weights

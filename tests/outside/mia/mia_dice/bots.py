"""The bots of Mia, each a policy over a view."""

from __future__ import annotations

from typing import Any

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.philox import draw
from dicecup.engine.games.base import ONE, Bots, adding, uniform
from mia_dice.moves import DOUBT, SAY, THROW, legal_nth
from mia_dice.rules import THROWS, Rules
from mia_dice.table import View

SUMMARIES = {
    "random": "makes any legal move, all equally likely",
    "basic": "says the lowest value that is true, else the lowest there is; doubts what half of all throws do not have",
}
RANDOM, BASIC = range(2)

add = adding(legal_nth)


@kernel
def worth(v: View, r: Rules, action: int) -> int:
    """Of 36 throws, those after which a move was right: true, a doubt in place, a throw that is high enough."""
    if action == DOUBT:
        return THROWS - at_least(r, v.said - 1)
    if action == THROW:
        return r.higher[v.said - 1]
    return THROWS if action - SAY < v.own else at_least(r, action - SAY)


@kernel
def at_least(r: Rules, value: int) -> int:
    """Of 36 throws, those of a value or a higher one."""
    return r.higher[value - 1] if value > 0 else THROWS


@kernel
def basic(v: View, r: Rules) -> int:
    """The move that is worth most, the first of equals."""
    best = 0
    most = -1
    for k in range(v.legal):
        action = legal_nth(v, r, k)
        if worth(v, r, action) > most:
            most = worth(v, r, action)
            best = action
    return best


@kernel
def choose(v: View, r: Rules, b: Any, bot: int) -> int:
    """The move of a bot, by its index."""
    return legal_nth(v, r, draw(v, v.legal)) if bot == RANDOM else basic(v, r)


@kernel
def weights(v: View, r: Rules, b: Any, bot: int, out: Any) -> None:
    """How likely a bot makes each legal move."""
    if bot == RANDOM:
        uniform(v, out)
    else:
        add(v, r, basic(v, r), ONE, out)


BOTS = Bots(SUMMARIES, choose, weights)

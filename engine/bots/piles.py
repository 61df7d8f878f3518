"""The bots of piles. Each is a kernel from a view to an action; nothing in this game is hidden from them but the dice to come."""

from __future__ import annotations

from dicecup.engine.dice import draw
from dicecup.engine.games.piles.placement import Rules
from dicecup.engine.games.piles.play import View, legal_nth
from dicecup.engine.kernel import kernel

BOTS = {
    "random": "makes any legal move, all equally likely",
}
RANDOM, BASIC, EXPERT = range(3)


@kernel
def choose(v: View, r: Rules, bot: int) -> int:
    """The move of a shipped bot, by its index in `BOTS`."""
    return legal_nth(v, r, draw(v, v.legal))

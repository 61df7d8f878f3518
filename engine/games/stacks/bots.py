"""The bots of Stacked Dice. Each is a kernel from a view to an action; nothing in this game is hidden but the dice to come."""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.philox import draw
from dicecup.engine.games.stacks.play import View
from dicecup.engine.games.stacks.rollout import expected, rollouts
from dicecup.engine.games.stacks.step import best_step
from dicecup.engine.games.stacks.table import PASS, Rules, legal_nth

BOTS = {
    "random": "makes any legal move, all equally likely",
    "basic": "lays the die that gains most now, by the chance that nobody covers it in this lap or with the next throw",
    "expert": "plays every move out to the end of the round, over throws to come and the others' replies",
}
RANDOM, BASIC, EXPERT = range(3)
PATIENCE = 20  # throws of a round after which the expert passes no more where it can stack: two who wait for better might never end


@kernel
def choose(v: View, r: Rules, bot: int) -> int:
    """The move of a shipped bot, by its index in `BOTS`."""
    if bot == RANDOM:
        return legal_nth(v, r, draw(v, v.legal))
    if bot == BASIC:
        return best_step(v, r)
    return expert(v, r)


@kernel
def expert(v: View, r: Rules) -> int:
    """The move after which the seat stands best at the end of the round, on average; the first of equals in the order of moves.

    Each legal move is played out on the view to the end of the round, everybody (itself included) then playing as `basic` does, over
    throws that come from the seat's own bot key. All moves meet the same throws, so that they are compared and not the luck. In a
    round of one throw nothing is left to chance, and one playing out is exact against such play. After PATIENCE throws of a round it
    stacks wherever it can, so that every round ends. See `rollouts` and `expected`.
    """
    best = PASS
    most = 0
    n = rollouts(v, r)
    for k in range(v.legal):
        action = legal_nth(v, r, k)
        if action == PASS and k > 0 and v.casts > PATIENCE:
            break  # `pass` is the last move
        worth = expected(v, r, action, n)
        if k == 0 or worth > most:
            most = worth
            best = action
    return best

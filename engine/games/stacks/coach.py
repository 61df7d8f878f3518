"""How the coach judges moves of Stacked Dice: as `expert` does, by playing each of them out to the end of the round."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dicecup.engine.games.base import Coach, Judged, points
from dicecup.engine.games.stacks.bots import PATIENCE, WIN, expected, rollouts
from dicecup.engine.games.stacks.moves import ON_STACK, PASS, laid_target, laid_value, legal_nth
from dicecup.engine.games.stacks.notation import notate, target_name

CLEAR = Fraction(10)  # an ace: of a dozen rounds played out less may be luck


def judge(v: Any, r: Any, b: Any) -> list[Judged]:
    """Every legal move, valued by the points that put the seat ahead of the others' average when the round ends."""
    times = rollouts(v, r)
    return [_told(v, r, b, legal_nth(v, r, k), times) for k in range(v.legal)]


def choice(v: Any, r: Any, b: Any, found: Sequence[Judged]) -> str:
    """What `expert` does, without playing all of it out once more: of the best moves the first (see its docstring)."""
    weighed = [one for one in found if one.move != notate(PASS, r) or v.casts <= PATIENCE]
    return max(weighed, key=lambda one: one.value).move


def despite(v: Any, r: Any) -> str:
    """Why `expert` does not what is worth most."""
    return f"after {PATIENCE} throws of a round the bot no longer passes where it can stack, so that the round ends"


def _told(v: Any, r: Any, b: Any, action: int, times: int) -> Judged:
    ahead = Fraction(expected(v, r, b, action, times), times * (v.seats - 1))
    move = notate(action, r)
    side = "ahead of" if ahead >= 0 else "behind"
    played = f"the mean of {times} rounds played out" if times > 1 else "the round played out"
    return Judged(
        move,
        ahead,
        f"{move}: {points(ahead)} {side} the others when the round ends",
        f"{_done(v, r, action)}, {played}, a game won counting {WIN}",
    )


def _done(v: Any, r: Any, action: int) -> str:
    """What a move does at once: `it makes #2 3 high, worth 12`."""
    if action == PASS:
        return "nothing is laid"
    target = laid_target(action)
    high = v.height[target - ON_STACK] + 1 if target >= ON_STACK else 2
    what = f"it makes {target_name(target)}" if target >= ON_STACK else "it begins a stack"
    closed = " and closed" if high == r.max_height else ""
    return f"{what} {high} high{closed}, worth {high * r.worth[laid_value(action)]}"


COACH = Coach(evaluate=judge, choice=choice, clear=CLEAR, despite=despite)

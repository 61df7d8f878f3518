"""How the coach judges moves of piles: by the plan of `expert`, told with the chances of the next roll."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dicecup.engine.games.base import LETTERS, Coach, Judged, cases, counted, points
from dicecup.engine.games.piles.bots import EXPERT, POINT, choose, plan_ahead, plundered, unsealed, worth
from dicecup.engine.games.piles.moves import BACK, END, PLACE, PLUNDER, legal_nth
from dicecup.engine.games.piles.notation import KIND_WORDS, die_name, notate
from dicecup.engine.games.piles.odds import face_chance
from dicecup.engine.games.piles.rules import EMPTY, ROGER
from dicecup.engine.games.piles.scoring import IN_HAND
from dicecup.engine.games.piles.table import face_on
from dicecup.engine.games.shared.tower import top_of

CLEAR = Fraction(3)  # about the quarter of what a round brings


def judge(v: Any, r: Any, b: Any) -> list[Judged]:
    """Every legal move, its value the points that it and what may follow in this round bring by the bot's plan."""
    plan_ahead(v, r, b)
    return [_told(v, r, b, legal_nth(v, r, k)) for k in range(v.legal)]


def choice(v: Any, r: Any, b: Any, found: Sequence[Judged]) -> str:
    """What `expert` does."""
    return notate(choose(v, r, b, EXPERT), r)


def despite(v: Any, r: Any) -> str:
    """Why `expert` does not what is worth most."""
    if r.fits[ROGER][ROGER] == 0 and unsealed(v, r) >= 0:
        return "nothing fits on a J, and piles sealed too early leave a round without an end"
    return "so late in a round the bot places what fits, so that the round ends"


def _told(v: Any, r: Any, b: Any, action: int) -> Judged:
    value = Fraction(worth(v, r, b, action), POINT)
    move = notate(action, r)
    sign = "minus " if value < 0 else ""
    return Judged(
        move, value, f"{move}: worth about {sign}{points(value)} by the end of the round", _because(v, r, action)
    )


def _because(v: Any, r: Any, action: int) -> str:
    """What a move does, or may do, at once."""
    top = face_on(v, v.turn)
    if action == PLACE:
        return f"the {die_name(v.pending)} goes on your {die_name(top_of(v, v.turn))}"
    if action == BACK:
        return "the roll then has failed, and no more are made in this turn"
    if action == END:
        return _in_hand(v)
    if action >= PLUNDER:
        face = plundered(v, action)
        return f"{LETTERS[(action - PLUNDER) >> 1]} loses {face} and you gain {face}"
    joker = face_chance(r, action, lambda face: face == ROGER)
    jolly = f", shows J in {cases(joker)}" if joker else ""
    if top == EMPTY:
        return f"any {KIND_WORDS[action]} die begins a pile{jolly}"
    fits = face_chance(r, action, lambda face: bool(r.fits[top][face]))
    return f"it fits on your {die_name(top_of(v, v.turn))} in {cases(fits)}{jolly}"


def _in_hand(v: Any) -> str:
    """What stays in hand when a turn ends."""
    jolly = v.jolly[v.turn]
    left = v.plain[v.turn] + jolly
    if not left:
        return "no die is left in hand"
    cost = f", and a Jolly Roger die there costs {IN_HAND} when the round ends" if jolly else ""
    return f"{counted(left, 'die stays', 'dice stay')} in hand{cost}"


COACH = Coach(evaluate=judge, choice=choice, clear=CLEAR, despite=despite)

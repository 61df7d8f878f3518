"""How the coach judges moves of poker dice: by the exact worth that `expert` reckons, or at long tables by a quick stand-in."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from dicecup.engine.games.base.evaluation import Judged, cases, counted
from dicecup.engine.games.poker.book import ONE, page, to_beat
from dicecup.engine.games.poker.bots import EXPERT, choose
from dicecup.engine.games.poker.field import field_worths, too_long
from dicecup.engine.games.poker.options import DICE
from dicecup.engine.games.poker.play import DROP, STAND, legal_nth
from dicecup.engine.games.poker.rules import dice_of
from dicecup.engine.games.poker.table import IN
from dicecup.engine.games.poker.text import notate, spelled

CLEAR = Fraction(1, 10)  # of a round: whoever gives that away in each of ten has lost one


def judge(v: Any, r: Any) -> list[Judged]:
    """Every legal move, its value the chance to win the round, a tie counted as one's share of it."""
    against = _against(v, r)
    return [_told(v, r, action, worth, against) for action, worth in _worths(v, r).items()]


def choice(v: Any, r: Any, found: Sequence[Judged]) -> str:
    """What `expert` does, or would if it took the later seats as a field."""
    return max(found, key=lambda one: one.value).move if too_long(v, r) else notate(choose(v, r, EXPERT), r)


def _worths(v: Any, r: Any) -> dict[int, Fraction]:
    """What each legal move is worth, in order; to drop is worth nothing."""
    hand = v.hand[v.turn]
    actions = [legal_nth(v, r, k) for k in range(v.legal)]
    if too_long(v, r):
        field = field_worths(v, r, *to_beat(v, r))
        worths = {action: field[hand if action == STAND else action] for action in actions if action != DROP}
    else:
        at, stand = page(v, r)
        worths = {action: stand if action == STAND else r.book[at + action] for action in actions if action != DROP}
    return {action: Fraction(worths.get(action, 0), ONE * r.power[DICE]) for action in actions}


def _told(v: Any, r: Any, action: int, worth: Fraction, against: str) -> Judged:
    move = notate(action, r)
    if action == DROP:
        return Judged(move, worth, "drop: nothing of this round can be won then", against)
    return Judged(move, worth, f"{move}: wins the round in {cases(worth)}, a tie shared", against)


def _against(v: Any, r: Any) -> str:
    """What there is to beat: `Q Q Q A J is to beat, 2 are still to throw`."""
    best, level = to_beat(v, r)
    hands = [v.hand[p] for p in v.line[: v.current] if v.standing[p] == IN and r.rank[v.hand[p]] == best]
    lies = f"{spelled(r, dice_of(hands[0], r))} is to beat" if level else "there is no hand to beat yet"
    after = v.lined - 1 - v.current
    if not after:
        return f"{lies}, nobody is still to throw"
    keeping = ", taken to keep what goes together" if too_long(v, r) else ""
    return f"{lies}, {counted(after, 'seat is', 'seats are')} still to throw{keeping}"

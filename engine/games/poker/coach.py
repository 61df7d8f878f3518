"""How the coach judges moves of poker dice: by the exact worth that `expert` reckons, or at long tables by a quick
stand-in.

The book of `expert` follows every later seat through its own decisions, and at a long table that takes plain Python
many seconds. There the seats still to throw are taken as a field: a later seat keeps what the hand suggests
(`sensible`), whatever it has to beat, so that one distribution of final ranks serves for all of them; the mover still
plays for the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import Any

from dicecup.engine.core.record import KEPT
from dicecup.engine.games.base import Coach, Judged, cases, counted
from dicecup.engine.games.poker.book import EQUAL, MOVER, WHOLE, is_duel, page, pick, sum_up, to_beat
from dicecup.engine.games.poker.bots import EXPERT, choose
from dicecup.engine.games.poker.moves import DROP, STAND, legal_nth
from dicecup.engine.games.poker.notation import notate, spelled
from dicecup.engine.games.poker.options import DICE
from dicecup.engine.games.poker.rules import ALL_REPLAY, WIDE, dice_of, ways_to_throw
from dicecup.engine.games.poker.table import IN

CLEAR = Fraction(1, 10)  # of a round: whoever gives that away in each of ten has lost one
# Times a turn's throw is reckoned through, at about a millisecond each, before the field stands in for the book. (Where a
# tie is thrown again by two that is done about four times, each in about a third of the time.)
AFFORDED = 800
USUAL_HANDS = 252  # of six faces; with more each time takes longer


def judge(v: Any, r: Any, b: Any) -> list[Judged]:
    """Every legal move, its value the chance to win the round, a tie counted as `bots` has it."""
    against = _against(v, r)
    return [_told(v, r, action, worth, against) for action, worth in _worths(v, r, b).items()]


def choice(v: Any, r: Any, b: Any, found: Sequence[Judged]) -> str:
    """What `expert` does, or would if it took the later seats as a field."""
    return max(found, key=lambda one: one.value).move if too_long(v, r) else notate(choose(v, r, b, EXPERT), r)


def _worths(v: Any, r: Any, b: Any) -> dict[int, Fraction]:
    """What each legal move is worth, in order; to drop is worth nothing."""
    hand = v.hand[v.turn]
    actions = [legal_nth(v, r, k) for k in range(v.legal)]
    if too_long(v, r):
        field = field_worths(v, r, b, *to_beat(v, r))
        worths = {action: field[hand if action == STAND else action] for action in actions if action != DROP}
    else:
        at, stand = page(v, r, b)
        worths = {action: stand if action == STAND else b.book[at + action] for action in actions if action != DROP}
    most = max(worths.values())
    # What counts as equal to the best is as good in numbers too.
    near = {action: most if most - worth <= EQUAL * r.power[DICE] else worth for action, worth in worths.items()}
    return {action: Fraction(near.get(action, 0), WHOLE * r.power[DICE]) for action in actions}


def _told(v: Any, r: Any, action: int, worth: Fraction, against: str) -> Judged:
    move = notate(action, r)
    if action == DROP:
        return Judged(move, worth, "drop: nothing of this round can be won then", against)
    tie = "thrown again" if is_duel(v, r) and not too_long(v, r) else "shared"
    return Judged(move, worth, f"{move}: wins the round in {cases(worth)}, a tie {tie}", against)


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


# ---- the seats still to throw as a field


def too_long(v: Any, r: Any) -> bool:
    """Whether the book would take too long for an answer; by the table alone, whatever has been reckoned before."""
    after = v.lined - 1 - v.current
    # What a tie of two is worth takes their row, whoever of them is in turn.
    rows = 1 if is_duel(v, r) else sum(max(v.alive - n, 1) for n in range(1, after + 1))
    throws = sum(range(1, v.cap + 1)) if leads(v, r) else v.cap
    if is_duel(v, r):
        throws = sum(range(1, r.max_throws + 1)) if r.follow != 0 else r.max_throws
    # Where dice once kept stay kept, each set has a future of its own (P-A7).
    apart = r.nothing_kept - r.hands if r.kept_locked != 0 else 1
    return bool(rows * r.ranks * throws * apart * r.hands > AFFORDED * USUAL_HANDS)


def leads(v: Any, r: Any) -> bool:
    """Whether the seat in turn sets how often the others may throw (P-A12)."""
    return bool(r.follow != 0 and v.current == 0)


def field_worths(v: Any, r: Any, b: Any, best: int, level: int) -> list[int]:
    """By set kept, in parts of WHOLE times faces**5: the chance to be best, ties shared, where `level` hands have rank
    `best`.

    The hand itself stands for ending the turn. Only the sets within it have a meaning.
    """
    left = v.cap - v.made
    hand = v.hand[v.turn]
    for later in range(left + 1):
        if later == 0 or leads(v, r):
            b.pay[MOVER][: r.ranks] = _pay(v, r, v.cap - later, best, level)
        if later < left:
            for one in range(r.hands):
                b.spare[MOVER][one] = b.pay[MOVER][r.rank[one]]
            if later > 0:
                pick(r, b, r.nothing_kept, 1)
            sum_up(r, b, r.nothing_kept, 1)
            for kept in range(r.hands, r.nothing_kept + 1):
                b.sums[MOVER][kept] = b.spare[MOVER][kept] * r.power[r.size[kept]]
    worths = [b.sums[MOVER][kept] if left else 0 for kept in range(r.nothing_kept + 1)]
    worths[hand] = b.pay[MOVER][r.rank[hand]] * r.power[DICE]
    return worths


def _pay(v: Any, r: Any, throws: int, best: int, level: int) -> list[int]:
    """By rank: what holding it is worth before the field has had so many throws each."""
    ways = final_ranks(r, throws)
    whole, below = sum(ways), [0, *accumulate(ways)]
    n = v.lined - 1 - v.current
    found = []
    for rank in range(r.ranks):
        held = 1 + (level if rank == best else 0)
        parts = (
            comb(n, k) * ways[rank] ** k * below[rank] ** (n - k) * Fraction(WHOLE, _sharers(v, r, held + k))
            for k in range(n + 1)
        )
        found.append(int(sum(parts) / whole**n) if rank >= best else 0)
    return found


def _sharers(v: Any, r: Any, level: int) -> int:
    """Among how many so many best hands share: where one tie is all tie, among everybody."""
    return v.alive if level > 1 and r.tie == ALL_REPLAY else level


@lru_cache(maxsize=KEPT)
def final_ranks(r: Any, throws: int) -> list[int]:
    """By rank: in how many ways a turn of so many throws ends with it, by somebody who keeps what goes together."""
    ways = [ways_to_throw(dice_of(hand, r)) for hand in range(r.hands)]
    for _ in range(throws - 1):
        thrown = [0] * (r.nothing_kept + 1)
        for hand in range(r.hands):
            thrown[r.sensible[hand]] += ways[hand]
        ways = _completed(r, thrown)
    found = [0] * r.ranks
    for hand in range(r.hands):
        found[r.rank[hand]] += ways[hand]
    return found


def _completed(r: Any, kept: list[int]) -> list[int]:
    """The ways of every hand after the dice that miss from each set are thrown: all as many as five dice would have."""
    found = [ways * r.power[r.size[one]] for one, ways in enumerate(kept)]
    for one in range(r.nothing_kept, r.hands - 1, -1):
        for face in range(r.faces):
            found[r.child[WIDE * one + face]] += found[one]
    return found[: r.hands]


COACH = Coach(evaluate=judge, choice=choice, clear=CLEAR)

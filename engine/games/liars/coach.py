"""How the coach judges moves of liar's dice: by what `basic` gives for them, with exact chances from the view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import Any

from dicecup.engine.games.base import ONE, Coach, Judged, cases, counted
from dicecup.engine.games.liars.bots import (
    BASIC,
    BLUFF,
    CALL_OUT_OF_TURN,
    HALF,
    choose,
    holds_pass,
    lowest_bid,
    odds,
    seen,
    unseen,
    worth,
)
from dicecup.engine.games.liars.moves import EXACT, LIAR, PASS, SUM, WAIT, showing
from dicecup.engine.games.liars.notation import face_name, legal_list, notate
from dicecup.engine.games.liars.odds import holding
from dicecup.engine.games.liars.scoring import wild_counts
from dicecup.engine.games.liars.table import SHOWING, WINDOW

PASSING = 5  # dice of which a pass speaks (L-A20)
CLEAR = Fraction(15, 100)  # one showdown in seven: below that a bid may well be made to mislead


def judge(v: Any, r: Any, b: Any) -> list[Judged]:
    """Every legal move, its value a chance to come out right.

    In one's own turn it is what `basic` reckons: of a call, that it is right; of a bid, that it holds if it is doubted
    as by somebody who sees no die, and an even game if it is not; no bid is worth more than the lowest on its face,
    since it gives up room. Out of turn it is how far the chance exceeds what a call is wanted to have, waiting being 0.
    Of a show, that the bid holds after it.
    """
    told: Callable[[_Sight, int], Judged] = _show if v.mode == SHOWING else _sum if v.duel else _call_or_bid
    sight = _Sight(v, r)
    return [told(sight, action) for action in legal_list(v, r)]


def choice(v: Any, r: Any, b: Any, found: Sequence[Judged]) -> str:
    """What `basic` does."""
    return notate(choose(v, r, b, BASIC), r)


def despite(v: Any, r: Any) -> str:
    """Why `basic` does not what is worth most."""
    if v.mode == SHOWING:
        return "the bot lays open only what supports the bid"
    if v.duel:
        return "the bot raises a sum until it is likelier false than true"
    return f"it is a bluff, which the bot tries in one decision of {BLUFF}"


class _Sight:
    """What a seat sees, and exact chances from it."""

    def __init__(self, v: Any, r: Any) -> None:
        self.v = v
        self.r = r
        self.known = (0, *(seen(v, r, f) for f in range(1, r.faces + 1)))
        self.unknown = unseen(v, r)
        self.told = lru_cache(maxsize=None)(self._told)
        self._holding = lru_cache(maxsize=None)(self._reckoned)

    def holds(self, bid: int) -> Fraction:
        """The chance that a bid holds."""
        return self.holds_with(bid, self.known, self.unknown)

    def holds_with(self, bid: int, known: tuple[int, ...], unknown: int) -> Fraction:
        """The chance that a bid holds where one sees these dice, by face, and not so many others."""
        found = self._holding(bid & 15, known, unknown)
        return found[bid >> 4] if bid >> 4 < len(found) else Fraction(0)

    def _reckoned(self, face: int, known: tuple[int, ...], unknown: int) -> list[Fraction]:
        return holding(self.v, self.r, known, unknown, face)

    def _told(self, face: int) -> str:
        """The dice that the chances of a face are made of: `you see 2x5 and 1x1 (wild), and 9 dice are unknown`."""
        faces = [face, self.r.wild] if wild_counts(self.v, self.r, face) else [face]
        parts = [
            f"{self.known[f]}x{face_name(self.r, f)}{' (wild)' if f != face else ''}" for f in faces if self.known[f]
        ]
        hidden = f"{counted(self.unknown, 'die is', 'dice are')} unknown"
        return f"you see {' and '.join(parts) or f'no {face_name(self.r, face)}'}, and {hidden}"


def _call_or_bid(sight: _Sight, action: int) -> Judged:
    """A bid or a call, in one's own turn or out of it."""
    v, r = sight.v, sight.r
    move, standing = notate(action, r), notate(v.bid, r)
    if action == PASS:
        return _pass(sight)
    if action == LIAR and v.passer >= 0:
        return Judged(move, Fraction(1, 2), "liar: the pass may as well be true as false", _true_passes(r))
    if action == WAIT:
        fails = cases(1 - sight.holds(v.bid))
        return Judged(move, Fraction(0), "wait: it costs nothing", f"{standing} fails in {fails}")
    if action == LIAR:
        value = worth(v, r, LIAR, 0) - (CALL_OUT_OF_TURN if v.mode == WINDOW else 0)
        brief = f"liar: {standing} fails in {cases(1 - sight.holds(v.bid))}"
        return Judged(move, Fraction(value, ONE), brief, sight.told(v.bid & 15))
    if action == EXACT:
        value = worth(v, r, EXACT, 0) - (HALF if v.mode == WINDOW else 0)
        exactly = sight.holds(v.bid) - sight.holds(v.bid + 16)
        return Judged(
            move, Fraction(value, ONE), f"exact: there are just {standing} in {cases(exactly)}", sight.told(v.bid & 15)
        )
    return Judged(
        move,
        Fraction(_bid_worth(v, r, action), ONE),
        f"{move} holds in {cases(sight.holds(action))}",
        sight.told(action & 15),
    )


def _bid_worth(v: Any, r: Any, bid: int) -> int:
    """What a bid is worth; nothing where it is a certain lie."""
    if bid >> 4 > v.total or odds(v, r, bid, 0) == 0:
        return 0
    return min(worth(v, r, bid, 0), worth(v, r, lowest_bid(v, r, bid & 15), 0))


def _pass(sight: _Sight) -> Judged:
    """To pass: a true one cannot lose, and `basic` makes no other."""
    if holds_pass(sight.v, sight.r):
        return Judged("pass", Fraction(worth(sight.v, sight.r, PASS, 0), ONE), "pass: it is true, and cannot lose")
    return Judged("pass", Fraction(0), "pass: it is false, and loses if it is challenged")


def _true_passes(r: Any) -> str:
    """How often five dice make a true pass: all different, all equal, or a full house."""
    ways = perm(r.faces, PASSING) + r.faces + r.faces * (r.faces - 1) * 10
    return f"five dice thrown at once make a true one in {cases(Fraction(ways, r.faces**PASSING))}"


def _show(sight: _Sight, action: int) -> Judged:
    """What is shown after a raise: the rest of one's dice is thrown again."""
    v, r = sight.v, sight.r
    move, bid = notate(action, r), notate(v.bid, r)
    again = 0
    known = list(sight.known)
    for f in range(1, r.faces + 1):
        if move != "show none":
            known[f] += showing(r, action, f) - v.cup[v.seat][f]
            again += v.cup[v.seat][f] - showing(r, action, f)
    chance = sight.holds_with(v.bid, tuple(known), sight.unknown + again)
    because = f"{counted(again, 'die is', 'dice are')} thrown again" if again else sight.told(v.bid & 15)
    return Judged(move, chance, f"{move}: {bid} then holds in {cases(chance)}", because)


def _sum(sight: _Sight, action: int) -> Judged:
    """A bid or a call on the sum of the last two dice, of which one is one's own."""
    v, r = sight.v, sight.r
    own = next(f for f in range(1, r.faces + 1) if v.cup[v.seat][f])
    wanted = (v.bid if action == LIAR else action) - SUM - own
    holds = Fraction(min(max(r.faces + 1 - wanted, 0), r.faces), r.faces)
    because = f"your die is {own}, the other shows {max(wanted, 1)} or more in {cases(holds)}"
    if action == LIAR:
        return Judged("liar", 1 - holds, f"liar: {notate(v.bid, r)} fails in {cases(1 - holds)}", because)
    return Judged(notate(action, r), holds, f"{notate(action, r)} holds in {cases(holds)}", because)


COACH = Coach(evaluate=judge, choice=choice, clear=CLEAR, despite=despite)

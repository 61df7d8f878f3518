"""Exact chances in poker dice: what each keep leads to, and how often it beats a hand.

Everything is counted, nothing sampled: sets of dice with their multiplicities, later throws played for the best by the
same measure. Chances are Fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

from dicecup.engine.games.poker.moves import DROP, STAND
from dicecup.engine.games.poker.notation import face_name, notate, parse, spelled
from dicecup.engine.games.poker.options import DICE, KINDS, PokerOptions
from dicecup.engine.games.poker.rules import KEEPS, Rules, dice_of, ways_to_throw, with_die, within

FaceName = int | str


@dataclass(frozen=True)
class KeepOdds:
    """What one keep leads to in poker dice.

    `kinds` has the chance of each kind of hand, in the hand order. `beats` and `ties` are against the hand to beat;
    where none is named, against one throw of five dice by somebody else. `worth`, by which keeps are ordered, is
    `beats` + half of `ties`: of one hand against another, while the coach knows the seats and what a tie leads to.
    """

    move: str
    keep: tuple[FaceName, ...]
    kinds: dict[str, Fraction]
    beats: Fraction
    ties: Fraction

    @property
    def worth(self) -> Fraction:
        """The chance to be best, a tie counted half."""
        return self.beats + self.ties / 2


@dataclass(frozen=True)
class _Tally:
    """Exact counts: `of` ways, by kind of hand, and how many of them beat and tie."""

    of: int
    counts: tuple[int, ...]  # the kinds in the order of KINDS, then beats, then ties

    @property
    def worth(self) -> Fraction:
        return Fraction(2 * self.counts[-2] + self.counts[-1], 2 * self.of)


def keep_odds(
    o: PokerOptions,
    r: Rules,
    hand: str | Sequence[FaceName],
    *,
    throws_left: int = 1,
    beat: str | Sequence[FaceName] | None = None,
    kept: str | Sequence[FaceName] = "none",
) -> list[KeepOdds]:
    """What each legal keep of a hand leads to with so many throws left, best first, equals in the order of moves.

    With more than one throw left, later decisions are made for the greatest `worth` too. `kept` are dice kept earlier
    in the turn, which matter under `kept_locked`. ValueError with a sentence for hands that do not exist and throws
    there are not.
    """
    own = _hand(r, hand)
    if not 0 <= throws_left < r.max_throws:
        raise ValueError(f"throws left is {throws_left}; it is from 0 to {r.max_throws - 1}")
    pick = _Pick(r, None if beat is None else _hand(r, beat))
    lock = _dice(r, kept)
    if not within(r, lock, own):
        raise ValueError(f"{spelled(r, dice_of(lock, r))} cannot have been kept: the hand lacks them")
    found = [(tally.worth, -i, keep, tally) for i, (keep, tally) in enumerate(pick.choices(own, lock, throws_left))]
    found.sort(reverse=True)
    return [_told(o, r, keep, tally) for _, _, keep, tally in found]


class _Pick:
    """The decisions of a turn against one hand, or against a throw of five dice."""

    def __init__(self, r: Any, beat: int | None) -> None:
        self.r = r
        throws = r.faces**DICE
        against = {hand: ways_to_throw(dice_of(hand, r)) for hand in range(r.hands)}
        if beat is not None:
            against, throws = {beat: 1}, 1
        self.ends: list[_Tally] = []
        by_rank: dict[int, _Tally] = {}
        for hand in range(r.hands):
            if r.rank[hand] not in by_rank:
                beats = sum(n for other, n in against.items() if r.rank[other] < r.rank[hand])
                ties = sum(n for other, n in against.items() if r.rank[other] == r.rank[hand])
                kinds = [throws * (kind == r.kind[hand]) for kind in range(len(KINDS))]
                by_rank[r.rank[hand]] = _Tally(throws, (*kinds, beats, ties))
            self.ends.append(by_rank[r.rank[hand]])
        self.after = lru_cache(maxsize=None)(self._after)

    def choices(self, hand: int, lock: int, left: int) -> list[tuple[int, _Tally]]:
        """Each legal keep, the hand itself first, and what it leads to."""
        r = self.r
        found = [(hand, self.ends[hand])]
        if left > 0:
            for keep in r.keeps[KEEPS * hand + 1 : KEEPS * hand + r.ways[hand]]:
                if not r.kept_locked or within(r, lock, keep):
                    found.append((keep, self.after(keep, left)))
        return found

    def _after(self, keep: int, left: int) -> _Tally:
        """All throws of the dice not kept, each followed by the best decision."""
        of, counts = 0, [0] * (len(KINDS) + 2)
        parts = []
        for hand, ways in self._completed(keep):
            choices = self.choices(hand, keep, left - 1)
            best = choices[0][1]
            for _, tally in choices[1:]:
                if tally.worth > best.worth:
                    best = tally
            parts.append((ways, best))
        whole = max(best.of for _, best in parts)  # all are powers of `faces` times the same number
        for ways, best in parts:
            times = ways * (whole // best.of)
            of += times * best.of
            counts = [count + times * n for count, n in zip(counts, best.counts, strict=True)]
        return _Tally(of, tuple(counts))

    def _completed(self, keep: int) -> list[tuple[int, int]]:
        """Every hand that a set may become, and in how many throws of the missing dice."""
        r = self.r
        found = []
        for more in combinations_with_replacement(range(r.faces), DICE - r.size[keep]):
            hand = keep
            for face in more:
                hand = with_die(r, hand, face)
            found.append((hand, ways_to_throw(more)))
        return found


def _told(o: PokerOptions, r: Rules, keep: int, tally: _Tally) -> KeepOdds:
    chances = [Fraction(n, tally.of) for n in tally.counts]
    return KeepOdds(
        notate(keep, r),
        tuple(face_name(r, digit) for digit in dice_of(keep, r)),
        {kind: chances[KINDS.index(kind)] for kind in o.hand_order},
        chances[-2],
        chances[-1],
    )


def _dice(r: Any, dice: str | Sequence[FaceName]) -> int:
    text = dice if isinstance(dice, str) else " ".join(map(str, dice)) or "none"
    number = parse(f"keep {text}", r)
    if number in (STAND, DROP):
        raise ValueError(f"{text!r} names no dice")
    return number


def _hand(r: Any, dice: str | Sequence[FaceName]) -> int:
    number = _dice(r, dice)
    if number >= r.hands:
        raise ValueError(f"a hand has five dice, not {r.size[number]}")
    return number

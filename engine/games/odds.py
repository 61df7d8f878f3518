"""Exact chances, asked of a definition: what to keep in poker dice, what to bid in liar's dice; see also `odds_stacks`, `odds_piles`.

Everything is counted, nothing sampled: chances are Fractions. In poker dice sets of dice are counted with their multiplicities
and later throws are played for the best by the same measure; in liar's dice the unknown dice are a multinomial.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement
from math import comb
from typing import Any

from dicecup.engine.definitions.definition import Definition
from dicecup.engine.games.liars import rules as ladder
from dicecup.engine.games.liars import text as liars_words
from dicecup.engine.games.liars.play import LIAR, State, wild_counts
from dicecup.engine.games.liars.table import TURN
from dicecup.engine.games.poker import text as poker_words
from dicecup.engine.games.poker.options import DICE, KINDS
from dicecup.engine.games.poker.play import DROP, STAND
from dicecup.engine.games.poker.rules import KEEPS, dice_of, ways_to_throw, with_die, within
from dicecup.engine.games.registry import family
from dicecup.engine.match.match import rules_of

FaceName = int | str


@dataclass(frozen=True)
class KeepOdds:
    """What one keep leads to in poker dice.

    `kinds` has the chance of each kind of hand, in the hand order. `beats` and `ties` are against the hand to beat; where none is
    named, against one throw of five dice by somebody else. `worth`, by which keeps are ordered, is `beats` + half of `ties`.
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
class BidOdds:
    """A bid of liar's dice and the chance that it is right."""

    bid: str
    chance: Fraction


@dataclass(frozen=True)
class Bids:
    """The standing bid, if there is one, and every legal bid in ascending order."""

    standing: BidOdds | None
    legal: tuple[BidOdds, ...]


def odds(definition: Definition, **question: Any) -> Any:
    """The answer of the definition's family: `keep_odds` for poker dice, `bid_odds` for liar's dice, `throw_odds` for Stacked Dice,
    `roll_odds` for piles.

    ValueError for other families.
    """
    answers: dict[str, Callable[..., Any]] = {
        "poker": keep_odds,
        "liars": bid_odds,
    }
    if ask := family(definition.family).odds:
        return ask(definition.rules, rules_of(definition), **question)
    if definition.family not in answers:
        raise ValueError(
            f"odds are known for {', '.join(answers)} only, and {definition.name} is of {definition.family}"
        )
    return answers[definition.family](definition, **question)


# ---- poker dice


@dataclass(frozen=True)
class _Tally:
    """Exact counts: `of` ways, by kind of hand, and how many of them beat and tie."""

    of: int
    counts: tuple[int, ...]  # the kinds in the order of KINDS, then beats, then ties

    @property
    def worth(self) -> Fraction:
        return Fraction(2 * self.counts[-2] + self.counts[-1], 2 * self.of)


def keep_odds(
    definition: Definition,
    hand: str | Sequence[FaceName],
    *,
    throws_left: int = 1,
    beat: str | Sequence[FaceName] | None = None,
    kept: str | Sequence[FaceName] = "none",
) -> list[KeepOdds]:
    """What each legal keep of a hand leads to with so many throws left, best first, equals in the order of moves.

    With more than one throw left, later decisions are made for the greatest `worth` too. `kept` are dice kept earlier in the turn,
    which matter under `kept_locked`. ValueError with a sentence for hands that do not exist and throws there are not.
    """
    r = rules_of(definition)
    own = _hand(r, hand)
    if not 0 <= throws_left < r.max_throws:
        raise ValueError(f"throws left is {throws_left}; in {definition.name} it is from 0 to {r.max_throws - 1}")
    pick = _Pick(r, None if beat is None else _hand(r, beat))
    lock = _dice(r, kept)
    if not within(r, lock, own):
        raise ValueError(f"{poker_words.spelled(r, dice_of(lock, r))} cannot have been kept: the hand lacks them")
    found = [(tally.worth, -i, keep, tally) for i, (keep, tally) in enumerate(pick.choices(own, lock, throws_left))]
    found.sort(reverse=True)
    return [_told(definition, r, keep, tally) for _, _, keep, tally in found]


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


def _told(definition: Definition, r: Any, keep: int, tally: _Tally) -> KeepOdds:
    chances = [Fraction(n, tally.of) for n in tally.counts]
    order: Sequence[str] = definition.rules.hand_order  # type: ignore[attr-defined]
    return KeepOdds(
        poker_words.notate(keep, r),
        tuple(poker_words.face_name(r, digit) for digit in dice_of(keep, r)),
        {kind: chances[KINDS.index(kind)] for kind in order},
        chances[-2],
        chances[-1],
    )


def _dice(r: Any, dice: str | Sequence[FaceName]) -> int:
    text = dice if isinstance(dice, str) else " ".join(map(str, dice)) or "none"
    number = poker_words.parse(f"keep {text}", r)
    if number in (STAND, DROP):
        raise ValueError(f"{text!r} names no dice")
    return number


def _hand(r: Any, dice: str | Sequence[FaceName]) -> int:
    number = _dice(r, dice)
    if number >= r.hands:
        raise ValueError(f"a hand has five dice, not {r.size[number]}")
    return number


# ---- liar's dice


def bid_odds(
    definition: Definition,
    cup: str | Sequence[FaceName],
    unknown: int,
    *,
    bid: str | None = None,
    players: int = 2,
    palifico: bool = False,
    wilds_off: bool = False,
    opening: bool = False,
) -> Bids:
    """The chance of the standing bid, and of every bid that is legal after it (or of any opening bid), to be right.

    `cup` are all dice that one sees, `unknown` is the number of those one does not. `wilds_off`: an earlier bid has ended the
    wildness of this round (L-A14; a standing bid on the wild face does that by itself under `once_wild_bid`). `opening`: the standing
    bid is the first of its round. Where quantities are unbounded, bids of more dice than there are, certain lies, are left out.
    ValueError with a sentence for faces, bids and numbers that do not exist.
    """
    r = rules_of(definition)
    names = {str(name).upper(): face for face, name in enumerate(liars_words.die_names(r, 0), 1)}
    signs = cup.replace(",", " ").split() if isinstance(cup, str) else [str(name) for name in cup]
    for sign in signs:
        if sign.upper() not in names:
            raise ValueError(f"there is no face {sign}; the faces are {', '.join(names)}")
    if unknown < 0 or not 1 <= len(signs) + unknown <= ladder.MOST:
        raise ValueError(f"{len(signs)} dice seen and {unknown} unknown: it must be 1 to {ladder.MOST} dice in all")
    known = [0] * (r.faces + 1)
    for sign in signs:
        known[names[sign.upper()]] += 1
    s = _table(r, len(signs), unknown, players, palifico=palifico)
    if bid is not None:
        s.bid = liars_words.parse(bid, r)
        if not LIAR < 16 <= s.bid < 16 * (ladder.UNBOUNDED + 1):
            raise ValueError(f"{bid.strip()!r} is no bid; write quantity x face like 3x4")
        s.bids = 1 if opening else 2
        s.wild_bid = int((s.bid & 15) == r.wild)
        s.opening = s.bid if opening else 0
    holds = [holding(s, r, known, unknown, face, off=wilds_off) for face in range(1, r.faces + 1)]

    def told(one: int) -> BidOdds:
        found, quantity = holds[(one & 15) - 1], one >> 4
        return BidOdds(liars_words.notate(one, r), found[quantity] if quantity < len(found) else Fraction(0))

    most = s.total if r.unbounded else ladder.UNBOUNDED
    every = (ladder.nth_bid(s, r, k) for k in range(ladder.count_bids(s, r)))
    return Bids(told(s.bid) if bid is not None else None, tuple(told(one) for one in every if one >> 4 <= most))


def _table(r: Any, seen: int, unknown: int, players: int, *, palifico: bool) -> Any:
    """A table at which a bid is due."""
    s = State()
    s.mode, s.seats, s.active, s.turn = TURN, players, players, 0
    s.total = s.at_start = seen + unknown
    s.held[0] = seen
    s.palifico = int(palifico)
    s.passer = -1
    return s


def holding(s: Any, r: Any, known: Sequence[int], unknown: int, face: int, *, off: bool = False) -> list[Fraction]:
    """By quantity, from 0 to all dice: the chance that at least so many count for a bid on a face (L-R9, L-V2, L-A13).

    `known` is by face how many dice one sees, `s` the table: a state, or a view of it. With `off` wild dice do not count.
    """
    wild = not off and wild_counts(s, r, face)
    sides = 2 if wild else 1
    ways = [0] * (sum(known) + unknown + 1)
    for naturals in range(unknown + 1):
        for wilds in range(unknown - naturals + 1 if wild else 1):
            have = known[face] + naturals
            if wild and (not r.natural or have > 0):
                have += known[r.wild] + wilds
            others = (r.faces - sides) ** (unknown - naturals - wilds)
            ways[have] += comb(unknown, naturals) * comb(unknown - naturals, wilds) * others
    tails = [*accumulate(reversed(ways))]
    return [Fraction(n, r.faces**unknown) for n in reversed(tails)]

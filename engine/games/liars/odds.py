"""Exact chances in liar's dice: how likely the standing bid, and every bid that may follow it, are right.

Everything is counted, nothing sampled: the dice that one does not see are a multinomial, and chances are Fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import Any

from dicecup.engine.games.liars.moves import count_bids, nth_bid
from dicecup.engine.games.liars.notation import notate, parse
from dicecup.engine.games.liars.options import LiarsOptions
from dicecup.engine.games.liars.rules import MOST, UNBOUNDED, Rules
from dicecup.engine.games.liars.scoring import wild_counts
from dicecup.engine.games.liars.table import TURN, State
from dicecup.engine.games.liars.text import die_names
from dicecup.engine.games.shared.faces import by_name

FaceName = int | str


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


def bid_odds(
    o: LiarsOptions,
    r: Rules,
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

    `cup` are all dice that one sees, `unknown` is the number of those one does not. `wilds_off`: an earlier bid has
    ended the wildness of this round (L-A14; a standing bid on the wild face does that by itself under `once_wild_bid`).
    `opening`: the standing bid is the first of its round. Where quantities are unbounded, bids of more dice than there
    are, certain lies, are left out. ValueError with a sentence for faces, bids and numbers that do not exist.
    """
    names = by_name(die_names(r, 0), 1)
    signs = cup.replace(",", " ").split() if isinstance(cup, str) else [str(name) for name in cup]
    for sign in signs:
        if sign.upper() not in names:
            raise ValueError(f"there is no face {sign}; the faces are {', '.join(map(str, die_names(r, 0)))}")
    if unknown < 0 or not 1 <= len(signs) + unknown <= MOST:
        raise ValueError(f"{len(signs)} dice seen and {unknown} unknown: it must be 1 to {MOST} dice in all")
    known = [0] * (r.faces + 1)
    for sign in signs:
        known[names[sign.upper()]] += 1
    s = _table_to_bid(r, len(signs), unknown, players, palifico=palifico)
    if bid is not None:
        s.bid = parse(bid, r)
        if not 16 <= s.bid < 16 * (UNBOUNDED + 1):
            raise ValueError(f"{bid.strip()!r} is no bid; write quantity x face like 3x4")
        s.bids = 1 if opening else 2
        s.wild_bid = int((s.bid & 15) == r.wild)
        s.opening = s.bid if opening else 0
    holds = [holding(s, r, known, unknown, face, off=wilds_off) for face in range(1, r.faces + 1)]

    def told(one: int) -> BidOdds:
        found, quantity = holds[(one & 15) - 1], one >> 4
        return BidOdds(notate(one, r), found[quantity] if quantity < len(found) else Fraction(0))

    most = s.total if r.unbounded else UNBOUNDED
    every = (nth_bid(s, r, k) for k in range(count_bids(s, r)))
    return Bids(told(s.bid) if bid is not None else None, tuple(told(one) for one in every if one >> 4 <= most))


def _table_to_bid(r: Any, seen: int, unknown: int, players: int, *, palifico: bool) -> Any:
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

    `known` is by face how many dice one sees, `s` the table: a state, or a view of it. With `off` wild dice do not
    count.
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

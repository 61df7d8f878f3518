"""The table of liar's dice: what everybody sees of it, the whole state, and what one seat sees."""

from __future__ import annotations

from typing import Annotated

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.record import Int
from dicecup.engine.games import base
from dicecup.engine.games.base import SEATS, PerSeat, Shared
from dicecup.engine.games.liars.rules import FACES

TURN, WINDOW, SHOWING = range(3)  # an ordinary turn, a question out of turn, what to show after a raise

WHYS = ("order", "cup", "push")
FOR_ORDER, FOR_CUP, FOR_PUSH = range(3)
GUARDS = ("", "max_rounds", "opening")
MAX_ROUNDS, OPENING = 1, 2

Cups = Annotated[list[list[int]], SEATS, FACES]


class Table(Shared):
    """What states and views share: what everybody sees, and the cups; the legal moves are made of these."""

    mode: Int
    opener: Int  # who bids first in this round
    active: Int  # seats not out
    total: Int  # dice in play in this round
    at_start: Int  # dice at the start of the hand
    bid: Int  # the standing bid, 0 for none
    bidder: Int
    bids: Int  # bids made in this round
    opening: Int  # the first of them
    wild_bid: Int  # whether one of them was on the wild face
    passer: Int  # whose pass stands, -1 for nobody's
    palifico: Int  # whether this is a palifico round
    duel: Int  # whether this round is bid in sums
    held: PerSeat  # dice each seat has
    out: PerSeat  # the place a seat left this hand in, 0 while it is in
    points: PerSeat  # penalty points
    wins: PerSeat  # hands won
    passed: PerSeat  # whether a seat has passed in this round
    said: PerSeat  # each seat's last bid in this round, 0 for none
    shown: Cups  # dice lying open, by seat and face
    cup: Cups  # hidden dice, by seat and face; a view has its own seat's only


class State(base.State, Table):
    """The whole truth of a game."""

    tied: PerSeat  # seats that throw for the first bid
    first_die: PerSeat
    ties: Int
    before: PerSeat  # dice each seat had when the round began
    palificos: PerSeat  # palifico rounds a seat has opened in this hand
    loss: PerSeat  # what the showdown at hand takes from a seat; below 0 it gives
    reason: Int  # why, an index into REASONS
    loser: Int  # of that showdown, as `starter` means it
    winner: Int
    deals: Int  # rounds and pushes dealt since the record was made, over all its games; see `observe`


class View(base.View, Table):
    """What one seat sees."""

    deals: Int


@kernel
def next_active(s: Table, p: int) -> int:
    """The first seat clockwise from p that is in the hand (L-C5)."""
    p = left_of(s, p)
    while s.out[p] != 0:
        p = left_of(s, p)
    return p


@kernel
def left_of(s: Table, p: int) -> int:
    """The next chair clockwise; a comparison, since a division by the number of seats costs as much as a throw."""
    return p + 1 if p + 1 < s.seats else 0


@kernel
def right_of(s: State, p: int) -> int:
    """The first active seat counter-clockwise."""
    p = p - 1 if p > 0 else s.seats - 1
    while s.out[p] != 0:
        p = p - 1 if p > 0 else s.seats - 1
    return p

"""The table of liar's dice as everybody sees it: the fields that states and views share."""

from __future__ import annotations

from typing import Annotated

from dicecup.engine.core.record import Int
from dicecup.engine.games.base import SEATS, PerSeat, Shared

FACES = 11  # room for faces 1..10, index 0 unused

TURN, WINDOW, SHOWING = range(3)  # an ordinary turn, a question out of turn, what to show after a raise

Cups = Annotated[list[list[int]], SEATS, FACES]


class Table(Shared):
    """What everybody sees, in states and in views alike; the legal moves are made of these and of the seat's own cup."""

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

"""The course of liar's dice as kernels: opening rolls, rounds, bids, call windows and pushes, and what a seat sees of
it.

Rule ids are those of rules.md section 1. A decision is one of three kinds (`mode`): a seat's ordinary turn, the answer
of a seat asked out of turn in a call window (L-A15), and what to show after a raise where pushing is played (L-A22).
"""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.philox import draw
from dicecup.engine.games.base import HELD, ORDER, ROUND, TABLE, TIE, Throw, Trace, begin, due, emit, new_count, thrown
from dicecup.engine.games.liars.moves import EXACT, LIAR, PASS, SHOW, WAIT, may_exact, showing
from dicecup.engine.games.liars.options import MAX_OPENING_TIES
from dicecup.engine.games.liars.rules import RANDOM, ROLL_HIGH, Rules
from dicecup.engine.games.liars.scoring import abort, new_hand, showdown
from dicecup.engine.games.liars.table import (
    FOR_CUP,
    FOR_ORDER,
    FOR_PUSH,
    MAX_ROUNDS,
    OPENING,
    SHOWING,
    TURN,
    WINDOW,
    State,
    View,
    next_active,
)

# ---- the opening and the rounds


@kernel
def start(s: State, r: Rules, t: Trace) -> None:
    """A new game: who bids first is thrown for, drawn, or seat A (L-A10)."""
    begin(s, t)
    s.ties = 0
    for p in range(s.seats):
        s.wins[p] = 0
        s.tied[p] = 1
    new_hand(s, r)
    if r.first == ROLL_HIGH:
        due(s, 0, 1, r.faces, 0, FOR_ORDER)
    elif r.first == RANDOM:
        due(s, TABLE, 1, s.seats, 0, FOR_ORDER)
    else:
        seat_order(s, r, t, 0)


@kernel
def seat_order(s: State, r: Rules, t: Trace, first: int) -> None:
    """The first bidder is known; play goes clockwise from him (L-R4)."""
    for i in range(s.seats):
        emit(t, ORDER, (first + i) % s.seats, i, 0)
    next_round(s, r, t, first)


@kernel
def next_round(s: State, r: Rules, t: Trace, opener: int) -> None:
    """Everybody in the hand is to throw his dice under his cup, clockwise from the opener (L-R3)."""
    if s.round >= r.max_rounds:
        abort(s, r, MAX_ROUNDS)
        return
    s.round += 1
    t.round = s.round
    new_count(s)
    s.mode = TURN
    s.opener = opener
    s.bid = 0
    s.bids = 0
    s.opening = 0
    s.wild_bid = 0
    s.passer = -1
    came_down = s.held[opener] == 1 and s.before[opener] > 1
    fresh = r.palifico_once == 0 or s.palificos[opener] == 0
    s.palifico = 0
    if r.palifico != 0 and came_down and fresh and (s.active > 2 or r.palifico_with_two != 0):
        s.palifico = 1
        s.palificos[opener] += 1
    s.total = 0
    emit(t, ROUND, opener, 0, 0)
    for p in range(s.seats):
        s.before[p] = s.held[p]
        s.passed[p] = 0
        s.said[p] = 0
        for f in range(1, r.faces + 1):
            s.cup[p][f] = 0
            s.shown[p][f] = 0
        if s.out[p] == 0:
            s.total += s.held[p]
            emit(t, HELD, p, s.held[p], 0)
    s.duel = 1 if r.duel != 0 and s.active == 2 and s.total == 2 else 0
    due(s, opener, s.held[opener], r.faces, 0, FOR_CUP)


@kernel
def roll(s: State, r: Rules, t: Trace, d: Throw) -> None:
    """The throw that was due has come up: an opening die, a cup, or the dice thrown again after a push."""
    p = s.thrower
    n = s.dice
    if s.why == FOR_ORDER:
        first = first_bidder(s, r, t, d)
        if first >= 0:
            seat_order(s, r, t, first)
        return
    thrown(s, t, d)
    s.deals += 1
    for i in range(n):
        s.cup[p][d.die[i] + 1] += 1
    if s.why == FOR_PUSH:
        after_bid(s, r)
        return
    p = next_active(s, p)
    if p == s.opener:
        s.turn = p
    else:
        due(s, p, s.held[p], r.faces, 0, FOR_CUP)


@kernel
def first_bidder(s: State, r: Rules, t: Trace, d: Throw) -> int:
    """Take an opening die; returns who bids first, -1 while that is open.

    Once all have thrown it is the highest, or those level at the top throw again.
    """
    p = s.thrower
    if p == TABLE:
        s.throws[TABLE] += 1
        s.dice = 0
        return d.die[0]
    thrown(s, t, d)
    s.first_die[p] = d.die[0]
    p += 1
    while p < s.seats and s.tied[p] == 0:
        p += 1
    if p < s.seats:
        due(s, p, 1, r.faces, 0, FOR_ORDER)
        return -1
    best = -1
    level = 0
    first = -1
    for q in range(s.seats):
        if s.tied[q] != 0:
            best = max(best, s.first_die[q])
    for q in range(s.seats):
        if s.tied[q] != 0 and s.first_die[q] == best:
            level += 1
            if first < 0:
                first = q
        else:
            s.tied[q] = 0
    if level == 1:
        return first
    s.ties += 1
    if s.ties >= MAX_OPENING_TIES:
        abort(s, r, OPENING)
        return -1
    for q in range(s.seats):
        if s.tied[q] != 0:
            emit(t, TIE, q, FOR_ORDER, 0)
    due(s, first, 1, r.faces, 0, FOR_ORDER)
    return -1


# ---- decisions


@kernel
def apply(s: State, r: Rules, t: Trace, action: int) -> None:
    """The seat in turn makes a legal move."""
    if action == LIAR or action == EXACT:
        opener = showdown(s, r, t, action == EXACT)
        if opener >= 0:
            next_round(s, r, t, opener)
    elif action == PASS:
        s.passer = s.turn
        s.passed[s.turn] = 1
        s.turn = next_active(s, s.turn)
    elif action == WAIT:
        s.turn = next_active(s, s.turn)
        if s.turn == s.bidder:
            s.mode = TURN
            s.turn = next_active(s, s.turn)
    elif action >= SHOW:
        show(s, r, action)
    else:
        bid(s, r, action)


@kernel
def bid(s: State, r: Rules, action: int) -> None:
    """A bid stands; the others may be asked, then the next seat has its turn (L-R5)."""
    s.bids += 1
    s.bid = action
    s.bidder = s.turn
    s.said[s.turn] = action
    s.passer = -1
    if s.bids == 1:
        s.opening = action
    if r.wild != 0 and (action & 15) == r.wild and s.duel == 0:
        s.wild_bid = 1
    if r.push != 0 and s.bids > 1 and s.duel == 0:
        s.mode = SHOWING
    else:
        after_bid(s, r)


@kernel
def after_bid(s: State, r: Rules) -> None:
    """Open a call window where somebody out of turn is entitled to call, else go on to the next seat (L-A15)."""
    s.mode = WINDOW
    s.turn = next_active(s, s.bidder)
    entitled = s.duel == 0 and s.active > 2 and (r.any_challenge != 0 or may_exact(s, r))
    if entitled:
        s.turn = next_active(s, s.turn)
    else:
        s.mode = TURN


@kernel
def show(s: State, r: Rules, action: int) -> None:
    """Lay some dice open and throw all the others again, or none (L-A22)."""
    p = s.turn
    again = 0
    for f in range(1, r.faces + 1):
        if action != SHOW:
            some = showing(r, action, f)
            s.shown[p][f] += some
            again += s.cup[p][f] - some
            s.cup[p][f] = 0
    s.deals += 1
    if action == SHOW:
        after_bid(s, r)
    else:
        due(s, p, again, r.faces, 0, FOR_PUSH)


# ---- what a seat sees


@kernel
def observe(s: State, r: Rules, v: View, seat: int) -> None:
    """Fill a view with what lies open and with the seat's own cup; other rows of `v.cup` are never written."""
    v.mode = s.mode
    v.bid = s.bid
    v.bidder = s.bidder
    v.bids = s.bids
    v.opening = s.opening
    v.wild_bid = s.wild_bid
    v.passer = s.passer
    for p in range(s.seats):
        v.said[p] = s.said[p]
    if r.passing != 0:
        for p in range(s.seats):
            v.passed[p] = s.passed[p]
    if v.deals == s.deals:
        return
    # The rest changes only when dice are dealt; filling it each time would cost a third of a game.
    v.deals = s.deals
    v.opener = s.opener
    v.active = s.active
    v.total = s.total
    v.at_start = s.at_start
    v.palifico = s.palifico
    v.duel = s.duel
    for p in range(s.seats):
        v.held[p] = s.held[p]
        v.out[p] = s.out[p]
        v.points[p] = s.points[p]
        v.wins[p] = s.wins[p]
        if r.push != 0:
            for f in range(1, r.faces + 1):
                v.shown[p][f] = s.shown[p][f]
    for f in range(1, r.faces + 1):
        v.cup[seat][f] = s.cup[seat][f]


@kernel
def redeal(s: State, r: Rules, v: View) -> None:
    """Throw again all dice that the seat of `v` cannot see, from that seat's own key (L-C14)."""
    for p in range(s.seats):
        if p != v.seat:
            hidden = 0
            for f in range(1, r.faces + 1):
                hidden += s.cup[p][f]
                s.cup[p][f] = 0
            for _ in range(hidden):
                s.cup[p][draw(v, r.faces) + 1] += 1

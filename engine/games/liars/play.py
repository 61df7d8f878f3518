"""The course of liar's dice as kernels: opening rolls, rounds, bids, calls, showdowns, hands.

Rule ids are those of rules.md section 1. A decision is one of three kinds (`mode`): a seat's ordinary turn, the answer of a seat
asked out of turn in a call window (L-A15), and what to show after a raise where pushing is played (L-A22).
"""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.philox import draw
from dicecup.engine.core.record import Int
from dicecup.engine.games import base
from dicecup.engine.games.base import (
    ABORTED,
    FIRST_KIND,
    HELD,
    ORDER,
    OUT,
    ROUND,
    TABLE,
    TIE,
    WON,
    PerSeat,
    Throw,
    Trace,
    begin,
    due,
    emit,
    new_count,
    thrown,
)
from dicecup.engine.games.liars.rules import (
    ANY,
    BY_WINNER,
    DIFFERENCE,
    ELIMINATION,
    NEXT,
    OFF_IF_OPENED,
    OFF_ONCE_BID,
    OTHERS,
    PENALTY,
    PREVIOUS_RIGHT,
    RANDOM,
    ROLL_HIGH,
    Rules,
    count_bids,
    nth_bid,
)
from dicecup.engine.games.liars.table import SHOWING, TURN, WINDOW, Table

# Actions: bids are 16 q + f, so the calls lie below 16 and the rest above every bid.
LIAR, EXACT, PASS, WAIT = range(1, 5)
SUM = 1 << 15  # plus the sum that is bid in a final duel
SHOW = 1 << 52  # plus the number of dice of each face shown, face 1 in the lowest `r.show_bits` bits

WHYS = ("order", "cup", "push")
FOR_ORDER, FOR_CUP, FOR_PUSH = range(3)
GUARDS = ("", "max_rounds", "opening")
MAX_ROUNDS, OPENING = 1, 2
MAX_TIES = 1000

# The family's own trace rows, and why a seat loses.
CUP, REVEAL, WILDS, LOSE, GAIN, POINT, HAND_WON = range(FIRST_KIND, FIRST_KIND + 7)
REASONS = ("bid", "challenge", "exact", "pass", "others")
BID_WRONG, CHALLENGE_WRONG, EXACT_WRONG, PASS_WRONG, OTHERS_LOSE = range(5)


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


# ---- the opening, hands and rounds


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
def new_hand(s: State, r: Rules) -> None:
    """Everybody has all his dice (again)."""
    s.active = s.seats
    s.at_start = s.seats * r.dice
    for p in range(s.seats):
        s.held[p] = r.dice
        s.before[p] = r.dice
        s.out[p] = 0
        s.points[p] = 0
        s.palificos[p] = 0


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
    """Take an opening die; once all have thrown, the highest bids first, or those level at the top throw again. -1: not yet."""
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
    if s.ties >= MAX_TIES:
        abort(s, r, OPENING)
        return -1
    for q in range(s.seats):
        if s.tied[q] != 0:
            emit(t, TIE, q, FOR_ORDER, 0)
    due(s, first, 1, r.faces, 0, FOR_ORDER)
    return -1


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


# ---- decisions


@kernel
def may_exact(s: Table, r: Rules) -> bool:
    """Whether the seat in turn may call the standing bid exact (L-A18)."""
    if s.bid == 0 or s.duel != 0 or s.passer >= 0:
        return False
    if r.half_dice != 0 and 2 * s.total < s.at_start:
        return False
    if s.mode == WINDOW:
        return r.exact == OTHERS or r.exact == ANY
    return r.exact == NEXT or r.exact == ANY


@kernel
def may_liar(s: Table, r: Rules) -> bool:
    """Whether the seat in turn may challenge: the standing bid, or the pass above it (L-C1, L-C17, L-A4)."""
    return s.bid != 0 and (s.mode == TURN or r.any_challenge != 0)


@kernel
def may_pass(s: Table, r: Rules) -> bool:
    """Whether the seat in turn may pass (L-A20)."""
    if r.passing == 0 or s.bid == 0 or s.mode != TURN or s.duel != 0:
        return False
    return s.held[s.turn] == 5 and s.passed[s.turn] == 0


@kernel
def legal_count(s: Table, r: Rules) -> int:
    """Number of legal moves of the seat in turn."""
    if s.mode == SHOWING:
        return count_shows(s, r)
    calls = 0
    if may_liar(s, r):
        calls += 1
    if may_exact(s, r):
        calls += 1
    if s.mode == WINDOW:
        return calls + 1
    if may_pass(s, r):
        calls += 1
    if s.duel != 0:
        lowest = s.bid - SUM + 1 if s.bid != 0 else 2
        return 2 * r.faces - lowest + 1 + calls
    return count_bids(s, r) + calls


@kernel
def legal_nth(s: Table, r: Rules, k: int) -> int:
    """The k-th legal move: bids in ascending rank, then liar, exact, pass, wait; shows by number of dice, then faces."""
    if s.mode == SHOWING:
        return nth_show(s, r, k)
    if s.mode == TURN:
        if s.duel != 0:
            lowest = s.bid + 1 if s.bid != 0 else SUM + 2
            bids = SUM + 2 * r.faces - lowest + 1
            if k < bids:
                return lowest + k
        else:
            bids = count_bids(s, r)
            if k < bids:
                return nth_bid(s, r, k)
        k -= bids
    if may_liar(s, r):
        if k == 0:
            return LIAR
        k -= 1
    if may_exact(s, r):
        if k == 0:
            return EXACT
        k -= 1
    if may_pass(s, r):
        return PASS
    return WAIT


@kernel
def count_shows(s: Table, r: Rules) -> int:
    """Ways to lay open none, or at least one but not all, of one's hidden dice (L-A22)."""
    ways = 1
    hidden = 0
    for f in range(1, r.faces + 1):
        ways *= s.cup[s.turn][f] + 1
        hidden += s.cup[s.turn][f]
    return ways - 1 if hidden > 0 else ways


@kernel
def nth_show(s: Table, r: Rules, k: int) -> int:
    """The k-th way in ascending number of dice, those of equal number by faces."""
    p = s.turn
    if k == 0:
        return SHOW
    ways = 1
    hidden = 0
    for f in range(1, r.faces + 1):
        ways *= s.cup[p][f] + 1
        hidden += s.cup[p][f]
    for size in range(1, hidden):
        # Every multiset is a number whose digit for face f is how many dice of f it leaves under the cup, face 1 foremost.
        for number in range(ways):
            rest = number
            dice = 0
            action = SHOW
            for i in range(r.faces):
                f = r.faces - i
                base_f = s.cup[p][f] + 1
                some = s.cup[p][f] - rest % base_f
                rest = rest // base_f
                dice += some
                action += some << (r.show_bits * (f - 1))
            if dice == size:
                k -= 1
                if k == 0:
                    return action
    return SHOW


@kernel
def apply(s: State, r: Rules, t: Trace, action: int) -> None:
    """The seat in turn makes a legal move."""
    if action == LIAR or action == EXACT:
        lift(s, r, t)
        if s.passer >= 0:
            judge_pass(s, r, t)
        elif s.duel != 0:
            judge_duel(s, r, t)
        else:
            judge_bid(s, r, t, action == EXACT)
        settle(s, r, t)
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
def showing(r: Rules, action: int, f: int) -> int:
    """How many dice of a face a show lays open."""
    return (action >> (r.show_bits * (f - 1))) & ((1 << r.show_bits) - 1)


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


# ---- showdowns


@kernel
def lift(s: State, r: Rules, t: Trace) -> None:
    """All cups are lifted (L-R8)."""
    for p in range(s.seats):
        s.loss[p] = 0
    if t.on != 0:
        for p in range(s.seats):
            if s.out[p] == 0:
                for f in range(1, r.faces + 1):
                    emit(t, CUP, p, f, s.cup[p][f] + s.shown[p][f])


@kernel
def count_face(s: State, r: Rules, face: int) -> int:
    """Dice of a face on the table, wild ones left out."""
    n = 0
    for p in range(s.seats):
        if s.out[p] == 0:
            n += s.cup[p][face] + s.shown[p][face]
    return n


@kernel
def wild_counts(s: Table, r: Rules, face: int) -> bool:
    """Whether wild dice count for that face in this round (L-V2, L-A13, L-A14, L-C12)."""
    if r.wild == 0 or face == r.wild or s.palifico != 0:
        return False
    if r.wild_off == OFF_ONCE_BID:
        return s.wild_bid == 0
    if r.wild_off == OFF_IF_OPENED:
        return (s.opening & 15) != r.wild
    return True


@kernel
def judge_bid(s: State, r: Rules, t: Trace, exact: bool) -> None:
    """The standing bid is challenged, or called exact, by the seat in turn (L-R9 to L-R11, L-A17, L-A18)."""
    caller, bidder = s.turn, s.bidder
    quantity = s.bid >> 4
    face = s.bid & 15
    count = count_face(s, r, face)
    wilds = 0
    if wild_counts(s, r, face) and (r.natural == 0 or count > 0):
        wilds = count_face(s, r, r.wild)
    count += wilds
    emit(t, REVEAL, bidder, s.bid, count)
    emit(t, WILDS, bidder, wilds, 0)
    if exact:
        if count != quantity:
            verdict(s, EXACT_WRONG, caller, bidder)
            s.loss[caller] = 1
            return
        verdict(s, OTHERS_LOSE, caller, caller)
        if r.exact_regain == 0:
            others_lose(s, caller)
        elif s.held[caller] < r.dice:
            s.loss[caller] = -1
        return
    if count == quantity and r.exact_others != 0:
        verdict(s, OTHERS_LOSE, caller, bidder)
        others_lose(s, bidder)
        return
    take(s, r, count >= quantity, BID_WRONG, caller, bidder)
    if r.loss == DIFFERENCE:
        s.loss[s.loser] = max(abs(quantity - count), 1)


@kernel
def judge_pass(s: State, r: Rules, t: Trace) -> None:
    """A pass is challenged: true iff the five dice are all different, all equal, or a full house (L-A20)."""
    pairs = 0
    most = 0
    kinds = 0
    for f in range(1, r.faces + 1):
        n = s.cup[s.passer][f] + s.shown[s.passer][f]
        most = max(most, n)
        if n > 0:
            kinds += 1
        if n == 2:
            pairs += 1
    true = kinds == 5 or most == 5 or (most == 3 and pairs == 1)
    emit(t, REVEAL, s.passer, PASS, 1 if true else 0)
    emit(t, WILDS, s.passer, 0, 0)
    take(s, r, true, PASS_WRONG, s.turn, s.passer)


@kernel
def judge_duel(s: State, r: Rules, t: Trace) -> None:
    """The sum bid in a final duel is challenged (L-A26)."""
    total = 0
    for f in range(1, r.faces + 1):
        total += f * count_face(s, r, f)
    emit(t, REVEAL, s.bidder, s.bid, total)
    emit(t, WILDS, s.bidder, 0, 0)
    take(s, r, total >= s.bid - SUM, BID_WRONG, s.turn, s.bidder)


@kernel
def take(s: State, r: Rules, right: bool, wrong: int, caller: int, other: int) -> None:
    """One party loses one: the caller if what he challenged is right, else the other; the die may go to his opponent (L-A7)."""
    if right:
        verdict(s, CHALLENGE_WRONG, caller, other)
    else:
        verdict(s, wrong, other, caller)
    s.loss[s.loser] = 1
    if r.transfer != 0:
        s.loss[s.winner] = -1


@kernel
def verdict(s: State, reason: int, loser: int, winner: int) -> None:
    """Note why somebody loses, and who counts as loser and winner of the showdown (L-A24)."""
    s.reason = reason
    s.loser = loser
    s.winner = winner


@kernel
def others_lose(s: State, spared: int) -> None:
    """Every active seat but one loses one (L-A17, L-A18)."""
    for p in range(s.seats):
        if s.out[p] == 0 and p != spared:
            s.loss[p] = 1


@kernel
def settle(s: State, r: Rules, t: Trace) -> None:
    """Take and give what the showdown says, see who is out, and begin the next round, the next hand, or nothing."""
    p = s.turn
    left = 0
    for _ in range(s.active):
        charge(s, r, t, p)
        if is_in(s, r, p):
            left += 1
        p = next_active(s, p)
    if left < s.active:
        for _ in range(s.active):
            following = next_active(s, p)
            if not is_in(s, r, p):
                s.out[p] = left + 1
                emit(t, OUT, p, left + 1, 0)
            p = following
        s.active = left
    if left == 1 or r.single != 0:
        opener = end_hand(s, r, t)
        if opener < 0:
            return
    else:
        opener = next_opener(s, r)
    next_round(s, r, t, opener)


@kernel
def charge(s: State, r: Rules, t: Trace, p: int) -> None:
    """One seat's loss or gain (L-A16, L-C10, L-C11)."""
    loss = s.loss[p]
    if loss == 0:
        return
    if loss < 0:
        s.held[p] -= loss
        emit(t, GAIN, p, -loss, 0)
    elif r.loss == PENALTY:
        s.points[p] += 1
        emit(t, POINT, p, s.points[p], 0)
    else:
        loss = s.held[p] if r.loss == ELIMINATION else min(loss, s.held[p])
        s.held[p] -= loss
        emit(t, LOSE, p, loss, s.reason)


@kernel
def is_in(s: State, r: Rules, p: int) -> bool:
    """Whether a seat may play on."""
    if r.loss == PENALTY:
        return s.points[p] < r.penalty_limit
    return s.held[p] > 0


@kernel
def next_opener(s: State, r: Rules) -> int:
    """Who opens the next round (L-R12, L-A24, L-C4)."""
    if r.starter == PREVIOUS_RIGHT:
        return right_of(s, s.opener)
    p = s.winner if r.starter == BY_WINNER else s.loser
    if s.out[p] == 0:
        return p
    if r.if_out_winner != 0:
        other = s.passer if s.passer >= 0 else s.bidder
        p = other if p == s.turn else s.turn
        if s.out[p] == 0:
            return p
    return next_active(s, p)


@kernel
def right_of(s: State, p: int) -> int:
    """The first active seat counter-clockwise."""
    p = p - 1 if p > 0 else s.seats - 1
    while s.out[p] != 0:
        p = p - 1 if p > 0 else s.seats - 1
    return p


@kernel
def end_hand(s: State, r: Rules, t: Trace) -> int:
    """A hand is over: those in it have won it; a match goes on until one seat has more than half of the hands (L-A23).

    Returns who opens the next hand, -1 for nobody: the game is won.
    """
    if r.best_of == 1:
        finish(s, r, WON)
        return -1
    most = 0
    for p in range(s.seats):
        if s.out[p] == 0:
            s.wins[p] += 1
            emit(t, HAND_WON, p, s.wins[p], 0)
        most = max(most, s.wins[p])
    if 2 * most > r.best_of:
        finish(s, r, WON)
        return -1
    new_hand(s, r)
    if r.starter == PREVIOUS_RIGHT:
        return right_of(s, s.opener)
    return s.winner if r.starter == BY_WINNER else s.loser


@kernel
def abort(s: State, r: Rules, guard: int) -> None:
    """A guard ends the game; nobody has won."""
    s.by = guard
    finish(s, r, ABORTED)


@kernel
def finish(s: State, r: Rules, end: int) -> None:
    """Places and scores: by hands won in a match, else by the order of leaving (L-C8)."""
    s.end = end
    for p in range(s.seats):
        if r.best_of > 1:
            s.score[p] = s.wins[p]
            s.place[p] = 1
            for q in range(s.seats):
                if s.wins[q] > s.wins[p]:
                    s.place[p] += 1
        else:
            s.score[p] = s.points[p] if r.loss == PENALTY else s.held[p]
            s.place[p] = s.out[p] if s.out[p] != 0 else 1


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

"""The course of poker dice as kernels: preliminary throws, rounds, turns, and what a seat sees of them.

Rule ids are those of rules.md section 4. A decision is always the same one: what to keep of the five dice that lie
there.
"""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.games.base import (
    HELD,
    ORDER,
    ROUND,
    RUNNING,
    TIE,
    Throw,
    Trace,
    begin,
    due,
    emit,
    new_count,
    thrown,
)
from dicecup.engine.games.poker.moves import DROP, STAND, single, stay_due
from dicecup.engine.games.poker.options import DICE, MAX_OPENING_TIES
from dicecup.engine.games.poker.rules import BY_SEATS, CHIPS, FOR_REROLL, ROLL_FIRST, Rules
from dicecup.engine.games.poker.scoring import AGAIN, HAND, abort, end_round, pay, showdown
from dicecup.engine.games.poker.table import (
    AWAY,
    DROPPED,
    FOR_HAND,
    FOR_ORDER,
    FOR_TIE,
    IN,
    MAX_ROUNDS,
    NOT_THROWN,
    OPENING,
    State,
    View,
    place_after,
)

ALL_FREE = (1 << DICE) - 1


# ---- the opening and the rounds


@kernel
def start(s: State, r: Rules, t: Trace) -> None:
    """A new game: the playing order is thrown for, or it is that of the seats (P-R10)."""
    begin(s, t)
    s.ties = 0
    s.opening_ties = 0
    s.pot = 0
    s.lined = 0
    s.start_at = -1
    for p in range(s.seats):
        s.order[p] = p
        s.level[p] = 1
        s.playing[p] = 1
        s.out[p] = 0
        s.wins[p] = 0
        s.chips[p] = r.purse if r.form == CHIPS else 0
        s.hand[p] = NOT_THROWN
        s.lie[p] = 0
        s.line[p] = 0
        s.standing[p] = AWAY
    if r.start == BY_SEATS:
        set_order(s, r, t)
    else:
        s.group = 0
        s.group_end = s.seats
        s.at = 0
        due(s, 0, 1, r.faces, 0, FOR_ORDER)


@kernel
def roll(s: State, r: Rules, t: Trace, d: Throw) -> None:
    """The throw that was due has come up: a preliminary die, five dice, or those thrown again."""
    thrown(s, t, d)
    if s.why == FOR_ORDER:
        if in_order(s, r, t, d):
            set_order(s, r, t)
        return
    p = s.thrower
    lie = s.lie[p]
    free = s.free
    code = 0
    n = 0
    for i in range(DICE):
        # Places are filled without a branch: which of them are free is anybody's guess, the processor's too.
        filled = (free >> i) & 1
        mask = 15 * filled << (4 * i)
        lie = (lie & ~mask) | ((d.die[n] << (4 * i)) & mask)
        n += filled
        code += r.power[i] * ((lie >> (4 * i)) & 15)
    s.lie[p] = lie
    s.hand[p] = r.shown[code]
    s.made += 1
    if s.made < s.cap or stay_due(s, r):
        s.turn = p
    else:
        end_turn(s, r, t)


@kernel
def in_order(s: State, r: Rules, t: Trace, d: Throw) -> bool:
    """Take a preliminary die; returns whether the order is known.

    Once its group has thrown it is sorted, and the best group of level seats throws again (P-A11).
    """
    s.first_die[s.order[s.at]] = d.die[0]
    s.at += 1
    if s.at == s.group_end:
        sort_group(s)
        first = level_group(s, r)
        if first == s.seats:
            return True
        s.opening_ties += 1
        if s.opening_ties >= MAX_OPENING_TIES:
            abort(s, r, OPENING)
            return False
        s.group = first
        s.at = first
        s.group_end = first
        while s.group_end < s.seats and (s.group_end == first or s.level[s.group_end] != 0):
            emit(t, TIE, s.order[s.group_end], FOR_ORDER, 0)
            s.group_end += 1
    due(s, s.order[s.at], 1, r.faces, 0, FOR_ORDER)
    return False


@kernel
def level_group(s: State, r: Rules) -> int:
    """The place of the first seat of the best group that has to throw again, the number of seats where none has."""
    if r.start == ROLL_FIRST:
        return 0 if s.level[1] != 0 else s.seats
    for i in range(s.group + 1, s.seats):
        if s.level[i] != 0:
            return i - 1
    return s.seats


@kernel
def sort_group(s: State) -> None:
    """Sort the seats that have thrown by their dice, the lowest digit is best; level ones stay in seat order."""
    for i in range(s.group + 1, s.group_end):
        p = s.order[i]
        j = i
        while j > s.group and s.first_die[s.order[j - 1]] > s.first_die[p]:
            s.order[j] = s.order[j - 1]
            j -= 1
        s.order[j] = p
    s.level[s.group] = 0
    for i in range(s.group + 1, s.group_end):
        s.level[i] = 1 if s.first_die[s.order[i]] == s.first_die[s.order[i - 1]] else 0


@kernel
def set_order(s: State, r: Rules, t: Trace) -> None:
    """The playing order is known."""
    if r.start == ROLL_FIRST:
        p = s.order[0]
        for i in range(s.seats):
            s.order[i] = p
            p = p + 1 if p + 1 < s.seats else 0
    for i in range(s.seats):
        emit(t, ORDER, s.order[i], i, 0)
    next_round(s, r, t)


@kernel
def next_round(s: State, r: Rules, t: Trace) -> None:
    """The next seat in the playing order begins a round; everybody pays in (P-R1, P-R11)."""
    if s.round >= r.max_rounds:
        abort(s, r, MAX_ROUNDS)
        return
    s.round += 1
    t.round = s.round
    new_count(s)
    s.start_at = place_after(s, s.start_at)
    while s.playing[s.order[s.start_at]] == 0:
        s.start_at = place_after(s, s.start_at)
    s.starter = s.order[s.start_at]
    emit(t, ROUND, s.starter, 0, 0)
    for p in range(s.seats):
        s.standing[p] = AWAY
        s.hand[p] = NOT_THROWN
        if s.playing[p] != 0:
            emit(t, HELD, p, DICE, 0)
    s.ties = 0
    s.lined = 0
    at = s.start_at
    for _ in range(s.seats):
        p = s.order[at]
        if s.playing[p] != 0:
            s.standing[p] = IN
            s.line[s.lined] = p
            s.lined += 1
            pay(s, r, t, p)
        at = place_after(s, at)
    begin_turns(s, r)


@kernel
def begin_turns(s: State, r: Rules) -> None:
    """The seats of the line have their turns, one after the other."""
    s.deals += 1
    s.alive = s.lined
    s.current = 0
    for i in range(s.lined):
        s.hand[s.line[i]] = NOT_THROWN
    s.cap = 1 if single(s, r) else r.max_throws
    begin_turn(s, r)


@kernel
def begin_turn(s: State, r: Rules) -> None:
    """A turn begins with a throw of all five dice (P-R12)."""
    s.made = 0
    s.kept = r.nothing_kept
    s.free = ALL_FREE
    due(s, s.line[s.current], DICE, r.faces, 0, FOR_TIE if s.ties > 0 else FOR_HAND)


# ---- decisions


@kernel
def apply(s: State, r: Rules, t: Trace, action: int) -> None:
    """The seat in turn makes a legal move; keeping all five dice is to stand (P-C9)."""
    p = s.turn
    stands = action == STAND or action < r.hands
    if action == DROP:
        s.standing[p] = DROPPED
        s.alive -= 1
    elif stay_due(s, r) or (r.second == FOR_REROLL and not stands):
        pay(s, r, t, p)
        s.deals += 1
    if stands or action == DROP:
        end_turn(s, r, t)
    else:
        keep(s, r, action)


@kernel
def keep(s: State, r: Rules, action: int) -> None:
    """Pick up all dice but those kept; of equal dice the leftmost stay (P-R12)."""
    p = s.turn
    lie = s.lie[p]
    rest = r.packed[action]
    free = 0
    for i in range(DICE):
        shift = 4 * ((lie >> (4 * i)) & 15)
        stays = 1 if (rest >> shift) & 15 != 0 else 0
        rest -= stays << shift
        free += (1 - stays) << i
    s.kept = action
    s.free = free
    due(s, p, DICE - r.size[action], r.faces, 0, FOR_TIE if s.ties > 0 else FOR_HAND)


@kernel
def end_turn(s: State, r: Rules, t: Trace) -> None:
    """A turn is over: the next seat throws, or the round is decided (P-R14, P-R15)."""
    p = s.line[s.current]
    if s.standing[p] == IN:
        emit(t, HAND, p, s.lie[p], s.hand[p])
    if r.follow != 0 and s.current == 0:
        s.cap = s.made
    s.current += 1
    if s.alive > 1 and s.current < s.lined:
        begin_turn(s, r)
        return
    winner = showdown(s, r, t)
    if winner == AGAIN:
        begin_turns(s, r)
        return
    end_round(s, r, t, winner)
    if s.end == RUNNING:
        next_round(s, r, t)


# ---- what a seat sees


@kernel
def observe(s: State, r: Rules, v: View, seat: int) -> None:
    """Fill a view with what lies open: all of it."""
    v.current = s.current
    v.alive = s.alive
    v.cap = s.cap
    v.made = s.made
    v.kept = s.kept
    for p in range(s.seats):
        v.hand[p] = s.hand[p]
        v.lie[p] = s.lie[p]
        v.standing[p] = s.standing[p]
    if v.deals == s.deals:
        return
    # The rest changes only when a line is formed or an ante paid.
    v.deals = s.deals
    v.starter = s.starter
    v.lined = s.lined
    v.ties = s.ties
    v.pot = s.pot
    for p in range(s.seats):
        v.line[p] = s.line[p]
        v.chips[p] = s.chips[p]
        v.wins[p] = s.wins[p]


@kernel
def redeal(s: State, r: Rules, v: View) -> None:
    """Nothing is hidden, so there is nothing to redraw."""

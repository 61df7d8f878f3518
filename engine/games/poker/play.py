"""The course of poker dice as kernels: preliminary throws, rounds, turns, showdowns, ties, and the end of the match.

Rule ids are those of rules.md section 4. A decision is always the same one: what to keep of the five dice that lie there. The
action is the number of that set (see `ranks`), or STAND, or DROP where that is allowed.
"""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.record import Int
from dicecup.engine.games import base
from dicecup.engine.games.base import (
    ABORTED,
    FIRST_KIND,
    HELD,
    ORDER,
    OUT,
    ROUND,
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
from dicecup.engine.games.poker.options import DICE
from dicecup.engine.games.poker.rules import (
    ALL_REPLAY,
    AUTO,
    BY_SEATS,
    CHIPS,
    FIRST_TO,
    FOR_REROLL,
    KEEPS,
    ROLL_FIRST,
    ROUNDS,
    SETS,
    SINGLE_THROW,
    SPLIT,
    TO_STAY,
    Rules,
    within,
)
from dicecup.engine.games.poker.table import AWAY, BEATEN, DROPPED, IN, NOT_THROWN, Table

STAND = SETS + 1
DROP = SETS + 2

WHYS = ("order", "hand", "tie")
FOR_ORDER, FOR_HAND, FOR_TIE = range(3)
GUARDS = ("", "max_rounds", "opening")
MAX_ROUNDS, OPENING = 1, 2
MAX_OPENING_TIES = 1000
MAX_TIE_TURNS = 100
ALL_FREE = (1 << DICE) - 1

# The family's own trace rows. A payment is two rows: what is paid and what the seat has then, and what is in the pot then.
HAND, ANTE, WIN, POT, HAND_WON = range(FIRST_KIND, FIRST_KIND + 5)

NOBODY, AGAIN = -1, -2  # what a showdown may lead to instead of a winner


class State(base.State, Table):
    """The whole truth of a game."""

    order: PerSeat  # playing order
    level: PerSeat  # by place in that order: whether the seat is level with the one before it
    first_die: PerSeat
    group: Int  # while dice are thrown for order: the level seats are those from this place in the order
    group_end: Int  # up to this one,
    at: Int  # and this one throws
    opening_ties: Int
    start_at: Int  # the starter's place in the order
    free: Int  # which places of the thrower's dice are to be filled, a bit for each
    playing: PerSeat  # whether a seat takes part in rounds (again)
    out: PerSeat  # the place a seat left the game in, 0 while it is in
    deals: Int  # lines formed and second antes paid since the record was made, over all its games; see `observe`


class View(base.View, Table):
    """What one seat sees: everything that lies on the table."""

    deals: Int


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
    """Take a preliminary die; once its group has thrown, sort it, and have the best group of level seats throw again (P-A11)."""
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
    """Sort the seats that have thrown by their dice, the lowest digit being the best face; level ones stay in seat order."""
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
def place_after(s: State, at: int) -> int:
    """The next place in the playing order, after the last the first."""
    return at + 1 if at + 1 < s.seats else 0


@kernel
def pay(s: State, r: Rules, t: Trace, p: int) -> None:
    """A seat pays the ante into the pot (P-A9, P-A14)."""
    if r.ante > 0:
        s.chips[p] -= r.ante
        s.pot += r.ante
        emit(t, ANTE, p, r.ante, s.chips[p])
        emit(t, POT, p, s.pot, 0)


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


@kernel
def single(s: Table, r: Rules) -> bool:
    """Whether level seats throw five dice once instead of taking a turn (P-A4)."""
    return s.ties > 0 and r.tie == SINGLE_THROW


# ---- decisions


@kernel
def stay_due(s: Table, r: Rules) -> bool:
    """Whether the second ante is due from who wants to go on after a first throw (P-A14)."""
    return r.second == TO_STAY and s.made == 1 and not single(s, r)


@kernel
def can_pay(s: Table, r: Rules) -> bool:
    """Whether the seat in turn can pay the ante once more; only where chips are the match it may be unable to (P-C14)."""
    return r.form != CHIPS or s.chips[s.turn] >= r.ante


@kernel
def may_go_on(s: Table, r: Rules) -> bool:
    """Whether the seat in turn may `keep` or `stand`, and not only `drop`."""
    return not stay_due(s, r) or can_pay(s, r)


@kernel
def may_throw(s: Table, r: Rules) -> bool:
    """Whether the seat in turn may throw dice again (P-R14, P-A14)."""
    return s.made < s.cap and (r.second != FOR_REROLL or can_pay(s, r))


@kernel
def locked(s: Table, r: Rules) -> bool:
    """Whether the seat in turn has kept dice that it must go on keeping (P-A7)."""
    return r.kept_locked != 0 and s.kept != r.nothing_kept


@kernel
def count_keeps(s: Table, r: Rules) -> int:
    """Number of sets that the seat in turn may keep, all five dice included."""
    hand = s.hand[s.turn]
    if not may_throw(s, r):
        return 1
    if not locked(s, r):
        return r.ways[hand]
    n = 0
    for i in range(r.ways[hand]):
        if within(r, s.kept, r.keeps[KEEPS * hand + i]):
            n += 1
    return n


@kernel
def nth_keep(s: Table, r: Rules, k: int) -> int:
    """The k-th of those sets, k > 0."""
    hand = s.hand[s.turn]
    if not locked(s, r):
        return r.keeps[KEEPS * hand + k]
    for i in range(r.ways[hand]):
        if within(r, s.kept, r.keeps[KEEPS * hand + i]):
            if k == 0:
                return r.keeps[KEEPS * hand + i]
            k -= 1
    return STAND


@kernel
def legal_count(s: Table, r: Rules) -> int:
    """Number of legal moves of the seat in turn."""
    n = count_keeps(s, r) if may_go_on(s, r) else 0
    return n + 1 if r.drop_out != 0 else n


@kernel
def legal_nth(s: Table, r: Rules, k: int) -> int:
    """The k-th legal move: `stand`, then what is kept by falling number of dice and then by rank, `drop` last."""
    if not may_go_on(s, r):
        return DROP
    if k == 0:
        return STAND
    if r.drop_out != 0 and k == count_keeps(s, r):
        return DROP
    return nth_keep(s, r, k)


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


# ---- showdowns


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
    if winner != AGAIN:
        end_round(s, r, t, winner)


@kernel
def showdown(s: State, r: Rules, t: Trace) -> int:
    """Who has the best hand, or is left alone; NOBODY where the pot is split, AGAIN where level seats have turns again."""
    best = -1
    winner = -1
    level = 0
    for i in range(s.lined):
        p = s.line[i]
        if s.standing[p] == IN:
            if s.alive == 1:
                return p
            rank = r.rank[s.hand[p]]
            if rank > best:
                best = rank
                winner = p
                level = 1
            elif rank == best:
                level += 1
    if level == 1:
        return winner
    for i in range(s.lined):
        p = s.line[i]
        if s.standing[p] == IN:
            if r.rank[s.hand[p]] == best:
                emit(t, TIE, p, FOR_HAND, 0)
            else:
                s.standing[p] = BEATEN
    if r.tie == SPLIT or s.ties >= MAX_TIE_TURNS:
        return NOBODY
    winner = AGAIN
    if r.tie == ALL_REPLAY:
        winner = replay(s, r, t)
    else:
        line_up(s)
    if winner == AGAIN:
        s.ties += 1
        begin_turns(s, r)
    return winner


@kernel
def line_up(s: State) -> None:
    """Only seats that are in the round stay in line, in their order."""
    n = 0
    for i in range(s.lined):
        p = s.line[i]
        if s.standing[p] == IN:
            s.line[n] = p
            n += 1
    s.lined = n


@kernel
def replay(s: State, r: Rules, t: Trace) -> int:
    """One tie, all tie: who has not dropped pays anew, who cannot is out of the game (P-A4).

    Where nobody can the pot is split between the level seats, where one can it is alone and has won.
    """
    able = 0
    alone = -1
    for i in range(s.lined):
        p = s.line[i]
        if s.standing[p] != DROPPED and solvent(s, r, p):
            able += 1
            alone = p
    if able == 0:
        return NOBODY
    for i in range(s.lined):
        p = s.line[i]
        if s.standing[p] != DROPPED:
            s.standing[p] = IN if solvent(s, r, p) else AWAY
    if r.form == CHIPS:
        leave(s, r, t, True)
    if able == 1:
        return alone
    line_up(s)
    for i in range(s.lined):
        pay(s, r, t, s.line[i])
    return AGAIN


@kernel
def solvent(s: Table, r: Rules, p: int) -> bool:
    """Whether a seat can pay an ante (P-C14)."""
    return r.form != CHIPS or s.chips[p] >= r.ante


@kernel
def leave(s: State, r: Rules, t: Trace, midway: bool) -> int:
    """Seats that cannot pay are out of the game, all of one moment in one place; midway only those that are out of the round.

    Returns how many are left.
    """
    left = 0
    for p in range(s.seats):
        if s.playing[p] != 0:
            if not solvent(s, r, p) and (not midway or s.standing[p] == AWAY):
                s.playing[p] = 0
            else:
                left += 1
    for p in range(s.seats):
        if s.playing[p] == 0 and s.out[p] == 0:
            s.out[p] = left + 1
            emit(t, OUT, p, left + 1, 0)
    return left


# ---- the end of rounds and games


@kernel
def end_round(s: State, r: Rules, t: Trace, winner: int) -> None:
    """The pot goes to the winner, or is split; then the game is over or the next round begins (P-R15, P-R16, P-A10)."""
    if winner >= 0:
        take(s, t, winner, s.pot)
        s.wins[winner] += 1
        emit(t, HAND_WON, winner, s.wins[winner], 0)
    else:
        split(s, t)
    if is_over(s, r, t, winner):
        finish(s, r, WON)
    else:
        next_round(s, r, t)


@kernel
def take(s: State, t: Trace, p: int, chips: int) -> None:
    """A seat gets chips from the pot."""
    if chips > 0:
        s.pot -= chips
        s.chips[p] += chips
        emit(t, WIN, p, chips, s.chips[p])
        emit(t, POT, p, s.pot, 0)


@kernel
def split(s: State, t: Trace) -> None:
    """The level seats share the pot evenly, odd chips going to the first in the round's order (P-A4, P-C11)."""
    level = 0
    for i in range(s.lined):
        if s.standing[s.line[i]] == IN:
            level += 1
    share = s.pot // level
    odd = s.pot - share * level
    for i in range(s.lined):
        p = s.line[i]
        if s.standing[p] == IN:
            take(s, t, p, share + 1 if odd > 0 else share)
            odd -= 1


@kernel
def is_over(s: State, r: Rules, t: Trace, winner: int) -> bool:
    """Whether the round just played has decided the match."""
    form = r.form
    goal = r.goal
    if form == AUTO:
        form = FIRST_TO if s.seats == 2 else ROUNDS
        goal = s.seats
    if form == FIRST_TO:
        return winner >= 0 and s.wins[winner] >= goal
    if form == ROUNDS:
        return s.round >= goal and leads_alone(s)
    if form == CHIPS:
        return leave(s, r, t, False) == 1
    return winner >= 0 and legs_decided(s, winner)


@kernel
def leads_alone(s: State) -> bool:
    """Whether one seat has won more rounds than any other."""
    most = -1
    level = 0
    for p in range(s.seats):
        if s.wins[p] > most:
            most = s.wins[p]
            level = 1
        elif s.wins[p] == most:
            level += 1
    return level == 1


@kernel
def legs_decided(s: State, winner: int) -> bool:
    """Whether a seat has won two rounds; once two seats have won one each, only they play on."""
    if s.wins[winner] == 2:
        return True
    won = 0
    for p in range(s.seats):
        won += s.wins[p]
    if won == 2:
        for p in range(s.seats):
            s.playing[p] = s.wins[p]
    return False


@kernel
def abort(s: State, r: Rules, guard: int) -> None:
    """A guard ends the game; nobody has won."""
    s.by = guard
    finish(s, r, ABORTED)


@kernel
def finish(s: State, r: Rules, end: int) -> None:
    """Places and scores: by rounds won; under `chips` by the order of leaving, those still there by their chips."""
    s.end = end
    for p in range(s.seats):
        s.score[p] = s.chips[p] if r.form == CHIPS else s.wins[p]
    for p in range(s.seats):
        s.place[p] = s.out[p]
        if s.out[p] == 0:
            s.place[p] = 1
            for q in range(s.seats):
                if s.out[q] == 0 and s.score[q] > s.score[p]:
                    s.place[p] += 1


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

"""The course of piles as kernels: the opening, turns of rolls and plunder, the score of a round, and the end of the game.

Rule ids are those of rules.md section 2. A move is one small number, and that number is its bit in `allowed`, where the legal moves
of the seat in turn stand: they are worked out once for each decision and only counted afterwards.
"""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.record import Int
from dicecup.engine.games import base
from dicecup.engine.games.base import (
    ABORTED,
    FIRST_KIND,
    HELD,
    ROUND,
    SEATS,
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
from dicecup.engine.games.piles.rules import (
    BITS,
    EMPTY,
    GAME_FLOOR,
    JOLLY,
    LOWEST_SEAT,
    PLAIN,
    ROGER,
    ROUND_FLOOR,
    TIED,
    Rules,
)
from dicecup.engine.games.piles.table import OPENING, PENDING, TURN, Table
from dicecup.engine.games.shared.race import clockwise, has_winner, left_of, rank
from dicecup.engine.games.shared.tower import NO_DIE, die_of, face_of, kind_of, lay, lift, top_of

# The moves, in their documented order. A plunder is one of two for each seat: of its top, and of its loose die.
ROLL_PLAIN, ROLL_JOLLY, PLACE, BACK, PLUNDER = range(5)
END = PLUNDER + 2 * SEATS

WHYS = ("order", "turn")
FOR_ORDER, FOR_TURN = range(2)
GUARDS = ("", "max_rounds", "opening", "turns")
MAX_ROUNDS, OPENING_GUARD, TURNS_GUARD = 1, 2, 3
MAX_OPENING_TIES = 1000
MAX_TURNS = 1000
IN_HAND = 7  # what a Jolly Roger die still in hand costs (D-R17)

# The family's own trace rows: a score, followed by the total and the dice of the pile.
SCORE, TOTAL, PILED = range(FIRST_KIND, FIRST_KIND + 3)


class State(base.State, Table):
    """The whole truth of a game."""

    choice: PerSeat  # the kind of die each seat opens with
    first: PerSeat  # what it came up as, the Jolly Roger as 1
    bases: PerSeat  # the opening dice themselves
    rolling: Int  # while dice are rolled for order: the seats that roll, a bit for each
    ties: Int  # how often the lowest of this opening were level


class View(base.View, Table):
    """What one seat sees: everything that lies on the table, and the totals."""

    score: PerSeat


# ---- the opening


@kernel
def start(s: State, r: Rules, t: Trace) -> None:
    """A new game."""
    begin(s, t)
    s.starter = -1
    next_round(s, r, t)


@kernel
def next_round(s: State, r: Rules, t: Trace) -> None:
    """All dice are back with their owners (D-C15), and each seat chooses the die it opens with (D-R5, D-C18)."""
    if s.round >= r.max_rounds:
        abort(s, MAX_ROUNDS)
        return
    s.round += 1
    t.round = s.round
    new_count(s)
    s.turns = 0
    s.rolls = 0
    s.placed = 0
    s.failed = 0
    s.pending = NO_DIE
    s.ties = 0
    s.phase = OPENING
    for p in range(s.seats):
        s.plain[p] = r.dice[PLAIN]
        s.jolly[p] = r.dice[JOLLY]
        s.loose[p] = NO_DIE
        clear(s, p)
    s.turn = 0
    s.allowed = r.opens


@kernel
def clear(s: State, p: int) -> None:
    """Take a seat's pile away."""
    for i in range(s.height[p]):
        s.tower[p][i] = 0
    s.height[p] = 0
    s.worth[p] = 0
    s.changes[p] += 1


@kernel
def choose_base(s: State, r: Rules, kind: int) -> None:
    """The seat in turn opens with a die of that kind; once all have chosen they roll (D-C18)."""
    p = s.turn
    s.choice[p] = kind
    take_in_hand(s, p, kind, -1)
    if p + 1 < s.seats:
        s.turn = p + 1
    else:
        s.rolling = (1 << s.seats) - 1
        roll_base(s, r, 0)


@kernel
def take_in_hand(s: Table, p: int, kind: int, dice: int) -> None:
    """So many dice of a kind come into a seat's hand, or with -1 leave it."""
    if kind == JOLLY:
        s.jolly[p] += dice
    else:
        s.plain[p] += dice


@kernel
def roll_base(s: State, r: Rules, p: int) -> None:
    """The opening die of the next seat from p on that is to roll is due."""
    while (s.rolling >> p) & 1 == 0:
        p += 1
    kind = s.choice[p]
    due(s, p, 1, r.sides[kind], kind, FOR_ORDER)


@kernel
def take_base(s: State, r: Rules, t: Trace, face: int) -> None:
    """An opening die has come up; after the last one the lowest begins, unless a tie matters (D-R6, D-R11, D-A14)."""
    p = s.thrower
    s.bases[p] = die_of(p, s.kind, face)
    s.first[p] = 1 if face == ROGER else face
    if s.rolling >> (p + 1) != 0:
        roll_base(s, r, p + 1)
        return
    if r.rotate != 0 and s.starter >= 0:
        open_round(s, r, t, left_of(s, s.starter))
        return
    lowest = -1
    level = 0
    for q in range(s.seats):
        if (s.rolling >> q) & 1 != 0:
            if lowest < 0 or s.first[q] < s.first[lowest]:
                lowest = q
                level = 1 << q
            elif s.first[q] == s.first[lowest]:
                level |= 1 << q
    if level == 1 << lowest or r.start_tie == LOWEST_SEAT:
        open_round(s, r, t, lowest)
        return
    s.ties += 1
    if s.ties >= MAX_OPENING_TIES:
        abort(s, OPENING_GUARD)
        return
    for q in range(s.seats):
        if (level >> q) & 1 != 0:
            emit(t, TIE, q, FOR_ORDER, 0)
    if r.start_tie == TIED:
        s.rolling = level
    roll_base(s, r, 0)


@kernel
def open_round(s: State, r: Rules, t: Trace, first: int) -> None:
    """The opening dice stay as the bottoms of the piles, and the first player's turn begins (D-R5, D-R6)."""
    s.starter = first
    clockwise(s, t, first)
    emit(t, ROUND, first, 0, 0)
    for p in range(s.seats):
        pile(s, p, s.bases[p])
        emit(t, HELD, p, s.plain[p] + s.jolly[p], 0)
    s.phase = TURN
    begin_turn(s, r, t, first)


@kernel
def pile(s: State, p: int, die: int) -> None:
    """Lay a die on a seat's pile."""
    lay(s, p, die)
    s.worth[p] += face_of(die)
    s.changes[p] += 1


@kernel
def unpile(s: State, p: int) -> int:
    """Take the top die off a seat's pile."""
    die = lift(s, p)
    s.tower[p][s.height[p]] = 0
    s.worth[p] -= face_of(die)
    s.changes[p] += 1
    return die


# ---- turns


@kernel
def begin_turn(s: State, r: Rules, t: Trace, p: int) -> None:
    """A turn begins: with no die to roll the round is over (D-R15, D-C2)."""
    s.turn = p
    if s.loose[p] != NO_DIE:
        # D-C19: its owner picks it up before anything else.
        take_in_hand(s, p, kind_of(s.loose[p]), 1)
        s.loose[p] = NO_DIE
    if s.plain[p] + s.jolly[p] == 0:
        end_round(s, r, t)
        return
    if s.turns >= MAX_TURNS:
        abort(s, TURNS_GUARD)
        return
    s.turns += 1
    s.rolls = 0
    s.placed = 0
    s.failed = 0
    s.allowed = hand_moves(s, p)


@kernel
def hand_moves(s: Table, p: int) -> int:
    """The rolls that a seat has dice for."""
    return (1 << ROLL_PLAIN if s.plain[p] > 0 else 0) | (1 << ROLL_JOLLY if s.jolly[p] > 0 else 0)


@kernel
def plunders(s: Table, r: Rules, p: int) -> int:
    """The dice that a seat may take with its present top (D-R10, D-R14, D-A17, D-C19)."""
    top = face_on(s, p)
    moves = 0
    for q in range(s.seats):
        if q != p:
            moves |= r.takes[top][face_on(s, q)] << (PLUNDER + 2 * q)
            if s.loose[q] != NO_DIE:
                moves |= r.takes[top][face_of(s.loose[q])] << (PLUNDER + 2 * q + 1)
    return moves


@kernel
def face_on(s: Table, p: int) -> int:
    """The face on top of a seat's pile, EMPTY where there is none."""
    return face_of(top_of(s, p)) if s.height[p] > 0 else EMPTY


@kernel
def may_roll(s: Table, r: Rules) -> bool:
    """Whether the seat in turn may roll, if it has a die to roll (D-A2, D-R20 iii)."""
    return s.failed == 0 and (s.rolls == 0 or r.single == 0)


@kernel
def may_plunder(s: Table, r: Rules) -> bool:
    """Whether the seat in turn has done what plunder needs (D-A7, D-A21)."""
    return r.plunder != 0 and s.rolls > 0 and (r.after_placement == 0 or s.placed > 0)


@kernel
def may_end(s: Table, r: Rules) -> bool:
    """Whether the seat in turn may end its turn (D-A6)."""
    return s.rolls > 0 and (r.may_stop != 0 or s.failed != 0 or s.plain[s.turn] + s.jolly[s.turn] == 0)


@kernel
def go_on(s: State, r: Rules) -> None:
    """The seat in turn is asked what it does next (D-R20)."""
    s.phase = TURN
    moves = 1 << END if may_end(s, r) else 0
    if may_roll(s, r):
        moves |= hand_moves(s, s.turn)
    if may_plunder(s, r):
        moves |= plunders(s, r, s.turn)
    s.allowed = moves


@kernel
def roll(s: State, r: Rules, t: Trace, d: Throw) -> None:
    """The die that was due has come up."""
    thrown(s, t, d)
    face = r.faces[s.kind][d.die[0]]
    if s.why == FOR_ORDER:
        take_base(s, r, t, face)
        return
    p = s.turn
    s.rolls += 1
    s.pending = die_of(p, s.kind, face)
    if s.height[p] == 0:
        # D-R20 (v), D-C1: the base of a new pile, whatever it shows.
        place(s, r, t)
    elif r.fits[face_on(s, p)][face] == 0:
        give_back(s, r)
    else:
        s.phase = PENDING
        s.allowed = 1 << PLACE if r.forced != 0 else 1 << PLACE | 1 << BACK


@kernel
def place(s: State, r: Rules, t: Trace) -> None:
    """The rolled die goes on its owner's pile (D-R7); where it was the last in hand the round may be over (D-A8)."""
    p = s.turn
    pile(s, p, s.pending)
    s.pending = NO_DIE
    s.placed += 1
    if r.immediate != 0 and s.plain[p] + s.jolly[p] == 0:
        end_round(s, r, t)
    else:
        go_on(s, r)


@kernel
def give_back(s: State, r: Rules) -> None:
    """The rolled die is not placed, and the roll has failed (D-R20 i to iii, D-A3)."""
    p = s.turn
    if r.on_table != 0:
        s.loose[p] = s.pending
    else:
        take_in_hand(s, p, kind_of(s.pending), 1)
    s.pending = NO_DIE
    s.failed = 1
    go_on(s, r)


# ---- decisions


@kernel
def legal_count(s: Table, r: Rules) -> int:
    """Number of legal moves of the seat in turn."""
    rest = s.allowed
    n = 0
    while rest != 0:
        rest &= rest - 1
        n += 1
    return n


@kernel
def legal_nth(s: Table, r: Rules, k: int) -> int:
    """The k-th legal move: rolls, `place`, `back`, plunder by seat, tops before loose dice, `end` last."""
    rest = s.allowed
    for _ in range(k):
        rest &= rest - 1
    return r.place[(rest & -rest) % BITS]


@kernel
def apply(s: State, r: Rules, t: Trace, action: int) -> None:
    """The seat in turn makes a legal move."""
    p = s.turn
    if action <= ROLL_JOLLY:
        if s.phase == OPENING:
            choose_base(s, r, action)
        else:
            take_in_hand(s, p, action, -1)
            due(s, p, 1, r.sides[action], action, FOR_TURN)
    elif action == PLACE:
        place(s, r, t)
    elif action == BACK:
        give_back(s, r)
    elif action == END:
        begin_turn(s, r, t, left_of(s, p))
    else:
        q = (action - PLUNDER) >> 1
        if (action - PLUNDER) & 1 == 0:
            pile(s, p, unpile(s, q))
        else:
            pile(s, p, s.loose[q])
            s.loose[q] = NO_DIE
        go_on(s, r)


# ---- scores


@kernel
def value(s: Table, r: Rules, p: int) -> int:
    """What a seat's pile and hand score as they are (D-R13, D-R16, D-R17, D-A10, D-C17), before any floor.

    A Jolly Roger on top is always its owner's, because nobody can take one (D-R14).
    """
    n = s.worth[p]
    if s.height[p] > 0:
        if face_of(s.tower[p][0]) == ROGER:
            n -= r.base_loss
        if face_on(s, p) == ROGER:
            n *= 2
    return n - IN_HAND * at_risk(s, p)


@kernel
def at_risk(s: Table, p: int) -> int:
    """A seat's Jolly Roger dice in hand, one that lies loose included (D-R17, D-C19)."""
    n = s.jolly[p]
    if s.loose[p] != NO_DIE and kind_of(s.loose[p]) == JOLLY:
        n += 1
    return n


@kernel
def end_round(s: State, r: Rules, t: Trace) -> None:
    """All score; the game is over or the next round begins (D-R15, D-C10, D-R3, D-C11)."""
    for p in range(s.seats):
        points = value(s, r, p)
        if r.floor == ROUND_FLOOR and points < 0:
            points = 0
        s.score[p] += points
        if r.floor == GAME_FLOOR and s.score[p] < 0:
            s.score[p] = 0
        emit(t, SCORE, p, points, 0)
        emit(t, TOTAL, p, s.score[p], 0)
        if t.on != 0:
            for i in range(s.height[p]):
                emit(t, PILED, p, s.tower[p][i], 0)
    if has_winner(s, r.enough):
        finish(s, r, WON)
    else:
        next_round(s, r, t)


@kernel
def abort(s: State, guard: int) -> None:
    """A guard ends the game; nobody has won."""
    s.by = guard
    rank(s, ABORTED)


@kernel
def finish(s: State, r: Rules, end: int) -> None:
    """Places by totals as they stand, level ones sharing a place."""
    rank(s, end)


# ---- what a seat sees


@kernel
def observe(s: State, r: Rules, v: View, seat: int) -> None:
    """Fill a view with what lies open, which is all: of the piles only those that have changed since the view's last look."""
    v.phase = s.phase
    v.allowed = s.allowed
    v.starter = s.starter
    v.turns = s.turns
    v.rolls = s.rolls
    v.placed = s.placed
    v.failed = s.failed
    v.pending = s.pending
    for p in range(s.seats):
        v.plain[p] = s.plain[p]
        v.jolly[p] = s.jolly[p]
        v.loose[p] = s.loose[p]
        v.score[p] = s.score[p]
        if v.changes[p] != s.changes[p]:
            v.changes[p] = s.changes[p]
            v.worth[p] = s.worth[p]
            for i in range(max(v.height[p], s.height[p])):
                v.tower[p][i] = s.tower[p][i]
            v.height[p] = s.height[p]


@kernel
def redeal(s: State, r: Rules, v: View) -> None:
    """Nothing is hidden, so there is nothing to redraw."""

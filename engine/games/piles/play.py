"""The course of piles as kernels: the opening, turns of rolls and plunder, and what a seat sees of them.

Rule ids are those of rules.md section 2.
"""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.games.base import HELD, ROUND, RUNNING, TIE, Throw, Trace, begin, due, emit, new_count, thrown
from dicecup.engine.games.piles.moves import (
    BACK,
    END,
    PLACE,
    PLUNDER,
    ROLL_JOLLY,
    hand_moves,
    may_end,
    may_plunder,
    may_roll,
    plunders,
)
from dicecup.engine.games.piles.options import MAX_OPENING_TIES, MAX_TURNS
from dicecup.engine.games.piles.rules import JOLLY, LOWEST_SEAT, PLAIN, ROGER, TIED, Rules
from dicecup.engine.games.piles.scoring import abort, score_round
from dicecup.engine.games.piles.table import (
    FOR_ORDER,
    FOR_TURN,
    MAX_ROUNDS,
    OPENING,
    OPENING_GUARD,
    PENDING,
    TURN,
    TURNS_GUARD,
    State,
    View,
    clear,
    face_on,
    pile,
    take_in_hand,
    unpile,
)
from dicecup.engine.games.shared.race import clockwise, left_of
from dicecup.engine.games.shared.tower import NO_DIE, die_of, kind_of

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
def end_round(s: State, r: Rules, t: Trace) -> None:
    """All score; the game is over or the next round begins (D-R15)."""
    score_round(s, r, t)
    if s.end == RUNNING:
        next_round(s, r, t)


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


# ---- what a seat sees


@kernel
def observe(s: State, r: Rules, v: View, seat: int) -> None:
    """Fill a view with what lies open, which is all; of the piles, those that have changed since its last look."""
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

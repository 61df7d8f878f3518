"""The bots of piles. Each is a kernel from a view to an action; nothing in this game is hidden from them but the dice to come."""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.philox import draw
from dicecup.engine.games.piles.book import GO, LEAVE, ONE, STAY, at, kind_worth, reckon, taken
from dicecup.engine.games.piles.play import (
    BACK,
    END,
    IN_HAND,
    PLACE,
    PLUNDER,
    ROLL_JOLLY,
    ROLL_PLAIN,
    View,
    face_on,
    legal_nth,
    may_roll,
)
from dicecup.engine.games.piles.rules import EMPTY, JOLLY, PLAIN, ROGER, Rules
from dicecup.engine.games.piles.table import OPENING, PENDING
from dicecup.engine.games.shared.tower import NO_DIE, face_of, kind_of

BOTS = {
    "random": "makes any legal move, all equally likely",
    "basic": "does what promises most points at once, by the chances of the next roll",
    "expert": "looks ahead over the rolls of this turn and the next, plunder and what the others may take; saves its Jolly Roger",
}
RANDOM, BASIC, EXPERT = range(3)

# Turns of each seat in a round after which a bot lays whatever fits, though that may cost it a doubling: two that both sit on their
# Jolly Rogers would wait for each other for ever.
PATIENCE = 8
LONG_PATIENCE = 12


@kernel
def choose(v: View, r: Rules, bot: int) -> int:
    """The move of a shipped bot, by its index in `BOTS`."""
    if bot == RANDOM:
        return legal_nth(v, r, draw(v, v.legal))
    if r.fits[ROGER][ROGER] == 0:
        action = unsealed(v, r)
        if action >= 0:
            return action
    if bot == BASIC:
        return basic(v, r)
    return expert(v, r)


@kernel
def unsealed(v: View, r: Rules) -> int:
    """Where nothing fits on a Jolly Roger (`on_jr: none`): the move that keeps it off a pile while dice are left, -1 if none is due.

    Seats that all sealed their piles with dice in hand could never end the round.
    """
    top = EMPTY if v.phase == OPENING else face_on(v, v.turn)
    if v.phase == PENDING:
        left = v.plain[v.turn] + v.jolly[v.turn]
        return BACK if face_of(v.pending) == ROGER and left > 0 and r.forced == 0 else -1
    return ROLL_PLAIN if top == EMPTY and (v.allowed >> ROLL_PLAIN) & 1 != 0 else -1


@kernel
def gain(v: View, r: Rules, kind: int, face: int) -> int:
    """What the own score gains by a die on top of the pile: its face, a doubling won or lost, a Jolly Roger die out of the hand."""
    worth = v.worth[v.turn]
    before = 2 * worth if face_on(v, v.turn) == ROGER else worth
    after = worth + face
    if face == ROGER:
        after *= 2
    return after - before + (IN_HAND if kind == JOLLY else 0)


@kernel
def hope(v: View, r: Rules, kind: int, patient: int) -> int:
    """What the own score gains by a roll of that kind of die on average, times ONE; a die that costs points is not placed."""
    top = EMPTY if v.phase == OPENING else face_on(v, v.turn)
    total = 0
    for digit in range(r.sides[kind]):
        face = r.faces[kind][digit]
        if r.fits[top][face] != 0:
            won = gain(v, r, kind, face)
            total += won if patient == 0 or r.forced != 0 or top == EMPTY else max(won, 0)
    return total * ONE // r.sides[kind]


@kernel
def basic(v: View, r: Rules) -> int:
    """The move that gains most at once: a plunder what it brings, a roll what it promises, ending nothing."""
    patient = 1 if v.turns <= PATIENCE * v.seats else 0
    if v.phase == PENDING:
        return PLACE if patient == 0 or gain(v, r, kind_of(v.pending), face_of(v.pending)) >= 0 else BACK
    best = -1
    most = 0
    for k in range(v.legal):
        action = legal_nth(v, r, k)
        worth = 0
        if action == ROLL_PLAIN or action == ROLL_JOLLY:
            worth = hope(v, r, action, patient)
            if patient == 0:
                worth = max(worth, 1)
        elif action != END:
            worth = gain(v, r, PLAIN, plundered(v, action)) * ONE
        if best < 0 or worth > most or (action == END and worth >= most):
            best = action
            most = worth
    return best


@kernel
def plundered(v: View, action: int) -> int:
    """The face of the die that a plunder would take."""
    q = (action - PLUNDER) >> 1
    if (action - PLUNDER) & 1 == 0:
        return face_on(v, q)
    return face_of(v.loose[q])


@kernel
def under(v: View, action: int) -> int:
    """The face that a plunder would lay open, EMPTY for none."""
    q = (action - PLUNDER) >> 1
    n = v.height[q]
    return face_of(v.tower[q][n - 2]) if (action - PLUNDER) & 1 == 0 and n > 1 else EMPTY


@kernel
def expert(v: View, r: Rules) -> int:
    """The move with the most worth in the plan (`piles_book`), the first of equals.

    It looks over all rolls of this turn and of the next ones it may count on, up to two plunders from the tops that lie open, the
    die that a plunder lays open, and what the others may take before its next turn.
    """
    if v.phase == PENDING and v.turns > LONG_PATIENCE * v.seats:
        return PLACE
    plan_ahead(v, r)
    best = -1
    most = 0
    for k in range(v.legal):
        action = legal_nth(v, r, k)
        value = worth(v, r, action)
        if best < 0 or value > most:
            best = action
            most = value
    return best


@kernel
def plan_ahead(v: View, r: Rules) -> None:
    """Fill the plan for the dice that the seat in turn may have in hand: a rolled one that waits may go back there."""
    kind = kind_of(v.pending) if v.phase == PENDING else -1
    reckon(v, r, v.plain[v.turn] + (1 if kind == PLAIN else 0), v.jolly[v.turn] + (1 if kind == JOLLY else 0))


@kernel
def worth(v: View, r: Rules, action: int) -> int:
    """What a move is worth by the plan, in parts of ONE a point: the points that it and what may follow bring on average."""
    plain = v.plain[v.turn]
    jolly = v.jolly[v.turn]
    top = EMPTY if v.phase == OPENING else face_on(v, v.turn)
    if action == ROLL_PLAIN or action == ROLL_JOLLY:
        return kind_worth(r, action, plain, jolly, top)
    if action == PLACE:
        face = face_of(v.pending)
        return face * ONE + r.plan[GO + at(plain, jolly, face)]
    if action == BACK:
        if kind_of(v.pending) == JOLLY:
            jolly += 1
        else:
            plain += 1
        return r.plan[STAY + at(plain, jolly, top)]
    if action == END:
        return r.plan[LEAVE + at(plain, jolly, top)]
    rolls = may_roll(v, r) and r.single == 0
    return chain(v, r, action, plundered(v, action), plain, jolly, GO if rolls else LEAVE)


@kernel
def chain(v: View, r: Rules, action: int, face: int, plain: int, jolly: int, then: int) -> int:
    """The worth of a plunder and of what may follow it: another one, or the rolls left."""
    best = r.plan[then + at(plain, jolly, face)]
    for k in range(v.seats):
        if k != v.turn:
            other = PLUNDER + 2 * k
            next_face = under(v, action) if other == action else face_on(v, k)
            if r.takes[face][next_face] != 0:
                best = max(best, taken(v, next_face) + r.plan[then + at(plain, jolly, next_face)])
            if v.loose[k] != NO_DIE and other + 1 != action:
                next_face = face_of(v.loose[k])
                if r.takes[face][next_face] != 0:
                    best = max(best, taken(v, next_face) + r.plan[then + at(plain, jolly, next_face)])
    return taken(v, face) + best

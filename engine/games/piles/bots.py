"""The bots of piles, kernels from a view to an action; nothing is hidden from them but the dice to come.

`basic` weighs what a move brings at once. `expert` knows what it is worth to end a turn, or to roll on, by the top of
its pile and its dice in hand. It is reckoned for each decision anew, by dynamic programming in integers, of which POINT
are a point. The rest of the round is taken as so many more turns of one's own (`horizon`), each played for the best:
every roll is weighed over all faces, a die that fits may be declined, a Jolly Roger still in hand costs 7 at the end
and one on top doubles the pile. The others come in by what they would take: a top that one of them could lay on his
pile is counted down by his chance to do so, and dice that lie on their piles are added where the present turn could
still take them. The results stay in the table `plan`, in sections of one worth for each hand and top:

    LEAVE   the turn ends now
    STAY    no more rolls in this turn, but plunder
    GO      rolls and plunder as one likes
    RISK    [by top] what one loses of it until one's next turn, by plunder
"""

from __future__ import annotations

from typing import Annotated

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.record import Record
from dicecup.engine.games.base import Bots, settled_but_random
from dicecup.engine.games.piles.moves import (
    BACK,
    END,
    PLACE,
    PLUNDER,
    ROLL_JOLLY,
    ROLL_PLAIN,
    legal_nth,
    may_roll,
)
from dicecup.engine.games.piles.rules import EMPTY, FACES, JOLLY, PLAIN, ROGER, Rules
from dicecup.engine.games.piles.scoring import IN_HAND
from dicecup.engine.games.piles.table import PENDING, View, face_on
from dicecup.engine.games.shared.race import left_of
from dicecup.engine.games.shared.tower import NO_DIE, face_of, kind_of

SUMMARIES = {
    "random": "makes any legal move, all equally likely",
    "basic": "does what promises most points at once, by the chances of the next roll",
    "expert": "looks ahead over the rolls of this turn and the next, plunder and what the others may take; saves its Jolly Roger",
}
RANDOM, BASIC, EXPERT = range(3)

# Turns of each seat in a round after which a bot lays whatever fits, though that may cost it a doubling: two that both
# sit on their Jolly Rogers would wait for each other for ever.
PATIENCE = 8
LONG_PATIENCE = 12

POINT = 1 << 10  # the plan's unit: so many parts are a point
HANDS = 6 * 4  # what a seat may hold: 0 to 5 plain dice, 0 to 3 Jolly Roger dice
SECTION = HANDS * FACES
LEAVE, STAY, GO, RISK = 0, SECTION, 2 * SECTION, 3 * SECTION
PLAN = RISK + FACES
USUAL = 4 * POINT  # what a die placed later is taken to add to a pile that is doubled
FAR = 4  # turns looked ahead at most
# The chance that a seat with a turn takes a top: it fits its pile as it is, it may after its next roll, or taking it
# costs a doubling.
READY, LATER, LOATH = POINT * 5 // 8, POINT // 8, POINT // 16
# The chance that a seat places its last die in a turn is a part of this: half of it for each die in hand.
OUT_AT_ONCE = POINT * 7 // 4


class Tables(Record):
    """What `expert` reckons for a decision: see above. It is filled anew each time."""

    plan: Annotated[list[int], PLAN]


@kernel
def settled(v: View, r: Rules, b: Tables, bot: int) -> int:
    """The move of a bot that leaves nothing to chance."""
    if r.fits[ROGER][ROGER] == 0:
        action = unsealed(v, r)
        if action >= 0:
            return action
    return basic(v, r) if bot == BASIC else expert(v, r, b)


choose, weights = settled_but_random(legal_nth, settled)


@kernel
def unsealed(v: View, r: Rules) -> int:
    """The move that keeps a Jolly Roger off a pile, -1 if none is due; where nothing fits on one (`on_jr: none`).

    Seats that all sealed their piles with dice in hand could never end the round.
    """
    top = face_on(v, v.turn)
    if v.phase == PENDING:
        left = v.plain[v.turn] + v.jolly[v.turn]
        return BACK if face_of(v.pending) == ROGER and left > 0 else -1
    return ROLL_PLAIN if top == EMPTY and (v.allowed >> ROLL_PLAIN) & 1 != 0 else -1


# ---- basic: what is gained at once


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
            worth = gain(v, r, PLAIN, plundered(v, action)) * POINT
        if best < 0 or worth > most or (action == END and worth >= most):
            best = action
            most = worth
    return best


@kernel
def gain(v: View, r: Rules, kind: int, face: int) -> int:
    """What the own score gains by a die on the pile: its face, a doubling won or lost, 7 for a Jolly Roger die."""
    worth = v.worth[v.turn]
    before = 2 * worth if face_on(v, v.turn) == ROGER else worth
    after = worth + face
    if face == ROGER:
        after *= 2
    return after - before + (IN_HAND if kind == JOLLY else 0)


@kernel
def hope(v: View, r: Rules, kind: int, patient: int) -> int:
    """What the own score gains by such a roll on average, times POINT; a die that costs points is not placed."""
    top = face_on(v, v.turn)
    total = 0
    for digit in range(r.sides[kind]):
        face = r.faces[kind][digit]
        if r.fits[top][face] != 0:
            won = gain(v, r, kind, face)
            total += won if patient == 0 or r.forced != 0 else max(won, 0)
    return total * POINT // r.sides[kind]


@kernel
def plundered(v: View, action: int) -> int:
    """The face of the die that a plunder would take."""
    q = (action - PLUNDER) >> 1
    if (action - PLUNDER) & 1 == 0:
        return face_on(v, q)
    return face_of(v.loose[q])


# ---- expert: the worth of each move


@kernel
def expert(v: View, r: Rules, b: Tables) -> int:
    """The move with the most worth in the plan (see `reckon`), the first of equals.

    It looks over all rolls of this turn and of the next ones it may count on, up to two plunders from the tops that lie
    open, the die that a plunder lays open, and what the others may take before its next turn.
    """
    if v.phase == PENDING and v.turns > LONG_PATIENCE * v.seats:
        return PLACE
    plan_ahead(v, r, b)
    best = -1
    most = 0
    for k in range(v.legal):
        action = legal_nth(v, r, k)
        value = worth(v, r, b, action)
        if best < 0 or value > most:
            best = action
            most = value
    return best


@kernel
def plan_ahead(v: View, r: Rules, b: Tables) -> None:
    """Fill the plan for the dice that the seat in turn may have in hand: a rolled one that waits may go back there."""
    kind = kind_of(v.pending) if v.phase == PENDING else -1
    reckon(v, r, b, v.plain[v.turn] + (1 if kind == PLAIN else 0), v.jolly[v.turn] + (1 if kind == JOLLY else 0))


@kernel
def worth(v: View, r: Rules, b: Tables, action: int) -> int:
    """What a move is worth by the plan, times POINT: the points that it and what may follow bring on average."""
    plain = v.plain[v.turn]
    jolly = v.jolly[v.turn]
    top = face_on(v, v.turn)
    if action == ROLL_PLAIN or action == ROLL_JOLLY:
        return kind_worth(r, b, action, plain, jolly, top)
    if action == PLACE:
        face = face_of(v.pending)
        return face * POINT + b.plan[GO + at(plain, jolly, face)]
    if action == BACK:
        if kind_of(v.pending) == JOLLY:
            jolly += 1
        else:
            plain += 1
        return b.plan[STAY + at(plain, jolly, top)]
    if action == END:
        return b.plan[LEAVE + at(plain, jolly, top)]
    return chain(v, r, b, action, plundered(v, action), plain, jolly, GO if may_roll(v, r) else LEAVE)


@kernel
def chain(v: View, r: Rules, b: Tables, action: int, face: int, plain: int, jolly: int, then: int) -> int:
    """The worth of a plunder and of what may follow it: another one, or the rolls left."""
    best = b.plan[then + at(plain, jolly, face)]
    for k in range(v.seats):
        if k != v.turn:
            other = PLUNDER + 2 * k
            next_face = under(v, action) if other == action else face_on(v, k)
            if r.takes[face][next_face] != 0:
                best = max(best, taken(v, next_face) + b.plan[then + at(plain, jolly, next_face)])
            if v.loose[k] != NO_DIE:
                next_face = face_of(v.loose[k])
                if r.takes[face][next_face] != 0:
                    best = max(best, taken(v, next_face) + b.plan[then + at(plain, jolly, next_face)])
    return taken(v, face) + best


@kernel
def under(v: View, action: int) -> int:
    """The face that a plunder would lay open, EMPTY for none."""
    q = (action - PLUNDER) >> 1
    n = v.height[q]
    return face_of(v.tower[q][n - 2]) if (action - PLUNDER) & 1 == 0 and n > 1 else EMPTY


# ---- the plan


@kernel
def reckon(v: View, r: Rules, b: Tables, plain: int, jolly: int) -> None:
    """Fill the plan for the seat in turn with so many dice in hand."""
    reckon_risk(v, r, b)
    chance = lasting(v, r)
    for j in range(jolly + 1):
        for n in range(plain + 1):
            for top in range(FACES):
                b.plan[LEAVE + at(n, j, top)] = last_worth(v, r, b, plain - n, j, jolly - j, n, top)
    for _ in range(horizon(v, r)):
        for j in range(jolly + 1):
            for n in range(plain + 1):
                for top in range(FACES):
                    b.plan[STAY + at(n, j, top)] = b.plan[LEAVE + at(n, j, top)]
        turn_worths(r, b, plain, jolly)
        # A turn more: it has to begin with a roll, and before it comes the others may take the top, or end the round.
        for j in range(jolly + 1):
            for n in range(plain + 1):
                if n + j > 0:
                    for top in range(FACES):
                        worth = roll_worth(r, b, n, j, top) - b.plan[RISK + top]
                        last = last_worth(v, r, b, plain - n, j, jolly - j, n, top)
                        b.plan[LEAVE + at(n, j, top)] = last + ((worth - last) * chance >> 10)
    plunder_worths(v, r, b, plain, jolly)
    turn_worths(r, b, plain, jolly)


@kernel
def last_worth(v: View, r: Rules, b: Tables, laid: int, jolly: int, laid_jolly: int, plain: int, top: int) -> int:
    """The worth of no more turns in the round: a doubling, what dice in hand cost, a top that is taken."""
    worth = -IN_HAND * POINT * jolly
    if top == ROGER:
        worth += v.worth[v.seat] * POINT + USUAL * laid + ROGER * POINT * laid_jolly
    if r.immediate == 0 or plain + jolly > 0:
        worth -= b.plan[RISK + top]
    return worth


@kernel
def reckon_risk(v: View, r: Rules, b: Tables) -> None:
    """What the seats that have a turn before one's next would take, by their chances; a point taken counts for both."""
    for top in range(FACES):
        b.plan[RISK + top] = 0
    if r.plunder == 0:
        return
    q = left_of(v, v.seat)  # type: ignore[arg-type]
    for _ in range(v.seats - 1):
        if held(v, q) == 0:
            return
        other = face_on(v, q)
        for top in range(1, ROGER):
            chance = LATER
            if r.takes[other][top] != 0:
                chance = LOATH if other == ROGER else READY
            b.plan[RISK + top] += chance * top * v.seats // (v.seats - 1)
        q = left_of(v, q)  # type: ignore[arg-type]


@kernel
def plunder_worths(v: View, r: Rules, b: Tables, plain: int, jolly: int) -> None:
    """Add to the worth of staying what two plunders of dice that lie on top or loose now would bring from each top."""
    lying = 0
    if r.plunder != 0:
        for q in range(v.seats):
            if q != v.seat:
                lying |= 1 << face_on(v, q)
                if v.loose[q] != NO_DIE:
                    lying |= 1 << face_of(v.loose[q])
    # Meanwhile GO holds the worths of at most one plunder.
    one_more(v, r, b, plain, jolly, lying, LEAVE, GO)
    one_more(v, r, b, plain, jolly, lying, GO, STAY)


@kernel
def one_more(v: View, r: Rules, b: Tables, plain: int, jolly: int, lying: int, then: int, to: int) -> None:
    """The worths of leaving or of one plunder followed by those of the section `then`."""
    for j in range(jolly + 1):
        for n in range(plain + 1):
            for top in range(FACES):
                best = b.plan[LEAVE + at(n, j, top)]
                for face in range(1, ROGER):
                    if (lying >> face) & r.takes[top][face] != 0:
                        best = max(best, taken(v, face) + b.plan[then + at(n, j, face)])
                b.plan[to + at(n, j, top)] = best


@kernel
def turn_worths(r: Rules, b: Tables, plain: int, jolly: int) -> None:
    """The worth of rolling as one likes, by hand and top, from fewer dice to more; of staying, with one roll a turn."""
    for j in range(jolly + 1):
        for n in range(plain + 1):
            for top in range(FACES):
                here = at(n, j, top)
                worth = b.plan[STAY + here]
                b.plan[GO + here] = worth
                if n + j > 0 and r.single == 0:
                    rolled = roll_worth(r, b, n, j, top)
                    b.plan[GO + here] = rolled if r.may_stop == 0 else max(worth, rolled)


@kernel
def roll_worth(r: Rules, b: Tables, plain: int, jolly: int, top: int) -> int:
    """The worth of the better of the rolls that a hand allows."""
    best = -(1 << 40)
    if plain > 0:
        best = kind_worth(r, b, PLAIN, plain, jolly, top)
    if jolly > 0:
        best = max(best, kind_worth(r, b, JOLLY, plain, jolly, top))
    return best


@kernel
def kind_worth(r: Rules, b: Tables, kind: int, plain: int, jolly: int, top: int) -> int:
    """The worth of rolling a die of that kind: over all its faces, placed or not, whichever is better and allowed."""
    total = 0
    failed = b.plan[STAY + at(plain, jolly, top)]
    n = plain - 1 if kind == PLAIN else plain
    j = jolly - 1 if kind == JOLLY else jolly
    for digit in range(r.sides[kind]):
        face = r.faces[kind][digit]
        if r.fits[top][face] == 0:
            total += failed
        else:
            placed = face * POINT + b.plan[GO + at(n, j, face)]
            total += placed if r.forced != 0 or top == EMPTY else max(placed, failed)
    return total // r.sides[kind]


@kernel
def taken(v: View, face: int) -> int:
    """What a die plundered is worth: its points, and as many less for one of the others."""
    return face * POINT * v.seats // (v.seats - 1)


@kernel
def horizon(v: View, r: Rules) -> int:
    """How many more turns of one's own are looked at: none once another seat has no die left (D-R15)."""
    least = FAR
    if r.immediate == 0:
        for q in range(v.seats):
            if q != v.seat:
                least = min(least, held(v, q))
    return least


@kernel
def lasting(v: View, r: Rules) -> int:
    """The chance that the round lasts until one's next turn, where it may end at the last die placed (D-A8)."""
    chance = POINT
    if r.immediate != 0:
        for q in range(v.seats):
            if q != v.seat:
                dice = held(v, q)
                if dice == 1 or r.single == 0:
                    chance -= chance * OUT_AT_ONCE >> (10 + dice)
    return chance


@kernel
def held(v: View, p: int) -> int:
    """The dice a seat will have in hand when its turn begins."""
    return v.plain[p] + v.jolly[p] + (1 if v.loose[p] != NO_DIE else 0)


@kernel
def at(plain: int, jolly: int, top: int) -> int:
    """Where in a section the worth of a hand and a top stands. The mask tells the compiler that it is not negative."""
    return ((jolly * 6 + plain) * FACES + top) & 0xFFFF


BOTS = Bots(SUMMARIES, choose, weights, Tables, with_tables=frozenset({"expert"}))

"""What the piles bot `expert` knows: what it is worth to end a turn, or to roll on, by the top of its pile and its dice in hand.

It is reckoned for each decision anew, by dynamic programming in parts of ONE a point. The rest of the round is taken as so many
more turns of one's own (`horizon`), each played for the best: every roll is weighed over all faces, a die that fits may be
declined, a Jolly Roger still in hand costs 7 at the end and one on top doubles the pile. The others come in by what they would take:
a top that one of them could lay on his pile is counted down by his chance to do so, and dice that lie on their piles are added
where the present turn could still take them. The results stay in `plan`, a part of the rules record that only this module uses,
in sections of one worth for each hand and top:

    LEAVE   the turn ends now
    STAY    no more rolls in this turn, but plunder
    GO      rolls and plunder as one likes
    RISK    [by top] what one loses of it until one's next turn, by plunder
"""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.games.piles.play import IN_HAND, View, face_on
from dicecup.engine.games.piles.rules import EMPTY, FACES, HANDS, JOLLY, PLAIN, ROGER, Rules
from dicecup.engine.games.shared.race import left_of
from dicecup.engine.games.shared.tower import NO_DIE, face_of

ONE = 1 << 10  # a point
SECTION = HANDS * FACES
LEAVE, STAY, GO, RISK = 0, SECTION, 2 * SECTION, 3 * SECTION
USUAL = 4 * ONE  # what a die placed later is taken to add to a pile that is doubled
FAR = 4  # turns looked ahead at most
# The chance that a seat with a turn takes a top: it fits his pile as it is, it may after his next roll, it costs him his doubling.
READY, LATER, LOATH = ONE * 5 // 8, ONE // 8, ONE // 16
OUT_AT_ONCE = (
    ONE * 7 // 4
)  # the chance that a seat places its last die in a turn is a part of this: half of it for each die in hand


@kernel
def at(plain: int, jolly: int, top: int) -> int:
    """Where in a section the worth of a hand and a top stands. The mask tells the compiler that the index is not negative."""
    return ((jolly * 6 + plain) * FACES + top) & 0xFFFF


@kernel
def held(v: View, p: int) -> int:
    """The dice a seat will have in hand when its turn begins."""
    return v.plain[p] + v.jolly[p] + (1 if v.loose[p] != NO_DIE else 0)


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
    """The chance that the round lasts until one's next turn, as far as the horizon does not say so: at the last die placed (D-A8)."""
    chance = ONE
    if r.immediate != 0:
        for q in range(v.seats):
            if q != v.seat:
                dice = held(v, q)
                if dice == 1 or r.single == 0:
                    chance -= chance * OUT_AT_ONCE >> (10 + dice)
    return chance


@kernel
def reckon(v: View, r: Rules, plain: int, jolly: int) -> None:
    """Fill the plan for the seat in turn with so many dice in hand."""
    reckon_risk(v, r)
    chance = lasting(v, r)
    for j in range(jolly + 1):
        for n in range(plain + 1):
            for top in range(FACES):
                r.plan[LEAVE + at(n, j, top)] = last_worth(v, r, plain - n, j, jolly - j, n, top)
    for _ in range(horizon(v, r)):
        for j in range(jolly + 1):
            for n in range(plain + 1):
                for top in range(FACES):
                    r.plan[STAY + at(n, j, top)] = r.plan[LEAVE + at(n, j, top)]
        turn_worths(r, plain, jolly)
        # A turn more: it has to begin with a roll, and before it comes the others may take the top, or end the round.
        for j in range(jolly + 1):
            for n in range(plain + 1):
                if n + j > 0:
                    for top in range(FACES):
                        worth = roll_worth(r, n, j, top) - r.plan[RISK + top]
                        last = last_worth(v, r, plain - n, j, jolly - j, n, top)
                        r.plan[LEAVE + at(n, j, top)] = last + ((worth - last) * chance >> 10)
    plunder_worths(v, r, plain, jolly)
    turn_worths(r, plain, jolly)


@kernel
def last_worth(v: View, r: Rules, laid: int, jolly: int, laid_jolly: int, plain: int, top: int) -> int:
    """What it is worth that this turn is the round's last of one's own: a doubling, what dice in hand cost, a top that is taken."""
    worth = -IN_HAND * ONE * jolly
    if top == ROGER:
        worth += v.worth[v.seat] * ONE + USUAL * laid + ROGER * ONE * laid_jolly
    if r.immediate == 0 or plain + jolly > 0:
        worth -= r.plan[RISK + top]
    return worth


@kernel
def reckon_risk(v: View, r: Rules) -> None:
    """What the seats that have a turn before one's next would take, weighed by their chances; a point taken counts for both."""
    for top in range(FACES):
        r.plan[RISK + top] = 0
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
            r.plan[RISK + top] += chance * top * v.seats // (v.seats - 1)
        q = left_of(v, q)  # type: ignore[arg-type]


@kernel
def taken(v: View, face: int) -> int:
    """What a die plundered is worth: its points, and as many less for one of the others."""
    return face * ONE * v.seats // (v.seats - 1)


@kernel
def plunder_worths(v: View, r: Rules, plain: int, jolly: int) -> None:
    """Add to the worth of staying what two plunders of dice that lie on top now, or loose, would bring from each top."""
    lying = 0
    if r.plunder != 0:
        for q in range(v.seats):
            if q != v.seat:
                lying |= 1 << face_on(v, q)
                if v.loose[q] != NO_DIE:
                    lying |= 1 << face_of(v.loose[q])
    # Meanwhile GO holds the worths of at most one plunder.
    one_more(v, r, plain, jolly, lying, LEAVE, GO)
    one_more(v, r, plain, jolly, lying, GO, STAY)


@kernel
def one_more(v: View, r: Rules, plain: int, jolly: int, lying: int, then: int, to: int) -> None:
    """The worths of leaving or of one plunder followed by those of the section `then`."""
    for j in range(jolly + 1):
        for n in range(plain + 1):
            for top in range(FACES):
                best = r.plan[LEAVE + at(n, j, top)]
                for face in range(1, ROGER):
                    if (lying >> face) & r.takes[top][face] != 0:
                        best = max(best, taken(v, face) + r.plan[then + at(n, j, face)])
                r.plan[to + at(n, j, top)] = best


@kernel
def turn_worths(r: Rules, plain: int, jolly: int) -> None:
    """The worth of rolling as one likes, by hand and top, from fewer dice to more; with one roll a turn that of staying."""
    for j in range(jolly + 1):
        for n in range(plain + 1):
            for top in range(FACES):
                here = at(n, j, top)
                worth = r.plan[STAY + here]
                r.plan[GO + here] = worth
                if n + j > 0 and r.single == 0:
                    rolled = roll_worth(r, n, j, top)
                    r.plan[GO + here] = rolled if r.may_stop == 0 else max(worth, rolled)


@kernel
def roll_worth(r: Rules, plain: int, jolly: int, top: int) -> int:
    """The worth of the better of the rolls that a hand allows."""
    best = -(1 << 40)
    if plain > 0:
        best = kind_worth(r, PLAIN, plain, jolly, top)
    if jolly > 0:
        best = max(best, kind_worth(r, JOLLY, plain, jolly, top))
    return best


@kernel
def kind_worth(r: Rules, kind: int, plain: int, jolly: int, top: int) -> int:
    """The worth of rolling a die of that kind: over all its faces, placed or not, whichever is better and allowed."""
    total = 0
    failed = r.plan[STAY + at(plain, jolly, top)]
    n = plain - 1 if kind == PLAIN else plain
    j = jolly - 1 if kind == JOLLY else jolly
    for digit in range(r.sides[kind]):
        face = r.faces[kind][digit]
        if r.fits[top][face] == 0:
            total += failed
        else:
            placed = face * ONE + r.plan[GO + at(n, j, face)]
            total += placed if r.forced != 0 or top == EMPTY else max(placed, failed)
    return total // r.sides[kind]

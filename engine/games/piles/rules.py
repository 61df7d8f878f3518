"""What fits on what: the placement tables of rules.md 2.1 and 2.6, and the rules record they are part of.

Faces are the numbers 1 to 6, and ROGER, the Jolly Roger's face, whose number is also what it scores (D-R18). EMPTY
stands for a pile without dice. A throw's digit names an entry of a kind's list of faces, so that repeats are so many
chances.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from dicecup.engine.core.record import Int, Record
from dicecup.engine.games.options import Players
from dicecup.engine.games.piles.options import JOLLY_FACE, PilesOptions

EMPTY, ROGER = 0, 7
FACES = 8  # EMPTY, 1 to 6, ROGER
PLAIN, JOLLY = 0, 1  # the kinds of dice
KINDS = 2
SIDES = 10
ALL, TIED, LOWEST_SEAT = range(3)
TIES = ("all", "tied", "lowest_seat")
AS_ONE, ANY, NONE = range(3)
ON_JR = ("as_one", "any", "none")
NO_FLOOR, ROUND_FLOOR, GAME_FLOOR = range(3)
FLOORS = ("none", "round", "game")
BITS = 37  # no two powers of 2 up to 2**35 leave the same rest


class Rules(Record):
    """The rules of a definition as integers and tables."""

    dice: Annotated[list[int], KINDS]  # how many of each kind a seat owns
    sides: Annotated[list[int], KINDS]
    faces: Annotated[list[list[int]], KINDS, SIDES]  # by kind and digit
    opens: Int  # which kinds a seat may open with, a bit for each
    start_tie: Int
    rotate: Int
    single: Int  # one roll a turn
    may_stop: Int
    forced: Int  # a die that fits must be placed
    on_table: Int  # where a die that is not placed goes
    plunder: Int
    after_placement: Int  # plunder needs a die placed, not only one rolled
    immediate: Int
    base_loss: Int  # what a Jolly Roger at the bottom scores less than 7
    floor: Int
    enough: Int  # the least total that wins
    max_rounds: Int
    fits: Annotated[list[list[int]], FACES, FACES]  # [own top][rolled]: 1 where the rolled die may be placed
    takes: Annotated[list[list[int]], FACES, FACES]  # [own top][other's]: 1 where that die may be plundered
    place: Annotated[list[int], BITS]  # of a power of 2, by its rest: which bit it is


def build(o: PilesOptions, players: Players) -> Rules:
    """The rules record of a definition."""
    r = Rules()
    r.dice = [o.plain_dice, o.jolly_dice]
    lists: tuple[Sequence[int | str], ...] = (o.plain_faces, o.jolly_faces)
    for kind, faces in enumerate(lists):
        r.sides[kind] = len(faces)
        for digit, face in enumerate(faces):
            r.faces[kind][digit] = ROGER if face == JOLLY_FACE else int(face)
    # D-A13: a seat without plain dice opens with a Jolly Roger die.
    if o.plain_dice:
        r.opens |= 1 << PLAIN
    if o.jolly_dice and (o.opening_die == "any" or not o.plain_dice):
        r.opens |= 1 << JOLLY
    r.start_tie = TIES.index(o.start_tie)
    r.rotate = int(o.next_starter == "rotate")
    r.single = int(o.turn_rolls == "single")
    r.may_stop = int(o.may_stop)
    r.forced = int(o.placement == "forced")
    r.on_table = int(o.unplaced == "on_table")
    r.plunder = int(o.plunder)
    r.after_placement = int(o.plunder_needs == "placement")
    r.immediate = int(o.round_end == "immediate")
    r.base_loss = ROGER - o.jr_base_score
    r.floor = FLOORS.index(o.floor)
    r.enough = o.target + (1 if o.target_mode == "exceed" else 0)
    r.max_rounds = o.max_rounds
    on_jr = ON_JR.index(o.on_jr)
    for top in range(FACES):
        for face in range(1, FACES):
            r.fits[top][face] = int(fits(top, face, on_jr))
            r.takes[top][face] = int(takes(top, face, on_jr))
    for bit in range(BITS - 1):
        r.place[(1 << bit) % BITS] = bit
    return r


def fits(top: int, rolled: int, on_jr: int) -> bool:
    """Whether a rolled face may be placed on that top (D-R7, D-R12, D-A11, D-C7); on no pile every one may (D-C1)."""
    if top == EMPTY:
        return True
    if top == ROGER:
        if on_jr != AS_ONE:
            return on_jr == ANY
        top = 1
    return rolled in (ROGER, top, top + 1, 7 - top)


def takes(top: int, other: int, on_jr: int) -> bool:
    """Whether a die of another seat may be laid on a pile with that top (D-R10): one more, or seven together.

    Never a Jolly Roger (D-R14), and nothing without a pile of one's own (D-C3).
    """
    if top == EMPTY or other == ROGER:
        return False
    if top == ROGER:
        if on_jr != AS_ONE:
            return on_jr == ANY
        top = 1
    return other in (top + 1, 7 - top)

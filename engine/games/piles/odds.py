"""Exact chances in piles: whether a roll fits, whether all dice in hand can be placed, and whether a plunder follows.

Every face of a die is counted, repeats as often as they stand in its list of faces; chances are Fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from dicecup.engine.core.problems import InputError
from dicecup.engine.games.piles.notation import KIND_WORDS, MOVES
from dicecup.engine.games.piles.options import PilesOptions
from dicecup.engine.games.piles.rules import EMPTY, JOLLY, PLAIN, ROGER, Rules

FaceName = int | str


class HandError(InputError, ValueError):
    """Dice in hand that nobody can have: so many of a kind (`plain` or `Jolly Roger`), of which a seat owns `owned`.

    Where no die at all is in hand, `kind` is empty.
    """

    def __init__(self, message: str, kind: str = "", dice: int = 0, owned: int = 0) -> None:
        super().__init__(message)
        self.kind = kind
        self.dice = dice
        self.owned = owned


@dataclass(frozen=True)
class RollOdds:
    """What a roll of one kind of die leads to.

    `fits`: the die may be placed. `jolly`: it shows the Jolly Roger. `all_placed`: it and every other die in hand can
    be placed in this turn, the kind of each next roll chosen for the best. `plunders`: after the roll, the die placed
    where it fits, one of the tops named may be taken.
    """

    move: str
    fits: Fraction
    jolly: Fraction
    all_placed: Fraction
    plunders: Fraction


def roll_odds(
    o: PilesOptions,
    r: Rules,
    top: FaceName = "none",
    *,
    plain: int | None = None,
    jolly: int | None = None,
    others: Sequence[FaceName] = (),
) -> list[RollOdds]:
    """The chances of rolling each kind of die in hand, the one that places most first, equals in the order of moves.

    `top` is the face on one's own pile, `none` without a pile; `plain` and `jolly` are the dice in hand, by default all
    that a seat owns but one plain die (or one jolly die where there are no plain ones). `others` are the tops of other
    piles, loose dice too. ValueError with a sentence for faces that do not exist, HandError for dice in hand that
    nobody can have.
    """
    own = _face(top)
    hand = [r.dice[PLAIN], r.dice[JOLLY]]
    hand[PLAIN if hand[PLAIN] else JOLLY] -= 1
    for kind, given in ((PLAIN, plain), (JOLLY, jolly)):
        if given is not None:
            hand[kind] = given
        if not 0 <= hand[kind] <= r.dice[kind]:
            held, owned, name = hand[kind], r.dice[kind], KIND_WORDS[kind]
            raise HandError(f"{held} {name} dice: a player owns {owned}", name, held, owned)
    if not sum(hand):
        raise HandError("there is no die to roll; name at least one in hand")
    lying = [_face(name) for name in others]
    if EMPTY in lying:
        raise ValueError("others: name the tops of piles that there are")
    turn = _Turn(r)
    found = [
        RollOdds(
            MOVES[kind],
            face_chance(r, kind, lambda face: bool(r.fits[own][face])),
            face_chance(r, kind, lambda face: face == ROGER),
            turn.all_placed(own, hand[PLAIN], hand[JOLLY], kind),
            face_chance(r, kind, lambda face: _plunders(r, own, face, lying)),
        )
        for kind in (PLAIN, JOLLY)
        if hand[kind]
    ]
    return sorted(found, key=lambda one: (-one.all_placed, -one.fits))


def _face(name: FaceName) -> int:
    """A face by its name; a stroke that tells the kind of die is left out."""
    text = str(name).strip().upper().rstrip("'")
    if text == "NONE":
        return EMPTY
    if text == "J":
        return ROGER
    if text in {"1", "2", "3", "4", "5", "6"}:
        return int(text)
    raise ValueError(f"there is no face {str(name).strip()}; a top is 1 to 6, J or none")


def face_chance(r: Any, kind: int, holds: Callable[[int], bool]) -> Fraction:
    """The chance that a die of that kind shows a face of which something holds."""
    faces = r.faces[kind][: r.sides[kind]]
    return Fraction(sum(map(holds, faces)), len(faces))


def _plunders(r: Any, top: int, face: int, lying: Sequence[int]) -> bool:
    """Whether some die may be taken after that roll: the die is placed where it fits."""
    placed = bool(r.fits[top][face])
    if not r.plunder or (r.after_placement and not placed):
        return False
    return any(r.takes[face if placed else top][other] for other in lying)


class _Turn:
    """The rest of a turn in which every die is to be placed."""

    def __init__(self, r: Any) -> None:
        self.r = r
        self.all_placed = lru_cache(maxsize=None)(self._all_placed)

    def _all_placed(self, top: int, plain: int, jolly: int, kind: int) -> Fraction:
        """The chance to place a die of that kind and then all others in hand (D-A2, D-R7)."""
        r = self.r
        left = (plain - (kind == PLAIN), jolly - (kind == JOLLY))
        total = Fraction(0)
        for face in r.faces[kind][: r.sides[kind]]:
            if not r.fits[top][face]:
                continue
            if not sum(left):
                total += 1
            elif not r.single:
                total += max(self.all_placed(face, *left, then) for then in (PLAIN, JOLLY) if left[then])
        return total / int(r.sides[kind])

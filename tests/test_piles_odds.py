"""Exact chances in piles against all dice counted out."""

from fractions import Fraction
from itertools import product

import pytest
from piles_scene import definition, rules

from dicecup.engine.judge.odds import odds

FACES = {"plain": [1, 2, 3, 4, 5, 6], "jolly": [7, 2, 3, 4, 5, 6]}


def fits(top, face):
    top = 1 if top == 7 else top
    return top == 0 or face == 7 or face in (top, top + 1) or face + top == 7


def counted(top, order):
    """In how many of all throws of these dice, one after the other, each can be placed on the one before."""
    good = 0
    throws = list(product(*(FACES[kind] for kind in order)))
    for throw in throws:
        tops = [top, *throw]
        good += all(fits(below, face) for below, face in zip(tops, throw, strict=False))
    return Fraction(good, len(throws))


@pytest.mark.parametrize("top", range(8))
def test_two_dice_by_counting_all_throws(top):
    name = "none" if top == 0 else "J" if top == 7 else top
    found = {one.move: one for one in odds(definition(), top=name, plain=1, jolly=1)}
    for first, second in (("plain", "jolly"), ("jolly", "plain")):
        one = found[f"roll {first}"]
        assert one.all_placed == counted(top, [first, second])
        assert one.fits == Fraction(sum(fits(top, face) for face in FACES[first]), 6)
    assert (found["roll plain"].jolly, found["roll jolly"].jolly) == (0, Fraction(1, 6))


def best(top, hand):
    """The same with the kind of each next die chosen for the best, by another way round."""
    if not hand:
        return Fraction(1)
    values = []
    for kind in set(hand):
        rest = [*hand]
        rest.remove(kind)
        values.append(sum(best(face, rest) for face in FACES[kind] if fits(top, face)) / Fraction(6))
    return max(values)


@pytest.mark.parametrize("top", [0, 1, 3, 7])
def test_three_dice_with_the_best_order(top):
    name = "none" if top == 0 else "J" if top == 7 else top
    found = odds(definition(), top=name, plain=2, jolly=1)
    assert found[0].all_placed == best(top, ["plain", "plain", "jolly"])
    assert found == sorted(found, key=lambda one: (-one.all_placed, -one.fits))


def test_plunder_after_the_roll():
    found = {one.move: one for one in odds(definition(), top=3, plain=1, jolly=1, others=[4, "J"])}
    # 3 takes 4. A plain 3 leaves 3 on top; a 4 on top takes no 4; every other roll fails.
    assert found["roll plain"].plunders == Fraction(5, 6)
    assert found["roll jolly"].plunders == Fraction(4, 6)  # nor may it with the J on top
    assert odds(definition(plunder_needs="placement"), top=3, plain=1, jolly=0, others=[4])[0].plunders == Fraction(
        1, 6
    )
    assert odds(definition("dead-mans-dice-peaceful"), top=3, plain=1, jolly=0, others=[4])[0].plunders == 0


def test_other_dice_and_rules():
    made = definition(plain_faces=[1, 1, 6], jolly_dice=0)
    (one,) = odds(made, top=1, plain=1)
    assert one.fits == 1 and one.all_placed == 1
    single = definition("dead-mans-dice-designer")
    assert odds(single, top=1, plain=2, jolly=0)[0].all_placed == 0
    assert odds(single, top=1, plain=1, jolly=0)[0].all_placed == Fraction(1, 2)
    assert rules("dead-mans-dice-designer").single == 1


def test_unless_told_otherwise_all_dice_but_the_opening_one_are_in_hand_and_there_is_no_pile():
    assert odds(definition()) == odds(definition(), top="none", plain=1, jolly=1)
    assert [one.move for one in odds(definition())] == ["roll plain", "roll jolly"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"top": 9}, "there is no face 9"),
        ({"plain": 3}, "3 plain dice: a player owns 2"),
        ({"plain": 0, "jolly": 0}, "there is no die to roll"),
        ({"others": ["none"]}, "name the tops"),
    ],
)
def test_what_cannot_be_asked(asked, said):
    with pytest.raises(ValueError, match=said):
        odds(definition(), **asked)

"""The chances of a throw of Stacked Dice against a count of all throws; and `dicecup odds` for it."""

from fractions import Fraction
from itertools import product

import pytest
from command_line import dicecup
from stacks_scene import definition

from dicecup.engine.judge.odds import odds


def brute(faces, yours, others, on_stacks):
    """Chance to stack anything, and by value (yours, others, stack), by laying every throw."""
    found = dict.fromkeys(range(faces + 1), (0, 0, 0))
    throws = list(product(range(1, faces + 1), repeat=yours + others))
    for dice in throws:
        mine, theirs = set(dice[:yours]), set(dice[yours:])
        can = mine & (theirs | on_stacks)
        found[0] = (0, 0, found[0][2] + bool(can))
        for value in range(1, faces + 1):
            found[value] = tuple(
                n + (value in which) for n, which in zip(found[value], (mine, theirs, can), strict=True)
            )
    return {value: tuple(Fraction(n, len(throws)) for n in counts) for value, counts in found.items()}


@pytest.mark.parametrize(
    ("faces", "yours", "others", "on_stacks"),
    [
        (6, 1, 1, set()),
        (6, 2, 3, set()),
        (6, 3, 2, {1, 4}),
        (3, 4, 3, {2}),
        (2, 5, 4, set()),
        (4, 2, 2, {1, 2, 3, 4}),
        (7, 2, 2, {7}),
    ],
)
def test_the_chances_are_those_of_all_throws(faces, yours, others, on_stacks):
    found = odds(definition(faces=faces), yours=yours, others=others, open_values=on_stacks)
    counted = brute(faces, yours, others, on_stacks)
    assert found.stack == counted[0][2]
    assert {value.value: (value.yours, value.others, value.stack) for value in found.values} == {
        value: counted[value] for value in range(1, faces + 1)
    }


@pytest.mark.parametrize(("ace", "order"), [(10, [1, 6, 5, 4, 3, 2]), (4, [6, 5, 4, 1, 3, 2]), (1, [6, 5, 4, 3, 2, 1])])
def test_the_dearest_value_first(ace, order):
    assert [value.value for value in odds(definition(ace_value=ace), yours=2, others=2).values] == order


@pytest.mark.parametrize(
    ("asked", "said"),
    [((0, 1, []), "yours is 0"), ((1, 201, []), "others is 201"), ((1, 1, [7]), "there is no face 7")],
)
def test_what_does_not_exist_is_refused_in_a_sentence(asked, said):
    yours, others, on_stacks = asked
    with pytest.raises(ValueError, match=said):
        odds(definition(), yours=yours, others=others, open_values=on_stacks)


def test_odds_as_people_and_programs_read_them():
    done = dicecup("odds", "stacked-dice", "--hand", "4 4", "--others", "3", "--open", "5")
    told = " ".join(done.out.split())
    assert told.startswith("Stacked Dice: the next throw of your 2 dice, the others throw 3; open stacks of 5. You can")
    (record,) = dicecup("odds", "stacked-dice", "--hand", "44", "--others", "3", "--open", "5", "--json").records()
    assert record["question"] == {"hand": [4, 4], "others": 3, "open": [5]}
    stack = odds(definition(), yours=2, others=3, open_values=[5]).stack
    assert (record["stack"]["numerator"], record["stack"]["denominator"]) == (
        str(stack.numerator),
        str(stack.denominator),
    )
    assert f"{stack} = " in done.out


@pytest.mark.parametrize("columns", [60, 66, 80])
def test_values_in_words_fit_the_width(columns: int) -> None:
    done = dicecup("odds", "stacked-dice", "--hand", "1 2 3 4 5", "--others", "15", env={"COLUMNS": str(columns)})
    assert done.lines[-1].startswith("  2, worth 2 a die ")
    assert max(map(len, done.lines)) <= columns
    assert ("2044893107403601/3656158440062976" in done.lines[-1]) == (columns > 60)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--hand 44", "--others is missing"),
        ("--hand 447 --others 3", "--hand: there is no face 447; the faces are 1 to 6"),
        ("--hand 444444 --others 3", "--hand: 6 dice; in stacked-dice a player has from 1 to 5"),
        ("--hand 4 --others 46", "--others 46: in stacked-dice the others have at most 45 dice"),
        ("--hand 4 --others 5 --open 9", "--open: there is no face 9"),
        ("--hand 4 --others 5 --bid 3x4", "--bid is about liar's dice, and stacked-dice is not"),
    ],
)
def test_odds_refuses_in_a_sentence(arguments, said):
    done = dicecup("odds", "stacked-dice", *arguments.split())
    assert (done.code, said in done.err) == (2, True)

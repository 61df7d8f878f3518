"""`dicecup odds`: its numbers against a count of all throws, what it prints at each width, and what it refuses."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from command_line import dicecup

FACES = "AKQJT9"
KINDS = ("five", "four", "straight", "full_house", "three", "two_pairs", "pair", "nothing")
PATTERNS = {"5": 0, "41": 1, "32": 3, "311": 4, "221": 5, "2111": 6}
STRAIGHTS = {frozenset("AKQJT"): "A", frozenset("KQJT9"): "K"}


def asked(*args: str) -> dict[str, Any]:
    """The JSON answer."""
    (record,) = dicecup("odds", *args, "--json").records()
    return record


def fraction(chance: dict[str, Any]) -> Fraction:
    """The exact chance, which its decimal must match."""
    value = Fraction(int(chance["numerator"]), int(chance["denominator"]))
    assert chance["decimal"] == float(value)
    return value


# --- poker dice -------------------------------------------------------------------------------------------------------


def natural(dice: tuple[str, ...]) -> tuple[int, int]:
    """A hand by the seed's rules, written anew: its kind and the face that decides, both the lower the better."""
    if (straight := STRAIGHTS.get(frozenset(dice))) is not None:
        return 2, FACES.index(straight)
    groups = sorted(Counter(dice).items(), key=lambda group: (-group[1], FACES.index(group[0])))
    return PATTERNS.get("".join(str(n) for _, n in groups), 7), FACES.index(groups[0][0])


@cache
def worth(dice: tuple[str, ...], wild: str) -> tuple[int, int]:
    """A hand at its best."""
    return min(natural(read) for read in product(*(FACES if die == wild else die for die in dice)))


def brute(keep: str, beat: str, wild: str) -> dict[str, Fraction]:
    """The chances of a keep by laying every throw of the dice that are left."""
    throws = list(product(FACES, repeat=5 - len(keep)))
    hands = [worth(tuple(sorted((*keep, *more))), wild) for more in throws]
    target = worth(tuple(sorted(beat)), wild)
    found = Counter(KINDS[kind] for kind, _ in hands)
    found["beats"] = sum(hand < target for hand in hands)
    found["ties"] = sum(hand == target for hand in hands)
    return {name: Fraction(n, len(throws)) for name, n in found.items() if n}


@pytest.mark.parametrize(
    ("variant", "hand", "beat", "wild"),
    [
        ("poker-dice", "KKJ9T", "AAQQJ", ""),
        ("poker-dice", "AKQJ9", "999AK", ""),
        ("poker-dice-wild", "AKQ99", "QQQJT", "A"),
        ("poker-dice-wild", "AAJT9", "KQJT9", "A"),
    ],
)
def test_every_keep_has_the_chances_of_all_throws(variant: str, hand: str, beat: str, wild: str) -> None:
    answer = asked(variant, "--hand", hand, "--beat", " ".join(beat))
    assert answer["question"]["throws_left"] == 1
    order = []
    for keep in answer["keeps"]:
        told = {
            name: fraction(chance)
            for name, chance in {**keep["kinds"], **keep}.items()
            if isinstance(chance, dict) and "decimal" in chance
        }
        assert {name: chance for name, chance in told.items() if chance} == brute(
            "".join(map(str, keep["keep"])), beat, wild
        )
        order.append(told["beats"] + told["ties"] / 2)
    assert order == sorted(order, reverse=True)
    kept = {tuple(map(str, keep["keep"])) for keep in answer["keeps"]}
    assert len(kept) == len(answer["keeps"])
    assert kept == {
        tuple(sorted((die for die, here in zip(hand, mask, strict=True) if here), key=FACES.index))
        for mask in product((0, 1), repeat=5)
    }


def test_two_throws_are_the_best_of_one_after_all_throws() -> None:
    """The last decision of each throw is made for beats plus half of ties, as `odds` itself says with one throw left."""
    two = {
        keep["move"]: keep
        for keep in asked("poker-dice-three", "--hand", "KKJ9T", "--beat", "AAQQJ", "--throws-left", "2")["keeps"]
    }
    total = Fraction(0)
    for die in FACES:
        best = asked("poker-dice-three", "--hand", f"KKJT{die}", "--beat", "AAQQJ")["keeps"][0]
        total += fraction(best["beats"]) + fraction(best["ties"]) / 2
    keep = two["keep K K J T"]
    assert fraction(keep["beats"]) + fraction(keep["ties"]) / 2 == total / 6


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_keeps_in_words_fit_the_width(columns: int) -> None:
    args = ("odds", "poker-dice-three", "--hand", "K K J 9 T", "--beat", "A A Q Q J", "--throws-left")
    for left in ("1", "2"):
        run = dicecup(*args, left, env={"COLUMNS": str(columns)})
        assert (run.code, run.err) == (0, "")
        assert max(map(len, run.lines)) <= columns
        assert run.lines[-1] == "19 keeps more; --all shows every one."
    every = dicecup(*args, "1", "--all", env={"COLUMNS": str(columns)})
    assert len([line for line in every.lines if "keep" in line[:9] or "stand" in line[:9]]) == 24
    assert "more" not in every.out


def test_keeps_in_words() -> None:
    run = dicecup("odds", "poker-dice", "--hand", "kkj9t", "--beat", "A A Q Q J")
    assert run.lines[:9] == [
        "Poker Dice: K K J T 9, 1 throw left; the hand to beat is A A Q Q J.",
        "Best first, a tie counted half.",
        "",
        " 1. keep K K",
        "    beats       4/9    0.4444    ties        1/18   0.0556",
        "    five        1/216  0.0046    four        5/72   0.0694",
        "    full house  5/54   0.0926    three       5/18   0.2778",
        "    two pairs   5/18   0.2778    pair        5/18   0.2778",
        " 2. keep K K J",
    ]


def test_C012_C018_what_a_wild_one_makes_of_four_to_a_straight() -> None:
    """C012, C018: 1 3 4 5 6 is a straight where the one is wild, and where it is the ace; else nothing."""
    for variant, wild, kind in [
        ("poker-dice-pips-six-high", "1", "straight"),
        ("poker-dice-pips-six-high", "none", "nothing"),
        ("poker-dice-pips-one-high", "none", "straight"),
    ]:
        args = [variant, "--hand", "1 3 4 5 6", "--throws-left", "0", "--set", f"wild={wild}"]
        (stand,) = asked(*args)["keeps"]
        assert stand["move"] == "stand"
        assert [name for name, chance in stand["kinds"].items() if fraction(chance)] == [kind]


# --- liar's dice ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "wild"), [("liars-dice", 0), ("perudo", 1)])
def test_bids_have_the_chances_of_all_unknown_dice(variant: str, wild: int) -> None:
    answer = asked(variant, "--hand", "2 2 5 6 1", "--unknown", "4", "--bid", "3x2")
    throws = list(product(range(1, 7), repeat=4))

    def right(bid: str) -> Fraction:
        quantity, face = map(int, bid.split("x"))
        good = {face, wild} if wild else {face}
        own = sum(die in good for die in (2, 2, 5, 6, 1))
        return Fraction(sum(own + sum(die in good for die in throw) >= quantity for throw in throws), len(throws))

    assert fraction(answer["standing"]["chance"]) == right("3x2")
    assert len(answer["bids"]) > 30
    chances = [fraction(bid["chance"]) for bid in answer["bids"]]
    assert chances == [right(bid["bid"]) for bid in answer["bids"]]
    assert chances == sorted(chances, reverse=True)


def test_raises_of_a_ladder_are_those_above_the_bid() -> None:
    bids = {bid["bid"] for bid in asked("liars-dice", "--hand", "22561", "--unknown", "5", "--bid", "4x2")["bids"]}
    assert bids == {f"{n}x{face}" for n in range(4, 11) for face in range(1, 7) if (n, face) > (4, 2)}
    opening = asked("liars-dice", "--hand", "22561", "--unknown", "5")
    assert "standing" not in opening
    assert len(opening["bids"]) == 60


def test_a_free_answer_to_an_opening_bid() -> None:
    """L-A14 `free_answer`: an opening bid on the wild face may be answered by any other."""
    args = ("liars-dice-wild", "--set", "opening_wild_bid=free_answer", "--hand", "2", "--unknown", "3", "--bid", "2x1")
    later, first = asked(*args), asked(*args, "--opening")
    assert len(first["bids"]) > len(later["bids"])


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_bids_in_words_fit_the_width(columns: int) -> None:
    run = dicecup("odds", "perudo", "--hand", "1 3", "--unknown", "28", "--bid", "4x2", env={"COLUMNS": str(columns)})
    assert max(map(len, run.lines)) <= columns
    assert run.lines[1].startswith("4x2 is right: ")
    assert run.lines[-1].endswith("bids more; --all shows every one.")


def test_bids_in_words() -> None:
    run = dicecup("odds", "liars-dice", "--hand", "2 2 5 6 1", "--unknown", "5", "--bid", "4 2")
    assert run.lines[:6] == [
        "Liar's Dice: 2 2 5 6 1 seen, 5 dice unknown.",
        "4x2 is right: 763/3888 = 0.1962",
        "4x2 is wrong: 3125/3888 = 0.8038",
        "Every legal raise and how likely it is right, best first:",
        "",
        "  4x5  23/648   0.0355    4x6  23/648   0.0355    5x2  23/648   0.0355",
    ]
    least = dicecup("odds", "liars-dice", "--hand", "1", "--unknown", "7", "--bid", "8x6").lines
    assert least[1:] == ["8x6 is right: 0 = 0.0000", "8x6 is wrong: 1 = 1.0000", "No raise is legal."]
    every = dicecup("odds", "liars-dice", "--hand", "1", "--unknown", "7", "--all").out
    assert "8x1  1/279936       3.6e-06" in every
    film = dicecup("odds", "film-pirates", "--hand", "1", "--unknown", "4", "--bid", "9x4")
    assert film.lines[-1] == "No legal raise can be right."


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("poker-dice", "--hand is missing; name your dice, such as --hand 'K K J 9 T'"),
        ("poker-dice --hand KKJ9", "--hand: a hand has five dice, not 4; write faces such as 'A K Q J T'"),
        ("poker-dice --hand KKJ9TT", "--hand: there are only five dice to keep, not 6"),
        ("poker-dice --hand KKJ9X", "--hand: there is no face X; the faces are A K Q J T 9"),
        ("poker-dice --hand none", "--hand: a hand has five dice, not 0; write faces such as 'A K Q J T'"),
        ("poker-dice --hand all", "--hand 'all' names no dice; write faces such as 'A K Q J T'"),
        ("poker-dice --hand KKJ9T --throws-left 2", "--throws-left 2: in poker-dice it is from 0 to 1"),
        ("poker-dice --hand KKJ9T --throws-left 9", "'9' is no number from 0 to 4"),
        ("poker-dice --hand KKJ9T --beat 12", "--beat: there is no face 1; the faces are A K Q J T 9"),
        ("poker-dice --hand KKJ9T --kept A", "--kept: A is not part of K K J T 9; name dice of the hand"),
        ("poker-dice --hand KKJ9T --unknown 0", "--unknown is about liar's dice, and poker-dice is not"),
        ("poker-dice --hand KKJ9T --opening", "its options are --hand, --throws-left, --beat and --kept"),
        ("perudo --hand 7 --unknown 5", "--hand: there is no face 7; the faces are 1, 2, 3, 4, 5, 6"),
        ("perudo --hand 1", "--unknown is missing; say how many dice you do not see, such as --unknown 5"),
        ("perudo --hand 1 --unknown 99", "1 die seen and 99 unknown; perudo has from 1 to 30 dice in all"),
        ("perudo --hand 1 --unknown -1", "'-1' is no number from 0 to 200"),
        ("perudo --hand 1 --unknown 5 --bid 4x9", "--bid: there is no face 9; the faces are 1, 2, 3, 4, 5, 6"),
        ("perudo --hand 1 --unknown 5 --bid 0x2", "--bid: a bid names at least one die"),
        ("perudo --hand 1 --unknown 5 --bid liar", "--bid: liar is no bid; a bid is quantity x face like 3x4"),
        ("perudo --hand 1 --unknown 5 --bid hello", "--bid: 'hello' is not a move; a bid is quantity x face like 3x4"),
        ("perudo --hand 1 --unknown 4 --bid 9x4", "--bid: 9x4 names more dice than the 5 there are"),
        ("perudo --hand 1 --unknown 4 --opening", "name it with --bid, such as --bid 4x2"),
        ("perudo --hand 1 --unknown 4 --players 9", "--players 9: perudo has at most 6 players"),
        ("perudo --hand 1 --unknown 4 --throws-left 0", "--throws-left is about poker dice, and perudo is not"),
        ("nosuch --hand 1", "there is no variant nosuch"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(line: str, said: str) -> None:
    run = dicecup("odds", *line.split())
    assert (run.code, run.out) == (2, "")
    assert said in run.problem()

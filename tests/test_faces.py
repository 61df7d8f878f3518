"""A face of ten is written T, and may be typed 10 wherever it is one."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import dicecup

from dicecup.engine.definitions.definition import load
from dicecup.engine.games.liars.notation import notate, parse
from dicecup.engine.games.poker import notation as poker
from dicecup.engine.games.shared.faces import by_name
from dicecup.engine.match.dice_source import Due, read_dice
from dicecup.engine.match.match import rules_of

TENS = "face_names=[9, T, J, Q, K, A]"


def test_ten_is_t_unless_another_face_is_ten() -> None:
    assert by_name(["A", "T", 9]) == {"A": 0, "T": 1, "10": 1, "9": 2}
    assert by_name(["T", 10], 1) == {"T": 1, "10": 2}
    assert "10" not in by_name([1, 2, 3])


def test_ten_in_moves() -> None:
    r = rules_of(load("poker-dice"))
    for text in ("keep 10 T", "k 10,10", "keep 1010", "keep TT"):
        assert poker.notate(poker.parse(text, r), r) == "keep T T"
    odd = rules_of(load("poker-dice", ["faces=[A, T, 1]"]))
    assert poker.notate(poker.parse("keep 10 1", odd), odd) == "keep T 1"
    bids = rules_of(load("liars-dice", [TENS]))
    for text in ("2x10", "2 10", "two tens", "2xT"):
        assert notate(parse(text, bids), bids) == "2xT"


def test_ten_in_dice_that_are_typed_or_scripted(tmp_path: Path) -> None:
    due = Due("A", 3, ("A", "K", "Q", "J", "T", 9), "hand", False, 1, 0)
    assert read_dice("10 t,10", due) == [4, 4, 4]
    with pytest.raises(ValueError, match="there is no face '10'; the faces are 1, 2"):
        read_dice("10", Due("A", 1, (1, 2), "hand", False, 1, 0))
    script = tmp_path / "dice.txt"
    script.write_text("A: 10\nB: K\n" * 1)
    run = dicecup("play", "poker-dice", "--seat", "basic", "--seat", "basic", "--seed", 7, "--dice", script)
    assert "throws T" in run.out


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("poker-dice", "--hand", "K K J 9 10"), "K K J T 9"),
        (("poker-dice", "--hand", "KKJ910", "--beat", "10 10 10 A A"), "A A T T T"),
        (("liars-dice", "--set", TENS, "--hand", "10 A", "--unknown", 5), "T A seen"),
        (("liars-dice", "--set", TENS, "--hand", "T A", "--unknown", 5, "--bid", "2x10"), "2xT"),
    ],
)
def test_ten_in_odds(asked: tuple[object, ...], told: str) -> None:
    run = dicecup("odds", *asked)
    assert run.code == 0
    assert told in run.out


@pytest.mark.parametrize("setting", ["wild=10", "faces=[A, K, Q, J, 10, 9]"])
def test_a_definition_that_says_ten_is_told_how_it_is_written(setting: str) -> None:
    assert "10 is not allowed" in (said := dicecup("play", "poker-dice", "--set", setting).problem())
    assert said.endswith("(did you mean T?)")

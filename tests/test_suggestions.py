"""What is suggested for a word that is not known: what it means weighs more than its letters."""

from __future__ import annotations

import pytest
from command_line import dicecup

from dicecup.engine.core.problems import guess
from dicecup.engine.definitions.definition import BadSetting, load
from dicecup.engine.definitions.keys import vocabulary
from dicecup.engine.definitions.terms import ALIKE, TERMS


@pytest.mark.parametrize(
    ("variant", "word", "key"),
    [
        ("liars-dice", "dice", "dice_per_player"),
        ("stacked-dice", "dice", "dice_per_player"),
        ("liars-dice", "calls", "challenge_by"),
        ("liars-dice", "wilds", "wild_face"),
        ("liars-dice", "joker", "wild_face"),
        ("liars-dice", "exact", "exact_bid"),
        ("liars-dice", "max_players", "players.max"),
        ("poker-dice", "wild_face", "wild"),
        ("poker-dice", "face", "faces"),
        ("poker-dice", "max_rolls", "max_throws"),
        ("dead-mans-dice", "points", "target"),
        ("liars-dice", "dice_per_palyer", "dice_per_player"),
    ],
)
def test_a_key_is_suggested_by_what_it_means(variant: str, word: str, key: str) -> None:
    with pytest.raises(BadSetting) as error:
        load(variant, [f"{word}=1"])
    (wrong,) = error.value.wrong
    assert (wrong.unknown, wrong.near) == (True, key)


def test_a_file_gets_the_same_suggestions() -> None:
    assert vocabulary("liars").unknown("rules", "calls") == "unknown key calls (did you mean challenge_by?)"
    assert vocabulary("poker").unknown("rules", "wild_face").endswith("(did you mean wild?)")
    assert "dicecup" not in vocabulary("poker").unknown("rules", "dice")
    assert "(did you mean dicecup?)" in vocabulary("poker").unknown("", "dicecpu")


def test_where_words_decide_nothing_letters_do() -> None:
    assert guess("dice", ["plain_dice", "jolly_dice"]) is None
    assert guess("jolly_dise", ["plain_dice", "jolly_dice"]) == "jolly_dice"
    assert guess("wild", ["off_wild", "wild_face", "wild_bids"]) == "wild_face"
    assert guess("calls", ["callers", "challenge_by"]) == "callers"
    assert guess("calls", ["callers", "challenge_by"], TERMS) == "challenge_by"
    assert guess("Face-Names", ["faces", "face_names"]) == "face_names"


def test_a_word_has_one_meaning() -> None:
    assert sum(map(len, ALIKE)) == len(TERMS)


@pytest.mark.parametrize(("name", "meant"), [("poker", "poker-dice"), ("liars", "liars-dice"), ("perudos", "perudo")])
def test_a_variant_is_suggested_by_its_words(name: str, meant: str) -> None:
    assert f"(did you mean {meant}?)" in dicecup("rules", name).problem()

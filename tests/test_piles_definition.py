"""Piles as declared: the files and keys of rules.md 2.5 and 2.6, every line of its validity list 2.7, and the rules in words."""

import msgspec
import pytest
from piles_scene import PILES, definition

from dicecup.engine.definitions.definition import BadSetting, load, names, variant_path
from dicecup.engine.definitions.nodes import read, value_of
from dicecup.engine.definitions.value_types import allowed_words
from dicecup.engine.games.options import Players, keys

# rules.md 2.5: title, base, players, rules, summary.
FILES = {
    "dead-mans-dice": (
        "Dead Man's Dice (boxed)", None, (2, 4), {},
        "Roll, pile up, plunder; a Jolly Roger on top doubles. First to 100. (seed)",
    ),
    "dead-mans-dice-designer": (
        "Dead Man's Dice, designer's rules", "dead-mans-dice", (2, 6), {"turn_rolls": "single"}, "One roll a turn.",
    ),
    "dead-mans-dice-channelcraft": (
        "Dead Man's Dice for two", "dead-mans-dice-designer", (2, 2), {}, "The two-player box.",
    ),
    "dead-mans-dice-race": (
        "Dead Man's Dice, race", "dead-mans-dice", None, {"round_end": "immediate"},
        "The round stops at the last die placed.",
    ),
    "dead-mans-dice-strict-100": (
        "Dead Man's Dice, past 100", "dead-mans-dice", None, {"target_mode": "exceed"},
        "100 is not enough, as the seed's last line says.",
    ),
    "dead-mans-dice-peaceful": (
        "Dead Man's Dice, peaceful", "dead-mans-dice", None, {"plunder": False}, "No plunder, for teaching.",
    ),
    "dead-mans-dice-table-dice": (
        "Dead Man's Dice, loose dice", "dead-mans-dice", None, {"unplaced": "on_table"},
        "A failed die lies on the table and can be taken.",
    ),
}  # fmt: skip
ONE_TO_SIX = "a list of 2 to 10 items, each an integer from 1 to 6"
# rules.md 2.6: what is allowed, the default, the rule id; some values that fit and some that do not.
KEYS = {
    "plain_dice": ("an integer from 0 to 5", 2, "D-A19", ["1", "5"], ["-1", "6", "two"]),
    "jolly_dice": ("an integer from 0 to 3", 1, "D-A19", ["0", "3"], ["-1", "4"]),
    "plain_faces": (
        ONE_TO_SIX, [1, 2, 3, 4, 5, 6], "D-A19", ["[1, 1]", "[6, 5, 4, 3, 2, 1, 1, 1, 1, 1]"],
        ["[1]", "[0, 1]", "[1, 7]", "[J, 2]", "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]", "6"],
    ),
    "jolly_faces": (
        "a list of 2 to 10 items, each J or an integer from 1 to 6", ["J", 2, 3, 4, 5, 6], "D-A19",
        ["[J, J]", "[J, 1]"], ["[J]", "[J, 0]", "[J, Q]", "[j, 2]"],
    ),
    "opening_die": ("one of any, plain", "any", "D-A13", ["plain"], ["jolly", "true"]),
    "start_tie": ("one of all, tied, lowest_seat", "all", "D-A14", ["tied", "lowest_seat"], ["none"]),
    "next_starter": ("one of opening_roll, rotate", "opening_roll", "D-A20", ["rotate"], ["left"]),
    "turn_rolls": ("one of until_fail, single", "until_fail", "D-A2", ["single"], ["1"]),
    "may_stop": ("true or false", True, "D-A6", ["false"], ["no", "0"]),
    "placement": ("one of optional, forced", "optional", "D-A5", ["forced"], ["true"]),
    "unplaced": ("one of to_hand, on_table", "to_hand", "D-A3", ["on_table"], ["second_pile"]),
    "plunder": ("true or false", True, "D-A21", ["false"], ["off"]),
    "plunder_needs": ("one of roll, placement", "roll", "D-A7", ["placement"], ["place"]),
    "on_jr": ("one of as_one, any, none", "as_one", "D-A11", ["any", "none"], ["one", "1"]),
    "round_end": ("one of start_of_turn, immediate", "start_of_turn", "D-A8", ["immediate"], ["end"]),
    "jr_base_score": ("one of 7, 1", 7, "D-A10", ["1"], ["0", "2"]),
    "floor": ("one of none, round, game", "none", "D-C10", ["round", "game"], ["0", "off"]),
    "target": ("an integer from 1 to 10000", 100, "D-R3", ["1", "10000"], ["0", "10001"]),
    "target_mode": ("one of reach, exceed", "reach", "D-A9", ["exceed"], ["past"]),
    "max_rounds": ("an integer from 1 to 60000", 1000, "D-A22", ["1", "60000"], ["0", "60001"]),
}  # fmt: skip


def test_2_5_the_files_that_ship():
    assert [name for name in names() if load(name).family == "piles"] == sorted(FILES)


@pytest.mark.parametrize("name", FILES)
def test_2_5_each_file_says_what_the_table_says(name):
    title, base, players, rules, summary = FILES[name]
    found = value_of(read(variant_path(name).read_bytes(), name).root)
    assert (found["title"], found.get("extends"), found["rules"]) == (title, base, rules)
    assert found["about"]["summary"] == summary
    assert found["about"]["source"]
    assert found.get("players") == (None if players is None else {"min": players[0], "max": players[1]})


def test_2_6_the_keys_in_order_with_defaults_and_rule_ids():
    found = {key.path: (allowed_words(key.type), key.default, key.rule) for key in keys(PILES.options)}
    assert found == {path: row[:3] for path, row in KEYS.items()}
    assert list(found) == list(KEYS)
    assert msgspec.to_builtins(PILES.options()) == {path: row[1] for path, row in KEYS.items()}


def refusal(setting):
    """What a setting is refused with, nothing if it is not."""
    try:
        load("dead-mans-dice", (setting,))
    except BadSetting as error:
        return str(error)
    return ""


@pytest.mark.parametrize("path", KEYS)
def test_2_6_each_key_takes_what_fits_and_refuses_what_does_not(path):
    *_, good, bad = KEYS[path]
    for value in good:  # only a combination may be refused
        assert "allowed:" not in refusal(f"{path}={value}"), value
    for value in bad:
        with pytest.raises(BadSetting, match="allowed: "):
            load("dead-mans-dice", (f"{path}={value}",))


# rules.md 2.7: settings that cannot be together, and what the message says.
CLASHES = [
    (("plain_dice=0", "jolly_dice=0"), "plain_dice 0 and jolly_dice 0 make 0 dice; a seat owns from 1 to 6"),
    (("plain_dice=5", "jolly_dice=2"), "plain_dice 5 and jolly_dice 2 make 7 dice"),
    (("jolly_faces=[1, 2]",), "jolly_dice is 1 and jolly_faces has no J; add J, or set jolly_dice to 0"),
    (("plunder=false", "unplaced=on_table"), "unplaced on_table needs plunder"),
    (("plunder=false", "plunder_needs=placement"), "plunder_needs placement needs plunder"),
    (("jolly_dice=0", "jr_base_score=1"), "jr_base_score 1 needs Jolly Roger dice"),
    (("jolly_dice=0", "on_jr=any"), "on_jr any needs Jolly Roger dice"),
    (("jolly_dice=0", "on_jr=none"), "on_jr none needs Jolly Roger dice"),
    (("turn_rolls=single", "may_stop=false"), "may_stop false needs turn_rolls until_fail"),
    (("players.min=3", "players.max=2"), "players.min 3 is above players.max 2"),
]


@pytest.mark.parametrize(("settings", "said"), CLASHES)
def test_2_7_what_cannot_be_together(settings, said):
    with pytest.raises(BadSetting) as caught:
        load("dead-mans-dice", settings)
    assert said in str(caught.value)


def test_2_7_all_mistakes_are_told_at_once():
    with pytest.raises(BadSetting) as caught:
        load("dead-mans-dice", ("plunder=false", "unplaced=on_table", "turn_rolls=single", "may_stop=false"))
    assert "unplaced on_table" in str(caught.value)
    assert "may_stop false" in str(caught.value)


@pytest.mark.parametrize("bounds", [("players.min=1",), ("players.max=11",)])
def test_2_7_two_to_ten_seats(bounds):
    with pytest.raises(BadSetting, match="allowed: an integer from 2 to 10"):
        load("dead-mans-dice", bounds)


@pytest.mark.parametrize(
    "settings",
    [
        {"plain_dice": 0, "jolly_dice": 1},
        {"opening_die": "plain", "plain_dice": 0},
        {"placement": "forced", "unplaced": "on_table"},
        {"jolly_dice": 0, "jolly_faces": [1, 2]},
        {"next_starter": "rotate", "start_tie": "lowest_seat"},
    ],
)
def test_a_key_without_effect_is_allowed(settings):
    assert definition(**settings).family == "piles"


# ---- the rules in words


def said(**settings):
    made = definition(**settings)
    return "\n".join(f"{rule} {sentence}" for rule, sentence in PILES.explain(made.rules, made.players))


SPOKEN = {
    "plain_dice": (5, "Each player owns 5 plain dice."),
    "jolly_dice": (3, "Each player owns 3 Jolly Roger dice."),
    "plain_faces": ([6, 6, 1], "The faces of a plain die are 6 6 1."),
    "jolly_faces": (["J", "J", 1], "The faces of a Jolly Roger die are J J 1"),
    "opening_die": ("plain", "That is a plain die."),
    "start_tie": ("tied", "they alone roll again"),
    "next_starter": ("rotate", "to the left of whoever began the last one"),
    "turn_rolls": ("single", "A turn has one roll of one die."),
    "may_stop": (False, "only after a failed roll"),
    "placement": ("forced", "must be placed"),
    "unplaced": ("on_table", "lies loose on the table"),
    "plunder": (False, "Nobody takes dice from another."),
    "plunder_needs": ("placement", "one must have placed a rolled die in this turn"),
    "on_jr": ("any", "On a J fits any die."),
    "round_end": ("immediate", "as soon as a rolled die is placed that was the last in hand"),
    "jr_base_score": (1, "as the lowest die of a pile 1"),
    "floor": ("game", "A total is at least 0"),
    "target": (50, "A total of 50 is enough"),
    "target_mode": ("exceed", "A total above 100 is needed"),
    "max_rounds": (7, "After 7 rounds"),
}


def test_every_key_speaks():
    assert set(SPOKEN) == set(KEYS)
    for path, (value, sentence) in SPOKEN.items():
        assert sentence in said(**{path: value}), path
        assert sentence not in said(), path


def test_only_what_holds_is_said():
    bare = said(jolly_dice=0, plunder=False, turn_rolls="single")
    for word in ("J ", "Jolly", "D-R13", "D-R14", "D-R17", "D-R10", "D-A7", "more rolling", "loose", "D-C10"):
        assert word not in bare, word
    assert "D-A14 After 1000 ties" not in said(start_tie="lowest_seat")
    assert "in hand or loose costs 7" in said(unplaced="on_table")
    assert next(iter(PILES.explain(PILES.options(), Players(min=2, max=2)))) == ("D-R1", "2 players.")

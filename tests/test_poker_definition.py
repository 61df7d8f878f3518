"""Poker dice as declared: the files and keys of rules.md 4.5 and 4.6, and every line of its validity list 4.7."""

import msgspec
import pytest
from poker_scene import POKER, definition

from dicecup.engine.definitions.definition import BadSetting, load, names, variant_path
from dicecup.engine.definitions.nodes import read, value_of
from dicecup.engine.definitions.value_types import allowed_words
from dicecup.engine.games.options import keys

FULL_HIGH = ["five", "four", "full_house", "straight", "three", "two_pairs", "pair", "nothing"]
# rules.md 4.5: title, base, players, rules, summary.
FILES = {
    "poker-dice": ("Poker Dice", None, (2, 10), {}, "Best poker hand in two throws takes the pot. (seed)"),
    "poker-dice-three": (
        "Poker Dice, three throws",
        "poker-dice",
        None,
        {"max_throws": 3},
        "The older form. (seed P-R5)",
    ),
    "poker-dice-limit3": (
        "Poker Dice, at most three again",
        "poker-dice",
        None,
        {"reroll_limit": 3},
        "No more than three dice thrown again. (seed P-R13)",
    ),
    "poker-dice-wild": (
        "Poker Dice, aces wild",
        "poker-dice",
        None,
        {"wild": "A"},
        "Aces stand for anything. (seed P-R17)",
    ),
    "poker-dice-kickers": (
        "Poker Dice with kickers",
        "poker-dice",
        None,
        {"kickers": True},
        "Odd dice break ties. (seed P-R8)",
    ),
    "poker-dice-pips-one-high": (
        "Poker Dice on pips, one high",
        "poker-dice",
        None,
        {"faces": "pips_one_high"},
        "Ordinary dice, 1 the ace. (seed P-R3)",
    ),
    "poker-dice-pips-six-high": (
        "Poker Dice on pips, six high",
        "poker-dice",
        None,
        {"faces": "pips_six_high", "wild": 1},
        "Ordinary dice, 1 wild. (seed P-R4)",
    ),
    "poker-dice-duel3": (
        "Poker Dice, best of three",
        "poker-dice",
        (2, 2),
        {"match": "best_of:3"},
        "Two wins. (seed P-R16)",
    ),
    "poker-dice-duel5": (
        "Poker Dice, best of five",
        "poker-dice",
        (2, 2),
        {"match": "best_of:5"},
        "Three wins. (seed P-R16)",
    ),
    "poker-dice-full-high": (
        "Poker Dice, full house high",
        "poker-dice",
        None,
        {"hand_order": FULL_HIGH, "secondary": True, "max_throws": 3},
        "Full house over straight, three throws.",
    ),
    "indian-dice": (
        "Indian Dice",
        "poker-dice",
        (2, 8),
        {
            "faces": "pips_six_high",
            "wild": 1,
            "straights": "none",
            "max_throws": 3,
            "follow_first_throws": True,
            "match": "legs",
        },
        "No straights; nobody throws more often than the first; two legs.",
    ),
    "rpasmd-poker": (
        "Poker Dice with a second ante",
        "poker-dice",
        (2, 8),
        {
            "faces": "pips_one_high",
            "straights": ["65432", "54321"],
            "hand_order": FULL_HIGH,
            "drop_out": True,
            "second_ante": "stay",
            "tie": "all_replay",
        },
        "Pay again to stay in, or drop; one tie, all tie.",
    ),
    "cottrell": (
        "Cottrell's Poker Dice",
        "poker-dice",
        (2, 8),
        {
            "faces": "pips_one_high",
            "straights": ["16543", "65432", "54321"],
            "hand_order": FULL_HIGH,
            "kickers": True,
            "max_throws": 3,
            "match": "first_to:21",
        },
        "Ace high and low, kickers, to 21 wins.",
    ),
}

KINDS = "five, four, straight, full_house, three, two_pairs, pair, nothing"
FORMS = "auto, rounds:N, first_to:N, best_of:3, best_of:5, legs or chips, N from 1 to 1000"
# rules.md 4.6: what is allowed, the default, the rule id; some values that fit and some that do not.
KEYS = {
    "faces": (
        "poker, pips_one_high, pips_six_high or a list of 2 to 10 items",
        "poker",
        "P-R2",
        ["pips_one_high", "pips_six_high", "[A, B]", "[0, 1, 2, 3, 4, 5, 6, 7, 8, Z]"],
        ["[A]", "[A, aa]", "[A, 10]", "[A, b]", "six", "6", "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, A]"],
    ),
    "wild": (
        "none, a capital letter or an integer from 0 to 9",
        "none",
        "P-R17",
        ["A", "9"],
        ["a", "10", "true", "[A]", "off"],
    ),
    "max_throws": ("an integer from 1 to 5", 2, "P-R5", ["1", "5"], ["0", "6", "two"]),
    "reroll_limit": ("none or an integer from 1 to 5", "none", "P-R13", ["1", "5"], ["0", "6", "off"]),
    "kept_locked": ("true or false", False, "P-A7", ["false"], ["yes", "1"]),
    "follow_first_throws": ("true or false", False, "P-A12", ["true"], ["on"]),
    "hand_order": (
        f"a list of 8 to 8 items, each one of {KINDS}",
        KINDS.split(", "),
        "P-A13",
        [f"[{', '.join(FULL_HIGH)}]"],
        ["[five, four]", "five", f"[{KINDS}, five]", "[five, four, run, full_house, three, two_pairs, pair, nothing]"],
    ),
    "straights": (
        'runs, none or a list of 1 to 10 items, each a text of five face names like "65432"',
        "runs",
        "P-R6",
        ["none", "[AKQJT, AKQJ9]"],
        ["[AKQJ]", "[akqjt]", "[]", "yes", "[12345]"],
    ),
    "secondary": ("true or false", False, "P-A2", ["true"], ["no"]),
    "kickers": ("true or false", False, "P-R8", ["true"], ["no"]),
    "natural_beats_wild": ("true or false", False, "P-A6", ["false"], ["no"]),
    "tie": (
        "one of full_turn, single_throw, all_replay, split",
        "full_turn",
        "P-A4",
        ["single_throw", "all_replay", "split"],
        ["again"],
    ),
    "ante": ("an integer from 0 to 1000", 1, "P-A9", ["0", "1000"], ["-1", "1001"]),
    "purse": ("an integer from 1 to 100000", 20, "P-A9", ["1", "100000"], ["0", "100001"]),
    "second_ante": ("one of none, reroll, stay", "none", "P-A14", ["reroll"], ["always"]),
    "drop_out": ("true or false", False, "P-A14", ["true"], ["off"]),
    "start": ("one of roll_order, roll_first, seats", "roll_order", "P-R10", ["roll_first", "seats"], ["roll"]),
    "match": (
        FORMS,
        "auto",
        "P-R16",
        ["rounds:1", "rounds:1000", "first_to:21", "legs", "chips"],
        ["rounds", "rounds:0", "rounds:1001", "best_of:7", "first_to:", "first_to:01"],
    ),
    "max_rounds": ("an integer from 1 to 60000", 1000, "P-A15", ["1", "60000"], ["0", "60001"]),
}
RULE_ALSO = {"hand_order": "P-R6", "straights": "P-A13"}  # of two rule ids that the table names the other one


def test_all_poker_files_are_in_the_table():
    assert [name for name in names() if load(name).family == "poker"] == sorted(FILES)


@pytest.mark.parametrize("name", FILES)
def test_a_shipped_file_is_as_rules_4_5_has_it(name):
    title, base, players, rules, summary = FILES[name]
    content = value_of(read(variant_path(name).read_bytes(), name).root)
    about = content.pop("about")
    assert about.pop("summary") == summary
    assert about.keys() == {"source", "also_called"}
    expected = {"dicecup": 1, "title": title, "rules": rules}
    expected |= {"extends": base} if base else {"family": "poker"}
    expected |= {"players": {"min": players[0], "max": players[1]}} if players else {}
    assert content == expected


@pytest.mark.parametrize("name", FILES)
def test_a_shipped_variant_has_the_defaults_under_its_own_rules(name):
    made = load(name)
    defaults = {key: default for key, (_, default, *_) in KEYS.items()}
    assert msgspec.to_builtins(made.rules) == defaults | FILES[name][3]
    assert (made.players.min, made.players.max) == (FILES[name][2] or (2, 10))


def test_the_keys_are_those_of_rules_4_6_in_that_order():
    found = {key.path: (allowed_words(key.type), key.default, key.rule) for key in keys(POKER.options)}
    assert list(found) == list(KEYS)
    for path, (words, default, rule) in found.items():
        wanted_words, wanted_default, wanted_rule, *_ = KEYS[path]
        assert words.startswith(wanted_words), path
        assert default == wanted_default, path
        assert rule in (wanted_rule, RULE_ALSO.get(path)), path


def refusal(setting):
    try:
        load("poker-dice", (setting,))
    except BadSetting as error:
        return str(error)
    return ""


@pytest.mark.parametrize("path", KEYS)
def test_each_key_takes_what_fits_and_refuses_what_does_not(path):
    *_, good, bad = KEYS[path]
    for value in good:  # only a combination may be refused
        assert "allowed:" not in refusal(f"{path}={value}"), value
    for value in bad:
        with pytest.raises(BadSetting, match="allowed: "):
            load("poker-dice", (f"{path}={value}",))


# rules.md 4.7: settings that cannot be together, and what the message says; the keys concerned are all named.
CLASHES = [
    (("faces=[A, K, A]",), "faces has equal names"),
    (("wild=Z",), "wild Z is not among the faces; name one of A, K, Q, J, T, 9"),
    (("faces=pips_one_high", "wild=A"), "wild A is not among the faces"),
    (("straights=[AKQJX]",), "AKQJX names X, which is no face"),
    (("straights=[AKQJJ]",), "AKQJJ repeats a face"),
    (("straights=[AKQJT, TJQKA]",), "AKQJT and TJQKA are the same faces"),
    (
        ("hand_order=[five, five, straight, full_house, three, two_pairs, pair, nothing]",),
        "hand_order must name each of the eight kinds once; it lacks four",
    ),
    (("match=best_of:3",), "match best_of:3 is for two seats and players.max is 10"),
    (("match=best_of:5", "players.max=3"), "match best_of:5 is for two seats and players.max is 3"),
    (("match=chips", "ante=0"), "match chips needs an ante"),
    (("match=chips", "ante=5", "purse=4"), "purse 4 is below ante 5"),
    (("second_ante=reroll", "ante=0"), "second_ante reroll needs an ante"),
    (("second_ante=stay",), "second_ante stay needs drop_out true"),
    (("kept_locked=true",), "kept_locked needs max_throws of at least 3"),
    (("follow_first_throws=true", "max_throws=1"), "follow_first_throws needs max_throws above 1"),
    (("reroll_limit=3", "max_throws=1"), "reroll_limit needs max_throws above 1"),
    (("natural_beats_wild=true",), "natural_beats_wild needs a wild face"),
    (("players.min=3", "players.max=2"), "players.min 3 is above players.max 2"),
]


@pytest.mark.parametrize(("settings", "said"), CLASHES)
def test_4_7_what_cannot_be_together(settings, said):
    with pytest.raises(BadSetting) as caught:
        load("poker-dice", settings)
    assert said in str(caught.value)


@pytest.mark.parametrize("bounds", [("players.min=1",), ("players.max=11",)])
def test_4_7_two_to_ten_seats(bounds):
    with pytest.raises(BadSetting, match="allowed: an integer from 2 to 10"):
        load("poker-dice", bounds)


@pytest.mark.parametrize(
    "settings",
    [
        {"ante": 0, "purse": 5, "match": "legs"},
        {"secondary": True, "kickers": True},
        {"drop_out": True, "ante": 0},
        {"faces": ["A", "B"]},
        {"faces": ["A", "B", "C", "D"], "straights": "runs"},
        {"reroll_limit": 5},
    ],
)
def test_a_key_without_effect_is_allowed(settings):
    assert definition(**settings).family == "poker"

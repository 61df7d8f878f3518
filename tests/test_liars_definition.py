"""Liar's dice as declared: the files and keys of rules.md 1.6 and 1.7, and where clashes of its validity list 1.8 stand (C043)."""

from __future__ import annotations

from typing import Any

import pytest
from definition_files import Write, error_of, flattened, problems

from dicecup.engine.definitions.definition import BadSetting, load, names, variant_path
from dicecup.engine.definitions.nodes import read, value_of
from dicecup.engine.definitions.value_types import allowed_words
from dicecup.engine.games import registry
from dicecup.engine.games.options import keys

# rules.md 1.6: title, base, players, rules, summary. None: inherited.
PALIFICO = {"trigger": "one_die", "once": True, "face": "one_die_may_change", "with_two_left": False}
FILES: dict[str, tuple[str, str | None, tuple[int, int] | None, dict[str, Any], str]] = {
    "liars-dice": (
        "Liar's Dice",
        None,
        (2, 3),
        {},
        "Hidden dice, rising bids, call the liar; who is wrong loses a die. (seed)",
    ),
    "liars-dice-elimination": (
        "Liar's Dice, elimination",
        "liars-dice",
        None,
        {"loss": "elimination"},
        "One lost challenge and you are out. (seed L-V1)",
    ),
    "liars-dice-wild": (
        "Liar's Dice with wild ones",
        "liars-dice",
        None,
        {"wild_face": 1, "wild_bids": "double_after"},
        "Ones count as any face; n ones rank above 2n of another face. (seed L-V2, L-V3)",
    ),
    "liars-dice-elimination-wild": (
        "Liar's Dice, elimination, wild ones",
        "liars-dice-wild",
        None,
        {"loss": "elimination"},
        "Both seed options together.",
    ),
    "common-hand": (
        "Common Hand",
        "liars-dice",
        (2, 6),
        {"raise_rule": "face_first"},
        "A higher face may be bid with any quantity.",
    ),
    "perudo": (
        "Perudo",
        "liars-dice",
        (2, 6),
        {"wild_face": 1, "wild_bids": "double_after", "opening_wild_bid": "forbidden", "palifico": PALIFICO},
        "Wild ones, no opening on ones, palifico at one die.",
    ),
    "dudo": (
        "Dudo",
        "perudo",
        None,
        {"spot_on": {"callers": "next", "right": "regain", "wrong": "lose", "needs": "half_dice"}},
        "Perudo with an exact call by the player in turn.",
    ),
    "cacho": (
        "Cacho",
        "perudo",
        None,
        {"spot_on": {"callers": "others", "right": "regain", "wrong": "lose", "needs": "any"}},
        "Perudo with an exact call by the players who are not in turn.",
    ),
    "dudo-old": (
        "Dudo, old rules",
        "dudo",
        None,
        {"pass": "once", "natural_required": True, "opening_wild_bid": "free_answer"},
        "With paso; ones help only beside a natural die.",
    ),
    "bluff": (
        "Bluff",
        "liars-dice",
        (2, 6),
        {
            "face_names": [1, 2, 3, 4, 5, "*"],
            "wild_face": 6,
            "wild_bids": "double_before",
            "loss": "difference",
            "exact_bid": "others_lose",
        },
        "Star dice on the bidding track; you lose as many dice as you were wrong by.",
    ),
    "red-dead": (
        "Red Dead Liar's Dice",
        "liars-dice",
        (2, 4),
        {
            "spot_on": {"callers": "next", "right": "others_lose", "wrong": "lose", "needs": "any"},
            "starter": "previous_right",
        },
        "Spot-on takes a die from everybody else.",
    ),
    "film-pirates": (
        "Pirates' Dice of the film",
        "liars-dice",
        (2, 4),
        {"rounds": "single", "loss": "elimination", "max_quantity": "unbounded"},
        "One showdown, one loser; the bid may be absurd.",
    ),
    "chui-niu": (
        "Chui Niu (bar dice)",
        "liars-dice",
        (2, 6),
        {
            "wild_face": 1,
            "wild_bids": "double_before",
            "wild_off": "once_wild_bid",
            "min_opening": "players",
            "loss": "penalty",
            "penalty_limit": 3,
        },
        "Penalty points instead of dice; a bid on ones ends their wildness.",
    ),
    "two-player-aces": (
        "Two-player Aces",
        "liars-dice-wild",
        (2, 2),
        {
            "rounds": "single",
            "loss": "elimination",
            "best_of": 3,
            "wild_off": "if_opened_on_wild",
            "natural_required": True,
        },
        "Best of three single showdowns.",
    ),
    "push-reroll": (
        "Liar's Dice with push",
        "liars-dice",
        (2, 6),
        {"push": True},
        "After a raise show some dice and throw the rest again.",
    ),
}

# rules.md 1.7: what is allowed, and the default.
KEYS: dict[str, tuple[str, Any]] = {
    "faces": ("an integer from 2 to 10", 6),
    "face_names": ("none or a list of 2 to 10 items", "none"),
    "dice_per_player": ("an integer from 1 to 20", 5),
    "wild_face": ("none or an integer from 1 to 10", "none"),
    "wild_bids": (
        "one of double_after, double_before, double_by_face, literal, normal, forbidden",
        "double_after",
    ),
    "opening_wild_bid": ("one of allowed, forbidden, free_answer", "allowed"),
    "wild_off": ("one of never, if_opened_on_wild, once_wild_bid", "never"),
    "natural_required": ("true or false", False),
    "raise_rule": (
        "one of quantity_first, face_first, single_axis, no_decrease, max_number, product",
        "quantity_first",
    ),
    "max_quantity": ("one of total_dice, unbounded", "total_dice"),
    "min_opening": ("players, one_and_a_half or an integer from 1 to 20", 1),
    "challenge_by": ("one of next, any", "next"),
    "loss": ("one of one_die, difference, elimination, penalty", "one_die"),
    "penalty_limit": ("an integer from 1 to 20", 3),
    "exact_bid": ("one of challenger_loses, others_lose", "challenger_loses"),
    "die_loss": ("one of discard, transfer", "discard"),
    "starter": ("one of loser, winner, previous_right", "loser"),
    "starter_if_eliminated": ("one of left, winner", "left"),
    "first_bidder": ("one of roll_high, random, seat0", "roll_high"),
    "spot_on.callers": ("one of none, next, others, any", "none"),
    "spot_on.right": ("one of regain, others_lose", "regain"),
    "spot_on.wrong": ("lose", "lose"),
    "spot_on.needs": ("one of any, half_dice", "any"),
    "palifico.trigger": ("one of off, one_die", "off"),
    "palifico.once": ("true or false", True),
    "palifico.face": ("one of locked, one_die_may_change", "locked"),
    "palifico.with_two_left": ("true or false", False),
    "pass": ("one of off, once", "off"),
    "push": ("true or false", False),
    "final_duel": ("one of off, sum", "off"),
    "rounds": ("one of until_one_left, single", "until_one_left"),
    "best_of": ("one of 1, 3, 5, 7, 9", 1),
    "max_rounds": ("an integer from 1 to 60000", 1000),
}


def test_all_shipped_files_are_in_the_table() -> None:
    liars = [name for name in names() if load(name).family == "liars"]
    assert liars == sorted(FILES)
    assert names() == sorted(names())
    assert all(variant_path(name).is_file() for name in names())


@pytest.mark.parametrize("name", FILES)
def test_a_shipped_file_is_as_rules_1_6_has_it(name: str) -> None:
    title, base, players, rules, summary = FILES[name]
    root = read(variant_path(name).read_bytes(), name).root
    assert root is not None
    content = value_of(root)
    about = content.pop("about")
    assert about.pop("summary") == summary
    assert about.keys() == {"source", "also_called"}
    expected: dict[str, Any] = {"dicecup": 1, "title": title, "rules": rules}
    expected |= {"extends": base} if base else {"family": "liars"}
    expected |= {"players": {"min": players[0], "max": players[1]}} if players else {}
    assert content == expected


def inherited(name: str) -> tuple[tuple[int, int], dict[str, Any]]:
    _, base, players, rules, _ = FILES[name]
    flat = dict(flattened(rules))
    if base is None:
        assert players is not None
        return players, {key: default for key, (_, default) in KEYS.items()} | flat
    of_base = inherited(base)
    return players or of_base[0], of_base[1] | flat


@pytest.mark.parametrize("name", FILES)
def test_a_shipped_variant_has_what_its_line_of_bases_gives(name: str) -> None:
    definition = load(name)
    players, rules = inherited(name)
    assert (definition.name, definition.title, definition.family) == (name, FILES[name][0], "liars")
    assert (definition.players.min, definition.players.max) == players
    assert dict(flattened(definition.resolved()["rules"])) == rules
    assert definition.about["summary"] == FILES[name][4]


def test_the_keys_are_those_of_rules_1_7() -> None:
    found = {
        k.path: (allowed_words(k.type).split(", each")[0], k.default) for k in keys(registry.family("liars").options)
    }
    assert found == KEYS
    assert list(found) == list(KEYS)


@pytest.mark.parametrize("path", KEYS)
def test_C043_each_key_takes_its_edges_and_refuses_what_lies_beyond(path: str) -> None:
    words = KEYS[path][0]
    good: list[Any]
    if " from " in words:
        low, high = (int(n) for n in words.rpartition(" from ")[2].split(" to "))
        good, bad = (
            [low, high],
            [low - 1, high + 1, "5.0", '"5"', "true", f"0{low}", f"{high}.0", "0x2", "1e0", "~"],
        )
    elif path == "face_names":
        good, bad = (
            ['[1, 2, 3, 4, 5, "*"]'],
            ["[1, 2, 3, 4, 5, aa]", "[1]", "[]", "{a: 1}", "[1, 2, 3, 4, 5, 100]"],
        )
    elif words == "true or false":
        good, bad = ["true", "false"], ["yes", "no", "on", "off", "True", "1", "0", '"true"', "~", "[]"]
    else:
        good = [*words.removeprefix("one of ").split(", ")]
        bad = ["nonsense", "true", "2", "-1", "[]", "{}", "~"]
    for value in good:  # only a combination may be refused
        assert "allowed:" not in str(error_of(BadSetting, load, "liars-dice", [f"{path}={value}"]))
    for value in bad:
        with pytest.raises(BadSetting, match="allowed: "):
            load("liars-dice", [f"{path}={value}"])


# rules.md 1.8: combinations

CLASHES = [
    ("rules: {wild_face: 7}", "3:20: rules.wild_face: "),
    ("rules: {face_names: [1, 2]}", "3:21: rules.face_names: "),
    ("rules: {face_names: [1, 2, 3, 4, 5, 5]}", "3:21: rules.face_names: "),
    ("rules: {wild_face: 1, raise_rule: product}", "3:35: rules.raise_rule: |3:20: rules.wild_face: "),
    ("rules: {wild_face: 1, wild_bids: forbidden, wild_off: once_wild_bid}", "3:55: rules.wild_off: "),
    (
        "rules: {wild_face: 1, wild_bids: forbidden, opening_wild_bid: free_answer}",
        "3:63: rules.opening_wild_bid: ",
    ),
    ("rules: {rounds: single}", "3:17: rules.rounds: "),
    ("rules: {rounds: single, loss: elimination, best_of: 3}", "3:53: rules.best_of: "),
    ("rules: {die_loss: transfer, loss: difference}", "3:19: rules.die_loss: "),
    ("rules: {exact_bid: others_lose, loss: penalty}", "3:20: rules.exact_bid: "),
    ("rules: {spot_on: {callers: any}, loss: penalty}", "3:28: rules.spot_on.callers: "),
    ("rules: {palifico: {trigger: one_die}, dice_per_player: 1}", "3:29: rules.palifico.trigger: "),
    ("rules: {pass: once, dice_per_player: 4}", "3:15: rules.pass: "),
    ("rules: {final_duel: sum, loss: penalty}", "3:21: rules.final_duel: "),
]


@pytest.mark.parametrize(("text", "place"), CLASHES)
def test_rules_1_8_a_clash_stands_at_one_of_its_keys(write: Write, text: str, place: str) -> None:
    said = problems(write(text))
    assert len(said) == 1
    assert any(said[0].startswith(f"x.yaml:{p}") for p in place.split("|"))


def test_a_clash_stands_in_the_file_that_brings_it_about(write: Write) -> None:
    said = problems(write("rules: {loss: penalty}", head="dicecup: 1\nextends: film-pirates\n"))
    assert said == ["x.yaml:3:15: rules.loss: rounds single needs loss elimination: its one showdown decides"]


def test_clashes_and_single_keys_are_reported_together(write: Write) -> None:
    said = problems(write("rules: {rounds: single, faces: 77, pass: once, dice_per_player: zero}"))
    assert [s.split(": ")[1] for s in said] == ["rules.rounds", "rules.faces", "rules.dice_per_player"]

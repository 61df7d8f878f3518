"""Stacked Dice as declared: the files and keys of rules.md 3.5 and 3.6, its validity list 3.7, and what each value does."""

import re

import msgspec
import pytest
from stacks_scene import FAMILY, Scene, definition

from dicecup.engine.definitions.definition import BadSetting, load, names, variant_path
from dicecup.engine.definitions.nodes import read, value_of
from dicecup.engine.definitions.value_types import allowed_words
from dicecup.engine.games.options import keys

# rules.md 3.5: title, base, players, rules, summary.
FILES = {
    "stacked-dice": (
        "Stacked Dice",
        None,
        (2, 10),
        {},
        (
            "Put your die on another's of the same value; who is on top scores the stack. First to 200; best with four or "
            "more. (seed)"
        ),
    ),
    "stacked-dice-until-stuck": (
        "Stacked Dice, until stuck",
        "stacked-dice",
        None,
        {"laps_per_roll": "until_stuck"},
        "Stack on while anybody does.",
    ),
    "stacked-dice-forced": (
        "Stacked Dice, forced",
        "stacked-dice",
        None,
        {"stacking": "forced"},
        "Who can stack must.",
    ),
    "stacked-dice-short": ("Stacked Dice to 100", "stacked-dice", None, {"target": 100}, "Half the way."),
    "stack": (
        "Stack",
        "stacked-dice",
        (2, 8),
        {"dice_per_player": 14, "laps_per_roll": "until_stuck", "rerolls": False},
        "The parent game: 14 dice, one throw a round.",
    ),
    "stack-tournament": (
        "Stack, tournament",
        "stack",
        None,
        {"start_ace_high": True},
        "Aces are high in the start roll.",
    ),
}
SWITCH = ("true or false", ["true", "false"], ["yes", "1"])
# rules.md 3.6: what is allowed, the default, the rule id; some values that fit and some that do not.
KEYS = {
    "dice_per_player": ("an integer from 1 to 20", 5, "S-A1", ["1", "20"], ["0", "21", "five"]),
    "faces": ("an integer from 2 to 10", 6, "S-A16", ["2", "10"], ["1", "11"]),
    "ace_value": ("an integer from 1 to 20", 10, "S-R14", ["1", "20"], ["0", "21"]),
    "max_height": ("an integer from 2 to 10", 4, "S-R8", ["2", "10"], ["1", "11"]),
    "laps_per_roll": ("one of 1, until_stuck", 1, "S-A2", ["1", "until_stuck"], ["2", "0", "stuck"]),
    "stacking": ("one of optional, forced", "optional", "S-A5", ["forced"], ["free"]),
    "own_top": (SWITCH[0], False, "S-A3", *SWITCH[1:]),
    "rerolls": (SWITCH[0], True, "S-A15", *SWITCH[1:]),
    "round_end": ("one of before_roll, immediate", "before_roll", "S-A8", ["immediate"], ["after"]),
    "next_starter": (
        "one of rotate, same, roll, round_winner",
        "rotate",
        "S-A9",
        ["rotate", "same", "roll", "round_winner"],
        ["left"],
    ),
    "start_ace_high": (SWITCH[0], False, "S-A10", *SWITCH[1:]),
    "target": ("an integer from 1 to 10000", 200, "S-A12", ["1", "10000"], ["0", "10001"]),
    "max_rounds": ("an integer from 1 to 60000", 1000, "S-A17", ["1", "60000"], ["0", "60001"]),
}


def test_all_files_of_the_family_are_in_the_table():
    assert [name for name in names() if load(name).family == "stacks"] == sorted(FILES)


@pytest.mark.parametrize("name", FILES)
def test_a_shipped_file_is_as_rules_3_5_has_it(name):
    title, base, players, rules, summary = FILES[name]
    content = value_of(read(variant_path(name).read_bytes(), name).root)
    about = content.pop("about")
    assert about.pop("summary") == summary
    assert about.keys() == {"source", "also_called"}
    expected = {"dicecup": 1, "title": title, "rules": rules}
    expected |= {"extends": base} if base else {"family": "stacks"}
    expected |= {"players": {"min": players[0], "max": players[1]}} if players else {}
    assert content == expected


@pytest.mark.parametrize("name", FILES)
def test_a_shipped_variant_has_the_defaults_under_its_own_rules(name):
    made = load(name)
    inherited = FILES["stack"][3] if name == "stack-tournament" else {}
    defaults = {key: default for key, (_, default, *_) in KEYS.items()}
    assert msgspec.to_builtins(made.rules) == defaults | inherited | FILES[name][3]
    assert (made.players.min, made.players.max) == ((2, 8) if name.startswith("stack-") or name == "stack" else (2, 10))


def test_the_keys_are_those_of_rules_3_6_in_that_order():
    found = {key.path: (allowed_words(key.type), key.default, key.rule) for key in keys(FAMILY.options)}
    assert found == {path: (words, default, rule) for path, (words, default, rule, *_) in KEYS.items()}
    assert list(found) == list(KEYS)


@pytest.mark.parametrize("path", KEYS)
def test_each_key_takes_what_fits_and_refuses_what_does_not(path):
    *_, good, bad = KEYS[path]
    for value in good:
        load("stacked-dice-until-stuck", [f"{path}={value}"])
    for value in bad:
        with pytest.raises(BadSetting, match=re.escape(f"allowed: {KEYS[path][0]}")):
            load("stacked-dice", [f"{path}={value}"])


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (("rerolls=false",), "rerolls false with laps_per_roll 1"),
        (("players.min=3", "players.max=2"), "players.min 3 is above players.max 2"),
        (("players.min=1",), "allowed: an integer from 2 to 10"),
        (("players.max=11",), "allowed: an integer from 2 to 10"),
    ],
)
def test_3_7_what_cannot_be_together(settings, said):
    with pytest.raises(BadSetting) as caught:
        load("stacked-dice", settings)
    assert said in str(caught.value)


def test_3_7_one_throw_and_laps_until_stuck_is_fine():
    assert not load("stacked-dice", ["rerolls=false", "laps_per_roll=until_stuck"]).rules.rerolls


# ---- what each value does: the same dice and moves under both, and what is seen of the difference


def test_S_A1_dice_per_player():
    for n in (1, 5, 20):
        game = Scene(dice_per_player=n)
        assert [len(e["dice"]) for e in game.events if e.get("for") == "lap"][:2] == [n, n]


def test_S_A16_faces():
    game = Scene(dice=("99", "99"), dice_per_player=2, faces=9)
    assert game.legal() == ["stack 9 on B", "pass"]
    assert Scene(order="21", dice=("22", "22"), dice_per_player=2, faces=2).rejects("stack 3 on B") == "S-A16"


@pytest.mark.parametrize(("worth", "points"), [(10, 20), (1, 2)])
def test_S_R14_S_A16_ace_value(worth, points):
    game = Scene(dice=("1", "1"), dice_per_player=1, ace_value=worth)
    game.say("A:1 on B")
    assert game.scores()["A"][0] == points


@pytest.mark.parametrize(("height", "legal"), [(2, False), (3, True)])
def test_S_A6_S_R8_max_height(height, legal):
    game = Scene(dice=("46", "46", "45"), dice_per_player=2, max_height=height)
    game.say("A:4 on B")
    if game.turn == "B":
        game.say("B:pass")
    assert ("stack 4 on #1" in game.legal()) is legal


@pytest.mark.parametrize(("laps", "turn", "throws"), [(1, "A", 2), ("until_stuck", "A", 1)])
def test_S_A2_laps_per_roll(laps, turn, throws):
    game = Scene(dice=("44216 4216", "43356 3356"), laps_per_roll=laps)
    game.say("A:4 on B", "B:pass")
    assert game.turn == turn
    assert game.state.throws[0] == throws


def test_S_E21_S_A2_the_laps_end_with_one_in_which_everybody_passes():
    game = Scene(dice=("44216 4216", "43356 3356"), laps_per_roll="until_stuck")
    game.say("A:4 on B", "B:pass", "A:pass", "B:pass")
    assert game.state.throws[:2] == [2, 2]


@pytest.mark.parametrize(("stacking", "refused"), [("optional", None), ("forced", "S-A5")])
def test_S_A5_stacking(stacking, refused):
    game = Scene(dice=("44216", "43356"), stacking=stacking)
    assert ("pass" in game.legal()) is (refused is None)
    if refused:
        assert game.rejects("pass") == refused
        assert game.sentence == "A can stack and so must; legal: stack 6 on B, stack 4 on B"


def test_S_E22_forced_and_only_one_legal_stack_is_played_automatically():
    game = Scene(dice=("4", "4"), dice_per_player=1, stacking="forced")
    assert game.told("move")[:2] == ["A stack 4 on B True", "B pass True"]


@pytest.mark.parametrize(("own", "legal"), [(False, False), (True, True)])
def test_S_A3_own_top(own, legal):
    game = Scene(dice=("4416 416", "4335 335", "2222 2222"), dice_per_player=4, own_top=own)
    game.say("A:4 on B")
    assert ("stack 4 on #1" in game.legal()) is legal


@pytest.mark.parametrize(("rerolls", "round"), [(True, 1), (False, 2)])
def test_S_A15_rerolls(rerolls, round):
    game = Scene(dice=("44", "43"), dice_per_player=2, rerolls=rerolls, laps_per_roll="until_stuck")
    game.say("A:pass", "B:pass")
    assert game.state.round == round


@pytest.mark.parametrize(
    ("when", "scores"), [("before_roll", {"A": 6, "B": 0, "C": 10}), ("immediate", {"A": 6, "B": 0, "C": 0})]
)
def test_S_A8_round_end(when, scores):
    game = Scene(dice=("3", "3", "5", "5"), dice_per_player=1, round_end=when)
    game.say("A:3 on B")
    if when == "before_roll":
        game.say("C:5 on D")
    assert {seat: game.scores()[seat][0] for seat in "ABC"} == scores


def test_S_A8_immediate_looks_at_the_stacker_and_at_the_owner_of_the_covered_die():
    game = Scene(dice=("36", "36", "56"), dice_per_player=2, round_end="immediate")
    game.say("A:3 on B", "B:6 on A")
    assert game.scores() == {"A": (6, 6, [1]), "B": (12, 12, [2]), "C": (0, 0, [])}


@pytest.mark.parametrize(("rule", "starters"), [("rotate", "ABCA"), ("same", "AAAA"), ("round_winner", "ABBB")])
def test_S_A9_next_starter(rule, starters):
    """B wins every round by covering whom he can."""
    game = Scene(dice=(" ".join("6666"), " ".join("6666"), " ".join("5555")), dice_per_player=1, next_starter=rule)
    while game.state.round < 4:
        game.play("pass" if game.turn == "A" else game.legal()[0])
    assert [e["starter"] for e in game.events if e["type"] == "round"] == list(starters)


def test_S_A9_a_new_start_roll_is_the_first_throw_of_its_round():
    game = Scene(order="65" + "33" + "26", dice=("6 6", "6 6"), dice_per_player=1, next_starter="roll")
    game.say("A:6 on B")
    second = [(e["type"], e.get("seat"), e.get("for")) for e in game.events if e["round"] == 2]
    assert second == [
        ("roll", "A", "order"), ("roll", "B", "order"), ("tie", None, None), ("roll", "A", "order"), ("roll", "B", "order"),
        ("order", None, None), ("round", None, None), ("roll", "B", "lap"), ("roll", "A", "lap"),
    ]  # fmt: skip
    assert [(due[0], due[2]) for due in game.thrown if due[1] == 2] == [
        ("A", 0),
        ("B", 0),
        ("A", 1),
        ("B", 1),
        ("B", 2),
        ("A", 2),
    ]


@pytest.mark.parametrize(
    ("starter", "moves", "next_one"),
    [("B", ["B:6 on A", "C:6 on D"], "B"), ("A", ["A:6 on B", "C:6 on D"], "A"), ("D", ["D:6 on C", "B:6 on A"], "D")],
)
def test_S_E20_S_A9_level_round_winners_the_first_met_from_the_last_first_player(starter, moves, next_one):
    order = "".join("6" if seat == starter else "1" for seat in "ABCD")
    game = Scene(order=order, dice=("6 5",) * 4, dice_per_player=1, next_starter="round_winner")
    for move in moves:
        while game.turn != move[0]:
            game.play("pass")
        game.say(move)
    while game.state.round == 1:
        game.play("pass")
    assert [e["starter"] for e in game.events if e["type"] == "round"][1] == next_one


@pytest.mark.parametrize(("high", "first"), [(True, "A"), (False, "B")])
def test_S_A10_start_ace_high(high, first):
    assert Scene(order="12", start_ace_high=high).last_order() == first


@pytest.mark.parametrize(("target", "over"), [(12, True), (13, False)])
def test_S_A12_target(target, over):
    assert Scene(dice=("6", "6"), dice_per_player=1, target=target, stacking="forced", max_rounds=1).events[-1][
        "end"
    ] == ("won" if over else "aborted")


@pytest.mark.parametrize("rounds", [1, 3])
def test_S_A17_max_rounds(rounds):
    game = Scene(dice=("6 6 6", "6 6 6"), dice_per_player=1, stacking="forced", max_rounds=rounds)
    assert (game.events[-1]["by"], game.events[-1]["round"]) == ("max_rounds", rounds)


@pytest.mark.parametrize(("least", "most"), [(2, 10), (4, 6)])
def test_S_A13_players(least, most):
    made = load("stacked-dice", [f"players.min={least}", f"players.max={most}"])
    said = dict(FAMILY.explain(made.rules, made.players))
    assert said["S-A13"] == f"{least} to {most} players; best with four or more."


# ---- the rules in words


def explained(**rules):
    made = definition(**rules)
    return list(FAMILY.explain(made.rules, made.players))


@pytest.mark.parametrize("path", KEYS)
def test_every_value_is_told_by_the_rules(path):
    *_, good, _ = KEYS[path]
    base = {"laps_per_roll": "until_stuck"} if path == "rerolls" else {}
    told = [explained(**(base | {path: value})) for value in {*good, str(KEYS[path][1]).lower()}]
    assert len({str(each) for each in told}) == len(told)


def test_only_what_holds_is_told():
    one_throw = explained(laps_per_roll="until_stuck", rerolls=False)
    ids = [rule for rule, _ in one_throw]
    assert "S-R11" not in ids
    assert "S-C4" not in ids
    assert "S-A8" not in ids
    pairs = [rule for rule, _ in explained(max_height=2)]
    assert "S-R7" not in pairs
    assert "S-A3" not in pairs

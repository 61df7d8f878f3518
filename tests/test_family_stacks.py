"""The stacks family by the conformance kit: every shipped file and every option, in both modes; and bots in every pair."""

import pytest
from stacks_scene import FAMILY, definition, probes

from dicecup.engine.core.kernel import COMPILED, PLAIN, compilable
from dicecup.engine.core.statistics import wilson
from dicecup.engine.definitions.definition import load, names
from dicecup.engine.games.base import ABORTED, WON
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.playtest.plan import Plan, open_game
from dicecup.engine.playtest.run import run
from dicecup.testing import check_game, check_modes, compiled_player

SHIPPED = [name for name in names() if load(name).family == "stacks"]
# Whatever the shipped files leave out or do not combine.
OPTIONS = [
    definition(own_top=True, round_end="immediate", next_starter="roll", stacking="forced", dice_per_player=20, faces=10,
               max_height=10, target=120),
    definition(dice_per_player=1, faces=2, max_height=2, ace_value=1, target=8, next_starter="round_winner"),
    definition(laps_per_roll="until_stuck", round_end="immediate", next_starter="same", ace_value=20, max_height=3),
    definition(laps_per_roll="until_stuck", rerolls=False, own_top=True, stacking="forced", next_starter="roll",
               start_ace_high=True, max_rounds=2, target=9999),
]  # fmt: skip
ALL = [*map(load, SHIPPED), *OPTIONS]
IDS = [*SHIPPED, *(f"options{i}" for i in range(len(OPTIONS)))]
RANDOM, BASIC, EXPERT = range(3)

compiled_mode = [
    pytest.mark.compiled,
    pytest.mark.skipif(not compilable(), reason="the extra `fast` is not installed"),
]


def marked(*marks):
    def mark(function):
        for each in marks:
            function = each(function)
        return function

    return mark


@pytest.mark.parametrize("game", ALL, ids=IDS)
def test_every_property_in_plain_mode(game):
    check_game(game, seats=[3], line_ups=[[BASIC, RANDOM]], probes=probes, compiled=False)


@pytest.mark.parametrize("variant", ["stacked-dice", "stack"])
def test_every_property_with_the_expert(variant):
    dice = {"dice_per_player": 4} if variant == "stack" else {"dice_per_player": 3}
    game = definition(variant, target=12, **dice)
    check_game(game, seats=[2], line_ups=[[EXPERT, RANDOM]], probes=probes, compiled=False)


def test_every_property_with_a_full_table():
    check_game("stacked-dice-short", seats=[10], line_ups=[[RANDOM, BASIC]], probes=probes, compiled=False)


# ---- compiled


@pytest.fixture(scope="module")
def entry():
    """The compiled batch loop."""
    return compiled_player(FAMILY)


@marked(*compiled_mode)
@pytest.mark.parametrize("game", ALL, ids=IDS)
def test_both_modes_agree_for_every_bot(game, entry):
    check_modes(game, entry, seats=[game.players.max], line_ups=[[RANDOM, BASIC]], games=2)
    check_modes(game, entry, seats=[2], line_ups=[[RANDOM], [BASIC]], games=2)


@marked(*compiled_mode)
@pytest.mark.parametrize("variant", SHIPPED)
def test_both_modes_agree_for_the_expert(variant, entry):
    check_modes(definition(variant, target=25), entry, seats=[2, 4], line_ups=[[EXPERT], [EXPERT, RANDOM, BASIC]])


@marked(*compiled_mode)
@pytest.mark.parametrize("variant", SHIPPED)
def test_C020_every_game_ends_with_every_pair_of_bots(variant, entry):
    shipped = family_of("stacks").bot_names()
    for one in shipped:
        for other in shipped:
            games = 100 if "expert" in (one, other) else 1000
            report = run(Plan(load(variant), (one, other, one), games, "ends"), mode=COMPILED)
            assert report.ends[WON] == games


@marked(*compiled_mode)
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(("better", "worse"), [("expert", "basic"), ("basic", "random")])
@pytest.mark.parametrize("variant", SHIPPED)
def test_the_better_bot_wins_more_than_its_share_on_common_dice_in_every_seat(variant, better, worse, seats, entry):
    wins = games = 0
    for at in range(seats):
        line_up = tuple(better if p == at else worse for p in range(seats))
        report = run(Plan(load(variant), line_up, 1200 // seats, "strength"), mode=COMPILED)
        wins += report.wins[at]
        games += report.ends[WON]
    assert wilson(wins, games)["low"] > 1 / seats


@marked(*compiled_mode)
def test_S_C4_experts_who_would_rather_wait_end_their_rounds_all_the_same(entry):
    report = run(Plan(definition(faces=2, dice_per_player=20), ("expert", "expert"), 20, "x"), mode=COMPILED)
    assert report.ends[WON] == 20


@marked(*compiled_mode)
def test_both_modes_agree_with_bounds_checked():
    """An unchecked read out of bounds returns a neighbouring field, silently; here it is an IndexError."""
    checked = compiled_player(FAMILY, boundscheck=True)
    for game in [*ALL, definition(seats=10, dice_per_player=20, faces=2, max_height=2, stacking="forced", target=100)]:
        check_modes(game, checked, seats=[game.players.max], line_ups=[[RANDOM, BASIC]])
    check_modes(definition(target=25), checked, seats=[3], line_ups=[[EXPERT, RANDOM]])


# ---- lengths and endless games


@marked(*compiled_mode)
def test_3_5_forced_greedy_play_with_four_takes_about_six_rounds_to_200(entry):
    """rules.md 3.5 gives about 25 points a seat and round, and so about 6 rounds, 3 to 9, for the winner's 200.

    Our greedy bot weighs the next throw as well and so reaches the target no slower; a 99.9 % interval of the mean of 4,000 games
    (sd about 1) is narrower than 0.1, which leaves the bounds to the play, not to luck.
    """
    report = run(Plan(load("stacked-dice-forced"), ("basic",) * 4, 4000, "length"), mode=COMPILED)
    rounds = report.rounds.as_dict()
    assert 4 <= rounds["mean"] <= 8
    assert rounds["min"] >= 2
    assert rounds["max"] <= 16


def test_3_5_a_throw_is_made_about_three_times_a_round():
    """2.9 throws a round (rules.md 3.5, four seats, forced): 2.5 to 3.3 over some 150 rounds, whose sd of about 0.9 makes 0.25."""
    throws = rounds = 0
    for game in range(25):
        events = open_game(Plan(load("stacked-dice-forced"), ("basic",) * 4, 25, "throws"), game).events
        rounds += sum(event["type"] == "round" for event in events)
        throws += sum(event.get("for") == "lap" and event["seat"] == "A" for event in events)
    assert 2.5 < throws / rounds < 3.3


def test_S_C4_endless_games_are_aborted_and_counted_apart():
    game = definition(dice_per_player=1, faces=10, target=10_000, max_rounds=3)
    report = run(Plan(game, ("basic", "basic"), 20, "endless"), mode=PLAIN)
    assert report.ends[ABORTED] == 20
    assert sum(report.wins) == 0

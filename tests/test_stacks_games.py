"""Whole games of Stacked Dice between bots: the expert in both modes, how long games take, and those that never end."""

import pytest
from families import names_of
from families.stacks import BASIC, EXPERT, RANDOM
from stacks_scene import FAMILY, definition, probes

from dicecup.engine.core.kernel import COMPILED, PLAIN
from dicecup.engine.definitions.definition import load
from dicecup.engine.games.base import ABORTED, WON
from dicecup.engine.playtest.plan import Plan, open_game
from dicecup.engine.playtest.run import run
from dicecup.testing import check_game, check_modes, compiled_player

# ---- the expert plays rounds out, which is slow in plain mode: its games are short


@pytest.mark.parametrize("variant", ["stacked-dice", "stack"])
def test_every_property_with_the_expert(variant):
    dice = {"dice_per_player": 4} if variant == "stack" else {"dice_per_player": 3}
    game = definition(variant, target=12, **dice)
    check_game(game, seats=[2], line_ups=[[EXPERT, RANDOM]], probes=probes, compiled=False)


@pytest.mark.compiled("stacks")
@pytest.mark.parametrize("variant", names_of("stacks"))
def test_both_modes_agree_for_the_expert(variant):
    entry = compiled_player(FAMILY)
    check_modes(definition(variant, target=25), entry, seats=[2, 4], line_ups=[[EXPERT], [EXPERT, RANDOM, BASIC]])


@pytest.mark.compiled("stacks")
def test_S_C4_experts_who_would_rather_wait_end_their_rounds_all_the_same():
    report = run(Plan(definition(faces=2, dice_per_player=20), ("expert", "expert"), 20, "x"), mode=COMPILED)
    assert report.ends[WON] == 20


# ---- lengths and endless games


@pytest.mark.compiled("stacks")
def test_3_5_forced_greedy_play_with_four_takes_about_six_rounds_to_200():
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

"""The poker family by the conformance kit: every shipped file and every option, in both modes; and bots in every pair."""

from collections import Counter
from itertools import product

import pytest
from poker_scene import POKER, definition, probes

from dicecup.engine.core.kernel import COMPILED, compilable
from dicecup.engine.core.statistics import wilson
from dicecup.engine.definitions.definition import load, names
from dicecup.engine.games.base import MOVE, WON
from dicecup.engine.games.poker.moves import DROP, STAND
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.match.match import rules_of
from dicecup.engine.playtest.block import Bench, CompiledBench
from dicecup.engine.playtest.plan import Plan
from dicecup.engine.playtest.run import run
from dicecup.testing import check_game, check_modes, compiled_player

SHIPPED = [name for name in names() if load(name).family == "poker"]
# Whatever the shipped files leave out or do not combine.
OPTIONS = [
    definition("poker-dice-three", kept_locked=True, reroll_limit=4, tie="single_throw", start="roll_first",
               faces=["A", "B", "C"]),
    definition(match="chips", purse=6, second_ante="reroll", tie="all_replay", drop_out=True, start="seats"),
    definition(match="chips", purse=3, ante=2, second_ante="stay", drop_out=True, tie="split", max_throws=1),
    definition(match="rounds:2", tie="split", natural_beats_wild=True, wild=9, ante=0),
    definition(match="legs", tie="all_replay", max_throws=4, follow_first_throws=True, faces=["A", "B", "C"]),
    definition(match="first_to:2", faces=list(range(7)), straights=['"01234"', '"65432"'], max_throws=3),
    definition(match="rounds:3", max_rounds=2, hand_order=["nothing", "pair", "two_pairs", "three", "straight",
               "full_house", "four", "five"], wild="J", straights="none", faces=["J", "A", "B", "C", "D", "E", "F"]),
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
    seats = [3 if game.rules.tie == "all_replay" or game.rules.follow_first_throws else 2]
    check_game(game, seats=seats, line_ups=[[EXPERT, BASIC, RANDOM]], probes=probes, compiled=False)


@pytest.mark.parametrize("bot", range(len(family_of("poker").bot_names())))
def test_every_property_with_one_bot_alone(bot):
    check_game("rpasmd-poker", seats=[2], line_ups=[[bot]], games=2, probes=probes, compiled=False)


def test_every_property_with_a_full_table():
    check_game("poker-dice-wild", seats=[10], line_ups=[[RANDOM, BASIC]], probes=probes, compiled=False)


# ---- compiled


@pytest.fixture(scope="module")
def entry():
    """The compiled batch loop."""
    return compiled_player(POKER)


@marked(*compiled_mode)
@pytest.mark.parametrize("game", ALL, ids=IDS)
def test_both_modes_agree_for_every_bot(game, entry):
    check_modes(game, entry, seats=[game.players.max], line_ups=[[RANDOM, BASIC]], games=2)
    check_modes(game, entry, seats=[2], line_ups=[[RANDOM], [BASIC], [EXPERT], [EXPERT, RANDOM]], games=2)
    if not game.rules.kickers:
        check_modes(game, entry, seats=[min(3, game.players.max)], line_ups=[[EXPERT, RANDOM, EXPERT]], games=2)


# ---- C020: every variant x every pair of bots


GAMES = 2000
PAIRS = list(product(range(3), repeat=2))


@marked(*compiled_mode)
@pytest.mark.parametrize("variant", SHIPPED)
def test_C020_every_game_ends_and_every_bot_throws_again_at_times(variant, entry):
    game = load(variant)
    again, turns = Counter(), Counter()
    for seats, pair in product({game.players.min, min(game.players.max, 4)}, PAIRS):
        line_up = [pair[p % 2] for p in range(seats)]
        bench = CompiledBench(Bench(POKER, rules_of(game), variant, seats, line_up))
        out = bench.play(entry, 0, GAMES).reshape(GAMES, -1)
        assert out[:, 0].tolist() == list(range(GAMES))
        assert set(out[:, 1]) == {WON}
        assert (out[:, 2] > 0).all()
        trace = bench.T[0]
        trace["on"] = 1
        for number in range(50):
            bench.play(entry, number, 1)
            rows = trace["rows"][: trace["n"]]
            moves = rows[(rows[:, 0] == MOVE) & (rows[:, 3] == 0)]
            for _, seat, action, *_ in moves.tolist():
                turns[line_up[seat]] += 1
                again[line_up[seat]] += action not in (STAND, DROP)
    for bot, name in enumerate(family_of("poker").bot_names()):
        assert 0 < again[bot] < turns[bot], name


# ---- who beats whom, on common dice with seats swapped


@marked(*compiled_mode)
@pytest.mark.parametrize(("better", "worse"), [("expert", "basic"), ("basic", "random")])
@pytest.mark.parametrize("variant", ["poker-dice", "poker-dice-wild", "poker-dice-three", "indian-dice"])
def test_the_better_bot_wins_more_on_common_dice_with_seats_swapped(variant, better, worse, entry):
    wins = games = 0
    for line_up in ((better, worse), (worse, better)):
        report = run(Plan(load(variant), line_up, 40_000, "strength"), mode=COMPILED)
        wins += report.wins[line_up.index(better)]
        games += report.ends[WON]
    assert wilson(wins, games)["low"] > 0.5

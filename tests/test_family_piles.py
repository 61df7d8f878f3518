"""The piles family by the conformance kit: every shipped file and every option, in both modes; and bots against each other."""

import pytest
from piles_scene import PILES, Scene, definition, probes

from dicecup.engine.core.kernel import COMPILED, compilable
from dicecup.engine.core.statistics import wilson
from dicecup.engine.definitions.definition import load, names
from dicecup.engine.games.base import ABORTED, WON
from dicecup.engine.games.piles.bots import BASIC, EXPERT, RANDOM
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.match.match import Seat, new_match, tables_of
from dicecup.engine.playtest.plan import Plan
from dicecup.engine.playtest.run import run
from dicecup.testing import check_game, check_modes, compiled_player

SHIPPED = [name for name in names() if load(name).family == "piles"]
# Whatever the shipped files leave out or do not combine.
OPTIONS = [
    definition(plain_dice=0, jolly_dice=3, on_jr="any", jr_base_score=1, floor="round", jolly_faces=["J", 1, 1],
               start_tie="lowest_seat"),
    definition(plain_dice=5, jolly_dice=1, placement="forced", may_stop=False, start_tie="tied", target=200),
    definition("dead-mans-dice-table-dice", seats=4, plunder_needs="placement", on_jr="none", next_starter="rotate"),
    definition("dead-mans-dice-race", jolly_dice=0, start_tie="lowest_seat", plain_faces=[6, 6, 1, 2, 3, 4, 5, 5, 1, 1]),
    definition("dead-mans-dice-table-dice", jolly_dice=3, placement="forced", floor="game", opening_die="plain"),
    definition(plain_dice=1, jolly_dice=0, target_mode="exceed", target=20),
    definition("dead-mans-dice-designer", max_rounds=3, target=10_000),
]  # fmt: skip
ALL = [*map(load, SHIPPED), *OPTIONS]
IDS = [*SHIPPED, *(f"options{i}" for i in range(len(OPTIONS)))]

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
    check_game(game, seats=[2], line_ups=[[EXPERT, BASIC], [RANDOM]], probes=probes, compiled=False)


def test_every_property_with_a_full_table():
    check_game(definition(seats=10, target=30), seats=[10], line_ups=[[RANDOM, BASIC]], probes=probes, compiled=False)


# ---- compiled


@pytest.fixture(scope="module")
def entry():
    """The compiled batch loop."""
    return compiled_player(PILES)


@marked(*compiled_mode)
@pytest.mark.parametrize("game", ALL, ids=IDS)
def test_both_modes_agree_for_every_bot(game, entry):
    check_modes(game, entry, seats=[game.players.max], line_ups=[[RANDOM, BASIC, EXPERT]])
    check_modes(game, entry, seats=[2], line_ups=[[RANDOM], [BASIC], [EXPERT]])


# ---- the bots: who beats whom, on common dice with every seat in turn; and that they come to an end


@marked(*compiled_mode)
@pytest.mark.parametrize(("better", "worse"), [("expert", "basic"), ("basic", "random")])
@pytest.mark.parametrize("variant", SHIPPED)
def test_the_better_bot_wins_more_in_every_seat_together(variant, better, worse):
    game = load(variant)
    for seats in {2, min(4, game.players.max)}:
        wins = games = 0
        for seat in range(seats):
            line_up = [worse] * seats
            line_up[seat] = better
            report = run(Plan(game, tuple(line_up), 1500, "strength"), mode=COMPILED)
            wins += report.wins[seat]
            games += report.ends[WON]
            assert report.ends[ABORTED] == 0
        assert wilson(wins, games)["low"] > 1 / seats


def chosen(match, seat, bot):
    """What a bot of that number does."""
    return PILES.policies().choose(match.view_record(seat), match.rules, tables_of(match.definition), bot)


@marked(*compiled_mode)
@pytest.mark.parametrize("game", ALL, ids=IDS)
@pytest.mark.parametrize("bot", family_of("piles").bot_names())
def test_games_of_a_bot_against_itself_end(game, bot):
    """But the random ones where nothing fits on a Jolly Roger: with one on every pile nobody can ever place or take a die."""
    report = run(Plan(game, (bot, bot), 300, "end"), mode=COMPILED)
    locked, short = game.rules.on_jr == "none" and bot == "random", game.rules.max_rounds == 3
    assert report.ends[WON] == (0 if short else 300) or locked
    assert report.ends[WON] + report.ends[ABORTED] == 300
    assert report.ends[WON] > 100 or short


def test_bots_that_sit_on_their_jolly_rogers_lose_patience():
    for bot in (BASIC, EXPERT):
        g = Scene().lie("A 5 J B 6 J", plain={"A": 1, "B": 1}, rolls=0)
        while g.state.round == 1:
            action = chosen(g, g.turn, bot)
            g.play_action(action)
        assert 10 < g.state.moves < 400


def test_basic_declines_what_would_cost_its_doubling():
    for top, rolled, move in ((f"{6} J", "6", "back"), ("5", "6", "place")):
        g = Scene(dice={"A": rolled}).lie(f"A {top} B 3", plain={"A": 1, "B": 1}, rolls=0)
        g.play("roll plain")
        assert PILES.notate(chosen(g, "A", BASIC), g.rules) == move


def test_expert_keeps_its_jolly_roger_for_the_top():
    """With two plain dice in hand a number on its Jolly Roger die is declined, the Jolly Roger as the last die is not."""
    g = Scene(dice={"A": "3'"}).lie("A 3 B 6", plain={"A": 2, "B": 2}, jolly={"A": 1, "B": 1}, rolls=0)
    g.play("roll jolly")
    assert PILES.notate(chosen(g, "A", EXPERT), g.rules) == "back"
    g = Scene(dice={"A": "J"}).lie("A 3 4 4 B 6", plain={"B": 2}, jolly={"A": 1, "B": 1}, rolls=0)
    g.play("roll jolly")
    assert PILES.notate(chosen(g, "A", EXPERT), g.rules) == "place"


def test_expert_takes_the_chain_that_brings_most():
    """5 then 6 from C, which lie one on the other, rather than B's 3 alone (D-E19)."""
    g = Scene(seats=3).lie("A 4 B 3 C 6 5", plain={"B": 1, "C": 1}, failed=1)
    assert PILES.notate(chosen(g, "A", EXPERT), g.rules) == "plunder C"


# ---- a game that never ends


def test_a_game_of_players_who_decline_for_ever_is_aborted_by_the_turns_guard():
    match = new_match(load("dead-mans-dice-peaceful"), [Seat("x", "human")] * 2, "never")
    while not match.over:
        match.play("back" if "back" in match.legal() else next(m for m in ("end", "roll plain") if m in match.legal()))
    end = match.events[-1]
    assert (end["end"], end["by"], end["winners"]) == ("aborted", "turns", [])

"""The bots of piles as policies: but for `random` one move of each decision is certain."""

import pytest
from bot_policy import agree, weights
from piles_scene import Scene

from dicecup.engine.games.base import ONE


def rolled(pile, die, **rules):
    """A has rolled a die that fits on its pile."""
    g = Scene(dice={"A": die}, **rules).lie(f"A {pile} B 6", plain={"A": 2, "B": 2}, jolly={"A": 1, "B": 1}, rolls=0)
    g.play("roll jolly" if die.endswith("'") or die == "J" else "roll plain")
    return g


def test_basic_declines_what_would_cost_its_doubling():
    assert agree(rolled("5", "6"), "A", "basic", keys=20) == {"place": ONE}
    assert agree(rolled("6 J", "6"), "A", "basic", keys=20) == {"back": ONE}


def test_expert_keeps_its_jolly_roger_for_the_top():
    """With two plain dice in hand a number on its Jolly Roger die is declined, the Jolly Roger as the last die is not."""
    assert agree(rolled("3", "3'"), "A", "expert", keys=20) == {"back": ONE}
    g = Scene(dice={"A": "J"}).lie("A 3 4 4 B 6", plain={"B": 2}, jolly={"A": 1, "B": 1}, rolls=0)
    g.play("roll jolly")
    assert agree(g, "A", "expert", keys=20) == {"place": ONE}


def test_D_E19_expert_takes_the_chain_that_brings_most():
    """5 then 6 from C, which lie one on the other, rather than B's 3 alone."""
    g = Scene(seats=3).lie("A 4 B 3 C 6 5", plain={"B": 1, "C": 1}, failed=1)
    assert agree(g, "A", "expert", keys=20) == {"plunder C": ONE}


def test_where_nothing_fits_on_a_jolly_roger_it_is_kept_off_the_pile():
    g = rolled("5", "J", on_jr="none")
    assert weights(g, "A", "random") == {"place": ONE // 2, "back": ONE // 2}
    assert agree(g, "A", "basic", keys=20) == agree(g, "A", "expert", keys=20) == {"back": ONE}


def test_a_bot_that_loses_patience_places_what_fits():
    """After 8 turns of each seat `basic` does, after 12 `expert`."""
    g = rolled("6 J", "6")
    for turns, basic, expert in (
        (16, "back", "back"),
        (17, "place", "back"),
        (24, "place", "back"),
        (25, "place", "place"),
    ):
        g.state.turns = turns
        assert weights(g, "A", "basic") == {basic: ONE}
        assert weights(g, "A", "expert") == {expert: ONE}


@pytest.mark.parametrize("bot", ["basic", "expert"])
def test_bots_that_sit_on_their_jolly_rogers_lose_patience(bot):
    g = Scene().lie("A 5 J B 6 J", plain={"A": 1, "B": 1}, rolls=0)
    while g.state.round == 1:
        (move,) = weights(g, g.turn, bot)
        g.play(move)
    assert 10 < g.state.moves < 400


# ---- what decides: one position for each term, in which another move would look best without it


def after(bot, piles, rolled="", *, turns=1, seats=2, plain=None, jolly=None, loose=None, rolls=1, failed=0, **rules):
    """The move of a bot at a table that is set so (see `Scene.lie`), once A has rolled a die that fits, if it does."""
    g = Scene(seats=seats, dice={"A": rolled} if rolled else None, **rules)
    g.lie(piles, plain=plain, jolly=jolly, loose=loose, rolls=0 if rolled else rolls, failed=failed)
    g.state.turns = turns
    if rolled:
        g.play("roll jolly" if rolled.endswith("'") or rolled == "J" else "roll plain")
    (move,) = weights(g, "A", bot)
    return move


BOTH = {"A": 1, "B": 1}  # a die of a kind in the hands of both
HIGH = "A 6 5 6 J B 4"  # a pile that counts double: 48


@pytest.mark.parametrize(
    ("piles", "given", "move"),
    [
        ("A 3 B 6", {"plain": BOTH, "jolly": BOTH, "rolls": 0}, "roll jolly"),  # it may double the pile
        # The first of two rolls that fail for certain.
        ("A 5 J B 6", {"plain": BOTH, "jolly": BOTH, "rolls": 0, "on_jr": "none"}, "roll plain"),
        ("A 2 B 3", {"plain": BOTH}, "plunder B"),  # 3, where a roll promises 1.7
        ("A 2 B 3", {"jolly": BOTH}, "roll jolly"),  # and this one 9
        ("A 5 B 6 C 2", {"seats": 3, "plain": BOTH}, "plunder B"),
        ("A 5 B 2 C 6", {"seats": 3, "plain": BOTH}, "plunder C"),
        ("A 4 B 3", {"plain": BOTH, "loose": {"B": "5"}, "unplaced": "on_table"}, "plunder B loose"),
        ("A 4 B 5", {"plain": BOTH, "loose": {"B": "3"}, "unplaced": "on_table"}, "plunder B"),
        ("A 5 6 J B 2", {"plain": BOTH}, "end"),  # any plunder costs the doubling
        (HIGH, {"plain": BOTH}, "end"),  # a roll that can only cost points is not placed, and promises nothing
        (HIGH, {"plain": BOTH, "jolly": BOTH}, "roll jolly"),  # another Jolly Roger
        (HIGH, {"plain": BOTH, "jolly": BOTH, "placement": "forced"}, "end"),  # whatever fits would have to be placed
    ],
)
def test_basic_does_what_promises_most_at_once(piles, given, move):
    assert after("basic", piles, **given) == move


@pytest.mark.parametrize(
    ("rolled", "move"),
    [
        ("1", "back"),
        ("6", "back"),  # 19 for 26
        ("6'", "place"),  # 19, and no 7 for a die in hand
        ("2'", "back"),
        ("J", "place"),
    ],
)
def test_basic_places_what_costs_no_points(rolled, move):
    assert after("basic", "A 6 J B 4", rolled, plain={"A": 2, "B": 1}, jolly=BOTH) == move


def test_basic_declines_what_costs_one_point():
    assert after("basic", "A J B 4", "6", plain=BOTH) == "back"  # 13 for 14


def test_basic_that_has_lost_patience_rolls_whatever_it_costs():
    """Both rolls then cost points, and are worth as little: the first is made."""
    for turns, first, later in ((16, "roll jolly", "end"), (17, "roll plain", "roll plain")):
        assert after("basic", "A 6 5 6 6 6 J B 4", turns=turns, plain=BOTH, jolly=BOTH, rolls=0) == first
        assert after("basic", "A 6 5 6 6 6 J B 4", turns=turns, plain=BOTH) == later


@pytest.mark.parametrize("bot", ["basic", "expert"])
def test_where_nothing_fits_on_a_jolly_roger_only_the_last_die_seals_a_pile(bot):
    assert after(bot, "A 5 B 6", "J", jolly={"A": 1}, on_jr="none") == "place"
    assert after(bot, "A 5 B 6", "J", plain={"A": 1}, jolly={"A": 1}, on_jr="none") == "back"
    assert after(bot, "A 5 B 6", "J", plain={"A": 1}, jolly={"A": 2}, on_jr="none") == "back"
    assert after(bot, "A 5 B 6", "5'", plain={"A": 1}, jolly={"A": 1, "B": 1}, on_jr="none") == "place"
    assert after("basic", "A 5 B 6", "J", plain={"A": 1}, jolly={"A": 1}, on_jr="any") == "place"


@pytest.mark.parametrize("bot", ["basic", "expert"])
def test_where_nothing_fits_on_a_jolly_roger_a_pile_is_begun_with_a_plain_die(bot):
    assert after(bot, "B 5", plain=BOTH, jolly=BOTH, rolls=0, on_jr="none") == "roll plain"
    assert after("basic", "B 5", plain=BOTH, jolly=BOTH, rolls=0) == "roll jolly"
    assert after(bot, "B 5", jolly=BOTH, on_jr="none") == "roll jolly", "it has no plain one"
    assert after(bot, "A 3 B 6", plain=BOTH, jolly=BOTH, rolls=0, on_jr="none") == "roll jolly", "one lies there"


def hand(a=0, b=0, c=0):
    """So many dice of a kind in the hands of A, B and C."""
    return {"A": a, "B": b, "C": c}


FAILED = {"failed": 1}
ON_TABLE = {"unplaced": "on_table"}
RACE = {"round_end": "immediate"}


@pytest.mark.parametrize(
    ("piles", "given", "move"),
    [
        # A Jolly Roger on top, which doubles 7, against a 6, which B might take.
        ("A J B 6", {}, "plunder B"),
        ("A J B 6", {"plain": hand(b=1)}, "plunder B"),
        ("A 5 J B 6", {"plain": hand(b=1)}, "end"),
        ("A 5 J B 6", {}, "plunder B"),  # B has no die left, and so no turn
        ("A J B 2", FAILED, "end"),
        # The three below B's two fits on a two: B would take it back in five turns of eight.
        ("A J B 3 2", {"plain": hand(b=1)}, "end"),
        ("A 4 J B 6", {"plain": hand(b=1), **FAILED}, "end"),
        # Of three seats a point taken from one counts one and a half, and so do those that are taken from oneself.
        ("A J B 5 C 6", {"seats": 3, **FAILED}, "plunder C"),
        ("A J B 2 C 5", {"seats": 3, "plain": hand(b=1), **FAILED}, "end"),
        # Where the last die ends the round at once, who has dice in hand may lose a top before it ends, who has none not.
        ("A 5 J B 6", {"plain": hand(b=1), **RACE}, "plunder B"),
    ],
)
def test_expert_counts_down_a_top_by_what_the_others_may_take(piles, given, move):
    assert after("expert", piles, **given) == move


@pytest.mark.parametrize(
    ("piles", "rolled", "given", "move"),
    [
        # From its Jolly Roger B would hardly take anything, be it a six or a one.
        ("A 6 B J", "1", {"plain": hand(1, 1)}, "place"),
        ("A 1 B J", "6", {"plain": hand(1, 1)}, "place"),
        ("A 1 B 6", "1", {"plain": hand(1, 1)}, "place"),  # the sooner one has placed, the less often it is at risk
        ("A 1 B 5", "2", {"plain": hand(1, 1), "plunder": False}, "place"),  # nothing is
        # What fits its pile a seat takes in five turns of eight, and hardly more.
        ("A 1 B 1", "2", {"plain": hand(1, 1)}, "back"),
        ("A 5 B 5", "6", {"plain": hand(1, 1)}, "place"),  # what may come to fit: one in eight, hardly less
        ("A J B J", "6", {"plain": hand(2, 1)}, "back"),  # what costs a doubling: one in sixteen
        ("A 1 B 4", "1", {"plain": hand(1, 1)}, "place"),  # a one is taken as well
    ],
)
def test_expert_weighs_how_loath_others_are_to_take(piles, rolled, given, move):
    assert after("expert", piles, rolled, **given) == move


@pytest.mark.parametrize(
    ("piles", "rolled", "given", "move"),
    [
        # It counts double, should a Jolly Roger follow.
        ("A 4 B 5", "5", {"plain": hand(1, 1), "jolly": hand(1)}, "place"),
        ("A 4 B 4", "5'", {"plain": hand(0, 1), "jolly": hand(1)}, "back"),  # it may be the Jolly Roger itself
        ("A 5 B 2", "2'", {"jolly": hand(1)}, "place"),  # in hand it would cost 7
        ("A 1 B 6", "2'", {"jolly": hand(1)}, "back"),  # but once a six is to be had
        ("A 1 B 4", "1", {"plain": hand(1, 2)}, "back"),  # B has two dice, so there is more than one turn to come
        ("A 1 B J", "2", {"plain": hand(1, 2), "jolly": hand(0, 1)}, "back"),  # and more than two
        ("A 2 B J", "2", {"plain": hand(2, 5)}, "place"),  # more than four are not looked at
        ("A 2 B J", "3", {"plain": hand(2, 4)}, "back"),  # four are
        ("A 4 B J", "3", {"plain": hand(1)}, "place"),  # B has none: it was the last
        ("A 4 B 4", "5", {"plain": hand(1), "jolly": hand(0, 1)}, "place"),  # one die, whatever its kind
        ("A J B 3", "2", {"plain": hand(1)}, "place"),
        # How likely B ends the round before the next turn: the fewer its dice, and only by its last where a turn has one roll.
        ("A 4 B J", "3", {"plain": hand(1), **RACE}, "place"),
        ("A 4 B J", "3", {"plain": hand(1), "turn_rolls": "single", **RACE}, "back"),
        ("A 6 B J", "1", {"plain": hand(1, 1), **RACE}, "place"),
        ("A 2 J B 4", "2'", {"plain": hand(0, 1), "jolly": hand(1), **RACE}, "back"),
        ("A 5 B 6", "2'", {"jolly": hand(1), **RACE}, "place"),
        ("A J B 3", "6", {"plain": hand(2), **RACE}, "back"),
        ("A J B 6", "2'", {"plain": hand(1, 1), "jolly": hand(1), **RACE}, "place"),
        ("A J B J", "6", {"plain": hand(2, 1), **RACE}, "back"),
        # Each die laid before is taken to add 4 points to a pile that is doubled.
        ("A 5 B 6", "6", {"plain": hand(1, 1), "jolly": hand(1)}, "back"),
        ("A 5 B 5", "6", {"plain": hand(1, 1), "jolly": hand(1)}, "place"),
        ("A J B 5", "2'", {"jolly": hand(1)}, "place"),
        ("A J B 3", "2", {"plain": hand(1), **RACE}, "place"),
        ("A J B 1", "2'", {"jolly": hand(1), **RACE}, "place"),
        # B takes its loose die in hand again.
        ("A 1 B 1", "2", {"plain": hand(1), "loose": {"B": "4"}, **ON_TABLE}, "back"),
        ("A J B 3", "6", {"plain": hand(2), "turn_rolls": "single"}, "back"),  # no more rolls in this turn
    ],
)
def test_expert_weighs_what_may_follow_a_die_that_fits(piles, rolled, given, move):
    assert after("expert", piles, rolled, **given) == move


@pytest.mark.parametrize(
    ("piles", "given", "move"),
    [
        ("A 6 J B 5 2", {}, "plunder B"),  # the two, and the five below it, seven together
        ("A 4 J B 3 2", {"plain": hand(1)}, "plunder B"),
        ("A J B 2", {"plain": hand(b=1), **FAILED, **ON_TABLE}, "end"),
        # And the loose five after it.
        ("A J B 2", {"plain": hand(b=1), "loose": {"B": "5"}, **FAILED, **ON_TABLE}, "plunder B"),
        # But not where the 7 for a Jolly Roger in hand comes to it, and a pile that is doubled is broken up.
        ("A 5 6 J B 2", {"jolly": hand(1), "loose": {"B": "5"}, **FAILED, **ON_TABLE}, "end"),
        ("A J B 6", {"plain": hand(1)}, "plunder B"),  # and rolls after it
        ("A J B 2", {"jolly": hand(1), **FAILED}, "end"),  # for which it is too late
    ],
)
def test_expert_weighs_what_may_follow_a_plunder(piles, given, move):
    assert after("expert", piles, **given) == move


@pytest.mark.parametrize(
    ("piles", "rolled", "given", "move"),
    [
        ("A 4 B 5", "5", {"plain": hand(1)}, "back"),  # rather than a five of its own B's five
        ("A 6 B 1", "1", {"plain": hand(1)}, "back"),
        ("A 4 B 5", "5", {"plain": hand(1), "plunder": False}, "place"),
        ("A 5 B 5 C 2", "6", {"seats": 3, "plain": hand(1)}, "back"),  # the two, and the five that makes seven with it
        ("A 2 B 6", "3", {"plain": hand(1), "loose": {"B": "5"}, **ON_TABLE}, "back"),
    ],
)
def test_expert_declines_a_die_that_bars_a_better_plunder(piles, rolled, given, move):
    assert after("expert", piles, rolled, **given) == move


@pytest.mark.parametrize(
    ("piles", "given", "move"),
    [
        ("A J B 4", {"plain": hand(1)}, "roll plain"),  # what costs the doubling need not be placed
        ("A J B 4", {"plain": hand(1), "placement": "forced"}, "end"),
        (
            "A 5 B 6",
            {"plain": hand(1, 1), "jolly": hand(1), "rolls": 0, "placement": "forced", "may_stop": False},
            "roll plain",
        ),
        ("A 2 B 2", {"plain": hand(2, 2), "jolly": hand(1)}, "roll plain"),  # of both rolls the better, here and later
        ("A 5 J B 2", {"plain": hand(1, 1), "jolly": hand(1)}, "plunder B"),  # a roll that has failed leaves a plunder
    ],
)
def test_expert_weighs_rolls_by_all_that_they_may_show(piles, given, move):
    assert after("expert", piles, **given) == move

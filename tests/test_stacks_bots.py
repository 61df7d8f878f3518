"""The bots of Stacked Dice as policies: but for `random` one move of each decision is certain, and a position shows why it is that."""

import pytest
from bot_policy import agree, weights
from stacks_scene import Scene

from dicecup.engine.games.base import ONE
from dicecup.engine.games.stacks.bots import rollouts, standing


def table(variant="stacked-dice", **rules):
    """A has a 1 and a 2 that B has too."""
    return Scene(variant, dice=["12345", "12666"], **rules)


def test_basic_covers_the_ace_where_that_is_worth_most():
    assert agree(table(), "A", "basic", keys=20) == {"stack 1 on B": ONE}
    assert agree(table(ace_value=1), "A", "basic", keys=20) == {"stack 2 on B": ONE}


def test_expert_is_certain_whatever_its_key_where_no_dice_are_thrown_any_more():
    g = table("stack", dice_per_player=5)
    assert [*agree(g, "A", "expert", keys=20).values()] == [ONE]


def test_expert_is_certain_of_what_the_throws_of_its_own_key_make_the_best():
    g = Scene(dice=["13345", "16662", "44566"])
    bot = len(g.family.bot_names()) - 1
    decided = 0
    while g.state.round == 1:
        bots, view = g.family.policies(), g.view_record(g.turn)
        chosen = g.family.notate(bots.choose(view, g.rules, bots.tables(g.rules), bot), g.rules)
        assert weights(g, g.turn, "expert") == {chosen: ONE}
        g.play(chosen)
        decided += 1
    assert decided > 3


def test_a_view_is_put_back_after_rounds_have_been_played_out_on_it():
    g = table()
    bots, view = g.family.policies(), g.view_record("A")
    before = view.values()
    bots.choose(view, g.rules, bots.tables(g.rules), g.family.bot_names().index("expert"))
    assert view.values() == before


# ---- what decides: one position for each term, in which another move would look best without it


def after(bot, dice, *moves, variant="stacked-dice", score=(), casts=1, **rules):
    """The move of a bot that follows these, where the seats had so many points before the round."""
    g = Scene(variant, dice=dice, **rules)
    g.say(*moves)
    g.state.casts = casts
    for p, points in enumerate(score):
        g.state.score[p] = points
    (move,) = weights(g, g.turn, bot)
    return move


ONE_THROW = {"variant": "stack", "dice_per_player": 5}  # nothing is thrown again


def test_basic_covers_where_what_another_loses_outweighs_a_dearer_die():
    """Three twos for A's two, against two sixes that A may cover with the next throw, and against two aces."""
    assert after("basic", ["22446", "12236"], "A:stack 2 on B") == "stack 2 on #1"
    assert after("basic", ["12244", "12236"], "A:stack 2 on B") == "stack 1 on A"


def test_the_dice_that_others_will_throw_say_how_seldom_a_die_stays():
    """Two aces would be worth more than three twos for two while A throws six dice again, but not with seven."""
    assert after("basic", ["1224444", "1223333"], "A:stack 2 on B", dice_per_player=7) == "stack 1 on A"
    assert after("basic", ["12244445", "12233336"], "A:stack 2 on B", dice_per_player=8) == "stack 2 on #1"


def test_of_steps_that_gain_as_much_the_first_is_made():
    assert after("basic", ["12366", "12666"], ace_value=6) == "stack 6 on B"
    assert after("basic", ["23456", "22333", "22444"], "A:stack 2 on B", "B:stack 2 on C") == "stack 2 on #1"


def test_a_stack_that_is_closed_stays_as_it_is():
    dice = ["12244", "12236"]
    assert after("basic", dice, "A:stack 2 on B") == "stack 1 on A"
    assert after("basic", dice, "A:stack 2 on B", max_height=3) == "stack 2 on #1"


def test_who_covers_a_die_of_its_own_takes_nothing_from_anybody():
    given = {"own_top": True, **ONE_THROW}
    assert after("basic", ["22366", "25556"], "A:stack 2 on B", "B:pass", **given) == "stack 6 on B"
    # A third five of its own is worth 5, and nobody has another; two sixes are 12, but C may cover them: a quarter of that.
    dice = ["15566", "52222", "63333"]
    assert after("basic", dice, "A:stack 5 on B", "C:pass", **given) == "stack 5 on #1"


def test_a_die_that_somebody_after_could_cover_stays_seldom():
    """C, who has both a four and a five, comes after B; A, who has the three, has had its turn."""
    assert after("basic", ["12366", "34455", "14445"], "A:stack 1 on C") == "stack 3 on A"
    assert after("basic", ["12345", "34455", "12666"], "A:pass") == "stack 5 on A"
    # What another could cover stays one time in four: at nine faces a nine is then worth more than a two, a seven less.
    assert after("basic", ["23333", "29666", "94444"], "A:pass", faces=9) == "stack 9 on C"
    assert after("basic", ["23333", "27666", "74444"], "A:pass", faces=9) == "stack 2 on A"
    # In a round of many laps A may cover the three as well.
    given = {"variant": "stacked-dice-until-stuck"}
    assert after("basic", ["12366", "34455", "14445"], "A:stack 1 on C", **given) == "stack 5 on C"


def test_in_the_last_turn_of_a_lap_only_the_next_throw_can_cover():
    dice = ["12336", "12334", "12234"]
    assert after("basic", dice, "A:stack 2 on C", "B:stack 4 on C", own_top=True) == "stack 1 on B"


def test_of_single_dice_that_of_whoever_has_most_points_is_covered():
    """Points of the round count with those of before; of equals it is the first to the left."""
    dice = ["12344", "12344", "24456"]
    assert after("basic", dice, "A:pass", "B:pass") == "stack 4 on A"
    for score, seat in (((10, 30), "B"), ((30, 10), "A"), ((10, 12), "A"), ((10, 15), "B"), ((10, 30, 50), "B")):
        assert after("basic", dice, "A:stack 2 on C", "B:pass", score=score) == f"stack 4 on {seat}"


@pytest.mark.parametrize(
    ("points", "score", "worth"),
    [
        ((5, 2, 1), (0, 0, 0), 3 + 4),  # ahead of B by 3, of C by 4
        ((1, 2, 5), (90, 0, 0), -1 - 4),
        ((5, 2, 1), (95, 90, 0), 7 + 2 * 100),  # wins with 100 points: 100 more, for each of the others
        ((5, 2, 1), (94, 90, 0), 7),
        ((5, 2, 1), (95, 98, 0), 7),  # level: they play on
        ((5, 2, 1), (95, 99, 0), 7 - 2 * 100),  # B wins with 101
        ((5, 2, 1), (0, 0, 99), 7 - 2 * 100),
        ((5, 2, 1), (0, 97, 98), 7),
    ],
)
def test_a_round_is_worth_the_points_ahead_of_the_others_and_a_game_that_is_won(points, score, worth):
    g = Scene(seats=3, target=100)
    v = g.view_record("A")
    for p in range(3):
        v.points[p], v.score[p] = points[p], score[p]
    assert standing(v, g.rules, 0) == worth


@pytest.mark.parametrize(
    ("variant", "seats", "times"),
    [("stacked-dice", 2, 12), ("stacked-dice", 4, 12), ("stacked-dice", 5, 6), ("stack", 2, 1)],
)
def test_rounds_are_played_out_as_often_as_that_tells_something(variant, seats, times):
    g = Scene(variant, seats=seats)
    assert rollouts(g.view_record(g.turn), g.rules) == times


@pytest.mark.parametrize(
    ("dice", "move"),
    [
        (["35556", "45556"], "stack 5 on B"),  # B covers it, and A closes the stack with its third five
        (["12333", "11222"], "pass"),  # B has more ones and more twos
        (["23466", "12234"], "stack 4 on B"),  # 4 behind, as with twos: the first of equals
    ],
)
def test_expert_follows_a_round_of_one_throw_to_its_end(dice, move):
    assert after("expert", dice, **ONE_THROW) == move


@pytest.mark.parametrize(
    ("dice", "given", "move"),
    [
        # 22 points ahead on average, after the throws to come; to pass is 11 behind.
        (["15666", "22355"], {}, "stack 5 on B"),
        (["11556", "12336"], {}, "stack 1 on B"),  # 4 behind, the least of evils
        (["34446", "12345"], {"target": 30}, "stack 3 on B"),  # wins more of the rounds that are played out
        (["24456", "12366"], {"target": 30}, "stack 6 on B"),
        (["12236", "23556"], {"target": 30, "score": (15, 15)}, "stack 3 on B"),
        (["34456", "12456"], {"target": 30, "score": (20, 15)}, "pass"),
    ],
)
def test_expert_weighs_a_move_by_rounds_played_out_over_other_throws(dice, given, move):
    assert after("expert", dice, **given) == move


def test_after_twenty_throws_expert_stacks_wherever_it_can():
    given = {"target": 30, "score": (20, 15)}
    assert after("expert", ["34456", "12456"], casts=20, **given) == "pass"
    assert after("expert", ["34456", "12456"], casts=21, **given) == "stack 5 on B"

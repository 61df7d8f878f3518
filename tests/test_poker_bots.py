"""The bots of poker dice as policies: but for `random` one move of each decision is certain."""

from bot_policy import agree
from poker_scene import Scene

from dicecup.engine.games.base import ONE


def test_basic_keeps_what_goes_together():
    g = Scene(dice={"A": "AAKQJ", "B": "99TJQ"})
    assert agree(g, "A", "basic", keys=20) == {"keep A A": ONE}


def test_basic_stands_on_the_best_hand_when_it_throws_last():
    g = Scene(dice={"A": "99TJQ", "B": "AAKQJ"})
    g.play("stand")
    assert agree(g, "B", "basic", keys=20) == {"stand": ONE}


def test_expert_is_certain_of_the_move_that_is_worth_most():
    """Against two pairs `keep K K` beats in four of nine throws, more than any other keep."""
    g = Scene(dice={"A": "AAQQJ", "B": "KKJ9T"})
    g.play("stand")
    assert agree(g, "B", "expert", keys=20) == {"keep K K": ONE}


def test_basic_drops_a_poor_hand_before_a_strong_one():
    g = Scene("rpasmd-poker", dice={"A": "66111", "B": "66543"})
    g.play("stand")
    assert agree(g, "B", "basic", keys=20) == {"drop": ONE}


def test_expert_drops_where_nothing_can_be_won():
    g = Scene("rpasmd-poker", max_throws=1, dice={"A": "11111", "B": "66543"})
    g.play("stand")
    assert agree(g, "B", "expert", keys=20) == {"drop": ONE}

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
    """After 8 turns a seat `basic` does, after 12 `expert`."""
    g = rolled("6 J", "6")
    for turns, basic, expert in ((16, "back", "back"), (17, "place", "back"), (25, "place", "place")):
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

"""The bots of Stacked Dice as policies: but for `random` one move of each decision is certain."""

from bot_policy import agree, weights
from stacks_scene import Scene

from dicecup.engine.games.base import ONE


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

"""What `basic` is worth at liar's dice: it says what it knows to be false only as a last resort, and beats chance."""

import pytest
from bot_policy import agree, weights
from families import names_of
from liars_scene import Scene

from dicecup.engine.bots.agents import agent
from dicecup.engine.definitions.definition import load
from dicecup.engine.games.base import ONE
from dicecup.engine.games.liars.moves import LIAR, SUM
from dicecup.engine.games.liars.scoring import wild_counts
from dicecup.engine.games.liars.table import TURN
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.match.match import Seat, new_match
from dicecup.engine.playtest.plan import Plan
from dicecup.engine.playtest.run import run

SHIPPED = names_of("liars")


def lying(v, r, bid):
    """(least, most) dice that can lie on the table for a bid, as the seat of the view knows: counted, no chances."""
    face, faces = bid & 15, range(1, r.faces + 1)
    open_dice = {f: v.cup[v.seat][f] + sum(v.shown[p][f] for p in range(v.seats)) for f in faces}
    hidden = v.total - sum(open_dice.values())
    natural = open_dice[face]
    wild = open_dice[r.wild] if wild_counts(v, r, face) else 0
    return natural + (wild if natural or not r.natural else 0), natural + hidden + (wild if natural or hidden else 0)


@pytest.mark.parametrize("variant", SHIPPED)
def test_basic_never_says_what_cannot_be_true_while_something_else_can(variant):
    definition = load(variant)
    basic = agent("basic", "liars")
    decided = 0
    for number in range(6):
        seats = definition.players.min + number % (definition.players.max - definition.players.min + 1)
        match = new_match(definition, [Seat("ABCDEFGHIJ"[p], "basic") for p in range(seats)], "sense", number)
        while not match.over:
            v, r = match.view_record(match.turn), match.rules
            action = basic.decide(match)
            if v.mode == TURN and not v.duel:
                decided += 1
                possible = [a for a in match.legal_actions() if 16 <= a < SUM and lying(v, r, a)[1] >= a >> 4]
                if 16 <= action < SUM:
                    assert action in possible or not possible, f"{match.family.notate(action, r)} cannot be true"
                if action == LIAR and v.passer < 0 and lying(v, r, v.bid)[0] >= v.bid >> 4:
                    assert not possible, "a bid that must be true is challenged"
            match.play_action(action)
    assert decided > 20


@pytest.mark.parametrize("variant", ["liars-dice", "perudo"])
@pytest.mark.parametrize("line_up", [("basic", "random"), ("random", "basic")], ids="-".join)
def test_basic_beats_random_in_nine_games_of_ten_from_either_seat(variant, line_up):
    """200 games, of 20,000 of which it loses a handful: nine in ten is missed by no chance worth telling."""
    report = run(Plan(load(variant), line_up, 200, "strength")).as_dict()
    assert report["finished"] == 200
    assert report["seats"]["AB"[line_up.index("basic")]]["win_share"]["low"] > 0.9


def test_the_bots_are_named_weakest_first():
    assert family_of("liars").bot_names() == ["random", "basic"]


# ---- bots as policies


def test_a_bluff_of_basic_is_one_decision_in_eight_shared_by_the_faces():
    """With one die more of some face another bid looks best; with one more five it is 2x5, as without."""
    g = Scene(cups={"B": "1 2 3 5 6"})
    g.say("A:2x3")
    face = ONE // 8 // 6
    bluffs = dict.fromkeys(("2x4", "2x6", "3x1", "3x2", "3x3"), face)
    assert agree(g, "B", "basic") == bluffs | {"2x5": ONE - 5 * face}


@pytest.mark.parametrize("variant", ["liars-dice", "perudo", "dudo", "red-dead"])
def test_the_choices_of_basic_are_as_frequent_as_its_weights_say(variant):
    match = new_match(load(variant), [Seat("A", "basic")] * load(variant).players.min, "policy")
    mixed = 0
    for _ in range(12):
        mixed += len(agree(match, match.turn, "basic")) > 1
        match.play_action(agent("basic", "liars").decide(match))
    assert mixed


@pytest.mark.parametrize("variant", SHIPPED)
def test_out_of_turn_in_a_duel_and_after_a_raise_basic_leaves_nothing_to_chance(variant):
    definition = load(variant)
    match = new_match(definition, [Seat("A", "basic")] * definition.players.max, "certain")
    while not match.over and match.state.round < 12:
        if match.state.mode != TURN or match.state.duel:
            assert list(weights(match, match.turn, "basic").values()) == [ONE]
        match.play_action(agent("basic", "liars").decide(match))

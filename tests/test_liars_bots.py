"""What `basic` is worth at liar's dice: what it knows to be false it says only where nothing else is left, and it beats chance."""

import pytest

from dicecup.engine.bots import shipped as bots
from dicecup.engine.bots.agents import agent
from dicecup.engine.definitions.definition import load, names
from dicecup.engine.games.liars.moves import LIAR, SUM
from dicecup.engine.games.liars.scoring import wild_counts
from dicecup.engine.games.liars.table import TURN
from dicecup.engine.match.match import Seat, new_match
from dicecup.engine.playtest.playtest import Plan, run

SHIPPED = [name for name in names() if load(name).family == "liars"]


def lying(v, r, bid):
    """(least, most) dice that can lie on the table for a bid, as the seat of the view knows; by counting, without chances."""
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
    assert list(bots.bots("liars")) == ["random", "basic"]

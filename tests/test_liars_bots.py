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
    g = Scene(cups={"B": "1 3 5 5 6"})
    g.say("A:1x3")  # one two or four more makes 1x4 as certain, or 2x1 and 2x3, but not 2x2
    assert weights(g, "B", "basic") == {**dict.fromkeys(("1x4", "2x1", "2x3"), face), "1x5": ONE - 3 * face}


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


# ---- what decides: one position for each term, in which another move would look best without it


def honest(g):
    """The move of `basic` in turn where it does not bluff."""
    found = weights(g, g.turn, "basic")
    return max(found, key=found.get)


def after(*moves, variant="liars-dice", seats=2, knock="", lay=None, **given):
    """The move that follows these; before them the seats of `knock` lose a die each, and cups are laid anew."""
    g = Scene(variant, seats=seats, **given)
    g.knock(*knock).lay(**lay or {}).say(*moves)
    return honest(g)


@pytest.mark.parametrize(
    ("cup", "move"),
    [
        ("1 2 3 4 5", "1x1"),  # five faces are certain, of which the first is named
        ("3 3 3 6 6", "1x3"),
        ("6 6 6 6 6", "1x6"),
    ],
)
def test_basic_opens_on_the_first_face_that_is_certain(cup, move):
    assert after(cups={"A": cup}) == move


@pytest.mark.parametrize(
    ("bid", "cup", "move"),
    [
        ("3x6", "1 2 4 5 5", "liar"),  # three of five unknown dice: 4 in 100
        ("2x4", "4 4 4 2 1", "3x4"),  # the bid is certain, and so is the next one
        ("1x6", "1 2 3 4 5", "2x1"),  # likelier true than false, though one sees none
        ("2x6", "1 2 3 4 5", "liar"),
    ],
)
def test_basic_weighs_a_challenge_by_its_own_dice(bid, cup, move):
    assert after(f"A:{bid}", cups={"B": cup}) == move


def test_a_bid_is_worth_its_odds_where_it_is_doubted_and_an_even_game_where_it_is_believed():
    """Of 15 dice anybody believes in two of a face (74 in 100), but not in three (47): so two twos are worth more than two fives."""
    assert after("A:2x3", seats=3, cups={"B": "2 2 5 5 1"}) == "3x2"
    # With one two less it is 2x5, which wins nothing when it is believed and is no worse than the challenge (48 in 100).
    assert after("A:2x3", seats=3, cups={"B": "2 4 5 5 1"}) == "2x5"


def test_where_only_lies_are_left_basic_tells_the_first_rather_than_lose_for_certain():
    """A sees two sixes: to challenge 2x6 loses, and a higher number than 6 is a lie with seven dice on the table, or six."""
    rules = {"raise_rule": "max_number", "first": "B"}
    assert after("B:2x6", knock="BBB", lay={"A": "6 6 1 2 3"}, **rules) == "7x1"
    assert after("B:2x6", knock="BBBB", lay={"A": "6 6 1 2 3"}, max_quantity="unbounded", **rules) == "7x1"
    assert after("B:1x6", knock="BBB", lay={"A": "6 5 1 2 3"}, **rules) == "7x1"
    assert after("B:2x6", knock="ABBBB", lay={"A": "6 6 1 2"}, max_quantity="unbounded", **rules) == "liar", (
        "of five dice"
    )
    assert after("B:2x6", knock="BBBB", lay={"A": "6 6 6 1 2"}, spot_on__callers="next", **rules) == "liar", (
        "the first of two"
    )
    assert after("B:2x6", knock="BB", lay={"A": "6 6 6 6 3"}, **rules) == "7x6", "three of three dice may be sixes"


def test_an_opening_that_must_be_a_lie_is_the_first_that_is_legal():
    every = {"variant": "perudo", "min_opening": 20}  # an opening names all ten dice, and no ones
    assert after(cups={"A": "2 2 3 4 5"}, **every) == "10x2"
    assert after(cups={"A": "1 5 1 5 5"}, **every) == "10x5", "that may be true"
    assert after(cups={"A": "1 1 1 1 2"}, min_opening=20) == "10x1"


def test_basic_says_exact_where_that_is_likeliest():
    """B has one die: none of it helps a bid of just the fives that A holds in two of three cases, wild ones being two faces."""
    given = {"variant": "dudo", "knock": "BBBB"}
    assert after("B:2x5", lay={"A": "5 5 2 3 4"}, **given) == "exact"
    assert after("B:3x5", lay={"A": "5 5 2 3 4"}, **given) == "liar"
    assert after("B:2x5", lay={"A": "5 5 5 3 4"}, **given) == "3x5"
    assert after("B:3x5", lay={"A": "5 5 1 3 4"}, **given) == "exact", "a one counts as a five"


@pytest.mark.parametrize(
    ("cup", "move"),
    [
        ("2 3 4 5 6", "pass"),
        ("2 2 5 5 5", "pass"),  # worth 62 in 100, a little more than 3x2
        ("2 2 2 2 2", "3x2"),  # worth 65
        ("2 2 2 2 5", "3x2"),  # no full house
        ("2 2 5 5 6", "3x2"),
    ],
)
def test_a_true_pass_is_worth_five_eighths(cup, move):
    assert after("A:2x4", variant="dudo-old", cups={"B": cup}) == move


def test_a_pass_of_equal_dice_is_true():
    assert after("A:1x4", variant="dudo-old", cups={"B": "2 2 2 2 2"}) == "pass"
    assert after("A:1x4", variant="dudo-old", cups={"B": "2 2 2 2 5"}) == "2x2"


def test_dice_that_lie_open_belong_to_a_pass():
    """A has laid a two open, and of the four dice thrown again no two are alike."""
    moves = ("B:1x1", "A:1x2", "A:show 2", "B:1x6", "B:show none")
    for again, move in (("1 3 4 6", "pass"), ("1 2 4 6", "1x1")):
        cups = {"A": ["2 3 4 5 5", again], "B": "1 3 5 6 6"}
        assert after(*moves, variant="dudo-old", push=True, first="B", cups=cups) == move


def test_a_standing_pass_is_as_likely_true_as_false():
    """To challenge it is an even game: better than 5x2 with two of them in one's cup, worse than with three."""
    for cup, move in (("2 2 3 4 6", "liar"), ("2 2 2 4 6", "5x2")):
        for one, other in ("AB", "BA"):
            cups = {one: cup, other: "2 3 4 5 6"}
            assert after(f"{one}:4x4", f"{other}:pass", variant="dudo-old", first=one, cups=cups) == move


def test_where_a_natural_is_required_ones_alone_help_no_bid():
    """B holds three ones and no five, so 3x5 needs three more: 21 in 100, where else it would be certain."""
    cups = {"B": "1 1 1 2 3"}
    assert after("A:3x5", variant="dudo-old", cups=cups) == "liar"
    assert after("A:3x5", variant="dudo", cups=cups) == "4x2"
    one = {"knock": "AABB", "lay": {"A": "1 2 6"}, "first": "B"}
    assert after("B:1x3", variant="dudo-old", **one) == "2x2", "one natural is enough"


def test_ones_that_are_wild_are_weighed_with_every_face():
    assert after("A:3x5", cups={"B": "1 1 5 5 2"}) == "liar"
    assert after("A:3x5", variant="perudo", cups={"B": "1 1 5 5 2"}) == "4x5"
    # Of a bid on ones themselves nothing else helps, so that it is believed less: worth more than 2x3 and 2x5, as certain.
    assert after("A:1x3", variant="perudo", cups={"B": "1 3 5 5 6"}) == "1x1"


@pytest.mark.parametrize(
    ("knock", "move"),
    [("BBBBAAA", "exact"), ("BBBAAA", "wait")],  # none of three unknown dice is a five: 58 in 100; of four: 48
)
def test_out_of_turn_exact_is_said_where_it_is_likelier_right_than_wrong(knock, move):
    lay = {"C": "5 5 2 3 4"}
    assert after("A:2x5", seats=3, knock=knock, lay=lay, spot_on__callers="others") == move


@pytest.mark.parametrize(
    ("knock", "cup", "move"),
    [
        ("BBBAA", "1 2 3 4 5", "liar"),  # two of five unknown dice are sixes: 20 in 100
        ("BBAA", "1 2 3 4 5", "wait"),  # of six: 26, where a challenge in one's own turn would be made
        ("BBBAA", "1 2 3 4 6", "wait"),
    ],
)
def test_out_of_turn_liar_wants_three_chances_in_four(knock, cup, move):
    assert after("A:2x6", seats=3, knock=knock, lay={"C": cup}, challenge_by="any") == move


@pytest.mark.parametrize(
    ("variant", "cup", "move"),
    [
        ("push-reroll", "1 2 4 4 6", "show 4 4"),
        ("push-reroll", "1 2 3 4 6", "show 4"),
        ("push-reroll", "3 4 4 4 4", "show 4 4 4 4"),
        ("push-reroll", "1 2 3 3 6", "show none"),  # nothing supports the bid
        ("push-reroll", "4 4 4 4 4", "show none"),  # everything does
        ("perudo", "1 2 4 4 6", "show 1 4 4"),  # wild ones do too
        ("perudo", "1 1 4 4 4", "show none"),
    ],
)
def test_after_a_raise_what_supports_the_bid_is_laid_open_and_the_rest_thrown_again(variant, cup, move):
    assert after("B:2x3", "A:3x4", variant=variant, push=True, first="B", cups={"A": cup}) == move


def test_dice_that_lie_open_are_seen_and_are_unknown_no_more():
    """A has laid two fours open and threw three dice again; B, who has one, sees three."""
    cups = {"A": ["1 2 4 4 6", "1 1 2"], "B": "2 2 3 3 4"}
    moves = ("B:2x3", "A:3x4", "A:show 4 4")
    assert after(*moves, variant="push-reroll", first="B", cups=cups) == "4x4", "one of three more dice: 42 in 100"
    hidden = ("B:2x3", "A:3x4", "A:show none")
    assert after(*hidden, variant="push-reroll", first="B", cups=cups) == "liar", "two of five: 20 in 100"
    cups["B"] = "2 2 3 3 5"
    assert after(*moves, variant="push-reroll", first="B", cups=cups) == "liar", "one of three: 42 in 100"


@pytest.mark.parametrize(
    ("own", "bid", "move"),
    [
        ("1", "", "sum 2"),
        ("4", "", "sum 5"),  # the other die shows at least one
        ("3", "sum 7", "sum 8"),  # four or more: an even chance
        ("3", "sum 8", "liar"),
        ("6", "sum 8", "sum 9"),
        ("6", "sum 11", "liar"),
    ],
)
def test_in_the_last_duel_a_sum_is_challenged_where_it_is_likelier_false_than_true(own, bid, move):
    said = [f"A:{bid}"] if bid else []
    seat = "B" if bid else "A"
    assert after(*said, dice_per_player=1, final_duel="sum", cups={seat: own}) == move

"""Liar's dice by the rules of rules.md section 1: the clean rules, the ambiguities settled, the edge cases, the examples."""

import itertools
from fractions import Fraction
from math import comb

import pytest
from liars_scene import Scene, definition

from dicecup.engine.definitions.definition import DefinitionError
from dicecup.engine.games.base import ONE, IllegalMove
from dicecup.engine.games.liars.moves import higher
from dicecup.engine.games.liars.rules import MOST, RAISE_RULES, key
from dicecup.engine.games.liars.table import State
from dicecup.engine.games.registry import family

LIARS = family("liars")
SIX = {"A": "1 1 3", "B": "3 4 4"}  # the seed's six dice 1,1,3,3,4,4


def rules_of(variant="liars-dice", seats=2, **rules):
    made = definition(variant, seats, **rules)
    return LIARS.build(made.rules, made.players)


def wild(**more):
    return {"wild_face": 1, **more}


# ---- 1.1 the clean rules


def test_L_R1_two_or_three_players():
    for seats in (2, 3):
        assert Scene(seats=seats).seats == "ABC"[:seats]
    with pytest.raises(ValueError, match="takes 2 to 3 seats, not 1"):
        Scene(seats=1)


def test_L_R2_five_dice_each():
    assert Scene(seats=3).last("round")["dice"] == {"A": 5, "B": 5, "C": 5}


def test_L_R3_all_roll_under_the_cup_and_see_their_own_dice_only():
    g = Scene(cups={"A": "1 2 3 4 5", "B": "6 6 6 6 6"})
    mine, other = (event for event in g.view("A").events if event["type"] == "roll")
    assert mine["dice"] == [1, 2, 3, 4, 5]
    assert other["hidden"] == 5 and "dice" not in other


def test_L_R4_clockwise():
    g = Scene(seats=3, first="B")
    g.say("B: 1x2", "C: 1x3", "A: 1x4", "B: 1x5")


def test_L_R5_bid_higher_or_challenge():
    g = Scene()
    g.say("A: 3x4")
    assert g.rejects("3x4") == g.rejects("2x6") == "L-A6"
    assert g.legal()[-1] == "liar"
    assert {"3x5", "4x1"} <= set(g.legal())


def test_L_R6_a_bid_counts_all_cups():
    g = Scene(cups={"A": "4 4 1 1 1", "B": "4 2 2 2 2"})
    g.say("A: 3x4", "B: liar")
    assert g.verdict == "3: lose B 1 challenge"


def test_L_R6_a_bid_counts_dice_shown_by_a_push():
    g = Scene(push=True, cups={"A": "1 1 1 1 1", "B": ["3 4 4 4 6", "5 5"]})
    g.say("A: 1x2", "B: 2x4", "B: show 4 4 4", "A: 3x4", "A: show none", "B: liar")
    assert g.verdict == "3: lose B 1 challenge"


def test_L_R7_four_ones_or_three_twos_over_three_ones():
    g = Scene()
    g.say("A: 3x1")
    assert {"4x1", "3x2"} <= set(g.legal())


def test_L_R8_all_dice_are_shown_at_a_challenge():
    g = Scene(cups={"A": "5 1 3 3 2", "B": "6 6 1 4 4"})
    g.say("A: 2x2", "B: liar")
    assert g.last("reveal")["dice"] == {"A": [1, 2, 3, 3, 5], "B": [1, 4, 4, 6, 6]}


@pytest.mark.parametrize(("twos", "right"), [("2 2", False), ("2 2 2 2", True), ("2 2 2 2 2", True)])
def test_L_R9_at_least_so_many(twos, right):
    rest = " 3" * (5 - len(twos.split()))
    g = Scene(cups={"A": twos + rest, "B": "1 1 1 1 1"})
    g.say("A: 4x2", "B: liar")
    assert g.verdict == f"{len(twos.split())}: lose {'B 1 challenge' if right else 'A 1 bid'}"


def test_L_R10_a_wrong_bid_costs_the_bidder_a_die():
    g = Scene(cups={"A": "1 1 1 1 1", "B": "1 1 1 1 1"})
    g.say("A: 1x6", "B: liar")
    assert g.held == "A4 B5"


def test_L_R11_a_wrong_challenge_costs_the_challenger_a_die():
    g = Scene(cups={"A": "1 1 1 1 1", "B": "1 1 1 1 1"})
    g.say("A: 1x1", "B: liar")
    assert g.held == "A5 B4"


@pytest.mark.parametrize(("bid", "loser"), [("1x1", "B"), ("1x6", "A")])
def test_L_R12_the_loser_opens_and_all_roll_again(bid, loser):
    g = Scene(cups={"A": "1 1 1 1 1", "B": "1 1 1 1 1"})
    brought = g.say(f"A: {bid}", "B: liar")
    rolled = {event["seat"]: len(event["dice"]) for event in brought if event["type"] == "roll"}
    assert rolled == {"A": 5, "B": 5} | {loser: 4}
    assert g.turn == loser == g.last("round")["starter"]


def test_L_R13_until_one_player_has_all_the_dice():
    g = Scene(dice_per_player=2)
    g.knock("B", "B")
    assert g.over
    end = g.last("end")
    assert (end["end"], end["winners"], end["scores"]) == ("won", ["A"], {"A": 2, "B": 0})


def test_L_V1_elimination_on_a_lost_challenge_either_way():
    g = Scene("liars-dice-elimination", seats=3)
    g.knock("B")
    assert g.verdict.endswith("lose B 5 challenge, out B 3")
    g.knock("C")
    assert g.verdict.endswith("out C 2")
    assert g.over and g.held == "A5 B0 C0"


def test_L_V2_a_wild_one_counts_as_whatever_was_bid():
    for wild_face, verdict in ((1, "4: lose B 1 challenge"), ("none", "2: lose A 1 bid")):
        g = Scene(dice_per_player=3, cups=SIX, wild_face=wild_face)
        g.say("A: 4x3", "B: liar")
        assert g.verdict == verdict


def test_L_V3_one_one_beats_any_bid_of_two():
    g = Scene("liars-dice-wild")
    g.say("A: 2x6", "B: 1x1")
    assert g.rejects("2x6") == "L-A6"
    g.say("A: 3x2")


# Of the pairs of 60 bids (10 dice by 6 faces), how many are incomparable: neither beats the other.
@pytest.mark.parametrize(
    ("rule", "pairs"),
    list(zip(RAISE_RULES, (0, 0, 1350, 675, 185, 41), strict=True)),
)
def test_L_S1_which_raise_rules_order_all_bids(rule, pairs):
    r, s = rules_of(raise_rule=rule), State()
    bids = [16 * q + f for q in range(1, 11) for f in range(1, 7)]
    found = sum(not higher(s, r, a, b) and not higher(s, r, b, a) for a, b in itertools.combinations(bids, 2))
    assert found == pairs


@pytest.mark.parametrize("rule", ["quantity_first", "face_first"])
def test_L_S1_above_the_best_true_bid_everything_is_a_lie(rule):
    r, s = rules_of(raise_rule=rule), State()
    dice = [1, 1, 3, 3, 4, 4, 4, 6, 6, 2]
    true = [16 * q + f for f in range(1, 7) for q in range(1, dice.count(f) + 1)]
    best = next(bid for bid in true if not any(higher(s, r, bid, other) for other in true))
    assert best == 16 * {"quantity_first": 3, "face_first": 2}[rule] + {"quantity_first": 4, "face_first": 6}[rule]
    for bid in (16 * q + f for q in range(1, 11) for f in range(1, 7)):
        assert not higher(s, r, best, bid) or dice.count(bid & 15) < bid >> 4


def test_L_S2_jumping_the_bid():
    g = Scene()
    g.say("A: 7x3", "B: 10x6")


def test_L_S3_bluffing_low_and_challenging_who_goes_higher():
    g = Scene(cups={"A": "3 3 3 5 5", "B": "1 2 4 6 6"})
    g.say("A: 1x2", "B: 2x2", "A: liar")
    assert g.verdict == "1: lose B 1 bid"


# ---- 1.2 the ambiguities, as settled


def test_L_A1_three_ones_is_a_bid_like_any_other():
    g = Scene()
    g.say("A: three ones")
    assert g.last("move")["move"] == "3x1"


def test_L_A2_any_face_may_be_the_wild_one():
    g = Scene(wild_face=6, cups={"A": "6 6 1 2 3", "B": "4 4 1 2 3"})
    g.say("A: 4x4", "B: liar")
    assert g.verdict == "4: lose B 1 challenge"
    assert g.last("reveal")["wilds"] == 2


def test_L_A3_only_the_standing_bid_is_challenged():
    g = Scene(cups={"A": "1 1 1 1 1", "B": "2 2 2 2 2"})
    g.say("A: 1x6", "B: 2x2", "A: liar")  # the lie was A's own first bid
    assert g.verdict == "5: lose A 1 challenge"


@pytest.mark.parametrize(("by", "asked"), [("next", "B"), ("any", "C")])
def test_L_A4_who_may_challenge(by, asked):
    g = Scene(seats=3, challenge_by=by)
    g.say("A: 3x4")
    assert g.turn == asked


def test_L_A5_any_higher_bid_not_just_the_next_step():
    g = Scene()
    g.say("A: 1x1")
    assert len(g.legal()) == 59 + 1


def test_L_A6_two_examples_fit_several_rules():
    for rule in RAISE_RULES[:4]:
        r, s = rules_of(raise_rule=rule), State()
        assert higher(s, r, 16 * 3 + 1, 16 * 4 + 1) and higher(s, r, 16 * 3 + 1, 16 * 3 + 2)


@pytest.mark.parametrize(
    ("where", "held", "told"),
    [("discard", "A5 B4", "lose B 1 challenge"), ("transfer", "A6 B4", "lose B 1 challenge, gain A 1")],
)
def test_L_A7_where_a_lost_die_goes(where, held, told):
    g = Scene(die_loss=where)
    g.knock("B")
    assert g.held == held
    assert g.verdict.endswith(told)


def test_L_A7_transfer_goes_on_until_one_has_them_all():
    g = Scene(die_loss="transfer", dice_per_player=2)
    g.knock("B", "A", "B", "B")
    assert g.over and g.held == "A4 B0"
    assert g.last("end")["scores"] == {"A": 4, "B": 0}


def test_L_A7_more_dice_in_one_cup_than_anybody_began_with():
    g = Scene(die_loss="transfer", dice_per_player=15)
    g.knock(*"BBBBBB")
    assert g.held == "A21 B9"
    assert len(g.told("roll")[-1].split("[")[1].split(",")) == 21


def test_L_A8_elimination_of_one_or_end_of_the_game():
    g = Scene("liars-dice-elimination", seats=3)
    g.knock("B")
    assert not g.over and g.turn == "C"
    g = Scene("liars-dice-elimination", seats=3, rounds="single")
    g.knock("B")
    assert g.over and g.last("end")["winners"] == ["A", "C"]


def test_L_A9_generalised_to_half_rounded_up_and_double_plus_one():
    r = rules_of(seats=3, wild_face=1)
    s = State()
    for q in range(1, 8):
        ones = [n for n in range(1, 8) if higher(s, r, 16 * q + 4, 16 * n + 1)]
        assert ones[0] == (q + 1) // 2
        fours = [n for n in range(1, 16) if higher(s, r, 16 * q + 1, 16 * n + 4)]
        assert fours[0] == 2 * q + 1
        assert [n for n in range(1, 8) if higher(s, r, 16 * q + 1, 16 * n + 1)] == list(range(q + 1, 8))


def test_L_A10_roll_high_with_ties():
    g = Scene(seats=3, first_bidder="roll_high", order="5 2 5 1 3".split())
    assert g.told("roll", "tie", "order")[:7] == [
        "roll A order [5]",
        "roll B order [2]",
        "roll C order [5]",
        "tie ['A', 'C'] order",
        "roll A order [1]",
        "roll C order [3]",
        "order ['C', 'A', 'B']",
    ]
    assert g.turn == "C"


def test_L_A10_random_is_drawn_by_the_table():
    g = Scene(seats=3, first="B")
    assert g.told("roll", "order")[0] == "order ['B', 'C', 'A']"
    assert g.turn == "B"


def test_L_A10_seat_A():
    for seed in "1234":
        assert Scene(seats=3, first_bidder="seat0", seed=seed).turn == "A"


def test_L_A11_never_more_than_ten():
    assert len(Scene(seats=10).seats) == 10
    with pytest.raises((ValueError, DefinitionError)):
        definition(seats=11)


def test_L_A12_no_more_dice_than_there_are_or_an_absurd_bid():
    g = Scene()
    assert g.rejects("11x2") == "L-A12"
    g = Scene(max_quantity="unbounded")
    g.say("A: 999x6")
    assert g.over or g.events[-1]["round"] == 2  # only `liar` was left, said by itself
    assert Scene(max_quantity="unbounded").rejects("1000x1") == "L-A12"


def test_L_A13_a_bid_on_ones_counts_ones_once():
    g = Scene(dice_per_player=3, cups=SIX, wild_face=1)
    g.say("A: 2x1", "B: liar")
    assert (g.verdict, g.last("reveal")["wilds"]) == ("2: lose B 1 challenge", 0)


def test_L_A14_opening_on_ones():
    assert "1x1" in Scene(**wild()).legal()
    g = Scene(**wild(opening_wild_bid="forbidden"))
    assert g.rejects("1x1") == "L-A14"
    g.say("A: 1x2", "B: 1x1")


@pytest.mark.parametrize(
    ("off", "moves", "count"),
    [
        ("never", ["1x1", "3x4"], 4),
        ("if_opened_on_wild", ["1x1", "3x4"], 2),
        ("if_opened_on_wild", ["1x4", "1x1", "3x4"], 4),
        ("once_wild_bid", ["1x4", "1x1", "3x4"], 2),
        ("once_wild_bid", ["1x4", "3x4"], 4),
    ],
)
def test_L_A14_when_ones_stop_being_wild(off, moves, count):
    g = Scene(**wild(wild_off=off), cups={"A": "1 1 4 2 2", "B": "4 6 6 2 2"})
    for move in [*moves, "liar"]:
        g.play(move)
    assert g.last("reveal")["count"] == count


def test_L_A15_the_order_of_asking_and_who_never_calls():
    g = Scene(seats=4, challenge_by="any", spot_on__callers="others")
    g.say("A: 2x2")
    assert (g.turn, g.legal()) == ("C", ["liar", "exact", "wait"])
    g.say("C: wait")
    assert (g.turn, g.legal()) == ("D", ["liar", "exact", "wait"])
    g.say("D: wait")
    assert g.turn == "B"
    assert g.legal()[-1] == "liar"  # not exact: he is the next
    assert g.rejects("wait") == "L-A15"
    g.say("B: 3x3")
    assert g.turn == "D"
    assert g.rejects("4x4") == "L-A15"


def test_L_A15_only_the_entitled_moves_are_asked():
    g = Scene(seats=3, spot_on__callers="others")
    g.say("A: 2x2")
    assert (g.turn, g.legal()) == ("C", ["exact", "wait"])
    assert g.rejects("liar") == "L-A4"


@pytest.mark.parametrize(
    ("loss", "cost"),
    [
        ("one_die", "lose A 1 bid"),
        ("difference", "lose A 3 bid"),
        ("elimination", "lose A 5 bid, out A 3"),
        ("penalty", "penalty A 1"),
    ],
)
def test_L_A16_what_losing_costs(loss, cost):
    g = Scene(seats=3, loss=loss, cups={"A": "1 1 1 1 1", "B": "1 1 1 1 4", "C": "1 1 1 1 1"})
    g.say("A: 4x4", "B: liar")
    assert g.verdict == f"1: {cost}"


def test_L_A17_an_exactly_right_bid():
    cups = {"A": "4 1 1 1 1", "B": "4 1 1 1 1", "C": "1 1 1 1 1"}
    g = Scene(seats=3, cups=cups)
    g.say("A: 2x4", "B: liar")
    assert g.verdict == "2: lose B 1 challenge"
    g = Scene(seats=3, cups=cups, exact_bid="others_lose")
    g.say("A: 2x4", "B: liar")
    assert g.verdict == "2: lose B 1 others, lose C 1 others"
    g = Scene(seats=3, cups=cups, exact_bid="others_lose")
    g.say("A: 1x4", "B: liar")
    assert g.verdict == "2: lose B 1 challenge"


def test_L_A18_spot_on_is_off_unless_named():
    g = Scene()
    g.say("A: 1x2")
    assert g.rejects("exact") == "L-A18"


def test_L_A19_palifico_only_for_an_opener_just_come_down_to_one():
    g = Scene("perudo", seats=3, dice_per_player=3)
    g.knock("B")
    assert not g.state.palifico
    g.knock("B")
    assert g.state.palifico and g.turn == "B" and g.held == "A3 B1 C3"
    g.knock("C")  # the round after is C's, with two dice
    assert not g.state.palifico


def test_L_A19_palifico_opens_on_any_face_and_no_face_is_wild_or_ranks_apart():
    g = Scene("perudo", seats=3, dice_per_player=2)
    g.knock("A")
    g.say("A: 1x1")
    assert g.legal() == ["2x1", "3x1", "4x1", "5x1", "liar"]
    assert g.rejects("2x2") == "L-A19"


def test_L_A20_pass_needs_a_bid_and_five_dice_and_once_a_round():
    g = Scene(**{"pass": "once"}, cups={"A": "1 2 3 4 5"})
    assert g.rejects("pass") == "L-C1"
    g.say("A: 1x2", "B: pass")
    assert (g.last("move")["move"], g.turn) == ("pass", "A")
    g.say("A: pass")
    assert g.rejects("pass") == "L-A20"  # B has passed in this round
    g.say("B: 1x3", "A: 1x4")
    g = Scene(**{"pass": "once"})
    g.knock("B")
    g.say("B: 1x2", "A: pass")
    assert g.rejects("pass") == "L-A20"  # B has four dice


def test_L_A21_smallest_opening_bid_whatever_its_face():
    g = Scene(seats=3, min_opening="players", **wild())
    assert g.rejects("2x6") == g.rejects("2x1") == "L-A21"
    g.say("A: 3x1")
    g = Scene(min_opening=20, dice_per_player=1)
    assert g.legal()[0] == "2x1"  # never more than the dice in play


def test_L_A22_a_push_follows_a_raise_not_the_opening():
    g = Scene(push=True, cups={"A": ["1 2 3 4 5"], "B": ["2 3 3 3 5", "6 6"]})
    g.say("A: 1x2")
    assert g.turn == "B"
    g.say("B: 2x3")
    assert g.turn == "B" and g.legal()[:2] == ["show none", "show 2"]
    assert g.rejects("show 4") == g.rejects("show 2 3 3 3 5") == g.rejects("liar") == "L-A22"
    g.say("B: show 3 3 3")
    assert g.last("roll") | {"n": 0} == {
        "n": 0, "type": "roll", "round": 1, "seat": "B", "for": "push", "dice": [6, 6], "private": True,
    }  # fmt: skip
    g.say("A: liar")
    assert g.last("reveal")["dice"]["B"] == [3, 3, 3, 6, 6]


def test_L_A22_shown_dice_are_not_thrown_again():
    g = Scene(push=True, cups={"A": ["1 1 2 3 4"], "B": ["3 3 5 5 6", "5 5 1", "4 4"]})
    g.say("A: 1x2", "B: 2x3", "B: show 3 3", "A: 2x4", "A: show none", "B: 2x5")
    assert g.legal() == ["show none", "show 1", "show 5", "show 1 5", "show 5 5"]
    g.say("B: show 5")
    assert g.state.shown[1][3:6] == [2, 0, 1]
    assert sum(g.state.cup[1]) == 2


def test_L_A23_best_of_three_hands():
    g = Scene(best_of=3, dice_per_player=1)
    g.knock("B")
    assert g.told("hand_won") == ["hand_won A 1"]
    g.knock("A", "A")
    end = g.last("end")
    assert g.over and (end["winners"], end["scores"], end["places"]) == (["B"], {"A": 1, "B": 2}, {"A": 2, "B": 1})


@pytest.mark.parametrize(("starter", "opener"), [("loser", "C"), ("winner", "B"), ("previous_right", "C")])
def test_L_A24_who_opens_next(starter, opener):
    g = Scene(seats=3, starter=starter)
    g.knock("C")  # A opened, B bid, C lost the challenge
    assert g.turn == opener


def test_L_A25_other_dice():
    g = Scene(faces=3, face_names="[7, X, '*']", dice_per_player=2, wild_face=3, cups={"A": "7 *", "B": "X X"})
    assert g.legal()[:4] == ["1x7", "1xX", "2x7", "2xX"]
    g.say("A: 2xX", "B: liar")
    assert g.last("reveal")["dice"] == {"A": [7, "*"], "B": ["X", "X"]}
    assert g.last("reveal")["bid"] == "2xX"
    assert g.verdict == "3: lose B 1 challenge"


def test_L_A26_the_last_two_dice_are_bid_by_their_sum():
    g = Scene(final_duel="sum", dice_per_player=1)
    assert g.legal() == [f"sum {n}" for n in range(2, 13)]
    assert g.rejects("1x2") == "L-A26"
    g.say("A: sum 11")
    assert g.legal() == ["sum 12", "liar"]
    assert g.rejects("sum 11") == "L-A26"


def test_L_A27_too_many_rounds_abort_the_game():
    g = Scene(max_rounds=2)
    g.knock("B", "A")
    end = g.last("end")
    assert (end["end"], end["by"], end["winners"]) == ("aborted", "max_rounds", [])
    assert g.state.round == 2


def test_guard_opening_after_a_thousand_ties():
    g = Scene(first_bidder="roll_high", order=["3"] * 2000)
    end = g.last("end")
    assert (end["end"], end["by"], end["round"]) == ("aborted", "opening", 0)
    assert len(g.told("tie")) == 999


# ---- 1.4 the edge cases


def test_L_C1_nothing_to_challenge_before_the_first_bid():
    assert Scene().rejects("liar") == "L-C1"


@pytest.mark.parametrize(
    ("rules", "top"),
    [
        ({}, "10x6"),
        ({"raise_rule": "max_number", "dice_per_player": 3}, "6x2"),
        ({"raise_rule": "max_number", "dice_per_player": 3}, "1x6"),
        ({"raise_rule": "face_first"}, "10x6"),
        (wild(), "10x1"),
    ],
)
def test_L_C2_at_the_top_only_liar_is_left_and_said_by_itself(rules, top):
    g = Scene(**rules)
    g.say(f"A: {top}")
    calls = [event for event in g.events if event["type"] == "move"]
    assert (calls[1]["move"], calls[1]["auto"]) == ("liar", True)
    g = Scene(spot_on__callers="next", **rules)
    g.say(f"A: {top}")
    assert g.legal() == ["liar", "exact"]


def test_L_C3_an_equal_count_is_right():
    g = Scene(cups={"A": "2 2 1 1 1", "B": "2 2 1 1 1"})
    g.say("A: 4x2", "B: liar")
    assert g.verdict == "4: lose B 1 challenge"


@pytest.mark.parametrize(("if_out", "opener"), [("left", "C"), ("winner", "A")])
def test_L_C4_the_loser_is_out(if_out, opener):
    g = Scene(seats=4, dice_per_player=1, starter_if_eliminated=if_out)
    g.knock("B")
    assert g.verdict.endswith("out B 4")
    assert g.turn == opener


def test_L_C5_eliminated_seats_are_skipped():
    g = Scene(seats=4, dice_per_player=1)
    g.knock("B")
    g.say("C: 1x1", "D: 1x2", "A: 1x3", "C: 1x4")


def test_L_C6_one_die_each_plays_on():
    g = Scene(dice_per_player=1)
    assert g.legal()[0] == "1x1"


def test_L_C7_elimination_leaves_the_others_all_their_dice():
    g = Scene("liars-dice-elimination", seats=3)
    g.knock("A")
    assert g.last("round")["dice"] == {"B": 5, "C": 5}


def test_L_C8_places_by_leaving_and_shared_by_who_leave_together():
    g = Scene(seats=4, dice_per_player=1, spot_on__callers="any", spot_on__right="others_lose")
    g.knock("C")
    g.lay(A="1", B="2", D="3")
    g.say("D: 1x3", "B: exact")
    assert g.last("end")["places"] == {"A": 2, "B": 1, "C": 4, "D": 2}


def test_L_C9_transfer_is_ended_by_the_guard():
    g = Scene(die_loss="transfer", max_rounds=6)
    g.knock(*"ABABAB")
    assert g.last("end")["by"] == "max_rounds"
    assert g.last("end")["winners"] == []


def test_L_C10_no_more_dice_than_at_the_start():
    g = Scene("dudo", cups={"A": "4 4 2 2 3", "B": "2 3 3 5 5"})
    g.say("A: 2x4", "B: exact")
    assert (g.verdict, g.held, g.turn) == ("2: ", "A5 B5", "B")


def test_L_C11_the_difference_takes_no_more_than_there_is():
    g = Scene(loss="difference", dice_per_player=2, cups={"A": "1 1", "B": "1 1"})
    g.say("A: 4x2", "B: liar")
    assert g.verdict == "0: lose A 2 bid, out A 2"


def test_L_C12_switching_off_reaches_back():
    g = Scene(**wild(wild_off="once_wild_bid"), cups={"A": "1 1 4 4 6", "B": "6 6 6 2 2"})
    g.say("A: 2x4", "B: 2x1", "A: 5x4", "B: liar")
    assert (g.last("reveal")["count"], g.last("reveal")["wilds"]) == (2, 0)


@pytest.mark.parametrize("text", ["0x4", "3x7", "3x0", "0x0"])
def test_L_C13_no_such_quantity_or_face(text):
    g = Scene()
    assert g.rejects(text) == "L-C13"
    assert g.turn == "A"


def test_L_C14_other_cups_stay_hidden_until_the_showdown():
    g = Scene(cups={"A": "1 1 1 1 1", "B": "6 6 6 6 6"})
    v = g.view_record("A")
    assert v.cup[0][1] == 5
    assert all(not any(row) for row in v.cup[1:])
    g.say("A: 1x1", "B: liar")
    assert [event for event in g.view("A").events if event["type"] == "reveal"]


def test_L_C15_all_others_out_at_once():
    g = Scene(seats=3, loss="elimination", spot_on__callers="next", spot_on__right="others_lose",
              cups={"A": "1 1 1 1 1", "B": "2 2 2 2 2", "C": "2 2 2 2 2"})  # fmt: skip
    g.say("A: 5x1", "B: exact")
    assert g.verdict == "5: lose C 5 others, lose A 5 others, out C 2, out A 2"
    assert g.last("end")["winners"] == ["B"]


@pytest.mark.parametrize(("bid", "cost"), [("5x1", "lose C 1 challenge"), ("6x1", "lose A 1 bid")])
def test_L_C16_who_calls_out_of_turn_is_the_challenger(bid, cost):
    g = Scene(
        seats=4, challenge_by="any", cups={"A": "1 1 1 1 1", "B": "2 2 2 2 2", "C": "3 3 3 3 3", "D": "4 4 4 4 4"}
    )
    brought = g.say(f"A: {bid}", "C: liar")
    assert g.verdict == f"5: {cost}"
    assert [event["seat"] for event in brought if event["type"] == "move"] == ["A", "C"]


def test_L_C17_a_pass_is_challenged_never_the_bid_under_it():
    g = Scene(seats=3, challenge_by="any", spot_on__callers="any", **{"pass": "once"},
              cups={"A": "6 6 6 6 6", "B": "1 1 2 2 3", "C": "6 6 6 6 1"})  # fmt: skip
    g.say("A: 1x6", "C: wait", "B: pass")
    assert g.turn == "C"  # no window follows
    assert g.rejects("exact") == "L-C17"
    g.say("C: liar")
    assert g.last("reveal")["bid"] == "pass"
    assert g.verdict == "0: lose B 1 pass"


# ---- 1.5 the worked examples


def test_L_E1_four_ones_over_three_ones():
    g = Scene()
    g.say("A: 3x1", "B: 4x1")


def test_L_E2_three_twos_over_three_ones():
    g = Scene()
    g.say("A: 3x1", "B: 3x2")


def test_L_E3_four_twos_right():
    g = Scene(first="B", cups={"A": "2 2 5 6 1", "B": "2 2 3 3 4"})
    g.say("B: 4x2", "A: liar")
    assert (g.verdict, g.held, g.turn) == ("4: lose A 1 challenge", "A4 B5", "A")


def test_L_E4_three_twos_wrong():
    g = Scene(first="B", cups={"A": "2 2 5 6 1", "B": "2 3 3 3 4"})
    g.say("B: 4x2", "A: liar")
    assert (g.verdict, g.held, g.turn) == ("3: lose B 1 bid", "A5 B4", "B")


@pytest.mark.parametrize(
    ("bid", "wild_face", "verdict"),
    [
        pytest.param("4x3", 1, "4: lose B 1 challenge", id="L_E5"),
        pytest.param("4x4", 1, "4: lose B 1 challenge", id="L_E6"),
        pytest.param("5x3", 1, "4: lose A 1 bid", id="L_E7"),
        pytest.param("4x3", "none", "2: lose A 1 bid", id="L_E8"),
    ],
)
def test_L_E5_to_E8_six_dice(bid, wild_face, verdict):
    g = Scene(dice_per_player=3, cups=SIX, wild_face=wild_face)
    g.say(f"A: {bid}", "B: liar")
    assert g.verdict == verdict


@pytest.mark.parametrize(
    ("seats", "standing", "legal", "illegal"),
    [
        pytest.param(2, "2x6", ["1x1"], [], id="L_E9"),
        pytest.param(2, "1x1", ["3x2", "2x1"], ["2x6"], id="L_E10"),
        pytest.param(2, "5x3", ["3x1"], ["2x1"], id="L_E11"),
        pytest.param(3, "9x4", ["5x1"], ["4x1"], id="L_E12"),
        pytest.param(3, "5x1", ["11x3"], ["10x6"], id="L_E13"),
    ],
)
def test_L_E9_to_E13_raises_with_wild_ones(seats, standing, legal, illegal):
    g = Scene("liars-dice-wild", seats=seats)
    g.say(f"A: {standing}")
    assert set(legal) <= set(g.legal())
    for text in illegal:
        assert g.rejects(text) == "L-A6"


def test_L_E14_the_best_true_bid_with_wild_ones():
    r = rules_of(wild_face=1, dice_per_player=3)
    dice = [1, 1, 3, 3, 4, 4]
    true = [(q, f) for q in range(1, 7) for f in range(1, 7) if dice.count(f) + (f != 1) * dice.count(1) >= q]
    assert max(true, key=lambda bid: key(r, *bid)) == (2, 1)
    assert key(r, 2, 1) == (4, 7) > key(r, 4, 4)
    assert all((5, f) not in true for f in range(1, 7))


def test_L_E15_only_liar_over_ten_sixes():
    g = Scene()
    brought = g.say("A: 10x6")
    assert [(event["seat"], event["move"], event.get("auto")) for event in brought if event["type"] == "move"] == [
        ("A", "10x6", None),
        ("B", "liar", True),
    ]


def one_against_three(b):
    g = Scene(dice_per_player=3)
    g.knock("A", "A")
    assert g.held == "A1 B3"
    g.lay(A="5", B=b)
    g.say("A: 2x5", "B: liar")
    return g


def test_L_E16_one_die_against_three_right():
    g = one_against_three("5 2 3")
    assert (g.verdict, g.held, g.turn) == ("2: lose B 1 challenge", "A1 B2", "B")


def test_L_E17_one_die_against_three_wrong():
    g = one_against_three("2 2 3")
    assert g.verdict == "1: lose A 1 bid, out A 2"
    assert g.last("end")["winners"] == ["B"]


def test_L_E18_elimination_of_three():
    g = Scene("liars-dice-elimination", seats=3, first="B", cups=dict.fromkeys("ABC", "1 1 1 1 1"))
    g.say("B: 1x6", "C: liar")
    assert g.verdict == "0: lose B 5 bid, out B 3"
    assert g.turn == "C"
    assert g.last("round")["dice"] == {"A": 5, "C": 5}


def test_L_E19_no_doubling_in_the_count():
    g = Scene("liars-dice-wild", dice_per_player=3, cups={"A": "1 1 1", "B": "4 5 6"})
    g.say("A: 2x1", "B: liar")
    assert g.verdict == "3: lose B 1 challenge"


def test_L_E20_a_jump_and_a_bid_beyond_the_dice():
    g = Scene(seats=3)
    g.say("A: 3x2")
    assert g.rejects("16x5") == "L-A12"
    g.say("B: 12x5")


@pytest.mark.parametrize(("count", "cost"), [(3, "lose A 1 bid"), (4, "lose B 1 challenge"), (6, "lose B 2 challenge")])
def test_L_E21_difference(count, cost):
    g = Scene(loss="difference", cups={"A": "5 5 5 1 1", "B": "5 5 5"[: 2 * (count - 3)] + " 1" * (8 - count)})
    g.say("A: 4x5", "B: liar")
    assert g.verdict == f"{count}: {cost}"


def test_L_E22_an_exact_bid_costs_all_but_the_bidder():
    g = Scene(seats=4, loss="difference", exact_bid="others_lose",
              cups={"A": "5 5 1 1 1", "B": "5 5 1 1 1", "C": "1 1 1 1 1", "D": "2 2 2 2 2"})  # fmt: skip
    g.say("A: 4x5", "B: liar")
    assert g.verdict == "4: lose B 1 others, lose C 1 others, lose D 1 others"
    assert (g.held, g.turn) == ("A5 B4 C4 D4", "B")


@pytest.mark.parametrize(
    ("fives", "held", "verdict"), [(4, 4, "gain C 1"), (3, 2, "lose C 1 exact"), (5, 2, "lose C 1 exact")]
)
def test_L_E23_spot_on_regains(fives, held, verdict):
    g = Scene(seats=3, spot_on__callers="next", spot_on__right="regain")
    g.knock("C", "C", "B")
    assert (g.held, g.turn) == ("A5 B4 C3", "B")
    g.lay(A="1 1 1 1 1", B="5 5 5 5" if fives > 3 else "5 5 5 1", C="5 1 1" if fives == 5 else "1 1 1")
    g.say("B: 4x5", "C: exact")
    assert g.verdict == f"{fives}: {verdict}"
    assert (g.state.held[2], g.turn) == (held, "C")


def test_L_E23_with_all_five_dice_nothing_is_gained():
    g = Scene(seats=3, first="B", spot_on__callers="next",
              cups={"A": "1 1 1 1 1", "B": "5 5 5 5 1", "C": "1 1 1 1 1"})  # fmt: skip
    g.say("B: 4x5", "C: exact")
    assert (g.verdict, g.held, g.turn) == ("4: ", "A5 B5 C5", "C")


def test_L_E24_who_is_asked():
    g = Scene(seats=4, challenge_by="any")
    g.say("A: 3x4")
    assert (g.turn, g.legal()) == ("C", ["liar", "wait"])
    g.say("C: wait")
    assert (g.turn, g.legal()) == ("D", ["liar", "wait"])
    g.say("D: wait", "B: 3x5")
    g = Scene(seats=4, challenge_by="any")
    brought = g.say("A: 3x4", "C: liar")
    assert [event["seat"] for event in brought if event["type"] == "move"] == ["A", "C"]


def palifico(face="locked", dice=(1, 3, 1)):
    """A palifico round opened by A with one die; B and C hold as many as said."""
    g = Scene("perudo", seats=3, dice_per_player=4, palifico__face=face)
    g.knock(*"B" * (4 - dice[1]), *"C" * (4 - dice[2]), *"A" * (4 - dice[0]))
    assert g.state.palifico and g.turn == "A"
    return g


@pytest.mark.parametrize(
    ("special", "count", "cost"), [(True, 2, "lose A 1 bid, out A 3"), (False, 4, "lose B 1 challenge")]
)
def test_L_E25_no_wild_dice_in_palifico(special, count, cost):
    if special:
        g = palifico()
        g.lay(A="1", B="1 4 4", C="6")
        g.say("A: 3x4", "B: liar")
    else:
        g = Scene("perudo", seats=2, dice_per_player=3, cups={"A": "1 1 4", "B": "4 6 2"})
        g.say("A: 3x4", "B: liar")
    assert g.verdict == f"{count}: {cost}"


def test_L_E26_the_locked_face_of_palifico():
    g = palifico("locked")
    g.say("A: 2x4")
    assert g.rejects("2x5") == "L-A19"
    g.say("B: 3x4")
    assert g.rejects("3x5") == "L-A19"  # C has one die, which does not matter here
    g = palifico("one_die_may_change")
    g.say("A: 2x4")
    assert g.rejects("2x5") == "L-A19"  # B has three dice
    g.say("B: 3x4")
    assert "3x5" in g.legal()  # C has one
    g = palifico("one_die_may_change")
    g.say("A: 2x4", "B: 3x4", "C: 3x5")
    g.say("A: 4x2")  # his face then is the standing one
    assert g.rejects("5x5") == "L-A19"
    g.say("B: 5x2") if "5x2" in g.legal() else g.say("B: liar")


@pytest.mark.parametrize(
    ("dice", "verdict"),
    [("2 2 5 5 5", "1: lose C 1 challenge"), ("2 2 5 5 6", "0: lose B 1 pass"),
     ("1 2 3 4 6", "1: lose C 1 challenge"), ("3 3 3 3 3", "1: lose C 1 challenge"), ("3 3 3 3 2", "0: lose B 1 pass")],
)  # fmt: skip
def test_L_E27_a_challenged_pass(dice, verdict):
    g = Scene(seats=3, **{"pass": "once"}, cups={"B": dice})
    g.say("A: 2x4", "B: pass", "C: liar")
    assert g.verdict == verdict


def test_L_E28_push():
    g = Scene(push=True, first="B", cups={"A": ["1 2 4 4 6", "3 5 5"], "B": "1 1 1 1 1"})
    g.say("B: 2x3", "A: 3x4", "A: show 4 4")
    assert g.state.shown[0][4] == 2
    assert g.last("roll")["dice"] == [3, 5, 5]
    assert g.turn == "B"


def test_L_E29_the_final_duel():
    g = Scene(final_duel="sum", dice_per_player=1, cups={"A": "3", "B": "5"})
    g.say("A: sum 7", "B: sum 8", "A: liar")
    assert g.last("reveal")["bid"] == "sum 8"
    assert g.verdict == "8: lose A 1 challenge, out A 2"


@pytest.mark.parametrize(
    ("wild_bids", "standing", "legal", "illegal"),
    [
        pytest.param("literal", "2x6", ["1x1"], [], id="L_E30_over_2x6"),
        pytest.param("literal", "1x1", ["3x1", "3x2"], ["2x6", "2x1"], id="L_E30_over_1x1"),
        pytest.param("literal", "4x6", ["5x1"], ["2x1"], id="L_E30_over_4x6"),
        pytest.param("double_by_face", "5x6", ["3x1"], [], id="L_E31_over_5x6"),
        pytest.param("double_by_face", "3x1", ["6x2"], ["5x2"], id="L_E31_over_3x1"),
        pytest.param("double_before", "3x1", ["6x2"], ["5x6"], id="L_E34"),
    ],
)
def test_L_E30_E31_E34_other_rankings_of_ones(wild_bids, standing, legal, illegal):
    g = Scene(**wild(wild_bids=wild_bids))
    g.say(f"A: {standing}")
    assert set(legal) <= set(g.legal())
    for text in illegal:
        assert g.rejects(text) == "L-A6"


@pytest.mark.parametrize(("seats", "least"), [(3, 5), (4, 6), (6, 9)])
def test_L_E32_one_and_a_half_dice_a_seat(seats, least):
    g = Scene(seats=seats, min_opening="one_and_a_half")
    assert g.legal()[0] == f"{least}x1"
    assert g.rejects(f"{least - 1}x6") == "L-A21"
    g.say(f"A: {least}x2")


def test_L_E33_any_bid_answers_an_opening_on_ones():
    g = Scene(seats=3, **wild(opening_wild_bid="free_answer"))
    g.say("A: 3x1")
    assert g.rejects("3x1") == "L-A14"
    g.say("B: 1x2")
    assert g.rejects("1x2") == "L-A6"
    g.say("C: 1x3")


@pytest.mark.parametrize(
    ("n", "q", "p", "value"),
    [
        (5, 1, 6, 0.598122), (5, 2, 6, 0.196245), (10, 3, 6, 0.224773), (10, 4, 6, 0.069728),
        (10, 4, 3, 0.440736), (15, 5, 6, 0.089766), (15, 5, 3, 0.595935),
    ],
)  # fmt: skip
def test_odds_of_unknown_dice(n, q, p, value):
    r = rules_of(seats=3, wild_face=1)
    table = r.natural_odds if p == 6 else r.helped_odds
    exact = sum(comb(n, k) * Fraction(1, p) ** k * Fraction(p - 1, p) ** (n - k) for k in range(q, n + 1))
    assert table[n][q] == int(exact * ONE)
    assert round(table[n][q] / ONE, 6) == value
    assert len(table) == MOST + 1


# ---- cases from the field


def test_C001_a_higher_count_with_a_lower_face():
    g = Scene()
    g.say("A: 2x5")
    assert {"3x3", "2x6"} <= set(g.legal())
    for text in ("2x4", "2x5"):
        assert g.rejects(text) == "L-A6"
        assert "standing bid 2x5" in g.sentence and "2x6" in g.sentence


@pytest.mark.parametrize(
    ("rule", "legal"),
    [("quantity_first", "YYNYYN"), ("face_first", "NYYYYN"), ("single_axis", "NYNYNN")],
)
def test_C002_three_raise_rules(rule, legal):
    g = Scene(raise_rule=rule)
    g.say("A: 3x4")
    found = "".join("NY"[text in g.legal()] for text in ("4x2", "3x5", "2x5", "4x4", "4x5", "3x4"))
    assert found == legal
    assert g.header["definition"]["rules"]["raise_rule"] == rule


def test_C003_at_the_top_of_the_ladder_only_calls_are_left():
    g = Scene(spot_on__callers="next")
    g.say("A: 10x6")
    assert g.legal() == ["liar", "exact"]
    assert g.rejects("10x6") == "L-A6"
    assert "liar" in g.sentence


def test_C004_one_die_each_eleven_bids_after_1x1():
    g = Scene(dice_per_player=1)
    g.say("A: 1x1")
    assert g.legal() == [*(f"1x{f}" for f in range(2, 7)), *(f"2x{f}" for f in range(1, 7)), "liar"]
    g = Scene(dice_per_player=1)
    g.say("A: 2x6")
    assert g.told("move") == ["move A 2x6", "move B liar True"]


@pytest.mark.parametrize(
    ("loss", "count", "cost"),
    [
        ("one_die", 3, "lose A 1 bid"),
        ("one_die", 4, "lose B 1 challenge"),
        ("one_die", 5, "lose B 1 challenge"),
        ("difference", 3, "lose A 1 bid"),
        ("difference", 6, "lose B 2 challenge"),
    ],
)
def test_C005_who_pays(loss, count, cost):
    g = Scene(loss=loss, cups={"A": "5 5 5 1 1", "B": " ".join(["5"] * (count - 3) + ["1"] * (8 - count))})
    g.say("A: 4x5", "B: liar")
    assert g.verdict == f"{count}: {cost}"


@pytest.mark.parametrize(
    ("rules", "dice", "opener"),
    [({}, 5, "C"), ({}, 1, "A"), ({"starter_if_eliminated": "winner"}, 1, "B"), ({"starter": "winner"}, 5, "B")],
)
def test_C006_who_opens_the_next_round(rules, dice, opener):
    g = Scene(seats=3, dice_per_player=dice, cups=dict.fromkeys("ABC", " ".join("1" * dice)), **rules)
    g.say("A: 1x1", "B: 2x1", "C: liar")
    assert g.turn == opener


def test_C007_the_next_seat_is_not_skipped():
    g = Scene(seats=4, dice_per_player=1, spot_on__callers="any", spot_on__right="others_lose")
    g.lay(A="1", B="1", C="1", D="1")
    g.say("A: 1x1", "C: wait", "D: wait", "B: exact")
    assert (g.told("out"), g.turn) == (["out B 4"], "C")
    g.lay(A="1", C="2", D="3")
    g.say("C: 1x1", "A: exact")
    assert g.told("out") == ["out B 4", "out C 2", "out D 2"]
    assert g.over and g.events[-1]["winners"] == ["A"]


@pytest.mark.parametrize(("seat", "opener"), [("A", "B"), ("D", "A")])
def test_C007_the_first_and_the_last_seat_go_out(seat, opener):
    g = Scene(seats=4, dice_per_player=1)
    g.knock(seat)
    assert g.turn == opener


def test_C008_halve_and_double_plus_one():
    for standing, legal, illegal in (("9x4", "5x1", "4x1"), ("8x4", "4x1", "3x1"), ("5x1", "11x2", "10x6")):
        g = Scene("perudo", seats=3)
        first = "1x2" if standing == "5x1" else standing
        g.say(f"A: {first}")
        if first != standing:
            g.say(f"B: {standing}")
        assert legal in g.legal() and illegal not in g.legal()
        assert "6x1" in g.legal()
    assert Scene("perudo", seats=3).rejects("1x1") == "L-A14"


def test_C008_aces_count_double_and_the_face_breaks_ties():
    g = Scene(**wild(wild_bids="double_by_face"))
    g.say("A: 5x6", "B: 3x1")
    assert g.rejects("5x2") == "L-A6"
    g.say("A: 6x2")


def test_C009_palifico_counts_no_wild_dice_and_comes_once():
    g = palifico()
    g.lay(A="1", B="1 4 4", C="6")
    g.say("A: 3x4", "B: liar")
    assert g.last("reveal")["count"] == 2
    for once in (True, False):
        g = Scene("dudo", seats=3, dice_per_player=2, palifico__once=once)
        g.knock("A")
        assert g.state.palifico
        g.lay(A="2", B="2 2", C="3 3")
        g.say("A: 1x2", "B: 2x2", "C: 3x2", "A: exact")  # and A has two dice again
        assert g.held == "A2 B2 C2"
        g.knock("A")
        assert bool(g.state.palifico) is not once


@pytest.mark.parametrize("allowed", [False, True])
def test_C009_palifico_with_two_left(allowed):
    g = Scene("perudo", seats=2, dice_per_player=2, palifico__with_two_left=allowed)
    g.knock("A")
    assert bool(g.state.palifico) is allowed


@pytest.mark.parametrize(("opening", "count", "cost"), [("1x1", 2, "lose A 1 bid"), ("1x4", 4, "lose B 1 challenge")])
def test_C010_opening_on_ones_turns_them_off(opening, count, cost):
    g = Scene(seats=2, **wild(wild_off="if_opened_on_wild"), cups={"A": "1 1 4 2 2", "B": "4 6 2 2 2"})
    g.say(
        f"A: {opening}",
        "B: 2x1" if opening == "1x4" else "B: 3x3",
        "A: 5x4" if opening == "1x4" else "A: 3x4",
        "B: liar",
    )
    assert g.last("reveal")["count"] == count


def test_C011_the_exact_call():
    g = Scene("dudo", seats=2)
    g.knock("B", "B", "A")
    assert g.held == "A4 B3"
    g.lay(A="5 5 2 2", B="5 5 3")
    g.say("A: 4x5", "B: exact")
    assert (g.verdict, g.held, g.turn) == ("4: gain B 1", "A4 B4", "B")
    g = Scene("dudo", cups={"A": "5 5 2 2 2", "B": "5 5 3 3 3"})
    g.say("A: 3x5", "B: exact")
    assert (g.verdict, g.turn) == ("4: lose B 1 exact", "B")
    g = Scene(seats=3, spot_on__callers="any", spot_on__right="others_lose",
              cups={"A": "5 5 2 2 2", "B": "5 5 3 3 3", "C": "1 1 1 1 1"})  # fmt: skip
    g.say("A: 4x5", "C: wait", "B: exact")
    assert g.verdict == "4: lose C 1 others, lose A 1 others"


def test_C011_the_bidder_never_calls_his_own_bid():
    g = Scene(seats=3, spot_on__callers="any", challenge_by="any")
    asked = []
    g.say("A: 4x5")
    while g.state.mode == 1:
        asked.append(g.turn)
        g.play("wait")
    assert [*asked, g.turn] == ["C", "B"]


def test_an_illegal_move_names_its_rule_and_what_would_be_legal():
    g = Scene()
    g.say("A: 3x4")
    with pytest.raises(
        IllegalMove, match="3x3 is not higher than the standing bid 3x4; the lowest legal bid is 3x5"
    ) as error:
        g.play("3x3")
    assert error.value.rule == "L-A6"


def test_L_A22_a_push_can_show_more_dice_than_five_bits_count():
    g = Scene(push=True, faces=2, dice_per_player=20, die_loss="transfer", cups={"A": "1 " * 20, "B": "1 " * 20})
    g.say("A: 1x1")
    g.state.held[1] = g.state.cup[1][1] = 40  # as after many a transfer
    g.say("B: 2x1")
    assert g.rejects("show" + " 1" * 256) == g.rejects("show" + " 1" * 40) == "L-A22"
    g.say(f"B: show{' 1' * 39}")
    assert g.state.shown[1][1] == 39
    assert g.last("move")["move"] == "show" + " 1" * 39

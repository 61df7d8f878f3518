"""Liar's dice by the rules of rules.md section 1: the clean rules, and the ambiguities settled."""

import itertools

import pytest
from liars_scene import Scene, definition, rules_of, wild

from dicecup.engine.definitions.definition import DefinitionError
from dicecup.engine.games.liars.moves import higher
from dicecup.engine.games.liars.play import redeal
from dicecup.engine.games.liars.rules import RAISE_RULES
from dicecup.engine.games.liars.table import State

SIX = {"A": "1 1 3", "B": "3 4 4"}  # the seed's six dice 1,1,3,3,4,4


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
    assert len(g.last("roll")["dice"]) == 21


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
        "roll A order 5",
        "roll B order 2",
        "roll C order 5",
        "tie AC order",
        "roll A order 1",
        "roll C order 3",
        "order CAB",
    ]
    assert g.turn == "C"


def test_L_A10_random_is_drawn_by_the_table():
    g = Scene(seats=3, first="B")
    assert g.told("roll", "order")[0] == "order BCA"
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
    assert "sum 11 is not higher than the standing bid sum 11" in g.sentence
    assert g.rejects("sum 13") == g.rejects("sum 1") == "L-A26"
    assert "two dice sum to between 2 and 12" in g.sentence


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


def test_what_is_thrown_again_for_a_leak_is_as_many_dice_of_any_face_and_nobody_else_s():
    """Seat A sees its own five; B and C keep how many they have, and each of their faces comes up about as often as the others."""
    g = Scene(seats=3, cups={"A": "1 2 3 4 5"}).knock("B")
    seen = [0] * 7
    for draws in range(200):
        state, view = g.state.copy(), g.view_record("A")
        view.draws = draws * 16
        redeal(state, g.rules, view)
        assert list(state.cup[0]) == list(g.state.cup[0])
        assert [sum(state.cup[p]) for p in range(3)] == [5, 4, 5]
        for face in range(7):
            seen[face] += state.cup[1][face] + state.cup[2][face]
    assert seen[0] == 0
    assert all(240 < n < 360 for n in seen[1:]), "300 of each"

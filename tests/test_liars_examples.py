"""Liar's dice by the worked examples of rules.md 1.5."""

from fractions import Fraction
from math import comb

import pytest
from liars_scene import Scene, palifico_round, rules_of, wild

from dicecup.engine.games.base import ONE
from dicecup.engine.games.liars.rules import MOST, key

SIX = {"A": "1 1 3", "B": "3 4 4"}  # the seed's six dice 1,1,3,3,4,4


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


@pytest.mark.parametrize(
    ("special", "count", "cost"), [(True, 2, "lose A 1 bid, out A 3"), (False, 4, "lose B 1 challenge")]
)
def test_L_E25_no_wild_dice_in_palifico(special, count, cost):
    if special:
        g = palifico_round()
        g.lay(A="1", B="1 4 4", C="6")
        g.say("A: 3x4", "B: liar")
    else:
        g = Scene("perudo", seats=2, dice_per_player=3, cups={"A": "1 1 4", "B": "4 6 2"})
        g.say("A: 3x4", "B: liar")
    assert g.verdict == f"{count}: {cost}"


def test_L_E26_the_locked_face_of_palifico():
    g = palifico_round("locked")
    g.say("A: 2x4")
    assert g.rejects("2x5") == "L-A19"
    g.say("B: 3x4")
    assert g.rejects("3x5") == "L-A19"  # C has one die, which does not matter here
    g = palifico_round("one_die_may_change")
    g.say("A: 2x4")
    assert g.rejects("2x5") == "L-A19"  # B has three dice
    g.say("B: 3x4")
    assert "3x5" in g.legal()  # C has one
    g = palifico_round("one_die_may_change")
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

"""Liar's dice by the edge cases of rules.md 1.4 and by cases from the field."""

import pytest
from liars_scene import Scene, palifico_round, wild

from dicecup.engine.games.base import IllegalMove

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
    g = palifico_round()
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

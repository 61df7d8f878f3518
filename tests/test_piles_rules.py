"""The boxed Dead Man's Dice by the rules of rules.md section 2: the course of play, scores, events, refusals, guards."""

import pytest
from piles_scene import PILES, Scene, decline, definition, rules, score_of, scores

from dicecup.engine.games.piles.options import MAX_OPENING_TIES, MAX_TURNS
from dicecup.engine.games.piles.rules import EMPTY, ROGER
from dicecup.engine.match.match import Seat, new_match

# ---- 2.1 the clean rules


def test_D_R1_two_to_four_players():
    for seats in (2, 4):
        assert len(new_match(definition(), [Seat("x", "human")] * seats, "1").seats) == seats
    for seats in (1, 5):
        with pytest.raises(ValueError, match=f"takes 2 to 4 seats, not {seats}"):
            new_match(definition(), [Seat("x", "human")] * seats, "1")


def test_D_R3_the_first_to_reach_a_hundred_wins():
    g = Scene().lie("A 6 6")
    g.state.score[0] = 88
    g.finish_round()
    assert g.over and g.last("end")["winners"] == ["A"] and g.last("end")["scores"] == {"A": 100, "B": 0}


def test_D_R4_two_plain_dice_and_one_jolly():
    g = Scene()
    assert (g.state.plain[:2], g.state.jolly[:2]) == ([2, 2], [1, 1])
    g.lie("A 2", plain={"A": 1}, rolls=0)
    assert g.rejects("roll jolly") == "D-R4"
    assert "A has no Jolly Roger die in hand; legal: roll plain" in g.sentence


def test_D_R5_one_die_each_stays_as_the_bottom():
    g = Scene(opening="A 4 B 2")
    assert (g.pile("A"), g.pile("B")) == ("4", "2")
    assert g.last("round")["dice"] == {"A": 2, "B": 2}
    assert Scene().rejects("end") == "D-R5"


def test_D_R6_the_lowest_begins_with_another_die():
    g = Scene(opening="A 4 B 2 C 3", seats=3)
    assert g.last("order")["seats"] == ["B", "C", "A"]
    assert g.turn == "B" and g.legal() == ["roll plain", "roll jolly"]


# 2.1, both columns of the table: own top, what fits of a roll, what of other piles. 1 and J are one row.
TABLE = {
    1: ("1 2 6 J", "2 6"),
    ROGER: ("1 2 6 J", "2 6"),
    2: ("2 3 5 J", "3 5"),
    3: ("3 4 J", "4"),
    4: ("4 5 3 J", "5 3"),
    5: ("5 6 2 J", "6 2"),
    6: ("6 1 J", "1"),
}


def faces(text):
    return {ROGER if name == "J" else int(name) for name in text.split()}


@pytest.mark.parametrize("top", TABLE)
def test_D_R7_D_R10_D_R12_D_R14_the_placement_tables_cell_by_cell(top):
    r = rules()
    for face in range(1, ROGER + 1):
        assert r.fits[top][face] == (face in faces(TABLE[top][0])), face
        assert r.takes[top][face] == (face in faces(TABLE[top][1])), face


@pytest.mark.parametrize(("on_jr", "fits", "takes"), [("any", "1 2 3 4 5 6 J", "1 2 3 4 5 6"), ("none", "", "")])
def test_D_A11_what_fits_on_a_jolly_roger(on_jr, fits, takes):
    r = rules(on_jr=on_jr)
    for face in range(1, ROGER + 1):
        assert r.fits[ROGER][face] == (face in faces(fits))
        assert r.takes[ROGER][face] == (face in faces(takes))
        assert r.fits[1][face] == (face in faces("1 2 6 J"))  # nothing else changes


def test_D_C1_D_C3_everything_fits_on_no_pile_and_nothing_can_be_plundered_onto_it():
    r = rules()
    assert r.fits[EMPTY][1:] == [1] * ROGER
    assert r.takes[EMPTY] == [0] * (ROGER + 1)


def test_D_R8_piles_lie_in_front_of_their_players():
    g = Scene(opening="A 2 B 5", dice={"A": "3"})
    g.say("A: roll plain", "A: place")
    assert (g.pile("A"), g.pile("B")) == ("2 3", "5")


def test_D_R9_a_roll_that_does_not_fit_ends_the_rolling():
    g = Scene(dice={"A": "4"}).lie("A 2 B 6", plain={"A": 2, "B": 1}, jolly={"B": 1}, rolls=0)
    events = g.say("A: roll plain")
    assert [e.get("move") for e in events if e["type"] == "move"] == ["roll plain", "end"]
    assert g.turn == "B" and g.state.plain[0] == 2


def test_D_R10_other_piles_never_by_equality():
    g = Scene().lie("A 4 B 4")
    assert g.rejects("plunder B") == "D-R10"
    assert "B's 4 is neither one more than A's 4 nor makes seven with it" in g.sentence
    assert g.rejects("plunder A") == "D-R10"
    assert g.rejects("plunder C") == "D-R10"


def test_D_R11_a_jolly_roger_counts_one_at_the_opening():
    g = Scene(opening="A 2 B J")
    assert g.last("round")["starter"] == "B"


def test_D_R13_D_R18_on_top_it_doubles():
    assert score_of("1 J") == (16, 16)


def test_D_R15_with_no_die_to_roll_the_round_ends_and_all_score():
    g = Scene(seats=3).lie("A 2 3 B 5 C 6", plain={"C": 1})
    g.apply_move(PILES.parse("end", g.rules), auto=False)
    assert [short["seat"] for short in g.events if short["type"] == "score"] == ["A", "B", "C"]
    assert g.last("score") == {
        "n": g.last("score")["n"], "type": "score", "round": 1, "seat": "C", "points": 6, "total": 6, "piles": [6],
    }  # fmt: skip


def test_D_R16_the_sum_of_all_faces():
    assert score_of("2 3 3") == (8, 8)


def test_D_R17_minus_seven_in_hand():
    assert score_of("6 6", jolly=1) == (5, 5)
    assert score_of("6 6", jolly=2, jolly_dice=2) == (-2, -2)


def test_D_R19_past_a_hundred_is_the_option_exceed():
    g = Scene("dead-mans-dice-strict-100").lie("A 6 6")
    g.state.score[0] = 88
    g.finish_round()
    assert not g.over and g.state.score[0] == 100


def test_D_R20_i_a_die_that_fits_is_answered_first():
    g = Scene(dice={"A": "3"}).lie("A 2 B 3", plain={"A": 2}, rolls=1, placed=1)
    assert "plunder B" in g.legal()
    g.play("roll plain")
    assert g.legal() == ["place", "back"]
    for move in ("plunder B", "end", "roll plain"):
        assert g.rejects(move) == "D-R20"
    assert "the 3 that A rolled fits and must be answered first; legal: place, back" in g.sentence


def test_D_R20_ii_iii_back_is_a_failed_roll():
    g = Scene(dice={"A": "3"}).lie("A 2 B 6", plain={"A": 2, "B": 1}, jolly={"B": 1}, rolls=0)
    g.say("A: roll plain", "A: back")  # nothing but the end is left, though two dice are in hand
    assert g.turn == "B" and g.state.plain[0] == 2
    g = Scene(dice={"A": "3"}).lie("A 2 B 4 3", plain={"A": 2}, rolls=0)
    g.say("A: roll plain", "A: back")
    assert g.legal() == ["plunder B", "end"]
    g.say("A: plunder B")  # top 3, and B's 4 fits it: no more rolling all the same
    assert g.rejects("roll plain") == "D-R20"
    assert g.legal() == ["plunder B", "end"]


def test_D_R20_iv_rolls_and_plunders_in_any_order():
    g = Scene(dice={"A": "3 4 6"}).lie("A 2 B 6 5", plain={"A": 4, "B": 1}, jolly={"B": 1}, rolls=0)
    g.say("A: roll plain", "A: place", "A: roll plain", "A: place", "A: plunder B", "A: roll plain", "A: place")
    assert g.pile("A") == "2 3 4 5 6" and g.turn == "A"


def test_D_R20_v_a_die_rolled_to_no_pile_is_placed_and_counts():
    g = Scene(dice={"A": "6"}, plunder_needs="placement").lie("B 1", plain={"A": 2}, rolls=0)
    g.say("A: roll plain")
    assert g.pile("A") == "6" and g.legal() == ["roll plain", "plunder B", "end"]


# ---- 2.2 ambiguities


def test_D_A1_the_starter_rolls_another_die_than_his_opening_one():
    g = Scene(opening="A 2 B 5", dice={"A": "3"})
    g.say("A: roll plain", "A: place")
    assert g.state.plain[0] == 0 and g.state.jolly[0] == 1 and g.pile("A") == "2 3"


def test_D_A2_until_fail_or_single():
    g = Scene(opening="A 2 B 5", dice={"A": "3"})
    g.say("A: roll plain", "A: place")
    assert g.turn == "A" and "roll jolly" in g.legal()
    g = Scene("dead-mans-dice-designer", seats=3, opening="A 2 B 6 C 4", dice={"A": "3"})
    g.say("A: roll plain", "A: place")
    assert g.turn == "A" and g.legal() == ["plunder C", "end"]
    assert g.rejects("roll jolly") == "D-A2"


def test_D_A3_to_hand_or_loose_on_the_table():
    hand = Scene(dice={"A": "6"}).lie("A 2 B 3", plain={"A": 1}, rolls=0)
    hand.say("A: roll plain")
    assert hand.state.plain[0] == 1 and hand.rejects("plunder B loose") == "D-A3"
    loose = Scene(unplaced="on_table", dice={"A": "6"}).lie("A 2 B 3", plain={"A": 1}, rolls=0)
    loose.say("A: roll plain")
    assert loose.state.plain[0] == 0 and loose.state.loose[0] > 0


def test_D_A4_seven_with_the_top_not_with_the_pile():
    g = Scene(dice={"A": "4"}).lie("A 1 2", plain={"A": 1, "B": 1}, jolly={"B": 1}, rolls=0)  # 1 + 2 + 4 = 7
    g.say("A: roll plain")
    assert g.pile("A") == "1 2"


def test_D_A5_optional_or_forced():
    g = Scene(dice={"A": "3"}).lie("A 2 B 5", plain={"A": 1}, rolls=0)
    g.play("roll plain")
    assert g.legal() == ["place", "back"]
    g = Scene(placement="forced", dice={"A": "3"}).lie("A 2 B 4", plain={"A": 1}, jolly={"A": 1}, rolls=0)
    events = g.say("A: roll plain")
    assert [e.get("auto") for e in events if e.get("move") == "place"] == [True]
    assert g.rejects("back") == "D-R20"


def test_D_A6_may_stop():
    g = Scene().lie("A 2", plain={"A": 1})
    assert g.legal() == ["roll plain", "end"]
    g = Scene(may_stop=False).lie("A 2", plain={"A": 1}, jolly={"A": 1})
    assert g.legal() == ["roll plain", "roll jolly"] and g.rejects("end") == "D-A6"
    assert Scene(may_stop=False).lie("A 2 B 3", plain={"A": 1}, failed=1).legal() == ["plunder B", "end"]
    assert Scene(may_stop=False).lie("A 2 B 3").legal() == ["plunder B", "end"]
    assert Scene().lie("A 2", plain={"A": 1}, jolly={"A": 1}, rolls=0).rejects("end") == "D-A6"


def test_D_A7_plunder_after_a_roll_or_a_placement():
    assert "plunder B" in Scene().lie("A 2 B 3", failed=1).legal()
    g = Scene(plunder_needs="placement").lie("A 2 B 3", plain={"A": 1}, failed=1)
    assert g.legal() == ["end"] and g.rejects("plunder B") == "D-A7"
    assert "plunder B" in Scene(plunder_needs="placement").lie("A 2 B 3", placed=1).legal()
    assert Scene().lie("A 2 B 3", plain={"A": 1}, jolly={"A": 1}, rolls=0).rejects("plunder B") == "D-A7"


def test_D_A8_start_of_turn_or_immediate():
    dice = {"A": "3"}
    busy = {"plain": {"A": 1, "B": 1, "C": 1}, "jolly": {"B": 1}, "rolls": 0}
    g = Scene(seats=3, dice=dice).lie("A 2 B 6 C 6", **busy)
    g.say("A: roll plain", "A: place")
    assert g.state.round == 1 and g.turn == "B"
    g = Scene(seats=3, dice=dice, round_end="immediate").lie("A 2 B 4 C 6", **busy)
    events = g.say("A: roll plain", "A: place")
    assert [e["type"] for e in events][:6] == ["move", "roll", "move", "score", "score", "score"]
    assert g.state.round == 2


def test_D_A9_reach_or_exceed():
    for mode, over in (("reach", True), ("exceed", False)):
        g = Scene(target_mode=mode, target=10).lie("A 4 B 3")
        g.state.score[0] = 6
        g.finish_round()
        assert g.over is over


@pytest.mark.parametrize(("base", "points"), [(7, 12), (1, 6)])
def test_D_A10_the_value_of_a_jolly_roger_at_the_bottom(base, points):
    assert score_of("J 2 3", jr_base_score=base) == (points, points)


def test_D_A12_a_single_jolly_roger_is_a_pile_that_doubles():
    assert score_of("J") == (14, 14)


def test_D_A13_any_opening_die_or_a_plain_one():
    assert Scene().legal() == ["roll plain", "roll jolly"]
    g = Scene(opening_die="plain")
    assert [e["move"] for e in g.events if e["type"] == "move"][:2] == ["roll plain", "roll plain"]
    assert g.state.jolly[:2] == [1, 1]
    g = Scene(opening_die="plain", plain_dice=0, jolly_dice=2)
    assert [e["move"] for e in g.events if e["type"] == "move"][:2] == ["roll jolly", "roll jolly"]


def test_D_A13_a_jolly_die_is_refused_where_the_opening_die_is_plain():
    g = Scene(opening_die="plain")
    g.state.phase, g.state.turn, g.state.allowed = 0, 0, g.rules.opens
    assert PILES.why_not(g.state, g.rules, PILES.parse("roll jolly", g.rules))[0] == "D-A13"


def test_D_A14_all_roll_again():
    g = Scene(seats=3, opening="A 2 B 2 C 5", dice={"A": "6", "B": "4", "C": "3"})
    assert g.last("tie") == {"n": 7, "type": "tie", "round": 1, "seats": ["A", "B"], "what": "order"}
    assert [(e["seat"], e["dice"]) for e in g.events if e["type"] == "roll"][3:6] == [
        ("A", [6]),
        ("B", [4]),
        ("C", [3]),
    ]
    assert g.last("round")["starter"] == "C" and g.pile("A") == "6"
    assert [address[2] for address in g.thrown[3:6]] == [1, 1, 1]


def test_D_A14_lowest_seat():
    g = Scene(seats=3, start_tie="lowest_seat", opening="A 5 B 2 C 2")
    assert g.last("round")["starter"] == "B" and g.told("tie") == []


def test_D_A14_a_tie_of_others_does_not_matter():
    assert Scene(seats=3, opening="A 5 B 5 C 2").told("tie") == []


def test_D_A15_the_sum_not_the_top_alone():
    assert score_of("6 1") == (7, 7)


def test_D_A16_two_to_six_or_just_two():
    assert definition("dead-mans-dice-designer").players.max == 6
    assert definition("dead-mans-dice-channelcraft").players.max == 2


def test_D_A17_only_the_top():
    g = Scene().lie("A 2 B 3 6")
    assert "plunder B" not in g.legal() and g.rejects("plunder B") == "D-R10"


def test_D_A19_other_dice():
    g = Scene(plain_dice=4, jolly_dice=2, plain_faces=[6, 6, 2], jolly_faces=["J", 1])
    assert (g.state.plain[0], g.state.jolly[0]) == (4, 2)
    assert PILES.die_names(g.rules, 0) == [6, 6, 2] and PILES.die_names(g.rules, 1) == ["J", "1'"]


def test_D_A20_a_new_opening_roll_or_the_left_of_the_last_starter():
    for next_starter, starter in (("opening_roll", "A"), ("rotate", "C")):
        g = Scene(seats=3, next_starter=next_starter, opening="A 5 B 2 C 6")
        assert g.last("round")["starter"] == "B"
        g.lie("A 5 B 2 C 6", turn="B")
        g.finish_round()
        g.open("A 2 B 3 C 6")
        assert g.last("round")["starter"] == starter
    g = Scene(next_starter="rotate", opening="A 5 B 2")
    g.lie("A 5 B 2", turn="B").finish_round()
    g.open("A 2 B 2")
    assert g.told("tie") == [] and g.last("round")["starter"] == "A"


def test_D_A21_no_plunder():
    g = Scene("dead-mans-dice-peaceful").lie("A 2 B 3")
    assert g.legal() == ["end"] and g.rejects("plunder B") == "D-A21"


def test_D_A22_max_rounds():
    g = Scene(max_rounds=1).lie("A 2 B 3")
    g.finish_round()
    assert g.over and g.last("end")["by"] == "max_rounds" and g.last("end")["end"] == "aborted"
    assert g.last("end")["winners"] == [] and g.last("end")["scores"] == {"A": 2, "B": 3}


# ---- 2.3 edge cases


def test_D_C2_with_nothing_at_all_the_round_ends():
    g = Scene().lie("A 2 3")
    assert scores(g) == {"A": 5, "B": 0}
    assert g.last("score")["piles"] == []


def test_D_C3_no_plunder_with_an_empty_hand_and_no_roll():
    g = Scene(seats=3).lie("A 2 B 1 C 2", turn="A", plain={"C": 1})
    assert scores(g)["B"] == 1  # B could take C's 2, but his turn ends the round


def test_D_C4_an_empty_pile_is_never_left_after_a_roll():
    for face in "12345":
        g = Scene(dice={"A": face}).lie("B 2", plain={"A": 1}, jolly={"A": 1}, rolls=0)
        g.play("roll plain")
        assert g.pile("A") == face


def test_D_C5_a_jolly_die_that_shows_a_number_may_be_taken():
    g = Scene().lie("A 3 B 4'")
    g.say("A: plunder B")
    events = [e for e in g.events if e["type"] == "score"]
    assert {e["seat"]: (e["points"], e["piles"]) for e in events} == {"A": (7, [3, "4'"]), "B": (0, [])}


def test_D_C6_doubling_and_minus_seven_do_not_meet_with_one_jolly_die():
    assert rules().dice[1] == 1
    assert score_of("5 J", jolly=1, jolly_dice=2) == (24 - 7, 17)  # they may with two


def test_D_C7_a_jolly_roger_on_a_jolly_roger():
    for on_jr, fits in (("as_one", 1), ("any", 1), ("none", 0)):
        assert rules(on_jr=on_jr, jolly_dice=2).fits[ROGER][ROGER] == fits
    assert score_of("J J", jolly_dice=2) == (28, 28)


def test_D_C8_not_on_top_it_is_seven():
    assert score_of("2 J 6") == (15, 15)


def test_D_C9_other_dice_in_hand_cost_nothing():
    g = Scene().lie("A 4", plain={"A": 2})
    assert scores(g)["A"] == 4


def test_D_C10_below_zero():
    assert score_of("", jolly=1) == (-7, -7)
    assert score_of("", jolly=1, floor="round") == (0, 0)
    assert score_of("", jolly=1, floor="game") == (-7, 0)


def test_D_C11_the_higher_total_wins_and_level_ones_play_on():
    g = Scene().lie("A 5 B 6")
    g.state.score[:2] = [98, 98]
    g.finish_round()
    assert g.last("end")["winners"] == ["B"] and g.last("end")["places"] == {"A": 2, "B": 1}
    g = Scene().lie("A 5 B 5")
    g.state.score[:2] = [98, 98]
    g.finish_round()
    assert not g.over and g.state.round == 2


def test_D_C12_after_a_thousand_turns_the_game_is_aborted():
    g = Scene(seed="guard")
    while g.state.round == 1 and not g.over and g.state.turns < 40:
        decline(g)
    assert g.state.turns == 40  # players who decline come to no end
    g.state.turns = MAX_TURNS - 1
    while not g.over:
        decline(g)
    assert g.state.turns == MAX_TURNS
    assert (g.last("end")["end"], g.last("end")["by"], g.last("end")["winners"]) == ("aborted", "turns", [])


def test_the_opening_guard():
    g = Scene(plain_faces=[3, 3], jolly_dice=0)
    assert g.over and g.last("end")["by"] == "opening"
    assert len([e for e in g.events if e["type"] == "roll"]) == 2 * MAX_OPENING_TIES


def test_D_C13_a_die_is_never_plundered_back_and_forth():
    g = Scene(seats=3).lie("A 3 B 1 2 3 4 C 4 5", rolls=1)
    high = [len(g.pile("A").split())]
    while g.turn == "A" and any(move.startswith("plunder") for move in g.legal()):
        g.play(next(move for move in g.legal() if move.startswith("plunder")))
        high.append(len(g.pile("A").split()))
    assert high[:-1] == sorted(set(high[:-1]))


def test_D_C14_a_new_opening_in_every_round():
    g = Scene(opening="A 5 B 2")
    g.lie("A 5 B 2", turn="B").finish_round()
    assert g.turn == "A" and g.legal() == ["roll plain", "roll jolly"]
    g.open("A 2 B 3")
    assert g.last("order") == {"n": g.last("order")["n"], "type": "order", "round": 2, "seats": ["A", "B"]}
    assert [address[:3] for address in g.thrown[2:4]] == [("A", 2, 0), ("B", 2, 0)]


def test_D_C15_all_dice_return_to_their_owners():
    g = Scene().lie("A 3 B 4'")
    g.say("A: plunder B")
    assert g.state.round == 2
    assert (g.state.plain[:2], g.state.jolly[:2], g.state.height[:2]) == ([2, 2], [1, 1], [0, 0])


def test_D_C16_immediate_seats_that_have_not_played_score_what_lies_there():
    g = Scene(seats=3, round_end="immediate", dice={"A": "3"})
    g.lie("A 2 B 4 C 6", plain={"A": 1, "B": 2, "C": 2}, jolly={"B": 1, "C": 1}, rolls=0)
    events = g.say("A: roll plain", "A: place")
    assert {e["seat"]: e["points"] for e in events if e["type"] == "score"} == {"A": 5, "B": -3, "C": -1}


def test_D_C17_doubled_first_then_minus_seven_then_the_floor():
    assert score_of("1 J", jolly=1, jolly_dice=2) == (9, 9)
    assert score_of("3", jolly=1, floor="round") == (0, 0)


def test_D_C18_opening_dice_are_chosen_by_all_before_any_is_rolled():
    g = Scene(seats=3, opening="A 4 B J C 2")
    kinds = [e["type"] for e in g.events][:8]
    assert kinds == ["move", "move", "move", "roll", "roll", "roll", "order", "round"]
    g = Scene(jolly_dice=0)
    assert [e.get("auto") for e in g.events[:2]] == [True, True]


def test_D_C19_a_loose_die_is_taken():
    g = Scene(unplaced="on_table").lie("A 5 B 3", plain={"A": 1}, loose={"B": "6"})
    g.say("A: plunder B loose")
    assert g.pile("A") == "5 6" and g.state.loose[1] < 0 and g.legal() == ["roll plain", "end"]
    assert Scene(unplaced="on_table").lie("A 1 B 3", loose={"B": "J"}).rejects("plunder B loose") == "D-R14"
    assert Scene(unplaced="on_table").lie("A 1 B 3").rejects("plunder B loose") == "D-C19"


def test_D_C19_its_owner_picks_it_up_at_his_turn_and_a_jolly_die_costs_seven_loose():
    g = Scene(unplaced="on_table").lie("A 5 B 3", loose={"B": "6"})
    g.apply_move(PILES.parse("end", g.rules), auto=False)
    assert g.state.round == 1 and g.state.plain[1] == 1 and g.legal() == ["roll plain"]
    g = Scene(unplaced="on_table", seats=3).lie("A 5 B 3 C 4", loose={"C": "4'"})
    assert scores(g) == {"A": 5, "B": 3, "C": -3}


# ---- moves, events and refusals


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("ROLL  Plain", "roll plain"), ("r p", "roll plain"), ("plain", "roll plain"), ("roll j", "roll jolly"),
        ("roll jolly roger", "roll jolly"), ("put", "place"), ("decline", "back"), ("take b", "plunder B"),
        ("plunder loose b", "plunder B loose"), ("Plunder J LOOSE", "plunder J loose"), ("pass", "end"), ("stop", "end"),
    ],
)  # fmt: skip
def test_loose_and_canonical_notation(text, move):
    r = rules()
    assert PILES.notate(PILES.parse(text, r), r) == move


@pytest.mark.parametrize(
    "text", ["roll", "roll blue", "plunder", "plunder K", "plunder B C", "p", "b", "4", "", "loose B"]
)
def test_what_is_no_move_is_refused_with_a_sentence(text):
    with pytest.raises(ValueError, match=r"(write|say) "):
        PILES.parse(text, rules())


def test_roll_alone_where_all_dice_are_of_one_kind():
    assert PILES.parse("roll", rules(jolly_dice=0)) == 0
    assert PILES.parse("roll", rules(plain_dice=0, jolly_dice=2)) == 1


def test_place_and_back_without_a_die_that_waits():
    g = Scene().lie("A 2 B 3", plain={"A": 1})
    assert g.rejects("place") == "D-R20"
    g.lie("A 2 B 3", plain={"A": 1}, failed=1)
    assert g.rejects("back") == "D-R20"
    assert "A's last roll has failed" in g.sentence


def test_a_pile_that_is_not_there_cannot_be_plundered():
    g = Scene().lie("A 2", plain={"A": 1})
    assert g.rejects("plunder B") == "D-R10"
    assert "B has no pile to plunder; legal: roll plain, end" in g.sentence


def test_legal_moves_stand_in_the_documented_order():
    g = Scene(seats=4, unplaced="on_table").lie(
        "A 3 B 2 C 6 2 D 2", plain={"B": 1}, jolly={"B": 1}, loose={"A": "5'", "C": "5"}, turn="B"
    )
    assert g.legal() == ["roll plain", "roll jolly", "plunder A", "plunder A loose", "plunder C loose", "end"]


def test_events_of_a_round():
    g = Scene(opening="A J B 4", dice={"A": "2 5"})
    g.say("A: place", "A: roll plain", "A: back")
    assert [{k: v for k, v in e.items() if k not in ("n", "round")} for e in g.events[:12]] == [
        {"type": "move", "seat": "A", "move": "roll jolly"},
        {"type": "move", "seat": "B", "move": "roll plain"},
        {"type": "roll", "seat": "A", "for": "order", "dice": ["J"]},
        {"type": "roll", "seat": "B", "for": "order", "dice": [4]},
        {"type": "order", "seats": ["A", "B"]},
        {"type": "round", "starter": "A", "dice": {"A": 2, "B": 2}},
        {"type": "move", "seat": "A", "move": "roll plain", "auto": True},
        {"type": "roll", "seat": "A", "for": "turn", "dice": [2]},
        {"type": "move", "seat": "A", "move": "place"},
        {"type": "move", "seat": "A", "move": "roll plain"},
        {"type": "roll", "seat": "A", "for": "turn", "dice": [5]},
        {"type": "move", "seat": "A", "move": "back"},
    ]

"""Poker dice by the rules of rules.md section 4: the clean rules, ambiguities settled, edge cases."""

import pytest
from poker_scene import POKER, Scene
from scene import short

from dicecup.engine.games.poker.scoring import MAX_TIE_TURNS

LOW, PAIR, HIGH = "AKQJ9", "99KQJ", "AAAKQ"


# ---- 4.1 the clean rules


def test_P_R1_two_or_more_players_pay_in_before_each_round():
    g = Scene(seats=4)
    assert g.told("pot") == ["pot 1 A -1 1", "pot 1 B -1 2", "pot 1 C -1 3", "pot 1 D -1 4"]
    with pytest.raises(ValueError, match="takes 2 to 10 seats, not 1"):
        Scene(seats=1)


def test_P_R2_five_dice_of_six_faces():
    due = Scene(dice={"A": "AKQJ9"}).thrown[0]
    assert due == ("A", 1, 0, 5, "hand")
    assert POKER.die_names(Scene().rules, 0) == ["A", "K", "Q", "J", "T", 9]


def test_P_R3_ordinary_dice_with_one_high():
    g = Scene("poker-dice-pips-one-high", dice={"A": "11234", "B": "66543"}).stand(2)
    assert g.told("hand_won") == ["hand_won A 1"]


def test_P_R4_six_high_with_a_wild_one():
    g = Scene("poker-dice-pips-six-high", dice={"A": "16643", "B": "66543"}).stand(2)
    assert g.told("hand") == ["hand A 16643 three 6 66643", "hand B 66543 pair 6"]


def test_P_R5_two_throws_or_three():
    two = Scene(dice={"A": "AKQJ9 KQ"})
    two.say("A: keep A J 9")
    assert two.turn == "B"
    three = Scene("poker-dice-three", dice={"A": "AKQJ9 KQ"})
    three.say("A: keep A J 9")
    assert three.turn == "A"


def test_P_R9_equal_hands_throw_again():
    g = Scene(seats=3, dice={"A": "AAKQJ AAAKQ", "B": "AAKQT KKQJT", "C": "KKQJT"})
    g.stand(3)
    assert g.last("tie")["seats"] == ["A", "B"] and g.last("tie")["what"] == "hand"
    g.say("A: stand", "B: stand")
    assert g.told("hand_won") == ["hand_won A 1"]


def test_P_R10_the_highest_preliminary_die_first_the_next_to_the_left():
    g = Scene(seats=3, order="J A Q")
    assert g.last("order")["seats"] == ["B", "C", "A"]
    assert g.turn == "B"


def test_P_R11_every_round_is_begun_by_the_next_player():
    g = Scene(seats=3, order="A K Q")
    for starter in "ABC":
        assert g.last("round")["starter"] == starter
        number = g.state.round
        while g.state.round == number and not g.over:
            g.stand()


def test_P_R12_any_dice_may_be_thrown_again():
    g = Scene(dice={"A": "KKJ9T"})
    assert len(g.legal()) == 2**4 - 2**2 + 2**2 + 2**3  # K K counts as none, one or two: 3 * 2 * 2 * 2
    assert {"keep none", "keep K", "keep K K", "keep J T", "stand"} <= set(g.legal())


def test_P_R13_at_most_three_again():
    g = Scene("poker-dice-limit3", dice={"A": "KKJ9T"})
    assert g.rejects("keep K") == "P-R13"
    assert "throws 4 dice again; at most 3 may be; legal: stand, keep K K J T" in g.sentence
    assert all(len(move.split()) >= 3 for move in g.legal() if move.startswith("keep"))


def test_P_R14_the_second_throw_ends_the_hand():
    g = Scene(dice={"A": "KKJ9T AQ9"})
    events = g.say("A: keep K K")
    assert [e["type"] for e in events] == ["move", "roll", "hand", "roll"]
    assert g.turn == "B"


def test_P_R15_the_best_hand_wins_the_round_and_the_pot():
    g = Scene(seats=3, dice={"A": PAIR, "B": HIGH, "C": LOW}).stand(3)
    assert g.told("hand_won") == ["hand_won B 1"]
    assert next(e for e in g.events if "won" in e) == {
        "n": 15,
        "type": "pot",
        "round": 1,
        "won": 3,
        "seat": "B",
        "chips": 2,
        "pot": 0,
    }


def test_P_R16_best_of_three_and_five():
    three = Scene("poker-dice-duel3", dice={"A": f"{HIGH} {HIGH}", "B": f"{LOW} {LOW}"}).stand(4)
    assert three.over and three.last("end")["scores"] == {"A": 2, "B": 0}
    five = Scene("poker-dice-duel5", dice={"A": f"{HIGH} {HIGH} {HIGH}", "B": f"{LOW} {LOW} {LOW}"}).stand(4)
    assert not five.over
    five.stand(2)
    assert five.last("end")["winners"] == ["A"] and five.state.round == 3


def test_P_R17_wild_aces_in_a_game():
    g = Scene("poker-dice-wild", dice={"A": "QQQQA", "B": "AAAAJ"}).stand(2)
    assert g.told("hand") == ["hand A QQQQA five Q QQQQQ", "hand B AAAAJ five J JJJJJ"]
    assert g.told("hand_won") == ["hand_won A 1"]


# ---- 4.2 ambiguities (P-A1, P-A2, P-A3, P-A6 and P-A13 are settled in test_poker_hands)


def test_P_A1_a_wild_die_means_nothing_in_preliminary_throws():
    g = Scene("poker-dice-pips-six-high", order="1 6")
    assert g.last("order")["seats"] == ["B", "A"]


def test_P_A2_the_second_pair_decides_only_where_it_is_compared():
    dice = {"A": "AAAJJ", "B": "AAAKK"}
    assert Scene(dice=dice).stand(2).told("tie") == ["tie AB hand"]
    assert Scene(dice=dice, secondary=True).stand(2).told("hand_won") == ["hand_won B 1"]


def test_P_A3_nothing_is_compared_by_its_highest_die_or_die_by_die():
    dice = {"A": "AKQJ9", "B": "AKQT9"}
    assert Scene(dice=dice).stand(2).told("tie") == ["tie AB hand"]
    assert Scene(dice=dice, kickers=True).stand(2).told("hand_won") == ["hand_won A 1"]


def test_P_A4_full_turn_has_all_its_throws():
    g = Scene(dice={"A": "AAKQJ 99TJQ", "B": "AAKQT"}).stand(2)
    assert g.thrown[-1] == ("A", 1, 1, 5, "tie")
    g.say("A: keep 9 9")
    assert g.thrown[-2:] == [("A", 1, 2, 3, "tie"), ("B", 1, 1, 5, "tie")]


def test_P_A4_single_throw_asks_nobody():
    g = Scene(tie="single_throw", dice={"A": "AAKQJ KKKQJ", "B": "AAKQT 99KQJ"}).stand(2)
    assert g.told("hand_won") == ["hand_won A 1"]
    assert [e["for"] for e in g.events if e["type"] == "roll" and e["round"] == 1] == ["hand", "hand", "tie", "tie"]
    assert g.last("round")["round"] == 2


def test_P_A4_all_replay_is_for_beaten_seats_too():
    g = Scene(seats=3, tie="all_replay", dice={"A": f"{LOW} {LOW}", "B": f"AAKQJ {PAIR}", "C": f"AAKQT {HIGH}"})
    g.stand(3)
    assert g.last("tie")["seats"] == ["B", "C"]
    assert g.state.pot == 6 and g.turn == "A"
    g.stand(3)
    assert g.told("hand_won") == ["hand_won C 1"]
    assert g.chips == [-2 - 1, -2 - 1, 4 - 1]


def test_P_A4_all_replay_leaves_out_who_has_dropped():
    g = Scene(seats=3, tie="all_replay", drop_out=True, dice={"A": LOW, "B": "AAKQJ", "C": "AAKQT"})
    g.say("A: drop", "B: stand", "C: stand")
    assert g.state.pot == 5 and g.turn == "B"
    g.say("B: drop")
    assert g.told("hand_won") == ["hand_won C 1"]


def test_P_A4_split_gives_the_round_to_nobody():
    g = Scene(tie="split", dice={"A": "AAKQJ", "B": "AAKQT"}).stand(2)
    assert g.told("hand_won") == [] and g.wins == [0, 0]
    assert [short(e) for e in g.events if "won" in e] == ["pot 1 A 0 1", "pot 1 B 0 0"]
    assert g.last("round") == {"n": 14, "type": "round", "round": 2, "starter": "B", "dice": {"A": 5, "B": 5}}


def test_P_A5_the_best_reading_is_taken_without_asking():
    g = Scene("poker-dice-wild", dice={"A": "AAKQJ"}).stand()
    assert g.told("hand") == ["hand A AAKQJ straight A ATKQJ"]


def test_P_A6_natural_beats_wild():
    dice = {"A": "QQQQA", "B": "QQQQQ"}
    assert Scene("poker-dice-wild", dice=dice).stand(2).told("tie") == ["tie AB hand"]
    g = Scene("poker-dice-wild", natural_beats_wild=True, dice=dice).stand(2)
    assert g.told("hand_won") == ["hand_won B 1"]


def test_P_A7_kept_dice_may_be_thrown_again_unless_locked():
    for locked in (False, True):
        g = Scene("poker-dice-three", kept_locked=locked, dice={"A": "KKJ9T 9QQ"})
        g.say("A: keep K K")
        if locked:
            assert g.rejects("keep Q Q") == "P-A7"
            assert "K K once kept" in g.sentence
            assert set(g.legal()) == {
                "stand",
                "keep K K Q Q",
                "keep K K Q 9",
                "keep K K Q",
                "keep K K 9",
                "keep K K",
            }
        else:
            assert "keep Q Q" in g.legal()


def test_P_A7_a_new_turn_locks_nothing():
    g = Scene("poker-dice-three", kept_locked=True, dice={"A": "AAKQJ KKJ", "B": "AAKQT AAAKQ"})
    g.say("A: keep A A", "A: stand", "B: stand")
    assert g.over or g.state.kept == g.rules.nothing_kept


def test_P_A8_the_limit_is_for_each_re_throw():
    g = Scene("poker-dice-three", reroll_limit=3, dice={"A": "KKJ9T AQ9"})
    g.say("A: keep K K", "A: keep K K")
    assert [due[3] for due in g.thrown[:3]] == [5, 3, 3]


def test_P_A9_no_ante_no_pot():
    g = Scene(ante=0, dice={"A": HIGH, "B": LOW}).stand(2)
    assert g.told("pot") == [] and g.chips == [0, 0]


def test_P_A9_seats_may_go_below_zero():
    g = Scene(ante=5, dice={"A": HIGH, "B": LOW}).stand(2)
    assert g.chips == [5 - 5, -5 - 5]


def test_P_A10_two_players_best_of_three_more_one_round_each():
    assert Scene("poker-dice-duel3").rules.goal == 2
    g = Scene(seats=3, dice={"A": f"{HIGH} {HIGH} {HIGH}", "B": f"{LOW} {LOW} {LOW}", "C": f"{LOW} {LOW} {LOW}"})
    g.stand(9)
    assert g.over and g.state.round == 3 and g.last("end")["scores"] == {"A": 3, "B": 0, "C": 0}


def test_P_A11_level_seats_throw_again_the_best_group_first():
    g = Scene(seats=5, order="K A K A Q" + " 9 9" + " J T" + " A K")
    assert g.told("roll", "tie", "order")[:16] == [
        "roll A order K",
        "roll B order A",
        "roll C order K",
        "roll D order A",
        "roll E order Q",
        "tie BD order",
        "roll B order 9",
        "roll D order 9",
        "tie BD order",
        "roll B order J",
        "roll D order T",
        "tie AC order",
        "roll A order A",
        "roll C order K",
        "order BDACE",
        "roll B hand " + "".join(str(x) for x in g.events[-1]["dice"]),
    ]
    assert g.thrown[5:7] == [("B", 0, 1, 1, "order"), ("D", 0, 1, 1, "order")]


def test_P_A11_roll_first_only_the_best_throw_again():
    g = Scene(seats=4, order="K A K A" + " 9 Q", start="roll_first")
    assert g.told("tie", "order") == ["tie BD order", "order DABC"]
    assert Scene(seats=3, order="K A K", start="roll_first").last("order")["seats"] == ["B", "C", "A"]


def test_P_A11_start_by_seats():
    g = Scene(seats=3, start="seats")
    assert g.told("order") == ["order ABC"] and g.thrown[0][4] == "hand"


def test_P_A12_nobody_throws_more_often_than_the_first():
    g = Scene("indian-dice", seats=3, dice={"A": "66543 65", "B": "65432", "C": "65432"})
    g.say("A: keep 6 6 5", "A: stand")
    g.say("B: keep 6")
    assert g.turn == "C"  # two throws, as A made


def test_P_A12_among_tied_seats_the_first_sets_the_number_anew():
    g = Scene("indian-dice", seats=2, dice={"A": "66543 66432", "B": "66542"})
    g.say("A: stand")
    assert g.told("tie") == ["tie AB hand"]
    g.say("A: keep 6 6", "A: stand")
    assert g.state.cap == 2


def test_P_A14_dropping_out():
    g = Scene(seats=3, drop_out=True, dice={"A": LOW, "B": PAIR, "C": LOW})
    assert g.legal()[-1] == "drop"
    events = g.say("A: drop")
    assert [e["type"] for e in events] == ["move", "roll"]
    g.say("B: stand", "C: stand")
    assert g.told("hand") == ["hand B 99KQJ pair 9", "hand C AKQJ9 nothing A"]
    assert g.told("hand_won") == ["hand_won B 1"]
    assert Scene().rejects("drop") == "P-A14"


def test_P_A14_second_ante_at_each_re_throw():
    g = Scene("poker-dice-three", second_ante="reroll", dice={"A": "AAKQJ KQJ KQJ", "B": LOW})
    g.say("A: keep A A", "A: keep A A", "B: stand")
    assert [e["seat"] for e in g.events if "ante" in e and e["round"] == 1] == ["A", "B", "A", "A"]
    at = next(i for i, e in enumerate(g.events) if e["type"] == "move")
    assert [e["type"] for e in g.events[at : at + 3]] == ["move", "pot", "roll"]


def test_P_A14_second_ante_to_stay():
    g = Scene("rpasmd-poker", seats=3, dice={"A": "11654 654", "B": "66543", "C": "66543"})
    g.say("A: keep 1 1", "B: stand", "C: drop")
    assert g.state.round == 2
    assert [e["seat"] for e in g.events if "ante" in e and e["round"] == 1] == ["A", "B", "C", "A", "B"]


def test_P_A14_second_ante_after_a_throw_that_is_also_the_last():
    g = Scene("rpasmd-poker", max_throws=1, dice={"A": "11654"})
    assert g.legal() == ["stand", "drop"]
    assert g.rejects("keep 1 1") == "P-R14"


def test_P_A14_who_cannot_pay_may_not_make_the_move():
    stay = Scene("rpasmd-poker", match="chips", purse=1, dice={"A": "11654", "B": "66543"})
    # A cannot pay to stay, so the only move is made for it; B is alone and has won unthrown.
    assert stay.told("move") == ["move A drop True"]
    assert stay.told("hand_won") == ["hand_won B 1"]
    assert stay.last("end")["scores"] == {"A": 0, "B": 2}
    again = Scene(match="chips", second_ante="reroll", purse=1, dice={"A": "AAKQJ", "B": LOW})
    assert again.told("move") == ["move A stand True", "move B stand True"]


def test_P_A14_a_re_throw_that_cannot_be_paid_is_refused_with_the_rule():
    g = Scene(match="chips", second_ante="reroll", drop_out=True, purse=1, dice={"A": "AAKQJ"})
    assert g.legal() == ["stand", "drop"]
    assert g.rejects("keep A A") == "P-A14"


def test_P_A15_a_match_without_end_is_aborted():
    g = Scene(match="first_to:1000", max_rounds=3, tie="split", dice={"A": HIGH, "B": LOW})
    while not g.over:
        g.stand()
    end = g.last("end")
    assert (end["end"], end["by"], end["winners"], end["round"]) == ("aborted", "max_rounds", [], 3)


def test_P_A15_a_thousand_tied_opening_throws_abort():
    g = Scene(order=" ".join(["A A"] * 1000))
    end = g.last("end")
    assert (end["end"], end["by"], end["winners"]) == ("aborted", "opening", [])
    assert len(g.told("tie")) == 999


# ---- 4.3 edge cases (those about hands are in test_poker_hands)


def test_P_C9_standing_uses_no_throw_and_keeping_all_five_is_the_same():
    for text in ("stand", "keep K K J T 9", "keep all", "s", "k 9tjkk"):
        g = Scene(dice={"A": "KKJ9T"})
        events = g.say(f"A: {text}")
        assert short(events[0]) == "move A stand"
        assert g.thrown[-1][0] == "B"


def test_P_C10_only_tied_best_players_throw_again():
    g = Scene(seats=3, dice={"A": "AAKQJ", "B": PAIR, "C": "AAKQT"}).stand(3)
    assert g.told("tie") == ["tie AC hand"]
    assert g.state.pot == 3
    assert [due[0] for due in g.thrown] == ["A", "B", "C", "A"]


def test_P_C11_after_100_tie_turns_the_pot_is_split():
    ties = " ".join([LOW] * 101)
    g = Scene(seats=3, match="rounds:2", tie="single_throw", dice={"A": ties, "B": ties, "C": PAIR}, order="A Q K")
    assert g.last("order")["seats"] == ["A", "C", "B"]
    g = Scene(seats=3, match="rounds:2", ante=3, dice={"A": ties, "B": ties, "C": ties})
    for turn in range(MAX_TIE_TURNS + 1):
        assert g.state.ties == turn
        g.stand(3)
    assert g.state.round == 2 and g.wins == [0, 0, 0]
    assert [short(e) for e in g.events if "won" in e] == ["pot 3 A 0 6", "pot 3 B 0 3", "pot 3 C 0 0"]
    assert len(g.told("tie")) == MAX_TIE_TURNS + 1


def test_P_C12_a_tie_in_a_match_is_replayed_inside_the_round():
    g = Scene("poker-dice-duel3", dice={"A": f"{LOW} {LOW} {HIGH}", "B": f"{LOW} {LOW} {LOW}"}).stand(6)
    assert g.wins == [1, 0] and g.last("round")["round"] == 2


def test_P_C13_at_two_to_nil_the_third_round_is_not_played():
    g = Scene("poker-dice-duel3", dice={"A": f"{HIGH} {HIGH}", "B": f"{LOW} {LOW}"}).stand(4)
    assert g.over and g.state.round == 2


def test_P_C14_who_cannot_pay_the_ante_is_out():
    g = Scene(seats=3, match="chips", purse=1, dice={"A": HIGH, "B": PAIR, "C": LOW}).stand(3)
    assert g.told("out") == ["out B 2", "out C 2"]
    assert g.last("end")["places"] == {"A": 1, "B": 2, "C": 2}
    assert g.last("end")["scores"] == {"A": 3, "B": 0, "C": 0}


def test_P_C14_elsewhere_chips_go_below_zero_and_nobody_is_out():
    g = Scene(dice={"A": f"{HIGH} {HIGH}", "B": f"{LOW} {LOW}"}).stand(4)
    assert g.told("out") == [] and g.chips == [2, -2]


def test_P_C14_out_in_a_replay_that_cannot_be_paid():
    g = Scene(seats=3, match="chips", purse=1, tie="all_replay", ante=1, dice={"A": "AAKQJ", "B": "AAKQT", "C": PAIR})
    g.state.chips[2] = 1  # C alone can pay again
    g.stand(3)
    assert g.told("tie", "out", "hand_won") == ["tie AB hand", "out A 2", "out B 2", "hand_won C 1"]
    assert g.last("end")["places"] == {"A": 2, "B": 2, "C": 1}


def test_P_C14_a_replay_that_nobody_can_pay_is_split():
    g = Scene(match="chips", purse=1, tie="all_replay", dice={"A": "AAKQJ", "B": "AAKQT"}).stand(2)
    assert g.told("tie", "out", "hand_won") == ["tie AB hand"]
    assert g.state.round == 2 and g.state.pot == 2 and g.chips == [0, 0]


def test_P_C15_dice_not_held_and_too_many():
    g = Scene(dice={"A": "KKJ9T"})
    for text in ("keep K K K", "keep A", "keep Q", "keep X", "keep K K J 9 T A", "keep A A A A A", "keep 7"):
        assert g.rejects(text) == "P-C15", text
    g.rejects("keep K K K")
    assert "A does not hold K K K; the dice are K K J 9 T; legal: stand, keep K K J T" in g.sentence
    assert g.rejects("throw") == g.rejects("keep") == g.rejects("") == "no move"


def test_P_C16_after_the_last_throw_nobody_is_asked():
    g = Scene(dice={"A": "KKJ9T 999"})
    g.say("A: keep K K")
    assert g.told("hand") == ["hand A KK999 full_house 9"]
    assert g.told("move") == ["move A keep K K"]

"""Stacked Dice by rule id: the rules (S-R), ambiguities (S-A), edge cases (S-C) and worked examples (S-E) of rules.md section 3."""

import pytest
from stacks_scene import FAMILY, LETTERS, Scene, rules

from dicecup.engine.games.base import IllegalMove

E6 = ("44216", "43356")  # A and B of S-E6 to S-E12; A starts
PAIR = ("44216 216", "43356 335")  # a throw later


def three(**rules):
    """A, B and C with a four each, of whom A and then C have stacked theirs on B's: (4: B, A, C)."""
    game = Scene(dice=("44216 4216", "43356 3356", "41325 1325"), **rules)
    game.say("A:4 on B", "B:pass", "C:4 on #1")
    return game


# ---- start


def test_S_R0_five_dice_each_and_more_than_four_may_play():
    game = Scene(seats=6)
    assert {e["seat"]: len(e["dice"]) for e in game.events if e.get("for") == "lap"} == dict.fromkeys("ABCDEF", 5)


def test_S_R1_the_highest_die_starts_and_play_runs_clockwise():
    game = Scene(order="253", seats=3)
    assert game.told("order") == ["BCA"]
    assert game.told("round") == ["B {'A': 5, 'B': 5, 'C': 5}"]
    assert [e["seat"] for e in game.events if e.get("for") == "lap"][:3] == ["B", "C", "A"]


def test_S_R2_all_throw_before_anybody_stacks():
    game = Scene(dice=E6)
    assert [e["type"] for e in game.events] == ["roll", "roll", "order", "round", "roll", "roll"]


def test_S_E17_S_A11_level_highest_start_dice_are_thrown_again_by_their_owners_alone():
    game = Scene(order="55326", seats=3)
    assert game.told("roll", "tie", "order")[:7] == [
        "A order 5", "B order 5", "C order 3", "AB order", "A order 2", "B order 6", "BCA",
    ]  # fmt: skip
    assert game.thrown[3:5] == [("A", 0, 1, 1, "order"), ("B", 0, 1, 1, "order")]


def test_S_A11_of_three_level_two_stay_level():
    game = Scene(order="444" + "551" + "13", seats=3)
    assert game.told("tie", "order") == ["ABC order", "AB order", "BCA"]


@pytest.mark.parametrize(("high", "first"), [(False, "B"), (True, "A")])
def test_S_A10_an_ace_in_the_start_roll(high, first):
    assert Scene(order="16", start_ace_high=high).last_order() == first


def test_5_3_a_thousand_ties_of_the_start_dice_abort_the_game():
    game = Scene(order="11" * 1000)
    end = game.events[-1]
    assert (end["end"], end["by"], end["winners"], end["places"]) == ("aborted", "opening", [], {"A": 1, "B": 1})
    assert len(game.told("roll")) == 2000
    assert len(game.told("tie")) == 999


def test_5_3_999_ties_do_not():
    assert not Scene(order="11" * 999 + "21").over


# ---- stacking


def test_S_E6_S_R3_S_R4_a_die_goes_on_another_players_die_of_the_same_value():
    game = Scene(dice=E6)
    game.say("A:stack 4 on B")
    assert game.stacks() == ["4: BA"]
    assert (game.free("A"), game.free("B")) == ("1246", "3356")


def test_S_E7_values_differ():
    game = Scene(dice=E6)
    assert game.rejects("stack 2 on B") == "S-R4"
    assert (
        game.sentence
        == "B has no single 2; the die covered must be of the same value; legal: stack 6 on B, stack 4 on B, pass"
    )


def test_S_E8_not_on_ones_own_single_die():
    assert Scene(dice=E6).rejects("stack 4 on A") == "S-R4"


def test_S_R4_only_with_a_die_that_one_has():
    game = Scene(dice=E6)
    assert game.rejects("stack 5 on B") == "S-R4"
    assert game.sentence.startswith("A has no free 5;")


def test_S_E9_S_A3_S_C14_not_on_a_stack_whose_top_is_ones_own():
    game = Scene(dice=PAIR, laps_per_roll="until_stuck")
    game.say("A:4 on B", "B:pass")
    assert game.turn == "A"
    assert game.rejects("stack 4 on #1") == "S-A3"


def test_S_E10_S_R7_a_third_goes_on_the_stack_and_holds_it():
    game = three()
    assert game.stacks() == ["4: BAC"]
    assert game.state.points[:3] == [0, 0, 12]


def test_S_E11_S_R8_S_A4_the_fourth_die_closes_the_stack_and_may_be_of_a_seat_that_is_in_it():
    game = three()
    assert "stack 4 on #1" in game.legal()
    game.say("A:4 on #1")
    assert game.stacks() == ["4: BACA"]
    assert game.state.points[:3] == [16, 0, 0]


def test_S_E12_S_R8_a_closed_stack_takes_no_more():
    game = Scene(dice=("44216 4216", "43356 4335", "44325 4325"))
    game.say("A:4 on B", "B:pass", "C:4 on #1", "A:4 on #1")
    assert game.turn == "B"
    assert game.rejects("stack 4 on #1") == "S-R8"
    assert "stack 4 on C" in game.legal()


def test_S_E19_with_own_top_a_stack_of_ones_own_may_be_covered_a_single_die_may_not():
    game = Scene(dice=("44416 4416", "43356 3356"), own_top=True)
    game.say("A:4 on B", "B:pass")
    assert game.rejects("stack 4 on A") == "S-R4"
    game.say("A:4 on #1")
    assert game.stacks() == ["4: BAA"]


def test_S_R5_S_A7_locked_dice_are_no_longer_free():
    game = Scene(dice=("46666 6666", "43356 3356"))
    game.say("A:4 on B", "B:pass")
    assert (game.free("A"), game.free("B")) == ("6666", "3356")
    assert game.rejects("stack 4 on #1") == "S-R5"
    assert [due[3] for due in game.thrown[-2:]] == [4, 4]


def test_S_R9_one_turn_each_in_a_lap_passes_included():
    game = Scene(dice=("44216", "43356", "41325"))
    game.say("A:pass", "B:pass", "C:pass")
    assert [e["seat"] for e in game.events if e["type"] == "roll"][-3:] == ["A", "B", "C"]


def test_S_E14_S_R10_S_R11_S_C10_free_dice_are_thrown_again_and_stacks_stay():
    game = three()
    assert game.stacks() == ["4: BAC"]
    assert game.turn == "A"
    assert game.thrown[-3:] == [("A", 1, 1, 4, "lap"), ("B", 1, 1, 4, "lap"), ("C", 1, 1, 4, "lap")]
    assert [game.free(seat) for seat in "ABC"] == ["1246", "3356", "1235"]


def test_S_C3_nobody_stacks_and_all_throw_again():
    game = Scene(dice=E6)
    game.say("A:pass", "B:pass")
    assert [due[3] for due in game.thrown[-2:]] == [5, 5]
    assert game.stacks() == []


def test_S_C1_S_E18_who_cannot_stack_passes_automatically():
    game = Scene(dice=("2 2 5 5", "5 1 2 5"), dice_per_player=1)
    moves = game.told("move")
    assert moves[:6] == ["A pass True", "B pass True"] * 3
    assert game.turn == "A"
    assert game.legal() == ["stack 5 on B", "pass"]


def test_S_C2_S_E13_S_R12_a_seat_whose_last_die_was_covered_ends_the_round_after_the_lap():
    game = Scene(dice=("3", "3", "5"), dice_per_player=1)
    game.say("A:3 on B")
    assert game.told("move") == ["A stack 3 on B", "B pass True", "C pass True"]
    assert game.scores() == {"A": (6, 6, [1]), "B": (0, 0, []), "C": (0, 0, [])}
    assert len([due for due in game.thrown if due[1] == 1]) == 3


def test_S_C5_more_than_one_out_of_dice_is_one_end_and_one_scoring():
    game = Scene(dice=("3", "3", "5", "5"), dice_per_player=1)
    game.say("A:3 on B", "C:5 on D")
    assert game.scores() == {"A": (6, 6, [1]), "B": (0, 0, []), "C": (10, 10, [2]), "D": (0, 0, [])}


def test_S_C9_stacks_are_numbered_as_they_are_begun_and_single_dice_named_by_owner():
    game = Scene(dice=("44216", "43356", "41361"))
    game.say("A:4 on B", "B:6 on C")
    assert game.stacks() == ["4: BA", "6: CB"]
    assert game.legal() == ["stack 4 on A", "stack 4 on #1", "stack 3 on B", "stack 1 on A", "pass"]
    assert game.rejects("stack 4 on #3") == "S-C9"
    assert game.rejects("stack 4 on D") == "S-C9"
    game.say("C:3 on B")
    assert game.stacks()[2] == "3: BC"  # the throw that follows leaves it


def test_S_C10_numbers_begin_anew_in_every_round():
    game = Scene(dice=("3 3", "3 3"), dice_per_player=1)
    game.say("A:3 on B")
    assert game.state.round == 2
    assert game.stacks() == []
    game.say("B:3 on A")
    assert game.scores(2)["B"] == (6, 6, [1])


def test_3_6_legal_moves_are_listed_by_value_then_singles_by_seat_then_stacks_by_number_then_pass():
    game = Scene(dice=("44216 641", "43356 435", "44621 4621", "44611 4611"))
    game.say("A:4 on B", "B:6 on A", "C:4 on D", "D:pass")
    assert game.turn == "A"
    assert game.stacks() == ["4: BA", "6: AB", "4: DC"]
    assert game.legal() == [
        "stack 6 on C", "stack 6 on D", "stack 6 on #2", "stack 4 on B", "stack 4 on C", "stack 4 on D", "stack 4 on #3",
        "stack 1 on C", "stack 1 on D", "pass",
    ]  # fmt: skip


# ---- scores


@pytest.mark.parametrize(
    ("rule", "dice", "height", "moves", "scores"),
    [
        ("S-E1", ("66", "66", "23"), 4, "A:6 on B|B:6 on #1|A:6 on #1", (24, 0, 0)),
        ("S-E2", ("12", "13", "14"), 4, "A:1 on C|B:1 on #1", (0, 30, 0)),
        ("S-E3", ("26", "53", "54"), 4, "B:pass|C:5 on B", (0, 0, 10)),
        ("S-E4", ("11", "11", "23"), 4, "A:1 on B|B:1 on #1|A:1 on #1", (40, 0, 0)),
    ],
)
def test_S_E1_to_S_E4_S_R13_S_R14_a_stack_scores_its_dice_times_their_value(rule, dice, height, moves, scores):
    game = Scene(dice=dice, dice_per_player=2, laps_per_roll="until_stuck", rerolls=False)
    for move in moves.split("|"):
        game.say(move)
    while game.state.round == 1:
        game.play("pass")
    assert tuple(game.scores()[seat][0] for seat in "ABC") == scores, rule


def test_S_E5_S_R6_S_R15_S_A14_dice_outside_stacks_are_worth_nothing():
    game = Scene(dice=("3666", "3555"), dice_per_player=4, rerolls=False, laps_per_roll="until_stuck")
    game.say("A:3 on B")
    assert game.scores() == {"A": (6, 6, [1]), "B": (0, 0, [])}


def test_S_C8_unfinished_stacks_score_and_S_C11_only_for_the_latest_top():
    game = Scene(dice=("4", "4", "4"), dice_per_player=1)
    game.say("A:4 on B", "C:4 on #1")
    assert game.scores() == {"A": (0, 0, []), "B": (0, 0, []), "C": (12, 12, [1])}


def test_S_E15_each_seat_scores_all_the_stacks_it_is_on_top_of():
    game = Scene(dice=("66122", "61224"), laps_per_roll="until_stuck", rerolls=False)
    game.say("A:pass", "B:6 on A", "A:6 on #1", "B:2 on A", "A:1 on B", "B:pass", "A:2 on #2", "B:2 on #2")
    assert game.scores() == {"A": (38, 38, [1, 3]), "B": (8, 8, [2])}


def test_S_C13_four_aces_are_40_and_twenty_dice_never_more_than_200():
    game = Scene(dice=("11111",) * 4, laps_per_roll="until_stuck", rerolls=False)
    while game.state.round == 1 and not game.over:
        stack = [move for move in game.legal() if "#" in move]
        game.play(stack[0] if stack else game.legal()[0])
    points = [e["points"] for e in game.events if e["type"] == "score"]
    assert points == [40, 40, 40, 70]  # the last die finds no stack open that another holds


def test_S_C12_no_score_is_negative():
    game = Scene(dice=("3", "5"), dice_per_player=1, max_rounds=1)
    while not game.over:
        game.play(game.legal()[0])
    assert min(e["points"] for e in game.events if e["type"] == "score") >= 0


# ---- the race


def race(points, target):
    """A game of two with one die each, in which the seat named gets 2 x the face in each round: `A6 B3`."""
    words = points.split()
    dice = [" ".join(word[1] for word in words)] * 2
    game = Scene(dice=dice, dice_per_player=1, ace_value=10, target=target, next_starter="same")
    for word in words:
        if word[0] == "B":
            game.say("A:pass")
        game.play(game.legal()[0])
    return game


def test_S_R16_S_A12_the_target_ends_the_game_at_the_end_of_a_round():
    game = race("A6 B5 A4", 20)
    end = game.events[-1]
    assert (end["end"], end["winners"], end["scores"], end["places"]) == (
        "won",
        ["A"],
        {"A": 20, "B": 10},
        {"A": 1, "B": 2},
    )


def test_S_C7_exactly_the_target_wins_and_one_less_does_not():
    assert race("A5", 10).over
    assert not race("A5", 11).over


def test_S_C6_level_at_the_target_all_play_on_until_one_leads_alone():
    game = Scene(dice=("55 55 2", "55 55 2"), dice_per_player=2, target=10)
    game.say("A:5 on B", "B:5 on A")
    assert game.scores() == {"A": (10, 10, [1]), "B": (10, 10, [2])}
    assert game.turn == "B"
    game.say("B:5 on A", "A:pass", "B:2 on A")
    assert game.events[-1]["scores"] == {"A": 10, "B": 24}
    assert game.events[-1]["winners"] == ["B"]


def test_S_E16_two_over_the_target_in_one_round_and_the_higher_total_wins():
    game = Scene(dice=("665", "665"), dice_per_player=3, laps_per_roll="until_stuck", rerolls=False)
    game.state.score[:2] = [180, 198]
    game.say("A:6 on B", "B:6 on #1", "A:6 on #1", "B:5 on A")
    assert game.events[-1]["scores"] == {"A": 204, "B": 208}
    assert game.events[-1]["winners"] == ["B"]


def test_5_8_level_totals_share_a_place():
    game = Scene(dice=("6", "6", "5"), dice_per_player=1, target=12)
    game.say("A:6 on B")
    assert game.events[-1]["places"] == {"A": 1, "B": 2, "C": 2}


# ---- guards


def test_S_C4_the_thousandth_throw_of_a_round_is_the_last():
    game = Scene(dice=(" ".join("5" * 1000), " ".join("6" * 1000)), dice_per_player=1)
    end = game.events[-1]
    assert (end["end"], end["by"], end["winners"]) == ("aborted", "throws", [])
    assert len([due for due in game.thrown if due[4] == "lap"]) == 2000
    assert max(due[2] for due in game.thrown) == 999


def test_S_A17_max_rounds_abort_the_game_and_nobody_has_won():
    game = Scene(dice=("6 6", "6 6"), dice_per_player=1, max_rounds=2)
    game.say("A:6 on B", "B:6 on A")
    end = game.events[-1]
    assert (end["end"], end["by"], end["winners"], end["scores"]) == ("aborted", "max_rounds", [], {"A": 12, "B": 12})


# ---- throws and events (3.8)


def test_3_8_throws_of_a_seat_are_counted_by_round():
    game = three()
    lap = [due for due in game.thrown if due[4] == "lap"]
    assert lap == [(seat, 1, throw, count, "lap") for throw, count in ((0, 5), (1, 4)) for seat in "ABC"]


def test_3_8_the_events_of_a_round_in_order():
    game = Scene(dice=("3", "3"), dice_per_player=1, target=6)
    game.say("A:3 on B")
    assert [(e["type"], e["round"]) for e in game.events] == [
        ("roll", 0), ("roll", 0), ("order", 0), ("round", 1), ("roll", 1), ("roll", 1), ("move", 1), ("move", 1),
        ("score", 1), ("score", 1), ("end", 1),
    ]  # fmt: skip
    assert game.events[8] == {"type": "score", "round": 1, "seat": "A", "points": 6, "total": 6, "stacks": [1], "n": 9}


# ---- notation


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("stack 4 on B", "stack 4 on B"),
        ("  STACK   4  ON  b ", "stack 4 on B"),
        ("4 on b", "stack 4 on B"),
        ("4 b", "stack 4 on B"),
        ("4b", "stack 4 on B"),
        ("fours on b", "stack 4 on B"),
        ("a four on B", "stack 4 on B"),
        ("put 4 on seat B", "stack 4 on B"),
        ("ace on b", "stack 1 on B"),
        ("sixes on #12", "stack 6 on #12"),
        ("4 on #2", "stack 4 on #2"),
        ("4 #2", "stack 4 on #2"),
        ("4#2", "stack 4 on #2"),
        ("stack 4 on stack 2", "stack 4 on #2"),
        ("4 on 2", "stack 4 on #2"),
        ("pass", "pass"),
        ("P", "pass"),
    ],
)
def test_7_looser_texts_are_read_as_one_move(text, canonical):
    r = rules()
    assert FAMILY.notate(FAMILY.parse(text, r), r) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4",
        "on b",
        "stack",
        "stack on b",
        "4 2",
        "4 on",
        "keep 4",
        "4 on b b",
        "4 on #",
        "-4 on b",
        "4.0 on b",
        "٤ on b",
        "4 on b\x00",
        "x" * 5000,
    ],
)
def test_7_what_is_no_move_is_answered_with_one_that_is(text):
    with pytest.raises(ValueError, match="is not a move; write `stack 4 on B`, `stack 4 on #2` or `pass`") as error:
        FAMILY.parse(text, rules())
    assert not isinstance(error.value, IllegalMove)


@pytest.mark.parametrize(
    ("text", "rule"),
    [("7 on b", "S-A16"), ("0 on b", "S-A16"), ("4 on #0", "S-C9"), ("4 on #101", "S-C9"), ("4 on k", "S-C9")],
)
def test_7_what_no_table_has_is_refused_by_rule(text, rule):
    assert Scene(dice=E6).rejects(text) == rule


def test_S_A13_S_C9_ten_seats_are_named_A_to_J():
    game = Scene(seats=10, dice=("44216",) * 10)
    assert [move[-1] for move in game.legal() if move.startswith("stack 6")] == list(LETTERS[1:])

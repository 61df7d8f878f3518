"""The events of liar's dice as rules.md 1.9 lists them: which, in which order, with which fields."""

import json

import pytest
from liars_scene import Scene


def lines(events):
    """Events as a log has them, numbers left out."""
    return [json.dumps({k: v for k, v in event.items() if k != "n"}, separators=(",", ":")) for event in events]


def test_1_9_a_whole_game_of_one_die_each():
    g = Scene(dice_per_player=1, first_bidder="roll_high", order="2 2 3 5".split(), cups={"B": "6", "A": "6"})
    g.say("B: 2x6")
    assert lines(g.events[:-1]) == [
        '{"type":"roll","round":0,"seat":"A","for":"order","dice":[2]}',
        '{"type":"roll","round":0,"seat":"B","for":"order","dice":[2]}',
        '{"type":"tie","round":0,"seats":["A","B"],"what":"order"}',
        '{"type":"roll","round":0,"seat":"A","for":"order","dice":[3]}',
        '{"type":"roll","round":0,"seat":"B","for":"order","dice":[5]}',
        '{"type":"order","round":0,"seats":["B","A"]}',
        '{"type":"round","round":1,"starter":"B","dice":{"A":1,"B":1}}',
        '{"type":"roll","round":1,"seat":"B","for":"cup","dice":[6],"private":true}',
        '{"type":"roll","round":1,"seat":"A","for":"cup","dice":[6],"private":true}',
        '{"type":"move","round":1,"seat":"B","move":"2x6"}',
        '{"type":"move","round":1,"seat":"A","move":"liar","auto":true}',
        '{"type":"reveal","round":1,"dice":{"A":[6],"B":[6]},"bid":"2x6","count":2,"wilds":0}',
        '{"type":"lose","round":1,"seat":"A","dice":1,"why":"challenge"}',
        '{"type":"out","round":1,"seat":"A","place":2}',
    ]
    end = g.events[-1]
    assert list(end) == ["n", "type", "round", "end", "winners", "places", "scores", "check"]
    assert (end["winners"], end["places"], end["scores"]) == (["B"], {"A": 2, "B": 1}, {"A": 0, "B": 1})
    assert [event["n"] for event in g.events] == list(range(1, 16))


def test_1_9_order_alone_where_nobody_throws_for_it():
    g = Scene(seats=3, first_bidder="seat0")
    assert lines(g.events[:2]) == [
        '{"type":"order","round":0,"seats":["A","B","C"]}',
        '{"type":"round","round":1,"starter":"A","dice":{"A":5,"B":5,"C":5}}',
    ]


def test_1_9_only_the_tied_throw_again_and_twice_if_need_be():
    g = Scene(seats=4, first_bidder="roll_high", order="6 1 6 6 4 4 2 3 5".split())
    assert g.told("roll", "tie")[4:10] == [
        "tie ACD order",
        "roll A order 4",
        "roll C order 4",
        "roll D order 2",
        "tie AC order",
        "roll A order 3",
    ]
    assert g.told("order") == ["order CDAB"]


def test_1_9_cups_are_thrown_clockwise_from_the_starter_by_active_seats():
    g = Scene(seats=4, dice_per_player=1)
    g.knock("B")
    assert [event["seat"] for event in g.events if event["type"] == "roll" and event["round"] == 2] == ["C", "D", "A"]
    assert g.last("round")["dice"] == {"A": 1, "C": 1, "D": 1}


def test_1_9_throws_count_a_seats_own_dice_rolls_of_the_round():
    g = Scene(push=True, cups={"A": "1 1 1 1 1", "B": ["3 3 1 1 1", "3 1 1 1", "6 6 6"]})
    assert g.state.throws[:2] == [1, 1]
    g.say("A: 1x2", "B: 2x3", "B: show 3", "A: 2x4", "A: show none", "B: 2x5", "B: show 3")
    assert g.state.throws[:2] == [1, 3]


def test_1_9_a_window_is_one_move_a_seat():
    g = Scene(seats=4, challenge_by="any")
    g.say("A: 1x2", "C: wait", "D: wait", "B: 1x3")
    assert g.told("move") == ["move A 1x2", "move C wait", "move D wait", "move B 1x3"]


def test_1_9_a_push_is_a_private_roll_of_the_new_dice():
    g = Scene(push=True, cups={"B": ["3 3 1 1 1", "4 5 6"]})
    brought = g.say("A: 1x2", "B: 2x3", "B: show 3 3")
    assert lines(brought)[1:] == [
        '{"type":"move","round":1,"seat":"B","move":"2x3"}',
        '{"type":"move","round":1,"seat":"B","move":"show 3 3"}',
        '{"type":"roll","round":1,"seat":"B","for":"push","dice":[4,5,6],"private":true}',
    ]


def test_1_9_reveal_shows_active_seats_and_the_wild_dice_within_the_count():
    g = Scene(seats=3, wild_face=1, dice_per_player=2, first="B")
    g.knock("A", "A")
    g.lay(B="1 5", C="5 1").say("B: 3x5", "C: liar")
    assert lines([g.last("reveal")]) == [
        '{"type":"reveal","round":3,"dice":{"B":[1,5],"C":[1,5]},"bid":"3x5","count":4,"wilds":2}'
    ]


@pytest.mark.parametrize(("dice", "count"), [("1 2 3 4 5", 1), ("1 1 2 3 4", 0)])
def test_1_9_reveal_of_a_pass(dice, count):
    g = Scene(**{"pass": "once"}, cups={"B": dice})
    g.say("A: 1x2", "B: pass", "A: liar")
    reveal = g.last("reveal")
    assert (reveal["bid"], reveal["count"], reveal["wilds"]) == ("pass", count, 0)


def test_1_9_reveal_of_a_sum():
    g = Scene(final_duel="sum", dice_per_player=1, cups={"A": "3", "B": "5"})
    g.say("A: sum 9", "B: liar")
    assert (g.last("reveal")["bid"], g.last("reveal")["count"]) == ("sum 9", 8)
    assert g.verdict == "8: lose A 1 bid, out A 2"


def test_1_9_costs_are_told_clockwise_from_the_caller_then_who_is_out():
    cups = {"A": "1", "B": "2", "C": "2", "D": "2"}
    g = Scene(seats=4, dice_per_player=1, spot_on__callers="any", spot_on__right="others_lose", cups=cups)
    g.say("A: 1x1", "C: exact")
    assert g.told("lose", "out") == [
        "lose D 1 others", "lose A 1 others", "lose B 1 others", "out D 2", "out A 2", "out B 2",
    ]  # fmt: skip


def test_1_9_why_a_seat_loses():
    ones = {"A": "1 1 1 1 1", "B": "1 1 1 1 1"}
    for moves, why in (
        (["A: 1x2", "B: liar"], "bid"),
        (["A: 1x1", "B: liar"], "challenge"),
        (["A: 1x1", "B: exact"], "exact"),
        (["A: 1x1", "B: pass", "A: liar"], "challenge"),
    ):
        g = Scene(spot_on__callers="next", **{"pass": "once"}, cups=ones)
        g.say(*moves)
        assert g.last("lose")["why"] == why


def test_1_9_penalty_tells_the_points_so_far():
    g = Scene(loss="penalty")
    g.knock("A", "B", "A", "A")
    assert g.told("penalty", "out") == ["penalty A 1", "penalty B 1", "penalty A 2", "penalty A 3", "out A 2"]
    assert g.last("end")["scores"] == {"A": 3, "B": 1}


def test_1_9_hands_of_a_match_go_on_counting_rounds():
    g = Scene(best_of=3, dice_per_player=1)
    g.knock("A", "B", "B")
    assert [line.split()[:2] for line in g.told("hand_won")] == [
        ["hand_won", "B"],
        ["hand_won", "A"],
        ["hand_won", "A"],
    ]
    assert [event["round"] for event in g.events if event["type"] == "round"] == [1, 2, 3]
    end = g.last("end")
    assert (end["scores"], end["places"], end["winners"]) == ({"A": 2, "B": 1}, {"A": 1, "B": 2}, ["A"])


def test_1_9_the_next_hand_is_opened_by_whom_starter_names_in_or_out():
    assert Scene(best_of=3, dice_per_player=1).knock("B").turn == "B"
    assert Scene(best_of=3, dice_per_player=1, starter="winner").knock("B").turn == "A"
    assert Scene(best_of=3, dice_per_player=1, seats=3, starter="previous_right").knock("B", "C").turn == "B"


def test_1_9_winners_of_a_single_round_share_the_first_place():
    g = Scene("film-pirates", seats=4).knock("C")
    assert g.last("end")["places"] == {"A": 1, "B": 1, "C": 4, "D": 1}
    assert g.last("end")["scores"] == {"A": 5, "B": 5, "C": 0, "D": 5}


# ---- what a view said before a call, and what the cups showed


@pytest.mark.parametrize("rules", [{}, {"wild_off": "if_opened_on_wild"}, {"wild_off": "once_wild_bid"}])
@pytest.mark.parametrize("variant", ["perudo", "dudo", "liars-dice"])
def test_the_bid_counts_the_dice_of_its_face_and_of_the_wild_face_of_the_view(variant, rules):
    wild = set()
    for number in range(12):
        game = Scene(variant, seats=3, seed=f"wild {number}", **({"wild_face": 1} | rules))
        while not game.over:
            before = game.view(game.turn)
            bids = [move for move in game.legal() if move[0].isdigit()]
            low = bids[: 1 + number] or [*game.legal()]
            told = game.play("liar" if before.bids > 2 + number % 3 else low[before.below(len(low))])
            reveal = next((event for event in told if event["type"] == "reveal"), None)
            calls = [event["move"] for event in told if event["type"] == "move"]
            if reveal is None or len(calls) > 1:
                continue
            dice = [die for cup in reveal["dice"].values() for die in cup]
            assert reveal["bid"] == before.bid
            assert reveal["count"] == sum(die in (before.bid_face, before.wild_face) for die in dice)
            wild.add(before.wild_face)
    assert wild == {1, None} or (rules == {} and variant == "liars-dice" and wild == {1})

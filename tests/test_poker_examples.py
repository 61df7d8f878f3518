"""Poker dice by the worked examples of rules.md 4.4, and its matches, events and notation."""

import pytest
from poker_scene import POKER, Scene
from scene import short

from dicecup.engine.games.poker.moves import DROP, STAND
from dicecup.engine.match.match import Seat, new_match

LOW, PAIR, HIGH = "AKQJ9", "99KQJ", "AAAKQ"


# ---- 4.4 worked examples about play


def test_P_E16_and_17_the_limit():
    g = Scene("poker-dice-limit3", dice={"A": "KKJ9T"})
    assert g.rejects("keep K") == "P-R13"
    g.say("A: keep K K")
    Scene(dice={"A": "KKJ9T"}).say("A: keep K")


def test_P_E18_a_third_throw():
    g = Scene(dice={"A": "KKJ9T AQ9", "B": "AAQJ9"})
    g.say("A: keep K K")
    assert g.turn == "B" and g.rejects("keep K K A") == "P-C15"  # A's turn is over
    three = Scene("poker-dice-three", dice={"A": "KKJ9T AQ9 AA"})
    three.say("A: keep K K", "A: keep K K A")


def test_P_E19_beaten_players_watch_the_tie():
    g = Scene(seats=3, dice={"A": "AAKQJ", "B": "AAKQT", "C": PAIR}).stand(3)
    assert g.state.pot == 3 and g.chips == [-1, -1, -1]
    assert g.told("pot")[3:] == []


def test_P_E20_best_of_three():
    dice = {"A": f"{HIGH} {LOW} {HIGH}", "B": f"{LOW} {HIGH} {LOW}"}
    g = Scene("poker-dice-duel3", dice=dice).stand(6)
    assert g.told("hand_won") == ["hand_won A 1", "hand_won B 1", "hand_won A 2"]
    assert g.last("end")["scores"] == {"A": 2, "B": 1}


def test_P_E21_the_order_of_players_and_of_starters():
    g = Scene(seats=3, order="Q A 9", dice={"A": "AAAAA AAAAA AAAAA"})
    assert g.last("order")["seats"] == ["B", "A", "C"]
    starters = []
    while not g.over:
        starters.append(g.last("round")["starter"])
        g.stand(3)
    assert starters == ["B", "A", "C"]


def test_P_E27_level_after_as_many_rounds_as_seats():
    dice = {
        "A": f"{HIGH} {LOW} {LOW} {HIGH}",
        "B": f"{LOW} {HIGH} {LOW} {LOW}",
        "C": f"{LOW} {LOW} {HIGH} {LOW}",
    }
    g = Scene(seats=3, dice=dice).stand(9)
    assert not g.over and g.wins == [1, 1, 1]
    g.stand(3)
    assert g.over and g.last("end")["winners"] == ["A"] and g.state.round == 4


def test_P_E28_two_seats_best_of_three():
    g = Scene(dice={"A": f"{HIGH} {HIGH}", "B": f"{LOW} {LOW}"}).stand(4)
    assert g.over and g.last("end")["scores"] == {"A": 2, "B": 0}


def test_P_E29_split_and_all_replay():
    dice = {"A": LOW, "B": "AAKQJ", "C": "AAKQT", "D": PAIR}
    split = Scene(seats=4, tie="split", dice=dice).stand(4)
    assert [short(e) for e in split.events if "won" in e] == ["pot 2 B 1 2", "pot 2 C 1 0"]
    replay = Scene(seats=4, tie="all_replay", dice=dice).stand(4)
    assert replay.state.pot == 8 and replay.state.lined == 4 and replay.turn == "A"


def test_P_E30_the_odd_chip_goes_to_the_first_in_order():
    g = Scene(seats=3, order="9 K A", tie="split", dice={"A": LOW, "B": "AAKQJ", "C": "AAKQT"}).stand(3)
    assert g.last("order")["seats"] == ["C", "B", "A"]
    assert [short(e) for e in g.events if "won" in e] == ["pot 2 C 1 1", "pot 1 B 0 0"]


def test_P_E31_everybody_follows_the_first_throws():
    g = Scene("indian-dice", seats=3, dice={"A": "66665", "B": "65432", "C": "54432"})
    g.say("A: stand")
    assert [due[0] for due in g.thrown[:4]] == ["A", "B", "C", "B"]  # nobody is asked; B begins the second leg
    assert g.told("move") == ["move A stand"]


def test_P_E34_what_was_kept_before():
    for locked in (False, True):
        g = Scene("poker-dice-three", kept_locked=locked, dice={"A": "KKJ9T AQ9"})
        g.say("A: keep K K")
        if locked:
            assert g.rejects("keep K") == "P-A7"
        else:
            g.say("A: keep K")


def test_P_E35_two_legs():
    wins = {"A": LOW, "B": HIGH, "C": LOW, "D": LOW}
    other = wins | {"B": LOW, "D": HIGH}
    legs = {"match": "legs", "seats": 4}
    both = Scene(**legs, dice={seat: f"{wins[seat]} {wins[seat]}" for seat in "ABCD"}).stand(8)
    assert both.last("end")["places"] == {"A": 2, "B": 1, "C": 2, "D": 2}
    final = Scene(**legs, dice={seat: f"{wins[seat]} {other[seat]} {other[seat]}" for seat in "ABCD"}).stand(8)
    assert final.last("round")["dice"] == {"B": 5, "D": 5} and final.turn == "D"  # C would be next, but is no finalist
    assert [e["seat"] for e in final.events if "ante" in e and e["round"] == 3] == ["D", "B"]
    final.stand(2)
    end = final.last("end")
    assert (end["places"], end["scores"]) == ({"A": 3, "B": 2, "C": 3, "D": 1}, {"A": 0, "B": 1, "C": 0, "D": 2})


def test_P_E35_a_leg_won_by_nobody_is_played_again():
    dice = {"A": f"{LOW} {HIGH} {HIGH}", "B": f"{LOW} {LOW} {LOW}"}
    g = Scene(match="legs", tie="split", dice=dice).stand(6)
    assert g.over and g.state.round == 3 and g.last("end")["winners"] == ["A"]


def test_P_E36_left_alone_one_wins_at_once():
    g = Scene(seats=3, drop_out=True, start="seats", order="Q A K")
    g = Scene(seats=3, drop_out=True, dice={"A": LOW, "B": PAIR, "C": PAIR})
    g.say("A: drop", "B: drop")
    assert g.told("hand") == [] and g.told("hand_won") == ["hand_won C 1"]
    assert [due[0] for due in g.thrown[:2]] == ["A", "B"] and g.chips[2] == 3 - 1 - 1
    third = Scene(seats=3, drop_out=True, dice={"A": LOW, "B": PAIR, "C": HIGH})
    third.say("A: drop", "B: stand", "C: drop")
    assert third.told("hand_won") == ["hand_won B 1"]


# ---- the other match forms


def test_match_rounds():
    g = Scene(match="rounds:1", dice={"A": LOW, "B": HIGH}).stand(2)
    assert g.over and g.last("end")["places"] == {"A": 2, "B": 1}


def test_match_rounds_counts_a_round_won_by_nobody():
    g = Scene(match="rounds:2", tie="split", dice={"A": f"{LOW} {HIGH}", "B": f"{LOW} {LOW}"}).stand(4)
    assert g.over and g.state.round == 2 and g.last("end")["scores"] == {"A": 1, "B": 0}


def test_match_first_to():
    g = Scene(match="first_to:1", seats=3, dice={"A": LOW, "B": HIGH, "C": LOW}).stand(3)
    assert g.over and g.last("end")["places"] == {"A": 2, "B": 1, "C": 2}


def test_match_chips_goes_on_until_one_can_pay():
    g = Scene(
        match="chips",
        seats=3,
        purse=2,
        dice={
            "A": f"{HIGH} {HIGH} {HIGH}",
            "B": f"{PAIR} {LOW} {LOW}",
            "C": f"{LOW} {PAIR} {LOW}",
        },
    ).stand(3)
    assert g.told("out") == [] and g.chips == [3, 0, 0]  # the second antes are paid
    g.stand(3)
    assert g.told("out") == ["out B 2", "out C 2"] and g.last("end")["winners"] == ["A"]


def test_match_chips_a_seat_that_is_out_is_passed_over():
    dice = {"A": f"{LOW} {HIGH}", "B": f"{HIGH} {LOW}", "C": f"{PAIR} {LOW}"}
    g = Scene(match="chips", seats=3, purse=3, dice=dice)
    g.state.chips[0] = 0  # A has nothing more after this ante
    g.stand(3)
    assert g.told("out") == ["out A 3"]
    assert g.last("round") == {
        "n": g.last("round")["n"],
        "type": "round",
        "round": 2,
        "starter": "B",
        "dice": {"B": 5, "C": 5},
    }
    assert g.state.order[:3] == [0, 1, 2]


@pytest.mark.parametrize("tie", ["full_turn", "single_throw", "all_replay", "split"])
@pytest.mark.parametrize("form", ["chips", "rounds:3", "legs"])
@pytest.mark.parametrize("second", ["none", "reroll", "stay"])
def test_chips_are_conserved(tie, form, second):
    """At every event the purses and the pot are what was brought to the table."""
    for seed in range(4):
        g = Scene(
            seats=4,
            match=form,
            tie=tie,
            second_ante=second,
            drop_out=True,
            purse=7,
            ante=2,
            seed=f"{seed}",
            max_rounds=30,
        )
        brought = 28 if form == "chips" else 0
        k = seed
        while not g.over:
            assert sum(g.chips) + g.state.pot == brought
            assert form != "chips" or min(g.chips) >= 0
            legal = g.legal()
            g.play(legal[(k * 7919 + seed) % len(legal)])
            k += 1
        assert sum(g.chips) + g.state.pot == brought
        chips = [0, 0, 0, 0] if form != "chips" else [7] * 4
        pot = 0
        for event in g.events:
            if event["type"] == "pot":
                moved = event.get("won", 0) - event.get("ante", 0)
                chips["ABCD".index(event["seat"])] += moved
                pot -= moved
                assert (event["chips"], event["pot"]) == (chips["ABCD".index(event["seat"])], pot)


# ---- 4.8 throws and events


def test_4_8_the_events_of_a_game_in_order():
    g = Scene(
        "poker-dice-wild",
        order="K K A Q",
        match="rounds:1",
        dice={"A": "QQQ9A", "B": "TTQQK Q"},
    )
    g.say("A: stand", "B: keep T T Q Q")
    assert [e["n"] for e in g.events] == list(range(1, len(g.events) + 1))
    assert g.told("roll", "tie", "order", "round", "pot", "move", "hand")[:14] == [
        "roll A order K",
        "roll B order K",
        "tie AB order",
        "roll A order A",
        "roll B order Q",
        "order AB",
        "round A {'A': 5, 'B': 5}",
        "pot 1 A -1 1",
        "pot 1 B -1 2",
        "roll A hand QQQ9A",
        "move A stand",
        "hand A QQQ9A four Q QQQ9Q",
        "roll B hand TTQQK",
        "move B keep Q Q T T",
    ]
    assert g.told("hand")[1] == "hand B TTQQQ full_house Q"
    assert g.over and [e["type"] for e in g.events[-4:]] == ["hand", "pot", "hand_won", "end"]


def test_4_8_freed_places_are_filled_from_left_to_right():
    g = Scene(dice={"A": "KJK9T AQ9"})
    g.say("A: keep K K")
    assert g.told("hand")[0] == "hand A KAKQ9 pair K"
    again = Scene("poker-dice-three", dice={"A": "KKKJ9 QT A"})
    again.say("A: keep K K 9", "A: keep K K 9 T")
    assert again.told("hand")[0] == "hand A KKAT9 pair K"


def test_4_8_throws_are_counted_through_a_round():
    g = Scene(dice={"A": "AAKQJ KQJ KKKQJ", "B": "AAKQT AAKQT"})
    g.say("A: keep A A", "B: stand")
    assert [due[:4] for due in g.thrown] == [("A", 1, 0, 5), ("A", 1, 1, 3), ("B", 1, 0, 5), ("A", 1, 2, 5)]


def test_4_8_a_tie_turn_is_thrown_for_tie():
    g = Scene(dice={"A": "AAKQJ KKKQJ AA", "B": "AAKQT"}).stand(2)
    g.say("A: keep K K K")
    assert [e["for"] for e in g.events if e["type"] == "roll" and e["seat"] == "A"][:3] == ["hand", "tie", "tie"]


def test_nothing_is_hidden():
    g = Scene(dice={"A": "KKJ9T"})
    assert g.view("B").events == g.view("A").events == g.events
    assert "private" not in {field for event in g.events for field in event}


# ---- notation


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("keep K K", "keep K K"),
        ("k KK", "keep K K"),
        ("keep kk", "keep K K"),
        ("KEEP  9, k ,K", "keep K K 9"),
        ("k 10", "keep T"),
        ("keep none", "keep none"),
        ("k none", "keep none"),
        ("stand", "stand"),
        ("S", "stand"),
        ("keep all", "stand"),
        ("drop", "drop"),
        ("d", "drop"),
        ("keep 9tjkk", "stand"),
    ],
)
def test_moves_are_read_loosely_and_written_one_way(text, move):
    r = Scene().rules
    assert POKER.notate(POKER.parse(text, r), r) == move


@pytest.mark.parametrize("text", ["", "keep", "kk", "K K", "standing", "keep none K", "3x4", "liar", "K 9", "k K K"])
def test_what_is_no_move(text):
    with pytest.raises(ValueError, match=r"is not a move|there is no face|could mean two things"):
        POKER.parse(text, Scene().rules)


def test_faces_that_are_numbers_are_not_run_together():
    r = Scene(faces=[1, 0, "T"]).rules
    assert POKER.notate(POKER.parse("keep 10", r), r) == "keep 1 0"


@pytest.mark.parametrize("variant", ["poker-dice", "poker-dice-three", "rpasmd-poker", "poker-dice-limit3"])
def test_legal_moves_are_listed_by_number_kept_then_by_rank_and_drop_last(variant):
    g = Scene(variant)
    for _ in range(12):
        legal = g.legal()
        assert legal[0] == "stand"
        keeps = [move.split()[1:] for move in legal if move.startswith("keep")]
        names = [str(name) for name in POKER.die_names(g.rules, 0)]
        sizes = [0 if keep == ["none"] else len(keep) for keep in keeps]
        assert sizes == sorted(sizes, reverse=True)
        by_rank = [(-n, [names.index(f) for f in keep if f != "none"]) for n, keep in zip(sizes, keeps, strict=True)]
        assert by_rank == sorted(by_rank)
        assert ("drop" in legal) == (legal[-1] == "drop") == (variant == "rpasmd-poker")
        g.play(legal[len(legal) // 2])
        if g.over:
            break


def test_actions_stand_apart_from_sets():
    r = Scene(faces=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).rules
    assert r.nothing_kept == 3002 < STAND < DROP
    assert all(POKER.parse(POKER.notate(a, r), r) == a for a in range(r.hands, r.nothing_kept + 1))


def test_undo_takes_a_throw_back_and_it_comes_the_same_again():
    g = new_match(Scene().definition, [Seat("a", "x"), Seat("b", "y")], "7", undo=True)
    first = g.legal()[-1]
    events = [short(e) for e in g.play(first)]
    g.undo()
    assert [short(e) for e in g.play(first)] == events

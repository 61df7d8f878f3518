"""The boxed Dead Man's Dice by the worked examples of rules.md 2.4."""

from piles_scene import Scene, decline, score_of

from dicecup.engine.games.piles.rules import ROGER


def test_D_E1_D_E4_D_E5_D_E6_what_fits():
    for top, rolled, fits in ((2, 3, True), (2, 5, True), (3, 2, False), (6, 1, True)):
        g = Scene(dice={"A": str(rolled)}).lie(f"A {top} B 3", plain={"A": 1}, jolly={"A": 1}, rolls=0)
        g.play("roll plain")
        assert ("place" in g.legal()) is fits
        if fits:
            g.play("place")
            assert g.pile("A") == f"{top} {rolled}"


def test_D_E5_the_turn_can_only_plunder_or_end():
    g = Scene(dice={"A": "2"}).lie("A 3 B 4", plain={"A": 1}, rolls=0)
    g.play("roll plain")
    assert g.legal() == ["plunder B", "end"]


def test_D_E2_D_E3_D_E13_to_D_E18_scores():
    for pile, jolly, points in (
        ("2 3 3", 0, 8), ("1 J", 0, 16), ("J 2 3", 0, 12), ("J", 0, 14), ("2 5 J", 0, 28), ("4 5", 1, 2), ("3", 1, -4),
        ("", 1, -7),
    ):  # fmt: skip
        assert score_of(pile, jolly=jolly) == (points, points), pile


def test_D_E7_D_E8_D_E9_D_E10_plunder():
    assert Scene().lie("A 4 B 4").rejects("plunder B") == "D-R10"
    for top in "35":
        assert "plunder B" in Scene().lie(f"A 4 B {top}").legal()
    assert Scene().lie("A 6 B J").rejects("plunder B") == "D-R14"
    assert "plunder B" in Scene().lie("A 3 B 4'").legal()


def test_D_E11_D_E12_the_opening():
    assert Scene(seats=3, opening="A 4 B J C 2").last("round")["starter"] == "B"
    g = Scene(seats=3, opening="A 1 B J C 5")
    assert g.events[6]["seats"] == ["A", "B"] and [e["seat"] for e in g.events[7:10]] == ["A", "B", "C"]


def test_D_E19_a_chain_of_plunder():
    g = Scene(seats=3, dice={"A": "4"}).lie("A 3 B 1 5 C 6", plain={"A": 2, "B": 1, "C": 1}, rolls=0)
    g.play("roll plain")
    g.say("A: place", "A: plunder B", "A: plunder C", "A: plunder B")
    assert (g.pile("A"), g.pile("B"), g.pile("C")) == ("3 4 5 6 1", "", "")
    assert g.state.worth[0] == 19


def test_D_E20_plunder_after_a_roll_that_failed():
    g = Scene(dice={"A": "1"}).lie("A 4 B 6 3", plain={"A": 1, "B": 1}, jolly={"A": 1}, rolls=0)
    g.say("A: roll plain", "A: plunder B")
    assert g.pile("A") == "4 3"


def test_D_E21_an_empty_pile_then_plunder():
    g = Scene(dice={"B": "6"}).lie("A 1", plain={"A": 1, "B": 2}, turn="B", rolls=0)
    g.say("B: roll plain", "B: plunder A")
    assert g.pile("B") == "6 1"


def test_D_E22_a_places_his_last_die_and_b_and_c_play():
    dice = {"A": "3", "B": "1", "C": "1"}
    g = Scene(seats=3, dice=dice).lie("A 2 B 5 C 5", plain={"A": 1, "B": 2, "C": 2}, rolls=0)
    g.play("roll plain")
    g.play("place")
    while g.state.round == 1:
        decline(g)
    turns = [e["seat"] for e in g.events if e["type"] == "roll" and e["for"] == "turn"]
    assert turns == ["A", "B", "C"]


def test_D_E23_D_E24_the_end_of_the_game():
    g = Scene().lie("A 2 6")
    g.state.score[0] = 92
    g.finish_round()
    assert g.over
    g = Scene(seats=2).lie("A 4 B 6 4")
    g.state.score[:2] = [100, 100]
    g.finish_round()
    assert g.last("end")["scores"] == {"A": 104, "B": 110} and g.last("end")["winners"] == ["B"]


def test_D_E25_a_jolly_roger_on_any_top_and_what_fits_then():
    g = Scene(dice={"A": "J"}).lie("A 6", plain={"A": 1}, jolly={"A": 1}, rolls=0)
    g.say("A: roll jolly", "A: place")
    assert g.pile("A") == "6 J"
    assert [face for face in range(1, 7) if g.rules.fits[ROGER][face]] == [1, 2, 6]


def test_D_E26_back():
    g = Scene(dice={"A": "4"}).lie("A 3 B 4", plain={"A": 2}, jolly={"A": 1}, rolls=0)
    g.say("A: roll plain", "A: back")
    assert g.state.plain[0] == 2 and g.legal() == ["plunder B", "end"]


def test_D_E27_a_loose_die():
    for top, legal in (("2", True), ("4", True), ("3", False)):
        g = Scene(unplaced="on_table").lie(f"A {top} B 6", loose={"B": "3"}, placed=1)
        assert ("plunder B loose" in g.legal()) is legal
        if not legal:
            assert g.rejects("plunder B loose") == "D-R10"


def test_D_E28_on_a_jolly_roger():
    for on_jr, place, plunder in (("as_one", False, False), ("any", True, True), ("none", False, False)):
        g = Scene(on_jr=on_jr, dice={"A": "4"}).lie("A J B 5", plain={"A": 1, "B": 1}, rolls=0)
        assert bool(g.rules.fits[ROGER][4]) is place
        g.lie("A J B 5", plain={"A": 1, "B": 1})
        assert ("plunder B" in g.legal()) is plunder
        if not plunder:
            assert g.rejects("plunder B") == "D-A11"


def test_D_E29_a_bottom_that_scores_one():
    assert [score_of(pile, jr_base_score=1)[0] for pile in ("J 2 3", "J", "1 J")] == [6, 2, 16]


def test_D_E30_floors():
    assert [score_of("3", jolly=1, total=2, floor=floor)[1] for floor in ("none", "round", "game")] == [-2, 2, 0]


def test_D_E31_may_not_stop():
    g = Scene(may_stop=False).lie("A 2 B 3", plain={"A": 1}, placed=1)
    assert g.rejects("end") == "D-A6"
    assert "A has dice in hand and must go on rolling until a roll fails" in g.sentence


def test_D_E32_only_the_tied_roll_again():
    g = Scene(seats=3, start_tie="tied", opening="A 2 B 2 C 5", dice={"A": "6", "B": "4"})
    assert g.last("round")["starter"] == "B"
    assert (g.pile("A"), g.pile("B"), g.pile("C")) == ("6", "4", "5")
    assert [address[0] for address in g.thrown[3:5]] == ["A", "B"]

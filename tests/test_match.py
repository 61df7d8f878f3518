"""A match: its turns, its three calls for each decision, undo, breaking off, views, and where dice come from."""

import pytest
from liars_scene import Scene

from dicecup.cli.base.wording import COMMAND_LINE
from dicecup.engine.core.canonical import Check, canonical
from dicecup.engine.core.philox import bot_key, dice_key
from dicecup.engine.definitions.definition import load
from dicecup.engine.games.base import IllegalMove
from dicecup.engine.match.dice_source import BadDice, Due, Manual, Scripted, Seeded
from dicecup.engine.match.match import Match, Seat, UndoRefused, header, new_match

PEOPLE = [Seat("Ann", "human"), Seat("Ben", "human"), Seat("Cy", "human")]


def game(variant="liars-dice", seats=2, seed="7", number=0, **more):
    return new_match(load(variant), PEOPLE[:seats], seed, number, **more)


def test_check_can_and_play():
    g = game()
    turn = g.turn
    assert g.check_play("3x4") == 16 * 3 + 4
    assert g.can_play("3x4") and not g.can_play("liar") and not g.can_play("hello")
    assert g.turn == turn and g.count == len(g.events)
    with pytest.raises(IllegalMove) as error:
        g.check_play("liar")
    assert error.value.rule == "L-C1"
    with pytest.raises(ValueError, match="'hello' is not a move"):
        g.play("hello")
    assert [event["type"] for event in g.play("3x4")] == ["move"]
    assert g.turn != turn


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("3x4", "3x4"), ("3 4", "3x4"), ("3X4", "3x4"), (" 3  x  4 ", "3x4"), ("three fours", "3x4"), ("bid 3 4", "3x4"),
        ("THREE FOURS", "3x4"), ("3 4s", "3x4"), ("three 4", "3x4"), ("3*4", "3x4"), ("one six", "1x6"), ("2 sixes", "2x6"),
        ("l", "liar"), ("Liar", "liar"), ("challenge", "liar"), ("e", "exact"), ("spot  on", "exact"), ("calza", "exact"),
        ("w", "wait"), ("p", "pass"), ("show 4 4", "show 4 4"), ("SHOW  4  4 ", "show 4 4"), ("show 5 2", "show 2 5"),
        ("show none", "show none"), ("sum 7", "sum 7"), ("sum7", "sum 7"),
    ],
)  # fmt: skip
def test_loose_notation_has_one_meaning(text, move):
    g = game()
    assert g.family.notate(g.family.parse(text, g.rules), g.rules) == move


@pytest.mark.parametrize(
    "text", ["", " ", "3", "3x", "x4", "3x4x5", "-3x4", "3.0x4", "three", "show", "sum", "sum -1", "\u0663x4"]
)
def test_what_is_no_move_is_refused_with_a_sentence(text):
    g = game()
    with pytest.raises(ValueError, match=r"move|face|die"):
        g.play(text)
    assert g.state.moves == 0


def test_faces_by_name_win_over_words():
    g = Scene("bluff")
    assert g.check_play("2x*") == g.check_play("2 *") == 16 * 2 + 6
    assert g.family.notate(16 * 2 + 6, g.rules) == "2x*"
    with pytest.raises(IllegalMove, match="there is no face 6"):
        g.play("2x6")


def test_illegal_moves_change_neither_state_nor_events_nor_check():
    g = game()
    g.play("3x4")
    before = (g.state.values(), list(g.events), g._check.hex())
    for text in ("3x4", "1x1", "11x1", "exact", "pass", "wait", "show 4", "sum 3", "0x4", "3x9"):
        with pytest.raises(IllegalMove):
            g.play(text)
    assert (g.state.values(), list(g.events), g._check.hex()) == before


def test_a_number_of_seats_the_game_does_not_take():
    with pytest.raises(ValueError, match="liars-dice takes 2 to 3 seats, not 1"):
        game(seats=1)
    with pytest.raises(ValueError, match="two-player-aces takes 2 seats, not 3"):
        game("two-player-aces", seats=3)


@pytest.mark.parametrize("number", [-1, 2**48])
def test_a_game_number_out_of_range(number):
    with pytest.raises(ValueError, match="game is"):
        game(number=number)


def test_nothing_to_play_once_it_is_over():
    g = Scene(dice_per_player=1).knock("A")
    assert (g.turn, g.due, g.only_move, g.legal()) == (None, None, None, [])
    with pytest.raises(ValueError, match="the game is over"):
        g.play("1x1")


def test_without_a_source_each_step_is_made_from_outside():
    made = load("liars-dice", ["first_bidder=seat0", "dice_per_player=1"])
    g = Match(made, header(made, PEOPLE[:2], "7"))
    assert g.turn is None
    assert g.due == Due("A", 1, [1, 2, 3, 4, 5, 6], "cup", True, 1, 0)
    with pytest.raises(ValueError, match="dice are due"):
        g.play("1x1")
    g.apply_roll([5])
    g.apply_roll([0])
    g.apply_move(g.check_play("2x6"), auto=False)
    assert g.only_move == g.check_play("liar")
    g.apply_move(g.only_move, auto=True)
    assert g.over and g.events[-1]["winners"] == ["B"]


def test_the_check_is_that_of_all_records_before_the_end():
    g = Scene(dice_per_player=1).knock("A")
    check = Check()
    for record in [g.header, *g.events[:-1]]:
        check.add(record)
    assert g.events[-1]["check"] == check.hex()
    assert canonical({"b": 1, "a": [True, "x"]}) == b'{"a":[true,"x"],"b":1}'


def test_what_begins_with_an_underscore_lies_outside_the_check():
    one, two = Check(), Check()
    one.add({"type": "game", "_written_by": "x"})
    two.add({"type": "game"})
    assert one.hex() == two.hex()


def test_listeners_hear_every_event_once():
    heard = []
    g = game(listen=heard.append)
    g.play("1x1")
    assert heard == g.events


# ---- undo


def test_undo_must_be_agreed_on_before():
    g = game()
    g.play("1x1")
    assert not g.can_undo()
    with pytest.raises(UndoRefused, match="cannot be taken back in this game; begin it with undo=True") as refused:
        g.undo()
    assert COMMAND_LINE.sentence(refused.value) == "moves cannot be taken back in this game; begin it with --undo"


def test_undo_goes_back_and_the_same_moves_give_the_same_game():
    g = Scene(undo=True)
    start = g.state.values()
    with pytest.raises(UndoRefused, match="no move to take back"):
        g.undo()
    g.say("A: 1x1", "B: 1x2")
    middle = g.state.values()
    brought = g.say("A: liar")  # a showdown, a new round and its dice
    assert g.undo() == {"n": g.count, "type": "undo", "round": 1, "to": brought[0]["n"] - 1}
    assert g.state.values() == middle
    again = g.say("A: liar")
    assert [{**event, "n": 0} for event in again] == [{**event, "n": 0} for event in brought]
    while g.can_undo():
        g.undo()
    assert g.state.values() == start


def test_undo_of_a_seats_own_move_takes_back_what_followed():
    g = Scene(undo=True)
    g.say("A: 1x1", "B: 1x2")
    assert g.undo("A")["to"] == 4
    assert g.turn == "A" and g.state.bid == 0
    assert not g.can_undo("B")


def test_automatic_moves_are_taken_back_with_the_decision_before():
    g = Scene(undo=True)
    g.say("A: 10x6")
    assert g.told("move") == ["move A 10x6", "move B liar True"]
    g.undo()
    assert g.turn == "A" and g.legal()[0] == "1x1"


def test_nothing_is_taken_back_after_the_end():
    g = Scene(undo=True, dice_per_player=1).knock("A")
    with pytest.raises(UndoRefused, match="the game is over"):
        g.undo()


def test_rewind_goes_only_to_where_a_decision_was():
    g = Scene(undo=True)
    g.say("A: 1x1")
    with pytest.raises(ValueError, match="no decision right after event 2"):
        g.rewind(2)


# ---- breaking off


def test_abandoned_as_it_stands():
    g = Scene(seats=3, dice_per_player=1).knock("B")
    g.abandon()
    end = g.events[-1]
    assert (end["end"], end["by"], end["winners"]) == ("abandoned", "C", [])
    assert (end["places"], end["scores"]) == ({"A": 1, "B": 3, "C": 1}, {"A": 1, "B": 0, "C": 1})
    g.abandon()  # once is enough
    assert g.events[-1] is end


def test_who_forfeits_comes_last_and_who_was_out_does_not_win():
    g = Scene(seats=4, dice_per_player=1).knock("B")
    g.forfeit("C", "answered 'x'")
    end = g.events[-1]
    assert (end["end"], end["by"]) == ("forfeit", {"seat": "C", "reason": "answered 'x'"})
    assert (end["winners"], end["places"]) == (["A", "D"], {"A": 1, "B": 3, "C": 4, "D": 1})
    assert end["scores"] == {"A": 1, "B": 0, "C": 1, "D": 1}


def test_a_forfeit_in_a_match_leaves_the_others_their_hands():
    g = Scene(best_of=3, dice_per_player=1, seats=3).knock("B", "C")
    g.forfeit("A", "crashed")
    assert g.events[-1]["places"] == {"A": 3, "B": 1, "C": 1}
    assert g.events[-1]["scores"] == {"A": 1, "B": 0, "C": 0}


# ---- views


def test_a_seat_sees_its_own_dice_and_how_many_the_others_have():
    g = Scene(cups={"A": "1 2 3 4 5", "B": "6 6 6 6 6"})
    rolls = [event for event in g.view("A").events if event["type"] == "roll"]
    assert rolls[1] == {"n": 4, "type": "roll", "round": 1, "seat": "B", "for": "cup", "hidden": 5, "private": True}
    seen = g.visibility.seen
    assert [seen(event, None).get("hidden") for event in g.events if event["type"] == "roll"] == [5, 5]
    order = Scene(first_bidder="roll_high", order=["1", "2"]).events[0]
    assert seen(order, None) == order


def test_a_view_lists_moves_only_in_turn():
    g = Scene()
    assert g.view("A").legal == g.legal()
    assert g.view("B").legal == []


def test_a_views_own_numbers_are_repeatable_and_nobody_elses():
    g = Scene()
    first = [g.view("A").below(1000) for _ in range(3)]
    assert len(set(first)) == 1
    v = g.view("A")
    drawn = [v.below(1000) for _ in range(300)]
    assert drawn[0] == first[0] and len(set(drawn)) > 200
    assert v.random == g.view("A").random < 2**53
    assert v.random != g.view("B").random
    assert [g.view("B").below(1000) for _ in range(1)] != first
    for n in (0, -1, 2**31):
        with pytest.raises(ValueError, match="must be from 1"):
            g.view("A").below(n)


def test_a_view_record_holds_its_own_key_and_no_other():
    g = game(seats=3, seed="abc")
    keys = {seat: bot_key("abc", seat) for seat in "ABC"}
    for seat in "ABC":
        v = g.view_record(seat)
        assert (v.key0, v.key1) == keys[seat]
        held = {number for value in v.values().values() for number in _numbers(value)}
        others = [key for other, key in keys.items() if other != seat] + [dice_key("abc")]
        assert not any(word in held for key in others for word in key)


def _numbers(value):
    return [n for item in value for n in _numbers(item)] if isinstance(value, list) else [value]


# ---- where dice come from


def test_scripted_dice_and_what_the_table_draws():
    script = ["# who opens", "table: B", "", "b: 1 2 3 4 5 # under the cup", "A: 6, 6 6,6 6"]
    g = new_match(
        load("liars-dice", ["first_bidder=random"]), PEOPLE[:2], "7", throws=Scripted(script), dice="scripted"
    )
    assert (g.turn, g.header["dice"]) == ("B", "scripted")
    assert [event["dice"] for event in g.events if event["type"] == "roll"] == [[1, 2, 3, 4, 5], [6, 6, 6, 6, 6]]


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ([], "the script ends before round 0's throw of a die of A"),
        (["B: 3"], "dice:1: this throw is of 'B', but a die of A"),
        (["A: 3 3"], "dice:1: 1 die is thrown, not 2"),
        (["# x", "A: 7"], "dice:2: there is no face '7'; the faces are 1, 2, 3, 4, 5, 6"),
        (["A 3"], "dice:1: a throw is written as A: 3 4 4, not 'A 3'"),
    ],
)
def test_a_script_that_does_not_fit(script, sentence):
    with pytest.raises(BadDice, match=sentence.replace("(", r"\(")):
        game(throws=Scripted(script))


def test_manual_dice_are_asked_again_until_they_fit():
    answers, complaints = iter(["9", "3 3", " 3 ", "1", "1 1 1 1 1", "2,2,2,2,2"]), []
    g = game(throws=Manual(lambda due: next(answers), complaints.append))
    assert (
        g.told_dice
        if hasattr(g, "told_dice")
        else [e["dice"] for e in g.events if e["type"] == "roll"][:2] == [[3], [1]]
    )
    assert len(complaints) == 2 and "there is no face '9'" in complaints[0]


def test_manual_people_leaves_the_others_dice_seeded():
    asked = []

    def ask(due):
        asked.append(due.seat)
        return " ".join(["2"] * due.count)

    def thrown(match):
        return [event["dice"] for event in match.events if event["type"] == "roll" and event["seat"] == "B"]

    g = game(throws=Manual(ask, print, "A", Seeded("7", 0)))
    assert set(asked) == {"A"}
    assert thrown(g)[0] == thrown(game())[0]


def test_the_header_says_all_that_is_needed():
    head = header(load("perudo"), PEOPLE, "7", 3)
    assert list(head)[:9] == ["type", "dicecup", "name", "definition", "digest", "seed", "game", "rng", "dice"]
    assert (head["seed"], head["game"], head["rng"], head["dice"]) == ("7", 3, "philox4x32-10/1", "seeded")
    assert head["seats"][1] == {"seat": "B", "name": "Ben", "agent": "human"}
    assert "undo" not in head and header(load("perudo"), PEOPLE, "7", undo=True)["undo"] is True


def test_what_a_bot_does_to_its_events_changes_nothing():
    g = new_match(load("liars-dice"), [Seat("A", "x"), Seat("B", "x")], "7")
    for event in g.view("A").events:
        event["n"] = 0
        for value in event.values():
            if isinstance(value, list | dict):
                value.clear()
    untouched = new_match(load("liars-dice"), [Seat("A", "x"), Seat("B", "x")], "7")
    assert g.view("A").events == untouched.view("A").events

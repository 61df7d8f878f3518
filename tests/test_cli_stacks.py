"""Stacked Dice at the command line: what a person sees before a move, what becomes of stacks as they are told, what is refused."""

import json

import pytest
from command_line import dicecup
from stacks_scene import Scene

from dicecup.cli.drawing import Look
from dicecup.cli.games.registry import artist, teller


def told(game, events=None):
    """A game's events in lines, without the empty ones."""
    tell = teller(game.header).tell
    return [line.text.strip() for event in events or game.events for line in tell(event) if line.text]


def facts(game, seat):
    """The table in words, as a seat sees it."""
    return artist(game.header, seat, Look("accessible")).board(game, seat)


def test_the_table_has_dice_stacks_tops_and_scores():
    game = Scene(dice=("44216 421", "43356 433", "44661 4661"))
    game.say("A:4 on B", "B:6 on A", "C:4 on #1")
    assert facts(game, "A")[:16] == [
        "Round 1",
        "Throw 2",
        "200 points to win",
        "A A is to move: it is your turn.",
        "A A: 1 2 4 free",
        "A A: 0 points",
        "B B: 3 3 4 free",
        "B B: 0 points, 12 in stacks",
        "C C: 1 4 6 6 free",
        "C C: 0 points, 12 in stacks",
        "Stack 1: 3 dice of value 4",
        "Stack 1: from the bottom the dice of B, A and C",
        "Stack 1: C C on top for 12 points",
        "Stack 2: 2 dice of value 6",
        "Stack 2: from the bottom the dice of A and B",
        "Stack 2: B B on top for 12 points",
    ]


def test_a_closed_stack_is_named_and_counts_for_who_is_on_top():
    game = Scene(dice=("4444", "4466", "4466", "2266"), dice_per_player=4, target=50)
    game.say("A:4 on B", "B:4 on #1", "C:4 on #1")
    shown = facts(game, "D")
    assert "50 points to win" in shown
    assert "Stack 1: 4 dice of value 4, closed" in shown
    assert "Stack 1: C C on top for 16 points" in shown
    assert [line for line in shown if "points" in line and line[1] == " "] == [
        "A A: 0 points",
        "B B: 0 points",
        "C C: 0 points, 16 in stacks",
        "D D: 0 points",
    ]


def test_a_seat_without_free_dice_is_shown_as_such():
    game = Scene(dice=("44", "43", "45"), dice_per_player=2)
    game.say("A:4 on B")
    assert "A A: 4 free" in facts(game, "C")
    lone = Scene(dice=("4", "4", "4"), dice_per_player=1)
    lone.say("A:4 on B")
    assert "A A: no free die" in facts(lone, "C")


def test_moves_are_told_with_what_becomes_of_the_stack():
    game = Scene(dice=("1111", "1166", "1666"), dice_per_player=4, laps_per_roll="until_stuck", rerolls=False)
    game.say("A:1 on B", "B:1 on #1", "C:1 on #1")
    lines = [line for line in told(game) if "stacks" in line]
    assert lines == [
        "A A  stacks 1 on B: begins #1, worth 20",
        "B B  stacks 1 on #1: 3 high, worth 30",
        "C C  stacks 1 on #1: 4 high, closed, worth 40",
    ]


def test_a_move_taken_back_is_no_longer_on_the_stack():
    game = Scene(dice=("4444", "4466", "4466"), dice_per_player=4, undo=True)
    game.say("A:4 on B", "B:4 on #1")
    game.undo()
    game.say("B:pass", "C:4 on #1")
    assert "C C  stacks 4 on #1: 3 high, worth 12" in told(game)


def test_who_steps_back_is_told_no_heights_that_are_not_so():
    game = Scene(dice=("4444", "4466", "4466"), dice_per_player=4)
    game.say("A:4 on B", "B:4 on #1")
    first, second = (event for event in game.events if event["type"] == "move")
    tell = teller(game.header).tell
    for event in game.events:
        tell(event)
    (again,) = tell(second)
    assert again.text.endswith("stacks 4 on #1: 3 high, worth 12")
    (back,) = tell(first)
    assert back.text.endswith("stacks 4 on B")


def test_scores_are_told_with_the_stacks_they_come_from():
    game = Scene(dice=("3", "3"), dice_per_player=1)
    game.say("A:3 on B")
    scores = [line for line in told(game) if "scores" in line]
    assert scores == ["A A  scores 6 on top of #1: 6 in all", "B B  scores 0: 0 in all"]


@pytest.mark.parametrize("stacks", ["x", 5, {"a": 1}])
def test_a_damaged_score_is_shown_and_brings_nothing_down(stacks):
    game = Scene(dice=("3", "3"), dice_per_player=1)
    event = {"n": 9, "type": "score", "round": 1, "seat": "A", "points": 6, "total": 6, "stacks": stacks}
    assert teller(game.header).tell(event)
    assert teller({"definition": {"family": "stacks", "rules": {"ace_value": "x"}}}).tell(
        {"n": 1, "type": "move", "seat": "A", "move": "stack 1 on B"}
    )


def test_an_illegal_move_of_a_script_is_answered_with_rule_and_line(tmp_path):
    script = tmp_path / "moves.txt"
    script.write_text("5 on A  # my own\n")
    done = dicecup("play", "stacked-dice", "--seat", "human", "--seat", "basic", "--seed", "8", "--moves", str(script))
    assert done.code == 1
    assert f"{script}:1: A may not play 5 on A (S-R4): A may cover only another player's single die" in done.err


def test_a_game_stopped_by_its_guard_is_recorded_counted_apart_and_told_by_the_exit_code(tmp_path):
    log = tmp_path / "game.jsonl"
    arguments = ("stacked-dice", "--set", "max_rounds=1", "--seat", "basic", "--seat", "basic", "--seed", "1")
    assert dicecup("play", *arguments, "--log", str(log), "-q").code == 1
    end = json.loads(log.read_text().splitlines()[-1])
    assert (end["end"], end["by"], end["winners"]) == ("aborted", "max_rounds", [])
    assert dicecup("replay", "verify", str(log)).code == 0
    done = dicecup("playtest", "run", *arguments, "--games", "5", "--json")
    (record,) = done.records()
    assert done.code == 1
    assert (record["finished"], record["aborted"]) == (0, 5)
    assert [seat["wins"] for seat in record["seats"].values()] == [0, 0]

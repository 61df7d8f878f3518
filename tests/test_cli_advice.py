"""The coach in words: hints and the odds of a position, for people and for programs; `dicecup odds` tells the same of the same dice."""

from __future__ import annotations

import json

import liars_scene
import piles_scene
import pytest
import stacks_scene
from command_line import dicecup, strict
from families import declaration

from dicecup.cli.base.errors import NO, Failure
from dicecup.cli.base.page import Page
from dicecup.cli.base.text import width
from dicecup.cli.session import hints as advice
from dicecup.engine.definitions.definition import load
from dicecup.engine.games.registry import SHIPPED
from dicecup.engine.judge import coach
from dicecup.engine.match.match import Match, Seat, header


def refused(match: Match, seat: str) -> str:
    """The sentence that says why there are no odds."""
    with pytest.raises(Failure) as failure:
        advice.odds_lines(match, seat, Page(80))
    assert failure.value.code == NO
    return str(failure.value)


@pytest.mark.parametrize("family", SHIPPED)
def test_the_odds_of_a_position_are_those_of_the_command(family):
    match, seat, question = declaration(family).position()
    run = dicecup("odds", *question)
    lines = advice.odds_lines(match, seat, Page(80))
    assert run.code == 0
    assert lines == [*run.lines[:-1], run.lines[-1].replace("--all", "`odds --all`")]
    whole = dicecup("odds", *question, "--all").lines
    assert advice.odds_lines(match, seat, Page(80), everything=True)[1:] == whole[1:]
    (record,) = dicecup("odds", *question, "--json").records()
    assert {**advice.odds_record(match, seat), "digest": ""} == {**record, "digest": ""}  # a scene's own rules


def test_the_odds_of_a_round_whose_wild_dice_are_off_say_so():
    match = liars_scene.Scene("chui-niu", seats=3, cups={"A": "1 2 3 4 5", "B": "1 6 6 2 2", "C": "3 3 3 3 3"})
    match.say("A:3x1", "B:6x2")
    question = ["--hand", "3 3 3 3 3", "--unknown", "10", "--bid", "6x2", "--wilds-off", "--players", "3"]
    assert advice.odds_lines(match, "C", Page(80))[:3] == dicecup("odds", "chui-niu", *question).lines[:3]
    assert advice.odds_record(match, "A")["question"]["hand"] == [1, 2, 3, 4, 5]  # whoever asks sees his own dice


def test_where_there_is_no_question_a_sentence_says_so():
    pushing = liars_scene.Scene("push-reroll", cups={"A": "1 2 4 4 6", "B": "1 1 2 3 3"}, first="B")
    pushing.say("B:2x3", "A:3x4")
    assert refused(pushing, "A").startswith("there are no odds to tell while you decide what to show")
    assert advice.odds_lines(pushing, "B", Page(80))
    duel = liars_scene.Scene(final_duel="sum", dice_per_player=1, cups={"A": "3", "B": "5"})
    assert refused(duel, "A").startswith("there are no odds of sums")
    assert refused(declaration("poker").position().game, "A") == "A has no throw to decide on; it is B's turn"
    assert (
        refused(stacks_scene.Scene("stack"), "A") == "there are no odds to tell: in stack dice are thrown once a round"
    )
    last = stacks_scene.Scene(dice=["14", "13", "34"], dice_per_player=2)
    last.say("A:1 on B", "B:3 on C")
    assert refused(last, "C").startswith("there are no odds to tell: somebody has no die left")
    opening = piles_scene.Scene()
    assert refused(opening, "A") == "there are no odds to tell: the opening die stays, whatever it shows"
    fits = piles_scene.Scene(opening="A 2 B 5", dice={"A": "3"})
    fits.play("roll plain")
    assert refused(fits, "A") == "the 3 that was rolled is answered first; `hint` weighs place against back"
    assert refused(fits, "B") == "B has no die to roll now; it is A's turn"
    failed = piles_scene.Scene(seats=3, opening="A 3 B 5 C 5").lie("A 3 B 4 C 5", plain={"A": 1, "B": 1}, failed=1)
    assert refused(failed, "A") == "there are no odds to tell: no more rolls in this turn"


def test_before_dice_are_thrown_and_after_the_game_there_are_no_odds():
    definition = load("liars-dice")
    match = Match(definition, header(definition, [Seat("A", "human")] * 2, "7"))
    assert refused(match, "A") == "dice are thrown first; ask for odds after that"
    match, *_ = declaration("liars").position()
    match.abandon()
    assert refused(match, "A") == "the game is over"


def test_a_hint_names_the_bot_the_move_and_what_comes_next_to_it():
    match = liars_scene.Scene(cups={"A": "2 2 5 6 1", "B": "2 2 3 3 4"}, first="B")
    match.say("B:4x2")
    assert advice.hint_lines(match, "A", 60) == [
        "Hint of basic: liar: 4x2 fails in 80 of 100 cases; you see",
        "    2x2, and 5 dice are unknown.",
        "  or 4x5 holds in 4 of 100 cases",
        "  or 4x6 holds in 4 of 100 cases",
        "  or 5x2 holds in 4 of 100 cases",
    ]
    record = advice.hint_record(match, "A")
    assert strict(json.dumps(record)) == record
    assert (record["type"], record["seat"], record["bot"], record["move"]) == ("hint", "A", "basic", "liar")
    assert record["why"] == "liar: 4x2 fails in 80 of 100 cases; you see 2x2, and 5 dice are unknown"
    assert [other["move"] for other in record["alternatives"]] == ["4x5", "4x6", "5x2"]
    assert all(other["value"] <= record["value"] for other in record["alternatives"])


@pytest.mark.parametrize("cells", [60, 80, 200])
@pytest.mark.parametrize("family", SHIPPED)
def test_what_is_said_fits_the_line(family, cells):
    match, seat, _ = declaration(family).position()
    assert all(width(line) <= cells for line in advice.hint_lines(match, seat, cells))
    assert all(width(line) <= cells for line in advice.odds_lines(match, seat, Page(cells)))


def test_a_fine_move_needs_no_warning():
    match, *_ = declaration("poker").position()
    assert advice.warning(match, "B", coach.best(match, "B").move) is None
    assert advice.warning(match, "B", "keep none").startswith("keep none: wins the round in ")

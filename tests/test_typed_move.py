"""A move as somebody types it: numbers, calls out of turn, and what a refusal says, for the prompt, the console and scripts alike."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from dicecup.cli.session.typed_move import MoveReader, Refusal, TypedMove, split_seat
from dicecup.engine.definitions.definition import load
from dicecup.engine.match.match import Match, Seat, new_match


def game(variant: str = "liars-dice", seats: int = 2, *moves: str) -> Match:
    match = new_match(load(variant), [Seat(name, "human") for name in ("Ann", "Ben", "Cy", "Di")[:seats]], "5")
    for move in moves:
        match.play(move)
    return match


def read(match: Match, text: str, *, asked: bool = True) -> TypedMove | Refusal:
    return MoveReader().read(match, text, asked=asked)


def refused(match: Match, text: str, *, asked: bool = True) -> Refusal:
    found = read(match, text, asked=asked)
    assert isinstance(found, Refusal)
    return found


@pytest.mark.parametrize("text", ["1x3", " 1 X 3 ", "one three", "3", "A: 1x3", "a:1x3", "A: 3"])
def test_a_move_by_its_words_or_its_number(text: str) -> None:
    match = game()
    assert read(match, text) == TypedMove(match.check_play("1x3"))


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("", "nothing", "nothing was typed"),
        ("A:", "nothing", "nothing was typed"),
        ("0", "no number", "there is no move 0"),
        ("61", "no number", "there is no move 61"),
        ("-1", "no number", "there is no move -1"),
        ("3.0", "no number", "there is no move 3.0"),
        ("9" * 50, "no number", f"there is no move {'9' * 50}"),
        ("\uff13", "no move", "'\uff13' is not a move; a bid is quantity x face like 3x4, a call is liar"),
        ("x" * 101, "too long", "that is too long for a move"),
        ("3x" + "4" * 100, "too long", "that is too long for a move"),
        ("B: 3x4", "no move", "it is A's turn, not B's"),
        ("B: 3", "no move", "it is A's turn, not B's"),
        ("J: liar", "no move", "there is no seat J; the seats are A, B"),
        ("liar", "forbidden", "no bid stands yet, so there is nothing to challenge; the lowest legal bid is 1x1"),
    ],
)
def test_why_a_text_is_no_move(text: str, kind: str, reason: str) -> None:
    match = game()
    found = refused(match, text)
    assert (found.kind, found.reason) == (kind, reason)
    assert found.turn == "A"
    assert list(found.legal) == match.legal()
    assert (found.rule != "") == (kind == "forbidden")
    assert match.state.moves == 0


@pytest.mark.parametrize("text", ["3", "61", "", "-1"])
def test_a_script_holds_no_numbers(text: str) -> None:
    assert refused(game(), text, asked=False).kind == "no move"


def test_a_number_is_a_move_where_a_game_writes_its_moves_so() -> None:
    match = game()
    family = match.family
    match.family = replace(
        family,
        notate=lambda action, rules: family.notate(action, rules).replace("x", ""),
        parse=lambda text, rules: family.parse(re.sub("(.)(.)", r"\1x\2", text), rules),
    )
    assert match.legal()[6] == "21"
    assert read(match, "21") == TypedMove(match.legal_actions()[6])
    assert read(match, "7") == TypedMove(match.legal_actions()[6])


def test_a_refusal_in_one_sentence_and_as_advice() -> None:
    match = game("liars-dice", 2, "2x3")
    forbidden, unknown = refused(match, "1x2"), refused(match, "hello")
    assert forbidden.sentence() == (
        "B may not play 1x2 (L-A6): 1x2 is not higher than the standing bid 2x3; the lowest legal bid is 2x4"
    )
    assert forbidden.advice() == [
        "Not legal (L-A6): 1x2 is not higher than the standing bid 2x3; the lowest legal bid is 2x4"
    ]
    sort = "'hello' is not a move; a bid is quantity x face like 3x4, a call is liar"
    assert (
        unknown.sentence(" (did you mean help?)")
        == f"{sort} (did you mean help?); B may play 2x4, 2x5, 2x6, 3x1, 3x2, ..."
    )
    assert unknown.advice() == [sort, "Type a move such as 2x4, or its number from 1 to 52; `moves` lists all"]
    assert refused(match, "53").advice() == [
        "there is no move 53. Type a move such as 2x4, or its number from 1 to 52; `moves` lists all"
    ]


def test_advice_that_lists_moves_ends_before_its_full_stop() -> None:
    found = refused(game("poker-dice"), "drop")
    assert found.sentence().endswith(", ...")
    assert re.search(r"legal: stand, .*[^.,]$", found.advice()[0])


def test_a_call_out_of_turn_is_kept_to_once_it_is_played() -> None:
    match, reader = game("cacho", 4, "2x3"), MoveReader()
    assert match.turn == "C"
    found = reader.read(match, "D: exact", asked=True)
    assert isinstance(found, TypedMove)
    assert not reader.pending, "reading changes nothing"
    assert reader.owed(match) is None
    match.play_action(found.action)
    reader.keep(found)
    assert match.turn == "D"
    assert reader.pending
    assert reader.owed(match) == match.check_play("exact")
    assert not reader.pending
    assert [event["move"] for event in match.events if event["type"] == "move"] == ["2x3", "wait"]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ("D: 3x3", "it is C's turn, not D's; out of turn only liar or exact may be said; C may play exact, wait"),
        ("D: liar", "D may not play liar (L-A4): only the player in turn may say liar; legal: exact, wait"),
        ("A: exact", "it is C's turn, not A's; C may play exact, wait"),
    ],
)
def test_a_call_that_may_not_be_made_names_who_would_make_it(call: str, sentence: str) -> None:
    assert refused(game("cacho", 4, "2x3"), call).sentence() == sentence


def test_without_a_move_to_wait_by_nobody_calls_out_of_turn() -> None:
    match = game("cacho", 4, "2x3")
    match.family = replace(match.family, waits="", called_out_of_turn=())
    assert refused(match, "D: exact").reason == "it is C's turn, not D's"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("b: liar", ("B", "liar")),
        (" B :liar ", ("B", "liar")),
        ("liar", (None, "liar")),
        ("K: liar", (None, "K: liar")),
        ("AB: liar", (None, "AB: liar")),
    ],
)
def test_a_seat_before_a_move(text: str, parts: tuple[str | None, str]) -> None:
    assert split_seat(text) == parts

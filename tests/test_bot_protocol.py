"""The bot protocol: what a program is told, in every family and variant, and what becomes of each wrong answer."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mock_program import HELLO, first, mocked

from dicecup.engine import load, names, new_match, play_out
from dicecup.engine.bots.agents import agent
from dicecup.engine.bots.failure import BotFailure
from dicecup.engine.bots.protocol import PROTOCOL, BadMessageError, read
from dicecup.engine.core.philox import bot_key, dice_key
from dicecup.engine.match.match import Seat
from dicecup.engine.match.visibility import Visibility

DOCS = Path(__file__).parent.parent / "docs"
SEED = "a seed that nobody is told"
SCHEMA = json.loads((DOCS / "bot-protocol.schema.json").read_text())


def valid(messages: Any) -> None:
    validator = Draft202012Validator(SCHEMA)
    for message in messages:
        validator.validate(message)


def played(variant: str, answer: Any = first, **more: Any) -> Any:
    """A game in which A is such a program, and all that it was told."""
    definition = load(variant)
    one, begun = mocked(definition.family, answer, **more)
    others = [agent("random", definition.family) for _ in range(definition.players.min - 1)]
    match = new_match(definition, [Seat("x", "x")] * definition.players.min, SEED)
    failure = play_out(match, [one, *others])
    return match, begun, failure


@pytest.mark.parametrize("variant", names())
def test_a_program_is_told_what_its_seat_sees_and_nothing_else(variant: str) -> None:
    match, (program,), failure = played(variant)
    assert failure is None
    valid(program.messages)
    heard = program.messages
    assert [heard[0]["type"], heard[1]["type"], heard[-1]["type"]] == ["hello", "newgame", "gameover"]
    told = [event for message in heard if message["type"] == "events" for event in message["events"]]
    assert told == match.view("A").events
    assert len(told) == len(match.events)
    hidden = [event for event in match.events if event.get("private") and event["seat"] != "A"]
    for event in hidden:
        assert "dice" not in told[event["n"] - 1]
        assert told[event["n"] - 1]["hidden"] == len(event["dice"])
    assert bool(hidden) == (Visibility(match.family).hides and bool(hidden))
    everything = b"".join(program.told)
    assert SEED.encode() not in everything
    for key in (*(bot_key(SEED, letter) for letter in match.seats), dice_key(SEED)):
        assert not any(str(word).encode() in everything for word in key)


@pytest.mark.parametrize("variant", ["liars-dice", "poker-dice", "stacked-dice", "dead-mans-dice"])
def test_what_a_question_holds(variant: str) -> None:
    match, (program,), _ = played(variant)
    questions = [message for message in program.messages if message["type"] == "move?"]
    moves = [
        event for event in match.events if event["type"] == "move" and event["seat"] == "A" and "auto" not in event
    ]
    assert [question["n"] for question in questions] == [event["n"] - 1 for event in moves]
    assert [question["legal"][0] for question in questions] == [event["move"] for event in moves]
    assert all(len(question["legal"]) > 1 for question in questions)
    assert len({question["random"] for question in questions}) == len(questions)
    assert all(0 <= question["random"] < 2**53 and question["time"] == 10 for question in questions)


@pytest.mark.parametrize("option", ["rules", "events", "legal", "view"])
def test_what_a_program_does_without_is_not_sent(option: str) -> None:
    hello = HELLO | {"options": {option: False}}
    answer = (lambda question: {"type": "move", "move": "roll"}) if option == "legal" else first
    _, (program, *_), _ = played("liars-dice", answer, hello=hello)
    heard = program.messages
    valid(heard)
    (begun,) = (message for message in heard if message["type"] == "newgame")
    question = next(message for message in heard if message["type"] == "move?")
    found = {"rules": begun, "events": {message["type"]: 0 for message in heard}, "legal": question, "view": question}
    assert option not in found.pop(option)
    assert all(name in message for name, message in found.items())


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"type": "move", "move": "99x9"}, "cmd:mock answered '99x9': "),
        ({"type": "move", "move": 7}, "cmd:mock answered 7; a move is a text, such as those in legal"),
        ({"type": "move"}, "cmd:mock answered None; a move is a text"),
        ({"type": "move", "move": "1x1", "weights": {"1x1": 1}}, "cmd:mock answered with both a move and weights"),
        ({"type": "move", "move": None, "weights": {"1x1": 1}}, "cmd:mock answered with both a move and weights"),
        ({"type": "move", "move": "1x1", "n": 1}, "cmd:mock answered the question after event 1, not that after "),
        ({"type": "move", "weights": {}}, "cmd:mock answered weights {}; they are whole numbers"),
        ({"type": "move", "weights": {"1x1": -1, "1x2": 2}}, "cmd:mock answered weights"),
        ({"type": "move", "weights": {"1x1": 0.5}}, "cmd:mock answered weights {'1x1': 0.5}; they are whole numbers"),
        (
            {"type": "move", "weights": {"1x1": 1e400}},
            "cmd:mock answered weights {'1x1': None}; they are whole numbers",
        ),
        ({"type": "move", "weights": {"1x1": [1]}}, "cmd:mock answered weights {'1x1': <class 'list'>}; they are"),
        ({"type": "move", "weights": ["1x1"]}, "cmd:mock answered weights ['1x1']; they are whole numbers"),
        ({"type": "move", "weights": {"1x1": True}}, "cmd:mock answered weights"),
        ({"type": "move", "weights": {"1x1": 2**31}}, "cmd:mock answered weights"),
        ({"type": "move", "weights": {"99x9": 1}}, "cmd:mock answered '99x9': "),
        ({"type": "error", "message": "out of ideas"}, "cmd:mock failed: out of ideas"),
        ({"type": "error"}, "cmd:mock failed: it does not say why"),
        ({"type": "info", "text": "thinking"}, "cmd:mock did not answer within 10 seconds"),
        ([], "cmd:mock did not answer within 10 seconds"),
    ],
)
def test_a_wrong_answer_forfeits_with_its_reason(answer: Any, reason: str) -> None:
    match, (program,), failure = played("liars-dice", lambda question: answer)
    end = match.events[-1]
    assert (end["end"], end["by"]["seat"], end["places"]["A"]) == ("forfeit", "A", 2)
    assert end["by"]["reason"].startswith(reason)
    assert failure.late == ("did not answer" in reason)
    assert not program.open


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b'{"type":"move","weights":{"1x1":NaN}}', "no JSON: "),
        (b'{"type":"move","weights":{"1x1":Infinity}}', "no JSON: "),
        (b'{"TYPE":"move","move":"1x1"}', 'no object with a "type": '),  # keys are written as they are
    ],
)
def test_a_line_that_is_no_message_is_told(line: bytes, fault: str) -> None:
    with pytest.raises(BadMessageError, match=fault):
        read(line)
    assert read(b' {"type":" Move "}\r\n') == {"type": "move"}


@pytest.mark.parametrize("written", [float, str, lambda n: [n], lambda n: None])
def test_the_number_of_a_question_is_written_as_a_whole_number(written: Any) -> None:
    match, _, _ = played("liars-dice", lambda question: first(question) | {"n": written(question["n"])})
    assert match.events[-1]["by"]["reason"].startswith("cmd:mock answered the question after event ")
    assert played("liars-dice", lambda question: first(question) | {"n": question["n"]})[2] is None


@pytest.mark.parametrize("said", ["  3X4 ", "3 4", "three fours"])
def test_a_move_may_be_written_as_people_type_it(said: str) -> None:
    asked = []

    def answer(question: dict[str, Any]) -> dict[str, Any]:
        asked.append(question)
        return {"type": " MOVE ", "move": said} if len(asked) == 1 else first(question)

    match, _, failure = played("liars-dice", answer)
    assert failure is None
    moves = [event["move"] for event in match.events if event["type"] == "move" and event["seat"] == "A"]
    assert moves[0] == "3x4"


def test_weights_are_drawn_from_by_the_seats_own_numbers() -> None:
    def answer(question: dict[str, Any]) -> dict[str, Any]:
        return {"type": "move", "weights": dict.fromkeys(question["legal"], 1)}

    once, again = (played("liars-dice", answer)[0].events for _ in range(2))
    assert once == again
    moves = [event["move"] for event in once if event["type"] == "move" and event["seat"] == "A"]
    firsts = [event["move"] for event in played("liars-dice")[0].events if event["type"] == "move"]
    assert moves != firsts[: len(moves)]
    drawn: dict[str, int] = {}
    definition = load("liars-dice")
    for game in range(300):
        one, _ = mocked("liars", lambda question: {"type": "move", "weights": {"1x1": 3, "2x2": 1, "3x3": 0}})
        match = new_match(definition, [Seat("x", "x")] * 2, "7", game)
        if match.turn == "A":
            move = match.family.notate(one.decide(match), match.rules)
            drawn[move] = drawn.get(move, 0) + 1
    assert drawn.keys() == {"1x1", "2x2"}
    assert 2 < drawn["1x1"] / drawn["2x2"] < 4.5


def test_answers_are_taken_in_order_and_what_is_left_of_a_game_is_forgotten() -> None:
    _, _, failure = played("liars-dice", lambda question: [first(question), {"type": "move", "move": "nonsense"}])
    assert failure is not None
    assert "answered 'nonsense'" in str(failure)
    definition = load("liars-dice")
    last_words = iter([True])

    def answer(question: dict[str, Any]) -> Any:
        liar = {"type": "move", "move": "liar"}
        said = liar if "liar" in question["legal"] else first(question)
        return [said, {"type": "move", "move": "nonsense"}] if next(last_words, False) and said is liar else said

    one, begun = mocked("liars", answer)
    for game in range(2):
        match = new_match(definition, [Seat("x", "x")] * 2, "7", game)
        one.program.decide(match) if match.turn == "A" else None
        one.over(match)
    assert len(begun) == 1


@pytest.mark.parametrize(
    ("hello", "why"),
    [
        (HELLO | {"protocol": 2}, f"it said a hello of protocol 2; dicecup .* speaks protocol {PROTOCOL}"),
        ({"type": "hello"}, "it said a hello of protocol None"),
        (HELLO | {"protocol": True}, "it said a hello of protocol True"),
        (HELLO | {"protocol": 1.0}, "it said a hello of protocol 1.0"),
        (HELLO | {"dicecup": "0.2.0"}, "it said dicecup's own hello again, not one of its own"),
        ({"type": "move", "move": "1x1"}, "it said 'move' where a hello was due"),
        (HELLO | {"options": ["rules"]}, "it said options that are no object of true and false"),
        (HELLO | {"options": {"rules": 0}}, "it said options that are no object of true and false"),
    ],
)
def test_a_program_that_greets_wrong_is_not_seated(hello: Any, why: str) -> None:
    one, (_) = mocked("liars", hello=hello)
    with pytest.raises(BotFailure) as caught:
        one.program.begun()
    assert __import__("re").match(why, caught.value.why)


def test_a_program_is_kept_from_game_to_game_and_another_one_begun_after_a_failure() -> None:
    definition = load("liars-dice")
    bad = iter([False, False, True, False, False])
    one, begun = mocked(
        "liars", lambda question: {"type": "move", "move": "no"} if next(bad, False) else first(question)
    )
    for game in range(6):
        match = new_match(definition, [Seat("x", "x")] * 2, "7", game)
        play_out(match, [one, agent("random", "liars")])
    assert [program.open for program in begun] == [False, True]
    valid(begun[1].messages)
    one.close()
    assert not begun[1].open


def test_a_game_that_is_gone_on_with_is_told_from_its_beginning_and_an_undo_as_an_event() -> None:
    definition = load("liars-dice")
    one, (begun) = mocked("liars")
    match = new_match(definition, [Seat("x", "x")] * 2, "7", undo=True)
    while match.turn is not None and match.count < 20:
        seat = match.turn
        match.play_action(one.decide(match)) if seat == "A" else match.play(match.legal()[0])
    match.undo("A")
    while match.turn == "B":
        match.play(match.legal()[0])
    one.decide(match)
    (program,) = begun
    told = [event for message in program.messages if message["type"] == "events" for event in message["events"]]
    assert told == match.view("A").events
    assert any(event["type"] == "undo" for event in told)
    twin, late = mocked("liars")
    twin.decide(match)
    (told_late,) = (message["events"] for message in late[0].messages if message["type"] == "events")
    assert told_late == told


def test_info_is_handed_on() -> None:
    heard: list[Any] = []
    said = [{"type": "info", "text": "hm\x1b[2J"}, {"type": "info", "depth": 3}]
    talk = partial(lambda bot, text: heard.append((bot, text)))
    played("liars-dice", lambda question: [*said, {"type": "move", "move": "no"}], overhear=talk)
    assert heard == [("cmd:mock", "hm\\x1b[2J"), ("cmd:mock", "{'depth': 3}")]

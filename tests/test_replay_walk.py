"""Walking logged games: any walk finds the same game at each event, and damage is told, not raised."""

from __future__ import annotations

import io
import json
from functools import cache
from hashlib import blake2b
from pathlib import Path

import pytest
from command_line import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from dicecup import engine, replay
from dicecup.engine.core.record import fields
from dicecup.engine.log.log import dump
from dicecup.engine.match.dice_source import Seeded
from dicecup.engine.match.match import new_match
from dicecup.engine.replay.verify import Replay

GOLDEN = sorted((ROOT / "replays").glob("*.jsonl"))
WALKED = GOLDEN[:: max(1, len(GOLDEN) // 8)]


@cache
def digests(path: Path) -> list[list[str]]:
    """The digest at each event of each game, the beginning first, from one walk straight through."""
    return [[position.digest for position in game] for game in replay.games(path)]


@cache
def loaded(path: Path, index: int) -> replay.Game:
    return list(replay.games(path))[index]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_golden_game_can_be_walked_to_its_end(path: Path) -> None:
    for game, straight in zip(replay.games(path), digests(path), strict=True):
        assert game.errors == []
        assert len(straight) == len(game) + 1 == len(game.events) + 1
        assert game.at(len(game)).over
        assert len(set(straight)) > len(straight) // 4  # a digest that never changed would prove nothing


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_any_walk_finds_the_same_digests(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(WALKED))
    index = data.draw(st.integers(0, len(digests(path)) - 1))
    straight = digests(path)[index]
    here = loaded(path, index).at(0)
    for step in data.draw(st.lists(st.one_of(st.sampled_from(["next", "back", "other"]), st.integers(0, 10**6)))):
        if step == "next" and here.n < len(here.game):
            here = here.next()
        elif step == "back" and here.n > 0:
            here = here.back()
        elif step == "other":
            other = next(replay.games(WALKED[0]))
            assert other.at(3).digest == digests(WALKED[0])[0][3]
        elif isinstance(step, int):
            here = here.game.at(step % len(straight))
            assert here.n == step % len(straight)
        assert here.digest == straight[here.n]


def test_the_ends_of_a_walk() -> None:
    game = loaded(GOLDEN[0], 0)
    for n in (-1, len(game) + 1):
        with pytest.raises(IndexError, match=f"event {n} cannot be shown"):
            game.at(n)
    with pytest.raises(IndexError):
        game.at(0).back()
    with pytest.raises(IndexError):
        game.at(len(game)).next()


def test_the_digest_is_what_its_definition_says() -> None:
    position = loaded(GOLDEN[0], 0).at(9)
    numbers: list[int] = []

    def flat(value: object) -> None:
        if isinstance(value, list):
            for item in value:
                flat(item)
        else:
            assert isinstance(value, int)
            numbers.append(value)

    for name, _ in fields(type(position.match.state)):
        flat(getattr(position.match.state, name))
    data = b"".join(number.to_bytes(8, "little", signed=True) for number in numbers)
    rules = position.game.header["digest"].encode()
    assert position.digest == blake2b(rules + data, digest_size=16).hexdigest()


def undone() -> bytes:
    """A log in which moves are taken back."""
    lines: list[bytes] = []
    seats = [engine.Seat("Ann", "human"), engine.Seat("Ben", "human")]
    definition = engine.load("liars-dice")
    match = new_match(definition, seats, "7", throws=Seeded("7", 0), undo=True, listen=lambda e: lines.append(dump(e)))
    match.play(match.legal()[0])
    match.play(match.legal()[0])
    match.undo()
    match.play(match.legal()[2])
    match.undo()
    match.play(match.legal()[1])
    match.abandon()
    return dump(match.header) + b"".join(lines)


def test_a_move_taken_back_leaves_the_digest_that_stood_before() -> None:
    (game,) = replay.games(io.BytesIO(undone()))
    straight = [position.digest for position in game]
    assert game.errors == []
    voids = [event for event in game.events if event["type"] == "undo"]
    assert len(voids) == 2
    for event in voids:
        assert straight[event["n"]] == straight[event["to"]]


@pytest.mark.parametrize("path", WALKED, ids=lambda path: path.stem)
def test_a_position_is_the_match_that_stood_there(path: Path) -> None:
    """What is played from a position brings the events of the log, and leaves the position as it was."""
    game = loaded(path, 0)
    played = 0
    for position in game:
        if position.turn is None or not position.settled or played > 12:
            continue
        played += 1
        before, record = position.digest, game.events[position.n]
        assert record["move"] in position.legal()
        match = game.at(position.n).match
        match.apply_move(match.check_play(record["move"]), auto=bool(record.get("auto")))
        came = match.events[position.n :]
        assert came == game.events[position.n : position.n + len(came)]
        assert game.at(position.n).digest == before
    assert played


def test_a_view_holds_no_hidden_die() -> None:
    game = loaded(next(path for path in GOLDEN if path.stem.startswith("liars")), 0)
    hidden = 0
    for position in game:
        for seat in game.seats:
            for seen in position.view(seat).events:
                hidden += "hidden" in seen
                assert not (seen.get("private") and seen["seat"] != seat and "dice" in seen)
    assert hidden


def text(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def from_lines(lines: list[str], end: str = "\n") -> replay.Game:
    (game,) = replay.games(io.BytesIO(("\n".join(lines) + end).encode()))
    return game


def test_damage_is_walked_up_to_and_told() -> None:
    lines = text(GOLDEN[0])
    straight = digests(GOLDEN[0])[0]
    lines[10] = json.dumps(json.loads(lines[10]) | {"seat": "Z"})
    game = from_lines(lines)
    (error,) = game.errors
    assert (error.line, error.kind) == (11, "altered")
    assert len(game) == 9
    assert [game.at(n).digest for n in range(9, -1, -1)] == straight[9::-1]
    with pytest.raises(IndexError, match="event 10 cannot be shown"):
        game.at(10)
    assert len(game.events) == len(lines) - 1  # they can still be read


def test_a_torn_line_and_a_missing_end() -> None:
    lines = text(GOLDEN[0])
    torn = from_lines([*lines[:-1], lines[-1][:-20]], end="")
    assert len(torn) == len(lines) - 2
    assert [error.kind for error in torn.errors] == ["torn line"]
    cut = from_lines(lines[:-1])
    assert len(cut) == len(lines) - 2
    assert [error.kind for error in cut.errors] == ["incomplete"]


def test_a_damaged_header_has_no_positions() -> None:
    game = from_lines(["{]", *text(GOLDEN[0])[1:]])
    assert (len(game), list(game)) == (0, [])
    assert game.errors
    with pytest.raises(IndexError):
        game.at(0)
    assert list(replay.games(io.BytesIO(b""))) == []


def test_a_log_made_for_one_seat_has_events_and_no_positions() -> None:
    lines = text(GOLDEN[0])
    game = from_lines([json.dumps(json.loads(lines[0]) | {"redacted": "A"}), *lines[1:]])
    assert len(game.events) == len(lines) - 1
    assert (len(game), list(game), game.errors) == (0, [], [])
    with pytest.raises(ValueError, match="made for one seat"):
        game.definition  # noqa: B018 - it is asked for


def test_load_takes_the_only_game_or_the_one_of_a_number() -> None:
    one = "\n".join(text(GOLDEN[0])) + "\n"
    head, *rest = text(GOLDEN[0])
    third = "\n".join([json.dumps(json.loads(head) | {"game": 3}), *rest]) + "\n"
    number = json.loads(head)["game"]
    assert replay.load(io.BytesIO(one.encode())).number == number
    both = (third + one).encode()
    assert replay.load(io.BytesIO(both), 3).number == 3
    with pytest.raises(LookupError, match="more than one game"):
        replay.load(io.BytesIO(both))
    with pytest.raises(LookupError, match="no game 9"):
        replay.load(io.BytesIO(both), 9)
    with pytest.raises(LookupError, match="no game in"):
        replay.load(io.BytesIO(b""))


def test_only_the_game_that_is_wanted_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    head, *rest = text(GOLDEN[0])
    games = ["\n".join([json.dumps(json.loads(head) | {"game": n}), *rest]) for n in range(10)]
    begun: list[int] = []
    begin = Replay.begin
    monkeypatch.setattr(Replay, "begin", lambda self, line: (begun.append(line.record["game"]), begin(self, line)))
    assert replay.load(io.BytesIO("\n".join(games).encode()), 8).number == 8
    assert begun == [8]

"""A host that cannot be trusted, as the side that joins has it: one sentence and an exit code, whatever it says."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from command_line import Said, process
from hypothesis import given
from hypothesis import strategies as st
from screens import Message

from dicecup.cli.base.errors import Failure
from dicecup.cli.base.output import Manners
from dicecup.cli.session.joined import Joined
from dicecup.engine.definitions.definition import load
from dicecup.engine.match.match import Seat, new_match
from dicecup.engine.match.seen import GREATEST, NoViewError, SeenMatch, packed_view, unpacked_view

WELCOME: Message = {"type": "welcome", "protocol": 1, "dicecup": "0", "seat": "B", "waits": [], "back": "secret"}
FAMILIES = ("liars-dice", "poker-dice", "stacked-dice", "dead-mans-dice")


def game(variant: str = "liars-dice") -> list[Message]:
    """What an honest host says to B until its first question, if it is asked first; else to A, who is called B."""
    match = new_match(load(variant), [Seat("a", "human"), Seat("b", "human")], "3")
    seat = str(match.turn)
    head = {name: value for name, value in match.header.items() if name != "seed"}
    events = [match.visibility.seen(event, seat) for event in match.events]
    record = packed_view(match.view_record(seat))
    return [
        {**WELCOME, "seat": seat},
        {"type": "newgame", "seat": seat, "game": head, "time": None, "events": 0},
        {"type": "events", "events": events},
        {"type": "turn", "n": match.count, "seat": seat, "record": record},
        {"type": "move?", "n": match.count, "seat": seat, "legal": match.legal(), "time": None},
    ]


def joined() -> tuple[Joined, Said]:
    said = Said()
    return Joined(Manners(color="never"), said), said


# ---- what cannot be


@pytest.mark.parametrize("variant", FAMILIES)
def test_an_honest_host_is_understood(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    one, said = joined()
    for message in game(variant):
        one.heard(message)
    assert one.is_asked
    for line in ("moves", "hint", "board", "log", "rules", "?", "9 9 9", "", "99", "say hello"):
        one.typed(line)
    assert one.is_asked
    one.typed("1")
    legal = game(variant)[-1]["legal"]
    assert said == [{"type": "chat", "text": "hello"}, {"type": "move", "n": game(variant)[-1]["n"], "move": legal[0]}]
    assert "it is your turn" in capsys.readouterr().out


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from _places(item, (*path, key))


def _changed(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    if not path:
        return other
    copy = value.copy()
    copy[path[0]] = _changed(copy[path[0]], path[1:], other)
    return copy


@contextmanager
def _failing() -> Iterator[None]:
    """Nothing fails within, or the host is blamed for it."""
    failed = ""
    try:
        yield
    except Failure as error:
        failed = str(error)
    assert not failed or failed.startswith("the host")


OTHERS: list[Any] = [None, True, -1, 10**30, 1.5, "", "Z", "\x1b[2J", "x" * 5000, [], ["A"], [[]], {}, {"A": 1}]


@pytest.mark.parametrize("variant", FAMILIES)
def test_any_value_that_is_changed_is_shown_or_refused(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    """And nothing that acts on the terminal reaches it."""
    honest = game(variant)
    for number, message in enumerate(honest):
        for at, path in enumerate(_places(message)):
            if path[:2] == ("game", "definition") and at % 7:
                continue  # definitions are held to their rules by tests of their own
            if path == ("type",) or not path:
                continue
            for other in OTHERS[at % 5 :: 5]:
                one, _ = joined()
                with _failing():
                    for i, told in enumerate(honest):
                        one.heard(_changed(told, path, other) if i == number else told)
                    for line in ("moves", "hint", "log"):
                        one.typed(line)
                assert "\x1b" not in capsys.readouterr().out


@pytest.mark.fuzz
@given(
    st.lists(
        st.fixed_dictionaries(
            {"type": st.sampled_from(["welcome", "newgame", "events", "turn", "move?", "refused", "chat", "seat", "gameover", "hello"])},
            optional={
                name: st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3)
                                   | st.dictionaries(st.sampled_from(["type", "n", "seat", "dice"]), inner, max_size=3), max_leaves=6)
                for name in ("seat", "game", "events", "legal", "record", "n", "message", "text", "back", "waits", "time")
            },
        ),
        max_size=6,
    )
)  # fmt: skip
def test_messages_in_any_order_are_shown_or_refused(messages: list[Message]) -> None:
    one, _ = joined()
    honest = game()
    with _failing():
        for message in [*honest[: len(messages) % 5], *messages]:
            one.heard(message)
            one.typed("board")


def test_a_view_record_is_held_to_its_shape() -> None:
    match = new_match(load("liars-dice"), [Seat("a", "human"), Seat("b", "human")], "3")
    seat = str(match.turn)
    view = match.view_record(seat)
    again = unpacked_view(type(view), packed_view(view))
    assert again.values() == {**view.values(), "key0": 0, "key1": 0}
    for wrong in (
        {"key0": 1},
        {"none": 1},
        {"round": True},
        {"round": GREATEST + 1},
        {"held": [1]},
        {"cup": [[1]]},
        {"held": 7},
    ):
        with pytest.raises(NoViewError):
            unpacked_view(type(view), wrong)
    head = {name: value for name, value in match.header.items() if name != "seed"}
    seen = SeenMatch(match.definition, head, seat)
    assert (seen.turn, seen.legal(), seen.due, seen.over, seen.knows_table) == (None, [], None, False, False)
    with pytest.raises(ValueError, match="nothing is known"):
        seen.view_record(seat)
    seen.told(seat, packed_view(view), match.legal())
    with pytest.raises(ValueError, match="nothing is known"):
        seen.view_record("B" if seat == "A" else "A")
    assert seen.check_play(match.legal()[0]) == match.legal_actions()[0]
    with pytest.raises(ValueError, match="not among the moves"):
        seen.check_play("liar")


# ---- over a socket


@contextmanager
def hosting(*says: bytes, hangs_up: bool = True) -> Iterator[Path]:
    """A host that says this to whoever comes, and then hangs up."""
    with TemporaryDirectory(prefix="dc-") as folder, socket.socket(socket.AF_UNIX) as listening:
        path = Path(folder) / "host.sock"
        listening.bind(str(path))
        listening.listen()

        def host() -> None:
            with listening.accept()[0] as connection:
                connection.recv(1 << 16)
                try:
                    for data in says:
                        connection.sendall(data)
                except OSError:
                    pass

        threading.Thread(target=host, daemon=True).start()
        yield path


def line(message: Message) -> bytes:
    return json.dumps(message).encode() + b"\n"


@pytest.mark.parametrize(
    ("says", "sentence"),
    [
        ((), "the host has left"),
        ((b"SSH-2.0-OpenSSH_9.6\r\n",), "the host said what is no JSON: SSH-2.0-OpenSSH_9.6"),
        ((b"\xff\xfe\n",), "the host said what is no JSON: "),
        ((b"[" * 100_000 + b"\n",), "the host said what is no JSON: [[["),
        ((b"x" * (5 << 20),), "the host said more than 1,048,576 bytes for one answer"),
        ((line({"type": "error", "message": "no\x1b[2J"}),), "the host says: no\\x1b[2J"),
        ((line(WELCOME), line({"type": "newgame"})), "the host has said what cannot be (a newgame message)"),
        ((line(WELCOME), line({"type": "events", "events": []})), "the host has said what cannot be (a events message)"),
        ((line(WELCOME), line(game()[1] | {"game": {"type": "game"}})), "the host's game cannot be played here: the header has no"),
        ((*map(line, game()[:2]), line({"type": "events", "events": [{"n": 1, "type": "roll", "round": 1, "dice": [9]}]})),
         "the host has told of what cannot be: "),
    ],
)  # fmt: skip
def test_a_host_that_says_what_cannot_be_is_left_with_a_sentence(says: tuple[bytes, ...], sentence: str) -> None:
    with hosting(*says) as path:
        run = process("join", path)
    assert run.code == 1
    assert sentence in run.err
    assert len(run.err.splitlines()) == 1
    assert "\x1b" not in run.out + run.err

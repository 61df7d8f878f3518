"""What dicecup and a program that plays say to each other: a JSON object a line, in UTF-8, over a pipe.

docs/bot-protocol.md is the specification. A program learns of a game what a log made for its seat holds, line for line: the header
without the seed, the events without hidden dice. It is asked for each of its decisions and answers with a move; everything else
that is said keeps the two in step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeGuard

import msgspec

from dicecup import __version__
from dicecup.engine.core.problems import printable
from dicecup.engine.core.record import KEPT
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.games.base import Event
from dicecup.engine.games.registry import family
from dicecup.engine.match.header import seen_header
from dicecup.engine.match.match import Match
from dicecup.engine.match.view import own_number

PROTOCOL = 1
Message = dict[str, Any]

# What a program may do without, by the option in its `hello`, each of which is on unless it says false.
OPTIONS = ("rules", "events", "legal", "view")

GAME_NUMBER, WEIGHT_DRAW = (
    1,
    2,
)  # blocks of a seat's own numbers: a game's, and those that weights are drawn by; 0 is a decision's


class BadMessageError(ValueError):
    """A program has said what no message can be; the sentence says what."""


def hello() -> Message:
    """The first message. The program answers with a `hello` of its own."""
    return {"type": "hello", "protocol": PROTOCOL, "dicecup": __version__}


def new_game(match: Match, seat: str, seconds: float | None, options: Mapping[str, bool]) -> Message:
    """A game begins, or is gone on with, in which the program plays `seat`. It answers `ready`."""
    words = [{"rule": rule, "text": text} for rule, text in _words(match.definition)] if options["rules"] else None
    return {
        "type": "newgame",
        "seat": seat,
        "game": seen_header(match.header),
        **({"rules": words} if words is not None else {}),
        "random": own_number(match.view_record(seat), GAME_NUMBER),
        "time": seconds,
    }


@lru_cache(maxsize=KEPT)
def _words(definition: Definition) -> tuple[tuple[str, str], ...]:
    return tuple(family(definition.family).explain(definition.rules, definition.players))


def told(events: Sequence[Event]) -> Message:
    """What has happened since the program was told last, as its seat sees it."""
    return {"type": "events", "events": events}


def question(match: Match, seat: str, seconds: float | None, options: Mapping[str, bool]) -> Message:
    """The seat is to decide. The program answers `move`, and may say `info` before."""
    record = match.view_record(seat)
    return {
        "type": "move?",
        "n": match.count,
        **({"legal": match.legal()} if options["legal"] else {}),
        **({"view": match.fields_of(record)} if options["view"] else {}),
        "random": own_number(record),
        "time": seconds,
    }


def read(line: bytes) -> Message:
    """A message of a program. Its type may be written in capitals. Raises BadMessageError."""
    try:
        message = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadMessageError(f"no JSON: {_shown(line)}") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise BadMessageError(f'no object with a "type": {_shown(line)}')
    return message | {"type": message["type"].strip().lower()}


def whole(value: object) -> TypeGuard[int]:
    """Whether a value of a message is a whole number, written as one: 6, and neither 6.0 nor true."""
    return type(value) is int


def speaks(message: Message) -> bool:
    """Whether who says hello, or asks to join, does so in this protocol."""
    return whole(protocol := message.get("protocol")) and protocol == PROTOCOL


def _shown(line: bytes) -> str:
    return printable(line.decode("utf-8", "replace").strip(), 80)


def options_of(answer: Message) -> dict[str, bool]:
    """What the `hello` of a program wants to be told. Raises BadMessageError, for another protocol too."""
    if answer["type"] != "hello":
        raise BadMessageError(f"{answer['type']!r} where a hello was due")
    if "dicecup" in answer:
        raise BadMessageError("dicecup's own hello again, not one of its own")
    if not speaks(answer):
        spoken = printable(repr(answer.get("protocol")))
        raise BadMessageError(f"a hello of protocol {spoken}; dicecup {__version__} speaks protocol {PROTOCOL}")
    given = answer.get("options", {})
    if not isinstance(given, dict) or not all(isinstance(value, bool) for value in given.values()):
        raise BadMessageError("options that are no object of true and false")
    return {name: given.get(name, True) for name in OPTIONS}

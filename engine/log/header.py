"""The first record of a logged game: whether it says all that is needed to play the game again."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import msgspec

from dicecup.engine.core.canonical import canonical, essential
from dicecup.engine.core.philox import MAX_GAME
from dicecup.engine.core.problems import printable
from dicecup.engine.definitions.definition import Definition, DefinitionError, from_header
from dicecup.engine.games.base import LETTERS
from dicecup.engine.games.options import later_keys
from dicecup.engine.log.log import Line
from dicecup.engine.log.verdict import Untrue
from dicecup.engine.log.versions import unreadable
from dicecup.engine.match.dice_source import MANUAL, MANUAL_PEOPLE, SCRIPTED, SEEDED
from dicecup.engine.match.header import HEADER_FIELDS, OPTIONAL_FIELDS
from dicecup.engine.match.match import Record

LONGEST = 64  # characters of a digest


def readable(line: Line) -> Record:
    """The record of a line; Untrue where there is none, or where a name stands twice in it and readers would differ."""
    if line.record is None:
        raise Untrue(line, line.kind, line.problem)
    if line.text and msgspec.json.encode(line.record) != line.text and (name := repeated(line.text)):
        raise Untrue(line, "unreadable record", f"{name[:40]!r} stands twice in one object of the record")
    return line.record


def repeated(text: bytes) -> str:
    """A name that stands twice in one object of a JSON text that msgspec has read, else empty."""
    found: list[str] = []

    def look(pairs: list[tuple[str, Any]]) -> None:
        names = [name for name, _ in pairs]
        found.extend(name for name in names if names.count(name) > 1)

    json.loads(text, object_pairs_hook=look)
    return found[0] if found else ""


def check_header(line: Line, head: Record) -> Definition:
    """The definition of a header that can be played; Untrue with the place of what is wrong else."""
    if head.get("type") != "game":
        raise Untrue(line, "merged", "a game begins with a header (type game); this record has none before it")
    if (why := unreadable(head)) is not None:
        raise Untrue(line, why.kind, why.message, expected=why.expected)
    for name, kind in HEADER_FIELDS.items():
        if name not in head:
            raise Untrue(line, "altered", f"the header has no {name}", expected={name: kind.__name__})
    for name, value in essential(head).items():
        wanted = HEADER_FIELDS.get(name) or OPTIONAL_FIELDS.get(name)
        if wanted is None:
            raise Untrue(line, "altered", f"the header has an unknown field {name!r}; only _fields may be added")
        if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
            message = f"the header's {name} is no {wanted.__name__}"
            raise Untrue(line, "altered", message, expected={name: wanted.__name__})
    if head["dice"] not in (SEEDED, SCRIPTED, MANUAL, MANUAL_PEOPLE):
        raise Untrue(line, "altered", f"there is no source of dice {head['dice']!r}")
    if not 0 <= head["game"] <= MAX_GAME:
        raise Untrue(line, "altered", f"game {head['game']} is out of range")
    for letter, seat in zip(LETTERS, head["seats"], strict=False):
        texts = isinstance(seat, dict) and all(isinstance(seat.get(key), str) for key in ("seat", "name", "agent"))
        if not texts or set(seat) != {"seat", "name", "agent"} or seat["seat"] != letter:
            message = f"the header's seats are not A, B, ... with seat, name and agent each (see {letter})"
            raise Untrue(line, "altered", message, expected={"seat": letter})
    if len(head["seats"]) > len(LETTERS):
        raise Untrue(line, "altered", f"the header has {len(head['seats'])} seats; ten is the most")
    try:
        definition = _definition(canonical(head["definition"]))
    except DefinitionError as error:
        raise Untrue(line, "made under other rules", f"definition: {error}", rule="definition") from None
    for name, value in (("digest", definition.digest), ("name", definition.name)):
        if head[name] != value:
            message = f"the header says {name} {printable(head[name], LONGEST)}; the definition in it has {value}"
            expected = {"digest": definition.digest, "name": definition.name}
            raise Untrue(line, "made under other rules", message, rule="digest", expected=expected)
    _check_later(line, head, definition)
    return definition


def _check_later(line: Line, head: Record, definition: Definition) -> None:
    """Untrue unless keys that came later stand in the header just where they are used, and `needs` says so."""
    needs = definition.needs if definition.needs > 1 else None
    if head.get("needs") != needs:
        message = f"needs is {head.get('needs', 'missing')}; the definition in the header gives {needs or 'none'}"
        raise Untrue(line, "altered", message, rule="needs", expected={"needs": needs or "none"})
    if not later_keys(type(definition.rules)):
        return
    rules = definition.logged()["rules"]
    if canonical(head["definition"]["rules"]) != canonical(rules):
        message = "a key that came later stands in a header only where it does not have its default"
        raise Untrue(line, "altered", message, rule="definition", expected={"rules": rules})


@lru_cache(maxsize=64)
def _definition(text: bytes) -> Definition:
    """A definition from its canonical JSON: the games of a file mostly share one."""
    return from_header(msgspec.json.decode(text))

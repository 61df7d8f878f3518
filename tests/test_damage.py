"""Good logs, damaged in every way that could be thought of: what changes their meaning is reported, at the right line.

The meaning of a log is read here by another parser: the records of its lines, remarks left out. The line that is reported is never
before the first line that differs (the line before it, where lines are missing), and the fast way of verifying never judges
otherwise than the record by record one.
"""

from __future__ import annotations

import io
import json
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.cli.base.errors import code_of_verdict
from dicecup.engine import load
from dicecup.engine.core.canonical import Check
from dicecup.engine.log.log import dump, read_games
from dicecup.engine.playtest.plan import Plan, open_game
from dicecup.engine.replay.verify import Verdict, judge, verify

GAMES = 3
NUMBERS = [0, 1, -1, 2**63, -(2**63), 10**30, 1.0, 1.5]
TEXTS = ["", "A", "0", "\0", "3x4", "liar", "é", "x" * 5000]
STRANGE = [*NUMBERS, *TEXTS, True, False, None, [], [1], ["A"], {}, {"A": 1}, [[[[]]]], {"a": {"b": {"c": []}}}]


@cache
def good(variant: str) -> tuple[bytes, ...]:
    """The lines of a log of three short games."""
    plan = Plan(
        load(variant, ["dice_per_player=2"] if variant == "liars-dice" else []), ("basic", "random"), GAMES, "5"
    )
    matches = [open_game(plan, number) for number in range(GAMES)]
    return tuple(dump(record) for match in matches for record in (match.header, *match.events))


def meaning(text: bytes) -> list[Any] | None:
    """The records of a text as Python's own parser reads them, remarks left out; None where it cannot."""
    try:
        lines = text.removeprefix(b"\xef\xbb\xbf").decode().split("\n")
        found = [json.loads(line, object_pairs_hook=_object) for line in lines if line.strip()]
    except (ValueError, RecursionError):
        return None
    return [
        [pair for pair in record if not pair[0].startswith("_")] if _is_object(record) else record for record in found
    ]


def _object(pairs: list[tuple[str, Any]]) -> list[Any]:
    """An object in which nothing is lost: its sorted pairs, each value beside its type."""
    return sorted(([name, type(value).__name__, value] for name, value in pairs), key=repr)


def _is_object(record: Any) -> bool:
    return isinstance(record, list) and all(isinstance(pair, list) and len(pair) == 3 for pair in record)


def check(variant: str, damaged: list[bytes]) -> list[Verdict]:
    """The verdicts on a damaged log, held to what must be so of any."""
    lines, text = list(good(variant)), b"".join(damaged)
    found = list(verify(io.BytesIO(text)))
    assert found == [judge(game) for game in read_games(io.BytesIO(text))]
    bad = [verdict for verdict in found if not verdict.ok]
    assert all(verdict.message and verdict.kind and code_of_verdict(verdict) in (1, 4) for verdict in bad)
    if meaning(text) == meaning(b"".join(lines)):
        assert not bad, bad
        return found
    if not bad:
        assert whole_games(variant, text), "damage that changes meaning was called fine"
        return found
    first = next(
        (i for i, (a, b) in enumerate(zip(damaged, lines, strict=False)) if a != b), min(len(damaged), len(lines))
    )
    assert bad[0].line >= first, (bad[0], first + 1)
    return found


def whole_games(variant: str, text: bytes) -> bool:
    """Whether a text is nothing but games of the good log, whole, in any order and number."""
    lines = meaning(text)
    starts = [i for i, line in enumerate(good(variant)) if b'"definition"' in line] + [len(good(variant))]
    games = [meaning(b"".join(good(variant)[a:b])) for a, b in pairwise(starts)]
    while lines:
        game = next((game for game in games if game and lines[: len(game)] == game), None)
        if game is None:
            return False
        lines = lines[len(game) :]
    return lines is not None


VARIANTS = st.sampled_from(["liars-dice", "poker-dice"])


@pytest.mark.fuzz
@given(VARIANTS, st.data())
def test_bytes_changed(variant: str, data: st.DataObject) -> None:
    """Flipped, put in and taken out, NULs among them."""
    text = bytearray(b"".join(good(variant)))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        new = data.draw(st.one_of(st.just(b""), st.just(b"\0"), st.binary(min_size=1, max_size=3)))
        text[at : at + data.draw(st.integers(0, 2))] = new
    check(variant, bytes(text).splitlines(keepends=True))


@pytest.mark.fuzz
@given(VARIANTS, st.data())
def test_lines_cut_doubled_swapped_moved_and_joined(variant: str, data: st.DataObject) -> None:
    lines = list(good(variant))
    at = st.integers(0, len(lines) - 1)
    i, j = data.draw(at), data.draw(at)
    how = data.draw(st.sampled_from(["out", "range", "twice", "swap", "move", "join", "tear", "blank"]))
    if how == "out":
        del lines[i]
    elif how == "range":
        del lines[min(i, j) : max(i, j) + 1]
    elif how == "twice":
        lines.insert(j, lines[i])
    elif how == "swap":
        lines[i], lines[j] = lines[j], lines[i]
    elif how == "move":
        lines.insert(j, lines.pop(i))
    elif how == "join":
        lines[i] = lines[i].rstrip(b"\n")
    elif how == "tear":
        lines[i] = lines[i][: data.draw(st.integers(0, len(lines[i])))]
    else:
        lines.insert(i, b" \r\n")
    check(variant, b"".join(lines).splitlines(keepends=True))


@pytest.mark.fuzz
@given(VARIANTS, st.data())
def test_games_interleaved(variant: str, data: st.DataObject) -> None:
    lines = good(variant)
    half = next(i for i, line in enumerate(lines) if i and b'"definition"' in line)
    one, two = list(lines[:half]), list(lines[half:])
    mixed: list[bytes] = []
    while one or two:
        some = one if one and (not two or data.draw(st.booleans())) else two
        count = data.draw(st.integers(1, 40))
        mixed += some[:count]
        del some[:count]
    check(variant, mixed)


@pytest.mark.fuzz
@given(VARIANTS, st.data())
def test_fields_removed_renamed_doubled_and_replaced(variant: str, data: st.DataObject) -> None:
    lines = list(good(variant))
    i = data.draw(st.integers(0, len(lines) - 1))
    record = json.loads(lines[i])
    within: Any = record
    while True:
        keys = list(within) if isinstance(within, dict) else list(range(len(within)))
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        if isinstance(within[key], dict | list) and within[key] and data.draw(st.booleans()):
            within = within[key]
            continue
        how = data.draw(st.sampled_from(["out", "rename", "value", "value", "text"]))
        if how == "out":
            del within[key]
        elif how == "rename" and isinstance(within, dict):
            within[data.draw(st.text(max_size=4))] = within.pop(key)
        elif how == "text":
            within[key] = data.draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=8))
        else:
            within[key] = data.draw(st.sampled_from(STRANGE))
        break
    lines[i] = json.dumps(record, ensure_ascii=False).encode() + b"\n"
    check(variant, lines)


@pytest.mark.parametrize("variant", ["liars-dice", "poker-dice"])
@pytest.mark.parametrize("extra", [b'"round":1', b'"type":"move"', b'"n":5', b'"round":{"a":1,"a":1}'])
def test_a_name_that_stands_twice_is_reported_at_its_line(variant: str, extra: bytes) -> None:
    lines = list(good(variant))
    lines[5] = lines[5].replace(b"{", b"{" + extra + b",", 1)
    if b'"a"' in extra:
        lines[5] = lines[5].replace(b'"round":1,"', b'"', 1) if lines[5].count(b'"round":1') > 0 else lines[5]
    bad = check(variant, lines)[0]
    assert (bad.ok, bad.line) == (False, 6)


@pytest.mark.parametrize("at", [0, 1, 5, -1])
@pytest.mark.parametrize("value", [b"[" * 100_000, b"[" * 900 + b"]" * 900, b"9" * 400, b"9" * 5000, b"1e400", b"NaN"])
def test_deep_nesting_and_huge_numbers_in_any_record(at: int, value: bytes) -> None:
    lines = list(good("liars-dice"))
    for name in (b'"round":', b'"_x":'):
        damaged = list(lines)
        damaged[at] = damaged[at].replace(b"{", b"{" + name + value + b",", 1)
        verdicts = list(verify(io.BytesIO(b"".join(damaged))))
        judged = [judge(game) for game in read_games(io.BytesIO(b"".join(damaged)))]
        assert verdicts == judged
        if name == b'"round":':
            assert not all(verdict.ok for verdict in verdicts)


@pytest.mark.fuzz
@given(VARIANTS, st.data())
def test_a_new_check_hides_no_change_but_of_what_nothing_else_proves(variant: str, data: st.DataObject) -> None:
    """Who alters an event and makes the check fit again is found by the rules or the dice."""
    lines = list(good(variant))
    end = next(i for i, line in enumerate(lines) if b'"check"' in line)
    kinds = (b'"type":"roll"', b'"type":"reveal"', b'"type":"lose"', b'"type":"round"', b'"type":"hand"')
    at = data.draw(st.sampled_from([i for i in range(1, end) if any(kind in lines[i] for kind in kinds)]))
    record = json.loads(lines[at])
    name = data.draw(st.sampled_from([name for name in record if name not in ("n", "type")]))
    record[name] = data.draw(st.sampled_from(STRANGE))
    lines[at] = dump(record)
    running = Check()
    for line in lines[:end]:
        running.add(json.loads(line))
    last = json.loads(lines[end])
    last["check"] = running.hex()
    lines[end] = dump(last)
    if b"".join(lines) != b"".join(good(variant)):
        bad = check(variant, lines)[0]
        assert (bad.ok, bad.line) == (False, at + 1)

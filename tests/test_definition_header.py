"""Definitions in the headers of logs: they come back whole, are read strictly, and their digest covers what has an effect on play."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import pytest
from definition_files import Write, error_of
from hypothesis import given
from hypothesis import strategies as st

from dicecup.cli.base.errors import sentences
from dicecup.engine.definitions.definition import DefinitionError, Problem, diff, from_header, load, names


@pytest.mark.parametrize("name", names())
def test_a_definition_comes_back_from_a_log_header(name: str) -> None:
    definition = load(name)
    header = json.loads(json.dumps(definition.resolved()))
    assert from_header(header) == definition
    assert hash(from_header(header)) == hash(definition)
    assert list(definition.resolved()) == ["dicecup", "name", "title", "family", "players", "rules", "about"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda h: h["rules"].pop("loss"),
            "rules.loss: the key is missing; a definition in a log holds every key",
        ),
        (lambda h: h["rules"].pop("palifico"), "rules.palifico.trigger: the key is missing; "),
        (
            lambda h: h["rules"].update(faces=6.0),
            "rules.faces: 6.0 is not allowed; allowed: an integer from 2 to 10",
        ),
        (
            lambda h: h["rules"].update(faces=True),
            "rules.faces: true is not allowed; allowed: an integer from 2 to 10",
        ),
        (lambda h: h["rules"].update(faces="6"), 'rules.faces: the text "6" is not allowed; '),
        (lambda h: h["rules"].update(wild_face=None), "rules.wild_face: null is no value here; "),
        (lambda h: h["rules"].update(fcaes=6), "rules.fcaes: unknown key fcaes (did you mean faces?)"),
        (
            lambda h: h.update(rules=[]),
            "rules: an empty list is not allowed; allowed: a mapping of keys to values",
        ),
        (
            lambda h: h.update(extends="perudo"),
            "extends: a definition in a log stands alone; take the key out",
        ),
        (lambda h: h.update(family="fish"), "family: fish is not allowed; allowed: one of liars, poker"),
        (lambda h: h.update(dicecup=2), "dicecup: format version 2 is unknown; this dicecup reads version 1"),
        (lambda h: h.pop("dicecup"), "dicecup: the format version is missing; "),
        (lambda h: h.pop("title"), "title: the key is missing; a definition in a log holds every key"),
        (lambda h: h["rules"].update(rounds="single"), "rules.rounds: rounds single needs loss elimination"),
        (lambda h: h["players"].update(min=4), "players.min: players.min 4 is above players.max 3"),
    ],
)
def test_a_header_is_checked_strictly(change: Callable[[dict[str, Any]], Any], said: str) -> None:
    header = load("liars-dice").resolved()
    change(header)
    with pytest.raises(DefinitionError) as caught:
        from_header(header)
    texts = [str(problem) for problem in caught.value.problems]
    assert texts[0].replace('the text "fish"', "fish").startswith(said)


def test_the_digest_covers_what_has_an_effect_on_play(write: Write) -> None:
    plain = load("perudo")
    text = "title: other\nabout: {summary: other}\nrules: {wild_face: 1, faces: 6}\nplayers: {max: 6}\n"
    same = load(write(text, head="dicecup: 1\nextends: perudo\n"))
    assert same.digest == plain.digest
    assert diff(plain, same) == []
    assert load("perudo", ["players.max=5"]).digest != plain.digest
    assert len(plain.digest) == 64
    assert len({load(name).digest for name in names()}) == len(names())


def test_the_digest_is_blake2b_over_canonical_json() -> None:
    resolved = load("bluff").resolved()
    canonical = json.dumps(
        {k: resolved[k] for k in ("family", "players", "rules")}, sort_keys=True, separators=(",", ":")
    )
    assert load("bluff").digest == blake2b(canonical.encode(), digest_size=32).hexdigest()


def test_a_problem_without_a_place() -> None:
    problem = Problem("", 0, 0, "rules.faces", "no")
    assert str(problem) == "rules.faces: no"
    (record,) = sentences(DefinitionError([problem]))
    assert record == {
        "type": "error",
        "dicecup": 1,
        "code": 3,
        "message": "no",
        "path": "rules.faces",
    }


@pytest.mark.fuzz
@given(
    st.sampled_from(["dicecup", "name", "title", "family", "players", "rules", "about"]),
    st.none() | st.floats() | st.text() | st.integers() | st.lists(st.none()) | st.dictionaries(st.text(), st.none()),
)
def test_headers_raise_nothing_but_their_own_error(path: str, value: Any) -> None:
    header = load("perudo").resolved()
    header[path] = value
    error = error_of(DefinitionError, from_header, header)
    assert error is None or error.problems

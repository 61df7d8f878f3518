"""What is made from the declarations: the JSON Schema that editors use, and the file that a new variant begins with."""

from __future__ import annotations

import re

import jsonschema
import pytest
from definition_files import Write, problems

from dicecup.engine.definitions.definition import load, names, variant_path
from dicecup.engine.definitions.json_schema import schema
from dicecup.engine.definitions.nodes import read, value_of
from dicecup.engine.definitions.template import new
from dicecup.engine.games import registry
from dicecup.engine.games.options import keys


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(schema())
    return jsonschema.Draft202012Validator(schema())


@pytest.mark.parametrize("name", names())
def test_the_schema_accepts_the_shipped_files(validator: jsonschema.Draft202012Validator, name: str) -> None:
    root = read(variant_path(name).read_bytes(), name).root
    assert root is not None
    validator.validate(value_of(root))


@pytest.mark.parametrize(
    "text",
    [
        "family: liars",
        "dicecup: 1",
        "{dicecup: 2, family: liars}",
        "{dicecup: 1, family: fish}",
        "{dicecup: 1, family: liars, rules: {faces: 11}}",
        "{dicecup: 1, family: liars, rules: {facs: 6}}",
        "{dicecup: 1, extends: perudo, rules: {palifico: true}}",
        "{dicecup: 1, extends: perudo, rules: {palifico: {onc: true}}}",
        "{dicecup: 1, extends: [perudo, 5]}",
        "{dicecup: 1, extends: []}",
        "{dicecup: 1, family: liars, players: {min: 1}}",
        "{dicecup: 1, family: liars, faces: 6}",
        "{dicecup: 1, family: liars, about: {sumary: x}}",
        "[]",
    ],
)
def test_the_schema_refuses_what_the_loader_refuses(
    validator: jsonschema.Draft202012Validator, write: Write, text: str
) -> None:
    root = read(text, "x").root
    assert root is not None
    assert not validator.is_valid(value_of(root))
    assert problems(write(text, head=""))


@pytest.mark.parametrize("family", registry.SHIPPED)
def test_the_schema_tells_defaults_and_meanings(family: str) -> None:
    declared = registry.family(family).options
    options = schema()["$defs"][declared.__name__]["properties"]
    for key_ in keys(declared):
        if "." not in key_.path:
            if not isinstance(key_.default, list):  # a list is made anew for each definition, and msgspec tells none
                assert options[key_.path]["default"] == key_.default
            assert options[key_.path]["description"] == key_.meaning


@pytest.mark.parametrize("base", [*names(), "./b.yaml"])
def test_a_new_file_plays_as_its_base_with_and_without_its_comments(write: Write, base: str) -> None:
    write("rules: {face_names: [A, B, C, D, E, '*']}", "b.yaml")
    text = new("my-game", base)
    assert load(write(text, "my-game.yaml", head="")).digest == load(base).digest
    lines = [
        line.replace("#", "", 1) if line.lstrip().startswith("#") and "# " not in line[:8] else line
        for line in text.split("\n")
    ]
    definition = load(write("\n".join(lines), "my-game.yaml", head=""))
    assert definition.digest == load(base).digest
    given_here = {path for path, place in definition.origin.items() if place.startswith("my-game.yaml")}
    of_family = keys(registry.family(definition.family).options)
    assert given_here >= {f"rules.{key.path}" for key in of_family} | {"players.min", "title", "about.summary"}
    assert max(map(len, text.split("\n"))) <= 110


@pytest.mark.parametrize("base", ["perudo", "red-dead", "stack", "dead-mans-dice"])
def test_each_key_of_a_new_file_can_be_set_free_alone(write: Write, base: str) -> None:
    lines = new("my-game", base).split("\n")
    keyed = [i for i, line in enumerate(lines) if re.match(r" *#[a-z_]+:", line)]
    assert len(keyed) > 10
    for i in keyed:
        free = [*lines[:i], lines[i].replace("#", "", 1), *lines[i + 1 :]]
        assert load(write("\n".join(free), "my-game.yaml", head="")).digest == load(base).digest, lines[i]


@pytest.mark.parametrize("name", ["", "A", "a b", "../a", "a--b", "a.yaml"])
def test_a_new_file_needs_a_plain_name(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be a variant's name"):
        new(name, "perudo")

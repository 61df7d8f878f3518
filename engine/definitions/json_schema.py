"""The JSON Schema of definition files, for editors: generated from the declarations that `load` validates by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec

from dicecup.engine.definitions.keys import Heading
from dicecup.engine.games.options import Options, Players
from dicecup.engine.games.registry import families, family

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """The schema of one file, each family's `rules:` under the condition that the file names the family.

    A file with `extends` may have the rules of any family. The schema knows one file at a time: what depends on a base, and
    the combinations that a family forbids, only `load` can tell.
    """
    options = {name: family(name).options for name in families()}
    references, parts = msgspec.json.schema_components((Heading, *options.values()), ref_template="#/$defs/{name}")
    words = {declared.__name__: f"Every key of `rules:` of the {name} family." for name, declared in options.items()}
    words |= {one.__name__: one.DESCRIPTION for one in _mappings(Heading, *options.values()) if one.DESCRIPTION}
    parts = {name: _described(part, words.get(name)) for name, part in parts.items()}
    heading = parts.pop("Heading")
    properties = {name: dict(part) for name, part in heading["properties"].items()}
    for name in ("dicecup", "name", "title", "extends", "family"):
        properties[name].pop("default")
    properties["family"] = {"description": properties["family"]["description"], "enum": list(options)}
    properties["about"] = _or_empty([properties["about"]])
    properties["players"] = _or_empty([properties["players"]])
    properties["rules"] = {
        "description": "The keys of the game's family that differ from the base, or from their defaults."
    }
    rules = dict(zip(options, references[1:], strict=True))
    cases = [{"if": _has_family(name), "then": {"properties": {"rules": _or_empty([rules[name]])}}} for name in options]
    any_family = {"properties": {"rules": _or_empty(list(rules.values()))}}
    return {
        "$schema": DIALECT,
        "title": "A game or variant of dicecup",
        "type": "object",
        "properties": properties,
        "required": ["dicecup"],
        "additionalProperties": False,
        "anyOf": [{"required": ["family"]}, {"required": ["extends"]}],
        "allOf": [*cases, {"if": {"not": {"required": ["family"]}}, "then": any_family}],
        "$defs": parts,
    }


def _mappings(*options: type[Options | Players]) -> Iterator[type[Options | Players]]:
    """The mappings below these, at any depth."""
    for declared in options:
        for annotation in get_type_hints(declared).values():
            if isinstance(annotation, type) and issubclass(annotation, Options | Players):
                yield from (annotation, *_mappings(annotation))


def _described(part: dict[str, Any], words: str | None) -> dict[str, Any]:
    """A mapping with these words about it in place of its docstring, which may be gone."""
    rest = {key: value for key, value in part.items() if key not in ("title", "description")}
    return dict(part) if words is None else {"title": part["title"], "description": words, **rest}


def _or_empty(references: list[Any]) -> dict[str, Any]:
    """One of these mappings, or the key with nothing below it."""
    return {"anyOf": [*references, {"type": "null"}]}


def _has_family(name: str) -> dict[str, Any]:
    return {"properties": {"family": {"const": name}}, "required": ["family"]}

"""The JSON Schema of definition files, for editors: generated from the declarations that `load` validates by."""

from __future__ import annotations

from typing import Any

import msgspec

from dicecup.engine.definitions.keys import Heading
from dicecup.engine.games.registry import families, family

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """The schema of one file, each family's `rules:` under the condition that the file names the family.

    A file with `extends` may have the rules of any family. The schema knows one file at a time: what depends on a base, and
    the combinations that a family forbids, only `load` can tell.
    """
    options = {name: family(name).options for name in families()}
    references, parts = msgspec.json.schema_components((Heading, *options.values()), ref_template="#/$defs/{name}")
    parts = {name: dict(part) for name, part in parts.items()}
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


def _or_empty(references: list[Any]) -> dict[str, Any]:
    """One of these mappings, or the key with nothing below it."""
    return {"anyOf": [*references, {"type": "null"}]}


def _has_family(name: str) -> dict[str, Any]:
    return {"properties": {"family": {"const": name}}, "required": ["family"]}

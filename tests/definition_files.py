"""Definitions that a test writes for itself: how its files come to be, and what is said of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest

from dicecup.cli.base.wording import COMMAND_LINE
from dicecup.engine.definitions.definition import DefinitionError, load
from dicecup.engine.games.options import keys
from dicecup.engine.games.registry import family

Write = Callable[..., str]  # the fixture `write`

# What made-up files and settings are put together of.
PATHS = [key.path for key in keys(family("liars").options)]
PIECES = [
    *PATHS, "dicecup: 1\n", "extends: liars-dice\n", "family: liars\n", "rules:\n", "  ", "players", ": ", "{", "}", "[", "]",
    "\n", ",", "true", "none", "5", "-1", "5.0", "~", "*", "&", '"', "'", "\t", "about", "summary", "extends: ./x.yaml\n", ".",
]  # fmt: skip


def problems(name: str) -> list[str]:
    """What is wrong with a file, as the command line says it."""
    with pytest.raises(DefinitionError) as caught:
        load(name)
    assert str(caught.value).split("\n") == [str(problem) for problem in caught.value.problems]
    return COMMAND_LINE.sentence(caught.value).split("\n")


Error = TypeVar("Error", bound=Exception)


def error_of(kind: type[Error], call: Callable[..., object], *arguments: object) -> Error | None:
    """The error of that kind that a call raises, if it does; any other goes through."""
    try:
        call(*arguments)
    except kind as error:
        return error
    return None


def flattened(rules: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Rules by their paths."""
    for name, value in rules.items():
        if isinstance(value, dict):
            yield from flattened(value, f"{name}.")
        else:
            yield prefix + name, value

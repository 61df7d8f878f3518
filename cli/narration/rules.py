"""The effective rules of a definition in words, as `rules` tells them wherever it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicecup.cli.base.output import room
from dicecup.cli.base.text import columns

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition


def rules_of(definition: Definition) -> list[tuple[str, str]]:
    """The effective rules: (rule id, sentence) each, in the order in which they are read."""
    from dicecup.engine.games.registry import family

    return list(family(definition.family).explain(definition.rules, definition.players))


def rules_lines(definition: Definition) -> list[str]:
    """The rules as lines at most as wide as the terminal."""
    return list(columns([(f"  {rule}", text) for rule, text in rules_of(definition)], room()))

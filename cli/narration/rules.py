"""The effective rules of a definition in words, as `rules` tells them wherever it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicecup.cli.base.page import Page

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition


def rules_of(definition: Definition) -> list[tuple[str, str]]:
    """The effective rules: (rule id, sentence) each, in the order in which they are read."""
    from dicecup.engine.games.registry import family

    return list(family(definition.family).explain(definition.rules, definition.players))


def rules_lines(definition: Definition, page: Page) -> list[str]:
    """The rules as lines."""
    return list(page.rows([(f"  {rule}", text) for rule, text in rules_of(definition)]))

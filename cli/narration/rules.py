"""The effective rules of a definition in words, as `rules` tells them wherever it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicecup.cli.base.page import Page
from dicecup.cli.base.text import listed

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition


def heading(definition: Definition) -> tuple[str, list[str]]:
    """What stands above the rules, nothing of which may contradict them: the title, and sentences.

    A base's title and names are of the base's rules, and settings change those of a title; so both are said with it.
    """
    from dicecup.engine.definitions.value_types import word

    title, own, about = definition.title, definition.own, definition.about
    if "title" not in own and title != definition.name:
        title = f"{definition.name}, a variant of {title}"
    said = []
    if settings := definition.overridden():
        said.append(f"Played with {listed([f'{key}={word(value)}' for key, value in settings.items()])}.")
    if summary := about.get("summary"):
        said.append(summary)
    if "about.also_called" in own and about["also_called"] and not settings:
        said.append(f"Also called {', '.join(about['also_called'])}.")
    return title, said


def rules_of(definition: Definition) -> list[tuple[str, str]]:
    """The effective rules: (rule id, sentence) each, in the order in which they are read."""
    from dicecup.engine.games.registry import family

    return list(family(definition.family).explain(definition.rules, definition.players))


def rules_lines(definition: Definition, page: Page) -> list[str]:
    """The rules as lines."""
    return list(page.rows([(f"  {rule}", text) for rule, text in rules_of(definition)]))

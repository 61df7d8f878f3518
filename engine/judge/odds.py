"""Exact chances, asked of a definition: its family answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dicecup.engine.games.registry import family
from dicecup.engine.match.match import rules_of

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition


def odds(definition: Definition, **question: Any) -> Any:
    """The answer of the definition's family to a question in its own words: see `odds` of its folder.

    ValueError with a sentence for a question that cannot be asked, and where the family knows no odds.
    """
    answer = family(definition.family).odds
    if answer is None:
        raise ValueError(f"no odds are known for {definition.name}")
    return answer(definition.rules, rules_of(definition), **question)

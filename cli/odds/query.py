"""What `dicecup odds` can be asked of a family: its options, who answers, and what an answer is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dicecup.cli.base.page import Page
from dicecup.cli.base.text import wrap

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition
    from dicecup.engine.match.match import Match

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclass(frozen=True)
class Answer:
    """An answer: for programs `record`; for people `head`, and what `table` makes of choices on a page."""

    record: dict[str, Any]
    head: Sequence[str]
    choices: Sequence[Any]
    table: Callable[[Sequence[Any], Page], list[str]]

    def lines(self, shown: int, page: Page) -> list[str]:
        """The answer for people, with so many choices."""
        head = [line for text in self.head for line in wrap(text, page.cells, 4)]
        choices = self.choices[:shown]
        table = (line for told in self.table(choices, page) for line in wrap(told, page.cells, 6))
        return [*head, *([""] if choices else []), *table]

    def whole(self, definition: Definition) -> dict[str, Any]:
        """The answer for programs."""
        return {
            "dicecup": 1,
            "type": "odds",
            "name": definition.name,
            "family": definition.family,
            "digest": definition.digest,
            **self.record,
        }


@dataclass(frozen=True)
class OddsQuery:
    """What one family can be asked. `game` is how its games are called. `names` are the options as the function gets
    them, each None or False where not given.

    `here` asks it of a seat at a table: the hand and the options that `ask` takes, made of what the seat may see.
    Failure where there is nothing to ask. `values` are what an option may be, by its name, where that is few.
    """

    game: str
    about: str  # what is answered, as a sentence
    examples: Sequence[tuple[str, str]]
    dice: str  # an example
    names: Sequence[str]
    options: Sequence[Decorator]
    ask: Callable[[Definition, str, Mapping[str, Any]], Answer]
    here: Callable[[Match, str], tuple[str, dict[str, Any]]]
    what: str  # what a choice is called
    shown: int  # how many choices are shown unless all are asked for
    values: Mapping[str, Callable[[Definition], Iterable[object]]] = field(default_factory=dict)


def name_of(name: str) -> str:
    """An option as it is typed."""
    return f"--{name.replace('_', '-')}"

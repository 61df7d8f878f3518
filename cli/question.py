"""What `dicecup odds` can be asked of a family: its options, who answers, and what an answer is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicecup.engine.definition import Definition

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclass(frozen=True)
class Answer:
    """An answer: for programs `record`; for people `head`, and the lines that `table` makes of choices in so much room."""

    record: dict[str, Any]
    head: Sequence[str]
    choices: Sequence[Any]
    table: Callable[[Sequence[Any], int], list[str]]


@dataclass(frozen=True)
class Question:
    """The question of one family. `names` are the options as the function gets them, each None or False where not given."""

    family: str
    game: str
    examples: Sequence[tuple[str, str]]
    dice: str  # an example
    names: Sequence[str]
    options: Sequence[Decorator]
    ask: Callable[[Definition, str, Mapping[str, Any]], Answer]
    what: str  # what a choice is called
    shown: int  # how many choices are shown unless all are asked for


def name_of(name: str) -> str:
    """An option as it is typed."""
    return f"--{name.replace('_', '-')}"

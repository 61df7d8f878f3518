"""What a command of the console is, and which there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dicecup.engine.problem import guess

if TYPE_CHECKING:
    from dicecup.cli.console.desk import Desk


@dataclass(frozen=True)
class Command:
    """A command: what it is called and how it is used, what it does (called with the text after its name), and where help lists it."""

    name: str
    usage: str
    summary: str
    run: Callable[[Desk, str], None]
    group: str
    details: str = ""
    also: tuple[str, ...] = ()


def commands() -> Mapping[str, Command]:
    """Every command by each of its names."""
    from dicecup.cli.console.commands import NAMES

    return NAMES


def meant(word: str) -> str:
    """The command that a word is nearly, in brackets."""
    near = guess(word.lower(), list(commands()))
    return f" (did you mean {near}?)" if near else ""

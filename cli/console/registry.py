"""What a command of the console is, and which there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dicecup.engine.core.problems import guess

if TYPE_CHECKING:
    from dicecup.cli.console.session import Desk


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
    from dicecup.cli.console.commands.table import NAMES

    return NAMES


def meant(word: str) -> str:
    """The command that a word begins or is nearly, or the setting that it is, in brackets."""
    from dicecup.cli.settings.schema import SLOTS

    low = word.lower()
    near = f"set {low}" if low in SLOTS else _begun(low) or guess(low, list(commands()))
    return f" (did you mean {near}?)" if near else ""


def _begun(word: str) -> str | None:
    """The one command that a word of two letters or more begins."""
    found = {command.name for name, command in commands().items() if len(word) > 1 and name.startswith(word)}
    return found.pop() if len(found) == 1 else None

"""What a command of the console is, and how one is found by what was typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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


class Registry:
    """The commands of a session, in the order in which help lists them, group by group."""

    def __init__(self, groups: Sequence[str], commands: Sequence[Command]) -> None:
        self.groups = groups
        self._commands = commands
        self._by_name = {name: command for command in commands for name in (command.name, *command.also)}

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands)

    @property
    def names(self) -> Sequence[str]:
        """What commands are called, each by all of its names."""
        return list(self._by_name)

    def find(self, word: str) -> Command | None:
        """The command of that name, in small letters or capitals; None where there is none."""
        return self._by_name.get(word.lower())

    def meant(self, word: str) -> str:
        """The command that a word begins or is nearly, or the setting that it is, in brackets."""
        from dicecup.cli.settings.schema import SLOTS

        low = word.lower()
        near = f"set {low}" if low in SLOTS else self._begun(low) or guess(low, self.names)
        return f" (did you mean {near}?)" if near else ""

    def _begun(self, word: str) -> str | None:
        """The one command that a word of two letters or more begins."""
        found = {command.name for command in self if len(word) > 1 and command.name.startswith(word)}
        return found.pop() if len(found) == 1 else None

"""A command line up to the word that is being completed: the command, what it was given, and what that word is for.

click's own parser tells all of it, so that nothing is read here otherwise than when the command runs: a text that no word of a shell can
be takes the place of the word, and is looked for in what the parser makes of the line. No value is converted, and no callback is run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import click

from dicecup.cli.base.command import Command, Group
from dicecup.cli.base.parameters import Log, Variant

MARK = "\0"  # no word of a shell holds it


@dataclass(frozen=True)
class Candidate:
    """What a word may become. One that is `open` goes on: a folder, a key before its value, a file before the name in it."""

    text: str
    help: str = ""
    open: bool = False


@dataclass(frozen=True)
class Line:
    """A command with what it was given before the word: by the names of its parameters a text, a list of texts, or a flag.

    `target` is the parameter whose value the word is. In a group of commands it may instead be the name of one (`is_name`).
    """

    command: click.Command
    context: click.Context
    given: Mapping[str, Any]
    target: click.Parameter | None = None
    is_name: bool = False

    def texts(self, name: str) -> list[str]:
        """What was given for a parameter, each time that it was."""
        found = self.given.get(name, ())
        return [found] if isinstance(found, str) else list(found)

    def named(self, kind: type[click.ParamType[Any]]) -> str | None:
        """The first text that was given for a parameter of some kind."""
        found = (self.texts(str(param.name)) for param in self.parameters if isinstance(param.type, kind))
        return next((texts[0] for texts in found if texts), None)

    @property
    def parameters(self) -> list[click.Parameter]:
        """What the command can be given."""
        return self.command.get_params(self.context)

    @property
    def variant(self) -> str | None:
        """The variant that the command is about."""
        return self.named(Variant)

    @property
    def log(self) -> str | None:
        """The log that the command is about."""
        return self.named(Log)

    def with_text(self, param: click.Parameter, text: str) -> Line:
        """The same line with one more value."""
        name = str(param.name)
        return replace(self, given={**self.given, name: [*self.texts(name), text] if param.multiple else text})

    def takes(self, param: click.Parameter) -> bool:
        """Whether a parameter can be given, once more or at all, beside those that were."""
        again = param.multiple or param.nargs == -1 or param.name not in self.given
        return again and (not isinstance(self.command, Command) or self.command.fits(self.given, str(param.name)))


def line_of(root: click.Command, words: Sequence[str], *, dash: bool = False) -> Line | None:
    """The line of these words and one more, which begins with a dash or not; None where one of them is none that the command takes."""
    mark = f"-{MARK}" if dash else MARK
    command, parent, name, rest = root, None, root.name, [*words, mark]
    while True:
        context = command.context_class(
            command, parent=parent, info_name=name, resilient_parsing=True, **command.context_settings
        )
        if isinstance(command, Command):
            command.foresee([word for word in rest if word != mark])
        found, rest, _ = command.make_parser(context).parse_args(list(rest))
        given = {name: value for name, value in found.items() if _is_given(value)}
        line = Line(command, context, {name: kept for name, value in given.items() if (kept := _without(mark, value))})
        marked = [name for name, value in given.items() if _without(mark, value) != value]
        if marked:
            (target,) = (param for param in line.parameters if param.name in marked and _has_value(param))
            return replace(line, target=target)
        if mark not in rest:
            return None
        if not isinstance(command, click.Group):
            return line
        name, rest = rest[0], rest[1:]
        if name == mark:
            return replace(line, is_name=True)
        within = command.get_command(context, name)
        if within is None and isinstance(command, Group) and command.default:
            within, name, rest = command.get_command(context, command.default), command.default, [name, *rest]
        if within is None:
            return None
        command, parent = within, context


def _is_given(value: Any) -> bool:
    """Whether the parser gives something for a parameter: what is missing is of a kind of its own, or empty."""
    return isinstance(value, str | list) or value is True or (isinstance(value, tuple) and value != ())


def _without(mark: str, value: Any) -> Any:
    """A value without the mark: nothing where it is the mark alone."""
    if isinstance(value, list | tuple):
        return type(value)(text for text in value if text != mark)
    return "" if value == mark else value


def _has_value(param: click.Parameter) -> bool:
    return not (isinstance(param, click.Option) and (param.is_flag or param.count))

"""Commands as click has them, with what holds for each: help that begins with examples, the common options, lazy loading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

from dicecup import __version__
from dicecup.cli.base.errors import Failure
from dicecup.cli.base.output import Manners, put, room
from dicecup.cli.base.page import PAIR
from dicecup.engine.core.problems import DicecupError, guess

PROGRAM = "dicecup"  # as it is called in a shell
COMPLETE = "_DICECUP_COMPLETE"  # the variable by which a shell asks it for completions
EVERYWHERE = "Everywhere"
HELP = {"help_option_names": ["-h", "--help"], "auto_envvar_prefix": None}

LEAST_HELP, WIDEST_HELP = 40, 78  # cells: of two columns, and of any

Examples = Sequence[tuple[str, str]]  # a command line as typed, and what it does
Given = Mapping[str, Any]  # what a command was given, as texts, by the names of its parameters


def common_options() -> list[click.Option]:
    """The options that every command takes, and that may also stand before it."""
    return [
        _manner(("--json",), "json", "Print JSON: an object, or one a line.", is_flag=True),
        _manner(("-q", "--quiet"), "quiet", "Say less.", is_flag=True),
        _manner(
            ("--plain", "--accessible"),
            "plain",
            "Words and digits only: no redrawing, no columns, no colour.",
            is_flag=True,
        ),
        _manner(
            ("--color",),
            "color",
            "Colour: auto, always or never.",
            type=click.Choice(["auto", "always", "never"]),
            metavar="WHEN",
        ),
        _manner(("--no-color",), "color", "The same as --color never.", flag_value="never"),
        _manner(("--no-input",), "no_input", "Never ask; fail and name the option that would have told.", is_flag=True),
        click.Option(
            ("--version",),
            is_flag=True,
            is_eager=True,
            expose_value=False,
            help="Print the version.",
            callback=_print_version,
        ),
    ]


def _manner(names: tuple[str, ...], field: str, help_text: str, **more: Any) -> click.Option:
    def take(context: click.Context, option: click.Parameter, value: Any) -> None:
        if value:
            setattr(context.ensure_object(Manners), field, value)

    return click.Option(names, expose_value=False, is_eager=True, help=help_text, callback=take, **more)


def _print_version(context: click.Context, option: click.Parameter, value: bool) -> None:
    if value:
        put(f"dicecup {__version__}")
        context.exit()


def _print_help(context: click.Context, option: click.Parameter, value: bool) -> None:
    """Print help like any other data, in the manner that was asked for; settings that are wrong shall not keep it back."""
    if value and not context.resilient_parsing:
        with suppress(DicecupError, Failure):
            context.obj.settle()
        put(context.get_help())
        context.exit()


def _list(context: click.Context, formatter: click.HelpFormatter, rows: Sequence[tuple[str, str]]) -> None:
    """Names and what they mean: in two columns, or where nobody wants them or they have no room in a sentence each."""
    if formatter.width >= LEAST_HELP and not (context.obj is not None and context.obj.plain):
        formatter.write_dl(rows)
        return
    for name, what in rows:
        formatter.write_text(PAIR.format(name, " ".join(what.split())))


class _Told:
    """Help with the examples first, and the common options last and apart."""

    examples: Examples
    common: list[click.Option]

    def format_help(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        self.format_help_text(context, formatter)
        if self.examples:
            with formatter.section("Examples"):
                for line, purpose in self.examples:
                    formatter.write_text(f"# {purpose}")
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")
        formatter.write_paragraph()
        self.format_usage(context, formatter)  # type: ignore[attr-defined]
        self.format_options(context, formatter)  # type: ignore[attr-defined]

    def format_help_text(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        paragraphs = (self.help or "").split("\n\n")  # type: ignore[attr-defined]
        for paragraph in paragraphs:
            formatter.write_text(" ".join(paragraph.split()))
            if not (self.examples and paragraph is paragraphs[-1]):
                formatter.write_paragraph()

    def get_help(self, context: click.Context) -> str:
        context.terminal_width = min(WIDEST_HELP, room())
        return super().get_help(context)  # type: ignore[misc, no-any-return]

    def get_help_option(self, context: click.Context) -> click.Option | None:
        option = super().get_help_option(context)  # type: ignore[misc]
        if option is not None:
            option.callback = _print_help
        return option  # type: ignore[no-any-return]

    def _options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        own: list[tuple[str, str]] = []
        common: list[tuple[str, str]] = []
        for param in self.get_params(context):  # type: ignore[attr-defined]
            record = param.get_help_record(context)
            if record is not None and isinstance(param, click.Option):
                (common if param in self.common or "--help" in param.opts else own).append(record)
        if own:
            with formatter.section("Options"):
                _list(context, formatter, own)
        with formatter.section(EVERYWHERE):
            _list(context, formatter, common)


class Command(_Told, click.Command):
    """A command with examples. `fits` tells whether a parameter can be given beside what was."""

    def __init__(
        self,
        *args: Any,
        examples: Examples = (),
        fits: Callable[[Given, str], bool] = lambda given, name: True,
        **more: Any,
    ) -> None:
        super().__init__(*args, **{"context_settings": HELP, **more})
        self.examples = examples
        self.fits = fits
        self.common = common_options()
        self.params += self.common

    def foresee(self, args: Sequence[str]) -> None:
        """Look at what the command is given, before it is parsed, for what has to be known by then."""

    def values(self, given: Given, name: str) -> Iterable[str]:
        """What a parameter may be, where it is only this command that can tell, and they are few."""
        return ()

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        self.foresee(args)
        return super().parse_args(context, args)

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        self._options(context, formatter)

    def invoke(self, context: click.Context) -> Any:
        manners: Manners = context.obj
        manners.settle()
        return super().invoke(context)


class Group(_Told, click.Group):
    """A group of commands; those of `table` are imported when they are used: name -> (`module:attribute`, what it does).

    `default` is the command that is meant where the first word is none.
    """

    command_class = Command

    def __init__(
        self,
        *args: Any,
        table: Mapping[str, tuple[str, str]] | None = None,
        examples: Examples = (),
        default: str = "",
        **more: Any,
    ) -> None:
        super().__init__(*args, **{"context_settings": HELP, **more})
        self.table = table or {}
        self.default = default
        self.examples = examples
        self.common = common_options()
        self.params += self.common

    def list_commands(self, context: click.Context) -> list[str]:
        return [*self.table, *self.commands]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name in self.table and name not in self.commands:
            module, _, attribute = self.table[name][0].partition(":")
            command: click.Command = getattr(import_module(module), attribute)
            return command
        return self.commands.get(name)

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        command = self.get_command(context, name)
        if command is None and self.default and not name.startswith("-"):
            return super().resolve_command(context, [self.default, *args])
        if command is None and not context.resilient_parsing and not name.startswith("-"):
            near = guess(name, self.list_commands(context))
            hint = f" (did you mean {near}?)" if near else ""
            raise click.UsageError(f"there is no command {name!r}{hint}", context)
        return super().resolve_command(context, args)

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, self.short_help_of(name)) for name in self.list_commands(context)]
        with formatter.section("Commands"):
            _list(context, formatter, rows)
        self._options(context, formatter)

    def short_help_of(self, name: str) -> str:
        """What a command of the group does, in short."""
        if name in self.table:
            return self.table[name][1]
        command = self.commands[name]
        return command.short_help or (command.help or "").split("\n\n")[0].strip()


Function = Callable[..., Any]


def command(name: str, **about: Any) -> Callable[[Function], Command]:
    """A command of the table in `main`, from the function below it.

    Its `help` is said here: docstrings are gone where Python runs with -OO, or was frozen.
    """
    return click.command(name, cls=Command, **about)


def group(name: str, **about: Any) -> Callable[[Function], Group]:
    """A group of the table in `main`."""
    return click.group(name, cls=Group, **about)

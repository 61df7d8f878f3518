"""What commands take about games: a variant, settings, seats and bots, with completion that reads no YAML."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base.output import Manners
from dicecup.engine.definitions.shipped import names, shipped_names

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    Type = click.ParamType[str]
else:
    Type = click.ParamType

LETTERS = "ABCDEFGHIJ"
MAX_GAME = 2**48 - 1
# Who plays the games that come with dicecup, for completion, which must not wait for a family to load.
AGENTS = ("human", "random", "basic", "expert")


class Variant(Type):
    """A shipped variant's name, or the path of a YAML file."""

    name = "variant"

    def shell_complete(self, context: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        # Packages that bring variants are looked for only where nothing else fits: that takes longer than all the rest.
        return _items(shipped_names(), incomplete) or _items(names(), incomplete) or _files(incomplete)


class File(Type):
    """A file by its path; `-` is standard input or output."""

    name = "file"

    def shell_complete(self, context: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return _files(incomplete)


class Seated(Type):
    """`[LETTER=]AGENT`."""

    name = "seat"

    def shell_complete(self, context: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        letter, equals, agent = incomplete.rpartition("=")
        names = _agents(next(iter(context.args), None))  # an option without its value leaves all arguments unread
        return _items([f"{letter}{equals}{name}" for name in names], incomplete) or _files(agent)


class Bot(Type):
    """A bot: its name, `FILE.py:NAME` or `cmd:COMMAND`."""

    name = "bot"

    def shell_complete(self, context: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return _items([name for name in AGENTS if name != "human"], incomplete) or _files(incomplete)


class Letter(Type):
    """A seat: A to J, small letters too."""

    name = "seat"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> str:
        letter = str(value).strip().upper()
        if len(letter) == 1 and letter in LETTERS:
            return letter
        return self.fail(f"{value!r} is no seat; seats are letters from A to J", param, context)

    def shell_complete(self, context: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return _items(list(LETTERS[:6]), incomplete.upper())


class Whole(Type):
    """A whole number from `low` to `high`, in ASCII digits."""

    name = "number"

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> Any:
        if isinstance(value, int):
            return value
        if re.fullmatch("-?[0-9]{1,20}", str(value)) and self.low <= int(value) <= self.high:
            return int(value)
        return self.fail(f"{value!r} is no number from {self.low} to {self.high}", param, context)


def _items(words: Sequence[str], incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def _files(incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def _agents(variant: str | None) -> Sequence[str]:
    """Who may play a variant, as far as can be told: what comes from elsewhere may have other bots."""
    if variant is None or variant in shipped_names():
        return AGENTS
    from dicecup.engine.core.problems import DefinitionError, UnknownVariant
    from dicecup.engine.definitions.definition import load
    from dicecup.engine.games.registry import family

    try:
        return ["human", *family(load(variant).family).bot_names()]
    except (DefinitionError, UnknownVariant):
        return AGENTS


def variant_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """The VARIANT that most commands are about."""
    return click.argument("variant", type=Variant(), metavar="VARIANT")(function)


def seed_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--seed TEXT`, which may be left out."""
    return click.option(
        "--seed",
        metavar="TEXT",
        help="What all dice are made of; without it one is drawn and told. One that you choose can be guessed.",
    )(function)


def work_options(same: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--jobs J` and `--mode MODE`: how the work is done. What `same` names does not depend on it."""
    jobs = click.option(
        "--jobs",
        type=Whole(1, 256),
        metavar="J",
        help="Work in so many threads or processes; if not given, in as many as there are cores to use, where that is sooner.",
    )
    mode = click.option(
        "--mode",
        type=click.Choice(["auto", "plain", "compiled"]),
        default="auto",
        metavar="MODE",
        help=f"auto (whichever is done sooner), plain, or compiled (which needs the extra `fast`); the {same} are the same.",
    )
    return lambda function: jobs(mode(function))


def bot_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--time-limit` and `--verbose`: how long programs may think, and whether what they say is shown."""
    limit = click.option(
        "--time-limit",
        "time_limit",
        type=Whole(1, 86_400),
        metavar="SECONDS",
        expose_value=False,
        callback=_asked_of_bots,
        help="How long a bot that is a program may think about a decision; 10 if not given.",
    )
    talk = click.option(
        "-v",
        "--verbose",
        "talk",
        is_flag=True,
        expose_value=False,
        callback=_asked_of_bots,
        help="Show what bots say beside their moves.",
    )
    return limit(talk(function))


def info_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--info`, as `keep_info`."""
    return click.option(
        "--info", "keep_info", is_flag=True, help="Keep what bots say beside their moves in the log, as `_info`."
    )(function)


def _asked_of_bots(context: click.Context, param: click.Parameter, value: Any) -> None:
    if value:
        setattr(context.ensure_object(Manners), str(param.name), value)


def setting_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--set KEY=VALUE`."""
    return click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="KEY=VALUE",
        help="Change a rule for this run, such as dice_per_player=3; may be repeated.",
    )(function)


def seat_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--seat` and `--seats`, the line-up."""
    seats = click.option("--seats", type=Whole(2, 10), metavar="N", help="Number of seats.")
    seat = click.option(
        "--seat",
        "seats_given",
        type=Seated(),
        multiple=True,
        metavar="[LETTER=]AGENT",
        help="Who plays: human, a bot's name, FILE.py:NAME, or cmd:COMMAND. Without a letter the next free seat; may be repeated.",
    )
    return seat(seats(function))


def viewer_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--as SEAT`, as `viewer`: whoever a command shows something to."""
    return click.option(
        "--as",
        "viewer",
        type=Letter(),
        metavar="SEAT",
        callback=_cleared,
        help="Show only what that seat may see; nobody sees the seed.",
    )(function)


def _cleared(context: click.Context, param: click.Parameter, asked: str | None) -> str | None:
    """The seat that is named, or the one through whose eyes the session looks that runs the command."""
    return asked if context.resilient_parsing else context.ensure_object(Manners).clearance.viewer(asked)

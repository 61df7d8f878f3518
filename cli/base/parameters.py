"""What commands take about games: variants, settings, seats, logs and other files, each as a type of its own.

A type says what its values are; what a word of it may become is found out in `cli/completion/values.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base.output import Manners

if TYPE_CHECKING:
    Type = click.ParamType[str]
else:
    Type = click.ParamType

LETTERS = "ABCDEFGHIJ"
MAX_GAME = 2**48 - 1


class Variant(Type):
    """A shipped variant's name, or the path of a YAML file."""

    name = "variant"


class Setting(Type):
    """`KEY=VALUE`."""

    name = "setting"


class File(Type):
    """A file by its path; `-` is standard input or output."""

    name = "file"


class Log(File):
    """A log that is read; `use` says for what, where not every log will do: `resume` or `fork`."""

    def __init__(self, use: str = "") -> None:
        self.use = use


class Output(File):
    """A file that is written, which must not be there already unless the command has `--force`."""


class DefinitionFile(Output):
    """The file of a new definition, which has the name of the variant (`name`)."""


class Moves(File):
    """A script of the moves of people."""


class Dice(File):
    """`seeded`, `manual`, `manual-people`, or the file of a script of throws."""

    name = "dice"


class Seated(Type):
    """`[LETTER=]AGENT`. `people` are the words for a person that the command takes."""

    name = "seat"

    def __init__(self, *, people: Sequence[str]) -> None:
        self.people = people


class Host(Type):
    """Where a game is hosted: the name or path of a local socket, or `HOST:PORT/TOKEN`."""

    name = "address"


class SeatName(Type):
    """`LETTER=TEXT`."""

    name = "name"


class Bot(Type):
    """A bot: its name, `FILE.py:NAME` or `cmd:COMMAND`."""

    name = "bot"


class Letter(Type):
    """A seat: A to J, small letters too."""

    name = "seat"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> str:
        letter = str(value).strip().upper()
        if len(letter) == 1 and letter in LETTERS:
            return letter
        return self.fail(f"{value!r} is no seat; seats are letters from A to J", param, context)


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


class SeatCount(Whole):
    """How many seats a game has."""


class GameNumber(Whole):
    """The number of a game under its seed, which is also its number in a log."""

    def __init__(self) -> None:
        super().__init__(0, MAX_GAME)


class Round(Whole):
    """A round of a game."""


class Event(Whole):
    """An event of a logged game, by its number."""


class Mode(click.Choice[str]):
    """How work is done."""

    def __init__(self) -> None:
        super().__init__(["auto", "plain", "compiled"])


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
        type=Mode(),
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
        type=Setting(),
        multiple=True,
        metavar="KEY=VALUE",
        help="Change a rule for this run, such as dice_per_player=3; may be repeated.",
    )(function)


def seat_options(*, people: Sequence[str]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--seat` and `--seats`, the line-up, with people by these words or of bots alone."""
    seats = click.option("--seats", type=SeatCount(2, 10), metavar="N", help="Number of seats.")
    seat = click.option(
        "--seat",
        "seats_given",
        type=Seated(people=people),
        multiple=True,
        metavar="[LETTER=]AGENT",
        help=f"Who plays: {''.join(f'{word}, ' for word in people)}a bot's name, FILE.py:NAME, or cmd:COMMAND. Without a letter the next free seat; may be repeated.",
    )
    return lambda function: seat(seats(function))


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

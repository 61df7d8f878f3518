"""`dicecup replay fork`: a logged game played on from one of its events, otherwise than it was, on the same dice."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import click

from dicecup.cli.base.command import command
from dicecup.cli.base.errors import usage
from dicecup.cli.base.log_input import opened
from dicecup.cli.base.parameters import (
    Dice,
    Event,
    File,
    GameNumber,
    Log,
    Output,
    Seated,
    bot_options,
    info_option,
    viewer_option,
)
from dicecup.cli.base.text import listed
from dicecup.cli.session.continued import forked, going_on
from dicecup.cli.session.dice_input import kind_of
from dicecup.cli.session.lineup import HUMAN
from dicecup.cli.session.script import Script, Scripted, ScriptedPeople
from dicecup.cli.session.whole_game import Game
from dicecup.cli.settings.asked import Asked

if TYPE_CHECKING:
    from dicecup.cli.base.clearance import Clearance
    from dicecup.cli.session.game_setup import SetUp
    from dicecup.cli.session.record_outputs import Outputs
    from dicecup.cli.session.session import Mover
    from dicecup.engine.bots.agents import Agent
    from dicecup.engine.match.dice_source import Throws
    from dicecup.engine.match.match import Match
    from dicecup.engine.replay.fork import Found


@command(
    "fork",
    help="""Play a logged game on from event N. The events up to N are kept, and so is what follows from them by itself;
    from the next decision on everybody plays as `--moves`, `--seat` and the agents of the log say.

    The dice to come are those of the seed at the addresses they always had, so the same moves give the same game.
    The new log is a whole game; its header names the parent's check, and N. The parent is never written to.
    """,
    examples=(
        (
            "dicecup replay fork game.jsonl --at 16 --moves other.txt",
            "other moves from event 16 on, then the bots again",
        ),
        ("dicecup replay fork game.jsonl --at 16 --seat A=human", "play on from there yourself"),
        (
            "dicecup replay fork game.jsonl --at 0 --seat B=random --log other.jsonl",
            "the same dice, against another bot",
        ),
    ),
)
@click.argument("file", type=Log("fork"), metavar="LOG")
@click.option("--at", type=Event(0, 10**9), required=True, metavar="N", help="Keep events 1 to N; 0 is the beginning.")
@click.option("--game", type=GameNumber(), metavar="I", help="Which game, where the log holds several.")
@click.option(
    "--moves",
    type=File(),
    metavar="FILE|-",
    help="Moves from there on, one a line: people's where people play, else everybody's until they end.",
)
@click.option(
    "--seat",
    "seats_given",
    type=Seated(people=(HUMAN,)),
    multiple=True,
    metavar="LETTER=AGENT",
    help="Who plays on in a seat; may be repeated.",
)
@click.option(
    "--dice",
    type=Dice(),
    default="seeded",
    metavar="SOURCE",
    help="Where the dice to come are from: seeded; manual; manual-people; or a FILE of throws.",
)
@click.option("--log", type=Output(), metavar="FILE|-", help="Write the log of the forked game.")
@click.option("--force", is_flag=True, help="Replace the log if it exists.")
@viewer_option
@bot_options
@info_option
@click.pass_obj
def fork(manners: Asked, /, file: str, **options: Any) -> int:
    """The command `dicecup replay fork`."""
    from dicecup.engine.replay.fork import games

    with ExitStack() as stack:
        if file == "-" and options["moves"] == "-":
            raise usage("LOG and --moves both read standard input; name a file for one of them")
        stream = seekable(stack, file, manners.clearance, options["viewer"])
        found = _chosen(games(stream, file), options["game"], file)
        discreet = options["viewer"] is not None or manners.clearance.discreet
        begun, bots = forked(
            stream,
            found,
            options["at"],
            options["seats_given"],
            options["dice"],
            patience=manners.patience,
            discreet=discreet,
        )
        defaults = {"stamp": False, "undo": False}
        return Forked(manners, defaults | options, going_on(begun, bots, kind_of(options["dice"])), file).play()


def seekable(stack: ExitStack, file: str, clearance: Clearance, viewer: str | None) -> BinaryIO:
    """A log that can be read more than once, opened as `opened` does; what comes through a pipe is kept in a file that nobody else sees."""
    import shutil
    import tempfile

    stream = stack.enter_context(opened(file, clearance, viewer))
    if stream.seekable():
        return stream
    copy = cast("BinaryIO", stack.enter_context(tempfile.TemporaryFile()))  # noqa: SIM115 - the stack closes it
    shutil.copyfileobj(stream, copy)
    copy.seek(0)
    return copy


def _chosen(found: list[Found], number: int | None, file: str) -> Found:
    if not found:
        raise usage(f"{file} holds no game")
    if number is None:
        if len(found) > 1:
            raise usage(f"{file} holds {len(found)} games; choose one with --game, such as --game {found[0].game}")
        return found[0]
    fitting = [one for one in found if one.game == number]
    if not fitting:
        some = [str(one.game) for one in found[:5]]
        raise usage(
            f"{file} has no game {number}; it has {listed(some) if len(found) < 6 else ', '.join(some) + ', ...'}"
        )
    if len(fitting) > 1:
        raise usage(f"{file} holds {len(fitting)} games of number {number}; cut it into files of one game each")
    return fitting[0]


class Forked(Game):
    """The course of a forked game. Where only bots play, a script of moves is everybody's until it ends: its `opening`."""

    def __init__(self, manners: Asked, options: Mapping[str, Any], setup: SetUp, log: str) -> None:
        self._parent = log
        self._opening: str | None = None if setup.people else options["moves"]
        super().__init__(manners, {**options, "moves": options["moves"] if setup.people else None}, setup)

    def deciding(self, stack: ExitStack) -> tuple[Mover, Throws]:
        mover, throws = super().deciding(stack)
        if self._opening is None:
            return mover, throws
        opening = Opening(stack.enter_context(Ahead(self._opening)))
        self.bots = {letter: Directed(bot, opening) for letter, bot in self.bots.items()}  # type: ignore[misc]
        return opening, throws

    def outputs(self, stack: ExitStack) -> Outputs:
        outputs = super().outputs(stack)
        self.manners.say(f"Forked after event {self.setup.header['parent']['at']} of {self._parent}")
        return outputs


class Ahead(Script):
    """A script that tells whether it has ended."""

    _next: Scripted | None = None

    def ended(self) -> bool:
        """Whether no move is left."""
        self._next = self._next or super().next()
        return self._next is None

    def next(self) -> Scripted | None:
        found, self._next = self._next, None
        return found or super().next()


class Opening(ScriptedPeople):
    """The moves that a script makes for every seat; when it ends, the bots go on."""

    script: Ahead

    def ended(self) -> bool:
        """Whether the script has nothing more to say."""
        return not self.pending and self.script.ended()


class Directed:
    """A bot that moves as a script says, and by itself when the script has ended."""

    def __init__(self, bot: Agent, opening: Opening) -> None:
        self.bot = bot
        self.spec = bot.spec
        self.index = bot.index
        self.opening = opening

    @property
    def said(self) -> list[str]:
        """What the bot has said beside its last move."""
        return self.bot.said

    def over(self, match: Match) -> None:
        """The game is over, or left."""
        self.bot.over(match)

    def close(self) -> None:
        """Nothing more is asked of the bot."""
        self.bot.close()

    def decide(self, match: Match) -> int | None:
        """The action for the seat in turn; None where the script took a move back."""
        seat = match.turn
        assert seat is not None
        return self.bot.decide(match) if self.opening.ended() else self.opening.decide(match, seat)

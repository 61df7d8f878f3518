"""`dicecup play --resume LOG`: a game that was killed or abandoned goes on, to the very log that an unbroken one would have."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from dicecup.cli.base.errors import usage
from dicecup.cli.base.log_input import opened
from dicecup.cli.session.continued import Continued, bots_of, placed, told
from dicecup.cli.session.dice_input import kind_of
from dicecup.cli.session.session import Sink

if TYPE_CHECKING:
    from dicecup.engine.bots.agents import Agent
    from dicecup.engine.replay.fork import Begun
    from dicecup.engine.replay.resume import Continuation

FROM_LOG = {
    "variant": "VARIANT",
    "seats": "--seats",
    "names": "--name",
    "seed": "--seed",
    "game": "--game",
    "settings": "--set",
    "undo": "--undo",
    "stamp": "--stamp",
}


def resumed(context: click.Context, options: dict[str, Any]) -> int:
    """Play the last game of a log on, and return the exit code. Without `--log OTHER` it is written on in the log itself."""
    from dicecup.engine.replay.fork import games, resume
    from dicecup.engine.replay.resume import Continuation

    path: str = options["resume"]
    given = [name for key, name in FROM_LOG.items() if context.get_parameter_source(key) is ParameterSource.COMMANDLINE]
    if given:
        raise usage(f"--resume takes the game from the log; leave {' and '.join(given)} out")
    if path == "-":
        raise usage("--resume needs a file, which it goes on writing")
    with opened(path) as stream:
        if not stream.seekable():
            raise usage(f"--resume {path}: that is no file, and a game is written on in one")
    in_place = options["log"] is None or (options["log"] != "-" and _same(options["log"], path))
    if in_place and options["force"]:
        raise usage("--force has nothing to replace: --resume goes on writing the log itself")
    with ExitStack() as stack:
        held = stack.enter_context(Continuation(path)) if in_place else None
        stream = held.stream if held else stack.enter_context(opened(path))
        with told(path):
            found = games(stream, path)
            if not found:
                raise usage(f"{path} holds no game; begin one with `dicecup play VARIANT --log {path}`")
            begun = resume(stream, found[-1])
        if held:
            held.after(begun)
        return Resumed(context.obj, options | {"log": path if in_place else options["log"]}, path, begun, held).play()


def _same(a: str, b: str) -> bool:
    try:
        return Path(a).samefile(b)
    except OSError:
        return False


class Resumed(Continued):
    """The course of a resumed game."""

    def __init__(self, manners: Any, options: dict[str, Any], log: str, begun: Any, held: Continuation | None) -> None:
        self._held = held
        bots = self.bots_for(begun, options["seats_given"])
        super().__init__(manners, options, log, begun, bots, self.kind(begun.header["dice"], options["dice"]))

    @classmethod
    def bots_for(cls, begun: Begun, seats_given: Sequence[str]) -> dict[str, Agent]:
        """The bots that the log names, found where `--seat` says."""
        seats = begun.header["seats"]
        given = placed(seats_given, begun.match.seats)
        return bots_of(begun.match.definition.family, seats, cls._own(seats, given))

    @staticmethod
    def _own(seats: list[dict[str, str]], given: dict[str, str]) -> dict[str, str]:
        """Seats whose bots' files were named; nobody else may be seated in a game that goes on."""
        from dicecup.engine.bots.agents import label

        agents = {seat["seat"]: seat["agent"] for seat in seats}
        for letter, spec in given.items():
            if label(spec) != agents[letter]:
                message = f"--seat {letter}={spec}: {agents[letter]} plays that seat, and --resume changes nobody"
                raise usage(f"{message}; `replay fork` does")
        return given

    @staticmethod
    def kind(logged: str, dice: str) -> str:
        """Where the dice to come are from; a script cannot be guessed, and no other source may take another's place."""
        given = kind_of(dice)
        if logged == "scripted" and given != "scripted":
            raise usage("the game's dice come from a script; give the throws to come with --dice FILE")
        if given not in (logged, "seeded"):
            raise usage(
                f"--dice {dice}: the game's dice are {logged}, and --resume changes no rule; `replay fork` does"
            )
        return logged

    def _logging(self, stack: ExitStack, log: str) -> Sink:
        return self._held.record if self._held else super()._logging(stack, log)

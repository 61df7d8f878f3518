"""`dicecup play --resume LOG`: a game that was killed or abandoned goes on, to the very log that an unbroken one would have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from dicecup.cli.base.errors import usage
from dicecup.cli.base.log_input import opened
from dicecup.cli.base.wording import COMMAND_LINE, Wording
from dicecup.cli.session.continued import bots_of, going_on, placed
from dicecup.cli.session.dice_input import kind_of
from dicecup.cli.session.lineup import HUMAN, ME, WAIT
from dicecup.cli.session.whole_game import Game, patience_of
from dicecup.cli.settings.asked import Asked

if TYPE_CHECKING:
    from dicecup.engine.bots.agents import Agent
    from dicecup.engine.bots.conversation import Patience
    from dicecup.engine.replay.fork import Begun, Found


def play_on(manners: Asked, options: Mapping[str, Any]) -> int:
    """Play the last game of a log on, and return the exit code. Without `--log OTHER` it is written on in the log itself."""
    from dicecup.engine.replay.fork import games
    from dicecup.engine.replay.resume import Continuation

    path: str = options["resume"]
    if path == "-":
        raise usage("--resume needs a file, which it goes on writing")
    with opened(path, manners.clearance, options["viewer"]) as stream:
        if not stream.seekable():
            raise usage(f"--resume {path}: that is no file, and a game is written on in one")
    in_place = options["log"] is None or (options["log"] != "-" and _same(options["log"], path))
    if in_place and options["force"]:
        raise usage("--force has nothing to replace: --resume goes on writing the log itself")
    with ExitStack() as stack:
        held = stack.enter_context(Continuation(path)) if in_place else None
        stream = held.stream if held else stack.enter_context(opened(path, manners.clearance, options["viewer"]))
        found = games(stream, path)
        if not found:
            raise usage(f"{path} holds no game; begin one with `dicecup play VARIANT --log {path}`")
        begun = resumed(stream, found[-1])
        if held:
            held.after(begun)
        given = placed(options["seats_given"], begun.match.seats)
        elsewhere = [letter for letter, spec in given.items() if spec == WAIT]
        people = [f"{letter}={HUMAN if spec in (ME, WAIT) else spec}" for letter, spec in given.items()]
        bots = bots_for(begun, people, patience_of(manners, options))
        dice = dice_to_come(begun, options["dice"])
        options = {**options, "log": path if in_place else options["log"]}
        setup = going_on(begun, bots, dice, elsewhere)
        return Game(manners, options, setup, log=held.record if held else None).play()


def resumed(stream: BinaryIO, found: Found) -> Begun:
    """A logged game as it is resumed. What is wrong with a log may tell of dice, and is not told to those who would play it on."""
    from dicecup.engine.replay.fork import UntrueGameError, resume

    try:
        return resume(stream, found)
    except UntrueGameError as error:
        raise error.discreet() from None


def _same(a: str, b: str) -> bool:
    try:
        return Path(a).samefile(b)
    except OSError:
        return False


def bots_for(
    begun: Begun, seats_given: Sequence[str], patience: Patience, wording: Wording = COMMAND_LINE
) -> dict[str, Agent]:
    """The bots that the log of a game names, found where `seats_given` (LETTER=AGENT) say.

    Nobody else may be seated in a game that is resumed.
    """
    from dicecup.engine.bots.agents import label

    seats = begun.header["seats"]
    given = placed(seats_given, begun.match.seats, wording)
    agents = {seat["seat"]: seat["agent"] for seat in seats}
    for letter, spec in given.items():
        if label(spec) != agents[letter]:
            shown = wording.seat_given.format(f"{letter}={spec}")
            message = f"{shown}: {agents[letter]} plays that seat, and {wording.resume} changes nobody"
            raise usage(f"{message}; `replay fork` does")
    return bots_of(begun.match.definition.family, seats, given, patience, wording)


def dice_to_come(begun: Begun, dice: str, wording: Wording = COMMAND_LINE) -> str:
    """The kind of source of the dice to come, where `dice` was asked for. A script cannot be guessed, and no source may take
    another's place.
    """
    logged, given = str(begun.header["dice"]), kind_of(dice)
    if logged == "scripted" and given != "scripted":
        source = wording.dice_given.format("FILE")
        raise usage(f"the game's dice come from a script; give the throws to come with {source}")
    if given not in (logged, "seeded"):
        shown = wording.dice_given.format(dice)
        raise usage(f"{shown}: the game's dice are {logged}, and {wording.resume} changes no rule; `replay fork` does")
    return logged

"""`dicecup replay`: what can be done with a log. Each of its commands is a module, imported when it is used."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from dicecup.cli.base.command import Group
from dicecup.cli.base.errors import LOG, Failure, usage

if TYPE_CHECKING:
    from dicecup.engine.log.log import LoggedGame

# Name -> (module:command, what it does), as in `main`.
TABLE = {
    "show": ("dicecup.cli.commands.replay.show:show", "Show the games of a log."),
    "info": ("dicecup.cli.commands.replay.info:info", "Tell what the games of a log are, and how they ended."),
    "step": ("dicecup.cli.commands.replay.step:step", "Walk through a game, the table drawn at each event."),
    "export": (
        "dicecup.cli.commands.replay.export:export",
        "Write a log as text, CSV, Markdown, or as one seat saw it.",
    ),
    "verify": ("dicecup.cli.commands.replay.verify:verify", "Prove that logs are true, or say where they are not."),
    "diff": ("dicecup.cli.commands.replay.diff:diff", "Where two logs differ, and why."),
    "fork": ("dicecup.cli.commands.replay.fork:fork", "Play on from an event of a log, on the same dice."),
    "repair": ("dicecup.cli.commands.replay.repair:repair", "Cut the torn end of a log whose writer was killed."),
}

EXAMPLES = (
    ("dicecup replay show game.jsonl", "read a game"),
    ("dicecup replay verify game.jsonl", "prove that it is true"),
)


@click.command("replay", cls=Group, table=TABLE, examples=EXAMPLES)
def replay() -> None:
    """Read a log, and verify that it is true."""


def opened(path: str) -> BinaryIO:
    """A log for reading; a Failure with a sentence where that cannot be."""
    from dicecup.engine.log.log import open_log, reason

    if path == "-" and sys.stdin is None:
        raise usage("standard input is closed; name the log's file")
    try:
        return open_log(path)
    except IsADirectoryError:
        raise usage(f"{path} is a folder; name the log in it") from None
    except FileNotFoundError:
        raise usage(f"there is no file {path}") from None
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise usage(f"cannot read {path}: {why}") from None


def whole(stream: BinaryIO, file: str) -> Iterator[LoggedGame]:
    """The games of a log, at least one; a Failure where there is none, or where reading fails."""
    from dicecup.engine.log.log import read_games, reason

    some = False
    try:
        for game in read_games(stream, file):
            some = True
            yield game
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Failure(LOG, f"cannot read {file}: {reason(error)}") from None
    if not some:
        raise Failure(LOG, "there is no game in this file", file=file)


def seat_in(header: Mapping[str, Any], seat: str) -> None:
    """A Failure unless a game has that seat; of a header without seats nothing is asked."""
    seats = header.get("seats")
    letters = [str(one.get("seat")) for one in seats if isinstance(one, dict)] if isinstance(seats, list) else []
    if letters and seat not in letters:
        raise usage(f"there is no seat {seat} in game {header.get('game')}; its seats are {', '.join(letters)}")

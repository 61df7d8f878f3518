"""`dicecup replay`: what can be done with a log. Each of its commands is a module, imported when it is used."""

from __future__ import annotations

import sys
from typing import BinaryIO

import click

from dicecup.cli.command import Group
from dicecup.cli.failure import usage

# Name -> (module:command, what it does), as in `main`.
TABLE = {
    "show": ("dicecup.cli.replay_show:show", "Show the games of a log."),
    "verify": ("dicecup.cli.replay_verify:verify", "Prove that logs are true, or say where they are not."),
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
    from dicecup.engine.log import open_log, reason

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

"""`dicecup replay`: what can be done with a log. Each of its commands is a module, imported when it is used."""

from __future__ import annotations

import click

from dicecup.cli.base.command import Group

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


@click.command("replay", help="Read a log, and verify that it is true.", cls=Group, table=TABLE, examples=EXAMPLES)
def replay() -> None:
    """The command `dicecup replay`."""

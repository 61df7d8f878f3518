"""`dicecup completion`: the script that teaches a shell to complete dicecup."""

from __future__ import annotations

import click

from dicecup.cli.base.command import command
from dicecup.cli.base.output import Manners, put, put_json
from dicecup.cli.completion.shells import SHELLS, script


@command(
    "completion",
    help="""Print the script with which bash, zsh or fish completes the words of dicecup: commands, options, variants, files, and what
    fits the line as it stands, such as the bots that play the variant, the keys of its rules with their values, and the
    seats of a log.

    Nothing is offered that the command would refuse. A bot's file is read and not run, nothing is written, and of a log
    no dice are looked at.
    """,
    examples=(
        ("dicecup completion bash", "print the script"),
        ('eval "$(dicecup completion bash)"', "use it in this bash; put the line into ~/.bashrc to keep it"),
        ('eval "$(dicecup completion zsh)"', "the same for zsh and ~/.zshrc, after compinit"),
        ("dicecup completion fish | source", "the same for fish and its config.fish"),
    ),
)
@click.argument("shell", type=click.Choice(list(SHELLS)), metavar="SHELL")
@click.pass_obj
def completion(manners: Manners, shell: str) -> None:
    """The command `dicecup completion`."""
    if manners.json:
        put_json({"dicecup": 1, "type": "completion", "shell": shell, "script": script(shell)})
    else:
        put(script(shell))

"""`dicecup completion`: the script that teaches a shell to complete dicecup."""

from __future__ import annotations

import click

from dicecup.cli.base.command import COMPLETE, PROGRAM, command
from dicecup.cli.base.output import Manners, put, put_json

SHELLS = ("bash", "zsh", "fish")


@command(
    "completion",
    help="Print the script with which bash, zsh or fish completes commands, options, variants and bots.",
    examples=(
        ("dicecup completion bash", "print the script"),
        ('eval "$(dicecup completion bash)"', "use it in this bash; put the line into ~/.bashrc to keep it"),
        ('eval "$(dicecup completion zsh)"', "the same for zsh and ~/.zshrc"),
        ("dicecup completion fish | source", "the same for fish and its config.fish"),
    ),
)
@click.argument("shell", type=click.Choice(SHELLS), metavar="SHELL")
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """The command `dicecup completion`."""
    text = script(shell, context.find_root().command)
    manners: Manners = context.obj
    if manners.json:
        put_json({"dicecup": 1, "type": "completion", "shell": shell, "script": text})
    else:
        put(text)


def script(shell: str, root: click.Command) -> str:
    """The script with which a shell completes the command `root`."""
    from click.shell_completion import ShellComplete, get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None, shell
    # The base class's `source`: bash's own runs the first bash it finds, which need not be the one that will read this.
    return ShellComplete.source(kind(root, {}, PROGRAM, COMPLETE))

"""`dicecup completion`: the script that teaches a shell to complete dicecup."""

from __future__ import annotations

import click

from dicecup.cli.base.command import command
from dicecup.cli.base.output import Manners, put, put_json

SHELLS = ("bash", "zsh", "fish")


@command(
    "completion",
    examples=(
        ("dicecup completion bash", "print the script"),
        ('eval "$(dicecup completion bash)"', "use it in this bash; put the line into ~/.bashrc to keep it"),
        ('eval "$(dicecup completion zsh)"', "the same for zsh and ~/.zshrc"),
        ("dicecup completion fish | source", "the same for fish and its config.fish"),
    ),
)
@click.argument("shell", type=click.Choice(SHELLS), metavar="SHELL")
@click.pass_obj
def completion(manners: Manners, shell: str) -> None:
    """Print the script with which bash, zsh or fish completes commands, options, variants and bots."""
    text = script(shell)
    if manners.json:
        put_json({"dicecup": 1, "type": "completion", "shell": shell, "script": text})
    else:
        put(text)


def script(shell: str) -> str:
    """The completion script of a shell."""
    from click.shell_completion import ShellComplete, get_completion_class

    from dicecup.cli.main import COMPLETE, root

    kind = get_completion_class(shell)
    assert kind is not None, shell
    # The base class's `source`: bash's own runs the first bash it finds, which need not be the one that will read this.
    return ShellComplete.source(kind(root, {}, "dicecup", COMPLETE))

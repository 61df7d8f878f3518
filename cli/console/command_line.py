"""Commands of the command line in the midst of a session: run for one line, and completed as a shell completes them."""

from __future__ import annotations

from collections.abc import Sequence

import click
from click.shell_completion import CompletionItem, ShellComplete

from dicecup.cli.base.command import COMPLETE, PROGRAM
from dicecup.cli.base.output import Manners


class CommandLine:
    """The command line below `root`, which is the command `dicecup` itself."""

    def __init__(self, root: click.Command) -> None:
        self._root = root

    def run(self, args: Sequence[str], manners: Manners) -> int:
        """Run a command; its exit code, or the error that it ends with."""
        try:
            with self._root.make_context("", list(args), obj=manners) as context:  # help is asked for without `dicecup`
                return self._root.invoke(context) or 0
        except click.exceptions.Exit as leave:
            return leave.exit_code
        except click.Abort:
            raise KeyboardInterrupt from None

    def completions(self, args: Sequence[str], word: str) -> list[CompletionItem]:
        """What a shell would offer for a word after those arguments."""
        return ShellComplete(self._root, {}, PROGRAM, COMPLETE).get_completions(list(args), word)

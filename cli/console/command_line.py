"""Commands of the command line in the midst of a session: run for one line, and completed as a shell completes them."""

from __future__ import annotations

from collections.abc import Sequence

import click

from dicecup.cli.base.output import Manners
from dicecup.cli.completion.candidates import candidates
from dicecup.cli.completion.line import Candidate


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

    def candidates(self, args: Sequence[str], word: str) -> list[Candidate]:
        """What a word may become after those arguments, as in a shell."""
        return candidates(self._root, args, word)

"""What a command may show of games. At a shell that is everything; a session that runs commands may let them show less.

Whatever shows the records of a game asks here: `--as` for the seat it shows them to, `log_input` before it opens a log that is
shown, and whoever plays a game anew before it tells of it. So no command has to know of sessions to show no more than they allow.
"""

from __future__ import annotations


class Clearance:
    """Lets everything be shown."""

    def viewer(self, asked: str | None) -> str | None:
        """The seat to whom alone a command shows what it shows, if there is one; `asked` is whom `--as` names.

        A Failure where that seat may not be looked through.
        """
        return asked

    def check_log(self, file: str, viewer: str | None) -> None:
        """A Failure where a log may not be shown: to that seat, or whole."""

    @property
    def discreet(self) -> bool:
        """Whether what is said of a damaged log may hold no dice."""
        return False

    def check_seed(self, seed: str) -> None:
        """A Failure where games under that seed may not be shown."""

"""Who types what a session does: a person at a terminal, or a script. And how either leaves it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from dicecup.cli.console.live_game import Live


class Quit(Exception):  # noqa: N818 - says what it is
    """Whoever types leaves the session."""


class Front(Protocol):
    """Who types: a person at a terminal, or a script."""

    asking: bool  # a person, who may choose by number, and who shall see nobody else's cup

    def ask(self, question: str) -> str | None:
        """An answer to a question in the midst of a line; None where nobody answers any more."""

    def face(self, seat: str) -> None:
        """From now on only that person looks at the screen."""

    def left(self, live: Live) -> None:
        """That game is about to be left unfinished."""

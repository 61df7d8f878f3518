"""Who types what a session does: a person at a terminal, or a script. And how either leaves it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from dicecup.cli.base.errors import NO, Failure
from dicecup.cli.base.signals import Interrupts

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


class Input:
    """Where the lines and answers of a session come from: its front, or for a while a script that it does."""

    def __init__(self, front: Front, interrupts: Interrupts) -> None:
        self.watched = front.asking  # by people, who shall see nobody else's cup, whatever a script says
        self._front = front
        self._interrupts = interrupts

    @property
    def front(self) -> Front:
        """Who types now."""
        return self._front

    @property
    def asking(self) -> bool:
        """Whether a person does."""
        return self._front.asking

    @contextmanager
    def taken_over(self, front: Front) -> Iterator[None]:
        """For a while somebody else types."""
        before, self._front = self._front, front
        try:
            yield
        finally:
            self._front = before

    def ask(self, question: str, what: str) -> str:
        """An answer in the midst of a line; Failure naming what was asked where nobody answers."""
        with self._interrupts.free():
            answer = self._front.ask(question)
        if answer is None:
            raise Failure(NO, f"the input has ended at {what}")
        return answer

"""Lines that a person types: how they are asked for and read, and the words that are an answer to no question."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Protocol

from dicecup.cli.base import output as voice
from dicecup.cli.base.text import asked, safe

QUIT = ("quit", "exit", "q")  # leaves at any question
HELP = ("?", "help", "h")  # asks what may be answered
SAY = ("say", "chat", "/say")  # begin what is said to people at other screens


def chatted(text: str) -> str | None:
    """What is said to people at other screens by a line; None where it is none such."""
    word, _, said = text.strip().partition(" ")
    return said.strip() if word.lower() in SAY else None


class Lines(Protocol):
    """Where lines come from. EOFError where there are no more, KeyboardInterrupt for Ctrl-C."""

    dropped: bool  # Ctrl-C has dropped what was half typed

    def line(self, prompt: str) -> str:
        """A line that may be fetched back later."""

    def answer(self, question: str) -> str:
        """An answer, of which nothing is remembered."""

    def forget(self) -> None:
        """Somebody else types from now on: nothing that was typed can be fetched back."""


class PlainLines:
    """Lines as a terminal gives them: nothing is drawn, and nothing moves. Questions are written by `write`."""

    dropped = False

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(encoding="utf-8", errors="backslashreplace")

    def line(self, prompt: str) -> str:
        return self.answer(prompt)

    def answer(self, question: str) -> str:
        above, last = asked(safe(question), voice.room())
        for line in above:
            self._write(f"{line}\n")
        try:
            return self._typed(last)
        except EOFError:
            self._write("\n")
            raise

    def forget(self) -> None:
        pass

    def _typed(self, prompt: str) -> str:
        self._write(prompt)
        try:
            text = sys.stdin.readline()
        except OSError:  # the terminal is gone
            text = ""
        if not text:
            raise EOFError
        return text.removesuffix("\n")


class EditedLines(PlainLines):
    """Lines from the system's line editor, which fetches back lines but no answers. Only for where `has_editor`."""

    def line(self, prompt: str) -> str:
        import readline

        text = self.answer(prompt)
        if text.strip() and sys.platform != "win32":
            readline.add_history(text)
        return text

    def _typed(self, prompt: str) -> str:
        voice.flush()
        try:
            return input(prompt)
        except ValueError:  # a NUL in the line
            return ""


def has_editor() -> bool:
    """Whether the system has a line editor; from now on it remembers only what it is told to."""
    if sys.platform == "win32":  # where the terminal itself lets lines be edited
        return False
    try:
        import readline

        readline.set_auto_history(False)
    except (ImportError, AttributeError):
        return False
    return True


def to_output(text: str) -> None:
    """Write to standard output, at once."""
    voice.write(text)
    voice.flush()


def beside_output(text: str) -> None:
    """Write to standard error, after what was printed so far: for the person at a terminal whose standard output is elsewhere."""
    voice.flush()
    sys.stderr.write(text)
    sys.stderr.flush()

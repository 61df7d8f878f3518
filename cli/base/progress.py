"""How far a long run is: a bar on a terminal, and elsewhere a plain line now and then, so that nobody takes it for dead."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
import time
from contextlib import suppress
from types import FrameType
from typing import Self

from dicecup.cli.base import output as voice
from dicecup.cli.base.output import Manners

EVERY = 30.0  # seconds between two plain lines
REDRAW = 0.1  # seconds between two bars, at least
BAR = 24  # cells


class Progress:
    """Called with the games done and the games to do. As a context manager it also speaks when nothing is done for long.

    `compiles`: the first game may wait for the rules to be compiled, which is then said.
    """

    def __init__(self, manners: Manners, *, every: float = EVERY, compiles: bool = True) -> None:
        self.silent = manners.quiet or manners.json
        self.bar = voice.is_terminal(sys.stderr) and voice.is_capable() and not manners.plain
        self.done = self.total = 0
        self._every = every
        self._compiles = compiles
        self._began = self._spoke = self._drawn = time.monotonic()
        self._alarm = not self.silent and not self.bar and _is_free()

    def __enter__(self) -> Self:
        if sys.platform != "win32" and self._alarm:
            signal.signal(signal.SIGALRM, self._ring)
            signal.setitimer(signal.ITIMER_REAL, self._every, self._every)
        return self

    def __exit__(self, *error: object) -> None:
        if sys.platform != "win32" and self._alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
        if self.bar and self._drawn != self._began:
            self._write("\r\x1b[K")

    def __call__(self, done: int, total: int) -> None:
        """So many of so many games are done."""
        self.done, self.total = done, total
        now = time.monotonic()
        if self.silent:
            return
        if self.bar:
            if now - self._drawn >= REDRAW:
                self._drawn = now
                self._write(f"\r{self._picture(now)}\x1b[K")
        elif now - self._spoke >= self._every:
            self._speak(now)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if now - self._spoke >= self._every * 0.9:
            self._speak(now)

    def _speak(self, now: float) -> None:
        self._spoke = now
        beginning = "; a first run compiles the rules" if self._compiles and not self.done else ""
        self._write(f"{self._count()} after {now - self._began:.0f} s{beginning}\n")

    def _count(self) -> str:
        share = f" ({100 * self.done // self.total} %)" if self.total else ""
        return f"{self.done:,} of {self.total:,} games{share}"

    def _picture(self, now: float) -> str:
        filled = BAR * self.done // self.total if self.total else 0
        speed = self.done / (now - self._began) if now > self._began else 0
        text = f"[{'#' * filled}{'.' * (BAR - filled)}] {self._count()}, {speed:,.0f} a second"
        return text[: shutil.get_terminal_size().columns - 1]

    @staticmethod
    def _write(text: str) -> None:
        # Straight to the descriptor: an alarm may come while the stream itself is being written to.
        with suppress(OSError):
            os.write(2, text.encode())


def _is_free() -> bool:
    """Whether an alarm can be set: there is one, this is the thread that hears it, and nobody else has set it."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        return False
    return signal.getitimer(signal.ITIMER_REAL)[0] == 0

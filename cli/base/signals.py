"""Signals held back while a move and its records are being written, so that no log is left between two of them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from types import FrameType
from typing import Self

from dicecup.engine.core.signals import Ended


def _there(*names: str) -> tuple[int, ...]:
    """The signals of those names that this system has."""
    return tuple(getattr(signal, name) for name in names if hasattr(signal, name))


ENDING = _there("SIGTERM", "SIGHUP")
# What else ends a program: at its prompt the terminal has modes that are to be given back first.
AT_PROMPT = (*ENDING, *_there("SIGQUIT", "SIGBREAK", "SIGUSR1", "SIGUSR2", "SIGXCPU"))


class Interrupts:
    """As a context manager it takes over Ctrl-C, and each of `ending`; within `held` they wait for the end of the block.

    Ctrl-C raises KeyboardInterrupt. A signal of `ending` raises Ended with the code by which a shell knows it, so that what is open
    is closed on the way out. One within another, as of a command in the console, leaves the other its signals and holds them back there.
    """

    def __init__(self, ending: tuple[int, ...] = ()) -> None:
        self._ways: dict[int, object] = {signal.SIGINT: signal.default_int_handler}
        self._ways |= dict.fromkeys(ending, signal.SIG_DFL)  # taken over only from who does nothing else with it
        self._taken: list[int] = []
        self._around: Interrupts | None = None
        self._holding = False
        self._came: BaseException | None = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            around = getattr(signal.getsignal(signal.SIGINT), "__self__", None)
            self._around = around if isinstance(around, Interrupts) else None
            self._taken = [number for number, usual in self._ways.items() if signal.getsignal(number) == usual]
            for number in self._taken:
                signal.signal(number, self._take)
        return self

    def __exit__(self, *error: object) -> None:
        for number in self._taken:
            signal.signal(number, self._ways[number])  # type: ignore[arg-type]
        self._taken = []
        self._around = None

    def _take(self, number: int, frame: FrameType | None) -> None:
        came = KeyboardInterrupt() if number == signal.SIGINT else Ended(number)
        if not self._holding:
            raise came
        if not isinstance(self._came, Ended):
            self._came = came

    def _let_come(self) -> None:
        """Raise what came while it was held back."""
        came, self._came = self._came, None
        if came is not None:
            raise came

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nothing within is broken off; afterwards what came is raised, unless more is held around."""
        with self._around.held() if self._around is not None else nullcontext():
            before, self._holding = self._holding, True
            try:
                yield
            finally:
                self._holding = before
                if not before:
                    self._let_come()

    @contextmanager
    def free(self) -> Iterator[None]:
        """Within `held`: what may be broken off, such as a question to a person."""
        with self._around.free() if self._around is not None else nullcontext():
            before, self._holding = self._holding, False
            try:
                self._let_come()
                yield
            finally:
                self._holding = before

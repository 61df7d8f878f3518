"""Ctrl-C, held back while a move and its records are being written, so that no log is left between two of them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Self


class Interrupts:
    """As a context manager it takes over Ctrl-C; within `held` an interrupt waits for the end of the block."""

    def __init__(self) -> None:
        self._holding = False
        self._came = False
        self._before: object = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.getsignal(signal.SIGINT)
            if self._before == signal.default_int_handler:
                signal.signal(signal.SIGINT, self._take)
        return self

    def __exit__(self, *error: object) -> None:
        if self._before == signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _take(self, number: int, frame: FrameType | None) -> None:
        if self._holding:
            self._came = True
        else:
            raise KeyboardInterrupt

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nothing within is broken off; afterwards an interrupt that came is raised."""
        self._holding = True
        try:
            yield
        finally:
            self._holding = False
        if self._came:
            self._came = False
            raise KeyboardInterrupt

    @contextmanager
    def free(self) -> Iterator[None]:
        """Within `held`: a person is asked, who may interrupt."""
        before, self._holding = self._holding, False
        try:
            yield
        finally:
            self._holding = before

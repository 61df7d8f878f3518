"""A program that plays: begun, spoken to over a wire, and ended with all that it has begun."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import IO

from dicecup.engine.bots.wire import Flow, Wire
from dicecup.engine.core.problems import printable

TAIL = 4096  # bytes of its standard error that are kept
GRACE = 1.0  # seconds in which a program that is told to quit may do so

Overhear = Callable[[str], None]


class Program(Wire):
    """A program that was begun. `overhear` is handed each line that it writes to its standard error. Raises OSError where it cannot begin."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None, overhear: Overhear | None = None
    ) -> None:
        self._process = process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=environment,
            start_new_session=True,  # Ctrl-C is not for it, and whatever it begins ends with it
        )
        assert process.stdin is not None
        assert process.stdout is not None
        super().__init__(process.stdout, process.stdin)
        self._tail = _Tail(overhear)
        threading.Thread(target=_overhear, args=(process.stderr, self._tail), daemon=True).start()
        self._end = weakref.finalize(self, _end, process, self._flow, os.getpid())
        _running.add(self)

    @property
    def errors(self) -> str:
        """The end of what it has written to its standard error."""
        return self._tail.text

    def ended(self) -> str:
        """How it has ended, or that it will say nothing more."""
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self.close()
            return "closed its standard output"
        self.close()  # at once: later its number may be another process's
        self._tail.settle()
        last = self._tail.text.rstrip().rpartition("\n")[2]
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return how + (f" ({printable(last, 120)})" if last else "")

    def quit(self, seconds: float = GRACE) -> None:
        """Tell it to quit, and see that it does, in so many seconds."""
        self.say({"type": "quit"})
        super().close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        self.close()

    def close(self) -> None:
        """End it, with all processes that it has begun and not let go."""
        super().close()
        self._end()


_running: weakref.WeakSet[Program] = weakref.WeakSet()


def end_all() -> None:
    """End all programs that this process has begun: it is about to end in a way that tells nobody."""
    for program in list(_running):
        program.close()


class _Tail:
    """The end of what is written to a standard error."""

    def __init__(self, overhear: Overhear | None) -> None:
        self._kept = b""
        self._overhear = overhear
        self._closed = threading.Event()

    def add(self, data: bytes) -> None:
        self._kept = (self._kept + data)[-TAIL:]

    def line(self, line: bytes) -> None:
        if self._overhear is not None:
            self._overhear(line.decode("utf-8", "replace").rstrip("\r"))

    def close(self) -> None:
        self._closed.set()

    def settle(self) -> None:
        """Wait a moment for what is still on its way."""
        self._closed.wait(0.2)

    @property
    def text(self) -> str:
        return self._kept.decode("utf-8", "replace")


def _overhear(stream: IO[bytes], tail: _Tail) -> None:
    half = b""
    with suppress(OSError, ValueError), stream:
        while data := stream.read(1 << 16):
            tail.add(data)
            *whole, half = (half + data).split(b"\n")
            for line in whole:
                tail.line(line)
            half = half[-TAIL:]
    tail.close()


def _end(process: subprocess.Popen[bytes], flow: Flow, owner: int) -> None:
    """End a process and its group, unless this is a fork of the one that began it."""
    flow.over = True
    if os.getpid() != owner:
        return
    with suppress(OSError):
        if sys.platform != "win32":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()

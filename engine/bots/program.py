"""A program that is spoken to in lines: begun, written to, listened to no longer than it may take, and ended with all that it began.

Nothing that it does makes anybody wait: one that does not read, does not answer, writes without end or leaves others behind that
hold its pipes costs its time and no more. So reading and writing are done by threads, which nobody waits for.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import IO, Any

import msgspec

from dicecup.engine.bots.protocol import BadMessageError, Message, read
from dicecup.engine.core.problems import printable

FLOOD = 1 << 20  # bytes: what a program may say for one answer, and what of it is taken in before somebody wants it
TAIL = 4096  # bytes of its standard error that are kept
GRACE = 1.0  # seconds in which a program that is told to quit may do so

Overhear = Callable[[str], None]


class ProgramError(Exception):
    """A program does not keep to what it must; the sentence begins with a verb, the program being its subject.

    `late`: it took longer than it may, which may be otherwise on another machine.
    """

    def __init__(self, sentence: str, *, late: bool = False) -> None:
        super().__init__(sentence)
        self.late = late


class Program:
    """A program that was begun. `overhear` is handed each line that it writes to its standard error. Raises OSError where it cannot begin."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None, overhear: Overhear | None = None
    ) -> None:
        # Without buffers: those of Python have locks, which a process that is forked meanwhile would find closed for ever.
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=environment,
            start_new_session=True,  # Ctrl-C is not for it, and whatever it begins ends with it
        )
        self._said: SimpleQueue[bytes | None] = SimpleQueue()
        self._to_say: SimpleQueue[bytes | None] = SimpleQueue()
        self._tail = _Tail(overhear)
        self._flow = _Flow()
        process = self._process
        for work in (
            (_write, process.stdin, self._to_say),
            (_listen, process.stdout, self._said, self._flow),
            (_overhear, process.stderr, self._tail),
        ):
            threading.Thread(target=work[0], args=work[1:], daemon=True).start()
        self._end = weakref.finalize(self, _end, process, self._flow, os.getpid())

    def say(self, *messages: Message) -> None:
        """Send messages; nobody waits until they are read."""
        self._to_say.put(b"".join(msgspec.json.encode(message) + b"\n" for message in messages))

    def hear(self, seconds: float, wanted: Callable[[Message], bool]) -> Message:
        """The next message that is `wanted`; the others before it are left out. Raises ProgramError."""
        until = monotonic() + seconds
        size = 0
        while True:
            try:
                line = self._said.get(timeout=max(0.0, until - monotonic()))
            except Empty:
                raise ProgramError(f"did not answer within {seconds:g} seconds", late=True) from None
            if line is None:
                how = self._how_it_ended()
                self.kill()  # at once: later its number may be another process's
                raise ProgramError(how)
            self._flow.taken += len(line)
            size += len(line)
            if size > FLOOD:
                raise ProgramError(f"said more than {FLOOD:,} bytes for one answer")
            if line.isspace():
                continue
            try:
                message = read(line)
            except BadMessageError as error:
                raise ProgramError(f"said what is {error}") from None
            if wanted(message):
                return message

    @property
    def errors(self) -> str:
        """The end of what it has written to its standard error."""
        return self._tail.text

    def quit(self) -> None:
        """Tell it to quit, and see that it does."""
        self.say({"type": "quit"})
        self._to_say.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self.kill()

    def kill(self) -> None:
        """End it, with all processes that it has begun and not let go."""
        self._to_say.put(None)
        self._end()

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return "closed its standard output"
        self._tail.settle()
        last = self._tail.text.rstrip().rpartition("\n")[2]
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return how + (f" ({printable(last, 120)})" if last else "")


class _Flow:
    """How many bytes came, and how many of them somebody has taken; each is counted by one thread alone."""

    def __init__(self) -> None:
        self.came = 0
        self.taken = 0
        self.over = False


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
            self._overhear(line.decode("utf-8", "replace").rstrip("\r\n"))

    def close(self) -> None:
        self._closed.set()

    def settle(self) -> None:
        """Wait a moment for what is still on its way."""
        self._closed.wait(0.2)

    @property
    def text(self) -> str:
        return self._kept.decode("utf-8", "replace")


def _write(pipe: IO[bytes], lines: SimpleQueue[bytes | None]) -> None:
    with suppress(OSError, ValueError), pipe:
        while (data := lines.get()) is not None:
            rest = memoryview(data)
            while rest:
                rest = rest[pipe.write(rest) :]


def _listen(pipe: IO[bytes], said: SimpleQueue[bytes | None], flow: _Flow) -> None:
    half = b""
    with suppress(OSError, ValueError), pipe:
        while data := pipe.read(1 << 16):
            *whole, half = (half + data).split(b"\n")
            if len(half) > FLOOD:  # a line without an end
                whole, half = [*whole, half], b""
            for line in whole:
                flow.came += len(line) + 1
                said.put(line + b"\n")
            while flow.came - flow.taken > 4 * FLOOD and not flow.over:
                sleep(0.01)
    said.put(None)


def _overhear(pipe: IO[bytes], tail: _Tail) -> None:
    half = b""
    with suppress(OSError, ValueError), pipe:
        while data := pipe.read(1 << 16):
            tail.add(data)
            *whole, half = (half + data).split(b"\n")
            for line in whole:
                tail.line(line)
            half = half[-TAIL:]
    tail.close()


def _end(process: subprocess.Popen[bytes], flow: _Flow, owner: int) -> None:
    """End a process and its group, unless this is a fork of the one that began it."""
    flow.over = True
    if os.getpid() != owner:
        return
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()

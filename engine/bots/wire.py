"""Messages over two streams, with somebody at the other end who cannot be relied on.

Nothing that the other end does makes anybody wait: one that does not read, does not answer or writes without end costs its time and
no more. So reading and writing are done by threads, which nobody waits for.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import IO

import msgspec

from dicecup.engine.bots.protocol import BadMessageError, Message, read

FLOOD = 1 << 20  # bytes: what may be said for one answer, and a quarter of what is taken in before somebody wants it

Lines = SimpleQueue[bytes | None]


class WireError(Exception):
    """The other end does not keep to what it must; the sentence begins with a verb, of which it is the subject.

    `late`: it took longer than it may, which may be otherwise on another machine.
    """

    def __init__(self, sentence: str, *, late: bool = False) -> None:
        super().__init__(sentence)
        self.late = late


def too_late(seconds: float | None) -> str:
    """What is said of one who had so long and has not answered; it goes on after their name."""
    return f"did not answer within {'a second' if seconds == 1 else f'{seconds:g} seconds'}"


class Wire:
    """Two streams without buffers: those of Python have locks, which a process that is forked meanwhile finds closed for ever."""

    def __init__(self, reader: IO[bytes], writer: IO[bytes]) -> None:
        self._said: Lines = SimpleQueue()
        self._to_say: Lines = SimpleQueue()
        self._flow = Flow()
        threading.Thread(target=_listen, args=(reader, self._said, self._flow), daemon=True).start()
        threading.Thread(target=_write, args=(writer, self._to_say), daemon=True).start()

    def say(self, *messages: Message) -> None:
        """Send messages; nobody waits until they are read."""
        self._to_say.put(b"".join(msgspec.json.encode(message) + b"\n" for message in messages))

    def hear(self, seconds: float | None, wanted: Callable[[Message], bool]) -> Message:
        """The next message that is `wanted`; those before it are left out. Raises WireError; without `seconds` nothing is late."""
        until = None if seconds is None else monotonic() + seconds
        size = 0
        while True:
            try:
                line = self._said.get(timeout=None if until is None else max(0.0, until - monotonic()))
            except Empty:
                raise WireError(too_late(seconds), late=True) from None
            if line is None:
                self._said.put(None)  # for whoever asks again
                raise WireError(self.ended())
            self._flow.taken += len(line)
            size += len(line)
            if size > FLOOD:
                raise WireError(f"said more than {FLOOD:,} bytes for one answer")
            if line.isspace():
                continue
            try:
                message = read(line)
            except BadMessageError as error:
                raise WireError(f"said what is {error}") from None
            if wanted(message):
                return message

    def ended(self) -> str:
        """How the other end has ended, which says nothing more."""
        return "has left"

    def close(self) -> None:
        """Say nothing more, and listen no more."""
        self._flow.over = True
        self._to_say.put(None)


class Flow:
    """How many bytes came, and how many of them somebody has taken; each is counted by one thread alone."""

    def __init__(self) -> None:
        self.came = 0
        self.taken = 0
        self.over = False


def _write(stream: IO[bytes], lines: Lines) -> None:
    with suppress(OSError, ValueError), stream:
        while (data := lines.get()) is not None:
            rest = memoryview(data)
            while rest:
                rest = rest[stream.write(rest) :]


def _listen(stream: IO[bytes], said: Lines, flow: Flow) -> None:
    half = b""
    with suppress(OSError, ValueError), stream:
        while data := stream.read(1 << 16):
            *whole, half = (half + data).split(b"\n")
            if len(half) > FLOOD:  # a line without an end
                whole, half = [*whole, half], b""
            for line in whole:
                flow.came += len(line) + 1
                said.put(line + b"\n")
            while flow.came - flow.taken > 4 * FLOOD and not flow.over:
                sleep(0.01)
    said.put(None)

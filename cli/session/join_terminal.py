"""Where somebody sits who joins a game: what the host says comes while a line is being typed, and is shown above it.

prompt-toolkit's editor takes the lines where the terminal can do what that needs; else they are read as the terminal gives them.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from dicecup.cli.base import output as voice
from dicecup.cli.base.errors import NO, Failure
from dicecup.cli.base.output import Manners
from dicecup.cli.base.signals import ENDING
from dicecup.cli.base.text import safe
from dicecup.cli.session.joined import Joined
from dicecup.cli.session.privacy_screen import is_plain
from dicecup.engine.bots.protocol import Message
from dicecup.engine.bots.wire import Wire, WireError
from dicecup.engine.core.signals import Ended

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

BEFORE = 100  # messages that may be heard before they are shown
LONGEST_LINE = 10_000  # bytes of a line that is typed


def sit(manners: Manners, wire: Wire, joined: Joined) -> None:
    """Show what the host says and take what is typed until the game is over. Failure where the host is lost; KeyboardInterrupt, Ended."""
    edited = voice.is_terminal(sys.stdin) and voice.is_terminal(sys.stdout) and not is_plain(asked=manners.plain)
    asyncio.run(_Seat(wire, joined, _Edited(manners, joined) if edited else _Plain(joined)).run())


class _Seat:
    """The host and the keyboard, heard together."""

    def __init__(self, wire: Wire, joined: Joined, keyboard: _Edited | _Plain) -> None:
        self._wire = wire
        self._joined = joined
        self._keyboard = keyboard
        self._heard: asyncio.Queue[Message | WireError] = asyncio.Queue()
        self._room = threading.Semaphore(BEFORE)

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        self._signal: asyncio.Future[int] = loop.create_future()
        for number in ENDING:
            with suppress(NotImplementedError, ValueError, RuntimeError):
                loop.add_signal_handler(number, self._end, number)
        threading.Thread(target=self._listen, args=(loop,), daemon=True).start()
        self._keyboard.begin(loop)
        await self._together()
        if self._signal.done():
            raise Ended(self._signal.result())

    async def _together(self) -> None:
        typing: asyncio.Future[str] = asyncio.ensure_future(self._keyboard.line())
        hearing: asyncio.Future[Message | WireError] = asyncio.ensure_future(self._heard.get())
        try:
            while not self._joined.over:
                awaited: set[asyncio.Future[Any]] = {typing, hearing, self._signal}
                await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
                if self._signal.done():
                    return
                if hearing.done():
                    async with self._keyboard.above():
                        self._take(hearing.result())
                    hearing = asyncio.ensure_future(self._heard.get())
                if typing.done() and not self._joined.over:
                    if (text := _typed(typing)) is None:
                        self._joined.typed("quit")
                        return
                    self._joined.typed(text)
                    typing = asyncio.ensure_future(self._keyboard.line())
                self._keyboard.ask()
        finally:
            for future in (typing, hearing):
                future.cancel()
            await asyncio.gather(typing, hearing, return_exceptions=True)

    def _take(self, first: Message | WireError) -> None:
        """Show a message, and those that have come with it."""
        heard = first
        while True:
            self._room.release()
            if isinstance(heard, WireError):
                again = "; the same command brings you back where the game goes on" if self._joined.seat else ""
                raise Failure(NO, f"the host {heard}{again}")
            self._joined.heard(heard)
            if self._joined.over or self._heard.empty():
                return
            heard = self._heard.get_nowait()

    def _end(self, number: int) -> None:
        if not self._signal.done():
            self._signal.set_result(number)

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hear the host, in a thread; it waits where nobody takes what was heard."""
        heard: Message | WireError
        with suppress(RuntimeError):  # the loop is closed
            while True:
                try:
                    heard = self._wire.hear(None, lambda _: True)
                except WireError as error:
                    heard = error
                self._room.acquire()
                loop.call_soon_threadsafe(self._heard.put_nowait, heard)
                if isinstance(heard, WireError):
                    return


def _typed(typing: asyncio.Future[str]) -> str | None:
    """The line that was typed, None where there are no more."""
    try:
        return typing.result()
    except EOFError:
        return None


class _Edited:
    """Lines from prompt-toolkit's editor."""

    def __init__(self, manners: Manners, joined: Joined) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import Completer, Completion
        from prompt_toolkit.output import ColorDepth
        from prompt_toolkit.shortcuts import CompleteStyle

        class Words(Completer):
            """Moves and words that begin as what is typed."""

            def get_completions(self, document: Any, event: Any) -> Iterator[Completion]:
                begun = document.text_before_cursor.lstrip().lower()
                for word in joined.completions:
                    if word.lower().startswith(begun):
                        yield Completion(word, start_position=-len(begun))

        self._joined = joined
        self._session: PromptSession[str] = PromptSession(
            completer=Words(),
            complete_while_typing=False,
            complete_style=CompleteStyle.MULTI_COLUMN,
            color_depth=None if manners.colored() else ColorDepth.DEPTH_1_BIT,
        )
        self._session.app.renderer.cpr_not_supported_callback = None

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on lines are typed."""

    async def line(self) -> str:
        return await self._session.prompt_async(lambda: [("bold", self._joined.prompt)])

    def above(self) -> AbstractAsyncContextManager[None]:
        """Something is shown above the line that is being typed."""
        from prompt_toolkit.application import in_terminal

        return in_terminal()

    def ask(self) -> None:
        self._session.app.invalidate()


class _Plain:
    """Lines as a terminal or a pipe gives them; those of a pipe are taken when something is asked."""

    def __init__(self, joined: Joined) -> None:
        self._joined = joined
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._waits = asyncio.Event()  # until a question is open
        self._at_once = voice.is_terminal(sys.stdin)
        self._asked = ""  # the question that stands there, unanswered

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        threading.Thread(target=self._read, args=(loop,), daemon=True).start()

    async def line(self) -> str:
        if not self._at_once:
            await self._waits.wait()
            self._waits.clear()
        text = await self._typed.get()
        self._asked = ""
        if text is None:
            raise EOFError
        return text

    @asynccontextmanager
    async def above(self) -> AsyncIterator[None]:
        if self._asked:
            self._asked = ""
            voice.put()
        yield

    def ask(self) -> None:
        if self._joined.is_asked and not self._asked:
            self._asked = self._joined.prompt
            voice.write(safe(self._asked))
            voice.flush()
            self._waits.set()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """Read standard input, in a thread that nobody waits for."""
        half = b""
        with suppress(OSError, RuntimeError):  # the terminal is gone, or the loop
            while data := os.read(0, 4096):
                *whole, half = (half + data).split(b"\n")
                half = half[:LONGEST_LINE]
                for line in whole:
                    text = line.removesuffix(b"\r").decode("utf-8", "backslashreplace")
                    loop.call_soon_threadsafe(self._typed.put_nowait, text)
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(self._typed.put_nowait, None)

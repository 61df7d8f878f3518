"""A terminal whose keys come one by one and unseen, and what is drawn on it.

prompt-toolkit knows how each system's terminals are put into that mode and back, what their keys send, and how they are cleared. It
is imported when a `RawTerminal` is made.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
from collections import deque
from contextlib import ExitStack
from typing import TYPE_CHECKING, Self

from dicecup.cli.base import output as voice

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding import KeyPress

# Keys have the names that prompt-toolkit gives them; a sign is its own name.
END_OF_INPUT = "c-d"
RESIZED = "resized"  # what comes in place of a key when the window has another size
SIGNALS = {"c-c": "SIGINT", "c-\\": "SIGQUIT", "c-z": "SIGTSTP"}  # what a terminal in its usual mode makes of keys
ALONE = 0.05  # seconds after which an Escape begins no other key
LOOKED = 0.5  # seconds between two looks at the size where no signal tells of a new one
WINCH = getattr(signal, "SIGWINCH", None)


class RawTerminal:
    """The terminal at standard input and output. As a context manager it has the modes that it needs, and gives back those that were.

    Keys that are pressed while something is drawn are not lost.
    """

    def __init__(self) -> None:
        from prompt_toolkit.input import create_input
        from prompt_toolkit.output import create_output

        self._input: Input = create_input(sys.stdin)
        self._output = create_output(sys.stdout)
        self._keys: deque[str] = deque()
        self._size = shutil.get_terminal_size()
        self._modes = ExitStack()
        self._alone: asyncio.TimerHandle | None = None  # until an Escape stands for itself
        self._loop = asyncio.new_event_loop()  # which stops when there is a key

    def __enter__(self) -> Self:
        self._modes.callback(self._loop.close)
        self._modes.enter_context(self._input.raw_mode())
        self._loop.run_until_complete(self._listen())
        return self

    def __exit__(self, *error: object) -> None:
        self._modes.close()

    def key(self) -> str:
        """The next key by its name; RESIZED where the window has another size than when this was asked last."""
        voice.flush()
        self._look()
        while not self._keys:
            self._loop.run_forever()
        key = self._keys.popleft()
        if (name := SIGNALS.get(key)) and hasattr(signal, name):
            self._send(getattr(signal, name))
            return RESIZED  # where one comes back from that, all is to be drawn anew
        return key

    def draw(self, text: str) -> None:
        """Clear the screen and write a text from its first cell on."""
        self._output.erase_screen()
        self._output.cursor_goto()
        self.write(text)

    def write(self, text: str) -> None:
        """Write where the cursor stands."""
        voice.flush()
        self._output.write_raw(text)
        self._output.flush()

    def _send(self, number: int) -> None:
        """Do as the terminal itself would, in its usual mode: a stop is for all that run in its foreground."""
        with self._input.cooked_mode():
            if number == getattr(signal, "SIGTSTP", None):
                os.kill(0, number)
            else:
                signal.raise_signal(number)  # which on Windows os.kill would not send, but end the program at once

    async def _listen(self) -> None:
        """From now on keys and new sizes come while the loop runs."""
        self._modes.enter_context(self._input.attach(self._read))
        if WINCH is not None:
            self._loop.add_signal_handler(WINCH, self._look)
        else:
            self._look_again()

    def _read(self) -> None:
        """Keys have come, or the beginning of one; an Escape that nothing follows is a key too."""
        if self._alone is not None:
            self._alone.cancel()
        self._alone = self._loop.call_later(ALONE, lambda: self._take(self._input.flush_keys()))
        self._take(self._input.read_keys())

    def _take(self, presses: list[KeyPress]) -> None:
        self._keys += (str(getattr(press.key, "value", press.key)) for press in presses)
        if not presses and (self._input.closed or not voice.is_terminal(sys.stdin)):
            self._keys.append(END_OF_INPUT)
        if self._keys:
            self._loop.stop()

    def _look(self) -> None:
        """See whether the window has another size."""
        before, self._size = self._size, shutil.get_terminal_size()
        if before != self._size:
            self._keys.append(RESIZED)
            self._loop.stop()

    def _look_again(self) -> None:
        self._look()
        self._loop.call_later(LOOKED, self._look_again)

"""The lines that were typed, kept from session to session in a file that only its owner may read.

Whatever is wrong with the file, the session goes on: it is said once, and from then on lines are remembered for the session alone.
"""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from dicecup.cli.base.paths import history_file
from dicecup.cli.base.text import acts
from dicecup.engine.log.log import OutputRefused, Writer, reason

if TYPE_CHECKING:
    from prompt_toolkit.history import History as PromptHistory

LARGEST = 1 << 22  # bytes that are read of a file; what stands before them is forgotten
LONGEST = 1000  # signs of a line that is worth keeping


class History:
    """Typed lines, oldest first: those of the file, of which there are at most `most`, and then those of the session.

    With 0 the file is left alone; `most` may change while lines are typed. Two consoles may use one file: each shows what was there when it began, and its own lines.
    """

    def __init__(self, most: int, warn: Callable[[str], None], environ: Mapping[str, str] = os.environ) -> None:
        self.path = history_file(environ)
        self.most = most
        self._warn = warn
        self._warned = False
        self._usable = True  # nothing is wrong with the file
        self._stored: int | None = None  # lines in the file; None where that is not known, or something else is in it
        self.lines: list[str] = self._begin() if most else []

    def add(self, text: str) -> None:
        """Remember a line; never one that says what not everybody may know, such as dice under a cup."""
        if not _fit(text) or self.lines[-1:] == [text]:
            return
        self.lines.append(text)
        if not self._usable or not self.most:
            return
        with self._file("write"):
            if self._stored is not None and self._stored < self.most:
                self._append(text)
                self._stored += 1
            else:
                self._rewrite(text)

    def for_prompt(self) -> PromptHistory:
        """These lines for a line editor of prompt-toolkit, which takes nothing into them by itself: only `add` knows what to keep."""
        from prompt_toolkit.history import History as Base

        history = self

        class Typed(Base):
            async def load(self) -> AsyncGenerator[str, None]:
                for line in self.load_history_strings():
                    yield line

            def get_strings(self) -> list[str]:
                return list(history.lines)

            def load_history_strings(self) -> Iterable[str]:
                return history.lines[::-1]

            def append_string(self, string: str) -> None: ...

            def store_string(self, string: str) -> None: ...

        return Typed()

    def _begin(self) -> list[str]:
        """The last lines of the file. What is damaged in it goes with the first line that is added."""
        lines: list[str] = []
        sound = True
        with self._file("read"):
            if self.path.is_file():
                lines, sound = self._read()
            elif os.path.lexists(self.path):
                raise OutputRefused(f"{self.path} is no ordinary file")
        if not sound:
            self._complain(f"{self.path} is damaged; the lines that can be read are kept")
        self._stored = len(lines) if sound else None
        return lines[-self.most :]

    @contextmanager
    def _file(self, doing: str) -> Iterator[None]:
        """Do something with the file; where that fails it is not used any more."""
        try:
            yield
        except (OSError, OutputRefused) as error:
            self._usable = False
            why = f"cannot {doing} {self.path}: {reason(error)}" if isinstance(error, OSError) else error
            self._complain(f"typed lines are remembered for this session only: {why}")

    def _read(self) -> tuple[list[str], bool]:
        """The lines in the file that are fit to be shown, and whether there is nothing else in it."""
        with self.path.open("rb") as stream:
            skipped = max(0, stream.seek(0, os.SEEK_END) - LARGEST)
            stream.seek(skipped)
            data = stream.read(LARGEST)
        texts = data.decode("utf-8", "surrogateescape").split("\n")
        lines = [text for text in texts[bool(skipped) :] if _fit(text)]
        return lines, not skipped and len(lines) == len(texts) - 1 and not texts[-1]

    def _append(self, text: str) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with open(self.path, "ab", buffering=0, opener=partial(os.open, mode=0o600)) as stream:
            stream.write(f"{text}\n".encode())

    def _rewrite(self, text: str) -> None:
        """Put the newest lines in the place of the file, all at once; another console may have added some."""
        others = self._read()[0] if self.path.exists() else []
        lines = [*others, text][-self.most :]
        with Writer(self.path, force=True, own=True, private=True) as writer:
            writer.write("".join(f"{line}\n" for line in lines).encode())
        self._stored = len(lines)

    def _complain(self, sentence: str) -> None:
        if not self._warned:
            self._warn(sentence)
        self._warned = True


def _fit(text: str) -> bool:
    """Whether a line can be kept and shown again: something stands in it, it is not endless, and nothing in it acts on a terminal."""
    if not text.strip() or len(text) > LONGEST:
        return False
    return (text.isascii() and text.isprintable()) or not any(map(acts, text))

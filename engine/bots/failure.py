"""A user's code that fails: a sentence about it, where in the bot's file it was, and the traceback for whoever asks."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass

from dicecup.engine.core.problems import PlayError, Term, printable
from dicecup.engine.core.signals import Ended

LONGEST_REASON = 200  # characters of a bot's own words that a log repeats


@dataclass(frozen=True)
class CodePlace:
    """Where a bot's file failed: the file as it was named, a line of it, and the traceback from the file on, if anything was raised.

    `line` is 0 where no line of the file is to blame.
    """

    file: str
    line: int = 0
    traceback: str = ""

    def as_dict(self) -> dict[str, str | int]:
        """The file and, where one is to blame, the line."""
        return {"file": self.file, **({"line": self.line} if self.line else {})}


class BotFileError(PlayError):
    """A user's bot (`bot`, as a log names it) cannot be used or failed, and the place in its file."""

    def __init__(self, sentence: str, bot: str, place: CodePlace, remedies: Sequence[Term] = ()) -> None:
        super().__init__(sentence, remedies=remedies)
        self.bot = bot
        self.place = place

    @property
    def file(self) -> str:
        """The bot's file, as it was named."""
        return self.place.file

    @property
    def line(self) -> int:
        """The line of the file, 0 where none is to blame."""
        return self.place.line


class BotFailure(BotFileError):  # noqa: N818 - says what it is
    """A bot raised, or answered with something that is no legal move; its seat forfeits the game.

    `why` is what its sentence says of it, for another sentence. `late`: it took longer than it may, which may be otherwise on another
    machine.
    """

    def __init__(self, sentence: str, bot: str, place: CodePlace, *, why: str = "", late: bool = False) -> None:
        super().__init__(sentence, bot, place)
        self.why = why
        self.late = late

    @property
    def traceback(self) -> str:
        """The traceback from the bot's file on, empty where nothing was raised."""
        return self.place.traceback


@contextmanager
def users_code(file: str, failure: Callable[[str, CodePlace], Exception], function: object = None) -> Iterator[None]:
    """A user's code runs here: what it prints is talk, no data of ours, and whatever it raises is its own failure.

    `sys.exit` too, which would end the program in the middle of a game and call that fine; only Ctrl-C and its like go through.
    The code is `function`, of `file`; without it the file is being loaded.
    """
    try:
        with redirect_stdout(sys.stderr):
            yield
    except (BotFailure, KeyboardInterrupt, Ended):
        raise
    except BaseException as error:
        try:
            words = str(error)
        except BaseException:  # noqa: BLE001 - its message fails as well
            words = "it has no words for it"
        # A log cannot hold half a character, nor should it hold a page.
        said = printable(f"{type(error).__name__}: {words}".removesuffix(": "), LONGEST_REASON)
        raise failure(said, where_raised(error, file, function)) from error


def where_raised(error: BaseException, file: str, function: object = None) -> CodePlace:
    """The last line of the file that an error went through, and its traceback without what called the file."""
    code = os.path.realpath(_loaded_from(function) or file)
    steps = traceback.extract_tb(error.__traceback__)
    inside = [at for at, step in enumerate(steps) if os.path.realpath(step.filename) == code]
    line = steps[inside[-1]].lineno if inside else 0
    if isinstance(error, SyntaxError) and os.path.realpath(error.filename or "") == code:
        line = error.lineno
    try:
        own = traceback.TracebackException.from_exception(error)
        own.stack = traceback.StackSummary.from_list(steps[inside[0] :] if inside else [])
        text = "".join(own.format()).rstrip()
    except BaseException:  # noqa: BLE001 - its message fails as well
        text = ""
    return CodePlace(file, line or 0, text)


def where_defined(function: object, file: str) -> CodePlace:
    """Where a function of the file begins."""
    code = getattr(function, "__code__", None)
    if code is None or os.path.realpath(code.co_filename) != os.path.realpath(_loaded_from(function)):
        return CodePlace(file)
    return CodePlace(file, code.co_firstlineno)


def _loaded_from(function: object) -> str:
    """The file whose code a function is. Of equal files only one is loaded, so it may be another than the one that was named."""
    module = sys.modules.get(getattr(function, "__module__", ""))
    return getattr(module, "__file__", None) or ""

"""Where words go: data to standard output, talk to standard error, both in UTF-8 whatever the locale.

`Manners` are the options that every command takes, completed by the settings. Colour is decided here: never in JSON nor for readers
who want words only; then by what was asked, then NO_COLOR, then FORCE_COLOR, then whether it is a terminal that knows colours.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self, TextIO

import click

from dicecup.cli.base.clearance import Clearance
from dicecup.cli.base.errors import OUTPUT, Failure, text_of, traced, whereabouts
from dicecup.cli.base.page import Page
from dicecup.cli.base.text import acts, safe, wrap
from dicecup.engine.core.problems import FamilyWarning

if TYPE_CHECKING:
    from dicecup.engine.bots.conversation import Patience

NARROWEST, WIDEST = 1, 100  # cells; longer lines of prose tire the eye
WIDEST_TABLE = 200  # cells of what is drawn


def overhear(bot: str, text: str) -> None:
    """What a bot says beside its moves."""
    complain(f"{bot}: {text}")


@dataclass
class Manners:
    """What was asked of every command alike, and what it may show. `settle` completes it when all of it is known, and before anything
    is printed.
    """

    json: bool = False
    quiet: bool = False
    plain: bool = False
    color: str = ""  # nothing was asked: that is auto, unless a setting says more
    no_input: bool = False
    drawing: str = "auto"  # a setting that has no option
    time_limit: int = 0  # seconds; 0 where nothing was asked: what the settings say, else the default
    talk: bool = False
    clearance: Clearance = field(default_factory=Clearance)  # what may be shown of games

    def settle(self) -> None:
        """What was not asked is as it is by default; whoever has settings lets them say more."""

    @property
    def patience(self) -> Patience:
        """What bots get that are programs."""
        from dicecup.engine.bots.conversation import Patience

        talk = overhear if self.talk and not self.json else None
        return Patience(self.time_limit, talk) if self.time_limit else Patience(overhear=talk)

    def say(self, text: str) -> None:
        """Talk that may be left out."""
        if not self.quiet and not self.json:
            complain(text)

    def warn(self, text: str, *, traceback: str = "", **place: Any) -> None:
        """Talk that must be heard; `place` is where it is about (`file`, `line`) and what else a program may want of it."""
        record = {"dicecup": 1, "type": "warning", "message": text, **place, **traced(traceback)}
        complain(compact(record) if self.json else f"dicecup: {text_of(record)}")
        if not self.json and (where := whereabouts(traceback)):
            complain(where)

    @contextmanager
    def warnings(self) -> Iterator[None]:
        """What is wrong with packages that bring families is told like everything else, each thing once."""
        with warnings.catch_warnings():
            warnings.filterwarnings("default", category=FamilyWarning)
            others = warnings.showwarning

            def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
                if issubclass(category, FamilyWarning):
                    self.warn(str(message))
                else:
                    others(message, category, *place, **more)

            warnings.showwarning = show
            yield

    def fail(self, error: Mapping[str, Any]) -> None:
        """An error, which is an object of `failure.sentences`."""
        complain(compact(error) if self.json else f"dicecup: {text_of(error)}")

    @property
    def may_ask(self) -> bool:
        """Whether a person sits at a terminal and may be asked."""
        seen = is_terminal(sys.stdout) or is_terminal(sys.stderr)
        return not self.no_input and seen and is_terminal(sys.stdin)

    def colored(self, stream: TextIO | None = None) -> bool:
        """Whether to colour what goes to a stream, standard output if none is named."""
        if self.json or self.plain:
            return False
        if self.color in ("always", "never"):
            return self.color == "always"
        said = color_said(os.environ)
        if said is not None:
            return said
        return is_terminal(stream or sys.stdout) and is_capable()

    def on(self, stream: TextIO | None) -> Self:
        """The same for what is written to another stream, which is judged on its own."""
        return replace(self, color="always" if self.colored(stream) else "never")

    @property
    def page(self) -> Page:
        """What lines of words are laid out on."""
        return Page(room(), plain=self.plain)

    def styled(self, text: str, **style: Any) -> str:
        """`text` for standard output, in colour if there is any."""
        return click.style(text, **style) if style and self.colored() else text


def color_said(environ: Mapping[str, str]) -> bool | None:
    """Whether the environment asks for colour, or against it; None where it says nothing."""
    if environ.get("NO_COLOR"):
        return False
    return True if environ.get("FORCE_COLOR", "0") not in ("", "0") else None


def prepare() -> None:
    """Make both streams UTF-8, so that no name and no locale can stop a sentence.

    A standard descriptor that is closed leads nowhere from now on; else the next file opened, a log perhaps, would be given its
    number, and whatever is written to that descriptor would stand in the log.
    """
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the system gives the lowest number that is free
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal; a closed one is none."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def is_capable() -> bool:
    """Whether TERM names a terminal that does more than show one line after the other."""
    return os.environ.get("TERM", "dumb") != "dumb"


def room() -> int:
    """How many cells a line of prose may take: COLUMNS, else the terminal's width, else 80."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))


def wide() -> int:
    """How many cells a drawing may take."""
    return max(NARROWEST, min(WIDEST_TABLE, shutil.get_terminal_size().columns))


def put(line: str = "") -> None:
    """A line of data."""
    write(line + "\n")


def put_wrapped(text: str, hang: int = 0) -> None:
    """A paragraph of data, as wide as the terminal."""
    for line in wrap(text, room(), hang):
        put(line)


def put_json(record: Mapping[str, Any]) -> None:
    """A JSON object on a line."""
    put(compact(record))


def compact(record: Mapping[str, Any]) -> str:
    """A JSON object on one line, strict: no NaN, no infinity, no half of a character, and nothing that acts on a terminal."""
    return escaped(json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":")))


def escaped(line: str) -> str:
    """A line of JSON with every sign as an escape that would act on a terminal; JSON lets many of them stand as they are."""
    if line.isascii() and "\x7f" not in line:
        return line
    return "".join(json.dumps(sign)[1:-1] if acts(sign) else sign for sign in line)


def put_record(line: bytes) -> None:
    """A line of a log as JSON for programs, handed on at once. The log itself may hold signs that this escapes."""
    write_bytes(escaped(line.decode().rstrip("\n")).encode() + b"\n")


def write(text: str) -> None:
    """Data as it stands. Failure where it cannot be written; BrokenPipeError where nobody reads any more."""
    try:
        _stdout().write(text)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _lost(error) from None


def write_bytes(data: bytes) -> None:
    """Whole lines of data in UTF-8, handed on at once."""
    stream = _stdout()
    buffer = getattr(stream, "buffer", None)
    try:
        if buffer is None:
            stream.write(data.decode())
        else:
            stream.flush()
            buffer.write(data)
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _lost(error) from None


def flush() -> None:
    """Hand on everything written so far."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _lost(error) from None


def complain(text: str) -> None:
    """A line of talk. Where nobody can hear it, it is lost."""
    with suppress(BrokenPipeError, Failure):  # told when standard output is used the next time
        flush()
    if sys.stderr is None:
        return
    try:
        sys.stderr.write("\n".join(map(safe, text.split("\n"))) + "\n")
        sys.stderr.flush()
    except OSError:
        pass


def forsake_output() -> None:
    """Nothing can be written to standard output any more: let the interpreter find an open end when it flushes at exit."""
    try:
        if sys.stdout is not None and sys.stdout.fileno() == 1:
            sink = os.open(os.devnull, os.O_WRONLY)
            os.dup2(sink, 1)
            os.close(sink)
    except (OSError, ValueError):
        pass


def _stdout() -> TextIO:
    if sys.stdout is None:
        raise Failure(OUTPUT, "standard output is closed")
    return sys.stdout


def _lost(error: OSError) -> Failure:
    forsake_output()
    return Failure(OUTPUT, f"cannot write to standard output: {(error.strerror or str(error)).lower()}")

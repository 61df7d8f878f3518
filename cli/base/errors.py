"""From any exception to one clear sentence and an exit code.

Everything a user can cause is told in a sentence that names the remedy; what is left is a bug in dicecup (exit code 70). Only that,
and a user's bot that fails, has a traceback, with DICECUP_DEBUG=1.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base.wording import COMMAND_LINE, Wording
from dicecup.engine.core.problems import (
    DefinitionError,
    DicecupError,
    InputError,
    LogError,
    OutputError,
    Problem,
    guess,
)

if TYPE_CHECKING:
    from dicecup.engine.log.verdict import Verdict

FINE, NO, USAGE, DEFINITION, LOG, OUTPUT, BUG, INTERRUPTED, CLOSED_PIPE = 0, 1, 2, 3, 4, 5, 70, 130, 141
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

# The engine's errors by whose fault they are; the first that fits counts.
CODES: tuple[tuple[type[DicecupError], int], ...] = (
    (LogError, NO),  # but for the kinds below
    (DefinitionError, DEFINITION),
    (OutputError, OUTPUT),
    (InputError, USAGE),
    (DicecupError, NO),
)
# What `verify` may find of a log that is worse than not true.
CODES_OF_KINDS = {
    "unreadable bytes": LOG,
    "unreadable record": LOG,
    "torn line": LOG,
    "incomplete": LOG,
    "family not installed": USAGE,
}


class Failure(Exception):  # noqa: N818 - says what it is
    """A command cannot do what was asked: the exit code, a sentence, and the place (`file`, `line`) where there is one."""

    def __init__(self, code: int, message: str, **place: Any) -> None:
        super().__init__(message)
        self.code = code
        self.place = place


class Refused(Exception):  # noqa: N818 - says what it is
    """What cannot be done, put into words already as JSON objects (`records`), with the exit code.

    `traceback` is that of a user's bot, where one has failed.
    """

    def __init__(self, code: int, records: list[dict[str, Any]], traceback: str = "") -> None:
        super().__init__(text_of(records[0]))
        self.code = code
        self.records = records
        self.traceback = traceback


def usage(message: str) -> Failure:
    """What was asked for cannot be: exit code 2."""
    return Failure(USAGE, message)


def code_of(error: Exception) -> int:
    """The exit code of an error."""
    if isinstance(error, click.ClickException):
        return USAGE
    if isinstance(error, Failure | Refused):
        return error.code
    if isinstance(error, DicecupError):
        code = next(code for kind, code in CODES if isinstance(error, kind))
        return code_of_kind(error.kind) if isinstance(error, LogError) else code
    if isinstance(error, OSError):
        if error.errno in FULL:
            return OUTPUT
        return USAGE if error.filename is not None else BUG
    return BUG


def code_of_verdict(verdict: Verdict) -> int:
    """The exit code that the verdict on a logged game asks for."""
    return FINE if verdict.ok else code_of_kind(verdict.kind)


def code_of_kind(kind: str) -> int:
    """The exit code of what is wrong with a log, by its kind as `verify` has it."""
    return CODES_OF_KINDS.get(kind, NO)


def sentences(error: Exception, wording: Wording = COMMAND_LINE) -> Iterator[dict[str, Any]]:
    """An error as JSON objects, one for each thing that is wrong; `message` is the sentence, in a front end's words."""
    code = code_of(error)
    if isinstance(error, Refused):
        yield from error.records
    elif isinstance(error, DefinitionError):
        yield from (_record(code, problem.worded(wording.term), _place(problem)) for problem in error.problems)
    elif isinstance(error, Failure):
        yield _record(code, str(error), error.place)
    else:
        place = _place(error) if isinstance(error, DicecupError) else {}
        yield _record(code, _message(error, code, wording), place | traced(traceback_of(error)))


def reported(error: Exception, wording: Wording) -> Refused:
    """An error put into a front end's words, whichever tells it."""
    return Refused(code_of(error), list(sentences(error, wording)), traceback_of(error))


def _record(code: int, message: str, place: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "error", "dicecup": 1, "code": code, "message": message, **place}


def _place(error: Problem | DicecupError) -> dict[str, Any]:
    """Where an error stands, as far as that is known."""
    names = ("file", "line", "column", "path") if isinstance(error, Problem) else ("file", "line")
    return {name: value for name in names if (value := getattr(error, name, None))}


def traceback_of(error: Exception) -> str:
    """The traceback of a bug, or of a user's bot that failed; empty for everything else."""
    if code_of(error) != BUG:
        return str(getattr(error, "traceback", ""))
    import traceback

    return "".join(traceback.format_exception(error)).rstrip()


def traced(traceback: str) -> dict[str, str]:
    """A traceback as a field of a JSON object, if DICECUP_DEBUG=1 asks for it."""
    return {"traceback": traceback} if traceback and debugging() else {}


def whereabouts(traceback: str) -> str:
    """A traceback, if DICECUP_DEBUG=1 asks for it, else how to ask; nothing where there is none."""
    return traceback if not traceback or debugging() else "DICECUP_DEBUG=1 shows where it happened."


def debugging() -> bool:
    """Whether tracebacks are asked for."""
    return os.environ.get("DICECUP_DEBUG") == "1"


def _message(error: Exception, code: int, wording: Wording) -> str:
    if isinstance(error, click.UsageError):
        return _usage_message(error)
    if isinstance(error, click.ClickException):
        return error.format_message()
    if code == BUG:
        return _bug(error)
    if isinstance(error, OSError):
        reason = (error.strerror or str(error)).lower()
        return f"{error.filename}: {reason}" if error.filename is not None else reason
    return wording.sentence(error)


def _bug(error: Exception) -> str:
    from dicecup.engine.games.registry import at_fault

    what = " ".join(f"{type(error).__name__}: {error}".split())
    return f"{what} - this is a bug in {at_fault(error) or 'dicecup'}; please report it with the command you gave"


def _usage_message(error: click.UsageError) -> str:
    """Click's message in one sentence, with the help that would have told."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):  # whose message is the whole help
        return _with_help("the command is missing", error)
    message = error.format_message()
    if isinstance(error, click.NoSuchOption):
        options = [name for param in (error.ctx.command.params if error.ctx else ()) for name in param.opts]
        near = guess(error.option_name, options)
        message = f"there is no option {error.option_name}{f' (did you mean {near}?)' if near else ''}"
    elif isinstance(error, click.MissingParameter):
        if isinstance(error.param, click.Option):
            name = max(error.param.opts, key=len)
        else:
            name = error.param.make_metavar(error.ctx) if error.param and error.ctx else "argument"
        return _with_help(f"{name} is missing", error)
    message = message.rstrip(".")
    return _with_help(message[:1].lower() + message[1:], error)


def _with_help(message: str, error: click.UsageError) -> str:
    if error.ctx is None:
        return message
    return f"{message}; `{error.ctx.command_path} --help` shows how it is used"


def text_of(record: Mapping[str, Any]) -> str:
    """An error object as the line that people read."""
    place = ""
    if record.get("file"):
        place = ":".join(str(record[key]) for key in ("file", "line", "column") if record.get(key)) + ": "
    path = f"{record['path']}: " if record.get("path") else ""
    return f"{place}{path}{record['message']}"

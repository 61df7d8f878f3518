"""What is found of one logged game: the verdict, and the first thing that is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dicecup.engine.core.problems import LogError
from dicecup.engine.log.log import Line

INCOMPLETE = "incomplete"
REDACTED = "redacted"  # made for one seat, and true as far as that can be told
NOT_AS_SEALED = "not as sealed"  # a file, whose games may each be true
NOT_INSTALLED = "family not installed"  # nothing is known of the log
UNKNOWN_VERSION = "unknown version"  # it is newer than this dicecup
UNREADABLE = (NOT_INSTALLED, UNKNOWN_VERSION)  # kinds of which the message says all there is to say
UNSEALED = "its end is not sealed"  # of a log made for one seat, before 0.2: who won in it is nobody's word
NOT_SEALED = "not sealed"  # what such a log is where only a sealed one counts
PARTS = "other rules"  # true, but no game by the definition it was played by as well
REVEALING = ("altered", PARTS)  # kinds of which the words may hold dice


def discreet(kind: str, message: str) -> str:
    """What may be said of a damage to whoever may not see all dice."""
    return "the record is not what is due here" if kind in REVEALING else message


@dataclass
class Verdict:
    """What verifying one game found. `line` is that of the first wrong record, or of the header of a game that is true.

    `n` is the event that is wrong, 0 where it is the header; `written_by` is the program that wrote the log, as that says.
    """

    file: str
    line: int
    game: int | None
    ok: bool
    kind: str = "true"
    n: int = 0
    rule: str = ""
    message: str = ""
    expected: Any = None
    found: Any = None
    events: int = 0
    given: bool = False  # the dice could not be checked against a seed
    written_by: str = ""
    keys: Sequence[tuple[str, Any, Any]] | None = (
        None  # of a game played by another definition: those by which it parts
    )
    # What holds a file to its seal (`seal.Held`): the check that the game's end tells, and the seal, where that follows it.
    check: Any = field(default="", compare=False, repr=False)
    seal: Line | None = field(default=None, compare=False, repr=False)
    file_sealed: bool = field(default=False, compare=False)  # the seal follows, and is that of the games before it

    @property
    def sealed(self) -> bool:
        """Whether the end of a game is held by what the log says, as it is of all logs but some that were made for one seat."""
        return self.message != UNSEALED

    def strict(self) -> Verdict:
        """The verdict where only what is sealed counts as true."""
        return self if self.sealed else replace(self, ok=False, kind=NOT_SEALED)

    def discreet(self) -> Verdict:
        """The verdict as whoever may not see all dice may hear it: what a record is, and should be, may tell of hidden ones."""
        if self.ok:
            return self
        return replace(self, message=discreet(self.kind, self.message), expected=None, found=None)

    def as_dict(self) -> dict[str, Any]:
        """The verdict as a JSON object."""
        record: dict[str, Any] = {
            "dicecup": 1,
            "type": "verify",
            "file": self.file,
            "line": self.line,
            "game": self.game,
            "ok": self.ok,
            "kind": self.kind,
            "n": self.n,
            "rule": self.rule,
            "expected": self.expected,
            "found": self.found,
            "message": self.message,
            "events": self.events,
            "dice_given": self.given,
            "written_by": self.written_by or None,
        }
        if self.file_sealed:
            record["file_sealed"] = True
        if self.keys is not None:
            record["keys"] = [{"key": key, "log": log, "other": other} for key, log, other in self.keys]
        return record


class Untrue(LogError):  # noqa: N818 - says what it is
    """The first thing wrong in a log: its line, its kind, the rule it is against, and what was expected there."""

    def __init__(self, line: Line, kind: str, message: str, *, rule: str = "", expected: Any = None) -> None:
        super().__init__(message)
        self.line = line
        self.kind = kind
        self.rule = rule
        self.expected = expected

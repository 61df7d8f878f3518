"""What is found of one logged game: the verdict, and the first thing that is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dicecup.engine.core.problems import LogError
from dicecup.engine.log.log import Line

INCOMPLETE = "incomplete"
NOT_INSTALLED = "family not installed"  # nothing is known of the log


@dataclass
class Verdict:
    """What verifying one game found. `line` is that of the first wrong record, or of the header of a game that is true."""

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
    keys: Sequence[tuple[str, Any, Any]] | None = (
        None  # of a game played by another definition: those by which it parts
    )

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
        }
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

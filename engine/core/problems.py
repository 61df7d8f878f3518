"""What is wrong with a definition, and where it stands.

A `Problem` is one sentence with its place. Whoever reads a file collects problems and goes on, so that one run reports them
all; at the end they are raised together. The three errors differ by whose fault it is: a file's (`DefinitionError`), a
name's (`UnknownVariant`), or an override's (`BadSetting`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

LONGEST = 40  # signs of a user's own text that a message repeats


@dataclass(frozen=True)
class Problem:
    """One thing wrong: `line` and `column` count from 1, and are 0 where there is no file; `path` is the key's, dotted."""

    file: str
    line: int
    column: int
    path: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return ": ".join(part for part in (place, self.path, self.message) if part)

    def as_dict(self, code: int = 3) -> dict[str, str | int]:
        """The error as the commands' `--json` prints it; a place that is not known is left out."""
        record: dict[str, str | int] = {"type": "error", "dicecup": 1, "code": code, "message": self.message}
        if self.file:
            record["file"] = self.file
        if self.line:
            record |= {"line": self.line, "column": self.column}
        if self.path:
            record["path"] = self.path
        return record


class DefinitionError(Exception):
    """A definition, or a file of settings, that cannot be used: every problem of it, in file order (exit code 3)."""

    code = 3

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


class UnknownVariant(LookupError):  # noqa: N818 - says what it is
    """No shipped variant of that name, or no such file (exit code 2)."""

    code = 2


class BadSetting(ValueError):  # noqa: N818 - says what it is
    """A `KEY=VALUE` of `--set` that cannot be used, a line each (exit code 2)."""

    code = 2


class FamilyWarning(UserWarning):
    """A package that cannot bring a family or a variant that it names; everything else goes on without."""


def guess(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` was most likely meant to be, if any is near; case, `-`, `_` and spaces are alike."""
    if len(word) > LONGEST:
        return None
    import difflib

    plain = {_plain(candidate): candidate for candidate in candidates}
    near = difflib.get_close_matches(_plain(word), plain, n=1, cutoff=0.7)
    return plain[near[0]] if near else None


def _plain(word: str) -> str:
    return word.lower().replace("-", "_").replace(" ", "_")


def printable(text: str, longest: int = LONGEST) -> str:
    """`text` on one line and not too long, for a message: what cannot be printed is written as an escape."""
    short = text if len(text) <= longest else text[: longest - 3] + "..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in short)


def quoted(text: str) -> str:
    """`text` as a message repeats it: a single word bare, anything else in quotes."""
    shown = printable(text)
    return shown if shown and all(c.isalnum() or c in "_-.+:/#*" for c in shown) else f'"{shown}"'


def listed(words: Sequence[str], last: str = "or") -> str:
    """`a`, `a or b`, `a, b or c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"

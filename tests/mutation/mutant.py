"""A source with one change."""

from __future__ import annotations

import difflib
from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """A source with one change; `lines` are those of the statement that it is in (of its head, where it has a body), and `on_import`
    tells whether that runs when the module is imported, and not when a function of it is called.
    """

    path: str
    line: int
    column: int
    lines: range
    on_import: bool
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column + 1}"

    def diff(self) -> str:
        """The lines that differ, each with its sign."""
        lines = difflib.unified_diff(self.before.splitlines(), self.after.splitlines(), n=0, lineterm="")
        return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))

"""The numbers of a game's events, from 1 without a gap: whoever reads a log says where they do not go on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dicecup.engine.log.log import Line, LoggedGame

Fault = tuple[str, str]  # the kind as `verify` has it, and a sentence
HEADLESS = "a game begins with a header, and this record is none"


def misplaced(record: Mapping[str, Any], due: int) -> Fault | None:
    """What is wrong with the number of a record where event `due` is to stand; None where it is that one."""
    n = record.get("n")
    if not isinstance(n, int) or isinstance(n, bool):
        return "altered", f"the record has no number n; event {due} is due"
    if n == due:
        return None
    if n == due - 1:
        kind = "duplicated"
    elif n > due:
        kind = "cut"
    else:
        kind = "merged" if n == 1 else "reordered"
    return kind, f"event {n} stands where event {due} is due"


def in_order(game: LoggedGame, first: int | None = 1) -> Iterator[tuple[Line, Fault | None]]:
    """The lines of a game, each with what is wrong with it: it cannot be read, or it does not stand at its place.

    They are those after the header, and what stands in its place where there is none. `first` is the number of the first event,
    None where that may be any.
    """
    numbers = _Numbers(first)
    stray = game.stray
    if stray is not None:
        if stray.record is None:
            yield stray, (stray.kind, stray.problem)
        else:
            numbers.fault(stray)
            yield stray, ("merged", HEADLESS)
    for line in game.lines:
        yield line, numbers.fault(line)


class _Numbers:
    """Follows the numbers of a game, past whatever is wrong with them."""

    def __init__(self, first: int | None) -> None:
        self._due = first
        self._unnumbered = 0  # lines of which nobody can say which events they are

    def fault(self, line: Line) -> Fault | None:
        """What is wrong with the next line."""
        record, due = line.record, self._due
        n = record.get("n") if record is not None else None
        if not isinstance(n, int) or isinstance(n, bool):
            self._unnumbered += 1
            if record is None:
                return line.kind, line.problem
            return misplaced(record, due) if due is not None else None
        if due is None or due <= n <= due + self._unnumbered:
            self._due, self._unnumbered = n + 1, 0
            return None
        self._due = max(due, n + 1)
        return misplaced({"n": n}, due)

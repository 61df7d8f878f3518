"""From the rows that kernels report to the events of a log, in the fields that all families share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from dicecup.engine.games.base.records import (
    DIE,
    HELD,
    LETTERS,
    MOVE,
    NOBODY,
    ORDER,
    OUT,
    ROLL,
    ROUND,
    SEES,
    SHOWN,
    TIE,
)

if TYPE_CHECKING:
    from dicecup.engine.games.base.family import Family

Event = dict[str, Any]
Row = Sequence[int]


def tell(
    rows: Sequence[Row],
    family: Family,
    r: Any,
    own: Callable[[Sequence[Row], int], tuple[Event, int]],
) -> list[Event]:
    """The events of trace rows, in the fields that COMMON_EVENTS and the family declare.

    What is common to all families is told here; `own(rows, i)` tells the family's event that begins at row i and where the next
    begins.
    """
    events: list[Event] = []
    faces: dict[int, Sequence[int | str]] = {}  # names by kind of dice: most events of most games are throws
    i, last = 0, len(rows)
    while i < last:
        kind, seat, a, b, round = rows[i]
        i += 1
        if kind == MOVE:
            event: Event = {"type": "move", "round": round, "seat": LETTERS[seat], "move": family.notate(a, r)}
            if b:
                event["auto"] = True
        elif kind in (ROLL, SHOWN):
            names = faces.get(b)
            if names is None:
                names = faces[b] = family.die_names(r, b)
            dice = []
            while i < last and rows[i][0] == DIE:
                dice.append(names[rows[i][2]])
                i += 1
            name = "roll" if kind == ROLL else "shown"
            event = {"type": name, "round": round, "seat": LETTERS[seat], "for": family.whys[a], "dice": dice}
            if i < last and rows[i][0] == SEES:
                told = _run(rows, i, SEES)
                i += len(told)
                event["sees"] = [LETTERS[p] for p in sorted(row[1] for row in told if row[1] != NOBODY)]
            elif kind == ROLL and a in family.private:
                event["private"] = True
        elif kind in (ORDER, TIE):
            level = _run(rows, i - 1, kind)
            i += len(level) - 1
            name = "order" if kind == ORDER else "tie"
            event = {"type": name, "round": round, "seats": [LETTERS[row[1]] for row in level]}
            if kind == TIE:
                event["what"] = family.whys[a]
        elif kind == ROUND:
            held = _run(rows, i, HELD)
            i += len(held)
            dealt = {LETTERS[row[1]]: row[2] for row in held}
            event = {"type": "round", "round": round, "starter": LETTERS[seat], "dice": dealt}
        elif kind == OUT:
            event = {"type": "out", "round": round, "seat": LETTERS[seat], "place": a}
        else:
            its_own, i = own(rows, i - 1)
            event = {"type": its_own["type"], "round": round, **its_own}
        events.append(event)
    return events


def _run(rows: Sequence[Row], start: int, kind: int) -> Sequence[Row]:
    """The rows of one kind that stand together from `start` on."""
    end = start
    while end < len(rows) and rows[end][0] == kind:
        end += 1
    return rows[start:end]

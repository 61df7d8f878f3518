"""The moves that a person may choose from, numbered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicecup.cli.base.page import Page
from dicecup.cli.base.text import pad, width, wrap

LISTED = 72  # legal moves listed in full; of more, the first and the last


def numbered(legal: Sequence[str], page: Page) -> Iterator[str]:
    """The moves with their numbers: in rows of equal columns, read from left to right, or on a plain page one a line."""
    moves = [f"{i}: {move}" for i, move in enumerate(legal, 1)]
    if len(moves) > LISTED:
        left = len(moves) - LISTED
        moves = [*moves[: LISTED - 12], f"... {left:,} more ...", *moves[-12:]]
    if page.plain:
        yield from moves
        return
    cells = max(map(width, moves)) + 2
    across = max(1, (page.cells - 2) // cells)
    for i in range(0, len(moves), across):
        yield from wrap(("  " + "".join(pad(move, cells) for move in moves[i : i + across])).rstrip(), page.cells)

"""What words are laid out on: lines of so many cells, and columns for whoever reads them with the eye.

Every list of facts goes through `Page.rows`, so that readers who want no columns, such as those of a screen reader, get a sentence a
row wherever they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dicecup.cli.base.text import pad, width, wrap

GAP = 2  # cells between two columns
PAIR = "{}: {}"

Row = Sequence[str]


@dataclass(frozen=True)
class Page:
    """So many cells a line; a `plain` one has no columns."""

    cells: int
    plain: bool = False

    def rows(
        self, rows: Sequence[Row], sentence: str = PAIR, *, heads: Row = (), right: Sequence[int] = ()
    ) -> Iterator[str]:
        """Rows in columns under their heads, those of the numbers in `right` flush right, the last one wrapped under itself.

        On a plain page each row is the `sentence` with its cells in their places, and heads are left out. A row of one cell is a
        line of its own on either.
        """
        if self.plain:
            for row in rows:
                text = sentence.format(*(cell.strip() for cell in row)) if len(row) > 1 else row[0]
                yield from wrap(text, self.cells)
        elif rows:
            yield from self._columns([heads, *rows] if heads else rows, right)

    def _columns(self, rows: Sequence[Row], right: Sequence[int]) -> Iterator[str]:
        whole = [row for row in rows if len(row) > 1]
        sizes = [max(width(row[i]) for row in whole) for i in range(len(whole[0]))]
        hang = sum(sizes[:-1]) + GAP * (len(sizes) - 1)
        if hang > self.cells * 2 // 3:
            hang = GAP * 2
        for row in rows:
            cells = [_cell(cell, sizes[i], right=i in right) for i, cell in enumerate(row)]
            line = (" " * GAP).join(cells).rstrip() if len(row) > 1 else row[0]
            yield from wrap(line, self.cells, hang) if width(line) > self.cells else (line,)


def _cell(text: str, size: int, *, right: bool) -> str:
    return " " * (size - width(text)) + text if right else pad(text, size)

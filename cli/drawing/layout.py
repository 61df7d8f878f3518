"""Blocks of styled text: lines that are aligned, folded and stood beside each other, and at last written out.

Widths are those of `text.width`, which counts every sign by itself, as most terminals do. rich's own tables count
joined emoji as one sign in some of its versions and as several in others, so rich is asked for styles and not for
widths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from rich.text import Text

from dicecup.cli.base.text import folds, head, indent, width

Block = list[Text]
LEAST = 20  # cells for words beside a picture, where they do not need fewer
ROOMY = 110  # cells from which on a terminal is wide
GAP, APART = 2, 6  # cells between columns, and between things that have little to do with each other


def cells_of(block: Iterable[Text]) -> int:
    """The width of a block's widest line."""
    return max((width(line.plain) for line in block), default=0)


def joined(*parts: Text | str) -> Text:
    """Parts without anything between them; none passes its style on to the next."""
    return Text.assemble(*parts)


def padded(line: Text, cells: int) -> Text:
    """A line with spaces after it, up to so many cells."""
    return joined(line, " " * (cells - width(line.plain)))


def centred(line: Text, cells: int) -> Text:
    """A line in the middle of so many cells, and filled up to them."""
    return padded(joined(" " * (max(0, cells - width(line.plain)) // 2), line), cells)


def tower(dice: Sequence[Text], under: Sequence[Text], ground: str) -> Block:
    """Dice laid on each other, the first at the bottom, on a ground; and what stands under that."""
    across = max(cells_of([*dice, *under]), 5)
    return [centred(line, across) for line in (*reversed(dice), Text(ground * max(cells_of(dice), 5)), *under)]


def cut(text: str, cells: int) -> str:
    """A text that takes at most so many cells; of a longer one the beginning and three dots."""
    return text if width(text) <= cells else head(text, cells - 3).rstrip() + "..."


def words(parts: Iterable[Text], gap: str = " ") -> Text:
    """Parts that are not empty, in one line."""
    return Text(gap).join(part for part in parts if part.plain)


def folded(line: Text, cells: int, hang: int = 2) -> Iterator[Text]:
    """A line folded at its spaces; what does not fit on the first is indented by `hang`, if there is room."""
    hang = indent(GAP if hang >= cells // 2 else hang, cells)
    for i, (begin, end) in enumerate(folds(line.plain, cells, hang)):
        yield joined(" " * hang if i else "", line[begin:end])


def beside(blocks: Sequence[Block], cells: int, gap: int = GAP, *, high: bool = False) -> Iterator[Text]:
    """Blocks next to each other, as many as there is room for, and the rest below, after an empty line.

    They are level at the top, or at the bottom if they are `high`, as stacks are.
    """
    row: list[Block] = []
    used = 0
    for block in blocks:
        size = cells_of(block)
        if row and used + gap + size > cells:
            yield from _level(row, gap, high=high)
            yield Text()
            row, used = [], 0
        used += size + (gap if row else 0)
        row.append(block)
    yield from _level(row, gap, high=high)


def apart(blocks: Sequence[Block], cells: int) -> Iterator[Text]:
    """A few blocks that are things of their own: beside each other on a wide terminal, else one below the other.

    On any other terminal a block that grows would jump from one place to the other.
    """
    blocks = [block for block in blocks if block]
    if cells >= ROOMY and sum(map(cells_of, blocks)) + APART * (len(blocks) - 1) <= cells:
        yield from beside(blocks, cells, APART)
        return
    for i, block in enumerate(blocks):
        yield from ([Text()] if i else [])
        yield from block


def _level(row: Sequence[Block], gap: int, *, high: bool) -> Iterator[Text]:
    tall = max(map(len, row), default=0)
    filled = []
    for block in row:
        missing = [Text()] * (tall - len(block))
        size = cells_of(block)
        filled.append([padded(line, size) for line in ([*missing, *block] if high else [*block, *missing])])
    lines = [Text(" " * gap).join(parts) for parts in zip(*filled, strict=True)]
    while lines and lines[-1].plain.isspace():  # what some blocks have below, and none of these
        lines.pop()
    yield from lines


Row = tuple[Text, Sequence[Block], Text]


def table(rows: Sequence[Row], cells: int) -> Iterator[Text]:
    """Rows of a label, a picture and words. A picture of several lines has label and words beside its middle.

    Each row has its pictures from the largest to the smallest, which is one line. Where no size leaves room for the
    words, the smallest and they follow the label.
    """
    if not rows:
        return
    first = max(width(label.plain) for label, _, _ in rows)
    least = min(LEAST, max(width(saying.plain) for _, _, saying in rows))
    for size in (0, -1):
        second = max(cells_of(pictures[size]) for _, pictures, _ in rows)
        if cells - first - second - 2 * GAP >= least:
            for label, pictures, saying in rows:
                yield from _row(label, pictures[size], saying, (first, second, cells))
            return
    for label, pictures, saying in rows:
        named = label.copy()
        named.rstrip()
        yield from folded(words([named, *pictures[-1], saying], " " * GAP), cells, 4)


def _row(label: Text, picture: Block, saying: Text, sizes: tuple[int, int, int]) -> Iterator[Text]:
    first, second, cells = sizes
    spoken = list(folded(saying, cells - first - second - 2 * GAP, 0))
    middle = (len(picture) - 1) // 2
    for i in range(max(len(picture), middle + len(spoken))):
        left = padded(label if i == middle else Text(), first)
        shown = padded(picture[i] if i < len(picture) else Text(), second)
        said = spoken[i - middle] if middle <= i < middle + len(spoken) else Text()
        yield Text(" " * GAP).join([left, shown, said])


def written(lines: Iterable[Text], cells: int, *, color: bool) -> list[str]:
    """Lines as they are printed, none wider than `cells`, without spaces at their ends."""
    fitting = [part for line in lines for part in _fitting(line, cells)]
    for line in fitting:
        line.rstrip()
    return _colored(fitting) if color else [line.plain for line in fitting]


def _fitting(line: Text, cells: int) -> Iterable[Text]:
    return (line.copy(),) if width(line.plain) <= cells else folded(line, cells)


def _colored(lines: Sequence[Text]) -> list[str]:
    """Lines with the codes of a terminal of 256 colours, whatever the environment says: they were asked for."""
    from rich.console import Console  # costs as much again as all the rest

    sheet = StringIO()
    console = Console(
        file=sheet, force_terminal=True, color_system="256", no_color=False, legacy_windows=False, highlight=False
    )
    for line in lines:
        console.print(line, soft_wrap=True)
    return sheet.getvalue().split("\n")[:-1]

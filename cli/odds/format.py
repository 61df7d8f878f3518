"""An exact chance as people and programs read it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dicecup.cli.base.page import Page
from dicecup.cli.base.text import pad, width

SMALLEST = 0.00005  # what is less would be nothing with four digits after the point
GAP = 4  # cells between chances that stand side by side


def decimal(chance: Fraction) -> str:
    """A chance as a decimal: `0.4444`; one that is tiny but not nothing shows it."""
    value = float(chance)
    return f"{value:.1e}" if 0 < value < SMALLEST else f"{value:.4f}"


def exact(chance: Fraction) -> str:
    """A chance as a fraction and a decimal: `4/9 = 0.4444`."""
    return f"{chance} = {decimal(chance)}"


def as_json(chance: Fraction) -> dict[str, object]:
    """A chance as an object. The two whole numbers are texts, since many a reader of JSON would round them."""
    return {
        "numerator": str(chance.numerator),
        "denominator": str(chance.denominator),
        "decimal": chance.numerator / chance.denominator,
    }


def grid(groups: Sequence[Sequence[tuple[str, Fraction]]], page: Page, indent: int) -> list[str]:
    """Named chances in columns, side by side as often as there is room and read from left to right; each group begins
    a line. On a plain page each chance has a line.

    A fraction for which there is no room at all is left to `--json`.
    """
    if page.plain:
        return [
            f"{name}: {_fitting(chance, page.cells)}, {decimal(chance)}" for group in groups for name, chance in group
        ]
    room = page.cells
    named = [(width(name), width(decimal(chance))) for group in groups for name, chance in group]
    if not named:
        return []
    left = room - indent - 4 - sum(map(max, zip(*named, strict=True)))
    found = [[(name, _fitting(chance, left), decimal(chance)) for name, chance in group] for group in groups]
    cells = [cell for group in found for cell in group]
    sizes = [max(width(cell[i]) for cell in cells) for i in range(3)]
    across = max(1, (room - indent + GAP) // (sum(sizes) + 4 + GAP))
    lines = []
    for group in found:
        texts = ["  ".join(map(pad, cell, sizes)) for cell in group]
        rows = (texts[i : i + across] for i in range(0, len(texts), across))
        lines += [" " * indent + (" " * GAP).join(row).rstrip() for row in rows]
    return lines


def _fitting(chance: Fraction, room: int) -> str:
    text = str(chance)
    return text if len(text) <= room else "(--json)"

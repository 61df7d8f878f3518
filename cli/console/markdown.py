"""The blocks of a Markdown page that are a transcript: fences as CommonMark knows them, in lists and quotations too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

SUFFIXES = (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd")
MARKED = re.compile(r"\s*(?:\{[^}]*?\.)?dicecup(?![\w-])", re.IGNORECASE)  # `dicecup`, `dicecup {#x}`, `{.dicecup}`
# A line with which a marked block seems to begin, whatever stands before it.
SEEMS = re.compile(r"[\W\d]*?(?:```+(?!.*`)|~~~+)(.*)")


@dataclass(frozen=True)
class Blocks:
    """`inside`: the lines of marked blocks by their numbers in the page, as they read within their block.

    `passed`: the lines with which a marked block seems to begin that Markdown takes for something else.
    """

    inside: dict[int, str]
    passed: list[int]


def blocks(lines: Sequence[str]) -> Blocks:
    """The marked blocks of a page."""
    from markdown_it import MarkdownIt

    inside: dict[int, str] = {}
    fenced: set[int] = set()
    for token in MarkdownIt().parse("\n".join([*lines, ""])):
        if token.type != "fence" or token.map is None:
            continue
        first, end = token.map  # from 0; the fence itself is the first line, so the block begins at `first + 2` from 1
        fenced.update(range(first + 1, end + 1))
        if MARKED.match(token.info):
            inside.update(enumerate(token.content.split("\n")[:-1], first + 2))
    passed = [number for number, line in enumerate(lines, 1) if number not in fenced and _seems_marked(line)]
    return Blocks(inside, passed)


def _seems_marked(line: str) -> bool:
    found = SEEMS.match(line)
    return found is not None and MARKED.match(found[1]) is not None

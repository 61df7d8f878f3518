"""Lines taken apart. Nothing in a line is an error here: an apostrophe is one, and a quote without its fellow stands for itself."""

from __future__ import annotations

import re

from dicecup.cli.failure import usage
from dicecup.cli.text import safe

COMMENT = re.compile(r'^\s*#.*|("[^"]*")|#(?!\d).*', re.DOTALL)  # the #2 of `stack 4 on #2` is none
WORD = re.compile(r'(?:"[^"]*"|\S)+')
QUOTED = re.compile(r'"([^"]*)"')


def bare(text: str) -> str:
    """A line without its comment and the space around it."""
    return COMMENT.sub(lambda found: found[1] or "", text).strip()


def words(text: str) -> list[str]:
    """The words of a line: white space parts them, save between double quotes, which are then left out."""
    return [QUOTED.sub(r"\1", word) for word in WORD.findall(text)]


def first(text: str) -> tuple[str, str]:
    """The first word of a line, and what follows it as it stands."""
    word, _, rest = text.strip().partition(" ")
    return word, rest.strip()


def whole(text: str, what: str, low: int, high: int) -> int:
    """A whole number in ASCII digits; Failure with the range where it is none."""
    if re.fullmatch("[0-9]{1,16}", text) and low <= int(text) <= high:
        return int(text)
    raise usage(f"{what} is a number from {low} to {high:,}, not {safe(text) or 'nothing'}")


def switched(text: str, what: str) -> bool:
    """`on` or `off`."""
    if text.lower() not in ("on", "off", "true", "false", "yes", "no"):
        raise usage(f"{what} is on or off, not {safe(text)}")
    return text.lower() in ("on", "true", "yes")

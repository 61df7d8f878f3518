"""Lines taken apart. Nothing in a line is an error here: an apostrophe is one, and a quote without its fellow stands for itself."""

from __future__ import annotations

import re

from dicecup.cli.base.errors import usage
from dicecup.cli.base.text import safe
from dicecup.cli.settings.schema import SPOKEN

WORD = re.compile(r'(?:"[^"]*"|\S)+')
QUOTED = re.compile(r'"([^"]*)"')


def words(text: str) -> list[str]:
    """The words of a line: white space parts them, save between double quotes, which are then left out."""
    return [QUOTED.sub(r"\1", word) for word in WORD.findall(text)]


def first(text: str) -> tuple[str, str]:
    """The first word of a line, and what follows it as it stands; `?` may stand without a space after it."""
    text = text.strip()
    word, _, rest = ("?", "", text[1:]) if text.startswith("?") else text.partition(" ")
    return word, rest.strip()


def whole(text: str, what: str, low: int, high: int) -> int:
    """A whole number in ASCII digits; Failure with the range where it is none."""
    if re.fullmatch("[0-9]{1,16}", text) and low <= int(text) <= high:
        return int(text)
    raise usage(f"{what} is a number from {low} to {high:,}, not {safe(text) or 'nothing'}")


def nothing(text: str, name: str) -> None:
    """Failure where something follows a command that takes nothing."""
    if text:
        raise usage(f"{name} takes nothing after it; `help {name}` tells how it is used")


def switched(text: str, what: str) -> bool:
    """`on` or `off`, or whatever else a switch of the settings may be."""
    low = text.lower()
    value = SPOKEN.get(low, low)
    if value not in SPOKEN.values():
        raise usage(f"{what} is on or off, not {safe(text) or 'nothing'}")
    return value == "true"

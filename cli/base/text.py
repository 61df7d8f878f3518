"""Text on a terminal: nothing in it that acts on the terminal, and its width in cells."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

JOINERS = "\u200c\u200d\ufe0e\ufe0f"  # within words of some scripts, and within emoji
TURNERS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # turn the writing round
UNSHOWN = ("Cc", "Cs", "Zl", "Zp", "Cn", "Co")


def acts(sign: str) -> bool:
    """Whether a sign would do something to the terminal or the line instead of being shown."""
    return sign in TURNERS or unicodedata.category(sign) in UNSHOWN


def safe(text: str) -> str:
    """`text` with every sign shown: control characters and their like are written as escapes."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(sign) if acts(sign) else sign for sign in text)


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape", "surrogatepass").decode("ascii")


def width(text: str) -> int:
    """How many cells `text` takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(_cells(sign) for sign in text)


def _cells(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def pad(text: str, cells: int) -> str:
    """`text` with spaces after it, up to so many cells."""
    return text + " " * (cells - width(text))


def wrap(text: str, room: int, hang: int = 0) -> Iterator[str]:
    """The lines of `text` at most `room` cells wide, those after the first indented by `hang`. Own leading spaces are kept.

    A word that is longer than a line is cut, and where there is no room for an indent it gives way.
    """
    hang = indent(hang, room)
    for i, (begin, end) in enumerate(folds(text, room, hang)):
        yield (" " * hang if i else "") + text[begin:end]


def indent(hang: int, room: int) -> int:
    """As much of an indent as leaves room for a sign, which may be as wide as two cells."""
    return min(hang, max(0, room - 2))


def asked(question: str, room: int) -> tuple[list[str], str]:
    """A question as the lines above the one where the answer is typed, and that one, with room for the space at its end.

    A prompt that is wider than the terminal would be broken anywhere, in the midst of a word too.
    """
    *above, last = wrap(question.rstrip(), max(1, room - 1))
    return above, f"{last} "


def folds(text: str, room: int, hang: int = 0) -> Iterator[tuple[int, int]]:
    """Where `wrap` folds a text: the beginning and the end of what stands in each line, indentation of later ones not counted."""
    hang = indent(hang, room)
    at = end = len(text) - len(text.lstrip(" "))
    used = indent(at, room)
    begin = at - used
    fresh = True
    for word in text[at:].split(" "):
        size = width(word)
        if not fresh and used + 1 + size > room:
            yield begin, end
            begin, used, fresh = at, hang, True
        while fresh and size > room - used and (part := head(word, room - used)) != word:
            at += len(part)
            yield begin, at
            word = word[len(part) :]  # noqa: PLW2901 - what is left of it
            size = width(word)
            begin, used = at, hang
        end = at + len(word)
        used += size if fresh else 1 + size
        at, fresh = end + 1, False
    yield begin, end


def head(word: str, room: int) -> str:
    """The longest beginning of a word that fits, at least one sign."""
    taken = 0
    for i, sign in enumerate(word):
        taken += _cells(sign)
        if taken > room:
            return word[: max(i, 1)]
    return word


def listed(words: list[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, one: str, many: str = "") -> str:
    """`1 die`, `2 dice`, `1,204 events`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def capital(text: str) -> str:
    """A text as a sentence begins. Where its first word is no word, such as the name of a file, it stays as it is."""
    return text[:1].upper() + text[1:] if text.partition(" ")[0].isalpha() else text

"""Differences marked inside the line, so that they can be read without colour: `[-what the first has-] {+what the second has+}`."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher


def marked(first: str, second: str) -> tuple[str, str]:
    """Two lines, each with the words marked that the other does not have."""
    a, b = first.split(" "), second.split(" ")
    left: list[str] = []
    right: list[str] = []
    for what, i, j, k, m in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        left += _span(a[i:j], "" if what == "equal" else "[- -]")
        right += _span(b[k:m], "" if what == "equal" else "{+ +}")
    return " ".join(left), " ".join(right)


def _span(words: Sequence[str], brackets: str) -> list[str]:
    text = " ".join(words)
    if not brackets or not text.strip():
        return [*words]
    begin, end = brackets.split(" ")
    blank = len(text) - len(text.lstrip(" "))
    return [text[:blank] + begin + text[blank:] + end]

"""Seeds: a text that all dice of a run are made of."""

from __future__ import annotations

import secrets

from dicecup.cli.base.errors import usage
from dicecup.cli.base.repeatable import varies
from dicecup.cli.base.text import acts, safe
from dicecup.cli.base.wording import COMMAND_LINE, Wording

LONGEST = 200


def seed_text(given: str | None, wording: Wording = COMMAND_LINE) -> str:
    """The seed that was given, if it can be one; a new one where none was. Failure with a sentence else."""
    if given is None:
        varies("a seed is drawn")
        return str(10**11 + secrets.randbelow(9 * 10**11))
    text = as_utf8(given)
    if not text:
        example = wording.seed_given.format(7)
        raise usage(f"{wording.seed} is empty; give a text such as {example}, or {wording.left_out} to have one drawn")
    if len(text) > LONGEST:
        raise usage(f"{wording.seed} is {len(text)} signs long; at most {LONGEST} are allowed")
    if any(map(acts, text)):
        shown = wording.seed_given.format(repr(safe(text)))
        raise usage(f"{shown} holds control characters or bytes that are no UTF-8; use letters and digits")
    return text


def as_utf8(argument: str) -> str:
    """An argument as its bytes read in UTF-8, whatever the locale made of them."""
    import os
    import sys

    if argument.isascii() or sys.getfilesystemencoding() == "utf-8":
        return argument
    return os.fsencode(argument).decode("utf-8", "surrogateescape")

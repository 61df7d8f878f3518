"""Seeds: a text that all dice of a run are made of."""

from __future__ import annotations

import secrets

from dicecup.cli.base.errors import usage
from dicecup.cli.base.text import acts, safe

LONGEST = 200


def seed_text(given: str | None) -> str:
    """The seed that was given, if it can be one; a new one where none was. Failure with a sentence else."""
    if given is None:
        return str(10**11 + secrets.randbelow(9 * 10**11))
    text = as_utf8(given)
    if not text:
        raise usage("--seed is empty; give a text such as --seed 7, or leave the option out to have one drawn")
    if len(text) > LONGEST:
        raise usage(f"--seed is {len(text)} signs long; at most {LONGEST} are allowed")
    if any(map(acts, text)):
        raise usage(
            f"--seed {safe(text)!r} holds control characters or bytes that are no UTF-8; use letters and digits"
        )
    return text


def as_utf8(argument: str) -> str:
    """An argument as its bytes read in UTF-8, whatever the locale made of them."""
    import os
    import sys

    if argument.isascii() or sys.getfilesystemencoding() == "utf-8":
        return argument
    return os.fsencode(argument).decode("utf-8", "surrogateescape")

"""Seeds: a text that all dice of a run are made of.

Whoever knows it knows every die, and whoever can try out all seeds that there may be finds it by some dice of their own. So one
that is drawn has more bits than can be tried; one that somebody chose can be guessed.
"""

from __future__ import annotations

import secrets

from dicecup.cli.base.errors import usage
from dicecup.cli.base.repeatable import varies
from dicecup.cli.base.text import acts, safe
from dicecup.cli.base.wording import COMMAND_LINE, Wording

LONGEST = 200
SIGNS = "0123456789abcdefghjkmnpqrstvwxyz"  # base 32 as Crockford writes it: no i, l and o, which look like 1 and 0, and no u
NO_SEED = "none"  # what stands for one where nothing is made of it
DRAWN = 13  # signs of a seed that is drawn: 65 bits


def seed_text(given: str | None, wording: Wording = COMMAND_LINE) -> str:
    """The seed that was given, if it can be one; a new one where none was. Failure with a sentence else."""
    if given is None:
        varies("a seed is drawn")
        return "".join(secrets.choice(SIGNS) for _ in range(DRAWN))
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

"""Variants, and what can be said of the games of one: which of its rules are set, and who plays."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from os import DirEntry
from pathlib import Path
from typing import TYPE_CHECKING

from dicecup.cli.completion.files import Identity, files, identity, named, no_file
from dicecup.cli.completion.line import Candidate
from dicecup.engine.core.inputs import reading
from dicecup.engine.core.problems import DicecupError
from dicecup.engine.definitions.shipped import SUFFIXES, is_path, names, shipped_names, variant_path

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition

LONGEST_RANGE = 12  # numbers of one that are offered
COMMAND = "cmd:"  # begins a program's command line, as in `engine/bots/agents.py`, which would take long to import
LARGEST = 1 << 20  # bytes of a bot's file that is looked into


def definition_of(variant: str, settings: Sequence[str] = ()) -> Definition | None:
    """A variant as those settings change it; None where it is not there, or not right. It is read again only when its file has changed."""
    try:
        path = Path(variant) if is_path(variant) else variant_path(variant)
    except DicecupError:
        return None
    known = identity(path)
    return None if known is None else _loaded(variant, tuple(settings), known)


@lru_cache(maxsize=1024)
def _loaded(variant: str, settings: tuple[str, ...], file: Identity) -> Definition | None:
    from dicecup.engine.definitions.definition import load

    try:
        with reading():  # what is looked at to complete a word is no input of a command
            return load(variant, settings)
    except DicecupError:
        return None


def variants(word: str) -> Iterator[Candidate]:
    """The variants by name, and the files that may be one.

    Packages that bring variants are looked for only where no other name fits: that takes longer than all the rest.
    """
    for some in (shipped_names, names):
        if found := [name for name in some() if name.startswith(word)]:
            yield from map(Candidate, found)
            break
    yield from files(word, named(*SUFFIXES))


# ---- rules


def settings(definition: Definition, word: str) -> Iterator[Candidate]:
    """What `KEY=VALUE` may become: the keys that were not set yet, and the values of one, which need not be allowed beside the others."""
    from dicecup.engine.definitions.definition import settable
    from dicecup.engine.definitions.keys import vocabulary
    from dicecup.engine.definitions.value_types import few
    from dicecup.engine.definitions.value_types import word as as_written

    slots = settable(vocabulary(definition.family))
    key, equals, _ = word.partition("=")
    if not equals:
        done = definition.overridden()
        yield from (Candidate(f"{path}=", slot.meaning, open=True) for path, slot in slots.items() if path not in done)
    elif key in slots:
        path = slots[key].path
        now = next(value for known, value in definition.values() if known == path)
        values = few(slots[key].type, LONGEST_RANGE)
        values += [as_written(now).replace(", ", ",")] if isinstance(now, list) else []
        yield from (Candidate(f"{key}={value}") for value in values)


# ---- seats


def bots_of(families: Iterable[str]) -> list[str]:
    """The bots that play all of these families, weakest first."""
    from dicecup.engine.games.registry import family

    first, *others = [family(name).bot_names() for name in families]
    return [name for name in first if all(name in other for other in others)]


def agents(names: Iterable[str], word: str) -> Iterator[Candidate]:
    """Who may play: those of these names, functions of Python files that can be bots, and programs."""
    if word.startswith(COMMAND):
        yield from (replace(one, text=f"{COMMAND}{one.text}") for one in _programs(word.removeprefix(COMMAND)))
        return
    file, colon, _ = word.rpartition(":")
    if colon and file.endswith(".py"):
        if (known := identity(file)) is not None:
            yield from (Candidate(f"{file}:{name}") for name in _functions(file, known))
        return
    yield from map(Candidate, names)
    if word:  # a program is nobody's first thought
        yield Candidate(COMMAND, "a program that plays", open=True)
    for found in files(word, named(".py")):
        yield found if found.open else Candidate(f"{found.text}:", open=True)


def _programs(word: str) -> Iterator[Candidate]:
    """The programs that a path may become; the name of a program alone is looked for elsewhere."""
    if "/" not in word:
        yield Candidate("./", open=True)
    fits = _can_be_run if "/" in word else no_file
    yield from (one for one in files(word, fits) if shlex.quote(one.text) == one.text)


def _can_be_run(entry: DirEntry[str]) -> bool:
    return entry.is_file() and os.access(entry.path, os.X_OK)


@lru_cache(maxsize=64)
def _functions(file: str, known: Identity) -> list[str]:
    from dicecup.engine.bots.declared import bots_in

    try:
        with Path(file).open("rb") as stream:
            return bots_in(stream.read(LARGEST))
    except OSError:
        return []

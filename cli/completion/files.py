"""The files and folders that a path may become."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from os import DirEntry
from stat import S_ISREG

from dicecup.cli.base.text import acts
from dicecup.cli.completion.line import Candidate

MOST = 1000  # names of a folder that are offered

Fits = Callable[["DirEntry[str]"], bool]
Identity = tuple[int, int, int, int]


def any_file(entry: DirEntry[str]) -> bool:
    """Every file."""
    return True


def no_file(entry: DirEntry[str]) -> bool:
    """None, so that folders alone are left."""
    return False


def files(word: str, fits: Fits = any_file) -> Iterator[Candidate]:
    """The folders, and the files that fit, whose paths begin with the word; none where the folder cannot be read.

    What is hidden is left out unless its dot was typed, and so are names that would do something to a terminal.
    """
    folder, slash, begun = word.rpartition("/")
    try:
        with os.scandir(folder + slash or ".") as entries:
            found = [entry for entry in entries if entry.name.startswith(begun)]
    except (OSError, ValueError):
        return
    shown = [
        entry
        for entry in found
        if begun.startswith(".") == entry.name.startswith(".") and not any(map(acts, entry.name))
    ]
    for entry in sorted(shown, key=lambda entry: entry.name)[:MOST]:
        if _is_folder(entry):
            yield Candidate(f"{folder}{slash}{entry.name}/", open=True)
        elif fits(entry):
            yield Candidate(f"{folder}{slash}{entry.name}")


def named(*suffixes: str) -> Fits:
    """The files whose names end so."""
    return lambda entry: entry.name.endswith(suffixes)


def identity(path: str | os.PathLike[str]) -> Identity | None:
    """By what an ordinary file, as it is now, is known again; None for what is not there, or must not be opened unasked, such as a pipe."""
    try:
        status = os.stat(path)  # noqa: PTH116 - of a text
    except (OSError, ValueError):
        return None
    if not S_ISREG(status.st_mode):
        return None
    return status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size


def _is_folder(entry: DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False

"""The files that a run is made from, so that nothing it writes takes the place of one of them.

Whoever opens a file on behalf of a run says so (`note`), and whoever is about to write asks (`input_at`). Both look at the run that is
going on, which no caller has to hand on: so none can forget to tell one of them of the other. Outside a run nothing is noted.

Files are compared by what the system knows them by, which hard and symbolic links, other spellings of a path and file systems that
take capitals for small letters do not change; and by their places, for one that was replaced while the run goes on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from stat import S_ISCHR, S_ISREG
from typing import Any

from dicecup.engine.core.problems import OutputError, printable

Name = str | Path
Identity = tuple[int, int]  # device and inode

STDIN = "standard input"


class ReadAndWrittenError(OutputError):
    """A file is read that the run goes on writing, be it as standard output; `path` is the file."""

    def __init__(self, path: Name) -> None:
        shown = printable(str(path), 500)
        super().__init__(f"{shown} is read and written to at once; take another file for one of the two")
        self.path = path


class Inputs:
    """The files that one run reads.

    Beside its own it has those of the runs `before`, and `standing` ones, on which it depends whether it reads them or not.
    `sinks` are the files that it goes on writing, which may be none of them.
    """

    def __init__(
        self,
        before: Iterable[Inputs] = (),
        standing: Callable[[], Iterable[Name]] = lambda: (),
        sinks: Iterable[Identity] = (),
    ) -> None:
        self.before = tuple(before)
        self.sinks = set(sinks)
        self._standing = standing
        self._files: dict[Identity, Name] = {}

    def add(self, file: Name, stream: Any = None) -> None:
        """A file is read; `stream` is the open file where there is one. ReadAndWrittenError where it is one of the sinks."""
        status = _status(file if stream is None else stream)
        if status is None or S_ISCHR(status.st_mode):  # a terminal is read and written, and loses nothing by it
            return
        identity = status.st_dev, status.st_ino
        if identity in self.sinks:
            raise ReadAndWrittenError(file)
        self._files.setdefault(identity, file)

    def alone(self) -> Inputs:
        """These files without those of the runs before."""
        inputs = Inputs()
        inputs._files = self._files
        return inputs

    def find(self, path: Name, *, own: bool = False) -> Name | None:
        """The input that stands at this place, by whatever name; None where none does. With `own` standing ones are no matter."""
        status = _status(path)
        return None if status is None else self._find((status.st_dev, status.st_ino), os.path.realpath(path), own=own)

    def _find(self, identity: Identity, place: str, *, own: bool) -> Name | None:
        if identity in self._files:
            return self._files[identity]
        for file in self._files.values():
            if file != STDIN and os.path.realpath(file) == place:
                return file
        for file in () if own else self._standing():
            if (status := _status(file)) is not None and (status.st_dev, status.st_ino) == identity:
                return file
        return next((found for one in self.before if (found := one._find(identity, place, own=own)) is not None), None)


_current: ContextVar[Inputs | None] = ContextVar("inputs", default=None)


@contextmanager
def reading(*before: Inputs, standing: Callable[[], Iterable[Name]] = lambda: ()) -> Iterator[Inputs]:
    """A run, or a part of one: what is read within are its inputs, beside those of the run around it and those `before`."""
    around = _current.get()
    if around is None:
        inputs = Inputs(before, standing, _redirected())
    else:
        inputs = Inputs((*before, around), standing, around.sinks)
    token = _current.set(inputs)
    try:
        yield inputs
    finally:
        _current.reset(token)


def note(file: Name, stream: Any = None) -> None:
    """A file is read on behalf of the run that is going on, if one is. ReadAndWrittenError where it is written as well."""
    if (inputs := _current.get()) is not None:
        inputs.add(file, stream)


def note_written(stream: Any) -> None:
    """An open file that is there already is written on from now on."""
    inputs, status = _current.get(), _status(stream)
    if inputs is not None and status is not None:
        inputs.sinks.add((status.st_dev, status.st_ino))


def read_so_far() -> Inputs:
    """What the run that is going on has read, or the innermost part of it."""
    inputs = _current.get()
    return Inputs() if inputs is None else inputs.alone()


def input_at(path: Name, *, own: bool = False) -> Name | None:
    """What the run reads or runs as code at this place, by whatever name; None where it does neither.

    `own`: the standing files are no matter, since it is their keeper who asks, and writes them anew.
    """
    inputs = _current.get()
    if inputs is None or not os.path.lexists(path):
        return None
    return inputs.find(path, own=own) or Inputs(standing=_code).find(path)


def _code() -> list[str]:
    """The files of all modules that are loaded: dicecup's, those of other packages, a bot's own."""
    files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    return [file for file in files if isinstance(file, str)]


def _redirected() -> list[Identity]:
    """The file that standard output goes to, if it is one."""
    status = _status(1)
    return [(status.st_dev, status.st_ino)] if status is not None and S_ISREG(status.st_mode) else []


def _status(file: Any) -> os.stat_result | None:
    """What the system knows of a file, by its path, its descriptor or as it is open; None where that is nothing."""
    try:
        descriptor = file if isinstance(file, int) else file.fileno() if hasattr(file, "fileno") else None
        return Path(file).stat() if descriptor is None else os.fstat(descriptor)
    except (OSError, ValueError):  # it is not there; or a stream that is none of the system's
        return None

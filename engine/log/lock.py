"""Who writes in a file: one program at a time, which locks it as long as it has it open.

The lock is the system's own on the open file itself, which filelock knows for each system: it ends with its program however that ends,
and nothing lies beside the file. Where the file system has no locks, nobody is ever found to have one. On Windows nobody else can read
the first byte of a locked file.
"""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

TRIES, PAUSE = 5, 0.01  # seconds: whoever looks whether a file is locked has it for an instant


def lock(stream: BinaryIO) -> bool:
    """Lock an open file until it is closed; False where another program, or this one by another stream, has it locked."""
    from filelock import lock_descriptor

    try:
        for _ in range(TRIES):
            if lock_descriptor(stream.fileno(), blocking=False):
                return True
            time.sleep(PAUSE)
    except OSError:  # a file system without locks
        return True
    return False


def is_locked(path: str | Path) -> bool:
    """Whether somebody, this program included, is writing in that file; one that cannot be read is nobody's."""
    from filelock import unlock_descriptor

    path = Path(path)
    try:
        if not path.is_file():  # a pipe would wait for a writer
            return False
        with _opened(path) as stream:
            if not lock(stream):
                return True
            with suppress(OSError):  # a file system without locks
                unlock_descriptor(stream.fileno())
    except (OSError, ValueError):
        return False
    return False


def _opened(path: Path) -> BinaryIO:
    """A file as it can be opened; for writing if possible, since network file systems lock nothing else."""
    try:
        return path.open("r+b")
    except OSError:
        return path.open("rb")

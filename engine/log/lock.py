"""Who writes in a file: one program at a time, which holds it as long as it has it open.

The hold is the system's own lock on the open file (flock), so that it ends with its program however that ends. Where the
system or the file system has no locks, nobody is ever found to hold anything.
"""

from __future__ import annotations

import time
from typing import BinaryIO

TRIES, PAUSE = 5, 0.01  # seconds: whoever looks whether a file is held has it for an instant


def hold(stream: BinaryIO) -> bool:
    """Hold an open file until it is closed; False where another program holds it."""
    try:
        import fcntl
    except ImportError:
        return True
    for _ in range(TRIES):
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(PAUSE)
        except OSError:  # a file system without locks
            return True
        else:
            return True
    return False


def is_held(stream: BinaryIO) -> bool:
    """Whether somebody holds the file that `stream` reads, this program under another stream included."""
    try:
        import fcntl
    except ImportError:
        return False
    try:
        fcntl.flock(stream, fcntl.LOCK_SH | fcntl.LOCK_NB)
        fcntl.flock(stream, fcntl.LOCK_UN)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False

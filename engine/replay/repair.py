"""A log whose writer was killed: its torn tail is cut to the last whole record, and the file as it was is kept beside it.

Only a tail is ever cut. A log in which anything else is wrong was not torn but changed, and no program can know what stood there.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from dicecup.engine.core.problems import LogError
from dicecup.engine.log.log import OutputRefused, reason
from dicecup.engine.log.offsets import Located
from dicecup.engine.log.verdict import INCOMPLETE
from dicecup.engine.replay.verify import Verdict, verify

TORN = ("torn line", "unreadable bytes")  # what a last line without its newline may be
BACKUPS = 1000


class Irreparable(LogError):  # noqa: N818 - says what it is
    """A log with more wrong than its tail; `verdict` says what and where."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.message)
        self.verdict = verdict
        self.kind = verdict.kind


@dataclass(frozen=True)
class Tail:
    """What is to be done about a log: keep its first `keep` bytes and cut `cut` bytes, which are line `line`.

    `games` are in it; `ended` tells whether the last of them, of `events` whole events, has its end after the cut.
    """

    keep: int
    cut: int
    line: int
    games: int
    events: int
    ended: bool


def examine(stream: BinaryIO, file: str = "-") -> Tail:
    """Verify a log and find its torn tail. Irreparable where anything but the tail is wrong, or no record is whole."""
    place = Located(stream)
    last: Verdict | None = None
    games = 0
    for verdict in verify(cast("BinaryIO", place), file):
        if last is not None and not last.ok:
            raise Irreparable(last)
        last = verdict
        games += 1
    if last is None:
        raise Irreparable(Verdict(file, 1, None, ok=False, kind=INCOMPLETE, message="there is no game in this file"))
    if last.ok or last.kind == INCOMPLETE:
        return Tail(place.end, 0, 0, games, last.events, last.ok)
    if last.kind not in TORN or last.line != place.number or place.whole:
        raise Irreparable(last)
    if place.start == 0:
        last.message += "; no whole record stands before it"
        raise Irreparable(last)
    header = last.events == 0 and last.n == 0 and last.game is None  # what is torn is the header of a further game
    return Tail(place.start, place.end - place.start, last.line, games - header, last.events, header)


def cut(path: Path, tail: Tail) -> Path:
    """Cut the tail off a log, and return the file that keeps the log as it was. OutputRefused where it cannot be written.

    The cut log takes the place of the old one at once and whole; an older backup is never written over.
    """
    path = (
        Path(os.path.realpath(path)) if path.is_symlink() else path
    )  # through a symlink it is the file that is repaired, not the link
    fresh = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        backup = _kept(path)
        with path.open("rb") as old, fresh.open("xb") as new:
            _copy(old, new, tail.keep)
        shutil.copymode(path, fresh)
        fresh.replace(path)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise OutputRefused(f"cannot repair {path}: {reason(error)}", path) from None
    return backup


def _kept(path: Path) -> Path:
    """A whole copy of the log, under the first name that is free: LOG.bak, LOG.bak2, and so on."""
    for number in range(1, BACKUPS):
        backup = path.with_name(f"{path.name}.bak{number if number > 1 else ''}")
        try:
            with path.open("rb") as old, backup.open("xb") as new:
                try:
                    _copy(old, new, None)
                except OSError:
                    backup.unlink()
                    raise
        except FileExistsError:
            continue
        shutil.copymode(path, backup)
        return backup
    raise OutputRefused(f"{path.name} has {BACKUPS - 1} backups already; move some away", path)


def _copy(old: BinaryIO, new: BinaryIO, count: int | None) -> None:
    """Copy the first `count` bytes, or all, and see that they are on the disk."""
    while count is None or count:
        block = old.read(1 << 20 if count is None else min(count, 1 << 20))
        if not block:
            break
        new.write(block)
        count = None if count is None else count - len(block)
    new.flush()
    os.fsync(new.fileno())

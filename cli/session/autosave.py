"""Open games with people, kept from move to move: an ordinary log each, in a folder of their own.

A game that is still in the folder when its console is gone (Ctrl-C, a kill, a power cut) can be resumed from there; one that has been
played to its end is taken out. A log is locked as long as it is written, so that no two consoles play one game. That a game cannot be
kept is said once, and never stops it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol, cast

from dicecup.cli.base.errors import OUTPUT, Failure, usage
from dicecup.cli.base.paths import state
from dicecup.engine.log.lock import is_locked
from dicecup.engine.log.log import OutputExists, OutputRefused, Writer, read_games, reason
from dicecup.engine.log.tail import Tail
from dicecup.engine.log.versions import unreadable

if TYPE_CHECKING:
    from dicecup.engine.log.log import Line
    from dicecup.engine.match.match import Record
    from dicecup.engine.replay.resume import Continuation

ABANDONED = "abandoned"
TORN = ("torn line", "unreadable bytes")  # what the last line of a killed game may be, and `resume` cuts
LONGEST_NAME = 60  # signs of a variant's name in the name of a file
LAST = 3  # records read from the end of a log: a torn one, the end, and the last event before it


@dataclass(frozen=True)
class Entry:
    """A kept game, as its header and its last records tell. Where it is `damaged`, that says why, and the rest may be empty.

    `turn` is the seat that was to decide when the game was left, where its log says so; `in_use` tells that another console plays it.
    """

    path: Path
    name: str = ""
    title: str = ""
    seats: Sequence[Mapping[str, str]] = ()
    rounds: int = 0
    events: int = 0
    turn: str | None = None
    in_use: bool = False
    damaged: str = ""

    @property
    def left(self) -> str:
        """When it was written to last."""
        try:
            return datetime.fromtimestamp(self.path.stat().st_mtime).astimezone().strftime("%Y-%m-%d %H:%M")
        except OSError:
            return "gone"


class Log(Protocol):
    """What a kept game is written by: a `Writer`, or a `Continuation`."""

    path: Path

    @property
    def broken(self) -> bool: ...

    def record(self, record: Record) -> None: ...

    def close(self) -> None: ...


class Kept:
    """A game that is being kept: `record` takes every record of it, from the header, and never fails."""

    def __init__(self, log: Log, lose: Callable[[OutputRefused], None], *, begun: bool) -> None:
        self.path = log.path
        self.begun = begun  # something stands in the file
        self.over = False
        self._log: Log | None = log
        self._lose = lose

    @property
    def broken(self) -> bool:
        """Whether what happens now is not kept."""
        return self._log is None

    def record(self, record: Record) -> None:
        """Write a record and hand it to the system."""
        self.over = record["type"] == "end" and record["end"] != ABANDONED
        if self._log is not None:
            self._attempt(self._log.record, record)
            self.begun |= self._log is not None

    def close(self) -> None:
        """Let the file go, as it is."""
        if self._log is not None:
            self._attempt(self._log.close)
            self._log = None

    def _attempt(self, step: Callable[..., None], *given: Record) -> None:
        try:
            step(*given)
        except OutputRefused as error:
            log, self._log = self._log, None
            self._lose(error)
            if log is not None:
                with suppress(OutputRefused):
                    log.close()


class Saved:
    """The folder of kept games; `warn` is told once what is wrong with it."""

    def __init__(self, warn: Callable[[str], None], environ: Mapping[str, str] = os.environ) -> None:
        self.folder = state(environ) / "games"
        self._warn: Callable[[str], None] | None = warn
        self._here: set[Path] = set()  # games that are open in this console

    def new(self, definition_name: str) -> Kept | None:
        """A file for a game that begins, `VARIANT-NUMBER.jsonl`; None where there cannot be one."""
        stem = re.sub(r"[^\w-]+", "-", definition_name, flags=re.ASCII)[:LONGEST_NAME]
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for number in count(self._highest(stem) + 1):
                with suppress(OutputExists):  # another console was faster
                    return self._keep(Writer(self.folder / f"{stem}-{number}.jsonl", private=True), begun=False)
        except OSError as error:
            self._lose(OutputRefused(f"cannot use {self.folder}: {reason(error)}"))
        except OutputRefused as error:
            self._lose(error)
        return None

    def going_on(self, log: Continuation) -> Kept:
        """A game that was taken up again, in the folder or elsewhere, and is written on in its own log."""
        return self._keep(log, begun=True)

    def finish(self, kept: Kept) -> None:
        """The console is done with a game. If it was played to its end, or never began, its file is taken out of the folder."""
        kept.close()
        self._here.discard(kept.path)
        ours = os.path.realpath(kept.path.parent) == os.path.realpath(self.folder)
        if ours and (kept.over or not kept.begun):
            with suppress(OSError):
                kept.path.unlink(missing_ok=True)

    def drop(self, game: Entry) -> None:
        """Take a game out of the folder for good. Failure where it is played in another console, or cannot be."""
        if game.in_use:
            raise usage("that game is played in another console")
        try:
            game.path.unlink(missing_ok=True)
        except OSError as error:
            raise Failure(OUTPUT, f"cannot drop {game.path}: {reason(error)}") from None

    def games(self) -> list[Entry]:
        """The games that can be resumed, and what is damaged, newest first; those that are open in this console are left out.

        Of a file the header and the last records are read, however long it is.
        """
        found: list[tuple[int, str, Entry]] = []
        try:
            paths = [path for path in self.folder.glob("*.jsonl") if path not in self._here]
        except OSError:
            return []
        for path in paths:
            with suppress(FileNotFoundError):  # it has ended just now
                if (entry := examined(path)) is not None:
                    found.append((-_changed(path), path.name, entry))
        return [entry for _, _, entry in sorted(found, key=lambda one: one[:2])]

    def _highest(self, stem: str) -> int:
        numbers = (path.stem.removeprefix(f"{stem}-") for path in self.folder.glob(f"{stem}-*.jsonl"))
        return max((int(number) for number in numbers if re.fullmatch("[0-9]{1,9}", number)), default=0)

    def _keep(self, log: Log, *, begun: bool) -> Kept:
        kept = Kept(log, self._lose, begun=begun)
        self._here.add(kept.path)
        return kept

    def _lose(self, error: OutputRefused) -> None:
        if self._warn is not None:
            self._warn(f"the game is not kept, and goes on without: {error}")
            self._warn = None


def examined(path: Path) -> Entry | None:
    """What a log of the folder holds; None where its game is over. FileNotFoundError where it is gone."""
    in_use = False
    try:
        if not S_ISREG(path.stat().st_mode):  # a pipe would wait for a writer
            return Entry(path, damaged="this is no ordinary file")
        in_use = is_locked(path)
        with path.open("rb") as stream:
            game = next(read_games(cast("BinaryIO", Tail(stream, LAST)), path.name), None)
            if game is None:
                return Entry(path, in_use=in_use, damaged="there is no game in this file")
            return _described(path, game.first, list(game.lines), in_use=in_use)
    except FileNotFoundError:
        raise
    except OSError as error:
        return Entry(path, in_use=in_use, damaged=f"it cannot be read: {reason(error)}")


def _changed(path: Path) -> int:
    """When a file was changed last, in nanoseconds; 0 where that cannot be told."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _described(path: Path, first: Line, lines: Sequence[Line], *, in_use: bool) -> Entry | None:
    head = first.record
    if head is not None and (why := unreadable(head)) is not None:
        return Entry(path, in_use=in_use, damaged=why.message)
    if head is None or not _is_header(head):
        return Entry(path, in_use=in_use, damaged=first.problem or "it does not begin with the header of a game")
    bad = next(
        (line for line in lines if line.record is None and (line is not lines[-1] or line.kind not in TORN)), None
    )
    events = [line.record for line in lines if line.record is not None]
    last: Mapping[str, Any] = events[-1] if events else {}
    left = last.get("type") == "end"
    if left and last.get("end") != ABANDONED:
        return None
    turn = last.get("by") if left else None
    return Entry(
        path,
        head["name"],
        head["definition"].get("title", head["name"]),
        head["seats"],
        _whole(last.get("round")),
        max(0, _whole(last.get("n")) - left),
        turn if isinstance(turn, str) else None,
        in_use,
        bad.problem if bad else "",
    )


def _is_header(head: Mapping[str, Any]) -> bool:
    """Whether a record is enough of a header to tell the game by."""
    seats, definition = head.get("seats"), head.get("definition")
    return (
        head.get("type") == "game"
        and isinstance(head.get("name"), str)
        and isinstance(definition, dict)
        and isinstance(definition.get("title", ""), str)
        and isinstance(seats, list)
        and all(isinstance(seat, dict) and all(isinstance(text, str) for text in seat.values()) for seat in seats)
    )


def _whole(value: Any) -> int:
    return value if type(value) is int else 0

"""The log: JSON lines, a header and events a game, one game or many in a file. docs/log-format.md is its page.

Writing is line by line and flushed, so that a killed game leaves every whole line. Reading streams, and gives each line with its
number and either a record or what is wrong with it.
"""

from __future__ import annotations

import codecs
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b, file_digest
from pathlib import Path
from typing import Any, BinaryIO, Protocol, Self

import msgspec

from dicecup.engine.core.inputs import STDIN, input_at, note
from dicecup.engine.core.problems import OutputError, Term
from dicecup.engine.log.lock import is_locked, lock
from dicecup.engine.match.match import Record

UTF16 = (b"\xff\xfe", b"\xfe\xff")  # how a file in that encoding begins
_decode = msgspec.json.Decoder().decode
SEAL = "seal"  # the type of the record that seals a file of games
SPACE = b" \t\r\n"  # what JSON may have around a record
CUT_OFF = "the last line is cut off"
LONGEST_LINE = 1 << 22  # bytes; a header with its definition takes some thousands


class OutputRefused(OutputError):  # noqa: N818 - says what it is
    """A file that exists already, or that cannot be written; `path` is the file, where there is one."""

    def __init__(self, sentence: str, path: str | Path | None = None, *, remedies: Iterable[Term] = ()) -> None:
        super().__init__(sentence, remedies=remedies)
        self.path = path


class OutputExists(OutputRefused):
    """A file that exists already, and that nobody said to replace."""

    def __init__(self, path: str | Path) -> None:
        super().__init__(
            f"{path} exists", path, remedies=[Term("replace", "; choose another name, or replace it with force=True")]
        )


def dump(record: Record) -> bytes:
    """One record as a line."""
    return msgspec.json.encode(record) + b"\n"


class Writer:
    """Writes records to a file that did not exist, line by line; as a context manager it closes it.

    With `force` an existing file is replaced, but only when the new one is whole: until `close` it grows beside it as
    `NAME.PID.part`, so that two programs that replace the same file do not write into each other's. Where nothing was written
    before an error, nothing is replaced and no empty file is left. Pipes and devices are written to as they are. What the run reads is
    never written onto (`refuse_input`); with `own` it is a file of the program's own, which it reads to write it anew. `whole`: a part of
    it is of no use, so that nothing is left of what was broken off. `private` makes a new file that only its owner may read.

    The file is locked while it is written (`lock`), so that nobody takes a game for broken off, and writes on in it, while it is still
    played. Raises OutputRefused with a sentence.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        force: bool = False,
        own: bool = False,
        whole: bool = False,
        private: bool = False,
    ) -> None:
        self.path = Path(path)
        self._file: BinaryIO
        self.broken = False  # it could not be written, and what follows is not in it
        self.kept = False  # it is closed, and what could be written stands in its place
        self._target = self.path
        self._whole = whole
        self._made = False  # by this writer: a pipe or a device is somebody else's
        self._fresh = False  # it was made, and nothing was written to it
        self._written = blake2b(digest_size=16)
        self._mode = 0o600 if private else 0o666
        try:
            refuse_input(self.path, own=own)
            if self.path.exists() and not self.path.is_file():
                self._file = self.path.open("wb", buffering=0)
            elif force and os.path.lexists(self.path):
                self._replace()
            else:
                self._make()
        except FileExistsError:
            raise OutputExists(self.path) from None
        except OSError as error:
            raise OutputRefused(f"cannot write {self.path}: {reason(error)}", self.path) from None
        except ValueError as error:  # no name of a file: it holds a NUL
            raise OutputRefused(f"cannot write {self.path}: {error}", self.path) from None

    def _replace(self) -> None:
        """Begin what will take the place of an existing file; through a symlink that is the file it names, not the link."""
        self.path = Path(os.path.realpath(self.path))
        if is_locked(self.path):  # whoever writes there would go on in a file that has no name any more
            message = f"{self.path} is the log of a game that is being played; write to another file"
            raise OutputRefused(message, self.path)
        self._target = self.path.with_name(f"{self.path.name}.{os.getpid()}.part")
        self._target.unlink(missing_ok=True)
        self._make()
        with suppress(OSError):
            shutil.copymode(self.path, self._target)  # a log that only its owner may read stays one

    def _make(self) -> None:
        """Make the file, and lock it. Whoever came between the two has seen an empty file, in which there is nothing to go on with."""
        self._file = open(self._target, "xb", buffering=0, opener=partial(os.open, mode=self._mode))  # noqa: SIM115 - close() closes it
        self._made = self._fresh = True
        lock(self._file)

    def write(self, data: bytes) -> None:
        """Write whole lines and hand them to the system."""
        try:
            while data:
                count = self._file.write(data)
                self._written.update(data[:count])
                data = data[count:]
                self._fresh = False
        except BrokenPipeError:
            raise
        except OSError as error:
            self.broken = True
            raise OutputRefused(f"cannot write {self._target}: {reason(error)}", self.path) from None

    def record(self, record: Record) -> None:
        """Write one record."""
        self.write(dump(record))

    def close(self) -> None:
        """The log is whole: put it in its place. OutputRefused too where somebody else has written to it, or taken it away."""
        try:
            self._file.close()
            if self._made and self._standing() != self._written.digest():
                self.broken = True
                raise OutputRefused(
                    f"{self.path} is not as it was written: another program or a bot has changed it, or taken it away",
                    self.path,
                )
            if self._target != self.path:
                self._target.replace(self.path)
            self.kept = True
        except OSError as error:
            raise OutputRefused(f"cannot write {self.path}: {reason(error)}", self.path) from None

    def _standing(self) -> bytes:
        """The hash of what stands in the file by now; nothing where it is gone."""
        try:
            with self._target.open("rb") as stream:
                return file_digest(stream, partial(blake2b, digest_size=16)).digest()
        except FileNotFoundError:
            return b""

    def discard(self) -> None:
        """Leave what stood there before as it was."""
        self._file.close()
        self.kept = self._target == self.path and not self._fresh and not self._whole
        if self._made and not self.kept:
            self._target.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        failed = self.broken or isinstance(error, OutputRefused)
        if failed or (error is not None and (self._fresh or self._whole)):
            self.discard()
        else:
            self.close()


def reason(error: OSError) -> str:
    """Why a file cannot be used, in the system's words."""
    return (error.strerror or str(error)).lower()


def refuse_input(path: str | Path, *, own: bool = False) -> None:
    """OutputRefused where something that the run reads stands at this place, by whatever name (`inputs.input_at`)."""
    found = input_at(path, own=own)
    if found is not None:
        other = "" if Path(path) == Path(found) else f" ({found})"
        raise OutputRefused(f"{path} is an input itself{other}; write to another file", path)


class Readable(Protocol):
    """What a log is read from: a binary file, or a part of one."""

    def readline(self, size: int = ..., /) -> bytes: ...


@dataclass(slots=True)
class Line:
    """One line of a log: its number from 1, and its record, or what kind of thing is wrong with it and a sentence."""

    number: int
    record: Record | None = None
    kind: str = ""
    problem: str = ""
    header: bool = False  # it begins a game, or was meant to
    text: bytes = field(default=b"", repr=False)  # as it stands in the file, without the space around it


@dataclass
class LoggedGame:
    """One game of a log file: its header line, and its further lines, to be read once and in order.

    When they have been read, `check` is what its end says, and `seal` the line of the file's seal, if that follows.
    """

    file: str
    first: Line
    lines: Iterator[Line] = field(repr=False)
    _cursor: _Cursor | None = field(default=None, repr=False)

    @property
    def header(self) -> Record:
        """Its header; an empty one where that is missing or cannot be read."""
        return {} if self.stray is not None or self.first.record is None else self.first.record

    @property
    def stray(self) -> Line | None:
        """The line that stands where the header should: a record that is none, or one that cannot be read. None for a header."""
        record = self.first.record
        return None if record is not None and record.get("type") == "game" else self.first

    @property
    def check(self) -> Any:
        """The check in the end; empty where there is none."""
        return "" if self._cursor is None else self._cursor.check

    @property
    def seal(self) -> Line | None:
        """The seal, where this is the last game of a sealed file."""
        return None if self._cursor is None else self._cursor.seal


def read_lines(stream: Readable, first: int = 1) -> Iterator[Line]:
    """The lines of a log that hold something. A BOM, CRLF and a missing last newline are of no account.

    `first` is the number of the stream's first line, for a stream that begins within a file.
    """
    number = first - 1
    while True:
        raw = stream.readline(LONGEST_LINE + 1)
        if not raw:
            return
        number += 1
        if number == 1:
            if raw.startswith(UTF16):
                yield Line(1, None, "unreadable bytes", "the file is UTF-16; save it as UTF-8")
                return
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        if len(raw) > LONGEST_LINE and not raw.endswith(b"\n"):
            yield Line(number, None, "unreadable bytes", f"the line is longer than {LONGEST_LINE} bytes")
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(LONGEST_LINE)
            continue
        text = raw.strip(SPACE)
        if text:
            yield _line(number, text, whole=raw.endswith(b"\n"))


def begins_game(raw: bytes) -> bool:
    """Whether a line is the header of a game in any case, whatever stands before it."""
    return raw.startswith(b'{"type":"game"') and raw.endswith(b"\n") and _line(0, raw.strip(SPACE), whole=True).header


def _line(number: int, text: bytes, *, whole: bool) -> Line:
    looks_like_header = b'"definition"' in text and b'"game"' in text
    if not text.isascii():
        try:
            text.decode()
        except UnicodeDecodeError as error:
            if not whole and _ends_within_a_letter(text):
                return Line(number, None, "torn line", CUT_OFF, looks_like_header)
            problem = f"byte {error.start + 1} of the line is not UTF-8"
            return Line(number, None, "unreadable bytes", problem, looks_like_header)
    try:
        record = _decode(text)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        kind = "unreadable record" if whole else "torn line"
        problem = CUT_OFF if not whole else f"the line is not JSON: {error}"
        return Line(number, None, kind, problem, looks_like_header)
    if not isinstance(record, dict):
        return Line(number, None, "unreadable record", "the line is JSON, but no object", looks_like_header)
    header = record.get("type") == "game" or (looks_like_header and "n" not in record)
    return Line(number, record, header=header, text=text)


def _ends_within_a_letter(text: bytes) -> bool:
    """Whether nothing but the end of its last letter is missing to bytes that are no UTF-8."""
    try:
        codecs.utf_8_decode(text, "strict", False)
    except UnicodeDecodeError:
        return False
    return True


def read_games(stream: Readable, file: str = "-", first: int = 1) -> Iterator[LoggedGame]:
    """The games of a log, one after the other; each game's lines are to be read before the next is asked for.

    A game begins with its header, and also with any line that follows an `end`, so that one bad header does not hide a game; but
    for the seal of the file, which is no game.
    """
    lines = read_lines(stream, first)
    pending = next(lines, None)
    while pending is not None:
        cursor = _Cursor(lines)
        yield LoggedGame(file, pending, cursor.rest(), cursor)
        for _ in cursor.rest():
            pass
        pending = cursor.following if cursor.seal is None else next(lines, None)


class _Cursor:
    """Reads a game's lines up to the first of the next game, which it keeps, or up to the seal of the file."""

    def __init__(self, lines: Iterator[Line]) -> None:
        self._lines = lines
        self._ended = False
        self._done = False
        self.following: Line | None = None
        self.seal: Line | None = None
        self.check: Any = ""

    def rest(self) -> Iterator[Line]:
        while not self._done:
            line = next(self._lines, None)
            if line is None or line.header or self._ended:
                self._done = True
                if line is not None and line.record is not None and self._ended and line.record.get("type") == SEAL:
                    self.seal = line
                else:
                    self.following = line
                return
            if line.record is not None and line.record.get("type") == "end":
                self._ended = True
                self.check = line.record.get("check", "")
            yield line


def open_log(path: str) -> BinaryIO:
    """A log file for reading, `-` for standard input. OSError where it cannot be read."""
    if path == "-":
        note(STDIN, 0)
        return os.fdopen(os.dup(0), "rb")
    note(path)
    return Path(path).open("rb")

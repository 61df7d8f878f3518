"""The command line as tests use it: `dicecup` in this process, `process` in one of its own, and a `Terminal` with a person at it."""

from __future__ import annotations

import fcntl
import io
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self
from unittest.mock import patch

import pyte

from dicecup.cli.base.output import Manners
from dicecup.cli.console.command_line import CommandLine
from dicecup.cli.console.commands.table import COMMANDS
from dicecup.cli.console.front import Front
from dicecup.cli.console.session import Desk
from dicecup.cli.main import main, root
from dicecup.cli.settings.resolver import Settings
from dicecup.engine.replay.verify import verify

ROOT = Path(__file__).parent.parent
PASS = "Pass the keyboard to {}, who presses Enter when nobody else looks."
COMMAND = [sys.executable, "-m", "dicecup"]
# Modules that take long to import, or that only some commands need.
HEAVY = (
    "yaml",
    "rich",
    "markdown_it",
    "prompt_toolkit",
    "msgspec",
    "filelock",
    "platformdirs",
    "importlib.metadata",
    "numpy",
    "numba",
)


@dataclass
class Run:
    """What a command has printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    def records(self) -> list[dict[str, Any]]:
        """Standard output as strict JSON, an object a line."""
        return [strict(line) for line in self.lines]

    def problem(self) -> str:
        """The one line on standard error."""
        (line,) = self.err.splitlines()
        return line


def strict(line: str) -> Any:
    """JSON without NaN, infinity or anything after it."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    return json.loads(line, parse_constant=refuse)


class Said(list[str]):
    """What somebody was told: called with each sentence."""

    __call__ = list.append


class Pipe(io.TextIOWrapper):
    """A stream that stays open, so that what was written to it can be read afterwards."""

    def close(self) -> None:
        self.flush()


def dicecup(*args: object, stdin: str | bytes = b"", env: dict[str, str] | None = None) -> Run:
    """Run a command line in this process, with pipes for streams."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = io.BytesIO(), io.BytesIO()
    with ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, {"COLUMNS": "80", "TERM": "xterm", **(env or {})}))
        stack.enter_context(patch.object(sys, "stdin", Pipe(io.BytesIO(data), encoding="utf-8")))
        stack.enter_context(patch.object(sys, "stdout", Pipe(out, encoding="ascii", write_through=True)))
        stack.enter_context(patch.object(sys, "stderr", Pipe(err, encoding="ascii", write_through=True)))
        code = main([str(arg) for arg in args])
    return Run(code, out.getvalue().decode(), err.getvalue().decode())


class Teletype(Pipe):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def typed(*lines: str, args: tuple[object, ...] = ("console", "--plain"), env: dict[str, str] | None = None) -> Run:
    """Lines typed at a terminal that does no more than a teletype, in this process; then Ctrl-D, as often as it takes."""
    data, out = io.BytesIO("".join(f"{line}\n" for line in lines).encode()), io.BytesIO()
    with ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, {"COLUMNS": "80", "TERM": "xterm", **(env or {})}))
        stack.enter_context(patch.object(sys, "stdin", Teletype(data, encoding="utf-8")))
        stack.enter_context(patch.object(sys, "stdout", Teletype(out, encoding="ascii", write_through=True)))
        stack.enter_context(patch.object(sys, "stderr", sys.stdout))
        code = main([str(arg) for arg in args])
    return Run(code, out.getvalue().decode(), "")


def new_desk(front: Front, manners: Manners | None = None, *, keeps: bool = False) -> Desk:
    """A session of the console in this process, with the settings that nobody has changed."""
    return Desk(manners or Manners(), Settings(), front, COMMANDS, CommandLine(root), keeps=keeps)


def console(*lines: str, **options: str) -> Run:
    """Lines done one after the other, and then left on purpose."""
    return dicecup("console", *(part for line in (*lines, "quit") for part in ("-c", line)), **options)


def said(*lines: str) -> str:
    """The one sentence that the last of these lines is refused with."""
    run = console(*lines)
    assert run.code == 1
    head, _, sentence = run.problem().partition(f"-c:{len(lines)}: ")
    assert head == "dicecup: "
    return sentence


def environment(**more: str) -> dict[str, str]:
    """The environment of a command in a process of its own."""
    names = ("HOME", "PATH", "LANG", "DICECUP_CONFIG", "DICECUP_STATE")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    return {**kept, "PYTHONPATH": str(ROOT / "src"), "TERM": "xterm", **more}


def process(*args: object, stdin: bytes | None = b"", cwd: Path | None = None, **env: str) -> Run:
    """Run a command line in a process of its own."""
    command = [*COMMAND, *map(str, args)]
    done = subprocess.run(command, input=stdin, capture_output=True, cwd=cwd, env=environment(**env), timeout=60)
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode())


def seconds(*args: object, **env: str) -> float:
    """How long the processor was busy with a command line in a process of its own, so that a busy machine does not count."""
    before = os.times()
    assert process(*args, **env).code == 0
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def loaded(*args: str, without: tuple[str, ...] = (), **env: str) -> set[str]:
    """Which of the heavy modules a command line has imported, in an environment without some variables."""
    around = {name: value for name, value in environment(**env).items() if name not in without}
    code = f"""
import sys
from dicecup.cli.main import main
code = main({list(args)!r})
print(code, *[name for name in {(*HEAVY, "dicecup.engine.match.match")!r} if name in sys.modules], file=sys.stderr)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=around, timeout=60)
    code, *found = run.stderr.splitlines()[-1].split()
    assert code == "0", run.stderr
    return set(found)


@contextmanager
def started(command: list[str], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process beside a test, which kills it when it fails: Popen alone would wait for its end, however long that takes."""
    with subprocess.Popen(command, **options) as run:
        try:
            yield run
            run.wait(30)
        except BaseException:
            run.kill()
            raise


class Terminal:
    """A command at a terminal. `shows` waits for text, `type` types; `screen` is what a person sees."""

    def __init__(self, *args: object, columns: int = 80, rows: int = 30, redirect: str = "", **env: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.raw = ""
        self._seen = 0
        self._typed = 0
        self._screen = pyte.HistoryScreen(columns, rows, history=10_000)
        self._screen.write_process_input = lambda data: os.write(self.master, data.encode())  # where the cursor is
        self._stream = pyte.Stream(self._screen)
        # A session leader that opens a terminal gets it as its own, so that Ctrl-C reaches the command.
        shell = ["sh", "-c", f'exec "$@" <>"$0" >&0 2>&1 {redirect}', os.ttyname(slave)]
        settings = environment(**env)
        self.process = subprocess.Popen([*shell, *COMMAND, *map(str, args)], env=settings, start_new_session=True)
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)

    def shows(self, text: str, seconds: float = 20) -> str:
        """Wait until `text` comes after what was waited for before; returns what came up to its end."""
        end = time.monotonic() + seconds
        while (found := self.raw.find(text, self._seen)) < 0:
            if not self._read(end):
                raise AssertionError(f"{text!r} does not come; since the last one came:\n{self.raw[self._seen :]}")
        came = self.raw[self._seen : found + len(text)]
        self._seen = found + len(text)
        return came

    def prompts(self, *prompts: str, seconds: float = 20) -> str:
        """Wait until what was typed last has been answered and the cursor stands behind one of the prompts; returns which."""
        end = time.monotonic() + seconds
        while True:
            there = self._line() in prompts and len(self.raw) > self._typed
            if self._read(time.monotonic() + 0.05 if there else end):
                continue
            if not there:
                raise AssertionError(f"{prompts} does not come; on the screen is:\n{self.screen}")
            self._seen = len(self.raw)
            return self._line()

    def stands(self, line: str, seconds: float = 20) -> None:
        """Wait until that is the line where the cursor is."""
        self._until(lambda: self._line() == line, seconds)

    def sees(self, text: str, seconds: float = 20) -> None:
        """Wait until a text is on the screen."""
        self._until(lambda: text in self.screen, seconds)

    def _line(self) -> str:
        cursor = self._screen.cursor
        return self._screen.display[cursor.y][: cursor.x].rstrip()

    def _until(self, met: Callable[[], bool], seconds: float) -> None:
        end = time.monotonic() + seconds
        while not met():
            if not self._read(end):
                raise AssertionError(f"it does not come; on the screen is:\n{self.screen}")

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size."""
        self._screen.resize(rows, columns)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def vanish(self) -> None:
        """Close the window: the command has a terminal no more."""
        with Path(os.devnull).open("rb") as nothing:
            os.dup2(nothing.fileno(), self.master)

    def type(self, text: str) -> None:
        """Type a line."""
        self._write(f"{text}\n")

    def press(self, key: str) -> None:
        """Press a key, which may be a control character; a person does so a moment after the prompt has come."""
        time.sleep(0.1)
        self._write(key)

    def _write(self, keys: str) -> None:
        self._typed = len(self.raw)
        os.write(self.master, keys.encode())

    def ends(self, seconds: float = 20) -> int:
        """Wait for the end; the exit code."""
        end = time.monotonic() + seconds
        while self._read(end):
            pass
        return self.process.wait(timeout=max(1.0, end - time.monotonic()))

    @property
    def screen(self) -> str:
        """What a person can see, everything that scrolled off included."""
        gone = ["".join(line[i].data for i in range(self._screen.columns)) for line in self._screen.history.top]
        return "\n".join(line.rstrip() for line in [*gone, *self._screen.display]).rstrip()

    def _read(self, end: float) -> bool:
        """Take in what there is to read; False at the end, or when the time is over."""
        while True:
            ready, _, _ = select.select([self.master], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                return False
            try:
                data = os.read(self.master, 65536)
                break
            except OSError:  # nobody has the other end open: not yet, or not any more
                if self.raw or self.process.poll() is not None or time.monotonic() > end:
                    return False
                time.sleep(0.005)
        text = data.decode(errors="replace")
        self.raw += text
        if "\x1b[3J" in text:
            self._screen.history.top.clear()  # pyte knows no erasing of what has scrolled off
        self._stream.feed(text)
        return True


Sit = Callable[..., Terminal]  # how a test begins the console at a terminal of its own


def plain(text: str) -> str:
    """Text without what acts on the terminal."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", text)


def own_dice(text: str) -> list[str]:
    """The dice that the tables in a text show to their owner, in boxes or in words; one item for each table."""
    found = []
    for line in plain(text).splitlines():
        boxes = re.findall(r"[│┃] (\S+) [│┃]", line)
        found += [" ".join(boxes)] if boxes else re.findall(r"Your dice: (.*)", line)
    return found


def kept(tmp_path: Path) -> list[list[dict[str, Any]]]:
    """The records of the games that are kept; each is a true log."""
    games = []
    for path in sorted((tmp_path / "state" / "games").glob("*.jsonl")):
        data = path.read_bytes()
        assert all(verdict.ok for verdict in verify(io.BytesIO(data)))
        games.append([strict(line) for line in data.decode().splitlines()])
    return games

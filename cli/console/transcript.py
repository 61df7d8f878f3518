"""Transcripts: sessions as they are read, checked against sessions as they go.

A line after `> ` is typed; what follows, up to the next one, is what must come of it. In a Markdown file the blocks marked
`dicecup` are one transcript. Sessions are drawn alike everywhere: 80 cells, no colour, no settings but those in the transcript.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import ndiff
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from dicecup.cli.base.errors import BUG, NO, code_of, sentences, text_of, usage
from dicecup.cli.base.output import Manners, put, put_json
from dicecup.cli.base.text import counted, safe
from dicecup.cli.console.commands.table import COMMANDS
from dicecup.cli.console.front import Quit
from dicecup.cli.console.session import Desk
from dicecup.cli.console.wording import CONSOLE
from dicecup.cli.settings.resolver import Settings
from dicecup.engine.core.inputs import note, reading

if TYPE_CHECKING:
    from dicecup.cli.console.command_line import CommandLine
    from dicecup.cli.console.live_game import Live

FENCE = "```"
OPENS = "```dicecup"
CELLS = "80"


@dataclass
class Step:
    """A line that is typed (at `line` of the file), and what must come; `came` is what did."""

    line: int
    typed: str
    wanted: list[str] = field(default_factory=list)
    came: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether what came is what was wanted."""
        return self.came == self.wanted


@dataclass
class Transcript:
    """A file as its steps, and the lines between them that belong to none: (line, text)."""

    path: Path
    steps: list[Step]
    between: dict[int, list[str]]  # what stands before step i; at the end after the last

    def text(self) -> str:
        """The file as the session goes now."""
        lines: list[str] = []
        for i, step in enumerate(self.steps):
            lines += [*self.between.get(i, ()), f"> {step.typed}".rstrip(), *step.came]
        return "\n".join([*lines, *self.between.get(len(self.steps), ())]) + "\n"


def read(path: Path) -> Transcript:
    """A transcript. Failure where the file cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise usage(f"{path} is not UTF-8") from None
    except OSError as error:
        raise usage(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    markdown = path.suffix.lower() in (".md", ".markdown")
    steps: list[Step] = []
    between: dict[int, list[str]] = {0: []}
    inside = not markdown
    for number, line in enumerate(text.splitlines(), 1):
        if markdown and line.startswith(FENCE):
            inside = line.strip() == OPENS
            between.setdefault(len(steps), []).append(line)
        elif inside and (line.startswith("> ") or line == ">"):
            steps.append(Step(number, line[2:]))
        elif inside and steps and len(steps) not in between:
            steps[-1].wanted.append(line.rstrip())
        else:
            between.setdefault(len(steps), []).append(line)
    for i, step in enumerate(steps):
        tail = []
        while step.wanted and not step.wanted[-1]:
            tail.append(step.wanted.pop())
        if tail:
            between[i + 1] = tail + between.get(i + 1, [])
    return Transcript(path, steps, between)


class _Prompter:
    """Answers questions by the next step; what is asked then belongs to the step before."""

    asking = False

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = iter(steps)
        self.step: Step | None = None
        self.stream = io.StringIO()

    def ask(self, question: str) -> str | None:
        """The next step's line."""
        print(question.rstrip(), file=self.stream)
        step = self.turn()
        return None if step is None else step.typed

    def face(self, seat: str) -> None:
        """Nobody looks."""

    def left(self, live: Live) -> None:
        """Nobody has looked."""

    def turn(self) -> Step | None:
        """Close the step that was, and begin the next."""
        if self.step is not None:
            lines = [line.rstrip() for line in self.stream.getvalue().splitlines()]
            while lines and not lines[-1]:
                lines.pop()
            self.step.came = lines
        self.stream.seek(0)
        self.stream.truncate()
        self.step = next(self._steps, None)
        return self.step


def go(transcript: Transcript, line: CommandLine, color: Literal["always", "never"] = "never") -> None:
    """Do the steps in one session, and note what comes of each."""
    front = _Prompter(transcript.steps)
    settings = Settings()
    settings.set("color", color, save=False)  # before what the environment says
    desk = Desk(Manners(), settings, front, COMMANDS, line)
    with _captured(front.stream), desk.interrupts:
        try:
            while (step := front.turn()) is not None:
                try:
                    desk.do(step.typed)
                except Quit:
                    desk.leave()
                    break
                except Exception as error:
                    if code_of(error) == BUG:
                        raise
                    for record in sentences(error, CONSOLE):
                        print(text_of(record), file=front.stream)
            while front.turn() is not None:
                print("(the session is over)", file=front.stream)
        finally:
            desk.leave()


@contextmanager
def _captured(stream: io.StringIO) -> Iterator[None]:
    """What is printed goes to the stream, and the terminal is as wide as everywhere."""
    before = sys.stdout, sys.stderr, os.environ.get("COLUMNS")
    sys.stdout = sys.stderr = stream
    os.environ["COLUMNS"] = CELLS
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before[:2]
        del os.environ["COLUMNS"]
        if before[2] is not None:
            os.environ["COLUMNS"] = before[2]


def checked(manners: Manners, line: CommandLine, files: Sequence[str], *, update: bool) -> int:
    """Check transcripts, or bring them up to date; the exit code."""
    failed = False
    for file in files:
        transcript = read(Path(file))
        if not transcript.steps:
            raise usage(f"{file} holds no line after > , so it is no transcript")
        with reading():
            for one in files:
                note(one)  # so that no session writes onto any of them
            go(transcript, line)
        wrong = [step for step in transcript.steps if not step.holds]
        if update and wrong:
            _rewrite(transcript)
        failed = failed or bool(wrong)
        _report(manners, transcript, wrong, update=update)
    return NO if failed and not update else 0


def _rewrite(transcript: Transcript) -> None:
    from dicecup.engine.log.log import Writer

    with Writer(transcript.path, force=True) as writer:
        writer.write(transcript.text().encode())


def _report(manners: Manners, transcript: Transcript, wrong: Sequence[Step], *, update: bool) -> None:
    name = safe(str(transcript.path))
    many = len(transcript.steps)
    if manners.json:
        places = [{"line": step.line, "typed": step.typed, "wanted": step.wanted, "came": step.came} for step in wrong]
        put_json({"dicecup": 1, "type": "transcript", "file": name, "lines": many, "ok": not wrong, "wrong": places})
        return
    if wrong and not update:
        for step in wrong:
            put(f"{name}:{step.line}: > {safe(step.typed)}")
            for line in ndiff(step.wanted, step.came):
                if not line.startswith("?"):
                    put(f"  {safe(line)}")
        put(f"{name}: {len(wrong)} of {counted(many, 'line')} went otherwise (- as written, + as it went)")
    elif not manners.quiet:
        put(f"{name}: {counted(many, 'line')}{', rewritten' if wrong else ''}")

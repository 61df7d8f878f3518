"""Transcripts: sessions as they are read, checked against sessions as they go.

A line after `> ` is typed; what follows, up to the next one, is what must come of it. In a Markdown file the blocks marked
`dicecup` are one transcript. Sessions are drawn alike everywhere: 80 cells, no colour, no settings but those in the transcript.

What a session cannot mean is never written down: an assert that fails, or words that would be read as another session.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import ndiff
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from dicecup.cli.base.errors import BUG, NO, Failure, code_of, sentences, text_of, usage
from dicecup.cli.base.output import Manners, put, put_json
from dicecup.cli.base.repeatable import listening
from dicecup.cli.base.text import counted, safe
from dicecup.cli.console.commands.table import COMMANDS
from dicecup.cli.console.front import Quit
from dicecup.cli.console.markdown import SUFFIXES, Blocks, blocks
from dicecup.cli.console.session import Desk
from dicecup.cli.console.tokens import first
from dicecup.cli.console.wording import CONSOLE
from dicecup.cli.settings.resolver import Settings
from dicecup.engine.core.inputs import note, reading

if TYPE_CHECKING:
    from dicecup.cli.console.command_line import CommandLine
    from dicecup.cli.console.live_game import Live

CELLS = "80"


@dataclass
class Step:
    """A line that is typed (at `line` of the file), and what must come; `came` is what did.

    `before` stands before each of its lines: the indent of a list, the sign of a quotation. `unmet`: an assert failed in it;
    `varies`: why it comes out otherwise each time.
    """

    line: int
    typed: str
    before: str = ""
    wanted: list[str] = field(default_factory=list)
    came: list[str] = field(default_factory=list)
    unmet: bool = False
    varies: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether what came is what was wanted."""
        return self.came == self.wanted

    def text(self) -> list[str]:
        """Its lines as it goes now."""
        return [(self.before + line).rstrip() for line in (f"> {self.typed}", *self.came)]


@dataclass
class Transcript:
    """A file as its steps, and the lines between them that belong to none; `passed` are lines where a block seems to begin."""

    path: Path
    steps: list[Step]
    between: dict[int, list[str]]  # what stands before step i; at the end after the last
    passed: list[int]

    def text(self) -> str:
        """The file as the session goes now. Failure where it would be read as another session."""
        lines: list[str] = []
        for i, step in enumerate(self.steps):
            lines += [*self.between.get(i, ()), *step.text()]
        lines += self.between.get(len(self.steps), ())
        again = parsed(self.path, lines)
        for step, other in zip_longest(self.steps, again.steps):
            if step is None or other is None or (step.typed.rstrip(), step.came) != (other.typed, other.wanted):
                broken = "what comes holds a line that would be read as one that is typed, or would end its block"
                raise Failure(
                    NO, f"{broken}; it cannot be written down", file=str(self.path), line=(step or self.steps[-1]).line
                )
        return "\n".join(lines) + "\n"


def read(path: Path) -> Transcript:
    """A transcript. Failure where the file cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise usage(f"{path} is not UTF-8") from None
    except OSError as error:
        raise usage(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    return parsed(path, text.removesuffix("\n").split("\n"))


def parsed(path: Path, lines: Sequence[str]) -> Transcript:
    """The transcript that the lines of a file are."""
    markdown = path.suffix.lower() in SUFFIXES
    page = blocks(lines) if markdown else Blocks(dict(enumerate(lines, 1)), [])
    steps: list[Step] = []
    between: dict[int, list[str]] = {0: []}
    blank: list[str] = []  # which belong to a step only where something follows in it
    for number, whole in enumerate(lines, 1):
        line = page.inside.get(number)
        typed = line is not None and (line.startswith("> ") or line == ">")
        if blank and (line is None or typed):
            between.setdefault(len(steps), []).extend(blank)
            blank = []
        if line is None or (not typed and len(steps) in between):
            between.setdefault(len(steps), []).append(whole)
        elif typed:
            steps.append(Step(number, line[2:], whole.removesuffix(line)))
        elif not line.strip():
            blank.append(whole)
        else:
            steps[-1].wanted += ["" for _ in blank] + [line.rstrip()]
            blank = []
    if blank:
        between.setdefault(len(steps), []).extend(blank)
    return Transcript(path, steps, between, page.passed)


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
                failed = desk.unmet
                try:
                    with listening() as step.varies:
                        desk.do(step.typed)
                except Quit:
                    desk.leave()
                    break
                except Exception as error:
                    if code_of(error) == BUG:
                        raise
                    for record in sentences(error, CONSOLE):
                        print(text_of(record), file=front.stream)
                step.unmet = desk.unmet > failed
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
        _tell_passed(manners, transcript)
        if not transcript.steps:
            raise usage(f"{file} holds no line after > , so it is no transcript")
        with reading():
            for one in files:
                note(one)  # so that no session writes onto any of them
            go(transcript, line)
        wrong = [step for step in transcript.steps if not step.holds]
        _tell_variable(manners, transcript, transcript.steps if update else wrong)
        updated = update and _is_updated(manners, transcript, wrong)
        failed = failed or bool(wrong and not updated)
        _report(manners, transcript, wrong, update=updated)
    return NO if failed else 0


def _tell_passed(manners: Manners, transcript: Transcript) -> None:
    """Name the blocks that are not checked."""
    for number in transcript.passed:
        why = "this is no block of its own in Markdown, so it is not checked"
        manners.warn(f"{transcript.path}:{number}: {why}; put an empty line before it, or indent it less")


def _tell_variable(manners: Manners, transcript: Transcript, steps: Sequence[Step]) -> None:
    """Warn of a session that cannot go the same way twice."""
    for step in steps:
        for why in step.varies:
            manners.warn(f"{transcript.path}:{step.line}: {why}, so the session cannot go the same way each time")


def _is_updated(manners: Manners, transcript: Transcript, wrong: Sequence[Step]) -> bool:
    """Write the transcript as it goes now, unless an assert fails: then it is not the session that was meant."""
    unmet = [step for step in wrong if step.unmet or (step.came and _asserts(step.typed))]
    for step in unmet:
        message = f"> {safe(step.typed)}: an assert that fails is not written down, and the file is left as it was"
        error = Failure(NO, message, file=str(transcript.path), line=step.line)
        manners.fail(next(sentences(error, CONSOLE)))
    if wrong and not unmet:
        _rewrite(transcript)
    return not unmet


def _asserts(typed: str) -> bool:
    """Whether a line asserts something, even where it was not done since the session was over."""
    return first(typed.strip().removeprefix("/"))[0].lower() == "assert"


def _rewrite(transcript: Transcript) -> None:
    from dicecup.engine.log.log import Writer

    text = transcript.text().encode()  # before anything is opened: it may be refused
    with Writer(transcript.path, force=True) as writer:
        writer.write(text)


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

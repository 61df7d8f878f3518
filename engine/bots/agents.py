"""Who decides for a seat: a shipped bot, one from a user's Python file, or a program. (People are asked by whoever has a terminal.)"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dicecup.engine.bots import host
from dicecup.engine.bots.bot_file import BotFile, read
from dicecup.engine.bots.conversation import Conversation, Patience
from dicecup.engine.bots.failure import BotFailure, CodePlace, users_code, where_defined
from dicecup.engine.bots.program import Program
from dicecup.engine.core.inputs import note
from dicecup.engine.core.problems import InputError, guess, listed, printable
from dicecup.engine.core.read_only import read_only
from dicecup.engine.games.registry import family
from dicecup.engine.match.match import tables_of

if TYPE_CHECKING:
    from dicecup.engine.match.match import Match

HUMAN = "human"
COMMAND = "cmd:"  # begins the spec of a program's command line
PATIENCE = Patience()
LONGEST_NAME = 40  # characters


class UnknownAgent(InputError, LookupError):  # noqa: N818 - says what it is
    """No bot of that name plays the family, or a file cannot be loaded or has no such function.

    `spec` is what was asked for. Where it names no file, `allowed` are the names it may be, and `near` is the one that may have
    been meant; where its file cannot be loaded, `place` is where that failed.
    """

    def __init__(
        self,
        sentence: str,
        spec: str,
        allowed: Sequence[str] = (),
        near: str | None = None,
        place: CodePlace | None = None,
    ) -> None:
        super().__init__(sentence)
        self.spec = spec
        self.allowed = tuple(allowed)
        self.near = near
        self.place = place

    @property
    def file(self) -> str | None:
        """The file that cannot be loaded."""
        return self.place.file if self.place is not None else None

    @property
    def line(self) -> int | None:
        """Its line that is to blame, 0 where none is."""
        return self.place.line if self.place is not None else None

    @property
    def traceback(self) -> str:
        """The traceback from the file on, empty where none was raised."""
        return self.place.traceback if self.place is not None else ""


class BadGreetingError(UnknownAgent):
    """A program was begun, and did not say hello as it must; of a Python file: it cannot be loaded, or has no such function."""


@dataclass(frozen=True)
class Agent:
    """A bot: its spec as in the log (`basic`, `FILE.py:NAME`, `cmd:COMMAND`), and one of three ways to decide.

    `index` is that of a shipped bot; `kernel` a user's function (view record, rules record) -> action; `program` the conversation
    with a process that plays, which is that of a user's plain function too.
    """

    spec: str
    family: str
    index: int = -1
    kernel: Callable[..., int] | None = None
    program: Conversation | None = None

    def decide(self, match: Match) -> int:
        """The action for the seat in turn. BotFailure with a sentence where the bot fails."""
        seat = match.turn
        assert seat is not None
        if self.program is not None:
            return self.program.decide(match)
        if self.index >= 0:
            bots = family(self.family).policies()
            tables = tables_of(match.definition) if self.spec in bots.with_tables else None
            return bots.choose(match.view_record(seat), match.rules, tables, self.index)
        name, file = label(self.spec), self.file  # a log names no folder
        assert self.kernel is not None
        with users_code(file, lambda said, place: BotFailure(f"{name} failed: {said}", name, place), self.kernel):
            chosen = self.kernel(match.view_record(seat), read_only(match.rules))
            if chosen not in match.legal_actions():
                said = f"{name} answered {_shown(chosen)}, which is no legal action"
                raise BotFailure(said, name, where_defined(self.kernel, file))
            return int(chosen)

    @property
    def name(self) -> str:
        """What it is called at the table: a program as it says itself, any other as a log calls it."""
        told = self.program.greeting.get("name") if self.program is not None and not self.file else None
        fits = isinstance(told, str) and told.strip() and told.isprintable() and len(told) <= LONGEST_NAME
        return str(told) if fits else label(self.spec)

    @property
    def said(self) -> list[str]:
        """What a program has said beside its last move."""
        return self.program.said if self.program is not None else []

    def over(self, match: Match) -> None:
        """The match is over, or nobody plays it on."""
        if self.program is not None:
            self.program.over(match)

    def close(self) -> None:
        """Nothing more is asked of the bot for now: a program of its own ends, and would be begun again."""
        if self.program is not None:
            self.program.close()

    @property
    def file(self) -> str:
        """The file of a user's bot, as it was named; empty for others."""
        return self.spec.rpartition(":")[0] if self.index < 0 and not self.spec.startswith(COMMAND) else ""


def _shown(answer: object) -> str:
    """A wrong answer for a message. Of other things than words and numbers only the type: their address changes."""
    if isinstance(answer, str | int | float) or answer is None:
        return printable(repr(answer))
    return f"a {type(answer).__name__}"


def agents(
    specs: Sequence[str], family_name: str, files: dict[str, BotFile] | None = None, patience: Patience = PATIENCE
) -> list[Agent]:
    """The bots that specs name, in their order; what they have in common is read once. UnknownAgent as `agent`."""
    files = {} if files is None else files
    return [agent(spec, family_name, files, patience) for spec in specs]


def agent(spec: str, family_name: str, files: dict[str, BotFile] | None = None, patience: Patience = PATIENCE) -> Agent:
    """The bot that a spec names: a shipped bot of the family, `FILE.py:NAME` or `cmd:COMMAND`. UnknownAgent with a sentence else.

    `files` are bot files that were read before, by the names in specs; one that is not among them is read, and put there.
    """
    shipped = family(family_name).bot_names()
    if spec in shipped:
        return Agent(spec, family_name, index=shipped.index(spec))
    if spec.startswith(COMMAND):
        return Agent(spec, family_name, program=_greeted(spec, _of_command(spec), patience))
    file, colon, name = spec.rpartition(":")
    if not colon or not file.endswith(".py"):
        near = guess(spec, [*shipped, HUMAN])
        hint = f" (did you mean {near}?)" if near else ""
        allowed = [*shipped, HUMAN, "FILE.py:NAME", "cmd:COMMAND"]
        sentence = f"there is no bot {spec!r} for the {family_name} family{hint}; it may be {listed(allowed)}"
        raise UnknownAgent(sentence, spec, allowed, near)
    files = {} if files is None else files
    source = _read(file, spec, files)
    program = _greeted(spec, partial(_hosted, source, name), patience, file)
    if not program.greeting.get("kernel"):
        return Agent(spec, family_name, program=program)
    program.close()
    with users_code(
        file, lambda said, place: UnknownAgent(f"{label(spec)} cannot be seated: {said}", spec, place=place)
    ):
        return Agent(spec, family_name, kernel=getattr(source.module(), name))


def _greeted(spec: str, begin: Callable[..., Program], patience: Patience, file: str = "") -> Conversation:
    """A conversation with a program that has said hello."""
    program = Conversation(label(spec), begin, patience, file)
    try:
        program.begun()
    except BotFailure as failure:
        kind = BadGreetingError if program.ever_begun else UnknownAgent
        raise kind(f"{label(spec)} cannot be seated: {failure.why}", spec, place=failure.place) from None
    for path in program.greeting.get("files", ()) if file else ():
        note(path)  # it is made from these too, whatever name they were imported by
    return program


def _of_command(spec: str) -> Callable[..., Program]:
    try:
        command = shlex.split(spec.removeprefix(COMMAND))
    except ValueError as error:
        raise UnknownAgent(f"{spec}: the command cannot be read: {str(error).lower()}", spec) from None
    if not command:
        raise UnknownAgent(f"{spec} names no command; write cmd:COMMAND, such as cmd:./mybot", spec)
    return lambda overhear: Program(command, None, overhear)


def _hosted(source: BotFile, name: str, overhear: Callable[[str], None] | None) -> Program:
    program = Program(host.command(), host.environment(), overhear)
    program.say(host.loading(source, name))
    return program


def _read(file: str, spec: str, files: dict[str, BotFile]) -> BotFile:
    """A user's file, read once."""
    try:
        found = files.get(file) or read(Path(file))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UnknownAgent(f"{spec}: cannot read {file}: {why}", spec) from None
    files[file] = found
    return found


def label(spec: str) -> str:
    """What a log calls an agent: its spec without the folder of a file, since a log names no path; of a command its program."""
    if spec.startswith(COMMAND):
        with suppress(ValueError):
            words = shlex.split(spec.removeprefix(COMMAND))
            return COMMAND + Path(words[0]).name if words else spec
    file, colon, name = spec.rpartition(":")
    return Path(file).name + colon + name if colon else spec


def play_out(match: Match, line_up: Sequence[Agent]) -> BotFailure | None:
    """Let bots play a match to its end. A bot that fails forfeits it, and its failure is returned."""
    agents: Mapping[str, Agent] = dict(zip(match.seats, line_up, strict=True))
    failed: BotFailure | None = None
    while (seat := match.turn) is not None:
        try:
            action = agents[seat].decide(match)
        except BotFailure as failure:
            failed = failure
            match.forfeit(seat, str(failure))
        else:
            match.play_action(action)
    for one in line_up:
        one.over(match)
    return failed

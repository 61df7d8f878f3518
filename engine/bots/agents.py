"""Who decides for a seat: a shipped bot, or a bot from a user's Python file. (People are asked by whoever has a terminal.)"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicecup.engine.bots.bot_file import BotFile, read
from dicecup.engine.bots.failure import BotFailure, CodePlace, users_code, where_defined
from dicecup.engine.core.kernel import is_kernel
from dicecup.engine.core.problems import InputError, guess, listed, printable
from dicecup.engine.core.read_only import read_only
from dicecup.engine.games.registry import family
from dicecup.engine.match.match import tables_of

if TYPE_CHECKING:
    from dicecup.engine.match.match import Match

HUMAN = "human"


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


@dataclass(frozen=True)
class Agent:
    """A bot: its spec as in the log (`basic`, `FILE.py:NAME`), and one of three ways to decide.

    `index` is that of a shipped bot; `kernel` a user's function (view record, rules record) -> action; `plain` a user's
    function (seat view) -> move text.
    """

    spec: str
    family: str
    index: int = -1
    kernel: Callable[..., int] | None = None
    plain: Callable[..., str] | None = None

    def decide(self, match: Match) -> int:
        """The action for the seat in turn. BotFailure with a sentence where the bot fails."""
        seat = match.turn
        assert seat is not None
        if self.index >= 0:
            bots = family(self.family).policies()
            tables = tables_of(match.definition) if self.spec in bots.with_tables else None
            return bots.choose(match.view_record(seat), match.rules, tables, self.index)
        name, file = label(self.spec), self.file  # a log names no folder
        function = self.kernel or self.plain
        with users_code(file, lambda said, place: BotFailure(f"{name} failed: {said}", name, place), function):
            if self.kernel is not None:
                chosen = self.kernel(match.view_record(seat), read_only(match.rules))
                if chosen not in match.legal_actions():
                    said = f"{name} answered {_shown(chosen)}, which is no legal action"
                    raise BotFailure(said, name, where_defined(self.kernel, file))
                return int(chosen)
            assert self.plain is not None
            answer = self.plain(match.view(seat))
            if not isinstance(answer, str):
                said = f"{name} answered {_shown(answer)}; a move is a text, such as those in view.legal"
                raise BotFailure(said, name, where_defined(self.plain, file))
            return match.check_play(answer)

    @property
    def file(self) -> str:
        """The file of a user's bot, as it was named."""
        return self.spec.rpartition(":")[0]


def _shown(answer: object) -> str:
    """A wrong answer for a message. Of other things than words and numbers only the type: their address changes."""
    if isinstance(answer, str | int | float) or answer is None:
        return printable(repr(answer))
    return f"a {type(answer).__name__}"


def agents(specs: Sequence[str], family_name: str, files: dict[str, BotFile] | None = None) -> list[Agent]:
    """The bots that specs name, in their order; what they have in common is read once. UnknownAgent as `agent`."""
    files = {} if files is None else files
    return [agent(spec, family_name, files) for spec in specs]


def agent(spec: str, family_name: str, files: dict[str, BotFile] | None = None) -> Agent:
    """The bot that a spec names: a shipped bot of the family, or `FILE.py:NAME`. UnknownAgent with a sentence else.

    `files` are bot files that were read before, by the names in specs; one that is not among them is read, and put there.
    """
    shipped = family(family_name).bot_names()
    if spec in shipped:
        return Agent(spec, family_name, index=shipped.index(spec))
    file, colon, name = spec.rpartition(":")
    if not colon or not file.endswith(".py"):
        near = guess(spec, [*shipped, HUMAN])
        hint = f" (did you mean {near}?)" if near else ""
        allowed = [*shipped, HUMAN, "FILE.py:NAME"]
        sentence = f"there is no bot {spec!r} for the {family_name} family{hint}; it may be {listed(allowed)}"
        raise UnknownAgent(sentence, spec, allowed, near)
    function = getattr(_module(file, spec, {} if files is None else files), name, None)
    if not callable(function):
        raise UnknownAgent(f"{file} has no function {name!r}", spec)
    if is_kernel(function):
        return Agent(spec, family_name, kernel=function)
    return Agent(spec, family_name, plain=function)


def _module(file: str, spec: str, files: dict[str, BotFile]) -> Any:
    """The module of a user's file."""
    try:
        found = files.get(file) or read(Path(file))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UnknownAgent(f"{spec}: cannot read {file}: {why}", spec) from None
    files[file] = found
    with users_code(file, lambda said, place: UnknownAgent(f"the bot cannot be loaded: {said}", spec, place=place)):
        return found.module()


def label(spec: str) -> str:
    """What a log calls an agent: its spec without the folder of a file, since a log names no path."""
    file, colon, name = spec.rpartition(":")
    return Path(file).name + colon + name if colon else spec


def play_out(match: Match, line_up: Sequence[Agent]) -> BotFailure | None:
    """Let bots play a match to its end. A bot that fails forfeits it, and its failure is returned."""
    agents: Mapping[str, Agent] = dict(zip(match.seats, line_up, strict=True))
    while match.turn is not None:
        seat = match.turn
        try:
            action = agents[seat].decide(match)
        except BotFailure as failure:
            match.forfeit(seat, str(failure))
            return failure
        match.play_action(action)
    return None

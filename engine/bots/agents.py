"""Who decides for a seat: a shipped bot, or a bot from a user's Python file. (People are asked by whoever has a terminal.)"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicecup.engine.bots.bot_file import BotFile, read
from dicecup.engine.core.kernel import is_kernel, kernel
from dicecup.engine.core.problems import InputError, PlayError, guess, listed, printable
from dicecup.engine.core.signals import Ended
from dicecup.engine.games.registry import family
from dicecup.engine.match.match import tables_of

if TYPE_CHECKING:
    from dicecup.engine.match.match import Match

HUMAN = "human"
USER = 100  # the index of the first user's kernel in a line-up
LONGEST_REASON = 200  # signs of a bot's own words that a log repeats


class UnknownAgent(InputError, LookupError):  # noqa: N818 - says what it is
    """No bot of that name plays the family, or a file cannot be loaded or has no such function.

    `spec` is what was asked for. Where it names no file, `allowed` are the names it may be, and `near` is the one that may have
    been meant.
    """

    def __init__(self, sentence: str, spec: str, allowed: Sequence[str] = (), near: str | None = None) -> None:
        super().__init__(sentence)
        self.spec = spec
        self.allowed = tuple(allowed)
        self.near = near


class BotFailure(PlayError):  # noqa: N818 - says what it is
    """A bot (`bot`, as a log names it) raised, or answered with something that is no legal move; its seat forfeits the game."""

    def __init__(self, sentence: str, bot: str) -> None:
        super().__init__(sentence)
        self.bot = bot


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
        name = label(self.spec)  # a log names no folder
        with _users_code(lambda said: BotFailure(f"{name} failed: {said}", name)):
            if self.kernel is not None:
                chosen = self.kernel(match.view_record(seat), match.rules)
                if chosen not in match.legal_actions():
                    raise BotFailure(f"{name} answered {_shown(chosen)}, which is no legal action", name)
                return int(chosen)
            assert self.plain is not None
            answer = self.plain(match.view(seat))
            if not isinstance(answer, str):
                said = f"{name} answered {_shown(answer)}; a move is a text, such as those in view.legal"
                raise BotFailure(said, name)
            return match.check_play(answer)


@contextmanager
def _users_code(failure: Callable[[str], Exception]) -> Iterator[None]:
    """A user's code runs here: what it prints is talk, no data of ours, and whatever it raises is its own failure.

    `sys.exit` too, which would end the program in the middle of a game and call that fine; only Ctrl-C and its like go through.
    """
    try:
        with redirect_stdout(sys.stderr):
            yield
    except (BotFailure, KeyboardInterrupt, Ended):
        raise
    except BaseException as error:
        try:
            words = str(error)
        except Exception:  # noqa: BLE001 - its message fails as well
            words = "it has no words for it"
        # A log cannot hold half a character, nor should it hold a page.
        raise failure(printable(f"{type(error).__name__}: {words}".removesuffix(": "), LONGEST_REASON)) from error


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
    with _users_code(lambda said: UnknownAgent(f"{file} cannot be loaded: {said}", spec)):
        return found.module()


def chooser(family_name: str, line_up: Sequence[Agent]) -> tuple[Callable[..., int], list[int]]:
    """One function `choose(view, rules, tables, index)` for a whole line-up of kernels, and the index of each seat's bot.

    Users' kernels are chained before the shipped ones, and what they answer is checked: -1 stands for no legal move.
    """
    played = family(family_name)
    choose, legal_nth = played.policies().choose, played.legal_nth
    users = list(dict.fromkeys(one.kernel for one in line_up if one.kernel is not None))
    for place, function in enumerate(users):
        choose = _with_user(choose, USER + place, function, legal_nth)
    return choose, [one.index if one.index >= 0 else USER + users.index(one.kernel) for one in line_up]  # type: ignore[arg-type]


def _with_user(
    others: Callable[..., int], index: int, function: Callable[..., int], legal_nth: Callable[..., int]
) -> Callable[..., int]:
    @kernel
    def choose(v: Any, r: Any, b: Any, bot: int) -> int:
        if bot != index:
            return others(v, r, b, bot)
        action = function(v, r)
        for k in range(v.legal):
            if legal_nth(v, r, k) == action:
                return action
        return -1

    return choose


def label(spec: str) -> str:
    """What a log calls an agent: its spec without the folder of a file, since a log names no path."""
    file, colon, name = spec.rpartition(":")
    return Path(file).name + colon + name if colon else spec


def play_out(match: Match, line_up: Sequence[Agent]) -> None:
    """Let bots play a match to its end; a bot that fails forfeits it."""
    agents: Mapping[str, Agent] = dict(zip(match.seats, line_up, strict=True))
    while match.turn is not None:
        seat = match.turn
        try:
            action = agents[seat].decide(match)
        except BotFailure as failure:
            match.forfeit(seat, str(failure))
            return
        match.play_action(action)

"""The course of one game at the command line: who moves, where the records go, and how it is left.

Records go to the log first. What goes wrong elsewhere (nobody reads standard output any more) is raised between two moves, so
that the log always holds whole moves, and an end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from dicecup.cli.failure import NO, Failure
from dicecup.cli.interrupt import Interrupts
from dicecup.engine.agents import BotFailure
from dicecup.engine.log import OutputRefused
from dicecup.engine.match import Match, Record
from dicecup.engine.throws import BadDice, Throws

if TYPE_CHECKING:
    from dicecup.engine.agents import Agent
    from dicecup.engine.definition import Definition

Sink = Callable[[Record], None]


class Left(Exception):  # noqa: N818 - says what it is
    """Whoever plays has left: the exit code, and a sentence about it where that is an error."""

    def __init__(self, code: int, message: str = "") -> None:
        super().__init__(message)
        self.code = code


class Mover(Protocol):
    """Decides for the seats that no bot has."""

    def begin(self, match: Match) -> None:
        """The game is about to begin."""

    def decide(self, match: Match, seat: str) -> int | None:
        """The action of the seat in turn; None where something else was done and the match is to be looked at again."""

    def close(self, match: Match) -> None:
        """The game is over; Failure where that is too early."""


class Course:
    """One game from its header to its end."""

    def __init__(
        self,
        definition: Definition,
        header: Record,
        bots: Mapping[str, Agent],
        mover: Mover,
        sinks: Sequence[Sink],
        interrupts: Interrupts,
    ) -> None:
        self.definition = definition
        self.header = header
        self.bots = bots
        self.mover = mover
        self.interrupts = interrupts
        self.end: Record | None = None
        self._sinks = list(sinks)
        self._lost: Exception | None = None

    def run(self, throws: Throws, begun: Match | None = None) -> Match:
        """Play to the end. Whatever breaks the game off is raised after its log has been given an end.

        `begun` is a game that was taken up from a log: the sinks get its events first, and it goes on from there.
        """
        with self.interrupts.held():
            self._take(self.header)
            match = begun or Match(self.definition, self.header, None, self._take)
            if begun is not None:
                for event in begun.events:
                    self._take(event)
                begun.listen = self._take
        self.mover.begin(match)
        try:
            match.throws = throws
            self._step(match.advance)
            while match.turn is not None:
                self._move(match, match.turn)
        except (KeyboardInterrupt, Failure, Left, BadDice, OutputRefused, BrokenPipeError) as broken:
            with self.interrupts.held():
                match.abandon()
            if isinstance(broken, BadDice):
                place = {name: value for name in ("file", "line") if (value := getattr(broken, name))}
                raise Failure(NO, broken.message, **place) from None
            raise
        self.mover.close(match)
        return match

    def _move(self, match: Match, seat: str) -> None:
        bot = self.bots.get(seat)
        if bot is None:
            action = self.mover.decide(match, seat)
        else:
            try:
                action = bot.decide(match)
            except BotFailure as failure:
                reason = str(failure)
                self._step(lambda: match.forfeit(seat, reason))
                return
        if action is not None:
            chosen = action
            self._step(lambda: match.play_action(chosen))

    def _step(self, step: Callable[[], object]) -> None:
        with self.interrupts.held():
            step()
        if self._lost is not None:
            lost, self._lost = self._lost, None
            raise lost

    def _take(self, record: Record) -> None:
        """Hand a record to every sink; one that fails gets no more, and the first failure is raised after the step."""
        if record["type"] == "end":
            self.end = record
        for sink in list(self._sinks):
            try:
                sink(record)
            except (OutputRefused, Failure, BrokenPipeError) as error:
                self._sinks.remove(sink)
                self._lost = self._lost or error

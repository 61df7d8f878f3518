"""The course of one game at the command line: who moves, where the records go, and how it is left.

Records go to the log first. What goes wrong elsewhere (nobody reads standard output any more) is raised between two moves, so
that the log always holds whole moves, and an end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from dicecup.cli.base.errors import NO, Failure
from dicecup.cli.base.signals import Interrupts
from dicecup.engine.bots.failure import BotFailure
from dicecup.engine.core.signals import Ended
from dicecup.engine.log.log import OutputRefused
from dicecup.engine.match.dice_source import BadDice, Throws
from dicecup.engine.match.match import Match, Record

if TYPE_CHECKING:
    from dicecup.engine.bots.agents import Agent
    from dicecup.engine.definitions.definition import Definition

Sink = Callable[[Record], None]


class Left(Exception):  # noqa: N818 - says what it is
    """Whoever plays has left: the exit code, and a sentence about it where that is an error."""

    def __init__(self, code: int, message: str = "") -> None:
        super().__init__(message)
        self.code = code


def open_question(match: Match) -> str:
    """What a game waits for, in words: `A's decision in round 3`."""
    due = match.due
    whose = f"{due.seat}'s throw" if due is not None else f"{match.turn}'s decision"
    return f"{whose} in round {match.state.round}"


class Mover(Protocol):
    """Decides for the seats that no bot has."""

    def begin(self, match: Match) -> None:
        """The game is about to begin."""

    def decide(self, match: Match, seat: str) -> int | None:
        """The action of the seat in turn; None where something else was done and the match is to be looked at again.

        BotFailure where the seat gives the game up by that.
        """

    def close(self, match: Match) -> None:
        """The game is over; Failure where that is too early."""


class Course:
    """One game from its header to its end: played through by `run`, or a step at a time by whoever asks its people.

    With `keep_info` the record of a bot's move holds as `_info` what the bot said beside it.
    """

    def __init__(
        self,
        definition: Definition,
        header: Record,
        bots: Mapping[str, Agent],
        sinks: Sequence[Sink],
        interrupts: Interrupts,
        *,
        keep_info: bool = False,
    ) -> None:
        self.definition = definition
        self.header = header
        self.bots = bots
        self.interrupts = interrupts
        self.end: Record | None = None
        self.left = False  # it was broken off, and may go on
        self.failure: BotFailure | None = None  # of whoever has given it up
        self._sinks = list(sinks)
        self._lost: Exception | None = None
        self._keep_info = keep_info
        self._info: list[str] = []  # what the bot has said whose move comes next

    def run(self, mover: Mover, throws: Throws, begun: Match | None = None) -> Match:
        """Play to the end. Whatever breaks the game off is raised after its log has been given an end."""
        match = self.begin(begun)
        mover.begin(match)
        try:
            match.throws = throws
            self.advance()
            while match.turn is not None:
                if not self.bot_moves():
                    self._ask(mover, match.turn)
        except (KeyboardInterrupt, Ended, Failure, Left, OutputRefused, BrokenPipeError):
            self.leave()
            raise
        finally:
            self.close()
        mover.close(match)
        return match

    def begin(self, begun: Match | None = None) -> Match:
        """Hand the header to the sinks, and the events so far of a game that was taken up from a log (`begun`)."""
        with self.interrupts.held():
            self._take(self.header)
            self.match = begun or Match(self.definition, self.header, None, self._take)
            if begun is not None:
                for event in begun.events:
                    self._take(event)
                begun.listen = self._take
        return self.match

    def listen(self, sink: Sink) -> None:
        """One more sink, for what comes from now on."""
        self._sinks.append(sink)

    def advance(self) -> None:
        """Throw what is due and play what is forced. Failure where the dice are no dice, or there are none."""
        self._step(self.match.advance)

    def bot_moves(self) -> bool:
        """Let the seat in turn move if a bot has it; whether one has."""
        match = self.match
        seat = match.turn
        bot = self.bots.get(seat) if seat is not None else None
        if seat is None or bot is None:
            return False
        try:
            action = bot.decide(match)
        except BotFailure as failure:
            self._forfeit(seat, failure)
        else:
            self._info = bot.said if self._keep_info else []
            self.play(action)
        return True

    def _ask(self, mover: Mover, seat: str) -> None:
        try:
            action = mover.decide(self.match, seat)
        except BotFailure as failure:
            self._forfeit(seat, failure)
        else:
            if action is not None:
                self.play(action)

    def _forfeit(self, seat: str, failure: BotFailure) -> None:
        self.failure, reason = failure, str(failure)
        self._step(lambda: self.match.forfeit(seat, reason))

    def play(self, action: int) -> None:
        """Play a legal action of the seat in turn."""
        self._step(lambda: self.match.play_action(action))

    def undo(self, seat: str) -> None:
        """Take back everything since before the last decision of that seat. UndoRefused where that may not be."""
        self._step(lambda: self.match.undo(seat))

    def leave(self) -> None:
        """Break the game off; its log says so."""
        self.left = True
        with self.interrupts.held():
            self.match.abandon()

    def close(self) -> None:
        """Nothing more is asked of the bots."""
        for bot in self.bots.values():
            bot.close()

    def _step(self, step: Callable[[], object]) -> None:
        try:
            with self.interrupts.held():
                step()
        except BadDice as bad:
            place = {name: value for name in ("file", "line") if (value := getattr(bad, name))}
            raise Failure(NO, bad.sentence, **place) from None
        if self._lost is not None:
            lost, self._lost = self._lost, None
            raise lost

    def _take(self, record: Record) -> None:
        """Hand a record to every sink; one that fails gets no more, and the first failure is raised after the step."""
        if record["type"] == "move" and self._info:
            record, self._info = {**record, "_info": self._info}, []
        if record["type"] == "end":
            self.end = record
            for bot in self.bots.values():
                bot.over(self.match)
        for sink in list(self._sinks):
            try:
                sink(record)
            except (OutputRefused, Failure, BrokenPipeError) as error:
                self._sinks.remove(sink)
                self._lost = self._lost or error

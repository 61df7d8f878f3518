"""What is said between a match and a program in one of its seats, over as many games as the program plays there.

A program is begun when it is first needed and kept. One that fails is ended, and the next game begins another. A process that was
forked begins its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dicecup.engine.bots import weights
from dicecup.engine.bots.failure import BotFailure, CodePlace
from dicecup.engine.bots.program import GRACE, Program
from dicecup.engine.bots.protocol import (
    WEIGHT_DRAW,
    BadMessageError,
    Message,
    hello,
    new_game,
    options_of,
    question,
    told,
    whole,
)
from dicecup.engine.bots.wire import WireError
from dicecup.engine.core.problems import printable
from dicecup.engine.match.seen import packed_view
from dicecup.engine.match.view import own_number

if TYPE_CHECKING:
    from dicecup.engine.match.match import Match

BEGINNING = 30.0  # seconds that a program has to say hello, and to get ready for a game
PARTING = 10.0  # and in which the program of a person may show and keep how the game ended
LONGEST_ANSWER = 60  # characters of a wrong answer that a message repeats
LONGEST_REFUSAL = 300  # and of why it is wrong, which may repeat it too


@dataclass(frozen=True)
class Patience:
    """How long programs may think about a decision, in seconds, and who is told what they say beside their moves.

    `overhear(bot, text)` gets the bot as a log names it and a line. `people` is how long a program may take that says a person plays by
    it, for ever where it is None.
    """

    seconds: float = 10.0
    overhear: Callable[[str, str], None] | None = None
    people: float | None = 10.0


class Conversation:
    """A seat's conversation with the program that `begin` begins; `bot` is what a log calls it.

    Whatever the program does wrong is a BotFailure.
    """

    def __init__(
        self, bot: str, begin: Callable[[Callable[[str], None] | None], Program], patience: Patience, file: str = ""
    ) -> None:
        self.bot = bot
        self.place = CodePlace(file)  # where it is defined, for what nobody knows a better place of
        self.patience = patience
        self.greeting: Message = {}
        self.said: list[str] = []  # beside its last move, in words
        self._begin = begin
        self._options: Mapping[str, bool] = {}
        self._program: Program | None = None
        self._owner = 0  # the process that has begun it
        self._match: Match | None = None
        self._told = 0  # events of that match

    # ---- a game

    def decide(self, match: Match) -> int:
        """The action of the program for the seat in turn."""
        seat = match.turn
        assert seat is not None
        self.said = []
        program = self.playing(match, seat)
        asked = question(match, seat, self._seconds, self._options)
        if self._is_person:
            asked |= {"record": packed_view(match.view_record(seat))}
        program.say(*self._news(match, seat), asked)
        answer = self._heard(program, "move", self._seconds)
        n = answer.get("n", match.count)
        if not whole(n) or n != match.count:
            raise self._failed(f"answered the question after event {_shown(n)}, not that after {match.count}")
        return self._action(match, seat, answer)

    def over(self, match: Match) -> None:
        """The game is over, or left: the program is told how it went on, if it was playing it."""
        program = self._own()
        if program is None or self._match is not match:
            return
        seat = match.seats[self._seat]
        program.say(*self._news(match, seat), {"type": "gameover"})
        self._match = None

    def playing(self, match: Match, seat: str) -> Program:
        """The program, which plays this match: it is told to where it does not yet."""
        program = self.begun()
        if self._match is not match or self._told > len(match.events):
            program.say(new_game(match, seat, self._seconds, self._options))
            self._heard(program, "ready", max(BEGINNING, self.patience.seconds))
            self._match, self._told, self._seat = match, 0, match.seats.index(seat)
        return program

    def _news(self, match: Match, seat: str) -> list[Message]:
        if not self._options["events"]:
            return []
        seen = match.seen_events(seat)[self._told :]
        self._told += len(seen)
        return [told(seen)] if seen else []

    def _action(self, match: Match, seat: str, answer: Message) -> int:
        if "move" in answer and "weights" in answer:
            raise self._failed("answered with both a move and weights")
        move = self._drawn(match, seat, answer["weights"]) if "weights" in answer else answer.get("move")
        if not isinstance(move, str):
            raise self._failed(f"answered {_shown(move)}; a move is a text, such as those in legal")
        try:
            return match.check_play(move)
        except ValueError as error:
            raise self._failed(f"answered {_shown(move)}: {printable(str(error), LONGEST_REFUSAL)}") from None

    def _drawn(self, match: Match, seat: str, given: Any) -> str:
        """One of the moves that have weights, by the seat's own numbers."""
        if (fault := weights.fault(given)) is not None:
            raise self._failed(f"answered {fault}")
        return weights.drawn(given, own_number(match.view_record(seat), WEIGHT_DRAW))

    # ---- the program

    @property
    def ever_begun(self) -> bool:
        """Whether a program was begun, whatever it did then."""
        return self._owner != 0

    def begun(self) -> Program:
        """The program, which has said hello. It is begun where there is none."""
        program = self._own()
        if program is None:
            overhear = self.patience.overhear
            try:
                program = self._begin(None if overhear is None else lambda line: overhear(self.bot, line))
            except OSError as error:
                raise self._failed(f"cannot be begun: {error.strerror or error}") from None
            self._program, self._owner = program, os.getpid()
            program.say(hello())
            self.greeting = self._heard(program, "", BEGINNING)
            try:
                self._options = options_of(self.greeting)
            except BadMessageError as error:
                raise self._failed(f"said {error}") from None
            if whole(line := self.greeting.get("line")):
                self.place = CodePlace(self.place.file, line)
        return program

    @property
    def _is_person(self) -> bool:
        """Whether a person plays by the program, who wants to see the table."""
        return self.greeting.get("person") is True

    @property
    def _seconds(self) -> float | None:
        return self.patience.people if self._is_person else self.patience.seconds

    def close(self) -> None:
        """The program is told to quit, if there is one."""
        program, self._program, self._match = self._own(), None, None
        if program is not None:
            program.quit(PARTING if self._is_person else GRACE)

    def _own(self) -> Program | None:
        """The program that this very process has begun."""
        if self._owner != os.getpid():
            self._program = self._match = None
        return self._program

    def _heard(self, program: Program, kind: str, seconds: float | None) -> Message:
        """The next message of that kind, or of any; what is said beside it is handed on."""

        def wanted(message: Message) -> bool:
            if message["type"] == "info":
                self.said.append(_talk(message))
                if self.patience.overhear is not None:
                    self.patience.overhear(self.bot, self.said[-1])
            return message["type"] in (kind, "error") or (not kind and message["type"] != "info")

        try:
            message = program.hear(seconds, wanted)
        except WireError as error:
            raise self._failed(str(error), errors=program.errors, late=error.late) from None
        if message["type"] == "error":
            raise self._failed(f"failed: {_said(message)}", message)
        return message

    def _failed(self, how: str, message: Message | None = None, *, errors: str = "", late: bool = False) -> BotFailure:
        """The failure that is to be raised; the program is ended."""
        program, self._program, self._match = self._own(), None, None
        if program is not None:
            program.close()
        place = self.place
        if message is not None and place.file:
            line, traceback = message.get("line"), message.get("traceback")
            place = CodePlace(place.file, line if whole(line) else 0, traceback if isinstance(traceback, str) else "")
        elif errors:
            place = CodePlace(place.file, place.line, errors.rstrip())
        why = f"it {how}" if message is None else _said(message)
        return BotFailure(f"{self.bot} {how}", self.bot, place, why=why, late=late)


def _said(message: Message) -> str:
    return printable(str(message.get("message") or "it does not say why"), 200)


def _talk(message: Message) -> str:
    """An `info` in words."""
    text = message.get("text")
    return printable(text if isinstance(text, str) else _shown({k: v for k, v in message.items() if k != "type"}), 500)


def _shown(answer: object) -> str:
    return printable(repr(answer), LONGEST_ANSWER)

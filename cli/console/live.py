"""A game that is being played at the console, a line at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from dicecup.cli.events import Event, unvoided
from dicecup.engine.match import UndoRefused

if TYPE_CHECKING:
    from dicecup.cli.course import Course
    from dicecup.cli.saved import Log
    from dicecup.engine.match import Match, Record
    from dicecup.engine.throws import Throws

Decision = tuple[int, str, int]  # the events there were before it, the seat, the action


class Live:
    """One game: its course, and what has been decided, so that it can be taken back and played again."""

    def __init__(
        self,
        course: Course,
        throws: Throws,
        stack: ExitStack,
        begun: Match | None = None,
        *,
        logs: Sequence[Log] = (),
    ) -> None:
        self.course = course
        self._logs = logs
        self.closed = False
        self.match = course.begin(begun)
        self.match.throws = throws
        self._stack = stack
        events = unvoided(self.match.events)
        self._played = [self._decision(event) for event in events if event["type"] == "move" and "auto" not in event]
        self._undone: list[list[Decision]] = []

    @property
    def people(self) -> list[str]:
        """The seats of people."""
        return [letter for letter in self.match.seats if letter not in self.course.bots]

    @property
    def person(self) -> str | None:
        """The person who is to decide now."""
        turn = self.match.turn
        return turn if turn is not None and turn not in self.course.bots else None

    @property
    def open(self) -> bool:
        """Whether it goes on."""
        return not self.match.over

    @property
    def kept(self) -> bool:
        """Whether a log has all of it."""
        return not all(log.broken for log in self._logs)

    @property
    def hides(self) -> bool:
        """Whether there is something that one seat sees and another does not."""
        return bool(self.match.family.private)

    @property
    def records(self) -> list[Record]:
        """Its log so far."""
        return [self.course.header, *self.match.events]

    def go(self) -> None:
        """Dice fall and bots move until a person is to decide, or the game is over."""
        self.course.advance()
        while self.match.turn is not None and self.person is None:
            with self._noted():
                self.course.bot_moves()
        if self.match.over:
            self.close()

    def play(self, action: int) -> None:
        """A person's legal action; what was undone is then past."""
        self._undone.clear()
        self._decide(action)

    def _decide(self, action: int) -> None:
        with self._noted():
            self.course.play(action)

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """What is decided within is noted, also where Ctrl-C breaks off what follows from it."""
        before = self.match.count
        try:
            yield
        finally:
            event = self.match.events[before] if self.match.count > before else {}
            if event.get("type") == "move":
                self._played.append(self._decision(event))

    def _decision(self, event: Event) -> Decision:
        return event["n"] - 1, event["seat"], self.match.family.parse(event["move"], self.match.rules)

    def undo(self, seat: str | None) -> None:
        """Take back the last decision of that seat, else of whichever person decided last. UndoRefused with a sentence."""
        if seat is None:
            last = next((decision[1] for decision in reversed(self._played) if decision[1] in self.people), None)
            seat = last or self.person or self.match.turn
        to = self.match.check_undo(seat)
        self.course.undo(str(seat))
        back = [decision for decision in self._played if decision[0] >= to]
        del self._played[len(self._played) - len(back) :]
        self._undone.append(back)

    def redo(self) -> None:
        """Decide once more what was taken back last. UndoRefused where there is nothing."""
        if not self._undone:
            raise UndoRefused("there is nothing to play again; redo follows an undo")
        for _, _, action in self._undone.pop():
            self._decide(action)

    def leave(self) -> None:
        """Break it off; its log says so, and can be resumed."""
        self.course.leave()
        self.close()

    def close(self) -> None:
        """No record comes any more: let go of its log."""
        self.closed = True
        self._stack.close()

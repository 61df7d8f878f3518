"""A game that is being played at the console, a line at a time."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from dicecup.cli.narration.events import unvoided
from dicecup.engine.match.match import UndoRefused

if TYPE_CHECKING:
    from dicecup.cli.session.autosave import Log
    from dicecup.cli.session.session import Course
    from dicecup.engine.match.dice_source import Throws
    from dicecup.engine.match.match import Match, Record

Decision = tuple[int, str, int]  # the events there were before it, the seat, the action


class Live:
    """One game: its course, where it is written, and what was taken back, so that it can be played again."""

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
        self._undone: list[list[int]] = []  # the actions that each undo took back

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
    def final(self) -> bool:
        """Whether it is over for good, and nothing of it is a secret any more: one that was left may be resumed."""
        return self.match.over and not self.course.left

    @property
    def kept(self) -> bool:
        """Whether a log has all of it."""
        return not all(log.broken for log in self._logs)

    @property
    def hides(self) -> bool:
        """Whether there is something that one seat sees and another does not."""
        return self.match.visibility.hides

    @property
    def records(self) -> list[Record]:
        """Its log so far."""
        return [self.course.header, *self.match.events]

    def go(self) -> None:
        """Dice fall and bots move until a person is to decide, or the game is over."""
        self.course.advance()
        while self.match.turn is not None and self.person is None:
            self.course.bot_moves()
        if self.match.over:
            self.close()

    def play(self, action: int) -> None:
        """A person's legal action; what was undone is then past."""
        self._undone.clear()
        self.course.play(action)

    def _decided(self) -> list[Decision]:
        """What has been decided and not been taken back."""
        moves = (event for event in unvoided(self.match.events) if event["type"] == "move" and "auto" not in event)
        parse, rules = self.match.family.parse, self.match.rules
        return [(event["n"] - 1, event["seat"], parse(event["move"], rules)) for event in moves]

    def undo(self, seat: str | None) -> None:
        """Take back the last decision of that seat, else of whichever person decided last. UndoRefused with a sentence."""
        decided = self._decided()
        if seat is None:
            last = next((who for _, who, _ in reversed(decided) if who in self.people), None)
            seat = last or self.person or self.match.turn
        to = self.match.check_undo(seat)
        self.course.undo(str(seat))
        self._undone.append([action for before, _, action in decided if before >= to])

    def redo(self) -> None:
        """Decide once more what was taken back last. UndoRefused where there is nothing."""
        if not self._undone:
            raise UndoRefused("there is nothing to play again; redo follows an undo")
        for action in self._undone.pop():
            self.course.play(action)

    def leave(self) -> None:
        """Break it off; its log says so, and can be resumed."""
        self.course.leave()
        self.close()

    def close(self) -> None:
        """No record comes any more: let go of its log."""
        self.closed = True
        self.course.close()
        self._stack.close()

"""Turns that are taken at a desk: moves and throws as people type them, claims out of turn, and what follows by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicecup.cli.base.errors import NO, Failure
from dicecup.cli.base.text import wrap
from dicecup.cli.console.front import Quit
from dicecup.cli.session.dice_input import faces_of, typed_dice
from dicecup.cli.session.session import open_question
from dicecup.cli.session.typed_move import MoveReader, Refusal, TypedMove

if TYPE_CHECKING:
    from dicecup.cli.console.live_game import Live
    from dicecup.cli.console.session import Desk
    from dicecup.engine.match.dice_source import Due


class Turns:
    """What people decide in the game of one desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.forget()

    def forget(self) -> None:
        """Another game begins."""
        self._reader = MoveReader()
        self._warned: tuple[int, int] | None = None  # the move that the tutor has spoken against
        self._thrown: str | None = None  # what was typed while a throw was due

    def read(self, live: Live, text: str) -> TypedMove | Refusal:
        """A line as a move of the person in turn, or why it is none that may be played."""
        return self._reader.read(live.match, text, asked=self.desk.front.asking)

    def refused(self, refusal: Refusal) -> Failure:
        """What is said of a line that is no move that may be played; it may have been meant for a command."""
        hint = self.desk.commands.meant(refusal.text.split(maxsplit=1)[0]) if refusal.text else ""
        if self.desk.front.asking:
            return Failure(NO, ". ".join(refusal.advice(hint)))
        return Failure(NO, refusal.sentence(hint))

    def play(self, live: Live, move: TypedMove, text: str) -> None:
        """Play the move of a line, unless the tutor speaks against it first."""
        if move.call is None and self._may_be_costly(live, move.action):
            return
        if self.desk.confidential:
            self.desk.history.append(text)
        self.desk.walk = None
        self._reader.keep(move)
        live.play(move.action)
        self.go_on()

    def _may_be_costly(self, live: Live, action: int) -> bool:
        """The tutor speaks before a costly move, once; the same move typed again is played."""
        if not self.desk.preferred("tutor") or self._warned == (live.match.count, action):
            return False
        from dicecup.cli.session.hints import warning

        match = live.match
        move = match.family.notate(action, match.rules)
        said = warning(match, str(live.person), move)
        if said is None:
            return False
        self._warned = (match.count, action)
        self.desk.speech.say(
            "tutor",
            {"move": move, "message": said},
            wrap(f"{said} Type {move} again to play it.", self.desk.speech.look.cells),
        )
        return True

    def go_on(self) -> None:
        """Let dice fall and bots move until a person is to decide; claims that were made out of turn are kept to."""
        live = self.desk.live
        if live is None or live.closed:
            return
        live.go()
        while live.person is not None and (owed := self._reader.owed(live.match)) is not None:
            live.play(owed)
            live.go()
        if not live.open and live.people:
            # Told only now: whoever knows the seed knows every cup.
            seed = live.match.header["seed"]
            self.desk.speech.say("seed", {"seed": seed}, [f"Seed {seed} (seed={seed} throws the same dice again)"])

    def nothing_typed(self) -> None:
        """Enter lets the game go on; it is no answer where a person is to decide."""
        live = self.desk.live
        if self.desk.front.asking and live is not None and live.person is not None:
            found = self.read(live, "")
            assert isinstance(found, Refusal)
            raise self.refused(found)
        self.go_on()

    # ---- dice

    def throws(self, text: str, is_command: bool) -> bool:
        """Whether a line is dice for the throw that is due; under a cup they are typed behind the cover, where others are near."""
        due = self.desk.live.match.due if self.desk.live is not None else None
        if due is None or (self.desk.shared and due.private):
            return False
        return not is_command or text.lower() in faces_of(due)

    def throw(self, text: str) -> None:
        """Take a line as the dice of the throw that is due."""
        self._thrown = text
        self.go_on()

    def ask_dice(self, due: Due) -> str:
        """What a person types for a throw that is due; behind the cover where it falls under the cup. Raises Quit as `quit` does."""
        if self._thrown is not None:
            text, self._thrown = self._thrown, None
            return text
        if due.private and self.desk.live is not None and due.seat in self.desk.live.people:
            self.desk.front.face(due.seat)
        dice = typed_dice(due, self.desk.speech.artist, self._answer, self.desk.speech.lines)
        if dice is None:
            raise Quit
        return dice

    def _answer(self, question: str) -> str:
        assert self.desk.live is not None
        return self.desk.ask(question, open_question(self.desk.live.match))

    def refuse_dice(self, sentence: str) -> None:
        """What was typed is no such throw: a person is asked again, a script fails."""
        if not self.desk.front.asking:
            raise Failure(NO, sentence)
        self.desk.speech.protest(sentence)

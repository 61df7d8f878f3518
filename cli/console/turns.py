"""Turns that are taken in a session: moves and throws as people type them, calls out of turn, and what follows by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicecup.cli.base.errors import NO, Failure
from dicecup.cli.base.seed import NO_SEED
from dicecup.cli.base.text import wrap
from dicecup.cli.console.front import Quit
from dicecup.cli.session.dice_input import faces_of, typed_dice
from dicecup.cli.session.session import open_question
from dicecup.cli.session.typed_move import MoveReader, Refusal, TypedMove

if TYPE_CHECKING:
    from dicecup.cli.console.front import Input
    from dicecup.cli.console.live_game import Live
    from dicecup.cli.console.output import Speech
    from dicecup.cli.console.preferences import Preferences
    from dicecup.cli.console.subject import Subject
    from dicecup.cli.console.viewer import Viewer
    from dicecup.engine.match.dice_source import Due


class Turns:
    """What people decide in the game that is played here."""

    def __init__(self, preferences: Preferences, typed: Input, here: Subject, viewer: Viewer, speech: Speech) -> None:
        self._preferences = preferences
        self._input = typed
        self._here = here
        self._viewer = viewer
        self._speech = speech
        self.forget()

    def forget(self) -> None:
        """Another game begins."""
        self._reader = MoveReader()
        self._warned: tuple[int, int] | None = None  # the move that the tutor has spoken against
        self._thrown: str | None = None  # what was typed while a throw was due

    # ---- moves

    def read(self, live: Live, text: str) -> TypedMove | Refusal:
        """A line as a move of the person in turn, or why it is none that may be played."""
        return self._reader.read(live.match, text, asked=self._input.asking)

    def is_warned_of(self, live: Live, move: TypedMove) -> bool:
        """Whether the tutor speaks against a costly move, which it does once: the same move typed again is played."""
        tutored = move.call is None and self._preferences.of_play("tutor")
        if not tutored or self._warned == (live.match.count, move.action):
            return False
        from dicecup.cli.session.hints import warning

        match = live.match
        text = match.family.notate(move.action, match.rules)
        said = warning(match, str(live.person), text)
        if said is None:
            return False
        self._warned = (match.count, move.action)
        lines = wrap(f"{said} Type {text} again to play it.", self._speech.look.cells)
        self._speech.say("tutor", {"move": text, "message": said}, lines)
        return True

    def play(self, live: Live, move: TypedMove) -> None:
        """Play a move, and what follows from it."""
        self._here.play_on()
        self._reader.keep(move)
        live.play(move.action)
        self.go_on()

    def go_on(self) -> None:
        """Let dice fall and bots move until a person is to decide; calls that were made out of turn are kept to."""
        live = self._here.live
        if live is None or live.closed:
            return
        live.go()
        while live.person is not None and (owed := self._reader.owed(live.match)) is not None:
            live.play(owed)
            live.go()
        if not live.open and live.people and live.match.header["seed"] != NO_SEED:
            # Told only now: whoever knows the seed knows every cup.
            self._speech.tell_seed(live.match.header["seed"])
        if (failure := live.course.failure) is not None:
            raise failure

    # ---- dice

    def is_throw(self, text: str, *, is_command: bool) -> bool:
        """Whether a line is dice for the throw that is due; under a cup they are typed behind the cover, where others are near."""
        due = self._here.live.match.due if self._here.live is not None else None
        if due is None or (self._viewer.shared and due.private):
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
        if due.private and self._here.live is not None and due.seat in self._here.live.people:
            self._input.front.face(due.seat)
        dice = typed_dice(due, self._speech.artist, self._answer, self._speech.lines)
        if dice is None:
            raise Quit
        return dice

    def _answer(self, question: str) -> str:
        assert self._here.live is not None
        return self._input.ask(question, open_question(self._here.live.match))

    def refuse_dice(self, sentence: str) -> None:
        """What was typed is no such throw: a person is asked again, a script fails."""
        if not self._input.asking:
            raise Failure(NO, sentence)
        self._speech.protest(sentence)

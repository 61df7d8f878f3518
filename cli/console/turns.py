"""Turns that are taken at a desk: moves and throws as people type them, claims out of turn, and what follows by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicecup.cli.base.errors import NO, Failure
from dicecup.cli.base.text import wrap
from dicecup.cli.session.dice_input import explained, faces_of, question
from dicecup.cli.session.out_of_turn import Claims
from dicecup.cli.session.script import split_seat
from dicecup.engine.core.problems import printable
from dicecup.engine.games.base import IllegalMove

if TYPE_CHECKING:
    from dicecup.cli.console.live_game import Live
    from dicecup.cli.console.session import Desk
    from dicecup.engine.match.dice_source import Due

LONGEST = 100  # signs of a move


class Turns:
    """What people decide in the game of one desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.forget()

    def forget(self) -> None:
        """Another game begins."""
        self._claims = Claims()
        self._warned: tuple[int, int] | None = None  # the move that the tutor has spoken against
        self._thrown: str | None = None  # what was typed while a throw was due

    def action(self, live: Live, text: str) -> int:
        """The action of a line. IllegalMove where it may not be played, ValueError with a sentence where it is no move."""
        match = live.match
        if len(text) > LONGEST:
            raise ValueError("that is too long for a move")
        named, move = split_seat(text)
        if self.desk.front.asking and move.isascii() and move.isdigit():
            legal = match.legal_actions()
            if len(move) < 10 and 1 <= int(move) <= len(legal):
                return legal[int(move) - 1]
            raise ValueError(f"there is no move {move}")
        if named is None or named == live.person:
            return match.check_play(move)
        return self._claims.make(match, named, move)

    def refused(self, live: Live, text: str, error: Exception) -> Failure:
        """What is said of a line that is no move that may be played: its rule, or what would be one."""
        said = str(error).removesuffix("...").rstrip(", ")
        if isinstance(error, IllegalMove):
            return Failure(NO, f"{live.person} may not play {printable(text)} ({error.rule}): {said}")
        said += self.desk.commands.meant(text.split(maxsplit=1)[0])
        legal = live.match.legal()
        if self.desk.front.asking:
            return Failure(NO, f"{said}; {_range(legal)}")
        return Failure(NO, f"{said}; {live.person} may play {', '.join(legal[:5])}{', ...' if len(legal) > 5 else ''}")

    def play(self, live: Live, action: int, text: str) -> None:
        """Play the action of a line, unless the tutor speaks against it first."""
        if not self._may_be_costly(live, action):
            if self.desk.confidential:
                self.desk.history.append(text)
            self.desk.walk = None
            live.play(action)
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
        while live.person is not None and (answer := self._claims.answer(live.match)) is not None:
            live.play(answer)
            live.go()
        if not live.open and live.people:
            # Told only now: whoever knows the seed knows every cup.
            seed = live.match.header["seed"]
            self.desk.speech.say("seed", {"seed": seed}, [f"Seed {seed} (seed={seed} throws the same dice again)"])

    def nothing_typed(self) -> None:
        """Enter lets the game go on; it is no answer where a person is to decide."""
        live = self.desk.live
        if self.desk.front.asking and live is not None and live.person is not None:
            raise Failure(NO, _range(live.match.legal()))
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
        while True:
            text = self.desk.ask(question(due, self.desk.speech.artist), f"{due.seat}'s throw in round {due.round}")
            word = text.strip().lower()
            command = self.desk.commands.find(word)
            if word in faces_of(due) or command is None or command.name not in ("help", "quit"):
                return text
            if command.name == "quit":
                command.run(self.desk, "")
            self.desk.speech.lines(explained(due))

    def refuse_dice(self, sentence: str) -> None:
        """What was typed is no such throw: a person is asked again, a script fails."""
        if not self.desk.front.asking:
            raise Failure(NO, sentence)
        self.desk.speech.protest(sentence)


def _range(legal: list[str]) -> str:
    return f"type a move such as {legal[0]}, or its number from 1 to {len(legal)}; ? helps"

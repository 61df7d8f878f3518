"""People at one keyboard: a plain line prompt, and a cover between them so that nobody sees another's cup.

Everything is asked again until it is an answer; an answer that is no legal move leaves the game and its log as they were.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dicecup.cli.base import output as voice
from dicecup.cli.base.output import Manners
from dicecup.cli.base.signals import Interrupts
from dicecup.cli.base.text import asked, capital, columns, safe, wrap
from dicecup.cli.base.wording import COMMAND_LINE
from dicecup.cli.games.registry import artist, teller
from dicecup.cli.narration.narrator import SPECTATOR, lines
from dicecup.cli.narration.rules import rules_lines
from dicecup.cli.session.choices import numbered
from dicecup.cli.session.dice_input import explained, faces_of, question
from dicecup.cli.session.privacy_screen import QUIT, Cover, hiding, is_plain, passing
from dicecup.cli.session.session import Left
from dicecup.cli.session.typed_move import MoveReader, Refusal
from dicecup.engine.match.match import UndoRefused

if TYPE_CHECKING:
    from dicecup.cli.settings.resolver import Settings
    from dicecup.engine.match.dice_source import Due
    from dicecup.engine.match.match import Match


class People:
    """Asks the people of a game."""

    def __init__(
        self,
        manners: Manners,
        settings: Settings,
        header: dict[str, object],
        people: Sequence[str],
        interrupts: Interrupts,
    ) -> None:
        self.manners = settings.manners(manners)
        self._drawing = settings.drawing
        self.people = people
        self.interrupts = interrupts
        self.teller = teller(header, people[0] if len(people) == 1 else SPECTATOR)
        self.match: Match | None = None
        self._stream = sys.stdout if voice.is_terminal(sys.stdout) else sys.stderr
        self._plain = is_plain(asked=self.manners.plain)
        self._cover = Cover(people)
        self._reader = MoveReader()
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(encoding="utf-8", errors="backslashreplace")
        self._history = self._editing()

    # ---- decisions

    def begin(self, match: Match) -> None:
        """The game is about to begin."""
        self.match = match

    def decide(self, match: Match, seat: str) -> int | None:
        """Ask the person in turn."""
        owed = self._reader.owed(match)
        if owed is not None:
            return owed
        self._cover.pass_to(seat, match, self)
        self._table(match, seat)
        legal = match.legal()
        names = {str(name).lower() for name in match.family.die_names(match.rules, 0)}
        while True:
            text = self._read(f"{self.teller.who(seat)}> ", keep=True)
            command = " ".join(text.lower().split())
            if command in names:  # a face called Q is not to quit
                command = ""
            if command in QUIT:
                raise Left(0)
            if command in ("?", "help", "h"):
                self._help(match, legal)
            elif command in ("moves", "m"):
                self._tell_moves(legal)
            elif command == "rules":
                self._tell(rules_lines(match.definition))
            elif command == "undo":
                if self._undo(match, seat):
                    return None
            else:
                action = self._action(match, text)
                if action is not None:
                    self._cover.saw(seat, match)
                    return action

    def close(self, match: Match) -> None:
        """The game is over."""

    def _action(self, match: Match, text: str) -> int | None:
        """The action of an answer, or None after a word about what would be one."""
        found = self._reader.read(match, text, asked=True)
        if isinstance(found, Refusal):
            for paragraph in found.advice():
                self.complain(paragraph)
            return None
        self._reader.keep(found)
        return found.action

    def _undo(self, match: Match, seat: str) -> bool:
        try:
            match.check_undo(seat)
        except UndoRefused as error:
            self.complain(COMMAND_LINE.sentence(error))
            return False
        with self.interrupts.held():
            match.undo(seat)
        return True

    # ---- dice

    def ask_dice(self, due: Due) -> str:
        """What a person types for a throw that is due."""
        with self.interrupts.free():
            if due.private and due.seat in self.people:
                assert self.match is not None  # it begins before any dice fall
                self._cover.pass_to(due.seat, self.match, self)
            while True:
                text = self._read(question(due, self.teller), keep=False)
                command = text.strip().lower()
                if command in faces_of(due):
                    return text
                if command in QUIT:
                    raise Left(0)
                if command not in ("?", "help", "h"):
                    return text
                self._tell(explained(due))

    def complain(self, sentence: str) -> None:
        """Why it is asked again."""
        self._tell([f"{capital(sentence)}."])

    # ---- the keyboard and the screen

    def hide(self) -> None:
        """Hide all that was shown."""
        self._write(hiding(plain=self._plain))

    def retell(self, match: Match, first: int) -> None:
        """Tell the events from that index on once more."""
        for event in match.events[first:]:
            for told in self.teller.tell(event):
                self._tell(lines(told, self.manners, voice.room()), wrapped=False)

    def pass_on(self, seat: str) -> str:
        """Ask for that person, and return what was typed."""
        self._tell([""])
        text = self._read(passing(self.teller.who(seat)), keep=False)
        if text.strip().lower() in QUIT:
            raise Left(0)
        return text

    def _table(self, match: Match, seat: str) -> None:
        """The table as the person in turn sees it."""
        from dicecup.cli.drawing import look_of

        look = look_of(self.manners, self._drawing, self._stream)
        self._tell(["", *artist(match.header, self.teller.viewer, look).board(match, seat)], wrapped=False)

    def _help(self, match: Match, legal: Sequence[str]) -> None:
        rows = [
            (f"  {legal[0]}", "a move, as the log writes it; `moves` lists those you may make now"),
            ("  1", f"a move by its number, 1 to {len(legal)}"),
            ("  moves", "the legal moves, numbered"),
            ("  rules", "the rules of this game"),
        ]
        waits = match.family.waits
        if waits in legal:
            call = f"  {match.seats[-1]}: {match.family.called_out_of_turn[0]}"
            rows.insert(2, (call, f"a call by another person who is asked later; all before {waits}"))
        if match.header.get("undo"):
            rows.append(("  undo", "take your last move back"))
        rows.append(("  quit", "leave; the game stays unfinished"))
        self._tell(columns(rows, voice.room()), wrapped=False)

    def _tell_moves(self, legal: Sequence[str]) -> None:
        self._tell(numbered(legal, voice.room(), plain=self._plain), wrapped=False)

    def _tell(self, texts: Sequence[str] | Iterator[str], *, wrapped: bool = True) -> None:
        for text in texts:
            for line in wrap(safe(text), voice.room(), 13 if text.startswith("  ") else 0) if wrapped else [text]:
                self._write(line + "\n")

    def _write(self, text: str) -> None:
        if self._stream is sys.stdout:
            voice.write(text)
            voice.flush()
        else:
            voice.flush()
            self._stream.write(text)
            self._stream.flush()

    def _editing(self) -> bool:
        """Use the system's line editor where there is one, and keep in its history only what everybody may see."""
        if self._plain or self._stream is not sys.stdout:
            return False
        try:
            import readline

            readline.set_auto_history(False)
        except (ImportError, AttributeError):
            return False
        return True

    def _read(self, prompt: str, *, keep: bool) -> str:
        above, last = asked(safe(prompt), voice.room())
        self._tell(above, wrapped=False)
        try:
            if self._stream is sys.stdout:
                voice.flush()
                text = input(last)
            else:
                self._write(last)
                text = sys.stdin.readline()
                if not text:
                    raise EOFError
        except ValueError:  # a NUL in the line
            return ""
        except EOFError:
            self._write("\n")
            raise Left(1, self._open_question()) from None
        if self._history and keep and text.strip():
            import readline

            readline.add_history(text)
        return text

    def _open_question(self) -> str:
        match = self.match
        if match is None:
            return "The input has ended before the first decision; the game is left unfinished."
        whose = f"{match.turn}'s decision" if match.turn else f"{match.due.seat}'s throw" if match.due else "its end"
        return f"The input has ended at {whose} in round {match.state.round}; the game is left unfinished."

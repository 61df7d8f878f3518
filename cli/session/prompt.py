"""People at one keyboard: a plain line prompt, and a cover between them so that nobody sees another's cup.

Everything is asked again until it is an answer; an answer that is no legal move leaves the game and its log as they were.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NoReturn

from dicecup.cli.base import output as voice
from dicecup.cli.base.output import Manners
from dicecup.cli.base.page import Page
from dicecup.cli.base.signals import Interrupts
from dicecup.cli.base.text import capital, safe, wrap
from dicecup.cli.base.wording import COMMAND_LINE
from dicecup.cli.games.registry import artist, teller
from dicecup.cli.narration.narrator import SPECTATOR, lines
from dicecup.cli.narration.rules import rules_lines
from dicecup.cli.session.choices import numbered
from dicecup.cli.session.dice_input import typed_dice
from dicecup.cli.session.line_input import (
    HELP,
    QUIT,
    EditedLines,
    PlainLines,
    beside_output,
    chatted,
    has_editor,
    to_output,
)
from dicecup.cli.session.privacy_screen import Cover, hiding, is_plain
from dicecup.cli.session.session import Left, open_question
from dicecup.cli.session.typed_move import MoveReader, Refusal
from dicecup.engine.match.match import UndoRefused

if TYPE_CHECKING:
    from dicecup.engine.match.dice_source import Due
    from dicecup.engine.match.match import Match


class People:
    """Asks the people of a game, and shows each of them the table."""

    match: Match  # from its beginning on
    chat: Callable[[str, str], None] | None = None  # takes a seat and what is said to people at other screens

    def __init__(
        self,
        manners: Manners,
        header: dict[str, object],
        people: Sequence[str],
        interrupts: Interrupts,
    ) -> None:
        self.people = people
        self.interrupts = interrupts
        self._plain = is_plain(asked=manners.plain)
        self._on_output = voice.is_terminal(sys.stdout)
        self.manners = manners.on(sys.stdout if self._on_output else sys.stderr)
        viewer = people[0] if len(people) == 1 else SPECTATOR
        self.teller = teller(header, viewer, aligned=not manners.plain)
        self._write = to_output if self._on_output else beside_output
        edited = self._on_output and not self._plain and has_editor()
        self._lines = EditedLines(self._write) if edited else PlainLines(self._write)
        self._cover = Cover(people)
        self._reader = MoveReader()

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
            text = self._typed(self._lines.line, f"{self.teller.who(seat)}> ")
            command = " ".join(text.lower().split())
            if command in names:  # a face called Q is not to quit
                command = ""
            if command in QUIT:
                self.leave()
            if command in HELP:
                self._help(match, legal)
            elif command in ("moves", "m"):
                self._tell_moves(legal)
            elif command == "rules":
                self._tell(rules_lines(match.definition, self._page), wrapped=False)
            elif self.chat is not None and (said := chatted(text)) is not None:
                self.chat(seat, said)
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
                self._cover.pass_to(due.seat, self.match, self)
            text = typed_dice(due, self.teller, self.answer, self._tell)
        if text is None:
            self.leave()
        return text

    def refuse_dice(self, sentence: str) -> None:
        """Why dice are asked for again."""
        self.complain(sentence)

    # ---- the keyboard and the screen

    def hide(self) -> None:
        """Hide all that was shown."""
        self._write(hiding(plain=self._plain))

    def retell(self, match: Match, first: int) -> None:
        """Tell the events from that index on once more."""
        for event in match.events[first:]:
            for told in self.teller.tell(event):
                self._tell(lines(told, self.manners, voice.room()), wrapped=False)

    def tell(self, line: str) -> None:
        """Write a line."""
        self._write(f"{line}\n")

    def who(self, seat: str) -> str:
        """A seat by its letter and name."""
        return self.teller.who(seat)

    def answer(self, question: str) -> str:
        """What is typed at a question; nothing of it is remembered."""
        return self._typed(self._lines.answer, question)

    def leave(self) -> NoReturn:
        """Break the game off, as whoever sits at the keyboard has asked."""
        raise Left(0)

    def complain(self, sentence: str) -> None:
        """Why it is asked again."""
        self._tell([f"{capital(sentence)}."])

    def _typed(self, ask: Callable[[str], str], question: str) -> str:
        """What is typed; where nobody types any more, the game is broken off."""
        try:
            return ask(question)
        except EOFError:
            where = open_question(self.match)
            raise Left(1, f"The input has ended at {where}; the game is left unfinished.") from None

    def _table(self, match: Match, seat: str) -> None:
        """The table as the person in turn sees it."""
        from dicecup.cli.drawing import look_of

        look = look_of(self.manners, sys.stdout if self._on_output else sys.stderr)
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
        if self.chat is not None:
            rows.append(("  say TEXT", "say something to those at other screens"))
        if match.header.get("undo"):
            rows.append(("  undo", "take your last move back"))
        rows.append(("  quit", "leave; the game stays unfinished"))
        self._tell(self._page.rows(rows), wrapped=False)

    @property
    def _page(self) -> Page:
        return Page(voice.room(), plain=self._plain)

    def _tell_moves(self, legal: Sequence[str]) -> None:
        self._tell(numbered(legal, self._page), wrapped=False)

    def _tell(self, texts: Sequence[str] | Iterator[str], *, wrapped: bool = True) -> None:
        for text in texts:
            for line in wrap(safe(text), voice.room(), 13 if text.startswith("  ") else 0) if wrapped else [text]:
                self.tell(line)

"""The desk: what lies on it (a game that is played, or a log that is walked through), and the one dispatcher of lines.

A number alone is an event while somebody walks. Else a line is a move where the person in turn may play it; else a command; else,
where a decision is due, a move that is refused with its rule. `/` before a command says that no move is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any

from dicecup.cli.base.errors import NO, Failure, usage
from dicecup.cli.base.output import Manners
from dicecup.cli.base.signals import ENDING, Interrupts
from dicecup.cli.base.text import listed
from dicecup.cli.console.front import Front
from dicecup.cli.console.live_game import Live
from dicecup.cli.console.output import Speech
from dicecup.cli.console.tokens import first
from dicecup.cli.console.turns import Turns
from dicecup.cli.narration.narrator import ALL, SPECTATOR
from dicecup.cli.session.script import bare
from dicecup.cli.session.session import open_question
from dicecup.cli.session.typed_move import FORBIDDEN, TypedMove
from dicecup.cli.settings.resolver import SESSION
from dicecup.cli.settings.schema import Values
from dicecup.engine.core.problems import printable

if TYPE_CHECKING:
    from dicecup.cli.console.command_line import CommandLine
    from dicecup.cli.console.registry import Registry
    from dicecup.cli.session.autosave import Saved
    from dicecup.cli.session.cursor import Walk
    from dicecup.cli.settings.resolver import Settings
    from dicecup.engine.match.match import Match, Record

NOTHING = "no game lies here; `new VARIANT` begins one, `load FILE` opens a log"
SCRIPTED = "a script would show one person's dice to another; type the moves, or begin another game first"


class Desk:
    """The state of one session. Raises Failure, or an error that says itself what is wrong, for a line that cannot be done."""

    def __init__(
        self, manners: Manners, settings: Settings, front: Front, commands: Registry, command_line: CommandLine
    ) -> None:
        self.commands = commands
        self.command_line = command_line
        self.asked = manners
        self.settings = settings
        self.front = front
        self.watched = front.asking  # by people, who shall see nobody else's cup, whatever a script says
        self.interrupts = Interrupts(ENDING)
        self.live: Live | None = None
        self.walk: Walk | None = None
        self.told = 0  # events of the game that were known before it was put here
        self.chosen: str | None = None  # whose eyes `as` has chosen: a seat, or ALL
        self.history: list[str] = []
        self.saved: Saved | None = None  # where open games of people are kept
        self.file: str = ""  # which the walk was loaded from
        self.begun: list[str] = []  # what the last `new` was given, but for its dice and its log
        self.variant: list[str] = []  # the arguments that name the game's definition on a command line
        self.speech = Speech(self)
        self.turns = Turns(self)

    @property
    def manners(self) -> Manners:
        """What was asked of the command, and what the settings say where nothing was."""
        return self.settings.manners(self.asked)

    def preferred(self, name: str) -> Any:
        """A setting that changes how a game goes. In a script only its own word counts, so that it does the same for everybody."""
        own = self.front.asking or (self.settings.source(name) == SESSION and not self.watched)
        return self.settings.get(name) if own else getattr(Values(), name)

    # ---- lines

    def do(self, line: str) -> None:
        """Do what a line says. Where it is refused, nothing on the desk has changed."""
        text = bare(line)
        if text:
            if not self.confidential:
                self.history.append(text)
            self.perform(text)
        elif not line.strip():
            self.turns.nothing_typed()

    def perform(self, text: str) -> None:
        """Do what a line says that holds something."""
        if self.shared and not self.front.asking:
            raise Failure(NO, SCRIPTED)
        over = self.live is not None and not self.live.open
        if self.walk is not None and text.isascii() and text.isdigit():
            self._go_to(text)
            return
        slash = text.startswith("/") and len(text) > 1
        word, rest = first(text[1:] if slash else text)
        command = self.commands.find(word)
        live = self.live
        if live is not None and live.person is not None and not slash:
            found = self.turns.read(live, text)
            if isinstance(found, TypedMove):
                self.turns.play(live, found, text)
                return
            if command is None or found.kind == FORBIDDEN:
                raise self.turns.refused(found)
        elif not slash and self.turns.throws(text, command is not None):
            self.turns.throw(text)
            return
        if command is None and (self.walk is not None or over) and word.isascii() and word.isdigit():
            self._go_to(text.removeprefix("/"))
            return
        if command is None and word.lower() == "dicecup" and rest:  # as at a shell
            self.perform(rest)
            return
        if command is None:
            ended = "the game is over, and " if over else ""
            raise usage(f"{ended}there is no command {printable(word)}{self.commands.meant(word)}; help lists them")
        command.run(self, rest)

    def _go_to(self, number: str) -> None:
        """Walk to an event."""
        command = self.commands.find("goto")
        assert command is not None
        command.run(self, number)

    def ask(self, question: str, what: str) -> str:
        """An answer in the midst of a line; Failure naming what was asked where nobody answers."""
        with self.interrupts.free():
            answer = self.front.ask(question)
        if answer is None:
            raise Failure(NO, f"the input has ended at {what}")
        return answer

    # ---- what lies here

    @property
    def lies_here(self) -> bool:
        """Whether there is a game or a log."""
        return self.live is not None or self.walk is not None

    @property
    def match(self) -> Match:
        """The game that is played, or as it stands where the walk is. Failure where there is none."""
        if self.walk is not None:
            if self.walk.n > len(self.walk.game) or not len(self.walk.game):
                raise Failure(NO, "the game is not known here; the log was made for one seat, or is damaged")
            return self.walk.game.at(self.walk.n).match
        if self.live is None:
            raise usage(NOTHING)
        return self.live.match

    def put(self, live: Live | None, walk: Walk | None = None, told: int = 0) -> None:
        """Lay a game or a log on the desk in place of what lay there, which is left; `told` events of a game are known already."""
        self.leave()
        self.live, self.walk, self.told = live, walk, told
        self.chosen, self.file = None, ""
        self.turns.forget()
        if live is not None:
            self.speech.begin(live, told)
            self.turns.go_on()

    def leave(self) -> None:
        """Leave the game that is played, if one is."""
        if self.live is not None and not self.live.closed:
            try:
                self.front.left(self.live)
            finally:  # whatever becomes of the screen
                self.live.leave()

    @property
    def shared(self) -> bool:
        """Whether people share the screen who hide dice from each other."""
        live = self.live
        return self.watched and live is not None and live.open and live.hides and len(live.people) > 1

    @property
    def confidential(self) -> bool:
        """Whether what is typed may tell what not everybody may know; then only moves that are played are remembered."""
        due = self.live.match.due if self.live is not None else None
        return self.shared or (self.watched and due is not None and due.private)

    def open_question(self) -> str:
        """Whose decision or throw is open in a game of people, in words; empty where none is."""
        live = self.live
        if live is None or not live.open or not live.people:
            return ""
        return open_question(live.match)

    @property
    def header(self) -> Record:
        """The header of what lies here. Failure where nothing does."""
        if self.walk is not None:
            return self.walk.game.header
        return self.match.header

    @property
    def records(self) -> list[Record]:
        """The log of what lies here. Failure where nothing does."""
        if self.walk is not None:
            return [self.walk.game.header, *self.walk.game.events]
        if self.live is None:
            raise usage(NOTHING)
        return self.live.records

    def strolling(self) -> Walk:
        """The walk, else a new one where the game that is played stands, which lies here only when it has been gone."""
        from dicecup.cli.session.cursor import Walk
        from dicecup.engine.log.log import dump
        from dicecup.engine.replay.walk import load

        if self.walk is None:
            if self.live is None:
                raise usage("no log lies here; `load FILE` opens one")
            game = load(BytesIO(b"".join(map(dump, self.live.records))))
            walk = Walk(game, self.sight)
            walk.n = walk.last
            return walk
        return self.walk

    # ---- who looks

    @property
    def reader(self) -> str | None:
        """Through whose eyes events are told: a seat, SPECTATOR or ALL."""
        live = self.live
        if self.chosen is not None:
            return self.chosen
        if live is None and self.walk is not None:
            return self.walk.game.header.get("redacted") or ALL
        if live is None or not live.open or not live.people:
            return ALL
        return live.people[0] if len(live.people) == 1 else SPECTATOR

    @property
    def sight(self) -> str | None:
        """Whose view of the table is shown: a seat's, or None for everything. At one keyboard it is the person's in turn."""
        reader, live = self.reader, self.live
        if reader == ALL:
            return None
        if reader is not None or live is None:
            return reader
        if self.unseen:
            raise Failure(NO, "nobody is to decide, so nobody's view can be shown")
        return live.person

    @property
    def unseen(self) -> bool:
        """Whether people share the screen and none of them is to decide, so that only what lies open may be shown."""
        return self.reader is SPECTATOR and self.live is not None and self.live.person is None

    def mind_turn(self) -> None:
        """Failure where another seat than looks is to decide: which moves it has, and how good they are, tells of its hidden dice."""
        turn = self.match.turn
        if turn is not None and self.sight not in (None, turn):
            raise Failure(NO, f"it is {turn}'s turn, and {self.sight} looks")

    def guard(self, *files: str) -> None:
        """Failure where people still play here, who shall not see each other's cups, nor the seed that tells them all; with
        `files`, only where one of these is the log of a game that is being played.
        """
        from dicecup.engine.log.log import in_use

        live = self.live
        if not self.watched or live is None or not live.open or not live.people:
            return
        if files and not any(map(in_use, files)):
            return
        what = "hidden dice" if live.hides else "the seed, and with it all dice to come"
        raise Failure(
            NO, f"that would show {what} while {listed(live.people)} still play{'s' if len(live.people) == 1 else ''}"
        )

    def look_as(self, who: str | None) -> None:
        """Look through the eyes of a seat or of ALL; None for whoever would look else. Failure where that would show a person's cup."""
        live = self.live
        if who not in (None, ALL):
            seats = self.match.seats
            if who not in seats:
                raise usage(f"there is no seat {who}; the seats are {', '.join(seats)}")
        if live is not None and who is not None and live.people != [who] and (live.hides or who == ALL):
            self.guard()
        self.chosen = who
        if self.walk is not None:
            self.walk.viewer = self.sight

    @contextmanager
    def looking_as(self, who: str | None) -> Iterator[None]:
        """For one line through other eyes, unless it puts something else on the desk."""
        before, live, walk = self.chosen, self.live, self.walk
        self.look_as(who)
        try:
            yield
        finally:
            if self.live is live and (live is not None or self.walk is walk):
                self.look_as(before)

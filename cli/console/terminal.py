"""A person at a terminal: the lines they type are done at a desk, and the table is shown to whoever is in turn.

The first words are on the screen before anything that takes long is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from dicecup import __version__
from dicecup.cli.base import output as voice
from dicecup.cli.base.text import safe, wrap
from dicecup.cli.console.front import Quit
from dicecup.cli.session.privacy_screen import is_plain

if TYPE_CHECKING:
    from dicecup.cli.console.command_line import CommandLine
    from dicecup.cli.console.live_game import Live
    from dicecup.cli.console.session import Desk
    from dicecup.cli.session.history import History
    from dicecup.cli.session.line_input import Lines
    from dicecup.cli.session.privacy_screen import Cover
    from dicecup.cli.settings.asked import Asked
    from dicecup.engine.match.match import Match

GREETING = f"Dicecup {__version__}. Type `new liars-dice` to play, `resume` to go on with a game, ? for help."
HOW_TO_LEAVE = "quit, or Ctrl-D on an empty line, leaves."
UNANSWERED = "that is still to be answered; Enter asks again"
UNSAVED = "This game is not kept: `save FILE` writes it to a file. Ctrl-D once more leaves without."


def sit(manners: Asked, line: CommandLine) -> int:
    """One session; the exit code."""
    _say(GREETING)
    voice.flush()
    from dicecup.cli.console.commands.table import COMMANDS
    from dicecup.cli.console.session import Desk
    from dicecup.cli.session.history import History

    settings = manners.settings
    if (written := settings.first_start()) is not None:
        voice.put(f"Your settings: {safe(str(written))}")  # in one piece, to be copied
    keyboard = Keyboard()
    desk = Desk(manners, settings, keyboard, COMMANDS, line, keeps=True)
    keyboard.sit_at(desk, History(settings.history, desk.speech.protest))
    with desk.interrupts:
        try:
            while True:
                keyboard.turn()
        except Quit:
            pass
        finally:
            desk.leave()
    return 0


def _say(text: str) -> None:
    for line in wrap(safe(text), voice.room()):
        voice.put(line)


class Keyboard:
    """The front of a desk where people type."""

    asking = True

    def sit_at(self, desk: Desk, history: History) -> None:
        """From now on these lines go to that desk."""
        self.desk = desk
        self._history = history
        self._lines: dict[bool, Lines] = {}  # by whether they are plain
        self._covers: tuple[Live, Cover] | None = None
        self._drawn: tuple[object, ...] = ()  # what stands on the screen
        self._pasted: list[str] = []  # lines that are still to be done
        self._leaving = False  # it was said that leaving loses the game

    # ---- lines

    def turn(self) -> None:
        """Show the table to whoever is in turn, and do the line that is typed. Raises Quit at the end."""
        try:
            self.lay_open()
            text = self._next()
        except KeyboardInterrupt:
            if not self._typing.dropped:
                _say(HOW_TO_LEAVE)
            return
        except EOFError:
            if self._loses():
                _say(UNSAVED)
                return
            raise Quit from None
        self._leaving = False
        self._do(text)

    def _next(self) -> str:
        """The next line: of those that were pasted at once, else one that is typed."""
        if self._pasted:
            voice.put(f"{self._prompt}{safe(self._pasted[0])}")
        else:
            self._pasted = self._typed(self._typing.line, self._prompt).split("\n")
        return self._pasted.pop(0)

    def _typed(self, ask: Callable[[str], str], question: str) -> str:
        """What is typed. The editor ends a line that Ctrl-C breaks off by itself."""
        try:
            return ask(question)
        except KeyboardInterrupt:
            if self._plain:
                voice.put()
            raise

    def _do(self, text: str) -> None:
        desk = self.desk
        before = len(desk.history)
        try:
            desk.do(text)
        except (Quit, BrokenPipeError):
            raise
        except KeyboardInterrupt:
            self._pasted = []
            waits = desk.here.live is not None and not desk.here.live.closed and desk.here.live.person is None
            voice.put()
            _say(f"Stopped.{' Enter lets the game go on.' if waits else ''}")
        except EOFError:  # at a question in the midst of the line, which is asked again when the game goes on
            self._pasted = []
            self.desk.speech.protest(UNANSWERED)
        except Exception as error:  # noqa: BLE001 - whatever goes wrong with a line, the session goes on
            self._pasted = []
            self._complain(error)
        finally:
            self._history.most = desk.preferences.settings.history
            for remembered in desk.history[before : before + 1]:
                self._history.add(remembered)

    def _complain(self, error: Exception) -> None:
        from dicecup.cli.base.errors import sentences, text_of, traceback_of, whereabouts
        from dicecup.cli.console.wording import CONSOLE

        for record in sentences(error, CONSOLE):
            self.desk.speech.protest(text_of(record))
        for line in whereabouts(traceback_of(error)).splitlines():
            voice.put(safe(line))

    def _loses(self) -> bool:
        """Whether leaving loses a game; that is said once."""
        live = self.desk.here.live
        loses = live is not None and bool(self.desk.here.open_question()) and not live.kept and not self._leaving
        self._leaving = loses
        return loses

    @property
    def _prompt(self) -> str:
        live = self.desk.here.live
        person = live.person if live is not None else None
        return "> " if live is None or person is None else f"{self.desk.speech.artist.who(person)}> "

    @property
    def _plain(self) -> bool:
        return is_plain(asked=self.desk.manners.plain)

    @property
    def _typing(self) -> Lines:
        """How lines are typed now; `set accessible on` changes it."""
        from dicecup.cli.console.editor import Editor
        from dicecup.cli.session.line_input import PlainLines, to_output

        plain = self._plain
        if plain not in self._lines:
            self._lines[plain] = PlainLines(to_output) if plain else Editor(self.desk, self._history, self.lay_open)
        return self._lines[plain]

    # ---- the screen

    def lay_open(self) -> None:
        """Draw the table for the person in turn, who must sit at the keyboard by then, unless it stands there already."""
        desk = self.desk
        live = desk.here.live
        if live is None or live.person is None or desk.here.walk is not None:
            return
        self._cover(live).pass_to(live.person, live.match, self)
        drawn = (live, live.match.count, desk.speech.look)
        if drawn != self._drawn:
            desk.speech.lines(["", *desk.speech.artist.board(live.match, live.person)])
        self._drawn = drawn
        self._cover(live).saw(live.person, live.match)

    def _cover(self, live: Live) -> Cover:
        from dicecup.cli.session.privacy_screen import Cover

        if self._covers is None or self._covers[0] is not live:
            self._covers = (live, Cover(live.people, self.desk.here.known))
        return self._covers[1]

    def hide(self) -> None:
        """Hide all that was shown, and let nothing be fetched back that was typed."""
        from dicecup.cli.session.privacy_screen import hiding

        voice.write(hiding(plain=self._plain))
        self._typing.forget()
        self._drawn = ()

    def retell(self, match: Match, first: int) -> None:
        """Tell the events from that index on once more."""
        self.desk.speech.tell_again(first, whole=False)

    def tell(self, line: str) -> None:
        """Write a line."""
        voice.put(line)

    def who(self, seat: str) -> str:
        """A seat by its letter and name."""
        return self.desk.speech.artist.who(seat)

    def answer(self, question: str) -> str:
        """What is typed at a question; nothing of it is remembered. EOFError where that is refused."""
        return self._typed(self._typing.answer, question)

    def leave(self) -> NoReturn:
        """End the session, as whoever sits at the keyboard has asked."""
        raise Quit

    # ---- what a desk asks of its front

    def ask(self, question: str) -> str:
        """An answer in the midst of a line. EOFError where that is refused."""
        return self.answer(question)

    def face(self, seat: str) -> None:
        """From now on only that person looks at the screen."""
        live = self.desk.here.live
        if live is not None:
            self._cover(live).pass_to(seat, live.match, self)

    def left(self, live: Live) -> None:
        """A game is left unfinished: what one person saw of it goes from the screen, where others sit here too."""
        if self.desk.viewer.shared:
            self.hide()

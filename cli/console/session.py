"""A session of the console, and its one dispatcher of lines.

A number alone is an event while somebody walks. Else a line is a move where the person in turn may play it; else a command; else,
where a decision is due, a move that is refused with its rule. `/` before a command says that no move is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dicecup.cli.base.errors import NO, Failure, usage
from dicecup.cli.base.output import Manners
from dicecup.cli.base.signals import AT_PROMPT, Interrupts
from dicecup.cli.console.front import Front, Input
from dicecup.cli.console.live_game import Live
from dicecup.cli.console.output import Speech
from dicecup.cli.console.preferences import Preferences
from dicecup.cli.console.subject import NO_INPUTS, Subject
from dicecup.cli.console.tokens import first
from dicecup.cli.console.turns import Turns
from dicecup.cli.console.viewer import Viewer
from dicecup.cli.session.script import bare
from dicecup.cli.session.typed_move import FORBIDDEN, Refusal, TypedMove
from dicecup.engine.core.inputs import Inputs, read_so_far, reading
from dicecup.engine.core.problems import printable

if TYPE_CHECKING:
    from dicecup.cli.console.command_line import CommandLine
    from dicecup.cli.console.registry import Command, Registry
    from dicecup.cli.session.autosave import Saved
    from dicecup.cli.session.cursor import Walk
    from dicecup.cli.settings.resolver import Settings

SCRIPTED = "a script would show one person's dice to another; type the moves, or begin another game first"


class Desk:
    """One session, put together of its parts; commands do what they do to these.

    `keeps`: open games of people are kept in a folder. Raises Failure, or an error that says itself what is wrong, for a line that
    cannot be done.
    """

    def __init__(
        self,
        manners: Manners,
        settings: Settings,
        front: Front,
        commands: Registry,
        command_line: CommandLine,
        *,
        keeps: bool = False,
    ) -> None:
        self.commands = commands
        self.command_line = command_line
        self.interrupts = Interrupts(AT_PROMPT)
        self.input = Input(front, self.interrupts)
        self.preferences = Preferences(manners, settings, self.input)
        self.here = Subject()
        self.viewer = Viewer(self.here, watched=front.asking)
        self.speech = Speech(self.preferences, self.input, self.here, self.viewer)
        self.turns = Turns(self.preferences, self.input, self.here, self.viewer, self.speech)
        self.saved: Saved | None = None  # where open games of people are kept
        if keeps:
            from dicecup.cli.session.autosave import Saved

            self.saved = Saved(self.speech.protest)
        self.history: list[str] = []
        self.unmet = 0  # asserts that have failed
        self.begun: Sequence[str] = ()  # what the last `new` was given, but for its dice and its log

    @property
    def manners(self) -> Manners:
        """How what is said is to be said."""
        return self.preferences.manners

    # ---- lines

    def do(self, line: str) -> None:
        """Do what a line says. Where it is refused, nothing has changed.

        What lies here was made from files, and the line may read others: none of them is written onto.
        """
        with reading(self.here.inputs):
            text = bare(line)
            if text:
                if not self.viewer.confidential:
                    self.history.append(text)
                self.perform(text)
            elif not line.strip():
                self._nothing_typed()

    def perform(self, text: str) -> None:
        """Do what a line says that holds something."""
        if self.viewer.shared and not self.input.asking:
            raise Failure(NO, SCRIPTED)
        if self.here.walk is not None and text.isascii() and text.isdigit():
            self._walk_to(text)
            return
        slash = text.startswith("/") and len(text) > 1
        word, rest = first(text[1:] if slash else text)
        command = self.commands.find(word)
        if not slash and self._played(text, command):
            return
        if command is not None:
            command.run(self, rest)
        elif (self.here.walk is not None or self._is_over) and word.isascii() and word.isdigit():
            self._walk_to(text.removeprefix("/"))
        elif word.lower() == "dicecup" and rest:  # as at a shell
            self.perform(rest)
        else:
            ended = "the game is over, and " if self._is_over else ""
            raise usage(f"{ended}there is no command {printable(word)}{self.commands.meant(word)}; help lists them")

    def _played(self, text: str, command: Command | None) -> bool:
        """Whether a line was a move, or dice for a throw that is due. Failure where it is one that may not be, and no command either."""
        live = self.here.live
        if live is None or live.person is None:
            dice = self.turns.is_throw(text, is_command=command is not None)
            if dice:
                self.turns.throw(text)
            return dice
        found = self.turns.read(live, text)
        if isinstance(found, TypedMove):
            self._play(live, found, text)
            return True
        if command is None or found.kind == FORBIDDEN:
            raise self._refused(found)
        return False

    def _play(self, live: Live, move: TypedMove, text: str) -> None:
        """Play a move, unless the tutor speaks against it first."""
        if self.turns.is_warned_of(live, move):
            return
        if self.viewer.confidential:
            self.history.append(text)
        self.turns.play(live, move)

    def _refused(self, refusal: Refusal) -> Failure:
        """What is said of a line that is no move that may be played; it may have been meant for a command."""
        hint = self.commands.meant(refusal.text.split(maxsplit=1)[0]) if refusal.text else ""
        if self.input.asking:
            return Failure(NO, ". ".join(refusal.advice(hint)))
        return Failure(NO, refusal.sentence(hint))

    def _nothing_typed(self) -> None:
        """Enter lets the game go on; it is no answer where a person is to decide."""
        live = self.here.live
        if self.input.asking and live is not None and live.person is not None:
            found = self.turns.read(live, "")
            assert isinstance(found, Refusal)
            raise self._refused(found)
        self.turns.go_on()

    def _walk_to(self, number: str) -> None:
        command = self.commands.find("goto")
        assert command is not None
        command.run(self, number)

    @property
    def _is_over(self) -> bool:
        """Whether the game that is here has ended."""
        return self.here.live is not None and not self.here.live.open

    # ---- games and logs

    def begin(self, live: Live, given: Sequence[str], variant: Sequence[str]) -> None:
        """Put a new game here; `given` begins another like it, and `variant` names its definition on a command line."""
        self.begun = given
        self.put(live, variant=variant)

    def put(self, live: Live, *, known: int = 0, variant: Sequence[str] = (), parent: Inputs = NO_INPUTS) -> None:
        """Put a game here in place of what was, which is left; of its events the first `known` are known already.

        A game that goes on from another was made from the files of its `parent` too.
        """
        self.leave()
        self.here.put(live, known=known, variant=variant, inputs=Inputs((read_so_far(), parent)))
        self._begin_to_look()
        self.speech.begin(live, known)
        self.turns.go_on()

    def open(self, walk: Walk) -> None:
        """Put a log here in place of what was, which is left."""
        self.leave()
        self.here.put(None, walk, inputs=read_so_far())
        self._begin_to_look()

    def leave(self) -> None:
        """Leave the game that is played, if one is."""
        live = self.here.live
        if live is not None and not live.closed:
            try:
                self.input.front.left(live)
            finally:  # whatever becomes of the screen
                live.leave()

    def _begin_to_look(self) -> None:
        self.viewer.begin()
        self.turns.forget()

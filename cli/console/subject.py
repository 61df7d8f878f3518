"""What a session is about: a game that is played, a log that is walked through, a game in which one looks back, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dicecup.cli.base.errors import NO, Failure, usage
from dicecup.cli.session.session import open_question
from dicecup.engine.core.inputs import Inputs

if TYPE_CHECKING:
    from dicecup.cli.console.live_game import Live
    from dicecup.cli.session.cursor import Walk
    from dicecup.engine.match.match import Match, Record

NO_INPUTS = Inputs()
NOTHING = "no game lies here; `new VARIANT` begins one, `load FILE` opens a log"


class Subject:
    """The game (`live`), and the walk (`walk`) through a log or back through that game.

    `known` are the events of the game that were known before it was put here, `inputs` the files that it or the log was made from, and
    `variant` are the arguments that name the game's definition on a command line, where it has a name there.
    """

    def __init__(self) -> None:
        self.put(None)

    def put(
        self,
        live: Live | None,
        walk: Walk | None = None,
        *,
        known: int = 0,
        inputs: Inputs = NO_INPUTS,
        variant: Sequence[str] = (),
    ) -> None:
        """A game or a log takes the place of what was here."""
        self.live, self.walk = live, walk
        self.known, self.inputs, self.variant = known, inputs, variant

    def look_back(self, walk: Walk) -> None:
        """Walk through a log, or back through the game that is played."""
        self.walk = walk

    def play_on(self) -> None:
        """Look at the game that is played again."""
        self.walk = None

    # ---- what is here

    @property
    def is_there(self) -> bool:
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

    @property
    def header(self) -> Record:
        """The header of what is here. Failure where nothing is."""
        if self.walk is not None:
            return self.walk.game.header
        return self.match.header

    @property
    def seats(self) -> str:
        """The letters of its seats. Failure where nothing is."""
        return self.walk.game.seats if self.walk is not None else self.match.seats

    @property
    def records(self) -> list[Record]:
        """The log of what is here. Failure where nothing is."""
        if self.walk is not None:
            return [self.walk.game.header, *self.walk.game.events]
        if self.live is None:
            raise usage(NOTHING)
        return self.live.records

    @property
    def playing(self) -> Live | None:
        """The game, if people still play it."""
        live = self.live
        return live if live is not None and live.open and live.people else None

    def open_question(self) -> str:
        """Whose decision or throw is open in a game of people, in words; empty where none is."""
        playing = self.playing
        return "" if playing is None else open_question(playing.match)

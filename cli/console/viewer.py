"""Who looks at a session, and what may be shown to them: at one keyboard nobody sees another's cup."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING

from dicecup.cli.base.errors import NO, Failure, usage
from dicecup.cli.base.text import listed
from dicecup.cli.narration.narrator import ALL, SPECTATOR

if TYPE_CHECKING:
    from dicecup.cli.console.subject import Subject
    from dicecup.cli.session.cursor import Walk


class Viewer:
    """Whoever looks at a subject. `watched`: people do, who shall see nobody else's cup."""

    def __init__(self, here: Subject, *, watched: bool) -> None:
        self._here = here
        self._watched = watched
        self._chosen: str | None = None  # whose eyes `as` has chosen: a seat, or ALL

    def forget(self) -> None:
        """Something else is looked at."""
        self._chosen = None

    # ---- through whose eyes

    @property
    def reader(self) -> str | None:
        """Through whose eyes events are told: a seat, SPECTATOR or ALL."""
        here = self._here
        if self._chosen is not None:
            return self._chosen
        if here.live is None and here.walk is not None:
            return here.walk.game.header.get("redacted") or ALL
        playing = here.playing
        if playing is None:
            return ALL
        return playing.people[0] if len(playing.people) == 1 else SPECTATOR

    @property
    def sight(self) -> str | None:
        """Whose view of the table is shown: a seat's, or None for everything. At one keyboard it is the person's in turn."""
        reader, live = self.reader, self._here.live
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
        live = self._here.live
        return self.reader is SPECTATOR and live is not None and live.person is None

    def look_as(self, who: str | None) -> None:
        """Look through the eyes of a seat or of ALL; None for whoever would look else. Failure where that would show a person's cup."""
        live = self._here.live
        if who not in (None, ALL):
            seats = self._here.match.seats
            if who not in seats:
                raise usage(f"there is no seat {who}; the seats are {', '.join(seats)}")
        if live is not None and who is not None and live.people != [who] and (live.hides or who == ALL):
            self.guard()
        self._chosen = who
        if self._here.walk is not None:
            self._here.walk.viewer = self.sight

    @contextmanager
    def looking_as(self, who: str | None) -> Iterator[None]:
        """For one line through other eyes, unless it puts something else here."""
        before, live, walk = self._chosen, self._here.live, self._here.walk
        self.look_as(who)
        try:
            yield
        finally:
            if self._here.live is live and (live is not None or self._here.walk is walk):
                self.look_as(before)

    def walked(self) -> Walk:
        """The walk, else a new one where the game that is played stands; one looks back only when it has gone somewhere."""
        from dicecup.cli.session.cursor import Walk
        from dicecup.engine.log.log import dump
        from dicecup.engine.replay.walk import load

        if self._here.walk is not None:
            return self._here.walk
        if self._here.live is None:
            raise usage("no log lies here; `load FILE` opens one")
        game = load(BytesIO(b"".join(map(dump, self._here.live.records))))
        walk = Walk(game, self.sight)
        walk.n = walk.last
        return walk

    # ---- what may be shown

    @property
    def shared(self) -> bool:
        """Whether people share the screen who hide dice from each other."""
        playing = self._here.playing
        return self._watched and playing is not None and playing.hides and len(playing.people) > 1

    @property
    def confidential(self) -> bool:
        """Whether what is typed may tell what not everybody may know; then only moves that are played are remembered."""
        live = self._here.live
        due = live.match.due if live is not None else None
        return self.shared or (self._watched and due is not None and due.private)

    def mind_turn(self) -> None:
        """Failure where another seat than looks is to decide: which moves it has, and how good they are, tells of its hidden dice."""
        turn = self._here.match.turn
        if turn is not None and self.sight not in (None, turn):
            raise Failure(NO, f"it is {turn}'s turn, and {self.sight} looks")

    def guard(self, *files: str) -> None:
        """Failure where people still play here, who shall not see each other's cups, nor the seed that tells them all; with
        `files`, only where one of these is the log of a game that is being played.
        """
        from dicecup.engine.log.log import in_use

        playing = self._here.playing
        if not self._watched or playing is None:
            return
        if files and not any(map(in_use, files)):
            return
        people = playing.people
        what = "hidden dice" if playing.hides else "the seed, and with it all dice to come"
        raise Failure(NO, f"that would show {what} while {listed(people)} still play{'s' if len(people) == 1 else ''}")

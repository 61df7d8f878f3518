"""Who looks at a session, and what may be shown to them: at one keyboard nobody sees another's cup, and whoever looks through
the eyes of a seat sees what it sees, whichever command shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicecup.cli.base.clearance import Clearance
from dicecup.cli.base.errors import NO, Failure, usage
from dicecup.cli.base.text import listed, safe
from dicecup.cli.narration.narrator import ALL, SPECTATOR

if TYPE_CHECKING:
    from dicecup.cli.console.subject import Subject
    from dicecup.cli.session.cursor import Walk

LOOK_ANEW = "`as off` ends that"


class Viewer:
    """Whoever looks at a subject. `watched`: people do, who shall see nobody else's cup."""

    def __init__(self, here: Subject, *, watched: bool) -> None:
        self._here = here
        self._watched = watched
        self._for_good: str | None = (
            None  # whose eyes `as` has chosen: a seat, ALL, or None for whoever would look else
        )
        self._for_line: list[str | None] = []  # and for lines that are done, the innermost last
        self.clearance: Clearance = SessionClearance(self)

    # ---- through whose eyes

    @property
    def reader(self) -> str | None:
        """Through whose eyes events are told: a seat, SPECTATOR or ALL."""
        here = self._here
        if self._chosen is not None:
            return self._chosen
        if here.live is None and here.walk is not None:
            return here.walk.game.header.get("redacted") or ALL
        live = here.live
        if live is None or not live.people or live.final:
            return ALL
        return live.people[0] if len(live.people) == 1 else SPECTATOR

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
    def _chosen(self) -> str | None:
        """Whose eyes `as` has chosen."""
        return self._for_line[-1] if self._for_line else self._for_good

    @property
    def seat(self) -> str | None:
        """The seat that `as` has chosen: whatever is shown, by whichever command, is shown to it. None where none is."""
        return None if self._chosen == ALL else self._chosen

    @property
    def unseen(self) -> bool:
        """Whether people share the screen and none of them is to decide, so that only what lies open may be shown."""
        live = self._here.live
        return self.reader is SPECTATOR and live is not None and live.person is None

    def look_as(self, who: str | None) -> None:
        """Look from now on through the eyes of a seat, which stays chosen whatever is put here, or of ALL; None for whoever would look
        else. Failure where that would show a person's cup.
        """
        self._check_sits(who)
        self._check_own(who)
        self._for_good = who
        self._turn_walk()

    @contextmanager
    def looking_as(self, who: str | None) -> Iterator[None]:
        """For one line through other eyes."""
        if self._here.is_there:
            self._check_sits(who)
        self._check_own(who)
        self._for_line.append(who)
        try:
            self._turn_walk()
            yield
        finally:
            self._for_line.pop()
            self._turn_walk()

    def begin(self) -> None:
        """Something else has been put here. A seat that was chosen still looks, but nobody sees everything unasked."""
        if self._for_good == ALL:
            self._for_good = None
        self._turn_walk()

    def check_next(self, header: Mapping[str, Any], people: Sequence[str]) -> None:
        """Failure where a seat that was chosen may not look at the game that is to take the place of this one."""
        from dicecup.engine.log.redaction import check_viewer
        from dicecup.engine.match.visibility import visibility_of

        seats = header.get("seats")
        letters = [seat.get("seat") for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else None
        for who in (*self._for_line[-1:], self._for_good):
            if who in (None, ALL):
                continue
            if letters is not None and who not in letters:
                raise usage(f"nobody sits at {who} there, through whose eyes you look; {LOOK_ANEW}")
            if self._watched and people and [*people] != [who] and visibility_of(header).hides:
                raise Failure(NO, f"{who}, through whose eyes you look, is not the one to play there; {LOOK_ANEW}")
            check_viewer(header, str(who))

    def _check_sits(self, who: str | None) -> None:
        """Failure where nobody sits there, or the log that lies here does not hold what that seat saw."""
        if who in (None, ALL):
            return
        from dicecup.engine.log.redaction import check_viewer

        seats = self._here.seats
        if who not in list(seats):
            raise usage(f"there is no seat {who}; the seats are {', '.join(seats) or 'not known'}")
        check_viewer(self._here.header, str(who))

    def _check_own(self, who: str | None) -> None:
        """Failure where those eyes would show a person's cup to another."""
        live = self._here.live
        if live is not None and who is not None and live.people != [who] and (live.hides or who == ALL):
            self.guard()

    def _turn_walk(self) -> None:
        """Whoever walks is whoever looks; where only what lies open may be shown, nobody does."""
        if self._here.walk is None:
            return
        if self.unseen:
            self._here.play_on()
        else:
            self._here.walk.viewer = self.sight

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

    @property
    def at_play(self) -> bool:
        """Whether people still play here, and watch."""
        return self._watched and self._here.playing is not None

    def guard(self) -> None:
        """Failure where people still play here, who shall not see each other's cups, nor the seed that tells them all."""
        playing = self._here.playing
        if not self.at_play or playing is None:
            return
        people = playing.people
        what = "hidden dice" if playing.hides else "the seed, and with it all dice to come"
        raise Failure(NO, f"that would show {what} while {listed(people)} still play{'s' if len(people) == 1 else ''}")

    def knows(self, seed: str) -> bool:
        """Whether people play here under that seed: whatever shows it, or dice of it, shows them theirs."""
        playing = self._here.playing
        return self.at_play and playing is not None and playing.match.header["seed"] == seed

    def check_file(self, file: str) -> None:
        """Failure where a log tells of a game that people play here: it is the log of that game, or has its seed."""
        from dicecup.engine.log.lock import is_locked

        if self.at_play and (is_locked(file) or any(map(self.knows, seeds_in(file)))):
            self.guard()


class SessionClearance(Clearance):
    """What commands may show in a session: what the seat may see that was chosen, and nothing of a game that people play."""

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer

    def viewer(self, asked: str | None) -> str | None:
        """The seat that looks, else whom `--as` names."""
        seat = self._viewer.seat
        if seat is not None and asked not in (None, seat):
            raise usage(f"you look through the eyes of {seat}, not of {asked}; {LOOK_ANEW}")
        return seat or asked

    def check_log(self, file: str, viewer: str | None) -> None:
        """A Failure where it would show a seat more than it may see, or tell of a game that is played."""
        seat = self._viewer.seat
        if viewer != seat and seat is not None:
            raise Failure(NO, f"that would show more of {safe(file)} than {seat} may see; {LOOK_ANEW}")
        self._viewer.check_file(file)

    @property
    def discreet(self) -> bool:
        """Whether what is said of a damaged log may hold no dice."""
        return self._viewer.seat is not None or self._viewer.at_play

    def check_seed(self, seed: str) -> None:
        """A Failure where people play under that seed."""
        if self._viewer.knows(seed):
            self._viewer.guard()


def seeds_in(file: str) -> Iterator[str]:
    """The seeds of the games of a log; none of what is no file, and cannot be read twice."""
    from dicecup.engine.log.log import read_games

    if not Path(file).is_file():
        return
    with suppress(OSError, ValueError), Path(file).open("rb") as stream:
        for game in read_games(stream):
            if game.first.record is not None and isinstance(seed := game.first.record.get("seed"), str):
                yield seed

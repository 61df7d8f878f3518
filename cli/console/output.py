"""What a session says: drawn for whoever reads it, or as objects where JSON is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dicecup.cli.base import output as voice
from dicecup.cli.base.page import Page
from dicecup.cli.base.text import capital, counted, safe, wrap
from dicecup.cli.drawing import Artist, Look, look_of
from dicecup.cli.games.registry import artist
from dicecup.cli.narration.narrator import ALL, SPECTATOR
from dicecup.engine.log.redaction import Redacted

if TYPE_CHECKING:
    from dicecup.cli.console.front import Input
    from dicecup.cli.console.live_game import Live
    from dicecup.cli.console.preferences import Preferences
    from dicecup.cli.console.subject import Subject
    from dicecup.cli.console.viewer import Viewer
    from dicecup.cli.session.cursor import Walk
    from dicecup.engine.match.match import Record


class Speech:
    """The words and pictures of one session."""

    def __init__(self, preferences: Preferences, typed: Input, here: Subject, viewer: Viewer) -> None:
        self._preferences = preferences
        self._input = typed
        self._here = here
        self._viewer = viewer
        self._artist: tuple[tuple[Record, str | None, Look], Artist] | None = None
        self._followed = 0  # events of the game that the artist has been told
        self._redacted: tuple[tuple[Record, str | None], Redacted] | None = None
        self._passed = 0  # records of the game that have been through it

    @property
    def look(self) -> Look:
        """How things are drawn."""
        return look_of(self._preferences.manners)

    @property
    def page(self) -> Page:
        """What lists are laid out on."""
        return self.look.page

    @property
    def artist(self) -> Artist:
        """Who draws what lies here for the reader."""
        if self._here.walk is not None:
            return artist(self._here.walk.game.header, self._viewer.reader, self.look)
        return self._drawn(self._here.match.count)

    def _drawn(self, count: int) -> Artist:
        """The artist of the game that is played, who has been told the first `count` events."""
        assert self._here.live is not None
        match = self._here.live.match
        key = (match.header, self._viewer.reader, self.look)
        if self._artist is None or self._artist[0] != key:
            self._artist = (key, artist(*key))
            self._followed = 0
        for event in match.events[self._followed : count]:
            self._artist[1].tell(event)
            self._followed += 1
        return self._artist[1]

    def begin(self, live: Live, told: int) -> None:
        """Tell a game that was put here, save the first events, and from now on what happens in it."""
        self._artist = None
        if self._preferences.manners.json:
            self._put_records(live.course.header, live.match.events, 0)
        elif not self._preferences.manners.quiet:
            self.lines([*self._drawn(0).title(), *([f"({counted(told, 'event')} before)"] if told else [])])
            for event in live.match.events:
                lines = self._drawn(event["n"] - 1).tell(event)
                self._followed += 1
                self.lines(lines if event["n"] > told else [])
        live.course.listen(self.hear)

    def hear(self, record: Record) -> None:
        """An event of the game that is played is told as it comes."""
        if self._preferences.manners.json:
            live = self._here.live
            assert live is not None
            self._put_records(live.course.header, live.match.events, record["n"])
            return
        lines = self._drawn(record["n"] - 1).tell(record)
        self._followed += 1
        if not self._preferences.manners.quiet or record["type"] == "end":
            self.lines(lines)

    def _put_records(self, header: Record, events: Sequence[Record], first: int) -> None:
        """Lines of the log as the reader may see them, from that event on; 0 is the header."""
        reader = self._viewer.reader
        for place in range(first, len(events) + 1):
            record = events[place - 1] if place else header
            voice.put_json(record if reader == ALL else self._seen(header, events, place, reader))

    def _seen(self, header: Record, events: Sequence[Record], place: int, reader: str | None) -> Record:
        """A record as a seat may see it. The check at the end covers all that goes before, whether it was asked for or not."""
        key = (header, reader)
        if self._redacted is None or self._redacted[0] != key or self._passed > place:
            self._redacted, self._passed = (key, Redacted(reader)), 0
        seen: Record = {}
        for at in range(self._passed, place + 1):
            seen = self._redacted[1].record(events[at - 1] if at else header)
        self._passed = place + 1
        return seen

    def show(self) -> None:
        """The table, and in a log the event where one stands."""
        walk = self._here.walk
        if walk is not None:
            self._show_place(walk)
            return
        match = self._here.match
        seat = SPECTATOR if self._viewer.unseen else self._viewer.sight or ALL
        lines = self.artist.board(match, seat)
        self.say("board", {"seat": seat or "nobody", "turn": match.turn or "none", "lines": lines}, lines)

    def _show_place(self, walk: Walk) -> None:
        event = walk.told(walk.n, self.look) if walk.n else []
        table = walk.table(self.look)
        record = {"n": walk.n, "last": walk.last, "event": event, "lines": table}
        self.say(
            "place",
            record,
            [
                self._preferences.manners.styled(f"[{walk.place()}]", dim=True),
                *event,
                *([""] if event and table else []),
                *table,
            ],
        )

    def tell_again(self, first: int, *, whole: bool) -> None:
        """What lies here told once more from an event on, with its title where it is told whole."""
        header, *events = self._here.records
        if self._preferences.manners.json:
            self._put_records(header, events, 0 if whole else first + 1)
            return
        drawn = artist(header, self._viewer.reader, self.look)
        told = [drawn.tell(event) for event in events]
        self.lines([*(drawn.title() if whole else []), *(line for lines in told[first:] for line in lines)])

    def say(self, kind: str, record: Mapping[str, Any], lines: Iterable[str]) -> None:
        """Say something: as an object where JSON is asked for, else in lines."""
        if self._preferences.manners.json:
            voice.put_json({"dicecup": 1, "type": kind, **record})
        else:
            self.lines(lines)

    def tell_seed(self, seed: str) -> None:
        """Name the seed of a game, but not to the seat that looks, which it would tell every cup."""
        if self._viewer.seat is None:
            self.say("seed", {"seed": seed}, [f"Seed {seed} (seed={seed} throws the same dice again)"])

    def protest(self, text: str) -> None:
        """What is wrong: a person reads it among everything else, a script has standard error for it."""
        if self._input.asking:
            told = wrap(safe(f"{capital(text)}."), voice.room())
            self.lines(self._preferences.manners.styled(line, fg="red") for line in told)
        else:
            self._preferences.manners.warn(text)

    def lines(self, lines: Iterable[str]) -> None:
        """Finished lines."""
        for line in lines:
            voice.put(line)
        voice.flush()

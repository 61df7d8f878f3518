"""The desk: what lies on it (a game that is played, or a log that is walked through), and the one dispatcher of lines.

A line is a move where the person in turn may play it; else a command; else, where a decision is due, a move that is refused with
its rule. `/` before a command says that no move is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any, Protocol

from dicecup.cli import voice
from dicecup.cli.claim import Claim, claimed
from dicecup.cli.console.live import Live
from dicecup.cli.console.words import bare, first
from dicecup.cli.drawing import Artist, Look, look_of
from dicecup.cli.failure import NO, Failure, usage
from dicecup.cli.interrupt import ENDING, Interrupts
from dicecup.cli.redaction import SHOWN
from dicecup.cli.script import split_seat
from dicecup.cli.telling import ALL, SPECTATOR
from dicecup.cli.text import counted, listed, safe, wrap
from dicecup.cli.throws import explained, faces_of, question
from dicecup.cli.voice import Manners
from dicecup.engine.games.base import IllegalMove
from dicecup.engine.problem import guess, printable
from dicecup.engine.view import seen_by

if TYPE_CHECKING:
    from dicecup.cli.saved import Saved
    from dicecup.cli.settings import Settings
    from dicecup.cli.walk import Walk
    from dicecup.engine.match import Match, Record
    from dicecup.engine.throws import Due

LONGEST = 100  # signs of a move


class Quit(Exception):  # noqa: N818 - says what it is
    """Whoever sits at the desk leaves it."""


class Front(Protocol):
    """Who types: a person at a terminal, or a script."""

    asking: bool  # a person, who may choose by number, and who shall see nobody else's cup

    def ask(self, question: str) -> str | None:
        """An answer to a question in the midst of a line; None where nobody answers any more."""

    def face(self, seat: str) -> None:
        """From now on only that person looks at the screen."""

    def left(self, live: Live) -> None:
        """That game is about to be left unfinished."""


@dataclass(frozen=True)
class Command:
    """A command: what it is called and how it is used, what it does (called with the text after its name), and where help lists it."""

    name: str
    usage: str
    summary: str
    run: Callable[[Desk, str], None]
    group: str
    details: str = ""
    also: tuple[str, ...] = ()


class Desk:
    """The state of one session. Raises Failure, or an error that says itself what is wrong, for a line that cannot be done."""

    def __init__(self, manners: Manners, settings: Settings, front: Front) -> None:
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
        self.begun: str = ""  # what the last `new` was given
        self.variant: list[str] = []  # the arguments that name the game's definition on a command line
        self._artist: tuple[tuple[Record, str | None, Look], Artist] | None = None
        self._followed = 0  # events that the artist has been told
        self._claim: Claim | None = None
        self._warned: tuple[int, int] | None = None  # the move that the tutor has spoken against
        self._thrown: str | None = None  # what was typed while a throw was due

    @property
    def manners(self) -> Manners:
        """What was asked of the command, and what the settings say where nothing was."""
        return self.settings.manners(self.asked)

    # ---- lines

    def do(self, line: str) -> None:
        """Do what a line says. Where it is refused, nothing on the desk has changed."""
        text = bare(line)
        if text:
            if not self.confidential:
                self.history.append(text)
            self.perform(text)
        elif not line.strip():
            self._nothing_typed()

    def perform(self, text: str) -> None:
        """Do what a line says that holds something."""
        slash = text.startswith("/") and len(text) > 1
        word, rest = first(text[1:] if slash else text)
        command = commands().get(word.lower())
        live = self.live
        if live is not None and live.person is not None and not slash:
            try:
                action = self._action(live, text)
            except IllegalMove as error:
                raise self._refused(live, text, error) from None
            except ValueError as error:
                if command is None:
                    raise self._refused(live, text, error) from None
            else:
                self._play(live, action, text)
                return
        due = live.match.due if live is not None and not slash else None
        if due is not None and not self._covered(due) and (command is None or text.lower() in faces_of(due)):
            self._thrown = text
            self.go_on()
            return
        if command is None and self.walk is not None and word.isascii() and word.isdigit():
            command, rest = commands()["goto"], word
        if command is None:
            near = guess(word.lower(), list(commands()))
            raise usage(
                f"there is no command {safe(word)}{f' (did you mean {near}?)' if near else ''}; help lists them"
            )
        command.run(self, rest)

    def _action(self, live: Live, text: str) -> int:
        """The action of a line. IllegalMove where it may not be played, ValueError with a sentence where it is no move."""
        match = live.match
        if len(text) > LONGEST:
            raise ValueError("that is too long for a move")
        named, move = split_seat(text)
        if self.front.asking and move.isascii() and move.isdigit():
            legal = match.legal_actions()
            if len(move) < 10 and 1 <= int(move) <= len(legal):
                return legal[int(move) - 1]
            raise ValueError(f"there is no move {move}")
        if named is None or named == live.person:
            return match.check_play(move)
        claim = claimed(match, named, move)
        answer = claim.answer(match)
        assert answer is not None
        self._claim = claim
        return answer

    def _refused(self, live: Live, text: str, error: Exception) -> Failure:
        said = str(error).removesuffix("...").rstrip(", ")
        if isinstance(error, IllegalMove):
            return Failure(NO, f"{live.person} may not play {printable(text)} ({error.rule}): {said}")
        said += _meant(first(text)[0])
        legal = live.match.legal()
        if self.front.asking:
            return Failure(NO, f"{said}; {_range(legal)}")
        return Failure(NO, f"{said}; {live.person} may play {', '.join(legal[:5])}{', ...' if len(legal) > 5 else ''}")

    def _nothing_typed(self) -> None:
        """Enter lets the game go on; it is no answer where a person is to decide."""
        if self.front.asking and self.live is not None and self.live.person is not None:
            raise Failure(NO, _range(self.live.match.legal()))
        self.go_on()

    def _play(self, live: Live, action: int, text: str) -> None:
        if not self._may_be_costly(live, action):
            if self.confidential:
                self.history.append(text)
            self.walk = None
            live.play(action)
            self.go_on()

    def _may_be_costly(self, live: Live, action: int) -> bool:
        """The tutor speaks before a costly move, once; the same move typed again is played."""
        if not self.settings.tutor or self._warned == (live.match.count, action):
            return False
        from dicecup.cli.advice import warning

        match = live.match
        move = match.family.notate(action, match.rules)
        said = warning(match, str(live.person), move)
        if said is None:
            return False
        self._warned = (match.count, action)
        self.say(
            "tutor", {"move": move, "message": said}, wrap(f"{said} Type {move} again to play it.", self.look.cells)
        )
        return True

    def go_on(self) -> None:
        """Let dice fall and bots move until a person is to decide; claims that were made out of turn are kept to."""
        live = self.live
        if live is None or live.closed:
            return
        live.go()
        while self._claim is not None and live.person is not None:
            answer = self._claim.answer(live.match)
            if answer is None or live.match.turn == self._claim.seat:
                self._claim = None
            if answer is not None:
                live.play(answer)
                live.go()
        if not live.open and live.people:
            # Told only now: whoever knows the seed knows every cup.
            seed = live.match.header["seed"]
            self.say("seed", {"seed": seed}, [f"Seed {seed} (seed={seed} throws the same dice again)"])

    def ask(self, question: str, what: str) -> str:
        """An answer in the midst of a line; Failure naming what was asked where nobody answers."""
        with self.interrupts.free():
            answer = self.front.ask(question)
        if answer is None:
            raise Failure(NO, f"the input has ended at {what}")
        return answer

    def ask_dice(self, due: Due) -> str:
        """What a person types for a throw that is due; behind the cover where it falls under the cup."""
        if self._thrown is not None:
            text, self._thrown = self._thrown, None
            return text
        if due.private and self.live is not None and due.seat in self.live.people:
            self.front.face(due.seat)
        while True:
            text = self.ask(question(due, self.artist.who), f"{due.seat}'s throw in round {due.round}")
            word = text.strip().lower()
            if word in faces_of(due) or word not in ("?", "help", "quit", "q", "exit"):
                return text
            if word not in ("?", "help"):
                raise Failure(NO, "the throw is still due; Enter asks for it again")
            self.lines(explained(due))

    def refuse_dice(self, sentence: str) -> None:
        """What was typed is no such throw: a person is asked again, a script fails."""
        if not self.front.asking:
            raise Failure(NO, sentence)
        self.protest(sentence)

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
            raise usage("no game lies here; `new VARIANT` begins one, `load FILE` opens a log")
        return self.live.match

    def put(self, live: Live | None, walk: Walk | None = None, told: int = 0) -> None:
        """Lay a game or a log on the desk in place of what lay there, which is left; `told` events of a game are known already."""
        self.leave()
        self.live, self.walk, self.told = live, walk, told
        self.chosen = None
        self._claim = self._warned = self._artist = None
        if live is None:
            return
        if self.manners.json:
            for record in live.records:
                self._hear_json(record)
        elif not self.manners.quiet:
            self.lines([*self._drawn(0).title(), *([f"({counted(told, 'event')} before)"] if told else [])])
            for event in live.match.events:
                lines = self._drawn(event["n"] - 1).tell(event)
                self._followed += 1
                self.lines(lines if event["n"] > told else [])
        live.course.listen(self.hear)
        self.go_on()

    def leave(self) -> None:
        """Leave the game that is played, if one is."""
        if self.live is not None and not self.live.closed:
            self.front.left(self.live)
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

    def _covered(self, due: Due) -> bool:
        """Whether a throw is typed only where nobody else looks."""
        return self.shared and due.private

    def open_question(self) -> str:
        """Whose decision or throw is open in a game of people, in words; empty where none is."""
        live = self.live
        if live is None or not live.open or not live.people:
            return ""
        match, due = live.match, live.match.due
        whose = f"{due.seat}'s throw" if due is not None else f"{match.turn}'s decision"
        return f"{whose} in round {match.state.round}"

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
            raise usage("no game lies here; `new VARIANT` begins one, `load FILE` opens a log")
        return self.live.records

    def strolling(self) -> Walk:
        """The walk, else one that begins where the game that is played stands."""
        from dicecup.cli.walk import Walk
        from dicecup.engine.log import dump
        from dicecup.engine.replay import load

        if self.walk is None:
            if self.live is None:
                raise usage("no log lies here; `load FILE` opens one")
            game = load(BytesIO(b"".join(map(dump, self.live.records))))
            self.walk = Walk(game, self.sight)
            self.walk.n = self.walk.last
        return self.walk

    # ---- who looks

    @property
    def reader(self) -> str | None:
        """Through whose eyes events are told: a seat, SPECTATOR or ALL."""
        live = self.live
        if self.chosen is not None:
            return self.chosen
        if self.walk is not None:
            return self.walk.viewer or ALL
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
        if live.person is None:
            raise Failure(NO, "nobody is to decide, so nobody's view can be shown")
        return live.person

    def look_as(self, who: str | None) -> None:
        """Look through the eyes of a seat or of ALL; None for whoever would look else. Failure where that would show a person's cup."""
        live = self.live
        if who not in (None, ALL):
            seats = self.match.seats
            if who not in seats:
                raise usage(f"there is no seat {who}; the seats are {', '.join(seats)}")
        guarded = self.watched and live is not None and live.open and bool(live.people)
        if guarded and live is not None and who is not None and live.people != [who] and (live.hides or who == ALL):
            what = "the seed, and with it all dice to come" if who == ALL and not live.hides else "hidden dice"
            raise Failure(
                NO,
                f"that would show {what} while {listed(live.people)} still play{'s' if len(live.people) == 1 else ''}",
            )
        self.chosen = who
        if self.walk is not None:
            self.walk.viewer = None if who in (None, ALL) else who

    @contextmanager
    def looking_as(self, who: str | None) -> Iterator[None]:
        """For one line through other eyes."""
        before = self.chosen
        self.look_as(who)
        try:
            yield
        finally:
            self.look_as(before)

    # ---- what is said

    @property
    def look(self) -> Look:
        """How things are drawn."""
        return look_of(self.manners, self.settings.drawing)

    @property
    def artist(self) -> Artist:
        """Who draws what lies here for the reader."""
        if self.walk is not None:
            return Artist(self.walk.game.header, self.reader, self.look)
        return self._drawn(self.match.count)

    def _drawn(self, count: int) -> Artist:
        """The artist of the game that is played, who has been told the first `count` events."""
        match = self.live.match  # type: ignore[union-attr]
        key = (match.header, self.reader, self.look)
        if self._artist is None or self._artist[0] != key:
            self._artist = (key, Artist(*key))
            self._followed = 0
        for event in match.events[self._followed : count]:
            self._artist[1].tell(event)
            self._followed += 1
        return self._artist[1]

    def hear(self, record: Record) -> None:
        """An event of the game that is played is told as it comes."""
        if self.manners.json:
            self._hear_json(record)
            return
        lines = self._drawn(self.live.match.count - 1).tell(record)  # type: ignore[union-attr]
        self._followed += 1
        if not self.manners.quiet or record["type"] == "end":
            self.lines(lines)

    def _hear_json(self, record: Record) -> None:
        """A line of the log as the reader may see it."""
        reader = self.reader
        if reader == ALL:
            voice.put_json(record)
        elif record["type"] == "game":
            voice.put_json({name: value for name, value in record.items() if name in SHOWN})
        else:
            voice.put_json(seen_by(record, reader))

    def show(self) -> None:
        """The table, and in a log the event where one stands."""
        walk = self.walk
        if walk is not None:
            self._show_place(walk)
            return
        match = self.match
        lines = self.artist.board(match, self.sight or ALL)
        self.say("board", {"seat": self.sight or "all", "turn": match.turn or "none", "lines": lines}, lines)

    def _show_place(self, walk: Walk) -> None:
        event = walk.told(walk.n, self.look) if walk.n else []
        table = walk.table(self.look)
        record = {"n": walk.n, "last": walk.last, "event": event, "lines": table}
        self.say("place", record, [self.manners.styled(f"[{walk.place()}]", dim=True), *event, *table])

    def tell_again(self, first: int, *, whole: bool) -> None:
        """What lies here told once more from an event on, with its title where it is told whole."""
        header, *events = self.records
        if self.manners.json:
            for record in [*([header] if whole else []), *events[first:]]:
                self._hear_json(record)
            return
        artist = Artist(header, self.reader, self.look)
        told = [artist.tell(event) for event in events]
        self.lines([*(artist.title() if whole else []), *(line for lines in told[first:] for line in lines)])

    def say(self, kind: str, record: Mapping[str, Any], lines: Iterable[str]) -> None:
        """Say something: as an object where JSON is asked for, else in lines."""
        if self.manners.json:
            voice.put_json({"dicecup": 1, "type": kind, **record})
        else:
            self.lines(lines)

    def protest(self, text: str) -> None:
        """What is wrong: a person reads it among everything else, a script has standard error for it."""
        if self.front.asking:
            told = wrap(safe(f"{text[:1].upper()}{text[1:]}."), voice.room())
            self.lines(self.manners.styled(line, fg="red") for line in told)
        else:
            self.manners.warn(text)

    def lines(self, lines: Iterable[str]) -> None:
        """Finished lines."""
        for line in lines:
            voice.put(line)
        voice.flush()


def _range(legal: list[str]) -> str:
    return f"type a move such as {legal[0]}, or its number from 1 to {len(legal)}; ? helps"


def _meant(word: str) -> str:
    near = guess(word.lower(), list(commands()))
    return f" (did you mean {near}?)" if near else ""


def commands() -> Mapping[str, Command]:
    """Every command by each of its names."""
    from dicecup.cli.console.commands import NAMES

    return NAMES

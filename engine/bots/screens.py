"""The seats of people at other screens, and who looks on: who has come, what each is told, and what each answers.

The game goes on in one thread, which hands in each record as it comes and asks for decisions; each who has come is heard in a thread
of their own. All that is told goes through `visibility` for the seat it is told to, or is that seat's own view record. Whoever comes
back to a seat shows the secret that was given to them with it, and is told everything again.
"""

from __future__ import annotations

import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hmac import compare_digest
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

from dicecup import __version__
from dicecup.engine.bots.failure import BotFailure, CodePlace
from dicecup.engine.bots.protocol import PROTOCOL, Message, speaks, told, whole
from dicecup.engine.bots.wire import Wire, WireError, too_late
from dicecup.engine.core.problems import listed, printable
from dicecup.engine.games.base import Event, IllegalMove
from dicecup.engine.match.header import seen_header
from dicecup.engine.match.match import Match, Record
from dicecup.engine.match.seen import packed_view
from dicecup.engine.match.visibility import visibility_of

HUMAN = "human"
GREETING = 10.0  # seconds in which whoever comes must say who they are
PARTING = 2.0  # seconds in which the last words may be read
TICK = 0.2  # seconds between two looks at what else goes on while a person thinks
TOGETHER = 100  # events in one message
LONGEST_MOVE, LONGEST_NAME, LONGEST_CHAT = 100, 40, 300  # characters
MOST_REFUSED = 1000  # things of one guest, who may not read what is answered
TALK, TALK_SECONDS = 10, 10.0  # so many lines may be said in so many seconds


@dataclass(frozen=True)
class Notice:
    """What goes on at another screen, for the host's: somebody `came` to a seat, `left` it (`text` says how), or `said` something."""

    kind: str
    seat: str
    text: str = ""


@dataclass(eq=False)
class Guest:
    """Somebody who has come: to a seat, or to look on (None)."""

    wire: Wire
    seat: str | None
    said: deque[float] = field(default_factory=lambda: deque(maxlen=TALK))  # when
    refused: int = 0

    def refuse(self, sentence: str, **why: str) -> None:
        """What was sent changes nothing; the sentence says why."""
        self.refused += 1
        self.wire.say({"type": "refused", "message": sentence, **why})


class RefusedError(Exception):
    """Whoever has come may not come in; the sentence says why."""


class Screens:
    """The `seats` of people at other screens. `limit` is how long each may think about a decision, in seconds, for ever without one.

    `notice` is called by several threads. With `token` nobody is told anything who does not know it.
    """

    def __init__(
        self, seats: Sequence[str], notice: Callable[[Notice], None], token: str = "", limit: float | None = None
    ) -> None:
        self.seats = tuple(seats)
        self.names: dict[str, str] = {}  # that those who have come gave
        self.limit = limit
        self._notice = notice
        self._token = token.encode()
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._secrets: dict[str, str] = {}  # of the seats that were taken once
        self._guests: list[Guest] = []
        self._header: Record | None = None
        self._events: list[Event] = []
        self._turns: dict[str | None, Message] = {}  # what each seat was told last of where the game stands
        self._asked: tuple[str, Message] | None = None
        self._answers: SimpleQueue[str] = SimpleQueue()
        self._over = False

    # ---- for the game

    def all_have_come(self, seconds: float) -> bool:
        """Whether somebody has come to each seat; it may take so long to know."""
        with self._changed:
            return self._changed.wait_for(lambda: len(self._secrets) == len(self.seats), seconds)

    def is_here(self, seat: str) -> bool:
        """Whether somebody is at that seat's screen now."""
        with self._lock:
            return bool(self._at(seat))

    def record(self, record: Record) -> None:
        """The next record of the game, from its header on."""
        with self._lock:
            if record["type"] == "game":
                self._header, self._events = record, []
                for guest in self._guests:
                    guest.wire.say(self._game(guest.seat))
                return
            self._events.append(record)
            for guest in self._guests:
                guest.wire.say(*self._news(guest.seat, [record]))
            if record["type"] == "end":
                self._over, self._asked = True, None
                self._say_all({"type": "gameover"})

    def stands(self, match: Match) -> None:
        """Tell everybody where the game stands, and whose decision is due."""
        turn: Message = {"type": "turn", "n": match.count, "seat": match.turn}
        turns: dict[str | None, Message] = {
            seat: {**turn, "record": packed_view(match.view_record(seat))} for seat in self.seats
        }
        with self._lock:
            self._turns = {**turns, None: turn}
            for guest in self._guests:
                guest.wire.say(self._turns[guest.seat])

    def decide(self, match: Match, seat: str, meanwhile: Callable[[], None] = lambda: None) -> int:
        """The action of a person at another screen, who is in turn. `meanwhile` is called now and then while nobody answers.

        BotFailure where the time is over.
        """
        self.stands(match)
        question = {"type": "move?", "n": match.count, "seat": seat, "legal": match.legal(), "time": self.limit}
        self._ask(seat, question)
        until = None if self.limit is None else monotonic() + self.limit
        while True:
            left = TICK if until is None else min(TICK, max(0.0, until - monotonic()))
            try:
                text = self._answers.get(timeout=left)
            except Empty:
                if until is not None and monotonic() >= until:
                    self._answered()
                    said = f"{seat} {too_late(self.limit)}"
                    raise BotFailure(said, HUMAN, CodePlace(""), late=True) from None
                meanwhile()
                continue
            try:
                action = match.check_play(text)
            except ValueError as error:
                self._refuse(seat, error, question)
            else:
                self._answered()
                return action

    def say(self, seat: str | None, text: str) -> None:
        """A person at the host's own screen says something to everybody."""
        self._say_all({"type": "chat", "seat": seat, "text": printable(text, LONGEST_CHAT)})

    def close(self) -> None:
        """Part from everybody, who may read their last words for a moment."""
        with self._changed:
            self._over = True
            for guest in self._guests:
                guest.wire.close()
            self._changed.wait_for(lambda: not self._guests, PARTING)

    # ---- for those who come

    def welcome(self, wire: Wire) -> None:
        """Somebody has come: let them in, hear them until they leave, and part from them."""
        guest, how = None, "has left"
        try:
            message = wire.hear(GREETING, _any)
            if not self._knows_token(message):
                return  # without a word
            guest = self._let_in(wire, message)
            while (message := wire.hear(None, _any))["type"] != "quit":
                self._heard(guest, message)
                if guest.refused > MOST_REFUSED:
                    raise WireError("was refused too often")
        except RefusedError as refused:
            wire.say({"type": "error", "message": str(refused)})
        except WireError as error:
            how = str(error)
        finally:
            if guest is not None:
                self._let_go(guest, how)
            wire.close()
            with suppress(WireError):
                wire.hear(PARTING, lambda _: False)  # until the last words are read

    def _knows_token(self, message: Message) -> bool:
        given = message.get("token", "")
        known = compare_digest(given.encode("utf-8", "replace"), self._token) if isinstance(given, str) else False
        return message["type"] == "join" and (known or not self._token)

    def _let_in(self, wire: Wire, message: Message) -> Guest:
        if not speaks(message):
            raise RefusedError(f"the host is dicecup {__version__} and speaks protocol {PROTOCOL}, which you do not")
        with self._changed:
            if self._over and self._header is None:
                raise RefusedError("the game is over")
            seat = None if message.get("watch") is True else self._seat_for(message)
            guest = Guest(wire, seat)
            if seat is not None:
                for other in self._at(seat):
                    other.wire.say({"type": "error", "message": f"{seat} has come back at another screen"})
                    other.wire.close()
                    self._guests.remove(other)
                self._secrets.setdefault(seat, secrets.token_urlsafe(16))
                if (name := _name(message)) and self._header is None:
                    self.names[seat] = name
            back = {"back": self._secrets[seat]} if seat is not None else {}
            waits = [one for one in self.seats if one not in self._secrets]
            hello = {"type": "welcome", "protocol": PROTOCOL, "dicecup": __version__, "seat": seat, "waits": waits}
            wire.say({**hello, **back}, *self._all_told(seat))
            self._guests.append(guest)
            if seat is not None:
                self._notice(Notice("came", seat))
                self._say_all({"type": "seat", "seat": seat, "here": True, "name": self.names.get(seat, "")}, guest)
            self._changed.notify_all()
        return guest

    def _seat_for(self, message: Message) -> str:
        """The seat for who asks for one or for any. RefusedError where there is none."""
        given = message.get("back", [])
        shown = [one for one in given if isinstance(one, str)] if isinstance(given, list) else []
        own = [seat for seat, secret in self._secrets.items() if any(_same(one, secret) for one in shown)]
        wanted = message.get("seat")
        if wanted is not None:
            if wanted not in self.seats:
                raise RefusedError(f"nobody may join as {printable(str(wanted), 10)}, only as {listed(self.seats)}")
            if wanted in self._secrets and wanted not in own:
                raise RefusedError(f"{wanted} is taken by somebody else")
            return str(wanted)
        away = [seat for seat in own if not self.is_here(seat)]
        free = [seat for seat in self.seats if seat not in self._secrets]
        for some in (away, free, own):  # who is here and comes again may have lost the wire without the host's knowing
            if some:
                return some[0]
        raise RefusedError("every seat is taken; you may watch")

    def _heard(self, guest: Guest, message: Message) -> None:
        if guest.seat is None:
            return
        if message["type"] == "move":
            with self._lock:
                asked, move = self._asked, message.get("move")
                if asked is None or asked[0] != guest.seat:
                    return  # it comes too late
                n = message.get("n", asked[1]["n"])
                if not whole(n) or not isinstance(move, str) or len(move) > LONGEST_MOVE:
                    guest.refuse("that is no move")
                elif n != asked[1]["n"]:
                    return  # too late as well
                else:
                    self._asked = None  # until it is refused
                    self._answers.put(move)
        elif message["type"] == "chat" and isinstance(text := message.get("text"), str) and text.strip():
            if len(guest.said) == TALK and monotonic() - guest.said[0] < TALK_SECONDS:
                guest.refuse("nobody can read so much so quickly; that was not told")
                return
            guest.said.append(monotonic())
            text = printable(text.strip(), LONGEST_CHAT)
            self._say_all({"type": "chat", "seat": guest.seat, "text": text}, guest)
            self._notice(Notice("said", guest.seat, text))

    def _let_go(self, guest: Guest, how: str) -> None:
        with self._changed:
            there = guest in self._guests
            if there:
                self._guests.remove(guest)
                if self._header is None and guest.seat is not None:  # nothing is lost yet, and others may want to play
                    del self._secrets[guest.seat]
                    self.names.pop(guest.seat, None)
            self._changed.notify_all()
        if there and guest.seat is not None and not self._over:
            self._say_all({"type": "seat", "seat": guest.seat, "here": False, "name": self.names.get(guest.seat, "")})
            self._notice(Notice("left", guest.seat, how))

    # ---- what is told

    def _all_told(self, seat: str | None) -> Iterator[Message]:
        """Everything that who comes to a seat is to know."""
        if self._header is None:
            return
        yield self._game(seat)
        yield from self._news(seat, self._events)
        if self._over:
            yield {"type": "gameover"}
            return
        if seat in self._turns:
            yield self._turns[seat]
        if self._asked is not None and self._asked[0] == seat:
            yield self._asked[1]

    def _game(self, seat: str | None) -> Message:
        assert self._header is not None
        return {
            "type": "newgame",
            "seat": seat,
            "game": seen_header(self._header),
            "time": self.limit,
            "events": len(self._events),
        }

    def _news(self, seat: str | None, events: Sequence[Mapping[str, Any]]) -> Iterator[Message]:
        assert self._header is not None
        visibility = visibility_of(self._header)
        for first in range(0, len(events), TOGETHER):
            yield told([visibility.seen(event, seat) for event in events[first : first + TOGETHER]])

    def _say_all(self, message: Message, but: Guest | None = None) -> None:
        with self._lock:
            for guest in self._guests:
                if guest is not but:
                    guest.wire.say(message)

    def _ask(self, seat: str, question: Message) -> None:
        with self._lock:
            self._asked = (seat, question)
            for guest in self._at(seat):
                guest.wire.say(question)

    def _refuse(self, seat: str, error: ValueError, question: Message) -> None:
        rule = {"rule": error.rule} if isinstance(error, IllegalMove) else {}
        with self._lock:
            self._asked = (seat, question)
            for guest in self._at(seat):
                guest.refuse(str(error), **rule)

    def _answered(self) -> None:
        with self._lock:
            self._asked = None
            with suppress(Empty):
                self._answers.get_nowait()  # what came too late

    def _at(self, seat: str) -> list[Guest]:
        return [guest for guest in self._guests if guest.seat == seat]


def _any(_: Message) -> bool:
    return True


def _name(message: Message) -> str:
    name = message.get("name")
    return printable(name.strip(), LONGEST_NAME) if isinstance(name, str) else ""


def _same(shown: str, secret: str) -> bool:
    return compare_digest(shown.encode("utf-8", "replace"), secret.encode())

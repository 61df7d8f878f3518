"""A game at another screen than its host's: what the host says is shown, and what is typed is answered or handed on.

All that is known here is what the host tells the seat. It is drawn and weighed here, in the words of the console.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from dicecup import __version__
from dicecup.cli.base import output as voice
from dicecup.cli.base.errors import NO, Failure
from dicecup.cli.base.output import Manners
from dicecup.cli.base.text import capital, counted, safe, wrap
from dicecup.cli.drawing import Artist, look_of
from dicecup.cli.games.registry import artist, teller
from dicecup.cli.narration.events import this_round
from dicecup.cli.narration.rules import rules_lines
from dicecup.cli.session.choices import numbered
from dicecup.cli.session.hints import hint_lines
from dicecup.cli.session.line_input import HELP, QUIT, chatted
from dicecup.cli.session.seat_log import SeatLog
from dicecup.cli.session.typed_move import NO_MOVE, NOTHING, NUMBER, Refusal
from dicecup.engine.bots.protocol import PROTOCOL, Message, speaks, whole
from dicecup.engine.core.problems import DefinitionError
from dicecup.engine.log.header import check_header
from dicecup.engine.log.log import Line
from dicecup.engine.log.verdict import Untrue
from dicecup.engine.match.seen import SeenMatch

ODD = (
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    ArithmeticError,
    AssertionError,
    RecursionError,
    StopIteration,
)
WORDS = ("moves", "board", "hint", "rules", "log", "say", "help", "quit")


class Joined:
    """One seat at another screen, or somebody who looks on. `say` sends a message to the host, `log` takes the records of the game, and
    `keep` the seat and the secret by which one comes back.

    `piped`: the host is at standard input and takes this for a program, which has a `name`, and whose illegal move would end the game.
    """

    def __init__(
        self,
        manners: Manners,
        say: Callable[[Message], None],
        log: SeatLog | None = None,
        keep: Callable[[str, str], None] = lambda seat, secret: None,
        *,
        piped: bool = False,
        name: str = "guest",
    ) -> None:
        self.over = False  # there is nothing more to do here
        self.finished = False  # because the game is over
        self.greeted = False  # the host has said something
        self.seat: str | None = None
        self.match: SeenMatch | None = None
        self._manners = manners
        self._say = say
        self._log = log
        self._keep = keep
        self._piped = piped
        self._name = name
        self._asked: Message | None = None  # the question that is open
        self._sent: Message | None = None  # and the one that was answered last
        self._due = 0  # events that were before one came (back)
        self._takes: Mapping[str, Callable[[Message], None]] = {
            "hello": self._take_hello,
            "welcome": self._take_welcome,
            "newgame": self._take_game,
            "events": self._take_events,
            "turn": self._take_turn,
            "move?": self._take_question,
            "refused": self._take_refusal,
            "chat": self._take_chat,
            "seat": self._take_seat,
            "gameover": self._take_gameover,
            "quit": self._take_quit,
        }

    # ---- for the keyboard

    @property
    def is_asked(self) -> bool:
        """Whether a move is to be typed."""
        return self._asked is not None

    @property
    def prompt(self) -> str:
        """What stands before what is typed."""
        if self.match is None:
            return "> "
        who = self._who(self.seat) if self.seat is not None else "watching"
        if self.is_asked:
            return f"{who}> "
        turn = self.match.turn
        return f"{who} ({'waiting' if turn is None else f'{self._who(turn)} is to move'})> "

    @property
    def completions(self) -> list[str]:
        """What may be typed."""
        return [*(self.match.legal() if self.match is not None else []), *WORDS]

    # ---- what the host says

    def heard(self, message: Message) -> None:
        """A message of the host. Failure where it ends all, or cannot be."""
        kind, self.greeted = message["type"], True
        if kind == "error":
            raise Failure(NO, f"the host says: {safe(str(message.get('message')))}")
        if (take := self._takes.get(kind)) is None:
            return  # what a later version says
        try:
            take(message)
        except (DefinitionError, Untrue) as error:
            raise Failure(NO, f"the host's game cannot be played here: {safe(str(error))}") from None
        except ODD:
            raise Failure(NO, f"the host has said what cannot be (a {safe(str(kind))} message)") from None

    def _take_hello(self, message: Message) -> None:
        if not speaks(message):
            raise Failure(NO, f"the host speaks another protocol than dicecup {__version__}")
        self._say({"type": "hello", "protocol": PROTOCOL, "name": self._name, "person": True})

    def _take_welcome(self, message: Message) -> None:
        seat, back = message["seat"], message.get("back", "")
        if not (seat is None or (isinstance(seat, str) and len(seat) == 1)) or not isinstance(back, str):
            raise ValueError(seat)
        self.seat = seat
        if seat is not None:
            self._keep(seat, back)
        waits = [str(one) for one in message.get("waits", []) if one != seat]
        self._tell(["You are watching." if seat is None else f"You have seat {safe(seat)}."])
        if waits:
            self._tell([f"The game begins when somebody has come to {safe(', '.join(waits))}."])

    def _take_game(self, message: Message) -> None:
        header, seat = message["game"], message["seat"]
        definition = check_header(Line(1), {**header, "seed": ""})
        if "seed" in header or (seat is not None and seat not in [one["seat"] for one in header["seats"]]):
            raise ValueError(seat)
        self.seat, self._asked, self._sent = seat, None, None
        self.match = SeenMatch(definition, header, seat)
        self._due = events if whole(events := message.get("events", 0)) else 0
        if self._log is not None:
            self._log.begin(header, seat)
        if not self._manners.quiet:
            self._show([*self._artist.title(), ""])
        if self._piped:
            self._say({"type": "ready"})

    def _take_events(self, message: Message) -> None:
        match = self._begun()
        for event in message["events"]:
            if event["type"] != "end" and (fault := match.visibility.fault(event, self.seat)):  # type: ignore[arg-type]
                raise Failure(NO, f"the host has told of what cannot be: {fault}")
            match.events.append(event)
            if self._log is not None:
                self._log.record(event)
            if len(match.events) > self._due:
                self._tell_event(event)
            elif len(match.events) == self._due:
                self._tell_missed()

    def _take_turn(self, message: Message) -> None:
        match = self._begun()
        if self._asked is None:
            match.told(message["seat"], message.get("record"))

    def _take_question(self, message: Message) -> None:
        match, legal = self._begun(), message["legal"]
        if not (isinstance(legal, list) and legal and all(isinstance(move, str) for move in legal)):
            raise ValueError(legal)
        match.told(self.seat, message.get("record"), [safe(move) for move in legal])
        self._asked = message
        self.board()
        if (seconds := message.get("time")) is not None:
            self._tell([f"You have {counted(int(seconds), 'second')}."])

    def _take_refusal(self, message: Message) -> None:
        rule, sentence = message.get("rule"), safe(str(message.get("message")))
        self._tell([f"Not legal ({safe(str(rule))}): {sentence}." if rule else f"{capital(sentence)}."])
        if self._sent is not None:
            self._asked, self._sent = self._sent, None
            self._begun().told(self.seat, None, self._asked["legal"])

    def _take_chat(self, message: Message) -> None:
        self._tell([f"{self._who(message.get('seat'))}: {safe(str(message.get('text')))}"])

    def _take_seat(self, message: Message) -> None:
        named = f" {safe(name)}" if (name := message.get("name")) and self.match is None else ""
        who = f"{self._who(message.get('seat'))}{named}"
        self._tell([f"{who} is here." if message.get("here") is True else f"{who} has left; the game waits for them."])

    def _take_gameover(self, message: Message) -> None:
        self._asked = None
        self.over = self.finished = not self._piped

    def _take_quit(self, message: Message) -> None:
        self.over = True

    # ---- what is typed

    def typed(self, text: str) -> None:
        """A line that was typed."""
        command = " ".join(text.lower().split())
        if self.is_asked and self._is_face(command):  # a face called Q is not to quit
            self._move(text.strip())
        elif command in QUIT:
            self._say({"type": "quit"})
            self.over = True
            if self.seat is not None and not self._piped:
                self._tell(["You have left; the same command brings you back."])
        elif command in HELP:
            self._help()
        elif (said := chatted(text)) is not None:
            self._chat(said)
        elif self.match is None:
            if command:
                self._tell(["The game has not begun; `say TEXT` says something, and `quit` leaves."])
        elif command in ("board", "table", "show"):
            self.board()
        elif command in ("moves", "m"):
            self._moves()
        elif command == "hint":
            self._hint()
        elif command == "rules":
            self._show(rules_lines(self.match.definition, self._manners.page))
        elif command == "log":
            for event in self.match.events:
                self._tell_event(event)
        elif self.is_asked:
            self._move(text.strip())
        elif command:
            self._tell(
                [f"It is not your turn{'' if self.seat else ', you are watching'}; `help` lists what you may type."]
            )

    def board(self) -> None:
        """Draw the table as it stands."""
        if self.match is None or not self.match.knows_table:
            self._tell(
                ["There is no table to draw yet." if self.seat else "Who watches sees no table, only what happens."]
            )
            return
        try:
            drawn = self._artist.board(self.match, self.seat)
        except ODD:
            raise Failure(NO, "the host's table cannot be drawn: it is none that this game can have") from None
        self._show(["", *drawn])

    def _is_face(self, command: str) -> bool:
        match = self._begun()
        return command in {str(name).lower() for name in match.family.die_names(match.rules, 0)}

    def _move(self, text: str) -> None:
        match, asked = self._begun(), self._asked
        assert asked is not None
        legal = match.legal()
        if text not in legal and NUMBER.fullmatch(text):
            number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
            if not 1 <= number <= len(legal):
                self._refuse(NO_MOVE, f"there is no move {text}", legal)
                return
            text = legal[number - 1]
        if not text:
            self._refuse(NOTHING, "", legal)
            return
        try:
            text = match.family.notate(match.family.parse(text, match.rules), match.rules)
        except ValueError as error:
            self._refuse(NO_MOVE, safe(str(error)), legal)
            return
        if self._piped and text not in legal:
            self._refuse(NO_MOVE, f"{text} is not legal now", legal)
            return
        self._asked, self._sent = None, asked
        match.told(None, None)
        self._say({"type": "move", "n": asked.get("n"), "move": text})

    def _refuse(self, kind: str, reason: str, legal: Sequence[str]) -> None:
        found = Refusal(kind, str(self.seat), str(self.seat), "", reason, legal)
        self._tell([f"{capital(one)}." for one in found.advice()])

    def _moves(self) -> None:
        legal = self._begun().legal()
        self._show(list(numbered(legal, self._manners.page)) if legal else ["It is not your turn."])

    def _hint(self) -> None:
        if self.seat is None or not self._begun().knows_table:
            self._tell(["There is nothing to weigh yet." if self.seat else "Hints are for who has a seat."])
            return
        try:
            self._show(hint_lines(self._begun(), self.seat, voice.room()))
        except Failure as error:
            self._tell([f"{capital(str(error))}."])
        except ODD:
            self._tell(["Nothing can be said of what the host tells of this table."])

    def _chat(self, text: str) -> None:
        if not text:
            self._tell(["`say TEXT` says something to the others."])
        elif self.seat is None:
            self._tell(["Who watches is not heard."])
        else:
            self._say({"type": "info" if self._piped else "chat", "text": text})

    def _help(self) -> None:
        rows = [
            ("  moves", "your legal moves, numbered: type one, or its number"),
            ("  board", "the table, as your seat sees it"),
            ("  hint", "the move that the strongest bot would make with what you see"),
            ("  rules", "the rules of this game"),
            ("  log", "what has happened, as you saw it"),
            ("  say TEXT", "say something to the others"),
            ("  quit", "leave; the same command brings you back"),
        ]
        self._show(self._manners.page.rows(rows))

    # ---- what is shown

    def _begun(self) -> SeenMatch:
        if self.match is None:
            raise ValueError("no game")
        return self.match

    @property
    def _artist(self) -> Artist:
        look = replace(look_of(self._manners, sys.stdout), cells=voice.wide())
        return artist(self._begun().header, self.seat, look)

    def _who(self, seat: Any) -> str:
        if self.match is None:
            return safe(str(seat))
        return safe(teller(self.match.header, self.seat).who(seat))

    def _tell_event(self, event: Mapping[str, Any]) -> None:
        if self._manners.quiet and event["type"] != "end":
            return
        self._show(self._artist.tell(event))

    def _tell_missed(self) -> None:
        """What was before one came (back): the round that is being played, and how much else."""
        events = self._begun().events
        begun = this_round(events)
        self._show([f"({counted(begun, 'event')} before)"] if begun else [])
        for event in events[begun:]:
            self._tell_event(event)

    def _tell(self, paragraphs: Iterable[str]) -> None:
        self._show([line for text in paragraphs for line in wrap(text, voice.room())])

    def _show(self, lines: Iterable[str]) -> None:
        for line in lines:
            voice.put(line)
        with suppress(BrokenPipeError):
            voice.flush()

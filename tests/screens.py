"""A game hosted in this process, and people at other screens who are no more than bytes over its socket."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from dicecup.engine.bots.door import Address, Door, local_door, tcp_address, tcp_door
from dicecup.engine.bots.protocol import PROTOCOL
from dicecup.engine.bots.screens import Notice, Screens
from dicecup.engine.definitions.definition import load
from dicecup.engine.match.dice_source import Seeded
from dicecup.engine.match.match import Match, Seat, header

SEED = "Zq9-a-seed-that-no-message-may-hold"
Message = dict[str, Any]


class Screen:
    """Somebody at another screen: `say` sends a message, `hears` waits for one of that type; `bytes` is all that has come."""

    def __init__(self, address: Address, **join: Any) -> None:
        if address.path:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.connect(address.path)
        else:
            self.socket = socket.create_connection((address.host, address.port))
        self.socket.settimeout(20)
        self.bytes = b""
        self.messages: list[Message] = []
        self._lines = self._listen()
        if join:
            self.say(type="join", **{"protocol": PROTOCOL, "token": address.token, **join})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.socket.close()

    def say(self, **message: Any) -> None:
        self.send(json.dumps(message).encode() + b"\n")

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def hears(self, *kinds: str) -> Message:
        """The next message of one of these types."""
        for message in self._lines:
            if message["type"] in kinds:
                return message
        raise AssertionError(f"{kinds} do not come; there came {self.messages}")

    def rest(self) -> list[Message]:
        """All that still comes, up to the end."""
        return list(self._lines)

    def _listen(self) -> Iterator[Message]:
        half = b""
        try:
            while data := self.socket.recv(1 << 16):
                self.bytes += data
                *lines, half = (half + data).split(b"\n")
                for line in lines:
                    self.messages.append(json.loads(line))
                    yield self.messages[-1]
        except ConnectionResetError:
            pass

    def plays(self) -> threading.Thread:
        """From now on some legal move is answered to each question, until the game is over; the thread that does so."""

        def play() -> None:
            while (message := self.hears("move?", "gameover"))["type"] == "move?":
                legal = message["legal"]
                self.say(type="move", n=message["n"], move=legal[message["n"] * 7919 % len(legal)])

        thread = threading.Thread(target=play, daemon=True)
        thread.start()
        return thread


class Hosted:
    """A game with people at other screens in each of its seats."""

    def __init__(self, door: Door, screens: Screens, notices: list[Notice], variant: str, settings: list[str]) -> None:
        self.address = door.address
        self.screens = screens
        self.notices = notices
        self._screens: list[Screen] = []
        self.definition = load(variant, settings)

    def screen(self, **join: Any) -> Screen:
        screen = Screen(self.address, **(join or {"back": []}))
        self._screens.append(screen)
        return screen

    def close(self) -> None:
        for screen in self._screens:
            screen.socket.close()

    def begin(self) -> Match:
        """The game begins, and stands before its first decision."""
        seats = [Seat(f"Player {seat}", "human") for seat in self.screens.seats]
        self.match = Match(self.definition, header(self.definition, seats, SEED), None, self.screens.record)
        self.screens.record(self.match.header)
        for event in self.match.events:
            self.screens.record(event)
        self.match.throws = Seeded(SEED, 0)
        self.match.advance()
        return self.match

    def go_on(self, decisions: int, looked: Callable[[Match], None] = lambda match: None) -> None:
        """So many decisions are asked for and played; then the game is abandoned, if it goes on."""
        for _ in range(decisions):
            if (seat := self.match.turn) is None:
                break
            looked(self.match)
            self.match.play_action(self.screens.decide(self.match, seat))
        self.match.abandon()


@contextmanager
def hosted(
    folder: Path, variant: str = "liars-dice", *settings: str, seats: str = "AB", tcp: bool = False, **more: Any
) -> Iterator[Hosted]:
    """A game that people may join from now on."""
    address = tcp_address("127.0.0.1:0")
    assert address is not None
    door = tcp_door(address) if tcp else local_door(folder, variant)
    notices: list[Notice] = []
    screens = Screens(seats, notices.append, door.address.token, **more)
    door.open(screens.welcome)
    game = Hosted(door, screens, notices, variant, list(settings))
    try:
        yield game
    finally:
        game.close()
        door.close()
        screens.close()

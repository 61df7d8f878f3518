"""The program in which a bot of a user's Python file plays: `python -m dicecup.engine.bots.host`, which speaks the protocol.

It has nothing of the match but what the protocol tells it, so that nothing else can be reached from the bot. Its first line, before
the hello, is the file as it was read, with the modules beside it. Each game loads them afresh, unless the file says `REUSE = True`,
and before each decision `random` is seeded with the seat's own number: so a game hangs on no other.
"""

from __future__ import annotations

import os
import random  # noqa: TID251 - what a bot draws from it is seeded here
import signal
import sys
from base64 import b85decode, b85encode
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import IO, Any

import msgspec

from dicecup.engine.bots import weights
from dicecup.engine.bots.bot_file import BotFile
from dicecup.engine.bots.failure import CodePlace, users_code, where_defined
from dicecup.engine.core.kernel import is_kernel
from dicecup.engine.match.view import Event, SeatView

MEMORY = 4 << 30  # bytes of data that a bot may hold, where the system can see to that
LONGEST_TRACEBACK = 20_000  # characters
LEFT_ALONE = 5.0  # seconds beyond its time after which a bot ends by itself, whatever it does: dicecup may be gone


def command() -> list[str]:
    """How the program is begun. What stands in the folder that one happens to be in is not for it."""
    return [sys.executable, "-P", "-m", "dicecup.engine.bots.host"]


def environment() -> dict[str, str]:
    """The environment of the program: texts hash alike in all of them, so that no set of texts has an order of chance."""
    return {**os.environ, "PYTHONHASHSEED": "0"}


def loading(file: BotFile, name: str) -> dict[str, Any]:
    """The message that comes before the hello: the file as it was read, and the function that plays."""
    modules = {path: b85encode(source).decode() for path, source in file.modules.items()}
    return {
        "type": "load",
        "path": file.path,
        "source": b85encode(file.source).decode(),
        "modules": modules,
        "name": name,
    }


class BotError(Exception):
    """The bot has failed: the sentence, and where in its file."""

    def __init__(self, sentence: str, place: CodePlace) -> None:
        super().__init__(sentence)
        self.place = place


class Host:
    """One bot, and what it knows of the game that it plays."""

    def __init__(self, load: dict[str, Any]) -> None:
        modules = {path: b85decode(source) for path, source in load["modules"].items()}
        self.file = BotFile(load["path"], b85decode(load["source"]), modules)
        self.name: str = load["name"]
        self.seat = ""
        self.events: list[Event] = []
        self.begun = False
        sys.path.insert(0, str(Path(self.file.path).absolute().parent))

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """What is said to a message, if anything."""
        kind = message["type"]
        if kind == "events":
            self.events += message["events"]
        elif kind == "move?":
            return self.move(message)
        elif kind == "newgame":
            return self.new_game(message)
        elif kind == "hello":
            return self.hello(message["protocol"])
        return None

    def hello(self, protocol: int) -> dict[str, Any]:
        """Who plays, in the protocol in which it is asked, since both ends come with one dicecup.

        The file is loaded for the first time, to see whether there is such a bot, and of what kind.
        """
        seed(0)
        known = {*sys.modules}
        function = self.loaded()
        place = where_defined(function, self.file.path)
        kernel = {"kernel": True} if is_kernel(function) else {}
        files = [getattr(module, "__file__", None) for name, module in [*sys.modules.items()] if name not in known]
        return {
            "type": "hello",
            "protocol": protocol,
            "name": self.name,
            "line": place.line,
            "files": [file for file in files if isinstance(file, str)],
            **kernel,
        }

    def new_game(self, message: dict[str, Any]) -> dict[str, Any]:
        """A game begins."""
        seed(message["random"])
        if not (self.begun and getattr(self.module, "REUSE", False) is True):
            self.function = self.loaded()
        self.begun = True
        self.seat, self.events = message["seat"], []
        return {"type": "ready"}

    def move(self, message: dict[str, Any]) -> dict[str, Any]:
        """A move, or weights of moves."""
        view = SeatView(self.seat, message["legal"], self.events, message["view"], message["random"])
        seed(message["random"])
        self.limit(message["time"] + LEFT_ALONE)
        try:
            with users_code(self.file.path, BotError, self.function):
                answer = self.function(view)
                fault = weights.fault(answer) if isinstance(answer, dict) else None
        except KeyboardInterrupt:  # nobody types in this program
            raise BotError("KeyboardInterrupt", where_defined(self.function, self.file.path)) from None
        self.limit(0)
        if isinstance(answer, str):
            return {"type": "move", "move": str.__str__(answer)}
        if fault is not None:
            raise BotError(f"it answered {fault}", where_defined(self.function, self.file.path))
        if isinstance(answer, dict):
            return {"type": "move", "weights": answer}
        legible = (
            answer is None or isinstance(answer, float) or (isinstance(answer, int) and abs(answer) < weights.LEGIBLE)
        )
        shown = repr(answer) if legible else f"a {'number' if isinstance(answer, int) else type(answer).__name__}"
        said = f"it answered {shown}; a move is a text, such as those in view.legal, or a dict of their weights"
        raise BotError(said, where_defined(self.function, self.file.path))

    def loaded(self) -> Callable[..., Any]:
        """The bot, its file and what that imports from its folder loaded afresh."""
        with users_code(self.file.path, BotError):
            self.module: ModuleType = self.file.fresh()
            function: Any = getattr(self.module, self.name, None)
        if not callable(function):
            there = f"its {self.name!r} is no function, but of type {type(function).__name__}"
            missing = f"the file has no function {self.name!r}"
            raise BotError(there if self.name in vars(self.module) else missing, CodePlace(self.file.path))
        bot: Callable[..., Any] = function
        return bot

    @staticmethod
    def limit(seconds: float) -> None:
        """End by itself in so many seconds, 0 never: a bot that loops in C hears nobody, and dicecup may have been killed."""
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, seconds)


def seed(number: int) -> None:
    """What a bot draws from the generators of Python and NumPy hangs on this number alone."""
    random.seed(number)
    if (numpy := sys.modules.get("numpy")) is not None and hasattr(numpy, "random"):
        numpy.random.seed(number & 0xFFFFFFFF)


def serve(lines: IO[bytes], out: IO[bytes]) -> None:
    """Answer messages until there are no more, or one tells to quit."""
    own = os.getpid()
    host: Host | None = None
    for line in lines:
        message = msgspec.json.decode(line)
        if message["type"] == "quit":
            return
        if host is None:
            host = Host(message)
            continue
        try:
            answer = host.answer(message)
        except BotError as failed:
            place = failed.place
            traceback = place.traceback[-LONGEST_TRACEBACK:].encode("utf-8", "backslashreplace").decode()
            answer = {"type": "error", "message": str(failed), "line": place.line, "traceback": traceback}
        if os.getpid() != own:  # the bot has forked, and this is its child
            return
        if answer is not None:
            out.write(_encoded(answer))
            out.flush()


def _encoded(answer: dict[str, Any]) -> bytes:
    try:
        return msgspec.json.encode(answer) + b"\n"
    except Exception as error:  # noqa: BLE001 - weights may be of anything
        return msgspec.json.encode({"type": "error", "message": f"its answer is no JSON: {error}"}) + b"\n"


def main() -> None:
    """Speak on what standard input and output were, which belong to the bot from now on: what it prints is talk."""
    lines, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    with suppress(AttributeError, ValueError):
        sys.stdout.reconfigure(line_buffering=True, errors="backslashreplace")  # type: ignore[union-attr]
    _hold_memory()
    try:
        serve(lines, out)
    finally:
        with suppress(Exception):
            sys.stdout.flush()
        os._exit(0)  # whatever threads the bot has left


def _hold_memory() -> None:
    if sys.platform == "win32":
        return
    import resource

    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


if __name__ == "__main__":
    main()

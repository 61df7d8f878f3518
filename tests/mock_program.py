"""A program that is none: it answers at once, in this very process, and keeps what it was told, as bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from dicecup.engine.bots.agents import Agent
from dicecup.engine.bots.conversation import Conversation, Patience
from dicecup.engine.bots.protocol import read
from dicecup.engine.bots.wire import WireError

HELLO = {"type": "hello", "protocol": 1, "name": "mock"}
Answer = dict[str, Any] | bytes


class MockProgram:
    """Answers `move?` with what `answer` makes of it, everything else as a good program does."""

    errors = ""

    def __init__(self, answer: Callable[[dict[str, Any]], Answer | Iterable[Answer]], hello: Any = HELLO) -> None:
        self.told: list[bytes] = []
        self.open = True
        self._answer = answer
        self._hello = hello
        self._said: list[bytes] = []

    def say(self, *messages: dict[str, Any]) -> None:
        for message in messages:
            self.told.append(msgspec.json.encode(message))
            heard = msgspec.json.decode(self.told[-1])
            if heard["type"] == "hello":
                self._put(self._hello)
            elif heard["type"] == "newgame":
                self._put({"type": "ready"})
            elif heard["type"] == "move?":
                answer = self._answer(heard)
                for one in [answer] if isinstance(answer, dict | bytes) else answer:
                    self._put(one)

    def _put(self, answer: Answer) -> None:
        self._said.append(answer if isinstance(answer, bytes) else msgspec.json.encode(answer))

    def hear(self, seconds: float, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while self._said:
            message = read(self._said.pop(0))
            if wanted(message):
                return message
        raise WireError(f"did not answer within {seconds:g} seconds", late=True)

    def quit(self, seconds: float) -> None:
        self.close()

    def close(self) -> None:
        self.open = False

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [msgspec.json.decode(line) for line in self.told]


def first(question: dict[str, Any]) -> dict[str, Any]:
    """The first legal move."""
    return {"type": "move", "move": question["legal"][0]}


def mocked(
    family: str, answer: Callable[..., Any] = first, hello: Any = HELLO, **patience: Any
) -> tuple[Agent, list[MockProgram]]:
    """An agent of such a program, and all the programs that were begun for it."""
    begun: list[MockProgram] = []

    def begin(overhear: Any) -> Any:
        begun.append(MockProgram(answer, hello))
        return begun[-1]

    talk = Conversation("cmd:mock", begin, Patience(**patience))
    return Agent("cmd:mock", family, program=talk), begun

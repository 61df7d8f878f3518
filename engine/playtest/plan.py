"""What a playtest is to play: so many games of a definition, by a line-up, from a seed; and one of them, in full."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from dicecup.engine.bots.agents import PATIENCE, Agent, agents, label, play_out
from dicecup.engine.bots.bot_file import BotFile
from dicecup.engine.bots.conversation import Patience
from dicecup.engine.bots.failure import BotFailure
from dicecup.engine.core.philox import MAX_GAME
from dicecup.engine.core.problems import InputError
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.match.match import Match, Seat, check_seats, new_match


@dataclass(frozen=True)
class Plan:
    """What is to be played: `games` games from number `first` on, by these agents in seat order.

    Files of bots are read when it is made, and never again: it takes what was read along, to other processes too. `patience` is what
    their programs get.
    Raises InputError for games that have no number, SeatCountError for a line-up that the definition does not take, and
    UnknownAgent for one that does not exist.
    """

    definition: Definition
    line_up: tuple[str, ...]
    games: int
    seed: str
    first: int = 0
    patience: Patience = field(default=PATIENCE, repr=False, compare=False)
    _files: dict[str, BotFile] = field(repr=False, compare=False, default_factory=dict)
    _agents: list[Agent] = field(init=False, repr=False, compare=False, default_factory=list)

    def __post_init__(self) -> None:
        check_seats(self.definition, len(self.line_up))
        if self.games < 0 or self.first < 0 or self.first + self.games - 1 > MAX_GAME:
            raise InputError(f"games are numbered from 0 to {MAX_GAME}")
        self.agents()

    def agents(self) -> list[Agent]:
        """The agents of the line-up."""
        if not self._agents:
            self._agents.extend(agents(self.line_up, self.definition.family, self._files, self.patience))
        return self._agents

    def close(self) -> None:
        """Nothing more is asked of the agents for now: programs that play for them end."""
        for one in self._agents:
            one.close()

    def __getstate__(self) -> dict[str, Any]:
        """For another process, in which bots are loaded from what was read of their files."""
        return {**self.__dict__, "_agents": []}


def open_game(plan: Plan, number: int, listen: Callable[[dict[str, Any]], None] | None = None) -> Match:
    """One game of a playtest, played in full: the same game that `run` counts under that number."""
    return play_game(plan, number, listen)[0]


def play_game(
    plan: Plan, number: int, listen: Callable[[dict[str, Any]], None] | None = None
) -> tuple[Match, BotFailure | None]:
    """The same, and the failure of the bot that has given it up."""
    agents = plan.agents()
    seats = [Seat(one.name, label(one.spec)) for one in agents]
    match = new_match(plan.definition, seats, plan.seed, number, listen=listen)
    return match, play_out(match, agents)

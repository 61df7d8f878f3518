"""The games in which a bot is checked: who sits where in each of them, and what the bot decided there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Self

from dicecup.engine.bots.agents import Agent, agent, label
from dicecup.engine.bots.bot_file import BotFile
from dicecup.engine.bots.conversation import Patience
from dicecup.engine.bots.failure import BotFailure
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.games.base import ABORTED, LETTERS, SEATS
from dicecup.engine.games.registry import family
from dicecup.engine.match.match import Match, Seat, new_match
from dicecup.engine.playtest.repeat import Playthrough

RANDOM = "random"

Look = Callable[[Match], None]


@dataclass(frozen=True)
class BotGame:
    """A game that a bot is checked in: its number under the seed, and the agents of a variant's seats in their order."""

    number: int
    definition: Definition
    line_up: tuple[str, ...]

    def seats_of(self, bot: str) -> list[str]:
        """The seats in which a bot sits."""
        return [letter for letter, spec in zip(LETTERS, self.line_up, strict=False) if spec == bot]

    def __str__(self) -> str:
        return f"game {self.number} of {self.definition.name}"


@dataclass(frozen=True)
class Played:
    """How a game went: its decisions, the seconds that each of the bot's took, and its failure if that ended the game."""

    game: BotGame
    course: Playthrough
    seconds: Sequence[float]
    failure: BotFailure | None
    aborted: bool

    @property
    def late(self) -> bool:
        """Whether the game was lost by time, which may be otherwise on another machine."""
        return self.failure is not None and self.failure.late

    @property
    def last(self) -> str:
        """The seat that decided last: the one that gave the game up, if it was given up."""
        return self.course.decisions[-1][1]


def timetable(bot: str, definitions: Sequence[Definition], games: int) -> list[BotGame]:
    """So many games of these variants in turn, and of each with the fewest and the most seats: the bot in every seat against
    `random`, and in all of them. A family's games stand together, so that few programs are open at a time.
    """
    tables = [_line_ups(bot, definition) for definition in definitions]
    found = []
    for number in range(games):
        cycle, i = divmod(number, len(definitions))
        found.append(BotGame(number, definitions[i], tables[i][(cycle + i) % len(tables[i])]))
    order = list(dict.fromkeys(definition.family for definition in definitions))
    return sorted(found, key=lambda game: order.index(game.definition.family))


def alone(bot: str, definition: Definition, number: int) -> BotGame:
    """A game in which the bot has all seats, of which there are as few as may be."""
    return BotGame(number, definition, (bot,) * definition.players.min)


def _line_ups(bot: str, definition: Definition) -> list[tuple[str, ...]]:
    shipped = family(definition.family).bot_names()
    other = RANDOM if RANDOM in shipped else shipped[0] if shipped else bot
    found = []
    for seats in sorted({definition.players.min, min(definition.players.max, SEATS)}):
        if other != bot:
            found += [tuple(bot if p == own else other for p in range(seats)) for own in range(seats)]
        found.append((bot,) * seats)
    return found


class Company:
    """Bots that are begun when a game first seats them, and kept until it is closed, or another family is played.

    `files` are what was read of the bots' files. Where several seats have the same bot, each has a program of its own.
    """

    def __init__(self, files: dict[str, BotFile], patience: Patience) -> None:
        self._files = files
        self._patience = patience
        self._family = ""
        self._seated: dict[tuple[str, int], Agent] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the programs."""
        for one in self._seated.values():
            one.close()
        self._seated.clear()

    def seated(self, definition: Definition, line_up: Sequence[str]) -> list[Agent]:
        """The agents of a line-up. UnknownAgent where there is none."""
        if definition.family != self._family:
            self.close()
            self._family = definition.family
        found = []
        for p, spec in enumerate(line_up):
            place = spec, line_up[:p].count(spec)
            if place not in self._seated:
                self._seated[place] = agent(spec, definition.family, self._files, self._patience)
            found.append(self._seated[place])
        return found

    def play(self, bot: str, game: BotGame, seed: str, look: Look | None = None) -> Played:
        """Play a game; `look` is called with the match before each decision of the bot, which it must not change."""
        line_up = self.seated(game.definition, game.line_up)
        seats = [Seat(one.name, label(one.spec)) for one in line_up]
        match = new_match(game.definition, seats, seed, game.number)
        spent: list[float] = []
        failure: BotFailure | None = None
        while (seat := match.turn) is not None:
            one = line_up[LETTERS.index(seat)]
            if one.spec != bot:
                match.play_action(one.decide(match))
                continue
            if look is not None:
                look(match)
            try:
                if one.program is not None:
                    one.program.playing(match, seat)  # what it takes to begin a game is no time of a decision
                began = perf_counter()
                action = one.decide(match)
            except BotFailure as error:
                failure = error
                match.forfeit(seat, str(error))
            else:
                spent.append(perf_counter() - began)
                match.play_action(action)
        for one in line_up:
            one.over(match)
        return Played(game, Playthrough.of(match), spent, failure, match.state.end == ABORTED)

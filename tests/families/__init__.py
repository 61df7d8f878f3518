"""What each family says for itself to the tests of all families: the DECLARATION of the module beside this one that bears its name.

The registry says which families there are. A test of all families asks `declaration`, which fails with a sentence where a family has
no such module; lists of cases, which are made before any test runs, are of the families that have one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from scene import BaseScene

from dicecup.engine.definitions.definition import Definition, load, names
from dicecup.engine.games.registry import SHIPPED
from dicecup.engine.match.view import SeatView
from dicecup.engine.testing.case import Probes


class Table(NamedTuple):
    """Who sits at a game that is checked: numbers of seats, line-ups and games of each, as `check_game` takes them."""

    seats: Sequence[int] | None = None
    line_ups: Sequence[Sequence[int]] | None = None
    games: int = 1


class Ending(NamedTuple):
    """A line-up of bots, how many games it plays, and how many of them may be won (None: all are); the others are aborted."""

    line_up: Sequence[int]
    games: int
    won: range | None = None


class Position(NamedTuple):
    """A seat's decision between several moves, and the question on the command line whose odds are those of the position."""

    game: BaseScene
    seat: str
    question: Sequence[str]


class Picture(NamedTuple):
    """A game as it is drawn: for whom, or which types of events are told."""

    game: BaseScene
    seat: str | None = None
    told: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """What a family's bots, rules and tables need in tests of all families. Bots are numbers, 0 the weakest."""

    # Games with whatever its shipped files leave out or do not combine.
    options: Sequence[Definition]
    # Of a state and rules: actions of all kinds, legal or not.
    probes: Probes
    # The tables of a game at which every property is checked, and those at which both modes are compared.
    plain: Callable[[Definition], Iterable[Table]]
    modes: Callable[[Definition], Iterable[Table]]
    # A short game, and its seats, for each bot alone; one for ten seats.
    short: tuple[Definition, int]
    crowded: Definition
    # Games and tables at which compiled mode plays with every read checked to be within bounds, which takes a compilation of its own.
    in_bounds: Sequence[tuple[Definition, Table]] = ()
    # Line-ups that play a game to its end.
    ends: Callable[[Definition], Iterable[Ending]]
    # Whether a move is one that every bot makes at times, and at times not; None where that is not what is decided.
    at_times: Callable[[int], bool | None] | None = None
    # The tables of a shipped variant at which a bot wins more than its share among weaker ones: seats, and games of each line-up.
    strength: Callable[[str], Sequence[tuple[int, int]]]
    # A table to draw, then events to tell.
    pictures: Callable[[], Iterator[Picture]]
    position: Callable[[], Position]
    # Variants whose decisions are of different kinds.
    kinds: Sequence[str]
    # The fields that the view of a seat which is to decide must have, as the events that it has seen tell them: all but `seats`.
    fields: Callable[[Definition, SeatView], Mapping[str, Any]]
    # Whether the hint in a position is what the strongest bot would do; False where the bot takes longer than a person waits.
    hint_is_the_bots: Callable[[BaseScene, str], bool] = lambda match, seat: True


@cache
def shipped(family: str) -> Sequence[Definition]:
    """The games of a family that ship."""
    return [game for game in map(load, names()) if game.family == family]


def names_of(family: str) -> Sequence[str]:
    """Their names."""
    return [game.name for game in shipped(family)]


def games(family: str) -> dict[str, Definition]:
    """The games of a family that are checked: what ships, and what that leaves out."""
    options = {f"options{i}": game for i, game in enumerate(declaration(family).options)}
    return {game.name: game for game in shipped(family)} | options


def declared() -> Sequence[str]:
    """The families that ship and say something for themselves."""
    return [name for name in SHIPPED if find_spec(f"families.{name}") is not None]


@cache
def declaration(family: str) -> Declaration:
    """What a family says for itself."""
    try:
        return import_module(f"families.{family}").DECLARATION
    except ModuleNotFoundError as error:
        if error.name != f"families.{family}":
            raise
    raise AssertionError(f"the family {family} has no tests/families/{family}.py, which says how it is tested")

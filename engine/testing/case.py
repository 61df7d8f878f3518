"""What the conformance kit plays: a definition by a family's rules, at a table of so many seats; and how it fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, NoReturn

import msgspec

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.philox import below, dice_key, draw
from dicecup.engine.definitions.definition import Definition, load
from dicecup.engine.games.base import SEATS, Bots, Family, uniform
from dicecup.engine.games.base.game_loop import Keys, fill_view, keys_of, seat_views
from dicecup.engine.games.options import Players
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.match.dice_source import Due, Throws
from dicecup.engine.match.match import Match, Seat, header
from dicecup.engine.playtest.block import Bench, Player, block_player

Choose = Callable[[Any, Any, Any, int], int]
Weights = Callable[[Any, Any, Any, int, Any], None]
Probes = Callable[[Any, Any], Iterable[int]]


class Failed(AssertionError):  # noqa: N818 - says what it is
    """A property that does not hold, told with its place."""


@dataclass(frozen=True)
class Case:
    """One definition with its bots, and (once chosen) the seats and line-up of the games at hand."""

    definition: Definition
    family: Family
    rules: Any
    tables: Any
    choose: Choose
    weights: Weights | None
    bots: int
    seed: str
    probes: Probes
    seats: int = 0
    line_up: tuple[int, ...] = ()

    def sittings(self, seats: Iterable[int] | None, line_ups: Sequence[Sequence[int]] | None) -> Iterator[Case]:
        """This case at each table: so many seats, with such a line-up."""
        players = self.definition.players
        every = [[bot] for bot in range(self.bots)] + [list(range(self.bots))] * (self.bots > 1)
        for n in sorted({players.min, players.max}) if seats is None else seats:
            for line_up in every if line_ups is None else line_ups:
                yield replace(self, seats=n, line_up=tuple(line_up[p % len(line_up)] for p in range(SEATS)))

    def head(self, game: int, *, undo: bool = False) -> dict[str, Any]:
        sitting = [Seat(f"bot {bot}", f"bot {bot}") for bot in self.line_up[: self.seats]]
        return header(self.definition, sitting, self.seed, game, undo=undo)

    def match(self, game: int, throws: Throws | None = None, *, undo: bool = False) -> Match:
        return Match(self.definition, self.head(game, undo=undo), throws, family=self.family)

    @cached_property
    def told(self) -> frozenset[str]:
        """The ids of the rules that the family tells of this definition."""
        return frozenset(rule for rule, _ in self.family.explain(self.definition.rules, self.definition.players))

    @property
    def player(self) -> Player:
        """The batch loop in plain mode."""
        return block_player(self.family, self.choose)

    def bench(self) -> Bench:
        """Records for the batch loop in plain mode, to be used again for each game."""
        return Bench(self.family, self.rules.copy(), self.seed, self.seats, self.line_up, self.tables, traced=True)

    def keys(self, own: int | None = None) -> Keys:
        """All keys of the seed; with `own`, those of other seats (and the dice) are of another one."""
        other = self.seed if own is None else self.seed + " changed"
        found = keys_of(other)
        if own is not None:
            found[own] = keys_of(self.seed)[own]
        return found

    def view(self, state: Any, seat: int, keys: Keys, record: Any = None) -> Any:
        """A seat's view of a state, fresh or filled again into a record of the seat's."""
        views = [self.family.View() for _ in range(SEATS)]
        if record is not None:
            views[seat] = record
        seat_views(views, state, keys)
        v = views[seat]
        turn = state.turn == seat and not state.end and not state.dice
        fill_view(v, state, self.family.legal_count(state, self.rules) if turn else 0)
        v.decision = state.decisions[seat]
        self.family.observe(state, self.rules, v, seat)
        return v

    def weigh(self, v: Any, bot: int) -> list[int] | None:
        """How likely a bot makes each legal move of a view, before it has drawn; None where nobody says."""
        if self.weights is None:
            return None
        out, fresh = [0] * v.legal, v.copy()
        fresh.draws = 0
        self.weights(fresh, self.rules, self.tables, bot, out)
        return out

    def where(self, game: int) -> str:
        """The game that something is said of, in words by which it can be opened."""
        bots = "".join(map(str, self.line_up[: self.seats]))
        changed = msgspec.to_builtins(self.definition.rules)
        default = msgspec.to_builtins(type(self.definition.rules)())
        rules = {key: value for key, value in changed.items() if value != default[key]}
        return (
            f"{self.definition.name} {rules or ''} (seed {self.seed!r}, game {game}, {self.seats} seats, bots {bots})"
        )

    def fail(self, game: int, event: int | None, sentence: str) -> NoReturn:
        """A property does not hold, after an event of a game."""
        at = f", after event {event}" if event is not None else ""
        raise Failed(f"{self.where(game)}{at}: {sentence}")

    def legal(self, record: Any) -> list[int]:
        """The legal actions of a state or view."""
        count = self.family.legal_count(record, self.rules)
        return [self.family.legal_nth(record, self.rules, k) for k in range(count)]


@dataclass
class Played:
    """One game as it went: the throws as digits, the decisions' actions, and the finished match."""

    number: int
    match: Match
    throws: list[tuple[Due, list[int]]] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    looked_at: list[tuple[int, int]] = field(default_factory=list)  # events so far and seat, where that was done


def case_of(
    game: str | Definition | Family, family: Family | None, choose: Choose | None, seed: str, probes: Probes | None
) -> Case:
    """What `check_game` is asked to play."""
    if isinstance(game, Family):
        players = Players(min=2, max=4)
        family, rules = game, game.options()
        definition = Definition(game.name, game.name, game.name, players, rules, {}, "", {})
    else:
        definition = load(game) if isinstance(game, str) else game
    family = family or family_of(definition.family)
    rules = family.build(definition.rules, definition.players)
    bots = bots_of(family)
    return Case(
        definition,
        family,
        rules,
        bots.tables(rules),
        choose or bots.choose,
        bots.weights if choose is None else None,
        len(bots.summaries) if choose is None else 1,
        seed,
        probes or (lambda s, r: ()),
    )


@contextmanager
def noted(case: Case, game: int) -> Iterator[None]:
    """Whatever goes wrong tells where."""
    try:
        yield
    except Exception as error:
        if not isinstance(error, Failed):
            error.add_note(f"while checking {case.where(game)}")
        raise


def bots_of(family: Family) -> Bots:
    """The bots that come with a family; where none do, one that makes any legal move."""
    found = family.policies()
    return found if found.summaries else _any_move(family.legal_nth)


@cache
def _any_move(legal_nth: Callable[..., int]) -> Bots:
    @kernel
    def choose(v: Any, r: Any, b: Any, bot: int) -> int:
        return legal_nth(v, r, draw(v, v.legal))

    @kernel
    def weights(v: Any, r: Any, b: Any, bot: int, out: Any) -> None:
        uniform(v, out)

    return Bots({"any": "makes any legal move, all equally likely"}, choose, weights)


class Lots:
    """Draws of the kit's own, repeatable and apart from all dice and bots."""

    def __init__(self, seed: str, game: int) -> None:
        self._keys = dice_key(f"kit {seed} {game}")
        self._count = 0

    def below(self, n: int) -> int:
        self._count += 1
        return below(n, self._count, 0, 0, 0, *self._keys)

    def some(self, items: Sequence[Any], most: int) -> list[Any]:
        """The items, or about so many of them: always the first and the last, others drawn."""
        if len(items) <= most:
            return list(items)
        return [items[0], items[-1], *(items[self.below(len(items))] for _ in range(most - 2))]


def differing(a: Any, b: Any) -> str:
    """The fields in which two records differ, with both values."""
    one, two = a.values(), b.values()
    return ", ".join(f"{name} ({one[name]} / {two[name]})" for name in one if one[name] != two[name])

"""One round of a game as a tree of open moves, and what it comes to for each pair of hands: made by the kernels that play.

Positions (all that the rest of a round depends on beside the hidden dice) are played once each. The tree has a node for every sequence
of moves, since a seat remembers them all: it is written out of the positions, in numbers alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from dicecup.engine.games.base import RUNNING, Carried, Family, Rounds, Throw, Trace

# How a round ends, seen from the seat that opened it: (None, its share of the win as 1, 0 or -1), or the round that comes next and
# 1 where the same seat opens it, else -1.
Ending = tuple[Carried | None, int]


@dataclass(frozen=True)
class Position:
    """Who is in turn (0 for the seat that opened the round), its legal moves, and where each leads: to a position, or to ~i for outcome i."""

    seat: int
    actions: tuple[int, ...]
    targets: tuple[int, ...]


@dataclass(frozen=True)
class Size:
    """How large a round is: sequences of moves, each a node of the tree, those after which the round is over, and information sets.

    `decisions` and `terminals` count both as nodes of every deal; `weights` are the numbers of a strategy, one for every move
    of every information set.
    """

    histories: int
    decisions: int
    terminals: int
    information_sets: int
    weights: int


@dataclass(frozen=True)
class Tree:
    """Nodes with parents before children: whose turn, the first of a node's edges, where each edge leads (a node or ~outcome), and the
    place of a node's first weight, and the position it is. The weight of a node's k-th move with hand h stands at `slots[node] + k * hands + h`, where
    `hands` counts those of the seat in turn.
    """

    seats: list[int]
    edges: list[int]
    targets: list[int]
    slots: list[int]
    places: list[int]


class RoundGame:
    """A round that begins with `state`: the hands of both seats, the opener's first, as sorted faces counted from 0, and its positions.

    `outcomes[i][a * hands + b]` is the place in `endings` of how outcome i ends where the opener has hand a and the other, of so many
    hands, has hand b; it is there once `play_out` has been called.
    """

    def __init__(self, family: Family, rounds: Rounds, rules: Any, state: Any) -> None:
        self.family, self.rounds, self.rules, self.state = family, rounds, rules, state
        self.carried = rounds.carried(state, rules)
        self.endings: list[Ending] = []
        self.outcomes: list[list[int]] = []
        self.following: dict[Carried, Any] = {}  # the states in which the next rounds begin
        self.positions: list[Position] = []
        self._over: list[tuple[Any, int]] = []  # of each outcome: the state before, and the move that ends the round
        throws = []
        while state.dice > 0:
            throws.append((state.dice, state.sides))
            state = next(self._thrown(state))
        self.hands = tuple(list(combinations_with_replacement(range(sides), dice)) for dice, sides in throws)
        self.chances = tuple(
            [_chance(hand, sides) for hand in hands] for hands, (_, sides) in zip(self.hands, throws, strict=True)
        )
        self._explore(state)

    @cached_property
    def size(self) -> Size:
        """How large the tree is, without writing it out."""
        counted = [len(hands) for hands in self.hands]
        paths = self._paths()
        nodes = sum(paths)
        sets = sum(n * counted[p.seat] for n, p in zip(paths, self.positions, strict=True))
        weights = sum(n * counted[p.seat] * len(p.actions) for n, p in zip(paths, self.positions, strict=True))
        ends = sum(n * sum(t < 0 for t in p.targets) for n, p in zip(paths, self.positions, strict=True))
        deals = counted[0] * counted[1]
        return Size(nodes, nodes * deals, ends * deals, sets, weights)

    def tree(self) -> Tree:
        """The tree written out, the sequences of moves in order of length."""
        counted = [len(hands) for hands in self.hands]
        places, seats, edges, targets, slots = [0], [], [0], [], [0]
        for place in places:  # grows meanwhile
            position = self.positions[place]
            for target in position.targets:
                targets.append(len(places) if target >= 0 else target)
                if target >= 0:
                    places.append(target)
            seats.append(position.seat)
            edges.append(len(targets))
            slots.append(slots[-1] + len(position.targets) * counted[position.seat])
        return Tree(seats, edges, targets, slots, places)

    def play_out(self) -> None:
        """Find out by the kernels what each outcome comes to with every pair of hands."""
        deals = [self.state]
        while deals[0].dice > 0:
            deals = [after for state in deals for after in self._thrown(state)]
        known: dict[Ending, int] = {}
        quiet = Trace()
        for before, action in self._over:
            row = []
            for dealt in deals:
                s = before.copy()
                self.rounds.lay(s, dealt)
                self.family.apply(s, self.rules, quiet, action)
                row.append(known.setdefault(self._ending(s), len(known)))
            self.outcomes.append(row)
        self.endings = [*known]

    def _thrown(self, state: Any) -> Iterator[Any]:
        """The states after the throw that is due, for every hand that may come up."""
        quiet, throw = Trace(), Throw()
        for hand in combinations_with_replacement(range(state.sides), state.dice):
            throw.die[: len(hand)] = hand
            after = state.copy()
            self.family.roll(after, self.rules, quiet, throw)
            yield after

    def _explore(self, first: Any) -> None:
        """Play every position once, with whatever hands."""
        family, rules, quiet = self.family, self.rules, Trace()
        known = {self.rounds.position(first, rules): 0}
        states = [first]
        for state in states:  # grows meanwhile
            actions, targets = [], []
            for k in range(family.legal_count(state, rules)):
                action = family.legal_nth(state, rules, k)
                after = state.copy()
                family.apply(after, rules, quiet, action)
                actions.append(action)
                if after.end != RUNNING or after.dice > 0:
                    targets.append(~len(self._over))
                    self._over.append((state, action))
                    continue
                key = self.rounds.position(after, rules)
                if key not in known:
                    known[key] = len(states)
                    states.append(after)
                targets.append(known[key])
            self.positions.append(Position(state.turn ^ self.state.opener, tuple(actions), tuple(targets)))

    def _paths(self) -> list[int]:
        """By how many sequences of moves each position is reached."""
        missing = Counter(target for position in self.positions for target in position.targets if target >= 0)
        paths = [1] + [0] * (len(self.positions) - 1)
        ready = [0]
        for place in ready:  # grows meanwhile: a position is ready when all that lead to it are done
            for target in self.positions[place].targets:
                if target >= 0:
                    paths[target] += paths[place]
                    missing[target] -= 1
                    if missing[target] == 0:
                        ready.append(target)
        return paths

    def _ending(self, s: Any) -> Ending:
        opener = self.state.opener
        if s.end != RUNNING:
            mine, theirs = s.place[opener], s.place[1 - opener]
            return None, (mine < theirs) - (mine > theirs)
        key = self.rounds.carried(s, self.rules)
        if key not in self.following:
            # The guard on rounds counts on, and what is solved knows none.
            s.round = 0
            self.following[key] = s
        return key, 1 if s.opener == opener else -1


def _chance(hand: tuple[int, ...], sides: int) -> float:
    """How likely a throw of so many dice shows these faces, in any order."""
    ways = factorial(len(hand)) // prod(map(factorial, Counter(hand).values()))
    return ways / float(sides ** len(hand))

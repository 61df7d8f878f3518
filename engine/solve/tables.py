"""The arrays of a round that the kernels of `regret` work on: lists where they run as they are, numpy's where they are compiled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dicecup.engine.core.kernel import compiled
from dicecup.engine.solve.regret import best_responses, end_chances, iterate, settle
from dicecup.engine.solve.round_game import RoundGame


class Tables:
    """The arrays of a round that the kernels work on, and the kernels: compiled or plain."""

    def __init__(self, game: RoundGame, compiles: bool) -> None:
        self.game, self.compiles = game, compiles
        self.tree = game.tree()
        self.hands = len(game.hands[0]), len(game.hands[1])
        tree, most = self.tree, max(self.hands)
        self.arrays = tuple(map(self._whole, (tree.seats, tree.edges, tree.targets, tree.slots)))
        self.chances = tuple(map(self._real, game.chances))
        nodes = len(tree.seats)
        moves = max(end - begin for begin, end in zip(tree.edges, tree.edges[1:], strict=False))
        reaches = tuple(self.zeros(nodes * n) for n in self.hands)
        self.space = reaches, self.zeros(nodes * most), self.zeros(moves * most)
        self.policy = self.zeros(tree.slots[-1])
        self.take([0.0] * tree.slots[-1])

    def take(self, weights: Any) -> None:
        """Follow these weights, whatever their sums; where they are 0 throughout, all moves alike."""
        self.run(settle, self.arrays, self.hands, self._real(weights), self.policy)

    def pay(self, ends: Sequence[float]) -> list[float]:
        """What outcomes are worth to the opener, for each pair of hands, the opener's first."""
        return [ends[kind] for row in self.game.outcomes for kind in row]

    def learn(self, ends: Sequence[float], target: float, most: int) -> int:
        """Learn by CFR from the start, until NashConv of the round is the target or so many iterations are done; returns how many were."""
        learner = Learner(self, ends)
        while learner.done < most:
            learner.go_on(min(max(10, learner.done // 8), most - learner.done))
            learner.settle()
            if sum(self.best(ends)) <= target:
                break
        return learner.done

    def best(self, ends: Sequence[float]) -> tuple[float, float]:
        """What each seat gets at most against the policy of the other, to itself."""
        out = self.zeros(2)
        self.run(best_responses, self.arrays, self.hands, self.pays(ends), self.chances, self.policy, self.space, out)
        return float(out[0]), float(out[1])

    def end_chances(self) -> list[float]:
        """How likely each ending is under the policy."""
        out = self.zeros(len(self.game.endings))
        kinds = self._whole([kind for row in self.game.outcomes for kind in row])
        self.run(end_chances, self.arrays, self.hands, kinds, self.chances, self.policy, self.space, out)
        return [float(x) for x in out]

    def pays(self, ends: Sequence[float]) -> tuple[Any, Any]:
        """What outcomes are worth to each seat, its own hand first."""
        n, m = self.hands
        one = self.pay(ends)
        other = [-one[(i * n + h) * m + j] for i in range(len(self.game.outcomes)) for j in range(m) for h in range(n)]
        return self._real(one), self._real(other)

    def run(self, entry: Callable[..., Any], *arguments: Any) -> None:
        """Call a kernel, compiled or plain."""
        if self.compiles:
            if entry not in _compiled:
                _compiled[entry] = compiled(entry)
            entry = _compiled[entry]
        entry(*arguments)

    def zeros(self, n: int) -> Any:
        """An array of numbers."""
        return self._real([0.0] * n)

    def _real(self, values: Any) -> Any:
        if not self.compiles:
            return list(values)
        import numpy as np

        return np.array(values, dtype=np.float64)

    def _whole(self, values: Sequence[int]) -> Any:
        if not self.compiles:
            return list(values)
        import numpy as np

        return np.array(values, dtype=np.int64)


class Learner:
    """CFR on a round whose endings are worth so much, from the start."""

    def __init__(self, tables: Tables, ends: Sequence[float]) -> None:
        self.done = 0
        self._tables, self._pays = tables, tables.pays(ends)
        self._regret, self._policy, self._total = (tables.zeros(tables.tree.slots[-1]) for _ in range(3))
        tables.run(settle, tables.arrays, tables.hands, self._total, self._policy)

    def go_on(self, times: int) -> None:
        """So many iterations more."""
        t = self._tables
        arrays = self._regret, self._policy, self._total, t.space
        t.run(iterate, t.arrays, t.hands, self._pays, t.chances, self.done, times, *arrays)
        self.done += times

    def settle(self) -> None:
        """The average so far becomes the policy of the tables."""
        self._tables.take(self._total)


_compiled: dict[Callable[..., Any], Callable[..., Any]] = {}

"""The exact equilibrium of a round as a linear program in sequence form (Koller, Megiddo and von Stengel 1996), solved by HiGHS.

The variables are the opener's plan (how likely it plays each sequence of its own moves, the chance of its hand included) and what each
information set of the other seat is worth to the opener at most. The duals are the other seat's plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicecup.engine.core.problems import MissingExtra
from dicecup.engine.solve.round_game import Tree

TOLERANCE = 1e-10  # of what may be violated, the least that HiGHS takes


def has_scipy() -> bool:
    """Whether the extra `solve` is installed."""
    from importlib.util import find_spec

    return find_spec("scipy") is not None


def plan(tree: Tree, hands: tuple[int, int], chances: Sequence[Sequence[float]], pay: Sequence[float]) -> list[float]:
    """How likely both seats play each sequence that ends with a move, in an equilibrium: a weight for each, as `Tree` counts them.

    `pay` is what each outcome is worth to the opener. Raises MissingExtra without SciPy.
    """
    if not has_scipy():
        raise MissingExtra("the exact program", "solve")
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    n, m = hands
    weights = tree.slots[-1]
    worth = np.asarray(pay, dtype=float).reshape(-1, n, m)
    one, other = np.arange(n), np.arange(m)
    below = Entries(
        np
    )  # rows: sequences of the other seat; what is won after it covers what its information set is worth
    plans = Entries(np)  # rows: information sets of the opener; its moves share what led there
    limit, aim = np.zeros(weights), np.zeros(weights)
    whole: list[float] = []
    sets = 0
    # Column of the values of a node of the other seat; the last own sequence of each seat, -1 for none.
    last = [(-1, -1)] * len(tree.seats)
    values: list[tuple[int, int]] = []
    for node, seat in enumerate(tree.seats):
        mine, theirs = last[node]
        slot = tree.slots[node]
        row = len(whole)
        if seat == 0:
            if mine < 0:
                whole += chances[0]
            else:
                whole += [0.0] * n
                plans.add(row + one, mine + one, -1.0)
        else:
            values.append((theirs, sets))
        for target in tree.targets[tree.edges[node] : tree.edges[node + 1]]:
            here = (slot, theirs) if seat == 0 else (mine, slot)
            if seat == 0:
                plans.add(row + one, slot + one, 1.0)
            else:
                below.add(slot + other, weights + sets + other, 1.0)
            if target >= 0:
                last[target] = here
            else:
                _pay_out(np, worth[~target], here, chances, below, limit, aim)
            slot += n if seat == 0 else m
        if seat == 1:
            sets += m
    objective = np.concatenate([aim, np.zeros(sets)])
    for theirs, at in values:
        if theirs < 0:
            objective[weights + at + other] += chances[1]
        else:
            below.add(theirs + other, weights + at + other, -1.0)
    own = np.zeros(weights, dtype=bool)
    for node, seat in enumerate(tree.seats):
        own[tree.slots[node] : tree.slots[node + 1]] = seat == 0
    columns = np.concatenate([np.flatnonzero(own), weights + np.arange(sets)])
    rows = np.flatnonzero(~own)
    matrix = coo_array(below.parts(), shape=(weights, weights + sets)).tocsr()[rows][:, columns]
    shares = coo_array(plans.parts(), shape=(len(whole), weights + sets)).tocsr()[:, columns]
    bounds = [(0, None)] * int(own.sum()) + [(None, None)] * sets
    found = linprog(
        -objective[columns],
        A_ub=matrix,
        b_ub=limit[rows],
        A_eq=shares,
        b_eq=whole,
        bounds=bounds,
        method="highs-ds",
        options={"primal_feasibility_tolerance": TOLERANCE, "dual_feasibility_tolerance": TOLERANCE},
    )
    if found.x is None:
        raise RuntimeError(f"HiGHS: {found.message}")
    result = np.zeros(weights)
    result[own] = np.maximum(found.x[: int(own.sum())], 0.0)
    result[rows] = np.maximum(-found.ineqlin.marginals, 0.0)
    return [float(x) for x in result]


def _pay_out(
    np: Any, worth: Any, here: tuple[int, int], chances: Sequence[Sequence[float]], below: Entries, limit: Any, aim: Any
) -> None:
    """What is won at an end: it goes with the last sequence of each seat, of which either may have none yet."""
    mine, theirs = here
    n, m = worth.shape
    one, other = np.arange(n), np.arange(m)
    if mine >= 0 and theirs >= 0:
        h, j = (grid.ravel() for grid in np.meshgrid(one, other, indexing="ij"))
        below.add(theirs + j, mine + h, -worth.ravel())
    elif mine >= 0:
        aim[mine + one] += worth @ np.asarray(chances[1])
    elif theirs >= 0:
        limit[theirs + other] += np.asarray(chances[0]) @ worth


class Entries:
    """What a sparse matrix is made of."""

    def __init__(self, np: Any) -> None:
        self._np = np
        self._rows: list[Any] = []
        self._columns: list[Any] = []
        self._values: list[Any] = []

    def add(self, rows: Any, columns: Any, values: Any) -> None:
        """Entries by row and column, one value for all or one for each."""
        self._rows.append(rows)
        self._columns.append(columns)
        self._values.append(self._np.broadcast_to(values, rows.shape))

    def parts(self) -> tuple[Any, tuple[Any, Any]]:
        """The values, and their rows and columns."""
        join = self._np.concatenate
        return join(self._values), (join(self._rows), join(self._columns))

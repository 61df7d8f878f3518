"""A line-up of kernels as one function, shipped bots and users' kernels together, for the game loop in either mode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from dicecup.engine.bots.agents import Agent
from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.read_only import read_only
from dicecup.engine.core.record import copier
from dicecup.engine.games.base import SEATS, Family
from dicecup.engine.games.base.game_loop import Decide, fill_view
from dicecup.engine.games.registry import family

USER = 100  # the index of the first user's kernel in a line-up


def chooser(family_name: str, line_up: Sequence[Agent]) -> tuple[Callable[..., int], list[int]]:
    """One function `choose(view, rules, tables, index)` for a whole line-up of kernels, and the index of each seat's bot.

    Users' kernels are chained before the shipped ones, and get their rules for reading only.
    """
    choose = family(family_name).policies().choose
    users = list(dict.fromkeys(one.kernel for one in line_up if one.kernel is not None))
    for place, function in enumerate(users):
        choose = _with_user(choose, USER + place, function)
    return choose, [one.index if one.index >= 0 else USER + users.index(one.kernel) for one in line_up]  # type: ignore[arg-type]


def _with_user(others: Callable[..., int], index: int, function: Callable[..., int]) -> Callable[..., int]:
    @kernel
    def choose(v: Any, r: Any, b: Any, bot: int) -> int:
        if bot != index:
            return others(v, r, b, bot)
        return function(v, read_only(r))

    return choose


@cache
def users_decide(family: Family, choose: Callable[..., int]) -> Decide:
    """The bots of a line-up decide, users' kernels among them, with the same `context` as `bots_decide`.

    Each gets a copy of its view, in the place behind the views of all seats, so that nothing it writes there is found again; and
    what it answers is held against the state: an action that is not legal is none.
    """
    observe, legal_nth, copy = family.observe, family.legal_nth, copier(family.View)

    @kernel
    def decide(s: Any, r: Any, legal: int, context: Any) -> int:
        views, tables, line_up = context
        p = s.turn
        v = views[p]
        fill_view(v, s, legal)
        observe(s, r, v, p)
        lent = views[SEATS]
        copy(lent, v)
        action = choose(lent, r, tables[0], line_up[p])
        for k in range(legal):
            if legal_nth(s, r, k) == action:
                return action
        return -1

    return decide

"""A whole game in one function, in plain or compiled mode; and the effect of one step, which a match shares.

The loop stands here once. Whoever plays whole games (a playtest, the check of a log) hands in who decides; whoever goes
step by step, with dice and decisions from outside, has a match.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.philox import TABLE_ADDRESS, bot_key, dice_key, fill
from dicecup.engine.games.base.family import Family
from dicecup.engine.games.base.records import LETTERS, MOVE, RUNNING, TABLE, emit

Decide = Callable[[Any, Any, int, Any], int]
Keys = list[tuple[int, int]]  # the key words of each seat's bot, then those of the dice


@cache
def game_loop(family: Family, decide: Decide) -> Callable[..., bool]:
    """The kernel `play(s, r, t, d, key0, key1, context)` of a family: whether game `s.game` was played to its end.

    The dice are those of the key. `decide(s, r, legal, context)` gives the action of the seat in turn, which has so
    many legal moves, two at least; below 0 it gives none, and the game is left as it stands. `context` is a tuple of
    whatever records and arrays `decide` wants.
    """
    start, roll, apply = family.start, family.roll, family.apply
    legal_count, legal_nth = family.legal_count, family.legal_nth

    @kernel
    def play(s: Any, r: Any, t: Any, d: Any, key0: int, key1: int, context: Any) -> bool:
        t.n = 0
        start(s, r, t)
        while s.end == RUNNING:
            if s.dice > 0:
                throw_due(s, d, key0, key1)
                roll(s, r, t, d)
            else:
                legal = legal_count(s, r)
                auto = 1
                if legal == 1:
                    action = legal_nth(s, r, 0)
                else:
                    auto = 0
                    action = decide(s, r, legal, context)
                    if action < 0:
                        return False
                note_move(s, t, action, auto)
                apply(s, r, t, action)
        return True

    return play


@cache
def bots_decide(family: Family, choose: Callable[..., int]) -> Decide:
    """The bots of a line-up decide.

    `context` holds the views of the seats, the tables of the bots, and the number of each seat's bot as `choose` has
    it.
    """
    observe = family.observe

    @kernel
    def decide(s: Any, r: Any, legal: int, context: Any) -> int:
        views, tables, line_up = context
        p = s.turn
        v = views[p]
        fill_view(v, s, legal)
        observe(s, r, v, p)
        return choose(v, r, tables[0], line_up[p])

    return decide


def keys_of(seed: str) -> Keys:
    """All keys of a seed, so that no bot holds what the dice, or another bot's draws, are made of."""
    return [*(bot_key(seed, letter) for letter in LETTERS), dice_key(seed)]


@kernel
def throw_due(s: Any, d: Any, key0: int, key1: int) -> None:
    """The throw that is due comes up as the key of the dice has it."""
    seat = TABLE_ADDRESS if s.thrower == TABLE else s.thrower
    fill(d, s.dice, s.sides, s.game, s.round, seat, s.throws[s.thrower], key0, key1)


@kernel
def note_move(s: Any, t: Any, action: int, auto: int) -> None:
    """Report and count the move that is about to be applied; `auto` is 0 for a decision."""
    if auto == 0:
        s.decisions[s.turn] += 1
    emit(t, MOVE, s.turn, action, auto)
    s.moves += 1


@kernel
def seat_views(V: Any, s: Any, keys: Any) -> None:
    """What stays the same in every seat's view during a game."""
    for p in range(s.seats):
        v = V[p]
        v.seat = p
        v.seats = s.seats
        v.game = s.game
        v.domain = 1
        v.key0 = keys[p][0]
        v.key1 = keys[p][1]


@kernel
def fill_view(v: Any, s: Any, legal: int) -> None:
    """What is new in the view of the seat that is to decide, whatever the family."""
    v.round = s.round
    v.turn = s.turn
    v.legal = legal
    v.decision = s.decisions[s.turn]
    v.draws = 0

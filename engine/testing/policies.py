"""Policies: what a bot's weights say of its moves is what it does, under any key of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicecup.engine.games.base import ONE
from dicecup.engine.match.match import Match
from dicecup.engine.testing.case import Case, Lots

KEYS = 50  # of a bot, under which it chooses
LIKELY = ONE // 4  # so likely a move is left out by all of them once in two million times
SURE = 5  # keys of a bot that makes one move for sure: it may look ahead over throws of its key, which takes long


def check_policies(case: Case, match: Match, game: int, v: Any, legal: Sequence[int], lots: Lots) -> None:
    """Each bot's weights are integers from 0 on with ONE in sum, and what it chooses is a draw from them."""
    for bot in sorted(set(case.line_up[: case.seats])):
        weights = case.weigh(v, bot)
        if weights is None:
            return
        if not all(type(weight) is int and weight >= 0 for weight in weights) or sum(weights) != ONE:
            said = f"bot {bot} weighs its moves {weights}, not in integers from 0 on that sum to {ONE}"
            case.fail(game, match.count, said)
        made = _choices(case, match, game, v, legal, bot, weights, lots)
        for action, weight in zip(legal, weights, strict=True):
            if weight >= LIKELY and action not in made and ONE not in weights:
                text = case.family.notate(action, case.rules)
                said = f"bot {bot} chooses {text} under none of {KEYS} keys, but its weight is {weight} of {ONE}"
                case.fail(game, match.count, said)


def _choices(
    case: Case, match: Match, game: int, v: Any, legal: Sequence[int], bot: int, weights: list[int], lots: Lots
) -> set[int]:
    """What a bot chooses under its own key and others, all of it with some weight."""
    made = set()
    sure = ONE in weights
    for n in range(SURE if sure else KEYS):
        other = v.copy()
        own: list[int] | None = weights
        if n > 0:
            other.key0, other.key1 = lots.below(1 << 30), lots.below(1 << 30)
            if sure:
                own = case.weigh(other, bot)
        action = case.choose(other, case.rules, case.tables, bot)
        if action not in legal or not own or not own[legal.index(action)]:
            text = case.family.notate(action, case.rules) if action in legal else f"action {action}"
            case.fail(game, match.count, f"bot {bot} chooses {text}, which by its weights it never does")
        made.add(action)
    return made

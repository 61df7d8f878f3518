"""A strategy as lines of JSON: what was solved, then each information set of the moves that lead there, with integer weights."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from dicecup.engine.games.base import ONE
from dicecup.engine.solve.equilibrium import Solution, SolvedRound


def lines(solution: Solution) -> Iterator[bytes]:
    """The lines of a strategy: a header; then for each round one that says how it begins and what it is worth to the opener, and one for each
    sequence of its moves, with the legal moves after it and, for each hand of the seat in turn, a weight for each of them, ONE in sum.
    """
    yield _line(
        {
            "dicecup": 1,
            "type": "strategy",
            "name": solution.definition.name,
            "digest": solution.definition.digest,
            "one_round": solution.one_round,
            "dice": [*solution.dice],
            "one": ONE,
            "rounds": len(solution.rounds),
        }
    )
    for number, solved in enumerate(solution.rounds):
        state = solved.game.rounds.told(solved.game.carried)
        yield _line({"type": "round", "round": number, "state": state, "value": solved.value})
        yield from map(_line, _nodes(number, solved))


def _nodes(number: int, solved: SolvedRound) -> Iterator[dict[str, Any]]:
    game = solved.game
    tree = game.tree()
    faces = [str(name) for name in game.family.die_names(game.rules, 0)]
    hands = [[" ".join(faces[face] for face in hand) for hand in seat] for seat in game.hands]
    moves = [""] * len(tree.seats)
    for node, seat in enumerate(tree.seats):
        legal = [game.family.notate(action, game.rules) for action in game.positions[tree.places[node]].actions]
        for k, target in enumerate(tree.targets[tree.edges[node] : tree.edges[node + 1]]):
            if target >= 0:
                moves[target] = f"{moves[node]} {legal[k]}".lstrip()
        n, slot = len(hands[seat]), tree.slots[node]
        weights = {
            hand: whole([solved.policy[slot + k * n + h] for k in range(len(legal))])
            for h, hand in enumerate(hands[seat])
        }
        yield {"round": number, "after": moves[node], "opener": seat == 0, "legal": legal, "weights": weights}


def whole(shares: list[float]) -> list[int]:
    """Shares as integers of the sum ONE; what rounding leaves is the largest share's, the first of equals."""
    weights = [round(share * ONE) for share in shares]
    weights[weights.index(max(weights))] += ONE - sum(weights)
    return weights


def _line(record: dict[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

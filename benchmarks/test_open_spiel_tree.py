"""One round with one die each is OpenSpiel's `liars_dice`: both game trees are walked side by side, node by node.

`make bench` runs it, where open_spiel is installed. The numbers are OpenSpiel's own count of its tree and stand in
tests/test_liars_tree.py as well, which needs no open_spiel.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from dicecup.engine import load
from dicecup.engine.games.base import RUNNING, Throw, Trace
from dicecup.engine.games.liars.moves import LIAR
from dicecup.engine.games.registry import family
from dicecup.engine.match.match import rules_of

LIARS = family("liars")
FACES = 6
RULES = (
    "dice_per_player=1",
    "wild_face=6",
    "wild_bids=normal",
    "loss=elimination",
    "first_bidder=seat0",
    "rounds=single",
)
CALL = 2 * FACES  # OpenSpiel's number for `liar`; bids count up from 0, 1x1 first


def as_theirs(action: int) -> int:
    """OpenSpiel's number for a move of ours."""
    return CALL if action == LIAR else FACES * ((action >> 4) - 1) + (action & 15) - 1


def test_both_trees_have_the_same_nodes_moves_terminals_returns_and_information_sets() -> None:
    """Legal moves at every decision, returns at every terminal, what a seat knows at every decision."""
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed here")
    r = rules_of(load("liars-dice", RULES))
    quiet, throw = Trace(), Throw()
    nodes: Counter[str] = Counter()
    seen: dict[str, tuple[Any, ...]] = {}  # their information state: ours

    def walk(theirs: Any, ours: Any, bids: tuple[int, ...]) -> None:
        if theirs.is_terminal():
            nodes["terminal"] += 1
            assert ours.end != RUNNING
            assert theirs.returns() == [1.0 if ours.place[seat] == 1 else -1.0 for seat in range(2)]
            return
        assert ours.end == RUNNING
        if theirs.is_chance_node():
            nodes["chance"] += 1
            assert (ours.dice, ours.sides) == (1, FACES)
            assert theirs.chance_outcomes() == [(face, 1 / FACES) for face in range(FACES)]
            for face in range(FACES):
                after = ours.copy()
                throw.die[0] = face
                LIARS.roll(after, r, quiet, throw)
                walk(theirs.child(face), after, bids)
            return
        nodes["decision"] += 1
        seat = theirs.current_player()
        assert (ours.dice, ours.turn) == (0, seat)
        moves = [LIARS.legal_nth(ours, r, k) for k in range(LIARS.legal_count(ours, r))]
        assert theirs.legal_actions() == sorted(map(as_theirs, moves))
        information = (seat, *ours.cup[seat], *bids)
        assert seen.setdefault(theirs.information_state_string(seat), information) == information
        for move in moves:
            after = ours.copy()
            LIARS.apply(after, r, quiet, move)
            walk(theirs.child(as_theirs(move)), after, (*bids, move))

    state = LIARS.State()
    state.seats, state.game = 2, 0
    LIARS.start(state, r, quiet)
    walk(pyspiel.load_game("liars_dice").new_initial_state(), state, ())

    assert nodes == {"chance": 7, "decision": 147_456, "terminal": 147_420}
    assert len(seen) == len(set(seen.values())) == 24_576

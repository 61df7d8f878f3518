"""The batch loop: it plays as a match does, on records used before, and the same in both modes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dicecup.engine.core.kernel import compiled
from dicecup.engine.games.base import ENDS, LETTERS, ROWS, Family
from dicecup.engine.games.base.results import Results
from dicecup.engine.playtest.block import Bench, CompiledBench, Player, block_player
from dicecup.engine.testing.case import Case, Choose, Played, bots_of, differing
from dicecup.engine.testing.events import same_events


@dataclass
class Outcome:
    """What the batch loop reports of one game."""

    result: list[int]
    rows: list[list[int]]
    state: Any
    views: list[Any]

    def first_difference(self, other: Outcome) -> str | None:
        """What differs first, in words; None where nothing does."""
        for n, (one, two) in enumerate(zip(self.rows, other.rows, strict=False)):
            if one != two:
                return f"trace row {n} is {one} / {two}"
        if len(self.rows) != len(other.rows):
            return f"the traces have {len(self.rows)} / {len(other.rows)} rows"
        if self.result != other.result:
            return f"the result rows are {self.result} / {other.result}"
        if self.state.values() != other.state.values():
            return f"the final states differ in {differing(self.state, other.state)}"
        for one, two in zip(self.views, other.views, strict=True):
            if one.values() != two.values():
                return f"the views of {LETTERS[one.seat]} differ in {differing(one, two)}"
        return None


class CompiledPlayer:
    """The batch loop of a family and its bots in compiled mode; their weights are compiled when somebody asks."""

    def __init__(self, family: Family, choose: Choose | None, *, boundscheck: bool) -> None:
        bots = bots_of(family)
        weights = bots.weights

        def weigh(V: Any, R: Any, B: Any, bot: int, out: Any) -> None:
            weights(V[0], R[0], B[0], bot, out)

        self._play = compiled(block_player(family, choose or bots.choose), boundscheck=boundscheck)
        self._weigh = compiled(weigh) if choose is None and not boundscheck else None

    def __call__(self, *records: Any) -> None:
        """Play games, as a plain player does."""
        self._play(*records)

    def weigh(self, bench: Bench, seat: int, bot: int) -> list[int] | None:
        """How likely a bot makes each legal move of a seat's view, before it has drawn; None where nobody says."""
        import numpy as np

        if self._weigh is None:
            return None
        V = bench.V[seat : seat + 1].copy()
        V[0]["draws"] = 0
        out = np.zeros(V[0]["legal"], np.int64)
        self._weigh(V, bench.R, bench.B, bot, out)
        weights: list[int] = out.tolist()
        return weights


def outcome_of(case: Case, bench: Bench, player: Player, game: int) -> Outcome:
    """One game played by the batch loop of either mode, on records that may have been used before."""
    result = bench.play(player, game, 1).tolist()
    trace, state, views = bench.T[0], bench.S[0], bench.V[: case.seats]
    if isinstance(bench, CompiledBench):
        rows = trace["rows"][: trace["n"]].tolist()
        return Outcome(result, rows, case.family.State.of(state), [case.family.View.of(v) for v in views])
    if trace.n > ROWS:
        case.fail(game, None, f"the game has {trace.n} trace rows; choose guards that end it sooner")
    return Outcome(result, [list(row) for row in trace.rows[: trace.n]], state.copy(), [v.copy() for v in views])


def check_batch(case: Case, played: Played, outcome: Outcome) -> None:
    """The batch loop, on records used before, and a match on fresh ones play the same game."""
    game, match = played.number, played.match
    told = [{"n": n, **event} for n, event in enumerate(case.family.events(outcome.rows, match.state, case.rules), 1)]
    same_events(case, game, told, match.events[:-1], "the batch loop on records used before")
    results, end = Results(outcome.result, case.seats), match.events[-1]
    seats = LETTERS[: case.seats]
    reported = {
        "game": results.games[0],
        "end": ENDS[results.ends[0]],
        "winners": [letter for p, letter in enumerate(seats) if results.winners[0] >> p & 1],
        "places": {letter: results.places(p)[0] for p, letter in enumerate(seats)},
        "scores": {letter: results.scores(p)[0] for p, letter in enumerate(seats)},
        "round": results.rounds[0],
        "moves": results.moves[0],
    }
    moves = sum(event["type"] == "move" for event in match.events)
    wanted = {**{name: end.get(name) for name in reported}, "game": game, "moves": moves}
    if reported != wanted:
        case.fail(game, None, f"the batch loop's result is {reported}, that of the match {wanted}")


def check_both_modes(case: Case, entry: Player, games: int) -> None:
    """`entry`, the batch loop in compiled mode, plays every game as the plain one does, on records used before."""
    plain = case.bench()
    bench = CompiledBench(case.bench())
    for game in range(games):
        expected = outcome_of(case, plain, case.player, game)
        if (difference := expected.first_difference(outcome_of(case, bench, entry, game))) is not None:
            case.fail(game, None, f"plain and compiled mode disagree: {difference}")
        if isinstance(entry, CompiledPlayer):
            _check_weights(case, entry, bench, game, expected.views)


def _check_weights(case: Case, entry: CompiledPlayer, bench: Bench, game: int, views: list[Any]) -> None:
    """Each seat's bot weighs the moves of its last decision alike in both modes."""
    for p, v in enumerate(views):
        bot = case.line_up[p]
        found = entry.weigh(bench, p, bot) if v.legal > 1 else None
        if found is not None and found != (expected := case.weigh(v, bot)):
            said = f"bot {bot} as {LETTERS[p]} weighs its moves {expected} / {found}"
            case.fail(game, None, f"plain and compiled mode disagree: {said}")

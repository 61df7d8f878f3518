"""What a playtest has counted: wins with their intervals, rounds and moves, and the digest of all results."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from dicecup.engine.bots.agents import label
from dicecup.engine.core.kernel import COMPILED
from dicecup.engine.core.statistics import Moments, wilson
from dicecup.engine.games.base.records import ABORTED, DRAW, ENDS, FORFEIT, LETTERS, WON
from dicecup.engine.games.base.results import Results, from_bytes
from dicecup.engine.playtest.block import Block
from dicecup.engine.playtest.forfeit import Forfeit
from dicecup.engine.playtest.plan import Plan
from dicecup.engine.playtest.repeat import Playthrough, Unrepeated


@dataclass
class Report:
    """What a playtest has counted so far. `aborted` is the first game that a guard has stopped, `forfeit` the first that
    a bot has given up.

    Games are `lost` that ended every process that played them; `repeated` tells how many were played again, since their
    first process was ended. Of the games that were given up `late` were so because a bot took too long, which may be otherwise on
    another machine. `courses` are those of games that are to be played again, `unrepeated` is the first that then went another way.
    """

    plan: Plan
    mode: str
    jobs: int
    played: int = 0
    lost: list[int] = field(default_factory=list)
    repeated: int = 0
    late: int = 0
    unrepeated: Unrepeated | None = None
    courses: list[Playthrough] = field(default_factory=list)
    ends: list[int] = field(default_factory=lambda: [0] * len(ENDS))
    wins: list[int] = field(default_factory=lambda: [0] * len(LETTERS))
    rounds: Moments = field(default_factory=Moments)
    moves: Moments = field(default_factory=Moments)
    aborted: int | None = None
    forfeit: Forfeit | None = None
    seconds: float = 0.0
    digest: Any = field(default_factory=lambda: blake2b(digest_size=16))

    @property
    def finished(self) -> int:
        """Games that were won or drawn."""
        return self.ends[WON] + self.ends[DRAW]

    @property
    def is_whole(self) -> bool:
        """Whether all games of the plan have been counted."""
        return self.played == self.plan.games

    def add(self, block: Block) -> None:
        """Count the results of a block, which follows on the last one."""
        self.digest.update(block.rows)
        self.lost += block.lost
        self.repeated += block.repeated
        self.late += block.late
        self.courses += block.courses
        fast = self.mode == COMPILED
        results = Results(from_bytes(block.rows, fast=fast), len(self.plan.line_up))
        self.played += len(results)
        self.forfeit = self.forfeit or block.forfeit
        aborted = self.ends[ABORTED]
        self._add_fast(results) if fast else self._add_plain(results)
        if self.aborted is None and self.ends[ABORTED] > aborted:
            self.aborted = int(results.games[list(results.ends).index(ABORTED)])

    def _add_plain(self, results: Results) -> None:
        for end, winners, rounds, moves in zip(
            results.ends, results.winners, results.rounds, results.moves, strict=True
        ):
            self.ends[end] += 1
            if end == WON:
                for p in range(len(self.plan.line_up)):
                    self.wins[p] += winners >> p & 1
            if end in (WON, DRAW):
                self.rounds.add(1, rounds, rounds * rounds, rounds, rounds)
                self.moves.add(1, moves, moves * moves, moves, moves)

    def _add_fast(self, results: Results) -> None:
        import numpy as np

        columns = (results.ends, results.winners, results.rounds, results.moves)
        ends, winners, rounds, moves = map(np.ascontiguousarray, columns)
        counts = np.bincount(ends, minlength=len(ENDS)).tolist()
        for end, count in enumerate(counts):
            self.ends[end] += count
        if counts[WON] < len(ends):  # seldom: rows are picked only where some do not count
            winners = winners[ends == WON]
            finished = (ends == WON) | (ends == DRAW)
            rounds, moves = rounds[finished], moves[finished]
        for p in range(len(self.plan.line_up)):
            self.wins[p] += int(np.count_nonzero(winners & (1 << p)))
        if len(rounds):
            for moments, column in ((self.rounds, rounds), (self.moves, moves)):
                squares = int(np.dot(column, column))
                moments.add(len(column), int(column.sum()), squares, int(column.min()), int(column.max()))

    def as_dict(self) -> dict[str, Any]:
        """The report as a JSON object; only `_run` may differ between modes, jobs and machines.

        One that is not whole says how many games were `planned`, and which of them were `lost`.
        """
        missing = {} if self.is_whole else {"planned": self.plan.games}
        lost = {"lost": self.lost} if self.lost else {}
        return {
            "dicecup": 1,
            "type": "playtest",
            "variant": self.plan.definition.name,
            "digest": self.plan.definition.digest,
            "seed": self.plan.seed,
            "games": self.played,
            **missing,
            **lost,
            "finished": self.finished,
            "aborted": self.ends[ABORTED],
            "forfeits": self.ends[FORFEIT],
            "limits_hit": self.late,
            "first_aborted": {"game": self.aborted} if self.aborted is not None else None,
            "first_forfeit": self.forfeit.as_dict() if self.forfeit is not None else None,
            "first_unrepeated": self.unrepeated.as_dict() if self.unrepeated is not None else None,
            "seats": {
                LETTERS[p]: {
                    "agent": label(spec),
                    "wins": self.wins[p],
                    "win_share": wilson(self.wins[p], self.finished),
                }
                for p, spec in enumerate(self.plan.line_up)
            },
            "rounds": self.rounds.as_dict(),
            "moves": self.moves.as_dict(),
            "results_digest": self.digest.hexdigest(),
            "_run": {"mode": self.mode, "jobs": self.jobs, "seconds": round(self.seconds, 3)},
        }

"""Playtests: many games of one line-up, counted. The same results in both modes, for any number of jobs, on any machine.

Games are played in blocks, each a range of game numbers, and blocks are counted in order as they come, so that memory does not
grow with the number of games. In compiled mode blocks run in threads (compiled code holds no lock); in plain mode in processes.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import blake2b
from queue import SimpleQueue
from time import perf_counter
from typing import Any

from dicecup.engine.bots.agents import Agent, agent, chooser, label, play_out
from dicecup.engine.core.kernel import compilable, compiled
from dicecup.engine.core.philox import MAX_GAME, bot_key, dice_key
from dicecup.engine.core.statistics import Moments, wilson
from dicecup.engine.core.workers import in_order, in_processes
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.games import game_loop as batch
from dicecup.engine.games.base import ABORTED, DRAW, ENDS, FORFEIT, LETTERS, WON, Throw, Trace
from dicecup.engine.games.registry import family
from dicecup.engine.log.log import Writer, dump
from dicecup.engine.match.match import Match, Seat, check_seats, new_match, rules_of

PLAIN, COMPILED, AUTO = "plain", "compiled", "auto"
MODES = (AUTO, PLAIN, COMPILED)
BLOCK = {PLAIN: 32, COMPILED: 4096}  # games
WORTH_COMPILING = 20_000  # games; below that plain mode is done before a cold compiler is


class MissingExtra(Exception):  # noqa: N818 - says what it is
    """Something was asked for by name that needs an extra which is not installed (exit code 2)."""

    code = 2


class Interrupted(KeyboardInterrupt):
    """Ctrl-C: what was counted until then."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


@dataclass(frozen=True)
class Plan:
    """What is to be played: `games` games from number `first` on, by these agents in seat order.

    Raises ValueError for a line-up that the definition does not take, UnknownAgent for one that does not exist.
    """

    definition: Definition
    line_up: tuple[str, ...]
    games: int
    seed: str
    first: int = 0

    def __post_init__(self) -> None:
        check_seats(self.definition, len(self.line_up))
        if self.games < 0 or self.first < 0 or self.first + self.games - 1 > MAX_GAME:
            raise ValueError(f"games are numbered from 0 to {MAX_GAME}")
        self.agents()

    def agents(self) -> list[Agent]:
        """The agents of the line-up."""
        return [agent(spec, self.definition.family) for spec in self.line_up]

    def width(self) -> int:
        """Integers in a row of results: game, end, winners, place and score of each seat, rounds, moves."""
        return 5 + 2 * len(self.line_up)


def open_game(plan: Plan, number: int, listen: Callable[[dict[str, Any]], None] | None = None) -> Match:
    """One game of a playtest, played in full: the same game that `run` counts under that number."""
    agents = plan.agents()
    seats = [Seat(label(one.spec), label(one.spec)) for one in agents]
    match = new_match(plan.definition, seats, plan.seed, number, listen=listen)
    play_out(match, agents)
    return match


# ---- one block of games


@dataclass(frozen=True)
class Block:
    """The results of a block: int64 rows in little-endian order, and the games' logs if they were asked for."""

    rows: bytes
    log: bytes = b""


def plain_block(plan: Plan, first: int, games: int, *, log: bool = False) -> Block:
    """A block in plain mode. Shipped bots play in the batch loop; users' bots, which may fail, and games to be logged in matches."""
    agents = plan.agents()
    if log or any(one.index < 0 for one in agents):
        matches = ((open_game(plan, number), number) for number in range(first, first + games))
        rows, lines = array("q"), []
        for match, _ in matches:
            rows.extend(_row(match))
            if log:
                lines += [dump(match.header), *map(dump, match.events)]
        return Block(_little(rows), b"".join(lines))
    played = _Bench(plan, agents).play(first, games)
    return Block(_little(array("q", (value for row in played for value in row))))


def _row(match: Match) -> list[int]:
    s = match.state
    winners = sum(1 << p for p in range(s.seats) if s.end in (WON, FORFEIT) and s.place[p] == 1)
    seats = [value for p in range(s.seats) for value in (s.place[p], s.score[p])]
    return [s.game, s.end, winners, *seats, s.round, s.moves]


def _little(rows: array[int]) -> bytes:
    if sys.byteorder == "big":
        rows.byteswap()
    return rows.tobytes()


class _Bench:
    """The records that a block is played on, in plain mode."""

    def __init__(self, plan: Plan, agents: list[Agent]) -> None:
        self.plan = plan
        self.family = family(plan.definition.family)
        choose, self.line_up = chooser(self.family.name, agents)
        self.function = batch.player(self.family, choose)
        self.state = self.family.State()
        self.state.seats = len(agents)
        self.rules = rules_of(plan.definition)
        self.keys = [bot_key(plan.seed, letter) for letter in LETTERS] + [dice_key(plan.seed)]
        self.records = ([self.state], [self.family.View() for _ in LETTERS], [self.rules], [Trace()], [Throw()])

    def play(self, first: int, games: int) -> list[list[int]]:
        """Play games and return their rows."""
        out = [[0] * self.plan.width() for _ in range(games)]
        self.function(*self.records, self.keys, self.line_up, first, games, out)
        return out


class _CompiledBench:
    """The same as numpy records, for compiled mode; a bench is used by one thread at a time."""

    def __init__(self, plan: Plan, function: Callable[..., None], line_up: list[int], plain: _Bench) -> None:
        import numpy as np

        self.plan = plan
        self.function = function
        self.line_up = np.array(line_up, np.int64)
        self.keys = np.array(plain.keys, np.int64)
        self.records = [np.zeros(len(records), type(records[0]).dtype()) for records in plain.records]
        plain.state.into(self.records[0][0])
        plain.rules.into(self.records[2][0])

    def play(self, first: int, games: int) -> Block:
        """Play a block."""
        import numpy as np

        out = np.zeros((games, self.plan.width()), np.int64)
        self.function(*self.records, self.keys, self.line_up, first, games, out)
        return Block(out.astype("<i8", copy=False).tobytes())


# ---- counting


@dataclass
class Report:
    """What a playtest has counted so far."""

    plan: Plan
    mode: str
    jobs: int
    played: int = 0
    ends: list[int] = field(default_factory=lambda: [0] * len(ENDS))
    wins: list[int] = field(default_factory=lambda: [0] * len(LETTERS))
    rounds: Moments = field(default_factory=Moments)
    moves: Moments = field(default_factory=Moments)
    seconds: float = 0.0
    digest: Any = field(default_factory=lambda: blake2b(digest_size=16))

    @property
    def finished(self) -> int:
        """Games that were won or drawn."""
        return self.ends[WON] + self.ends[DRAW]

    def add(self, block: Block) -> None:
        """Count a block."""
        self.digest.update(block.rows)
        if self.mode == COMPILED:
            self._add_fast(block.rows)
            return
        width = self.plan.width()
        values = array("q", block.rows)
        if sys.byteorder == "big":
            values.byteswap()
        for i in range(0, len(values), width):
            end, winners, rounds, moves = values[i + 1], values[i + 2], values[i + width - 2], values[i + width - 1]
            self.played += 1
            self.ends[end] += 1
            if end == WON:
                for p in range(len(self.plan.line_up)):
                    self.wins[p] += winners >> p & 1
            if end in (WON, DRAW):
                self.rounds.add(1, rounds, rounds * rounds, rounds, rounds)
                self.moves.add(1, moves, moves * moves, moves, moves)

    def _add_fast(self, rows: bytes) -> None:
        import numpy as np

        values = np.frombuffer(rows, "<i8").reshape(-1, self.plan.width())
        ends, winners, rounds, moves = (np.ascontiguousarray(values[:, at]) for at in (1, 2, -2, -1))
        self.played += len(values)
        counts = np.bincount(ends, minlength=len(ENDS)).tolist()
        for end, count in enumerate(counts):
            self.ends[end] += count
        if counts[WON] < len(values):  # seldom: rows are picked only where some do not count
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
        """The report as a JSON object; only `_run` may differ between modes, jobs and machines."""
        return {
            "dicecup": 1,
            "type": "playtest",
            "variant": self.plan.definition.name,
            "digest": self.plan.definition.digest,
            "seed": self.plan.seed,
            "games": self.played,
            "finished": self.finished,
            "aborted": self.ends[ABORTED],
            "forfeits": self.ends[FORFEIT],
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


# ---- running


def run(
    plan: Plan,
    *,
    jobs: int = 1,
    mode: str = AUTO,
    log: Writer | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Report:
    """Play and count all games of a plan.

    `mode` auto compiles where that is possible and worth while. With `log` every game is written in full, in order, which plain
    mode does. Raises Interrupted with the report so far, MissingExtra, and ValueError for a mode that a bot cannot run in.
    """
    mode = chosen_mode(plan, mode, logged=log is not None)
    report = Report(plan, mode, jobs)
    began = perf_counter()
    progress(0, plan.games)
    try:
        for block in _blocks(plan, mode, jobs, logged=log is not None):
            report.add(block)
            if log is not None:
                log.write(block.log)
            progress(report.played, plan.games)
    except KeyboardInterrupt:
        report.seconds = perf_counter() - began
        raise Interrupted(report) from None
    report.seconds = perf_counter() - began
    return report


def chosen_mode(plan: Plan, mode: str, *, logged: bool) -> str:
    """The mode that a run is to use. Raises MissingExtra or ValueError where the one asked for cannot be used."""
    plain_bots = [one.spec for one in plan.agents() if one.plain is not None]
    if mode == AUTO:
        fits = compilable() and not plain_bots and not logged and plan.games >= WORTH_COMPILING
        return COMPILED if fits else PLAIN
    if mode == COMPILED:
        if plain_bots:
            raise ValueError(f"{plain_bots[0]} is no kernel and cannot be compiled; use --mode plain")
        if logged:
            raise ValueError("logs are written in plain mode; leave out --mode compiled")
        if not compilable():
            raise MissingExtra("compiled mode needs the extra 'fast': pip install 'dicecup[fast]'")
    return mode


def _blocks(plan: Plan, mode: str, jobs: int, *, logged: bool) -> Iterator[Block]:
    size = BLOCK[mode]
    last = plan.first + plan.games
    ranges = ((first, min(size, last - first)) for first in range(plan.first, last, size))
    if mode == COMPILED:
        yield from _in_threads(plan, jobs, ranges)
    elif jobs == 1:
        for first, games in ranges:
            yield plain_block(plan, first, games, log=logged)
    else:
        yield from in_processes(partial(plain_block, plan, log=logged), jobs, ranges)


def _in_threads(plan: Plan, jobs: int, ranges: Iterable[tuple[int, int]]) -> Iterator[Block]:
    agents = plan.agents()
    plain = _Bench(plan, agents)
    function = _compiled_player(plan.definition.family, tuple(dict.fromkeys(one for one in agents if one.kernel)))
    benches: SimpleQueue[_CompiledBench] = SimpleQueue()
    for _ in range(jobs):
        benches.put(_CompiledBench(plan, function, plain.line_up, plain))

    def play(first: int, games: int) -> Block:
        bench = benches.get()
        try:
            return bench.play(first, games)
        finally:
            benches.put(bench)

    if jobs == 1:
        for first, games in ranges:
            yield play(first, games)
        return
    pool = ThreadPoolExecutor(jobs)
    try:
        yield from in_order(pool, play, 2 * jobs, ranges)
    finally:
        pool.shutdown(cancel_futures=True)


@cache
def _compiled_player(name: str, users: tuple[Agent, ...]) -> Callable[..., None]:
    choose, _ = chooser(name, users)
    return compiled(batch.player(family(name), choose))

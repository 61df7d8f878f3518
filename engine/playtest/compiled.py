"""Blocks of games in compiled mode, in threads, since compiled code holds no lock.

A kernel that raises ends the compiled code in the midst of a game. That game is played again in plain mode, where its bot
forfeits with a reason, and the next one is compiled again: so results are those of plain mode, failures included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from queue import SimpleQueue
from typing import Any

from dicecup.engine.bots.agents import Agent, label
from dicecup.engine.bots.compilation import check_compilable
from dicecup.engine.bots.failure import CodePlace, where_defined
from dicecup.engine.bots.line_up import chooser
from dicecup.engine.core.kernel import UnreachableKernelError, compiled, is_cached
from dicecup.engine.core.workers import in_order
from dicecup.engine.games.base import FORFEIT, LETTERS
from dicecup.engine.games.base.results import Results, row_of, to_bytes
from dicecup.engine.games.registry import family
from dicecup.engine.match.match import rules_of
from dicecup.engine.playtest.block import Bench, Block, CompiledBench, Player, block_player, timed
from dicecup.engine.playtest.forfeit import Forfeit
from dicecup.engine.playtest.plan import Plan, play_game

PARTS = "it answered no legal action in compiled mode, and fails in no other: its numbers may not fit 64 bits"


def compiled_blocks(plan: Plan, jobs: int, ranges: Iterable[tuple[int, int]]) -> Iterator[Block]:
    """The blocks of these ranges (first game, number of games), in order, from so many threads.

    Raises NotCompiledError for a user's kernel that cannot be compiled, before any game is played.
    """
    agents = plan.agents()
    users = _users(plan)
    played = family(plan.definition.family)
    _, line_up = chooser(played.name, agents)
    rules = rules_of(plan.definition)
    benches: SimpleQueue[CompiledBench] = SimpleQueue()
    for _ in range(jobs):
        benches.put(CompiledBench(Bench(played, rules, plan.seed, len(agents), line_up)))
    player = _ready_player(played.name, users, benches)

    def on_a_bench(first: int, games: int) -> Block:
        bench = benches.get()
        try:
            return _block(plan, bench, player, first, games, guarded=bool(users))
        finally:
            benches.put(bench)

    play = partial(timed, on_a_bench)
    if jobs == 1:
        for first, games in ranges:
            yield play(first, games)
        return
    pool = ThreadPoolExecutor(jobs)
    try:
        yield from in_order(pool, play, 2 * jobs, ranges)
    finally:
        pool.shutdown(cancel_futures=True)


def _ready_player(name: str, users: tuple[Agent, ...], benches: SimpleQueue[CompiledBench]) -> Player:
    """The player of a line-up, compiled or taken from the cache. Raises NotCompiledError."""
    bench = benches.get()
    try:
        player = compiled_player(name, users)
        bench.play(player, 0, 0)
    except Exception:
        check_compilable(users, bench.V[:1].copy(), bench.R)
        raise
    finally:
        benches.put(bench)
    return player


def is_kept(plan: Plan) -> bool:
    """Whether the machine code of a plan's line-up is kept from another run."""
    try:
        return is_cached(_player(plan.definition.family, _users(plan)))
    except UnreachableKernelError:
        return False


def _users(plan: Plan) -> tuple[Agent, ...]:
    """The agents of a plan that are users' kernels, each once."""
    return tuple(dict.fromkeys(one for one in plan.agents() if one.kernel is not None))


@cache
def compiled_player(name: str, users: tuple[Agent, ...]) -> Player:
    """The player of a family's bots and of these users' kernels, compiled when it is first called."""
    return compiled(_player(name, users))


def _player(name: str, users: tuple[Agent, ...]) -> Player:
    """The same player before it is compiled."""
    choose, _ = chooser(name, users)
    return block_player(family(name), choose, guarded=bool(users))


def _block(plan: Plan, bench: CompiledBench, player: Player, first: int, games: int, *, guarded: bool) -> Block:
    """A block; where users' kernels sit (`guarded`) these may raise."""
    rows = bench.rows(games)
    forfeit: Forfeit | None = None
    done = 0
    while done < games:
        try:
            bench.play_into(rows[done:], player, first + done)
            done = games
        except Exception:
            if not guarded:
                raise
            number = int(bench.S[0]["game"])
            match, failure = play_game(plan, number)
            rows[number - first] = row_of(match.state)
            if failure is not None and forfeit is None:
                forfeit = Forfeit.of(match, failure)
            done = number - first + 1
    values = rows.reshape(-1)
    given_up = (Results(values, bench.seats).ends == FORFEIT).nonzero()[0]
    if len(given_up) and (forfeit is None or first + given_up[0] < forfeit.game):
        at = int(given_up[0])
        forfeit = _explained(plan, first + at, rows[at])
    return Block(to_bytes(values), forfeit=forfeit)


def _explained(plan: Plan, number: int, row: Any) -> Forfeit:
    """Why a bot gave a game up: only plain mode has the words."""
    match, failure = play_game(plan, number)
    if failure is not None:
        return Forfeit.of(match, failure)
    agents = plan.agents()
    results = Results(row, len(agents))
    seat = max(range(len(agents)), key=lambda p: int(results.places(p)[0]))  # who gives up comes last, alone
    one = agents[seat]
    place = where_defined(one.kernel, one.file) if one.kernel is not None else CodePlace(one.file)
    return Forfeit(number, LETTERS[seat], label(one.spec), f"{label(one.spec)} failed: {PARTS}", place)

"""Blocks of games that are played in several processes, whatever becomes of these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from dicecup.engine.bots.program import end_all
from dicecup.engine.core.workers import WorkerLost, in_processes
from dicecup.engine.playtest.block import Block, joined, plain_block, timed
from dicecup.engine.playtest.plan import Plan

MOST_LOST, SHARE = 10, 0.1  # games, and their share: whatever loses as many would lose the rest too


def process_blocks(plan: Plan, jobs: int, ranges: Iterable[tuple[int, int]], *, logged: bool) -> Iterator[Block]:
    """The blocks of these ranges (first game, number of games), in order, in plain mode.

    The games of a worker that is gone are played once more, one at a time, in another one. Those that end that one too
    are `lost`. Raises WorkerLost after the block with which there are too many of them, for their number and share.
    """
    work = partial(timed, partial(plain_block, plan, log=logged))

    def again(first: int, games: int) -> Block:
        singles = ((number, 1) for number in range(first, first + games))
        return replace(joined(in_processes(work, 1, singles, without, end_all)), repeated=games)

    def without(game: int, _: int) -> Block:
        return Block(b"", lost=(game,), games=1)

    lost = games = 0
    for block in in_processes(work, jobs, ranges, again, end_all):
        yield block
        lost += len(block.lost)
        games += block.games
        if lost >= MOST_LOST and lost >= SHARE * games:
            raise WorkerLost("worker processes were killed again and again, or a bot ends them")

"""Playtests: many games of one line-up, counted. Neither mode nor jobs nor machine make a difference to the results.

Games are played in blocks, each a range of game numbers, and blocks are counted in order as they come, so that memory
does not grow with the number of games: in plain mode in processes, in compiled mode in threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter

from dicecup.engine.core.kernel import AUTO, COMPILED, PLAIN, compilable
from dicecup.engine.core.problems import InputError, MissingExtra, Term
from dicecup.engine.core.workers import in_processes
from dicecup.engine.log.log import Writer
from dicecup.engine.playtest.block import Block, plain_block
from dicecup.engine.playtest.compiled import compiled_blocks
from dicecup.engine.playtest.plan import Plan
from dicecup.engine.playtest.report import Report

BLOCK = {PLAIN: 32, COMPILED: 4096}  # games
WORTH_COMPILING = 20_000  # games; below that plain mode is done before a cold compiler is


class ModeError(InputError, ValueError):
    """A mode in which a playtest cannot be run, because of a bot (`bot`), or of the logs that are to be written."""

    def __init__(self, sentence: str, mode: str, remedy: Term, bot: str | None = None) -> None:
        super().__init__(sentence, remedies=[remedy])
        self.mode = mode
        self.bot = bot


class Interrupted(KeyboardInterrupt):
    """Ctrl-C: what was counted until then."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


def run(
    plan: Plan,
    *,
    jobs: int = 1,
    mode: str = AUTO,
    log: Writer | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Report:
    """Play and count all games of a plan.

    `mode` auto compiles where that is possible and worth while. With `log` every game is written in full, in order,
    which plain mode does. Raises Interrupted with the report so far, MissingExtra, and ModeError for a mode that a bot
    cannot run in.
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
    """The mode that a run is to use. Raises MissingExtra or ModeError where the one asked for cannot be used."""
    plain_bots = [one.spec for one in plan.agents() if one.plain is not None]
    if mode == AUTO:
        fits = compilable() and not plain_bots and not logged and plan.games >= WORTH_COMPILING
        return COMPILED if fits else PLAIN
    if mode == COMPILED:
        if plain_bots:
            sentence = f"{plain_bots[0]} is no kernel and cannot be compiled"
            raise ModeError(sentence, mode, Term("plain_mode", "; use plain mode", PLAIN), plain_bots[0])
        if logged:
            raise ModeError("logs are written in plain mode", mode, Term("no_mode", "; use plain mode", mode))
        if not compilable():
            raise MissingExtra("compiled mode", "fast")
    return mode


def _blocks(plan: Plan, mode: str, jobs: int, *, logged: bool) -> Iterator[Block]:
    size = BLOCK[mode]
    last = plan.first + plan.games
    ranges = ((first, min(size, last - first)) for first in range(plan.first, last, size))
    if mode == COMPILED:
        yield from compiled_blocks(plan, jobs, ranges)
    elif jobs == 1:
        for first, games in ranges:
            yield plain_block(plan, first, games, log=logged)
    else:
        yield from in_processes(partial(plain_block, plan, log=logged), jobs, ranges)

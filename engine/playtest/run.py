"""Playtests: many games of one line-up, counted. Neither mode nor jobs nor machine make a difference to the results.

Games are played in blocks, each a range of game numbers, and blocks are counted in order as they come, so that memory
does not grow with the number of games: in plain mode in processes, in compiled mode in threads.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from time import perf_counter

from dicecup.engine.core.kernel import AUTO, COMPILED, PLAIN, compilable
from dicecup.engine.core.problems import InputError, MissingExtra, Term
from dicecup.engine.core.signals import Ended
from dicecup.engine.core.workers import WorkerLost
from dicecup.engine.log.log import OutputRefused, Writer
from dicecup.engine.playtest.block import Block, plain_block, timed
from dicecup.engine.playtest.compiled import compiled_blocks
from dicecup.engine.playtest.pace import Pace
from dicecup.engine.playtest.plan import Plan
from dicecup.engine.playtest.processes import process_blocks
from dicecup.engine.playtest.report import Report

BLOCK = {PLAIN: (1, 32), COMPILED: (256, 4096)}  # games of the first one, and at most
WORTH_COMPILING = 20_000  # games; below that plain mode is done before a cold compiler is


class ModeError(InputError, ValueError):
    """A mode in which a playtest cannot be run, because of a bot (`bot`), or of the logs that are to be written."""

    def __init__(self, sentence: str, mode: str, remedy: Term, bot: str | None = None) -> None:
        super().__init__(sentence, remedies=[remedy])
        self.mode = mode
        self.bot = bot


class BrokenOff(BaseException):
    """A run that was not played to its end: what was counted until then, and what has broken it off.

    The `cause` is Ctrl-C, a signal to end, workers that were lost again and again, or a log that cannot be written.
    """

    def __init__(self, report: Report, cause: BaseException) -> None:
        super().__init__(report, cause)
        self.report = report
        self.cause = cause


def run(
    plan: Plan,
    *,
    jobs: int = 1,
    mode: str = AUTO,
    log: Writer | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
    held: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> Report:
    """Play and count all games of a plan.

    `mode` auto compiles where that is possible and worth while. With `log` every game is written in full, in order,
    which plain mode does. Within `held` games are written and counted, so that a signal which it holds back finds the
    same games in both. Raises BrokenOff with the report so far, MissingExtra, and ModeError for a mode that a bot cannot
    run in.
    """
    mode = chosen_mode(plan, mode, logged=log is not None)
    report = Report(plan, mode, jobs)
    began = perf_counter()
    try:
        progress(0, plan.games)
        with closing(_blocks(plan, mode, jobs, logged=log is not None)) as blocks:
            for block in blocks:
                with held():
                    if log is not None:
                        log.write(block.log)
                    report.add(block)
                progress(report.played + len(report.lost), plan.games)
    except (KeyboardInterrupt, Ended, WorkerLost, OutputRefused) as cause:
        raise BrokenOff(report, cause) from cause
    finally:
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


def _blocks(plan: Plan, mode: str, jobs: int, *, logged: bool) -> Generator[Block]:
    pace = Pace(*BLOCK[mode])
    ranges = pace.ranges(plan.first, plan.first + plan.games)
    blocks: Iterator[Block]
    if mode == COMPILED:
        blocks = compiled_blocks(plan, jobs, ranges)
    elif jobs == 1:
        play = partial(plain_block, plan, log=logged)
        blocks = (timed(play, *one) for one in ranges)
    else:
        blocks = process_blocks(plan, jobs, ranges, logged=logged)
    for block in blocks:
        pace.took(block.games, block.seconds)
        yield block

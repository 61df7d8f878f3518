"""Playtests: many games of one line-up, counted. Neither mode nor jobs nor machine make a difference to the results.

Games are played in blocks, each a range of game numbers, and blocks are counted in order as they come, so that memory
does not grow with the number of games: in plain mode in processes, in compiled mode in threads.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from time import perf_counter

from dicecup.engine.bots.compilation import NotCompiledError
from dicecup.engine.core.kernel import AUTO, COMPILED, PLAIN
from dicecup.engine.core.problems import PlayError, Term
from dicecup.engine.core.signals import Ended
from dicecup.engine.core.workers import WorkerLost
from dicecup.engine.log.log import OutputRefused, Writer
from dicecup.engine.log.seal import Seal
from dicecup.engine.playtest.block import Block, plain_block, timed
from dicecup.engine.playtest.compiled import compiled_blocks, is_kept
from dicecup.engine.playtest.effort import BLOCK, Effort, Sample, Wanted
from dicecup.engine.playtest.pace import Pace
from dicecup.engine.playtest.plan import Plan
from dicecup.engine.playtest.processes import process_blocks
from dicecup.engine.playtest.repeat import first_unrepeated
from dicecup.engine.playtest.report import Report

MOST_LATE = 10  # games: a bot that has taken too long in as many would keep the run waiting for all the others


class TooLate(PlayError):  # noqa: N818 - says what it is
    """Bots took too long in so many games that the run is given up."""

    def __init__(self, seconds: float) -> None:
        sentence = f"bots took longer than {seconds:g} seconds for a decision in {MOST_LATE} games"
        super().__init__(sentence, remedies=[Term("time_limit", "; allow them more", seconds)])


class BrokenOff(BaseException):
    """A run that was not played to its end: what was counted until then, and what has broken it off.

    The `cause` is Ctrl-C, a signal to end, workers that were lost again and again, bots
    that take too long again and again, or a log that cannot be written.
    """

    def __init__(self, report: Report, cause: BaseException) -> None:
        super().__init__(report, cause)
        self.report = report
        self.cause = cause


def run(
    plan: Plan,
    *,
    jobs: int | None = 1,
    mode: str = AUTO,
    log: Writer | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
    held: Callable[[], AbstractContextManager[object]] = nullcontext,
    decided: Callable[[Effort, NotCompiledError | None], None] = lambda effort, why: None,
) -> Report:
    """Play and count all games of a plan.

    `mode` auto is whichever is done sooner, and `jobs` None as many as are of use; `decided` is told what that comes to,
    and for whose sake compiled mode was given up. With `log` every game is written in full, in order, which plain mode
    does, and the file is sealed at the end. Within `held` games are written and counted, so that a signal which it holds
    back finds the same games in both. Raises BrokenOff with the report so far, MissingExtra, ModeError for a mode that a
    bot cannot run in, and in compiled mode NotCompiledError.
    """
    wanted = Wanted(plan, mode, jobs, logged=log is not None)
    report = Report(plan, PLAIN, 1)

    def agreed(effort: Effort, why: NotCompiledError | None = None) -> None:
        report.mode, report.jobs = effort.mode, effort.jobs
        decided(effort, why)

    began = perf_counter()
    try:
        progress(0, plan.games)
        blocks = _blocks(wanted, agreed)
        with closing(blocks), _sealed(log, held) as write:
            for block in blocks:
                with held():
                    write(block)
                    report.add(block)
                progress(report.played + len(report.lost), plan.games)
                if report.late >= MOST_LATE:
                    raise TooLate(plan.patience.seconds)
        plan.close()
        report.unrepeated = first_unrepeated(plan, report.courses)
    except (KeyboardInterrupt, Ended, WorkerLost, OutputRefused, TooLate) as cause:
        raise BrokenOff(report, cause) from cause
    finally:
        plan.close()
        report.seconds = perf_counter() - began
    return report


@contextmanager
def _sealed(
    log: Writer | None, held: Callable[[], AbstractContextManager[object]]
) -> Iterator[Callable[[Block], None]]:
    """What writes the games of a block to the log, if there is one; at the end, whatever that is, the games in it are sealed."""
    seal = Seal()

    def write(block: Block) -> None:
        if log is not None:
            log.write(block.log)
            for check in block.checks:
                seal.add(check)

    try:
        yield write
    finally:
        if log is not None and seal.games and not log.broken:
            with held():
                log.record(seal.record())


def _blocks(wanted: Wanted, agreed: Callable[..., None]) -> Generator[Block]:
    plan, first = wanted.plan, wanted.plan.first
    effort = wanted.as_asked()
    if effort is None:
        sample = Sample(plan)
        yield from sample.blocks(logged=wanted.logged)
        first += sample.played
        effort = wanted.reckoned(sample.per_game, plan.games - sample.played, partial(is_kept, plan))
    agreed(effort)
    try:
        yield from _played(plan, first, effort, logged=wanted.logged)
    except NotCompiledError as error:  # before a game has been played
        if wanted.mode == COMPILED:
            raise
        effort = replace(effort, mode=PLAIN)
        agreed(effort, error)
        yield from _played(plan, first, effort, logged=wanted.logged)


def _played(plan: Plan, first: int, effort: Effort, *, logged: bool) -> Iterator[Block]:
    """The blocks from a game on."""
    pace = Pace(*BLOCK[effort.mode])
    ranges = pace.ranges(first, plan.first + plan.games)
    blocks: Iterator[Block]
    if effort.mode == COMPILED:
        blocks = compiled_blocks(plan, effort.jobs, ranges)
    elif effort.jobs == 1:
        play = partial(plain_block, plan, log=logged)
        blocks = (timed(play, *one) for one in ranges)
    else:
        plan.close()  # each process has programs of its own
        blocks = process_blocks(plan, effort.jobs, ranges, logged=logged)
    for block in blocks:
        pace.took(block.games, block.seconds)
        yield block

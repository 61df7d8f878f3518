"""How a playtest is played so that it is done soon: in which mode, and by how many jobs. No result depends on either.

A few games are played in plain mode first, and count like any others: how long they take tells what the rest would take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from dicecup.engine.core.kernel import AUTO, COMPILED, PLAIN, compilable
from dicecup.engine.core.problems import InputError, MissingExtra, Term
from dicecup.engine.core.workers import usable_cores
from dicecup.engine.playtest.block import Block, plain_block, timed
from dicecup.engine.playtest.pace import Pace
from dicecup.engine.playtest.plan import Plan

BLOCK = {PLAIN: (1, 32), COMPILED: (256, 4096)}  # games of the first one, and at most

# Seconds of work, on one core, from which on something pays. `make bench` measures what compiled games take to begin.
SAMPLE = 0.1  # of games that tell how long a game takes
PROCESSES = 0.5  # to begin processes
WARM = 1.0  # to begin with machine code that is kept from another run
COLD = 25.0  # to compile
EXTRA = 5.0  # to tell of an extra that is not installed


class ModeError(InputError, ValueError):
    """A mode in which a playtest cannot be run, because of a bot (`bot`), or of the logs that are to be written."""

    def __init__(self, sentence: str, mode: str, remedy: Term, bot: str | None = None) -> None:
        super().__init__(sentence, remedies=[remedy])
        self.mode = mode
        self.bot = bot


@dataclass(frozen=True)
class Effort:
    """A mode and a number of jobs. `seconds` is what plain mode is thought to take, 0 where nobody has reckoned that;
    `lacks_fast` tells that the extra `fast` is not installed and would make it much less.
    """

    mode: str
    jobs: int
    seconds: float = 0.0
    lacks_fast: bool = False


@dataclass(frozen=True)
class Wanted:
    """What was asked for: a mode (AUTO: whichever is done sooner) and a number of jobs (None: as many as are of use)."""

    plan: Plan
    mode: str
    jobs: int | None
    logged: bool

    def __post_init__(self) -> None:
        """Raise MissingExtra or ModeError where the mode cannot be used."""
        if self.mode != COMPILED:
            return
        if (bot := self._plain_bot) is not None:
            sentence = f"{bot} is no kernel and cannot be compiled"
            raise ModeError(sentence, self.mode, Term("plain_mode", "; use plain mode", PLAIN), bot)
        if self.logged:
            raise ModeError("logs are written in plain mode", self.mode, Term("no_mode", "; use plain mode", self.mode))
        if not compilable():
            raise MissingExtra("compiled mode", "fast")

    @property
    def _plain_bot(self) -> str | None:
        return next((one.spec for one in self.plan.agents() if one.program is not None), None)

    @property
    def _may_compile(self) -> bool:
        """Whether compiled mode is a question."""
        return self.mode == AUTO and not self.logged and self._plain_bot is None

    def as_asked(self) -> Effort | None:
        """What is to be done where that is clear before a game has been played; None where it is not."""
        if self.mode == COMPILED:
            return Effort(COMPILED, self.jobs or usable_cores())
        if self.jobs is not None and not self._may_compile:
            return Effort(PLAIN, self.jobs)
        return None

    def reckoned(self, per_game: float, games: int, is_cached: Callable[[], bool]) -> Effort:
        """What is to be done for so many games that take so long in plain mode; `is_cached` tells whether machine code is kept."""
        seconds = per_game * games
        jobs = self.jobs or (usable_cores() if seconds > PROCESSES else 1)
        jobs = max(1, min(jobs, -(-games // BLOCK[PLAIN][1])))
        wait = seconds / jobs
        if not self._may_compile or wait < WARM:
            return Effort(PLAIN, jobs, wait)
        if not compilable():
            return Effort(PLAIN, jobs, wait, lacks_fast=wait > EXTRA)
        if wait > COLD or is_cached():
            return Effort(COMPILED, self.jobs or usable_cores(), wait)
        return Effort(PLAIN, jobs, wait)


class Sample:
    """The first games of a plan, played until they tell how long a game takes."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.played = 0
        self._timed = 0
        self._seconds = 0.0

    @property
    def per_game(self) -> float:
        """Seconds."""
        return self._seconds / self._timed if self._timed else 0.0

    def blocks(self, *, logged: bool) -> Iterator[Block]:
        """Blocks that grow, until they took long enough. What the first takes is not counted, since it also sets all up."""
        pace = Pace(*BLOCK[PLAIN])
        play = partial(plain_block, self.plan, log=logged)
        for first, games in pace.ranges(self.plan.first, self.plan.first + self.plan.games):
            block = timed(play, first, games)
            pace.took(block.games, block.seconds)
            if self.played:
                self._seconds += block.seconds
                self._timed += block.games
            self.played += block.games
            yield block
            if self._seconds >= SAMPLE:
                return

"""Work that is cut into tasks and done by several processes or threads; the results come in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

Result = TypeVar("Result")


class WorkerLost(Exception):  # noqa: N818 - says what it is
    """A worker process is gone: the system or somebody killed it, or a bot ended it (exit code 1)."""

    code = 1


def in_processes(work: Callable[..., Result], jobs: int, tasks: Iterable[tuple[Any, ...]]) -> Iterator[Result]:
    """The results of `work(*task)` for each task, in the order of the tasks, from so many processes. Raises WorkerLost."""
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context(), _begin_work)
    done = False
    try:
        yield from in_order(_Sheltered(pool), work, 2 * jobs, tasks)
        done = True
    except BrokenProcessPool:
        message = "a worker process was killed, or a bot has ended it; use --jobs 1, or fewer jobs if memory ran out"
        raise WorkerLost(message) from None
    finally:
        if not done:
            # A bot may think for hours: nobody waits for it after Ctrl-C.
            for child in multiprocessing.active_children():
                child.terminate()
        pool.shutdown(cancel_futures=True)


class _Sheltered:
    """Hands work to a pool of processes, which begins them as they are needed, with Ctrl-C held back for that moment.

    What is held back is so in the new process as well; where that is a whole new Python (spawn, forkserver), Ctrl-C would else
    break off its imports, with a traceback, long before `_begin_work`.
    """

    def __init__(self, pool: Executor) -> None:
        self.pool = pool
        self.mask = getattr(signal, "pthread_sigmask", None)  # not on Windows
        if self.mask is not None and multiprocessing.get_start_method() != "fork":
            from multiprocessing import resource_tracker

            resource_tracker.ensure_running()  # beginning it lifts every block

    def submit(self, work: Callable[..., Result], *task: Any) -> Future[Result]:
        """As the pool's own."""
        if self.mask is None:
            return self.pool.submit(work, *task)
        before = self.mask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return self.pool.submit(work, *task)
        finally:
            self.mask(signal.SIG_SETMASK, before)


def in_order(
    pool: Executor | _Sheltered, work: Callable[..., Result], ahead: int, tasks: Iterable[tuple[Any, ...]]
) -> Iterator[Result]:
    """Results in the order of the tasks, never more than a few tasks ahead of whoever takes them."""
    waiting: deque[Future[Result]] = deque()
    for task in tasks:
        waiting.append(pool.submit(work, *task))
        if len(waiting) >= ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _begin_work() -> None:
    """In a worker: Ctrl-C is the parent's to handle, and nobody works on for a parent that is gone.

    A worker of a killed parent would else wait for ever for its next task, since it holds the other end of that pipe as well.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if (parent := multiprocessing.parent_process()) is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)

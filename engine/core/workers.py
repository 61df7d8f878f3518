"""Work that is cut into tasks and done by several processes or threads; the results come in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from dicecup.engine.core.problems import DicecupError, Term

Result = TypeVar("Result")

GRACE = 2.0  # seconds in which a worker that is told to end must do so


class WorkerLost(DicecupError):  # noqa: N818 - says what it is
    """A worker process is gone: the system or somebody killed it, or a bot ended it."""

    def __init__(self) -> None:
        super().__init__(
            "a worker process was killed, or a bot has ended it",
            remedies=[Term("jobs", "; use one job, or fewer jobs if memory ran out")],
        )


def in_processes(work: Callable[..., Result], jobs: int, tasks: Iterable[tuple[Any, ...]]) -> Iterator[Result]:
    """The results of `work(*task)` for each task, in the order of the tasks, from so many processes. Raises WorkerLost.

    Never more than a few tasks ahead of whoever takes the results. Each worker has a pipe of its own. The pools of the standard
    library have one for the answers of all: when a worker is ended in the middle of an answer, as Ctrl-C does it, they wait for the
    other half for ever.
    """
    crew = _Crew(work)
    done = False
    try:
        yield from crew.results(jobs, tasks)
        done = True
    finally:
        # A bot may think for hours: nobody waits for it after Ctrl-C.
        crew.dismiss(at_once=not done)


class _Crew:
    """Workers, begun as they are needed, with one task at a time for each."""

    def __init__(self, work: Callable[..., Any]) -> None:
        self.work = work
        self.workers: list[_Worker] = []

    def results(self, jobs: int, tasks: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        """All results in order."""
        waiting = enumerate(tasks)
        idle: list[_Worker] = []
        busy: dict[Connection, tuple[_Worker, int]] = {}
        answers: dict[int, tuple[Any, BaseException | None]] = {}
        due, more = 0, True
        while more or busy or answers:
            while more and len(busy) < jobs and len(busy) + len(answers) < 2 * jobs:
                number, task = next(waiting, (0, None))
                if task is None:
                    more = False
                    break
                worker = idle.pop() if idle else self._begin()
                worker.give(task)
                busy[worker.pipe] = worker, number
            ready = wait(busy, 0 if due in answers else None) if busy else []
            for worker, number in [busy.pop(pipe) for pipe in list(busy) if pipe in ready]:
                answers[number] = worker.answer()
                idle.append(worker)
            if due in answers:
                result, error = answers.pop(due)
                if error is not None:
                    raise error
                yield result
                due += 1

    def dismiss(self, *, at_once: bool) -> None:
        """All end, at once or when they have heard that there is nothing more to do."""
        for worker in self.workers:
            worker.dismiss(at_once=at_once)
        for worker in self.workers:
            worker.end()

    def _begin(self) -> _Worker:
        with _sheltered():
            self.workers.append(_Worker(self.work))
        return self.workers[-1]


class _Worker:
    """A process that does tasks, seen from outside."""

    def __init__(self, work: Callable[..., Any]) -> None:
        self.pipe, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=_serve, args=(theirs, work))
        self._process.start()
        theirs.close()  # now it is the worker's alone, so the pipe ends with the worker

    def give(self, task: tuple[Any, ...] | None) -> None:
        """Hand over a task; the worker is idle."""
        try:
            self.pipe.send(task)
        except OSError:
            raise WorkerLost from None

    def answer(self) -> tuple[Any, BaseException | None]:
        """The result of the task, or what it raised."""
        try:
            answer: tuple[Any, BaseException | None] = self.pipe.recv()
        except (EOFError, OSError):
            raise WorkerLost from None
        return answer

    def dismiss(self, *, at_once: bool) -> None:
        """Tell the worker to end."""
        if at_once:
            self._process.terminate()
        else:
            with suppress(WorkerLost):
                self.give(None)

    def end(self) -> None:
        """See that it does."""
        self._process.join(GRACE)
        self._process.kill()
        self._process.join()
        self.pipe.close()


@contextmanager
def _sheltered() -> Iterator[None]:
    """A process is begun, with Ctrl-C held back for that moment.

    What is held back is so in the new process as well; where that is a whole new Python (spawn, forkserver), Ctrl-C would else
    break off its imports, with a traceback, long before it is ignored there.
    """
    mask = getattr(signal, "pthread_sigmask", None)
    if mask is None:  # Windows
        yield
        return
    if multiprocessing.get_start_method() != "fork":
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # beginning it lifts every block
    before = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, work: Callable[..., Any]) -> None:
    """In a worker: do tasks until there are no more.

    Ctrl-C is the parent's to handle, and nobody works on for a parent that is gone. A worker of a killed parent would else wait for
    ever for its next task, since other workers hold the other end of its pipe as well.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if (parent := multiprocessing.parent_process()) is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    with suppress(EOFError, OSError):  # of the pipe
        while (task := pipe.recv()) is not None:
            answer: tuple[Any, BaseException | None]
            try:
                answer = work(*task), None
            except BaseException as error:  # noqa: BLE001 - whatever it is, the parent raises it
                error.add_note(traceback.format_exc())
                answer = None, error
            _send(pipe, answer)


def _send(pipe: Connection, answer: tuple[Any, BaseException | None]) -> None:
    try:
        pipe.send(answer)
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - it cannot be pickled, of which nothing has been sent
        pipe.send((None, error))


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def in_order(
    pool: Executor, work: Callable[..., Result], ahead: int, tasks: Iterable[tuple[Any, ...]]
) -> Iterator[Result]:
    """Results in the order of the tasks, never more than a few tasks ahead of whoever takes them."""
    waiting: deque[Future[Result]] = deque()
    for task in tasks:
        waiting.append(pool.submit(work, *task))
        if len(waiting) >= ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()

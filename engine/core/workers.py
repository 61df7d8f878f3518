"""Work that is cut into tasks and done by several processes or threads; the results come in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NoReturn, TypeVar

from dicecup.engine.core.problems import DicecupError, Term

Result = TypeVar("Result")

GRACE = 2.0  # seconds in which a worker that is told to end must do so
# What a worker does not leave to the handlers of the parent, of which a forked one has a copy.
PARENTS = {getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)}


def usable_cores() -> int:
    """How many cores this process may use, which may be fewer than the machine has."""
    count: Callable[[], int | None] | None = getattr(os, "process_cpu_count", None)  # from Python 3.13 on
    if count is not None:
        return count() or 1
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


class WorkerLost(DicecupError):  # noqa: N818 - says what it is
    """A worker process is gone: the system or somebody killed it, or a bot ended it; or none can be begun."""

    def __init__(self, sentence: str = "a worker process was killed, or a bot has ended it") -> None:
        super().__init__(sentence, remedies=[Term("jobs", "; use one job, or fewer jobs if memory ran out")])


def in_processes(
    work: Callable[..., Result],
    jobs: int,
    tasks: Iterable[tuple[Any, ...]],
    lost: Callable[..., Result] | None = None,
    farewell: Callable[[], object] = lambda: None,
) -> Iterator[Result]:
    """The results of `work(*task)` for each task, in the order of the tasks, from so many processes.

    A worker that is gone is replaced. `lost(*task)` then gives, here and in its turn, what stands for the result that the worker owed;
    without it WorkerLost is raised in that turn. A worker that is told to end calls `farewell` before it does.

    Never more than a few tasks ahead of whoever takes the results. Each worker has a pipe of its own. The pools of the standard
    library have one for the answers of all: when a worker is ended in the middle of an answer, as Ctrl-C does it, they wait for the
    other half for ever.
    """
    crew = _Crew(work, lost, farewell)
    done = False
    try:
        yield from crew.results(jobs, tasks)
        done = True
    finally:
        # A bot may think for hours: nobody waits for it after Ctrl-C.
        crew.dismiss(at_once=not done)


def once_more(work: Callable[..., Result]) -> Callable[..., Result]:
    """For `lost`: the task is done by another process; WorkerLost is raised where that goes as well."""

    def again(*task: Any) -> Result:
        (result,) = in_processes(work, 1, [task])
        return result

    return again


class _Crew:
    """Workers, begun as they are needed, with one task at a time for each."""

    def __init__(
        self, work: Callable[..., Any], lost: Callable[..., Any] | None, farewell: Callable[[], object]
    ) -> None:
        self.work = work
        self.farewell = farewell
        self.lost = lost
        self.workers: list[_Worker] = []
        self.idle: list[_Worker] = []

    def results(self, jobs: int, tasks: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        """All results in order."""
        waiting: Iterator[tuple[int, tuple[Any, ...]]] = enumerate(tasks)
        busy: dict[Any, tuple[_Worker, int, tuple[Any, ...]]] = {}  # by their pipes, whose type is the system's own
        answers: dict[int, Callable[[], Any]] = {}  # by the numbers of their tasks; each is called in its turn
        due, more = 0, True
        while more or busy or answers:
            while more and len(busy) < jobs and len(busy) + len(answers) < 2 * jobs:
                number, task = next(waiting, (-1, ()))
                if number < 0:
                    more = False
                    break
                try:
                    worker = self._given(task)
                except WorkerLost:  # the system begins no further process
                    if not busy:
                        raise
                    jobs, waiting = len(busy), chain([(number, task)], waiting)
                    break
                busy[worker.pipe] = worker, number, task
            ready = wait(busy, 0 if due in answers else None) if busy else []
            for worker, number, task in [busy.pop(pipe) for pipe in list(busy) if pipe in ready]:
                answers[number] = self._answer(worker, task)
            if due in answers:
                yield answers.pop(due)()
                due += 1

    def dismiss(self, *, at_once: bool) -> None:
        """All end, at once or when they have heard that there is nothing more to do."""
        for worker in self.workers:
            worker.dismiss(at_once=at_once)
        for worker in self.workers:
            worker.end()

    def _given(self, task: tuple[Any, ...]) -> _Worker:
        """A worker that has been given a task: an idle one that is still there, else a new one."""
        while self.idle:
            worker = self.idle.pop()
            if worker.give(task):
                return worker
            self._bury(worker)
        worker = self._begun()
        worker.give(task)  # if it is gone already, it owes the answer
        return worker

    def _answer(self, worker: _Worker, task: tuple[Any, ...]) -> Callable[[], Any]:
        """What a worker has made of its task: a function that gives the result or raises what the task raised."""
        try:
            result, error = worker.answer()
        except WorkerLost as gone:
            self._bury(worker)
            return partial(self.lost, *task) if self.lost is not None else partial(_given_back, None, gone)
        self.idle.append(worker)
        return partial(_given_back, result, error)

    def _begun(self) -> _Worker:
        with _sheltered():
            try:
                self.workers.append(_Worker(self.work, self.farewell))
            except OSError as error:
                why = (error.strerror or str(error)).lower()
                raise WorkerLost(f"the system begins no further process ({why})") from None
        return self.workers[-1]

    def _bury(self, worker: _Worker) -> None:
        self.workers.remove(worker)
        worker.end()


def _given_back(result: Any, error: BaseException | None) -> Any:
    if error is not None:
        raise error
    return result


class _Worker:
    """A process that does tasks, seen from outside."""

    def __init__(self, work: Callable[..., Any], farewell: Callable[[], object]) -> None:
        self.pipe, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=_serve, args=(theirs, work, farewell))
        self._process.start()
        theirs.close()  # now it is the worker's alone, so the pipe ends with the worker

    def give(self, task: tuple[Any, ...] | None) -> bool:
        """Hand over a task to the worker, which is idle; False where it is gone."""
        try:
            self.pipe.send(task)
        except OSError:
            return False
        return True

    def answer(self) -> tuple[Any, BaseException | None]:
        """The result of the task, or what it raised. Raises WorkerLost."""
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
            self.give(None)

    def end(self) -> None:
        """See that it does."""
        self._process.join(GRACE)
        self._process.kill()
        self._process.join()
        self.pipe.close()


@contextmanager
def _sheltered() -> Iterator[None]:
    """A process is begun, with the signals that are the parent's to handle held back for that moment.

    What is held back is so in the new process as well, until it takes care of it: a forked one would else raise in its copy of the
    parent, and a whole new Python (spawn, forkserver) break off its imports with a traceback.
    """
    if sys.platform == "win32":  # which holds no signal back
        yield
        return
    if multiprocessing.get_start_method() != "fork":
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # beginning it lifts every block
    before = signal.pthread_sigmask(signal.SIG_BLOCK, PARENTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, work: Callable[..., Any], farewell: Callable[[], object]) -> None:
    """In a worker: do tasks until there are no more.

    Ctrl-C and the end of the terminal, which reach all processes in it, are the parent's to handle; SIGTERM ends the worker at once, after
    its farewell. And
    nobody works on for a parent that is gone. A worker of a killed parent would else wait for ever for its next task, since other workers
    hold the other end of its pipe as well.
    """

    def leave(*_: object) -> NoReturn:
        farewell()
        os._exit(1)

    for number in PARENTS:
        signal.signal(number, leave if number == signal.SIGTERM else signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, PARENTS)
    if (parent := multiprocessing.parent_process()) is not None:
        threading.Thread(target=_end_with, args=(parent, leave), daemon=True).start()
    with suppress(EOFError, OSError):  # of the pipe
        while (task := pipe.recv()) is not None:
            answer: tuple[Any, BaseException | None]
            try:
                answer = work(*task), None
            except BaseException as error:  # noqa: BLE001 - whatever it is, the parent raises it
                error.add_note(traceback.format_exc())
                answer = None, error
            _send(pipe, answer)
    farewell()


def _send(pipe: Connection, answer: tuple[Any, BaseException | None]) -> None:
    try:
        pipe.send(answer)
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - it cannot be pickled, of which nothing has been sent
        pipe.send((None, error))


def _end_with(parent: BaseProcess, leave: Callable[[], NoReturn]) -> None:
    parent.join()
    leave()


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

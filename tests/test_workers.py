"""Work done by several processes: in order, never far ahead, and with an end whatever becomes of a worker."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Iterator

import pytest

from dicecup.engine.core.workers import WorkerLost, in_processes

LONG = 1 << 26  # bytes, far more than a pipe holds: whoever sends them needs a while, and a reader


def double(n: int) -> int:
    if n == 13:
        raise ValueError("thirteen")
    time.sleep(0.001 * (n % 3))
    return 2 * n


def long_answer(n: int) -> bytes:
    return bytes(LONG)


def half_an_answer(n: int) -> bytes:
    if n == 0:
        return b""
    threading.Timer(0.3, os._exit, (1,)).start()
    return bytes(LONG)


def unsendable(n: int) -> object:
    return lambda: n


def numbers(taken: list[int], last: int) -> Iterator[tuple[int]]:
    for n in range(last):
        taken.append(n)
        yield (n,)


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_order_and_tasks_are_not_taken_far_ahead(jobs: int) -> None:
    taken: list[int] = []
    for n, result in enumerate(in_processes(double, jobs, numbers(taken, 12))):
        assert result == 2 * n
        assert len(taken) <= n + 1 + 2 * jobs
    assert len(taken) == 12


def test_no_tasks_are_no_results() -> None:
    assert list(in_processes(double, 2, [])) == []


def test_what_a_task_raises_is_raised_in_its_turn() -> None:
    found: list[int] = []
    with pytest.raises(ValueError, match="thirteen") as caught:
        found.extend(in_processes(double, 2, numbers([], 20)))
    assert found == [2 * n for n in range(13)]
    assert "in double" in caught.value.__notes__[0]
    with pytest.raises(Exception, match="pickle"):
        next(in_processes(unsendable, 2, [(1,)]))


def test_a_run_that_is_broken_off_in_the_middle_of_an_answer_ends() -> None:
    """As by Ctrl-C: a pipe that others hold as well would never end, and whoever reads the other half would wait for ever."""
    results = in_processes(long_answer, 2, numbers([], 50))
    assert len(next(results)) == LONG  # and another is on its way
    with pytest.raises(KeyboardInterrupt):
        results.throw(KeyboardInterrupt)
    assert multiprocessing.active_children() == []


def test_a_worker_that_is_gone_in_the_middle_of_an_answer_is_lost() -> None:
    results = in_processes(half_an_answer, 2, numbers([], 50))
    assert next(results) == b""
    time.sleep(1)
    with pytest.raises(WorkerLost, match="was killed"):
        next(results)

"""Signals wait while what must be whole is done, and come out of it as what they mean."""

from __future__ import annotations

import os
import signal

import pytest

from dicecup.cli.base.signals import ENDING, Interrupts


def come(*numbers: int) -> None:
    """These signals come to this process."""
    for number in numbers:
        os.kill(os.getpid(), number)


@pytest.mark.parametrize(
    ("numbers", "meaning"),
    [
        ((signal.SIGINT,), KeyboardInterrupt),
        ((signal.SIGTERM,), SystemExit),
        ((signal.SIGHUP, signal.SIGINT), SystemExit),  # Ctrl-C may be gone on from; an end may not
    ],
)
def test_a_signal_waits_for_the_end_of_what_is_held(numbers: tuple[int, ...], meaning: type[BaseException]) -> None:
    done = []

    def hold(*numbers: int) -> None:
        with interrupts.held():
            come(*numbers)
            done.append(numbers)

    with Interrupts(ENDING) as interrupts:
        with pytest.raises(meaning) as raised:
            hold(*numbers)
        hold()  # it has come once
    assert done == [numbers, ()]
    assert raised.value.args in ((), (128 + numbers[0],))


def test_a_question_within_may_be_broken_off() -> None:
    asked = []

    def ask() -> None:
        with interrupts.held(), interrupts.free():
            come(signal.SIGINT)
            asked.append("on")

    with Interrupts() as interrupts:
        with pytest.raises(KeyboardInterrupt):
            ask()
        with interrupts.held():
            pass
    assert asked == []


def test_an_error_within_does_not_hide_what_came() -> None:
    def fail() -> None:
        with interrupts.held():
            come(signal.SIGINT)
            raise ValueError

    with Interrupts() as interrupts, pytest.raises(KeyboardInterrupt):
        fail()


def test_signals_are_given_back_as_they_were() -> None:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDING)}
    with Interrupts(ENDING):
        assert signal.getsignal(signal.SIGTERM) is not before[signal.SIGTERM]
    with Interrupts():
        assert signal.getsignal(signal.SIGTERM) is before[signal.SIGTERM]
    assert {number: signal.getsignal(number) for number in before} == before

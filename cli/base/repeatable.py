"""Whether a run comes out alike the next time, and on another machine: whoever brings in what does not says so here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_heard: ContextVar[list[str] | None] = ContextVar("heard", default=None)


@contextmanager
def listening() -> Iterator[list[str]]:
    """What is said within of things that come out otherwise each time, as clauses."""
    heard: list[str] = []
    token = _heard.set(heard)
    try:
        yield heard
    finally:
        _heard.reset(token)


def varies(why: str) -> None:
    """Something of the run comes out otherwise each time; `why` is a clause, such as `a seed is drawn`."""
    if (heard := _heard.get()) is not None and why not in heard:
        heard.append(why)

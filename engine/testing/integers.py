"""Integers: no kernel's value leaves 64 bits. The plain mode would not notice, the compiled one would be wrong."""

from __future__ import annotations

from collections.abc import Callable
from sys import _getframe
from typing import Any

from dicecup.engine.core.kernel import mul32
from dicecup.engine.games.base import MOVE
from dicecup.engine.testing.case import Case, Failed
from dicecup.engine.testing.modes import Outcome, outcome_of


class _Int64(int):
    """An integer that must stay within 64 bits, and so must whatever is computed from it."""


def _checked(name: str) -> Callable[..., Any]:
    operation = getattr(int, name)

    def checked(self: int, *others: Any) -> Any:
        result = operation(self, *others)
        if result is NotImplemented or type(result) is float:
            raise Failed(f"a kernel computes {self} {name} {others}, which is no integer")
        if -(1 << 63) <= result < 1 << 63:
            return _Int64(result)
        if _getframe(1).f_code is mul32.__code__:
            return result  # the one unsigned product
        raise Failed(f"a kernel computes {self} {name} {others} = {result}, outside int64")

    return checked


_BOTH_WAYS = "add sub mul floordiv truediv mod pow lshift rshift and or xor".split()
for _name in ("neg", "abs", "invert", *_BOTH_WAYS, *(f"r{name}" for name in _BOTH_WAYS)):
    setattr(_Int64, f"__{_name}__", _checked(f"__{_name}__"))


class _Guarded(list[Any]):
    """A list whose integers are guarded as they are read: tables are large, and few of their entries are."""

    def __getitem__(self, at: Any) -> Any:
        value = super().__getitem__(at)
        return _Int64(value) if type(value) is int else value


def _guarded(value: Any) -> Any:
    if not isinstance(value, list):
        return _Int64(value)
    return _Guarded(map(_guarded, value) if value and isinstance(value[0], list) else value)


def check_integers(case: Case, game: int, expected: Outcome) -> None:
    """No intermediate value leaves int64: the plain mode would not notice, the compiled one would be wrong."""
    bench = case.bench()
    bench.B = [case.tables.copy()]
    for record in (*bench.S, *bench.V, *bench.R, *bench.D, *bench.B):
        for name, value in record.values().items():
            setattr(record, name, _guarded(value))
    bench.keys = _guarded(list(map(list, bench.keys)))
    try:
        found = outcome_of(case, bench, case.player, game)
    except Failed as failed:
        case.fail(game, None, str(failed))
    if found.result != expected.result or any(row[0] == MOVE and row not in expected.rows for row in found.rows):
        case.fail(game, None, "the game differs when played once more on fresh records")

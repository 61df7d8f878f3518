"""Fixed-size records of integers, declared once and laid out twice.

A record class only annotates its fields: `turn: Int`, `held: Annotated[list[int], SEATS]`,
`cup: Annotated[list[list[int]], SEATS, FACES]` (the metadata are the array's lengths). In plain mode an instance is an ordinary
object holding ints and nested lists; in compiled mode `dtype()` is the numpy layout of the very same fields. Kernels read and
write `s.turn` and `s.cup[p][f]` alike in both.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self, get_type_hints

from dicecup.engine.core.kernel import kernel

Int = int

# Rules of so many definitions, with what is worked out of them, are kept in a process. Those of poker dice take two megabytes; and the
# shipped variants of a family, played by turns, are no more.
KEPT = 16

SCRATCH = "scratch"  # declares a large array that zeros may stand for at any time: what it held is made again when it is needed

_fields: dict[Any, tuple[tuple[str, tuple[int, ...]], ...]] = {}
_scratch: dict[Any, frozenset[str]] = {}
_later: dict[Any, dict[str, str]] = {}


@dataclass(frozen=True)
class Later:
    """Declares a field that only a key of a later step uses: 0 while that key has its default, and in no digest then.

    `missed: Annotated[Int, Later("push_limit")]`, and likewise beside the lengths of an array; `key` is the key's
    dotted path in `rules:`.
    """

    key: str


class Record:
    """The base of all records: a fresh instance is zero everywhere."""

    def __init__(self) -> None:
        for name, shape in fields(type(self)):
            setattr(self, name, _zeros(shape))

    @classmethod
    def dtype(cls) -> Any:
        """The numpy dtype of one compiled record: int64 fields of the declared shapes, in the order of declaration."""
        import numpy as np

        return np.dtype([(name, np.int64, shape) for name, shape in fields(cls)], align=True)

    def values(self) -> dict[str, Any]:
        """Every field and its value, arrays as nested lists: for comparing and for hashing."""
        return {name: _copied(getattr(self, name)) for name, _ in fields(type(self))}

    def copy(self) -> Self:
        """An equal record that shares nothing with this one."""
        twin = object.__new__(type(self))
        for name, _ in fields(type(self)):
            setattr(twin, name, _copied(getattr(self, name)))
        return twin

    @classmethod
    def of(cls, compiled: Any) -> Self:
        """The plain record equal to one element of a compiled array."""
        record = object.__new__(cls)
        cells = array("q", compiled.tobytes()).tolist()  # every field is int64, so a record is a run of them
        at = 0
        for name, shape in fields(cls):
            value, at = _shaped(cells, at, shape)
            setattr(record, name, value)
        return record

    def into(self, compiled: Any) -> None:
        """Write this record into one element of a compiled array that is zero, all but what is SCRATCH."""
        for name, _ in fields(type(self)):
            if name not in _scratch[type(self)]:
                compiled[name] = getattr(self, name)


def fields(record: type[Any]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The fields of a record class, inherited ones first: (name, shape), where () is a single integer."""
    if record not in _fields:
        declared = {
            n: getattr(hint, "__metadata__", ()) for n, hint in get_type_hints(record, include_extras=True).items()
        }
        _scratch[record] = frozenset(name for name, about in declared.items() if SCRATCH in about)
        _later[record] = {n: mark.key for n, about in declared.items() for mark in about if isinstance(mark, Later)}
        _fields[record] = tuple(
            (name, tuple(length for length in about if isinstance(length, int))) for name, about in declared.items()
        )
    return _fields[record]


def later(record: type[Any]) -> Mapping[str, str]:
    """The fields of a record class that are declared as Later, each with its key."""
    fields(record)
    return _later[record]


def copier(record: type[Any]) -> Callable[[Any, Any], None]:
    """A kernel `copy(to, from)` for records of that class, written out field by field since kernels cannot loop over names."""
    lines = ["def copy(to, source):"]
    for name, shape in fields(record):
        target, indent = name, "    "
        for depth, length in enumerate(shape):
            lines.append(f"{indent}for i{depth} in range({length}):")
            target += f"[i{depth}]"
            indent += "    "
        lines.append(f"{indent}to.{target} = source.{target}")
    space: dict[str, Any] = {"__name__": record.__module__}
    exec("\n".join(lines), space)  # noqa: S102 - the text is made of declared field names and lengths only
    copy: Callable[[Any, Any], None] = kernel(space["copy"])
    return copy


def _zeros(shape: tuple[int, ...]) -> Any:
    if len(shape) == 1:
        return [0] * shape[0]
    return [_zeros(shape[1:]) for _ in range(shape[0])] if shape else 0


def _shaped(cells: list[int], at: int, shape: tuple[int, ...]) -> tuple[Any, int]:
    """The value of a field whose cells begin at `at`, and where those of the next begin."""
    if not shape:
        return cells[at], at + 1
    if len(shape) == 1:
        return cells[at : at + shape[0]], at + shape[0]
    parts = []
    for _ in range(shape[0]):
        part, at = _shaped(cells, at, shape[1:])
        parts.append(part)
    return parts, at


def _copied(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return [_copied(item) for item in value] if value and isinstance(value[0], list) else value[:]

"""A record that can be read and not written, in both modes: what a user's kernel gets of its rules.

All games of a run share one record of the rules, so a kernel that wrote there would change the games of everybody, and the results
would depend on which games were played before on the same record. In plain mode such a kernel fails where it writes. In compiled
mode it is not compiled: the rules are of a type of their own there, over the same memory, of which nothing can be set.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NoReturn

from dicecup.engine.core.kernel import primitive
from dicecup.engine.core.record import KEPT, Record, fields

REFUSED = "a kernel may read its rules, but not write them"


class ReadOnlyError(TypeError):
    """A kernel has written to what it may only read."""

    def __init__(self) -> None:
        super().__init__(REFUSED)


class ReadOnlyList(tuple[Any, ...]):
    """An array of such a record."""

    __slots__ = ()

    def __setitem__(self, at: object, value: object) -> NoReturn:
        raise ReadOnlyError


def read_only(record: Any) -> Any:
    """The record for reading only, as it is when this is first asked; for records that do not change any more."""
    return _copied(record)


@lru_cache(maxsize=KEPT)
def _copied(record: Any) -> Any:
    kind: Any = type(record)
    twin = object.__new__(_unwritable(kind))
    twin.__dict__.update({name: _unwritable_value(getattr(record, name)) for name, _ in fields(type(record))})
    return twin


@cache
def _unwritable(kind: Any) -> Any:
    def refuse(self: Record, *what: object) -> NoReturn:
        raise ReadOnlyError

    return type(kind.__name__, (kind,), {"__setattr__": refuse, "__delattr__": refuse})


def _unwritable_value(value: Any) -> Any:
    return ReadOnlyList(map(_unwritable_value, value)) if isinstance(value, list) else value


def _tell_numba() -> None:
    from numba.core.errors import TypingError
    from numba.core.imputils import lower_setattr_generic
    from numba.core.types import NestedArray
    from numba.core.types import Record as NumbaRecord
    from numba.extending import intrinsic, models, overload, register_model

    class ReadOnlyArray(NestedArray):
        """An array in such a record; numba itself refuses to write where `mutable` is False, rows of it included."""

        def __init__(self, array: Any) -> None:
            super().__init__(array.dtype, array.shape)
            self.name = f"read only {self.name}"
            self.mutable = False

        @property
        def key(self) -> Any:
            return "read only", super().key

    class ReadOnlyRecord(NumbaRecord):
        """A record laid out like another one, so that a pointer to that is one to this."""

        def __init__(self, record: Any) -> None:
            layout = [(name, part._asdict()) for name, part in record.fields.items()]
            super().__init__(layout, record.size, record.aligned)
            self.name = f"read only {self.name}"

        @property
        def key(self) -> Any:
            return "read only", super().key

        def typeof(self, key: str) -> Any:
            kind = super().typeof(key)
            return ReadOnlyArray(kind) if isinstance(kind, NestedArray) else kind

    register_model(ReadOnlyArray)(models.NestedArrayModel)
    register_model(ReadOnlyRecord)(models.RecordModel)

    def refuse(context: Any, builder: Any, signature: Any, values: Any, name: str) -> NoReturn:
        raise TypingError(REFUSED)

    def retyped(context: Any, record: Any) -> Any:
        return ReadOnlyRecord(record)(record), lambda context, builder, signature, values: values[0]

    lower_setattr_generic(ReadOnlyRecord)(refuse)
    same_memory = intrinsic(retyped)
    overload(read_only)(lambda record: lambda record: same_memory(record))  # noqa: PLW0108 - numba takes no intrinsic


primitive(read_only, _tell_numba)

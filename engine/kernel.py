"""One source, two modes: kernels are plain functions that numba can also compile.

`@kernel` only registers a function, so in plain mode nothing of numba is ever imported. `compiled(entry)` lets numba inline all
registered functions into one entry point and compiles that. A kernel handles int64 and records of them: no allocation, no
strings, no exceptions, no recursion, and no intermediate value outside [-2**63, 2**63), because numba marks signed arithmetic
as never overflowing and LLVM acts on that.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

M32 = 0xFFFFFFFF

DIGEST = 12  # bytes of a cache folder's name
KEPT = (
    32  # cache folders that are kept: one for each entry point, family and set of users' bots, and some to go back to
)

_compiling = threading.RLock()
_registered: dict[Callable[..., Any], bool] = {}  # in order of registration; True once numba knows it


def kernel(function: Function) -> Function:
    """Register a function as a kernel; it stays the plain function it is."""
    _registered[function] = False
    return function


def is_kernel(function: Any) -> bool:
    """Whether a function has been registered as a kernel."""
    return callable(function) and function in _registered


def mul32(a: int, b: int) -> tuple[int, int]:
    """The full product of two 32-bit words as (high, low) words."""
    product = a * b
    return product >> 32, product & M32


def compilable() -> bool:
    """Whether the `fast` extra is installed."""
    from importlib.util import find_spec

    return find_spec("numba") is not None


def compiled(entry: Callable[..., Any], *, boundscheck: bool = False) -> Entry:
    """Make an entry point that is compiled, with every kernel it calls inlined into it, when it is first called.

    The machine code is cached in a folder keyed by all that the entry point can reach, because numba's own cache looks at the
    entry's file only and is silently stale when a callee elsewhere changes. With `boundscheck` an index out of bounds raises
    IndexError, and nothing is cached. Raises ImportError without the `fast` extra.
    """
    return Entry(entry, boundscheck)


class Entry:
    """An entry point in compiled mode: called like the plain function, with numpy records and integers."""

    def __init__(self, entry: Callable[..., Any], boundscheck: bool) -> None:
        import numba

        _let_numba_know()
        # The only option that kernels inherit is the error model. A different one for checked code lets numba see that the
        # kernels it has compiled unchecked are others.
        self._options = {"nogil": True, "error_model": "python" if boundscheck else "numpy"}
        self._entry = entry
        self._config: dict[str, Any] = {"BOUNDSCHECK": 1} if boundscheck else {}
        self._function: Any = None
        if not boundscheck:
            folder = cache_folder(entry, numba.config.CACHE_DIR)
            try:
                folder.mkdir(parents=True, exist_ok=True)
                with _numba_config(CACHE_DIR=str(folder)):
                    self._function = numba.njit(cache=True, **self._options)(entry)
            except (OSError, RuntimeError):
                pass  # a home that cannot be written: compile for this process only
            else:
                _forget_old(folder)
        if self._function is None:
            self._function = numba.njit(**self._options)(entry)

    def __call__(self, *arguments: Any) -> Any:
        """Call it, compiled for arguments of such types."""
        if not self._function.signatures:
            with _compiling:
                if not self._function.signatures:
                    self._compile(arguments)
        return self._function(*arguments)

    @property
    def stats(self) -> Any:
        """What numba says of its cache: `cache_hits` and `cache_misses` by signature."""
        return self._function.stats

    def _compile(self, arguments: tuple[Any, ...]) -> None:
        import numba

        types = tuple(numba.typeof(argument) for argument in arguments)
        with _numba_config(**self._config), _optimised_once(reachable(self._entry)[1:]):
            self._function.compile(types)


@contextmanager
def _optimised_once(kernels: Iterable[Any]) -> Iterator[None]:
    """Keep numba from optimising each of these by itself, and once more in each kernel that it has been inlined into.

    All end up in the entry point, which is optimised as a whole; that alone takes half as long. numba has no option for it. Where
    it has changed inside, kernels are optimised as ever, and only time is lost.
    """
    from numba.core.codegen import CPUCodeLibrary

    optimise = getattr(CPUCodeLibrary, "_optimize_final_module", None)
    names = {function.__qualname__ for function in kernels}

    def optimise_others(library: Any) -> None:
        if library.name not in names and optimise is not None:
            optimise(library)

    if optimise is not None:
        CPUCodeLibrary._optimize_final_module = optimise_others
    try:
        yield
    finally:
        if optimise is not None:
            CPUCodeLibrary._optimize_final_module = optimise


@contextmanager
def _numba_config(**settings: Any) -> Iterator[None]:
    """Settings of numba's, which are process-wide, while something is decorated or compiled."""
    import numba

    before = {name: getattr(numba.config, name) for name in settings}
    try:
        for name, value in settings.items():
            setattr(numba.config, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(numba.config, name, value)


def _forget_old(folder: Path) -> None:
    """Remove all but the newest folders beside this one: each edit of a kernel leaves one behind."""
    with suppress(OSError):
        os.utime(folder)
        beside = sorted(folder.parent.iterdir(), key=lambda other: other.stat().st_mtime, reverse=True)
        for other in beside[KEPT:]:
            if re.fullmatch(f"[0-9a-f]{{{2 * DIGEST}}}", other.name):
                shutil.rmtree(other, ignore_errors=True)


def cache_folder(entry: Callable[..., Any], root: str = "") -> Path:
    """Where the machine code of an entry point, as its sources are now, is kept: below `root` or the platform's cache folder."""
    import llvmlite
    import numba
    import numpy

    if root:
        base = Path(root)
    else:
        from platformdirs import user_cache_path

        base = user_cache_path("dicecup") / "kernels"
    digest = hashlib.blake2b(digest_size=DIGEST)
    versions = (platform.python_version(), numba.__version__, numpy.__version__, llvmlite.__version__)
    cpu = llvmlite.binding.get_host_cpu_name()
    digest.update(repr((versions, cpu, platform.machine(), os.name)).encode())
    functions = reachable(entry)
    for source in _sources(functions):
        digest.update(source.name.encode() + b"\0")
        digest.update(hashlib.blake2b(source.read_bytes()).digest())
    for function in functions:
        digest.update(repr((function.__qualname__, _numbers(function))).encode())
    return base / digest.hexdigest()


def reachable(entry: Callable[..., Any]) -> list[Any]:
    """An entry point and all registered kernels that it calls, directly or not, by global name or as a closure."""
    found: list[Any] = [entry]
    for function in found:
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        named = [function.__globals__.get(name) for name in function.__code__.co_names]
        for value in (*cells, *named):
            if is_kernel(value) and value not in found:
                found.append(value)
    return found


def _sources(functions: Iterable[Any]) -> list[Path]:
    """The files of these functions, and of records, whose layout is compiled in as well."""
    modules = {function.__module__ for function in functions} | {__name__, "dicecup.engine.record"}
    files = {name: getattr(sys.modules.get(name), "__file__", None) for name in sorted(modules)}
    return [Path(file) for file in files.values() if file]


def _numbers(function: Any) -> list[tuple[str, int]]:
    """The integers that a function has from elsewhere, by name: constants of other modules, and its closure's."""
    values = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    values |= {
        name: cell.cell_contents
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    }
    return sorted((name, value) for name, value in values.items() if isinstance(value, int))


def _let_numba_know() -> None:
    from numba.extending import register_jitable

    for function, known in _registered.items():
        if not known:
            register_jitable(forceinline=True, no_cfunc_wrapper=True)(function)
            _registered[function] = True
    _overload_mul32()


def _overload_mul32() -> None:
    if getattr(mul32, "overloaded", False):
        return
    import numpy as np
    from numba.extending import overload

    @overload(mul32, jit_options={"forceinline": True})
    def _(a: Any, b: Any) -> Any:
        # Unsigned: a wrapped signed product is really miscompiled once it is inlined.
        def unsigned(a: Any, b: Any) -> Any:
            product = np.uint64(a) * np.uint64(b)
            return np.int64(product >> np.uint64(32)), np.int64(product & np.uint64(0xFFFFFFFF))

        return unsigned

    mul32.overloaded = True  # type: ignore[attr-defined]

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
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

M32 = 0xFFFFFFFF

PLAIN, COMPILED, AUTO = "plain", "compiled", "auto"

OURS = "dicecup."  # modules of kernels that are tested in both modes, with bounds checked
# Others fail in compiled mode as they do in plain mode: beyond an array's end there lies what is none of their business.
FAILING = {"boundscheck": True, "error_model": "python"}

_registered: dict[Callable[..., Any], bool] = {}  # in order of registration; True once numba knows it
_primitives: dict[Callable[..., Any], Callable[[], None]] = {}  # how numba is told of each
_told: set[Callable[..., Any]] = set()  # primitives that numba knows


class UnreachableKernelError(ValueError):
    """A kernel that calls another one as an attribute of a module: `kernel` is its name, `module` and `name` are what it calls."""

    def __init__(self, function: Callable[..., Any], module: str, name: str) -> None:
        self.kernel, self.module, self.name = function.__qualname__, module, name
        super().__init__(
            f"the kernel {self.kernel} calls {name} through the module {module}; import it by name instead"
        )


def kernel(function: Function) -> Function:
    """Register a function as a kernel; it stays the plain function it is."""
    _registered[function] = False
    return function


def is_kernel(function: Any) -> bool:
    """Whether a function has been registered as a kernel."""
    return callable(function) and function in _registered


def primitive(function: Callable[..., Any], tell: Callable[[], None]) -> None:
    """Register a plain function that kernels call and that is another one in compiled mode, of which `tell` tells numba."""
    _primitives[function] = tell


def mul32(a: int, b: int) -> tuple[int, int]:
    """The full product of two 32-bit words as (high, low) words."""
    product = a * b
    return product >> 32, product & M32


def compilable() -> bool:
    """Whether the `fast` extra is installed."""
    from importlib.util import find_spec

    return find_spec("numba") is not None


def compiled(entry: Callable[..., Any], *, boundscheck: bool = False) -> Callable[..., Any]:
    """Compile an entry point with every kernel it calls inlined into it.

    The machine code is cached in a folder keyed by all that the entry point can reach, because numba's own cache looks at the
    entry's file only and is silently stale when a callee elsewhere changes. Raises ImportError without the `fast` extra.
    """
    import numba

    _let_numba_know()
    # numba reads CACHE_DIR when a function is decorated, and it is process-wide: it is put back at once.
    before = numba.config.CACHE_DIR
    folder = cache_folder(entry, before)
    numba.config.CACHE_DIR = str(folder)
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": boundscheck}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        function: Callable[..., Any] = numba.njit(cache=not boundscheck, **options)(entry)
    except (OSError, RuntimeError):
        # A home that cannot be written: compile for this process only.
        function = numba.njit(**options)(entry)
    finally:
        numba.config.CACHE_DIR = before
    return function


def is_cached(entry: Callable[..., Any]) -> bool:
    """Whether the machine code of an entry point, as its sources are now, is kept."""
    import numba

    return any(cache_folder(entry, numba.config.CACHE_DIR).rglob("*.nbc"))


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
    digest = hashlib.blake2b(digest_size=12)
    versions = (platform.python_version(), numba.__version__, numpy.__version__, llvmlite.__version__)
    cpu = llvmlite.binding.get_host_cpu_name()
    digest.update(repr((versions, cpu, platform.machine(), os.name)).encode())
    functions = reachable(entry)
    for name, source in _sources(functions):
        digest.update(name.encode() + b"\0")
        digest.update(hashlib.blake2b(source).digest())
    for function in functions:
        digest.update(repr((function.__qualname__, _numbers(function))).encode())
    return base / digest.hexdigest()


def reachable(entry: Callable[..., Any]) -> list[Any]:
    """An entry point and all registered kernels that it calls, directly or not, by global name or as a closure.

    Raises UnreachableKernelError where one of them is called as an attribute of a module: it would be compiled in, and a change of it would not
    be noticed.
    """
    found: list[Any] = [entry]
    for function in found:
        _check_attributes(function)
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        named = [function.__globals__.get(name) for name in function.__code__.co_names]
        for value in (*cells, *named):
            if (is_kernel(value) or _is_primitive(value)) and value not in found:
                found.append(value)
    return found


def _check_attributes(function: Any) -> None:
    """Raise UnreachableKernelError where a kernel is reached through a module's attribute, `play.helper()` for one."""
    import dis

    value: Any = None
    for instruction in dis.get_instructions(function):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            value = function.__globals__.get(instruction.argval)
        elif instruction.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(value, ModuleType):
            module, value = value, getattr(value, instruction.argval, None)
            if is_kernel(value):
                raise UnreachableKernelError(function, module.__name__, instruction.argval)
        elif instruction.opname not in ("CACHE", "PUSH_NULL", "EXTENDED_ARG"):
            value = None


def _sources(functions: Iterable[Any]) -> Iterator[tuple[str, bytes]]:
    """The files of these functions, and of records, whose layout is compiled in as well: their names, and the text they were loaded from.

    Whoever loaded a module knows its text: a user's file may be another one by now.
    """
    for name in sorted({function.__module__ for function in functions} | {__name__, "dicecup.engine.core.record"}):
        module: Any = sys.modules.get(name)
        if file := getattr(module, "__file__", None):
            loader: Any = getattr(module.__spec__, "loader", None)
            yield Path(file).name, loader.get_data(file) if hasattr(loader, "get_data") else Path(file).read_bytes()


def _numbers(function: Any) -> list[tuple[str, int]]:
    """The integers that a function has from elsewhere, by name: constants of other modules, and its closure's."""
    values = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    values |= {
        name: cell.cell_contents
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    }
    return sorted((name, value) for name, value in values.items() if isinstance(value, int))


def _is_primitive(value: Any) -> bool:
    return callable(value) and value in _primitives


def _let_numba_know() -> None:
    from numba.extending import register_jitable

    # Kernels are not called from C; wrappers for that would be a tenth of all compiling.
    for function, known in _registered.items():
        if not known:
            options = {} if function.__module__.startswith(OURS) else FAILING
            register_jitable(forceinline=True, no_cfunc_wrapper=True, **options)(function)
            _registered[function] = True
    for function, tell in _primitives.items():
        if function not in _told:
            tell()
            _told.add(function)


def _tell_of_mul32() -> None:
    import numpy as np
    from numba.extending import overload

    @overload(mul32, jit_options={"forceinline": True, "no_cfunc_wrapper": True})
    def _(a: Any, b: Any) -> Any:
        # Unsigned: a wrapped signed product is really miscompiled once it is inlined.
        def unsigned(a: Any, b: Any) -> Any:
            product = np.uint64(a) * np.uint64(b)
            return np.int64(product >> np.uint64(32)), np.int64(product & np.uint64(0xFFFFFFFF))

        return unsigned


primitive(mul32, _tell_of_mul32)

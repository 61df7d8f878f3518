"""The game families by name: those that come with dicecup, and those of other packages.

A package brings a family by an entry point of the group `dicecup.families`, whose name is the family's and whose object is its `Family`.
Looking for entry points takes longer than most commands, so it is done only for a name that is not shipped, and for lists. What is wrong
with a package is warned of once (FamilyWarning), and the package is then as good as absent.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from traceback import walk_tb
from typing import TYPE_CHECKING, TypeVar, cast

from dicecup.engine.core.problems import FamilyWarning

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from dicecup.engine.games.base import Family

Loaded = TypeVar("Loaded")

GROUP = "dicecup.families"
SHIPPED = ("liars", "poker", "stacks", "piles")


@dataclass(frozen=True)
class Package:
    """A package that brings a family; `module` is the one at the top of its code."""

    name: str
    version: str
    module: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


def family(name: str) -> Family:
    """The family of that name; KeyError where there is none."""
    if name in SHIPPED:
        return _shipped(name)
    return _outside()[name][0]


def families() -> tuple[str, ...]:
    """Every family by name: those that are shipped first, then those of other packages, sorted."""
    return (*SHIPPED, *sorted(_outside()))


def is_family(name: object) -> bool:
    """Whether there is a family of that name here."""
    return name in SHIPPED or (isinstance(name, str) and name in _outside())


def package_of(name: str) -> Package | None:
    """The package that a family comes from; None for one that comes with dicecup, or that no package brings."""
    return _outside()[name][1] if name not in SHIPPED and name in _outside() else None


def at_fault(error: BaseException) -> Package | None:
    """The package of a family through whose code an error came; None where it came through dicecup's own alone."""
    if not _outside.cache_info().currsize:  # no package's code has been run
        return None
    modules = {frame.f_globals.get("__name__", "").partition(".")[0] for frame, _ in walk_tb(error.__traceback__)}
    return next((package for _, package in _outside().values() if package.module in modules), None)


def loaded(load: Callable[[], Loaded]) -> Loaded:
    """What a package gives when it is imported.

    Whatever it prints meanwhile goes to standard error, since a command's output is its own; and a package that would
    end the process is one that cannot be loaded, like any other (ImportError).
    """
    with redirect_stdout(sys.stderr):
        try:
            return load()
        except SystemExit as error:
            raise ImportError(f"it ends the process: SystemExit({error.code!r})") from error


@cache
def _shipped(name: str) -> Family:
    return cast("Family", import_module(f"dicecup.engine.games.{name}").FAMILY)


@cache
def _outside() -> dict[str, tuple[Family, Package]]:
    """The families of other packages by name, each with its package."""
    from importlib.metadata import entry_points

    found: dict[str, tuple[Family, Package]] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value, str(brought_by(entry)))):
        package = brought_by(entry)
        if entry.name in SHIPPED:
            _warn(package, f"its family {entry.name} has the name of one that comes with dicecup")
        elif entry.name in found:
            _warn(package, f"its family {entry.name} comes with {found[entry.name][1]} as well")
        elif (usable := _usable(entry, package)) is not None:
            found[entry.name] = usable, package
    return found


def _usable(entry: EntryPoint, package: Package) -> Family | None:
    from dicecup.engine.games.base import Family

    try:
        given = loaded(entry.load)
    except Exception as error:  # noqa: BLE001 - whatever a package does when it is imported is its own trouble
        _warn(package, f"its family {entry.name} cannot be loaded: {type(error).__name__}: {error}")
        return None
    if not isinstance(given, Family):
        _warn(package, f"{entry.value} is no Family")
        return None
    if given.name != entry.name:
        _warn(package, f"{entry.value} is the family {given.name}, not {entry.name}")
        return None
    return given


def brought_by(entry: EntryPoint) -> Package:
    """The package that an entry point is of."""
    top = entry.module.partition(".")[0]
    return (
        Package(top, "of no version", top) if entry.dist is None else Package(entry.dist.name, entry.dist.version, top)
    )


def _warn(package: Package, what: str) -> None:
    warnings.warn(f"{package} is left out: {what}", FamilyWarning, stacklevel=2)

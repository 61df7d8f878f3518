"""The game families. Each is one module (or package) to the contract of `base`; they are loaded when asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from dicecup.engine.games.base import Family

FAMILIES = ("liars", "poker", "stacks", "piles")


@cache
def family(name: str) -> Family:
    """The family of that name, one of `FAMILIES`; KeyError for any other."""
    if name not in FAMILIES:
        raise KeyError(name)
    return cast("Family", import_module(f"dicecup.engine.games.{name}").FAMILY)

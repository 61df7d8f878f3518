"""The shipped bots: a module a family, each with `BOTS` (name: what it does) and one kernel `choose(view, rules, index)`."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def bots(family: str) -> dict[str, str]:
    """The bots that play a family, weakest first: name and what it does. None for a family that has none."""
    try:
        found: dict[str, str] = module(family).BOTS
    except ModuleNotFoundError:
        return {}
    return found


def module(family: str) -> Any:
    """The module of a family's bots."""
    return import_module(f"dicecup.engine.games.{family}.bots")

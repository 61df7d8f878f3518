"""How a family shows its games: its words, pictures and questions about odds, found by the family's name.

Those that are shipped stand in the folder of that name. Whoever tells or draws a game gets its `Teller` or `Artist` here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from dicecup.cli.games.contract import Display
from dicecup.cli.narration.contract import Narration
from dicecup.cli.narration.narrator import ALL, Teller, together
from dicecup.engine.games.registry import SHIPPED

if TYPE_CHECKING:
    from dicecup.cli.drawing import Artist, Look
    from dicecup.cli.odds.query import OddsQuery

PLAIN = Narration()  # of a family that has no words of its own


@cache
def display(family: str) -> Display:
    """The display of a family, which may lack any of its parts."""
    if family not in SHIPPED:
        return Display()
    return Display(*(partial(_shipped, family, part) for part in ("narration", "drawing", "odds")))


def _shipped(family: str, part: str) -> Any:
    """A part of a shipped family's display: `narration` is NARRATION of the module of that name."""
    return getattr(import_module(f"dicecup.cli.games.{family}.{part}"), part.upper())


@cache
def narration(family: str | None) -> Narration:
    """The words of a family; where nobody can say which it is, as in a log without a header, those of all that are shipped."""
    if family is None:
        return together([narration(name) for name in SHIPPED])
    load = display(family).narration
    return load() if load is not None else PLAIN


@cache
def odds_query(family: str) -> OddsQuery | None:
    """What a family can be asked about odds, if anything."""
    load = display(family).odds
    return load() if load is not None else None


def odds_queries() -> list[OddsQuery]:
    """What can be asked of the shipped families, those with most examples first: the order of `dicecup odds --help`."""
    found = [query for name in SHIPPED if (query := odds_query(name)) is not None]
    return sorted(found, key=lambda query: -len(query.examples))


def teller(header: Mapping[str, Any], viewer: str | None = ALL, *, aligned: bool = True) -> Teller:
    """Who tells the game of a header to a viewer."""
    return Teller(header, narration(_family_of(header)), viewer, aligned=aligned)


def artist(header: Mapping[str, Any], viewer: str | None, look: Look) -> Artist:
    """Who draws the game of a header for a viewer."""
    from dicecup.cli.drawing import Artist

    family = _family_of(header)
    load = display(family).drawing if family is not None else None
    return Artist(header, narration(family), load() if load is not None else None, viewer, look)


def _family_of(header: Mapping[str, Any]) -> str | None:
    """The family that a header names, which may be a damaged one."""
    definition = header.get("definition")
    family = definition.get("family") if isinstance(definition, dict) else None
    return family if isinstance(family, str) else None

"""How a family shows its games: its words, pictures and questions about odds, found by the family's name.

Those that are shipped stand in the folder of that name. A package brings its own by an entry point of the group
`dicecup.displays`, whose name is the family's and whose object is a `Display`; it is looked for when such a family's
game is shown. Whoever tells or draws a game gets its `Teller` or `Artist` here.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from dicecup.cli.games.contract import Display
from dicecup.cli.narration.contract import Narration
from dicecup.cli.narration.narrator import ALL, Teller, together
from dicecup.engine.core.problems import FamilyWarning
from dicecup.engine.games.registry import SHIPPED, brought_by, families, loaded

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from dicecup.cli.drawing import Artist, Look
    from dicecup.cli.drawing.contract import Drawing
    from dicecup.cli.odds.query import OddsQuery

Part = TypeVar("Part")

GROUP = "dicecup.displays"
PLAIN = Narration()  # of a family that has no words of its own


@cache
def display(family: str) -> Display:
    """The display of a family, which may lack any of its parts."""
    if family not in SHIPPED:
        return _outside(family) or Display()
    return Display(*(partial(_shipped, family, part) for part in ("narration", "drawing", "odds")))


def _shipped(family: str, part: str) -> Any:
    """A part of a shipped family's display: `narration` is NARRATION of the module of that name."""
    return getattr(import_module(f"dicecup.cli.games.{family}.{part}"), part.upper())


def _outside(family: str) -> Display | None:
    """The display that a package brings for a family; None for none that can be used."""
    from importlib.metadata import entry_points

    found = sorted(entry_points(group=GROUP, name=family), key=lambda entry: (entry.value, str(brought_by(entry))))
    for entry in found[1:]:
        _warn(entry, f"there is another display of {family}, in {brought_by(found[0])}")
    for entry in found[:1]:
        try:
            given = loaded(entry.load)
        except Exception as error:  # noqa: BLE001 - whatever a package does when it is imported is its own trouble
            _warn(entry, f"the display of {family} cannot be loaded: {type(error).__name__}: {error}")
        else:
            if isinstance(given, Display):
                return given
            _warn(entry, f"{entry.value} is no Display")
    return None


def _warn(entry: EntryPoint, what: str) -> None:
    warnings.warn(f"{brought_by(entry)}: {what}; it is left out", FamilyWarning, stacklevel=2)


def _part(family: str, part: str, kind: type[Part]) -> Part | None:
    """A part of a family's display; None where there is none, or none that can be used."""
    load = getattr(display(family), part)
    if load is None:
        return None
    try:
        given = loaded(load)
        if not isinstance(given, kind):
            raise TypeError(f"it is no {kind.__name__}")
    except Exception as error:
        if family in SHIPPED:
            raise
        message = f"the {part} of {family} cannot be loaded: {type(error).__name__}: {error}; it is left out"
        warnings.warn(message, FamilyWarning, stacklevel=2)
        return None
    return given


@cache
def narration(family: str | None) -> Narration:
    """The words of a family; those of all that are shipped where nobody can say which it is."""
    if family is None:
        return together([narration(name) for name in SHIPPED])
    return _part(family, "narration", Narration) or PLAIN


@cache
def odds_query(family: str) -> OddsQuery | None:
    """What a family can be asked about odds, if anything."""
    from dicecup.cli.odds.query import OddsQuery

    return _part(family, "odds", OddsQuery)


def odds_queries() -> list[OddsQuery]:
    """What can be asked of the shipped families, those with most examples first: the order of `dicecup odds --help`."""
    found = [query for name in SHIPPED if (query := odds_query(name)) is not None]
    return sorted(found, key=lambda query: -len(query.examples))


def other_odds_queries() -> list[OddsQuery]:
    """What can be asked of the families of other packages."""
    return [query for name in families()[len(SHIPPED) :] if (query := odds_query(name)) is not None]


def teller(header: Mapping[str, Any], viewer: str | None = ALL, *, aligned: bool = True) -> Teller:
    """Who tells the game of a header to a viewer, the names filled up to a column or not."""
    return Teller(header, narration(_family_of(header)), viewer, aligned=aligned)


def artist(header: Mapping[str, Any], viewer: str | None, look: Look) -> Artist:
    """Who draws the game of a header for a viewer."""
    from dicecup.cli.drawing import Artist

    family = _family_of(header)
    drawing = _drawing(family) if family is not None else None
    return Artist(header, narration(family), drawing, viewer, look)


@cache
def _drawing(family: str) -> Drawing | None:
    from dicecup.cli.drawing.contract import Drawing

    return _part(family, "drawing", Drawing)


def _family_of(header: Mapping[str, Any]) -> str | None:
    """The family that a header names, which may be a damaged one."""
    definition = header.get("definition")
    family = definition.get("family") if isinstance(definition, dict) else None
    return family if isinstance(family, str) else None

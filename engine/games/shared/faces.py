"""Faces of dice by what people call them."""

from __future__ import annotations

from collections.abc import Iterable


def by_name(names: Iterable[int | str], first: int = 0) -> dict[str, int]:
    """The place of each face, counted from `first`, by its name in capitals; T is called 10 too, unless another face is."""
    places = {str(name).upper(): place for place, name in enumerate(names, first)}
    if "T" in places:
        places.setdefault("10", places["T"])
    return places

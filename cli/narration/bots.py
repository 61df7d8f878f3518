"""The bots of a game in lines, as `bots` tells them wherever it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicecup.cli.base.output import Manners, put, put_json, put_wrapped

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition


def tell_bots(manners: Manners, definition: Definition) -> None:
    """The bots of a definition's family, which may have none."""
    from dicecup.engine.games.registry import family

    found = family(definition.family).policies().summaries
    if manners.json:
        for name, what in found.items():
            put_json({"dicecup": 1, "type": "bot", "name": name, "family": definition.family, "summary": what})
    elif not found:
        put_wrapped(f"No bots come with {definition.title}. People play it: seat them as human.")
    else:
        put(manners.styled(f"Bots for {definition.title}", bold=True))
        for line in manners.page.rows([(f"  {name}", what) for name, what in found.items()]):
            put(line)

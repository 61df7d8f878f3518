"""`dicecup bots`: who can play a variant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dicecup.cli.base.command import command
from dicecup.cli.base.output import Manners, put, put_json, put_wrapped, room
from dicecup.cli.base.parameters import variant_argument
from dicecup.cli.base.text import columns

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition


@command(
    "bots",
    examples=(
        ("dicecup bots liars-dice", "who plays liar's dice"),
        ("dicecup bots perudo --json", "a line a bot, for a program"),
    ),
)
@variant_argument
@click.pass_obj
def bots(manners: Manners, variant: str) -> None:
    """The bots that play a variant, weakest first. Seat one with `--seat`, such as `dicecup play liars-dice --seat basic`."""
    from dicecup.engine.definitions.definition import load

    tell(manners, load(variant))
    if not manners.json:
        put()
        put_wrapped("Your own bot is a Python function: --seat FILE.py:NAME")


def tell(manners: Manners, definition: Definition) -> None:
    """The bots of a definition's family."""
    from dicecup.engine.bots import shipped

    found = shipped.bots(definition.family)
    if manners.json:
        for name, what in found.items():
            put_json({"dicecup": 1, "type": "bot", "name": name, "family": definition.family, "summary": what})
        return
    put(manners.styled(f"Bots for {definition.title}", bold=True))
    for line in columns([(f"  {name}", what) for name, what in found.items()], room()):
        put(line)

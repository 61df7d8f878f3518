"""`dicecup bots`: who can play a variant."""

from __future__ import annotations

import click

from dicecup.cli.base.command import command
from dicecup.cli.base.output import Manners, put, put_wrapped
from dicecup.cli.base.parameters import variant_argument
from dicecup.cli.narration.bots import tell_bots


@command(
    "bots",
    help="""The bots that play a variant, weakest first. Seat one with `--seat`, such as `dicecup play liars-dice --seat
    basic`.
    """,
    examples=(
        ("dicecup bots liars-dice", "who plays liar's dice"),
        ("dicecup bots perudo --json", "a line a bot, for a program"),
    ),
)
@variant_argument
@click.pass_obj
def bots(manners: Manners, variant: str) -> None:
    """The command `dicecup bots`."""
    from dicecup.engine.definitions.definition import load

    tell_bots(manners, load(variant))
    if not manners.json:
        put()
        put_wrapped(
            "Your own bot is a Python function (--seat FILE.py:NAME) or a program (--seat 'cmd:COMMAND'); docs/bots.md says how."
        )

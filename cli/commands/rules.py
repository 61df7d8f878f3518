"""`dicecup rules`: the effective rules of a variant in words, each with its id."""

from __future__ import annotations

import click

from dicecup.cli.base.command import command
from dicecup.cli.base.definition_input import definition_in
from dicecup.cli.base.output import Manners, put, put_json, put_wrapped
from dicecup.cli.base.parameters import setting_option, variant_argument
from dicecup.cli.base.text import safe
from dicecup.cli.narration.rules import heading, rules_lines, rules_of


@command(
    "rules",
    help="""The rules of a variant in words, each with its id. They are generated from the definition, so they are the ones
    that are played.
    """,
    examples=(
        ("dicecup rules perudo", "the rules of Perudo"),
        ("dicecup rules liars-dice --set wild_face=1", "the same game with wild ones"),
        ("dicecup rules dudo --json", "for a program"),
    ),
)
@variant_argument
@setting_option
@click.pass_obj
def rules(manners: Manners, variant: str, settings: tuple[str, ...]) -> None:
    """The command `dicecup rules`."""
    definition = definition_in(variant, settings)
    if manners.json:
        told = [{"rule": rule, "text": text} for rule, text in rules_of(definition)]
        put_json(
            {
                "dicecup": 1,
                "type": "rules",
                "name": definition.name,
                "title": definition.title,
                "family": definition.family,
                "players": {"min": definition.players.min, "max": definition.players.max},
                "digest": definition.digest,
                "rules": told,
            }
        )
        return
    title, said = heading(definition)
    put(manners.styled(safe(title), bold=True))
    for sentence in said:
        put_wrapped(sentence)
    put()
    for line in rules_lines(definition, manners.page):
        put(line)

"""`dicecup odds`: exact chances, of what to keep, to bid, to roll or to stack.

What can be asked of a family is its own to say. This module adds up the options of all, and finds the family that answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base.command import command
from dicecup.cli.base.errors import usage
from dicecup.cli.base.output import Manners, put, put_json, put_wrapped, room
from dicecup.cli.base.parameters import setting_option, variant_argument
from dicecup.cli.base.text import counted, listed
from dicecup.cli.games.registry import odds_queries, odds_query
from dicecup.cli.odds.query import OddsQuery, name_of

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition

QUERIES = odds_queries()


def _options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Every option of every family, in order."""
    for query in reversed(QUERIES):
        for option in reversed(query.options):
            function = option(function)
    return function


@command("odds", examples=[example for query in QUERIES for example in query.examples])
@variant_argument
@click.option("--hand", metavar="DICE", help='The dice you have, or all that you see: "K K J 9 T".')
@_options
@click.option("--all", "everything", is_flag=True, help="Show every answer, not only the best.")
@setting_option
@click.pass_obj
def odds(
    manners: Manners, /, variant: str, hand: str | None, everything: bool, settings: tuple[str, ...], **asked: Any
) -> None:
    """Exact chances, counted and not sampled, best first."""
    from dicecup.engine.definitions.definition import load

    definition = load(variant, settings)
    query = _query(definition, asked)
    if hand is None:
        raise usage(f"--hand is missing; name your dice, such as --hand {query.dice!r}")
    own = {name: value for name, value in asked.items() if name in query.names}
    answer = query.ask(definition, hand, own)
    if manners.json:
        put_json(answer.whole(definition))
        return
    shown = len(answer.choices) if everything else query.shown
    for line in answer.lines(shown, room()):
        put(line)
    left = len(answer.choices) - shown
    if left > 0:
        put()
        put_wrapped(f"{counted(left, query.what)} more; --all shows every one.")


odds.help = " ".join([str(odds.help), *(query.about for query in QUERIES)])


def _query(definition: Definition, asked: Mapping[str, Any]) -> OddsQuery:
    """What can be asked of a definition; Failure where it was asked what is another family's."""
    found = odds_query(definition.family)
    if found is None:
        raise usage(
            f"no odds are known for {definition.title}; they are for {listed([query.game for query in QUERIES])}"
        )
    for query in QUERIES:
        for name in query.names:
            if name not in found.names and asked[name] is not None and asked[name] is not False:
                own = listed([name_of(other) for other in found.names])
                raise usage(
                    f"{name_of(name)} is about {query.game}, and {definition.name} is not; its options are --hand, {own}"
                )
    return found

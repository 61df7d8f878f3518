"""`dicecup odds`: exact chances, of what to keep, to bid, to roll or to stack.

What can be asked of a family is its own to say. This module adds up the options of all, and finds the family that
answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base.command import Command, Given
from dicecup.cli.base.errors import usage
from dicecup.cli.base.output import Manners, put, put_json, put_wrapped
from dicecup.cli.base.parameters import setting_option, variant_argument
from dicecup.cli.base.text import counted, listed
from dicecup.cli.completion.games import definition_of
from dicecup.cli.games.registry import odds_queries, odds_query, other_odds_queries
from dicecup.cli.odds.query import OddsQuery, name_of
from dicecup.engine.definitions.shipped import shipped_names

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition

QUERIES = odds_queries()


class Odds(Command):
    """Takes the options of other packages' families too, where the variant or an option is not dicecup's own."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._others_are_known = False
        self.help = " ".join([str(self.help), *(query.about for query in QUERIES)])

    def foresee(self, args: Sequence[str]) -> None:
        known = {name for param in self.params for name in param.opts}
        asked = {arg.partition("=")[0] for arg in args if arg.startswith("--")}
        is_shipped = not args or args[0].startswith("-") or args[0] in shipped_names()
        if not self._others_are_known and not (is_shipped and asked <= known):
            self._others_are_known = True
            for query in other_odds_queries():
                self._take_in(query)

    def values(self, given: Given, name: str) -> Iterator[str]:
        definition, query = _meant(given)
        if definition is not None and query is not None and name in query.values:
            yield from map(str, query.values[name](definition))

    def _take_in(self, query: OddsQuery) -> None:
        """The options of one more family; one of that name that is there already serves both."""
        QUERIES.append(query)
        self.help = f"{self.help} {query.about}"
        self.examples = [*self.examples, *query.examples]
        for option in query.options:
            holder = click.Command("")
            option(holder)
            known = {name for param in self.params for name in param.opts}
            self.params += [param for param in holder.params if not known & {*param.opts}]


def _meant(given: Given) -> tuple[Definition | None, OddsQuery | None]:
    """What a line is about, and what can be asked of it."""
    definition = definition_of(given["variant"], given.get("settings", ())) if "variant" in given else None
    return definition, None if definition is None else odds_query(definition.family)


def fits(given: Given, name: str) -> bool:
    """Whether an option is about the variant that is given, as far as one is."""
    definition, query = _meant(given)
    others = {other for one in QUERIES for other in one.names if query is None or other not in query.names}
    return definition is None or name not in others


def _options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Every option of every shipped family, in order."""
    for query in reversed(QUERIES):
        for option in reversed(query.options):
            function = option(function)
    return function


@click.command(
    "odds",
    help="Exact chances, counted and not sampled, best first.",
    cls=Odds,
    examples=[example for query in QUERIES for example in query.examples],
    fits=fits,
)
@variant_argument
@click.option("--hand", metavar="DICE", help='The dice you have, or all that you see: "K K J 9 T".')
@_options
@click.option("--all", "everything", is_flag=True, help="Show every answer, not only the best.")
@setting_option
@click.pass_obj
def odds(
    manners: Manners, /, variant: str, hand: str | None, everything: bool, settings: tuple[str, ...], **asked: Any
) -> None:
    """The command `dicecup odds`."""
    from dicecup.engine.definitions.definition import load

    definition = load(variant, settings)
    query = _query(definition, asked)
    if hand is None:
        raise usage(f"--hand is missing; name your dice, such as --hand {query.dice!r}")
    own = {name: asked.get(name) for name in query.names}
    answer = query.ask(definition, hand, own)
    if manners.json:
        put_json(answer.whole(definition))
        return
    shown = len(answer.choices) if everything else query.shown
    for line in answer.lines(shown, manners.page):
        put(line)
    left = len(answer.choices) - shown
    if left > 0:
        put()
        put_wrapped(f"{counted(left, query.what)} more; --all shows every one.")


def _query(definition: Definition, asked: Mapping[str, Any]) -> OddsQuery:
    """What can be asked of a definition; Failure where it was asked what is another family's."""
    found = odds_query(definition.family)
    if found is None:
        raise usage(
            f"no odds are known for {definition.title}; they are for {listed([query.game for query in QUERIES])}"
        )
    for query in QUERIES:
        for name in query.names:
            given = asked.get(name)
            if name not in found.names and given is not None and given is not False:
                own = listed([name_of(other) for other in found.names])
                raise usage(
                    f"{name_of(name)} is about {query.game}, and {definition.name} is not; its options are --hand, {own}"
                )
    return found

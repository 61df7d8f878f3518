"""What `dicecup odds mia` can be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base.errors import NO, Failure, usage
from dicecup.cli.base.page import Page
from dicecup.cli.odds.format import as_json, grid
from dicecup.cli.odds.query import Answer, OddsQuery

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition
    from dicecup.engine.match.match import Match
    from mia_dice.odds import ValueOdds


def ask(definition: Definition, hand: str, asked: Mapping[str, Any]) -> Answer:
    """How likely a throw has each value above the hand, or above what was said."""
    from dicecup.engine.games.registry import family
    from mia_dice.rules import build

    words = (asked["said"] or hand).replace(",", " ").split()
    try:
        above = int("".join(sorted(words, reverse=True)) if len(words) > 1 else words[0])
        odds = family(definition.family).odds
        assert odds is not None
        found = odds(definition.rules, build(definition.rules, definition.players), above=above)
    except (ValueError, IndexError):
        raise usage(f"{'--said' if asked['said'] else '--hand'}: write the value of two dice, such as 54") from None
    record = {"question": {"above": above}, "values": [{"value": v.value, "chance": as_json(v.chance)} for v in found]}
    return Answer(record, [f"{definition.title}: a throw has at least"], found, _table)


def _table(choices: Sequence[ValueOdds], page: Page) -> list[str]:
    return grid([[(str(one.value), one.chance) for one in choices]], page, 2)


def here(match: Match, seat: str) -> tuple[str, dict[str, Any]]:
    """The seat's own throw, else what was said of the cup."""
    from mia_dice.rules import VALUES

    v = match.view_record(seat)
    value = v.own or v.said
    if not value:
        raise Failure(NO, f"{seat} knows nothing of the cup yet")
    return " ".join(map(str, divmod(VALUES[value - 1], 10))), {"said": None}


ODDS = OddsQuery(
    game="Mia",
    about="In Mia: how likely a throw has a value or a higher one.",
    examples=(('dicecup odds mia --hand "5 4"', "what is there to fear"),),
    dice="5 4",
    names=("said",),
    options=(click.option("--said", metavar="VALUE", help="Mia: the value that was said."),),
    ask=ask,
    here=here,
    what="value",
    shown=30,
)

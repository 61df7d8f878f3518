"""The boxed Dead Man's Dice: roll, pile up, plunder; a Jolly Roger on top of the pile doubles it.

Everyone rolls dice and lays those that fit on his own pile, and takes the tops of other piles that fit. A round ends
when a seat whose turn begins has no die left in hand; the first to reach 100 has won. Source: rules.md section 2, with
the rule ids used throughout.

What may vary is declared in `options` and compiled in `rules`, where what fits on what is a table; `table` is what lies
there, `moves` what may be done and `notation` how that is written; `play` is the course of a game and `scoring` what
comes of a round; `text` says all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicecup.engine.games.base import Bots, Coach, Event, EventFields, Face, Family, Row, tell
from dicecup.engine.games.piles import moves, notation, play, rules, scoring, table, text, view_fields
from dicecup.engine.games.piles.options import PilesOptions, validate


def events(rows: Sequence[Row], s: Any, r: rules.Rules) -> list[Event]:
    """The events that trace rows stand for (rules.md 2.8)."""
    return tell(rows, FAMILY, r, text.own_event)


def odds(o: PilesOptions, r: rules.Rules, **question: Any) -> Any:
    """The chances of rolling each kind of die in hand: see `odds.roll_odds`."""
    from dicecup.engine.games.piles.odds import roll_odds

    return roll_odds(o, r, **question)


def bots() -> Bots:
    """The bots, loaded when one is seated."""
    from dicecup.engine.games.piles.bots import BOTS

    return BOTS


def coach() -> Coach:
    """The coach, loaded when it is asked."""
    from dicecup.engine.games.piles.coach import COACH

    return COACH


FAMILY = Family(
    name="piles",
    options=PilesOptions,
    State=table.State,
    View=table.View,
    Rules=rules.Rules,
    start=play.start,
    roll=play.roll,
    apply=play.apply,
    legal_count=moves.legal_count,
    legal_nth=moves.legal_nth,
    observe=play.observe,
    redeal=play.redeal,
    finish=scoring.finish,
    build=rules.build,
    events=events,
    die_names=text.die_names,
    parse=notation.parse,
    notate=notation.notate,
    why_not=notation.why_not,
    validate=validate,
    explain=text.explain,
    whys=table.WHYS,
    guards=table.GUARDS,
    private=(),
    bots=bots,
    coach=coach,
    odds=odds,
    event_fields={"score": EventFields(must=("seat", "points", "total", "piles"), types={"piles": list[Face]})},
    view_fields=view_fields.VIEW_FIELDS,
    view_values=view_fields.view_values,
)

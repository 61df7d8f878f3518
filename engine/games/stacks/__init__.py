"""Stacked Dice: put your die on another's of the same value; who is on top scores the stack.

Everyone throws five dice openly. In turn each may lay one of his free dice on another player's single die of the same
value, or on a stack that another holds; both are locked. After a lap the free dice are thrown again, until somebody has
none; then each stack scores its dice times their value for the owner of the top die, a 1 counting 10. The first to 200
wins. Source: rules.md section 3, with the rule ids used throughout.

What may vary is declared in `options` and compiled in `rules`; `table` is what lies there, `moves` what may be done
with it and `notation` how that is written; `play` is the course of a game and `scoring` what comes of a round; `text`
says all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicecup.engine.games.base import Bots, Coach, Event, EventFields, Family, Number, Row, tell
from dicecup.engine.games.stacks import moves, notation, play, rules, scoring, table, text, view_fields
from dicecup.engine.games.stacks.options import StacksOptions, validate


def events(rows: Sequence[Row], s: Any, r: rules.Rules) -> list[Event]:
    """The events that trace rows stand for (rules.md 3.8)."""
    return tell(rows, FAMILY, r, text.own_event)


def odds(o: StacksOptions, r: rules.Rules, **question: Any) -> Any:
    """The chances of the next throw: see `odds.throw_odds`."""
    from dicecup.engine.games.stacks.odds import throw_odds

    return throw_odds(o, r, **question)


def bots() -> Bots:
    """The bots, loaded when one is seated."""
    from dicecup.engine.games.stacks.bots import BOTS

    return BOTS


def coach() -> Coach:
    """The coach, loaded when it is asked."""
    from dicecup.engine.games.stacks.coach import COACH

    return COACH


FAMILY = Family(
    name="stacks",
    options=StacksOptions,
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
    event_fields={"score": EventFields(must=("seat", "points", "total", "stacks"), types={"stacks": list[Number]})},
    view_fields=view_fields.VIEW_FIELDS,
    view_values=view_fields.view_values,
)

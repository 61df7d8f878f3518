"""Mia: two dice under a cup, of which one says more than the last, true or not, until somebody doubts it.

A family from a package of its own, as small as a family can be that has every part: it shows the files that one
consists of, and the tests play it in every way there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dicecup.engine.games.base import Bots, Coach, Event, Family, Row, tell
from mia_dice import moves, notation, play, rules, scoring, table, text, view_fields
from mia_dice.options import MiaOptions, validate


def events(rows: Sequence[Row], s: Any, r: rules.Rules) -> list[Event]:
    """The events that trace rows stand for."""
    return tell(rows, FAMILY, r, text.own_event)


def bots() -> Bots:
    """Who plays it."""
    from mia_dice.bots import BOTS

    return BOTS


def coach() -> Coach:
    """Who gives hints."""
    from mia_dice.coach import COACH

    return COACH


def odds(o: MiaOptions, r: rules.Rules, **question: Any) -> Any:
    """The chances of a throw: see `odds.value_odds`."""
    from mia_dice.odds import value_odds

    return value_odds(o, r, **question)


FAMILY = Family(
    name="mia",
    options=MiaOptions,
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
    private=(table.FOR_CUP,),
    bots=bots,
    coach=coach,
    odds=odds,
    event_fields=text.EVENT_FIELDS,
    view_fields=view_fields.VIEW_FIELDS,
    view_values=view_fields.view_values,
    variants=Path(__file__).parent / "variants",
)

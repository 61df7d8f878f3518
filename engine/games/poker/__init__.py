"""Poker dice: the best poker hand in two throws takes the pot.

Everyone in turn throws five dice and may throw any of them again. Source: rules.md section 4, with the rule ids used
throughout.

What may vary is declared in `options` and compiled in `rules`, with the rank of every hand; `table` is what lies there,
`moves` what may be kept of it and `notation` how that is written; `play` is the course of a game and `scoring` what a
round comes to; `text` says all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from dicecup.engine.games.base import Bots, Coach, Event, EventFields, Face, Family, Number, Row, tell
from dicecup.engine.games.poker import moves, notation, play, rules, scoring, table, text, view_fields
from dicecup.engine.games.poker.options import PokerOptions, validate


def events(rows: Sequence[Row], s: Any, r: rules.Rules) -> list[Event]:
    """The events that trace rows stand for (rules.md 4.8)."""
    return tell(rows, FAMILY, r, partial(text.own_event, r=r))


def odds(o: PokerOptions, r: rules.Rules, **question: Any) -> Any:
    """What each keep leads to: see `odds.keep_odds`."""
    from dicecup.engine.games.poker.odds import keep_odds

    return keep_odds(o, r, **question)


def bots() -> Bots:
    """The bots, loaded when one is seated."""
    from dicecup.engine.games.poker.bots import BOTS

    return BOTS


def coach() -> Coach:
    """The coach, loaded when it is asked."""
    from dicecup.engine.games.poker.coach import COACH

    return COACH


FAMILY = Family(
    name="poker",
    options=PokerOptions,
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
    event_fields={
        "hand": EventFields(must=("seat", "dice", "hand"), may=("as",), types={"hand": str, "as": list[Face]}),
        "pot": EventFields(
            must=("seat", "chips", "pot"),
            either=("ante", "won"),
            types={"ante": Number, "won": Number, "chips": int, "pot": int},
        ),
        "hand_won": EventFields(must=("seat", "wins"), types={"wins": int}),
    },
    view_fields=view_fields.VIEW_FIELDS,
    view_values=view_fields.view_values,
)

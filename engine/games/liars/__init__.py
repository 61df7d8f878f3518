"""Liar's dice (perudo, dudo, bluff): hidden dice, rising bids, call the liar.

Everyone rolls under a cup and bids how many dice of a face lie on the table, each bid higher than the last, until
somebody challenges. Source: rules.md section 1, with the rule ids used throughout.

What may vary is declared in `options` and compiled in `rules`; `table` is what lies there, `moves` what may be bid and
called and `notation` how that is written; `play` is the course of a game and `scoring` what a call comes to; `text`
says all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from dicecup.engine.games.base import Bots, Coach, Event, EventFields, Face, Family, Letter, Rounds, Row, tell
from dicecup.engine.games.liars import moves, notation, play, rules, scoring, table, text, view_fields
from dicecup.engine.games.liars.options import LiarsOptions, validate


def events(rows: Sequence[Row], s: Any, r: rules.Rules) -> list[Event]:
    """The events that trace rows stand for (rules.md 1.9)."""
    return tell(rows, FAMILY, r, partial(text.own_event, r=r))


def odds(o: LiarsOptions, r: rules.Rules, **question: Any) -> Any:
    """How likely bids are right: see `odds.bid_odds`."""
    from dicecup.engine.games.liars.odds import bid_odds

    return bid_odds(o, r, **question)


def bots() -> Bots:
    """The bots, loaded when one is seated."""
    from dicecup.engine.games.liars.bots import BOTS

    return BOTS


def coach() -> Coach:
    """The coach, loaded when it is asked."""
    from dicecup.engine.games.liars.coach import COACH

    return COACH


def rounds() -> Rounds:
    """What is told of its rounds, loaded when a game is solved."""
    from dicecup.engine.games.liars.rounds import ROUNDS

    return ROUNDS


FAMILY = Family(
    name="liars",
    options=LiarsOptions,
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
    private=(table.FOR_CUP, table.FOR_PUSH),
    legal_list=notation.legal_list,
    bots=bots,
    coach=coach,
    odds=odds,
    rounds=rounds,
    event_fields={
        "reveal": EventFields(
            must=("dice", "bid", "count", "wilds"),
            types={"dice": dict[Letter, list[Face]], "bid": str, "count": int, "wilds": int},
        ),
        "lose": EventFields(must=("seat", "dice", "why"), types={"dice": int}),
        "gain": EventFields(must=("seat", "dice"), types={"dice": int}),
        "penalty": EventFields(must=("seat", "points")),
        "hand_won": EventFields(must=("seat", "wins"), types={"wins": int}),
    },
    view_fields=view_fields.VIEW_FIELDS,
    view_values=view_fields.view_values,
    called_out_of_turn=(notation.CALLS[moves.LIAR], notation.CALLS[moves.EXACT]),
    waits=notation.CALLS[moves.WAIT],
)

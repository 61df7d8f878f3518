"""Poker dice: the best poker hand in two throws takes the pot.

Everyone in turn throws five dice and may throw any of them again. The options are declared in `options`, the rank of every hand
in `ranks`, the course of play in `play`, and all that is said of it in `words`. Source: rules.md section 4, with the rule ids used
throughout.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicecup.engine.games.base import Event, Family, Row, tell
from dicecup.engine.games.poker import play
from dicecup.engine.games.poker import text as words
from dicecup.engine.games.poker.options import PokerOptions, validate
from dicecup.engine.games.poker.rules import Rules, build


def events(rows: Sequence[Row], s: Any, r: Rules) -> list[Event]:
    """The events that trace rows stand for (rules.md 4.8)."""
    return tell(rows, FAMILY, r, lambda rows, i: words.own_event(rows, i, r))


FAMILY = Family(
    name="poker",
    options=PokerOptions,
    State=play.State,
    View=play.View,
    Rules=Rules,
    start=play.start,
    roll=play.roll,
    apply=play.apply,
    legal_count=play.legal_count,
    legal_nth=play.legal_nth,
    observe=play.observe,
    redeal=play.redeal,
    finish=play.finish,
    build=build,
    events=events,
    die_names=words.die_names,
    parse=words.parse,
    notate=words.notate,
    why_not=words.why_not,
    validate=validate,
    explain=words.explain,
    whys=play.WHYS,
    guards=play.GUARDS,
    private=(),
)

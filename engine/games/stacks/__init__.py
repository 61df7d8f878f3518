"""Stacked Dice: put your die on another's of the same value; who is on top scores the stack.

Everyone throws five dice openly. In turn each may lay one of his free dice on another player's single die of the same value, or on
a stack that another holds; both are locked. After a lap the free dice are thrown again, until somebody has none; then each
stack scores its dice times their value for the owner of the top die, a 1 counting 10. The first to 200 wins. The options are
declared in `options`, what lies on the table and what may be done with it in `table`, the course of play in `play`, and all that is
said of it in `words`. Source: rules.md section 3, with the rule ids used throughout.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicecup.engine.games.base import Event, Family, Row, tell
from dicecup.engine.games.stacks import play, table
from dicecup.engine.games.stacks import text as words
from dicecup.engine.games.stacks.options import StacksOptions, validate


def events(rows: Sequence[Row], s: Any, r: table.Rules) -> list[Event]:
    """The events that trace rows stand for (rules.md 3.8)."""
    return tell(rows, FAMILY, r, words.own_event)


FAMILY = Family(
    name="stacks",
    options=StacksOptions,
    State=play.State,
    View=play.View,
    Rules=table.Rules,
    start=play.start,
    roll=play.roll,
    apply=play.apply,
    legal_count=table.legal_count,
    legal_nth=table.legal_nth,
    observe=play.observe,
    redeal=play.redeal,
    finish=play.finish,
    build=table.build,
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

"""The boxed Dead Man's Dice: roll, pile up, plunder; a Jolly Roger on top of the pile doubles it.

Everyone rolls dice and lays those that fit on his own pile, and takes the tops of other piles that fit. A round ends when a seat
whose turn begins has no die left in hand; the first to reach 100 has won. The options are declared in `options`, what fits
on what is a table built in `placement`, the course of play is in `play`, and all that is said of it in `words`. Source: rules.md
section 2, with the rule ids used throughout.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicecup.engine.games.base import Event, Family, Row, tell
from dicecup.engine.games.piles import play
from dicecup.engine.games.piles import text as words
from dicecup.engine.games.piles.options import PilesOptions, validate
from dicecup.engine.games.piles.rules import Rules, build


def events(rows: Sequence[Row], s: Any, r: Rules) -> list[Event]:
    """The events that trace rows stand for (rules.md 2.8)."""
    return tell(rows, FAMILY, r, lambda rows, i: words.own_event(rows, i, r))


FAMILY = Family(
    name="piles",
    options=PilesOptions,
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

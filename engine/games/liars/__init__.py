"""Liar's dice (perudo, dudo, bluff): hidden dice, rising bids, call the liar.

Everyone rolls under a cup and bids how many dice of a face lie on the table, each bid higher than the last, until somebody
challenges. The options are declared in `options`, the order of bids in `ladder`, the course of play in `play`, and all that is
said of it in `words`. Source: rules.md section 1, with the rule ids used throughout.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicecup.engine.games.base import Event, Family, Row, tell
from dicecup.engine.games.liars import play
from dicecup.engine.games.liars import text as words
from dicecup.engine.games.liars.options import LiarsOptions, validate
from dicecup.engine.games.liars.rules import Rules, build


def events(rows: Sequence[Row], s: Any, r: Rules) -> list[Event]:
    """The events that trace rows stand for (rules.md 1.9)."""
    return tell(rows, FAMILY, r, lambda rows, i: words.own_event(rows, i, r))


FAMILY = Family(
    name="liars",
    options=LiarsOptions,
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
    private=(play.FOR_CUP, play.FOR_PUSH),
    legal_list=words.legal_list,
)

"""Fields of views: what a plain bot is told is as the family declares it, and a function of the view record alone."""

from __future__ import annotations

from typing import Any

from dicecup.engine.games.base import ABANDONED, LETTERS, by_seat
from dicecup.engine.games.base.view_fields import fault
from dicecup.engine.match.match import Match
from dicecup.engine.testing.case import Case, differing


def check_declared(case: Case, match: Match, game: int, v: Any) -> None:
    """The values of a view record are those of the declared fields, each of its kind."""
    if said := fault(case.family.view_fields, match.fields_of(v.copy()), LETTERS[: case.seats]):
        case.fail(game, match.count, f"the fields of the view of {LETTERS[v.seat]} are not as declared: {said}")


def check_told(case: Case, match: Match, game: int, v: Any) -> None:
    """They change nothing, tell no key, and give as scores what the game would end with."""
    used, other = v.copy(), v.copy()
    values = match.fields_of(used)
    if used.values() != v.values():
        case.fail(game, match.count, f"view_values writes to the view record: {differing(used, v)}")
    other.key0, other.key1 = v.key0 + 1, v.key1 + 1
    if match.fields_of(other) != values:
        case.fail(game, match.count, f"the fields of the view of {LETTERS[v.seat]} tell of its key")
    if not case.family.view_fields:
        return
    ended = match.state.copy()
    case.family.finish(ended, case.rules, ABANDONED)
    if values["scores"] != by_seat(v, ended.score):
        case.fail(
            game, match.count, f"the view tells scores {values['scores']}, and the game would end with {ended.score}"
        )

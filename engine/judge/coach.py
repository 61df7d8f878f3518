"""The coach: which move is best and why, and how much worse another is, from what the seat in turn may see and the rules alone.

It asks the strongest bot of the family, on a view of its own: nothing is played, thrown or drawn by it, so that a game is the same
whether or not anybody asks. What the bot weighs a move by is told by the family's `Coach`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dicecup.engine.games.base import Coach, Judged
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.match.match import tables_of

if TYPE_CHECKING:
    from dicecup.engine.match.match import Match

__all__ = ["Judged", "best", "compared", "cost", "judge", "strongest", "survey"]


def strongest(family: str) -> str:
    """The name of the strongest shipped bot of a family."""
    return family_of(family).bot_names()[-1]


def survey(match: Match, seat: str) -> tuple[list[Judged], Judged]:
    """Every legal move, best first, and the one that the strongest bot chooses, with all its reasons.

    Of equals the bot's choice comes first, then the order of the rules. ValueError with a sentence where the seat is not in turn.
    """
    if match.turn != seat:
        raise ValueError(
            "nobody is to decide now" if match.turn is None else f"it is {match.turn}'s turn, not {seat}'s"
        )
    coach, view, tables = _coach(match), match.view_record(seat), tables_of(match.definition)
    found = coach.evaluate(view, match.rules, tables)
    move = coach.choice(match.view_record(seat), match.rules, tables, found)
    found.sort(key=lambda one: (-one.value, one.move != move))
    chosen = next(one for one in found if one.move == move)
    if chosen.value < found[0].value and coach.despite is not None:
        why = coach.despite(view, match.rules)
        chosen = replace(chosen, because=f"{chosen.because}; {why}" if chosen.because else why)
    return found, chosen


def judge(match: Match, seat: str) -> list[Judged]:
    """Every legal move of the seat in turn, best first. ValueError as `survey`."""
    return survey(match, seat)[0]


def best(match: Match, seat: str) -> Judged:
    """The move that the strongest bot chooses, with the reason. ValueError as `survey`."""
    return survey(match, seat)[1]


def cost(match: Match, seat: str, move: str) -> Judged | None:
    """What the strongest bot does where this move is clearly worse, None where it is fine. Raises as `compared`."""
    found = compared(match, seat, move)
    return None if found is None else found[1]


def compared(match: Match, seat: str, move: str) -> tuple[Judged, Judged] | None:
    """A move and what the strongest bot does, where the move is clearly worse; None where it is fine.

    ValueError as `survey`, and for a move that may not be played now.
    """
    found, chosen = survey(match, seat)
    text = match.family.notate(match.check_play(move), match.rules)
    given = next(one for one in found if one.move == text)
    return (given, chosen) if chosen.value - given.value >= _coach(match).clear else None


def _coach(match: Match) -> Coach:
    """The coach of a match's family. ValueError with a sentence where it has none."""
    if match.family.coach is None:
        raise ValueError(f"nobody can tell which moves of {match.definition.title} are good")
    return match.family.coach()

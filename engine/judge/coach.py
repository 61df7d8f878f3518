"""The coach: which move is best and why, and how much worse another is, from what the seat in turn may see and the rules alone.

It asks the strongest shipped bot of the family, on a view of its own: nothing is played, thrown or drawn by it, so that a game is
the same whether or not anybody asks. What the bot weighs a move by is told by a module a family, each with
    judge(view, rules)           every legal move in the order of the rules
    choice(view, rules, found)   which of these the bot makes, as a text
    CLEAR                        the difference of values from which on a move is clearly worse
    despite(view, rules)         why it does what it does where another move is worth more; none for a bot that never does so
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from dicecup.engine.bots.shipped import bots
from dicecup.engine.games.base.evaluation import Judged

if TYPE_CHECKING:
    from dicecup.engine.match.match import Match

__all__ = ["Judged", "best", "compared", "cost", "judge", "strongest", "survey"]


def strongest(family: str) -> str:
    """The name of the strongest shipped bot of a family."""
    return list(bots(family))[-1]


def survey(match: Match, seat: str) -> tuple[list[Judged], Judged]:
    """Every legal move, best first, and the one that the strongest bot chooses, with all its reasons.

    Of equals the bot's choice comes first, then the order of the rules. ValueError with a sentence where the seat is not in turn.
    """
    if match.turn != seat:
        raise ValueError(
            "nobody is to decide now" if match.turn is None else f"it is {match.turn}'s turn, not {seat}'s"
        )
    coach, view = _module(match), match.view_record(seat)
    found: list[Judged] = coach.judge(view, match.rules)
    move = coach.choice(match.view_record(seat), match.rules, found)
    found.sort(key=lambda one: (-one.value, one.move != move))
    chosen = next(one for one in found if one.move == move)
    if chosen.value < found[0].value:
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
    return (given, chosen) if chosen.value - given.value >= _module(match).CLEAR else None


def _module(match: Match) -> Any:
    """The coach's module of a family."""
    return import_module(f"dicecup.engine.games.{match.definition.family}.coach")

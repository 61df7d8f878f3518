"""The coach's words for the seat in turn: a hint, a warning before a costly move, and the odds of the position.

All of it is made of what that seat may see, and changes nothing. Failure where there is nothing to say, with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dicecup.cli.base.errors import NO, Failure
from dicecup.cli.base.page import Page
from dicecup.cli.base.text import counted, wrap

if TYPE_CHECKING:
    from dicecup.cli.odds.query import Answer, OddsQuery
    from dicecup.engine.judge.coach import Judged
    from dicecup.engine.match.match import Match

NEXT_BEST = 3  # moves that a hint names besides


def hint_lines(match: Match, seat: str, cells: int) -> list[str]:
    """The best move and why, and what comes next to it."""
    bot, best, others = _hint(match, seat)
    told = [(f"Hint of {bot}: {best.why}.", 4), *((f"  or {one.brief}", 6) for one in others)]
    return [line for text, hang in told for line in wrap(text, cells, hang)]


def hint_record(match: Match, seat: str) -> dict[str, Any]:
    """The best move and why, and what comes next to it, for programs."""
    bot, best, others = _hint(match, seat)
    return {
        "dicecup": 1,
        "type": "hint",
        "seat": seat,
        "bot": bot,
        **_record(best),
        "alternatives": [_record(one) for one in others],
    }


def warning(match: Match, seat: str, move: str) -> str | None:
    """What is said before a move that is clearly worse than another, None where it is fine or nobody can tell."""
    from dicecup.engine.judge import coach

    if match.family.coach is None:
        return None
    found = _asked(lambda: coach.compared(match, seat, move))
    return None if found is None else f"{found[0].brief}; {found[1].brief}."


def judged(match: Match, seat: str, move: str) -> Judged:
    """What the coach thinks of one legal move."""
    from dicecup.engine.judge import coach

    text = match.family.notate(match.check_play(move), match.rules)
    found: list[Judged] = _asked(lambda: coach.judge(match, seat))
    return next(one for one in found if one.move == text)


def odds_lines(match: Match, seat: str, page: Page, *, everything: bool = False) -> list[str]:
    """The odds of the position, as `dicecup odds` would tell them: the best of its answers, or all."""
    question, answer = _odds(match, seat)
    shown = len(answer.choices) if everything else question.shown
    left = len(answer.choices) - shown
    more = ["", f"{counted(left, question.what)} more; `odds --all` shows every one."] if left > 0 else []
    return [*answer.lines(shown, page), *more]


def odds_record(match: Match, seat: str) -> dict[str, Any]:
    """The odds of the position for programs, as `dicecup odds --json` would tell them."""
    return _odds(match, seat)[1].whole(match.definition)


def _hint(match: Match, seat: str) -> tuple[str, Judged, list[Judged]]:
    """The bot that is asked, what it does, and the best of the other moves."""
    from dicecup.engine.judge import coach

    found, best = _asked(lambda: coach.survey(match, seat))
    others = [one for one in found if one.move != best.move]
    return coach.strongest(match.definition.family), best, others[:NEXT_BEST]


def _record(one: Judged) -> dict[str, Any]:
    return {"move": one.move, "why": one.why, "value": float(one.value)}


def _asked(ask: Callable[[], Any]) -> Any:
    """What the coach answers; what it cannot answer is a Failure."""
    try:
        return ask()
    except ValueError as error:
        raise Failure(NO, str(error)) from None


def _odds(match: Match, seat: str) -> tuple[OddsQuery, Answer]:
    """The question that the family answers, and the answer for this seat and position."""
    from dicecup.cli.games.registry import odds_query

    if match.turn is None:
        raise Failure(NO, "the game is over" if match.over else "dice are thrown first; ask for odds after that")
    question = odds_query(match.definition.family)
    if question is None:
        raise Failure(NO, f"no odds are known for {match.definition.title}")
    hand, asked = question.here(match, seat)
    return question, question.ask(match.definition, hand, asked)

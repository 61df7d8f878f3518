"""What to roll in the boxed Dead Man's Dice: how likely each die in hand fits, and all can be placed this turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base.errors import NO, Failure, usage
from dicecup.cli.base.page import Page
from dicecup.cli.base.text import counted
from dicecup.cli.odds.format import as_json, grid
from dicecup.cli.odds.query import Answer, OddsQuery

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition
    from dicecup.engine.games.piles.odds import RollOdds
    from dicecup.engine.match.match import Match

WORDS = {"plain": "plain", "p": "plain", "jolly": "jolly", "j": "jolly"}


def ask(definition: Definition, hand: str, asked: Mapping[str, Any]) -> Answer:
    """The odds of rolling each kind of die in hand."""
    from dicecup.engine.games.piles.odds import HandError
    from dicecup.engine.judge.odds import odds

    dice = _dice(hand)
    plain, jolly = dice.count("plain"), dice.count("jolly")
    top = "none" if asked["top"] is None else asked["top"].strip().upper().rstrip("'")
    others = (asked["tops"] or "").upper().replace(",", " ").split()
    try:
        found = odds(definition, top=top, plain=plain, jolly=jolly, others=others)
    except HandError as error:
        owned = f"{error.dice} {error.kind} dice: in {definition.name} a player owns {error.owned}"
        raise usage(f"--hand: {owned if error.kind else error}") from None
    except ValueError as error:
        raise usage(f"--top and --tops: {error}") from None
    question: dict[str, Any] = {"plain": plain, "jolly": jolly}
    if top != "NONE" and asked["top"] is not None:
        question["top"] = top
    if others:
        question["others"] = others
    on = f"on {top}" if "top" in question else "with no pile yet"
    shown = f"; others show {' '.join(others)}" if others else ""
    return Answer(
        {"question": question, "rolls": [_record(one, with_plunder=bool(others)) for one in found]},
        [f"{definition.title}: {_spelled(plain, jolly)} in hand, {on}{shown}."],
        [(one, bool(others)) for one in found],
        _table,
    )


def _dice(text: str) -> list[str]:
    """The kinds of dice that `--hand` names."""
    dice = []
    for word in text.lower().replace(",", " ").split():
        if word not in WORDS:
            raise usage(f"--hand: {word!r} is no kind of die; write plain and jolly, such as --hand 'plain jolly'")
        dice.append(WORDS[word])
    return dice


def _spelled(plain: int, jolly: int) -> str:
    parts = [counted(n, f"{kind} die", f"{kind} dice") for n, kind in ((plain, "plain"), (jolly, "jolly")) if n]
    return " and ".join(parts)


def _record(one: RollOdds, *, with_plunder: bool) -> dict[str, Any]:
    record = {
        "move": one.move,
        "fits": as_json(one.fits),
        "jolly": as_json(one.jolly),
        "all_placed": as_json(one.all_placed),
    }
    return record | ({"plunders": as_json(one.plunders)} if with_plunder else {})


def _table(choices: Sequence[tuple[RollOdds, bool]], page: Page) -> list[str]:
    lines: list[str] = []
    for one, with_plunder in choices:
        lines.append(f"  {one.move}")
        chances = [("fits", one.fits), ("is a J", one.jolly), ("all dice placed", one.all_placed)]
        if with_plunder:
            chances.append(("a plunder is open", one.plunders))
        lines += grid([[chance] for chance in chances], page, 4)
    return lines


def here(match: Match, seat: str) -> tuple[str, dict[str, Any]]:
    """The hand of the seat in turn, its top, and what lies before the others."""
    from dicecup.engine.games.piles.moves import may_roll
    from dicecup.engine.games.piles.notation import die_name
    from dicecup.engine.games.piles.table import OPENING, PENDING
    from dicecup.engine.games.shared.tower import NO_DIE, top_of

    v, p = match.view_record(seat), match.seats.index(seat)
    if match.turn != seat:
        raise Failure(NO, f"{seat} has no die to roll now; it is {match.turn}'s turn")
    if v.phase == OPENING:
        raise Failure(NO, "there are no odds to tell: the opening die stays, whatever it shows")
    if v.phase == PENDING:
        raise Failure(
            NO, f"the {die_name(v.pending)} that was rolled is answered first; `hint` weighs place against back"
        )
    if not may_roll(v, match.rules) or not v.plain[p] + v.jolly[p]:
        raise Failure(NO, "there are no odds to tell: no more rolls in this turn")
    lying = [die for q in range(v.seats) if q != p for die in (top_of(v, q), v.loose[q]) if die != NO_DIE]
    return " ".join(["plain"] * v.plain[p] + ["jolly"] * v.jolly[p]), {
        "top": str(die_name(top_of(v, p))) if v.height[p] else None,
        "tops": " ".join(str(die_name(die)).rstrip("'") for die in lying) or None,
    }


ODDS = OddsQuery(
    game="Dead Man's Dice",
    about="In the boxed Dead Man's Dice: how likely a roll fits, and all dice in hand can be placed.",
    examples=(
        (
            'dicecup odds dead-mans-dice --hand "plain jolly" --top 3 --tops "4 J"',
            "which die to roll, and may I plunder",
        ),
    ),
    dice="plain jolly",
    names=("top", "tops"),
    options=(
        click.option("--top", metavar="FACE", help="Dead Man's Dice: the top of your pile; without it you have none."),
        click.option("--tops", metavar="FACES", help="Dead Man's Dice: the tops of the other piles, and loose dice."),
    ),
    ask=ask,
    here=here,
    what="roll",
    shown=5,
    values={"top": lambda definition: (*range(1, 7), "J")},
)

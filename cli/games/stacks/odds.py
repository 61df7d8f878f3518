"""What the next throw of Stacked Dice brings: what one will be able to stack, and what others could cover."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base.errors import NO, Failure, usage
from dicecup.cli.base.page import Page
from dicecup.cli.base.parameters import Whole
from dicecup.cli.base.text import counted
from dicecup.cli.odds.format import as_json, exact, grid
from dicecup.cli.odds.query import Answer, OddsQuery

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition
    from dicecup.engine.games.stacks.odds import ValueOdds
    from dicecup.engine.match.match import Match


def ask(definition: Definition, hand: str, asked: Mapping[str, Any]) -> Answer:
    """The odds of the next throw."""
    from dicecup.engine.judge.odds import odds

    others = asked["others"]
    if others is None:
        raise usage("--others is missing; say how many free dice all others have together, such as --others 12")
    dice = _values(definition, "--hand", hand)
    most: int = definition.rules.dice_per_player  # type: ignore[attr-defined]
    if not 1 <= len(dice) <= most:
        raise usage(f"--hand: {counted(len(dice), 'die', 'dice')}; in {definition.name} a player has from 1 to {most}")
    seats = definition.players.max - 1
    if others > seats * most:
        raise usage(f"--others {others}: in {definition.name} the others have at most {seats * most} dice")
    covered = sorted(set(_values(definition, "--open", asked["open"] or "")))
    found = odds(definition, yours=len(dice), others=others, open_values=covered)
    question: dict[str, Any] = {"hand": dice, "others": others}
    if covered:
        question["open"] = covered
    on = f"; open stacks of {' '.join(map(str, covered))}" if covered else ""
    return Answer(
        {"question": question, "stack": as_json(found.stack), "values": [_record(value) for value in found.values]},
        [
            f"{definition.title}: the next throw of your {counted(len(dice), 'die', 'dice')}, the others throw {others}{on}.",
            f"You can stack something: {exact(found.stack)}",
            f"You show a given value: {exact(found.values[0].yours)}",
            f"One of the others shows it, and could cover it: {exact(found.values[0].others)}",
            "You can stack it, by value, the dearest first:",
        ],
        found.values,
        _table,
    )


def _values(definition: Definition, option: str, text: str) -> list[int]:
    """The values that an option names, with spaces or commas between or, where each is one sign, without."""
    faces: int = definition.rules.faces  # type: ignore[attr-defined]
    names = [str(value) for value in range(1, faces + 1)]
    values = []
    for word in text.replace(",", " ").split():
        for sign in [word] if word in names else word:
            if sign not in names:
                raise usage(f"{option}: there is no face {word}; the faces are 1 to {faces}")
            values.append(int(sign))
    return values


def _record(value: ValueOdds) -> dict[str, Any]:
    return {
        "value": value.value,
        "worth": value.worth,
        "yours": as_json(value.yours),
        "others": as_json(value.others),
        "stack": as_json(value.stack),
    }


def _table(choices: Sequence[ValueOdds], page: Page) -> list[str]:
    return grid([[(f"{value.value}, worth {value.worth} a die", value.stack) for value in choices]], page, 2)


def here(match: Match, seat: str) -> tuple[str, dict[str, Any]]:
    """The free dice of a seat and of the others, and the stacks it may cover, as they are now."""
    from dicecup.engine.games.stacks.play import exhausted
    from dicecup.engine.games.stacks.table import COUNT, WIDE, has

    v, r = match.view_record(seat), match.rules
    if not r.rerolls:
        raise Failure(NO, f"there are no odds to tell: in {match.definition.name} dice are thrown once a round")
    if exhausted(v):
        raise Failure(NO, "there are no odds to tell: somebody has no die left, so nobody throws again in this round")
    dice = [str(x + 1) for x in range(r.faces) for _ in range(has(v, v.seat, x))]
    own = [v.tops[v.seat] >> (WIDE * x) & COUNT if r.shuns_own else 0 for x in range(r.faces)]
    return " ".join(dice), {
        "others": sum(v.left[: v.seats]) - len(dice),
        "open": " ".join(str(x + 1) for x in range(r.faces) if v.open[x] > own[x]) or None,
    }


ODDS = OddsQuery(
    game="Stacked Dice",
    about="In Stacked Dice: what the next throw will let you stack, and others cover.",
    examples=(
        ('dicecup odds stacked-dice --hand "4 4 2 6" --others 11 --open 5', "what the next throw will let you stack"),
    ),
    dice="4 4 2 6",
    names=("others", "open"),
    options=(
        click.option(
            "--others", type=Whole(1, 200), metavar="N", help="Stacked Dice: free dice of all others together."
        ),
        click.option("--open", metavar="VALUES", help="Stacked Dice: values of the open stacks that you may cover."),
    ),
    ask=ask,
    here=here,
    what="value",
    shown=10,
)

"""`dicecup odds`: exact chances, of what to keep, to bid, to roll or to stack.

What can be asked of a family stands in a module of its own. This one adds up their options, and finds the one that answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base.command import command
from dicecup.cli.base.errors import usage
from dicecup.cli.base.output import Manners, put, put_json, put_wrapped, room
from dicecup.cli.base.parameters import setting_option, variant_argument
from dicecup.cli.base.text import counted, listed
from dicecup.cli.games.liars import odds as odds_liars
from dicecup.cli.games.piles import odds as odds_piles
from dicecup.cli.games.poker import odds as odds_poker
from dicecup.cli.games.stacks import odds as odds_stacks
from dicecup.cli.odds.query import Question, name_of

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition

QUESTIONS: Mapping[str, Question] = {
    question.family: question
    for question in (odds_poker.QUESTION, odds_liars.QUESTION, odds_stacks.QUESTION, odds_piles.QUESTION)
}


def _options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Every option of every question, in order."""
    for question in reversed(list(QUESTIONS.values())):
        for option in reversed(question.options):
            function = option(function)
    return function


@command("odds", examples=[example for question in QUESTIONS.values() for example in question.examples])
@variant_argument
@click.option("--hand", metavar="DICE", help='The dice you have, or all that you see: "K K J 9 T".')
@_options
@click.option("--all", "everything", is_flag=True, help="Show every answer, not only the best.")
@setting_option
@click.pass_obj
def odds(
    manners: Manners, /, variant: str, hand: str | None, everything: bool, settings: tuple[str, ...], **asked: Any
) -> None:
    """Exact chances, counted and not sampled, best first. In poker dice: what each keep leads to, and how often it beats a
    hand. In liar's dice: how likely the standing bid and every legal bid are right. In Stacked Dice: what the next throw will
    let you stack, and others cover. In the boxed Dead Man's Dice: how likely a roll fits, and all dice in hand can be placed.
    """
    from dicecup.engine.definitions.definition import load

    definition = load(variant, settings)
    question = _question(definition, asked)
    if hand is None:
        raise usage(f"--hand is missing; name your dice, such as --hand {question.dice!r}")
    own = {name: value for name, value in asked.items() if name in question.names}
    answer = question.ask(definition, hand, own)
    if manners.json:
        put_json(answer.whole(definition))
        return
    shown = len(answer.choices) if everything else question.shown
    for line in answer.lines(shown, room()):
        put(line)
    left = len(answer.choices) - shown
    if left > 0:
        put()
        put_wrapped(f"{counted(left, question.what)} more; --all shows every one.")


def _question(definition: Definition, asked: Mapping[str, Any]) -> Question:
    """The question that can be asked of a definition; Failure where it was asked another family's."""
    found = QUESTIONS.get(definition.family)
    if found is None:
        raise usage(
            f"no odds are known for {definition.name}; they are for {listed([q.game for q in QUESTIONS.values()])}"
        )
    for question in QUESTIONS.values():
        for name in question.names:
            if name not in found.names and asked[name] is not None and asked[name] is not False:
                own = listed([name_of(other) for other in found.names])
                raise usage(
                    f"{name_of(name)} is about {question.game}, and {definition.name} is not; its options are --hand, {own}"
                )
    return found

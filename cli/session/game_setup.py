"""A game before it begins: its definition, its seed, who sits where, and the header that says so."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dicecup.cli.base.parameters import LETTERS
from dicecup.cli.base.seed import NO_SEED, seed_text
from dicecup.cli.base.wording import COMMAND_LINE, Wording
from dicecup.cli.session.dice_input import kind_of
from dicecup.cli.session.lineup import DEFAULT_BOT, HUMAN, WAIT, agents, seated

if TYPE_CHECKING:
    from dicecup.engine.bots.agents import Agent
    from dicecup.engine.bots.conversation import Patience
    from dicecup.engine.definitions.definition import Definition
    from dicecup.engine.match.match import Match, Record


@dataclass(frozen=True)
class SetUp:
    """What a game is played with. Seats without a bot are people's; `dice` is the kind of source of the dice that are to come.
    The seed was `drawn` where none was given, unless people play on dice of their own: nothing is made of a seed there.

    A game that goes on from a log has `begun`, of which the first `known` events need not be told again. The people of `elsewhere`
    sit at other screens.
    """

    definition: Definition
    seed: str
    header: Record
    bots: Mapping[str, Agent]
    dice: str
    drawn: bool = False
    begun: Match | None = None
    known: int = 0
    elsewhere: Sequence[str] = ()

    @property
    def letters(self) -> str:
        """The seats."""
        return LETTERS[: len(self.header["seats"])]

    @property
    def people(self) -> list[str]:
        """The seats of people."""
        return [letter for letter in self.letters if letter not in self.bots]

    @property
    def here(self) -> list[str]:
        """The seats of people at this terminal."""
        return [letter for letter in self.people if letter not in self.elsewhere]


def needs_seed(dice: str, bots: Collection[str]) -> bool:
    """Whether anything comes from the seed: dice, or what bots draw."""
    return dice == "seeded" or bool(bots)


def set_up(
    options: Mapping[str, Any],
    *,
    ask: bool,
    people: bool,
    opponent: str = DEFAULT_BOT,
    patience: Patience | None = None,
    wording: Wording = COMMAND_LINE,
) -> SetUp:
    """A game as the options of `play` describe it. Failure, or the error of whatever is wrong, with a sentence.

    Without people among the agents, one free seat is a person's where `ask`, all are where `people`; `opponent` gets the others if it
    plays this family, else the default bot. `patience` is what bots get that are programs.
    """
    from dicecup.engine.bots.agents import PATIENCE
    from dicecup.engine.bots.agents import agents as bots_of
    from dicecup.engine.definitions.definition import load
    from dicecup.engine.match.match import header

    definition = load(options["variant"], options["settings"])
    line_up = agents(
        definition,
        options["seats_given"],
        options["seats"],
        ask=ask,
        people=people,
        opponent=opponent,
        wording=wording,
    )
    elsewhere = [letter for letter, spec in zip(LETTERS, line_up, strict=False) if spec == WAIT]
    line_up = [HUMAN if spec == WAIT else spec for spec in line_up]
    taken = {letter: spec for letter, spec in zip(LETTERS, line_up, strict=False) if spec != HUMAN}
    bots = dict(
        zip(taken, bots_of(list(taken.values()), definition.family, patience=patience or PATIENCE), strict=True)
    )
    seats = seated(line_up, options["names"], bots, wording)
    dice = kind_of(options["dice"])
    drawn = options["seed"] is None and needs_seed(dice, bots)
    seed = seed_text(options["seed"], wording) if drawn or options["seed"] is not None else NO_SEED
    head = header(definition, seats, seed, options["game"], dice, undo=options["undo"])
    return SetUp(definition, seed, head, bots, dice, drawn, elsewhere=elsewhere)

"""The keys of Stacked Dice (rules.md 3.6): each with its rule id, meaning and words for `rules`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from dicecup.engine.games.options import Options, Players, aborted_after, counted, key

MOST_DICE = 20
MOST_FACES = 10
MOST_HEIGHT = 10
MAX_THROWS = 1000  # of one round
MAX_OPENING_TIES = 1000


def round_can_end_early(o: StacksOptions) -> bool:
    """Whether a seat without free dice ends a round that would otherwise go on."""
    return o.rerolls or o.round_end == "immediate"


def grows(o: StacksOptions) -> bool:
    """Whether a stack may be stacked on: one of two dice that is closed may not."""
    return o.max_height > 2


def dice_words(n: int) -> str:
    """How many dice each player has."""
    return f"Each player has {counted(n, 'die', 'dice')} of their own colour."


def height_words(n: int) -> str:
    """How high a stack grows."""
    if n == 2:
        return "A stack is two dice and closed at once."
    return f"A stack is at most {n} dice high; the last of them closes it."


def ace_words(n: int) -> str:
    """What dice are worth in a stack."""
    if n == 1:
        return "In a stack a die is worth its number."
    return f"In a stack a 1, the ace, is worth {n}; every other die is worth its number."


def target_words(n: int) -> str:
    """When the game is won."""
    return (
        f"Rounds go on until at the end of one a player has {counted(n, 'point')} or more; the highest total wins. Level at "
        "the top, all play further rounds until one leads alone."
    )


def laps_words(value: int | str) -> str:
    """How much is stacked after a throw."""
    if value == 1:
        return "After each throw every player in turn, from the first player clockwise, has one turn to stack a die: one lap."
    return "After each throw every player in turn, from the first player clockwise, may stack a die, lap after lap, until a lap in which nobody does."


class StacksOptions(Options, frozen=True, kw_only=True):
    """Every key of `rules:` of the stacks family."""

    dice_per_player: Annotated[
        int,
        key(
            "S-A1",
            "Dice each seat owns.",
            dice_words,
            ge=1,
            le=MOST_DICE,
        ),
    ] = 5
    faces: Annotated[
        int,
        key(
            "S-A16",
            "Every die has the faces 1..faces; face v is worth v, except the ace.",
            "The faces are 1 to {value}.",
            ge=2,
            le=MOST_FACES,
        ),
    ] = 6
    ace_value: Annotated[
        int,
        key(
            "S-R14",
            "What a 1 is worth in a stack.",
            ace_words,
            ge=1,
            le=20,
        ),
    ] = 10
    max_height: Annotated[
        int,
        key(
            "S-R8",
            "Dice in a stack at most; a stack of that height is closed.",
            height_words,
            ge=2,
            le=MOST_HEIGHT,
        ),
    ] = 4
    laps_per_roll: Annotated[
        Literal[1, "until_stuck"],
        key(
            "S-A2",
            "Laps after each throw, each lap one turn for every seat from the round's first player: one lap; or laps until one "
            "in which nobody stacked, passes included.",
            laps_words,
        ),
    ] = 1
    stacking: Annotated[
        Literal["optional", "forced"],
        key(
            "S-A5",
            "`pass` is always legal; or only for a seat with no legal stack.",
            {
                "optional": "Nobody has to stack: `pass` is always a move.",
                "forced": "A player who can stack must; only one who cannot may `pass`.",
            },
        ),
    ] = "optional"
    own_top: Annotated[
        bool,
        key(
            "S-A3",
            "May a seat stack on a stack whose top die is its own. A single die must be another seat's in either case.",
            {
                True: "A stack may be stacked on whoever is on top of it, oneself included; a single die must be another "
                "player's.",
                False: "The die that is covered, single or on top of a stack, must be another player's.",
            },
            when=grows,
        ),
    ] = False
    rerolls: Annotated[
        bool,
        key(
            "S-A15",
            "After the laps all free dice are thrown again (S-R10, S-R11) unless a seat has none; or the round is scored after "
            "the laps of its only throw.",
            {
                True: (
                    "S-R11",
                    (
                        "After the laps of a throw all throw again the dice they have in no stack, and the same first player "
                        "begins."
                    ),
                ),
                False: "There is one throw a round: when the laps are over the round is scored.",
            },
        ),
    ] = True
    round_end: Annotated[
        Literal["before_roll", "immediate"],
        key(
            "S-A8",
            "When a seat without free dice ends the round: after the laps of the throw, before the next one; or at once after "
            "any stack that leaves some seat (the stacker or the owner of the covered die) without free dice.",
            {
                "before_roll": "The round ends when, after the laps of a throw, some player has no dice left to throw.",
                "immediate": "The round ends at once when a player has no dice left outside the stacks.",
            },
            when=round_can_end_early,
        ),
    ] = "before_roll"
    next_starter: Annotated[
        Literal["rotate", "same", "roll", "round_winner"],
        key(
            "S-A9",
            "First player of the next round: the seat left of the last one; the same; a new start roll; the seat with most "
            "points in the round just scored (level: the first of them met clockwise from the last first player, himself "
            "included).",
            {
                "rotate": "The next round is begun by the player to the left of the last first player.",
                "same": "The same player begins every round.",
                "roll": "Who begins the next round is thrown for again.",
                "round_winner": "The next round is begun by whoever scored most in this one; level, by the first of them "
                "clockwise, beginning with the last first player.",
            },
        ),
    ] = "rotate"
    start_ace_high: Annotated[
        bool,
        key(
            "S-A10",
            "In start rolls a 1 beats every other face; or is the lowest.",
            {
                True: "In the start roll a 1 beats every other face.",
                False: "In the start roll a 1 is the lowest.",
            },
        ),
    ] = False
    target: Annotated[
        int,
        key(
            "S-A12",
            "Total needed (>=), tested at the end of a round. The highest total wins; if level, further rounds of all until one "
            "leads alone.",
            target_words,
            ge=1,
            le=10_000,
        ),
    ] = 200
    max_rounds: Annotated[
        int,
        key(
            "S-A17",
            "Rounds after which the game ends aborted.",
            aborted_after,
            ge=1,
            le=60_000,
        ),
    ] = 1000


def validate(o: StacksOptions, players: Players) -> Iterator[tuple[tuple[str, ...], str]]:
    """The impossible combinations of rules.md 3.7: the keys concerned, and what is wrong with a remedy."""
    if not o.rerolls and o.laps_per_roll == 1:
        yield (
            ("rerolls", "laps_per_roll"),
            "rerolls false with laps_per_roll 1 leaves one stack a player and round; use laps_per_roll until_stuck",
        )
    if players.min < 2:
        yield ("players.min",), f"players.min {players.min} is below 2"
    if players.max > 10:
        yield ("players.max",), f"players.max {players.max} is above 10"

"""The keys of the boxed Dead Man's Dice (rules.md 2.6): each with its rule id, meaning and words for `rules`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from dicecup.engine.games.options import Options, Players, Said, aborted_after, counted, key

JOLLY_FACE = "J"
MOST_DICE = 6  # a seat's own
MAX_OPENING_TIES = 1000
MAX_TURNS = 1000  # of one round

PlainFace = Annotated[int, Meta(ge=1, le=6)]
JollyFace = Literal["J"] | Annotated[int, Meta(ge=1, le=6)]


def has_jolly(o: PilesOptions) -> bool:
    """Whether a Jolly Roger face can come up at all."""
    return o.jolly_dice > 0


def has_both(o: PilesOptions) -> bool:
    """Whether a seat has dice of both kinds to choose from."""
    return o.jolly_dice > 0 and o.plain_dice > 0


def has_plain(o: PilesOptions) -> bool:
    """Whether a seat owns plain dice."""
    return o.plain_dice > 0


def plunders(o: PilesOptions) -> bool:
    """Whether dice may be taken from others."""
    return o.plunder


def loose_dice(o: PilesOptions) -> bool:
    """Whether a die that is not placed lies loose on the table."""
    return o.unplaced == "on_table"


def rolls_on(o: PilesOptions) -> bool:
    """Whether a turn may have several rolls."""
    return o.turn_rolls == "until_fail"


def faces_words(kind: str) -> Callable[[Any], str | None]:
    """A sentence on the faces of that kind of die."""

    def said(faces: Sequence[int | str]) -> str:
        listed = " ".join(map(str, faces))
        more = " (J is the Jolly Roger)" if JOLLY_FACE in faces else ""
        return f"The faces of a {kind} die are {listed}{more}."

    return said


def dice_words(kind: str) -> Callable[[Any], Said | None]:
    """A sentence on how many dice of that kind a player owns (D-R4)."""

    def said(n: int) -> Said | None:
        return ("D-R4", f"Each player owns {counted(n, f'{kind} die', f'{kind} dice')}.") if n else None

    return said


class PilesOptions(Options, frozen=True, kw_only=True):
    """Every key of `rules:` of the piles family."""

    plain_dice: Annotated[
        int,
        key("D-A19", "Plain dice each seat owns.", dice_words("plain"), ge=0, le=5),
    ] = 2
    jolly_dice: Annotated[
        int,
        key("D-A19", "Jolly Roger dice each seat owns.", dice_words("Jolly Roger"), ge=0, le=3),
    ] = 1
    plain_faces: Annotated[
        list[PlainFace],
        key(
            "D-A19",
            "Faces of a plain die, in the order in which the digits of a throw name them; repeats are allowed.",
            faces_words("plain"),
            when=has_plain,
            min_length=2,
            max_length=10,
        ),
    ] = msgspec.field(default_factory=lambda: [1, 2, 3, 4, 5, 6])
    jolly_faces: Annotated[
        list[JollyFace],
        key(
            "D-A19",
            "Faces of a Jolly Roger die, in the order in which the digits of a throw name them; J is the Jolly Roger.",
            faces_words("Jolly Roger"),
            when=has_jolly,
            min_length=2,
            max_length=10,
        ),
    ] = msgspec.field(default_factory=lambda: ["J", 2, 3, 4, 5, 6])
    opening_die: Annotated[
        Literal["any", "plain"],
        key(
            "D-A13",
            "Which of its dice a seat may roll at the opening; a seat without plain dice rolls a Jolly Roger die.",
            {
                "any": "Each chooses which of their dice that is; the dice are shown when all have chosen.",
                "plain": "That is a plain die.",
            },
            when=has_both,
        ),
    ] = "any"
    start_tie: Annotated[
        Literal["all", "tied", "lowest_seat"],
        key(
            "D-A14",
            "What several lowest dice at the opening lead to.",
            {
                "all": "Where several are lowest, all roll the same dice again, and the new faces stay.",
                "tied": "Where several are lowest, they alone roll again until one of them is lowest; the new faces stay.",
                "lowest_seat": "Where several are lowest, the first of them in seat order begins; nobody rolls again.",
            },
        ),
    ] = "all"
    next_starter: Annotated[
        Literal["opening_roll", "rotate"],
        key(
            "D-A20",
            "Who begins round 2 and later.",
            {
                "opening_roll": "Every round is begun by whoever is lowest at its own opening.",
                "rotate": "Later rounds are begun by the player to the left of whoever began the last one; then it does not "
                "matter who is lowest.",
            },
        ),
    ] = "opening_roll"
    turn_rolls: Annotated[
        Literal["until_fail", "single"],
        key(
            "D-A2",
            "Rolls in a turn: as many as one likes until one fails, or one.",
            {
                "until_fail": "A turn has as many rolls as the player likes, one die each, until one fails.",
                "single": "A turn has one roll of one die.",
            },
        ),
    ] = "until_fail"
    may_stop: Annotated[
        bool,
        key(
            "D-A6",
            "Whether a seat may end its turn while it could roll on.",
        ),
    ] = True
    placement: Annotated[
        Literal["optional", "forced"],
        key(
            "D-A5",
            "Whether a rolled die that fits must be placed.",
            {
                "optional": "A rolled die that fits may be placed (`place`) or declined (`back`), which counts as a failed "
                "roll.",
                "forced": "A rolled die that fits must be placed (`place`).",
            },
        ),
    ] = "optional"
    unplaced: Annotated[
        Literal["to_hand", "on_table"],
        key(
            "D-A3",
            "Where a failed or declined die goes.",
            {
                "to_hand": "A die that is not placed goes back to the hand, to be rolled again later.",
                "on_table": "A die that is not placed lies loose on the table, before its owner.",
            },
        ),
    ] = "to_hand"
    plunder: Annotated[
        bool,
        key("D-A21", "Whether dice may be taken from other seats.", {False: "Nobody takes dice from another."}),
    ] = True
    plunder_needs: Annotated[
        Literal["roll", "placement"],
        key(
            "D-A7",
            "What a seat must have done in its turn before it may plunder.",
            {
                "roll": "To plunder one must have rolled in this turn; that roll may have failed.",
                "placement": "To plunder one must have placed a rolled die in this turn.",
            },
            when=plunders,
        ),
    ] = "roll"
    on_jr: Annotated[
        Literal["as_one", "any", "none"],
        key(
            "D-A11",
            "What may be laid on a Jolly Roger: what fits on a 1, any die, or nothing.",
            {
                "as_one": "On a J fits what fits on a 1.",
                "any": "On a J fits any die.",
                "none": "On a J nothing fits.",
            },
            when=has_jolly,
        ),
    ] = "as_one"
    round_end: Annotated[
        Literal["start_of_turn", "immediate"],
        key(
            "D-A8",
            "When a round ends.",
            {
                "start_of_turn": "The round ends when a player whose turn begins has no die in hand.",
                "immediate": "The round ends as soon as a rolled die is placed that was the last in hand, or when a player "
                "whose turn begins has none.",
            },
        ),
    ] = "start_of_turn"
    jr_base_score: Annotated[
        Literal[7, 1],
        key(
            "D-A10",
            "What a Jolly Roger scores when it is the lowest die of a pile; elsewhere it scores 7.",
            {7: "A J is worth 7 wherever it lies.", 1: "A J is worth 7, as the lowest die of a pile 1."},
            when=has_jolly,
        ),
    ] = 7
    floor: Annotated[
        Literal["none", "round", "game"],
        key(
            "D-C10",
            "Whether the points of a round, or a total, are at least 0.",
            {
                "none": "The points of a round and totals may fall below 0.",
                "round": "The points of a round are at least 0.",
                "game": "A total is at least 0 after each round.",
            },
            when=has_jolly,
        ),
    ] = "none"
    target: Annotated[
        int,
        key("D-R3", "Total needed to win, tested at the end of a round.", ge=1, le=10_000),
    ] = 100
    target_mode: Annotated[
        Literal["reach", "exceed"],
        key("D-A9", "Whether a total of just the target is enough."),
    ] = "reach"
    max_rounds: Annotated[
        int,
        key(
            "D-A22",
            "Rounds after which the game ends aborted.",
            aborted_after,
            ge=1,
            le=60_000,
        ),
    ] = 1000


def validate(o: PilesOptions, players: Players) -> Iterator[tuple[tuple[str, ...], str]]:
    """The impossible combinations of rules.md 2.7: the keys concerned, and what is wrong with a remedy."""
    dice = o.plain_dice + o.jolly_dice
    if not 1 <= dice <= MOST_DICE:
        yield (
            ("plain_dice", "jolly_dice"),
            f"plain_dice {o.plain_dice} and jolly_dice {o.jolly_dice} make {dice} dice; a seat owns from 1 to {MOST_DICE}",
        )
    if o.jolly_dice > 0 and JOLLY_FACE not in o.jolly_faces:
        yield (
            ("jolly_dice", "jolly_faces"),
            f"jolly_dice is {o.jolly_dice} and jolly_faces has no J; add J, or set jolly_dice to 0",
        )
    # A J in plain_faces is refused by its type already: a plain face is a number.
    if not o.plunder and o.unplaced == "on_table":
        yield ("plunder", "unplaced"), "unplaced on_table needs plunder; with plunder false nothing differs"
    if not o.plunder and o.plunder_needs == "placement":
        yield ("plunder", "plunder_needs"), "plunder_needs placement needs plunder; with plunder false nothing differs"
    if o.jolly_dice == 0 and o.jr_base_score == 1:
        yield ("jolly_dice", "jr_base_score"), "jr_base_score 1 needs Jolly Roger dice; jolly_dice is 0"
    if o.jolly_dice == 0 and o.on_jr != "as_one":
        yield ("jolly_dice", "on_jr"), f"on_jr {o.on_jr} needs Jolly Roger dice; jolly_dice is 0"
    if o.turn_rolls == "single" and not o.may_stop:
        yield (
            ("turn_rolls", "may_stop"),
            "may_stop false needs turn_rolls until_fail; after a single roll nothing differs",
        )
    if players.min < 2:
        yield ("players.min",), f"players.min {players.min} is below 2"
    if players.max > 10:
        yield ("players.max",), f"players.max {players.max} is above 10"

"""The keys of poker dice (rules.md 4.6): each declared once, with its rule id, its meaning and its words in `rules`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from dicecup.engine.games.options import Options, Players, aborted_after, counted, key

PRESETS: dict[str, tuple[int | str, ...]] = {
    "poker": ("A", "K", "Q", "J", "T", 9),
    "pips_one_high": (1, 6, 5, 4, 3, 2),
    "pips_six_high": (6, 5, 4, 3, 2, 1),
}
Kind = Literal["five", "four", "straight", "full_house", "three", "two_pairs", "pair", "nothing"]
KINDS: tuple[Kind, ...] = ("five", "four", "straight", "full_house", "three", "two_pairs", "pair", "nothing")
DICE = 5
MAX_OPENING_TIES = 1000
MAX_TIE_TURNS = 100  # of one round

FaceName = (
    Annotated[str, Meta(pattern=r"^[A-Z]$", max_length=1, description="a capital letter")]
    | Annotated[int, Meta(ge=0, le=9)]
)
WildName = (
    Annotated[str, Meta(pattern=r"^(none|[A-Z])$", max_length=4, description="none, a capital letter")]
    | Annotated[int, Meta(ge=0, le=9)]
)
StraightText = Annotated[
    str, Meta(pattern=r"^[0-9A-Z]{5}$", max_length=5, description='a text of five face names like "65432"')
]
MatchForm = Annotated[
    str,
    Meta(
        pattern=r"^(auto|best_of:[35]|legs|chips|(rounds|first_to):([1-9][0-9]{0,2}|1000))$",
        max_length=20,
        description="auto, rounds:N, first_to:N, best_of:3, best_of:5, legs or chips, N from 1 to 1000",
    ),
]


def asks(o: PokerOptions) -> bool:
    """Whether a player is ever asked anything: what to keep, or whether to pay for going on."""
    return throws_again(o) or o.second_ante == "stay"


def has_wild(o: PokerOptions) -> bool:
    """Whether a face is wild."""
    return o.wild != "none"


def has_pot(o: PokerOptions) -> bool:
    """Whether anything is paid in."""
    return o.ante > 0


def throws_again(o: PokerOptions) -> bool:
    """Whether any dice are ever thrown again."""
    return o.max_throws > 1


def throws_thrice(o: PokerOptions) -> bool:
    """Whether dice once kept could be thrown again later."""
    return o.max_throws > 2


def by_chips(o: PokerOptions) -> bool:
    """Whether the game is played until the others cannot pay."""
    return o.match == "chips"


def no_kickers(o: PokerOptions) -> bool:
    """Whether `secondary` decides anything that `kickers` do not decide already."""
    return not o.kickers


def faces_words(value: str | list[int | str]) -> str:
    """The faces, best first."""
    return f"From high to low the faces are {' '.join(map(str, face_names(value)))}."


def throws_words(n: int) -> str:
    """How many throws a turn has."""
    if n == 1:
        return "A turn is one throw of five dice."
    return f"A turn has at most {n} throws: after each but the last any dice may be kept and the others thrown again."


def limit_words(n: int | str) -> str | None:
    """How many dice may be thrown again at a time."""
    if n == "none":
        return None
    return f"At most {counted(int(n), 'die', 'dice')} may be thrown again at a time."


class PokerOptions(Options, frozen=True, kw_only=True):
    """Every key of `rules:` of the poker family."""

    faces: Annotated[
        Literal["poker", "pips_one_high", "pips_six_high"]
        | Annotated[list[FaceName], Meta(min_length=2, max_length=10)],
        key(
            "P-R2",
            "The faces of each of the five dice, best first: a preset, or a list of different names.",
            faces_words,
        ),
    ] = "poker"
    wild: Annotated[
        WildName,
        key(
            "P-R17",
            "The face that counts as whatever makes the hand best, or none; it has no meaning in preliminary throws.",
        ),
    ] = "none"
    max_throws: Annotated[
        int,
        key(
            "P-R5",
            "Throws in a turn, the first included.",
            throws_words,
            ge=1,
            le=5,
        ),
    ] = 2
    reroll_limit: Annotated[
        Literal["none"] | Annotated[int, Meta(ge=1, le=5)],
        key(
            "P-R13",
            "Most dice in any one re-throw.",
            limit_words,
            when=throws_again,
        ),
    ] = "none"
    kept_locked: Annotated[
        bool,
        key(
            "P-A7",
            "Whether a die kept at a re-throw stays kept for the rest of the turn.",
            {
                True: "A die once kept may not be thrown again in the same turn.",
                False: "Dice kept at one re-throw may be thrown again at the next.",
            },
            when=throws_thrice,
        ),
    ] = False
    follow_first_throws: Annotated[
        bool,
        key(
            "P-A12",
            "Whether nobody makes more throws in a turn than the first player of the round did.",
        ),
    ] = False
    hand_order: Annotated[
        list[Kind],
        key("P-R6", "The kinds of hands, best first: all eight of them.", min_length=8, max_length=8),
    ] = msgspec.field(default_factory=lambda: list(KINDS))
    straights: Annotated[
        Literal["runs", "none"] | Annotated[list[StraightText], Meta(min_length=1, max_length=10)],
        key(
            "P-A13",
            "Which sets of five different faces are straights, best first; runs: every five neighbours.",
        ),
    ] = "runs"
    secondary: Annotated[
        bool,
        key(
            "P-A2",
            "Whether equal triples of a full house are decided by the pair, and equal higher pairs by the lower pair.",
            {
                True: "Full houses with equal triples are decided by the pair, two pairs with the same higher pair by the "
                "lower.",
                False: "In a full house only the triple is compared, in two pairs only the higher pair.",
            },
            when=no_kickers,
        ),
    ] = False
    kickers: Annotated[
        bool,
        key(
            "P-R8",
            "Whether hands still equal are decided by all dice not yet compared.",
            {
                True: "Hands still equal are decided by the dice not yet compared: grouped dice first, then single dice "
                "from high to low.",
                False: "Odd dice are not compared.",
            },
        ),
    ] = False
    natural_beats_wild: Annotated[
        bool,
        key(
            "P-A6",
            "Whether of equal hands one that needs no wild die for another face beats one that does.",
            {
                True: "Of hands equal in everything else, one in which no wild die stands for another face is better.",
                False: "A hand made with wild dice is as good as one without.",
            },
            when=has_wild,
        ),
    ] = False
    tie: Annotated[
        Literal["full_turn", "single_throw", "all_replay", "split"],
        key(
            "P-A4",
            "What several best hands lead to.",
        ),
    ] = "full_turn"
    ante: Annotated[
        int,
        key(
            "P-A9",
            "Chips each seat pays into the pot before each round; 0: no pot.",
            ge=0,
            le=1000,
        ),
    ] = 1
    purse: Annotated[
        int,
        key(
            "P-A9",
            "Chips each seat starts with where the match is played for chips.",
            ge=1,
            le=100_000,
        ),
    ] = 20
    second_ante: Annotated[
        Literal["none", "reroll", "stay"],
        key(
            "P-A14",
            "What the ante is paid once more for: nothing, each re-throw, or going on after the first throw.",
        ),
    ] = "none"
    drop_out: Annotated[
        bool,
        key(
            "P-A14",
            "Whether a seat that is asked may drop out of the round.",
        ),
    ] = False
    start: Annotated[
        Literal["roll_order", "roll_first", "seats"],
        key(
            "P-R10",
            "Who plays in what order.",
            {
                "roll_order": "Everyone throws one die: they play in the order of these, best first; equal dice are thrown "
                f"again. After {MAX_OPENING_TIES} ties the game is aborted.",
                "roll_first": "Everyone throws one die: the best begins, equal best ones throw again; the others follow "
                f"clockwise. After {MAX_OPENING_TIES} ties the game is aborted.",
                "seats": "Seat A begins, the others follow clockwise.",
            },
        ),
    ] = "roll_order"
    match: Annotated[
        MatchForm,
        key("P-R16", "When the game ends."),
    ] = "auto"
    max_rounds: Annotated[
        int,
        key(
            "P-A15",
            "Rounds after which the game ends aborted.",
            aborted_after,
            ge=1,
            le=60_000,
        ),
    ] = 1000


def face_names(faces: str | Sequence[int | str]) -> tuple[int | str, ...]:
    """The names of the faces, best first, of a preset or as listed."""
    return PRESETS[faces] if isinstance(faces, str) else tuple(faces)


def validate(o: PokerOptions, players: Players) -> Iterator[tuple[tuple[str, ...], str]]:
    """The impossible combinations of rules.md 4.7: the keys concerned, and what is wrong with a remedy."""
    names = [str(name) for name in face_names(o.faces)]
    listed = ", ".join(names)
    if len(set(names)) != len(names):
        yield ("faces",), "faces has equal names; give each face its own"
    if o.wild != "none" and str(o.wild) not in names:
        yield ("wild", "faces"), f"wild {o.wild} is not among the faces; name one of {listed}"
    if not isinstance(o.straights, str):
        yield from _straights(o.straights, names, listed)
    if sorted(o.hand_order) != sorted(KINDS):
        missing = ", ".join(kind for kind in KINDS if kind not in o.hand_order)
        yield ("hand_order",), f"hand_order must name each of the eight kinds once; it lacks {missing}"
    if o.match.startswith("best_of") and players.max > 2:
        yield (
            ("match", "players.max"),
            f"match {o.match} is for two seats and players.max is {players.max}; use first_to:N or rounds:N",
        )
    if o.match == "chips" and o.ante == 0:
        yield ("match", "ante"), "match chips needs an ante to be lost; ante is 0"
    elif o.match == "chips" and o.purse < o.ante:
        yield ("purse", "ante", "match"), f"purse {o.purse} is below ante {o.ante}: nobody could pay; raise purse"
    if o.second_ante != "none" and o.ante == 0:
        yield ("second_ante", "ante"), f"second_ante {o.second_ante} needs an ante; ante is 0"
    if o.second_ante == "stay" and not o.drop_out:
        yield ("second_ante", "drop_out"), "second_ante stay needs drop_out true: the alternative to paying is to drop"
    if o.kept_locked and o.max_throws < 3:
        yield (
            ("kept_locked", "max_throws"),
            f"kept_locked needs max_throws of at least 3; with {o.max_throws} nothing differs",
        )
    if o.max_throws == 1 and o.follow_first_throws:
        yield ("follow_first_throws", "max_throws"), "follow_first_throws needs max_throws above 1; nothing differs"
    if o.max_throws == 1 and o.reroll_limit != "none":
        yield ("reroll_limit", "max_throws"), "reroll_limit needs max_throws above 1; nothing is thrown again"
    if o.natural_beats_wild and o.wild == "none":
        yield ("natural_beats_wild", "wild"), "natural_beats_wild needs a wild face; wild is none"
    if players.min < 2:
        yield ("players.min",), f"players.min {players.min} is below 2"
    if players.max > 10:
        yield ("players.max",), f"players.max {players.max} is above 10"


def _straights(texts: Sequence[str], names: Sequence[str], listed: str) -> Iterator[tuple[tuple[str, ...], str]]:
    seen: dict[frozenset[str], str] = {}
    for text in texts:
        strange = [sign for sign in text if sign not in names]
        if strange:
            yield (
                ("straights", "faces"),
                f"straights: {text} names {strange[0]}, which is no face; the faces are {listed}",
            )
        elif len(set(text)) < DICE:
            yield ("straights",), f"straights: {text} repeats a face; name five different ones"
        elif (faces := frozenset(text)) in seen:
            yield ("straights",), f"straights: {seen[faces]} and {text} are the same faces; keep one"
        else:
            seen[faces] = text

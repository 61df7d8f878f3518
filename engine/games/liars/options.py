"""The keys of liar's dice (rules.md 1.7): each declared once, with rule id, meaning and its words in `rules`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from dicecup.engine.games.options import Options, Players, aborted_after, counted, key

MAX_OPENING_TIES = 1000  # of the throw for the first bid

FaceName = (
    Annotated[int, Meta(ge=0, le=99)]
    | Annotated[str, Meta(pattern=r"^(\*|[A-Z])$", max_length=1, description="* or one capital letter")]
)


def has_wild(o: LiarsOptions) -> bool:
    """Whether a face is wild."""
    return o.wild_face != "none"


def has_spot_on(o: LiarsOptions) -> bool:
    """Whether anybody may call a bid exact."""
    return o.spot_on.callers != "none"


def asks_out_of_turn(o: LiarsOptions) -> bool:
    """Whether anybody may call before the turn comes to them."""
    return o.challenge_by == "any" or o.spot_on.callers in ("others", "any")


def has_palifico(o: LiarsOptions) -> bool:
    """Whether palifico rounds are played."""
    return o.palifico.trigger != "off"


def loses_dice(o: LiarsOptions) -> bool:
    """Whether showdowns cost dice, one or more."""
    return o.loss in ("one_die", "difference")


def goes_on(o: LiarsOptions) -> bool:
    """Whether there is a next round to open."""
    return o.rounds == "until_one_left" or o.best_of > 1


def dice_words(n: int) -> str:
    """How many dice each player starts with."""
    return f"Each player has one cup and {counted(n, 'die', 'dice')}."


class SpotOn(Options, frozen=True, kw_only=True):
    """Calling a bid exact."""

    DESCRIPTION = "Calling a bid exact."

    callers: Annotated[
        Literal["none", "next", "others", "any"],
        key("L-A18", "Who may say `exact` to a standing bid."),
    ] = "none"
    right: Annotated[
        Literal["regain", "others_lose"],
        key(
            "L-A18",
            "What a right `exact` brings: the caller gets one die back, or every other active player loses one.",
        ),
    ] = "regain"
    wrong: Annotated[
        Literal["lose"],
        key("L-A18", "What a wrong `exact` costs: the caller loses one."),
    ] = "lose"
    needs: Annotated[
        Literal["any", "half_dice"],
        key(
            "L-A18",
            "When `exact` may be said: always, or only while at least half the dice of the start are in play.",
            {"half_dice": "`exact` may be said only while at least half the dice of the start are in play."},
            when=has_spot_on,
        ),
    ] = "any"


class Palifico(Options, frozen=True, kw_only=True):
    """A special round when somebody is down to one die."""

    DESCRIPTION = "A special round when somebody is down to one die."

    trigger: Annotated[
        Literal["off", "one_die"],
        key(
            "L-A19",
            "When a palifico round is played: never, or when the seat that opens came down to one die just before.",
        ),
    ] = "off"
    once: Annotated[
        bool,
        key("L-A19", "Whether a seat opens at most one palifico round in a hand."),
    ] = True
    face: Annotated[
        Literal["locked", "one_die_may_change"],
        key(
            "L-A19",
            "Whether the face of the opening bid of a palifico round is kept by all, or by all with more than one die.",
        ),
    ] = "locked"
    with_two_left: Annotated[
        bool,
        key("L-A19", "Whether palifico rounds are played when only two seats are left."),
    ] = False


class LiarsOptions(Options, frozen=True, kw_only=True, rename={"pass_": "pass"}):
    """Every key of `rules:` of the liars family."""

    faces: Annotated[
        int,
        key("L-A25", "Faces of every die, 1 to this number.", ge=2, le=10),
    ] = 6
    face_names: Annotated[
        Literal["none"] | Annotated[list[FaceName], Meta(min_length=2, max_length=10)],
        key(
            "L-A25", "What the faces are called, lowest first: as many different names as `faces`; none: their numbers."
        ),
    ] = "none"
    dice_per_player: Annotated[
        int,
        key(
            "L-R2",
            "Dice each player starts with.",
            dice_words,
            ge=1,
            le=20,
        ),
    ] = 5
    wild_face: Annotated[
        Literal["none"] | Annotated[int, Meta(ge=1, le=10)],
        key("L-V2", "The face that counts as whatever face was bid, or none."),
    ] = "none"
    wild_bids: Annotated[
        Literal["double_after", "double_before", "double_by_face", "literal", "normal", "forbidden"],
        key("L-V3", "How a bid on the wild face ranks among the others."),
    ] = "double_after"
    opening_wild_bid: Annotated[
        Literal["allowed", "forbidden", "free_answer"],
        key(
            "L-A14",
            "Whether the first bid of a round may be on the wild face; free_answer: yes, and any other bid answers it.",
        ),
    ] = "allowed"
    wild_off: Annotated[
        Literal["never", "if_opened_on_wild", "once_wild_bid"],
        key("L-A14", "When wild dice stop counting for other faces at this round's showdown."),
    ] = "never"
    natural_required: Annotated[
        bool,
        key(
            "L-V2",
            "Whether wild dice count for a face only beside at least one natural die of it.",
            {True: "Wild dice count for a face only if at least one natural die of it is shown."},
            when=has_wild,
        ),
    ] = False
    raise_rule: Annotated[
        Literal["quantity_first", "face_first", "single_axis", "no_decrease", "max_number", "product"],
        key("L-A6", "Which bids are higher than the standing one."),
    ] = "quantity_first"
    max_quantity: Annotated[
        Literal["total_dice", "unbounded"],
        key(
            "L-A12",
            "Largest quantity that may be bid: the dice in play, or 999.",
            {
                "total_dice": "No bid may name more dice than are in play.",
                "unbounded": "A bid may name more dice than are in play, up to 999.",
            },
        ),
    ] = "total_dice"
    min_opening: Annotated[
        Literal["players", "one_and_a_half"] | Annotated[int, Meta(ge=1, le=20)],
        key(
            "L-A21",
            "Smallest quantity of a round's first bid: a number, one a player, or one and a half a player.",
            {
                "players": "The first bid of a round names at least as many dice as there are players left.",
                "one_and_a_half": "The first bid of a round names at least one and a half dice for each player left, "
                "rounded up, or all dice in play where these are fewer.",
            }
            | {
                n: f"The first bid of a round names at least {n} dice, or all dice in play where these are fewer."
                for n in range(2, 21)
            },
        ),
    ] = 1
    challenge_by: Annotated[
        Literal["next", "any"],
        key("L-A4", "Who may say `liar` to a bid."),
    ] = "next"
    loss: Annotated[
        Literal["one_die", "difference", "elimination", "penalty"],
        key("L-A16", "What the loser of a showdown loses."),
    ] = "one_die"
    penalty_limit: Annotated[
        int,
        key("L-A16", "Penalty points at which a seat is out.", ge=1, le=20),
    ] = 3
    exact_bid: Annotated[
        Literal["challenger_loses", "others_lose"],
        key("L-A17", "Who loses when a challenged bid is exactly right."),
    ] = "challenger_loses"
    die_loss: Annotated[
        Literal["discard", "transfer"],
        key(
            "L-A7",
            "Where a lost die goes.",
            {
                "discard": "A lost die leaves the game.",
                "transfer": "A lost die goes to the other party of the challenge, who may then hold more than at the start.",
            },
            when=loses_dice,
        ),
    ] = "discard"
    starter: Annotated[
        Literal["loser", "winner", "previous_right"],
        key("L-A24", "Who bids first in the next round."),
    ] = "loser"
    starter_if_eliminated: Annotated[
        Literal["left", "winner"],
        key("L-C4", "Who bids first when the seat named by `starter` is out."),
    ] = "left"
    first_bidder: Annotated[
        Literal["roll_high", "random", "seat0"],
        key(
            "L-A10",
            "Who bids first in round 1.",
            {
                "roll_high": "Everyone rolls one die; the highest bids first, level players throw again. After "
                f"{MAX_OPENING_TIES} ties the game is aborted.",
                "random": "The table draws who bids first.",
                "seat0": "Seat A bids first.",
            },
        ),
    ] = "roll_high"
    spot_on: SpotOn = SpotOn()
    palifico: Palifico = Palifico()
    pass_: Annotated[
        Literal["off", "once"],
        key("L-A20", "Whether a player with five dice may say `pass` once in a round."),
    ] = "off"
    push: Annotated[
        bool,
        key("L-A22", "Whether a player may show some dice after a raise and throw the others again."),
    ] = False
    final_duel: Annotated[
        Literal["off", "sum"],
        key("L-A26", "Whether the last two dice are bid on by their sum."),
    ] = "off"
    rounds: Annotated[
        Literal["until_one_left", "single"],
        key("L-A8", "When a hand ends: when one seat is left, or after its first showdown."),
    ] = "until_one_left"
    best_of: Annotated[
        Literal[1, 3, 5, 7, 9],
        key("L-A23", "Hands in a game: one, or until a seat has won more than half of this number."),
    ] = 1
    max_rounds: Annotated[
        int,
        key(
            "L-A27",
            "Rounds of the whole game after which it ends aborted.",
            aborted_after,
            ge=1,
            le=60000,
        ),
    ] = 1000


def validate(o: LiarsOptions, players: Players) -> Iterator[tuple[tuple[str, ...], str]]:
    """The impossible combinations of rules.md 1.8: the keys concerned, and what is wrong with a remedy."""
    faces = o.faces
    if o.wild_face != "none" and o.wild_face > faces:
        yield ("wild_face", "faces"), f"wild_face {o.wild_face} is above faces {faces}; name a face from 1 to {faces}"
    if o.face_names != "none":
        if len(o.face_names) != faces:
            yield ("face_names", "faces"), f"face_names has {len(o.face_names)} names for {faces} faces; give {faces}"
        if len({str(name) for name in o.face_names}) != len(o.face_names):
            yield ("face_names",), "face_names has equal names; give each face its own"
    if has_wild(o) and o.raise_rule != "quantity_first" and o.wild_bids not in ("normal", "forbidden"):
        yield (
            ("wild_bids", "raise_rule", "wild_face"),
            f"wild_bids {o.wild_bids} needs raise_rule quantity_first; with {o.raise_rule} use normal or forbidden",
        )
    if has_wild(o) and o.wild_bids == "forbidden":
        if o.wild_off != "never":
            yield ("wild_off", "wild_bids", "wild_face"), "wild_off needs bids on the wild face; wild_bids forbids them"
        if o.opening_wild_bid == "free_answer":
            yield (
                ("opening_wild_bid", "wild_bids", "wild_face"),
                "opening_wild_bid free_answer needs bids on the wild face; wild_bids forbids them",
            )
    if o.rounds == "single":
        if o.loss != "elimination":
            yield ("rounds", "loss"), "rounds single needs loss elimination: its one showdown decides"
        if has_palifico(o):
            yield ("palifico.trigger", "rounds"), "palifico needs more than one round; rounds is single"
        if has_spot_on(o) and o.spot_on.right == "regain":
            yield (
                ("spot_on.right", "spot_on.callers", "rounds"),
                "spot_on.right regain needs a next round; with rounds single use others_lose",
            )
        if o.best_of > 1 and players.max > 2:
            yield (
                ("best_of", "rounds", "players.max"),
                f"best_of {o.best_of} with rounds single needs players.max 2: three and more could all win",
            )
    if o.die_loss == "transfer":
        if o.loss != "one_die":
            yield ("die_loss", "loss"), f"die_loss transfer needs loss one_die, not {o.loss}"
        if o.exact_bid == "others_lose":
            yield (
                ("die_loss", "exact_bid"),
                "die_loss transfer does not go with exact_bid others_lose: two parties only",
            )
        if has_spot_on(o):
            yield ("die_loss", "spot_on.callers"), "die_loss transfer does not go with spot_on: it has no other party"
    one_only = o.loss in ("elimination", "penalty")
    if one_only and o.exact_bid == "others_lose":
        yield ("exact_bid", "loss"), f"exact_bid others_lose needs dice to lose; loss is {o.loss}"
    if one_only and has_spot_on(o) and o.spot_on.right == "regain":
        yield (
            ("spot_on.right", "spot_on.callers", "loss"),
            f"spot_on.right regain needs dice to win back; loss is {o.loss}: use others_lose",
        )
    if has_palifico(o) and one_only:
        yield ("palifico.trigger", "loss"), f"palifico needs players who come down to one die; loss is {o.loss}"
    if has_palifico(o) and o.dice_per_player == 1:
        yield (
            ("palifico.trigger", "dice_per_player"),
            "palifico needs dice_per_player above 1: nobody comes down to one",
        )
    if o.pass_ == "once" and o.loss != "one_die":
        yield ("pass", "loss"), f"pass needs loss one_die, not {o.loss}"
    if o.pass_ == "once" and o.dice_per_player < 5:
        yield ("pass", "dice_per_player"), "pass needs five dice to be about; dice_per_player is below 5"
    if o.final_duel == "sum" and o.loss != "one_die":
        yield ("final_duel", "loss"), f"final_duel needs loss one_die, not {o.loss}"

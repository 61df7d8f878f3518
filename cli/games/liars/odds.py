"""Whether bids of liar's dice are right, from the dice one sees and the number of those one does not."""

from __future__ import annotations

import re
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
    from dicecup.engine.games.liars.odds import BidOdds
    from dicecup.engine.match.match import Match

FLAGS = ("opening", "wilds_off", "palifico")


def ask(definition: Definition, hand: str, asked: Mapping[str, Any]) -> Answer:
    """The odds of the standing bid and of every legal one."""
    from dicecup.engine.judge.odds import odds

    unknown, bid, players = asked["unknown"], asked["bid"], asked["players"]
    dice = _dice(definition, hand)
    _check(definition, len(dice), unknown)
    if players is not None and players > definition.players.max:
        raise usage(f"--players {players}: {definition.name} has at most {definition.players.max} players")
    if asked["opening"] and bid is None:
        raise usage("--opening says that the standing bid is the first; name it with --bid, such as --bid 4x2")
    flags = {name: True for name in FLAGS if asked[name]}
    if bid is not None:
        bid = _bid(definition, bid, len(dice) + unknown)
    at_table = players or definition.players.min
    found = odds(definition, cup=dice, unknown=unknown, bid=bid, players=at_table, **flags)
    question: dict[str, Any] = {"hand": dice, "unknown": unknown}
    if bid is not None:
        question["bid"] = bid
    if players is not None:
        question["players"] = players
    question |= flags
    best = sorted(found.legal, key=lambda one: -one.chance)  # equals stay in the order of bids
    record: dict[str, Any] = {"question": question}
    head = [
        f"{definition.title}: {' '.join(map(str, dice)) or 'no dice'} seen, {counted(unknown, 'die', 'dice')} unknown."
    ]
    if found.standing is not None:
        chance = found.standing.chance
        record["standing"] = {"bid": found.standing.bid, "chance": as_json(chance)}
        head += [f"{bid} is right: {exact(chance)}", f"{bid} is wrong: {exact(1 - chance)}"]
        none = "No raise is legal." if _bounded(definition) else "No legal raise can be right."
        head.append("Every legal raise and how likely it is right, best first:" if best else none)
    else:
        head.append("Every opening bid and how likely it is right, best first:")
    record["bids"] = [{"bid": one.bid, "chance": as_json(one.chance)} for one in best]
    return Answer(record, head, best, _table)


def _dice(definition: Definition, hand: str) -> list[int | str]:
    """The dice that a hand names, with spaces or commas between or, where every face is one sign, without."""
    from dicecup.engine.games.registry import family
    from dicecup.engine.games.shared.faces import by_name
    from dicecup.engine.match.match import rules_of

    faces = family(definition.family).die_names(rules_of(definition), 0)
    names = by_name(faces)
    dice: list[int | str] = []
    for word in hand.upper().replace(",", " ").split():
        for sign in [word] if word in names else word:
            if sign not in names:
                raise usage(f"--hand: there is no face {word}; the faces are {', '.join(map(str, faces))}")
            dice.append(faces[names[sign]])
    return dice


def _check(definition: Definition, seen: int, unknown: int | None) -> None:
    """A sentence where there cannot be so many dice."""
    if unknown is None:
        raise usage("--unknown is missing; say how many dice you do not see, such as --unknown 5")
    most = definition.players.max * definition.rules.dice_per_player  # type: ignore[attr-defined]
    if not 1 <= seen + unknown <= most:
        raise usage(
            f"--hand and --unknown: {counted(seen, 'die', 'dice')} seen and {unknown} unknown; "
            f"{definition.name} has from 1 to {most} dice in all"
        )


def _bid(definition: Definition, text: str, total: int) -> str:
    """A bid as the log writes it."""
    from dicecup.engine.games.registry import family
    from dicecup.engine.match.match import rules_of

    liars, r = family(definition.family), rules_of(definition)
    try:
        bid = liars.notate(liars.parse(text, r), r)
    except ValueError as error:
        raise usage(f"--bid: {error}") from None
    quantity = re.match("([0-9]+)x", bid)
    if quantity is None:
        raise usage(f"--bid: {bid} is no bid; a bid is quantity x face like 3x4")
    if int(quantity[1]) > total and _bounded(definition):
        raise usage(
            f"--bid: {bid} names more dice than the {total} there are; nobody may bid that in {definition.name}"
        )
    return bid


def _bounded(definition: Definition) -> bool:
    """Whether nobody may bid more dice than there are."""
    return bool(definition.rules.max_quantity == "total_dice")  # type: ignore[attr-defined]


def _table(choices: Sequence[BidOdds], page: Page) -> list[str]:
    return grid([[(one.bid, one.chance) for one in choices]], page, 2)


def here(match: Match, seat: str) -> tuple[str, dict[str, Any]]:
    """The dice that a seat sees, and the standing bid if there is one."""
    from dicecup.engine.games.liars.bots import seen, unseen
    from dicecup.engine.games.liars.notation import face_name, notate
    from dicecup.engine.games.liars.scoring import wild_counts
    from dicecup.engine.games.liars.table import SHOWING

    v, r = match.view_record(seat), match.rules
    if v.duel:
        raise Failure(NO, "there are no odds of sums, which are bid in this round; `hint` has the chances of each")
    if v.mode == SHOWING and match.turn == seat:
        raise Failure(NO, "there are no odds to tell while you decide what to show; `hint` has the chances of each way")
    faces = range(1, r.faces + 1)
    hand = " ".join(str(face_name(r, face)) for face in faces for _ in range(seen(v, r, face)))
    return hand, {
        "unknown": unseen(v, r),
        "bid": notate(v.bid, r) if v.bid else None,
        "players": v.active,
        "opening": v.bids == 1,
        "wilds_off": bool(r.wild and not v.palifico and not any(wild_counts(v, r, face) for face in faces)),
        "palifico": bool(v.palifico),
    }


ODDS = OddsQuery(
    game="liar's dice",
    about="In liar's dice: how likely the standing bid and every legal bid are right.",
    examples=(
        ('dicecup odds liars-dice --hand "2 2 5 6 1" --unknown 5 --bid 4x2', "is the bid right, and what of a raise"),
        ('dicecup odds perudo --hand "1 3 3 4 6" --unknown 10', "what to open with"),
    ),
    dice="2 2 5 6 1",
    names=("unknown", "bid", "players", *FLAGS),
    options=(
        click.option("--unknown", type=Whole(0, 200), metavar="N", help="Liar's dice: how many dice you do not see."),
        click.option("--bid", metavar="BID", help="Liar's dice: the standing bid, such as 4x2; else you open."),
        click.option(
            "--players", type=Whole(2, 10), metavar="N", help="Liar's dice: players left, if bids depend on it."
        ),
        click.option("--opening", is_flag=True, help="Liar's dice: the standing bid is the first of its round."),
        click.option("--wilds-off", is_flag=True, help="Liar's dice: wild dice have ceased to count in this round."),
        click.option("--palifico", is_flag=True, help="Liar's dice: it is a palifico round."),
    ),
    ask=ask,
    here=here,
    what="bid",
    shown=30,
    values={"players": lambda definition: range(2, definition.players.max + 1)},
)

"""Liar's dice in words: its dice, its events, and the rules of a variant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicecup.engine.games.base import LETTERS, Event, Row
from dicecup.engine.games.liars.notation import face_name, notate
from dicecup.engine.games.liars.options import LiarsOptions
from dicecup.engine.games.liars.rules import Rules
from dicecup.engine.games.liars.scoring import CUP, GAIN, HAND_WON, LOSE, POINT, REASONS
from dicecup.engine.games.options import Players, in_words, player_count


def die_names(r: Rules, kind: int) -> list[int | str]:
    """The names of faces 1, 2, ... in digit order."""
    return [face_name(r, face) for face in range(1, r.faces + 1)]


# ---- events


def own_event(rows: Sequence[Row], i: int, r: Rules) -> tuple[Event, int]:
    """The family's own event that begins at row i: reveal, lose, gain, penalty, hand_won."""
    kind, seat, a, b, _ = rows[i]
    if kind == CUP:
        dice: dict[str, list[int | str]] = {}
        while rows[i][0] == CUP:
            _, owner, face, number, _ = rows[i]
            dice.setdefault(LETTERS[owner], []).extend([face_name(r, face)] * number)
            i += 1
        _, _, bid, count, _ = rows[i]
        wilds = rows[i + 1][2]
        return {"type": "reveal", "dice": dice, "bid": notate(bid, r), "count": count, "wilds": wilds}, i + 2
    if kind == LOSE:
        return {"type": "lose", "seat": LETTERS[seat], "dice": a, "why": REASONS[b]}, i + 1
    if kind == GAIN:
        return {"type": "gain", "seat": LETTERS[seat], "dice": a}, i + 1
    if kind == POINT:
        return {"type": "penalty", "seat": LETTERS[seat], "points": a}, i + 1
    assert kind == HAND_WON, kind
    return {"type": "hand_won", "seat": LETTERS[seat], "wins": a}, i + 1


# ---- the rules in words


def explain(o: LiarsOptions, players: Players) -> Iterator[tuple[str, str]]:
    """The effective rules of a variant, each with its id, in the order in which a reader needs them."""
    course: tuple[tuple[str, str] | str | None, ...] = (
        ("L-R1", f"{player_count(players)}."),
        "dice_per_player",
        "faces",
        "face_names",
        "first_bidder",
        ("L-R3", "At the start of each round all players roll their dice under their cups and look at their own only."),
        ("L-R4", "Players act in clockwise order."),
        ("L-R5", "In turn a player bids higher than the standing bid, or challenges it."),
        ("L-R6", "A bid is a quantity and a face: at least so many dice of that face lie on the table, over all cups."),
        "raise_rule",
        "max_quantity",
        "min_opening",
        "wild_face",
        "wild_bids",
        "opening_wild_bid",
        "wild_off",
        "natural_required",
        "challenge_by",
        "spot_on.callers",
        "spot_on.needs",
        "pass",
        "push",
        ("L-R8", "On a challenge all cups are lifted and all dice shown."),
        (
            "L-R9",
            "A bid is right if at least that many dice show its face.",
        ),
        ("L-R10", "If the bid is wrong, the bidder has lost the challenge."),
        ("L-R11", "If the bid is right, the challenger has lost it."),
        "loss",
        "penalty_limit",
        "exact_bid",
        "die_loss",
        "spot_on.right",
        "spot_on.wrong",
        "starter",
        "starter_if_eliminated",
        "palifico.trigger",
        "palifico.once",
        "palifico.face",
        "palifico.with_two_left",
        "final_duel",
        "rounds",
        "best_of",
        "max_rounds",
    )
    return in_words(o, course)

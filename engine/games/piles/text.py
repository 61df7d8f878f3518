"""Piles in words: the faces of dice, events, and the rules of a variant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicecup.engine.games.base import LETTERS, Event, Row
from dicecup.engine.games.options import Players, in_words, player_count
from dicecup.engine.games.piles.notation import die_name, face_name
from dicecup.engine.games.piles.options import (
    JOLLY_FACE,
    MAX_OPENING_TIES,
    MAX_TURNS,
    PilesOptions,
    loose_dice,
    rolls_on,
)
from dicecup.engine.games.piles.rules import Rules
from dicecup.engine.games.piles.scoring import PILED, SCORE


def die_names(r: Rules, kind: int) -> list[int | str]:
    """The faces of a kind of die in digit order; a face that stands there twice is named twice."""
    return [face_name(kind, r.faces[kind][digit]) for digit in range(r.sides[kind])]


def own_event(rows: Sequence[Row], i: int) -> tuple[Event, int]:
    """The family's own event that begins at row i: score, with the dice of the pile from the bottom."""
    kind, seat, points, _, _ = rows[i]
    assert kind == SCORE, kind
    total = rows[i + 1][2]
    end = i + 2
    while end < len(rows) and rows[end][0] == PILED:
        end += 1
    dice = [die_name(row[2]) for row in rows[i + 2 : end]]
    return {"type": "score", "seat": LETTERS[seat], "points": points, "total": total, "piles": dice}, end


# ---- the rules in words


def explain(o: PilesOptions, players: Players) -> Iterator[tuple[str, str]]:
    """The effective rules of a variant, each with its id, in the order in which a reader needs them."""
    jolly = o.jolly_dice > 0
    course: tuple[tuple[str, str] | str, ...] = (
        ("D-R1", f"{player_count(players)}."),
        ("D-R3", "Whoever is first to collect enough gold wins; gold is scored at the end of every round."),
        "plain_dice",
        "jolly_dice",
        "plain_faces",
        "jolly_faces",
        *_stroke(o, jolly),
        ("D-R5", "In each round all first roll one die, which stays as the bottom of their pile."),
        "opening_die",
        _first(o, jolly),
        "start_tie",
        "next_starter",
        "turn_rolls",
        *_rolling(o),
        *_fitting(o, jolly),
        "placement",
        "unplaced",
        *_answering(o),
        _ending(o),
        *_plundering(o, jolly),
        "plunder",
        "plunder_needs",
        "round_end",
        ("D-R16", "A pile is worth the sum of the faces of all its dice."),
        "jr_base_score",
        *_jolly_scores(o, jolly),
        "floor",
        ("D-C15", "After scoring all dice go back to their owners."),
        *_winning(o),
        ("D-C12", f"After {MAX_TURNS} turns of one round without its end the game is aborted."),
        *_opening_guard(o),
        "max_rounds",
    )
    return in_words(o, course)


def _fitting(o: PilesOptions, jolly: bool) -> list[tuple[str, str] | str]:
    told: list[tuple[str, str] | str] = [
        ("D-R7", "A rolled die fits on one's own pile if it equals the top, is one more, or makes seven with it."),
    ]
    if jolly:
        on = "a J fits on any number" if o.on_jr == "none" else "a J fits on anything"
        told += [("D-R12", f"{on[0].upper()}{on[1:]}."), "on_jr"]
    return told


def _stroke(o: PilesOptions, jolly: bool) -> list[tuple[str, str]]:
    """How a Jolly Roger die that shows a number is told from a plain one (rules.md 2.8)."""
    number = next((face for face in o.jolly_faces if face != JOLLY_FACE), None)
    if not jolly or number is None:
        return []
    return [("D-A19", f"A Jolly Roger die that shows a number is written with a stroke: {number}' shows {number}.")]


def _first(o: PilesOptions, jolly: bool) -> tuple[str, str]:
    """Who begins by the opening dice: in every round, or only in the first."""
    lowest = "In the first round the lowest begins" if o.next_starter == "rotate" else "The lowest begins"
    return "D-R6", f"{lowest}{' (a J counts as 1)' if jolly else ''}, the others follow clockwise."


def _rolling(o: PilesOptions) -> list[tuple[str, str]]:
    """What is said to roll."""
    kinds = [f"`roll {name}`" for name, dice in (("plain", o.plain_dice), ("jolly", o.jolly_dice)) if dice]
    return [("D-R9", f"A die is rolled from the hand by {' or '.join(kinds)}.")]


def _answering(o: PilesOptions) -> list[tuple[str, str]]:
    """What follows a roll."""
    told = [("D-R20", "A rolled die that fits is answered before anything else; one that does not is a failed roll.")]
    if rolls_on(o):
        told.append(("D-R20", "After a failed roll there is no more rolling in this turn."))
    return told


def _ending(o: PilesOptions) -> tuple[str, str]:
    """When a turn may end."""
    if not o.may_stop:
        return "D-A6", "The turn may be ended (`end`) only after a failed roll, or with no die left in hand."
    return "D-A6", f"After {'at least one' if rolls_on(o) else 'the'} roll the turn may be ended (`end`)."


def _plundering(o: PilesOptions, jolly: bool) -> list[tuple[str, str]]:
    if not o.plunder:
        return []
    loose = loose_dice(o)
    what = "the top die of another pile" + (", or another player's loose die," if loose else "")
    said = "`plunder B`" + (" or `plunder B loose`" if loose else "")
    taking = (
        f"In turn a player may take {what} and lay it on their own pile, if it is one more than the top there or makes seven "
        f"with it, but never an equal one: {said}. This may be done again and again."
    )
    told = [("D-R10", taking)]
    if loose:
        told.append(
            (
                "D-C19",
                "A loose die may be plundered until its owner's next turn, which begins with taking it back to hand.",
            )
        )
    begun = (
        "A player whose whole pile was taken begins a new one with whatever they roll next; that die counts as placed."
    )
    told.append(("D-C1", begun))
    return [*told, ("D-R14", "A J may not be taken.")] if jolly else told


def _jolly_scores(o: PilesOptions, jolly: bool) -> list[tuple[str, str]]:
    if not jolly:
        return []
    where = "in hand or loose" if loose_dice(o) else "in hand"
    return [
        ("D-R13", "A J on top of a pile doubles its worth."),
        ("D-R17", f"Each Jolly Roger die still {where} costs 7, after doubling."),
    ]


def _winning(o: PilesOptions) -> list[tuple[str, str]]:
    """When the game is won."""
    enough = f"A total of {o.target} is enough" if o.target_mode == "reach" else f"A total above {o.target} is needed"
    return [
        ("D-A9", f"{enough} to win, tested at the end of a round."),
        (
            "D-C11",
            "If several have enough the highest total wins; if level, all play further rounds until one leads alone.",
        ),
    ]


def _opening_guard(o: PilesOptions) -> list[tuple[str, str]]:
    if o.start_tie == "lowest_seat":
        return []
    return [("D-A14", f"After {MAX_OPENING_TIES} ties at one opening the game is aborted.")]

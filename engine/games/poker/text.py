"""Poker dice in words: its dice and hands, its events, and the rules of a variant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from dicecup.engine.games.base import LETTERS, Event, Row
from dicecup.engine.games.options import Players, in_words, player_count
from dicecup.engine.games.poker.notation import face_name, lying, spelled
from dicecup.engine.games.poker.options import DICE, KINDS, PokerOptions
from dicecup.engine.games.poker.rules import STRAIGHT, Rules, build, compared, dice_of, ways_to_throw
from dicecup.engine.games.poker.scoring import ANTE, HAND, HAND_WON, WIN

KIND_WORDS = {
    "five": "Five of a kind",
    "four": "Four of a kind",
    "straight": "Straight",
    "full_house": "Full house",
    "three": "Three of a kind",
    "two_pairs": "Two pairs",
    "pair": "One pair",
    "nothing": "Nothing",
}


def die_names(r: Rules, kind: int) -> list[int | str]:
    """The names of the faces, best first, which is digit order."""
    return [face_name(r, digit) for digit in range(r.faces)]


# ---- events


def own_event(rows: Sequence[Row], i: int, r: Rules) -> tuple[Event, int]:
    """The family's own event that begins at row i: hand, pot, hand_won.

    `pot` has `ante` or `won`, the chips paid or got, with the seat's `chips` and the `pot` after that. In `hand` the
    dice are as they lie, and `as` says die by die as what they are read.
    """
    kind, seat, a, b, _ = rows[i]
    if kind in (ANTE, WIN):
        moved = "ante" if kind == ANTE else "won"
        return {"type": "pot", moved: a, "seat": LETTERS[seat], "chips": b, "pot": rows[i + 1][2]}, i + 2
    if kind == HAND_WON:
        return {"type": "hand_won", "seat": LETTERS[seat], "wins": a}, i + 1
    assert kind == HAND, kind
    dice, hand, read = _hand_told(r, a, b)
    event: Event = {"type": "hand", "seat": LETTERS[seat], "dice": [*dice], "hand": hand}
    if read != dice:
        event["as"] = [*read]
    return event, i + 1


@lru_cache(maxsize=1 << 14)
def _hand_told(r: Rules, lie: int, hand: int) -> tuple[list[int | str], str, list[int | str]]:
    """Dice by name as they lie, the hand in words, and what each die is read as: the same hands come again."""
    digits = lying(lie)
    read = read_as(digits, r.reading[hand], r)
    return [face_name(r, d) for d in digits], hand_words(hand, r), [face_name(r, d) for d in read]


def hand_words(hand: int, r: Rules) -> str:
    """The kind of a hand and the faces compared: `full_house A`, `straight K`."""
    kind, reading = r.kind[hand], r.reading[hand]
    if kind == STRAIGHT:
        faces = next([face] for number, face in r.straights if number == reading)
    else:
        faces = compared(kind, dice_of(reading, r), r.secondary, r.kickers)
    return f"{KINDS[kind]} {spelled(r, faces)}"


def read_as(lie: Sequence[int], reading: int, r: Rules) -> list[int]:
    """What each die that lies there is read as; of several wild dice the leftmost stands for the best face."""
    meant = dice_of(reading, r)
    for digit in lie:
        if digit != r.wild:
            meant.remove(digit)
    return [meant.pop(0) if digit == r.wild else digit for digit in lie]


# ---- the rules in words


def explain(o: PokerOptions, players: Players) -> Iterator[tuple[str, str]]:
    """The effective rules of a variant, each with its id, in the order in which a reader needs them."""
    course: tuple[tuple[str, str] | str | None, ...] = (
        ("P-R1", f"{player_count(players)}."),
        ("P-R2", "Each has a turn with the same five dice; the best hand wins the round."),
        "faces",
        "wild",
        "ante",
        "purse",
        "start",
        ("P-R11", "Each later round is begun by the next player in this order."),
        "max_throws",
        "reroll_limit",
        "kept_locked",
        "follow_first_throws",
        "second_ante",
        "drop_out",
        ("P-C9", "To `stand` ends the turn and uses no throw."),
        *_hands(o, players),
        "straights",
        ("P-R7", "Hands of one kind are compared by their faces: the larger group first; in nothing, the highest die."),
        "secondary",
        "kickers",
        "natural_beats_wild",
        "tie",
        ("P-C11", "After 100 ties in one round its pot is split, and nobody has won it."),
        "match",
        "max_rounds",
    )
    return in_words(o, course)


def chances(r: Rules) -> list[int]:
    """By kind, in the order of KINDS: how many of the faces**5 throws of five dice bring it, in its best reading."""
    found = [0] * len(KINDS)
    for hand in range(r.hands):
        found[r.kind[hand]] += ways_to_throw(dice_of(hand, r))
    return found


def _hands(o: PokerOptions, players: Players) -> Iterator[tuple[str, str]]:
    """The hand order, best first: each kind with its best hand and the exact chance of it in one throw of five dice."""
    r = build(o, players)
    ways, total = chances(r), r.faces**DICE
    yield "P-R6", "The hands, best first, each with an example and its chance in one throw of five dice:"
    for place, name in enumerate(o.hand_order, 1):
        kind = KINDS.index(name)
        if not ways[kind]:
            yield "P-R6", f"{place}. {KIND_WORDS[name]}: cannot occur here."
            continue
        best = max(
            (hand for hand in range(r.hands) if r.kind[hand] == kind),
            key=lambda hand: (r.rank[hand], r.reading[hand] == hand, -hand),
        )
        hundredths = (20_000 * ways[kind] + total) // (2 * total)
        percent = f"{hundredths // 100}.{hundredths % 100:02d}"
        example = spelled(r, dice_of(best, r))
        yield "P-R6", f"{place}. {KIND_WORDS[name]}, like {example}: {ways[kind]} of {total} ({percent} %)."

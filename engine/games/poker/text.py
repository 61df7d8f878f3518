"""Poker dice in words: its events, the notation of its moves, why a move is illegal, and the rules of a variant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from dicecup.engine.games.base import LETTERS, Event, IllegalMove, Row
from dicecup.engine.games.options import Players, keys
from dicecup.engine.games.poker.options import DICE, KINDS, PokerOptions
from dicecup.engine.games.poker.play import (
    ANTE,
    DROP,
    HAND,
    HAND_WON,
    STAND,
    WIN,
    can_pay,
    legal_count,
    legal_nth,
    locked,
    may_go_on,
)
from dicecup.engine.games.poker.rules import (
    FOR_REROLL,
    LETTER,
    STRAIGHT,
    Rules,
    build,
    compared,
    dice_of,
    ways_to_throw,
    with_die,
    within,
)

LOOSE = {
    "stand": STAND,
    "s": STAND,
    "pat": STAND,
    "keep all": STAND,
    "k all": STAND,
    "drop": DROP,
    "d": DROP,
    "fold": DROP,
}
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


# ---- faces and moves


def face_name(r: Rules, digit: int) -> int | str:
    """What a face is called: an integer where its name is a number, else a text."""
    name = r.names[digit]
    return name if name < LETTER else chr(name - LETTER)


def die_names(r: Rules, kind: int) -> list[int | str]:
    """The names of the faces, best first, which is digit order."""
    return [face_name(r, digit) for digit in range(r.faces)]


def spelled(r: Rules, dice: Sequence[int]) -> str:
    """Dice by their names, spaces between."""
    return " ".join(str(face_name(r, digit)) for digit in dice)


def notate(action: int, r: Rules) -> str:
    """The canonical text of an action."""
    if action == DROP:
        return "drop"
    if action == STAND or action < r.hands:
        return "stand"
    return f"keep {spelled(r, dice_of(action, r)) or 'none'}"


def parse(text: str, r: Rules) -> int:
    """The action that a text stands for: `keep K K`, `k KK`, `keep none`, `stand`, `s`, `drop`, `d`.

    Five dice kept are the number of that hand, which is `stand` for who holds it (P-C9). Raises ValueError with a sentence for
    what is no move at all, IllegalMove for faces and dice that do not exist.
    """
    words = " ".join(text.lower().replace(",", " ").split())
    if words in LOOSE:
        return LOOSE[words]
    verb, _, dice = words.partition(" ")
    if verb not in ("keep", "k", "hold") or not dice:
        raise ValueError(
            f"{text.strip()!r} is not a move; keep dice like `keep {_example(r)}`, `keep none`, or `stand`"
        )
    if dice == "none":
        return r.nothing_kept
    digits = {str(name).lower(): digit for digit, name in enumerate(die_names(r, 0))}
    if verb in digits and all(len(word) == 1 for word in dice.split()):
        shown = words.upper()
        raise ValueError(f"{shown} could mean two things; write `keep {shown}` or `keep {dice.upper()}`")
    signs = dice.replace(" ", "")
    if "t" in digits and "1" not in digits and "0" not in digits:
        signs = signs.replace("10", "t")
    for sign in signs:
        if sign not in digits:
            raise IllegalMove("P-C15", f"there is no face {sign.upper()}; the faces are {spelled(r, range(r.faces))}")
    if len(signs) > DICE:
        raise IllegalMove("P-C15", f"there are only five dice to keep, not {len(signs)}")
    return _number(r, sorted(digits[sign] for sign in signs))


def _example(r: Rules) -> str:
    return spelled(r, [0, 0])


def _number(r: Rules, dice: Sequence[int]) -> int:
    found = r.nothing_kept
    for digit in dice:
        found = with_die(r, found, digit)
    return found


# ---- events


def own_event(rows: Sequence[Row], i: int, r: Rules) -> tuple[Event, int]:
    """The family's own event that begins at row i: hand, pot, hand_won.

    `pot` has `ante` or `won`, the chips paid or got, with the seat's `chips` and the `pot` after that. In `hand` the dice are as
    they lie, and `as` says die by die as what they are read.
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
    """Dice by name as they lie, the hand in words, and die by die what they are read as: the same hands come again and again."""
    digits = lying(lie)
    read = read_as(digits, r.reading[hand], r)
    return [face_name(r, d) for d in digits], hand_words(hand, r), [face_name(r, d) for d in read]


def lying(code: int) -> list[int]:
    """The digits of five dice as they lie, from the left."""
    return [code >> (4 * place) & 15 for place in range(DICE)]


def hand_words(hand: int, r: Rules) -> str:
    """The kind of a hand and the faces compared: `full_house A`, `straight K`."""
    kind, reading = r.kind[hand], r.reading[hand]
    if kind == STRAIGHT:
        faces = next([face] for number, face in r.straights if number == reading)
    else:
        faces = compared(kind, dice_of(reading, r), r.secondary, r.kickers)
    return f"{KINDS[kind]} {spelled(r, faces)}"


def read_as(lie: Sequence[int], reading: int, r: Rules) -> list[int]:
    """Die by die what the dice that lie there are read as; of several wild dice the leftmost stands for the best face."""
    meant = dice_of(reading, r)
    for digit in lie:
        if digit != r.wild:
            meant.remove(digit)
    return [meant.pop(0) if digit == r.wild else digit for digit in lie]


# ---- why a move is illegal


def why_not(s: Any, r: Rules, action: int) -> tuple[str, str] | None:
    """The rule that forbids an action to the seat in turn, and a sentence; None where it is legal."""
    found = _forbidden(s, r, action)
    if found is None:
        return None
    rule, sentence = found
    count = legal_count(s, r)
    moves = ", ".join(notate(legal_nth(s, r, k), r) for k in range(min(count, 5)))
    return rule, f"{sentence}; legal: {moves}" + (", ..." if count > 5 else "")


def _forbidden(s: Any, r: Rules, action: int) -> tuple[str, str] | None:
    who = LETTERS[s.turn]
    if action == DROP:
        return None if r.drop_out != 0 else ("P-A14", "dropping out is not played in this game")
    if action != STAND and not 0 <= action <= r.nothing_kept:
        return "P-C15", f"{action} is no set of dice"
    hand = s.hand[s.turn]
    if action <= r.nothing_kept and not within(r, action, hand):
        return (
            "P-C15",
            f"{who} does not hold {spelled(r, dice_of(action, r))}; the dice are {spelled(r, lying(s.lie[s.turn]))}",
        )
    if not may_go_on(s, r):
        return "P-A14", f"{who} cannot pay the ante once more"
    if action == STAND or action < r.hands:
        return None
    return _throw_forbidden(s, r, action)


def _throw_forbidden(s: Any, r: Rules, action: int) -> tuple[str, str] | None:
    who = LETTERS[s.turn]
    if s.made >= s.cap:
        if s.cap < r.max_throws:
            return "P-A12", f"nobody makes more throws than the first player of the round, who made {s.cap}"
        return "P-R14", f"{who} has made all {s.cap} throws of this turn"
    if r.second == FOR_REROLL and not can_pay(s, r):
        return "P-A14", f"{who} cannot pay the ante for a re-throw"
    again = DICE - r.size[action]
    if again > r.limit:
        return "P-R13", f"{notate(action, r)} throws {again} dice again; at most {r.limit} may be"
    if locked(s, r) and not within(r, s.kept, action):
        return "P-A7", f"{spelled(r, dice_of(s.kept, r))} once kept may not be thrown again in this turn"
    return None


# ---- the rules in words


def explain(o: PokerOptions, players: Players) -> Iterator[tuple[str, str]]:
    """The effective rules of a variant, each with its id, in the order in which a reader needs them.

    A text is a rule that every variant has; a word alone is a key, which speaks for itself where it has any effect.
    """
    declared = {key.path: key for key in keys(type(o))}
    course: tuple[tuple[str, str] | str, ...] = (
        ("P-R1", _players(players)),
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
        "hand_order",
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
    for item in course:
        if item == "hand_order":
            yield from _hands(o, players)
            continue
        said = item if isinstance(item, tuple) else declared[item].said(o)
        if said is not None:
            yield said


def chances(r: Rules) -> list[int]:
    """By kind, in the order of KINDS: in how many of the faces**5 throws of five dice it comes up, in its best reading."""
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


def _players(players: Players) -> str:
    if players.min == players.max:
        return f"{players.min} players."
    between = "or" if players.max == players.min + 1 else "to"
    return f"{players.min} {between} {players.max} players."

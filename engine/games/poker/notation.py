"""The moves of poker dice as texts: how they are written and read, and which rule forbids one that is illegal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicecup.engine.games.base import LETTERS, IllegalMove, legal_in_words
from dicecup.engine.games.poker.moves import DROP, STAND, can_pay, legal_count, legal_nth, locked, may_go_on
from dicecup.engine.games.poker.options import DICE
from dicecup.engine.games.poker.rules import FOR_REROLL, LETTER, Rules, dice_of, with_die, within

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


def face_name(r: Rules, digit: int) -> int | str:
    """What a face is called: an integer where its name is a number, else a text."""
    name = r.names[digit]
    return name if name < LETTER else chr(name - LETTER)


def spelled(r: Rules, dice: Sequence[int]) -> str:
    """Dice by their names, spaces between."""
    return " ".join(str(face_name(r, digit)) for digit in dice)


def lying(code: int) -> list[int]:
    """The digits of five dice as they lie, from the left."""
    return [code >> (4 * place) & 15 for place in range(DICE)]


def notate(action: int, r: Rules) -> str:
    """The canonical text of an action."""
    if action == DROP:
        return "drop"
    if action == STAND or action < r.hands:
        return "stand"
    return f"keep {spelled(r, dice_of(action, r)) or 'none'}"


def parse(text: str, r: Rules) -> int:
    """The action that a text stands for: `keep K K`, `k KK`, `keep none`, `stand`, `s`, `drop`, `d`.

    Five dice kept are the number of that hand, which is `stand` for who holds it (P-C9). Raises ValueError with a
    sentence for what is no move at all, IllegalMove for faces and dice that do not exist.
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
    digits = {str(face_name(r, digit)).lower(): digit for digit in range(r.faces)}
    if verb in digits and all(len(word) == 1 for word in dice.split()):
        shown = words.upper()
        raise ValueError(f"{shown} could mean two things; write `keep {shown}` or `keep {dice.upper()}`")
    signs = dice.replace(" ", "")
    if "t" in digits and "0" not in digits:
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


# ---- why a move is illegal


def why_not(s: Any, r: Rules, action: int) -> tuple[str, str] | None:
    """The rule that forbids an action to the seat in turn, and a sentence; None where it is legal."""
    found = _forbidden(s, r, action)
    if found is None:
        return None
    rule, sentence = found
    return rule, f"{sentence}; {legal_in_words(legal_count(s, r), lambda k: notate(legal_nth(s, r, k), r))}"


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
        made = f"all {s.cap} throws" if s.cap > 1 else "the one throw"
        return "P-R14", f"{who} has made {made} of this turn"
    if r.second == FOR_REROLL and not can_pay(s, r):
        return "P-A14", f"{who} cannot pay the ante for a re-throw"
    again = DICE - r.size[action]
    if again > r.limit:
        return "P-R13", f"{notate(action, r)} throws {again} dice again; at most {r.limit} may be"
    if locked(s, r) and not within(r, s.kept, action):
        return "P-A7", f"{spelled(r, dice_of(s.kept, r))} once kept may not be thrown again in this turn"
    return None

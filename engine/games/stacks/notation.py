"""The notation of Stacked Dice: moves as they are written and read, and which rule forbids a move."""

from __future__ import annotations

import re
from typing import Any

from dicecup.engine.games.base import LETTERS, IllegalMove, legal_in_words
from dicecup.engine.games.shared.tower import owner_of
from dicecup.engine.games.stacks.moves import (
    ON_STACK,
    PASS,
    laid_target,
    laid_value,
    legal_count,
    legal_nth,
    stack_on,
    stackable,
)
from dicecup.engine.games.stacks.rules import Rules
from dicecup.engine.games.stacks.table import STACKS, has, holder_of, is_open, value_of

PASSES = ("pass", "p")
VERBS = ("stack", "s", "lay", "put", "place")
ARTICLES = ("a", "an", "my")
ON = ("on", "onto", "over")
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
VALUES = {name: n for n, name in enumerate(NUMBERS, 1)} | {f"{name}s": n for n, name in enumerate(NUMBERS, 1)}
VALUES |= {"ace": 1, "aces": 1, "sixes": 6}


def notate(action: int, r: Rules) -> str:
    """The canonical text of an action."""
    if action == PASS:
        return "pass"
    return f"stack {laid_value(action) + 1} on {target_name(laid_target(action))}"


def target_name(target: int) -> str:
    """What a die is laid on, as moves name it: `B` or `#2`."""
    return f"#{target - ON_STACK + 1}" if target >= ON_STACK else LETTERS[target]


def parse(text: str, r: Rules) -> int:
    """The action that a text stands for: `stack 4 on B`, `4 on #2`, `4 b`, `fours on b`, `pass`, `p`.

    Raises ValueError with a sentence for what is no move at all, IllegalMove for faces, seats and stacks that never are.
    """
    words = " ".join(text.lower().replace(",", " ").split())
    if words in PASSES:
        return PASS
    value, where = _read(words)
    if value is None or not where:
        raise ValueError(f"{text.strip()!r} is not a move; write `stack 4 on B`, `stack 4 on #2` or `pass`")
    if not 1 <= value <= r.faces:
        raise IllegalMove("S-A16", f"there is no face {value}; the faces are 1 to {r.faces}")
    if not where.isdigit():
        seat = LETTERS.find(where.upper())
        if seat < 0:
            raise IllegalMove("S-C9", f"there is no seat {where.upper()}; single dice are named by their owner, A to J")
        return stack_on(value - 1, seat)
    if not 1 <= int(where) <= STACKS:
        raise IllegalMove("S-C9", f"there is no stack #{where}; they are numbered from 1 as they are begun in a round")
    return stack_on(value - 1, ON_STACK + int(where) - 1)


def _read(words: str) -> tuple[int | None, str]:
    """The value that a text names, and the seat's letter or the stack's number; None and nothing where it has none."""
    if not re.fullmatch("[a-z0-9# ]{1,60}", words):
        return None, ""
    tokens = re.findall(r"#|[0-9]{1,9}|[a-z]+", words)
    for lead in (VERBS, ARTICLES):
        if len(tokens) > 1 and tokens[0] in lead:
            del tokens[0]
    face, *rest = tokens
    value = int(face) if face.isdigit() else VALUES.get(face)
    if face.isdigit() and rest[:1] == ["s"]:  # 4s
        del rest[0]
    named = rest[:1] and rest[0] in ON
    if named:
        del rest[0]
    if rest[:1] in (["stack"], ["#"]):
        rest = ["#", *[token for token in rest if token not in ("stack", "#")]]
    elif rest[:1] in (["seat"], ["player"]):
        del rest[0]
    elif named and rest[0:1] and rest[0].isdigit():  # 4 on 2
        rest = ["#", *rest]
    if len(rest) == 1 and len(rest[0]) == 1 and rest[0].isalpha():
        return value, rest[0]
    if len(rest) == 2 and rest[0] == "#" and rest[1].isdigit():
        return value, rest[1]
    return None, ""


# ---- why a move is illegal


def why_not(s: Any, r: Rules, action: int) -> tuple[str, str] | None:
    """The rule that forbids an action to the seat in turn, and a sentence; None where it is legal."""
    found = _forbidden(s, r, action)
    if found is None:
        return None
    rule, sentence = found
    return rule, f"{sentence}; {legal_in_words(legal_count(s, r), lambda k: notate(legal_nth(s, r, k), r))}"


def _forbidden(s: Any, r: Rules, action: int) -> tuple[str, str] | None:
    if action == PASS:
        if r.forced != 0 and stackable(s, r) > 0:
            return "S-A5", f"{LETTERS[s.turn]} can stack and so must"
        return None
    v, target = laid_value(action), laid_target(action)
    if not 0 <= v < r.faces or target >= ON_STACK + STACKS:
        return "S-A16", f"{action} is no die on another; the faces are 1 to {r.faces}"
    return _single_forbidden(s, v, target) if target < ON_STACK else _stack_forbidden(s, r, v, target - ON_STACK)


def _single_forbidden(s: Any, v: int, q: int) -> tuple[str, str] | None:
    p = s.turn
    if q >= s.seats:
        return (
            "S-C9",
            f"nobody sits in seat {LETTERS[q] if q < len(LETTERS) else q}; the last is {LETTERS[s.seats - 1]}",
        )
    if q == p:
        return "S-R4", f"{LETTERS[p]} may cover only another player's single die"
    if not has(s, p, v):
        return _no_die(s, p, v)
    if not has(s, q, v):
        return "S-R4", f"{LETTERS[q]} has no single {v + 1}; the die covered must be of the same value"
    return None


def _stack_forbidden(s: Any, r: Rules, v: int, k: int) -> tuple[str, str] | None:
    p = s.turn
    if k >= s.begun:
        begun = f"the last begun in this round is #{s.begun}" if s.begun else "none has been begun in this round"
        return "S-C9", f"there is no stack #{k + 1}; {begun}"
    if not is_open(s, r, k):
        return "S-R8", f"stack #{k + 1} is {r.max_height} dice high and closed"
    if value_of(s, k) != v:
        return "S-R4", f"stack #{k + 1} is of the value {value_of(s, k) + 1}; a {v + 1} does not go on it"
    if not has(s, p, v):
        return _no_die(s, p, v)
    if holder_of(s, k) == p and r.shuns_own != 0:
        return "S-A3", f"the top of stack #{k + 1} is {LETTERS[p]}'s own; only another player's die may be covered"
    return None


def _no_die(s: Any, p: int, v: int) -> tuple[str, str]:
    locked = any(
        owner_of(s.tower[k][i]) == p for k in range(s.begun) if value_of(s, k) == v for i in range(s.height[k])
    )
    if locked:
        return "S-R5", f"{LETTERS[p]} has no free {v + 1}: dice in stacks are locked"
    return "S-R4", f"{LETTERS[p]} has no free {v + 1}"

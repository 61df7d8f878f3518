"""The moves of Mia as texts, and which rule forbids one."""

from __future__ import annotations

from typing import Any

from dicecup.engine.games.base import IllegalMove
from mia_dice.moves import DOUBT, SAY, THROW
from mia_dice.rules import MIA, VALUES, Rules

PLAIN = {"throw": THROW, "doubt": DOUBT, "mia": SAY + MIA}


def notate(action: int, r: Rules) -> str:
    """The canonical text of an action."""
    return {THROW: "throw", DOUBT: "doubt"}.get(action) or f"say {VALUES[action - SAY]}"


def parse(text: str, r: Rules) -> int:
    """The action of a text: `say 54`, `54`, `mia`, `throw`, `doubt`. ValueError with a sentence for no move."""
    words = " ".join(text.lower().split())
    value = words.removeprefix("say ")
    if value in PLAIN:
        return PLAIN[value]
    if not (value.isascii() and value.isdigit() and len(value) == 2):
        raise ValueError(f"{text.strip()!r} is not a move; write `say 54`, `throw` or `doubt`")
    if int(value) not in VALUES:
        raise IllegalMove("M-R2", f"two dice have no value {value}; the higher die comes first")
    return SAY + VALUES.index(int(value))


def why_not(s: Any, r: Rules, action: int) -> tuple[str, str] | None:
    """The rule that forbids an action to the seat in turn, and a sentence; None where it is legal."""
    if action in (THROW, DOUBT):
        if s.answers == 0:
            return "M-R3", "whoever has thrown says a value first"
        return (
            ("M-R4", "nothing is higher than a Mia; it can only be doubted")
            if action == THROW and s.said > MIA
            else None
        )
    if not SAY <= action <= SAY + MIA:
        return "M-R3", "this is no move of Mia"
    if s.answers:
        return "M-R4", "what was said is answered first, by `throw` or `doubt`"
    if action - SAY < s.said:
        return "M-R3", f"only a value higher than {VALUES[s.said - 1]} may be said"
    return None

"""The notation of piles: dice and moves as they are written and read, and which rule forbids a move."""

from __future__ import annotations

from typing import Any

from dicecup.engine.games.base import LETTERS, legal_in_words
from dicecup.engine.games.piles.moves import (
    BACK,
    END,
    PLACE,
    PLUNDER,
    ROLL_JOLLY,
    ROLL_PLAIN,
    legal_count,
    legal_nth,
    may_roll,
)
from dicecup.engine.games.piles.rules import JOLLY, PLAIN, ROGER, Rules
from dicecup.engine.games.piles.table import OPENING, PENDING, face_on
from dicecup.engine.games.shared.tower import NO_DIE, face_of, kind_of

MOVES = {ROLL_PLAIN: "roll plain", ROLL_JOLLY: "roll jolly", PLACE: "place", BACK: "back", END: "end"}
ROLLS = {"plain": ROLL_PLAIN, "p": ROLL_PLAIN, "jolly": ROLL_JOLLY, "j": ROLL_JOLLY, "jr": ROLL_JOLLY}
LOOSE_WORDS = {
    "place": PLACE,
    "put": PLACE,
    "lay": PLACE,
    "back": BACK,
    "decline": BACK,
    "end": END,
    "e": END,
    "stop": END,
    "pass": END,
    "plain": ROLL_PLAIN,
    "rp": ROLL_PLAIN,
    "jolly": ROLL_JOLLY,
    "rj": ROLL_JOLLY,
}
TAKES = ("plunder", "take", "pl")
KIND_WORDS = ("plain", "Jolly Roger")


def face_name(kind: int, face: int) -> int | str:
    """What a die is called: plain by its number, a Jolly Roger `J`, a number on a Jolly Roger die with a stroke."""
    if face == ROGER:
        return "J"
    return f"{face}'" if kind == JOLLY else face


def die_name(die: int) -> int | str:
    """What a die that lies somewhere is called."""
    return face_name(kind_of(die), face_of(die))


def notate(action: int, r: Rules) -> str:
    """The canonical text of an action."""
    if action in MOVES:
        return MOVES[action]
    seat, loose = divmod(action - PLUNDER, 2)
    return f"plunder {LETTERS[seat]}{' loose' if loose else ''}"


def parse(text: str, r: Rules) -> int:
    """The action that a text stands for: `roll plain`, `roll j`, `place`, `back`, `plunder B`, `take B loose`, `end`.

    `roll` alone will do where all dice are of one kind. Raises ValueError with a sentence for what is no move.
    """
    words = " ".join(text.lower().replace(",", " ").split())
    if words in LOOSE_WORDS:
        return LOOSE_WORDS[words]
    verb, _, rest = words.partition(" ")
    if verb in ("roll", "r"):
        return _parse_roll(words, rest.removesuffix(" roger").removesuffix(" die"), r)
    if verb in TAKES:
        return _parse_plunder(rest)
    raise ValueError(f"{text.strip()!r} is not a move; write {_examples(r)}")


def _examples(r: Rules) -> str:
    rolls = [MOVES[kind] for kind in (PLAIN, JOLLY) if r.dice[kind]]
    others = ["place", *([] if r.forced else ["back"]), *(["plunder B"] if r.plunder else [])]
    return ", ".join(f"`{move}`" for move in (*rolls, *others)) + " or `end`"


def _parse_roll(words: str, kind: str, r: Rules) -> int:
    if kind in ROLLS:
        return ROLLS[kind]
    if kind:
        raise ValueError(f"{words!r} names no kind of die; write `roll plain` or `roll jolly`")
    if r.dice[PLAIN] and r.dice[JOLLY]:
        raise ValueError("`roll` could mean either kind of die; write `roll plain` or `roll jolly`")
    return ROLL_PLAIN if r.dice[PLAIN] else ROLL_JOLLY


def _parse_plunder(rest: str) -> int:
    words = rest.split()
    loose = "loose" in words
    seats = [word.upper() for word in words if word != "loose"]
    if len(seats) != 1 or len(words) > 2 or seats[0] not in [*LETTERS]:
        raise ValueError(
            "say whose die to plunder by a seat's letter: `plunder B`, or `plunder B loose` for a loose die"
        )
    return PLUNDER + 2 * LETTERS.index(seats[0]) + int(loose)


# ---- why a move is illegal


def why_not(s: Any, r: Rules, action: int) -> tuple[str, str] | None:
    """The rule that forbids an action to the seat in turn, and a sentence; None where it is legal."""
    if 0 <= action <= END and s.allowed >> action & 1:
        return None
    rule, sentence = _forbidden(s, r, action)
    count = legal_count(s, r)
    return rule, f"{sentence}; {legal_in_words(count, lambda k: notate(legal_nth(s, r, k), r), most=count)}"


def _forbidden(s: Any, r: Rules, action: int) -> tuple[str, str]:
    who = LETTERS[s.turn]
    if not 0 <= action <= END:
        return "D-R20", f"{action} is no move"
    if s.phase == OPENING:
        return _opening_forbidden(r, action)
    if s.phase == PENDING:
        die = die_name(s.pending)
        if action == BACK:
            return "D-A5", f"the {die} fits and must be placed"
        return "D-R20", f"the {die} that {who} rolled fits and must be answered first"
    if action in (PLACE, BACK):
        if s.failed:
            return "D-R20", f"no rolled die waits to be placed; {who}'s last roll has failed"
        return "D-R20", "no rolled die waits to be placed"
    if action in (ROLL_PLAIN, ROLL_JOLLY):
        return _roll_forbidden(s, r, action)
    if action == END:
        if not s.rolls:
            return "D-A6", f"{who} must roll before the turn may end"
        return "D-A6", f"{who} has dice in hand and must go on rolling until a roll fails"
    return _plunder_forbidden(s, r, action)


def _opening_forbidden(r: Rules, action: int) -> tuple[str, str]:
    if action not in (ROLL_PLAIN, ROLL_JOLLY):
        return "D-R5", "each player first rolls the die that is the bottom of his pile"
    if not r.dice[action]:
        return "D-R4", f"nobody owns {KIND_WORDS[action]} dice in this game"
    return "D-A13", "the opening die must be a plain one"


def _roll_forbidden(s: Any, r: Rules, action: int) -> tuple[str, str]:
    who = LETTERS[s.turn]
    if s.failed and not r.single:
        return "D-R20", f"{who}'s last roll has failed, and there is no more rolling in this turn"
    if not may_roll(s, r):
        return "D-A2", "a turn has one roll only"
    return "D-R4", f"{who} has no {KIND_WORDS[action]} die in hand"


def _plunder_forbidden(s: Any, r: Rules, action: int) -> tuple[str, str]:
    who = LETTERS[s.turn]
    if not r.plunder:
        return "D-A21", "there is no plunder in this game"
    seat, loose = divmod(action - PLUNDER, 2)
    if loose and not r.on_table:
        return "D-A3", "no die lies loose in this game; one that is not placed goes back to the hand"
    if seat >= s.seats:
        return "D-R10", f"there is no seat {LETTERS[seat]} in this game"
    whose = LETTERS[seat]
    if seat == s.turn:
        return "D-R10", f"{who} can plunder other players only"
    if not s.rolls:
        return "D-A7", f"{who} must roll before plundering"
    if r.after_placement and not s.placed:
        return "D-A7", f"{who} must have placed a rolled die in this turn before plundering"
    die = s.loose[seat] if loose else s.tower[seat][s.height[seat] - 1] if s.height[seat] else NO_DIE
    if die == NO_DIE:
        return ("D-C19", f"{whose} has no loose die") if loose else ("D-R10", f"{whose} has no pile to plunder")
    if face_of(die) == ROGER:
        return "D-R14", f"{whose}'s Jolly Roger cannot be taken"
    top = face_on(s, s.turn)
    if top == ROGER:
        return "D-A11", f"{whose}'s {die_name(die)} may not be laid on {who}'s J"
    own = die_name(s.tower[s.turn][s.height[s.turn] - 1])
    return "D-R10", f"{whose}'s {die_name(die)} is neither one more than {who}'s {own} nor makes seven with it"

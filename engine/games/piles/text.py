"""Piles in words: its events, the notation of its moves, why a move is illegal, and the rules of a variant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dicecup.engine.games.base import LETTERS, Event, Row
from dicecup.engine.games.options import Players, keys
from dicecup.engine.games.piles.options import JOLLY_FACE, PilesOptions
from dicecup.engine.games.piles.play import (
    BACK,
    END,
    MAX_OPENING_TIES,
    MAX_TURNS,
    PILED,
    PLACE,
    PLUNDER,
    ROLL_JOLLY,
    ROLL_PLAIN,
    SCORE,
    face_on,
    legal_count,
    legal_nth,
    may_roll,
)
from dicecup.engine.games.piles.rules import JOLLY, PLAIN, ROGER, Rules
from dicecup.engine.games.piles.table import OPENING, PENDING
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


# ---- faces and moves


def face_name(kind: int, face: int) -> int | str:
    """What a die is called: a plain one by its number, a Jolly Roger `J`, a number on a Jolly Roger die with a stroke."""
    if face == ROGER:
        return "J"
    return f"{face}'" if kind == JOLLY else face


def die_names(r: Rules, kind: int) -> list[int | str]:
    """The faces of a kind of die in digit order; a face that stands there twice is named twice."""
    return [face_name(kind, r.faces[kind][digit]) for digit in range(r.sides[kind])]


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


# ---- events


def own_event(rows: Sequence[Row], i: int, r: Rules) -> tuple[Event, int]:
    """The family's own event that begins at row i: score, with the dice of the pile from the bottom."""
    kind, seat, points, _, _ = rows[i]
    assert kind == SCORE, kind
    total = rows[i + 1][2]
    end = i + 2
    while end < len(rows) and rows[end][0] == PILED:
        end += 1
    dice = [die_name(row[2]) for row in rows[i + 2 : end]]
    return {"type": "score", "seat": LETTERS[seat], "points": points, "total": total, "piles": dice}, end


# ---- why a move is illegal


def why_not(s: Any, r: Rules, action: int) -> tuple[str, str] | None:
    """The rule that forbids an action to the seat in turn, and a sentence; None where it is legal."""
    if 0 <= action <= END and s.allowed >> action & 1:
        return None
    rule, sentence = _forbidden(s, r, action)
    moves = ", ".join(notate(legal_nth(s, r, k), r) for k in range(legal_count(s, r)))
    return rule, f"{sentence}; legal: {moves}"


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


# ---- the rules in words


def explain(o: PilesOptions, players: Players) -> Iterator[tuple[str, str]]:
    """The effective rules of a variant, each with its id, in the order in which a reader needs them.

    A text is a rule of its own; a word alone is a key, which speaks for itself where it has any effect.
    """
    declared = {key.path: key for key in keys(type(o))}
    jolly = o.jolly_dice > 0
    for item in (
        ("D-R1", _players(players)),
        ("D-R3", "Whoever is first to collect enough gold wins; gold is scored at the end of every round."),
        "plain_dice",
        "jolly_dice",
        "plain_faces",
        "jolly_faces",
        *_stroke(o, jolly),
        ("D-R5", "In each round all first roll one die, which stays as the bottom of their pile."),
        "opening_die",
        ("D-R6", f"The lowest begins{' (a J counts as 1)' if jolly else ''}, the others follow clockwise."),
        "start_tie",
        "next_starter",
        "turn_rolls",
        *_rolling(o),
        *_fitting(o, jolly),
        "placement",
        "unplaced",
        *(
            [("D-R20", "After a failed roll there is no more rolling in this turn.")]
            if o.turn_rolls != "single"
            else []
        ),
        "may_stop",
        *([("D-A2", "After his roll he may `end` his turn.")] if o.turn_rolls == "single" else []),
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
    ):
        said = item if isinstance(item, tuple) else declared[item].said(o)
        if said is not None:
            yield said


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


def _rolling(o: PilesOptions) -> list[tuple[str, str]]:
    """What is said to roll."""
    kinds = [f"`roll {name}`" for name, dice in (("plain", o.plain_dice), ("jolly", o.jolly_dice)) if dice]
    return [("D-R9", f"He says {' or '.join(kinds)}.")]


def _plundering(o: PilesOptions, jolly: bool) -> list[tuple[str, str]]:
    if not o.plunder:
        return []
    loose = " or a loose die of another player" if o.unplaced == "on_table" else ""
    said = "`plunder B`" + (" or `plunder B loose`" if loose else "")
    taking = (
        f"In his turn a player may take the top die of another pile{loose} and lay it on his own, if it is one more than his "
        f"top or makes seven with it; never an equal one ({said})."
    )
    told = [
        ("D-R10", taking),
        (
            "D-C1",
            "A player who has lost his whole pile begins a new one with whatever he rolls next; it counts as placed.",
        ),
    ]
    return [*told, ("D-R14", "A J may not be taken.")] if jolly else told


def _jolly_scores(o: PilesOptions, jolly: bool) -> list[tuple[str, str]]:
    if not jolly:
        return []
    where = "in hand or loose" if o.unplaced == "on_table" else "in hand"
    return [
        ("D-R13", "Who has a J on top of his pile doubles its worth."),
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


def _players(players: Players) -> str:
    if players.min == players.max:
        return f"{players.min} players."
    between = "or" if players.max == players.min + 1 else "to"
    return f"{players.min} {between} {players.max} players."

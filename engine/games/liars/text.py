"""Liar's dice in words: its events, the notation of its moves, why a move is illegal, and the rules of a variant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from dicecup.engine.core.problems import LONGEST
from dicecup.engine.games.base import LETTERS, Event, IllegalMove, Row
from dicecup.engine.games.liars.options import LiarsOptions
from dicecup.engine.games.liars.play import (
    CUP,
    EXACT,
    GAIN,
    HAND_WON,
    LIAR,
    LOSE,
    PASS,
    POINT,
    REASONS,
    SHOW,
    SUM,
    WAIT,
    legal_count,
    legal_nth,
    may_exact,
    may_liar,
    may_pass,
    showing,
)
from dicecup.engine.games.liars.rules import (
    FORBIDDEN,
    FREE_ANSWER,
    LETTER,
    OPEN_FORBIDDEN,
    UNBOUNDED,
    Rules,
    allowed,
    candidate,
    candidates,
    limit,
    on_ladder,
    smallest_opening,
)
from dicecup.engine.games.liars.table import SHOWING, TURN, WINDOW
from dicecup.engine.games.options import Players, keys

CALLS = {LIAR: "liar", EXACT: "exact", PASS: "pass", WAIT: "wait"}
LOOSE_CALLS = {
    "l": LIAR,
    "liar": LIAR,
    "challenge": LIAR,
    "dudo": LIAR,
    "e": EXACT,
    "exact": EXACT,
    "spot on": EXACT,
    "calza": EXACT,
    "p": PASS,
    "pass": PASS,
    "w": WAIT,
    "wait": WAIT,
}
NUMBERS = {
    word: n
    for n, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen twenty".split()
    )
}
PLURALS = {"sixes": 6} | {word + "s": n for word, n in NUMBERS.items() if word != "six"}


# ---- faces and moves


def face_name(r: Rules, face: int) -> int | str:
    """What a face is called: an integer where its name is a number, else a text."""
    name = r.names[face]
    return name if name < LETTER else chr(name - LETTER)


def die_names(r: Rules, kind: int) -> list[int | str]:
    """The names of faces 1, 2, ... in digit order."""
    return [face_name(r, face) for face in range(1, r.faces + 1)]


def notate(action: int, r: Rules) -> str:
    """The canonical text of an action."""
    if action in CALLS:
        return CALLS[action]
    if action >= SHOW:
        shown = [str(face_name(r, f)) for f in range(1, r.faces + 1) for _ in range(showing(r, action, f))]
        return "show " + (" ".join(shown) or "none")
    if action >= SUM:
        return f"sum {action - SUM}"
    return f"{action >> 4}x{face_name(r, action & 15)}"


def parse(text: str, r: Rules) -> int:
    """The action that a text stands for: `3x4`, `3 4`, `three fours`, `bid 3 4`, `l`, `show 4 4` ...

    Raises ValueError with a sentence for what is no move at all, IllegalMove for faces and quantities that do not exist.
    """
    words = " ".join(text.lower().split())
    if words in LOOSE_CALLS:
        return LOOSE_CALLS[words]
    if words.startswith("show "):
        return _parse_show(words[5:], r)
    if found := re.fullmatch(r"sum ?([0-9]{1,4})", words):
        return SUM + int(found[1])
    found = re.fullmatch(r"(?:bid )?([0-9]+|[a-z]+) ?(?:x|\u00d7|\*(?= ?\S)| ) ?(\S+)", words)
    quantity = _number(found[1]) if found else None
    if found is None or quantity is None:
        shown = text.strip() if len(text) <= LONGEST else f"{text.strip()[:LONGEST]}..."
        raise ValueError(f"{shown!r} is not a move; a bid is quantity x face like 3x4, a call is liar")
    face = _face(found[2], r)
    if quantity < 1:
        raise IllegalMove("L-C13", "a bid names at least one die")
    if quantity > UNBOUNDED:
        raise IllegalMove("L-A12", f"a bid names at most {UNBOUNDED} dice")
    return 16 * quantity + face


def _number(word: str) -> int | None:
    if re.fullmatch("[0-9]+", word):
        return int(word[:9])
    return NUMBERS.get(word)


def _face(word: str, r: Rules) -> int:
    names = {str(face_name(r, face)).lower(): face for face in range(1, r.faces + 1)}
    if word in names:
        return names[word]
    number = NUMBERS.get(word, PLURALS.get(word))
    if number is not None and str(number) in names:
        return names[str(number)]
    if len(word) == 2 and word.endswith("s") and word[0] in names:
        return names[word[0]]
    raise IllegalMove("L-C13", f"there is no face {word}; the faces are {', '.join(n.upper() for n in names)}")


def _parse_show(words: str, r: Rules) -> int:
    faces = [] if words == "none" else [_face(word, r) for word in words.split()]
    if any(faces.count(f) >> r.show_bits for f in faces):
        raise IllegalMove("L-A22", "nobody has so many dice to show")
    return SHOW + sum(1 << (r.show_bits * (f - 1)) for f in faces)


def legal_list(s: Any, r: Rules) -> list[int]:
    """All legal actions in order. Off the ladder `legal_nth` looks at every bid again for each k."""
    if s.mode == TURN and s.duel == 0 and not on_ladder(s, r):
        bids = [bid for i in range(candidates(s, r)) if allowed(s, r, bid := candidate(s, r, i))]
        calls = [(may_liar, LIAR), (may_exact, EXACT), (may_pass, PASS)]
        return bids + [action for may, action in calls if may(s, r)]
    return [legal_nth(s, r, k) for k in range(legal_count(s, r))]


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


# ---- why a move is illegal


def why_not(s: Any, r: Rules, action: int) -> tuple[str, str] | None:
    """The rule that forbids an action to the seat in turn, and a sentence; None where it is legal."""
    found = _forbidden(s, r, action)
    if found is None:
        return None
    rule, sentence = found
    first = notate(legal_nth(s, r, 0), r)
    if s.mode == TURN and first[0].isdigit():
        remedy = f"the lowest legal bid is {first}"
    else:
        moves = [notate(legal_nth(s, r, k), r) for k in range(min(legal_count(s, r), 5))]
        remedy = f"legal: {', '.join(moves)}" + (", ..." if legal_count(s, r) > 5 else "")
    return rule, f"{sentence}; {remedy}"


def _forbidden(s: Any, r: Rules, action: int) -> tuple[str, str] | None:
    if s.mode == SHOWING:
        return _show_forbidden(s, r, action)
    if action >= SHOW:
        return "L-A22", "dice are shown only right after one's own raise, where push is played"
    if action == WAIT:
        return (
            None if s.mode == WINDOW else ("L-A15", "wait answers only a question out of turn; this is your own turn")
        )
    if action == LIAR:
        return None if may_liar(s, r) else _liar_forbidden(s)
    if action == EXACT:
        return None if may_exact(s, r) else _exact_forbidden(s, r)
    if action == PASS:
        return None if may_pass(s, r) else _pass_forbidden(s, r)
    if s.mode == WINDOW:
        return "L-A15", "out of turn a player may only call the standing bid, or wait"
    if (action >= SUM) != (s.duel != 0):
        return "L-A26", "sums are bid only in the final duel" if action >= SUM else "in the final duel sums are bid"
    if s.duel != 0:
        return None if max(s.bid, SUM + 1) < action <= SUM + 2 * r.faces else ("L-A26", _not_higher(s, r, action))
    return _bid_forbidden(s, r, action)


def _liar_forbidden(s: Any) -> tuple[str, str]:
    if s.bid == 0:
        return "L-C1", "no bid stands yet, so there is nothing to challenge"
    return "L-A4", "only the player in turn may say liar"


def _exact_forbidden(s: Any, r: Rules) -> tuple[str, str]:
    if r.exact == 0:
        return "L-A18", "exact is not played in this game"
    if s.bid == 0:
        return "L-C1", "no bid stands yet, so there is nothing to call"
    if s.passer >= 0:
        return "L-C17", "a pass stands; it may be challenged, not called exact"
    if s.duel != 0:
        return "L-A26", "exact is not played in the final duel"
    if r.half_dice != 0 and 2 * s.total < s.at_start:
        return "L-A18", f"exact needs half of the {s.at_start} dice of the start; {s.total} are in play"
    return "L-A18", "exact may not be called by the player " + ("in turn" if s.mode == TURN else "out of turn")


def _pass_forbidden(s: Any, r: Rules) -> tuple[str, str]:
    if r.passing == 0:
        return "L-A20", "passing is not played in this game"
    if s.bid == 0:
        return "L-C1", "no bid stands yet; the first player must bid"
    if s.duel != 0:
        return "L-A26", "there is no passing in the final duel"
    if s.mode == WINDOW:
        return "L-A15", "out of turn a player may only call the standing bid, or wait"
    if s.held[s.turn] != 5:
        return "L-A20", f"only a player with exactly five dice may pass; {LETTERS[s.turn]} has {s.held[s.turn]}"
    return "L-A20", f"{LETTERS[s.turn]} has already passed in this round"


def _show_forbidden(s: Any, r: Rules, action: int) -> tuple[str, str] | None:
    if action < SHOW:
        return "L-A22", f"{LETTERS[s.turn]} raised and now decides what to show"
    hidden = more = asked = 0
    for f in range(1, r.faces + 1):
        some = showing(r, action, f)
        hidden += s.cup[s.turn][f]
        asked += some
        more += max(0, some - s.cup[s.turn][f])
    if action >= SHOW << 1 or (action - SHOW) >> (r.show_bits * r.faces) or more:
        return "L-A22", f"{LETTERS[s.turn]} does not hold those dice under his cup"
    if 0 < hidden <= asked:
        return "L-A22", "at least one hidden die must be thrown again"
    return None


def _bid_forbidden(s: Any, r: Rules, action: int) -> tuple[str, str] | None:
    quantity, face = action >> 4, action & 15
    if quantity < 1 or not 1 <= face <= r.faces:
        return "L-C13", f"{action} is no bid of at least one die on a face from 1 to {r.faces}"
    text = notate(action, r)
    if quantity > limit(s, r):
        return "L-A12", f"{text} names more dice than the {s.total} in play"
    if allowed(s, r, action):
        return None
    wild = face == r.wild and s.palifico == 0
    if s.bid == 0:
        if quantity < smallest_opening(s, r):
            return "L-A21", f"the first bid of this round names at least {smallest_opening(s, r)} dice"
        if wild and r.opening == OPEN_FORBIDDEN:
            return "L-A14", f"the first bid of a round may not be on the wild face {face_name(r, face)}"
    if wild and r.wild_bids == FORBIDDEN:
        return "L-V3", f"the wild face {face_name(r, face)} may not be bid"
    if r.opening == FREE_ANSWER and s.bids == 1 and action == s.bid:
        return "L-A14", f"{text} is the opening bid itself"
    if s.palifico != 0 and face != s.bid & 15 and not (r.one_die_may_change and s.held[s.turn] == 1):
        return "L-A19", f"in a palifico round every bid is on {face_name(r, s.bid & 15)}"
    return "L-A6", _not_higher(s, r, action)


def _not_higher(s: Any, r: Rules, action: int) -> str:
    if s.bid == 0:
        return f"{notate(action, r)} is no bid here"
    return f"{notate(action, r)} is not higher than the standing bid {notate(s.bid, r)}"


# ---- the rules in words


def explain(o: LiarsOptions, players: Players) -> Iterator[tuple[str, str]]:
    """The effective rules of a variant, each with its id, in the order in which a reader needs them.

    A text is a rule that every variant has; a word alone is a key, which speaks for itself where it has any effect.
    """
    declared = {key.path: key for key in keys(type(o))}
    course: tuple[tuple[str, str] | str, ...] = (
        ("L-R1", _players(players)),
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
    for item in course:
        said = item if isinstance(item, tuple) else declared[item].said(o)
        if said is not None:
            yield said


def _players(players: Players) -> str:
    if players.min == players.max:
        return f"{players.min} players."
    between = "or" if players.max == players.min + 1 else "to"
    return f"{players.min} {between} {players.max} players."

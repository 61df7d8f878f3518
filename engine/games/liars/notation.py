"""The moves of liar's dice as texts: how they are written and read, and which rule forbids one that is illegal."""

from __future__ import annotations

import re
from typing import Any

from dicecup.engine.core.problems import LONGEST
from dicecup.engine.games.base import LETTERS, IllegalMove, legal_in_words
from dicecup.engine.games.liars.moves import (
    EXACT,
    LIAR,
    PASS,
    SHOW,
    SUM,
    WAIT,
    allowed,
    candidate,
    candidates,
    free_answer,
    legal_count,
    legal_nth,
    limit,
    may_exact,
    may_liar,
    may_pass,
    on_ladder,
    showing,
    smallest_opening,
)
from dicecup.engine.games.liars.rules import FORBIDDEN, LETTER, OPEN_FORBIDDEN, UNBOUNDED, Rules
from dicecup.engine.games.liars.table import SHOWING, TURN, WINDOW
from dicecup.engine.games.shared.faces import by_name

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


def face_name(r: Rules, face: int) -> int | str:
    """What a face is called: an integer where its name is a number, else a text."""
    name = r.names[face]
    return name if name < LETTER else chr(name - LETTER)


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

    Raises ValueError with a sentence for what is no move at all, IllegalMove for faces and quantities that do not
    exist.
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
    faces = [face_name(r, face) for face in range(1, r.faces + 1)]
    names = {name.lower(): face for name, face in by_name(faces, 1).items()}
    if word in names:
        return names[word]
    number = NUMBERS.get(word, PLURALS.get(word))
    if number is not None and str(number) in names:
        return names[str(number)]
    if len(word) == 2 and word.endswith("s") and word[0] in names:
        return names[word[0]]
    raise IllegalMove("L-C13", f"there is no face {word}; the faces are {', '.join(map(str, faces))}")


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
        remedy = legal_in_words(legal_count(s, r), lambda k: notate(legal_nth(s, r, k), r))
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
        return _sum_forbidden(s, r, action)
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


def _sum_forbidden(s: Any, r: Rules, action: int) -> tuple[str, str] | None:
    if not SUM + 2 <= action <= SUM + 2 * r.faces:
        return "L-A26", f"two dice sum to between 2 and {2 * r.faces}"
    return None if action > s.bid else ("L-A26", _not_higher(s, r, action))


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
    if free_answer(s, r):
        return "L-A14", f"{text} is the opening bid itself"
    if s.palifico != 0 and face != s.bid & 15 and not (r.one_die_may_change and s.held[s.turn] == 1):
        return "L-A19", f"in a palifico round every bid is on {face_name(r, s.bid & 15)}"
    return "L-A6", _not_higher(s, r, action)


def _not_higher(s: Any, r: Rules, action: int) -> str:
    return f"{notate(action, r)} is not higher than the standing bid {notate(s.bid, r)}"

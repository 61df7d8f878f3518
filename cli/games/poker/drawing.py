"""Poker dice drawn: every hand as it lies and in words, what is kept, what is to be beaten, the pot. All is open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dicecup.cli.base.text import capital, counted
from dicecup.cli.drawing import Text
from dicecup.cli.drawing.contract import Drawing
from dicecup.cli.drawing.layout import Block, table
from dicecup.cli.drawing.perspective import Sight
from dicecup.cli.drawing.styles import CUPPED, DIE, FAST, Brush
from dicecup.cli.games.poker.narration import with_reading
from dicecup.cli.narration.events import Event, Rows
from dicecup.engine.games.base import LETTERS
from dicecup.engine.games.poker.moves import locked
from dicecup.engine.games.poker.notation import face_name, lying, spelled
from dicecup.engine.games.poker.rules import FOR_REROLL, NO_SECOND, dice_of
from dicecup.engine.games.poker.table import AWAY, BEATEN, DROPPED, IN, NOT_THROWN
from dicecup.engine.games.poker.text import hand_words, read_as

ABSENT = {AWAY: "not in this round", DROPPED: "dropped out"}


def heading(sight: Sight) -> list[str]:
    """What holds for this round."""
    view, r = sight.view, sight.rules
    if sight.match.over:
        return []
    return [
        *([f"{counted(view.pot, 'chip')} in the pot{price(view, r)}"] if r.ante else []),
        *(["the best are level and throw again"] if view.ties else []),
    ]


def facts(sight: Sight) -> Rows:
    """The table in words, one fact a row."""
    rows = []
    for p in sight.seats:
        dice = [spelled(sight.rules, dice_of(sight.view.hand[p], sight.rules))] if _has_thrown(sight, p) else []
        won = [_counted(each[LETTERS[p]], name) for name, each in _won(sight)]
        rows += [(sight.who(LETTERS[p]), text) for text in (*dice, *_hand(sight, p), *won)]
    return rows


def board(sight: Sight, brush: Brush) -> Iterator[Text]:
    """A row for each seat: its dice as they lie, one's own large, and what they are; then what all have won."""
    rows = []
    for p in sight.seats:
        label = brush.label(LETTERS[p], sight.turn)
        rows.append((label, _pictures(sight, brush, p), Text("; ".join(_hand(sight, p)))))
    yield from table(rows, brush.cells)
    yield Text()
    for name, each in _won(sight):
        yield brush.each(capital(f"{name}s"), each)


def tell(event: Event, brush: Brush, rules: Mapping[str, Any]) -> Iterator[Text]:
    """Of a hand its dice as they lie, and what they are."""
    pictures = brush.pictures([(die, DIE) for die in event["dice"]], event["seat"])
    hand = with_reading(event["hand"], event["dice"], event.get("as", event["dice"]))
    yield from table([(brush.label(event["seat"]), pictures, Text(hand))], brush.cells)


def _has_thrown(sight: Sight, p: int) -> bool:
    return bool(sight.view.standing[p] != AWAY and sight.view.hand[p] != NOT_THROWN)


def _is_throwing(sight: Sight, p: int) -> bool:
    """Whether it is a seat's turn, be it to decide or to throw."""
    view = sight.view
    return not sight.match.over and view.round > 0 and view.line[view.current] == p and _has_thrown(sight, p)


def _pictures(sight: Sight, brush: Brush, p: int) -> list[Block]:
    """A seat's dice as they lie; the kept ones are marked, and those about to be thrown show nothing."""
    view, r = sight.view, sight.rules
    if not _has_thrown(sight, p):
        return [[Text()]]
    kept = dice_of(view.kept, r) if _is_throwing(sight, p) else []
    dice: list[tuple[Any, str]] = []
    for digit in lying(view.lie[p]):
        if digit in kept:
            kept.remove(digit)  # of equal dice the leftmost stay (P-R12)
            dice.append((face_name(r, digit), FAST))
        else:
            in_hand = sight.turn is None and _is_throwing(sight, p)
            dice.append((CUPPED if in_hand else face_name(r, digit), DIE))
    return brush.pictures(dice, LETTERS[p], large=sight.is_own(p))


def _hand(sight: Sight, p: int) -> list[str]:
    """What a seat has thrown, whether it is to be beaten, and of the seat in turn what it has kept and thrown."""
    view, r = sight.view, sight.rules
    if view.standing[p] in ABSENT:
        return [ABSENT[view.standing[p]]]
    if not _has_thrown(sight, p):
        return ["no throw yet"]
    said = [hand_told(view.hand[p], r)]
    best = thrown(view, r)
    if view.standing[p] == BEATEN:
        said.append("beaten")
    elif p in best and r.rank[view.hand[p]] == r.rank[view.hand[best[0]]]:
        said.append("the best hand" if sight.match.over else "to beat")
    if _is_throwing(sight, p):
        kept = spelled(r, dice_of(view.kept, r))
        said += [f"{kept} kept{' for good' * locked(view, r)}"] * bool(kept) + [f"throw {view.made} of {view.cap}"]
    return said


def _won(sight: Sight) -> list[tuple[str, dict[str, int]]]:
    """What each seat has won: rounds, and chips where they are played for."""
    view = sight.view
    won = [("win", view.wins), *([("chip", view.chips)] if sight.rules.ante else [])]
    return [(name, {LETTERS[p]: numbers[p] for p in sight.seats}) for name, numbers in won]


def _counted(number: int, what: str) -> str:
    return counted(number, what) if number >= 0 else f"{counted(-number, what)} owed"


# ---- facts


def hand_told(hand: int, r: Any) -> str:
    """A hand in words, and what is read as something else."""
    dice = dice_of(hand, r)
    names, read = ([face_name(r, face) for face in faces] for faces in (dice, read_as(dice, r.reading[hand], r)))
    return with_reading(hand_words(hand, r), names, read)


def thrown(view: Any, r: Any) -> list[int]:
    """The seats that have had their turn and may still win the round, best hand first."""
    done = [p for p in view.line[: view.current] if view.standing[p] == IN]
    return sorted(done, key=lambda p: -r.rank[view.hand[p]])


def price(view: Any, r: Any) -> str:
    """What going on costs."""
    if r.second == NO_SECOND or (r.second != FOR_REROLL and view.made > 1):
        return ""
    return f"; to {'throw again' if r.second == FOR_REROLL else 'stay in'} costs {counted(r.ante, 'chip')}"


DRAWING = Drawing(heading=heading, facts=facts, board=board, drawn={"hand": 0}, tell=tell)

"""What a person must know to decide in poker dice: his dice, throws, the hands to beat, the pot. Nothing of it is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dicecup.cli.hand import with_reading
from dicecup.cli.position import Rows, Who
from dicecup.cli.text import counted
from dicecup.engine.games.base import LETTERS
from dicecup.engine.games.poker.play import locked
from dicecup.engine.games.poker.ranks import FOR_REROLL, NO_SECOND, dice_of
from dicecup.engine.games.poker.table import IN
from dicecup.engine.games.poker.words import face_name, hand_words, read_as, spelled

if TYPE_CHECKING:
    from dicecup.engine.match import Match


FEW = 6  # moves that the prompt lists by itself


def position(match: Match, seat: str, who: Who) -> Rows:
    """The table as it lies before the seat in turn."""
    view, r = match.view_record(seat), match.rules
    own = LETTERS.index(seat)
    rows = [("Your dice", _hand(view.hand[own], r)), ("Throws", f"{view.made} of {view.cap} made")]
    if locked(view, r):
        rows.append(("Kept", f"{spelled(r, dice_of(view.kept, r))}, not to be thrown again"))
    rows.append(("To beat", _to_beat(view, r, who)))
    if r.ante:
        rows.append(("Pot", counted(view.pot, "chip") + price(view, r)))
        rows.append(("Chips", _each(view.chips, match.seats)))
    rows.append(("Wins", _each(view.wins, match.seats)))
    legal = match.legal()
    if len(legal) > FEW:
        rows.append(("You may", f"{legal[0]}, {legal[1]}, {legal[2]}, ... {legal[-1]}"))
    return rows


def _hand(hand: int, r: Any) -> str:
    """`A A Q Q J: two pairs, A high`: best dice first."""
    return f"{spelled(r, dice_of(hand, r))}: {hand_told(hand, r)}"


def hand_told(hand: int, r: Any) -> str:
    """A hand in words, and what is read as something else."""
    dice = dice_of(hand, r)
    names, read = ([face_name(r, face) for face in faces] for faces in (dice, read_as(dice, r.reading[hand], r)))
    return with_reading(hand_words(hand, r), names, read)


def thrown(view: Any, r: Any) -> list[int]:
    """The seats that have had their turn and may still win the round, best hand first."""
    done = [p for p in view.line[: view.current] if view.standing[p] == IN]
    return sorted(done, key=lambda p: -r.rank[view.hand[p]])


def _to_beat(view: Any, r: Any, who: Who) -> str:
    """The hands of those who have had their turn, best first."""
    return "; ".join(f"{who(LETTERS[p])} {_hand(view.hand[p], r)}" for p in thrown(view, r)) or "no hand yet"


def price(view: Any, r: Any) -> str:
    """What going on costs."""
    if r.second == NO_SECOND or (r.second != FOR_REROLL and view.made > 1):
        return ""
    return f"; to {'throw again' if r.second == FOR_REROLL else 'stay in'} costs {counted(r.ante, 'chip')}"


def _each(numbers: list[int], seats: str) -> str:
    return ", ".join(f"{letter} {numbers[p]}" for p, letter in enumerate(seats))

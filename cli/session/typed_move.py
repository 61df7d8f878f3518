"""A move as somebody types it: at a prompt, at the console, in a script. All of them read it here.

A line is a move in the words of the game; where a person is asked, it may be the number that the move has in the list of moves; and
`B: liar` is a call that B makes out of turn. What may not be played is answered by a `Refusal`, from whose fields each front end
says why.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dicecup.cli.base.parameters import LETTERS
from dicecup.cli.session.out_of_turn import OutOfTurnCall, PendingCall, called
from dicecup.engine.core.problems import printable
from dicecup.engine.games.base import IllegalMove

if TYPE_CHECKING:
    from dicecup.engine.match.match import Match

LONGEST = 100  # characters of a text that is repeated where it may not be played
NUMBER = re.compile(r"[-+]?[0-9.]+")  # what is meant to be one
NAMED = 5  # legal moves that a refusal names

NOTHING, TOO_LONG, NO_NUMBER, NO_MOVE, FORBIDDEN = "nothing", "too long", "no number", "no move", "forbidden"


@dataclass(frozen=True)
class TypedMove:
    """A move that may be played: the action of the seat in turn, and the call out of turn to which it gives way, if it does."""

    action: int
    call: OutOfTurnCall | None = None


@dataclass(frozen=True)
class Refusal:
    """Why a text may not be played: its `kind`, and a `reason` that is a sentence without its capital and its full stop.

    `seat` is whose move it was to be, `text` that move; `rule` is the id of the rule that forbids it, where one does. `legal` are the
    moves of the seat in `turn`.
    """

    kind: str
    turn: str
    seat: str
    text: str
    reason: str
    legal: Sequence[str]
    rule: str = ""

    def sentence(self, hint: str = "") -> str:
        """All of it in one sentence, for who is not asked again; `hint` is what else a text that is no move may have meant."""
        if self.kind == FORBIDDEN:
            return f"{self.seat} may not play {printable(self.text)} ({self.rule}): {self.reason}"
        some = ", ".join(self.legal[:NAMED]) + (", ..." if len(self.legal) > NAMED else "")
        return f"{self.reason}{hint}; {self.turn} may play {some}"

    def advice(self, hint: str = "") -> list[str]:
        """Paragraphs for the person who is asked again and may answer by a number, each without its last full stop."""
        if self.kind == FORBIDDEN:
            return [f"Not legal ({self.rule}): {self.reason.removesuffix('...').rstrip(', ')}"]
        many = len(self.legal)
        both = "both" if many == 2 else "all"
        answers = f"Type a move such as {self.legal[0]}, or its number from 1 to {many}; `moves` lists {both}"
        if self.kind == NOTHING:
            return [answers]
        if self.kind == NO_MOVE:
            return [f"{self.reason}{hint}", answers]
        return [f"{self.reason}{hint}. {answers}"]


class MoveReader:
    """Reads the moves of one game, and keeps to a call out of turn until it is made."""

    def __init__(self) -> None:
        self._pending = PendingCall()

    @property
    def pending(self) -> bool:
        """Whether a call is still to be made, for which others wait."""
        return self._pending.open

    def owed(self, match: Match) -> int | None:
        """What the seat in turn does without being asked, because of a call out of turn; None where it decides."""
        return self._pending.answer(match)

    def keep(self, move: TypedMove) -> None:
        """That move is played: what it gives way to is kept to from now on."""
        if move.call is not None:
            self._pending.keep(move.call)

    def read(self, match: Match, text: str, *, asked: bool) -> TypedMove | Refusal:
        """A text as a move that may be played now, or why it may not; a person who is `asked` may type a number. Nothing changes."""
        named, move = split_seat(text)
        turn = str(match.turn)
        seat = named or turn

        def refused(kind: str, reason: str, rule: str = "") -> Refusal:
            return Refusal(kind, turn, seat, move, reason, match.legal(), rule)

        if asked and not move:
            return refused(NOTHING, "nothing was typed")
        try:
            if seat != turn:
                return _given_way(match, called(match, seat, move))
            if asked and NUMBER.fullmatch(move):
                return TypedMove(_numbered(match, move))
            return TypedMove(match.check_play(move))
        except LookupError:
            return refused(NO_NUMBER, f"there is no move {move}")
        except ValueError as error:
            if len(move) > LONGEST:
                return refused(TOO_LONG, "that is too long for a move")
            if isinstance(error, IllegalMove):
                return refused(FORBIDDEN, str(error), error.rule)
            return refused(NO_MOVE, str(error))


def split_seat(text: str) -> tuple[str | None, str]:
    """`b: liar` as the seat and the move; the seat is None where none is named."""
    seat, colon, move = text.partition(":")
    seat = seat.strip().upper()
    if colon and len(seat) == 1 and seat in LETTERS:
        return seat, move.strip()
    return None, text.strip()


def _given_way(match: Match, call: OutOfTurnCall) -> TypedMove:
    """What the seat in turn does because of a call."""
    action = call.answer(match)
    assert action is not None  # else the call would not have been allowed
    return TypedMove(action, call)


def _numbered(match: Match, text: str) -> int:
    """The action of a number: of a move that is written so, else by its place among the legal moves. LookupError where there is none."""
    if match.can_play(text):
        return match.check_play(text)
    number = int(text) if re.fullmatch("[0-9]{1,9}", text) else 0
    if number == 0:
        raise LookupError(text)
    return match.legal_actions()[number - 1]

"""A call out of turn: `B: liar` while somebody before B is asked. Which moves may be called so, the family says.

Those asked before B wait; then the call is B's own. It is checked before anybody has waited, so that a call that B may not make
changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dicecup.engine.games.base import LETTERS, IllegalMove, Trace

if TYPE_CHECKING:
    from dicecup.engine.match.match import Match


@dataclass(frozen=True)
class OutOfTurnCall:
    """A call that was made: whose, in which round, and the action."""

    seat: str
    round: int
    action: int

    def answer(self, match: Match) -> int | None:
        """What the seat in turn does because of this call: the call itself, or a wait; None where the call is void."""
        if match.state.round != self.round:
            return None
        if match.turn == self.seat:
            return self.action if self.action in match.legal_actions() else None
        return _wait(match)


class PendingCall:
    """The call that is being kept to, if one was made."""

    def __init__(self) -> None:
        self._call: OutOfTurnCall | None = None

    @property
    def open(self) -> bool:
        """Whether there is one."""
        return self._call is not None

    def keep(self, call: OutOfTurnCall) -> None:
        """Keep to that call: the seat in turn has given way to it."""
        self._call = call

    def answer(self, match: Match) -> int | None:
        """What the seat in turn does because of the call; None where there is none any more."""
        if self._call is None:
            return None
        answer = self._call.answer(match)
        if answer is None or match.turn == self._call.seat:
            self._call = None
        return answer


def called(match: Match, seat: str, text: str) -> OutOfTurnCall:
    """The call of a seat that is not in turn. ValueError with a sentence where it may not be made."""
    family, rules = match.family, match.rules
    not_in_turn = ValueError(f"it is {match.turn}'s turn, not {seat}'s")
    if seat not in match.seats:
        raise ValueError(f"there is no seat {seat}; the seats are {', '.join(match.seats)}")
    wait = _wait(match)
    if wait is None:
        raise not_in_turn
    action = family.parse(text, rules)
    if family.notate(action, rules) not in family.called_out_of_turn:
        raise ValueError(f"{not_in_turn}; out of turn only {' or '.join(family.called_out_of_turn)} may be said")
    state, trace = match.state.copy(), Trace()
    while LETTERS[state.turn] != seat:
        if state.dice or state.end or family.why_not(state, rules, wait) is not None:
            raise not_in_turn
        family.apply(state, rules, trace, wait)
    found = family.why_not(state, rules, action)
    if found is not None:
        raise IllegalMove(*found)
    return OutOfTurnCall(seat, match.state.round, action)


def _wait(match: Match) -> int | None:
    """The action by which the seat in turn waits, where the family has one and it may be played now."""
    try:
        return match.check_play(match.family.waits) if match.family.waits else None
    except ValueError:
        return None

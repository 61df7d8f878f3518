"""A call out of turn: `B: liar` while somebody before B is asked (design section 7).

Those asked before B answer `wait`; then the call is B's own. It is checked before anybody has waited, so that a call that B may
not make changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from dicecup.engine.games.base import LETTERS, IllegalMove, Trace
from dicecup.engine.match.match import Match

CALLS = ("liar", "exact")


@dataclass(frozen=True)
class Claim:
    """A call that was said: whose, in which round, and the action."""

    seat: str
    round: int
    action: int

    def answer(self, match: Match) -> int | None:
        """What the seat in turn does because of this claim: the call itself, or a wait; None where the claim is void."""
        if match.state.round != self.round:
            return None
        if match.turn == self.seat:
            return self.action if self.action in match.legal_actions() else None
        return _wait(match)


class Claims:
    """The claim that is being kept to, if one was made."""

    def __init__(self) -> None:
        self._claim: Claim | None = None

    @property
    def open(self) -> bool:
        """Whether one is."""
        return self._claim is not None

    def make(self, match: Match, seat: str, text: str) -> int:
        """What the seat in turn does because `seat` calls. ValueError with a sentence where it may not."""
        claim = claimed(match, seat, text)
        answer = claim.answer(match)
        assert answer is not None  # else it would not have been allowed
        self._claim = claim
        return answer

    def answer(self, match: Match) -> int | None:
        """What the seat in turn does because of the claim; None where there is none any more."""
        if self._claim is None:
            return None
        answer = self._claim.answer(match)
        if answer is None or match.turn == self._claim.seat:
            self._claim = None
        return answer


def claimed(match: Match, seat: str, text: str) -> Claim:
    """The claim of a seat that is not in turn. ValueError with a sentence where it may not be made."""
    out_of_turn = ValueError(f"it is {match.turn}'s turn, not {seat}'s")
    if seat not in match.seats:
        raise ValueError(f"there is no seat {seat}; the seats are {', '.join(match.seats)}")
    wait = _wait(match)
    if wait is None:
        raise out_of_turn
    action = match.family.parse(text, match.rules)
    if match.family.notate(action, match.rules) not in CALLS:
        raise ValueError(f"{out_of_turn}; out of turn only {' or '.join(CALLS)} may be said")
    state, trace = match.state.copy(), Trace()
    while LETTERS[state.turn] != seat:
        if state.dice or state.end or match.family.why_not(state, match.rules, wait) is not None:
            raise out_of_turn
        match.family.apply(state, match.rules, trace, wait)
    found = match.family.why_not(state, match.rules, action)
    if found is not None:
        raise IllegalMove(*found)
    return Claim(seat, match.state.round, action)


def _wait(match: Match) -> int | None:
    """The action `wait`, where the seat in turn may answer it."""
    try:
        return match.check_play("wait")
    except ValueError:
        return None

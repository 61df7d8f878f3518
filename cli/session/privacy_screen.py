"""The cover between people who share one keyboard, so that nobody sees another's cup.

Before somebody else decides or throws under a cup, all that was shown is hidden, what everybody may know is told, and the keyboard
is passed on; only then comes what the next person may see. Games that hide nothing need no cover.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn, Protocol

from dicecup.cli.base.output import is_capable
from dicecup.cli.narration.events import this_round
from dicecup.cli.session.line_input import QUIT

if TYPE_CHECKING:
    from dicecup.engine.match.match import Match

CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and what has scrolled off it
LINES = 100  # at least so many empty lines hide what cannot be cleared
BEHIND_LINES = "Empty lines hide what was shown; please do not scroll back."


class Screen(Protocol):
    """What a cover lies on."""

    def hide(self) -> None:
        """Hide all that was shown."""

    def retell(self, match: Match, first: int) -> None:
        """Tell what everybody may know of the events from that index on."""

    def tell(self, line: str) -> None:
        """Write a line."""

    def who(self, seat: str) -> str:
        """A seat by its letter and name."""

    def answer(self, question: str) -> str:
        """What is typed at a question; nothing of it is remembered."""

    def leave(self) -> NoReturn:
        """Whoever sits at the keyboard has asked to leave. Raises what says so."""


class Cover:
    """Who sits at the keyboard, and what each person has seen; `known` events were known before anybody sat down."""

    def __init__(self, people: Sequence[str], known: int = 0) -> None:
        self._alone = len(people) == 1
        self._present: str | None = people[0] if self._alone else None
        self._known = known
        self._seen: dict[str, int] = {}  # events there were when a person looked last
        self._looked = known  # and when anybody did
        self._awaited: tuple[str, int] | None = None  # who shall come, when that many events had been
        self._round = -1  # in which the screen was covered last: a showdown draws everybody near

    def saw(self, seat: str, match: Match) -> None:
        """A person looks at the table as it is now."""
        self._seen[seat] = self._looked = len(match.events)

    def pass_to(self, seat: str, match: Match, screen: Screen) -> None:
        """Cover the screen until only that person sees it, unless nobody else can have come near."""
        round = match.state.round
        at_ease = self._present == seat and (self._alone or self._round == round)
        if at_ease or not match.visibility.hides:
            return
        begun = this_round(match.events)
        if self._awaited != (seat, len(match.events)):
            self._present, self._awaited = None, (seat, len(match.events))
            screen.hide()
            screen.retell(match, min(self._looked, begun))  # the last answer may have ended a round
        _await(seat, screen)
        screen.hide()
        self._present, self._awaited, self._round = seat, None, round
        screen.retell(match, min(self._seen.get(seat, self._known), begun))


def _await(seat: str, screen: Screen) -> None:
    """Ask for that person until Enter alone is pressed: what is typed for another question must not open a cup."""
    while True:
        screen.tell("")
        question = f"Pass the keyboard to {screen.who(seat)}, who presses Enter when nobody else looks. "
        text = screen.answer(question).strip().lower()
        if text in QUIT:
            screen.leave()
        if not text:
            return


def hiding(*, plain: bool) -> str:
    """What hides all that was shown: the terminal's own way to clear it, or many empty lines, and a word about them."""
    if plain:
        return "\n" * max(2 * shutil.get_terminal_size().lines, LINES) + BEHIND_LINES + "\n"
    return CLEAR


def is_plain(*, asked: bool) -> bool:
    """Whether a terminal is written to line by line, because that was asked for or because it can do no more."""
    return asked or not is_capable()

"""A walk through a logged game: where one stands, the words and keys that move one on, and the table drawn there.

`replay step` walks by keys on a terminal and by words from a script; both end in `Walk.go`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dicecup.cli.base.errors import LOG, NO, Failure, usage
from dicecup.cli.base.log_input import known_in, opened, seat_in
from dicecup.cli.base.page import Page
from dicecup.cli.base.text import safe, wrap
from dicecup.cli.base.wording import COMMAND_LINE, Wording
from dicecup.cli.games import registry
from dicecup.cli.narration.narrator import ALL, Teller
from dicecup.engine.core.problems import guess

if TYPE_CHECKING:
    from dicecup.cli.base.clearance import Clearance
    from dicecup.cli.drawing import Artist, Look
    from dicecup.engine.replay.walk import Error, Game

CALLS = ("call", "showdown")  # kinds of what is told

# Word -> (what else it is called, what it does); `goto` and `find` take something after them.
WORDS: dict[str, tuple[tuple[str, ...], str]] = {
    "next": (("n",), "the next event, or so many on (next 5)"),
    "back": (("b", "p", "prev", "previous"), "the event before, or so many back"),
    "goto": (("g",), "event N (goto 17); a number alone does the same"),
    "start": (("home",), "the beginning"),
    "end": (("e",), "the last event"),
    "call": (("c",), "the next call or showdown"),
    "score": (("s",), "the next loss, gain or score: what changes how a seat stands"),
    "round": (("r",), "the next round"),
    "find": (("/",), "the next event whose words hold a text (find exact)"),
    "moves": (("m",), "the moves that were legal here"),
    "digest": (("d",), "the digest of the state, the same whenever one comes here"),
    "load": ((), "walk through another log (load FILE)"),
    "help": (("h", "?"), "these words"),
    "quit": (("q", "exit"), "leave"),
}
NAMES = {name: word for word, (others, _) in WORDS.items() for name in (word, *others)}


class Stuck(Failure):
    """A word that leads nowhere; the sentence says why."""

    def __init__(self, message: str) -> None:
        super().__init__(NO, message)


class Walk:
    """Where one stands in a game: after event `n`, with 0 for its beginning."""

    def __init__(self, game: Game, viewer: str | None) -> None:
        self.game = game
        self.viewer = viewer
        self.n = 0
        self._artist: tuple[tuple[str | None, Look], Artist] | None = None

    @property
    def last(self) -> int:
        """The last event there is; beyond `len(game)` events are shown, but no table."""
        return len(self.game.events)

    @property
    def teller(self) -> Teller:
        """Who tells the game to whoever looks now; what they may not see is not found either."""
        return registry.teller(self.game.header, self.viewer or ALL)

    def go(self, word: str, rest: str) -> None:
        """Move by a word of WORDS. Stuck with a sentence where that leads nowhere; one stays where one was."""
        if word in ("next", "back"):
            step = self._number(rest, word) if rest else 1
            self._to(self.n + (step if word == "next" else -step))
        elif word == "goto":
            self._to(self._number(rest, word))
        elif word == "start":
            self.n = 0
        elif word == "end":
            self.n = self.last
        elif word == "call":
            teller = self.teller
            self._search(lambda e: any(told.kind in CALLS for told in teller.tell(e)), "call or showdown")
        elif word == "score":
            standing = self.teller.standing
            self._search(lambda e: e.get("type") in standing, "score")
        elif word == "round":
            self._search(lambda e: e.get("type") == "round", "round")
        else:
            self._find(rest)

    def _number(self, text: str, word: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 12):
            raise Stuck(f"{word} takes a number, such as {word} 5, not {text or 'nothing'}")
        return int(text)

    def _to(self, n: int) -> None:
        if n > self.last:
            raise Stuck(
                f"there is no event {n}; the last one is {self.last}"
                if self.n < self.last
                else "this is the last event"
            )
        if n < 0:
            raise Stuck(
                "this is the beginning"
                if self.n == 0
                else f"there is nothing before event 1; {self.n} is as far back as it goes"
            )
        self.n = n

    def _search(self, wanted: Callable[[Mapping[str, Any]], bool], what: str) -> None:
        for n in range(self.n + 1, self.last + 1):
            if wanted(self.game.events[n - 1]):
                self.n = n
                return
        raise Stuck(f"no {what} follows")

    def _find(self, text: str) -> None:
        if not text:
            raise Stuck("find takes a text, such as find liar")
        low, teller = " ".join(text.lower().split()), self.teller
        self._search(
            lambda e: any(low in " ".join(told.text.lower().split()) for told in teller.tell(e)),
            f"event with {safe(text)!r}",
        )

    # ---- what is shown

    @property
    def damage(self) -> Error | None:
        """What is wrong with the log first. Which dice should have fallen may be what the viewer must not see."""
        error = next(iter(self.game.errors), None)
        if error is None or self.viewer is None:
            return error
        from dicecup.engine.log.verdict import discreet

        return replace(error, message=discreet(error.kind, error.message))

    def place(self) -> str:
        """`17 of 58, round 3`."""
        here = f"{self.n} of {self.last}"
        event = self.game.events[self.n - 1] if self.n else None
        return f"{here}, round {event['round']}" if event and isinstance(event.get("round"), int) else here

    def artist(self, look: Look) -> Artist:
        """Who draws the game for the viewer."""
        key = (self.viewer, look)
        if self._artist is None or self._artist[0] != key:
            self._artist = (key, registry.artist(self.game.header, self.viewer or ALL, look))
        return self._artist[1]

    def told(self, n: int, look: Look) -> list[str]:
        """Event n in lines."""
        return [line for line in self.artist(look).tell(self.game.events[n - 1]) if line]

    def table(self, look: Look) -> list[str]:
        """The table as it stands, as the viewer sees it; nothing in the middle of what one move brings, nor at the end."""
        game = self.game
        if self.n > len(game) or not len(game):
            why = self.damage.message if self.damage else "the log was made for one seat, and hides dice"
            return list(wrap(f"No table can be drawn here: {safe(why)}.", look.cells))
        here = game.at(self.n)
        if not here.settled or here.over:
            return []
        match = here.match
        if self.viewer is not None:
            match.events = [
                match.visibility.seen(event, self.viewer) for event in match.events
            ]  # nothing else can be told then
        return self.artist(look).board(match, self.viewer or ALL, numbers=False)  # here one is an event's

    def legal(self) -> list[str]:
        """The moves that were legal here; which they are may tell of hidden dice, so they are their own seat's."""
        if (
            self.viewer is not None
            and self.n <= len(self.game)
            and self.game.at(self.n).turn not in (None, self.viewer)
        ):
            raise Stuck(f"it is not {self.viewer}'s turn here")
        legal = self.game.at(self.n).legal() if self.n <= len(self.game) and len(self.game) else []
        if not legal:
            raise Stuck("nobody is to decide here")
        return legal

    def digest(self) -> str:
        """The digest of the state, which is made of hidden dice too and so is nobody's at the table."""
        if self.viewer is not None:
            raise Stuck(f"the digest is made of all dice, of which {self.viewer} may not see some")
        if self.n > len(self.game) or not len(self.game):
            raise Stuck("no state is known here")
        return self.game.at(self.n).digest


def walk_in(
    file: str, number: int | None, clearance: Clearance, viewer: str | None, wording: Wording = COMMAND_LINE
) -> Walk:
    """A walk at the beginning of a game of a log, through the eyes of a seat or of everybody. Failure where there is no such game."""
    from dicecup.engine.log.log import reason
    from dicecup.engine.log.redaction import check_viewer
    from dicecup.engine.replay.walk import GameNotFoundError, load

    with opened(file, clearance, viewer) as stream:
        try:
            game: Game = load(stream, number)
        except GameNotFoundError as error:
            if error.several:
                raise usage(f"{file} holds more than one game; {wording.one_game}") from None
            if number is None:
                raise Failure(LOG, "there is no game in this file", file=file) from None
            raise usage(f"there is no game {number} in {file}") from None
        except OSError as error:
            raise Failure(LOG, f"cannot read {file}: {reason(error)}") from None
    known_in(game.header, file, game.line)
    if viewer is not None:
        seat_in(game.header, viewer)
        check_viewer(game.header, viewer)
    return Walk(game, viewer)


def understood(text: str) -> tuple[str, str]:
    """A line as a word of WORDS and what follows it. Stuck where it is none."""
    name, _, rest = " ".join(text.split()).partition(" ")
    if name.isascii() and name.isdigit():
        return "goto", name
    if name.startswith("/") and len(name) > 1:
        return "find", f"{name[1:]} {rest}".strip()
    word = NAMES.get(name.lower())
    if word is None:
        near = guess(name.lower(), list(WORDS))
        raise Stuck(f"there is no word {safe(name)}{f' (did you mean {near}?)' if near else ''}; help lists them")
    return word, rest


def helped(page: Page) -> list[str]:
    """The words and what they do."""
    if page.plain:
        return list(page.rows([(", ".join((word, *others)), what) for word, (others, what) in WORDS.items()]))
    return list(page.rows([(f"  {word}", ", ".join(others), what) for word, (others, what) in WORDS.items()]))

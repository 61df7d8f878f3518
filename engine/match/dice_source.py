"""Where dice come from: the seed, a script, or a real table. A match asks for each throw that is due and knows no more."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from dicecup.engine.core.philox import TABLE_ADDRESS, throw
from dicecup.engine.core.problems import PlayError
from dicecup.engine.games.base import LETTERS
from dicecup.engine.games.shared.faces import by_name

SEEDED, SCRIPTED, MANUAL, MANUAL_PEOPLE = "seeded", "scripted", "manual", "manual-people"


@dataclass(frozen=True)
class Due:
    """A throw that is due: whose, how many dice, what their faces are called, what for, and its address."""

    seat: str  # a letter, or "table"
    count: int
    names: Sequence[int | str]
    why: str
    private: bool
    round: int
    throw: int

    @property
    def address(self) -> int:
        """The seat in a dice address."""
        return TABLE_ADDRESS if self.seat == "table" else LETTERS.index(self.seat)


class Throws(Protocol):
    """A source of dice: called with what is due it returns the dice as digits, indices into `due.names`."""

    def __call__(self, due: Due) -> list[int]: ...


class BadDice(PlayError, ValueError):  # noqa: N818 - says what it is
    """Dice that do not fit the throw that is due, or a script that has none; `file` and `line` of a script."""

    def __init__(self, sentence: str, file: str = "", line: int = 0) -> None:
        super().__init__(sentence)
        self.file, self.line = file, line

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.line else f"{self.file}: " if self.file else ""
        return place + self.sentence


class Seeded:
    """Dice from the seed, addressed by game, round, seat and throw."""

    def __init__(self, seed: str, game: int) -> None:
        self.seed = seed
        self.game = game

    def __call__(self, due: Due) -> list[int]:
        return throw(self.seed, self.game, due.round, due.address, due.throw, len(due.names), due.count)


class Scripted:
    """Dice from a script: one throw a line, `A: 3 4 4`; `table: B` for what the table draws; `#` begins a comment."""

    def __init__(self, lines: Iterable[str], name: str = "dice") -> None:
        self.name = name
        self._lines = self._throws(lines)

    def _throws(self, lines: Iterable[str]) -> Iterator[tuple[int, str, str]]:
        for number, line in enumerate(lines, 1):
            text = line.partition("#")[0].strip().removeprefix("\ufeff")
            if not text:
                continue
            seat, colon, dice = text.partition(":")
            if not colon:
                raise BadDice(f"a throw is written as A: 3 4 4, not {text!r}", self.name, number)
            yield number, seat.strip(), dice

    def __call__(self, due: Due) -> list[int]:
        found = next(self._lines, None)
        wanted = f"{due.count} dice of {due.seat}" if due.count > 1 else f"a die of {due.seat}"
        if found is None:
            raise BadDice(f"the script ends before round {due.round}'s throw of {wanted} (for {due.why})", self.name)
        number, seat, dice = found
        if seat.upper() != due.seat.upper():
            raise BadDice(f"this throw is of {seat!r}, but {wanted} (for {due.why}) is due", self.name, number)
        try:
            return read_dice(dice, due)
        except BadDice as error:
            raise BadDice(error.sentence, self.name, number) from None


class Manual:
    """Real dice, typed in: `ask(due)` returns what a person typed, and is asked again after `complain(sentence)`.

    With `seats`, only theirs are typed and all others come from `others` (people throw, bots' dice are seeded).
    """

    def __init__(
        self,
        ask: Callable[[Due], str],
        complain: Callable[[str], None],
        seats: Collection[str] | None = None,
        others: Throws | None = None,
    ) -> None:
        self.ask = ask
        self.complain = complain
        self.seats = seats
        self.others = others

    def __call__(self, due: Due) -> list[int]:
        if self.seats is not None and self.others is not None and due.seat not in self.seats:
            return self.others(due)
        while True:
            try:
                return read_dice(self.ask(due), due)
            except BadDice as error:
                self.complain(str(error))


def read_dice(text: str, due: Due) -> list[int]:
    """The digits of dice written by the names of their faces, spaces or commas between. BadDice with a sentence else.

    A stroke that only tells which kind of die it is (`4'`) may be left out, and T may be written 10.
    """
    names = by_name(due.names)
    names = {name.rstrip("'"): digit for name, digit in names.items()} | names
    words = [word for word in re.split(r"[\s,]+", text.upper()) if word]
    allowed = ", ".join(map(str, due.names))
    for word in words:
        if word not in names:
            raise BadDice(f"there is no face {word[:20]!r}; the faces are {allowed}")
    if len(words) != due.count:
        thrown = "1 die is" if due.count == 1 else f"{due.count} dice are"
        raise BadDice(f"{thrown} thrown, not {len(words)}; write each by its face: {allowed}")
    return [names[word] for word in words]

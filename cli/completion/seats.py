"""Who sits where in the game that a line makes as far as it goes, and who else may.

Whoever offers a word of it asks whether the line with it still makes a game, so that nothing is offered which the command would refuse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from dicecup.cli.base.errors import Failure
from dicecup.cli.base.parameters import LETTERS, Seated
from dicecup.cli.completion import games, logs
from dicecup.cli.completion.games import COMMAND
from dicecup.cli.completion.line import Candidate, Line
from dicecup.cli.session.dice_input import MANUAL
from dicecup.cli.session.lineup import HUMAN, ME, WAIT, for_seat, named, table

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition


@dataclass(frozen=True)
class Game:
    """A game as far as it is known: who was named for a seat, by letter, and the seats that there are."""

    definition: Definition
    named: Mapping[str, str]
    seats: str


def made(line: Line) -> Game | None:
    """The game that a line makes as far as it goes; None where there is none, or where no more words can make one."""
    definition = None if line.variant is None else games.definition_of(line.variant, line.texts("settings"))
    seats = line.given.get("seats", "")
    if definition is None or not (seats == "" or (seats.isascii() and seats.isdigit())):
        return None
    try:
        at, letters = table(definition, line.texts("seats_given"), int(seats) if seats else None)
        named(line.texts("names"), letters)
    except Failure:
        return None
    moved_for = "moves" in line.given or line.given.get("dice") == "manual-people"
    if WAIT in at.values() and (moved_for or "undo" in line.given or line.given.get("dice") in MANUAL):
        return None  # they are not at this table
    full = len(at) == (len(letters) if seats else definition.players.max) and HUMAN not in at.values()
    if full and moved_for:
        return None  # there is nobody whose moves or dice they are
    return Game(definition, at, letters)


def making(line: Line, param: click.Parameter, candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """Those of the candidates with which the line still makes a game; those that go on only say what something is about."""
    return (one for one in candidates if one.open or made(line.with_text(param, one.text)) is not None)


def counts(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    """How many seats there may be."""
    return making(line, param, (Candidate(str(count)) for count in range(2, len(LETTERS) + 1)))


def names(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    """The seats that have no name yet."""
    game = made(line)
    for letter in game.seats if game is not None else "":
        if made(line.with_text(param, f"{letter}=x")) is not None:
            yield Candidate(f"{letter}=", open=True)


def agents(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    """Who may take a seat: behind the letter of one, or, where it is the next that is free, without."""
    assert isinstance(param.type, Seated)
    letter, agent = for_seat(word)
    head = word[: len(word) - len(agent)]
    free = _free_in_log(line) if line.log is not None else _free_in_game(line, param)
    if free is None:
        return
    if not letter and (word in free.letters or not free.next):
        yield from (Candidate(f"{one}=", open=True) for one in free.letters)
    if letter in free.letters if letter else free.next:
        for one in games.agents([*param.type.people, *games.bots_of([free.family])], agent):
            if free.may_take(letter, one) and (
                one.open or line.log is not None or made(line.with_text(param, head + one.text)) is not None
            ):
                yield Candidate(f"{head}{one.text}", one.help, one.open)


@dataclass(frozen=True)
class Free:
    """The seats that can be given to somebody, in a game of a family, and whether that can be the `next` one without its letter.

    Of a game that is resumed the log tells who sits there (`known`).
    """

    family: str
    letters: Sequence[str]
    next: bool
    known: Mapping[str, str] | None = None

    def may_take(self, letter: str, agent: Candidate) -> bool:
        """Whether the log names that agent, or one that the word goes on to: it tells no folders."""
        if self.known is None:
            return True
        if self.known[letter] == HUMAN:
            return agent.text in (HUMAN, ME, WAIT)
        if agent.text.endswith("/"):
            return ":" in self.known[letter]
        command = COMMAND if agent.text.startswith(COMMAND) else ""
        name = command + agent.text.removeprefix(command).rpartition("/")[2]
        return self.known[letter].startswith(name) if agent.open else self.known[letter] == name


def _free_in_game(line: Line, param: click.Parameter) -> Free | None:
    if (game := made(line)) is None:
        return None
    letters = [one for one in LETTERS if made(line.with_text(param, f"{one}={HUMAN}")) is not None]
    return Free(game.definition.family, letters, made(line.with_text(param, HUMAN)) is not None)


def _free_in_log(line: Line) -> Free | None:
    if (game := logs.chosen(line)) is None:
        return None
    given = {for_seat(text)[0] for text in line.texts("seats_given")}
    letters = [one for one in game.agents if one not in given]
    return Free(game.family, letters, next=False, known=game.agents if logs.is_resumed(line) else None)


# ---- whose eyes one looks through


def letters(line: Line, param: click.Parameter, word: str) -> Iterator[Candidate]:
    """The seats that there are. Where dice are hidden, people at the keyboard look through nobody else's eyes."""
    if line.log is not None:
        logged = logs.about(line)
        found = [one for one in LETTERS if logged and all(one in game.agents for game in logged)]
        family = logged[0].family if logged else ""
    elif (game := made(line)) is not None:
        found, family = list(game.seats), game.definition.family
    else:
        return
    people = _asked(line) if param.name == "viewer" else []
    yield from (Candidate(one) for one in found if not people or people == [one] or not _hides(family))


def _hides(family: str) -> bool:
    from dicecup.engine.games.registry import family as family_of
    from dicecup.engine.match.visibility import Visibility

    return Visibility(family_of(family)).hides


def _asked(line: Line) -> list[str]:
    """The seats of the people whom the command would ask at a terminal."""
    seats_people = any(isinstance(param.type, Seated) and param.type.people for param in line.parameters)
    if not seats_people or "moves" in line.given or "no_input" in line.given:
        return []
    if line.log is not None:
        logged = logs.chosen(line)
        at = {**(logged.agents if logged is not None else {}), **dict(map(for_seat, line.texts("seats_given")))}
        at = {one: HUMAN if agent == ME else agent for one, agent in at.items()}
    else:
        game = made(line)
        at = {one: game.named.get(one, "") for one in game.seats} if game is not None else {}
        if HUMAN not in at.values() and (left := [one for one, agent in at.items() if not agent]):
            at[left[0]] = HUMAN  # the first seat that is left is yours
    return [one for one, agent in at.items() if agent == HUMAN]

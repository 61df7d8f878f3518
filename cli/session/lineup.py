"""Who sits where: agents, names and a number of seats made into a line-up, or a sentence that says what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from dicecup.cli.base.errors import usage
from dicecup.cli.base.parameters import LETTERS
from dicecup.cli.base.seed import as_utf8
from dicecup.cli.base.text import acts, listed, safe
from dicecup.cli.base.wording import COMMAND_LINE, Wording

if TYPE_CHECKING:
    from dicecup.engine.bots.agents import Agent
    from dicecup.engine.definitions.definition import Definition
    from dicecup.engine.match.match import Seat

HUMAN, DEFAULT_BOT = "human", "basic"
ME, WAIT = "me", "wait"  # a person at this terminal, which is what `human` is too; and one who joins from elsewhere
LONGEST_NAME = 40


def agents(
    definition: Definition,
    given: Sequence[str],
    seats: int | None,
    *,
    ask: bool,
    people: bool,
    opponent: str = DEFAULT_BOT,
    wording: Wording = COMMAND_LINE,
) -> list[str]:
    """The agent of each seat; WAIT stays as it is. Those that are left get a bot, as `bot_for` says; one of them is yours where `ask` (a terminal), all where `people`
    (a script of moves without anybody to make them).
    """
    at, letters = table(definition, given, seats, wording)
    left = [letter for letter in letters if letter not in at]
    if HUMAN not in at.values() and left:
        for letter in left if people else left[:1] if ask else []:
            at[letter] = HUMAN
    free = bot_for(definition, opponent) if any(letter not in at for letter in left) else ""
    return [at.get(letter, free) for letter in letters]


def table(
    definition: Definition, given: Sequence[str], seats: int | None, wording: Wording = COMMAND_LINE
) -> tuple[dict[str, str], str]:
    """The agents that were named for seats, by letter, and all seats, those that are left among them."""
    at = _placed(given, definition, wording)
    low, high = definition.players.min, definition.players.max
    least = max((LETTERS.index(letter) + 1 for letter in at), default=0)
    count = seats if seats is not None else max(low, least)
    if not low <= count <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        raise usage(f"{definition.name} takes {wanted} seats, not {count}")
    if least > count:
        letter = LETTERS[least - 1]
        beyond = wording.seat_beyond.format(letter=letter, agent=at[letter])
        raise usage(f"{beyond}, but {wording.seats_given.format(count)} ends at {LETTERS[count - 1]}")
    return at, LETTERS[:count]


def bot_for(definition: Definition, opponent: str = DEFAULT_BOT) -> str:
    """The bot of a seat that nobody was named for: `opponent` if it plays this family, else the usual one, else the strongest."""
    from dicecup.engine.games.registry import family

    known = family(definition.family).bot_names()
    if not known:
        raise usage(
            f"no bots come with {definition.title}; every seat takes a person (human) or a bot of your own (FILE.py:NAME or cmd:COMMAND)"
        )
    return next(name for name in (opponent, DEFAULT_BOT, known[-1]) if name in known)


def _placed(given: Sequence[str], definition: Definition, wording: Wording) -> dict[str, str]:
    at: dict[str, str] = {}
    loose: list[str] = []
    for text in given:
        letter, spec = for_seat(text)
        if not letter:
            loose.append(text)
        elif letter in LETTERS:
            take_seat(at, letter, spec, wording)
        else:
            shown = wording.seat_given.format(safe(text))
            raise usage(f"{shown}: there is no seat {safe(text.partition('=')[0])!r}; seats are letters from A to J")
    for spec in loose:
        free = next((letter for letter in LETTERS if letter not in at), None)
        if free is None:
            often = wording.seat_often.format(len(given))
            raise usage(f"{often}; {definition.name} takes {definition.players.max} seats")
        at[free] = spec
    for letter, spec in at.items():
        if not spec.strip():
            raise usage(nobody(letter, wording))
        if any(map(acts, spec)):
            shown = wording.seat_given.format(repr(safe(spec)))
            raise usage(f"{shown} holds control characters or bytes that are no UTF-8")
    return {letter: HUMAN if at[letter] == ME else at[letter] for letter in sorted(at)}


def for_seat(text: str) -> tuple[str, str]:
    """`LETTER=VALUE` taken apart, the letter in capitals; no letter and the whole text where it is not of that form."""
    letter, equals, value = text.partition("=")
    return (letter.strip().upper(), value) if equals and len(letter.strip()) == 1 else ("", text)


def take_seat(at: dict[str, str], letter: str, spec: str, wording: Wording) -> None:
    """An agent takes its seat, unless another one has it."""
    if letter in at:
        raise usage(f"{wording.seat_twice.format(letter=letter)}: {at[letter]} and {spec}")
    at[letter] = spec


def nobody(letter: str, wording: Wording) -> str:
    """What is said of a seat that is given without an agent."""
    return f"{wording.seat_given.format(f'{letter}=')} names nobody; give an agent, such as human or basic"


def seated(
    line_up: Sequence[str], names: Sequence[str], bots: Mapping[str, Agent], wording: Wording = COMMAND_LINE
) -> list[Seat]:
    """The seats with their names: those given (`A=Ann`), else `Player A` for people and the bot's own for others."""
    from dicecup.engine.bots.agents import label
    from dicecup.engine.match.match import Seat

    letters = LETTERS[: len(line_up)]
    given = named(names, letters, wording)
    return [
        Seat(given.get(letter) or (bots[letter].name if letter in bots else f"Player {letter}"), label(agent))
        for letter, agent in zip(letters, line_up, strict=True)
    ]


def named(names: Sequence[str], letters: str, wording: Wording = COMMAND_LINE) -> dict[str, str]:
    """The names that were given to seats (`A=Ann`), by their letters."""
    given: dict[str, str] = {}
    for text in names:
        letter, name = for_seat(text)
        if not letter or letter not in LETTERS:
            raise usage(f"{wording.name_given.format(safe(text))}: write LETTER=NAME, such as A=Ann")
        if letter not in letters:
            shown = wording.name_given.format(letter)
            raise usage(f"{shown}: nobody sits there; the seats are {listed(list(letters))}")
        if letter in given:
            raise usage(wording.name_twice.format(letter=letter))
        given[letter] = _name(wording.name_given.format(letter), as_utf8(name).strip(), wording)
    return given


def _name(given: str, name: str, wording: Wording) -> str:
    """A name as it was given, if it can be one."""
    if not name:
        raise usage(f"{given}= is empty; give a name, or {wording.left_out}")
    if len(name) > LONGEST_NAME:
        raise usage(f"{given}: the name is {len(name)} signs long; at most {LONGEST_NAME} are allowed")
    if any(map(acts, name)):
        raise usage(f"{given}={safe(name)!r} holds control characters or bytes that are no UTF-8")
    return name

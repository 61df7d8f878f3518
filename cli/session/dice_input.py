"""Where the dice of a game come from, as was asked: the seed, a script, or a real table whose throws people type."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from dicecup.cli.base.errors import usage
from dicecup.cli.base.text import counted
from dicecup.cli.base.wording import COMMAND_LINE, Wording
from dicecup.cli.session.line_input import HELP, QUIT
from dicecup.engine.core.inputs import note

if TYPE_CHECKING:
    from dicecup.engine.match.dice_source import Due, Scripted, Throws

MANUAL = ("manual", "manual-people")
KINDS_OF_DICE = ("seeded", *MANUAL)
LARGEST = 1 << 24  # bytes of a script of throws; more than the longest game takes


def kind_of(dice: str) -> str:
    """The kind of source of that name: a file is `scripted`."""
    return dice if dice in KINDS_OF_DICE else "scripted"


def scripted(path: str, wording: Wording = COMMAND_LINE) -> tuple[Iterator[str], Scripted]:
    """The throws of a file, with its lines as they are taken. Failure where it cannot be read."""
    from dicecup.engine.core.problems import guess
    from dicecup.engine.match.dice_source import Scripted

    given = wording.dice_given.format(path)
    try:
        with Path(path).open("rb") as stream:
            note(path, stream)
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise usage(f"{given}: the file is too large; at most {LARGEST:,} bytes are read")
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise usage(f"{given}: the file is not UTF-8") from None
    except (OSError, ValueError) as error:
        near = guess(path, KINDS_OF_DICE)
        hint = f" (did you mean {near}?)" if near else ""
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise usage(f"{given}: {reason}{hint}") from None
    lines = iter(text.splitlines())
    return lines, Scripted(lines, path)


class Asking(Protocol):
    """Who asks for dice in the words of a game."""

    def who(self, seat: str) -> str:
        """A seat by its letter and name."""

    def purpose(self, why: str) -> str:
        """What a throw is for, as the question for its dice says it."""


def question(due: Due, asking: Asking) -> str:
    """What a person is asked for a throw that is due: `A throws 5 dice under the cup. Faces> `."""
    under = " under the cup" if due.private else asking.purpose(due.why)
    thrower = "The table" if due.seat == "table" else asking.who(due.seat)
    return f"{thrower} throws {counted(due.count, 'die', 'dice')}{under}. Faces> "


def faces_of(due: Due) -> set[str]:
    """The faces that may come up, as they are typed in small letters: one of them may look like a command."""
    return {str(name).lower() for name in due.names}


def typed_dice(due: Due, asking: Asking, ask: Callable[[str], str], explain: Callable[[list[str]], None]) -> str | None:
    """What a person types for a throw that is due, which need not be dice; None where they want to leave.

    `ask` puts a question, and `explain` tells what may be answered, as often as that is asked.
    """
    while True:
        text = ask(question(due, asking))
        word = text.strip().lower()
        if word in faces_of(due) or word not in (*QUIT, *HELP):
            return text
        if word in QUIT:
            return None
        explain(explained(due))


class Table(Protocol):
    """People who throw real dice and type them."""

    def ask_dice(self, due: Due) -> str:
        """What they type for a throw that is due."""

    def refuse_dice(self, sentence: str) -> None:
        """Tell them why what they typed is no such throw."""


def real_dice(kind: str, table: Table, people: Sequence[str], seeded: Throws) -> Throws:
    """Dice that are thrown on a real table and typed there: all, or those of `people` where `kind` is `manual-people`."""
    from dicecup.engine.match.dice_source import Manual

    if kind == "manual-people":
        return Manual(table.ask_dice, table.refuse_dice, people, seeded)
    return Manual(table.ask_dice, table.refuse_dice)


def explained(due: Due) -> list[str]:
    """What to type for a throw."""
    example = " ".join([str(due.names[0])] * due.count)
    return [
        f"Throw {counted(due.count, 'die', 'dice')} and type what they show, such as {example}.",
        f"The faces are {', '.join(map(str, due.names))}. `quit` leaves the game.",
    ]

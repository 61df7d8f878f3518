"""What a line at the console may go on with: moves of whoever is in turn, commands, and what each of these takes.

Moves come from the rules, as `moves` lists them; nothing comes from a view or from hidden dice. No file is read for a key press,
save once that of a variant whose rules are being named, and the ends of the games that were left.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicecup.cli.base.parameters import AGENTS, LETTERS
from dicecup.cli.base.text import acts
from dicecup.cli.console.commands.assertions import facts
from dicecup.cli.console.commands.tools import SUBCOMMANDS
from dicecup.cli.console.tokens import words
from dicecup.cli.session.dice_input import KINDS_OF_DICE
from dicecup.engine.definitions.shipped import SUFFIXES, is_path, names, variant_path

if TYPE_CHECKING:
    from dicecup.cli.console.session import Desk

MOST = 200  # offers for one line
FILES = 1000  # entries of a folder that are looked at


@dataclass(frozen=True)
class Offer:
    """A text that may stand in place of the last `back` signs, and a word about it."""

    text: str
    back: int
    note: str = ""


@dataclass(frozen=True)
class Tail:
    """The end of a line: the words that are whole, and the one that is being typed, as it stands and without its quotes."""

    rest: str  # all of it
    given: list[str]
    raw: str

    @property
    def word(self) -> str:
        """What is typed of the last word."""
        return self.raw.replace('"', "")

    def offered(self, texts: Iterable[str], note: str = "") -> Iterator[Offer]:
        """Those of the texts that the last word begins."""
        low = self.word.lower()
        for text in texts:
            if text.lower().startswith(low):
                yield Offer(_quoted(text), len(self.raw), note)


Completion = Callable[["Desk", Tail], Iterable[Offer]]


def offers(desk: Desk, before: str) -> list[Offer]:
    """How the text before the cursor may go on. Whatever goes wrong in finding it out, what was found is enough."""
    found: dict[Offer, None] = {}
    with suppress(Exception):
        for offer in islice(_line(desk, before.lstrip()), MOST):
            found[offer] = None
    return list(found)


def _line(desk: Desk, text: str) -> Iterator[Offer]:
    slash = text.startswith("/")
    if not slash:
        yield from _moves(desk, text)
    bare = text[slash:]
    word, space, rest = bare.partition(" ")
    if not space:
        yield from _commands(desk, word)
    elif (command := desk.commands.find(word)) is not None and command.name in ARGUMENTS:
        yield from ARGUMENTS[command.name](desk, tail(rest))


def _moves(desk: Desk, text: str) -> Iterator[Offer]:
    """The moves of the person in turn, who is the one at the keyboard."""
    if desk.here.live is None or desk.here.live.person is None:
        return
    low = text.lower()
    for move in desk.here.live.match.legal():
        if move.lower().startswith(low):
            yield Offer(move, len(text))


def _commands(desk: Desk, word: str) -> Iterator[Offer]:
    for command in desk.commands:
        if command.name.startswith(word.lower()):
            yield Offer(command.name, len(word), command.summary)


def tail(rest: str) -> Tail:
    """A line's end taken apart; a quote that is open holds white space too."""
    begin, quoted = 0, False
    for i, sign in enumerate(rest):
        if sign == '"':
            quoted = not quoted
        elif sign.isspace() and not quoted:
            begin = i + 1
    return Tail(rest, words(rest[:begin]), rest[begin:])


def _quoted(text: str) -> str:
    """A text as one word; a folder's quote is left open, since its name goes on."""
    if not any(map(str.isspace, text)):
        return text
    return f'"{text}' if text.endswith("/") else f'"{text}"'


# ---- what commands take


def files(word: str) -> Iterator[str]:
    """The files and folders that a path may become; none where the folder cannot be read."""
    folder, _, begun = word.rpartition("/")
    place = Path(os.path.expanduser(f"{folder}/" if folder or word.startswith("/") else "."))  # noqa: PTH111 - of a text
    try:
        with os.scandir(place) as entries:
            found = sorted((entry.name, entry.is_dir()) for entry in islice(entries, FILES))
    except (OSError, ValueError):
        return
    head = word[: len(word) - len(begun)]
    for name, is_folder in found:
        hidden = name.startswith(".") and not begun.startswith(".")
        if name.startswith(begun) and not hidden and '"' not in name and not any(map(acts, name)):
            yield f"{head}{name}{'/' if is_folder else ''}"


def _file(desk: Desk, tail: Tail) -> Iterator[Offer]:
    return tail.offered(files(tail.word))


def _nth(*lists: Completion) -> Completion:
    """What is offered for each word of a command, the last for all that follow."""
    return lambda desk, tail: lists[min(len(tail.given), len(lists) - 1)](desk, tail)


def _among(*texts: str) -> Completion:
    return lambda desk, tail: tail.offered(texts)


def _variants(tail: Tail) -> Iterator[Offer]:
    yield from tail.offered(names())
    if tail.word:
        yield from tail.offered(file for file in files(tail.word) if file.endswith((*SUFFIXES, "/")))


VALUES: dict[str, Callable[[str], Iterable[str]]] = {
    "dice": lambda value: (*KINDS_OF_DICE, *files(value)),
    "log": files,
    "undo": lambda value: ("on", "off"),
}
"""What may stand behind a key and its `=`, by what stands there already."""


def _keyed(tail: Tail, *keys: str, agents: Iterable[str] = AGENTS) -> Iterator[Offer]:
    """Keys of `key=value`, and then their values; a seat's are `agents`."""
    key, equals, value = tail.word.partition("=")
    if not equals:
        yield from tail.offered(f"{name}=" for name in keys)
    elif key in VALUES:
        yield from tail.offered(f"{key}={text}" for text in VALUES[key](value))
    elif key in LETTERS:
        yield from tail.offered(f"{key}={agent}" for agent in agents)


def _new(desk: Desk, tail: Tail) -> Iterator[Offer]:
    if not tail.given:
        yield from _variants(tail)
        return
    agents, rules = _known(*_identity(tail.given[0]))
    yield from _keyed(tail, "seats", "seed", "game", "dice", "log", "undo", "A", "B", agents=agents)
    yield from tail.offered(agents)
    for name, meaning, values in rules:
        named = (f"{name}={value}" for value in values) if "=" in tail.word else (f"{name}=",)
        yield from tail.offered(named, meaning)


def _resume(desk: Desk, tail: Tail) -> Iterator[Offer]:
    if tail.given:
        yield from _keyed(tail, "dice", "A", "B")
        return
    for number, game in enumerate(desk.saved.games() if desk.saved is not None else (), 1):
        yield from tail.offered((str(number),), game.title)
    yield from _file(desk, tail)


def _fork(desk: Desk, tail: Tail) -> Iterator[Offer]:
    return _keyed(tail, "log", "dice", "A", "B")


def _identity(variant: str) -> tuple[str, int]:
    """A variant and the state of its file, by which it is known whether it was read before."""
    return variant, (Path(variant) if is_path(variant) else variant_path(variant)).stat().st_mtime_ns


@lru_cache(maxsize=64)
def _known(variant: str, changed: int) -> tuple[tuple[str, ...], list[tuple[str, str, tuple[str, ...]]]]:
    """Who may play a variant, and its rules that may be set: name, meaning, and the values where they are few."""
    from dicecup.engine.definitions.definition import load
    from dicecup.engine.games.options import keys
    from dicecup.engine.games.registry import family

    definition = load(variant)
    rules = [(key.path, key.meaning, choices(key.type)) for key in keys(type(definition.rules))]
    return ("human", *family(definition.family).bot_names()), rules


def choices(declared: Any) -> tuple[str, ...]:
    """The values of a type, where they are few."""
    from dicecup.engine.definitions.value_types import members, word

    return tuple(
        word(value)
        for member in members(declared)
        for value in (member.values or ((True, False) if member.base is bool else ()))
    )


def _set(desk: Desk, tail: Tail) -> Iterator[Offer]:
    from dicecup.cli.settings.schema import SLOTS, opponents

    if not tail.given:
        for name, slot in SLOTS.items():
            yield from tail.offered((name,), slot.meaning)
    elif (found := SLOTS.get(tail.given[0].lower())) is not None and len(tail.given) == 1:
        yield from tail.offered(opponents() if found.path == "opponent" else choices(found.type))


def _seats(desk: Desk) -> str:
    return desk.here.match.seats if desk.here.live is not None or desk.here.walk is not None else ""


def _as(desk: Desk, tail: Tail) -> Iterator[Offer]:
    if not tail.given:
        yield from tail.offered((*_seats(desk), "all", "off"))
    else:
        yield from _line(desk, tail.rest.partition(" ")[2].lstrip())


def _assert(desk: Desk, tail: Tail) -> Iterator[Offer]:
    said = [word for word in tail.given if word != "not"]
    if not said:
        yield from tail.offered(("not", "legal"))
        yield from tail.offered(facts(desk.here.match, desk.viewer.reader))
    elif said == ["legal"]:
        yield from _moves(desk, tail.raw)


def through(*command: str, default: str = "") -> Completion:
    """As the shell completes a command of the command line; `default` is the subcommand that may be left out."""

    def offered(desk: Desk, tail: Tail) -> Iterator[Offer]:
        given = tail.given
        if default and (not given or given[0] not in SUBCOMMANDS[command[0]]):
            yield from _shell(desk, [*command, default, *given], tail)
            if given:
                return
        yield from _shell(desk, [*command, *given], tail)

    return offered


def _shell(desk: Desk, args: list[str], tail: Tail) -> Iterator[Offer]:
    option, equals, value = tail.word.partition("=") if tail.word.startswith("-") else ("", "", tail.word)
    head = option + equals if equals else ""
    for item in desk.command_line.completions(args, tail.word):
        texts = files(value) if item.type == "file" else (item.value,)
        yield from tail.offered((head + text for text in texts), item.help or "")


ARGUMENTS: dict[str, Completion] = {
    "new": _new,
    "undo": _nth(lambda desk, tail: tail.offered(_seats(desk))),
    "as": _as,
    "save": _nth(_file, _among("force")),
    "resume": _resume,
    "load": _nth(_file, _among("game=")),
    "fork": _fork,
    "source": _file,
    "verify": through("replay", "verify"),
    "diff": through("replay", "diff"),
    "replay": through("replay"),
    "rules": through("rules"),
    "bots": through("bots"),
    "odds": through("odds"),
    "variants": through("variants", default="show"),
    "playtest": through("playtest", default="run"),
    "set": _set,
    "assert": _assert,
    "help": lambda desk, tail: () if tail.given else _commands(desk, tail.word),
}

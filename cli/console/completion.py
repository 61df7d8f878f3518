"""What a line at the console may go on with: moves of whoever is in turn, commands, and what each of these takes.

Moves come from the rules, as `moves` lists them; nothing comes from a view or from hidden dice. What commands of the command line take,
and who may be seated in a game by which rules, is found out as for shells (`cli/completion/`). A file is read once for it, whatever is
typed: that of a variant, of a bot or of a log, and the ends of the games that were left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from dicecup.cli.completion.files import files
from dicecup.cli.completion.games import LONGEST_RANGE, agents, bots_of
from dicecup.cli.completion.line import Candidate
from dicecup.cli.console.commands.assertions import facts
from dicecup.cli.console.commands.game import KEYS, new_options
from dicecup.cli.console.commands.tools import SUBCOMMANDS
from dicecup.cli.console.tokens import words
from dicecup.cli.session.lineup import HUMAN, ME, WAIT, for_seat

if TYPE_CHECKING:
    from dicecup.cli.console.session import Desk

MOST = 200  # offers for one line


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
        return self.of(Candidate(text, note) for text in texts)

    def of(self, candidates: Iterable[Candidate]) -> Iterator[Offer]:
        """Those of the candidates that the last word begins. Between double quotes there can be none."""
        low = self.word.lower()
        for one in candidates:
            if one.text.lower().startswith(low) and '"' not in one.text:
                yield Offer(_quoted(one), len(self.raw), one.help)


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


def _quoted(candidate: Candidate) -> str:
    """A candidate as one word; the quote of one that goes on is left open."""
    if not any(map(str.isspace, candidate.text)):
        return candidate.text
    return f'"{candidate.text}' if candidate.open else f'"{candidate.text}"'


# ---- what commands take


def _file(desk: Desk, tail: Tail) -> Iterator[Offer]:
    return tail.of(files(tail.word))


def _nth(*lists: Completion) -> Completion:
    """What is offered for each word of a command, the last for all that follow."""
    return lambda desk, tail: lists[min(len(tail.given), len(lists) - 1)](desk, tail)


def _among(*texts: str) -> Completion:
    return lambda desk, tail: tail.offered(texts)


def _new(desk: Desk, tail: Tail) -> Iterator[Offer]:
    """As `play` is completed: what `new` takes are its options in other words."""
    if not tail.given:
        yield from _shell(desk, ["play"], tail)
        return
    options = new_options(desk, tail.given)
    play = ["play", str(options["variant"])]
    for name, option in (("settings", "--set"), ("seats_given", "--seat"), ("names", "--name")):
        play += [part for text in options[name] for part in (option, text)]
    play += [] if options["seats"] is None else ["--seats", str(options["seats"])]
    yield from _options(desk, play, tail, *(key for key in KEYS if "." not in key))
    yield from _agents(desk, play, tail)
    yield from _shell(desk, [*play, "--set"], tail)
    named = desk.command_line.candidates([*play, "--name"], "")
    yield from tail.of(replace(one, text=one.text.replace("=", ".name=")) for one in named)


def _options(desk: Desk, command: list[str], tail: Tail, *keys: str) -> Iterator[Offer]:
    """Keys that are options of a command, and their values."""
    key, equals, _ = tail.word.partition("=")
    given = {word.partition("=")[0] for word in tail.given}
    if not equals:
        yield from tail.of(Candidate(f"{one}=", open=True) for one in keys if one not in given)
    elif key == "undo":
        yield from tail.offered(("undo=on", "undo=off"))
    elif key in keys:
        yield from _shell(desk, [*command, f"--{key}"], tail, head=f"{key}=")


def _agents(desk: Desk, command: list[str], tail: Tail) -> Iterator[Offer]:
    """Who may take a seat of a game here: people sit at this keyboard, and need no other word for it."""
    found = desk.command_line.candidates([*command, "--seat"], tail.word)
    return tail.of(one for one in found if for_seat(one.text)[1] not in (ME, WAIT))


def _resume(desk: Desk, tail: Tail) -> Iterator[Offer]:
    saved = desk.saved.games() if desk.saved is not None else []
    if not tail.given:
        for number, game in enumerate(saved, 1):
            yield from tail.offered((str(number),), game.title)
        yield from _shell(desk, ["play", "--resume"], tail)
        return
    first, *more = tail.given
    number = int(first) if first.isascii() and first.isdigit() else 0
    log = str(saved[number - 1].path) if 1 <= number <= len(saved) and not Path(first).exists() else first
    seats = [part for word in more if for_seat(word)[0] for part in ("--seat", word)]
    play = ["play", "--resume", log, *seats]
    yield from _options(desk, play, tail, "dice")
    yield from _agents(desk, play, tail)


def _load(desk: Desk, tail: Tail) -> Iterator[Offer]:
    step = ["replay", "step", *tail.given[:1]]
    return _options(desk, step, tail, "game") if tail.given else _shell(desk, step, tail)


def _fork(desk: Desk, tail: Tail) -> Iterator[Offer]:
    """As in a log, but that it is the game here which goes on."""
    letter, agent = for_seat(tail.word)
    given = {for_seat(word)[0] for word in tail.given}
    free = [one for one in _seats(desk) if one not in given]
    if letter in free:
        head = tail.word[: len(tail.word) - len(agent)]
        found = agents([HUMAN, *bots_of([desk.here.match.definition.family])], agent)
        yield from tail.of(replace(one, text=f"{head}{one.text}") for one in found)
    else:
        yield from tail.of(Candidate(f"{one}=", open=True) for one in free)
        yield from _options(desk, ["replay", "fork"], tail, "log", "dice")


def _set(desk: Desk, tail: Tail) -> Iterator[Offer]:
    from dicecup.cli.settings.schema import SLOTS, opponents
    from dicecup.engine.definitions.value_types import few

    if not tail.given:
        for name, slot in SLOTS.items():
            yield from tail.offered((name,), slot.meaning)
    elif (found := SLOTS.get(tail.given[0].lower())) is not None and len(tail.given) == 1:
        yield from tail.offered(opponents() if found.path == "opponent" else few(found.type, LONGEST_RANGE))


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


def _shell(desk: Desk, args: list[str], tail: Tail, head: str = "") -> Iterator[Offer]:
    """What a shell would offer for the word after those of a command, or for what stands behind its `head`."""
    found = desk.command_line.candidates(args, tail.word.removeprefix(head))
    return tail.of(replace(one, text=f"{head}{one.text}") for one in found)


ARGUMENTS: dict[str, Completion] = {
    "new": _new,
    "undo": _nth(lambda desk, tail: tail.offered(_seats(desk))),
    "as": _as,
    "save": _nth(_file, _among("force")),
    "resume": _resume,
    "load": _load,
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

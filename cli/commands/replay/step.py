"""`dicecup replay step`: a walk through a logged game, by keys on a terminal, by words from a pipe or a file."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base import output as voice
from dicecup.cli.base.command import command
from dicecup.cli.base.errors import LOG, Failure, code_of, usage
from dicecup.cli.base.output import Manners, put, put_json, room
from dicecup.cli.base.parameters import File, GameNumber, Log, viewer_option
from dicecup.cli.base.signals import AT_PROMPT, Interrupts
from dicecup.cli.base.text import capital, counted, safe, wrap
from dicecup.cli.base.wording import COMMAND_LINE
from dicecup.cli.narration.narrator import lines
from dicecup.cli.session.cursor import WORDS, Stuck, Walk, helped, understood, walk_in
from dicecup.engine.core.problems import DicecupError

if TYPE_CHECKING:
    from dicecup.cli.drawing import Look
    from dicecup.cli.session.raw_terminal import RawTerminal

ENTER, LEAVE, BACKSPACE = ("c-m", "c-j"), ("escape", "c-d"), "c-h"
# What a key does, by the name that prompt-toolkit has for it; a sign is its own name.
KEYS = {
    "right": "next", "down": "next", " ": "next", "c-m": "next", "c-j": "next", "n": "next",
    "left": "back", "up": "back", "p": "back", "b": "back", BACKSPACE: "back",
    "home": "start", "^": "start", "end": "end", "$": "end", "e": "end",
    "c": "call", "s": "score", "r": "round", "g": "goto", "/": "find", "m": "moves", "d": "digest",
    "?": "help", "h": "help", "q": "quit", **dict.fromkeys(LEAVE, "quit"),
}  # fmt: skip
MARGIN = 2  # cells before what is told, where the event at which one stands has its mark
NARROW = 12  # cells from which on there is room for that
FOOT = "arrows  g goto  c call  s score  r round  / find  m moves  ? help  q quit"


@command(
    "step",
    help="""Walk through a game and see the table at each event. On a terminal by keys; elsewhere by words, one a line:
    `next`, `back`, `goto 17`, `end`, `call`, `score`, `round`, `find TEXT`, `moves`, `digest`, `load FILE`.

    However often one goes back and forth, an event always has the same table and the same digest. A log that is
    damaged can be walked up to the damage; the exit code is then 4. A word that leads nowhere ends a script with
    exit code 1.
    """,
    examples=(
        ("dicecup replay step game.jsonl", "walk by keys: arrows, c to the next call, ? for all of them"),
        ("dicecup replay step game.jsonl --words words.txt", "the same words from a script"),
        ("dicecup replay step game.jsonl --as B", "as B saw it"),
    ),
)
@click.argument("file", type=Log(), metavar="FILE")
@click.option("--game", "number", type=GameNumber(), metavar="I", help="Which game of a file of several.")
@viewer_option
@click.option("--words", type=File(), metavar="FILE|-", help="Words to walk by, one a line; # begins a comment.")
@click.pass_obj
def step(manners: Manners, file: str, number: int | None, viewer: str | None, words: str | None) -> int:
    """The command `dicecup replay step`."""
    if file == "-" and words in (None, "-"):
        raise usage("the log and the words cannot both come from standard input; give the words with --words FILE")
    walk = walk_in(file, number, manners.clearance, viewer)
    stepper = Stepper(manners, walk, viewer)
    keys = words is None and voice.is_terminal(sys.stdin) and voice.is_terminal(sys.stdout)
    if keys and manners.no_input:
        raise usage("--no-input forbids asking; give the words with --words FILE")
    capable = voice.is_capable() or sys.platform == "win32"  # which has no TERM; prompt-toolkit knows what to do there
    if keys and capable and not manners.json and not manners.plain:
        stepper.by_keys()
    else:
        stepper.by_words(words or "-", asking=keys)
    return LOG if stepper.damaged else 0


class Stepper:
    """The course of one `step`."""

    def __init__(self, manners: Manners, walk: Walk, seat: str | None) -> None:
        self.manners = manners
        self.walk = walk
        self.seat = seat
        self.damaged = bool(walk.game.errors)

    @property
    def look(self) -> Look:
        """How the table is drawn: the terminal may have changed its size."""
        from dicecup.cli.drawing import look_of

        return look_of(self.manners)

    # ---- by words

    def by_words(self, path: str, *, asking: bool) -> None:
        """Walk as the lines of a file or of standard input say. Asking a person, what leads nowhere is told, and asked again."""
        if not self.manners.quiet:
            self._head()
        self._show()
        self._tell_damage()
        with ExitStack() as stack:
            from dicecup.cli.session.script import Script

            script = None if asking else stack.enter_context(Script(path, "--words"))
            while True:
                line = self._ask() if script is None else script.text()
                if line is None:
                    return
                try:
                    if not self._say(*understood(line)):
                        return
                except (Failure, DicecupError) as stuck:
                    said = COMMAND_LINE.sentence(stuck)
                    if script is not None:
                        raise Failure(code_of(stuck), said, file=script.name, line=script.line) from None
                    self.manners.warn(said)

    def _ask(self) -> str | None:
        while True:
            try:
                text = input("step> ")
            except EOFError:
                put()
                return None
            except ValueError:
                continue
            if text.strip():
                return text

    def _say(self, word: str, rest: str) -> bool:
        """Do what a word says and show what comes of it; False to leave."""
        if word == "quit":
            return False
        if word == "help":
            self._put(helped(self.manners.page))
        elif word == "moves":
            if self.manners.json:
                put_json({"dicecup": 1, "type": "moves", "n": self.walk.n, "moves": self.walk.legal()})
            else:
                self._put(wrap("  " + "  ".join(self.walk.legal()), room(), 2))
        elif word == "digest":
            if self.manners.json:
                put_json({"dicecup": 1, "type": "digest", "n": self.walk.n, "digest": self.walk.digest()})
            else:
                self._put([self.walk.digest()])
        elif word == "load":
            if not rest:
                raise Stuck("load takes the file of a log, such as load game.jsonl")
            self.walk = walk_in(rest, None, self.manners.clearance, self.seat)
            self.damaged = self.damaged or bool(self.walk.game.errors)
            self._head()
            self._show()
            self._tell_damage()
        else:
            self.walk.go(word, rest)
            self._show()
        voice.flush()
        return True

    def _put(self, texts: Iterable[str]) -> None:
        for text in texts:
            put(text)

    def _head(self) -> None:
        if not self.manners.json:
            for told in self.walk.teller.title():
                self._put(lines(told, self.manners, room()))

    def _show(self) -> None:
        """Where one stands, the event, and the table."""
        walk = self.walk
        if self.manners.json:
            put_json(self._record())
            return
        put(self.manners.styled(f"[{walk.place()}]", dim=True))
        if walk.n:
            self._put(walk.told(walk.n, self.look))
        self._put(walk.table(self.look))

    def _record(self) -> dict[str, Any]:
        walk, game = self.walk, self.walk.game
        event = game.events[walk.n - 1] if walk.n else None
        known = walk.n <= len(game) and len(game) > 0
        here = game.at(walk.n) if known else None
        settled = here is not None and here.settled
        return {
            "dicecup": 1,
            "type": "step",
            "n": walk.n,
            "last": walk.last,
            "event": walk.teller.seen(event) if event is not None else None,
            "settled": settled,
            "turn": here.turn if here is not None and settled else None,
            "digest": here.digest if here is not None and self.seat is None else None,
        }

    def _tell_damage(self) -> None:
        error = self.walk.damage
        if error is not None:
            more = len(self.walk.game.errors) - 1
            also = f" ({counted(more, 'more error')})" if more else ""
            self.manners.warn(f"line {error.line}: {error.message} [{error.kind}]{also}")

    # ---- by keys

    def by_keys(self) -> None:
        """Walk by single keys, the screen drawn anew at each."""
        from dicecup.cli.session.raw_terminal import RESIZED, RawTerminal  # which loads much

        error = self.walk.damage
        note = [f"Damaged at line {error.line}: {error.message}"] if error is not None else []
        with Interrupts(AT_PROMPT) as interrupts, ExitStack() as stack:
            with interrupts.held():
                terminal = stack.enter_context(RawTerminal())
            while True:
                self._draw(terminal, note)
                key = terminal.key()
                if key == RESIZED:
                    continue
                word = KEYS.get(key)
                if word == "quit":
                    break
                note = self._answer(terminal, key, word)
        put()

    def _answer(self, terminal: RawTerminal, key: str, word: str | None) -> list[str]:
        """What a key does; the lines to be shown below the table."""
        if word is None:
            return [f"No key {safe(key)}; ? lists them."] if len(key) == 1 else []
        try:
            return self._pressed(terminal, word)
        except Failure as stuck:
            return [f"{capital(str(stuck))}."]

    def _pressed(self, terminal: RawTerminal, word: str) -> list[str]:
        if word == "help":
            keys = "; ".join(f"{others[0]} {what}" for others, what in WORDS.values() if others)
            return list(wrap(f"Arrows, space and Enter step; {keys}; Home and End do what they say.", room()))
        if word == "moves":
            return list(wrap("  " + "  ".join(self.walk.legal()), room(), 2))
        if word == "digest":
            return [self.walk.digest()]
        rest = ""
        if word in ("goto", "find"):
            rest = _line(terminal, f"{word}> ")
            if not rest:
                return []
        self.walk.go(word, rest)
        return []

    def _draw(self, terminal: RawTerminal, note: list[str]) -> None:
        """The whole screen: title, the events up to here, the table, a note, the keys. As much as there is room for."""
        walk, look = self.walk, self.look
        height = max(2, shutil.get_terminal_size().lines)
        title = next(iter(walk.teller.title())).text
        head = _within(
            height // 3, wrap(f"{safe(title)}  [{walk.place()}]", look.cells), wrap(walk.place(), look.cells)
        )
        head = [self.manners.styled(line, bold=True) for line in head]
        foot = _within(height // 3, ["", *wrap(FOOT, look.cells)])
        space = max(1, height - 2 - len(head) - len(foot))
        said = [part for line in note for part in wrap(safe(line), look.cells)]
        below = fitted(["", *said], space) if said else []  # what was asked for comes first
        here = fitted(self._told(walk.n, look), space - len(below)) if walk.n else []
        if table := walk.table(look):
            below = [*fitted(["", *table], space - len(here) - len(below)), *below]
        told = here
        for n in range(walk.n - 1, 0, -1):
            block = self._told(n, look)
            if len(block) + len(told) + len(below) > space:
                break
            told = block + told
        body = [*head, *([""] if head and told else []), *told, *below, *foot]
        terminal.draw("\n".join(body[: height - 1]))

    def _told(self, n: int, look: Look) -> list[str]:
        """Event n in lines, the one where one stands marked."""
        margin = MARGIN if look.cells >= NARROW else 0
        text = self.walk.told(n, replace(look, cells=look.cells - margin))
        mark = ">" if n == self.walk.n else ""
        return [f"{mark if i == 0 else '':{margin}}"[:margin] + line for i, line in enumerate(text)]


def _line(terminal: RawTerminal, prompt: str) -> str:
    """A line typed below the screen; Escape or nothing leaves it."""
    terminal.write(prompt)
    line = ""
    while (key := terminal.key()) not in (*ENTER, *LEAVE):
        if key == BACKSPACE:
            terminal.write("\b \b" if line else "")
            line = line[:-1]
        elif len(key) == 1 and key.isprintable():
            terminal.write(key)
            line += key
    return line.strip() if key in ENTER else ""


def _within(rows: int, *texts: Iterable[str]) -> list[str]:
    """The first text that takes no more rows; none where each takes more."""
    return next((found for text in texts if len(found := list(text)) <= rows), [])


def fitted(text: list[str], room: int) -> list[str]:
    """As many lines of a text as there is room for: empty ones give way, the last first; that others are left out is said."""
    empty = [i for i, line in enumerate(text) if not line]
    away = empty[-(len(text) - room) :] if len(text) > room else []
    text = [line for i, line in enumerate(text) if i not in away]
    if len(text) <= room:
        return text
    rest = len(text) - room + 1
    return [*text[: room - 1], f"... and {counted(rest, 'more line')}, on a higher screen"] if room > 0 else []

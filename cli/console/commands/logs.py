"""Commands about logs: open one, walk through it, play on from any event, prove it, compare it."""

from __future__ import annotations

from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from dicecup.cli.base.errors import LOG, NO, Failure, usage
from dicecup.cli.base.parameters import MAX_GAME
from dicecup.cli.base.text import counted, safe
from dicecup.cli.console.commands.game import SEAT, logs_of, patience_of, seats_and_dice, taken_up
from dicecup.cli.console.commands.tools import through
from dicecup.cli.console.registry import Command
from dicecup.cli.console.session import Desk
from dicecup.cli.console.tokens import nothing, whole, words
from dicecup.cli.console.wording import CONSOLE
from dicecup.cli.session.cursor import WORDS, walk_in

if TYPE_CHECKING:
    from collections.abc import Callable


def load(desk: Desk, rest: str) -> None:
    """Open a log, at its last event."""
    file, *more = words(rest) or [""]
    number = more[0].removeprefix("game=") if more else ""
    if not file or len(more) > 1 or (more and not more[0].startswith("game=")):
        raise usage("load takes the file of a log, such as load game.jsonl, or load many.jsonl game=3")
    if file == "-":
        raise usage("load takes a file; the lines themselves may come from standard input")
    which = whole(number, "game", 0, MAX_GAME) if number else None
    walk = walk_in(file, which, desk.viewer.clearance, desk.viewer.seat, CONSOLE)
    if "definition" not in walk.game.header:
        error = walk.game.errors[0]
        raise Failure(LOG, f"there is no game in this file: {error.message}", file=file, line=error.line)
    walk.n = walk.last
    desk.viewer.check_next(walk.game.header, ())
    desk.open(walk)
    if (damage := walk.damage) is not None:
        desk.speech.protest(f"{safe(file)}:{damage.line}: {damage.message} [{damage.kind}]")
    if not desk.manners.json:
        desk.speech.lines(desk.speech.artist.title())
    desk.speech.show()


def _walking(word: str) -> Callable[[Desk, str], None]:
    """A command that walks by one of the words of `walk`."""

    def walk(desk: Desk, rest: str) -> None:
        strolled = desk.viewer.walked()
        strolled.go(word, rest)
        played_on = word == "end" and desk.here.live is not None and desk.here.live.open
        if played_on:
            desk.here.play_on()
        else:
            desk.here.look_back(strolled)
        desk.speech.show()

    return walk


def digest(desk: Desk, rest: str) -> None:
    """The digest of the state."""
    nothing(rest, "digest")
    found = desk.viewer.walked().digest()
    desk.speech.say("digest", {"digest": found}, [found])


def fork(desk: Desk, rest: str) -> None:
    """Play on from an event of what lies here; with a file, the command `replay fork`."""
    from dicecup.cli.session.continued import forked, known
    from dicecup.engine.log.log import dump
    from dicecup.engine.replay.fork import games

    given = words(rest)
    if given and not given[0].isdigit() and not SEAT.fullmatch(given[0]) and Path(given[0]).exists():
        through(desk, "replay", "fork", *given)
        return
    records = desk.here.records
    at = desk.here.walk.n if desk.here.walk is not None else len(records) - 1
    if given and given[0].isascii() and given[0].isdigit():
        at = whole(given.pop(0), "fork", 0, len(records) - 1)
    files = [word.removeprefix("log=") for word in given if word.startswith("log=")]
    agents, dice = seats_and_dice([word for word in given if not word.startswith("log=")])
    data = BytesIO(b"".join(map(dump, records)))
    with ExitStack() as stack:
        (found,) = games(data, "the game")
        begun, bots = forked(
            data, found, at, agents, dice, CONSOLE, patience=patience_of(desk), discreet=desk.viewer.clearance.discreet
        )
        people = [letter for letter in begun.match.seats if letter not in bots]
        desk.viewer.check_next(begun.header, people)
        # Where moves cannot be taken back, cups are not looked into and the game then gone on with.
        if desk.here.live is not None and (
            people != desk.here.live.people or not desk.here.live.match.header.get("undo")
        ):
            desk.viewer.guard()
        name = begun.match.definition.name
        logs = logs_of(desk, stack, files[-1] if files else None, name, people=bool(people))
        live = taken_up(desk, begun, bots, dice, logs, stack.pop_all())
    desk.put(live, known=known(begun), parent=desk.here.inputs)


def verify(desk: Desk, rest: str) -> None:
    """Prove what lies here; with files, the command `replay verify`."""
    from dicecup.cli.narration.verdicts import Tally
    from dicecup.engine.log.log import dump
    from dicecup.engine.replay.parallel_verify import verdicts

    if rest:
        through(desk, "replay", "verify", *words(rest))
        return
    data = BytesIO(b"".join(map(dump, desk.here.records)))
    tally = Tally(desk.manners, "")
    for found in verdicts(data, "this game", "plain", None):
        verdict = found.discreet() if desk.viewer.clearance.discreet else found
        if verdict.kind == "incomplete":
            events = counted(len(desk.here.records) - 1, "event")
            desk.speech.say("verify", verdict.as_dict(), [f"this game: true so far; {events}, and no end yet"])
            return
        tally.take(verdict)
    if tally.close() == NO:
        raise Failure(NO, "the game is not true")


def diff(desk: Desk, rest: str) -> None:
    """The command `replay diff`."""
    through(desk, "replay", "diff", *words(rest))


HERE = "; in a game that is played it looks back, until the next move or `end`"

COMMANDS = (
    Command("load", "load FILE [game=I]", "open a log, to walk through it", load, "Look"),
    *(
        Command(word, f"{word} {more}".strip(), WORDS[word][1] + (HERE if word == "back" else ""), _walking(word), "Walk", also=also)
        for word, more, also in (
            ("next", "[N]", ("step",)), ("back", "[N]", ("prev",)), ("goto", "N", ()), ("start", "", ()), ("end", "", ()),
            ("call", "", ()), ("score", "", ()), ("round", "", ()), ("find", "TEXT", ()),
        )
    ),
    Command("digest", "digest", WORDS["digest"][1], digest, "Walk"),
    Command("fork", "fork [N] [A=AGENT] [log=FILE]", "play on from event N, on the same dice", fork, "Keep",
        "Without N from where you stand. `fork 9 A=human` seats you; `fork 9 dice=throws.txt` takes other dice; "
        "`fork game.jsonl --at 9` is the command `replay fork`."),
    Command("verify", "verify [FILE...]", "prove that the game, or logs, are true", verify, "Keep"),
    Command("diff", "diff FILE FILE", "where two logs differ, and why", diff, "Keep"),
)  # fmt: skip

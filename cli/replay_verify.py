"""`dicecup replay verify`: whether logs are true."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, BinaryIO

import click

from dicecup.cli import voice
from dicecup.cli.command import command
from dicecup.cli.failure import NO
from dicecup.cli.replay import opened
from dicecup.cli.text import counted, safe
from dicecup.cli.variant import File
from dicecup.cli.voice import Manners, put, put_json

if TYPE_CHECKING:
    from dicecup.engine.verify import Verdict


@command(
    "verify",
    examples=(
        ("dicecup replay verify game.jsonl", "play the game again and compare every event"),
        ("dicecup replay verify game.jsonl --json", "the verdict for a program, a line a game"),
    ),
)
@click.argument("files", type=File(), metavar="FILE...", nargs=-1, required=True)
@click.pass_obj
def verify(manners: Manners, files: tuple[str, ...]) -> int:
    """Play every game of the logs again, by its own rules, from its moves and dice, and compare each event; seeded dice are
    compared with the seed. `-` is standard input.

    The exit code is 0 if all are true, 1 if one is not, 4 if one cannot be read or has no end.
    """
    tally = Tally(manners)
    with ExitStack() as stack:
        streams = [(file, stack.enter_context(opened(file))) for file in files]
        for file, stream in streams:
            for verdict in _verdicts(stream, file):
                tally.take(verdict)
    return tally.close()


def _verdicts(stream: BinaryIO, file: str) -> Iterator[Verdict]:
    from dicecup.engine.verify import Verdict
    from dicecup.engine.verify import verify as verdicts

    found = False
    try:
        for verdict in verdicts(stream, file):
            found = True
            yield verdict
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        message = f"cannot be read: {(error.strerror or str(error)).lower()}"
        yield Verdict(file, 1, None, ok=False, kind="unreadable bytes", message=message)
        return
    if not found:
        yield Verdict(file, 1, None, ok=False, kind="incomplete", message="there is no game in this file")


class Tally:
    """Verdicts counted and told as they come."""

    def __init__(self, manners: Manners) -> None:
        self.manners = manners
        self.code = 0
        self.games = self.true = 0
        self._last: Verdict | None = None

    def take(self, verdict: Verdict) -> None:
        """Tell a verdict, and count it."""
        self.games += 1
        self.true += verdict.ok
        self.code = max(self.code, verdict.code)
        if self.manners.json:
            put_json(verdict.as_dict())
            voice.flush()
        elif not verdict.ok:
            self._untrue(verdict)
        self._last = verdict

    def close(self) -> int:
        """The sum of it all, and the exit code."""
        if self.manners.json or (self.manners.quiet and self.code == 0):
            return self.code
        if self.games == 1 and self._last is not None and self._last.ok:
            dice = "dice taken as given" if self._last.given else "dice as the seed gives them"
            if self._last.kind == "redacted":
                dice = "made for one seat: its check holds, the dice it hides cannot be verified"
            sentence = f"{self._last.file}: true; {counted(self._last.events, 'event')}, {dice}"
            put(self.manners.styled(safe(sentence), fg="green"))
        elif self.true == self.games:
            put(self.manners.styled(f"{counted(self.games, 'game')}: all true", fg="green"))
        elif self.games > 1:
            put(f"{counted(self.games, 'game')}: {self.true:,} true, {self.games - self.true:,} not")
        return self.code

    def _untrue(self, verdict: Verdict) -> None:
        game = "" if verdict.game is None else f"game {verdict.game} "
        what = "is incomplete" if verdict.kind == "incomplete" else f"is not true ({verdict.kind})"
        at = f" at event {verdict.n}" if verdict.code == NO and verdict.n else ""
        rule = f" [{verdict.rule}]" if verdict.rule else ""
        line = f"{verdict.file}:{verdict.line}: {game}{what}{at}: {verdict.message}{rule}"
        put(self.manners.styled(safe(line), fg="red"))
        for name, value in (("expected", verdict.expected), ("found", verdict.found)):
            if value is not None and not self.manners.quiet:
                text = safe(voice.compact(value))
                put(f"  {name:8}  {text if len(text) <= 300 else text[:297] + '...'}")

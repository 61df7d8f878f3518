"""`dicecup replay export`: a log as text, as CSV of its events, as Markdown, or as the log that one seat may see."""

from __future__ import annotations

import csv
import io
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base import output as voice
from dicecup.cli.base.command import command
from dicecup.cli.base.errors import LOG, code_of_kind, usage
from dicecup.cli.base.log_input import opened, seat_in, whole
from dicecup.cli.base.output import Manners, put_json
from dicecup.cli.base.parameters import Log, Output, viewer_option
from dicecup.cli.base.text import safe
from dicecup.cli.games.registry import teller
from dicecup.cli.narration.contract import Told
from dicecup.cli.narration.narrator import ALL
from dicecup.engine.log.numbering import in_order
from dicecup.engine.match.visibility import visibility_of

if TYPE_CHECKING:
    from dicecup.engine.log.log import LoggedGame

COLUMNS = ("game", "n", "round", "type", "seat", "move", "auto", "for", "dice", "private", "hidden", "rest")
FORMATS = ("text", "csv", "markdown", "jsonl")
FORMULA = ("=", "+", "-", "@")  # what a spreadsheet takes for the beginning of one
NUMBERED = re.compile(r"^(\d+)([.)])(?= )")  # what Markdown takes for the beginning of a list
SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+=!|~$&])")  # what Markdown would not show as it stands


@command(
    "export",
    help="""Write the games of a log in another form: `text` and `markdown` tell them, `csv` has a row an event, `jsonl` is
    the log itself.

    With `--as` nothing is in it that the seat could not see; a log made so verifies as redacted. The exit code is 4
    where a record cannot be read, which is left out, or where a game has no end, and 1 where an event does not stand
    at its place; each such line is named.
    """,
    examples=(
        ("dicecup replay export game.jsonl", "the game told, as text"),
        ("dicecup replay export game.jsonl --format csv --output game.csv", "a row an event, for a spreadsheet"),
        ("dicecup replay export game.jsonl --format jsonl --as B", "the log as B may see it"),
    ),
)
@click.argument("file", type=Log(), metavar="FILE")
@click.option(
    "--format",
    "kind",
    type=click.Choice(FORMATS),
    metavar="FORMAT",
    help=f"One of {', '.join(FORMATS)}; text if not given, and jsonl with --json.",
)
@viewer_option
@click.option("--output", type=Output(), default="-", metavar="FILE", help="Where to; standard output if not given.")
@click.option("--force", is_flag=True, help="Replace the output if it exists.")
@click.pass_obj
def export(manners: Manners, file: str, kind: str | None, viewer: str | None, output: str, force: bool) -> int:
    """The command `dicecup replay export`."""
    from dicecup.engine.log.log import Writer

    if manners.json and output == "-" and kind not in (None, "jsonl"):
        raise usage(
            f"--json and --format {kind} both say what goes to standard output; leave one out, or add --output FILE"
        )
    exporter = EXPORTERS[kind or ("jsonl" if manners.json else "text")](viewer, plain=manners.plain)
    code = 0
    with ExitStack() as stack:
        stream = stack.enter_context(opened(file, manners.clearance, viewer))
        if output == "-":
            write = _write_escaped if manners.json else voice.write
        else:
            writer = stack.enter_context(Writer(output, force=force, whole=True))
            write = lambda text: writer.write(text.encode())  # noqa: E731 - what `write` is
        write(exporter.begin())
        for game in whole(stream, file):
            if viewer is not None:
                seat_in(game.header, viewer)
            for text in exporter.game(game):
                write(text)
            for line, wrong, problem in exporter.problems:
                code = max(code, code_of_kind(wrong))
                manners.warn(f"{file}:{line}: {problem}")
            if not exporter.ended:
                code = LOG
                manners.warn(f"{file}: game {exporter.header.get('game', '?')} has no end")
    if output != "-":
        if manners.json:
            put_json({"dicecup": 1, "type": "written", "file": output})
        else:
            manners.say(f"Wrote {output}")
    return code


def _write_escaped(lines: str) -> None:
    """Lines of a log as JSON on standard output, which a terminal may show."""
    for line in lines.split("\n")[:-1]:
        voice.put(voice.escaped(line))


class Exporter(ABC):
    """One form. `game` gives the text of a game piece by piece.

    `problems` are the lines of it that are damaged: each its number, the kind of damage, and a sentence.
    """

    def __init__(self, seat: str | None, *, plain: bool = False) -> None:
        self.seat = seat
        self.plain = plain
        self.viewer = seat or ALL
        self.header: Mapping[str, Any] = {}
        self.problems: list[tuple[int, str, str]] = []
        self.ended = False
        self._games = 0

    def begin(self) -> str:
        """What stands before the first game."""
        return ""

    def game(self, game: LoggedGame) -> Iterator[str]:
        """A game, piece by piece."""
        self.problems, self.ended = [], False
        self.header = game.header
        self._games += 1
        yield self.title()
        for line, fault in in_order(game):
            if fault is not None:
                self.problems.append((line.number, *fault))
            if line.record is None:
                continue
            self.ended = line.record.get("type") == "end"
            yield self.event(line.record)

    @abstractmethod
    def title(self) -> str:
        """The header."""

    @abstractmethod
    def event(self, event: Mapping[str, Any]) -> str:
        """One event."""


class Text(Exporter):
    """The game told, a line as long as it is."""

    def title(self) -> str:
        self.teller = teller(self.header, self.viewer, aligned=not self.plain)
        before = "\n" if self._games > 1 else ""
        return before + self._lines(list(self.teller.title())) + "\n"

    def event(self, event: Mapping[str, Any]) -> str:
        return self._lines(self.teller.tell(event))

    @staticmethod
    def _lines(told: list[Told]) -> str:
        return "".join(f"{safe(item.text)}\n" for item in told)


class Markdown(Exporter):
    """The game told in headings and lists."""

    def title(self) -> str:
        self.teller = teller(self.header, self.viewer)
        (first, *seats) = [item.text.strip() for item in self.teller.title()]
        before = "\n" if self._games > 1 else ""
        self._headed = False
        return f"{before}# {shown(first)}\n\n" + "".join(f"- {shown(seat)}\n" for seat in seats)

    def event(self, event: Mapping[str, Any]) -> str:
        text = ""
        for item in self.teller.tell(event):
            line = shown(" ".join(item.text.split()))
            if item.kind in ("round", "result"):
                text += f"\n## {line}\n\n"
                self._headed = True
            elif line:
                text += f"- {line}\n" if self._headed else f"\n## Opening\n\n- {line}\n"
                self._headed = True
        return text


class Csv(Exporter):
    """A row an event; what has no column of its own stands in `rest` as JSON."""

    def begin(self) -> str:
        return self._row(COLUMNS)

    def title(self) -> str:
        self._visibility = visibility_of(self.header) if self.seat else None
        return ""

    def event(self, event: Mapping[str, Any]) -> str:
        seen = self._visibility.seen(event, self.seat) if self._visibility else event
        own = {name: value for name, value in seen.items() if name not in COLUMNS and not name.startswith("_")}
        dice = seen.get("dice")
        if isinstance(dice, list):
            dice = " ".join(map(str, dice))
        elif dice is not None:
            own["dice"], dice = dice, None  # by seat
        cells = {**seen, "game": self.header.get("game"), "dice": dice, "rest": voice.compact(own) if own else None}
        return self._row([cell(cells.get(name)) for name in COLUMNS])

    @staticmethod
    def _row(cells: Any) -> str:
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerow(cells)
        return out.getvalue()


class Jsonl(Exporter):
    """The log itself, or what a seat may see of it. A sealed file has a seal then too, if it is as it was sealed."""

    def begin(self) -> str:
        from dicecup.engine.log.seal import Seal

        self._seal, self._source = Seal(), Seal()
        return ""

    def title(self) -> str:
        from dicecup.engine.log.redaction import Redacted

        self._redacted = Redacted(self.seat) if self.seat else None
        self._check: Any = ""
        return self._line(self.header) if self.header else ""

    def event(self, event: Mapping[str, Any]) -> str:
        return self._line(event)

    def game(self, game: LoggedGame) -> Iterator[str]:
        from dicecup.engine.log.log import dump

        yield from super().game(game)
        self._seal.add(self._check)
        self._source.add(game.check)
        if game.seal is not None and self._source.fits(game.seal):
            yield dump(self._seal.record()).decode()

    def _line(self, record: Mapping[str, Any]) -> str:
        from dicecup.engine.log.log import dump

        shown = self._redacted.record(record) if self._redacted else dict(record)
        if shown.get("type") == "end":
            self._check = shown.get("check", "")
        return dump(shown).decode()


EXPORTERS: dict[str, type[Exporter]] = {"text": Text, "csv": Csv, "markdown": Markdown, "jsonl": Jsonl}


def cell(value: Any) -> str:
    """A value in a cell of a table: nothing for what is not there, `true` and `false` as in JSON, no text that is a formula."""
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, bool | dict | list):
        return voice.compact({"": value})[4:-1]
    text = safe(str(value))
    return f"'{text}" if text.startswith(FORMULA) else text


def shown(text: str) -> str:
    """Text that Markdown shows as it stands."""
    return NUMBERED.sub(r"\1\\\2", SPECIAL.sub(r"\\\1", safe(text)))

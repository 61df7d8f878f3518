"""Where the records of a game go: its log, the folder of open games, and standard output, in words or as they are."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from dicecup.cli.base import output as voice
from dicecup.cli.base.output import Manners
from dicecup.cli.base.text import counted

if TYPE_CHECKING:
    from dicecup.cli.session.game_setup import SetUp
    from dicecup.cli.session.session import Sink
    from dicecup.engine.match.match import Record


class Outputs:
    """The `sinks` of one game, each of which gets every record; a log comes before what is told, which may fail.

    `viewer` is the seat through whose eyes alone the game may be shown, if one was named.
    """

    def __init__(self, manners: Manners, viewer: str | None, setup: SetUp) -> None:
        self.manners = manners
        self.viewer = viewer
        self.setup = setup
        self.sinks: list[Sink] = []
        self.kept = False  # in the folder of open games

    def write_log(self, stack: ExitStack, path: str, *, force: bool) -> None:
        """The log goes to a file."""
        from dicecup.engine.log.log import Writer

        self.sinks.append(stack.enter_context(Writer(path, force=force)).record)

    def keep(self, stack: ExitStack) -> None:
        """A game that people play and that has no log is kept while it is open, so that the console can resume it."""
        from dicecup.cli.session.autosave import Saved

        saved = Saved(self.manners.warn)
        kept = saved.new(self.setup.definition.name)
        if kept is not None:
            self.kept = True
            stack.callback(saved.finish, kept)
            self.sinks.append(kept.record)

    def print_records(self) -> None:
        """The records go to standard output, as the viewer may see them."""
        if self.viewer is None:
            self.sinks.append(_shown)
            return
        from dicecup.engine.log.redaction import Redacted

        redacted = Redacted(self.viewer)
        self.sinks.append(lambda record: _shown(redacted.record(record)))

    def narrate(self, *, aside: bool) -> None:
        """The game is told in words; `aside` on standard error, since something else is on standard output."""
        from dicecup.cli.games.registry import teller as teller_of
        from dicecup.cli.narration.contract import Told
        from dicecup.cli.narration.narrator import lines

        known, quiet = self.setup.known, self.manners.quiet
        teller = teller_of(self.setup.header, self._eyes, aligned=not self.manners.plain)
        manners = replace(self.manners, color="never") if aside else self.manners
        before = [Told("", f"({counted(known, 'event')} before)")] if known else []

        def tell(record: Record) -> None:
            cells = voice.room()
            if record["type"] == "game":
                told = [] if quiet else [*teller.title(), Told("", ""), *before]
            elif record["n"] <= known:
                told = []
            elif quiet:
                told = [Told("result", teller.outcome(record))] if record["type"] == "end" else []
            else:
                told = teller.tell(record)
            for item in told:
                for line in lines(item, manners, cells):
                    if aside:
                        voice.complain(line)
                    else:
                        voice.put(line)

        self.sinks.append(tell)

    @property
    def _eyes(self) -> str | None:
        """Whose eyes the game is told through."""
        from dicecup.cli.narration.narrator import ALL, SPECTATOR

        here = self.setup.here
        if self.viewer is not None:
            return self.viewer
        if not self.setup.people:
            return ALL
        return here[0] if len(here) == 1 else SPECTATOR


def _shown(record: Record) -> None:
    """A record as JSON on standard output, whatever its names hold."""
    from dicecup.engine.log.log import dump

    voice.put_record(dump(record))

"""The seal of a file of games: its last record, which tells how many games stand before it, and by their checks which.

The `check` in its end seals a game, but nothing in a game tells of the others: without a seal whole games can be taken out of a file,
put in twice or added, and each of them is still true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

from dicecup.engine.core.canonical import canonical, essential
from dicecup.engine.log.log import SEAL, Line
from dicecup.engine.log.verdict import NOT_AS_SEALED, Verdict

FOLLOWED = "the seal stands before this game, and nothing may follow it"
OTHERS = "other games stand before the seal than were sealed, or in another order"


class Seal:
    """What seals the games of a file, which are added in order."""

    def __init__(self) -> None:
        self.games = 0
        self._digest = blake2b(digest_size=16)

    def add(self, check: object) -> None:
        """The next game; a damaged one may have anything for a check, or nothing."""
        self.games += 1
        self._digest.update(f"{check}\n".encode("utf-8", "surrogatepass"))

    def record(self) -> dict[str, Any]:
        """The last record of a file that holds these games."""
        return {"type": SEAL, "games": self.games, "digest": self._digest.hexdigest()}

    def fits(self, line: Line) -> bool:
        """Whether that is their seal."""
        return line.record is not None and canonical(essential(line.record)) == canonical(self.record())


class Held:
    """Holds the verdicts on the games of one file, in order, to its seal, if it has one."""

    def __init__(self) -> None:
        self._seal = Seal()
        self._waiting: Verdict | None = None  # on the last game that was sealed, until it is known that nothing follows
        self._closed = self._told = False

    def verdicts(self, verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
        """The verdicts of a whole file, and at most one on the file itself."""
        for verdict in verdicts:
            yield from self.take(verdict)
        yield from self.close()

    def take(self, verdict: Verdict) -> Iterator[Verdict]:
        """The next verdict, and one on the file after a game that follows the seal, or that is not the last one of those sealed."""
        if self._waiting is not None:
            yield self._waiting
            self._waiting = None
        broken = self._followed(verdict) if self._closed else self._counted(verdict)
        if verdict.seal is not None and broken is None and not self._told:
            self._waiting = verdict
            return
        yield verdict
        if broken is not None and not self._told:
            self._told = True
            yield broken

    def close(self) -> Iterator[Verdict]:
        """The file is at its end."""
        if self._waiting is not None:
            self._waiting.file_sealed = True
            yield self._waiting

    def _counted(self, verdict: Verdict) -> Verdict | None:
        """Count a game; a verdict where the seal follows, and is not that of the games so far."""
        self._seal.add(verdict.check)
        line = verdict.seal
        if line is None or line.record is None:
            return None
        self._closed = True
        if self._seal.fits(line):
            return None
        sealed, games = line.record.get("games"), self._seal.games
        other = OTHERS if sealed == games else f"{games} games stand before the seal, which is of {sealed}"
        broken = Verdict(verdict.file, line.number, None, ok=False, kind=NOT_AS_SEALED, message=other)
        broken.expected, broken.found = self._seal.record(), line.record
        return broken

    def _followed(self, verdict: Verdict) -> Verdict:
        return Verdict(verdict.file, verdict.line, None, ok=False, kind=NOT_AS_SEALED, message=FOLLOWED)

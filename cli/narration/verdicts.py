"""Verdicts on logged games, told as they come and counted: what `verify` says wherever it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicecup.cli.base import output as voice
from dicecup.cli.base.errors import NO, code_of_verdict
from dicecup.cli.base.output import Manners, put, put_json
from dicecup.cli.base.page import Page
from dicecup.cli.base.text import capital, counted, safe

if TYPE_CHECKING:
    from dicecup.engine.log.verdict import Verdict


class Tally:
    """Verdicts counted and told as they come."""

    def __init__(self, manners: Manners, against: str = "") -> None:
        self.manners = manners
        self.against = against
        self.code = 0
        self.games = self.true = self.unsealed = self.sealed_files = 0
        self.as_sealed = True  # every file that has a seal is
        self._last: Verdict | None = None

    def take(self, verdict: Verdict) -> None:
        """Tell a verdict, and count it."""
        from dicecup.engine.log.verdict import NOT_AS_SEALED

        if verdict.kind == NOT_AS_SEALED:
            self.as_sealed = False
        else:
            self.games += 1
            self.true += verdict.ok
            self.unsealed += not verdict.sealed
            self.sealed_files += verdict.file_sealed
            self._last = verdict
        self.code = max(self.code, code_of_verdict(verdict))
        if self.manners.json:
            put_json(verdict.as_dict())
            voice.flush()
        elif not verdict.ok:
            self._untrue(verdict)

    def close(self) -> int:
        """The sum of it all, and the exit code."""
        if self.manners.json or (self.manners.quiet and self.code == 0):
            return self.code
        if self.games == 1 and self._last is not None and self._last.ok:
            dice = "dice taken as given" if self._last.given else "dice as the seed gives them"
            if self._last.kind == "redacted":
                holds = "its seal holds" if self._last.sealed else f"its check holds, but {self._last.message}"
                dice = f"made for one seat: {holds}; the dice it hides cannot be verified"
            if self.against:
                dice = f"a game of {self.against} as well, with the same result"
            sentence = f"{self._last.file}: true; {counted(self._last.events, 'event')}, {dice}{self._seals}"
            put(self.manners.styled(safe(sentence), fg="green"))
        elif self.true == self.games:
            both = f", and games of {safe(self.against)} as well" if self.against else ""
            without = f", {self.unsealed:,} of them with an end that is not sealed" if self.unsealed else ""
            sentence = f"{counted(self.games, 'game')}: all true{both}{without}{self._seals}"
            put(self.manners.styled(sentence, fg="green" if self.as_sealed else "red"))
        elif self.games > 1:
            what = f"games of {safe(self.against)} as well" if self.against else "true"
            put(f"{counted(self.games, 'game')}: {self.true:,} {what}, {self.games - self.true:,} not")
        return self.code

    @property
    def _seals(self) -> str:
        """What is said of files that are sealed, and of those that are not as they were."""
        if not self.as_sealed:
            return "; but not the games that were sealed"
        if not self.sealed_files:
            return ""
        return "; the file is sealed" if self.sealed_files == 1 else f"; {self.sealed_files:,} files are sealed"

    def _untrue(self, verdict: Verdict) -> None:
        from dicecup.engine.log.verdict import NOT_AS_SEALED, UNREADABLE

        if verdict.kind in UNREADABLE:  # nothing can be said of such a game
            line = f"{verdict.file}:{verdict.line}: {verdict.message}"
            put(self.manners.styled(safe(line), fg="red"))
            return
        game = "" if verdict.game is None else f"game {verdict.game} "
        if verdict.keys is not None:
            self._parts(verdict, game)
            return
        if verdict.kind == NOT_AS_SEALED:
            line = f"{verdict.file}:{verdict.line}: the file is not as it was sealed: {verdict.message}"
            put(self.manners.styled(safe(line), fg="red"))
            return
        what = "is incomplete" if verdict.kind == "incomplete" else f"is not true ({verdict.kind})"
        at = f" at event {verdict.n}" if code_of_verdict(verdict) == NO and verdict.n else ""
        rule = f" [{verdict.rule}]" if verdict.rule else ""
        line = f"{verdict.file}:{verdict.line}: {game}{what}{at}: {verdict.message}{rule}"
        put(self.manners.styled(safe(line), fg="red"))
        if not self.manners.quiet:
            pairs = (("  expected", verdict.expected), ("  found   ", verdict.found))
            rows = [(name, _short(safe(voice.compact(value)))) for name, value in pairs if value is not None]
            for told in Page(10_000, plain=self.manners.plain).rows(rows):  # a record is one line
                put(told)
            if code_of_verdict(verdict) == NO:
                self._writer(verdict)

    def _parts(self, verdict: Verdict, game: str) -> None:
        from dicecup.engine.replay.verify_against import told

        at = f" at event {verdict.n}" if verdict.n else ""
        rule = f" [{verdict.rule}]" if verdict.rule else ""
        line = (
            f"{verdict.file}:{verdict.line}: {game}is true, but parts from {self.against}{at}: {verdict.message}{rule}"
        )
        put(self.manners.styled(safe(line), fg="red"))
        if not self.manners.quiet:
            if verdict.keys:
                put(f"  by {safe(told(verdict.keys))}")
            self._writer(verdict)

    def _writer(self, verdict: Verdict) -> None:
        from dicecup.engine.log.versions import authorship

        put(safe(f"  {capital(authorship(verdict.written_by))}"))


def _short(text: str, most: int = 300) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."

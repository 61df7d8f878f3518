"""`check_bot`: whether a bot may be let play, told by what was found of each property that a bot must have.

A property does not hold for a reason that somebody can do something about, so every finding that fails says what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from dicecup.engine.bots.agents import COMMAND, Agent, BadGreetingError, UnknownAgent
from dicecup.engine.bots.bot_file import BotFile
from dicecup.engine.bots.conversation import Patience
from dicecup.engine.bots.failure import BotFailure, CodePlace
from dicecup.engine.bots.protocol import OPTIONS, PROTOCOL
from dicecup.engine.core.problems import listed, printable
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.games.options import counted
from dicecup.engine.playtest.repeat import Unrepeated, unrepeated
from dicecup.engine.testing.bot_games import BotGame, Company, Played, alone, timetable
from dicecup.engine.testing.bot_leaks import Leak, LeakSearch, Position, Sample

CHECKS = ("greeting", "families", "games", "repeats", "speed", "leaks")
FORGETFUL = (
    "It keeps something from game to game (in a file, or in a variable with REUSE = True), or it draws from what dicecup does"
    " not seed (the time, os.urandom, id()): draw from view.below or the module random"
)
FORGETFUL_PROGRAM = (
    "It keeps something from game to game, or it draws from what dicecup does not seed, such as the time: forget all at newgame,"
    " and draw from the `random` of newgame and of each question"
)
LATE = 3  # games lost by time after which no more are played

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Finding:
    """What was found of one property: whether it holds (None: it could not be checked), a sentence, and what would help.

    `measured` are the numbers and names behind the sentence. `game` is one that shows what is wrong, `place` the line of the bot's
    file that is to blame.
    """

    check: str
    passed: bool | None
    said: str
    remedy: str = ""
    measured: Mapping[str, Any] = field(default_factory=dict)
    game: BotGame | None = None
    place: CodePlace | None = None


@dataclass(frozen=True)
class BotReport:
    """What was found of a bot: a finding for each of CHECKS, in their order."""

    bot: str
    seed: str
    variants: Sequence[str]
    findings: Sequence[Finding]

    @property
    def passed(self) -> bool:
        """Whether nothing was found that must not be."""
        return all(finding.passed is not False for finding in self.findings)


def check_bot(
    bot: str,
    definitions: Sequence[Definition],
    *,
    games: int,
    seed: str,
    named: bool = True,
    patience: Patience | None = None,
    progress: Progress = lambda done, total: None,
) -> BotReport:
    """Play games with a bot (a shipped one, `FILE.py:NAME` or `cmd:COMMAND`) and check what every bot must keep to.

    It plays these definitions if they are `named` for it; else all of the families among them that it plays, which one game of
    each tells. `progress` is called with the games played and those to play: each is played twice, and looked at once more for
    leaks. Raises UnknownAgent where there is no such bot.
    """
    check = _Check(bot, definitions, games, seed, patience or Patience(), progress)
    findings = list(check.findings(named=named))
    told = {finding.check for finding in findings}
    findings += [Finding(name, None, "not checked") for name in CHECKS if name not in told]
    return BotReport(bot, seed, [definition.name for definition in check.definitions], findings)


class _Check:
    """A check that is going on: the bot, what it plays, and how its games went."""

    def __init__(
        self, bot: str, definitions: Sequence[Definition], games: int, seed: str, patience: Patience, progress: Progress
    ) -> None:
        self.bot = bot
        self.definitions = list(definitions)
        self.games = games
        self.seed = seed
        self.patience = patience
        self.files: dict[str, BotFile] = {}
        self._progress = progress
        self._done = 0
        self._played: list[Played] = []
        self._is_program = True  # and no kernel, nor a bot that comes with dicecup
        self._late = 0  # games of these that were lost by time
        self._positions: list[Position] = []

    def findings(self, *, named: bool) -> Iterator[Finding]:
        """The findings one after the other, up to one without which nothing more can be checked."""
        self._progress(0, 3 * self.games)
        with self._company() as company:
            try:
                yield self._greeting(self._first(company, named=named))
            except BadGreetingError as error:
                if not self.bot.startswith(COMMAND):
                    raise
                remedy = f"It must answer the first line with a hello of protocol {PROTOCOL}, on a line of its own"
                yield Finding("greeting", False, error.sentence, remedy)
                return
            families = self._families(company, named=named)
            yield families
            if not families.passed:
                return
            self._play(company)
        yield self._legality(named=named)
        repeats = self._repeats()
        yield repeats
        yield self._speed()
        if repeats.passed is False:
            why = "not checked: of a bot that does not repeat nobody can say what its move hangs on"
            yield Finding("leaks", None, why)
        else:
            yield self._leaks()

    def _company(self) -> Company:
        return Company(self.files, self.patience)

    def _step(self) -> None:
        self._done += 1
        self._progress(min(self._done, 3 * self.games), 3 * self.games)

    # ---- who it is, and what it plays

    def _first(self, company: Company, *, named: bool) -> Agent:
        """The bot, in the first family that has it. UnknownAgent where none has, or one that is named."""
        found: list[Agent] = []
        lacking: list[UnknownAgent] = []
        for definition in {one.family: one for one in self.definitions}.values():
            try:
                found += company.seated(definition, [self.bot])
            except UnknownAgent as error:
                if named or isinstance(error, BadGreetingError):
                    raise
                lacking.append(error)
            if found and not named:
                break
        if not found:
            raise lacking[0]
        return found[0]

    def _greeting(self, agent: Agent) -> Finding:
        self._is_program = agent.program is not None
        if agent.index >= 0:
            return Finding("greeting", True, "a bot that comes with its family", measured={"kind": "shipped"})
        if agent.kernel is not None:
            return Finding("greeting", True, "a kernel", measured={"kind": "kernel"})
        assert agent.program is not None
        if not self.bot.startswith(COMMAND):
            measured = {"kind": "python", "protocol": PROTOCOL}
            return Finding("greeting", True, f"a Python bot; its host speaks protocol {PROTOCOL}", measured=measured)
        hello = agent.program.greeting
        options = hello.get("options", {})
        name, author = (printable(str(hello[key]), 80) if key in hello else None for key in ("name", "author"))
        off = [option for option in OPTIONS if options.get(option) is False]
        measured = {"kind": "program", "protocol": PROTOCOL, "name": name, "author": author, "options_off": off}
        by = f"{name or 'a program without a name'}{f' by {author}' if author else ''}"
        without = f"; it wants no {listed(off, 'and no')}" if off else ""
        unknown = [printable(repr(option)) for option in options if option not in OPTIONS]
        ignored = f"; there is no option {listed(unknown)}, which is ignored" if unknown else ""
        return Finding("greeting", True, f"{by}, protocol {PROTOCOL}{without}{ignored}", measured=measured)

    def _families(self, company: Company, *, named: bool) -> Finding:
        """Which families the bot plays; from then on `definitions` are those that it plays."""
        found = {definition.family: "" for definition in self.definitions}
        if not named:
            for name in found:
                found[name] = self._why_not(company, [one for one in self.definitions if one.family == name])
        plays = [name for name, why in found.items() if not why]
        self.definitions = [one for one in self.definitions if one.family in plays]
        not_for = {name: why for name, why in found.items() if why}
        alike = {why: [name for name in not_for if not_for[name] == why] for why in not_for.values()}
        others = "".join(f"; not for {listed(names, 'and')} ({why})" for why, names in alike.items())
        measured = {"plays": plays, "not_for": not_for}
        if not plays:
            remedy = "Name the variants that it is for, and it is checked in these alone"
            return Finding("families", False, f"it fails in its first game of each family{others}", remedy, measured)
        return Finding("families", True, f"{listed(plays, 'and')}{others}", measured=measured)

    def _why_not(self, company: Company, definitions: Sequence[Definition]) -> str:
        """Why the bot does not play a family, of which it is tried in the variant that changes fewest rules; empty where it does."""
        plainest = min(definitions, key=lambda one: (_changed(one), one.name))
        try:
            played = company.play(self.bot, alone(self.bot, plainest, self.games), self.seed)
        except UnknownAgent:
            return "it has no such bot"
        return "" if played.failure is None else _reason(played.failure)

    # ---- its games

    def _play(self, company: Company) -> None:
        """Play all games, or until too many are lost by time."""
        for game in timetable(self.bot, self.definitions, self.games):
            sample = Sample(self.seed, game.number)
            self._played.append(company.play(self.bot, game, self.seed, sample.look))
            if sample.position is not None:
                self._positions.append(sample.position)
            self._step()
            self._late += self._played[-1].late
            if self._late == LATE:
                return

    def _legality(self, *, named: bool) -> Finding:
        failed = [one for one in self._played if one.failure is not None and not one.late]
        aborted = sum(one.aborted for one in self._played)
        decisions = sum(len(one.seconds) for one in self._played)
        seats = sorted({seat for one in self._played for seat in one.game.seats_of(self.bot)})
        measured = {
            "games": len(self._played),
            "decisions": decisions,
            "seats": seats,
            "forfeits": len(failed),
            "aborted": aborted,
        }
        many = f"{counted(len(self._played), 'game')} of {counted(len(self.definitions), 'variant')}"
        if failed:
            first = min(failed, key=lambda one: one.game.number)
            assert first.failure is not None
            said = (
                f"it gives up {len(failed)} of {many}; in {first.game} {first.last} forfeits: {first.failure.sentence}"
            )
            remedy = "Whatever it is asked, it must answer with one of the legal moves"
            if not named:
                remedy += "; or name the variants that it is for"
            return Finding("games", False, said, remedy, measured, first.game, first.failure.place)
        if not decisions:
            return Finding("games", None, f"in {many} it made no decision", measured=measured)
        guarded = f"; a guard aborted {aborted:,}" if aborted else ""
        where = f"in {'seats' if len(seats) > 1 else 'seat'} {listed(seats, 'and')}"
        said = f"{many}, {counted(decisions, 'decision')} {where}, all legal{guarded}"
        return Finding("games", True, said, measured=measured)

    def _repeats(self) -> Finding:
        """Play the games again, the last one first, by programs that have played no other."""
        late = compared = 0
        with self._company() as company:
            for before in reversed(self._played):
                self._step()
                if before.late or late == LATE:
                    continue
                again = company.play(self.bot, before.game, self.seed)
                if again.late:
                    late += 1
                elif (found := unrepeated(before.game.line_up, before.course, again.course)) is not None:
                    return self._differs(before.game, found)
                else:
                    compared += 1
        measured = {"games": compared}
        if not compared:
            return Finding("repeats", None, "not checked: all games were lost by time", measured=measured)
        fresh = " by fresh programs" if self._is_program else ""
        said = f"{counted(compared, 'game')} played again{fresh} in another order: the same moves"
        return Finding("repeats", True, said, measured=measured)

    def _differs(self, game: BotGame, found: Unrepeated) -> Finding:
        said = f"{game}, event {found.n}: {found.seat} {found.before}; when the game is played again: {found.again}"
        remedy = FORGETFUL_PROGRAM if self.bot.startswith(COMMAND) else FORGETFUL
        measured = {"event": found.n, "seat": found.seat, "move": found.before, "instead": found.again}
        return Finding("repeats", False, said, remedy, measured, game)

    def _speed(self) -> Finding:
        spent = [seconds for one in self._played for seconds in one.seconds]
        rate = len(spent) / sum(spent) if any(spent) else 0.0
        slowest, limit = max(spent, default=0.0), self.patience.seconds if self._is_program else None
        measured = {
            "decisions_per_second": round(rate, 1),
            "slowest": round(slowest, 6),
            "time_limit": limit,
            "late": self._late,
        }
        if self._late:
            first = min((one for one in self._played if one.late), key=lambda one: one.game.number)
            assert first.failure is not None
            over = ", after which no more were played" if self._late == LATE else ""
            said = f"{counted(self._late, 'game')} lost by time{over}; {first.game}: {first.failure.sentence}"
            return Finding("speed", False, said, "Let it think less, or give it more time", measured, first.game)
        if not spent:
            return Finding("speed", None, "not checked: it made no decision", measured=measured)
        allowed = f" of the {limit:g} s that it may" if limit is not None else ""
        said = f"{rate:,.0f} decisions a second; the slowest took {slowest:.2g} s{allowed}"
        return Finding("speed", True, said, measured=measured)

    def _leaks(self) -> Finding:
        with self._company() as there, self._company() as twin:
            search = LeakSearch(self.bot, there, twin)
            for position in self._positions:
                self._step()
                if (leak := search.leak(position)) is not None:
                    return self._leaked(leak, search.counted)
        if not search.asked:
            return Finding("leaks", None, "not checked: there was nothing to ask again", measured=search.counted)
        hidden = (
            f"at {search.changed:,} of them others held other dice" if search.changed else "nothing is hidden there"
        )
        places = counted(search.asked, "decision")
        said = f"{places} asked for again with all changed that it cannot see: the same moves; {hidden}"
        return Finding("leaks", True, said, measured=search.counted)

    def _leaked(self, leak: Leak, searched: Mapping[str, int]) -> Finding:
        position = leak.position
        said = f"{position}: {position.seat} {leak.move}; where others hold other dice and the seed is another: {leak.instead}"
        shown = {"event": len(position.events) + 1, "seat": position.seat, "move": leak.move, "instead": leak.instead}
        game = next(one.game for one in self._played if one.game.number == position.header["game"])
        remedy = "It may go by what it is told, and by no log, no other process and no seed that it knows"
        return Finding("leaks", False, said, remedy, {**searched, **shown}, game)


def _changed(definition: Definition) -> int:
    """How many rules of its family's defaults a definition changes."""
    rules, default = (msgspec.to_builtins(one) for one in (definition.rules, type(definition.rules)()))
    return sum(rules[key] != default[key] for key in default)


def _reason(failure: BotFailure) -> str:
    line = f"line {failure.line}: " if failure.line else ""
    return line + (failure.why or failure.sentence)

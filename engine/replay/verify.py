"""Whether a log is true: the game is played again from its moves and dice under its own rules, and every event compared.

`Replay` is the judge: it goes record by record, and says what is wrong and where. Most games of most logs are true and spelled as
dicecup spells them, and `rerun` can tell that of a whole game at once; whatever it does not accept, for any reason, is for the
judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from dicecup.engine.core.canonical import canonical, essential
from dicecup.engine.core.kernel import AUTO, COMPILED, PLAIN, compilable
from dicecup.engine.core.problems import MissingExtra
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.games.base import Event, IllegalMove
from dicecup.engine.log.header import check_header, readable
from dicecup.engine.log.log import Line, LoggedGame, Readable, read_games
from dicecup.engine.log.numbering import misplaced
from dicecup.engine.log.seal import Held
from dicecup.engine.log.verdict import INCOMPLETE, REDACTED, UNSEALED, Untrue, Verdict
from dicecup.engine.log.versions import writer
from dicecup.engine.match.dice_source import MANUAL_PEOPLE, SEEDED, BadDice, Due, Seeded, read_dice
from dicecup.engine.match.match import Match, Record
from dicecup.engine.replay.fast_verify import LONGEST, Reruns, is_kept
from dicecup.engine.replay.verify_redacted import ForOneSeat

__all__ = ["Replay", "Untrue", "Verdict", "chosen_mode", "judge", "verify", "verify_game", "verify_games", "with_seal"]

# What `make bench` measures, roughly: bytes a second in either mode, and the seconds until compiled code runs.
PLAIN_PACE, COMPILED_PACE = 10_000_000, 17_000_000
WARM, COLD = 0.6, 11.0  # with machine code that is kept from another run, and without


def chosen_mode(mode: str, size: int, jobs: int = 1, family: Callable[[], str | None] = lambda: None) -> str:
    """The mode in which so many bytes of log are verified; auto is whichever is done sooner.

    `family` tells of which family the games are, if that can be told before. Raises MissingExtra where the mode that was
    asked for cannot be used.
    """
    if mode == COMPILED and not compilable():
        raise MissingExtra("compiled mode", "fast")
    if mode != AUTO:
        return mode
    saved = size / jobs * (1 / PLAIN_PACE - 1 / COMPILED_PACE)
    if saved < WARM or not compilable() or (name := family()) is None:
        return PLAIN
    return COMPILED if saved > COLD or is_kept(name) else PLAIN


def verify(stream: Readable, file: str = "-", *, mode: str = PLAIN, first_line: int = 1) -> Iterator[Verdict]:
    """The verdict on each game of a log, in order, and one on the file where it is not as it was sealed; the same in both modes.

    `first_line` is the number of the first line read.
    """
    return Held().verdicts(verify_games(stream, file, mode=mode, first_line=first_line))


def verify_games(stream: Readable, file: str = "-", *, mode: str = PLAIN, first_line: int = 1) -> Iterator[Verdict]:
    """The verdict on each game alone, with what `seal.Held` wants to know."""
    reruns = Reruns(mode == COMPILED)
    for game in read_games(stream, file, first_line):
        yield with_seal(verify_game(game, reruns), game)


def with_seal(verdict: Verdict, game: LoggedGame) -> Verdict:
    """The verdict on a game, with what the file says behind the record that was looked at last."""
    for _ in game.lines:
        pass
    verdict.check, verdict.seal = game.check, game.seal
    return verdict


def verify_game(game: LoggedGame, reruns: Reruns | None = None) -> Verdict:
    """The verdict on one logged game. With `reruns` a game is accepted whole where that can be, which is quicker."""
    if reruns is not None:
        ahead = list(islice(game.lines, LONGEST))
        if reruns.accept(game.first, ahead):
            head = game.first.record or {}
            return Verdict(
                game.file, game.first.number, head.get("game"), ok=True, events=len(ahead), written_by=writer(head)
            )
        game = LoggedGame(game.file, game.first, chain(ahead, game.lines))
    return judge(game)


def judge(game: LoggedGame) -> Verdict:
    """Play one logged game again, record by record, and compare."""
    replay = Replay()
    number = game.first.record.get("game") if game.first.record else None
    number = number if isinstance(number, int) and not isinstance(number, bool) else None
    redacted = ForOneSeat() if game.first.record is not None and "redacted" in game.first.record else None
    try:
        if redacted is not None:
            redacted.run(game)
            replay.count = redacted.count
        else:
            replay.run(game)
    except Untrue as untrue:
        return _untrue(game, number, replay, untrue)
    verdict = Verdict(game.file, game.first.number, number, ok=True, events=replay.count, given=replay.given)
    verdict.written_by = writer(game.first.record or {})
    if redacted is not None:
        verdict.kind, verdict.given = REDACTED, True
        verdict.message = "" if redacted.sealed else UNSEALED
    return verdict


def _untrue(game: LoggedGame, number: int | None, replay: Replay, untrue: Untrue) -> Verdict:
    if untrue.kind == "cut" and any(line.record and line.record.get("n") == replay.count + 1 for line in game.lines):
        untrue.kind = "reordered"  # the event that is missed here stands further on
    found = untrue.line.record
    n = found.get("n") if found else None
    due = 0 if untrue.line is game.first else replay.count + 1
    return Verdict(
        game.file,
        untrue.line.number,
        number,
        ok=False,
        kind=untrue.kind,
        n=n if isinstance(n, int) and not isinstance(n, bool) else due,
        rule=untrue.rule,
        message=str(untrue),
        expected=untrue.expected,
        found=found,
        events=replay.count,
        given=replay.given,
        written_by=writer(game.first.record or {}),
    )


class Replay:
    """Plays a log again, record by record: `begin` with the header, `take` each event, `end`. Each raises Untrue.

    `match` is the game as it stands after the records taken so far. With `other` it is played by that definition in place of its
    own, on the dice that are in the log, which are not compared with the seed; checks are not compared then.
    """

    match: Match

    def __init__(self, *, keep: bool = False, other: Definition | None = None) -> None:
        self.count = 0
        self.given = False
        self._keep = keep
        self._other = other
        self._produced: list[Event] = []
        self._seeded: Seeded | None = None
        self._typed: set[str] = set()  # seats whose dice are given, not seeded

    def run(self, game: LoggedGame) -> None:
        """Take all records of a game."""
        self.begin(game.first)
        last = game.first
        for line in game.lines:
            self.take(line)
            last = line
        self.end(last)

    def begin(self, line: Line) -> None:
        """Take the header."""
        head = readable(line)
        definition = check_header(line, head)
        if self._other is not None:
            definition = self._other
        people = {seat["seat"] for seat in head["seats"] if seat["agent"] == "human"}
        self.given = head["dice"] != SEEDED
        if head["dice"] in (SEEDED, MANUAL_PEOPLE) and self._other is None:
            self._seeded = Seeded(head["seed"], head["game"])
            self._typed = people if self.given else set()
        try:
            self.match = Match(definition, essential(head), None, self._produced.append, keep=self._keep)
        except ValueError as error:
            raise Untrue(line, "altered", str(error)) from None

    def take(self, line: Line) -> None:
        """Take the next event."""
        record = readable(line)
        self._check_number(line, record)
        if not self._produced:
            self._step(line, record)
        expected = self._produced.pop(0)
        found = essential(record)
        if self._other is not None:
            expected.pop("check", None)  # it covers the header, which names the definition
            found.pop("check", None)
        if canonical(found) != canonical(expected):
            raise _differs(line, expected, found)
        self.count += 1

    def end(self, last: Line) -> None:
        """No record is left."""
        if not self.match.over or self._produced:
            raise Untrue(Line(last.number), INCOMPLETE, f"the game has no end; it is true up to event {self.count}")

    def _check_number(self, line: Line, record: Record) -> None:
        due = self.count + 1
        if (fault := misplaced(record, due)) is not None:
            raise Untrue(line, *fault, expected={"n": due})

    def _step(self, line: Line, record: Record) -> None:
        """Make the match produce what this record should be."""
        match = self.match
        if match.over:
            raise Untrue(line, "merged", "the game is over, but a record follows")
        if record.get("type") == "end" and (
            record.get("end") == "abandoned" or (match.turn is not None and record.get("end") == "forfeit")
        ):
            self._break_off(line, record)  # who is asked for real dice may leave as well
        else:
            match.step(lambda due: self._dice(line, record, due), lambda: self._decision(line, record))

    def _dice(self, line: Line, record: Record, due: Due) -> list[int]:
        expected = {"type": "roll", "round": due.round, "seat": due.seat, "for": due.why}
        if record.get("type") == "end" and record.get("end") in ("abandoned", "forfeit"):
            expected = {"type": "roll", "seat": due.seat}
        given: Any = record.get("dice")
        if due.seat == "table":
            # What the table draws is the first seat of the order that is logged.
            seats = record.get("seats")
            given = seats[:1] if record.get("type") == "order" and isinstance(seats, list) else None
            expected = {"type": "order", "round": due.round}
        elif record.get("type") != "roll" or record.get("seat") != due.seat:
            given = None
        if not isinstance(given, list):
            raise Untrue(line, "altered", f"a throw of {due.seat} (for {due.why}) is due here", expected=expected)
        try:
            dice = read_dice(" ".join(map(str, given)), due)
        except BadDice as error:
            raise Untrue(line, "altered", str(error), expected=expected) from None
        if self._seeded is not None and due.seat not in self._typed:
            # By name, because a die may have a face twice.
            names = [due.names[digit] for digit in self._seeded(due)]
            if [due.names[digit] for digit in dice] != names:
                message = f"the seed gives {due.seat} {_words(names)} here, not {_words(given)}"
                raise Untrue(line, "altered", message, rule="dice", expected={**expected, "dice": names})
        return dice

    def _decision(self, line: Line, record: Record) -> int | None:
        """The action that the record tells; None for an undo, which is then made."""
        if record.get("type") == "undo":
            self._undo(line, record)
            return None
        return self._action(line, record)

    def _action(self, line: Line, record: Record) -> int:
        match = self.match
        text = record.get("move")
        if record.get("type") != "move" or record.get("seat") != match.turn or not isinstance(text, str):
            expected = {"type": "move", "round": match.state.round, "seat": match.turn}
            raise Untrue(line, "altered", f"a move of {match.turn} is due here", expected=expected)
        try:
            return match.check_play(text)
        except IllegalMove as error:
            raise Untrue(line, "altered", f"{text} is illegal here: {error}", rule=error.rule) from None
        except ValueError as error:
            raise Untrue(line, "altered", str(error)) from None

    def _undo(self, line: Line, record: Record) -> None:
        to = record.get("to")
        try:
            if not self.match.header.get("undo"):
                raise ValueError("the header does not allow moves to be taken back")
            self.match.rewind(to if isinstance(to, int) else -1)
        except ValueError as error:
            raise Untrue(line, "altered", str(error)) from None

    def _break_off(self, line: Line, record: Record) -> None:
        by = record.get("by")
        if record["end"] == "abandoned":
            self.match.abandon()
        elif (
            isinstance(by, Mapping)
            and set(by) == {"seat", "reason"}
            and by["seat"] == self.match.turn
            and isinstance(by["reason"], str)
        ):
            self.match.forfeit(by["seat"], by["reason"])
        else:
            raise Untrue(line, "altered", "a forfeit names the seat in turn and a reason")


def _differs(line: Line, expected: Event, found: Event) -> Untrue:
    fields = [name for name in {**expected, **found} if _spelling(expected, name) != _spelling(found, name)]
    name = fields[0] if fields else "type"
    if fields == ["check"]:
        message = "the check does not fit the records: something before it, perhaps in the header, was altered"
        return Untrue(line, "altered", message, rule="check", expected=expected)
    if expected.get("type") != found.get("type"):
        message = f"a record of type {expected['type']} is due here, not {found.get('type')}"
    else:
        message = f"{name} is {_words(found.get(name, 'missing'))}; the rules give {_words(expected.get(name, 'none'))}"
    return Untrue(line, "altered", message, expected=expected)


def _spelling(record: Event, name: str) -> bytes:
    return canonical(record[name]) if name in record else b""


def _words(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {_words(item)}" for key, item in value.items())
    return str(value)

"""An old game played by another definition: whether it is a game by that one too, with the same result, and if not by which key.

The log's own moves and dice are taken. To find the key, the game is played by its own definition with one differing key changed
at a time, then with two: those that make it part at the same event, and in the same way, are the ones to blame.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice
from typing import Any

from dicecup.engine.definitions.definition import Definition, DefinitionError, diff, from_header
from dicecup.engine.log.header import check_header, readable
from dicecup.engine.log.log import Line, LoggedGame, Readable, read_games
from dicecup.engine.log.verdict import INCOMPLETE, PARTS, Untrue, Verdict
from dicecup.engine.replay.verify import Replay, judge, with_seal

MOST = 2  # keys that are changed together
HELD = 200_000  # events of a game that is held in memory, to be played several times

Difference = tuple[str, Any, Any]


def verify_against(stream: Readable, other: Definition, file: str = "-", *, first_line: int = 1) -> Iterator[Verdict]:
    """The verdict on each game of a log alone, played by its own rules first and then by those of `other`."""
    for game in read_games(stream, file, first_line):
        yield with_seal(_verdict(game, other), game)


def _verdict(game: LoggedGame, other: Definition) -> Verdict:
    lines = list(islice(game.lines, HELD))
    own = judge(LoggedGame(game.file, game.first, iter(lines)))
    if len(lines) == HELD and own.kind == INCOMPLETE:
        message = f"the game has more than {HELD} events; only shorter ones are played by other rules"
        return replace(own, kind="too long", message=message)
    if not own.ok:
        return own
    if own.kind == "redacted":
        return replace(
            own, ok=False, kind=PARTS, message="a log made for one seat cannot be played by other rules", keys=()
        )
    head = readable(game.first)
    definition = check_header(game.first, head)
    parting = _parting(game, lines, other)
    if parting is None:
        return replace(own, kind="same", keys=())
    keys = blamed(game, lines, definition, other, parting)
    record = parting.line.record
    return replace(
        own,
        line=parting.line.number,
        ok=False,
        kind=PARTS,
        n=record["n"] if record is not None and "n" in record else 0,
        rule=parting.rule,
        message=str(parting),
        expected=parting.expected,
        found=record if record is not None and "n" in record else None,
        keys=keys,
    )


def blamed(
    game: LoggedGame, lines: Sequence[Line], own: Definition, other: Definition, parting: Untrue
) -> list[Difference]:
    """The keys by which a game parts from another definition there: one, or two together; all that differ where none can be told."""
    differences = diff(own, other)
    if own.family != other.family:
        return [difference for difference in differences if difference[0] == "family"]
    for number in range(1, MOST + 1):
        found: list[Difference] = []
        for some in combinations(differences, number):
            changed = _changed(own, some)
            if changed is not None and _alike(_parting(game, lines, changed), parting):
                found += [difference for difference in some if difference not in found]
        if found:
            return found
    return differences


def _parting(game: LoggedGame, lines: Sequence[Line], other: Definition) -> Untrue | None:
    """Where a true game first is none by another definition."""
    try:
        Replay(other=other).run(LoggedGame(game.file, game.first, iter(lines)))
    except Untrue as untrue:
        return untrue
    return None


def _alike(one: Untrue | None, two: Untrue) -> bool:
    return one is not None and (one.line.number, one.rule, one.expected) == (two.line.number, two.rule, two.expected)


def _changed(own: Definition, differences: Sequence[Difference]) -> Definition | None:
    """A definition with these keys as the other has them; None where that is no definition."""
    tree = own.resolved()
    for path, _, value in differences:
        *groups, last = path.split(".")
        within: Any = tree
        for group in groups:
            within = within[group]
        within[last] = value
    try:
        return from_header(tree)
    except DefinitionError:
        return None


def told(keys: Sequence[Difference]) -> str:
    """The keys to blame, each with both values, in words."""
    return "; ".join(f"{path} is {_value(log)} in the log, {_value(other)} there" for path, log, other in keys)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_value(item)}" for key, item in value.items())
    return " ".join(map(_value, value)) if isinstance(value, list) else str(value)

"""`dicecup replay verify`: whether logs are true."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicecup.cli.base.command import command
from dicecup.cli.base.errors import usage
from dicecup.cli.base.log_input import unshown
from dicecup.cli.base.output import Manners
from dicecup.cli.base.parameters import Log, Variant, setting_option, work_options
from dicecup.cli.narration.verdicts import Tally

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition
    from dicecup.engine.log.verdict import Verdict


@command(
    "verify",
    help="""Play every game of the logs again, by its own rules, from its moves and dice, and compare each event; seeded
    dice are compared with the seed. `-` is standard input.

    With --against a true game is played by another definition too, on the same dice: whether each move is still
    legal and the result the same, and if not the first event where they part and the keys of the rules that do it.

    Of a log made for one seat, whose hidden dice nobody can play again, every record is held to its shape, its
    check and its seal. Those that dicecup made before 0.2 have no seal over their end: that is said, and with
    --strict they are not true.

    A file that is sealed, as `playtest run --log` makes it, must hold just the games that were sealed.

    The exit code is 0 if all are true, 1 if one is not, 4 if one cannot be read or has no end.
    """,
    examples=(
        ("dicecup replay verify game.jsonl", "play the game again and compare every event"),
        ("dicecup replay verify game.jsonl --jobs 2", "the games of a long log, or of many, in two processes"),
        (
            "dicecup replay verify game.jsonl --against liars-dice",
            "whether the rules of today still give the same game",
        ),
        ("dicecup replay verify of-b.jsonl --strict", "a log made for one seat, if it is sealed"),
        ("dicecup replay verify game.jsonl --json", "the verdict for a program, a line a game"),
    ),
    fits=lambda given, name: name != "settings" or "against" in given,
)
@click.argument("files", type=Log(), metavar="FILE...", nargs=-1, required=True)
@click.option("--against", type=Variant(), metavar="VARIANT", help="Then play each game by this definition as well.")
@setting_option
@work_options("verdicts")
@click.option("--strict", is_flag=True, help="A log made for one seat must be sealed, its end too.")
@click.pass_obj
def verify(
    manners: Manners,
    files: tuple[str, ...],
    against: str | None,
    settings: tuple[str, ...],
    jobs: int | None,
    mode: str,
    strict: bool,
) -> int:
    """The command `dicecup replay verify`."""
    from dicecup.engine.replay.parallel_verify import useful_jobs
    from dicecup.engine.replay.verify import chosen_mode

    if settings and against is None:
        raise usage("--set changes a rule of the definition that --against names; name one")
    other = _definition(against, settings) if against is not None else None
    size = sum(map(checked, files))
    jobs = jobs or useful_jobs(size)
    mode = chosen_mode(mode, size, jobs, partial(_family, files))
    tally = Tally(manners, other.name if other is not None else "")
    for verdict in _all_verdicts(files, jobs, mode, other):
        told = verdict.strict() if strict else verdict
        tally.take(told.discreet() if manners.clearance.discreet else told)
    return tally.close()


def _definition(against: str, settings: tuple[str, ...]) -> Definition:
    from dicecup.engine.definitions.definition import load

    return load(against, settings)


def checked(file: str) -> int:
    """The bytes of a log, 0 where only reading will tell; a Failure with a sentence where it cannot be read."""
    if not _is_plain(file):
        return 0
    with unshown(file) as stream:
        return os.fstat(stream.fileno()).st_size


def _family(files: Sequence[str]) -> str | None:
    """The family of the first game that can be read without using a pipe up: those that follow are mostly like it."""
    from dicecup.engine.games.registry import is_family
    from dicecup.engine.log.log import read_lines

    for file in filter(_is_plain, files):
        with unshown(file) as stream:
            line = next(read_lines(stream), None)
        definition = (line.record or {}).get("definition") if line is not None else None
        family = definition.get("family") if isinstance(definition, dict) else None
        if isinstance(family, str) and is_family(family):
            return family
    return None


def _is_plain(file: str) -> bool:
    """Whether a log can be opened more than once, as a pipe cannot."""
    return file != "-" and not Path(file).is_fifo() and not Path(file).is_char_device()


def _all_verdicts(files: Sequence[str], jobs: int, mode: str, other: Definition | None) -> Iterator[Verdict]:
    """The verdicts in file order. Plain files go to the processes; a pipe can only be read here, once."""
    if jobs == 1:
        for file in files:
            yield from _verdicts(file, mode, other)
        return
    for plain, some in groupby(files, _is_plain):
        if plain:
            yield from _dealt_out(some, jobs, mode, other)
        else:
            for file in some:
                yield from _verdicts(file, mode, other)


def _dealt_out(files: Iterable[str], jobs: int, mode: str, other: Definition | None) -> Iterator[Verdict]:
    """The verdicts on the parts of files put together again: what a file is sealed with concerns all of them."""
    from dicecup.engine.core.workers import in_processes, once_more
    from dicecup.engine.log.seal import Held
    from dicecup.engine.replay.parallel_verify import parts, verify_part

    tasks = ((file, *part, mode, other) for file in files for part in parts(file))
    held = Held()
    for begins, found in in_processes(verify_part, jobs, tasks, lost=once_more(verify_part)):
        if begins:
            yield from held.close()
            held = Held()
        for verdict in found:
            yield from held.take(verdict)
    yield from held.close()


def _verdicts(file: str, mode: str, other: Definition | None) -> Iterator[Verdict]:
    from dicecup.engine.replay.parallel_verify import verdicts

    with unshown(file) as stream:
        yield from verdicts(stream, file, mode, other)

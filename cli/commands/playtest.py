"""`dicecup playtest`: many games counted, and one of them opened."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base.command import group
from dicecup.cli.base.errors import INTERRUPTED, NO, Failure, usage
from dicecup.cli.base.output import Manners, put, put_json
from dicecup.cli.base.parameters import (
    GameNumber,
    Output,
    Whole,
    bot_options,
    info_option,
    seat_options,
    seed_option,
    setting_option,
    variant_argument,
    viewer_option,
    work_options,
)
from dicecup.cli.base.repeatable import varies
from dicecup.cli.base.text import counted, listed
from dicecup.cli.narration.playtests import effort_line, report_lines, tell_effort, tell_failures
from dicecup.cli.settings.asked import Asked

if TYPE_CHECKING:
    from dicecup.cli.base.signals import Interrupts
    from dicecup.engine.bots.conversation import Patience
    from dicecup.engine.log.log import Writer
    from dicecup.engine.playtest.plan import Plan
    from dicecup.engine.playtest.report import Report


@group(
    "playtest",
    help="Play many games between bots and count; open one of them.",
    examples=(
        ("dicecup playtest run liars-dice --games 300 --seed 7", "three hundred games between two bots"),
        ("dicecup playtest open liars-dice --game 137 --seed 7", "game 137 of them, in full"),
    ),
)
def playtest() -> None:
    """The command `dicecup playtest`."""


@playtest.command(
    "run",
    help="""Play many games between bots and count who wins, with 95 % intervals (Wilson).

    The report depends on the variant, the line-up, the seed and the number of games, and on nothing else: not on
    the mode, the jobs or the machine. Games that a guard has aborted, or that a bot gave up because it failed,
    count for nobody and are told apart; the exit code is then 1, and the first of them is named with the command
    that opens it. Of a run that is interrupted the games played so far are told, and are in the log.
    """,
    short_help="Play many games and count who wins.",
    examples=(
        ("dicecup playtest run liars-dice --games 300 --seed 7", "two basic bots"),
        ("dicecup playtest run perudo --seat basic --seat random --games 500 --seed 7", "basic against random"),
        ("dicecup playtest run liars-dice --games 200 --seed 7 --jobs 2 --json", "a report for a program"),
    ),
)
@variant_argument
@click.option("--games", type=Whole(0, 10**12), default=1000, metavar="N", help="How many games; 1000 if not given.")
@seed_option
@seat_options(people=())
@bot_options
@setting_option
@work_options("results")
@click.option("--log", type=Output(), metavar="FILE", help="Write the log of every game, in a sealed file; slower.")
@click.option("--force", is_flag=True, help="Replace the log if it exists.")
@click.pass_obj
def run(manners: Manners, /, **options: Any) -> int:
    """The command `dicecup playtest run`."""
    from dicecup.cli.base.progress import Progress
    from dicecup.cli.base.seed import seed_text
    from dicecup.cli.base.signals import ENDING, Interrupts

    plan = planned(options, seed_text(options["seed"]), manners)
    if options["log"] == "-":
        raise usage("--log - is no file; a playtest reports on standard output, so name a file for its logs")
    if options["seed"] is None:
        manners.say(f"Seed {plan.seed} (--seed {plan.seed} plays the same games again)")
    with Interrupts(ENDING) as interrupts, interrupts.held():
        with Progress(manners) as progress:
            report, cause, log = _played(plan, options, interrupts, progress, partial(tell_effort, manners))
        return _told(manners, options, report, cause, log)


def _played(
    plan: Plan,
    options: dict[str, Any],
    interrupts: Interrupts,
    progress: Callable[[int, int], None],
    decided: Callable[..., None],
) -> tuple[Report, BaseException | None, Writer | None]:
    """What was played, what broke it off if anything did, and the log, which is closed. Signals wait but while games are played."""
    from dicecup.engine.log.log import OutputRefused, Writer
    from dicecup.engine.playtest.run import BrokenOff
    from dicecup.engine.playtest.run import run as run_games

    log = Writer(options["log"], force=options["force"]) if options["log"] is not None else None
    report: Report | None = None
    try:
        with log or nullcontext(), interrupts.free():
            report = run_games(
                plan,
                jobs=options["jobs"],
                mode=options["mode"],
                log=log,
                progress=progress,
                held=interrupts.held,
                decided=decided,
            )
    except BrokenOff as off:
        return off.report, off.cause, log
    except OutputRefused as refused:  # the log was whole, and is so no more
        if report is None:
            raise
        return report, refused, log
    return report, None, log


def _told(
    manners: Manners, options: dict[str, Any], report: Report, cause: BaseException | None, log: Writer | None
) -> int:
    """Tell what was played, and return the exit code; whatever else has broken it off is raised."""
    from dicecup.engine.core.problems import DicecupError
    from dicecup.engine.core.signals import Ended

    # One who tells to end may be the terminal, which is gone, so that nobody hears what is told.
    with suppress(Failure, BrokenPipeError) if isinstance(cause, Ended) else nullcontext():
        if cause is None or report.played:
            _tell(manners, report, options)
    failed = tell_failures(manners, report, partial(opening, report.plan, options))
    code = NO if failed else 0
    if report.repeated:
        again = counted(report.repeated, "game was", "games were")
        manners.warn(f"{again} played again: a worker process was killed, or a bot has ended it")
    if report.lost:
        manners.warn(_lost(report))
        code = NO
    if cause is None:
        return code
    if not report.is_whole and (report.played or not isinstance(cause, DicecupError)):
        where = "" if log is None else f"; {_whereabouts(log, options['log'])}"
        manners.warn(f"{_how(cause)} after {report.played:,} of {report.plan.games:,} games{where}")
    if isinstance(cause, KeyboardInterrupt):
        return INTERRUPTED
    raise cause


def _tell(manners: Manners, report: Report, options: Mapping[str, Any]) -> None:
    if manners.json or not manners.quiet:
        varies("it tells how long it took")
    if manners.json:
        put_json(with_openings(report, options))
        return
    for line in report_lines(report.plan.definition, report.as_dict(), manners.page):
        put(line)
    manners.say(effort_line(report))


def with_openings(report: Report, options: Mapping[str, Any]) -> dict[str, Any]:
    """The report as a JSON object, its first failures each with the command that opens the game."""
    told = report.as_dict()
    for first in filter(None, (told["first_forfeit"], told["first_aborted"], told["first_unrepeated"])):
        first["open"] = opening(report.plan, options, first["game"])
    return told


def opening(plan: Plan, options: Mapping[str, Any], game: int) -> str:
    """The command that opens a game of a run with these options."""
    args = [options["variant"], "--game", str(game), "--seed", plan.seed]
    args += [part for seat in options["seats_given"] for part in ("--seat", seat)]
    args += ["--seats", str(options["seats"])] if options["seats"] is not None else []
    args += [part for setting in options["settings"] for part in ("--set", setting)]
    return opening_command(args, plan.patience)


def opening_command(args: Sequence[str], patience: Patience) -> str:
    """The command that opens a game with these arguments, whose bots get this patience."""
    from dicecup.engine.bots.agents import PATIENCE

    limit = ["--time-limit", f"{patience.seconds:g}"] if patience.seconds != PATIENCE.seconds else []
    return shlex.join(["dicecup", "playtest", "open", *args, *limit])


def _how(cause: BaseException) -> str:
    """How a run was broken off."""
    if isinstance(cause, KeyboardInterrupt):
        return "interrupted"
    return "told to end" if isinstance(cause, SystemExit) else "broken off"


def _whereabouts(log: Writer, path: str) -> str:
    """What has become of the logs of a run that was broken off."""
    if log.kept:
        return f"a part of their logs is in {path}" if log.broken else f"their logs are in {path}"
    return f"{path} is as it was" if log.path.exists() else "no log was written"


def _lost(report: Report) -> str:
    """The games that were lost, by their numbers."""
    one = len(report.lost) == 1
    games = f"{'game' if one else 'games'} {listed([str(game) for game in report.lost])} of seed {report.plan.seed}"
    return (
        f"{games} {'is' if one else 'are'} lost: each worker process that played {'it' if one else 'one of them'} ended"
    )


def planned(options: dict[str, Any], seed: str, manners: Manners) -> Plan:
    """The plan that the options ask for."""
    from dicecup.cli.session.lineup import HUMAN, agents
    from dicecup.engine.definitions.definition import load
    from dicecup.engine.playtest.plan import Plan

    definition = load(options["variant"], options["settings"])
    line_up = agents(definition, options["seats_given"], options["seats"], ask=False, people=False)
    if HUMAN in line_up:
        raise usage("a playtest is played by bots; seat people with dicecup play")
    return Plan(definition, tuple(line_up), options["games"], seed, patience=manners.patience)


@playtest.command(
    "open",
    help="Play one game of a playtest again, in full: give the same variant, line-up and seed, and its number.",
    short_help="One game of a playtest, in full.",
    examples=(
        ("dicecup playtest open liars-dice --game 137 --seed 7", "read it"),
        ("dicecup playtest open liars-dice --game 137 --seed 7 --log game137.jsonl", "write its log"),
    ),
)
@variant_argument
@click.option("--game", type=GameNumber(), required=True, metavar="I", help="The number of the game, from 0.")
@click.option("--seed", required=True, metavar="TEXT", help="The seed of the playtest.")
@seat_options(people=())
@bot_options
@info_option
@setting_option
@click.option("--log", type=Output(), metavar="FILE|-", help="Write the log of the game.")
@click.option("--force", is_flag=True, help="Replace the log if it exists.")
@viewer_option
@click.pass_obj
def open_(manners: Asked, /, **options: Any) -> int:
    """The command `dicecup playtest open`."""
    from dicecup.cli.session.whole_game import new_game

    options |= {"names": (), "moves": None, "dice": "seeded", "stamp": False, "undo": False}
    game = new_game(manners, options, ask=False)
    if game.people:
        raise usage("a playtest is played by bots; seat people with dicecup play")
    return game.play()

"""`dicecup playtest`: many games counted, and one of them opened."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from dicecup.cli.base.command import group
from dicecup.cli.base.errors import INTERRUPTED, NO, usage
from dicecup.cli.base.output import Manners, complain, put, put_json
from dicecup.cli.base.page import Page
from dicecup.cli.base.parameters import (
    MAX_GAME,
    File,
    Whole,
    seat_options,
    seed_option,
    setting_option,
    variant_argument,
    viewer_option,
)
from dicecup.cli.base.repeatable import varies
from dicecup.cli.base.text import counted, safe
from dicecup.cli.settings.asked import Asked

if TYPE_CHECKING:
    from dicecup.cli.base.signals import Interrupts
    from dicecup.engine.definitions.definition import Definition
    from dicecup.engine.log.log import Writer
    from dicecup.engine.playtest.plan import Plan
    from dicecup.engine.playtest.report import Report


@group(
    "playtest",
    examples=(
        ("dicecup playtest run liars-dice --games 300 --seed 7", "three hundred games between two bots"),
        ("dicecup playtest open liars-dice --game 137 --seed 7", "game 137 of them, in full"),
    ),
)
def playtest() -> None:
    """Play many games between bots and count; open one of them."""


@playtest.command(
    "run",
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
@seat_options
@setting_option
@click.option("--jobs", type=Whole(1, 256), default=1, metavar="J", help="Work in so many threads or processes.")
@click.option(
    "--mode",
    type=click.Choice(["auto", "plain", "compiled"]),
    default="auto",
    metavar="MODE",
    help="auto, plain or compiled (which needs the extra `fast`); the results are the same.",
)
@click.option("--log", type=File(), metavar="FILE", help="Write the log of every game; slower.")
@click.option("--force", is_flag=True, help="Replace the log if it exists.")
@click.pass_obj
def run(manners: Manners, /, **options: Any) -> int:
    """Play many games between bots and count who wins, with 95 % intervals (Wilson).

    The report depends on the variant, the line-up, the seed and the number of games, and on nothing else: not on the mode, the
    jobs or the machine. Games that a guard has aborted, or that a bot gave up because it failed, count for nobody and are told
    apart; the exit code is then 1, and the first of them is named with the command that opens it.
    """
    from dicecup.cli.base.progress import Progress
    from dicecup.cli.base.seed import seed_text
    from dicecup.cli.base.signals import Interrupts
    from dicecup.engine.playtest.run import Interrupted
    from dicecup.engine.playtest.run import run as run_games

    plan = planned(options, seed_text(options["seed"]))
    if options["log"] == "-":
        raise usage("--log - is no file; a playtest reports on standard output, so name a file for its logs")
    if options["seed"] is None:
        manners.say(f"Seed {plan.seed} (--seed {plan.seed} plays the same games again)")
    with Interrupts() as interrupts, Progress(manners) as progress:
        log: Writer | None = None
        try:
            log = _log(options, interrupts)
            if log is None:
                report = run_games(plan, jobs=options["jobs"], mode=options["mode"], progress=progress)
            else:
                with log:
                    report = run_games(plan, jobs=options["jobs"], mode=options["mode"], log=log, progress=progress)
        except Interrupted as interrupted:
            progress.__exit__()
            kept = f"; their logs are in {options['log']}" if log is not None else ""
            manners.warn(f"interrupted after {interrupted.report.played:,} of {plan.games:,} games{kept}")
            return INTERRUPTED
    if manners.json or not manners.quiet:
        varies("it tells how long it took")
    if manners.json:
        put_json(with_openings(report, options))
    else:
        for line in report_lines(plan.definition, report.as_dict(), manners.page):
            put(line)
        manners.say(_effort(report))
    return _told_of_failures(manners, report, options)


def with_openings(report: Report, options: Mapping[str, Any]) -> dict[str, Any]:
    """The report as a JSON object, its first failures each with the command that opens the game."""
    told = report.as_dict()
    for first in filter(None, (told["first_forfeit"], told["first_aborted"])):
        first["open"] = opening(report.plan, options, first["game"])
    return told


def _told_of_failures(manners: Manners, report: Report, options: Mapping[str, Any]) -> int:
    """Tell of the first game that a bot has given up, and of the first that was aborted; the exit code."""
    forfeit, aborted = report.forfeit, report.aborted
    if forfeit is not None:
        said = f"game {forfeit.game}: {forfeit.seat} forfeits: {forfeit.reason}"
        place = {**forfeit.place.as_dict(), "game": forfeit.game, "traceback": forfeit.place.traceback}
        _warn_of(manners, said, opening(report.plan, options, forfeit.game), place)
    if aborted is not None:
        said = f"game {aborted} is the first that a guard has aborted"
        _warn_of(manners, said, opening(report.plan, options, aborted), {"game": aborted})
    return 0 if forfeit is None and aborted is None else NO


def _warn_of(manners: Manners, said: str, again: str, place: Mapping[str, Any]) -> None:
    manners.warn(said, **place, open=again)
    if not manners.json:
        complain(f"Open it with: {again}")


def opening(plan: Plan, options: Mapping[str, Any], game: int) -> str:
    """The command that opens a game of a run with these options."""
    args = ["dicecup", "playtest", "open", options["variant"], "--game", str(game), "--seed", plan.seed]
    args += [part for seat in options["seats_given"] for part in ("--seat", seat)]
    args += ["--seats", str(options["seats"])] if options["seats"] is not None else []
    args += [part for setting in options["settings"] for part in ("--set", setting)]
    return shlex.join(args)


def planned(options: dict[str, Any], seed: str) -> Plan:
    """The plan that the options ask for."""
    from dicecup.cli.session.lineup import HUMAN, agents
    from dicecup.engine.definitions.definition import load
    from dicecup.engine.playtest.plan import Plan

    definition = load(options["variant"], options["settings"])
    line_up = agents(definition, options["seats_given"], options["seats"], ask=False, people=False)
    if HUMAN in line_up:
        raise usage("a playtest is played by bots; seat people with dicecup play")
    return Plan(definition, tuple(line_up), options["games"], seed)


def _log(options: dict[str, Any], interrupts: Interrupts) -> Writer | None:
    if options["log"] is None:
        return None
    from dicecup.engine.log.log import Writer

    class WholeGames(Writer):
        """Ctrl-C waits until the games at hand are written whole."""

        def write(self, data: bytes) -> None:
            with interrupts.held():
                super().write(data)

    return WholeGames(options["log"], force=options["force"])


def report_lines(definition: Definition, report: dict[str, Any], page: Page) -> list[str]:
    """A report for people."""
    games, finished = report["games"], report["finished"]
    lines = [f"{safe(definition.title)} ({safe(report['variant'])}), seed {safe(report['seed'])}"]
    apart = [
        counted(report[name], one, many)
        for name, one, many in (
            ("aborted", "aborted game (nobody wins it)", "aborted games (nobody wins them)"),
            ("forfeits", "forfeit (a bot failed)", "forfeits (a bot failed)"),
        )
        if report[name]
    ]
    lines.append(f"{counted(games, 'game')}, {finished:,} finished{''.join(f', {text}' for text in apart)}")
    rows = []
    for seat, found in report["seats"].items():
        share = found["win_share"]
        between = "-" if share["low"] is None else f"{share['low']:.4f} to {share['high']:.4f}"
        rows.append((seat, safe(found["agent"]), f"{found['wins']:,}", _figure(share["value"], 4), between))
    heads = ("seat", "agent", "wins", "share", "95 % interval")
    lines += ["", *page.rows(rows, "{}, {}: {} wins, share {}, 95 % interval {}", heads=heads, right=(2, 3))]
    rows2 = []
    for name in ("rounds", "moves"):
        found = report[name]
        rows2.append(
            (name, _figure(found["mean"], 2), _figure(found["sd"], 2), _whole(found["min"]), _whole(found["max"]))
        )
    heads2 = ("", "mean", "sd", "least", "most")
    lines += ["", *page.rows(rows2, "{}: mean {}, sd {}, least {}, most {}", heads=heads2, right=(1, 2, 3, 4))]
    return [*lines, "", f"results digest {report['results_digest']}"]


def _figure(value: float | None, places: int) -> str:
    return "-" if value is None else f"{value:,.{places}f}"


def _whole(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"


def _effort(report: Report) -> str:
    speed = f", {report.played / report.seconds:,.0f} games a second" if report.seconds > 0 else ""
    return f"{report.mode} mode, {counted(report.jobs, 'job')}, {report.seconds:.2f} s{speed}"


@playtest.command(
    "open",
    short_help="One game of a playtest, in full.",
    examples=(
        ("dicecup playtest open liars-dice --game 137 --seed 7", "read it"),
        ("dicecup playtest open liars-dice --game 137 --seed 7 --log game137.jsonl", "write its log"),
    ),
)
@variant_argument
@click.option("--game", type=Whole(0, MAX_GAME), required=True, metavar="I", help="The number of the game, from 0.")
@click.option("--seed", required=True, metavar="TEXT", help="The seed of the playtest.")
@seat_options
@setting_option
@click.option("--log", type=File(), metavar="FILE|-", help="Write the log of the game.")
@click.option("--force", is_flag=True, help="Replace the log if it exists.")
@viewer_option
@click.pass_obj
def open_(manners: Asked, /, **options: Any) -> int:
    """Play one game of a playtest again, in full: give the same variant, line-up and seed, and its number."""
    from dicecup.cli.session.whole_game import new_game

    options |= {"names": (), "moves": None, "dice": "seeded", "stamp": False, "undo": False}
    game = new_game(manners, options, ask=False)
    if game.people:
        raise usage("a playtest is played by bots; seat people with dicecup play")
    return game.play()

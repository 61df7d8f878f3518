"""A playtest in words: how it is played, what it has counted, and which games have failed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from dicecup.cli.base.errors import text_of
from dicecup.cli.base.output import Manners, complain
from dicecup.cli.base.page import Page
from dicecup.cli.base.text import counted, safe

if TYPE_CHECKING:
    from dicecup.engine.bots.compilation import NotCompiledError
    from dicecup.engine.definitions.definition import Definition
    from dicecup.engine.playtest.effort import Effort
    from dicecup.engine.playtest.report import Report


def tell_effort(manners: Manners, effort: Effort, why: NotCompiledError | None) -> None:
    """Tell, before the games are played, why they are not compiled, where that is worth a word."""
    if why is not None:
        manners.say(f"{text_of({'message': why.sentence, **why.place.as_dict()})}; so it is played in plain mode")
    if effort.lacks_fast:
        seconds = f"{effort.seconds:,.0f} s"
        manners.say(
            f"This takes about {seconds}; with the extra `fast` it would be seconds: pip install 'dicecup[fast]'"
        )


def report_lines(definition: Definition, report: dict[str, Any], page: Page) -> list[str]:
    """A report for people."""
    games, finished = report["games"], report["finished"]
    lines = [f"{safe(definition.title)} ({safe(report['variant'])}), seed {safe(report['seed'])}"]
    apart = [
        counted(report[name], one, many)
        for name, one, many in (
            ("aborted", "aborted game (nobody wins it)", "aborted games (nobody wins them)"),
            ("forfeits", "forfeit (a bot failed)", "forfeits (a bot failed)"),
            ("limits_hit", "of them over the time limit", "of them over the time limit"),
        )
        if report[name]
    ]
    of = f"{games:,} of " if "planned" in report else ""
    many = f"{of}{counted(report.get('planned', games), 'game')}"
    lines.append(f"{many}, {finished:,} finished{''.join(f', {text}' for text in apart)}")
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
    hit = " (limits hit)" if report["limits_hit"] else ""  # another machine may come to another one
    return [*lines, "", f"results digest {report['results_digest']}{hit}"]


def _figure(value: float | None, places: int) -> str:
    return "-" if value is None else f"{value:,.{places}f}"


def _whole(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"


def effort_line(report: Report) -> str:
    """How a playtest was played, and how quickly."""
    speed = f", {report.played / report.seconds:,.0f} games a second" if report.seconds > 0 else ""
    return f"{report.mode} mode, {counted(report.jobs, 'job')}, {report.seconds:.2f} s{speed}"


def tell_failures(manners: Manners, report: Report, opening: Callable[[int], str]) -> bool:
    """Tell of the first game that a bot has given up, the first that was aborted, and the first that did not repeat; whether
    there is any.

    `opening` is the command that opens a game.
    """
    forfeit, aborted, unrepeated = report.forfeit, report.aborted, report.unrepeated
    if forfeit is not None:
        said = f"game {forfeit.game}: {forfeit.seat} forfeits: {forfeit.reason}"
        place = {**forfeit.place.as_dict(), "game": forfeit.game, "traceback": forfeit.place.traceback}
        _warn(manners, said, opening(forfeit.game), place)
    if aborted is not None:
        said = f"game {aborted} is the first that a guard has aborted"
        _warn(manners, said, opening(aborted), {"game": aborted})
    if unrepeated is not None:
        one = unrepeated
        said = f"{one.bot} does not repeat: game {one.game} played again goes another way at event {one.n} ({one.seat}: {one.before}, then {one.again})"
        why = "; it keeps something from game to game, or draws from what dicecup does not seed"
        _warn(manners, said + why, opening(one.game), {"game": one.game})
    return forfeit is not None or aborted is not None or unrepeated is not None


def _warn(manners: Manners, said: str, again: str, place: Mapping[str, Any]) -> None:
    manners.warn(said, **place, open=again)
    if not manners.json:
        complain(f"Open it with: {again}")

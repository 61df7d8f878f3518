"""The bots of a game in lines, as `bots` tells them wherever it is asked, and what a check has found of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dicecup.cli.base.errors import traced, whereabouts
from dicecup.cli.base.output import Manners, complain, put, put_json, put_wrapped
from dicecup.cli.base.text import counted, safe

if TYPE_CHECKING:
    from dicecup.engine.definitions.definition import Definition
    from dicecup.engine.testing.bot_check import BotReport, Finding
    from dicecup.engine.testing.bot_games import BotGame

Opening = Callable[["BotGame"], str]  # the command that opens a game of a check

VERDICTS = {True: "passed", False: "FAILED", None: "-"}


def tell_bots(manners: Manners, definition: Definition) -> None:
    """The bots of a definition's family, which may have none."""
    from dicecup.engine.games.registry import family

    found = family(definition.family).policies().summaries
    if manners.json:
        for name, what in found.items():
            put_json({"dicecup": 1, "type": "bot", "name": name, "family": definition.family, "summary": what})
    elif not found:
        put_wrapped(f"No bots come with {definition.title}. People play it: seat them as human.")
    else:
        put(manners.styled(f"Bots for {definition.title}", bold=True))
        for line in manners.page.rows([(f"  {name}", what) for name, what in found.items()]):
            put(line)


def tell_check(manners: Manners, report: BotReport, opening: Opening) -> None:
    """What a check has found: a line for each property, what to do about it, and how to open a game that shows it."""
    if manners.json:
        put_json(_as_json(report, opening))
        return
    put(safe(f"{report.bot}, seed {report.seed}"))
    rows = [(VERDICTS[one.passed], one.check, safe(_sentence(one))) for one in report.findings]
    for line in manners.page.rows(rows, "{}: {}: {}"):
        put(line)
    games = {one.game.number: one for one in report.findings if one.game is not None}
    for number, finding in sorted(games.items()):
        assert finding.game is not None
        put(safe(f"Open game {number} with: {opening(finding.game)}"))
    for one in report.findings:
        if one.place is not None and (where := whereabouts(one.place.traceback)):
            complain(where)
    failed = sum(one.passed is False for one in report.findings)
    said = f"{report.bot} fails {counted(failed, 'check')}." if failed else f"{report.bot} passes."
    put(manners.styled(safe(said), fg="red" if failed else "green"))


def _sentence(finding: Finding) -> str:
    place = finding.place
    where = f"{place.file}:{place.line}: " if place is not None and place.line else ""
    return f"{where}{finding.said}" + (f". {finding.remedy}." if finding.remedy else "")


def _as_json(report: BotReport, opening: Opening) -> dict[str, Any]:
    checks = []
    for one in report.findings:
        found: dict[str, Any] = {"check": one.check, "passed": one.passed, "message": one.said, **one.measured}
        if one.remedy:
            found["remedy"] = one.remedy
        if one.place is not None:
            found |= {**one.place.as_dict(), **traced(one.place.traceback)}
        if one.game is not None:
            found |= {"game": one.game.number, "variant": one.game.definition.name, "open": opening(one.game)}
        checks.append(found)
    head = {"dicecup": 1, "type": "bot_check", "bot": report.bot, "passed": report.passed, "seed": report.seed}
    return {**head, "variants": list(report.variants), "checks": checks}

"""Commands about everything else: those of the command line, settings, and what scripts need."""

from __future__ import annotations

import operator
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dicecup.cli.console.desk import SCRIPTED, Desk, Quit
from dicecup.cli.console.known import Command, commands
from dicecup.cli.console.words import first, nothing, whole, words
from dicecup.cli.failure import INTERRUPTED, NO, Failure, usage
from dicecup.cli.text import columns, listed, safe, wrap
from dicecup.engine.allowed import word as as_written

if TYPE_CHECKING:
    from collections.abc import Callable

    from dicecup.engine.match import Match

COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
CLAIM = re.compile(r"(?:(not)\s+)?([a-z_]+(?:\.[A-Ja-j])?)\s*(?:(==|=|!=|<=|>=|<|>)\s*(.*))?")


def through(desk: Desk, *args: str) -> None:
    """Run a command of the command line. Failure where its answer is no, which a person has read by then."""
    import click

    from dicecup.cli.main import root

    desk.guard(*args)
    manners = replace(desk.manners)  # an option on the line is for the line
    try:
        with root.make_context("", list(args), obj=manners) as context:  # whose help is asked for without `dicecup`
            code = root.invoke(context) or 0
    except click.exceptions.Exit as leave:
        code = leave.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    if code == INTERRUPTED:
        raise KeyboardInterrupt
    if code and not desk.front.asking:
        raise Failure(code, f"{' '.join(args[:2])} ends with exit code {code}")


def _command(name: str, *, about: bool = False, default: str = "", named: str = "") -> Callable[[Desk, str], None]:
    """A command of the command line: `about` the game that lies here where nothing is named, or with a subcommand by default, which
    is another where something is `named`.
    """

    def run(desk: Desk, rest: str) -> None:
        given = words(rest)
        if about and (not given or given[0].startswith("-")) and "--help" not in given:
            if not desk.variant:
                raise usage(f"no game lies here; name a variant, such as `{name} liars-dice`")
            given = [*desk.variant, *given]
        if default and (not given or given[0] not in SUBCOMMANDS[name]):
            given = [(named if given and not given[0].startswith("-") else "") or default, *given]
        through(desk, name, *given)

    return run


SUBCOMMANDS = {
    "variants": ("list", "show", "check", "diff", "schema", "new", "-h", "--help"),
    "playtest": ("run", "open", "-h", "--help"),
}


def rules(desk: Desk, rest: str) -> None:
    """The rules of the game that lies here, or of a variant."""
    from dicecup.cli.rules import rules_of

    if rest or desk.variant or not desk.lies_here:
        _command("rules", about=True)(desk, rest)
        return
    definition = desk.match.definition
    told = rules_of(definition)
    record = {"name": definition.name, "rules": [{"rule": rule, "text": text} for rule, text in told]}
    desk.speech.say("rules", record, columns([(f"  {rule}", text) for rule, text in told], desk.speech.look.cells))


def bots(desk: Desk, rest: str) -> None:
    """Who can play the game that lies here, or a variant."""
    from dicecup.cli.bots import tell

    if rest or not desk.lies_here:
        _command("bots", about=True)(desk, rest)
        return
    tell(desk.manners, desk.match.definition)


def set_(desk: Desk, rest: str) -> None:
    """Show the settings, or change one."""
    name, value = first(rest)
    settings = desk.settings
    if not name:
        rows = settings.rows()
        lines = columns(
            [(f"  {name}", value, f"({source}) {what}") for name, value, source, what in rows], desk.speech.look.cells
        )
        desk.speech.say("settings", {name: {"value": value, "from": source} for name, value, source, _ in rows}, lines)
        return
    if value:
        settings.set(name, words(value)[0], save=desk.front.asking)
    found = settings.get(name)
    desk.speech.say("setting", {"name": name.lower(), "value": found}, [f"{name.lower()} is {as_written(found)}"])


def source(desk: Desk, rest: str) -> None:
    """Do the lines of a file."""
    from dicecup.cli.console.script import sourced

    if len(words(rest)) != 1:
        raise usage("source takes a file of lines, such as source moves.txt")
    if desk.shared:
        raise Failure(NO, SCRIPTED)
    sourced(desk, words(rest)[0])


def echo(desk: Desk, rest: str) -> None:
    """Say a text."""
    desk.speech.say("echo", {"text": rest}, [safe(" ".join(words(rest)))])


def assert_(desk: Desk, rest: str) -> None:
    """Fail where a fact does not hold."""
    if not rest:
        raise usage("assert takes a fact, such as assert turn = A, or assert legal 3x4")
    denied, rest_ = (True, rest[4:].strip()) if rest.lower().startswith("not ") else (False, rest)
    word, move = first(rest_)
    if word == "legal" and move:
        desk.mind_turn()
        found: object = desk.match.can_play(move)
        holds = bool(found)
        says = f"{safe(move)} is {'legal' if found else 'not legal'} for {desk.match.turn or 'nobody'}"
    else:
        holds, says = _claimed(desk.match, rest_)
    if holds == denied:
        raise Failure(NO, f"assert {safe(rest)} does not hold: {says}")


def _claimed(match: Match, text: str) -> tuple[bool, str]:
    """Whether a claim about a fact holds, and what the fact is."""
    found = CLAIM.fullmatch(text.strip())
    known = facts(match)
    if found is None or _key(found[2]) not in known:
        raise usage(
            f"assert takes a fact, such as assert turn = A, or assert legal 3x4; the facts are {listed([*known])}"
        )
    name, sign, value = _key(found[2]), found[3], (found[4] or "").strip()
    fact = known[name]
    says = f"{name} is {fact}"
    if not sign:
        return fact not in ("", "no", 0), says
    if isinstance(fact, int):
        if not re.fullmatch("-?[0-9]{1,15}", value):
            raise usage(f"assert {name} is compared with a number, not {safe(value) or 'nothing'}")
        return COMPARED[sign](fact, int(value)), says
    if sign not in ("=", "==", "!="):
        raise usage(f"assert {name} is compared by = or !=, since it is no number")
    return COMPARED[sign](fact.lower(), value.lower()), says


def _key(name: str) -> str:
    head, dot, seat = name.partition(".")
    return head + dot + seat.upper()


def facts(match: Match) -> dict[str, int | str]:
    """What everybody at the table knows, by name."""
    last = match.events[-1] if match.events else {}
    end = last if last.get("type") == "end" else {}  # in a walk, what ended the game may be told before its end
    seats = {f"{name}.{seat}": of for name in ("place", "score") for seat, of in end.get(f"{name}s", {}).items()}
    return {
        "game": match.definition.name,
        "turn": match.turn or "",
        "round": match.state.round,
        "events": match.count,
        "over": "yes" if end else "no",
        "end": end.get("end", ""),
        "winner": " ".join(end.get("winners", [])),
        "check": end.get("check", ""),
        **seats,
    }


def history(desk: Desk, rest: str) -> None:
    """The lines that were done."""
    count = whole(rest, "N of `history N`", 1, 10**6) if rest else len(desk.history)
    begun = max(0, len(desk.history) - count)
    lines = [f"{i:4}  {safe(line)}" for i, line in enumerate(desk.history[begun:], begun + 1)]
    desk.speech.say("history", {"lines": desk.history[begun:]}, lines)


def help_(desk: Desk, rest: str) -> None:
    """What there is, or how one command is used."""
    from dicecup.cli.console.commands import COMMANDS, GROUPS

    cells = desk.speech.look.cells
    word = rest.removeprefix("/").lower()
    if word:
        command = commands().get(word)
        if command is None:
            raise usage(f"there is no command {safe(rest)}; help lists them")
        also = f"Also: {', '.join(command.also)}." if command.also else ""
        lines = [f"{command.usage}: {command.summary}", *command.details.split("\n"), also]
        desk.speech.say("help", {"command": command.name, "usage": command.usage, "summary": command.summary},
            [line for text in lines if text for line in wrap(text, cells, 2)])  # fmt: skip
        return
    lines = []
    for group in GROUPS:
        rows = [(f"  {command.usage}", command.summary) for command in COMMANDS if command.group == group]
        lines += [desk.manners.styled(group, bold=True), *columns(rows, cells), ""]
    for text in ("`help new` tells more of one. / before a command says that no move is meant.", _moves_told(desk)):
        lines += wrap(text, cells)
    desk.speech.say("help", {"commands": {command.name: command.usage for command in COMMANDS}}, lines)


def _moves_told(desk: Desk) -> str:
    """How a move is typed, in the game that lies here or in any."""
    live = desk.live
    if live is None or live.person is None:
        return "In a game a move is typed as its log writes it: 3x4, keep K K, stack 4 on B, plunder B."
    legal = live.match.legal()
    number = ", or its number" if desk.front.asking else ""
    return f"Now type a move such as {legal[0]}{number}; `moves` lists all {len(legal)}."


def quit_(desk: Desk, rest: str) -> None:
    """Leave."""
    nothing(rest, "quit")
    raise Quit


COMMANDS = (
    Command("rules", "rules [VARIANT]", "the rules, each with its id", rules, "Games"),
    Command("variants", "variants [NAME]", "the games there are, or the definition of one", _command("variants", default="list", named="show"), "Games",
        "`variants check FILE`, `variants diff A B`, `variants new NAME` and `variants schema` do as on the command line."),
    Command("bots", "bots [VARIANT]", "who can play", bots, "Games"),
    Command("playtest", "playtest VARIANT [ARGS]", "play many games and count", _command("playtest", default="run"), "Games"),
    Command("replay", "replay VERB ARGS", "what else can be done with logs: show, info, export, repair", _command("replay"), "Keep"),
    Command("set", "set [NAME [VALUE]]", "the settings, or change one", set_, "Console"),
    Command("source", "source FILE", "do the lines of a file", source, "Console"),
    Command("echo", "echo TEXT", "say a text", echo, "Console"),
    Command("assert", "assert [not] FACT [= VALUE]", "fail where a fact does not hold", assert_, "Console",
        "`assert turn = A`, `assert over`, `assert winner = B`, `assert score.A >= 3`, `assert legal 3x4`, `assert not legal 9x9`."),
    Command("history", "history [N]", "the lines so far", history, "Console"),
    Command("help", "help [COMMAND]", "this list, or how a command is used", help_, "Console", also=("?",)),
    Command("quit", "quit", "leave; an open game is kept", quit_, "Console", also=("exit", "q")),
)  # fmt: skip

"""Commands about everything else: those of the command line, settings, and what scripts need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicecup.cli.base.errors import BUG, INTERRUPTED, NO, Failure, code_of, reported, usage
from dicecup.cli.base.text import safe, wrap
from dicecup.cli.base.wording import COMMAND_LINE
from dicecup.cli.console.front import Quit
from dicecup.cli.console.registry import Command
from dicecup.cli.console.session import SCRIPTED, Desk
from dicecup.cli.console.tokens import first, nothing, whole, words
from dicecup.cli.session.line_input import QUIT
from dicecup.engine.definitions.value_types import word as as_written

if TYPE_CHECKING:
    from collections.abc import Callable


def through(desk: Desk, *args: str) -> None:
    """Run a command of the command line. Failure where its answer is no, which a person has read by then."""
    try:
        asked = desk.preferences.asked  # an option on the line is for the line
        asked.clearance = desk.viewer.clearance
        code = desk.command_line.run(args, asked)
    except Exception as error:
        if code_of(error) == BUG:
            raise
        raise reported(error, COMMAND_LINE) from None  # it was asked for with options
    if code == INTERRUPTED:
        raise KeyboardInterrupt
    if code and not desk.input.asking:
        raise Failure(code, f"{' '.join(args[:2])} ends with exit code {code}")


def _command(name: str, *, about: bool = False, default: str = "", named: str = "") -> Callable[[Desk, str], None]:
    """A command of the command line: `about` the game that lies here where nothing is named, or with a subcommand by default, which
    is another where something is `named`.
    """

    def run(desk: Desk, rest: str) -> None:
        given = words(rest)
        if about and (not given or given[0].startswith("-")) and "--help" not in given:
            if not desk.here.variant:
                raise usage(f"no game lies here; name a variant, such as `{name} liars-dice`")
            given = [*desk.here.variant, *given]
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
    from dicecup.cli.narration.rules import rules_of

    if rest or desk.here.variant or not desk.here.is_there:
        _command("rules", about=True)(desk, rest)
        return
    definition = desk.here.match.definition
    told = rules_of(definition)
    record = {"name": definition.name, "rules": [{"rule": rule, "text": text} for rule, text in told]}
    desk.speech.say("rules", record, desk.speech.page.rows([(f"  {rule}", text) for rule, text in told]))


def bots(desk: Desk, rest: str) -> None:
    """Who can play the game that lies here, or a variant."""
    from dicecup.cli.narration.bots import tell_bots

    if rest or not desk.here.is_there:
        _command("bots", about=True)(desk, rest)
        return
    tell_bots(desk.manners, desk.here.match.definition)


def set_(desk: Desk, rest: str) -> None:
    """Show the settings, or change one."""
    name, value = first(rest)
    settings = desk.preferences.settings
    if not name:
        rows = settings.rows()
        lines = desk.speech.page.rows(
            [(f"  {name}", value, f"({source}) {what}") for name, value, source, what in rows], "{}: {} {}"
        )
        desk.speech.say("settings", {name: {"value": value, "from": source} for name, value, source, _ in rows}, lines)
        return
    if value:
        settings.set(name, words(value)[0], save=desk.input.asking)
    found = settings.get(name)
    desk.speech.say("setting", {"name": name.lower(), "value": found}, [f"{name.lower()} is {as_written(found)}"])


def source(desk: Desk, rest: str) -> None:
    """Do the lines of a file."""
    from dicecup.cli.console.script import sourced

    if len(words(rest)) != 1:
        raise usage("source takes a file of lines, such as source moves.txt")
    if desk.viewer.shared:
        raise Failure(NO, SCRIPTED)
    sourced(desk, words(rest)[0])


def echo(desk: Desk, rest: str) -> None:
    """Say a text."""
    desk.speech.say("echo", {"text": rest}, [safe(" ".join(words(rest)))])


def history(desk: Desk, rest: str) -> None:
    """The lines that were done."""
    count = whole(rest, "N of `history N`", 1, 10**6) if rest else len(desk.history)
    begun = max(0, len(desk.history) - count)
    rows = [(f"{i:4}", safe(line)) for i, line in enumerate(desk.history[begun:], begun + 1)]
    lines = desk.speech.page.rows(rows)
    desk.speech.say("history", {"lines": desk.history[begun:]}, lines)


def help_(desk: Desk, rest: str) -> None:
    """What there is, or how one command is used."""
    cells = desk.speech.look.cells
    word = rest.removeprefix("/").lower()
    if word:
        command = desk.commands.find(word)
        if command is None:
            raise usage(f"there is no command {safe(rest)}; help lists them")
        also = f"Also: {', '.join(command.also)}." if command.also else ""
        lines = [f"{command.usage}: {command.summary}", *command.details.split("\n"), also]
        desk.speech.say("help", {"command": command.name, "usage": command.usage, "summary": command.summary},
            [line for text in lines if text for line in wrap(text, cells, 2)])  # fmt: skip
        return
    lines = []
    for group in desk.commands.groups:
        rows = [(f"  {command.usage}", command.summary) for command in desk.commands if command.group == group]
        lines += [desk.manners.styled(group, bold=True), *desk.speech.page.rows(rows), ""]
    for text in ("`help new` tells more of one. / before a command says that no move is meant.", _moves_told(desk)):
        lines += wrap(text, cells)
    desk.speech.say("help", {"commands": {command.name: command.usage for command in desk.commands}}, lines)


def _moves_told(desk: Desk) -> str:
    """How a move is typed, in the game that lies here or in any."""
    live = desk.here.live
    if live is None or live.person is None:
        return "In a game a move is typed as its log writes it: 3x4, keep K K, stack 4 on B, plunder B."
    legal = live.match.legal()
    number = ", or its number" if desk.input.asking else ""
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
    Command("history", "history [N]", "the lines so far", history, "Console"),
    Command("help", "help [COMMAND]", "this list, or how a command is used", help_, "Console", also=("?",)),
    Command("quit", "quit", "leave; an open game is kept", quit_, "Console", also=QUIT[1:]),
)  # fmt: skip

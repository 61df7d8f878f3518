"""`dicecup console`, which is also what `dicecup` alone opens."""

from __future__ import annotations

import sys

import click

from dicecup.cli.base import output as voice
from dicecup.cli.base.command import Given, command
from dicecup.cli.base.errors import NO, Failure, usage
from dicecup.cli.base.parameters import File
from dicecup.cli.console.command_line import CommandLine
from dicecup.cli.settings.asked import Asked
from dicecup.engine.core.inputs import note

CHECKING = ("check", "update")  # what is for transcripts
SCRIPTED = ("lines", "echo", "keep_going")  # what is for scripts


def fits(given: Given, name: str) -> bool:
    """Whether an option can stand beside others: a transcript is no script."""
    others = CHECKING if name in SCRIPTED else SCRIPTED if name in CHECKING else ()
    return not any(other in given for other in others)


@command(
    "console",
    help="""Play, look at logs and try things out, line by line. What is typed at a terminal, and what a file, a pipe or -c
    holds, is one language: moves as in the log, and the commands that `help` lists.

    A script stops at the first line that fails, and names it; the exit code is then 1. A transcript is a script
    with what must come of it.
    """,
    examples=(
        ("dicecup", "open the console: new liars-dice begins a game, ? helps"),
        ("dicecup console -c 'new liars-dice seed=7' -c 3x4 -c show -c quit", "the same lines from the command line"),
        ("dicecup console game.txt", "from a file; the first line that fails stops it"),
        ("dicecup console --check docs/transcripts/liars.txt", "prove that a session still goes as it is written"),
    ),
    fits=fits,
)
@click.argument("files", type=File(), metavar="[FILE...]", nargs=-1)
@click.option(
    "-c", "lines", multiple=True, metavar="LINE", help="Do a line, after those of the files; may be repeated."
)
@click.option("--echo", is_flag=True, help="Print each line before what comes of it: the output is a transcript.")
@click.option("--keep-going", is_flag=True, help="Go on after a line that fails; the exit code is still 1.")
@click.option(
    "--check", is_flag=True, help="The files are transcripts: lines after > are input, the rest is what must come."
)
@click.option("--update", is_flag=True, help="Rewrite the transcripts as they go now.")
@click.pass_context
def console(
    context: click.Context,
    files: tuple[str, ...],
    lines: tuple[str, ...],
    echo: bool,
    keep_going: bool,
    check: bool,
    update: bool,
) -> int:
    """The command `dicecup console`."""
    manners: Asked = context.obj
    line = CommandLine(context.find_root().command)
    if check or update:
        from dicecup.cli.console.transcript import checked

        if lines or echo or keep_going or not files:
            raise usage("--check and --update take the files of transcripts, and nothing else")
        return checked(manners, line, files, update=update)
    if not files and not lines and sits_here(manners):
        if echo or keep_going:
            raise usage("--echo and --keep-going are for scripts; name a file, or give lines with -c")
        from dicecup.cli.console.terminal import sit

        return sit(manners, line)
    if not files and not lines and voice.is_terminal(sys.stdin):
        raise usage("there is nobody to ask here, and no script; name a file of lines, or give them with -c")
    return scripts(manners, line, files or (() if lines else ("-",)), lines, echo=echo, keep_going=keep_going)


def sits_here(manners: Asked) -> bool:
    """Whether a person sits at a terminal and may be asked."""
    return voice.is_terminal(sys.stdin) and voice.is_terminal(sys.stdout) and not manners.no_input and not manners.json


def scripts(
    manners: Asked,
    line: CommandLine,
    files: tuple[str, ...],
    lines: tuple[str, ...],
    *,
    echo: bool = False,
    keep_going: bool = False,
) -> int:
    """Do the lines of the files, then those given, in one session; the exit code."""
    from dicecup.cli.console.commands.table import COMMANDS
    from dicecup.cli.console.front import Quit
    from dicecup.cli.console.script import Given, Scripts, Source, run
    from dicecup.cli.console.session import Desk
    from dicecup.cli.session.script import Script

    front = Scripts(echo=echo, keep_going=keep_going, json=manners.json)
    desk = Desk(manners, manners.settings, front, COMMANDS, line)
    source: Source | None = None
    with desk.interrupts:
        try:
            for file in files:
                if file != "-":
                    note(file)  # before any of them is done: it could write onto one that follows
            for file in files:
                with Script(file, "console") as source:
                    run(desk, source, front)
            if lines:
                source = Given(lines)
                run(desk, source, front)
            if source is not None and (where := desk.here.open_question()):
                message = f"the input ends at {where}; the game is left unfinished (`quit` leaves it on purpose)"
                raise Failure(NO, message, file=source.name, line=source.line)
        except Quit:
            pass
        finally:
            desk.leave()
    return NO if front.failed else 0

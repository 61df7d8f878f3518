"""The command `dicecup`: its commands, each imported when it is used, and what becomes of errors.

Exit codes: 0 fine; 1 the answer is no; 2 usage; 3 a bad definition; 4 a damaged log; 5 output refused; 70 a bug; 130 interrupted;
141 a closed pipe.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from dicecup.cli.base import output as voice
from dicecup.cli.base.command import COMPLETE, PROGRAM, Group
from dicecup.cli.base.errors import CLOSED_PIPE, INTERRUPTED, code_of, sentences, traceback_of, whereabouts
from dicecup.cli.base.paths import own_files
from dicecup.cli.settings.asked import Asked
from dicecup.engine.core.inputs import reading
from dicecup.engine.core.signals import Ended

# Only what works is listed. Name -> (module:command, what it does).
TABLE = {
    "console": (
        "dicecup.cli.console.command:console",
        "Play and look at logs line by line, at a prompt or from a script.",
    ),
    "play": ("dicecup.cli.commands.play:play", "Play one game: you, bots, or a script of moves."),
    "join": ("dicecup.cli.commands.join:join", "Take a seat in a game that is hosted at another terminal."),
    "rules": ("dicecup.cli.commands.rules:rules", "The rules of a variant in words, each with its id."),
    "variants": ("dicecup.cli.commands.variants:variants", "List, read, check, compare and write variants."),
    "bots": ("dicecup.cli.commands.bots:bots", "The bots that play a variant, and a check of your own."),
    "odds": ("dicecup.cli.commands.odds:odds", "Exact chances: of what to keep, or of bids."),
    "solve": ("dicecup.cli.commands.solve:solve", "The exact value of small games, and how to play them."),
    "replay": ("dicecup.cli.commands.replay.group:replay", "Read a log, and verify that it is true."),
    "playtest": ("dicecup.cli.commands.playtest:playtest", "Play many games and count; open one of them."),
    "doctor": ("dicecup.cli.commands.doctor:doctor", "What this installation has, and what an extra would add."),
    "completion": ("dicecup.cli.commands.completion:completion", "Print the completion script for your shell."),
}

EXAMPLES = (
    ("dicecup play liars-dice", "play a game against a bot (bots alone, where there is no terminal)"),
    ("dicecup play liars-dice --seat basic --seat basic --seed 7 --log game.jsonl", "watch two bots, and keep the log"),
    ("dicecup replay verify game.jsonl", "prove that the log is true"),
)


@click.command(
    PROGRAM,
    help="Dice games from YAML: play them, keep their logs, prove them, and repeat them to the byte.",
    cls=Group,
    table=TABLE,
    examples=EXAMPLES,
    invoke_without_command=True,
)
@click.pass_context
def root(context: click.Context) -> int:
    """The command `dicecup`."""
    if context.invoked_subcommand is None:
        context.obj.settle()
        if voice.is_terminal(sys.stdin) and not voice.is_terminal(sys.stdout):
            voice.put(context.get_help())
            return 0
        from dicecup.cli.console.command import console

        return int(context.invoke(console, files=(), lines=(), echo=False, keep_going=False, check=False, update=False))
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    args = list(sys.argv[1:] if argv is None else argv)
    voice.prepare()
    options = args[: args.index("--")] if "--" in args else args
    plain = not {"--plain", "--accessible"}.isdisjoint(options)
    manners = Asked(json="--json" in options, plain=plain)  # known before anything can be wrong, or help is asked for
    try:
        with manners.warnings(), reading(standing=own_files):
            code = _run(args, manners)
        voice.flush()
    except BrokenPipeError:
        voice.forsake_output()
        return CLOSED_PIPE
    except KeyboardInterrupt:
        manners.say("Interrupted.")
        _flush()
        return INTERRUPTED
    except Ended as ended:
        _flush()
        return ended.status
    except Exception as error:  # noqa: BLE001 - the one place where every error ends
        code = _fail(error, manners)
    return code


def _run(args: list[str], manners: Asked) -> int:
    if COMPLETE in os.environ:
        from dicecup.cli.completion.shells import answer

        return answer(root, os.environ[COMPLETE], args)
    try:
        with root.make_context(PROGRAM, args, obj=manners) as context:
            return root.invoke(context) or 0
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None


def _flush() -> None:
    """Hand on what was written, if it can be: whoever breaks off wants the end, not its troubles, and one error is enough."""
    try:
        voice.flush()
    except Exception:  # noqa: BLE001 - see above
        voice.forsake_output()


def _fail(error: Exception, manners: Asked) -> int:
    code = code_of(error)
    for record in sentences(error):
        manners.fail(record)
    if (where := whereabouts(traceback_of(error))) and not manners.json:
        voice.complain(where)
    _flush()
    return code

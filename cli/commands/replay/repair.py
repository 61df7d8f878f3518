"""`dicecup replay repair`: the torn end of a log is cut, and the log as it was is kept."""

from __future__ import annotations

from pathlib import Path

import click

from dicecup.cli.base.command import command
from dicecup.cli.base.errors import Failure, code_of, usage
from dicecup.cli.base.log_input import unshown
from dicecup.cli.base.output import Manners, put, put_json
from dicecup.cli.base.parameters import Log
from dicecup.cli.base.text import counted, safe


@command(
    "repair",
    help="""Cut a log whose writer was killed to its last whole record. The log as it was is kept as LOG.bak (LOG.bak2, ...
    where that exists), and the new one takes its place at once.

    Nothing but a torn end is ever cut: a log in which anything else is wrong is left as it is, and the line and
    kind are told; the exit code is then that of `replay verify`. A log without a torn end is left as it is too.
    """,
    examples=(
        ("dicecup replay repair killed.jsonl", "cut half a record from its end"),
        ("dicecup play --resume killed.jsonl", "and play on"),
    ),
)
@click.argument("file", type=Log(), metavar="LOG")
@click.pass_obj
def repair(manners: Manners, file: str) -> int:
    """The command `dicecup replay repair`."""
    from dicecup.engine.log.verdict import UNREADABLE
    from dicecup.engine.log.versions import authorship
    from dicecup.engine.replay.repair import Irreparable, cut, examine

    if file == "-":
        raise usage("name the log's file: standard input cannot be repaired")
    try:
        with unshown(file) as stream:
            if not stream.seekable():
                raise usage(f"{file} is no file, and only a file can be repaired")
            tail = examine(stream, file)
    except Irreparable as error:
        verdict = error.verdict.discreet() if manners.clearance.discreet else error.verdict
        message = verdict.message
        if verdict.kind not in UNREADABLE:
            message += f" ({verdict.kind}); only a torn end can be repaired, and the log is left as it is"
            message += f"; {authorship(verdict.written_by)}"
        raise Failure(code_of(error), message, file=file, line=verdict.line) from None
    backup = cut(Path(file), tail) if tail.cut else None
    if manners.json:
        record = {"dicecup": 1, "type": "repair", "file": file, "repaired": backup is not None}
        record |= {
            "line": tail.line,
            "bytes": tail.cut,
            "games": tail.games,
            "events": tail.events,
            "ended": tail.ended,
        }
        put_json(record | {"backup": str(backup) if backup else None})
        return 0
    if manners.quiet:
        return 0
    if backup is not None:
        put(safe(f"{file}: cut {counted(tail.cut, 'byte')} of line {tail.line}, which was not whole"))
        put(safe(f"The log as it was: {backup}"))
    else:
        put(safe(f"{file}: no record is torn; nothing to repair"))
    if not tail.ended:
        put(safe(f"Its last game has no end, and {counted(tail.events, 'event')}: dicecup play --resume {file}"))
    return 0

"""Logs that a command was given: opened, read, asked for a seat, each with a sentence where that cannot be."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO

from dicecup.cli.base.errors import LOG, Failure, code_of_kind, usage

if TYPE_CHECKING:
    from dicecup.cli.base.clearance import Clearance
    from dicecup.engine.log.log import LoggedGame


def opened(path: str, clearance: Clearance, viewer: str | None) -> BinaryIO:
    """A log for reading, of which that seat is shown what it may see, or (None) everything is.

    A Failure with a sentence where it cannot be read, or may not be shown so.
    """
    clearance.check_log(path, viewer)
    return unshown(path)


def unshown(path: str) -> BinaryIO:
    """A log for reading, of which nothing is shown but what is wrong with it; a Failure with a sentence where it cannot be read."""
    from dicecup.engine.log.log import open_log, reason

    if path == "-" and sys.stdin is None:
        raise usage("standard input is closed; name the log's file")
    try:
        return open_log(path)
    except IsADirectoryError:
        raise usage(f"{path} is a folder; name the log in it") from None
    except FileNotFoundError:
        raise usage(f"there is no file {path}") from None
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise usage(f"cannot read {path}: {why}") from None


def whole(stream: BinaryIO, file: str) -> Iterator[LoggedGame]:
    """The games of a log, at least one; a Failure for none, where reading fails, and as `known_in`."""
    from dicecup.engine.log.log import read_games, reason

    some = False
    try:
        for game in read_games(stream, file):
            some = True
            known_in(game.first.record, file, game.first.number)
            yield game
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Failure(LOG, f"cannot read {file}: {reason(error)}") from None
    if not some:
        raise Failure(LOG, "there is no game in this file", file=file)


def known_in(header: Mapping[str, Any] | None, file: str, line: int) -> None:
    """A Failure where a log is newer than this dicecup, or its family is not here; of a header that is damaged nothing is asked."""
    from dicecup.engine.log.versions import unreadable

    why = unreadable(header) if header is not None else None
    if why is not None:
        raise Failure(code_of_kind(why.kind), why.message, file=file, line=line)


def seat_in(header: Mapping[str, Any], seat: str) -> None:
    """A Failure unless a game has that seat; of a header without seats nothing is asked."""
    seats = header.get("seats")
    letters = [str(one.get("seat")) for one in seats if isinstance(one, dict)] if isinstance(seats, list) else []
    if letters and seat not in letters:
        raise usage(f"there is no seat {seat} in game {header.get('game')}; its seats are {', '.join(letters)}")

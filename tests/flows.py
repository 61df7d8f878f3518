"""What a run enters of dicecup. As a program this records one flow, by the interpreter's own hook for profilers.

`python flows.py FLOW FILE [ARGUMENT...]` adds a line to FILE for each function that is entered for the first time from
a file: the calling file, the entered file and the function, tabs between. Each flow is recorded in a process of its
own, in which nothing has been read or made before.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from unittest.mock import patch

from command_line import ROOT, dicecup, typed

from dicecup.cli.console.terminal import Keyboard

GAMES = ("liars-dice", "poker-dice", "stacked-dice", "dead-mans-dice")


@cache
def file_of(code: CodeType) -> str:
    """The file of a function, from the root; empty for one that is not in the engine or the command line."""
    path = Path(code.co_filename).resolve()
    inside = path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in ("engine", "cli")
    return path.relative_to(ROOT).as_posix() if inside and code.co_name != "<module>" else ""


def caller(frame: FrameType) -> str:
    """The file that a function is called from, whatever of other packages lies between; empty for what an import runs.

    A generator expression is called by nobody: whoever takes its next item takes what was handed in.
    """
    back = None if frame.f_code.co_name == "<genexpr>" else frame.f_back
    while back is not None and not file_of(back.f_code):
        back = None if "importlib" in back.f_code.co_filename else back.f_back
    return file_of(back.f_code) if back is not None else ""


@contextmanager
def recorded(file: Path) -> Iterator[None]:
    """Record what is entered here, and in processes that are forked meanwhile."""
    known = set()
    with file.open("ab", buffering=0) as stream:

        def note(frame: FrameType, event: str, _: object) -> None:
            if event == "call" and (entered := file_of(frame.f_code)):
                line = f"{caller(frame)}\t{entered}\t{frame.f_code.co_qualname}\n"
                if line not in known:
                    known.add(line)
                    stream.write(line.encode())

        sys.setprofile(note)
        try:
            yield
        finally:
            sys.setprofile(None)


# ---- the flows


def move(file: Path) -> None:
    """A bid that is typed at a terminal."""
    type_turns(file, "new liars-dice seed=7", "2x3")


def games(file: Path) -> None:
    """What people type in games of every family, and in one of two people at one keyboard."""
    for game in GAMES:
        type_turns(file, f"new {game} seed=7", *["1"] * 40)
    type_turns(file, "new liars-dice seed=7 A=human B=human", "", "2x3", "", "liar", "", "1")


def type_turns(file: Path, *lines: str) -> None:
    """Record, of a session in which these lines are typed, the turns in which a person is to decide."""
    turn = Keyboard.turn

    def watched(keyboard: Keyboard) -> None:
        live = keyboard.desk.here.live
        with recorded(file) if live is not None and live.person is not None else nullcontext():
            turn(keyboard)

    with patch.object(Keyboard, "turn", watched):
        typed(*lines)


def command(file: Path, *args: str) -> None:
    """A command, with the processes that it begins."""
    multiprocessing.set_start_method("fork")
    with recorded(file):
        dicecup(*args)


if __name__ == "__main__":
    flow, file, *args = sys.argv[1:]
    {"move": move, "games": games, "command": command}[flow](Path(file), *args)

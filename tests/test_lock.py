"""A file that is written is locked: for one program at a time, as long as that lives, and with nothing beside the file."""

from __future__ import annotations

import errno
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

import filelock
import pytest
from command_line import environment, started, typed
from logs import GOLDEN

from dicecup.cli.session import autosave
from dicecup.engine.log.lock import is_locked, lock
from dicecup.engine.log.log import Writer

LOG = next(path for path in GOLDEN if path.stem == "liars-dice").read_bytes()[:3000]
WRITES = """
import sys
from dicecup.engine.log.log import Writer
writer = Writer("game.jsonl")
print("ready", flush=True)
sys.stdin.read()
"""
RESUMES = """
import sys
from pathlib import Path
from dicecup.engine.log.log import OutputRefused
from dicecup.engine.replay.resume import Continuation
print("ready", flush=True)
sys.stdin.readline()
got = []
for path in sorted(Path().iterdir()):
    try:
        got.append(Continuation(path))
    except OutputRefused:
        pass
print(*(one.path.name for one in got), flush=True)
sys.stdin.readline()
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def program(stack: ExitStack, code: str) -> subprocess.Popen[str]:
    """A program beside this one, which has begun."""
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    run = stack.enter_context(started([sys.executable, "-c", code], env=environment(), **pipes))
    assert stream(run.stdout).readline() == "ready\n"
    return run


def stream(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def tell(run: subprocess.Popen[str]) -> None:
    """Let a program go on."""
    stream(run.stdin).write("go on\n")
    stream(run.stdin).flush()


def test_a_lock_ends_with_its_program_even_when_that_is_killed() -> None:
    with ExitStack() as stack:
        other = program(stack, WRITES)
        assert is_locked("game.jsonl")
        with Path("game.jsonl").open("r+b") as mine:
            assert not lock(mine)
        other.kill()
        other.wait()
        assert not is_locked("game.jsonl")
        with Path("game.jsonl").open("r+b") as mine:
            assert lock(mine)
            assert is_locked("game.jsonl")
    assert [path.name for path in Path().iterdir()] == ["game.jsonl"]


def test_of_two_programs_that_resume_a_game_at_once_one_gets_it() -> None:
    names = [f"{n:02}.jsonl" for n in range(20)]
    for name in names:
        Path(name).write_bytes(LOG)
    with ExitStack() as stack:
        both = [program(stack, RESUMES) for _ in range(2)]
        for run in both:
            tell(run)
        got = [name for run in both for name in stream(run.stdout).readline().split()]
        for run in both:
            tell(run)
    assert sorted(got) == names
    assert sorted(path.name for path in Path().iterdir()) == names


def test_looking_whether_a_file_is_locked_does_not_lock_it() -> None:
    Path("x").touch()
    with Path("x").open("r+b") as mine:
        assert not is_locked("x")
        assert lock(mine)
        assert is_locked("x")
    assert not is_locked("x")
    assert Path("x").read_bytes() == b""


@pytest.mark.parametrize("asked", ["looks", "writes"])
def test_somebody_who_only_looks_is_waited_for(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("x").touch()
    with Path("x").open("rb") as other, Path("x").open("r+b") as mine:
        assert lock(other)
        monkeypatch.setattr(time, "sleep", lambda _: filelock.unlock_descriptor(other.fileno()))
        assert lock(mine) if asked == "writes" else not is_locked("x")


def test_a_file_that_may_only_be_read_is_locked_for_others_too(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Path.open

    def protected(path: Path, mode: str) -> Any:
        if mode != "rb":
            raise PermissionError(errno.EACCES, "Permission denied")
        return opened(path, mode)

    with Writer("x"):
        monkeypatch.setattr(Path, "open", protected)
        assert is_locked("x")


def test_where_there_are_no_locks_nobody_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*args: object, **options: object) -> bool:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(filelock, "lock_descriptor", none)
    monkeypatch.setattr(filelock, "unlock_descriptor", none)
    with Writer("x") as writer:
        writer.write(LOG)
        assert not is_locked("x")
    assert Path("x").read_bytes() == LOG


@pytest.mark.parametrize("name", ["absent", ".", "a\0b", "/dev/null"])
def test_what_is_no_file_is_locked_by_nobody(name: str) -> None:
    assert not is_locked(name)


def test_a_game_that_another_console_has_just_begun_is_not_damaged() -> None:
    saved = autosave.Saved(pytest.fail, {"DICECUP_STATE": "state"})
    kept = saved.new("perudo")
    assert kept is not None
    env = {"DICECUP_STATE": "state"}
    assert "; perudo-1.jsonl, played in another console\n" in typed("resume", env=env).out
    kept.close()
    assert "; perudo-1.jsonl, damaged: there is no game in this file\n" in typed("resume", env=env).out


def test_a_game_that_cannot_be_read_while_it_is_written_is_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, whose locks keep others from reading."""

    def refuse(*args: object) -> Any:
        raise PermissionError(errno.EACCES, "Permission denied")

    with Writer("x") as writer:
        writer.write(LOG)
        monkeypatch.setattr(autosave, "read_games", refuse)
        entry = autosave.examined(Path("x"))
        assert entry is not None
        assert (entry.in_use, entry.damaged) == (True, "it cannot be read: permission denied")

"""Streams that end, are full or are closed (C056), and memory that does not grow (C034): each in a process of its own."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import COMMAND, ROOT, Run, environment, process, started, strict

from dicecup.engine.replay.verify import verify

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def long_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of 20,000 events: more than any pipe holds."""
    folder = tmp_path_factory.mktemp("long")
    bots = ("--seat", "random", "--seat", "random")
    run = process("playtest", "run", "liars-dice", *bots, "--games", 400, "--log", "long.jsonl", cwd=folder)
    assert run.code == 0, run.err
    return folder / "long.jsonl"


def head(*args: object, **env: str) -> Run:
    """A command line piped into something that reads one line and goes."""
    command = [*COMMAND, *map(str, args)]
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(**env)) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        line = run.stdout.readline().decode()
        run.stdout.close()
        err = run.stderr.read().decode()
        return Run(run.wait(30), line, err)


def onto(path: Path, *args: object, **env: str) -> Run:
    """A command line whose standard output is that file."""
    with path.open("wb") as stream:
        command = [*COMMAND, *map(str, args)]
        done = subprocess.run(command, stdout=stream, stderr=subprocess.PIPE, env=environment(**env), timeout=60)
    return Run(done.returncode, "", done.stderr.decode())


# --- A reader that goes (C056) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("env", [{}, {"PYTHONUNBUFFERED": "1"}])
@pytest.mark.parametrize("args", [["--json"], []])
def test_C056_show_into_head(long_log: Path, args: list[str], env: dict[str, str]) -> None:
    run = head("replay", "show", long_log, *args, **env)
    assert (run.code, run.err) == (141, "")
    assert run.out


@pytest.mark.parametrize(
    "args",
    [
        ["variants", "list"],
        ["rules", "perudo"],
        ["--help"],
        ["play", "liars-dice", "--seed", "7"],
        ["replay", "verify", "--json"],
    ],
    ids=" ".join,
)
def test_C056_anything_into_something_closed(long_log: Path, args: list[str]) -> None:
    if args[:2] == ["replay", "verify"]:
        args = [*args, str(long_log)]
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([*COMMAND, *args], stdout=write, stderr=subprocess.PIPE, env=environment(), timeout=60)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_closed_pipe_leaves_a_log_with_an_end() -> None:
    run = head("play", "dudo", "--seats", 6, "--seed", "7", "--log", "game.jsonl", PYTHONUNBUFFERED="1")
    assert (run.code, run.err) == (141, "")
    (verdict,) = verify(io.BytesIO(Path("game.jsonl").read_bytes()))
    assert verdict.ok


@pytest.mark.parametrize(
    "args", [["--help"], ["variants", "--help"], ["playtest", "run", "-h"], ["--version"]], ids=" ".join
)
def test_C092_help_to_a_closed_output_fails_like_data(args: list[str]) -> None:
    shell = ["sh", "-c", '"$@" >&-; echo $?', "sh", *COMMAND, *args]
    done = subprocess.run(shell, capture_output=True, text=True, env=environment(), timeout=60)
    assert (done.stdout, done.stderr) == ("5\n", "dicecup: standard output is closed\n")


def test_closed_standard_streams() -> None:
    shell = ["sh", "-c", '"$@" >&-; echo $?', "sh", *COMMAND, "rules", "perudo"]
    done = subprocess.run(shell, capture_output=True, text=True, env=environment(), timeout=60)
    assert (done.stdout, done.stderr) == ("5\n", "dicecup: standard output is closed\n")
    shell[2] = '"$@" 2>&- | head -1'
    assert subprocess.run(shell, capture_output=True, text=True, env=environment(), timeout=60).stdout == "Perudo\n"
    shell = ["sh", "-c", '"$@" <&-; echo $?', "sh", *COMMAND, "play", "liars-dice", "--seed", "7", "-q"]
    done = subprocess.run(shell, capture_output=True, text=True, env=environment(), timeout=60)
    assert done.stdout == "A basic wins after 6 rounds.\n0\n"


# --- A disk that is full ------------------------------------------------------------------------------------------------


@needs_full
@pytest.mark.parametrize("env", [{}, {"PYTHONUNBUFFERED": "1"}])
@pytest.mark.parametrize(
    "args",
    [
        ["variants", "list"],
        ["play", "liars-dice", "--seed", "7"],
        ["play", "liars-dice", "--json", "--seed", "7"],
        ["--version"],
        ["--help"],
        ["replay", "verify", "-h"],
        ["doctor"],
    ],
    ids=" ".join,
)
def test_C092_standard_output_is_full(args: list[str], env: dict[str, str]) -> None:
    run = onto(FULL, *args, **env)
    assert run.code == 5
    assert len(run.err.splitlines()) == 1
    assert "cannot write to standard output: no space left on device" in run.err


@needs_full
def test_a_game_whose_telling_fails_keeps_its_log() -> None:
    run = onto(FULL, "play", "liars-dice", "--seed", "7", "--log", "game.jsonl", PYTHONUNBUFFERED="1")
    assert run.code == 5
    (verdict,) = verify(io.BytesIO(Path("game.jsonl").read_bytes()))
    assert verdict.ok


@needs_full
def test_the_log_is_full() -> None:
    for args in (["play", "liars-dice"], ["playtest", "run", "liars-dice", "--games", "3"]):
        run = process(*args, "--seed", "7", "--log", FULL)
        assert run.code == 5
        assert run.err.splitlines()[-1] == "dicecup: cannot write /dev/full: no space left on device"
        record = process(*args, "--seed", "7", "--log", FULL, "--json").err.splitlines()[-1]
        assert strict(record)["code"] == 5


# --- Memory and interrupts ------------------------------------------------------------------------------------------------

MEASURED = """
import resource, sys
from dicecup.cli.main import main
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
code = main(sys.argv[1:])
print(code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, file=sys.stderr)
"""


@pytest.mark.parametrize("args", [["show", "--last", "20"], ["show", "--json"], ["verify"]], ids=" ".join)
def test_C034_a_long_log_takes_no_memory(long_log: Path, args: list[str]) -> None:
    command, *rest = args
    peaks = []
    for copies in (1, 4) if command == "show" else (1,):
        Path("longer.jsonl").write_bytes(long_log.read_bytes() * copies)
        run = subprocess.run(
            [sys.executable, "-c", MEASURED, "replay", command, "longer.jsonl", *rest],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment(),
            timeout=60,
        )
        code, grown = map(int, run.stderr.split())
        assert code == 0
        peaks.append(grown)
    assert max(peaks) < 60_000  # kilobytes, most of it code
    assert max(peaks) - min(peaks) < 4_000


def test_ctrl_c_in_a_reading_command(long_log: Path) -> None:
    read, write = os.pipe()
    with started(
        [*COMMAND, "replay", "show", "-"], stdin=read, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as run:
        os.write(write, long_log.read_bytes()[:4000])
        assert run.stdout is not None
        assert run.stdout.readline()
        time.sleep(0.1)
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=20)
        assert (run.returncode, err) == (130, b"Interrupted.\n")
    os.close(read)
    os.close(write)


def test_nothing_but_the_log_is_written_to_the_log_where_standard_error_is_closed() -> None:
    """Else the log would be given the number of standard error, and whatever is written there would stand in it."""
    Path("loud.py").write_text("import os\ndef bot(view):\n    os.write(2, b'noise')\n    return view.legal[0]\n")
    command = [*COMMAND, "play", "liars-dice", "--seed", "7", "--seat", "loud.py:bot", "--log", "game.jsonl"]
    subprocess.run(["sh", "-c", 'exec "$@" <&- >/dev/null 2>&-', "sh", *command], env=environment(), timeout=60)
    log = Path("game.jsonl").read_bytes()
    assert b"noise" not in log
    assert [verdict.kind for verdict in verify(io.BytesIO(log))] == ["true"]


def test_C060_an_interrupt_while_the_program_is_still_loaded_is_quiet(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt\n")  # as Ctrl-C in the first tenth of a second
    run = process("variants", "list", PYTHONPATH=os.pathsep.join([str(tmp_path), str(ROOT / "src")]))
    assert (run.code, run.out, run.err) == (130, "", "")

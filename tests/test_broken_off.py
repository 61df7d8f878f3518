"""Playtests that are broken off (C084), and workers that are killed under them (C061): what was played is told, and is in the log."""

from __future__ import annotations

import contextlib
import io
import os
import resource
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import COMMAND, ROOT, dicecup, environment, started, strict

from dicecup.cli.base.signals import ENDING, Interrupts
from dicecup.engine import load
from dicecup.engine.core import workers
from dicecup.engine.core.signals import Ended
from dicecup.engine.log.log import OutputRefused, Writer
from dicecup.engine.playtest.pace import BEAT, Pace
from dicecup.engine.playtest.plan import Plan
from dicecup.engine.playtest.run import BrokenOff, run
from dicecup.engine.replay.verify import verify

SLOW = "import time\ndef bot(view):\n    time.sleep(0.02)\n    return view.legal[0]\n"
ENDLESS = "import time\ndef bot(view):\n    open('asked', 'w').close()\n    time.sleep(60)\n"
ALL = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
SEATS = ("--seat", "bot.py:bot", "--seat", "basic", "--seed", "7")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text(SLOW)


def playtest(*args: object) -> list[str]:
    return [*COMMAND, "playtest", "run", "liars-dice-elimination", *SEATS, *map(str, args)]


def wait_for(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 30
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    assert condition()


def written(path: str = "x.jsonl") -> int:
    """How many games a log holds by now."""
    return Path(path).read_bytes().count(b'"type":"end"') if Path(path).exists() else 0


def whole_games(path: str = "x.jsonl") -> int:
    """How many true games a log holds, and nothing else."""
    verdicts = list(verify(io.BytesIO(Path(path).read_bytes())))
    assert all(verdict.ok for verdict in verdicts)
    assert [verdict.game for verdict in verdicts] == list(range(len(verdicts)))
    assert verdicts[-1].file_sealed
    return len(verdicts)


def broken_off(
    number: int, *args: object, when: Callable[[], object], group: bool = False
) -> subprocess.CompletedProcess[str]:
    """A playtest to which a signal comes."""
    with started(playtest(*args), env=environment(), start_new_session=True, **ALL) as process:
        wait_for(when)
        os.killpg(process.pid, number) if group else process.send_signal(number)
        out, err = process.communicate(timeout=20)
    assert "Traceback" not in err
    return subprocess.CompletedProcess(args, process.returncode, out, err)


# --- C084 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("group", [False, True])
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_C084_what_was_played_is_told_and_in_the_log(number: int, jobs: int, group: bool) -> None:
    args = ("--games", 2000, "--jobs", jobs, "--log", "x.jsonl")
    done = broken_off(number, *args, when=lambda: written() > 3, group=group)
    assert done.returncode == 128 + number
    count = whole_games()
    assert count > 3
    assert f"\n{count} of 2,000 games, {count} finished\n" in done.stdout
    how = "interrupted" if number == signal.SIGINT else "told to end"
    assert f"dicecup: {how} after {count} of 2,000 games; their logs are in x.jsonl" in done.stderr.splitlines()
    alone = dicecup("playtest", "run", "liars-dice-elimination", *SEATS, "--games", count)
    assert done.stdout.splitlines()[-1] == alone.lines[-1]  # the digest: they are the first ones


def test_C084_a_program_is_told_the_same() -> None:
    log = Path("x.jsonl")
    args = ("--games", 200, "--log", "x.jsonl", "--json")
    done = broken_off(signal.SIGINT, *args, when=lambda: log.exists() and log.stat().st_size)
    report, warning = strict(done.stdout), strict(done.stderr)
    assert (done.returncode, report["planned"]) == (130, 200)
    assert report["games"] == report["finished"] == whole_games()
    said = f"interrupted after {report['games']} of 200 games; their logs are in x.jsonl"
    assert warning == {"dicecup": 1, "type": "warning", "message": said}


@pytest.mark.parametrize("jobs", [1, 2])
def test_C084_nothing_is_claimed_where_nothing_was_played(jobs: int) -> None:
    Path("bot.py").write_text(ENDLESS)
    Path("old.jsonl").write_text("old")
    asked = Path("asked")
    done = broken_off(signal.SIGINT, "--jobs", jobs, "--log", "x.jsonl", when=asked.exists)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "dicecup: interrupted after 0 of 1,000 games; no log was written\n"
    asked.unlink()
    done = broken_off(signal.SIGTERM, "--jobs", jobs, "--log", "old.jsonl", "--force", when=asked.exists)
    assert (done.returncode, done.stdout) == (143, "")
    assert done.stderr == "dicecup: told to end after 0 of 1,000 games; old.jsonl is as it was\n"
    assert sorted(path.name for path in Path().iterdir() if path.suffix != ".py") == ["asked", "old.jsonl"]
    assert Path("old.jsonl").read_text() == "old"


def test_C084_an_older_log_is_replaced_by_what_was_played() -> None:
    Path("x.jsonl").write_text("old")
    part = lambda: [path for path in Path().glob("x.jsonl.*.part") if path.stat().st_size]  # noqa: E731
    done = broken_off(signal.SIGINT, "--games", 200, "--log", "x.jsonl", "--force", when=part)
    assert done.stderr.endswith(f"interrupted after {whole_games()} of 200 games; their logs are in x.jsonl\n")


def test_C084_the_console_says_so_too() -> None:
    line = f"playtest liars-dice-elimination {' '.join(SEATS)} --games 2000 --log x.jsonl"
    log = Path("x.jsonl")
    with started([*COMMAND, "console", "-c", line], env=environment(), **ALL) as process:
        wait_for(lambda: log.exists() and log.stat().st_size)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=20)
    count = whole_games()
    assert (process.returncode, f"\n{count} of 2,000 games, " in out) == (143, True)
    assert err.endswith(f"told to end after {count} of 2,000 games; their logs are in x.jsonl\n")


def test_C084_a_disk_that_is_full_costs_no_report() -> None:
    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))

    command = playtest("--games", 200, "--log", "x.jsonl")
    done = subprocess.run(
        command, env=environment(), preexec_fn=little_room, capture_output=True, text=True, timeout=60
    )
    *_, said, error = done.stderr.splitlines()
    assert done.returncode == 5
    count = int(said.split()[4])
    assert f"\n{count} of 200 games, {count} finished\n" in done.stdout
    assert said == f"dicecup: broken off after {count} of 200 games; a part of their logs is in x.jsonl"
    assert error == "dicecup: cannot write x.jsonl: file too large"
    games = Path("x.jsonl").read_bytes().split(b'{"type":"game"')[1:]
    assert len(games) - 1 >= count > 0


@pytest.mark.parametrize("console", [False, True])
def test_C084_a_signal_between_a_log_and_its_count_waits(console: bool) -> None:
    class Struck(Writer):
        def write(self, data: bytes) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            super().write(data)
            os.kill(os.getpid(), signal.SIGINT)

    plan = Plan(load("liars-dice-elimination"), ("random", "random"), 50, "7")
    around = Interrupts(ENDING) if console else contextlib.nullcontext()
    with around, Interrupts(ENDING) as interrupts, Struck("x.jsonl") as log, pytest.raises(BrokenOff) as broken:
        run(plan, log=log, held=interrupts.held)
    assert isinstance(broken.value.cause, KeyboardInterrupt)
    assert broken.value.report.played == whole_games() == 1


def test_what_is_held_in_part_of_what_is_held_waits_for_the_whole() -> None:
    done = []

    def hold() -> None:
        with interrupts.held():
            with interrupts.held():
                os.kill(os.getpid(), signal.SIGTERM)
            done.append("inner")
            with interrupts.free():
                done.append("free")

    with Interrupts(ENDING) as interrupts, pytest.raises(Ended):
        hold()
    assert done == ["inner"]  # what came is raised before anything that it may break off


def test_blocks_grow_while_they_take_less_than_a_beat() -> None:
    pace = Pace(1, 32)
    sizes = []
    for first, games in pace.ranges(0, 100):
        assert first == sum(sizes)
        sizes.append(games)
        pace.took(games, 0.001 * games)
    assert sizes == [1, 2, 4, 8, 16, 32, 32, 5]
    pace.took(32, 8 * BEAT)
    assert pace.games == 4
    pace.took(1, 2 * BEAT)
    assert pace.games == 1
    pace.took(1, 0.0)
    assert pace.games == 2


# --- C061 -------------------------------------------------------------------------------------------------------------

# Does something where it is dealt certain dice.
# A kernel, which in plain mode plays in the worker itself; other bots have a process of their own to end.
KERNEL = """
import os, time
import dicecup
from dicecup.engine.games.liars.moves import legal_nth

@dicecup.kernel
def bot(v, r):
    {does}
    return legal_nth(v, r, 0)
"""
POISON = "if v.cup[v.seat][6] > 2: "


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found in /proc")


@proc
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_C061_a_worker_that_is_killed_is_replaced_and_its_games_are_played_again(method: str) -> None:
    Path("bot.py").write_text(KERNEL.format(does="time.sleep(0.02)"))
    args = ["playtest", "run", "liars-dice-elimination", *SEATS, "--games", "60", "--mode", "plain"]
    whole = dicecup(*args, "--log", "whole.jsonl")
    Path("begin.py").write_text(
        "import multiprocessing, sys\n"
        "from dicecup.cli.main import main\n"
        "if __name__ == '__main__':\n"
        f"    multiprocessing.set_start_method({method!r})\n"
        f"    sys.exit(main({[*args, '--jobs', '2', '--log', 'x.jsonl']!r}))\n"
    )
    with started([COMMAND[0], "begin.py"], env=environment(), **ALL) as process:
        for number in (signal.SIGKILL, signal.SIGTERM):
            before = written()
            wait_for(lambda before=before: written() > before + 3)
            os.kill(children(process.pid)[-1], number)  # the first one is no worker where processes are spawned
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, whole.out)
    assert "played again: a worker process was killed" in err
    assert Path("x.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()


@pytest.mark.parametrize("as_json", [False, True])
def test_C061_games_that_end_every_worker_are_named_and_the_others_are_told(as_json: bool) -> None:
    args = ["playtest", "run", "liars-dice", *SEATS, "--games", "40", "--mode", "plain", "--jobs", "2"]
    Path("bot.py").write_text(KERNEL.format(does=POISON + "pass"))
    log = [*args[:-2], "--log", "all.jsonl"]
    assert dicecup(*log).code == 0
    games = Path("all.jsonl").read_bytes().split(b'{"type":"game"')[1:]
    poisoned = []
    for number, game in enumerate(games):
        cups = [strict(line) for line in game.decode().splitlines()[1:]]
        moves = [event for event in cups if event["type"] in ("roll", "move")]
        cup: Any = []
        for event in moves:
            if event["type"] == "roll" and event["seat"] == "A":
                cup = event["dice"]
            elif event["type"] == "move" and event["seat"] == "A" and "auto" not in event and cup.count(6) > 2:
                poisoned.append(number)
    lost = sorted(set(poisoned))
    assert 0 < len(lost) <= 10
    Path("bot.py").write_text(KERNEL.format(does=POISON + "os._exit(3)"))
    command = [*COMMAND, *args, "--log", "x.jsonl", *(["--json"] if as_json else [])]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    if as_json:
        report = strict(done.stdout)
        assert (report["lost"], report["games"], report["planned"]) == (lost, 40 - len(lost), 40)
        assert all(strict(line)["type"] == "warning" for line in done.stderr.splitlines())
    else:
        assert f"\n{40 - len(lost)} of 40 games, {40 - len(lost)} finished\n" in done.stdout
        *_, last = [str(game) for game in lost]
        assert f" and {last} of seed 7 are lost: each worker process that played one of them ended" in done.stderr
    kept = [game for number, game in enumerate(games) if number not in lost]
    assert Path("x.jsonl").read_bytes().startswith(b"".join(b'{"type":"game"' + game for game in kept))
    assert dicecup("replay", "verify", "x.jsonl").out == f"{len(kept)} games: all true; the file is sealed\n"


def test_C061_a_bot_that_ends_every_process_ends_the_run() -> None:
    Path("bot.py").write_text(KERNEL.format(does="os._exit(3)"))
    done = subprocess.run(
        playtest("--jobs", 2, "--mode", "plain"), env=environment(), capture_output=True, text=True, timeout=60
    )
    *_, lost, error = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (1, "")
    assert lost.startswith("dicecup: games 0, 1, 2, 3, 4, 5, 6, 7, 8")
    assert " of seed 7 are lost: each worker process" in lost
    assert error.startswith("dicecup: worker processes were killed again and again, or a bot ends them")


def double(n: int) -> int:
    if n == 5 and not Path("died").exists():
        Path("died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * n


def test_C061_what_a_lost_worker_owed_stands_in_its_place() -> None:
    found = workers.in_processes(double, 2, ((n,) for n in range(12)), lost=lambda n: -n)
    assert list(found) == [0, 2, 4, 6, 8, -5, *range(12, 24, 2)]


@proc
def test_C061_an_idle_worker_that_is_killed_is_missed_by_nobody() -> None:
    Path("died").touch()
    results = workers.in_processes(double, 1, ((n,) for n in range(4)))
    assert next(results) == 0
    (worker,) = children(os.getpid())
    os.kill(worker, signal.SIGKILL)
    time.sleep(0.1)
    assert list(results) == [2, 4, 6]
    assert children(os.getpid()) == []


def test_C061_fewer_processes_than_asked_for_do_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("died").touch()
    begun: list[object] = []

    class Few(workers._Worker):
        def __init__(self, work: Any, farewell: Any) -> None:
            if len(begun) == most:
                raise BlockingIOError(11, "Resource temporarily unavailable")
            begun.append(work)
            super().__init__(work, farewell)

    monkeypatch.setattr(workers, "_Worker", Few)
    most = 2
    assert list(workers.in_processes(double, 8, ((n,) for n in range(12)))) == [2 * n for n in range(12)]
    begun.clear()
    most = 0
    with pytest.raises(workers.WorkerLost, match=r"no further process .*resource temporarily unavailable"):
        list(workers.in_processes(double, 8, ((n,) for n in range(12))))


@proc
def test_C061_a_verify_loses_no_verdict() -> None:
    """The part of a log whose worker is killed is verified by another one."""
    Path("log.jsonl").write_bytes((ROOT / "replays" / "perudo.jsonl").read_bytes() * 1500)
    command = [*COMMAND, "replay", "verify", "log.jsonl", "--jobs", "2", "--mode", "plain"]
    with started(command, env=environment(), **ALL) as process:
        wait_for(lambda: children(process.pid))
        os.kill(children(process.pid)[0], signal.SIGKILL)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert out.startswith("1,500 games: all true")


def test_a_log_whose_disk_is_full_replaces_none() -> None:
    Path("x.jsonl").write_text("old")

    class Full(Writer):
        def write(self, data: bytes) -> None:
            super().write(data)
            self.broken = True
            raise OutputRefused("cannot write x.jsonl: no space left on device")

    plan = Plan(load("liars-dice-elimination"), ("random", "random"), 50, "7")
    with pytest.raises(BrokenOff), Full("x.jsonl", force=True) as log:
        run(plan, log=log)
    assert not log.kept
    assert Path("x.jsonl").read_text() == "old"
    assert list(Path().glob("*.part")) == []


def test_a_run_that_is_broken_off_leaves_no_generator_behind() -> None:
    """Workers end when the run does, not when somebody lets go of its error."""
    plan = Plan(load("liars-dice-elimination"), ("random", "random"), 500, "7")

    def stop(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(BrokenOff) as broken:
        run(plan, jobs=2, progress=stop)
    assert children(os.getpid()) == []
    assert broken.value.report.played > 0

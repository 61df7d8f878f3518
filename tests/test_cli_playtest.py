"""`dicecup playtest`: the report, one game opened, progress (C057), jobs (C028), and Ctrl-C (C060)."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import COMMAND, Terminal, dicecup, environment, started

from dicecup.cli.base import progress
from dicecup.cli.base.output import Manners
from dicecup.engine.replay.verify import verify


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_report_for_people_and_for_programs() -> None:
    args = ("playtest", "run", "liars-dice", "--games", 100, "--seed", "7", "--seat", "basic", "--seat", "random")
    run = dicecup(*args)
    (record,) = dicecup(*args, "--json").records()
    assert run.code == 0
    share = record["seats"]["A"]["win_share"]
    for word in ("100 games, 100 finished", f"{share['low']:.4f} to {share['high']:.4f}", record["results_digest"]):
        assert word in run.out
    assert "plain mode, 1 job" in run.err
    assert record["_run"]["mode"] == "plain"


def test_no_games_are_no_rates() -> None:
    run = dicecup("playtest", "run", "liars-dice", "--games", 0, "--seed", "7")
    assert run.code == 0
    assert "0 games, 0 finished" in run.out
    assert "nan" not in run.out.lower()


def test_aborted_games_are_told_apart() -> None:
    run = dicecup("playtest", "run", "liars-dice", "--games", 20, "--seed", "7", "--set", "max_rounds=5")
    assert run.code == 1
    assert "aborted games (nobody wins them)" in run.out


def test_forfeits_are_told_apart() -> None:
    Path("broken.py").write_text("def bot(view):\n    raise ValueError('lost')\n")
    run = dicecup("playtest", "run", "liars-dice", "--games", 5, "--seed", "7", "--seat", "broken.py:bot")
    assert run.code == 1
    assert "5 games, 0 finished, 5 forfeits (a bot failed)" in run.out


def test_C028_jobs_change_nothing() -> None:
    outs, logs = set(), set()
    for jobs in (1, 2):
        run = dicecup(
            "playtest", "run", "cacho", "--games", 70, "--seed", "7", "--jobs", jobs, "--log", f"{jobs}.jsonl"
        )
        assert run.code == 0
        outs.add(run.out)
        logs.add(Path(f"{jobs}.jsonl").read_bytes())
    assert len(outs) == len(logs) == 1
    opened = dicecup("playtest", "open", "cacho", "--game", 37, "--seed", "7", "--log", "37.jsonl")
    assert opened.code == 0
    assert Path("37.jsonl").read_bytes() in logs.pop()


def test_open_is_told_like_play() -> None:
    opened = dicecup("playtest", "open", "liars-dice", "--game", 3, "--seed", "7")
    assert opened.out == dicecup("play", "liars-dice", "--game", 3, "--seed", "7").out
    as_json = dicecup("playtest", "open", "liars-dice", "--game", 3, "--seed", "7", "--json", "--as", "A")
    assert as_json.records()[0]["redacted"] == "A"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["run", "liars-dice", "--seat", "human"], "seat people with dicecup play"),
        (["open", "liars-dice", "--game", "1", "--seed", "7", "--seat", "human"], "seat people with dicecup play"),
        (["run", "liars-dice", "--log", "-"], "name a file"),
        (["run", "liars-dice", "--jobs", "0"], "from 1 to 256"),
        (["run", "liars-dice", "--games", "-1"], "from 0"),
        (["run", "liars-dice", "--mode", "compiled", "--log", "x.jsonl"], "plain mode"),
        (["run", "liars-dice", "--seed", ""], "--seed is empty"),
        (["open", "liars-dice", "--game", "1"], "--seed is missing"),
    ],
)
def test_what_cannot_be_run(args: list[str], said: str) -> None:
    run = dicecup("playtest", *args)
    assert (run.code, run.out) == (2, "")
    assert said in run.err
    assert not Path("x.jsonl").exists() or not Path("x.jsonl").read_bytes()


def test_compiled_without_the_extra_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicecup.engine.playtest.effort.compilable", lambda: False)
    run = dicecup("playtest", "run", "liars-dice", "--games", 10, "--mode", "compiled")
    assert run.code == 2
    assert "pip install 'dicecup[fast]'" in run.err


def test_C059_the_log_of_a_playtest() -> None:
    Path("x.jsonl").write_text("precious")
    assert dicecup("playtest", "run", "liars-dice", "--games", 1, "--log", "x.jsonl").code == 5
    assert Path("x.jsonl").read_text() == "precious"
    assert dicecup("playtest", "run", "liars-dice", "--games", 1, "--log", "x.jsonl", "--force").code == 0


# --- Progress ---------------------------------------------------------------------------------------------------------


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.lines: list[tuple[float, str]] = []
        monkeypatch.setattr(progress.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(progress.Progress, "_write", staticmethod(lambda text: self.lines.append((self.now, text))))


def test_C057_a_plain_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    told = progress.Progress(Manners())
    for second in range(3600):
        clock.now = float(second)
        told(10 * second, 36_000)
    times = [at for at, _ in clock.lines]
    assert all(30 <= b - a <= 300 for a, b in zip([0.0, *times], times, strict=False))
    assert all(line.endswith("\n") and not {"\r", "\x1b"} & set(line) for _, line in clock.lines)
    assert clock.lines[0][1] == "300 of 36,000 games (0 %) after 30 s\n"


@pytest.mark.parametrize("manners", [Manners(quiet=True), Manners(json=True)])
def test_C057_quiet_means_quiet(monkeypatch: pytest.MonkeyPatch, manners: Manners) -> None:
    clock = Clock(monkeypatch)
    told = progress.Progress(manners)
    clock.now = 1000.0
    told(1, 2)
    assert clock.lines == []


def test_C057_it_also_speaks_when_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    limit = signal.setitimer(signal.ITIMER_REAL, 0)
    before = signal.getsignal(signal.SIGALRM)
    with progress.Progress(Manners(), every=0.05) as told:
        told(0, 100)
        clock.now = 60.0
        time.sleep(0.12)
    signal.signal(signal.SIGALRM, before)
    signal.setitimer(signal.ITIMER_REAL, *limit)
    assert clock.lines[0][1] == "0 of 100 games (0 %) after 60 s; a first run compiles the rules\n"


@pytest.mark.parametrize(("term", "bar"), [("xterm", True), ("dumb", False)])
def test_C057_a_bar_is_for_terminals(term: str, bar: bool) -> None:
    args = ("playtest", "run", "liars-dice", "--games", "300", "--seed", "7", "--mode", "plain")
    with Terminal(*args, TERM=term, columns=70) as terminal:
        assert terminal.ends() == 0
        assert ("\x1b[K" in terminal.raw) is bar
        assert "300 games, 300 finished" in terminal.screen
        assert "[##" not in terminal.screen  # the bar is gone when all is done


# --- Ctrl-C -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_C060_ctrl_c_keeps_what_is_done(jobs: int) -> None:
    args = [
        "playtest",
        "run",
        "liars-dice",
        "--games",
        "1000000",
        "--seed",
        "7",
        "--jobs",
        str(jobs),
        "--log",
        "x.jsonl",
    ]
    command = [*COMMAND, *args, "--mode", "plain"]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with started(command, env=environment(), start_new_session=True, **streams) as run:
        end = time.monotonic() + 30
        while not (Path("x.jsonl").exists() and Path("x.jsonl").stat().st_size) and time.monotonic() < end:
            time.sleep(0.05)
        began = time.monotonic()
        os.killpg(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=20)
    assert time.monotonic() - began < 3 or os.getloadavg()[0] > 2
    assert run.returncode == 130
    _, line = err.splitlines()  # after how long that took
    assert line.startswith("dicecup: interrupted after ")
    assert line.endswith("of 1,000,000 games; their logs are in x.jsonl")
    with pytest.raises(ProcessLookupError):
        os.killpg(run.pid, 0)
    data = Path("x.jsonl").read_bytes()
    verdicts = list(verify(io.BytesIO(data)))
    assert all(verdict.ok for verdict in verdicts)
    assert [verdict.game for verdict in verdicts] == list(range(len(verdicts)))
    done = int(line.removeprefix("dicecup: interrupted after ").split()[0].replace(",", ""))
    assert len(verdicts) == done
    assert f"{done:,} of 1,000,000 games, {done:,} finished" in out


def test_C059_a_playtest_that_is_refused_leaves_the_old_log_whole() -> None:
    Path("old.jsonl").write_text("old")
    for name in ("old.jsonl", "new.jsonl"):
        run = dicecup("playtest", "run", "liars-dice", "--seed", "7", "--mode", "compiled", "--log", name, "--force")
        assert run.code == 2
    assert Path("old.jsonl").read_text() == "old"
    assert not Path("new.jsonl").exists()


def test_a_bot_that_ends_its_process_ends_its_game_alone() -> None:
    Path("rude.py").write_text("import os\ndef bot(view):\n    os._exit(3)\n")
    run = dicecup("playtest", "run", "liars-dice", "--games", 6, "--seed", "7", "--seat", "rude.py:bot", "--jobs", "2")
    assert run.code == 1
    assert "6 games, 0 finished, 6 forfeits" in run.out
    assert "game 0: A forfeits: rude.py:bot ended with exit code 3" in run.err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_C060_no_worker_outlives_a_parent_that_was_killed(number: int) -> None:
    command = [*COMMAND, "playtest", "run", "liars-dice", "--games", "1000000", "--seed", "7"]
    command += ["--mode", "plain", "--jobs", "2", "--log", "long.jsonl"]
    # Whoever still lives holds the pipe open.
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment()) as run:
        until = time.monotonic() + 20
        while not (Path("long.jsonl").exists() and Path("long.jsonl").stat().st_size) and time.monotonic() < until:
            time.sleep(0.05)
        run.send_signal(number)
        out, _ = run.communicate(timeout=10)
        assert bool(out) is (number == signal.SIGTERM)  # which it still hears
        assert run.returncode == (128 + number if number == signal.SIGTERM else -number)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found in /proc")
@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_C060_an_interrupt_while_workers_begin_has_no_traceback(method: str) -> None:
    Path("begin.py").write_text(
        "import multiprocessing, sys\n"
        "from dicecup.cli.main import main\n"
        "if __name__ == '__main__':\n"
        f"    multiprocessing.set_start_method({method!r})\n"
        "    sys.exit(main(['playtest', 'run', 'liars-dice', '--games', '100000', '--mode', 'plain', '--jobs', '2']))\n"
    )
    command = [sys.executable, "begin.py"]
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    with started(command, env=environment(), start_new_session=True, **streams) as run:
        children = Path(f"/proc/{run.pid}/task/{run.pid}/children")
        until = time.monotonic() + 20
        # The first child is the resource tracker, which ignores Ctrl-C by itself.
        while len(children.read_text().split()) < 2 and time.monotonic() < until:
            time.sleep(0.002)
        time.sleep(0.06)  # now it imports
        os.killpg(run.pid, signal.SIGINT)
        _, err = run.communicate(timeout=10)
    assert run.returncode == 130
    assert "Traceback" not in err
    assert "interrupted after" in err

"""Playtests: the same results whatever the mode, the jobs and the way processes are started; memory that stays flat."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from hashlib import blake2b
from math import comb
from pathlib import Path
from typing import Any

import pytest
from command_line import started

from dicecup.engine import load
from dicecup.engine.bots.agents import UnknownAgent, agent, label
from dicecup.engine.core.kernel import COMPILED, PLAIN, compilable
from dicecup.engine.core.statistics import Moments, wilson
from dicecup.engine.log.log import Writer
from dicecup.engine.playtest.block import plain_block
from dicecup.engine.playtest.plan import Plan, open_game
from dicecup.engine.playtest.run import BrokenOff, run
from dicecup.engine.replay.verify import verify

fast = pytest.mark.skipif(not compilable(), reason="needs the extra 'fast'")

BOTS = """
import dicecup


@dicecup.kernel
def cheat(v, r):
    return 5


def any_move(view):
    assert all("dice" not in event or not event.get("private") or event["seat"] == view.seat for event in view.events)
    return view.legal[view.below(len(view.legal))]


def broken(view):
    return view.legal[1000]


def silent(view):
    return ""
"""


@pytest.fixture
def bots(tmp_path: Path) -> str:
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return str(path)


def plan(*line_up: str, games: int = 200, seed: str = "7", variant: str = "liars-dice", first: int = 0) -> Plan:
    return Plan(load(variant), line_up, games, seed, first)


def counted(report: Any) -> dict[str, Any]:
    """A report without what may differ."""
    return {name: value for name, value in report.as_dict().items() if not name.startswith("_")}


# ---- the same results


def test_C028_any_number_of_jobs_gives_the_same_report_and_log(tmp_path: Path) -> None:
    found = []
    for jobs in (1, 2, 5):
        path = tmp_path / f"{jobs}.jsonl"
        with Writer(path) as log:
            report = run(plan("basic", "random"), jobs=jobs, log=log)
        found.append((counted(report), path.read_bytes()))
    assert found[0] == found[1] == found[2]
    games = list(verify(io.BytesIO((tmp_path / "1.jsonl").read_bytes())))
    assert [game.game for game in games] == list(range(200))
    assert all(game.ok for game in games)
    assert counted(run(plan("basic", "random"))) == found[0][0]


def test_C028_one_game_opened_alone_is_the_game_of_the_run(tmp_path: Path) -> None:
    with Writer(tmp_path / "x.jsonl") as log:
        run(plan("basic", "random", games=140), log=log)
    games = (tmp_path / "x.jsonl").read_text().split('{"type":"game"')
    alone = open_game(plan("basic", "random"), 137)
    assert [json.loads(line) for line in games[138].splitlines()[1:]] == alone.events


def test_C027_no_two_games_of_a_run_are_alike() -> None:
    games = [open_game(plan("basic", "random", games=40), number).events for number in range(40)]
    first_rounds = {json.dumps([event for event in game if event["round"] == 1]) for game in games}
    assert len(first_rounds) == 40


def test_a_run_from_a_later_game_on_is_the_tail_of_the_whole() -> None:
    whole = plain_block(plan("basic", "random", games=20), 0, 20).rows
    assert whole[-5 * 8 * 9 :] == plain_block(plan("basic", "random"), 15, 5).rows


def test_the_results_digest_is_that_of_the_rows_as_written_down() -> None:
    """Design section 10: int64 little-endian: game, end, winners, place and score of each seat, rounds, moves."""
    digest = blake2b(digest_size=16)
    for number in range(5):
        end = open_game(plan("basic", "random"), number).events
        last = end[-1]
        winners = sum(1 << "AB".index(seat) for seat in last["winners"])
        seats = [value for seat in "AB" for value in (last["places"][seat], last["scores"][seat])]
        row = [number, 1, winners, *seats, last["round"], sum(event["type"] == "move" for event in end)]
        digest.update(b"".join(value.to_bytes(8, "little", signed=True) for value in row))
    assert run(plan("basic", "random", games=5)).as_dict()["results_digest"] == digest.hexdigest()


@fast
@pytest.mark.compiled
def test_compiled_and_plain_runs_agree_for_any_jobs(bots: str) -> None:
    for line_up in (("basic", "random"), ("random", "basic", "basic")):
        wanted = counted(run(plan(*line_up, games=300), mode=PLAIN))
        for jobs in (1, 2):
            assert counted(run(plan(*line_up, games=300), jobs=jobs, mode=COMPILED)) == wanted


# ---- users' bots


@pytest.mark.parametrize("name", ["broken", "silent", "cheat"])
def test_a_bot_that_fails_forfeits_and_the_log_says_why(bots: str, name: str) -> None:
    report = run(plan(f"{bots}:{name}", "basic", games=10)).as_dict()
    assert (report["forfeits"], report["finished"], report["seats"]["B"]["wins"]) == (10, 0, 0)
    end = open_game(plan(f"{bots}:{name}", "basic"), 0).events[-1]
    assert end["end"] == "forfeit"
    assert end["by"]["seat"] == "A"
    assert end["winners"] == ["B"]


def test_a_log_names_a_users_bot_without_its_folder(bots: str) -> None:
    match = open_game(plan(f"{bots}:any_move", "basic"), 0)
    assert match.header["seats"][0] == {"seat": "A", "name": "bots.py:any_move", "agent": "bots.py:any_move"}
    assert label("basic") == "basic"


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("basik", "did you mean basic"),
        ("nowhere.py:x", "No such file"),
        ("x.py", "no bot"),
        ("{bots}:nobody", "no function 'nobody'"),
        ("{bad}:x", "SyntaxError"),
    ],
)
def test_an_unknown_bot_is_one_sentence(bots: str, tmp_path: Path, spec: str, says: str) -> None:
    (tmp_path / "bad.py").write_text("def (:")
    with pytest.raises(UnknownAgent, match=says):
        agent(spec.format(bots=bots, bad=tmp_path / "bad.py"), "liars")


def test_the_line_up_must_fit_the_variant() -> None:
    with pytest.raises(ValueError, match="takes 2 to 3 seats, not 4"):
        plan(*["basic"] * 4)


# ---- processes


SPAWNER = """
import multiprocessing, sys, json
from dicecup.engine import load
from dicecup.engine.playtest.plan import Plan
from dicecup.engine.playtest.run import run

if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv[1])
    report = run(Plan(load("liars-dice"), (sys.argv[2] + ":any_move", "basic"), 100, "7"), jobs=2).as_dict()
    print(json.dumps({k: v for k, v in report.items() if k != "_run"}))
"""


def test_C063_any_start_method_gives_the_same_report(bots: str, tmp_path: Path) -> None:
    script = tmp_path / "run.py"
    script.write_text(SPAWNER)
    found = []
    for method in ("fork", "spawn", "forkserver"):
        done = subprocess.run([sys.executable, str(script), method, bots], capture_output=True, text=True, check=True)
        assert done.stderr == ""
        found.append(json.loads(done.stdout))
    assert found[0] == found[1] == found[2]
    assert found[0]["games"] == 100


SLEEPER = """
import time


def slow(view):
    time.sleep(0.02)
    return view.legal[0]
"""

INTERRUPTED = """
import sys
from dicecup.engine import load
from dicecup.engine.log.log import Writer
from dicecup.engine.playtest.plan import Plan
from dicecup.engine.playtest.run import BrokenOff, run

if __name__ == "__main__":
    try:
        with Writer(sys.argv[2]) as log:
            run(Plan(load("liars-dice-elimination"), (sys.argv[1] + ":slow", "basic"), 100000, "7"), jobs=2, log=log,
                progress=lambda done, total: print(done, flush=True))
    except BrokenOff as stop:
        print("counted", stop.report.played)
"""


def test_C060_ctrl_c_ends_soon_counts_and_leaves_nobody_behind(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(SLEEPER)
    script, log = tmp_path / "run.py", tmp_path / "x.jsonl"
    script.write_text(INTERRUPTED)
    arguments = [sys.executable, str(script), str(tmp_path / "bot.py"), str(log)]
    pipe = subprocess.PIPE
    with started(arguments, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        lines = iter(process.stdout.readline, "")
        assert next(lines) == "0\n"
        assert next(lines) == "1\n"
        os.killpg(process.pid, signal.SIGINT)
        began = time.monotonic()
        rest = list(lines)
        errors = process.stderr.read()
    assert process.returncode == 0
    assert time.monotonic() - began < 5
    assert errors == ""
    count = int(rest[-1].split()[1])
    games = list(verify(io.BytesIO(log.read_bytes())))
    assert len(games) == count >= 1
    assert all(game.ok for game in games)
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


MEASURED = """
import resource, sys
from dicecup.engine import load
from dicecup.engine.playtest.plan import Plan
from dicecup.engine.playtest.run import run

if __name__ == "__main__":
    seen = {}
    def note(done, total):
        seen[done] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    run(Plan(load("liars-dice-elimination"), ("random", "random"), int(sys.argv[1]), "7"), mode=sys.argv[2], progress=note)
    early = min(peak for done, peak in seen.items() if done >= int(sys.argv[1]) // 10)
    print(max(seen.values()) / early)
"""


@pytest.mark.parametrize(
    ("mode", "games"),
    [
        (PLAIN, 3000),
        pytest.param(COMPILED, 200_000, marks=[fast, pytest.mark.compiled]),
    ],
)
def test_C062_memory_stays_flat(tmp_path: Path, mode: str, games: int) -> None:
    script = tmp_path / "run.py"
    script.write_text(MEASURED)
    done = subprocess.run([sys.executable, str(script), str(games), mode], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 1.2


# ---- numbers


def test_wilson_interval_of_published_examples() -> None:
    """Newcombe 1998, table I (method 3, score without continuity correction): 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    for wins, games, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        found = wilson(wins, games)
        assert found["low"] == pytest.approx(low, abs=5e-5)
        assert found["high"] == pytest.approx(high, abs=5e-5)
    assert wilson(0, 0) == {"value": None, "low": None, "high": None}
    assert wilson(7, 7)["high"] == 1.0


def test_moments_of_a_known_distribution() -> None:
    moments = Moments()
    for k in range(11):
        n = comb(10, k)
        moments.add(n, n * k, n * k * k, k, k)
    found = moments.as_dict()
    assert (found["mean"], found["min"], found["max"]) == (5.0, 0, 10)
    assert found["sd"] == pytest.approx((2.5 * 1024 / 1023) ** 0.5, abs=1e-6)
    assert Moments().as_dict() == {"mean": None, "sd": None, "min": None, "max": None}


def test_no_games_is_a_report_too() -> None:
    report = run(plan("basic", "basic", games=0)).as_dict()
    assert (report["games"], report["seats"]["A"]["win_share"]["value"], report["rounds"]["mean"]) == (0, None, None)


def test_interrupted_carries_what_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def stop(done: int, total: int) -> None:
        seen.append(done)
        if done >= 64:
            raise KeyboardInterrupt

    with pytest.raises(BrokenOff) as caught:
        run(plan("basic", "random"), progress=stop)
    assert caught.value.report.played == seen[-1] < 200
    assert isinstance(caught.value.cause, KeyboardInterrupt)

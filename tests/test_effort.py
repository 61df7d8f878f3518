"""Which mode and how many jobs a playtest takes: by estimated seconds, on cores that may be used, and without a difference
to its results (item 12).
"""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from command_line import dicecup

from dicecup.engine import load
from dicecup.engine.core import workers
from dicecup.engine.core.kernel import AUTO, COMPILED, PLAIN, compilable
from dicecup.engine.core.problems import MissingExtra
from dicecup.engine.playtest import block, effort
from dicecup.engine.playtest.effort import COLD, EXTRA, PROCESSES, WARM, Effort, ModeError, Sample, Wanted
from dicecup.engine.playtest.plan import Plan
from dicecup.engine.playtest.run import run
from dicecup.engine.replay import parallel_verify, verify
from dicecup.engine.replay.parallel_verify import PART

fast = pytest.mark.skipif(not compilable(), reason="needs the extra 'fast'")
ANY_MOVE = "def bot(view):\n    return view.legal[0]\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(ANY_MOVE)


@pytest.fixture
def cores(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(effort, "usable_cores", lambda: 4)
    return 4


def plan(*line_up: str, games: int = 200) -> Plan:
    return Plan(load("liars-dice"), line_up or ("basic", "random"), games, "7")


def wanted(mode: str = AUTO, jobs: int | None = None, *, bot: str = "basic", logged: bool = False) -> Wanted:
    return Wanted(plan(bot, "basic"), mode, jobs, logged)


def reckoned(seconds: float, *, kept: bool, **asked: Any) -> Effort:
    """The effort for a thousand games that take so many seconds on one core."""
    return wanted(**asked).reckoned(seconds / 1000, 1000, lambda: kept)


# ---- the mode


@pytest.mark.parametrize(
    ("seconds", "kept", "mode"),
    [
        (0.9 * WARM, True, PLAIN),
        (1.1 * WARM, True, COMPILED),
        (1.1 * WARM, False, PLAIN),
        (0.9 * COLD, False, PLAIN),
        (1.1 * COLD, False, COMPILED),
    ],
)
@pytest.mark.usefixtures("cores")
def test_a_warm_cache_and_few_games_compile_a_cold_one_only_where_it_pays(
    monkeypatch: pytest.MonkeyPatch, seconds: float, kept: bool, mode: str
) -> None:
    monkeypatch.setattr(effort, "compilable", lambda: True)
    assert reckoned(seconds, kept=kept, jobs=1).mode == mode
    assert reckoned(4 * seconds, kept=kept).mode == mode  # which four cores share


def test_nobody_looks_for_machine_code_where_plain_mode_is_done_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "compilable", lambda: True)

    def look() -> bool:
        raise AssertionError

    assert wanted(jobs=1).reckoned(0.5 * WARM, 1, look).mode == PLAIN


@pytest.mark.parametrize("asked", [{"bot": "mine.py:bot"}, {"logged": True}, {"mode": PLAIN}], ids=str)
def test_what_cannot_be_compiled_is_not(asked: dict[str, Any]) -> None:
    found = reckoned(1000, kept=True, **asked)
    assert (found.mode, found.lacks_fast) == (PLAIN, False)


def test_a_mode_that_cannot_be_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModeError, match="no kernel"):
        wanted(COMPILED, bot="mine.py:bot")
    with pytest.raises(ModeError, match="plain mode"):
        wanted(COMPILED, logged=True)
    monkeypatch.setattr(effort, "compilable", lambda: False)
    with pytest.raises(MissingExtra, match="fast"):
        wanted(COMPILED)


# ---- jobs


def test_what_was_asked_for_is_done_without_a_sample(cores: int) -> None:
    assert wanted(PLAIN, 3).as_asked() == Effort(PLAIN, 3)
    assert wanted(AUTO, 3, logged=True).as_asked() == Effort(PLAIN, 3)
    assert wanted(AUTO, 3, bot="mine.py:bot").as_asked() == Effort(PLAIN, 3)
    assert wanted(AUTO, 3).as_asked() is wanted(PLAIN).as_asked() is None
    if compilable():
        assert wanted(COMPILED).as_asked() == Effort(COMPILED, cores)
        assert wanted(COMPILED, 3).as_asked() == Effort(COMPILED, 3)


def test_jobs_are_as_many_as_cores_where_there_is_work_for_them(cores: int) -> None:
    assert reckoned(1.1 * PROCESSES, kept=False, mode=PLAIN).jobs == cores
    assert reckoned(0.9 * PROCESSES, kept=False, mode=PLAIN).jobs == 1
    assert reckoned(100, kept=False, mode=PLAIN, jobs=2).jobs == 2
    assert wanted(PLAIN).reckoned(1.0, 40, lambda: False).jobs == 2  # blocks of games there are


def test_the_cores_are_those_that_may_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "process_cpu_count", lambda: 3, raising=False)
    assert workers.usable_cores() == 3
    monkeypatch.delattr(os, "process_cpu_count")
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {1, 5}, raising=False)
    assert workers.usable_cores() == 2
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert workers.usable_cores() == 1


# ---- no result depends on it


@pytest.mark.parametrize("pace", [0.0, 0.001, 0.01, 1.0])
def test_the_sample_counts_and_what_it_finds_changes_no_result(monkeypatch: pytest.MonkeyPatch, pace: float) -> None:
    clock = (n * pace for n in count())
    monkeypatch.setattr(block, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(effort, "compilable", lambda: False)
    sample = Sample(plan())
    rows = b"".join(block.rows for block in sample.blocks(logged=False))
    assert 0 < sample.played <= 200
    assert len(rows) == sample.played * 8 * 9
    found = run(plan(), jobs=None).as_dict()
    asked = run(plan(), mode=PLAIN).as_dict()
    assert (found.pop("_run")["mode"], asked.pop("_run")["jobs"]) == (PLAIN, 1)
    assert found == asked


def test_a_run_without_games_needs_no_sample() -> None:
    assert run(plan(games=0), jobs=None).played == 0


@fast
@pytest.mark.compiled
def test_auto_mode_with_machine_code_that_is_kept_compiles_a_short_run(monkeypatch: pytest.MonkeyPatch) -> None:
    run(plan(games=1), mode=COMPILED)  # is kept now, at the latest
    monkeypatch.setattr(effort, "WARM", 0.0)
    decided = []
    report = run(plan(games=400), jobs=None, decided=lambda one, why: decided.append((one.mode, why)))
    assert (report.mode, decided) == (COMPILED, [(COMPILED, None)])
    assert report.as_dict()["results_digest"] == run(plan(games=400), mode=PLAIN).as_dict()["results_digest"]


# ---- verifying


@pytest.mark.parametrize(
    ("megabytes", "kept", "mode"),
    [(10, True, PLAIN), (30, True, COMPILED), (30, False, PLAIN), (200, False, PLAIN), (400, False, COMPILED)],
)
def test_logs_are_verified_compiled_where_that_is_done_sooner(
    monkeypatch: pytest.MonkeyPatch, megabytes: int, kept: bool, mode: str
) -> None:
    monkeypatch.setattr(verify, "compilable", lambda: True)
    monkeypatch.setattr(verify, "is_kept", lambda family: kept)
    assert verify.chosen_mode(AUTO, megabytes * 10**6, 1, lambda: "liars") == mode
    assert verify.chosen_mode(AUTO, 4 * megabytes * 10**6, 4, lambda: "liars") == mode
    assert verify.chosen_mode(AUTO, megabytes * 10**6) == PLAIN  # of which nothing is known


def test_long_logs_are_verified_by_as_many_jobs_as_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel_verify, "usable_cores", lambda: 4)
    sizes = (0, PART - 1, 2 * PART, 3 * PART + 1, 100 * PART)
    assert [parallel_verify.useful_jobs(size) for size in sizes] == [1, 1, 2, 3, 4]


def test_verify_asks_for_the_family_of_the_logs_and_takes_its_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(
        verify, "chosen_mode", lambda mode, size, jobs, family: asked.append((size, jobs, family())) or PLAIN
    )
    monkeypatch.setattr(parallel_verify, "PART", 1000)
    monkeypatch.setattr(parallel_verify, "usable_cores", lambda: 2)
    dicecup("playtest", "run", "poker-dice", "--games", 5, "--seed", "7", "--log", "x.jsonl")
    assert dicecup("replay", "verify", "x.jsonl").out == "5 games: all true; the file is sealed\n"
    assert dicecup("replay", "verify", "x.jsonl", "--jobs", 1).code == 0
    size = Path("x.jsonl").stat().st_size
    assert asked == [(size, 2, "poker"), (size, 1, "poker")]


# ---- what is said


def told(monkeypatch: pytest.MonkeyPatch, *more: object) -> str:
    """What a playtest says for which the sample reckons 600 s."""
    monkeypatch.setattr(effort, "compilable", lambda: False)
    monkeypatch.setattr(Sample, "per_game", 60.0)
    return dicecup("playtest", "run", "liars-dice", "--games", 30, "--seed", "7", "--jobs", 1, *more).err


def test_where_the_extra_is_missing_and_would_help_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "SAMPLE", 0.0)
    line = "This takes about 1,740 s; with the extra `fast` it would be seconds: pip install 'dicecup[fast]'"
    assert told(monkeypatch).splitlines()[0] == line
    assert told(monkeypatch, "-q") == told(monkeypatch, "--json") == ""
    for more in (("--mode", "plain"), ("--seat", "mine.py:bot"), ("--log", "x.jsonl")):
        assert "extra" not in told(monkeypatch, *more)
    monkeypatch.setattr(Sample, "per_game", 0.9 * EXTRA / 30)
    assert "extra" not in dicecup("playtest", "run", "liars-dice", "--games", 30, "--seed", "7", "--jobs", 1).err

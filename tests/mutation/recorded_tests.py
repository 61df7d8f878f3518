"""A plugin of pytest for the recording: how long each test takes, which fail, and which one is under way in each process.

MUTATION_RECORDING names a folder. `tests.json` there will hold `seconds` (by id), `failed` and `compiled`; `running/PID` holds the id of the test
that the process PID runs, for what that test starts (`measured_process.py`).
"""

import faulthandler
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

FOLDER = Path(os.environ["MUTATION_RECORDING"])
RUNNING = FOLDER / "running" / str(os.getpid())

seconds: dict[str, float] = {}
failed: set[str] = set()
compiled: set[str] = set()  # those that are marked so


def pytest_sessionstart(session: pytest.Session) -> None:
    faulthandler.cancel_dump_traceback_later()  # which ends a run of the suite that takes too long, as a recording does


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    RUNNING.parent.mkdir(exist_ok=True)
    RUNNING.write_text(item.nodeid, encoding="utf-8")
    try:
        return (yield)
    finally:
        RUNNING.unlink()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    seconds[report.nodeid] = seconds.get(report.nodeid, 0.0) + report.duration
    if report.failed:
        failed.add(report.nodeid)
    if "compiled" in report.keywords:
        compiled.add(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):  # a worker of xdist, which hears of its own tests only
        kept = {"seconds": seconds, "failed": sorted(failed), "compiled": sorted(compiled)}
        (FOLDER / "tests.json").write_text(json.dumps(kept), encoding="utf-8")

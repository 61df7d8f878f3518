"""A plugin of pytest: the tests that were chosen, in the order given and each with a limit, and which of them fail.

MUTATION_TRIAL names a JSON file: `tests`, a list of [id, seconds], and `answer`, the file that gets the id of each that fails, a line
each.
"""

import json
import os
from pathlib import Path

import pytest

TRIAL = json.loads(Path(os.environ["MUTATION_TRIAL"]).read_text(encoding="utf-8"))
ORDER = {test: number for number, (test, _) in enumerate(TRIAL["tests"])}
LIMITS = dict(TRIAL["tests"])
ANSWER = Path(TRIAL["answer"])


@pytest.hookimpl(trylast=True)  # conftest.py has an order of its own
def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in ORDER])
    items[:] = sorted((item for item in items if item.nodeid in ORDER), key=lambda item: ORDER[item.nodeid])
    for item in items:
        item.add_marker(pytest.mark.timeout(LIMITS[item.nodeid]), append=False)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        _tell(report.nodeid)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        _tell(report.nodeid)


def _tell(test: str) -> None:
    with ANSWER.open("a", encoding="utf-8") as answer:
        answer.write(f"{test}\n")

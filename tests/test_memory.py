"""C100: memory does not grow with the number of definitions that a process meets."""

from __future__ import annotations

import functools
import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import environment

import dicecup
from dicecup.engine import load
from dicecup.engine.core.record import KEPT
from dicecup.engine.log.log import dump
from dicecup.engine.playtest.plan import Plan, open_game

GROWING = """
import sys
from dicecup.engine.replay.verify import verify

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4 // 1024

with open(sys.argv[1], "rb") as log:
    sizes = [resident() for verdict in verify(log) if verdict.ok]
print(len(sizes), sizes[2 * int(sys.argv[2])], sizes[-1])
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is measured in /proc")
@pytest.mark.parametrize("variant", ["poker-dice", "liars-dice"])  # whose rules are the largest
def test_C100_a_file_of_many_definitions_is_verified_in_little_memory(variant: str, tmp_path: Path) -> None:
    log = tmp_path / "many.jsonl"
    with log.open("wb") as file:
        for number in range(8 * KEPT):
            definition = load(variant, [f"max_rounds={100 + number}"])
            match = open_game(Plan(definition, ("random",) * definition.players.min, 1, "7"), 0)
            file.writelines(map(dump, [match.header, *match.events]))
    command = [sys.executable, "-c", GROWING, str(log), str(KEPT)]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=60, check=True)
    games, early, late = map(int, done.stdout.split())
    assert games == 8 * KEPT
    assert late < 150  # megabytes
    assert late - early < 8  # six times as many definitions


def test_C100_what_is_worked_out_of_rules_is_kept_for_few_of_them() -> None:
    """Every cache of the engine by a definition or its rules; one that keeps many others keeps many megabytes."""
    about_rules = {"r", "rules", "record", "definition"}
    found = {}
    for module in pkgutil.walk_packages(dicecup.__path__, "dicecup."):
        if module.name == "dicecup.__main__":
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, functools._lru_cache_wrapper):
                given = inspect.signature(value).parameters
                if about_rules & given.keys():
                    found[f"{value.__module__}.{name}"] = value.cache_parameters()["maxsize"]
    assert {"dicecup.engine.match.match.rules_of", "dicecup.engine.games.poker.text._hands_told"} <= found.keys()
    assert {name: most for name, most in found.items() if most is None or most > KEPT} == {}

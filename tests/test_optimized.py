"""Python that leaves out docstrings and asserts (-OO), as freezers do, changes nothing (C088)."""

from __future__ import annotations

import subprocess
import sys

import pytest
from command_line import ROOT, environment
from furniture import PATHS

RUN = """
import sys
from dicecup.cli.main import main
for line in sys.stdin.read().splitlines():
    print(line, main(line.split()), flush=True)
print(main.__doc__ is None)
"""
LINES = {
    "help": [" ".join((*path, "--help")) for path in PATHS],
    "definitions": ["variants schema", "variants new mine --output -", "variants check perudo", "rules perudo"],
    "games": [
        "play liars-dice --seed 7 --log -",
        "playtest run poker-dice --games 20 --seed 7 --json",
        "replay verify replays/perudo.jsonl replays/stacked-dice.jsonl",
        "replay show replays/dead-mans-dice.jsonl --as B",
        'odds perudo --hand 1,3,3,4,6 --unknown 10',
        "play liars-dice --seat expert",
        "rules perudo --set palifico.trigger=never",
    ],
}  # fmt: skip


def outcome(lines: list[str], optimize: str) -> list[str]:
    """What these command lines print in one process, each with its exit code."""
    run = subprocess.run(
        [sys.executable, "-c", RUN],
        input="\n".join(lines),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=ROOT,
        env=environment(PYTHONOPTIMIZE=optimize),
        timeout=100,
        text=True,
        check=True,
    )
    *told, stripped = run.stdout.splitlines()
    assert stripped == str(optimize == "2")
    return [line.partition('"_run"')[0] for line in told if not line.startswith("plain mode")]


@pytest.mark.parametrize("what", LINES)
def test_C088_without_docstrings_all_is_said_as_with_them(what: str) -> None:
    said = outcome(LINES[what], "")
    assert outcome(LINES[what], "2") == said
    assert len(said) > len(LINES[what])

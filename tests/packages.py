"""Packages from outside: folders with a package and its dist-info, which a process of its own has on its path.

`MIA` is one with every part. `written` makes others: the bare rules of Mia, or one that is broken.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from command_line import ROOT, Run, environment, process

MIA = ROOT / "tests" / "outside" / "mia"
FROM = "mia-dice 1.0"
FAMILIES, DISPLAYS = "dicecup.families", "dicecup.displays"

PEOPLE = ("--seat", "human", "--seat", "human", "--seed", "7")
BOTS = ("--seat", "random", "--seat", "basic", "--seed", "11")
MOVES = "say 31\ndoubt\nsay 31\nthrow\nsay 64\ndoubt\nsay mia\nsay 64\ndoubt\n"

# What a process does that is told many command lines: each runs by itself, and all that it printed is sent back.
DRIVER = """
import json, sys
from dataclasses import astuple
from command_line import dicecup
for line in sys.stdin:
    args, stdin = json.loads(line)
    sys.__stdout__.write(json.dumps(astuple(dicecup(*args, stdin=stdin))) + "\\n")
"""
BARE = """
from dataclasses import replace
import mia_dice
FAMILY = replace(mia_dice.FAMILY, bots=None, coach=None, odds=None, view_fields={}, view_values=None)
"""


def path_of(*sites: Path) -> str:
    """The PYTHONPATH of a process that has these packages."""
    return ":".join(map(str, (ROOT / "src", ROOT / "tests", *sites)))


def run(site: Path | None, *command_lines: list[object], stdin: str = "") -> list[Run]:
    """Command lines, one after the other in one process that has a package; each gets the same input."""
    told = "".join(json.dumps([[str(arg) for arg in args], stdin]) + "\n" for args in command_lines)
    env = environment(PYTHONPATH=path_of(*([site] if site else [])))
    done = subprocess.run(
        [sys.executable, "-c", DRIVER], input=told, capture_output=True, text=True, env=env, timeout=100
    )
    assert done.returncode == 0, done.stderr
    return [Run(*json.loads(line)) for line in done.stdout.splitlines()]


def alone(site: Path | None, *args: object, stdin: str = "") -> Run:
    """One command line, in a process that does nothing else."""
    return process(*args, stdin=stdin.encode(), PYTHONPATH=path_of(*([site] if site else [])))


def python(site: Path, code: str) -> str:
    """What a Python program prints that has a package."""
    env = environment(PYTHONPATH=path_of(site))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, timeout=200)
    assert done.returncode == 0, done.stderr
    return done.stdout


def written(folder: Path, name: str, entries: dict[str, str], **modules: str) -> Path:
    """A package in a folder: its entry points by group, one `name = module:object` each, and its modules by name."""
    info = folder / f"{name}-2.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.0\n")
    (info / "entry_points.txt").write_text("".join(f"[{group}]\n{entry}\n" for group, entry in entries.items()))
    for module, source in modules.items():
        (folder / f"{module}.py").write_text(source)
    return folder


def bare(folder: Path) -> Path:
    """Mia with its rules and nothing else: no bots, no coach, no odds, no fields of views, no words, no pictures."""
    written(folder, "mia-bare", {FAMILIES: "mia = mia_bare:FAMILY"}, mia_bare=BARE)
    shutil.copytree(MIA / "mia_dice", folder / "mia_dice", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def fine(runs: list[Run]) -> list[Run]:
    """Runs of which none had anything to complain of."""
    assert [(one.code, one.err) for one in runs if one.code or "dicecup:" in one.err] == []
    return runs


def games_of_mia(folder: Path) -> Path:
    """Logs in a folder: `people`, of which a script makes the moves, and two games of bots, `bots` and `others`."""
    people = ["play", "mia", *PEOPLE, "--undo", "--moves", "-", "--log", folder / "people.jsonl"]
    fine(run(MIA, people, stdin=MOVES))
    play = ["play", "mia", *BOTS, "--seat"]
    fine(
        run(MIA, [*play, "basic", "--log", folder / "bots.jsonl"], [*play, "random", "--log", folder / "others.jsonl"])
    )
    return folder

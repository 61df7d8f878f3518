"""The tours in README.md and docs/ are real: every `$ ` line of a console block is run, and its output is what stands there.

`make golden` writes the outputs anew. The lines of one page share a folder, so that a later command finds what an earlier wrote.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = [page for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))) if BLOCK.search(page.read_text())]


def sessions(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with the output that stands below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def really(command: str, folder: Path) -> str:
    """What a command prints, both streams as a person sees them."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    settings = {"PATH": path, "HOME": str(folder), "COLUMNS": "80", "LANG": "C.UTF-8"}
    settings |= {name: value for name, value in os.environ.items() if name == "PYTHONPATH"}  # the tree under test
    shell = ["sh", "-c", command]
    done = subprocess.run(shell, cwd=folder, env=settings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_tour_is_real(page: Path, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    text = page.read_text()

    def played(block: re.Match[str]) -> str:
        lines = [f"$ {command}\n{really(command, tmp_path)}" for command, _ in sessions(block[1])]
        return f"```console\n{''.join(lines)}```"

    real = BLOCK.sub(played, text)
    if pytestconfig.getoption("update_snapshots"):
        page.write_text(real)
    assert real == page.read_text()


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda page: page.name
)
def test_the_python_is_real(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False, encoding="utf-8").failed == 0


def test_the_bots_of_the_page_play(tmp_path: Path) -> None:
    code = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs" / "bots.md").read_text(), re.MULTILINE | re.DOTALL)
    (tmp_path / "bots.py").write_text("\n".join(code))
    seats = "--seat bots.py:odds --seat bots.py:doubter"
    report = really(f"dicecup playtest run liars-dice --games 40 --seed 1 {seats} --json", tmp_path)
    assert (json.loads(report)["finished"], json.loads(report)["forfeits"]) == (40, 0)


def test_the_python_bot_of_the_page_beats_basic(tmp_path: Path) -> None:
    code = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs" / "bots.md").read_text(), re.MULTILINE | re.DOTALL)
    (tmp_path / "odds.py").write_text(code[0])
    beats_basic("odds.py:odds", tmp_path)


@pytest.mark.skipif(shutil.which("jq") is None, reason="needs jq")
def test_the_bot_of_the_protocols_page_that_is_not_in_python_beats_basic(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "bot-protocol.md").read_text()
    (code,) = re.findall(r"^```jq\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "odds.jq").write_text(code)
    (line,) = re.findall(r"^# dicecup play .*--seat '(cmd:.*?)'", code, re.MULTILINE)
    beats_basic(line, tmp_path)


def beats_basic(bot: str, folder: Path) -> None:
    """In 200 games, the half of them in each seat: clear of an even match."""
    wins = 0
    for seats in ((bot, "basic"), ("basic", bot)):
        line_up = " ".join(f"--seat {shlex.quote(one)}" for one in seats)
        report = json.loads(really(f"dicecup playtest run liars-dice --games 100 --seed 7 {line_up} --json", folder))
        assert report["finished"] == 100
        wins += report["seats"]["AB"[seats.index(bot)]]["wins"]
    assert wins > 114


def test_there_is_a_tour() -> None:
    assert ROOT / "README.md" in PAGES

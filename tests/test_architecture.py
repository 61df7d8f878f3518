"""docs/architecture.md, held to the code: its drawing is the order of the rooms, and its flows are what is really run."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from command_line import ROOT, dicecup, environment
from rooms import ORDERS

from dicecup.engine.core.kernel import COMPILED, PLAIN, compilable

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
SECTIONS = dict(part.split("\n", 1) for part in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:])
FLOWS = [title for title, text in SECTIONS.items() if re.search(r"^10\. ", text, re.MULTILINE)]
MOVE, VERIFY, PLAYTEST = FLOWS
FILE = re.compile(r"(?:cli|engine|tests)/[\w/]+\.py")

Name = tuple[str, str]  # a file, and a function in it
Entered = tuple[str, str, str]  # the file that calls, the file that is called, and the function


# ---- the page


def named(text: str) -> Iterator[Name]:
    """What a text names, in order: `file:function`, and a function alone, which is of the file named before."""
    file = ""
    for span in re.findall(r"`([^`\n]+)`", text):
        place, _, function = span.partition(":")
        if FILE.fullmatch(place):
            file = place
        else:
            function = span
        if function:
            yield file, function


def flow(title: str) -> list[Name]:
    """The functions that a flow names, in order."""
    return [*named(SECTIONS[title])]


@cache
def defined(file: str) -> set[str]:
    """The qualified names of the functions of a file, those within functions too."""

    def within(body: list[ast.stmt], prefix: str) -> Iterator[str]:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield f"{prefix}{node.name}"
                yield from within(node.body, f"{prefix}{node.name}.")

    return set(within(ast.parse((ROOT / file).read_text(encoding="utf-8")).body, ""))


def drawn(top: str) -> list[tuple[str, ...]]:
    """The rooms of the drawing, from below: those of the command line on the left, beside those of the engine."""
    picture = re.search(r"^```\n(.*?)^```$", SECTIONS["The rooms"], re.MULTILINE | re.DOTALL)[1]
    rows = [row.split("|")[1::2] for row in reversed(picture.splitlines()) if "|" in row]
    cells = [row[-1] for row in rows] if top == "engine" else [row[0] for row in rows if len(row) == 2]
    return [tuple(re.match(r" ([^\s,]+(?:, [^\s,]+)*) ", cell)[1].split(", ")) for cell in cells]


def test_the_page_is_two_pages_long() -> None:
    lines = PAGE.splitlines()
    assert len(lines) <= 130
    assert max(map(len, lines)) <= 120


@pytest.mark.parametrize("title", FLOWS, ids=["move", "verify", "playtest"])
def test_a_flow_is_told_in_ten_lines(title: str) -> None:
    assert re.findall(r"^(\d+)\. ", SECTIONS[title], re.MULTILINE) == [str(n) for n in range(1, 11)]


@pytest.mark.parametrize("title", FLOWS, ids=["move", "verify", "playtest"])
def test_every_function_of_a_flow_is_where_the_page_says(title: str) -> None:
    assert [(file, function) for file, function in flow(title) if function not in defined(file)] == []


def test_every_file_that_is_named_is_there() -> None:
    assert [file for file in FILE.findall(PAGE) if not (ROOT / file).is_file()] == []


@pytest.mark.parametrize("top", ORDERS)
def test_the_drawing_is_the_order_of_the_rooms(top: str) -> None:
    assert drawn(top) == [*ORDERS[top]]


# ---- what is run


def record(folder: Path, flow: str, *args: object, seconds: float = 60) -> list[Entered]:
    """What is entered, as it was recorded in a process of its own."""
    file = folder / f"{flow}-{len(list(folder.iterdir()))}"
    program = [sys.executable, ROOT / "tests" / "flows.py", flow, file, *args]
    env = environment(DICECUP_STATE=str(folder / "state"))
    subprocess.run([*map(str, program)], env=env, capture_output=True, timeout=seconds, check=True)
    calls = (line.split("\t") for line in file.read_text(encoding="utf-8").splitlines())
    return [(caller, entered, function.replace(".<locals>", "")) for caller, entered, function in calls]


def a_move(folder: Path) -> list[Entered]:
    """A bid that is typed."""
    return record(folder, "move")


def a_verdict(folder: Path) -> list[Entered]:
    """A log of two games, of which one has been altered."""
    log = folder / "two.jsonl"
    dicecup("play", "liars-dice", "--seat", "basic", "--seat", "basic", "--seed", "7", "--log", log)
    game = log.read_bytes()
    log.write_bytes(game + game.replace(b'"move":"2x3"', b'"move":"1x3"'))
    return record(folder, "command", "replay", "verify", log, "--jobs", "2")


def a_playtest(folder: Path, mode: str) -> list[Entered]:
    """One game of a playtest; what is compiled leaves no trace."""
    args = ("playtest", "run", "liars-dice", "--games", "1", "--seed", "7", "--mode", mode)
    return record(folder, "command", *args, seconds=200)


def in_order(entered: list[Entered], wanted: list[Name]) -> list[Name]:
    """Those of the wanted functions that were entered, in the order in which they were."""
    return [name for name in dict.fromkeys((file, function) for _, file, function in entered) if name in wanted]


def calling_each_other(entered: list[Entered]) -> set[frozenset[str]]:
    """Files each of which calls the other."""
    calls = {(caller, file) for caller, file, _ in entered if caller not in ("", file)}
    return {frozenset(pair) for pair in calls if pair[::-1] in calls}


@pytest.mark.parametrize(("title", "run"), [(MOVE, a_move), (VERIFY, a_verdict)], ids=["move", "verify"])
def test_a_flow_runs_as_it_is_told(title: str, run: Callable[[Path], list[Entered]], tmp_path: Path) -> None:
    assert in_order(run(tmp_path), flow(title)) == flow(title)


@pytest.mark.compiled
@pytest.mark.skipif(not compilable(), reason="the extra `fast` is not installed")
def test_a_compiled_playtest_runs_as_it_is_told(tmp_path: Path) -> None:
    told = flow(PLAYTEST)
    seen = in_order(a_playtest(tmp_path, COMPILED), told)
    inside = [name for name in told if name not in seen]
    assert {file for file, _ in inside} > {"engine/core/philox.py", "engine/games/liars/play.py"}
    assert seen == [name for name in told if name in seen]
    assert in_order(a_playtest(tmp_path, PLAIN), inside) == inside


def test_files_call_each_other_only_where_something_was_handed_in(tmp_path: Path) -> None:
    runs = [a_move(tmp_path), record(tmp_path, "games"), a_verdict(tmp_path), a_playtest(tmp_path, PLAIN)]
    told = re.findall(r"^- (.*)$", SECTIONS["What is handed in"], re.MULTILINE)
    assert set().union(*map(calling_each_other, runs)) == {frozenset(FILE.findall(line)) for line in told}

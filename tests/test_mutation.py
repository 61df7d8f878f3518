"""The tool behind `make mutate`, on a tree of its own: what is noticed, by which tests, and that nothing is left behind."""

import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent / "mutation"))

import mutate
import trial
from mutant import Mutant
from recording import Recording, copy, digests
from trial import LOOP, Bench

ENGINE = '''"""Areas."""

from functools import cache


def kernel(function):
    return function


def area(width: int, height: int) -> int:
    if width < 0:
        raise ValueError(width)
    return width * height


@kernel
@cache
def side(area: int) -> int:
    found = 0
    while found * found < area:
        found += 1
    return found
'''
CLI = """import sys

from dicecup.engine.shapes import area

LINES = 2


def main() -> None:
    print(area(int(sys.argv[1]), LINES))
"""
TESTS = """import subprocess
import sys

import pytest

from dicecup.cli import program
from dicecup.engine.shapes import area, side


def test_an_area():
    assert area(2, 3) == 6


def test_nothing_has_no_area():
    assert area(0, 3) == 0


def test_no_width_is_negative():
    with pytest.raises(ValueError):
        area(-1, 3)


@pytest.mark.parametrize("number", [9, 16])
def test_a_side(number):
    assert side(number) ** 2 == number


def test_the_program():
    code = "from dicecup.cli.program import main; main()"
    assert subprocess.check_output([sys.executable, "-c", code, "4"], text=True) == "8\\n"


@pytest.mark.compiled
def test_that_compiles():
    assert area(1, 1) == 1


def test_that_fails_as_it_is():
    assert area(1, 1) == 2
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small tree, copied."""
    root = tmp_path_factory.mktemp("planted")
    texts = {
        "engine/__init__.py": "",
        "engine/shapes.py": ENGINE,
        "cli/__init__.py": "",
        "cli/program.py": CLI,
        "src/dicecup/__init__.py": "",
        "tests/test_shapes.py": TESTS,
        "tests/test_other.py": "def test_nothing():\n    pass\n",
        "pyproject.toml": '[tool.pytest.ini_options]\naddopts = "--import-mode=importlib"\nmarkers = ["compiled"]\n',
    }
    for name, text in texts.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    for room in ("engine", "cli"):
        (root / "src" / "dicecup" / room).symlink_to(Path("..", "..", room))
    (root / ".hidden").touch()
    copied = root.with_name("copied")
    copy(root, copied)
    assert not (copied / ".hidden").exists()
    return copied


@pytest.fixture(scope="module")
def recording(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """Of its two files of tests, one at a time."""
    scratch = tmp_path_factory.mktemp("scratch")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("recording.AT_A_TIME", 1)
        return mutate.recorded(tree, scratch / "cache", scratch, 1)


def mutant(tree: Path, path: str, old: str, new: str, *, on_import: bool = False) -> Mutant:
    before = (tree / path).read_text(encoding="utf-8")
    assert before.count(old) == 1
    line = before[: before.index(old)].count("\n") + 1
    return Mutant(path, line, 0, range(line, line + 1), on_import, before, before.replace(old, new))


def test_a_recording_knows_which_tests_run_a_line_and_which_fail_as_it_is(tree, recording):
    at = "tests/test_shapes.py::test"
    assert recording.failed == [f"{at}_that_fails_as_it_is"]
    product = mutant(tree, "engine/shapes.py", "width * height", "width + height")
    assert set(recording.nearest(product)) == {f"{at}_an_area", f"{at}_nothing_has_no_area", f"{at}_the_program"}
    assert f"{at}_that_compiles" not in recording.around(product, 60.0)  # of a module that has kernels
    assert recording.around(product, 60.0)[-1].startswith(f"{at}_")  # those that run something else of the module
    assert recording.around(product, 0.0) == []
    lines = mutant(tree, "cli/program.py", "LINES = 2", "LINES = 3", on_import=True)
    assert recording.nearest(lines) == [f"{at}_the_program"]


def test_a_recording_is_kept_and_files_of_tests_that_change_are_run_again(tree, recording, tmp_path):
    cache, folder = tmp_path / "cache", tmp_path / "cache" / recording.folder.name
    shutil.copytree(recording.folder, folder)  # others go on with theirs
    before = folder.stat().st_mtime_ns
    assert mutate.recorded(tree, cache, tmp_path, 1).folder == folder
    assert folder.stat().st_mtime_ns == before
    more = tree / "tests" / "test_more.py"
    more.write_text(
        "from dicecup.engine.shapes import area\n\n\ndef test_more():\n    assert area(1, 1) == 1\n", encoding="utf-8"
    )
    try:
        longer = mutate.recorded(tree, cache, tmp_path, 1)
        assert longer.folder == folder
        assert longer.all_seconds.keys() == recording.all_seconds.keys() | {"tests/test_more.py::test_more"}
        assert longer.all_seconds.items() >= recording.all_seconds.items()  # those were not run again
        product = mutant(tree, "engine/shapes.py", "width * height", "width + height")
        assert set(longer.nearest(product)) == {*recording.nearest(product), "tests/test_more.py::test_more"}
        assert longer.failed == recording.failed
    finally:
        more.unlink()
    assert mutate.recorded(tree, cache, tmp_path, 1).all_seconds == recording.all_seconds
    sources, _ = digests(tree)
    assert folder.name == sources
    (tree / "cli" / "more.py").touch()
    assert digests(tree)[0] != sources
    (tree / "cli" / "more.py").unlink()


def test_mutants_are_noticed_by_the_tests_that_run_them_and_the_tree_stays_as_it_is(
    tree, recording, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(trial, "PATIENCE", 3.0)
    at = "tests/test_shapes.py::test"
    found = {
        mutant(tree, "engine/shapes.py", "width * height", "width + height"): {
            f"{at}_an_area",
            f"{at}_nothing_has_no_area",
        },
        mutant(tree, "engine/shapes.py", "width < 0", "width <= 0"): {f"{at}_nothing_has_no_area"},
        mutant(tree, "engine/shapes.py", "found += 1", "found += 0"): {f"{at}_a_side[9]", f"{at}_a_side[16]", LOOP},
        mutant(tree, "engine/shapes.py", "ValueError(width)", "ValueError(height)"): {""},
        mutant(tree, "cli/program.py", "LINES = 2", "LINES = 3", on_import=True): {f"{at}_the_program"},
    }
    before = digests(tree)
    verdicts = mutate.judged(tree, tmp_path, recording, list(found), 2)
    assert digests(tree) == before
    assert {verdict.mutant for verdict in verdicts} == set(found)
    assert {
        verdict.mutant.after: verdict.noticed_by
        for verdict in verdicts
        if verdict.noticed_by not in found[verdict.mutant]
    } == {}
    capsys.readouterr()
    assert mutate.report(verdicts) == 1
    out = capsys.readouterr().out
    assert (
        "engine/shapes.py:12:1: not noticed by 6 tests\n-        raise ValueError(width)\n+        raise ValueError(height)\n"
        in out
    )
    assert out.endswith("engine: fewer than 90 % were noticed.\n")


def test_what_is_broken_off_ends_at_once_and_begins_nothing_more(tree, recording, tmp_path):
    bench = Bench(tree, tmp_path, recording)
    endless = mutant(tree, "engine/shapes.py", "found += 1", "found += 0")
    with ThreadPoolExecutor(1) as pool:
        trying = pool.submit(bench.judge, endless)
        while bench.running is None:
            time.sleep(0.01)
        bench.close()
        with pytest.raises(InterruptedError):
            trying.result(20)
    assert (bench.tree / endless.path).read_text(encoding="utf-8") == endless.before
    with pytest.raises(InterruptedError):
        bench.judge(endless)

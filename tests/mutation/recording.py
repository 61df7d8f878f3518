"""Which tests run which lines: a run of the suite under coverage, in a copy of the tree, kept for trees with the same sources.

Where only files of tests have changed since, only these are run again.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coverage import CoverageData

if TYPE_CHECKING:
    from mutant import Mutant

HERE = Path(__file__).parent
KERNEL = "@kernel"
AT_A_TIME = 8  # files of tests: what is recorded is kept after so many
TOPS = ("engine", "cli")  # the folders of sources
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header", "--tb", "no"]
CONFIG = """[run]
data_file = {folder}/coverage.db
source = {tree}
omit = {tree}/tests/*
relative_files = true
parallel = true
disable_warnings = no-data-collected
"""


def files(root: Path) -> list[Path]:
    """What belongs to a tree, from its root: what git keeps or would keep, else everything that is not hidden."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    run = subprocess.run(listing, cwd=root, capture_output=True, text=True, check=False)
    if run.returncode == 0:
        names = {Path(name) for name in run.stdout.split("\0") if name}
    else:
        names = {path.relative_to(root) for path in root.rglob("*") if path.is_symlink() or path.is_file()}
        names = {name for name in names if not any(part.startswith((".", "__pycache__")) for part in name.parts)}
    return sorted(name for name in names if (root / name).is_symlink() or (root / name).is_file())


def copy(root: Path, to: Path) -> None:
    """A tree's files in another place."""
    for name in files(root):
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, to / name, follow_symlinks=False)


def digests(tree: Path) -> tuple[str, dict[str, str]]:
    """A digest of a copied tree and of the Python that runs it, but for the files of tests; and one of each of these, with its snapshots."""
    whole = hashlib.blake2b(sys.version.encode(), digest_size=12)
    tests: dict[str, Any] = {}
    for path in sorted(path for path in tree.rglob("*") if path.is_symlink() or path.is_file()):
        name = path.relative_to(tree)
        test = f"tests/{name.stem}.py"
        own = name.stem.startswith("test_") and name.parts[0] == "tests" and (tree / test).is_file()
        digest = tests.setdefault(test, hashlib.blake2b(digest_size=12)) if own else whole
        data = os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
        digest.update(repr((name.as_posix(), hashlib.blake2b(data).digest())).encode())
    return whole.hexdigest(), {test: digest.hexdigest() for test, digest in tests.items()}


def environment(tree: Path, scratch: Path) -> dict[str, str]:
    """The environment of tests of a copied tree that leave nothing behind but in `scratch`, compiled kernels included."""
    (scratch / "tmp").mkdir(parents=True, exist_ok=True)
    (scratch / "home").mkdir(exist_ok=True)
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("DICECUP_", "XDG_", "PYTHON"))}
    places = {"HOME": str(scratch / "home"), "TMPDIR": str(scratch / "tmp")}
    return ours | places | {"PYTHONPATH": f"{tree / 'src'}{os.pathsep}{HERE}", "CI": "true"}


class NotRecordedError(Exception):
    """The tests do not run."""


class Recording:
    """What the suite has told, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        kept = json.loads((folder / "tests.json").read_text(encoding="utf-8"))
        self.digests: dict[str, str] = kept["digests"]
        self.failed: list[str] = kept["failed"]
        self.compiled: list[str] = kept["compiled"]
        self.all_seconds: dict[str, float] = kept["seconds"]
        self.seconds = {test: seconds for test, seconds in self.all_seconds.items() if test not in self.failed}

    @cached_property
    def _lines(self) -> CoverageData:
        data = CoverageData(str(self.folder / "coverage.db"))
        data.read()
        return data

    @cached_property
    def _imports(self) -> dict[str, list[str]]:
        """The files that import a module, by its file."""
        return json.loads((self.folder / "imports.json").read_text(encoding="utf-8"))

    def nearest(self, mutant: Mutant) -> list[str]:
        """The tests that run the statement of a mutant, the quickest first; of one that runs on import, those that run its module.

        Where that has kernels, tests that compile are left out: they would compile each mutant anew, to compare it with itself.
        """
        by_line = self._lines.contexts_by_lineno(mutant.path)
        lines = by_line if mutant.on_import else mutant.lines
        return self._that_may_notice(mutant, (context for line in lines for context in by_line.get(line, ())))

    def around(self, mutant: Mutant, seconds: float) -> list[str]:
        """Other tests that may run it, the quickest first, as many as take `seconds`: those that run something else of its module (a
        function may be called once in a process, for all), and those that run the modules which import it.
        """
        near = set(self.nearest(mutant))
        found = []
        for paths in ([mutant.path], self._imports.get(mutant.path, ())):
            contexts = (c for path in paths for some in self._lines.contexts_by_lineno(path).values() for c in some)
            for test in self._that_may_notice(mutant, contexts):
                if test not in near and (seconds := seconds - self.seconds[test]) > 0:
                    near.add(test)
                    found.append(test)
        return found

    def lines_into(self, file: Path) -> None:
        """Add what has been recorded to another file of coverage."""
        data = CoverageData(str(file))
        data.read()
        data.update(self._lines)

    def _that_may_notice(self, mutant: Mutant, contexts: Iterable[str]) -> list[str]:
        """The tests among contexts of coverage, each noted with a step (`|run`); what runs outside tests has none."""
        tests = {context.rpartition("|")[0] for context in contexts}
        return self.ordered(tests.difference(self.compiled) if KERNEL in mutant.before else tests)

    def ordered(self, tests: set[str]) -> list[str]:
        """Tests, the quickest first, without those that fail as it is."""
        return sorted(tests & self.seconds.keys(), key=lambda test: (self.seconds[test], test))

    def leave_out(self, tests: Iterable[str]) -> None:
        """Never again run tests that fail as it is."""
        self.seconds = {test: seconds for test, seconds in self.seconds.items() if test not in set(tests)}


def record(copied: Path, tests: dict[str, str], folder: Path, scratch: Path, jobs: int) -> Recording:
    """Run tests of a copied tree in another copy, as many files as are kept at a time, and none that `folder` has recorded already; keep
    there what they tell, and the kernels that they compile. `tests` are the files of tests, with their digests.
    """
    before = Recording(folder) if folder.is_dir() else None
    known = {test: digest for test, digest in (before.digests if before else {}).items() if tests.get(test) == digest}
    changed = [test for test in tests if test not in known][:AT_A_TIME]
    tree, kept = scratch / "tree", scratch / "recording"
    shutil.copytree(copied, tree, symlinks=True)
    kept.mkdir()
    if before:
        shutil.copytree(folder / "home", scratch / "home")
    told: dict[str, Any] = {"seconds": {}, "failed": [], "compiled": []}
    settings = environment(tree, scratch)
    if changed:
        told = _run(tree, kept, changed, settings, jobs)
    shutil.move(scratch / "home", kept / "home")
    (kept / "imports.json").write_text(json.dumps(_importers(copied)), encoding="utf-8")
    if before:
        stay = {test for test in before.all_seconds if file_of(test) in known}
        told["seconds"] |= {test: before.all_seconds[test] for test in stay}
        told["failed"] += sorted(stay.intersection(before.failed))
        told["compiled"] += sorted(stay.intersection(before.compiled))
        before.lines_into(kept / "coverage.db")
    (kept / "tests.json").write_text(
        json.dumps(told | {"digests": known | {test: tests[test] for test in changed}}), encoding="utf-8"
    )
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(exist_ok=True)
    shutil.move(kept, folder)
    return Recording(folder)


def _run(tree: Path, kept: Path, tests: list[str], settings: dict[str, str], jobs: int) -> dict[str, Any]:
    """Run files of tests under coverage, which goes into the folder `kept`; what they tell. How it goes is shown."""
    (kept / "coverage.ini").write_text(CONFIG.format(folder=kept, tree=tree), encoding="utf-8")
    measured = (HERE / "measured_process.py").read_text(encoding="utf-8").replace("@FOLDER@", str(kept))
    (tree / "src" / "sitecustomize.py").write_text(measured, encoding="utf-8")
    spread = ["--numprocesses", str(jobs), "--dist", "worksteal"]
    measuring = ["--cov", "--cov-context", "test", "--cov-config", str(kept / "coverage.ini"), "--cov-report", ""]
    command = [*PYTEST, *spread, *measuring, "-p", "recorded_tests", *tests]
    more = {"MUTATION_RECORDING": str(kept)}
    run = subprocess.run(command, cwd=tree, env=settings | more, stdin=subprocess.DEVNULL, stdout=2, check=False)
    if run.returncode not in (0, 1) or not (kept / "tests.json").exists():
        raise NotRecordedError(f"the tests do not run in a copy of the tree: pytest ended with {run.returncode}")
    shutil.rmtree(kept / "running")
    return json.loads((kept / "tests.json").read_text(encoding="utf-8"))


def file_of(test: str) -> str:
    """The file of a test, by its id."""
    return test.partition("::")[0]


def _importers(tree: Path) -> dict[str, list[str]]:
    """The files of a tree that import a module of it, by the file of that module."""
    found: dict[str, set[str]] = {}
    for path in (path for top in TOPS for path in (tree / top).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dicecup."):
                for module in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                    stem = module.removeprefix("dicecup.").replace(".", "/")
                    for name in (f"{stem}.py", f"{stem}/__init__.py"):
                        found.setdefault(name, set()).add(path.relative_to(tree).as_posix())
    return {name: sorted(paths) for name, paths in found.items() if (tree / name).is_file()}

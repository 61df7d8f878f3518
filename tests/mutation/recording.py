"""Which tests run which lines: one run of the suite under coverage, in a copy of the tree, kept for trees like it."""

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
from typing import TYPE_CHECKING

from coverage import CoverageData

if TYPE_CHECKING:
    from mutant import Mutant

HERE = Path(__file__).parent
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


def key(tree: Path) -> str:
    """A digest of a copied tree and of the Python that runs it."""
    digest = hashlib.blake2b(sys.version.encode(), digest_size=12)
    for path in sorted(tree.rglob("*")):
        if path.is_symlink() or path.is_file():
            data = os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
            digest.update(repr((path.relative_to(tree).as_posix(), hashlib.blake2b(data).digest())).encode())
    return digest.hexdigest()


def environment(tree: Path, scratch: Path) -> dict[str, str]:
    """The environment of tests of a copied tree that leave nothing behind but in `scratch`, compiled kernels included."""
    (scratch / "tmp").mkdir(parents=True, exist_ok=True)
    (scratch / "home").mkdir(exist_ok=True)
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("DICECUP_", "XDG_", "PYTHON"))}
    places = {"HOME": str(scratch / "home"), "TMPDIR": str(scratch / "tmp")}
    return ours | places | {"PYTHONPATH": f"{tree / 'src'}{os.pathsep}{HERE}", "CI": "true"}


class Recording:
    """What one run of the suite has told, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        kept = json.loads((folder / "tests.json").read_text(encoding="utf-8"))
        self.failed: list[str] = kept["failed"]
        self.seconds: dict[str, float] = {test: s for test, s in kept["seconds"].items() if test not in self.failed}

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
        """The tests that run the statement of a mutant, the quickest first; of one that runs on import, those that run its module."""
        by_line = self._lines.contexts_by_lineno(mutant.path)
        lines = by_line if mutant.on_import else mutant.lines
        return self.ordered(_tests_of(context for line in lines for context in by_line.get(line, ())))

    def around(self, mutant: Mutant, seconds: float) -> list[str]:
        """Other tests that may run it, the quickest first, as many as take `seconds`: those that run something else of its module (a
        function may be called once in a process, for all), and those that run the modules which import it.
        """
        near = set(self.nearest(mutant))
        found = []
        for paths in ([mutant.path], self._imports.get(mutant.path, ())):
            contexts = (c for path in paths for some in self._lines.contexts_by_lineno(path).values() for c in some)
            for test in self.ordered(_tests_of(contexts)):
                if test not in near and (seconds := seconds - self.seconds[test]) > 0:
                    near.add(test)
                    found.append(test)
        return found

    def ordered(self, tests: set[str]) -> list[str]:
        """Tests, the quickest first, without those that fail as it is."""
        return sorted(tests & self.seconds.keys(), key=lambda test: (self.seconds[test], test))

    def leave_out(self, tests: Iterable[str]) -> None:
        """Never again run tests that fail as it is."""
        self.seconds = {test: seconds for test, seconds in self.seconds.items() if test not in set(tests)}


def _tests_of(contexts: Iterable[str]) -> set[str]:
    """The tests that coverage has noted as contexts, each with a step (`|run`); nothing for what runs outside tests."""
    return {context.rpartition("|")[0] for context in contexts}


def record(copied: Path, folder: Path, scratch: Path, jobs: int) -> Recording:
    """Run the suite of a copied tree in another copy, and keep in `folder` what it tells and the kernels that it has compiled."""
    tree = scratch / "tree"
    shutil.copytree(copied, tree, symlinks=True)
    kept = scratch / "recording"
    kept.mkdir()
    (kept / "coverage.ini").write_text(CONFIG.format(folder=kept, tree=tree), encoding="utf-8")
    measured = (HERE / "measured_process.py").read_text(encoding="utf-8").replace("@FOLDER@", str(kept))
    (tree / "src" / "sitecustomize.py").write_text(measured, encoding="utf-8")
    measuring = ["--cov", "--cov-context", "test", "--cov-config", str(kept / "coverage.ini"), "--cov-report", ""]
    spread = ["--numprocesses", str(jobs), "--dist", "worksteal"]
    settings = environment(tree, scratch) | {"MUTATION_RECORDING": str(kept)}
    run = subprocess.run(
        [*PYTEST, *spread, *measuring, "-p", "recorded_tests"],
        cwd=tree,
        env=settings,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode not in (0, 1):
        raise RuntimeError(f"the suite does not run in a copy of the tree:\n{run.stdout}{run.stderr}")
    (kept / "imports.json").write_text(json.dumps(_importers(copied)), encoding="utf-8")
    shutil.copytree(scratch / "home", kept / "home")
    shutil.rmtree(kept / "running")
    folder.parent.mkdir(exist_ok=True)
    shutil.move(kept, folder)
    return Recording(folder)


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

"""CONTRIBUTING's recipe for a family, followed to the letter with Mia: as a package, and moved into dicecup's own rooms."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import rooms
from command_line import ROOT, environment, strict
from packages import MIA, path_of

from dicecup.engine.games.registry import SHIPPED

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPE = PAGE.partition("\n## Add a family\n")[2].partition("\n## ")[0]
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", RECIPE, re.MULTILINE | re.DOTALL)
ENGINE, CLI = ([line.split()[0] for line in text.splitlines()] for kind, text in BLOCKS if not kind)
((TOML,), (SHELL,)) = ([text for kind, text in BLOCKS if kind == wanted] for wanted in ("toml", "sh"))
COMMANDS = SHELL.splitlines()


def follow(command: str, folder: Path, path: str) -> str:
    """What a command of the recipe prints."""
    settings = environment(PYTHONPATH=path) | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=settings, capture_output=True, text=True, timeout=200)
    assert (done.returncode, "dicecup:" in done.stderr) == (0, False), f"{command}: {done.stderr}"
    return done.stdout


# --- What it says of files --------------------------------------------------------------------------------------------


def test_it_names_the_files_that_every_family_has() -> None:
    assert sorted(ENGINE) == sorted(rooms.FAMILY_FILES["engine"])
    assert sorted(CLI) == sorted(rooms.FAMILY_FILES["cli"])
    assert {path.stem for path in (MIA / "mia_dice").glob("*.py")} == {*ENGINE}
    assert {path.stem for path in (MIA / "mia_dice" / "display").glob("*.py")} == {*CLI}


@pytest.mark.parametrize("family", SHIPPED)
def test_files_of_a_family_import_those_above_them(family: str) -> None:
    up = []
    for place, name in enumerate(ENGINE):
        path = f"engine/games/{family}/{name}.py"
        source = rooms.Source(path, (ROOT / path).read_text(encoding="utf-8"))
        own = f"dicecup.engine.games.{family}."
        into = {target.removeprefix(own).partition(".")[0] for _, target in source.imports() if target.startswith(own)}
        up += [f"{name} imports {other}" for other in into & {*ENGINE[place + 1 :]}]
    assert up == []


# --- As a package -----------------------------------------------------------------------------------------------------


def test_its_entry_points_are_those_of_the_package() -> None:
    there = configparser.ConfigParser(delimiters="=")
    there.read(MIA / "mia_dice-1.0.dist-info" / "entry_points.txt")
    told = tomllib.loads(TOML)["project"]["entry-points"]
    assert {group: dict(there[group]) for group in there.sections()} == told


@pytest.mark.compiled
def test_its_commands_work_with_the_package(tmp_path: Path) -> None:
    printed = [follow(command, tmp_path, path_of(MIA)) for command in COMMANDS]
    assert "mia-dice 1.0" in printed[0]
    assert "mia.jsonl: true" in printed[3]


# --- Within dicecup ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree in which Mia has been added by the recipe: its files, its name in the registry, its variants."""
    root = tmp_path_factory.mktemp("house")
    for room in ("engine", "cli", "variants"):
        shutil.copytree(ROOT / room, root / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "src", root / "src", symlinks=True, ignore=shutil.ignore_patterns("*.egg-info"))
    for names, source, target in (
        (ENGINE, MIA / "mia_dice", root / "engine" / "games" / "mia"),
        (CLI, MIA / "mia_dice" / "display", root / "cli" / "games" / "mia"),
    ):
        target.mkdir()
        for name in names:
            text = (source / f"{name}.py").read_text(encoding="utf-8")
            text = re.sub(r"\bfrom mia_dice\b", "from dicecup.engine.games.mia", text)
            text = re.sub(r"^    variants=.*\n", "", text, flags=re.MULTILINE)  # dicecup's own folder
            (target / f"{name}.py").write_text(text, encoding="utf-8")
    (root / "cli" / "games" / "mia" / "__init__.py").write_text('"""Mia as people see it."""\n')
    for variant in (MIA / "mia_dice" / "variants").glob("*.yaml"):
        shutil.copy(variant, root / "variants")
    registry = root / "engine" / "games" / "registry.py"
    text = registry.read_text(encoding="utf-8")
    named = text.replace('SHIPPED = ("', 'SHIPPED = ("mia", "', 1)
    assert named != text
    registry.write_text(named, encoding="utf-8")
    return root


def test_its_commands_work_within_dicecup(house: Path, tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder, path in ((inside, str(house / "src")), (outside, path_of(MIA))):
        folder.mkdir()
        printed = [follow(command, folder, path) for command in COMMANDS if command.startswith("dicecup")]
        assert "mia-dear" in printed[0] and ("mia-dice" in printed[0]) == (folder == outside)
        assert "M-R1" in printed[1] and "mia.jsonl: true" in printed[3]
        assert "says 3" in printed[4] and "under the cup" in printed[4]
        assert "61  1/2   0.5000" in printed[5]
    one, other = ((folder / "mia.jsonl").read_text().splitlines() for folder in (inside, outside))
    assert one[1:-1] == other[1:-1]  # the end holds the check, and the header the package
    head = strict(other[0])
    assert head.pop("from") == "mia-dice 1.0"
    assert strict(one[0]) == head


def test_a_family_that_is_added_is_in_order(house: Path) -> None:
    files = rooms.sources(house)
    rules = (
        rooms.missing_files,
        rooms.out_of_order,
        rooms.named_outside,
        rooms.computed_imports,
        rooms.through_modules,
    )
    assert "mia" in rooms.families(files)
    assert [found for rule in rules for found in rule(files) if "mia" in found] == []

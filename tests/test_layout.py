"""The shape of the project: its links, what importing it costs, and what no file may say. Its rooms are in `test_rooms`."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

import dicecup
from dicecup.cli.commands.doctor import CORE

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "dicecup"
ROOMS = ("cli", "engine", "variants")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def python(code: str) -> str:
    """What a fresh interpreter prints for `code`, run where the rooms could be found under their short names."""
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    return run.stdout


# --- Links and version -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", ROOMS)
def test_each_room_is_a_relative_link_to_the_folder_at_the_top(room):
    link = PACKAGE / room
    assert link.is_symlink()
    assert link.readlink() == Path("..", "..", room)
    assert link.resolve() == ROOT / room
    assert (ROOT / room / "__init__.py").is_file()


def test_dicecup_is_imported_from_this_checkout():
    where = Path(dicecup.__file__).resolve().parent
    assert where == PACKAGE, "the environment belongs to another checkout: make clean"


def test_the_version_is_one_constant():
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "dicecup.__version__"}
    assert version("dicecup") == dicecup.__version__


def named(requirements: list[str]) -> list[str]:
    return [re.match(r"[\w-]+", requirement)[0] for requirement in requirements]


def test_every_dependency_is_argued_in_contributing():
    groups = [PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"].values()]
    argued = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [name for group in groups for name in named(group) if f"**{name}**" not in argued] == []


def test_doctor_tells_of_every_dependency():
    assert named(PROJECT["project"]["dependencies"]) == list(CORE)


# --- Imports at run time ---------------------------------------------------------------------------------------


def test_importing_dicecup_imports_nothing_else():
    loaded = python("import sys; old = {*sys.modules}; import dicecup; print(*sorted({*sys.modules} - old))")
    assert loaded.split() == ["dicecup"]


def test_an_unknown_public_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'cupboard'"):
        _ = dicecup.cupboard


def test_every_public_name_is_where_the_package_says():
    for name in dir(dicecup):
        getattr(dicecup, name)


def test_no_room_is_imported_under_its_short_name():
    code = """
import importlib, pkgutil, sys, dicecup
for module in pkgutil.walk_packages(dicecup.__path__, "dicecup."):
    if module.name != "dicecup.__main__":
        importlib.import_module(module.name)
print(*(name for name in sys.modules if name.split(".")[0] in {"cli", "engine", "variants"}))
"""
    assert python(code).split() == []


# --- What the engine does not do ---------------------------------------------------------------------------------


def sources(pattern: str) -> Iterator[tuple[str, ast.AST]]:
    for path in sorted((ROOT / "engine").glob(pattern)):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_bytes(), str(path))


def test_nothing_in_the_engine_prints():
    def speaks(node: ast.AST) -> bool:
        match node:
            case ast.Call(func=ast.Name(id="print" | "input")):
                return True
            case ast.Attribute(value=ast.Name(id="sys"), attr="stdout" | "stderr" | "stdin"):
                return True
        return False

    spoken = {name for name, tree in sources("**/*.py") if any(map(speaks, ast.walk(tree)))}
    # They send what the code of others prints to standard error: users' bots, and packages with families.
    assert spoken == {"engine/bots/failure.py", "engine/bots/host.py", "engine/games/registry.py"}


# --- The engine knows no front end -------------------------------------------------------------------------------

OPTION = re.compile(r"(?<![\w-])--[a-z]")


def options_named(tree: ast.AST) -> list[str]:
    """The texts of a source, docstrings too, that hold the name of an option."""
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return [text for text in texts if OPTION.search(text)]


def codes_kept(tree: ast.AST) -> list[str]:
    """The classes of a source that have an attribute `code`, and what sets one."""

    def is_code(node: ast.AST) -> bool:
        match node:
            case ast.FunctionDef(name="code") | ast.Attribute(attr="code", ctx=ast.Store()):
                return True
            case ast.AnnAssign(target=ast.Name(id="code")):
                return True
            case ast.Assign(targets=targets):
                return any(isinstance(target, ast.Name) and target.id == "code" for target in targets)
        return False

    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    return [
        one.name
        for one in classes
        if any(map(is_code, one.body))
        or any(is_code(node) for node in ast.walk(one) if isinstance(node, ast.Attribute))
    ]


def test_the_engine_names_no_option():
    assert {name: found for name, tree in sources("**/*.py") if (found := options_named(tree))} == {}


def test_no_class_of_the_engine_has_an_exit_code():
    assert {name: found for name, tree in sources("**/*.py") if (found := codes_kept(tree))} == {}


@pytest.mark.parametrize("line", ["raise E('use --jobs 1')", "f'--set {x}'", "x = '; see --seats'"])
def test_an_option_is_seen(line):
    assert options_named(ast.parse(line))


def test_a_dash_between_words_is_no_option():
    assert options_named(ast.parse("x = 'a - b -- c'; y = 'manual--people'")) == []


@pytest.mark.parametrize(
    "body",
    ["code = 2", "code: int = 2", "def __init__(self):\n  self.code = 3", "@property\n def code(self): return 1"],
)
def test_an_exit_code_is_seen(body):
    assert codes_kept(ast.parse(f"class E(Exception):\n {body}")) == ["E"]


# --- Words that no file may hold ---------------------------------------------------------------------------------

# Cut in two, so that this file passes its own test.
CUT_HOSTS = "py|pi.org python|hosted.org npm|js.org npm|js.com deb.|debian.org crates|.io"
HOSTS = CUT_HOSTS.replace("|", "").split()
HOMES = ["home", "root", "Users", "work", "opt"]
REGISTRY = re.compile("|".join(map(re.escape, HOSTS)))
MACHINE = re.compile(rf"(?<![\w.\-}}>])/(?:{'|'.join(HOMES)})/\w|\b[A-Z]:\\Users\\", re.IGNORECASE)


def repository() -> list[Path]:
    """The files that are, or with the next `git add` would be, in the repository."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    run = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, timeout=60)
    if run.returncode:
        pytest.skip("not a git checkout")
    return [path for name in run.stdout.split("\0") if (path := ROOT / name).is_file()]


@pytest.mark.parametrize("words", [REGISTRY, MACHINE], ids=["registry", "machine"])
def test_no_file_names_a_registry_or_a_path_of_a_machine(words):
    found = []
    for path in repository():
        text = path.read_text(encoding="utf-8", errors="replace")
        found += [f"{path.relative_to(ROOT)}: {hit[0]}" for hit in words.finditer(text)]
    assert found == []


def test_the_words_are_found_where_they_stand():
    assert REGISTRY.search("https://files." + HOSTS[1] + "/packages")
    assert MACHINE.search("--find-links /" + "opt/wheels")
    assert MACHINE.search("file:///" + "home/ann/dicecup")
    assert not MACHINE.search("https://example.org/" + "home/page")

"""The layout of `engine/` and `cli/` as data, and what a tree of sources breaks of it: one sentence for each thing, naming the file."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

# A folder may import what stands before it. What stands on one line stands side by side, and does not import each other.
ENGINE = (
    ("core",),
    ("games/options",),
    ("games/base",),
    ("games/shared",),
    ("games/*",),
    ("games/registry",),
    ("definitions",),
    ("match",),
    ("log",),
    ("solve",),
    ("bots",),
    ("playtest",),
    ("replay",),
    ("judge",),
    ("testing",),
)
CLI = (
    ("base",),
    ("settings",),
    ("narration", "odds"),
    ("drawing",),
    ("games/*",),
    ("games/registry",),
    ("session",),
    ("completion",),
    ("commands", "console"),
    ("main",),
)
ORDERS = {"engine": ENGINE, "cli": CLI}

# What each family has, no more and no less: who wants to know what a family needs lists one of these folders.
FAMILY_FILES = {
    "engine": "__init__ bots coach moves notation odds options play rules scoring table text view_fields".split(),
    "cli": "__init__ drawing narration odds".split(),
}

# What a family may have beside: a part that makes sense for some games alone.
FAMILY_MAY_HAVE = {"engine": ["book", "rounds"], "cli": []}

# Where a module's name may be computed: families by name, commands by a table, and public names that are loaded when they are used.
COMPUTED = {
    "engine/__init__.py",
    "engine/games/registry.py",
    "cli/games/registry.py",
    "cli/base/command.py",
}
IMPORTERS = ("import_module", "__import__")
# Where a family may be named.
NAMED = {"engine/games/registry.py", "cli/games/registry.py"}

# Libraries of the terminal, and who may know them.
LIBRARIES = {
    "rich": ("cli/drawing/", "cli/base/output.py"),
    "prompt_toolkit": ("cli/console/", "cli/session/"),
}

LONGEST = 500  # lines of a module


@dataclass(frozen=True)
class Source:
    """One file: its path from the root, and what it holds."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @property
    def module(self) -> str:
        return "dicecup." + self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def imports(self, *, annotations: bool = True) -> Iterator[tuple[int, str]]:
        """Every module of dicecup that is imported, wherever in the file, with the line; those for annotations only if asked."""
        skipped = set() if annotations else {id(node) for node in self._for_annotations()}
        for node in ast.walk(self.tree):
            if id(node) in skipped:
                continue
            if isinstance(node, ast.Import):
                yield from ((node.lineno, alias.name) for alias in node.names if alias.name.startswith("dicecup."))
            elif isinstance(node, ast.ImportFrom) and (origin := self._origin(node)).partition(".")[0] == "dicecup":
                yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)

    def _origin(self, node: ast.ImportFrom) -> str:
        """The module from which names are imported, in full where the file says it by dots."""
        if not node.level:
            return node.module or ""
        package = ("dicecup/" + self.path).split("/")[: -node.level]
        return ".".join([*package, *([node.module] if node.module else [])])

    def _for_annotations(self) -> Iterator[ast.AST]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
                for statement in node.body:
                    yield from ast.walk(statement)


def sources(root: Path) -> list[Source]:
    """Every source below `root`/engine and `root`/cli."""
    paths = sorted(path for top in ORDERS for path in (root / top).rglob("*.py"))
    return [Source(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")) for path in paths]


def families(files: list[Source]) -> list[str]:
    """The folders of families, in the engine or the command line, but for what all families share."""
    shared = {room.partition("/")[2] for level in ENGINE for room in level if room.startswith("games/")}
    parts = [source.path.split("/") for source in files]
    return sorted({p[2] for p in parts if len(p) > 3 and p[0] in ORDERS and p[1] == "games" and p[2] not in shared})


def room(path: str) -> tuple[str, str, str]:
    """The package, the room in its order, and the family (or nothing) of a path such as `engine/games/liars/play`."""
    top, *rest = path.split("/")
    rooms = {name for level in ORDERS[top] for name in level}
    if not rest:
        return top, "", ""
    if rest[0] == "games" and len(rest) > 1:
        name = f"games/{rest[1]}"
        return (top, name, "") if name in rooms else (top, "games/*", rest[1])
    return top, rest[0], ""


def level(top: str, name: str) -> int | None:
    """How far to the right a room stands; None where it stands nowhere."""
    return next((i for i, rooms in enumerate(ORDERS[top]) if name in rooms), None)


def out_of_order(files: list[Source]) -> Iterator[str]:
    """Imports that go up, to another family or to a room beside, and folders that have no place in the order."""
    modules = {source.module for source in files}
    unknown = set()
    for source in files:
        top, here, family = room(source.path.removesuffix(".py").removesuffix("/__init__"))
        place = level(top, here)
        if here and here != "games" and place is None:
            unknown.add(f"{top}/{here} has no place in the order")
            continue
        targets = ((line, name if name in modules else name.rpartition(".")[0]) for line, name in source.imports())
        for line, target in sorted(set(targets)):
            into = target.removeprefix("dicecup.").replace(".", "/")
            if into.partition("/")[0] not in ORDERS:
                continue
            to_top, there, other = room(into)
            where = f"{source.path}:{line} imports {target}"
            if to_top != top:
                if top == "engine":
                    yield f"{where}: the engine knows no command line"
                continue
            there_level = level(top, there)
            if not here or not there or there == "games":
                if here and place is not None:
                    yield f"{where}: inside {top}/ a module is imported from its own room"
            elif there_level is None:
                unknown.add(f"{top}/{there} has no place in the order")
            elif place is not None and (there_level > place or (there_level == place and there != here)):
                yield f"{where}: {there} does not stand before {here}"
            elif here == there and family != other:
                yield f"{where}: no family knows another"
    yield from sorted(unknown)


def missing_files(files: list[Source]) -> Iterator[str]:
    """Files that a family lacks, and files that only one family has."""
    paths = {source.path for source in files}
    for family in families(files):
        for top, names in FAMILY_FILES.items():
            folder = f"{top}/games/{family}"
            yield from (f"{folder}/{name}.py is missing" for name in names if f"{folder}/{name}.py" not in paths)
            allowed = [*names, *FAMILY_MAY_HAVE[top]]
            there = (p for p in sorted(paths) if p.startswith(f"{folder}/"))
            yield from (f"{p} is in no other family" for p in there if p[len(folder) + 1 : -3] not in allowed)


def named_outside(files: list[Source]) -> Iterator[str]:
    """Families named by a literal or an import, elsewhere than in their own folders and the registries."""
    names = families(files)
    for source in files:
        if source.path in NAMED or any(f"/games/{name}/" in source.path for name in names):
            continue
        imported = {
            (line, name) for line, module in source.imports() for name in names if f".games.{name}." in f"{module}."
        }
        yield from (f"{source.path}:{line} imports the family {name}" for line, name in sorted(imported))
        for node in ast.walk(source.tree):
            text = node.value if isinstance(node, ast.Constant) else node.arg if isinstance(node, ast.keyword) else None
            if not isinstance(text, str) or " " in text:  # prose may speak of poker and of piles
                continue
            words = re.split(r"[^\w-]", text)
            yield from (f"{source.path}:{node.lineno} names the family {name}" for name in names if name in words)


def libraries_outside(files: list[Source]) -> Iterator[str]:
    """Libraries of the terminal, where nobody is to know them."""
    for source in files:
        for node in ast.walk(source.tree):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for library in {name.partition(".")[0] for name in names} & LIBRARIES.keys():
                if not source.path.startswith(LIBRARIES[library]):
                    yield f"{source.path}:{node.lineno} imports {library}, which only {' and '.join(LIBRARIES[library])} know"


def computed_imports(files: list[Source]) -> Iterator[str]:
    """Modules whose name is computed, where none may be."""
    for source in files:
        if source.path in COMPUTED:
            continue
        nodes = list(ast.walk(source.tree))
        plain = {
            id(node.func)
            for node in nodes
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)
        }
        for node in nodes:
            match node:
                case ast.Name(id=name) | ast.Attribute(attr=name) if name in IMPORTERS and id(node) not in plain:
                    yield f"{source.path}:{node.lineno} imports a module whose name is computed"
                case ast.alias(name=name, asname=str()) if name in IMPORTERS:
                    yield f"{source.path}:{node.lineno} calls {name} by another name"


def through_modules(files: list[Source]) -> Iterator[str]:
    """Kernels that take something from a module by its attribute: it would be missing in the key of the compiled code."""
    modules = {source.module for source in files}
    for source in files:
        bound = {
            alias.asname or alias.name
            for node in ast.walk(source.tree)
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
            if f"{node.module}.{alias.name}" in modules
        } | {
            alias.asname or alias.name.partition(".")[0]
            for node in ast.walk(source.tree)
            if isinstance(node, ast.Import)
            for alias in node.names
        }
        for node in ast.walk(source.tree):
            if not isinstance(node, ast.FunctionDef) or not any(
                isinstance(one, ast.Name) and one.id == "kernel" for one in node.decorator_list
            ):
                continue
            attributes = [used for used in ast.walk(node) if isinstance(used, ast.Attribute)]
            within = {id(used.value) for used in attributes}
            for name in (ast.unparse(used) for used in attributes if id(used) not in within):
                if name.partition(".")[0] in bound:
                    yield f"{source.path}:{node.lineno} the kernel {node.name} uses {name}; import it by name"


def too_long(files: list[Source], most: int = LONGEST) -> Iterator[str]:
    """Modules with too many lines."""
    for source in files:
        if (lines := source.text.count("\n")) > most:
            yield f"{source.path} has {lines} lines, which may be {most}"


def circles(files: list[Source]) -> Iterator[str]:
    """Modules that import one another, imports inside functions counted and those for annotations not."""
    modules = {source.module for source in files}
    graph = {
        source.module: {
            target
            for _, name in source.imports(annotations=False)
            for target in [name if name in modules else name.rpartition(".")[0]]
            if target in modules and target != source.module
        }
        for source in files
    }
    order: list[str] = []
    low: dict[str, int] = {}
    on_path: list[str] = []

    def visit(module: str) -> Iterator[str]:
        mine = low[module] = len(order)
        order.append(module)
        on_path.append(module)
        for other in sorted(graph[module]):
            if other not in low:
                yield from visit(other)
                low[module] = min(low[module], low[other])
            elif other in on_path:
                low[module] = min(low[module], order.index(other))
        if low[module] == mine:
            group = on_path[on_path.index(module) :]
            del on_path[on_path.index(module) :]
            if len(group) > 1:
                yield "in a circle: " + ", ".join(sorted(group))

    for module in sorted(graph):
        if module not in low:
            yield from visit(module)

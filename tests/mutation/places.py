"""What can be changed in a source, and the changed sources: mutmut's operators on libcst's trees, and three of our own.

A place is a node that at least one operator changes. A sample is one of places, not of changes: what could be changed in five ways
counts no more than what could be changed in one. Left out is what no test can notice, or what every test notices: annotations, texts,
assertions, arguments that are words, and changes that do not compile.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider
from mutant import Mutant
from mutmut.mutation import mutators

PRAGMA = "# pragma: no mutate:"  # and the reason
# Arguments that only people read, those that say what is so anyhow, and one that is a matter of speed.
LEFT_OUT = {"help", "short_help", "metavar", "epilog", "examples", "strict", "frozen", "slots", "maxsize"}


def negated(node: cst.If | cst.While | cst.CompIf) -> Iterator[cst.CSTNode]:
    """The condition turned round."""
    inner = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    yield node.with_changes(test=cst.UnaryOperation(operator=cst.Not(), expression=inner))


def without_statement(node: cst.SimpleStatementLine) -> Iterator[cst.CSTNode]:
    """A call for its effect, a change of an object, or a refusal that is left out."""
    match node.body:
        case [cst.Expr(value=cst.Call()) | cst.AugAssign() | cst.Raise() | cst.Del()]:
            yield node.with_changes(body=[cst.Pass()])
        case [cst.Assign(targets=[cst.AssignTarget(target=cst.Attribute() | cst.Subscript())])]:
            yield node.with_changes(body=[cst.Pass()])


def without_keyword(node: cst.Call) -> Iterator[cst.CSTNode]:
    """A call without one of its named arguments, so that the default holds."""
    for i, arg in enumerate(node.args):
        if arg.keyword and arg.keyword.value not in LEFT_OUT:
            yield node.with_changes(args=[*node.args[:i], *node.args[i + 1 :]])


# mutmut's operators but those that change texts, and those that put None where it crashes (`x = None`, `f(None)`).
OPERATORS: tuple[tuple[type, Callable[..., Iterable[cst.CSTNode]]], ...] = (
    (cst.BaseNumber, mutators.operator_number),
    (cst.Name, mutators.operator_name),
    (cst.AugAssign, mutators.operator_augmented_assignment),
    (cst.UnaryOperation, mutators.operator_remove_unary_ops),
    (cst.Call, mutators.operator_symmetric_string_methods_swap),
    (cst.Call, mutators.operator_unsymmetrical_string_methods_swap),
    (cst.CSTNode, mutators.operator_keywords),
    (cst.CSTNode, mutators.operator_swap_op),
    (cst.Match, mutators.operator_match),
    (cst.IfExp, mutators.operator_if_exp),
    (cst.If, negated),
    (cst.While, negated),
    (cst.CompIf, negated),
    (cst.SimpleStatementLine, without_statement),
    (cst.Call, without_keyword),
)


@dataclass(frozen=True)
class Place:
    """Where a source can be changed: its node, and the changed nodes."""

    source: SourceTree
    node: cst.CSTNode
    changes: tuple[cst.CSTNode, ...]
    where: CodeRange
    lines: range
    on_import: bool

    def mutant(self, draw: int) -> Mutant | None:
        """The change that `draw` falls on; None if it does not compile, or says the same."""
        tree = self.source.tree
        after = tree.deep_replace(self.node, self.changes[draw % len(self.changes)]).code
        try:
            if ast.dump(ast.parse(after)) == ast.dump(ast.parse(tree.code)):
                return None
            compile(after, self.source.path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return None
        begin = self.where.start
        return Mutant(self.source.path, begin.line, begin.column, self.lines, self.on_import, tree.code, after)


class SourceTree(cst.CSTVisitor):
    """One source, and the places in it."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.tree = cst.parse_module(text)
        self.places: list[Place] = []
        self._kept = {number for number, line in enumerate(text.splitlines(), 1) if PRAGMA in line}
        self._positions = MetadataWrapper(self.tree, unsafe_skip_copy=True).resolve(PositionProvider)
        self._statements: list[range] = []
        self._bodies: set[cst.CSTNode] = set()  # of functions
        self._depth = 0  # how many of them are around a node
        self.tree.visit(self)

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.BaseStatement):
            self._statements.append(self._head(node))
        self._depth += node in self._bodies
        if _is_left_out(node):
            return False
        if changes := tuple(change for kind, make in OPERATORS if isinstance(node, kind) for change in make(node)):
            self._add(node, changes)
        if isinstance(node, cst.FunctionDef | cst.Lambda):
            self._bodies.add(node.body)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.BaseStatement):
            self._statements.pop()
        self._depth -= original_node in self._bodies

    def _head(self, node: cst.BaseStatement) -> range:
        where = self._positions[node]
        body = getattr(node, "body", None)
        if isinstance(body, cst.BaseSuite):
            return range(where.start.line, max(self._positions[body].start.line, where.start.line + 1))
        return range(where.start.line, where.end.line + 1)

    def _add(self, node: cst.CSTNode, changes: tuple[cst.CSTNode, ...]) -> None:
        where, lines = self._positions[node], self._statements[-1]
        if not self._kept.intersection(range(where.start.line, min(where.end.line + 1, lines.stop))):
            self.places.append(Place(self, node, changes, where, lines, on_import=not self._depth))


def _is_left_out(node: cst.CSTNode) -> bool:
    """Whether nothing in a node is changed: it is there for type checkers, or for who reads or runs the module."""
    match node:
        case cst.Annotation() | cst.Assert() | cst.Import() | cst.ImportFrom():
            return True
        case cst.Arg(keyword=cst.Name(value=name)):
            return name in LEFT_OUT
        case cst.If(test=cst.Name(value="TYPE_CHECKING") | cst.Attribute(attr=cst.Name(value="TYPE_CHECKING"))):
            return True
        case cst.If(test=cst.Comparison(left=cst.Name(value="__name__"))):
            return True
    return False


def sample(root: Path, part: str, size: int, seed: str) -> list[Mutant]:
    """`size` mutants of the sources in a part of a tree (a folder or a file), the same for the same seed and sources; fewer if
    there are no more.
    """
    below = root / part
    paths = [below] if below.is_file() else sorted(below.rglob("*.py"))
    trees = [SourceTree(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")) for path in paths]
    ranked = sorted((place for tree in trees for place in tree.places), key=lambda place: _draw(seed, place, "order"))
    mutants = (place.mutant(_draw(seed, place, "change")) for place in ranked)
    return sorted(islice(filter(None, mutants), size), key=lambda one: (one.path, one.line, one.column))


def _draw(seed: str, place: Place, purpose: str) -> int:
    """64 bits for a place under a seed."""
    name = repr((seed, purpose, place.source.path, type(place.node).__name__, place.where))
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest())

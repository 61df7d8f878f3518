"""The functions of a user's file that can be bots, by what its text says: nothing of it is run.

A bot is a function at the top of its file that can be called as bots are: a plain one with a view, a kernel with a view and the rules.
What is private, and what returns something that is certainly neither a move nor weights of moves (or, of a kernel, no action), is a
helper of theirs.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
NO_ANSWER = (ast.List, ast.ListComp, ast.Set, ast.SetComp, ast.Tuple, ast.GeneratorExp, ast.Lambda)
NO_MOVE = (*NO_ANSWER, ast.Compare, ast.UnaryOp)
NO_ACTION = (*NO_ANSWER, ast.Dict, ast.DictComp, ast.JoinedStr)
NO_TYPES = ("None", "bool", "bytes", "complex", "float", "frozenset", "list", "set", "tuple")  # of an answer


def bots_in(source: bytes) -> list[str]:
    """The names of the functions that can be bots, in the order of the file; none where it is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about escapes in its texts, which whoever runs it is told of
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    kernels = {"kernel"}
    found: dict[str, bool] = {}  # every name that the file binds, and whether it is a bot's
    for node in tree.body:
        match node:
            case ast.ImportFrom(names=aliases):
                kernels |= {alias.asname for alias in aliases if alias.name == "kernel" and alias.asname}
            case ast.FunctionDef(name=name):
                found[name] = _is_bot(node, is_kernel=any(_named(one) in kernels for one in node.decorator_list))
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found[name] = isinstance(value, ast.Lambda) and _is_bot(value, is_kernel=False)
            case ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found[name] = False
    return [name for name, is_bot in found.items() if is_bot and not name.startswith("_")]


def _named(decorator: ast.expr) -> str:
    """What a decorator is called, without the module that it is taken from."""
    return decorator.attr if isinstance(decorator, ast.Attribute) else getattr(decorator, "id", "")


def _is_bot(function: ast.FunctionDef | ast.Lambda, *, is_kernel: bool) -> bool:
    if not _takes(function.args, 2 if is_kernel else 1):
        return False
    if isinstance(function, ast.FunctionDef) and function.returns is not None:
        said = ast.unparse(function.returns).strip("'\"").partition("[")[0]
        if said in (*NO_TYPES, *(("str", "dict") if is_kernel else ("int",))):
            return False
    answers = list(_answers(function))
    return bool(answers) and all(_may_be_answer(one, is_kernel=is_kernel) for one in answers)


def _takes(arguments: ast.arguments, count: int) -> bool:
    """Whether a function can be called with so many arguments."""
    positional = [*arguments.posonlyargs, *arguments.args]
    least = len(positional) - len(arguments.defaults)
    most = count if arguments.vararg else len(positional)
    return least <= count <= most and all(arguments.kw_defaults)


def _answers(function: Function) -> Iterator[ast.expr]:
    """What a function may return; nothing of a generator, which returns itself."""
    if isinstance(function, ast.Lambda):
        yield function.body
        return
    own = [node for statement in function.body for node in _within(statement)]
    if not any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own):
        yield from (node.value for node in own if isinstance(node, ast.Return) and node.value is not None)


def _within(node: ast.AST) -> Iterator[ast.AST]:
    """A node and those below it, without what belongs to functions and classes within."""
    yield node
    if not isinstance(node, Function | ast.ClassDef):
        for child in ast.iter_child_nodes(node):
            yield from _within(child)


def _may_be_answer(value: ast.expr, *, is_kernel: bool) -> bool:
    """Whether a value may be a move's text or weights of moves, or, of a kernel, an action."""
    if isinstance(value, ast.Constant):
        return type(value.value) is (int if is_kernel else str)
    return not isinstance(value, NO_ACTION if is_kernel else NO_MOVE)

"""dicecup as on Windows: its modules find nothing in the standard library that Windows lacks, whatever the system is.

Python imports this when it starts with this folder in PYTHONPATH. What Windows lacks is told by typeshed, which comes with mypy: what a stub
has for Linux alone. Only what modules of dicecup import is another; other packages, and the standard library itself, go their usual ways.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

STUBS = Path(find_spec("mypy").origin).parent / "typeshed" / "stdlib"


def names(body: Sequence[ast.stmt], platform: str) -> set[str]:
    """What the statements of a stub define on a platform for others."""
    found: set[str] = set()
    for node in body:
        match node:
            case ast.If():
                known = {"sys": SimpleNamespace(platform=platform, version_info=sys.version_info)}
                holds = eval(compile(ast.Expression(node.test), "stub", "eval"), known)
                found |= names(node.body if holds else node.orelse, platform)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.Assign(targets=targets):
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                found |= {
                    alias.name for alias in aliases if alias.name in (alias.asname, "*")
                }  # others are not handed on
    return {name for name in found if not name.startswith("_")}


@cache
def lacking(module: str) -> set[str] | None:
    """The names of a module that Windows lacks; None where it lacks the module."""
    path = STUBS / module.replace(".", "/")
    stub = next((file for file in (path / "__init__.pyi", path.with_suffix(".pyi")) if file.is_file()), None)
    if stub is None:
        return set()
    tree = ast.parse(stub.read_bytes()).body
    here, there = names(tree, "linux"), names(tree, "win32")
    return None if here and not there else here - there


class AsOnWindows(ModuleType):
    """A module without what it lacks on Windows."""

    def __init__(self, module: ModuleType, gone: set[str]) -> None:
        super().__init__(module.__name__, module.__doc__)
        vars(self).update(_module=module, _gone=gone)

    def __getattr__(self, name: str) -> Any:
        if name in self._gone:
            raise AttributeError(f"module {self.__name__!r} has no {name!r} on Windows")
        return "win32" if (self.__name__, name) == ("sys", "platform") else getattr(self._module, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._module, name, value)


def found(module: ModuleType, *asked: str) -> ModuleType:
    """What a module of dicecup gets when it asks for modules by these names, the last of which is that one."""
    for name in asked:
        if lacking(name) is None:
            raise ModuleNotFoundError(f"there is no module {name!r} on Windows", name=name)
    gone = lacking(module.__name__)
    return AsOnWindows(module, gone) if gone else module


def asks(namespace: Mapping[str, Any] | None) -> bool:
    """Whether that is the namespace of one of dicecup's modules."""
    return str((namespace or {}).get("__package__")).partition(".")[0] == "dicecup"


import_statement, import_module = builtins.__import__, importlib.import_module


def for_statement(
    name: str,
    globals: Mapping[str, Any] | None = None,  # noqa: A002 - as the built-in has it
    locals: Mapping[str, Any] | None = None,  # noqa: A002
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    module = import_statement(name, globals, locals, fromlist or (), level)
    return found(module, name, *(f"{name}.{part}" for part in fromlist or ())) if asks(globals) else module


def for_call(name: str, package: str | None = None) -> ModuleType:
    module = import_module(name, package)
    return found(module, name) if asks(sys._getframe(1).f_globals) else module


builtins.__import__, importlib.import_module = for_statement, for_call

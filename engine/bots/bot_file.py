"""A user's Python file with bots: read once, with the modules beside it that it imports, and loaded from what was read.

So a run has the same bots in all its games and processes, whatever becomes of the files while it goes on.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from io import BytesIO
from modulefinder import ModuleFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from dicecup.engine.core.inputs import note

SOURCE = 1  # what ModuleFinder calls a module that is Python text


@dataclass(frozen=True)
class BotFile:
    """A file as it was read, and by their real paths the modules of its folder that it imports, in whatever place."""

    path: str
    source: bytes
    modules: Mapping[str, bytes]

    @cached_property
    def name(self) -> str:
        """What its module is called: by the hash of all that was read, so that an edited file is another module."""
        digest = hashlib.blake2b(self.source, digest_size=8)
        for path, source in sorted(self.modules.items()):
            digest.update(os.fsencode(path) + b"\0" + hashlib.blake2b(source).digest())
        return f"dicecup_bot_{digest.hexdigest()}"

    def module(self) -> ModuleType:
        """The module, which is loaded once in a process. Raises whatever its code raises."""
        if self.name in sys.modules:
            return sys.modules[self.name]
        _kept.take(self.modules)
        path = str(Path(self.path).absolute())  # tracebacks tell it, wherever one has gone by then
        spec = spec_from_file_location(self.name, path, loader=AsRead(self.name, path, self.source))
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[self.name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[self.name]
            raise
        return module

    def fresh(self) -> ModuleType:
        """The module, loaded anew with all that was read: nothing that they hold outlives this."""
        while _loaded:
            sys.modules.pop(_loaded.pop(), None)
        return self.module()


def read(path: Path) -> BotFile:
    """Read a file, and what it imports from its folder. OSError, or ValueError for what is no path, where that cannot be."""
    with path.open("rb") as stream:
        note(path, stream)
        source = stream.read()
    finder = _Beside(path.parent)
    about: Any = ("", "rb", SOURCE)
    with suppress(SyntaxError, ValueError, RecursionError):  # whoever loads it has the words for that
        finder.load_module("__main__", BytesIO(source), str(path), about)
    del finder.found[str(path)]
    return BotFile(str(path), source, {os.path.realpath(name): text for name, text in finder.found.items()})


class _Beside(ModuleFinder):
    """Finds the modules in a folder that some code imports, even in the midst of a function, and keeps their text."""

    def __init__(self, folder: Path) -> None:
        super().__init__([str(folder)], excludes=["dicecup"])
        self.found: dict[str, bytes] = {}

    def load_module(self, fqname: str, fp: Any, pathname: str, file_info: Any) -> Any:
        if fp is not None and file_info[2] == SOURCE:
            note(pathname)
            self.found[pathname] = fp.read()
            fp = BytesIO(self.found[pathname])
        return super().load_module(fqname, fp, pathname, file_info)


class AsRead(SourceFileLoader):
    """Loads a module from the text that was read of its file."""

    def __init__(self, name: str, path: str, source: bytes) -> None:
        super().__init__(name, path)
        self._source = source

    def get_data(self, path: str) -> bytes:
        """The text, whatever stands in the file by now."""
        return self._source if os.path.realpath(path) == os.path.realpath(self.path) else super().get_data(path)

    def get_code(self, fullname: str) -> Any:
        """The code of that text: what Python has compiled of the file before may be of another one."""
        _loaded.append(fullname)
        return _code(self._source, self.path)


@lru_cache(maxsize=64)  # a host loads its bot anew for each game
def _code(source: bytes, path: str) -> Any:
    return compile(source, path, "exec", dont_inherit=True)


class _Kept(MetaPathFinder):
    """Finds modules where Python would, and lets those that were read for a bot be loaded from what was read."""

    def __init__(self) -> None:
        self._sources: dict[str, bytes] = {}

    def take(self, sources: Mapping[str, bytes]) -> None:
        """From now on these modules are what was read. What was loaded of them as they were before is loaded anew."""
        if sources and self not in sys.meta_path:
            sys.meta_path.insert(0, self)
        self._sources.update(sources)
        for name, module in list(sys.modules.items()):
            loader = getattr(getattr(module, "__spec__", None), "loader", None)
            if isinstance(loader, AsRead):
                path = os.path.realpath(loader.path)
                if path in sources and loader.get_data(loader.path) != sources[path]:
                    del sys.modules[name]

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module with the text that was read; None for every other one."""
        found = PathFinder.find_spec(fullname, path, target)
        where = found.origin if found is not None else self._gone(fullname, path)
        source = None if where is None else self._sources.get(os.path.realpath(where))
        if where is None or source is None:
            return None
        return spec_from_file_location(fullname, where, loader=AsRead(fullname, where, source))

    def _gone(self, fullname: str, path: Sequence[str] | None) -> str | None:
        """Where a module stood that was read and is not there any more."""
        last = fullname.rpartition(".")[2]
        for folder in sys.path if path is None else path:
            for name in (Path(folder, last, "__init__.py"), Path(folder, f"{last}.py")):
                if os.path.realpath(name) in self._sources:
                    return str(name)
        return None


_kept = _Kept()
_loaded: list[str] = []  # the modules that were loaded from what was read

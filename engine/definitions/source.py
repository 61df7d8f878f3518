"""One definition file, and the files it extends.

A `Sheet` is a file as it stands: its keys by dotted path, each with its place, and everything wrong with it. A `Lineage` is
a file with all its bases, each read once, in the order in which they are applied: bases before what extends them, the bases
of a list from left to right, and one that is reached by several ways only the first time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dicecup.engine.core.inputs import note
from dicecup.engine.core.problems import Problem, Term, UnknownVariant, listed, printable, quoted
from dicecup.engine.definitions.keys import LISTED, NO_KEYS, VERSION, Vocabulary, join, vocabulary
from dicecup.engine.definitions.nodes import LARGEST, Items, Node, Refused, Scalar, Table, read
from dicecup.engine.definitions.shipped import FOLDER, is_path, variant_file
from dicecup.engine.definitions.value_types import BAD, checked, readable, shown
from dicecup.engine.games.registry import SHIPPED, families, is_family

LONGEST_CHAIN = 20
MAY_BE_EMPTY = ("rules", "about", "players")  # the key with only comments below it


@dataclass(frozen=True)
class Given:
    """A value that a file gives, and where."""

    value: Any
    file: str
    line: int
    column: int

    @property
    def place(self) -> str:
        """`file:line`, or the file alone where it has no lines."""
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass
class Sheet:
    """One file. `given` is filled by `check`, once the family is known."""

    file: str  # its name in messages
    path: Path
    root: Table | None = None
    problems: list[Problem] = field(default_factory=list)
    given: dict[str, Given] = field(default_factory=dict)
    family: str | None = None  # its own, or that of its bases
    vocabulary: Vocabulary = NO_KEYS  # until the family is known
    alone: bool = False  # a text that stands in no file, so that its name is its own

    def complain(self, node: Any, path: str, message: str, *remedies: Term) -> None:
        """Note a problem at a node (or an entry)."""
        self.problems.append(Problem(self.file, node.line, node.column, path, message, remedies))

    def take(self, source: bytes) -> None:
        """Read the file's text; where it is no mapping of this format's version, `root` stays None."""
        reading = read(source, self.file)
        self.problems += reading.problems
        self.take_root(reading.root)

    def take_root(self, root: Node | None) -> None:
        """Take what the whole text holds."""
        if isinstance(root, Scalar) and root.kind == "null":
            self.complain(root, "", f"the file is empty; a definition begins with `dicecup: {VERSION}`")
        elif isinstance(root, Table):
            if self.is_version(root):
                self.root = root
        elif root is not None:
            what = "nothing that can be used" if isinstance(root, Refused) else shown(root)
            self.complain(root, "", f"the file holds {what}; a definition is a mapping, `key: value` on each line")

    def is_version(self, root: Table) -> bool:
        """Whether the file says it is of this version; a file of another one is not looked at further."""
        entry = root.entries.get("dicecup")
        if entry is None:
            self.complain(root, "dicecup", f"the format version is missing; begin the file with `dicecup: {VERSION}`")
        elif isinstance(entry.node, Scalar) and entry.node.kind == "integer" and entry.node.value != VERSION:
            remedy = f"this dicecup reads version {VERSION}"
            self.complain(entry.node, "dicecup", f"format version {entry.node.text} is unknown; {remedy}")
            return False
        return True

    def text(self, key: str) -> tuple[str, Scalar] | None:
        """The text under a key of the file's top, if there is one."""
        entry = self.root.entries.get(key) if self.root else None
        node = entry.node if entry else None
        return (node.text, node) if isinstance(node, Scalar) and node.kind not in ("null", "boolean") else None

    def bases(self) -> Iterator[Scalar]:
        """The texts under `extends`; what is no text is reported by `check`."""
        entry = self.root.entries.get("extends") if self.root else None
        node = entry.node if entry else None
        for item in node.items if isinstance(node, Items) else [node]:
            if not isinstance(item, Scalar) or item.kind in ("null", "boolean", "integer"):
                continue
            if all(map(readable, item.text)):
                yield item

    def check(self) -> None:
        """Check every key by its declaration, and the name by the file's."""
        own = self.text("family")
        self.vocabulary = vocabulary(self.family, every=own is not None and own[0] not in SHIPPED)
        if self.root is not None:
            self.check_table(self.root, "")
            if not self.alone and (name := self.text("name")) and name[0] != self.path.stem and "name" in self.given:
                remedy = "give the file that name, or leave the key out"
                self.complain(name[1], "name", f"{quoted(name[0])} is not the file's stem, {self.path.stem}; {remedy}")

    def check_table(self, table: Table, group: str) -> None:
        """Check the keys of a mapping that stands at the dotted path `group`."""
        for name, entry in table.entries.items():
            path = join(group, name)
            if "." in name or (path not in self.vocabulary.slots and path not in self.vocabulary.groups):
                if path != "rules":  # of no known family: that is reported once, not at each key
                    self.complain(entry, join(group, printable(name)), self.vocabulary.unknown(group, name))
                continue
            self.check_node(entry.node, path)

    def check_node(self, node: Node, path: str) -> None:
        """Check what stands at a path that the vocabulary knows."""
        if path in self.vocabulary.slots:
            value = checked(node, self.vocabulary.slots[path].type, path, self.complain)
            if value is not BAD:
                self.given[path] = Given(value, self.file, node.line, node.column)
        elif isinstance(node, Table):
            self.check_table(node, path)
        elif not isinstance(node, Refused) and not (_is_null(node) and path in MAY_BE_EMPTY):
            found = "nothing" if _is_null(node) else shown(node)
            names = self.vocabulary.groups[path]
            keys = f" with the keys {listed(names, 'and')}" if len(names) <= LISTED else " of keys to values"
            self.complain(node, path, f"{found} is not allowed; allowed: a mapping{keys}")


def _is_null(node: Node) -> bool:
    return isinstance(node, Scalar) and node.kind == "null"


class Lineage:
    """A file with all its bases."""

    def __init__(self, path: Path, file: str, source: bytes | None = None) -> None:
        """Read them all; UnknownVariant where the file itself is missing. A `source` that was read already stands in no file."""
        file = printable(file, 500)
        self.read: list[Sheet] = []  # in the order of reading, which is that of messages
        self.applied: list[Sheet] = []
        self.broken = False  # a base is missing
        self._known: dict[tuple[int, int], Sheet] = {}
        self._open: list[tuple[Sheet, int]] = []  # the files being read, and the line of `extends` in each
        try:
            sheet = None if source is None else Sheet(file, path, alone=True)
            self.main = self._visit(path, file) if sheet is None else self._taken(sheet, source or b"")
        except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: no path can hold a NUL
            raise UnknownVariant(f"there is no file {quoted(file)}", file) from None
        except OSError as error:
            self.main = Sheet(file, path)
            self.main.problems.append(Problem(file, 1, 1, "", f"the file cannot be read: {reason(error)}"))
            self.read.append(self.main)
        if not any(sheet.problems for sheet in self.read) and not self.broken and self.main.family is None:
            self._miss_family()
        for sheet in self.read:
            sheet.family = sheet.family or self.main.family
            sheet.check()

    @property
    def problems(self) -> list[Problem]:
        """Everything wrong, in the order of files, lines and columns."""
        return [p for sheet in self.read for p in sorted(sheet.problems, key=lambda p: (p.line, p.column))]

    def _visit(self, path: Path, file: str) -> Sheet:
        with path.open("rb") as stream:
            note(path, stream)
            status = os.fstat(stream.fileno())
            identity = (status.st_dev, status.st_ino)
            if identity in self._known:
                return self._known[identity]
            source = stream.read(LARGEST + 1)
        sheet = self._known[identity] = Sheet(file, path)
        return self._taken(sheet, source)

    def _taken(self, sheet: Sheet, source: bytes) -> Sheet:
        """The sheet with its text, and all its bases."""
        self.read.append(sheet)
        sheet.take(source)
        origin: Sheet | None = None  # the base that gave the family
        for base in sheet.bases():
            self._open.append((sheet, base.line))
            found = self._base(sheet, base)
            self._open.pop()
            self.broken |= found is None
            if found is None or found.family is None:
                continue
            if origin is None:
                origin, sheet.family = found, found.family
            elif found.family != sheet.family:
                message = f"bases of two families: {origin.file} is of {sheet.family}, {found.file} of {found.family}"
                sheet.complain(base, "extends", f"{message}; all bases must be of one")
        own = sheet.text("family")
        if own and is_family(own[0]):
            if origin is not None and own[0] != sheet.family:
                message = f"the base {origin.file} is of the family {sheet.family}, not {quoted(own[0])}"
                sheet.complain(own[1], "family", f"{message}; leave the key out")
            sheet.family = sheet.family or own[0]
        self.applied.append(sheet)
        return sheet

    def _base(self, sheet: Sheet, base: Scalar) -> Sheet | None:
        """The sheet of a base, or None after a complaint."""
        if len(self._open) > LONGEST_CHAIN:
            sheet.complain(base, "extends", f"a chain of more than {LONGEST_CHAIN} bases is not supported")
            return None
        try:
            if is_path(base.text):
                found = self._visit(*_beside(sheet, base.text))
            else:
                shipped = variant_file(base.text)
                found = self._visit(shipped.path, shipped.label)
        except UnknownVariant as error:
            beside = f"{base.text}.yaml"
            is_beside = any(path.name == beside for path in sheet.path.parent.glob("*.yaml"))
            hint = [Term("beside", f"; for the file beside this one write ./{beside}", beside)] if is_beside else []
            sheet.complain(base, "extends", error.sentence, *error.remedies, *hint)
            return None
        except (FileNotFoundError, NotADirectoryError):
            sheet.complain(
                base,
                "extends",
                f"there is no file {quoted(base.text)}; a path starts from this file's folder",
            )
            return None
        except (OSError, ValueError) as error:
            sheet.complain(base, "extends", f"{quoted(base.text)} cannot be read: {reason(error)}")
            return None
        circle = [i for i, (ancestor, _) in enumerate(self._open) if ancestor is found]
        if circle:
            places = [f"{ancestor.file}:{line}" for ancestor, line in self._open[circle[0] :]]
            sheet.complain(base, "extends", f"extends goes in a circle: {' -> '.join([*places, found.file])}")
            return None
        return found

    def _miss_family(self) -> None:
        main = self.main
        said = any(sheet.root is not None and "family" in sheet.root.entries for sheet in self.read)
        if main.root is not None and not said and ("extends" not in main.root.entries or any(main.bases())):
            known = ", ".join(families())
            message = f"the family is missing; write `family:` ({known}), or name a base in `extends:`"
            main.complain(main.root, "family", message)


def _beside(sheet: Sheet, text: str) -> tuple[Path, str]:
    """Path and name of a file that another one names by a relative path."""
    path = sheet.path.parent / text
    if path.parent == FOLDER:
        return path, f"variants/{path.name}"
    return path, printable(os.path.normpath(Path(sheet.file).parent / text), 500)


def reason(error: OSError | ValueError) -> str:
    """Why a file cannot be read, in the system's words."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)

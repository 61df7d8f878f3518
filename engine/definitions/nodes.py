"""Safe reading of one YAML text: a tree of nodes, each with its place.

PyYAML's parser delivers events with marks; this module turns them into nodes and says in plain words what it refuses: tags,
anchors, aliases, merge keys, keys that are not words or stand twice, tabs, a second document, deep nesting. It goes on where
it can, so one run reports everything. No constructor of PyYAML ever runs.

Plain scalars are read as in YAML 1.2, and more narrowly: `true` and `false` are booleans, decimal integers without a leading
zero are integers, and all else is its own text. `no`, `on`, `off` are words. What YAML 1.1 would turn into some other number
(`05`, `0x1F`, `1:30`, `1_000`, `5.0`, `1e3`, a date) stays text of the kind "number", so that a key that wants an integer can
say why it refuses it.

libyaml reads ten times faster, but differs from PyYAML's own parser in its messages and in some rare signs. So libyaml reads
only texts made of common signs, and whatever it refuses is read again: results and messages are the same without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import yaml

from dicecup.engine.core.problems import Problem, printable, quoted

LARGEST = 65_536  # bytes of a file
DEEPEST = 12  # collections within each other
MOST = 2_000  # nodes of a file

Kind = Literal["text", "integer", "boolean", "number", "null"]

INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,17})")
OTHER_NUMBER = re.compile(
    r"""[-+]? ( [0-9][0-9_]* (\.[0-9_]*)? ([eE][-+]?[0-9]+)?
              | \.[0-9][0-9_]* ([eE][-+]?[0-9]+)?
              | 0b[01_]+ | 0x[0-9a-fA-F_]+ | 0o[0-7_]+
              | [0-9][0-9_]* (:[0-5]?[0-9])+ (\.[0-9_]*)?
              | \.(inf|Inf|INF) )
      | \.(nan|NaN|NAN)
      | [0-9]{4}-[0-9]{1,2}-[0-9]{1,2} ([Tt\ ].*)?""",
    re.VERBOSE,
)
NULLS = ("", "~", "null", "Null", "NULL")
READABLE = r"\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff"
COMMON = re.compile(r"[\w\n .,:;'\"#(){}\[\]/+=<$^~-]*")  # signs that both parsers read alike


@dataclass(slots=True)
class Scalar:
    """A single value: its own text, and how it reads."""

    text: str
    kind: Kind = "text"
    quoted: bool = False
    line: int = 0
    column: int = 0

    @property
    def value(self) -> str | int | bool:
        """The value; a "number" that is no integer, and a null, have their text."""
        if self.kind == "integer":
            return int(self.text)
        return self.text == "true" if self.kind == "boolean" else self.text


@dataclass(slots=True)
class Items:
    """A list."""

    items: list[Node] = field(default_factory=list)
    line: int = 0
    column: int = 0


@dataclass(slots=True)
class Entry:
    """What stands under one key, and where the key stands."""

    node: Node
    line: int = 0
    column: int = 0


@dataclass(slots=True)
class Table:
    """A mapping, its keys in the order of the text."""

    entries: dict[str, Entry] = field(default_factory=dict)
    line: int = 0
    column: int = 0


@dataclass(slots=True)
class Refused:
    """Something that a problem has already been reported for; nobody need look at it again."""

    line: int = 0
    column: int = 0


Node = Scalar | Items | Table | Refused


@dataclass(frozen=True)
class Reading:
    """What a text holds. `root` is None where it cannot be made out; a null where the text is empty."""

    root: Node | None
    problems: list[Problem]


def kind_of(text: str) -> Kind:
    """How a plain scalar of this text reads."""
    if text in ("true", "false"):
        return "boolean"
    if INTEGER.fullmatch(text):
        return "integer"
    if text in NULLS:
        return "null"
    return "number" if OTHER_NUMBER.fullmatch(text) else "text"


def value_of(node: Node) -> Any:
    """The Python value of a node: text, int, bool, list, dict; a null and what was refused is None."""
    match node:
        case Scalar(kind="null") | Refused():
            return None
        case Scalar():
            return node.value
        case Items():
            return [value_of(item) for item in node.items]
        case Table():
            return {key: value_of(entry.node) for key, entry in node.entries.items()}


def node_of(value: Any, deepest: int = DEEPEST) -> Node:
    """The node of a JSON value, without a place. A float is a "number"; deeper than `deepest` all is refused."""
    match value:
        case bool():
            return Scalar("true" if value else "false", "boolean")
        case int() if abs(value) < 2**63:
            return Scalar(str(value), "integer")
        case int() | float():
            return Scalar(repr(value) if isinstance(value, float) else hex(value), "number")
        case str():
            return Scalar(value, quoted=True)
        case list() | tuple() if deepest:
            return Items([node_of(item, deepest - 1) for item in value])
        case Mapping() if deepest:
            return Table({str(key): Entry(node_of(item, deepest - 1)) for key, item in value.items()})
        case None:
            return Scalar("null", "null")
        case _:
            return Refused()


def read(source: bytes | str, file: str) -> Reading:
    """The nodes of one YAML text, and everything wrong with it as YAML; never raises. `file` names it in problems."""
    text = source if isinstance(source, str) else _decode(source, file)
    if isinstance(text, Problem):
        return Reading(None, [text])
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > LARGEST:
        return Reading(None, [Problem(file, 1, 1, "", f"the text is too large; at most {LARGEST} bytes are allowed")])
    common = COMMON.fullmatch(text) is not None
    if not common and (bad := re.search(f"[^{READABLE}]", text)):  # compiled only when needed: that takes 8 ms
        line, column = _place(text, bad.start())
        sign = f"the sign U+{ord(bad.group()):04X} cannot be read"
        hint = "; the file seems not to be UTF-8, save it as UTF-8" if bad.group() == "\0" else "; take it out"
        return Reading(None, [Problem(file, line, column, "", sign + hint)])
    fast = getattr(yaml, "CSafeLoader", None)
    if fast is not None and common:
        try:
            return _Builder(file).build(yaml.parse(text, Loader=fast))
        except yaml.YAMLError:
            pass  # the other parser says what is wrong
    builder = _Builder(file)
    try:
        return builder.build(yaml.parse(text, Loader=yaml.SafeLoader))
    except yaml.MarkedYAMLError as error:
        problem = _syntax(error, text, file)
    except (yaml.YAMLError, ValueError, OverflowError):  # an escape beyond Unicode
        problem = Problem(file, 1, 1, "", "this is not YAML: a backslash escape names no character")
    return Reading(None, [*builder.problems, problem])


def _decode(source: bytes, file: str) -> str | Problem:
    if len(source) > LARGEST:
        return Problem(file, 1, 1, "", f"the file is too large; at most {LARGEST} bytes are allowed")
    if source.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Problem(file, 1, 1, "", "the file is UTF-16 or UTF-32; save it as UTF-8")
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError as error:
        before = source[: error.start].decode("utf-8-sig")
        line, column = _place(before, len(before))
        byte = source[error.start]
        return Problem(file, line, column, "", f"the byte 0x{byte:02X} is not UTF-8; save the file as UTF-8")


def _place(text: str, at: int) -> tuple[int, int]:
    """Line and column, from 1, of an index into `text`."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


class _Stop(Exception):  # noqa: N818 - no error, the end of reading
    """The rest of the text is not read."""


@dataclass(slots=True)
class _Open:
    """A collection whose end has not come yet."""

    node: Items | Table
    path: str
    refused: bool
    at_key: bool = True
    key: str | None = None
    key_line: int = 0
    key_column: int = 0

    def child_path(self) -> str:
        if isinstance(self.node, Items):
            return f"{self.path}[{len(self.node.items) + 1}]"
        name = printable(self.key or "")
        return f"{self.path}.{name}" if self.path and name else self.path or name


class _Builder:
    """Turns parser events into nodes, with a stack of its own, so no text can exhaust Python's."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.open: list[_Open] = []
        self.root: Node | None = None
        self.nodes = 0
        self.documents = 0

    def build(self, events: Iterator[Any]) -> Reading:
        """The reading of these events; yaml.YAMLError where the text is not YAML."""
        try:
            for event in events:
                self.take(event)
        except _Stop:
            return Reading(None, self.problems)
        root = Scalar("", "null", line=1, column=1) if self.root is None else self.root
        return Reading(root, self.problems)

    def take(self, event: Any) -> None:
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                self.complain(event, "a second document begins here; a file holds one")
                raise _Stop
        elif isinstance(event, yaml.NodeEvent):
            self.take_node(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            done = self.open.pop()
            self.put(Refused(done.node.line, done.node.column) if done.refused else done.node)

    def take_node(self, event: Any) -> None:
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        self.nodes += 1
        if self.nodes > MOST:
            self.complain(event, f"the text holds too many values; at most {MOST} are allowed")
            raise _Stop
        if isinstance(event, yaml.AliasEvent):
            self.complain(event, f"aliases (*{printable(str(event.anchor))}) are not supported; write the value out")
            self.put(Refused(line, column))
            return
        refused = False
        if event.anchor is not None:
            self.complain(event, f"anchors (&{printable(str(event.anchor))}) are not supported; take it out")
        if event.tag is not None:
            self.complain(event, "tags (!...) are not supported; write the plain value")
            refused = True
        if isinstance(event, yaml.ScalarEvent):
            plain = not event.style
            if plain and event.value == "":  # the parsers differ on where nothing stands
                line, column = self.place_of_nothing(line, column)
            text = event.value.rstrip("\n") if event.style in ("|", ">") else event.value
            scalar = Scalar(text, kind_of(text) if plain else "text", not plain, line, column)
            self.put(Refused(line, column) if refused else scalar)
            return
        if len(self.open) >= DEEPEST:
            message = f"the text is nested too deeply; at most {DEEPEST} levels are allowed"
            self.problems.append(Problem(self.file, line, column, "", message))
            raise _Stop
        node = Items([], line, column) if isinstance(event, yaml.SequenceStartEvent) else Table({}, line, column)
        self.open.append(_Open(node, self.open[-1].child_path() if self.open else "", refused))

    def place_of_nothing(self, line: int, column: int) -> tuple[int, int]:
        if not self.open:
            return 1, 1
        within = self.open[-1]
        if isinstance(within.node, Items):
            return line, column
        if within.at_key:
            return within.node.line, within.node.column
        return within.key_line, within.key_column

    def put(self, node: Node) -> None:
        """Hand a finished node to what it stands in."""
        if not self.open:
            self.root = node
            return
        within = self.open[-1]
        if isinstance(within.node, Items):
            within.node.items.append(node)
        elif within.at_key:
            self.put_key(within, within.node, node)
            within.at_key = False
        else:
            if within.key is not None:
                within.node.entries[within.key] = Entry(node, within.key_line, within.key_column)
            within.at_key, within.key = True, None

    def put_key(self, within: _Open, table: Table, node: Node) -> None:
        within.key_line, within.key_column = node.line, node.column
        if isinstance(node, Refused):
            return
        if not isinstance(node, Scalar) or node.kind == "null":
            self.complain_at(node, within.path, "a key must be a word")
        elif node.text == "<<" and not node.quoted:
            self.complain_at(node, within.path, "merge keys (<<) are not supported; name a base in extends")
        elif node.kind != "text":
            what = "a truth value" if node.kind == "boolean" else "a number"
            message = f"the key {printable(node.text)} is {what}; a key must be a word"
            self.complain_at(node, within.path, message)
        elif (first := table.entries.get(node.text)) is not None:
            message = (
                f"the key {quoted(node.text)} stands twice, on line {first.line} and on line {node.line}; keep one"
            )
            self.complain_at(node, within.path, message)
        else:
            within.key = node.text

    def complain(self, event: Any, message: str) -> None:
        mark = event.start_mark
        path = self.open[-1].child_path() if self.open else ""
        self.problems.append(Problem(self.file, mark.line + 1, mark.column + 1, path, message))

    def complain_at(self, node: Node, path: str, message: str) -> None:
        self.problems.append(Problem(self.file, node.line, node.column, path, message))


# A part of the parser's message, whether the place is where the construct began, and what to say instead.
WORDING = (
    ("while scanning a quoted scalar found unexpected", True, "this quote is never closed"),
    (
        "mapping values are not allowed",
        False,
        "`: ` cannot stand here; quote a text that holds it, or mend the indentation",
    ),
    ("could not find expected ':'", True, "a `:` is missing; a line reads `key: value`"),
    (
        "while parsing a flow sequence",
        False,
        "the list that begins on line {begin} goes on with `,` or ends with `]`",
    ),
    (
        "while parsing a flow mapping",
        False,
        "the mapping that begins on line {begin} goes on with `,` or ends with `}}`",
    ),
    (
        "expected <block end>",
        False,
        "this does not go on with what begins on line {begin}; mend the indentation",
    ),
    ("cannot start any token", False, "a text cannot begin with this sign; put quotes around it"),
    (
        "sequence entries are not allowed",
        False,
        "`- ` cannot stand here; begin the list on a line of its own",
    ),
    ("escape", False, "this backslash escape is unknown; within single quotes a backslash is itself"),
)


def _syntax(error: yaml.MarkedYAMLError, text: str, file: str) -> Problem:
    """What the parser could not read, in words that help; a tab in the way is named first."""
    mark = error.problem_mark or error.context_mark
    begin = error.context_mark or mark
    if mark is None or begin is None:
        return Problem(file, 1, 1, "", f"this is not YAML: {error.problem}")
    lines = text.split("\n")
    row = lines[mark.line] if mark.line < len(lines) else ""
    indent = row[: len(row) - len(row.lstrip())]
    line = mark.line + 1
    if "\t" in indent:
        return Problem(file, line, indent.index("\t") + 1, "", f"line {line} starts with a tab; use spaces")
    if row[mark.column : mark.column + 1] == "\t":
        where = "before its comment" if row[mark.column :].lstrip().startswith("#") else "between its words"
        return Problem(file, line, mark.column + 1, "", f"line {line} has a tab {where}; use spaces")
    said = f"{error.context or ''} {error.problem or ''}"
    for part, at_begin, words in WORDING:
        if part in said:
            place = begin if at_begin else mark
            message = words.format(begin=begin.line + 1)
            return Problem(file, place.line + 1, place.column + 1, "", message)
    return Problem(file, line, mark.column + 1, "", f"this is not YAML: {printable(error.problem or '', 100)}")

"""The file of settings: flat YAML, `key: value`, read as strictly as definitions are and changed a line at a time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dicecup.cli.settings.schema import KNOWN, SLOTS, accepted, sentence, variable
from dicecup.engine.core.problems import DefinitionError, OutputError, Problem, printable
from dicecup.engine.definitions.nodes import LARGEST, Refused, Scalar, Table, read
from dicecup.engine.definitions.value_types import BAD, shown, word

HEAD = f"""\
# Settings of dicecup, each with its default. Take the `# ` before one away to change it; in the console, `set` does so.
# A variable of the environment ({variable("tutor")}=true) comes before this file, and a flag of the command line before both.
"""
LINE = r"^(\ufeff?){mark}[\"']?{name}[\"']?[ \t]*:(?:[ \t][^\r\n]*?)??([ \t]+#[^\r\n]*)?(?=\r?$)"


def commented() -> str:
    """The file as it is first written: every setting, and none of them said."""
    parts = [f"# {sentence(slot)}\n# {slot.path}: {word(slot.default)}\n" for slot in SLOTS.values()]
    return "\n".join([HEAD, *parts])


def values(source: bytes, file: str) -> dict[str, Any]:
    """What the file says. DefinitionError with everything wrong in it, in its order; `file` names it there."""
    reading = read(source, file)
    problems = list(reading.problems)

    def complain(node: Any, path: str, message: str) -> None:
        problems.append(Problem(file, node.line, node.column, path, message))

    said: dict[str, Any] = {}
    root = reading.root
    if isinstance(root, Table):
        for name, entry in root.entries.items():
            if name not in SLOTS:
                complain(entry, printable(name), KNOWN.unknown("", name))
                continue
            value, wrong = accepted(SLOTS[name], entry.node)
            if value is not BAD:
                said[name] = value
            elif wrong:
                complain(entry.node, name, wrong)
    elif root is not None and not isinstance(root, Refused) and not (isinstance(root, Scalar) and root.kind == "null"):
        complain(root, "", f"the file holds {shown(root)}; settings are `key: value`, each on a line of its own")
    if problems:
        raise DefinitionError(sorted(problems, key=lambda problem: (problem.line, problem.column)))
    return said


def load(path: Path) -> dict[str, Any]:
    """What the file at this place says. DefinitionError, or OSError where it cannot be read."""
    with path.open("rb") as stream:
        return values(stream.read(LARGEST + 1), printable(str(path), 500))


def begin(path: Path) -> None:
    """Write the first file. OutputError where it cannot be written, or where there is one."""
    _write(path, commented(), force=False)


def save(path: Path, name: str, value: Any) -> None:
    """Let the file say so, and leave all else in it as it is; where there is none it is written. OutputError with a sentence."""
    from dicecup.engine.log.log import reason

    try:
        old = path.read_bytes() if path.exists() else commented().encode()
        said = values(old, str(path))
    except OSError as error:
        raise OutputError(f"cannot read {path}: {reason(error)}") from None
    except DefinitionError as error:
        raise OutputError(f"mend {path} first: {error.problems[0].message}") from None
    text = changed(old.decode(), name, value)
    if not _says(text, said | {name: value}):
        raise OutputError(f"write `{name}: {word(value)}` into {path} yourself: it is not a setting a line")
    _write(path, text, force=True)


def changed(text: str, name: str, value: Any) -> str:
    """The text with a setting's line saying `value`: the line that says it now, else the commented one, else a new last one."""
    line = f"{name}: {word(value)}"
    for mark in ("", r"#[ \t]*"):
        pattern = re.compile(LINE.format(mark=mark, name=name), re.MULTILINE)
        if pattern.search(text):
            return pattern.sub(lambda found: f"{found[1]}{line}{found[2] or ''}", text, count=1)
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = newline if text and not text.endswith("\n") else ""
    return f"{text}{gap}{line}{newline}"


def _says(text: str, wanted: Mapping[str, Any]) -> bool:
    try:
        return values(text.encode(), "") == wanted
    except DefinitionError:
        return False


def _write(path: Path, text: str, *, force: bool) -> None:
    from dicecup.engine.log.log import Writer, reason  # whoever only reads need not wait for it

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot make the folder {path.parent}: {reason(error)}") from None
    with Writer(path, force=force, own=True, private=True) as writer:
        writer.write(text.encode())

"""The values a key allows: checking a node against a key's declared type, and saying in words what is allowed.

msgspec decides whether a value fits; this module makes its sentence. It names what stands there, what may stand there, and,
where it can tell, what was meant. The types it can word are those a key may have: booleans, integers, texts, literals, lists
of these, and unions.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from dicecup.engine.core.problems import guess, listed, printable, quoted
from dicecup.engine.definitions.nodes import Items, Node, Refused, Scalar, kind_of, value_of

Complain = Callable[[Node, str, str], None]  # node, path, message
BAD: Any = object()  # what `checked` returns after a complaint
JOINERS = "\u200c\u200d"  # within words of some scripts, and within the pirates' flag
SINGLE = "ABCDEFGHIJKLMNOPQRSTUVWXYZ*"  # what a text of one sign may be, such as the name of a face
TRUTH = {"yes": "true", "on": "true", "no": "false", "off": "false", "true": "true", "false": "false"}


@dataclass(frozen=True)
class Member:
    """One alternative of a type: `base` is int, str, bool, list or Literal."""

    base: Any
    values: tuple[Any, ...] = ()  # of a Literal
    item: Any = None  # the type of a list's items
    limits: dict[str, Any] = field(default_factory=dict)


def members(annotation: Any, limits: dict[str, Any] | None = None) -> list[Member]:
    """The alternatives of a type, in declared order, with msgspec's constraints on each."""
    origin, limits = get_origin(annotation), limits or {}
    if origin is Annotated:
        inner, *metas = get_args(annotation)
        for meta in metas:
            own = {name: getattr(meta, name) for name in ("ge", "le", "min_length", "max_length", "pattern")}
            if meta.pattern and meta.description and not meta.extra:
                own["description"] = meta.description  # says in words what the pattern says
            limits = limits | {name: value for name, value in own.items() if value is not None}
        return members(inner, limits)
    if origin in (Union, UnionType):
        return [member for inner in get_args(annotation) for member in members(inner, limits)]
    if origin is Literal:
        return [Member(Literal, values=get_args(annotation))]
    if origin is list:
        return [Member(list, item=get_args(annotation)[0], limits=limits)]
    return [Member(annotation, limits=limits)]


def few(annotation: Any, most: int) -> list[str]:
    """The values that can be named, as a definition file writes them, in declared order: literals, true and false, the integers of a range
    of at most `most`, and of texts that follow a pattern the words in its description and single signs. Whether one is allowed beside
    other keys is not said.
    """
    return list(dict.fromkeys(_bare(value) for member in members(annotation) for value in _few(member, most)))


def _bare(value: Any) -> str:
    """A value as `word` has it, but a text without quotes wherever it can be read so."""
    plain = isinstance(value, str) and re.fullmatch(r"[\w:.-]+", value) and kind_of(value) == "text"
    return value if plain else word(value)


def _few(member: Member, most: int) -> Iterable[Any]:
    low, high = member.limits.get("ge"), member.limits.get("le")
    if member.base is bool:
        return (True, False)
    if member.base is int and low is not None and high is not None and high - low < most:
        return range(low, high + 1)
    if member.base is str and "pattern" in member.limits:
        words = [*re.findall(r"[\w:]+", member.limits.get("description", "")), *SINGLE]
        return [text for text in words if re.search(member.limits["pattern"], text)]
    return member.values


def allowed_words(annotation: Any) -> str:
    """What may stand there: `an integer from 1 to 20`, `true or false`, `one of next, any`."""
    found = members(annotation)
    literals = [word(value) for member in found for value in member.values]
    if len(literals) > 1 and len(found) == 1:
        return f"one of {', '.join(literals)}"
    return listed([*literals, *(_member_words(member) for member in found if member.base is not Literal)])


def _member_words(member: Member) -> str:
    low, high = member.limits.get("ge"), member.limits.get("le")
    least, most = member.limits.get("min_length"), member.limits.get("max_length")
    if "description" in member.limits:
        return str(member.limits["description"])
    if member.base is bool:
        return "true or false"
    if member.base is int:
        bounds = (f" from {low}" if low is not None else "") + (f" to {high}" if high is not None else "")
        return f"an integer{bounds}"
    if member.base is list:
        size = f" of {least} to {most} items" if least is not None and most is not None else ""
        return f"a list{size}, each {allowed_words(member.item)}"
    if "pattern" in member.limits:
        return f"a text that matches {member.limits['pattern']}"
    return f"a text of at most {most} signs" if most is not None else "a text"


def word(value: Any) -> str:
    """A value as a definition file writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(word, value))}]"
    if isinstance(value, str):
        bare = re.fullmatch(r"[A-Za-z][\w -]*", value) and kind_of(value) == "text" and value == value.strip()
        return value if bare else msgspec.json.encode(value).decode()
    return str(value)


def checked(node: Node, annotation: Any, path: str, complain: Complain) -> Any:
    """The value of `node` if it fits the type, else BAD after at least one complaint."""
    if isinstance(node, Refused):
        return BAD
    item = next((m.item for m in members(annotation) if m.base is list), None)
    if isinstance(node, Items) and item is not None:
        values = [checked(n, item, f"{path}[{i}]", complain) for i, n in enumerate(node.items, 1)]
        if any(value is BAD for value in values):
            return BAD
    elif isinstance(node, Scalar) and node.kind == "null":
        complain(node, path, _empty(node, annotation))
        return BAD
    elif isinstance(node, Scalar) and (sign := next((c for c in node.text if not readable(c)), None)):
        complain(node, path, f"the sign U+{ord(sign):04X} is not allowed in a text; take it out")
        return BAD
    try:
        return msgspec.convert(value_of(node), annotation)
    except msgspec.ValidationError:
        complain(node, path, _refusal(node, annotation))
        return BAD


def readable(sign: str) -> bool:
    """Whether a sign may stand in a text, which is one line: no control signs, nothing that turns the writing round."""
    return sign.isprintable() or unicodedata.category(sign) == "Zs" or sign in JOINERS


def _empty(node: Scalar, annotation: Any) -> str:
    literals = [value for member in members(annotation) for value in member.values]
    said = f"{node.text} is no value here" if node.text else "the value is missing"
    instead = next((f" (say {none})" for none in ("none", "off") if none in literals), "")
    return f"{said}; allowed: {allowed_words(annotation)}{instead}"


def _refusal(node: Node, annotation: Any) -> str:
    said = f"{shown(node)} is not allowed; allowed: {allowed_words(annotation)}"
    hint = _hint(node, annotation)
    return f"{said} ({hint})" if hint else said


def shown(node: Node) -> str:
    """What stands there, in words."""
    if isinstance(node, Scalar):
        return f'the text "{printable(node.text)}"' if node.quoted else quoted(node.text)
    if isinstance(node, Items):
        return f"a list of {len(node.items)}" if node.items else "an empty list"
    return "a mapping"


def _hint(node: Node, annotation: Any) -> str | None:
    if not isinstance(node, Scalar):
        return None
    if not node.quoted and node.kind in ("integer", "boolean") and _fits(node.text, annotation):
        return "put quotes around it"
    kind = kind_of(node.text)
    if node.quoted and kind != "text" and _fits(Scalar(node.text, kind).value, annotation):
        return "take the quotes away"
    bases = [member.base for member in members(annotation)]
    if bool in bases and node.text.lower() in TRUTH:
        return f"did you mean {TRUTH[node.text.lower()]}?"
    number = re.fullmatch(r"(-?)\+?0*(\d{1,9})(\.0*)?", node.text.replace("_", ""))
    if number and node.kind == "number":
        meant = int(number[1] + number[2])
        return f"did you mean {meant}?" if _fits(meant, annotation) else None
    if node.text == "10" and _fits("T", annotation):
        return "did you mean T?"  # which is how a face of ten is written
    words = [value for member in members(annotation) for value in member.values if isinstance(value, str)]
    near = guess(node.text, words) if node.kind == "text" else None
    return f"did you mean {near}?" if near else None


def _fits(value: Any, annotation: Any) -> bool:
    try:
        msgspec.convert(value, annotation)
    except msgspec.ValidationError:
        return False
    return True

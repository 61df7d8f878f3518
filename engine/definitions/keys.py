"""The keys a definition file may hold: those of every file, and the rules of one family.

A vocabulary lists each key once, by its dotted path (`players.max`, `rules.spot_on.callers`), with the type, default and
meaning of its declaration; and it can say of a key that it does not know where that belongs, or which one was meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from dicecup.engine.core.problems import guess, listed, quoted
from dicecup.engine.definitions.terms import TERMS
from dicecup.engine.games.options import Options, Players, keys
from dicecup.engine.games.registry import SHIPPED, families
from dicecup.engine.games.registry import family as family_of

VERSION = 1
LISTED = 12  # keys that a message lists in full beside a guess

Line = Annotated[str, Meta(min_length=1, max_length=400)]


class About(Options, frozen=True, kw_only=True):
    """What a reader should know of a game."""

    DESCRIPTION = "What a reader should know of a game; it has no effect on play."

    summary: Annotated[Line, Meta(description="The game in one or two sentences; a variant has its own or none.")] = ""
    source: Annotated[Line, Meta(description="Where the rules come from.")] = ""
    also_called: Annotated[list[Line], Meta(description="Other names of the game.")] = msgspec.field(
        default_factory=list
    )


class Heading(Options, frozen=True, kw_only=True):
    """The keys of every definition file, beside `rules:`."""

    dicecup: Annotated[Literal[1], Meta(description="The version of the format.")] = 1
    name: Annotated[str, Meta(description="The variant's name; it must be the file's stem.")] = ""
    title: Annotated[str, Meta(description="The variant's title.", min_length=1, max_length=100)] = ""
    extends: Annotated[
        Line | Annotated[list[Line], Meta(min_length=1, max_length=20)],
        Meta(description="The base: a shipped variant's name or a relative path; a list merges left to right."),
    ] = ""
    family: Annotated[str, Meta(description="The game family, in a file that has no base.")] = ""
    players: Players = Players()
    about: About = About()


@dataclass(frozen=True)
class Slot:
    """One key: its dotted path, type, default, meaning, and the step of the format in which it came."""

    path: str
    type: Any
    default: Any
    meaning: str
    since: int = 1


@dataclass(frozen=True)
class Vocabulary:
    """Keys by dotted path; `groups` are the mappings they stand in (`""` is the file), each with its keys' names."""

    slots: Mapping[str, Slot]
    renamed: Mapping[str, str]
    groups: Mapping[str, list[str]] = field(init=False)

    def __post_init__(self) -> None:
        groups: dict[str, list[str]] = {}
        for path in self.slots:
            parts = path.split(".")
            for depth, name in enumerate(parts):
                names = groups.setdefault(".".join(parts[:depth]), [])
                if name not in names:
                    names.append(name)
        object.__setattr__(self, "groups", groups)

    def _names(self) -> list[str]:
        """Every key's and mapping's own name, once, but for that of the format, which nobody looks for elsewhere."""
        return list(
            dict.fromkeys(
                path.rpartition(".")[2] for path in (*self.slots, *self.groups) if path not in ("", "dicecup")
            )
        )

    def homes(self, name: str) -> list[str]:
        """The dotted paths of the keys and mappings called `name`."""
        return [path for path in (*self.slots, *self.groups) if path and path.rpartition(".")[2] == name]

    def unknown(self, group: str, name: str) -> str:
        """What to say of the key `name` in the mapping `group`, where it is not known."""
        path = join(group, name)
        if path in self.renamed:
            return f"this key is now called {_local(group, self.renamed[path])}"
        if path in self.slots or path in self.groups:  # the name itself holds dots
            parts = name.split(".")
            return f"a dot is one level of a mapping; write {': {'.join(parts)}: ...{'}' * (len(parts) - 1)}"
        siblings = self.groups[group]
        near = guess(name, siblings, TERMS)
        if homes := self.homes(name):
            meant = f" (or did you mean {near}?)" if near else ""
            return f"this key belongs {listed([_under(home) for home in homes])}{meant}"
        if not near and (far := guess(name, self._names(), TERMS)):
            near = listed(self.homes(far))
        hint = f" (did you mean {near}?)" if near else ""
        allowed = "" if near and len(siblings) > LISTED else f"; allowed: {', '.join(siblings)}"
        return f"unknown key {quoted(name)}{allowed}{hint}"


NO_KEYS = Vocabulary({}, {})


def join(group: str, name: str) -> str:
    """The dotted path of a key in a mapping."""
    return f"{group}.{name}" if group else name


def _under(path: str) -> str:
    group = path.rpartition(".")[0]
    return f"under {group.rpartition('.')[2]}: ({path})" if group else "at the top of the file"


def _local(group: str, path: str) -> str:
    return path.removeprefix(group + ".") if group else path


def slots_of(struct: type[msgspec.Struct], prefix: str = "") -> Iterator[Slot]:
    """The keys of a Struct whose fields carry descriptions, nested ones with dotted paths."""
    defaults = msgspec.to_builtins(struct())
    for key in msgspec.structs.fields(struct):
        if isinstance(key.type, type) and issubclass(key.type, msgspec.Struct):
            yield from slots_of(key.type, f"{prefix}{key.encode_name}.")
            continue
        meanings = [meta.description for meta in key.type.__metadata__ if meta.description]
        yield Slot(prefix + key.encode_name, key.type, defaults[key.encode_name], meanings[-1])


@cache
def vocabulary(family: str | None, *, every: bool = False) -> Vocabulary:
    """The keys of a file of that family, or where the family is not known those of every file.

    A file may name a family that is shipped, or that is its own; with `every` also those of all other packages.
    """
    slots = {slot.path: slot for slot in slots_of(Heading)}
    known: Any = SHIPPED if family in (None, *SHIPPED) and not every else families()
    slots["family"] = Slot("family", Literal[known], "none", slots["family"].meaning)
    renamed: dict[str, str] = {}
    if family is not None:
        options = family_of(family).options
        for key in keys(options):
            path = f"rules.{key.path}"
            slots[path] = Slot(path, key.type, key.default, key.meaning, key.since)
        for old, new in getattr(options, "RENAMED", {}).items():
            renamed[f"rules.{old}"] = f"rules.{new}"
    return Vocabulary(slots, renamed)

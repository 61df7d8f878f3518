"""Definitions: a game or variant with all its bases merged, checked, and every default filled in.

`load` reads one from YAML, `from_header` from a log. Both raise a `DefinitionError` with every problem found; `load` also
`UnknownVariant` for a name or file that does not exist and `BadSetting` for an override. Merging is by dotted path: a later
file's value replaces an earlier one's, so mappings merge key by key and lists are replaced whole. The digest covers what has
an effect on play: family, players, rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from dicecup.engine.core.canonical import canonical
from dicecup.engine.core.problems import (
    BadSetting,
    DefinitionError,
    Problem,
    UnknownVariant,
    WrongSetting,
    guess,
    listed,
    printable,
    quoted,
)
from dicecup.engine.definitions.keys import VERSION, Slot, Vocabulary, vocabulary
from dicecup.engine.definitions.nodes import node_of, read
from dicecup.engine.definitions.shipped import is_path, names, variant_file, variant_path
from dicecup.engine.definitions.source import Given, Lineage, Sheet
from dicecup.engine.definitions.terms import TERMS
from dicecup.engine.games.options import Options, Players, keys, left_out, needed_step
from dicecup.engine.games.registry import SHIPPED, is_family
from dicecup.engine.games.registry import family as family_of

__all__ = [
    "BadSetting",
    "Definition",
    "DefinitionError",
    "Problem",
    "UnknownVariant",
    "diff",
    "from_header",
    "load",
    "names",
    "variant_path",
]

UNSHOWN = ("dicecup", "name", "extends")  # what a file says of itself only
SUMMARY = "about.summary"  # true of the rules as one file has them: a variant does not inherit it
SETTABLE = ("players.min", "players.max")  # beside the keys of `rules:`
OVERRIDE = "override"  # where a value comes from that no file has given


@dataclass(frozen=True)
class Definition:
    """A whole definition. `origin` tells where each dotted path comes from: `file:line`, `default` or `override`.

    `own` are the dotted paths that its own file gives, and no base.
    """

    name: str
    title: str
    family: str
    players: Players
    rules: Options
    about: Mapping[str, Any]
    digest: str
    origin: Mapping[str, str] = field(compare=False, repr=False)
    own: frozenset[str] = field(default=frozenset(), compare=False, repr=False)

    def __hash__(self) -> int:
        return hash((self.name, self.digest))

    def resolved(self) -> dict[str, Any]:
        """The whole definition as a JSON object: every key of its family, defaults filled in."""
        return self._as_json({"players": msgspec.to_builtins(self.players), "rules": msgspec.to_builtins(self.rules)})

    def logged(self) -> dict[str, Any]:
        """The definition as the header of a log holds it: without the keys of later steps that have their default.

        `from_header` reads it again, and the whole one as well.
        """
        return self._as_json(_effective(self.family, self.players, self.rules))

    def _as_json(self, effective: Mapping[str, Any]) -> dict[str, Any]:
        head = {"dicecup": VERSION, "name": self.name, "title": self.title, "family": self.family}
        return {**head, **effective, "about": dict(self.about)}

    @property
    def needs(self) -> int:
        """The step of the format that a reader must know for this definition; 1 where no key that came later is used."""
        return needed_step(self.rules)

    def values(self) -> Iterator[tuple[str, Any]]:
        """Dotted path and value of everything that has an effect on play, in the order of declaration."""
        yield "family", self.family
        yield "players.min", self.players.min
        yield "players.max", self.players.max
        for key in keys(type(self.rules)):
            yield f"rules.{key.path}", key.value(self.rules)

    def overridden(self) -> dict[str, Any]:
        """The settings by which it was loaded: the keys of `rules:` by their dotted path, and those of `players`."""
        values = {path: value for path, value in self.values() if self.origin.get(path) == OVERRIDE}
        return {path.removeprefix("rules."): value for path, value in values.items()}


def load(name_or_path: str, overrides: Iterable[str] = (), *, source: bytes | None = None) -> Definition:
    """A shipped variant by its name, or a file by its path (whatever has a slash or ends in .yaml or .yml).

    `overrides` are `KEY=VALUE` texts: a key of `rules:` by its dotted path, `players.min` or `players.max`; the value
    is read as in a file. With `source` it is that text, and `name_or_path` only what messages call it; its bases are
    looked for from the current folder. The summary is that of the file itself, and dropped where an override changes
    what it sums up. Raises UnknownVariant, DefinitionError, BadSetting.
    """
    if is_path(name_or_path) or source is not None:
        path, file = Path(name_or_path), name_or_path
    else:
        found = variant_file(name_or_path)
        path, file = found.path, found.label
    lineage = Lineage(path, file, source)
    given: dict[str, Given] = {}
    for sheet in lineage.applied:
        given |= sheet.given
    own = frozenset(lineage.main.given)
    if SUMMARY not in own:
        given.pop(SUMMARY, None)
    name, family = path.stem, lineage.main.family
    if family is not None and not lineage.broken and all(sheet.root is not None for sheet in lineage.read):
        _report_clashes(lineage, name, family, given)
    if family is None or lineage.problems:
        raise DefinitionError(lineage.problems)
    settings = list(overrides)
    changed = given | _settings(settings, family)
    if source is not None and "name" in own:
        name = given["name"].value
    definition = _assembled(name, family, changed, own)
    if SUMMARY in changed and settings and definition.digest != _assembled(name, family, given).digest:
        del changed[SUMMARY]
        definition = _assembled(name, family, changed, own)
    if settings and (clashes := list(_clashes(definition))):
        raise BadSetting([WrongSetting(_about(concerned, settings), text) for concerned, text in clashes])
    return definition


def from_header(header: Mapping[str, Any]) -> Definition:
    """The definition in the header of a log; DefinitionError, whose problems have no file, where it is none.

    It must hold every key of the first step. Keys that came later may be missing, and have their defaults then.
    """
    sheet = Sheet("", Path())
    sheet.take_root(node_of(header))
    if sheet.root is not None:
        if (own := sheet.text("family")) and is_family(own[0]):
            sheet.family = own[0]
        sheet.vocabulary = vocabulary(sheet.family, every=sheet.family not in SHIPPED)
        sheet.check_table(sheet.root, "")
        if (extends := sheet.root.entries.get("extends")) is not None:
            sheet.complain(extends, "extends", "a definition in a log stands alone; take the key out")
        named = {problem.path.partition("[")[0] for problem in sheet.problems}
        for path, slot in sheet.vocabulary.slots.items():
            optional = path == "extends" or path.startswith("about.") or slot.since > 1
            if path not in sheet.given and not optional and not any(_within(path, bad) for bad in named):
                sheet.complain(sheet.root, path, "the key is missing; a definition in a log holds every key")
    if sheet.problems or sheet.family is None:
        raise DefinitionError(sheet.problems)
    definition = _assembled(sheet.given["name"].value, sheet.family, sheet.given)
    if clashes := list(_clashes(definition)):
        raise DefinitionError([Problem("", 0, 0, concerned[0], text) for concerned, text in clashes])
    return definition


def settable(known: Vocabulary) -> dict[str, Slot]:
    """The keys of a vocabulary that an override may name, by what it calls them."""
    rules = {path.removeprefix("rules."): slot for path, slot in known.slots.items() if path.startswith("rules.")}
    return {path: known.slots[path] for path in SETTABLE} | rules


def diff(a: Definition, b: Definition) -> list[tuple[str, Any, Any]]:
    """What differs in play: dotted path, value in `a`, value in `b`; None where a family has no such key."""
    left, right = dict(a.values()), dict(b.values())
    paths = [*left, *(path for path in right if path not in left)]
    return [(path, left.get(path), right.get(path)) for path in paths if left.get(path) != right.get(path)]


def _assembled(name: str, family: str, given: Mapping[str, Given], own: frozenset[str] = frozenset()) -> Definition:
    """The definition that these sound values make; `own` are the paths that its own file gives."""
    tree: dict[str, Any] = {}
    for path, value in given.items():
        *groups, last = path.split(".")
        within = tree
        for group in groups:
            within = within.setdefault(group, {})
        within[last] = value.value
    rules = msgspec.convert(tree.get("rules", {}), type=family_of(family).options)
    players = msgspec.convert(tree.get("players", {}), type=Players)
    about = tree.get("about", {})
    digest = blake2b(canonical(_effective(family, players, rules)), digest_size=32).hexdigest()
    paths = [path for path in vocabulary(family).slots if path not in UNSHOWN]
    shown = [path for path in paths if path in given or not path.startswith("about.")]
    origin = {path: given[path].place if path in given else "default" for path in shown}
    return Definition(name, tree.get("title", name), family, players, rules, about, digest, origin, own)


def _effective(family: str, players: Players, rules: Options) -> dict[str, Any]:
    """What a digest covers: no keys of later steps that have their default, so that a new key changes no digest."""
    tree = msgspec.to_builtins(rules)
    for key in left_out(rules):
        _remove(tree, key.path.split("."))
    return {"family": family, "players": msgspec.to_builtins(players), "rules": tree}


def _remove(tree: dict[str, Any], path: Sequence[str]) -> None:
    """Take a key out of nested mappings, and with the last key of a mapping the mapping."""
    name, *within = path
    if within:
        _remove(tree[name], within)
    if not (within and tree[name]):
        del tree[name]


def _clashes(definition: Definition) -> Iterator[tuple[list[str], str]]:
    """The combinations that cannot be: the dotted paths concerned, and a sentence."""
    players = definition.players
    if players.min > players.max:
        text = f"players.min {players.min} is above players.max {players.max}; raise one or lower the other"
        yield ["players.min", "players.max"], text
    for concerned, text in family_of(definition.family).validate(definition.rules, players):
        yield [key if key in SETTABLE else f"rules.{key}" for key in concerned], text


def _report_clashes(lineage: Lineage, name: str, family: str, given: Mapping[str, Given]) -> None:
    """Put each impossible combination at one of its keys: the first of those in the file that is applied last.

    A combination with a key that is wrong in itself is left alone; so are all, where a key is unknown or at a wrong place.
    """
    known = vocabulary(family)
    wrong = {problem.path.partition("[")[0] for problem in lineage.problems}
    if not wrong <= known.slots.keys():
        return
    order = {sheet.file: i for i, sheet in enumerate(lineage.applied)}
    for concerned, text in _clashes(_assembled(name, family, given)):
        if not wrong.isdisjoint(concerned):
            continue
        standing = [path for path in concerned if path in given]
        if standing:
            path = max(standing, key=lambda path: order[given[path].file])
            sheet = lineage.applied[order[given[path].file]]
            sheet.complain(given[path], path, text)
        else:
            lineage.main.complain(lineage.main.root, concerned[0], text)


def _settings(settings: Sequence[str], family: str) -> dict[str, Given]:
    """The values of overrides; BadSetting with all that are wrong."""
    known = vocabulary(family)
    wrong: list[WrongSetting] = []
    given: dict[str, Given] = {}
    first: dict[str, str] = {}  # what has set each path
    for setting in settings:
        key, equals, value = setting.partition("=")
        key = key.strip()
        path = key if key in SETTABLE else f"rules.{key}"
        if not equals:
            wrong.append(WrongSetting(quoted(setting), "write KEY=VALUE, such as dice_per_player=3"))
            continue
        if not key or (path not in known.slots and path not in known.groups):
            message, near = _no_setting(key, known)
            wrong.append(WrongSetting(printable(setting), message, key, unknown=True, near=near))
            continue
        reading = read(value, OVERRIDE)
        sheet = Sheet(OVERRIDE, Path(), vocabulary=known, problems=reading.problems)
        if reading.root is not None:
            sheet.check_node(reading.root, path)
        for problem in sheet.problems:
            inner = problem.path.removeprefix(path).lstrip(".") if problem.path.startswith(path) else ""
            wrong.append(WrongSetting(printable(setting), f"{inner and inner + ': '}{problem.message}", key))
        twice = next((inner for inner in sheet.given if inner in first), None)
        if twice is not None:
            message = f"{twice.removeprefix('rules.')} is set already, by {printable(first[twice])}; give it once"
            wrong.append(WrongSetting(printable(setting), message, key))
        first |= dict.fromkeys(sheet.given, setting)
        given |= {inner: Given(g.value, OVERRIDE, 0, 0) for inner, g in sheet.given.items()}
    if wrong:
        raise BadSetting(wrong)
    return given


def _no_setting(key: str, known: Vocabulary) -> tuple[str, str | None]:
    """What to say of a key that cannot be set, and the one that may have been meant."""
    paths = [*settable(known)]
    bare = key.removeprefix("rules.")
    if f"rules.{bare}" in known.renamed:
        near: str | None = known.renamed[f"rules.{bare}"].removeprefix("rules.")
    elif bare in paths:
        near = bare
    elif homes := [path for path in paths if path.rpartition(".")[2] == bare]:
        near = homes[0]
    else:
        near = guess(bare, paths, TERMS)
        if near is None and (last := guess(bare, [path.rpartition(".")[2] for path in paths], TERMS)):
            near = next(path for path in paths if path.rpartition(".")[2] == last)
    if not key.startswith("rules.") and (key in known.slots or key in known.groups):
        return f"{key} cannot be set; allowed: the keys of rules, {listed(SETTABLE, 'and')}", None
    if near:
        return f"unknown key {quoted(key)} (did you mean {near}?)", near
    return f"unknown key {quoted(key)}; allowed: {', '.join(paths)}", None


def _about(concerned: Sequence[str], settings: Sequence[str]) -> str:
    """The settings that a clash is about, as they were written; all where none can be told."""
    names = [path.removeprefix("rules.") for path in concerned]
    keyed = [(setting.partition("=")[0].strip(), setting) for setting in settings]
    to_blame = [setting for key, setting in keyed if any(_within(name, key) for name in names)]
    return ", ".join(printable(setting) for setting in to_blame or settings)


def _within(path: str, group: str) -> bool:
    return path == group or path.startswith(group + ".")

"""How a family declares the keys of `rules:`.

A family's options are one frozen msgspec Struct. Each field is annotated with `key(...)`, and that one declaration gives the
key's validation, its JSON Schema, its default, its words in the rules and its help. A nested Struct is one
level of mapping (`spot_on: {callers: next}`); its fields are written with a dot (`spot_on.callers`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, get_type_hints

import msgspec
from msgspec import Meta

# What `rules` says of a value: a sentence, with an id of its own where another rule than the key's settles it.
Said = str | tuple[str, str]
# A sentence with {value} in it, what is said of each value that deserves it, or a function from value to that. None where
# what a value means follows from other keys too: then the family's `explain` says it.
Words = str | Mapping[Any, Said] | Callable[[Any], Said | None] | None


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of every family's options, and of the mappings in them.

    A mapping's DESCRIPTION stands in the schema. Docstrings are for who reads the code: they are gone where Python runs with -OO.
    """

    DESCRIPTION: ClassVar[str] = ""


class Players(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many seats a game takes."""

    DESCRIPTION: ClassVar[str] = "How many seats a game takes; `players:` stands beside `rules:`."

    min: Annotated[int, Meta(description="Fewest seats.", ge=2, le=10)] = 2
    max: Annotated[int, Meta(description="Most seats.", ge=2, le=10)] = 2


def key(
    rule: str,
    meaning: str,
    words: Words = None,
    *,
    when: Callable[[Any], bool] | None = None,
    since: int = 1,
    **constraints: Any,
) -> Meta:
    """Declare a key: its rule id, its meaning, and what `rules` says of it.

    A value without words is not worth a sentence (a switch that is off), or the family's `explain` says it together with
    other keys. `when` tells from the whole options whether the key has any effect under the others in force. `since` is
    the step of the format in which the key came: 1 for those a family began with, one more each time that keys are
    added to a family that has been released. A key of a later step changes nothing while it has its default: it stands
    in no log then, and no digest covers it. `constraints` are msgspec's own (`ge`, `le`, `min_length`, `pattern`, ...).
    """
    return Meta(description=meaning, extra={"key": (rule, words, when, since)}, **constraints)


@dataclass(frozen=True)
class Key:
    """One key of `rules:`, as declared: dotted path, annotated type, default, rule id, meaning, words and step."""

    path: str
    attributes: tuple[str, ...]
    type: Any
    default: Any
    rule: str
    meaning: str
    words: Words
    when: Callable[[Any], bool] | None
    since: int

    def value(self, options: Options) -> Any:
        """This key's value in `options`."""
        found: Any = options
        for name in self.attributes:
            found = getattr(found, name)
        return found

    def said(self, options: Options) -> tuple[str, str] | None:
        """What `rules` says of this key: rule id and sentence, or None where it has nothing to say."""
        if self.words is None or (self.when is not None and not self.when(options)):
            return None
        value = self.value(options)
        said: Said | None
        if isinstance(self.words, str):
            said = self.words.format(value=value)
        else:
            said = self.words(value) if callable(self.words) else self.words.get(value)
        return (self.rule, said) if isinstance(said, str) else said


def keys(options: type[Options], prefix: str = "", attributes: tuple[str, ...] = ()) -> Iterator[Key]:
    """Every key of a family in the order of declaration, those of a nested mapping with a dotted path."""
    hints = get_type_hints(options, include_extras=True)
    defaults = options()
    for field in msgspec.structs.fields(options):
        annotation = hints[field.name]
        path, at = prefix + field.encode_name, (*attributes, field.name)
        if isinstance(annotation, type) and issubclass(annotation, Options):
            yield from keys(annotation, path + ".", at)
            continue
        meta = next(m for m in annotation.__metadata__ if isinstance(m, Meta) and m.extra and "key" in m.extra)
        assert meta.extra is not None and meta.description is not None
        rule, words, when, since = meta.extra["key"]
        yield Key(path, at, annotation, getattr(defaults, field.name), rule, meta.description, words, when, since)


@cache
def _by_path(options: type[Options]) -> Mapping[str, Key]:
    return {key.path: key for key in keys(options)}


@cache
def later_keys(options: type[Options]) -> tuple[Key, ...]:
    """The keys of a family that came after its first step."""
    return tuple(key for key in keys(options) if key.since > 1)


def left_out(options: Options) -> tuple[Key, ...]:
    """The keys of later steps that have their default: what a log does not hold, as if they had not come yet."""
    return tuple(key for key in later_keys(type(options)) if key.value(options) == key.default)


def latest_step(options: type[Options]) -> int:
    """The step of the format up to which a family's keys are known here."""
    return max((key.since for key in later_keys(options)), default=1)


def needed_step(options: Options) -> int:
    """The highest step of the keys that these options use; 1 where all keys that came later have their defaults."""
    used = (key.since for key in later_keys(type(options)) if key.value(options) != key.default)
    return max(used, default=1)


def in_words(o: Options, course: Iterable[tuple[str, str] | str | None]) -> Iterator[tuple[str, str]]:
    """The rules of a course, each with its id: a pair as it stands, nothing for None.

    A word alone is the path of a key, which speaks for itself where it has any effect.
    """
    declared = _by_path(type(o))
    for item in course:
        said = declared[item].said(o) if isinstance(item, str) else item
        if said is not None:
            yield said


def counted(number: int, one: str, many: str = "") -> str:
    """`1 die`, `2 dice`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def aborted_after(rounds: int) -> str:
    """What every family's `max_rounds` says."""
    return f"After {counted(rounds, 'round')} without an end the game is aborted."


def player_count(players: Players) -> str:
    """How many may play: `2 to 6 players`."""
    if players.min == players.max:
        return f"{players.min} players"
    between = "or" if players.max == players.min + 1 else "to"
    return f"{players.min} {between} {players.max} players"

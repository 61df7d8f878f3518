"""Where two headers differ: key by key, rules and seats each by its own dotted path, and nothing that follows from another key."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from dicecup.engine.core.canonical import canonical, essential
from dicecup.engine.games.options import later_keys
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.games.registry import is_family

ORDER = ("rules", "players", "family", "seed", "game", "dice", "rng", "seats")  # of headers' keys; others come after
KIN = ("parent.check", "parent.at")  # of a fork's header
FOLLOWING = ("digest", "needs", "about.summary")  # of a header: they follow from its rules


@dataclass(frozen=True)
class Difference:
    """One value that differs: its dotted path, and its value in either log, None where it is absent."""

    path: str
    a: Any
    b: Any

    def as_dict(self) -> dict[str, Any]:
        """The difference as a JSON object; a log holds no null, so null is absent."""
        return {"path": self.path, "a": self.a, "b": self.b}


def headers(a: Mapping[str, Any], b: Mapping[str, Any]) -> list[Difference]:
    """What two headers differ in, rules key by key and seats by their letter. The digest, the step it needs and the
    summary follow from the rules, and are a difference only where nothing else explains them; games of two families
    have no rules to be compared key by key. A rule that came later and that one log does not hold has its default there. Whence
    a game was forked is no part of it: a fork that goes as its parent did is the same game.
    """
    left, right = ({path: what for path, what in _flat(head) if path not in KIN} for head in (a, b))
    for one, other in ((left, right), (right, left)):
        one.update(_defaults(one.get("family"), other.keys() - one.keys()))
    paths = [path for path in {**left, **right} if canonical(left.get(path)) != canonical(right.get(path))]
    paths = [
        path
        for path in paths
        if path.removeprefix("definition.") == path or path.removeprefix("definition.") not in paths
    ]
    if any(is_rule(path) for path in paths):
        paths = [path for path in paths if path not in FOLLOWING]
    if "family" in paths:
        paths = [path for path in paths if path.partition(".")[0] not in ("rules", "about")]
    rank = {name: place for place, name in enumerate(ORDER)}
    paths.sort(key=lambda path: rank.get(path.partition(".")[0], len(ORDER)))
    return [Difference(path, left.get(path), right.get(path)) for path in paths]


def _defaults(family: Any, paths: Collection[str]) -> Iterator[tuple[str, Any]]:
    """Those of these rules that came later, with their defaults: what a log without them was played by."""
    missing = {path.removeprefix("rules.") for path in paths if path.startswith("rules.")}
    if missing and is_family(family):
        for key in later_keys(family_of(family).options):
            if key.path in missing:
                yield f"rules.{key.path}", msgspec.to_builtins(key.default)


def is_rule(path: str) -> bool:
    """Whether a key of a header is one of the rules that are played."""
    return path.partition(".")[0] in ("rules", "players", "family")


def _flat(header: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in essential(header).items():
        if name == "definition" and isinstance(value, dict):
            for path, what in _paths(value, ""):
                yield (
                    (f"definition.{path}" if path in header else path),
                    what,
                )  # a header has a name and a version of its own
        elif name == "seats" and isinstance(value, list):
            for seat in value:
                if isinstance(seat, dict):
                    letter = seat.get("seat")
                    yield from ((f"seats.{letter}.{key}", what) for key, what in seat.items() if key != "seat")
        elif isinstance(value, dict):
            yield from _paths(value, f"{name}.")
        else:
            yield name, value


def _paths(values: Mapping[str, Any], before: str) -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _paths(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value

"""What the rules in words claim of a game, checked against games that are played.

A claim is a sentence, as a pattern, and a function that looks at one game and says how often it could tell. A sentence
that no claim and no pattern of `unchecked` knows fails: what is said of a game is either checked or left to a reader
on purpose.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from scene import LETTERS

from dicecup.engine.definitions.definition import BadSetting, Definition, load
from dicecup.engine.definitions.value_types import word
from dicecup.engine.games.base import IllegalMove
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.match.dice_source import Seeded
from dicecup.engine.match.match import Match, Seat, header
from dicecup.engine.testing.case import Lots, Probes

Event = Mapping[str, Any]
Choose = Callable[[Match, Lots], int]


def rules_of(definition: Definition) -> list[tuple[str, str]]:
    """The rules in words."""
    return list(family_of(definition.family).explain(definition.rules, definition.players))


@dataclass(eq=False)
class Told:
    """A game as it went, and the rules as they are told of it."""

    definition: Definition
    seats: str
    events: Sequence[Event]
    refused: Mapping[str, str]  # what was refused on the way: rule and sentence
    found: dict[Any, Any] = field(default_factory=dict)

    @cached_property
    def rules(self) -> list[tuple[str, str]]:
        return rules_of(self.definition)

    def says(self, pattern: str) -> re.Match[str] | None:
        """The first sentence in which a pattern is found."""
        search = re.compile(pattern).search
        return self.once(pattern, lambda told: next(filter(None, (search(text) for _, text in told.rules)), None))

    def once(self, key: Any, find: Callable[[Told], Any]) -> Any:
        """What is found in this game, looked for once."""
        if key not in self.found:
            self.found[key] = find(self)
        return self.found[key]

    def of(self, *types: str) -> list[Event]:
        return [event for event in self.events if event["type"] in types]

    def rounds(self) -> Iterator[list[Event]]:
        """The events of each round, from its number on; those before the first round are left out."""
        last = max(event["round"] for event in self.events)
        for number in range(1, last + 1):
            yield [event for event in self.events if event["round"] == number]

    def clockwise(self, seat: str, among: Sequence[str]) -> str:
        """The next of these seats clockwise."""
        at = self.seats.index(seat)
        around = self.seats[at + 1 :] + self.seats[: at + 1]
        return next(other for other in around if other in among)


Check = Callable[[Told, re.Match[str]], int]


class Claims:
    """The claims of one family. Each check returns how often it had something to look at."""

    def __init__(self, *unchecked: str) -> None:
        self.unchecked = unchecked
        self.checks: list[tuple[str, Check]] = []

    def __call__(self, pattern: str) -> Callable[[Check], Check]:
        def note(check: Check) -> Check:
            self.checks.append((pattern, check))
            return check

        return note

    def hold(self, told: Told) -> Counter[str]:
        """Check all that is told of a game; how often each claim was looked at."""
        seen: Counter[str] = Counter()
        unknown = told.refused.keys() - {rule for rule, _ in told.rules}
        assert not unknown, [(rule, told.refused[rule]) for rule in unknown]
        for rule, text in told.rules:
            known = any(re.fullmatch(pattern, text) for pattern in self.unchecked)
            for pattern, check in self.checks:
                if found := re.fullmatch(pattern, text):
                    known = True
                    seen[pattern] += check(told, found)
            assert known, f"no claim knows: {rule} {text}"
        return seen


def sampled(base: str, values: Mapping[str, Sequence[Any]], number: int) -> Iterator[Definition]:
    """So many variants of a base with keys changed by lot; combinations that cannot be are left out."""
    lots, made = Lots(base, 0), 0
    while made < number:
        changed = [key for key in values if lots.below(4) == 0]
        settings = [f"{key}={values[key][lots.below(len(values[key]))]}" for key in changed]
        try:
            definition = load(base, settings)
        except BadSetting:
            continue
        made += 1
        yield definition


def few(match: Match, most: int = 8) -> list[int]:
    """The first legal actions, and the last ones: calls, where there are any."""
    legal = partial(match.family.legal_nth, match.state, match.rules)
    count = match.family.legal_count(match.state, match.rules)
    return [legal(k) for k in range(count) if k < most or k >= count - 3]


def refusals(match: Match, probes: Iterable[int], texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Why each of these moves is refused now, where it is: rule and sentence."""
    for action in probes:
        found = match.family.why_not(match.state, match.rules, action)
        if found is not None:
            yield found
    for text in texts:
        try:
            match.check_play(text)
        except IllegalMove as error:
            yield error.rule, str(error)
        except ValueError:
            continue


def games(
    definition: Definition, choose: Choose, number: int = 2, probes: Probes | None = None, texts: Sequence[str] = ()
) -> Iterator[Told]:
    """Games at the smallest and at a larger table, played by lot; with `probes` and `texts` other moves are tried."""
    players = definition.players
    for game in range(number):
        for seats in sorted({players.min, min(players.max, max(players.min, 4))}):
            sitting = [Seat(letter, "human") for letter in LETTERS[:seats]]
            match = Match(definition, header(definition, sitting, "claims", game), Seeded("claims", game))
            lots, refused = Lots(definition.digest, game), {}
            often = Lots(definition.digest, game)
            while not match.over:
                if probes is not None and often.below(3) == 0:
                    every = probes(match.state, match.rules) if often.below(10) == 0 else ()
                    refused.update(refusals(match, every, texts))
                match.play_action(choose(match, lots))
            yield Told(definition, LETTERS[:seats], match.events, refused)


def silent(definitions: Sequence[Definition], values: Mapping[str, Sequence[Any]]) -> list[str]:
    """The values that change nothing in the words of any of these definitions."""

    def tells(setting: str) -> bool:
        for definition in definitions:
            kept = (f"{key}={word(value)}" for key, value in definition.overridden().items())
            settings = [other for other in kept if other.partition("=")[0] != setting.partition("=")[0]]
            try:
                changed = load(definition.name, [*settings, setting])
            except BadSetting:
                continue
            if rules_of(changed) != rules_of(definition):
                return True
        return False

    return [setting for key, some in values.items() for value in some if not tells(setting := f"{key}={value}")]


def hold_everywhere(
    claims: Claims, definitions: Sequence[Definition], choose: Choose, probes: Probes, texts: Sequence[str]
) -> None:
    """Every claim holds in every game of these definitions, and each was looked at somewhere.

    What `probes` and `texts` try besides is refused by rules that are told.
    """
    seen: Counter[str] = Counter()
    for definition in definitions:
        for told in games(definition, choose, 2, probes, texts):
            try:
                seen.update(claims.hold(told))
            except AssertionError as error:
                error.add_note(f"{definition.name} {definition.overridden()} of {len(told.seats)}, rules: {told.rules}")
                raise
    unseen = [pattern for pattern, _ in claims.checks if not seen[pattern]]
    assert not unseen, f"no game showed: {unseen}"

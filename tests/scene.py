"""What the scenes of all families share: a variant with other rules, dice that are laid, and moves said by their seats."""

from functools import cache

from dicecup.engine.definitions.definition import load
from dicecup.engine.match.dice_source import Due, Seeded, read_dice
from dicecup.engine.match.match import Match, Seat, header, rules_of

LETTERS = "ABCDEFGHIJ"


def definition(variant, seats=2, **rules):
    """A variant with other rules, and room for so many seats; a key with a dot is written with two underscores."""
    return _loaded(variant, seats, tuple(f"{key.replace('__', '.')}={_yaml(value)}" for key, value in rules.items()))


def rules(variant, seats=2, **changed):
    """The rules record of that definition."""
    return rules_of(definition(variant, seats, **changed))


@cache
def _loaded(variant, seats, settings):
    if seats > load(variant).players.max:
        settings += (f"players.max={seats}",)
    return load(variant, settings)


def _yaml(value):
    if isinstance(value, bool):
        return str(value).lower()
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else value


class BaseScene(Match):
    """A game of people whose dice are laid, as far as a family's `laid` says so; others are seeded."""

    def __init__(self, variant, seats, *, undo=False, seed="scene", **rules):
        self.seeded = Seeded(seed, 0)
        self.thrown = []  # seat, round, throw, number and purpose of all dice
        made = definition(variant, seats, **rules)
        sitting = [Seat(letter, "human") for letter in LETTERS[:seats]]
        super().__init__(made, header(made, sitting, seed, 0, undo=undo), self._throw)

    def laid(self, due: Due) -> str | None:
        """The dice that are laid for a throw, by the names of their faces; None for seeded ones."""
        return None

    def _throw(self, due: Due) -> list[int]:
        self.thrown.append((due.seat, due.round, due.throw, due.count, due.why))
        dice = self.laid(due)
        return self.seeded(due) if dice is None else read_dice(dice, due)

    def say(self, *moves):
        """Play `A: 3x4` and so on, each by the seat that must be in turn; returns the events they brought."""
        before = len(self.events)
        for move in moves:
            seat, _, text = move.partition(":")
            assert self.turn == seat, f"{move}: {self.turn} is in turn"
            self.play(text)
        return self.events[before:]

    def rejects(self, text):
        """The rule id that refuses a move; what is refused changes nothing."""
        before = (self.state.values(), list(self.events), len(self.thrown))
        try:
            self.play(text)
        except ValueError as error:
            assert (self.state.values(), list(self.events), len(self.thrown)) == before
            self.sentence = str(error)
            return getattr(error, "rule", "no move")
        raise AssertionError(f"{text} is played")

    def told(self, *types):
        """The events of these types in short."""
        return [self.in_short(event) for event in self.events if event["type"] in types]

    def in_short(self, event):
        """An event as `told` has it."""
        return short(event)

    def last(self, kind):
        """The newest event of a type."""
        return next(event for event in reversed(self.events) if event["type"] == kind)


def short(event):
    """An event's values in order, without number and round."""
    words = [value for name, value in event.items() if name not in ("n", "round", "check")]
    return " ".join("".join(map(str, value)) if isinstance(value, list) else str(value) for value in words)


def next_of(throws):
    """The next of the throws that are laid, None where no more are."""
    return throws.popleft() if throws else None

"""Scenes of poker dice: what each seat throws, in order; then what is kept, and what comes of it."""

from collections import deque
from functools import cache

from dicecup.engine.definitions.definition import load
from dicecup.engine.games.registry import family
from dicecup.engine.match.dice_source import Due, Seeded, read_dice
from dicecup.engine.match.match import Match, Seat, header, rules_of

LETTERS = "ABCDEFGHIJ"
POKER = family("poker")


def definition(variant="poker-dice", seats=2, **rules):
    """A variant with other rules, and room for so many seats; lists are written with commas."""
    return _loaded(variant, seats, tuple(f"{key}={_yaml(value)}" for key, value in rules.items()))


@cache
def _loaded(variant, seats, settings):
    if seats > load(variant).players.max:
        settings += (f"players.max={seats}",)
    return load(variant, settings)


def _yaml(value):
    if isinstance(value, bool):
        return str(value).lower()
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else value


def rules(variant="poker-dice", **changed):
    """The rules record of a variant with other rules."""
    return rules_of(definition(variant, **changed))


def spread(dice):
    """`KKJ9T` and `K K J 9 T` alike as names with spaces between."""
    return " ".join(dice.replace(" ", ""))


class Scene(Match):
    """A game whose dice are laid: `dice` are the throws of each seat, in order, `order` the preliminary ones; others are seeded.

    The playing order is that of the seats unless `order` is given.
    """

    def __init__(self, variant="poker-dice", *, seats=2, order=None, undo=False, seed="scene", dice=None, **rules):
        self.dice = {seat: deque(throws.split()) for seat, throws in (dice or {}).items()}
        self.order = deque((order or "").split())
        self.seeded = Seeded(seed, 0)
        self.thrown = []
        if order is None:
            rules.setdefault("start", "seats")
        made = definition(variant, seats, **rules)
        sitting = [Seat(letter, "human") for letter in LETTERS[:seats]]
        super().__init__(made, header(made, sitting, seed, 0, undo=undo), self._throw)

    def _throw(self, due: Due) -> list[int]:
        self.thrown.append((due.seat, due.round, due.throw, due.count, due.why))
        laid = self.order if due.why == "order" else self.dice.get(due.seat)
        return read_dice(spread(laid.popleft()), due) if laid else self.seeded(due)

    def say(self, *moves):
        """Play `A: keep K K` and so on, each by the seat that must be in turn; returns the events they brought."""
        before = len(self.events)
        for move in moves:
            seat, _, text = move.partition(":")
            assert self.turn == seat, f"{move}: {self.turn} is in turn"
            self.play(text)
        return self.events[before:]

    def stand(self, times=1):
        """So many players stand."""
        for _ in range(times):
            self.play("stand")
        return self

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
        """The events of these types in short, without number and round."""
        return [short(event) for event in self.events if event["type"] in types]

    def last(self, kind):
        """The newest event of a type."""
        return next(event for event in reversed(self.events) if event["type"] == kind)

    @property
    def chips(self):
        """The chips of each seat."""
        return self.state.chips[: self.state.seats]

    @property
    def wins(self):
        """The rounds each seat has won."""
        return self.state.wins[: self.state.seats]


def short(event):
    """An event's values, in order."""
    words = [value for name, value in event.items() if name not in ("n", "round", "check")]
    return " ".join("".join(map(str, value)) if isinstance(value, list) else str(value) for value in words)


def compare(a, b, variant="poker-dice", **rules_):
    """Which of two hands is better: 1 the first, -1 the second, 0 neither."""
    r = rules(variant, **rules_)
    one, two = (r.rank[number(r, hand)] for hand in (a, b))
    return (one > two) - (one < two)


def number(r, hand):
    """The number of a hand or set of dice written like `KKJ9T`."""
    return POKER.parse(f"keep {spread(hand) or 'none'}", r)


def probes(s, r):
    """All that can be kept of any dice, legal or not: for the conformance kit."""
    yield from range(r.nothing_kept + 1)
    yield from range(3000, 3010)

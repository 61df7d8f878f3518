"""Scenes of poker dice: what each seat throws, in order; then what is kept, and what comes of it."""

from collections import deque

import scene
from scene import BaseScene, next_of

from dicecup.engine.games.registry import family

POKER = family("poker")


def definition(variant="poker-dice", seats=2, **rules):
    """A variant with other rules, and room for so many seats."""
    return scene.definition(variant, seats, **rules)


def rules(variant="poker-dice", **changed):
    """The rules record of a variant with other rules."""
    return scene.rules(variant, **changed)


def spread(dice):
    """`KKJ9T` and `K K J 9 T` alike as names with spaces between."""
    return " ".join(dice.replace(" ", ""))


class Scene(BaseScene):
    """A game whose dice are laid: `dice` are the throws of each seat, in order, `order` the preliminary ones; others are seeded.

    The playing order is that of the seats unless `order` is given.
    """

    def __init__(self, variant="poker-dice", *, seats=2, order=None, dice=None, **options):
        self.dice = {seat: deque(throws.split()) for seat, throws in (dice or {}).items()}
        self.order = deque((order or "").split())
        if order is None:
            options.setdefault("start", "seats")
        super().__init__(variant, seats, **options)

    def laid(self, due):
        """A preliminary throw, or a seat's next one."""
        dice = next_of(self.order if due.why == "order" else self.dice.get(due.seat))
        return None if dice is None else spread(dice)

    def stand(self, times=1):
        """So many players stand."""
        for _ in range(times):
            self.play("stand")
        return self

    @property
    def chips(self):
        """The chips of each seat."""
        return self.state.chips[: self.state.seats]

    @property
    def wins(self):
        """The rounds each seat has won."""
        return self.state.wins[: self.state.seats]


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

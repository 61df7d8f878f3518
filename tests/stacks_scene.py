"""Scenes of Stacked Dice: what each seat throws, in order; then what is laid on what, and what comes of it."""

from collections import deque

import scene
from scene import LETTERS, BaseScene, next_of, short

from dicecup.engine.games.registry import family
from dicecup.engine.games.shared.tower import face_of, owner_of
from dicecup.engine.games.stacks.moves import ON_STACK, PASS, stack_on
from dicecup.engine.games.stacks.table import STACKS

FAMILY = family("stacks")


def definition(variant="stacked-dice", seats=2, **rules):
    """A variant with other rules, and room for so many seats."""
    return scene.definition(variant, seats, **rules)


def rules(variant="stacked-dice", **changed):
    """The rules record of a variant with other rules."""
    return scene.rules(variant, **changed)


class Scene(BaseScene):
    """A game whose dice are laid: `dice` are the throws of each seat, as digits, start dice included in `order`.

    Without `order` seat A starts; dice that are not laid are seeded.
    """

    def __init__(self, variant="stacked-dice", *, order=None, dice=(), seats=None, **options):
        seats = seats or len(dice) or 2
        self.order = deque(order if order is not None else "6" + "5" * (seats - 1))
        self.dice = {letter: deque(throws.split()) for letter, throws in zip(LETTERS, dice, strict=False)}
        super().__init__(variant, seats, **options)

    def laid(self, due):
        """A start die, or the digits of a seat's throw."""
        dice = next_of(self.order if due.why == "order" else self.dice.get(due.seat))
        return None if dice is None else " ".join(dice)

    def stack(self, number):
        """A stack as `4: BA`, from the bottom."""
        s = self.state
        dice = s.tower[number - 1][: s.height[number - 1]]
        assert len({face_of(die) for die in dice}) == 1
        return f"{face_of(dice[0]) + 1}: {''.join(LETTERS[owner_of(die)] for die in dice)}"

    def stacks(self):
        """All stacks of this round."""
        return [self.stack(k) for k in range(1, self.state.begun + 1)]

    def free(self, seat):
        """A seat's free dice, as digits in ascending order."""
        packed = self.state.free[LETTERS.index(seat)]
        return "".join(str(v + 1) * (packed >> (5 * v) & 31) for v in range(10))

    def in_short(self, event):
        """An event without its type, which whoever asks for it knows."""
        return short({name: value for name, value in event.items() if name != "type"})

    def last_order(self):
        """The first player by the newest `order`."""
        return [event for event in self.events if event["type"] == "order"][-1]["seats"][0]

    def scores(self, round=1):
        """What each seat has scored in a round: points, total and stacks."""
        return {
            e["seat"]: (e["points"], e["total"], e["stacks"])
            for e in self.events
            if e["type"] == "score" and e["round"] == round
        }


def probes(s, r):
    """Every stack that the table could be asked for, legal or not, and a few that it could not."""
    for v in range(min(r.faces + 1, 10)):
        for target in [*range(s.seats + 1), *range(ON_STACK, ON_STACK + min(s.begun + 2, STACKS))]:
            yield stack_on(v, target)
    yield PASS

"""Scenes of Stacked Dice: what each seat throws, in order; then what is laid on what, and what comes of it."""

from collections import deque
from functools import cache

from dicecup.engine.definitions.definition import load
from dicecup.engine.games.registry import family
from dicecup.engine.games.shared.tower import face_of, owner_of
from dicecup.engine.games.stacks.moves import ON_STACK, PASS, stack_on
from dicecup.engine.games.stacks.table import STACKS
from dicecup.engine.match.dice_source import Due, Seeded, read_dice
from dicecup.engine.match.match import Match, Seat, header, rules_of

LETTERS = "ABCDEFGHIJ"
FAMILY = family("stacks")


def definition(variant="stacked-dice", seats=2, **rules):
    """A variant with other rules, and room for so many seats."""
    return _loaded(variant, seats, tuple(f"{key}={_yaml(value)}" for key, value in rules.items()))


@cache
def _loaded(variant, seats, settings):
    if seats > load(variant).players.max:
        settings += (f"players.max={seats}",)
    return load(variant, settings)


def _yaml(value):
    return str(value).lower() if isinstance(value, bool) else value


def rules(variant="stacked-dice", **changed):
    """The rules record of a variant with other rules."""
    return rules_of(definition(variant, **changed))


class Scene(Match):
    """A game whose dice are laid: `dice` are the throws of each seat, as digits, start dice included in `order`.

    Without `order` seat A starts; dice that are not laid are seeded.
    """

    def __init__(self, variant="stacked-dice", *, order=None, dice=(), seats=None, undo=False, seed="scene", **rules):
        seats = seats or len(dice) or 2
        self.order = deque(order if order is not None else "6" + "5" * (seats - 1))
        self.dice = {letter: deque(throws.split()) for letter, throws in zip(LETTERS, dice, strict=False)}
        self.seeded = Seeded(seed, 0)
        self.thrown = []
        made = definition(variant, seats, **rules)
        sitting = [Seat(letter, "human") for letter in LETTERS[:seats]]
        super().__init__(made, header(made, sitting, seed, 0, undo=undo), self._throw)

    def _throw(self, due: Due) -> list[int]:
        self.thrown.append((due.seat, due.round, due.throw, due.count, due.why))
        laid = self.order if due.why == "order" else self.dice.get(due.seat)
        return read_dice(" ".join(laid.popleft()), due) if laid else self.seeded(due)

    def say(self, *moves):
        """Play `A: 4 on B` and so on, each by the seat that must be in turn; returns the events they brought."""
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

    def told(self, *types):
        """The events of these types in short, without number and round."""
        return [short(event) for event in self.events if event["type"] in types]

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


def short(event):
    """An event's values, in order."""
    words = [value for name, value in event.items() if name not in ("n", "round", "check", "type")]
    return " ".join("".join(map(str, value)) if isinstance(value, list) else str(value) for value in words)


def probes(s, r):
    """Every stack that the table could be asked for, legal or not, and a few that it could not."""
    for v in range(min(r.faces + 1, 10)):
        for target in [*range(s.seats + 1), *range(ON_STACK, ON_STACK + min(s.begun + 2, STACKS))]:
            yield stack_on(v, target)
    yield PASS

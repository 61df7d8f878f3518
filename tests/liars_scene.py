"""Scenes of liar's dice: whose cup holds what, who opens, who has already lost dice; then what is said, and what comes of it."""

from collections import deque

from dicecup.engine.definitions.definition import load
from dicecup.engine.games.liars.moves import SHOW, SUM
from dicecup.engine.games.registry import family
from dicecup.engine.match.dice_source import Due, Seeded, read_dice
from dicecup.engine.match.match import Match, Seat, header

LETTERS = "ABCDEFGHIJ"


def definition(variant="liars-dice", seats=2, **rules):
    """A variant with other rules; a key with a dot is written with two underscores."""
    settings = [f"{key.replace('__', '.')}={_yaml(value)}" for key, value in rules.items()]
    if seats > load(variant).players.max:
        settings.append(f"players.max={seats}")
    return load(variant, tuple(settings))


def rules_of(variant="liars-dice", seats=2, **rules):
    """The rules record of that definition."""
    made = definition(variant, seats, **rules)
    return family("liars").build(made.rules, made.players)


def wild(**more):
    """Rules with wild ones."""
    return {"wild_face": 1, **more}


def _yaml(value):
    return str(value).lower() if isinstance(value, bool) else value


class Scene(Match):
    """A game whose dice are laid: `cups` are the throws under each seat's cup (and its pushes) in order, others are seeded."""

    def __init__(
        self, variant="liars-dice", *, seats=2, first="A", cups=None, order=None, undo=False, seed="scene", **rules
    ):
        self.cups = {
            seat: deque([throws] if isinstance(throws, str) else throws) for seat, throws in (cups or {}).items()
        }
        self.order = deque(order or ())
        self.first = first
        self.seeded = Seeded(seed, 0)
        if order is None:
            rules.setdefault("first_bidder", "random")
        made = definition(variant, seats, **rules)
        sitting = [Seat(letter, "human") for letter in LETTERS[:seats]]
        super().__init__(made, header(made, sitting, seed, 0, undo=undo), self._throw)

    def _throw(self, due: Due) -> list[int]:
        if due.seat == "table":
            return read_dice(self.first, due)
        if due.why == "order":
            return read_dice(self.order.popleft(), due)
        laid = self.cups.get(due.seat)
        return read_dice(laid.popleft(), due) if laid else self.seeded(due)

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
        before = (self.state.values(), list(self.events))
        try:
            self.play(text)
        except ValueError as error:
            assert (self.state.values(), list(self.events)) == before
            self.sentence = str(error)
            return getattr(error, "rule", "no move")
        raise AssertionError(f"{text} is played")

    def knock(self, *seats):
        """Play rounds, all dice twos, in which each of these seats loses one; the last of them opens the next round."""
        for seat in seats:
            self.lay(
                **{LETTERS[p]: "2 " * self.state.held[p] for p in range(self.state.seats) if not self.state.out[p]}
            )
            number = self.state.round
            while self.state.round == number and not self.over:
                if self.turn != seat and self.state.mode == 0 and self.state.bid == 0:
                    self.play(next(move for move in self.legal() if move.endswith("x2")))
                elif self.state.mode == 1:
                    self.play("wait")
                elif self.state.mode == 2:
                    self.play("show none")
                elif self.turn == seat:
                    self.play("liar" if self.state.bid else next(m for m in self.legal() if m.endswith("x3")))
                elif self.state.bid & 15 == 3:
                    self.play("liar")
                else:
                    self.play(next(move for move in self.legal() if move.endswith("x2")))
        return self

    def lay(self, **cups):
        """Put these dice under the cups of the round that has just begun."""
        s, names = self.state, [str(name) for name in self.family.die_names(self.rules, 0)]
        for seat, dice in cups.items():
            p, faces = LETTERS.index(seat), [names.index(name) + 1 for name in dice.split()]
            assert len(faces) == s.held[p], f"{seat} has {s.held[p]} dice"
            for f in range(1, self.rules.faces + 1):
                s.cup[p][f] = faces.count(f)
        return self

    @property
    def held(self):
        """The dice of each seat, as `A5 B4`."""
        return " ".join(f"{LETTERS[p]}{self.state.held[p]}" for p in range(self.state.seats))

    def told(self, *types):
        """The events of these types, newest round's showdown included, each in short."""
        return [_short(event) for event in self.events if event["type"] in types]

    def last(self, kind):
        """The newest event of a type."""
        return next(event for event in reversed(self.events) if event["type"] == kind)

    @property
    def verdict(self):
        """What the last showdown counted and cost: `4: lose A 1 challenge`."""
        at = max(i for i, event in enumerate(self.events) if event["type"] == "reveal")
        costs = [
            _short(event)
            for event in self.events[at + 1 :]
            if event["type"] in ("lose", "gain", "penalty", "out", "hand_won")
            and event["round"] == self.events[at]["round"]
        ]
        return f"{self.events[at]['count']}: {', '.join(costs)}"


def palifico_round(face="locked", dice=(1, 3, 1)):
    """A palifico round opened by A with one die; B and C hold as many as said."""
    g = Scene("perudo", seats=3, dice_per_player=4, palifico__face=face)
    g.knock(*"B" * (4 - dice[1]), *"C" * (4 - dice[2]), *"A" * (4 - dice[0]))
    assert g.state.palifico and g.turn == "A"
    return g


def _short(event):
    words = [value for name, value in event.items() if name not in ("n", "round", "check")]
    return " ".join(map(str, words))


def probes(s, r):
    """Actions of all kinds, legal or not, around those that a table of this size can have: for the conformance kit."""
    yield from range(1, 16)
    for q in range(1, s.total + 3):
        yield from (16 * q + f for f in range(r.faces + 2))
    yield from range(SUM, SUM + 2 * r.faces + 3)
    dice = [f for f in range(1, r.faces + 1) for _ in range(s.cup[s.turn][f])]
    for few in ([], [1], [r.faces], dice, dice[1:], dice[:1], dice[:2], dice[:1] * 2, [*dice, 1]):
        yield SHOW + sum(1 << r.show_bits * (f - 1) for f in few)
    yield SHOW + (1 << r.show_bits * r.faces)

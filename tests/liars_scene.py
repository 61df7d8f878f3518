"""Scenes of liar's dice: whose cup holds what, who opens, who has already lost dice; then what is said, and what comes of it."""

from collections import deque

import scene
from scene import LETTERS, BaseScene, next_of, short

from dicecup.engine.games.liars.moves import SHOW, SUM


def definition(variant="liars-dice", seats=2, **rules):
    """A variant with other rules, and room for so many seats."""
    return scene.definition(variant, seats, **rules)


def rules_of(variant="liars-dice", seats=2, **rules):
    """The rules record of that definition."""
    return scene.rules(variant, seats, **rules)


def wild(**more):
    """Rules with wild ones."""
    return {"wild_face": 1, **more}


class Scene(BaseScene):
    """A game whose dice are laid: `cups` are the throws under each seat's cup (and its pushes) in order, others are seeded."""

    def __init__(self, variant="liars-dice", *, seats=2, first="A", cups=None, order=None, **options):
        self.cups = {
            seat: deque([throws] if isinstance(throws, str) else throws) for seat, throws in (cups or {}).items()
        }
        self.order = deque(order or ())
        self.first = first
        if order is None:
            options.setdefault("first_bidder", "random")
        super().__init__(variant, seats, **options)

    def laid(self, due):
        """Who begins, a preliminary throw, or the next dice under a seat's cup."""
        if due.seat == "table":
            return self.first
        return next_of(self.order if due.why == "order" else self.cups.get(due.seat))

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

    @property
    def verdict(self):
        """What the last showdown counted and cost: `4: lose A 1 challenge`."""
        at = max(i for i, event in enumerate(self.events) if event["type"] == "reveal")
        costs = [
            short(event)
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

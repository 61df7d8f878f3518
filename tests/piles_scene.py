"""Scenes of piles: the dice each seat rolls, in order; or a table set as an example describes it."""

from collections import deque

import scene
from scene import LETTERS, BaseScene, next_of

from dicecup.engine.games.piles.moves import END
from dicecup.engine.games.piles.notation import die_name
from dicecup.engine.games.piles.play import go_on
from dicecup.engine.games.piles.rules import JOLLY, PLAIN, ROGER
from dicecup.engine.games.piles.table import TURN, WHYS, clear, pile
from dicecup.engine.games.registry import family
from dicecup.engine.games.shared.tower import NO_DIE, die_of

PILES = family("piles")
assert WHYS == ("order", "turn")


def definition(variant="dead-mans-dice", seats=2, **rules):
    """A variant with other rules, and room for so many seats."""
    return scene.definition(variant, seats, **rules)


def rules(variant="dead-mans-dice", **changed):
    """The rules record of a variant with other rules."""
    return scene.rules(variant, **changed)


def die(seat, name):
    """A die as logs write it: `4` plain, `4'` and `J` of a Jolly Roger die."""
    if name == "J":
        return die_of(seat, JOLLY, ROGER)
    return die_of(seat, JOLLY if name.endswith("'") else PLAIN, int(name[0]))


class Scene(BaseScene):
    """A game whose dice are laid: `dice` are the rolls of each seat, in order; others are seeded.

    With `opening` all open so: `A 2 B 5 C J` are the opening dice of the first round, plain ones but for J and a number with a stroke,
    and the seats choose these.
    """

    def __init__(self, variant="dead-mans-dice", *, seats=2, opening=None, dice=None, **options):
        self.dice = {seat: deque(rolls.split()) for seat, rolls in (dice or {}).items()}
        super().__init__(variant, seats, **options)
        if opening is not None:
            self.open(opening)

    def laid(self, due):
        """A seat's next roll."""
        return next_of(self.dice.get(due.seat))

    def open(self, text):
        """Every seat that is asked chooses the die that the text names for it, and rolls it."""
        words = text.split()
        for seat, name in zip(words[::2], words[1::2], strict=True):
            self.dice.setdefault(seat, deque()).appendleft(name)
        for seat, name in zip(words[::2], words[1::2], strict=True):
            if self.turn == seat and self.state.phase == 0:
                self.play("roll jolly" if name == "J" or name.endswith("'") else "roll plain")

    def lie(self, piles, *, plain=None, jolly=None, loose=None, turn="A", rolls=1, placed=0, failed=0):
        """Set the table in the middle of a turn: piles from the bottom (`A 3 B 1 5`), what is in hand and what lies loose.

        A seat's dice in hand are none unless `plain` and `jolly` say how many (`{"A": 1}`).
        """
        s = self.state
        s.phase, s.turn, s.rolls, s.placed, s.failed, s.pending = (
            TURN,
            LETTERS.index(turn),
            rolls,
            placed,
            failed,
            NO_DIE,
        )
        s.dice = 0
        seat = 0
        for p in range(s.seats):
            clear(s, p)
            s.plain[p] = (plain or {}).get(LETTERS[p], 0)
            s.jolly[p] = (jolly or {}).get(LETTERS[p], 0)
            s.loose[p] = die(p, loose[LETTERS[p]]) if LETTERS[p] in (loose or {}) else NO_DIE
        for word in piles.split():
            if word in LETTERS[: s.seats] and (word != "J" or s.seats == 10):
                seat = LETTERS.index(word)
            else:
                pile(s, seat, die(seat, word))
        go_on(s, self.rules)
        return self

    def finish_round(self, turn="A"):
        """The seat in turn ends, and the next one, who has nothing in hand, ends the round; returns the score events."""
        before = len(self.events)
        self.apply_move(END, auto=False)
        return [e for e in self.events[before:] if e["type"] == "score"]

    def pile(self, seat):
        """A seat's pile from the bottom, in short."""
        p = LETTERS.index(seat)
        return " ".join(str(die_name(d)) for d in self.state.tower[p][: self.state.height[p]])


def scores(g):
    """A ends its turn, B has nothing to roll: what each seat scores."""
    return {e["seat"]: e["points"] for e in g.finish_round()}


def score_of(piles, *, jolly=0, total=0, **changed):
    """Points and total of A with that pile when the round ends."""
    g = Scene(**changed).lie(f"A {piles}", jolly={"A": jolly})
    g.state.score[0] = total
    event = g.finish_round()[0]
    return event["points"], event["total"]


def decline(g):
    """The seat in turn declines or ends, whichever is possible."""
    g.play(next(move for move in ("back", "end", "roll plain", "roll jolly") if move in g.legal()))


def probes(s, r):
    """All moves there are, legal or not: for the conformance kit."""
    yield from range(END + 2)

"""What a view of piles must tell, followed through the events."""

from collections import Counter

from dicecup.engine.games.base import LETTERS


class Table:
    """Hands, piles and the turn, event by event."""

    def __init__(self, game, seats):
        self.rules, self.seats = game.rules, LETTERS[:seats]
        self.scores = dict.fromkeys(self.seats, 0)
        self.number = 1
        self.new_round()

    def new_round(self):
        self.hand = {seat: Counter(plain=self.rules.plain_dice, jolly=self.rules.jolly_dice) for seat in self.seats}
        self.piles = {seat: [] for seat in self.seats}
        self.loose = dict.fromkeys(self.seats)
        self.starter, self.opening, self.pending, self.kind = None, {}, None, {}
        self.turns = self.rolls = self.placed = self.failed = 0

    def begin_turn(self, seat):
        """A turn begins, and what lies loose before its seat comes back to hand."""
        if self.loose[seat] is not None:
            self.hand[seat][self.loose[seat][1]] += 1
            self.loose[seat] = None
        if self.hand[seat].total():
            self.turns += 1
            self.rolls = self.placed = self.failed = 0

    def settle(self, seat):
        """A rolled die that nobody was asked about: the base of a pile, or one that does not fit."""
        if self.pending is not None:
            self.put(seat, placed=not self.piles[seat])

    def put(self, seat, placed):
        """The rolled die goes on the pile, or back."""
        die, self.pending = self.pending, None
        if placed:
            self.piles[seat].append(die)
            self.placed += 1
            return
        self.failed = 1
        if self.rules.unplaced == "on_table":
            self.loose[seat] = die, self.kind[seat]
        else:
            self.hand[seat][self.kind[seat]] += 1

    def round(self, event):
        self.starter = event["starter"]
        for seat in self.seats:
            self.piles[seat] = [self.opening[seat]]
        self.begin_turn(self.starter)

    def roll(self, event):
        if event["for"] == "order":
            self.opening[event["seat"]] = event["dice"][0]
        else:
            self.rolls += 1
            self.pending = event["dice"][0]

    def move(self, event):
        seat, (verb, *words) = event["seat"], event["move"].split()
        if verb in ("place", "back"):
            self.put(seat, placed=verb == "place")
            return
        self.settle(seat)
        if verb == "roll":
            self.kind[seat] = words[0]
            self.hand[seat][words[0]] -= 1
        elif verb == "plunder":
            if words[1:]:
                self.piles[seat].append(self.loose[words[0]][0])
                self.loose[words[0]] = None
            else:
                self.piles[seat].append(self.piles[words[0]].pop())
        else:
            self.begin_turn(self.seats[(self.seats.index(seat) + 1) % len(self.seats)])

    def score(self, event):
        self.scores[event["seat"]] = event["total"]
        if event["seat"] == self.seats[-1]:
            self.number += 1
            self.new_round()

    def points(self, seat):
        """What a seat would score."""
        pile = self.piles[seat]
        total = sum(7 if die == "J" else int(str(die).strip("'")) for die in pile)
        if pile[:1] == ["J"]:
            total -= 7 - self.rules.jr_base_score
        if pile[-1:] == ["J"]:
            total *= 2
        at_risk = self.hand[seat]["jolly"] + (self.loose[seat] is not None and self.loose[seat][1] == "jolly")
        return max(total - 7 * at_risk, 0) if self.rules.floor == "round" else total - 7 * at_risk


def fields(game, view):
    """The fields of a view, of a seat that is to decide."""
    table = Table(game, len(view.seats))
    for event in view.events:
        if (heard := getattr(table, event["type"], None)) is not None:
            heard(event)
    phase = "opening" if table.starter is None else "pending" if "place" in view.legal else "turn"
    if phase == "turn":
        table.settle(view.seat)
    return {
        "round": table.number,
        "playing": [*table.seats],
        "scores": table.scores,
        "starter": table.starter,
        "phase": phase,
        "pending": table.pending,
        "dice_left": {seat: hand.total() for seat, hand in table.hand.items()},
        "plain_dice": {seat: hand["plain"] for seat, hand in table.hand.items()},
        "jolly_dice": {seat: hand["jolly"] for seat, hand in table.hand.items()},
        "piles": table.piles,
        "tops": {seat: pile[-1] if pile else None for seat, pile in table.piles.items()},
        "loose": {seat: die and die[0] for seat, die in table.loose.items()},
        "points": {seat: table.points(seat) for seat in table.seats},
        "turns": table.turns,
        "rolls": table.rolls,
        "placed": table.placed,
        "failed": bool(table.failed),
    }

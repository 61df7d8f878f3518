"""What a view of poker dice must tell, followed through the events."""

from dicecup.engine.games.base import LETTERS
from dicecup.engine.games.poker.options import face_names

DICE = 5


class Table:
    """Dice as they lie, chips and who is in, event by event."""

    def __init__(self, game, seats):
        self.rules, self.seats = game.rules, LETTERS[:seats]
        self.by_chips = self.rules.match == "chips"
        self.chips = dict.fromkeys(self.seats, self.rules.purse if self.by_chips else 0)
        self.rounds_won = dict.fromkeys(self.seats, 0)
        self.pot, self.order = 0, [*self.seats]

    def order_is(self, event):
        self.order = event["seats"]

    def round(self, event):
        self.starter, self.ties = event["starter"], 0
        self.standing = {seat: "in" if seat in event["dice"] else "away" for seat in self.seats}
        first = self.order.index(self.starter)
        self.new_line([*self.order[first:], *self.order[:first]])
        self.dice = {seat: [] for seat in self.seats}

    def new_line(self, seats):
        """Those who are in have their turns, in this order."""
        self.line = [seat for seat in seats if self.standing[seat] == "in"]
        self.dice = {seat: [] if seat in self.line else dice for seat, dice in getattr(self, "dice", {}).items()}
        self.hands = {}
        self.turn, self.made, self.kept, self.cap = None, 0, [], self.rules.max_throws

    def tie(self, event):
        if event["what"] != "hand":
            return
        self.ties += 1
        self.tied = [*self.line]
        for seat in self.line:
            if self.rules.tie == "all_replay":
                able = not self.by_chips or self.chips[seat] >= self.rules.ante
                if self.standing[seat] != "dropped":
                    self.standing[seat] = "in" if able else "away"
            elif seat not in event["seats"] and self.standing[seat] == "in":
                self.standing[seat] = "beaten"
        self.new_line(self.line)
        if self.rules.tie == "single_throw":
            self.cap = 1

    def roll(self, event):
        if event["for"] == "order":
            return
        seat, thrown = event["seat"], [*event["dice"]]
        if seat != self.turn:
            if self.rules.follow_first_throws and self.turn == self.line[0]:
                self.cap = self.made
            self.turn, self.made, self.kept = seat, 0, []
        lie, kept = [], [*self.kept]
        for die in self.dice[seat] or [None] * DICE:
            stays = die in kept
            if stays:
                kept.remove(die)
            lie.append(die if stays else thrown.pop(0))
        self.dice[seat] = lie
        self.made += 1

    def move(self, event):
        words = event["move"].split()
        if words[0] == "keep":
            names = {str(face): face for face in face_names(self.rules.faces)}
            self.kept = [names[word] for word in words[1:] if word != "none"]
        elif words == ["drop"]:
            self.standing[event["seat"]] = "dropped"

    def hand(self, event):
        assert event["dice"] == self.dice[event["seat"]]
        self.hands[event["seat"]] = event["hand"]

    def pot_is(self, event):
        self.chips[event["seat"]], self.pot = event["chips"], event["pot"]

    def hand_won(self, event):
        self.rounds_won[event["seat"]] = event["wins"]


def fields(game, view):
    """The fields of a view, of a seat that is to decide; of `hands` those that events have told."""
    table = Table(game, len(view.seats))
    heard = {"pot": table.pot_is, "order": table.order_is}
    for event in view.events:
        if (hears := heard.get(event["type"]) or getattr(table, event["type"], None)) is not None:
            hears(event)
    assert table.turn == view.seat
    return {
        "round": view.events[-1]["round"],
        "playing": [seat for seat in table.seats if table.standing[seat] == "in"],
        "scores": table.chips if table.by_chips else table.rounds_won,
        "starter": table.starter,
        "dice": table.dice[view.seat],
        "throws_made": table.made,
        "throws_left": table.cap - table.made,
        "kept": table.kept,
        "table": table.dice,
        "hands": {**view.hands, **table.hands},
        "standing": table.standing,
        "to_come": table.line[table.line.index(view.seat) + 1 :],
        "ties": table.ties,
        "pot": table.pot,
        "chips": table.chips,
        "rounds_won": table.rounds_won,
        **_to_beat(view, table),
    }


def _to_beat(view, table):
    """What is told of hands, by the hands and ranks of all seats; a test of its own holds these to who wins."""
    others = {
        view.ranks[seat]: view.hands[seat]
        for seat in table.seats
        if seat != view.seat and table.standing[seat] == "in" and table.dice[seat]
    }
    best = max(others, default=-1)
    thrown = {seat: bool(dice) for seat, dice in table.dice.items()}
    assert {seat: rank >= 0 for seat, rank in view.ranks.items()} == thrown
    assert {seat: hand is not None for seat, hand in view.hands.items()} == thrown
    return {
        "hand": view.hands[view.seat],
        "rank": view.ranks[view.seat],
        "ranks": view.ranks,
        "rank_to_beat": best,
        "hand_to_beat": others.get(best),
    }

"""Whole games of piles against a small model of their own: it reads events and knows neither state nor tables.

The model keeps hands, piles and loose dice by what the events say, recomputes every placement, plunder, score and total from the
rules' text, and so finds dice that are lost, doubled or change their owner.
"""

from collections import Counter

import pytest
from families import names_of
from hypothesis import given, settings
from hypothesis import strategies as st
from piles_scene import LETTERS, definition

from dicecup.engine.core.philox import draw
from dicecup.engine.definitions.definition import load
from dicecup.engine.match.match import Seat, new_match

SHIPPED = names_of("piles")
CHANGED = [
    definition(plain_dice=3, jolly_dice=3, on_jr="any", floor="round", jr_base_score=1, target=200),
    definition("dead-mans-dice-table-dice", placement="forced", may_stop=False, floor="game", next_starter="rotate"),
    definition(plunder_needs="placement", on_jr="none", start_tie="tied", opening_die="plain"),
    definition("dead-mans-dice-race", start_tie="lowest_seat", unplaced="on_table", plain_faces=[1, 1, 2, 3, 4, 5, 6]),
]
GAMES = [*map(load, SHIPPED), *CHANGED]


def value(name):
    """What a die's name scores, but for a bottom that scores 1."""
    return 7 if name == "J" else int(str(name)[0])


class Model:
    """A game as its events tell it."""

    def __init__(self, rules, seats):
        self.rules, self.seats = rules, seats
        self.totals = dict.fromkeys(seats, 0)
        self.anew()

    def anew(self):
        r = self.rules
        self.hands = {seat: Counter(plain=r.plain_dice, jolly=r.jolly_dice) for seat in self.seats}
        self.piles = {seat: [] for seat in self.seats}  # (name, owner, kind)
        self.loose, self.bases, self.rolled, self.rolls, self.kind = {}, {}, None, 0, {}
        self.begun = False
        self.scored = []

    def take(self, event):
        getattr(self, event["type"], lambda event: None)(event)
        if self.begun:
            lying = Counter(owner for pile in self.piles.values() for _, owner, _ in pile)
            for seat in self.seats:
                waiting = self.rolled is not None and self.rolled[1] == seat
                held = sum(self.hands[seat].values()) + lying[seat] + (seat in self.loose) + waiting
                assert held + (self.kind.get(seat) is not None) == self.rules.plain_dice + self.rules.jolly_dice

    def fits(self, top, name):
        """D-R7, D-R12, D-A11."""
        if top == "J" and self.rules.on_jr != "as_one":
            return self.rules.on_jr == "any"
        t = 1 if top == "J" else value(top)
        return name == "J" or value(name) in (t, t + 1) or value(name) + t == 7

    def takes(self, top, name):
        """D-R10, D-R14."""
        if name == "J" or (top == "J" and self.rules.on_jr != "as_one"):
            return name != "J" and self.rules.on_jr == "any"
        t = 1 if top == "J" else value(top)
        return value(name) == t + 1 or value(name) + t == 7

    def move(self, event):
        seat, move = event["seat"], event["move"]
        if move.startswith("roll"):
            kind = move.split()[1]
            if self.begun and self.turn != seat:
                self.turn = seat
                self.rolls = 0
            assert self.hands[seat][kind] > 0
            self.hands[seat][kind] -= 1
            self.kind[seat] = kind
        elif move == "place":
            assert self.fits(self.piles[seat][-1][0], self.rolled[0])
            self.lay(seat)
        elif move == "back":
            self.give_back(seat)
        elif move.startswith("plunder"):
            _, whose, *loose = move.split()
            assert whose != seat and self.rolls > 0 and self.rolled is None
            die = self.loose.pop(whose) if loose else self.piles[whose].pop()
            assert self.takes(self.piles[seat][-1][0], die[0])
            self.piles[seat].append(die)
        elif move == "end":
            assert self.rolls > 0
            self.pick_up(self.seats[(self.seats.index(seat) + 1) % len(self.seats)])
            self.turn = None

    def pick_up(self, seat):
        if seat in self.loose:
            self.hands[seat][self.loose.pop(seat)[2]] += 1

    def lay(self, seat):
        self.piles[seat].append(self.rolled)
        self.rolled = None

    def give_back(self, seat):
        if self.rules.unplaced == "on_table":
            self.loose[seat] = self.rolled
        else:
            self.hands[seat][self.rolled[2]] += 1
        self.rolled = None

    def roll(self, event):
        seat, (name,) = event["seat"], event["dice"]
        kind = self.kind[seat]
        assert name in (
            self.rules.plain_faces if kind == "plain" else [f if f == "J" else f"{f}'" for f in self.rules.jolly_faces]
        )
        if event["for"] == "order":
            self.bases[seat] = (name, seat, kind)
            return
        self.kind[seat] = None
        self.rolls += 1
        self.rolled = (name, seat, kind)
        if not self.piles[seat]:
            self.lay(seat)
        elif not self.fits(self.piles[seat][-1][0], name):
            self.give_back(seat)

    def round(self, event):
        assert event["dice"] == {seat: sum(self.hands[seat].values()) for seat in self.seats}
        self.piles = {seat: [self.bases[seat]] for seat in self.seats}
        self.kind = {}
        self.begun, self.turn = True, None

    def score(self, event):
        seat, r = event["seat"], self.rules
        self.begun = False
        pile = [name for name, _, _ in self.piles[seat]]
        assert event["piles"] == pile
        points = sum(map(value, pile)) - (7 - r.jr_base_score if pile[:1] == ["J"] else 0)
        points *= 2 if pile[-1:] == ["J"] else 1
        lying = self.loose.get(seat, ("", "", ""))[2] == "jolly"
        points -= 7 * (self.hands[seat]["jolly"] + lying)
        points = max(points, 0) if r.floor == "round" else points
        self.totals[seat] += points
        if r.floor == "game":
            self.totals[seat] = max(self.totals[seat], 0)
        assert (event["points"], event["total"]) == (points, self.totals[seat])
        if pile[-1:] == ["J"]:
            assert self.piles[seat][-1][1] == seat  # D-R13: a Jolly Roger on top is its owner's
        self.scored.append(seat)
        if len(self.scored) == len(self.seats):
            self.anew()

    def end(self, event):
        assert event["scores"] == self.totals
        if event["end"] == "aborted":  # with a Jolly Roger on every pile on which nothing fits nobody can place or take
            assert (event["by"], self.rules.on_jr, event["winners"]) == ("turns", "none", [])
            return
        enough = self.rules.target + (self.rules.target_mode == "exceed")
        best = max(self.totals.values())
        leaders = [seat for seat, total in self.totals.items() if total == best]
        assert event["end"] == "won" and best >= enough and event["winners"] == leaders and len(leaders) == 1


@settings(max_examples=60)
@given(st.sampled_from(GAMES), st.integers(2, 4), st.integers(0, 10_000))
def test_random_games_agree_with_the_model(game, seats, number):
    seats = max(game.players.min, min(game.players.max, seats))
    match = new_match(game, [Seat("x", "human")] * seats, "model", number)
    while not match.over:
        legal = match.legal()
        match.play(legal[draw(match.view_record(match.turn), len(legal))])
    model = Model(game.rules, LETTERS[:seats])
    for event in match.events:
        model.take(event)


@pytest.mark.parametrize("variant", SHIPPED)
def test_piles_are_never_higher_than_all_dice_and_tops_know_their_owner(variant):
    match = new_match(load(variant), [Seat("x", "human")] * 2, "tower")
    while not match.over:
        s = match.state
        assert sum(s.height[:2]) <= 6
        for p in range(2):
            assert s.worth[p] == sum(die >> 8 for die in s.tower[p][: s.height[p]])
            assert not any(s.tower[p][s.height[p] :])
        legal = match.legal()
        match.play(legal[(s.moves * 7) % len(legal)])


# ---- a game that never ends, and length (rules.md 2.5): greedy play takes 2 players about 8.5 rounds to 100, 4 players about 7.8


def test_a_game_of_players_who_decline_for_ever_is_aborted_by_the_turns_guard():
    match = new_match(load("dead-mans-dice-peaceful"), [Seat("x", "human")] * 2, "never")
    while not match.over:
        match.play("back" if "back" in match.legal() else next(m for m in ("end", "roll plain") if m in match.legal()))
    end = match.events[-1]
    assert (end["end"], end["by"], end["winners"]) == ("aborted", "turns", [])


@pytest.mark.parametrize(("seats", "about"), [(2, 8.5), (4, 7.8)])
def test_2_5_length_of_greedy_games(seats, about):
    """Mean rounds of 300 games of `basic` within 1 of the reference's figure.

    The standard deviation of a game's rounds is about 1, so that the mean of 300 has one of 0.06: chance is not what the interval is
    for. The reference's greedy player is not written down, and `basic` differs from it (which die first, when to decline): it takes
    9.0 and 8.5 rounds. The test says no more than that the length is of the recorded size; the rules are held by the model above.
    """
    from dicecup.engine.core.kernel import PLAIN
    from dicecup.engine.playtest.plan import Plan
    from dicecup.engine.playtest.run import run

    report = run(Plan(load("dead-mans-dice"), ("basic",) * seats, 300, "length"), mode=PLAIN)
    assert abs(report.rounds.as_dict()["mean"] - about) < 1
    assert report.rounds.as_dict()["max"] < 40

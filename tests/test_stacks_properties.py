"""Stacked Dice against a small model of its own: whatever is played, dice and owners stay, and scores follow from the events."""

import re
from collections import Counter

from families import names_of
from hypothesis import given, settings
from hypothesis import strategies as st
from stacks_scene import LETTERS, definition

from dicecup.engine.games.shared.tower import face_of, owner_of
from dicecup.engine.match.dice_source import Seeded
from dicecup.engine.match.match import Match, Seat, header

SHIPPED = names_of("stacks")
MOVE = re.compile(r"stack (\d+) on (?:([A-J])|#(\d+))")


class Model:
    """The game as the events tell it: hands of dice, stacks as lists of owners, totals. Nothing of the engine is used."""

    def __init__(self, rules, seats):
        self.rules = rules
        self.hands = {seat: Counter() for seat in LETTERS[:seats]}
        self.left = {}
        self.stacks = []
        self.totals = dict.fromkeys(self.hands, 0)
        self.scored = set()

    def take(self, event):
        getattr(self, f"_{event['type']}", lambda event: None)(event)

    def _round(self, event):
        self.stacks, self.scored = [], set()
        self.left = dict(event["dice"])
        self.hands = {seat: Counter() for seat in self.hands}

    def _roll(self, event):
        if event["for"] == "lap":
            assert len(event["dice"]) == self.left[event["seat"]] > 0
            self.hands[event["seat"]] = Counter(event["dice"])

    def _move(self, event):
        if event["move"] == "pass":
            return
        value, seat, number = MOVE.fullmatch(event["move"]).groups()
        value, own = int(value), event["seat"]
        if seat:
            assert seat != own
            self._lock(seat, value)
            self.stacks.append((value, [seat]))
        value_there, owners = self.stacks[int(number or len(self.stacks)) - 1]
        assert value_there == value
        assert owners[-1] != own or self.rules["own_top"]
        assert len(owners) < self.rules["max_height"]
        self._lock(own, value)
        owners.append(own)

    def _lock(self, seat, value):
        assert self.hands[seat][value] > 0
        self.hands[seat][value] -= 1
        self.left[seat] -= 1

    def _score(self, event):
        seat = event["seat"]
        mine = {k: stack for k, stack in enumerate(self.stacks, 1) if stack[1][-1] == seat}
        points = sum(
            len(owners) * (self.rules["ace_value"] if value == 1 else value) for value, owners in mine.values()
        )
        self.totals[seat] += points
        self.scored.add(seat)
        assert (event["points"], event["total"], event["stacks"]) == (points, self.totals[seat], list(mine))

    def _end(self, event):
        best = max(self.totals.values())
        leaders = [seat for seat, total in self.totals.items() if total == best]
        assert event["scores"] == self.totals
        if event["end"] == "won":
            assert best >= self.rules["target"]
            assert event["winners"] == leaders
            assert len(leaders) == 1
        else:
            assert event["end"] == "aborted"


@st.composite
def tables(draw):
    variant = draw(st.sampled_from(SHIPPED))
    rules = {
        "target": draw(st.integers(1, 60)),
        "max_rounds": 5,
        "stacking": draw(st.sampled_from(["optional", "forced"])),
        "own_top": draw(st.booleans()),
        "round_end": draw(st.sampled_from(["before_roll", "immediate"])),
        "next_starter": draw(st.sampled_from(["rotate", "same", "roll", "round_winner"])),
        "max_height": draw(st.integers(2, 5)),
        "faces": draw(st.integers(2, 7)),
        "dice_per_player": draw(st.integers(1, 6)),
    }
    return definition(variant, draw(st.integers(2, 5)), **rules), draw(st.integers(2, 5)), draw(st.integers(0, 10**6))


@settings(max_examples=60, deadline=None)
@given(tables(), st.data())
def test_dice_are_conserved_locked_dice_stay_and_the_scores_follow_from_the_events(table, data):
    game, seats, seed = table
    sitting = [Seat(letter, "human") for letter in LETTERS[:seats]]
    match = Match(game, header(game, sitting, str(seed)), Seeded(str(seed), 0))
    rules = match.header["definition"]["rules"]
    model = Model(rules, seats)
    told = 0
    before = []
    while True:
        for event in match.events[told:]:
            if event["type"] == "round":
                before = []
            model.take(event)
        told = len(match.events)
        if match.over:
            break
        s = match.state
        lying = [[(owner_of(die), face_of(die)) for die in s.tower[k][: s.height[k]]] for k in range(s.begun)]
        # S-R5, S-A7: what lay there lies there still, with the same owner and face.
        assert all(lying[k][: len(stack)] == stack for k, stack in enumerate(before))
        before = lying
        for p in range(seats):
            locked = sum(owner == p for stack in lying for owner, _ in stack)
            assert s.left[p] + locked == game.rules.dice_per_player
            assert [s.free[p] >> (5 * v) & 31 for v in range(game.rules.faces)] == [
                model.hands[LETTERS[p]][v + 1] for v in range(game.rules.faces)
            ]
        assert [[LETTERS[owner] for owner, _ in stack] for stack in lying] == [owners for _, owners in model.stacks]
        legal = match.legal()
        assert len(set(legal)) == len(legal) > 1
        assert set(legal) == expected(model, match.turn, rules)
        match.play(data.draw(st.sampled_from(legal)))
    assert model.scored == set(LETTERS[:seats]) or match.events[-1]["end"] == "aborted"


def expected(model, own, rules):
    """All legal moves, by looking at every die and every stack."""
    moves = set()
    for value, count in model.hands[own].items():
        if count:
            moves |= {f"stack {value} on {seat}" for seat, hand in model.hands.items() if seat != own and hand[value]}
            for number, (there, owners) in enumerate(model.stacks, 1):
                if there == value and len(owners) < rules["max_height"] and (owners[-1] != own or rules["own_top"]):
                    moves.add(f"stack {value} on #{number}")
    return moves if moves and rules["stacking"] == "forced" else moves | {"pass"}

"""What the rules of Stacked Dice say in words, held to games that are played by lot."""

import re

from claims import Claims, few, hold_everywhere, sampled, silent
from stacks_scene import probes

from dicecup.engine.definitions.definition import load, names
from dicecup.engine.games.options import keys
from dicecup.engine.games.registry import family

VALUES = {
    "dice_per_player": [1, 2, 8],
    "faces": [2, 3, 10],
    "ace_value": [1, 20],
    "max_height": [2, 3, 10],
    "laps_per_roll": ["until_stuck"],
    "stacking": ["forced"],
    "own_top": ["true"],
    "rerolls": ["false"],
    "round_end": ["immediate"],
    "next_starter": ["same", "roll", "round_winner"],
    "start_ace_high": ["true"],
    "target": [1, 30, 60],
    "max_rounds": [1, 3, 20],
}
DEFINITIONS = [
    *(load(name, ["target=60"]) for name in names() if load(name).family == "stacks"),
    load("stacked-dice"),
    load("stacked-dice", ["players.min=5"]),
    *sampled("stacked-dice", VALUES, 40),
    *sampled("stack", VALUES, 15),
]

MOVES = ["pass", "stack 11 on B", "stack 1 on #999", "stack 1 on Z", "stack 1 on J"]  # to be refused somewhere


def choose(match, lots):
    """A stack more often than a pass."""
    legal = few(match, 40)
    return legal[lots.below(len(legal) - 1) if len(legal) > 1 and lots.below(4) else -1]


class Round:
    """One round as it was played: its throws, and the stacks as they grow."""

    def __init__(self, told, events):
        self.events = events
        self.order = [event["dice"][0] for event in events if event.get("for") == "order"]
        begun = [event for event in events if event["type"] == "round"]
        self.starter = begun[0]["starter"] if begun else None
        self.dice = begun[0]["dice"] if begun else {}
        self.scores = {event["seat"]: event for event in events if event["type"] == "score"}
        self.moves, self.throws, self.stacks = [], [], []
        free = {seat: [] for seat in told.seats}
        for event in events:
            if event.get("for") == "lap":
                if event["seat"] == self.starter:
                    self.throws.append([])
                free[event["seat"]] = list(event["dice"])
            elif event["type"] == "move":
                move, seat = event["move"], event["seat"]
                before = {other: [*dice] for other, dice in free.items()}
                stacks = [(value, [*owners]) for value, owners in self.stacks]
                self.moves.append((seat, move, before, stacks))
                self.throws[-1].append((seat, move, bool(event.get("auto"))))
                self.lay(free, seat, move)
        self.free = free

    def lay(self, free, seat, move):
        found = re.fullmatch(r"stack (\d+) on (?:#(\d+)|([A-J]))", move)
        if not found:
            return
        value = int(found[1])
        free[seat].remove(value)
        if found[3]:
            free[found[3]].remove(value)
            self.stacks.append((value, [found[3], seat]))
        else:
            self.stacks[int(found[2]) - 1][1].append(seat)

    def laps(self, seats):
        """The laps of each throw, moves by moves."""
        return [[throw[i : i + seats] for i in range(0, len(throw), seats)] for throw in self.throws]


def rounds(told):
    return told.once("rounds", lambda told: [Round(told, events) for events in told.rounds()])


def moves(told):
    return [move for one in rounds(told) for move in one.moves]


CLAIM = Claims(
    r"After \d+ (throws in one round|rounds?( without an end)) the game is aborted\.",
    r"After \d+ throws in one round the game is aborted\.",
    r"Level highest dice throw again; after \d+ ties the game is aborted\.",
)


@CLAIM(r"(\d+)(?: (?:to|or) (\d+))? players(; best with four or more)?\.")
def players(told, found):
    assert int(found[1]) <= len(told.seats) <= int(found[2] or found[1])
    return 1


@CLAIM(r"Each player has (\d+) (?:die|dice) of their own colour\.")
@CLAIM(r"Each round everyone throws all dice, openly\.")
def dice(told, found):
    number = int(told.says(r"Each player has (\d+)")[1])
    for one in rounds(told):
        assert set(one.dice.values()) <= {number}
        assert not one.moves or {len(dice) for dice in one.moves[0][2].values()} == {number}
    return 1


@CLAIM(r"The faces are 1 to (\d+)\.")
def faces(told, found):
    assert {die for event in told.of("roll") for die in event["dice"]} <= set(range(1, int(found[1]) + 1))
    return 1


@CLAIM(r"Everyone throws one die: the highest starts; play runs clockwise\.")
@CLAIM(r"In the start roll a 1 (is the lowest|beats every other face)\.")
@CLAIM(r"Who begins the next round is thrown for again\.")
def start_roll(told, found):
    thrown, seen = {}, 0
    for event in told.events:
        if event["type"] == "roll" and event["for"] == "order":
            high = told.says("In the start roll a 1 beats every other face") and event["dice"] == [1]
            thrown[event["seat"]] = 99 if high else event["dice"][0]
        elif event["type"] == "tie":
            assert event["seats"] == [seat for seat, die in thrown.items() if die == max(thrown.values())]
            thrown = {}
        elif event["type"] == "order":
            assert event["seats"][0] == max(thrown, key=thrown.__getitem__)
            assert all(
                after == told.clockwise(seat, told.seats)
                for seat, after in zip(event["seats"], event["seats"][1:], strict=False)
            )
            thrown, seen = {}, seen + 1
    return seen - ("again" in found[0])


@CLAIM(
    r"After each throw every player in turn, from the first player clockwise, has one turn to stack a die: one lap\."
)
@CLAIM(r"After each throw every player in turn, .*, may stack a die, lap after lap, until a lap in which nobody does\.")
def laps(told, found):
    seen = 0
    for one in rounds(told):
        for throw in one.laps(len(told.seats)):
            assert "one lap" not in found[0] or len(throw) == 1
            for lap in throw:
                assert [seat for seat, _, _ in lap] == [*around(told, one.starter)][: len(lap)]
            assert not [lap for lap in throw[:-1] if all(move == "pass" for _, move, _ in lap)]
            seen += 1
    return seen


def around(told, seat):
    """All seats clockwise, this one first."""
    at = told.seats.index(seat)
    return told.seats[at:] + told.seats[:at]


@CLAIM(
    r"To stack is to put one's own free die on another player's single die of the same value, keeping the value up\."
)
@CLAIM(r"A die may also go on the top of a stack of that value\.")
@CLAIM(r"The die that is covered, single or on top of a stack, must be another player's\.")
@CLAIM(r"A stack may be stacked on whoever is on top of it, oneself included; a single die must be another player's\.")
@CLAIM(r"A stack is at most (\d+) dice high; the last of them closes it\.")
@CLAIM(r"A stack is two dice and closed at once\.")
@CLAIM(r"Dice in a stack are locked: not thrown again, never moved, until the round has been scored\.")
@CLAIM(
    r"A move names a single die by its owner: `stack (\d+) on B`(, or a stack by its number: `stack \1 on #2`)?\. Stacks .*"
)
def stacking(told, found):
    seen = 0
    most = told.says(r"A stack is at most (\d+) dice high")
    for seat, move, free, stacks in moves(told):
        if move == "pass":
            continue
        _, value, _, target = move.split()
        assert int(value) in free[seat]
        if target.startswith("#"):
            worth, owners = stacks[int(target[1:]) - 1]
            assert worth == int(value) and told.says("A die may also go on the top of a stack")
            assert len(owners) < int(most[1])
            assert owners[-1] != seat or told.says("oneself included")
            seen += 1
        else:
            assert target != seat and int(value) in free[target]
            seen += not ("also go" in found[0] or "oneself" in found[0])
    return seen


def could_stack(told, seat, free, stacks):
    """Whether a seat could stack by what is said."""
    most = told.says(r"A stack is at most (\d+) dice high")
    own = told.says("oneself included")
    for value in free[seat]:
        if any(value in dice for other, dice in free.items() if other != seat):
            return True
        for worth, owners in stacks:
            if most and worth == value and len(owners) < int(most[1]) and (own or owners[-1] != seat):
                return True
    return False


@CLAIM(r"Nobody has to stack: `pass` is always a move\.")
@CLAIM(r"A player who can stack must; only one who cannot may `pass`\.")
@CLAIM(r"A player who cannot stack passes automatically\.")
def passing(told, found):
    seen = 0
    autos = [auto for one in rounds(told) for throw in one.throws for _, _, auto in throw]
    for (seat, move, free, stacks), auto in zip(moves(told), autos, strict=True):
        if move == "pass":
            able = could_stack(told, seat, free, stacks)
            assert auto is not able and not (able and "must" in found[0])
            seen += able if "always" in found[0] else not able
    return seen


@CLAIM(r"After the laps of a throw all throw again the dice they have in no stack, and the same first player begins\.")
@CLAIM(r"There is one throw a round: when the laps are over the round is scored\.")
@CLAIM(r"The round ends when, after the laps of a throw, some player has no dice left to throw\.")
@CLAIM(r"The round ends at once when a player has no dice left outside the stacks\.")
def ending(told, found):
    seen = 0
    for one in rounds(told):
        if not one.scores:
            continue
        empty = not all(one.free.values())
        whole = len(one.throws[-1]) % len(told.seats) == 0
        if told.says("There is one throw a round"):
            assert len(one.throws) == 1 and (whole or (empty and told.says("ends at once")))
        else:
            assert empty and (whole or told.says("ends at once"))
        for _, _, free, _ in one.moves:
            assert all(free.values()) or not told.says("ends at once")
        seen += 1
    return seen


@CLAIM(r"Each stack scores for the owner of its top die: the number of its dice times their worth\.")
@CLAIM(r"In a stack (?:a 1, the ace, is worth (\d+); every other die|a die) is worth its number\.")
@CLAIM(r"Dice outside stacks are worth nothing\.")
def scores(told, found):
    ace = told.says(r"the ace, is worth (\d+)")
    totals, seen = dict.fromkeys(told.seats, 0), 0
    for one in rounds(told):
        for seat, score in one.scores.items():
            won = [(value, owners) for value, owners in one.stacks if owners[-1] == seat]
            points = sum(len(owners) * (int(ace[1]) if ace and value == 1 else value) for value, owners in won)
            totals[seat] += points
            assert (score["points"], score["total"]) == (points, totals[seat])
            assert score["stacks"] == [n for n, (_, owners) in enumerate(one.stacks, 1) if owners[-1] == seat]
            seen += 1
    return seen


@CLAIM(r"The next round is begun by the player to the left of the last first player\.")
@CLAIM(r"The same player begins every round\.")
@CLAIM(r"The next round is begun by whoever scored most in this one; level, by the first of them clockwise, .*\.")
def starters(told, found):
    seen = 0
    for one, after in zip(rounds(told), rounds(told)[1:], strict=False):
        if not after.starter or not one.starter:
            continue
        if "to the left" in found[0]:
            expected = told.clockwise(one.starter, told.seats)
        elif "same" in found[0]:
            expected = one.starter
        else:
            expected = max(around(told, one.starter), key=lambda seat: one.scores[seat]["points"])
        assert after.starter == expected
        seen += 1
    return seen


@CLAIM(r"Rounds go on until at the end of one a player has (\d+) points? or more; the highest total wins\. Level .*")
def winning(told, found):
    seen = 0
    for one in rounds(told):
        totals = sorted(score["total"] for score in one.scores.values())
        if totals:
            won = totals[-1] >= int(found[1]) and totals[-1] > totals[-2]
            assert won is (one.events[-1].get("end") == "won")
            seen += won
    return seen


def test_what_the_rules_say_holds_in_every_game():
    hold_everywhere(CLAIM, DEFINITIONS, choose, probes, MOVES)


def test_every_value_of_every_key_is_told_somewhere():
    assert {key.path for key in keys(family(DEFINITIONS[0].family).options)} == {*VALUES}
    assert silent(DEFINITIONS, VALUES) == []

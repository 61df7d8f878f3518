"""What the rules of piles say in words, held to games that are played by lot; and what the telling says of their piles."""

import re

import pytest
from claims import Claims, few, games, hold_everywhere, sampled, silent
from piles_scene import probes

from dicecup.cli.games.registry import teller
from dicecup.engine.definitions.definition import load, names
from dicecup.engine.games.options import keys
from dicecup.engine.games.registry import family
from dicecup.engine.match.match import Seat, header

VALUES = {
    "plain_dice": [0, 1, 2, 3],
    "jolly_dice": [0, 1, 2, 3],
    "plain_faces": ["[1, 2]", "[6, 6, 1, 3, 4]"],
    "jolly_faces": ["[J, 1]", "[J, J, 2, 3]"],
    "opening_die": ["plain"],
    "start_tie": ["tied", "lowest_seat"],
    "next_starter": ["rotate"],
    "turn_rolls": ["single"],
    "may_stop": ["false"],
    "placement": ["forced"],
    "unplaced": ["on_table"],
    "plunder": ["false"],
    "plunder_needs": ["placement"],
    "on_jr": ["any", "none"],
    "round_end": ["immediate"],
    "jr_base_score": [1],
    "floor": ["round", "game"],
    "target": [20, 30],
    "target_mode": ["exceed"],
    "max_rounds": [4, 30],
}
PAIRS = [
    ("dead-mans-dice", ["jolly_dice=3", "plain_dice=3", "floor=round", "target=30"]),
    ("dead-mans-dice", ["jolly_dice=2", "floor=game", "target=30"]),
    ("dead-mans-dice-table-dice", ["plunder_needs=placement", "on_jr=any", "target=30"]),
    ("dead-mans-dice", ["placement=forced", "may_stop=false", "on_jr=none", "target=30"]),
]
DEFINITIONS = [
    *(load(name) for name in names() if load(name).family == "piles"),
    *(load(name, settings) for name, settings in PAIRS),
    *sampled("dead-mans-dice", VALUES, 30),
    *sampled("dead-mans-dice-table-dice", VALUES, 10),
]

MOVES = [
    "roll plain",
    "roll jolly",
    "place",
    "back",
    "end",
    "plunder B",
    "plunder J",
    "plunder B loose",
]  # to be refused somewhere


def choose(match, lots):
    """Plunder where that is possible, else by lot."""
    legal = few(match, 30)
    return legal[-2 if len(legal) > 2 and lots.below(3) == 0 else lots.below(len(legal))]


def face(die):
    """The number on a die; of a Jolly Roger none."""
    return None if die == "J" else int(str(die).removesuffix("'"))


class Round:
    """One round as it was played: the piles as they are built, turn by turn."""

    def __init__(self, told, events):
        self.told, self.events = told, events
        self.bases = {event["seat"]: event["dice"][0] for event in events if event.get("for") == "order"}
        self.ties = [event["seats"] for event in events if event["type"] == "tie"]
        self.starter = next((event["starter"] for event in events if event["type"] == "round"), None)
        self.returned = []  # loose dice that their owners took back
        self.scores = {event["seat"]: event for event in events if event["type"] == "score"}
        self.steps = list(self.follow()) if self.starter else []

    def follow(self):
        """Every roll, place, plunder and end of a turn: what was done, and the table before it."""
        piles = {seat: [die] for seat, die in self.bases.items()}
        begun = next(i for i, event in enumerate(self.events) if event["type"] == "round")
        hand, loose, rolled, _kind = dict(self.events[begun]["dice"]), {}, None, None
        turn, rolls, placed, failed = self.starter, 0, 0, False
        for event in self.events[begun + 1 :]:
            if event["type"] not in ("move", "roll"):
                continue
            seat, move = event["seat"], event.get("move")
            if rolled is not None and move != "place":  # it was declined, or did not fit
                failed = True
                if self.told.says("lies loose on the table"):
                    loose[seat] = rolled
                else:
                    hand[seat] += 1
            before = {
                "seat": seat, "move": move, "pile": [*piles[seat]], "hand": hand[seat], "rolls": rolls, "placed": placed,
                "failed": failed, "piles": {other: [*pile] for other, pile in piles.items()}, "loose": dict(loose), "turn": turn,
            }  # fmt: skip
            if event["type"] == "roll":
                (rolled,) = event["dice"]
                rolls += 1
                yield before | {"rolled": rolled}
                if not piles[seat]:
                    piles[seat].append(rolled)
                    rolled, placed = None, placed + 1
                continue
            if move == "place":
                before["rolled"] = rolled
                piles[seat].append(rolled)
                placed += 1
            rolled = None
            yield before
            if move.startswith("roll"):
                hand[seat] -= 1
            elif move.startswith("plunder"):
                whose = move.split()[1]
                piles[seat].append(loose.pop(whose) if move.endswith("loose") else piles[whose].pop())
            elif move == "end":
                rolls, placed, failed, turn = 0, 0, False, self.told.clockwise(seat, self.told.seats)
                if turn in loose:
                    hand[turn] += 1
                    self.returned.append(loose.pop(turn))


def rounds(told):
    return told.once("rounds", lambda told: [Round(told, events) for events in told.rounds()])


def steps(told, *moves):
    """The steps of all rounds with these moves; None is a roll that came up."""
    return [step for one in rounds(told) for step in one.steps if (step["move"] or "rolled").split()[0] in moves]


CLAIM = Claims(
    r"Whoever is first to collect enough gold wins; gold is scored at the end of every round\.",
    r"A Jolly Roger die that shows a number is written with a stroke: (\d)' shows \1\.",
    r"In each round all first roll one die, which stays as the bottom of their pile\.",
    r"After scoring all dice go back to their owners\.",
    r"After 1000 turns of one round without its end the game is aborted\.",
    r"After 1000 ties at one opening the game is aborted\.",
    r"After \d+ rounds? without an end the game is aborted\.",
    r"A turn has as many rolls as the player likes, one die each, until one fails\.",
    r"Each chooses which of their dice that is; the dice are shown when all have chosen\.",
    r"A player whose whole pile was taken begins a new one with whatever they roll next; that die counts as placed\.",
    r"The points of a round and totals may fall below 0\.",
)


@CLAIM(r"(\d+)(?: (?:to|or) (\d+))? players\.")
def players(told, found):
    assert int(found[1]) <= len(told.seats) <= int(found[2] or found[1])
    return 1


@CLAIM(r"Each player owns (\d+) (plain|Jolly Roger) (?:die|dice)\.")
def owned(told, found):
    both = [int(number) for _, text in told.rules for number in re.findall(r"^Each player owns (\d+)", text)]
    assert all(set(event["dice"].values()) == {sum(both) - 1} for event in told.of("round"))
    return 1


@CLAIM(r"The faces of a (plain|Jolly Roger) die are ([J\d ]+?)(?: \(J is the Jolly Roger\))?\.")
def faces(told, found):
    jolly = found[1] == "Jolly Roger"
    thrown = {str(die) for event in told.of("roll") for die in event["dice"]}
    shown = {die for die in thrown if (die == "J" or die.endswith("'")) is jolly}
    assert {die.removesuffix("'") for die in shown} <= set(found[2].split())
    return len(shown)


@CLAIM(r"That is a plain die\.")
def plain_opening(told, found):
    dice = {str(die) for one in rounds(told) for die in one.bases.values()}
    assert not [die for die in dice if die == "J" or die.endswith("'")]
    return 1


@CLAIM(r"(In the first round the|The) lowest begins( \(a J counts as 1\))?, the others follow clockwise\.")
@CLAIM(r"Every round is begun by whoever is lowest at its own opening\.")
@CLAIM(r"Later rounds are begun by the player to the left of whoever began the last one; then it does not matter .*\.")
@CLAIM(
    r"Where several are lowest, (all roll the same dice again|they alone roll again|the first of them in seat order) .*"
)
@CLAIM(r"Where several are lowest, (all roll the same dice again), and the new faces stay\.")
def starters(told, found):
    seen, last = 0, None
    assert not (told.says("^The lowest begins") and told.says("Later rounds are begun by the player to the left"))
    for one in rounds(told):
        if last is not None and told.says("Later rounds are begun by the player to the left"):
            assert one.starter in (told.clockwise(last, told.seats), None)
            seen += "Later" in found[0]
        elif one.starter:
            rolled = one.ties[-1] if one.ties and told.says("they alone roll again") else told.seats
            value = {seat: face(one.bases[seat]) or 1 for seat in rolled}
            lowest = [seat for seat in rolled if value[seat] == min(value.values())]
            assert one.starter == lowest[0]
            assert len(lowest) == 1 or told.says("the first of them in seat order")
            seen += bool(one.ties) or len(lowest) > 1 if "several" in found[0] else "Later" not in found[0]
        last = one.starter
    return seen


# ---- turns


@CLAIM(r"A turn has one roll of one die\.")
def one_roll(told, found):
    assert all(step["rolls"] == 0 for step in steps(told, "roll"))
    return len(steps(told, "roll"))


@CLAIM(r"A die is rolled from the hand by (.*)\.")
def rolling(told, found):
    assert {f"`{event['move']}`" for event in told.of("move") if event["move"].startswith("roll")} <= set(
        found[1].split(" or ")
    )
    return 1


def fits(told, top, die):
    """Whether a rolled die fits by what is said."""
    if top == "J":
        on = told.says(r"^On a J (fits any die|nothing fits|fits what fits on a 1)\.")[1]
        if on != "fits what fits on a 1":
            return on == "fits any die"
        top = 1
    return die == "J" or face(die) in (face(top), face(top) + 1, 7 - face(top))


@CLAIM(r"A rolled die fits on one's own pile if it equals the top, is one more, or makes seven with it\.")
@CLAIM(r"A J fits on any(thing| number)\.")
@CLAIM(r"On a J (fits any die|nothing fits|fits what fits on a 1)\.")
@CLAIM(r"A rolled die that fits may be placed \(`place`\) or declined \(`back`\), which counts as a failed roll\.")
@CLAIM(r"A rolled die that fits must be placed \(`place`\)\.")
@CLAIM(r"A rolled die that fits is answered before anything else; one that does not is a failed roll\.")
def placing(told, found):
    seen = 0
    for one in rounds(told):
        for i, step in enumerate(one.steps):
            if step["move"] is None and step["pile"]:
                answer = one.steps[i + 1]["move"] if i + 1 < len(one.steps) else None
                good = fits(told, step["pile"][-1], step["rolled"])
                assert (answer in ("place", "back")) is good
                assert answer != "back" or not told.says("must be placed")
                seen += "J" in (step["pile"][-1], step["rolled"]) or "J" not in found[0]
    return seen


@CLAIM(r"After a failed roll there is no more rolling in this turn\.")
def no_more(told, found):
    rolls = steps(told, "roll")
    assert not [step for step in rolls if step["failed"]]
    return len(rolls)


@CLAIM(r"After (at least one|the) roll the turn may be ended \(`end`\)\.")
@CLAIM(r"The turn may be ended \(`end`\) only after a failed roll, or with no die left in hand\.")
def ending(told, found):
    for step in steps(told, "end"):
        assert step["rolls"]
        assert "only" not in found[0] or step["failed"] or not step["hand"]
    return len(steps(told, "end"))


@CLAIM(r"A die that is not placed goes back to the hand, to be rolled again later\.")
@CLAIM(r"A die that is not placed lies loose on the table, before its owner\.")
@CLAIM(r"A loose die may be plundered until its owner's next turn, which begins with taking it back to hand\.")
def unplaced(told, found):
    takes = [step for step in steps(told, "plunder") if step["move"].endswith("loose")]
    assert all(step["move"].split()[1] in step["loose"] for step in takes)
    assert not takes or "hand, to be" not in found[0]
    assert all(step["hand"] >= 0 for step in steps(told, "roll", "end"))
    return len(takes) + ("hand, to be" in found[0])


@CLAIM(r"In turn a player may take the top die of another pile.* and lay it on their own pile, if it is one more .*")
@CLAIM(r"A J may not be taken\.")
@CLAIM(r"To plunder one must have (rolled in this turn; that roll may have failed|placed a rolled die in this turn)\.")
def plundering(told, found):
    takes = steps(told, "plunder")
    for step in takes:
        whose = step["move"].split()[1]
        die = step["loose"][whose] if step["move"].endswith("loose") else step["piles"][whose][-1]
        top = step["pile"][-1]
        assert whose != step["seat"] and die != "J"
        assert step["rolls"] and (step["placed"] or "placed a rolled" not in found[0])
        if top == "J" and told.says("On a J fits any die"):
            continue
        assert face(die) in ((face(top) or 1) + 1, 7 - (face(top) or 1))
    return len(takes)


@CLAIM(r"Nobody takes dice from another\.")
def no_plunder(told, found):
    assert not steps(told, "plunder")
    return 1


# ---- scores


@CLAIM(r"The round ends when a player whose turn begins has no die in hand\.")
@CLAIM(r"The round ends as soon as a rolled die is placed that was the last in hand, or when a player .* has none\.")
def round_end(told, found):
    seen = 0
    for one in rounds(told):
        if one.scores and one.steps:
            last, at_once = one.steps[-1], "as soon" in found[0]
            assert last["move"] == "end" or (at_once and not last["hand"])
            seen += 1
            placed = [step for step in one.steps[:-1] if step["move"] == "place" and not step["hand"]]
            assert not (at_once and placed)
    return seen


@CLAIM(r"A pile is worth the sum of the faces of all its dice\.")
@CLAIM(r"A J is worth 7(?: wherever it lies|, as the lowest die of a pile 1)\.")
@CLAIM(r"A J on top of a pile doubles its worth\.")
@CLAIM(r"Each Jolly Roger die still in hand( or loose)? costs 7, after doubling\.")
@CLAIM(r"The points of a round are at least 0\.")
@CLAIM(r"A total is at least 0 after each round\.")
def points(told, found):
    totals, seen = dict.fromkeys(told.seats, 0), 0
    for one in rounds(told):
        for seat, score in one.scores.items():
            dice = score["piles"]
            worth = sum(face(die) or 7 for die in dice)
            worth -= 6 if dice[:1] == ["J"] and told.says("as the lowest die of a pile 1") else 0
            worth *= 2 if dice[-1:] == ["J"] else 1
            least = 0 if told.says("The points of a round are at least 0") else -100
            assert score["points"] in {max(least, worth - 7 * held) for held in range(4)}
            totals[seat] += score["points"]
            if told.says("A total is at least 0"):
                totals[seat] = max(0, totals[seat])
            assert score["total"] == totals[seat]
            seen += "J" not in found[0] or dice[-1:] == ["J"] or score["points"] < worth
    return seen


@CLAIM(r"A total (?:of (\d+) is enough|above (\d+) is needed) to win, tested at the end of a round\.")
@CLAIM(r"If several have enough the highest total wins; if level, all play further rounds until one leads alone\.")
def winning(told, found):
    reach, above = told.says(r"A total (?:of (\d+) is enough|above (\d+) is needed)").groups()
    enough = int(reach) if reach else int(above) + 1
    seen = 0
    for one in rounds(told):
        totals = sorted(score["total"] for score in one.scores.values())
        if totals:
            won = totals[-1] >= enough and totals[-1] > totals[-2]
            assert won is (one.events[-1]["type"] == "end" and one.events[-1]["end"] == "won")
            seen += won
    return seen


def test_what_the_rules_say_holds_in_every_game():
    hold_everywhere(CLAIM, DEFINITIONS, choose, probes, MOVES)


def test_every_value_of_every_key_is_told_somewhere():
    assert {key.path for key in keys(family(DEFINITIONS[0].family).options)} == {*VALUES}
    assert silent(DEFINITIONS, VALUES) == []


# ---- what the telling says of them


def lines(told):
    """Each event of a game with its line in the telling, without the name of the seat."""
    tell = teller(header(told.definition, [Seat(seat, "human") for seat in told.seats], "x", 0)).tell
    for event in told.events:
        for line in tell(event):
            yield event, line.text.partition("  ")[2].partition("  ")[2]


@pytest.mark.parametrize("definition", DEFINITIONS[:20], ids=lambda definition: definition.name)
def test_the_telling_knows_failed_rolls_and_loose_dice_and_how_points_come_about(definition):
    for told in games(definition, choose, 1):
        failed = sum(
            answered is None or answered["move"] not in ("place", "back")
            for one in rounds(told)
            for step, answered in zip(one.steps, [*one.steps[1:], None], strict=True)
            if step["move"] is None and step["pile"]
        )
        said = list(lines(told))
        assert sum("a failed roll" in text for _, text in said) == failed
        where = "the die lies loose" if told.says("lies loose on the table") else "the die goes back to hand"
        assert sum(where in text for _, text in said) == failed + len(steps(told, "back"))
        taken = [found[1] for _, text in said if (found := re.search(r"takes the loose (\S+) back to hand", text))]
        assert taken == [str(die) for one in rounds(told) for die in one.returned]
        for event, text in said:
            if event["type"] == "score":
                assert reckoned(text, event) == event["points"], text


def reckoned(text, event):
    """The points that a line reckons up: its pile, doubled, less what Jolly Rogers in hand cost, at least 0."""
    how = text[text.index("(") + 1 : text.rindex(")")]
    worth = re.search(r": (\d+)", how)
    points = int(worth[1]) if worth else sum(face(die) or 7 for die in event["piles"])
    points *= 2 if "doubled" in how else 1
    if "for each" in how:  # of so many that nothing is left
        return 0
    less = re.search(r"less (\d+) for", how)
    points -= int(less[1]) if less else 0
    return max(points, 0) if "at least 0" in how else points

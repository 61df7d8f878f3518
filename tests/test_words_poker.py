"""What the rules of poker dice say in words, held to games that are played by lot."""

from collections import Counter
from itertools import pairwise

from claims import Claims, few, hold_everywhere, sampled, silent
from poker_scene import probes

from dicecup.engine.definitions.definition import load, names
from dicecup.engine.games.options import keys
from dicecup.engine.games.registry import family

VALUES = {
    "faces": ["pips_one_high", "pips_six_high", "[A, K]", "[9, 8, 7, 6, 5]", "[A, B, C]"],
    "wild": ["A", "K"],
    "max_throws": [1, 2, 3, 4],
    "reroll_limit": [1, 3, 5],
    "kept_locked": ["true"],
    "follow_first_throws": ["true"],
    "straights": ["none", "[AKQJT, AKQJ9]"],
    "secondary": ["true"],
    "kickers": ["true"],
    "natural_beats_wild": ["true"],
    "tie": ["single_throw", "all_replay", "split"],
    "ante": [0, 1, 3],
    "purse": [4, 6],
    "second_ante": ["reroll", "stay"],
    "drop_out": ["true"],
    "start": ["roll_first", "seats"],
    "match": ["rounds:1", "rounds:3", "first_to:2", "legs", "chips"],
    "max_rounds": [1, 3, 40],
}
FLAT = "faces=[A, K]"  # hands are level often
CHIPS = ["match=chips", "purse=3", FLAT]
PAIRS = [
    ("poker-dice", [*CHIPS, "tie=all_replay", "ante=2", "max_throws=1"]),
    ("poker-dice", [*CHIPS, "tie=all_replay", "ante=1", "players.max=2"]),
    ("poker-dice", [*CHIPS, "tie=split", "second_ante=reroll", "drop_out=true"]),
    ("poker-dice", [FLAT, "second_ante=stay", "drop_out=true", "max_throws=1"]),
    ("poker-dice", [FLAT, "tie=single_throw", "second_ante=stay", "drop_out=true"]),
    ("poker-dice", [FLAT, "follow_first_throws=true", "max_throws=3", "kept_locked=true"]),
    ("poker-dice", [FLAT, "follow_first_throws=true", "max_throws=3", "tie=all_replay"]),
    ("poker-dice", ["match=legs", "tie=split", FLAT, "ante=0", "max_throws=1"]),
    ("poker-dice", ["match=legs", "players.max=2"]),
    ("poker-dice", ["players.min=3", "start=roll_first", "second_ante=stay", "drop_out=true", "max_throws=1"]),
    ("poker-dice", ["match=legs", "ante=0", "drop_out=true", "players.min=3"]),
    ("poker-dice", ["match=rounds:3", "start=seats", "wild=A"]),
    ("poker-dice", ["ante=0", "tie=split", FLAT]),
]
DEFINITIONS = [
    *(load(name) for name in names() if load(name).family == "poker"),
    *(load(name, settings) for name, settings in PAIRS),
    *sampled("poker-dice", VALUES, 50),
]

UNTOUCHED = ("hand_order",)  # its order is that of the hands
MOVES = ["stand", "drop", "keep none", "keep Z", "keep A A A A A A"]  # to be refused somewhere


def choose(match, lots):
    """Any move, to stand and to keep much more often than others."""
    legal = few(match, 12)
    return legal[lots.below(len(legal))]


class Turn:
    """A turn of one seat: its throws as they lay, and its moves."""

    def __init__(self, seat, why):
        self.seat, self.why = seat, why
        self.throws, self.moves, self.paid, self.hand = [], [], 0, None


class Stage:
    """The turns of a round up to a tie or its end."""

    def __init__(self, antes):
        self.antes, self.turns, self.tied, self.out = antes, [], None, []


class Round:
    """One round as it was played, stage by stage."""

    def __init__(self, told, events):
        begun = [event for event in events if event["type"] == "round"]
        self.starter = begun[0]["starter"]
        self.seats = list(begun[0]["dice"])
        self.events, self.stages = events, [Stage([])]
        self.won = next((event["seat"] for event in events if event["type"] == "hand_won"), None)
        self.taken = [(event["seat"], event["won"]) for event in events if event["type"] == "pot" and "won" in event]
        self.paid = sum(event["ante"] for event in events if event["type"] == "pot" and "ante" in event)
        self.out = [event["seat"] for event in events if event["type"] == "out"]
        turn = None
        for event in events[events.index(begun[0]) :]:
            stage, kind = self.stages[-1], event["type"]
            if kind == "roll":
                if turn is None or turn.seat != event["seat"]:
                    turn = Turn(event["seat"], event["for"])
                    stage.turns.append(turn)
                turn.throws.append(event["dice"])
            elif kind == "move":
                turn.moves.append(event["move"])
            elif kind == "pot" and "ante" in event:
                if turn is None:
                    stage.antes.append(event["seat"])
                else:
                    turn.paid += 1
            elif kind == "out" and turn is None:
                stage.out.append(event["seat"])
            elif kind == "hand":
                turn.hand = event
            elif kind == "tie":
                stage.tied, turn = event["seats"], None
                self.stages.append(Stage([]))
        if not self.stages[-1].turns:
            self.stages.pop()

    @property
    def turns(self):
        return [turn for stage in self.stages for turn in stage.turns]

    @property
    def dropped(self):
        return [turn.seat for turn in self.turns if "drop" in turn.moves]


def rounds(told):
    numbered = lambda told: [Round(told, events) for events in told.rounds()]  # noqa: E731
    return told.once("rounds", numbered)


def turns(told):
    return [turn for one in rounds(told) for turn in one.turns]


CLAIM = Claims(
    r"Each has a turn with the same five dice; the best hand wins the round\.",
    r"After \d+ rounds? without an end the game is aborted\.",
    r"The hands, best first, each with an example and its chance in one throw of five dice:",
    r"\d\. .*(: \d+ of \d+ \(\d+\.\d\d %\)|: cannot occur here)\.",
    r"Hands of one kind are compared by their faces: the larger group first; in nothing, the highest die\.",
    r"A hand made with wild dice is as good as one without\.",
    r"Of hands equal in everything else, one in which no wild die stands for another face is better\.",
    r"Hands still equal are decided by the dice not yet compared: grouped dice first, then single dice from high to low\.",
    r"Odd dice are not compared\.",
    r"(In a full house only the triple is compared|Full houses with equal triples are decided by the pair), .*\.",
    r"Players still level after 100 such turns in one round (share the pot, .*|leave the round won by nobody)\.",
    r"(There are no straights|Five different faces are a straight|Every five neighbours|The straights are, best first).*\.",
)


@CLAIM(r"(\d+)(?: (?:to|or) (\d+))? players\.")
def players(told, found):
    assert int(found[1]) <= len(told.seats) <= int(found[2] or found[1])
    return 1


@CLAIM(r"From high to low the faces are (.*)\.")
@CLAIM(r"Each (\S+) counts as whatever face makes the hand best(, but not in the throw for the order)?\.")
def faces(told, found):
    known = told.says(r"^From high to low the faces are (.*)\.$")[1].split()
    wild = told.says(r"^Each (\S+) counts as")
    for event in told.of("roll", "hand"):
        assert {str(die) for die in event["dice"]} <= set(known)
    for event in told.of("hand"):
        changed = {
            str(die) for die, read in zip(event["dice"], event.get("as", event["dice"]), strict=True) if die != read
        }
        assert changed <= ({wild[1]} if wild else set())
    return 1


# ---- the pot


@CLAIM(r"There is no pot\.")
def no_pot(told, found):
    assert not told.of("pot")
    return 1


@CLAIM(r"Before each round every player in it pays (\d+) chips? into the pot; the best hand wins it\.")
def antes(told, found):
    for one in rounds(told):
        assert sorted(one.stages[0].antes) == one.seats
        assert {event["ante"] for event in one.events if "ante" in event} == {int(found[1])}
        assert sum(chips for _, chips in one.taken) in (one.paid, 0)
        assert one.won is None or not one.taken or one.taken == [(one.won, one.paid)]
    return 1


@CLAIM(r"Every player starts with (\d+) chips?\.")
def purse(told, found):
    chips = {event["seat"]: event["chips"] + event["ante"] for event in reversed(told.of("pot")) if "ante" in event}
    assert set(chips.values()) == {int(found[1])}
    return 1


@CLAIM(r"Players may owe chips, which do not decide the game\.")
def owing(told, found):
    return sum(event["chips"] < 0 for event in told.of("pot"))


# ---- order and turns


@CLAIM(r"Everyone throws one die: they play in the order of these, best first; equal dice are thrown again\. .*")
@CLAIM(r"Everyone throws one die: the best begins, equal best ones throw again; the others follow clockwise\. .*")
@CLAIM(r"Seat A begins, the others follow clockwise\.")
def order(told, found):
    faces = told.says(r"^From high to low the faces are (.*)\.$")[1].split()
    (order,) = told.of("order")
    thrown = dict.fromkeys(told.seats, ())
    for event in told.of("roll"):
        if event["for"] == "order":
            thrown[event["seat"]] += (faces.index(str(event["dice"][0])),)
    if "they play" in found[0]:
        assert order["seats"] == sorted(told.seats, key=thrown.__getitem__)
    else:
        best = min(told.seats, key=thrown.__getitem__) if "Everyone" in found[0] else "A"
        at = told.seats.index(best)
        assert order["seats"] == list(told.seats[at:] + told.seats[:at])
    return 1


@CLAIM(r"Each later round is begun by the next player in this order\.")
def starters(told, found):
    (order,) = [event["seats"] for event in told.of("order")]
    for one, after in pairwise(rounds(told)):
        at = order.index(one.starter)
        assert after.starter == next(seat for seat in order[at + 1 :] + order[: at + 1] if seat in after.seats)
    return len(rounds(told)) - 1


@CLAIM(r"A turn is one throw of five dice\.")
@CLAIM(r"A turn has at most (\d) throws: after each but the last any dice may be kept and the others thrown again\.")
@CLAIM(
    r"After the last throw the turn ends by itself(; after the first one the ante is asked for even if it is the last)?\."
)
def throws(told, found):
    most = told.says(r"A turn has at most (\d) throws")
    stay = told.says("the ante is asked for even if it is the last")
    for turn in turns(told):
        assert len(turn.throws) <= (int(most[1]) if most else 1)
        assert len(turn.throws[0]) == 5
        again = bool(turn.moves) and turn.moves[-1].startswith("keep")
        assert len(turn.throws) == 1 + sum(move.startswith("keep") for move in turn.moves)
        assert not turn.moves or again or turn.moves[-1] in ("stand", "drop")
        single = turn.why == "tie" and told.says("throw five dice once")
        assert turn.moves or not stay or single
    return len(turns(told)) if found[0].startswith("A turn") or bool(found[1]) is bool(stay) else 0


@CLAIM(r"A player says what to keep, and all other dice are thrown again: (.*)\.")
@CLAIM(r"To `stand` ends the turn and uses no throw; to keep all five dice is the same\.")
@CLAIM(r"Only dice that lie there can be kept\.")
@CLAIM(r"At most (\d) (?:die|dice) may be thrown again at a time\.")
@CLAIM(r"A die once kept may not be thrown again in the same turn\.")
@CLAIM(r"Dice kept at one re-throw may be thrown again at the next\.")
def keeping(told, found):
    limit = told.says(r"At most (\d) (?:die|dice) may be thrown again at a time")
    locked = told.says("A die once kept may not be thrown again")
    seen = 0
    for turn in turns(told):
        lie, kept = Counter(map(str, turn.throws[0])), Counter()
        for move, dice in zip(turn.moves, [*turn.throws[1:], None], strict=False):
            if not move.startswith("keep"):
                continue
            keeps = Counter(word for word in move.split()[1:] if word != "none")
            assert keeps <= lie and keeps.total() + len(dice) == 5
            assert not limit or len(dice) <= int(limit[1])
            assert not locked or kept <= keeps
            lie, kept = keeps + Counter(map(str, dice)), keeps
            seen += 1
        assert turn.hand is None or Counter(map(str, turn.hand["dice"])) == lie
        seen += "`stand`" in found[0] and "stand" in turn.moves
    return seen


@CLAIM(r"Nobody makes more throws in a turn than the first player of the round did(; in the turns after a tie .*)?\.")
def following(told, found):
    seen = 0
    for one in rounds(told):
        for stage in one.stages:
            assert (
                stage is one.stages[0]
                or found[1]
                or told.says("throw five dice once")
                or told.says("nobody wins the round")
            )
            assert all(len(turn.throws) <= len(stage.turns[0].throws) for turn in stage.turns)
            seen += 1
    return seen


@CLAIM(r"Each re-throw costs the ante once more(; whoever cannot pay it may not throw again)?\.")
def paid_throws(told, found):
    for turn in turns(told):
        assert turn.paid == sum(move.startswith("keep") for move in turn.moves)
    return sum(turn.paid for turn in turns(told))


@CLAIM(
    r"After the first throw a player pays the ante once more to go on \(.*\), or drops(; whoever cannot pay it has to drop)?\."
)
@CLAIM(r"In a turn after a tie that is due again\.")
def paid_stay(told, found):
    seen = 0
    for turn in turns(told):
        due = turn.why != "tie" or not told.says("throw five dice once")
        assert turn.paid == int(due and turn.moves[0] != "drop")
        seen += turn.why == "tie" or "after a tie" not in found[0]
    return seen


@CLAIM(
    r"Whenever asked, a player may `drop` out of the round instead; (what was paid stays in the pot, and )?whoever is left .*"
)
@CLAIM(r"Not played here: to `drop` out of a round\.")
def dropping(told, found):
    seen = "Not played" in found[0]
    for one in rounds(told):
        assert not one.dropped or "Not played" not in found[0]
        if len(one.dropped) == len(one.seats) - 1:
            assert one.won not in one.dropped
        seen += len(one.dropped)
    return seen


# ---- ties, and who wins


@CLAIM(
    r"Players with equal best hands (take a new turn|throw five dice once), they alone, until one of them is best(; .*)?\."
)
@CLAIM(
    r"One tie, all tie: everybody who has not dropped, beaten or not, (pays a new ante into the same pot and )?takes .*\."
)
@CLAIM(
    r"Players with equal best hands share the pot, odd chips to the first in the order of the round; nobody wins the round\."
)
@CLAIM(r"Where several hands are equally best nobody wins the round\.")
@CLAIM(r"Whoever cannot pay that ante is out; a player left alone by it wins the round\. If nobody can pay it, .*")
def ties(told, found):
    seen = 0
    chips = dict.fromkeys(told.seats, int((told.says(r"Every player starts with (\d+)") or [0, 0])[1]))
    ante = int((told.says(r"pays (\d+) chips? into the pot") or [0, 0])[1])
    for one in rounds(told):
        for stage, after in pairwise(one.stages):
            seen += tied(told, one, stage, after)
        last = one.stages[-1].tied
        if last:
            broke = told.says("Whoever cannot pay that ante is out")
            assert broke or told.says("nobody wins the round") or len(one.stages) > 100
            if not (broke and one.won):
                assert one.won is None
                assert sorted(seat for seat, _ in one.taken) == sorted(last)[: len(one.taken)] or len(one.taken) == len(
                    last
                )
                shares = [share for _, share in one.taken]
                assert not shares or (shares == sorted(shares, reverse=True) and shares[0] - shares[-1] <= 1)
            seen += bool(broke) if "cannot pay that" in found[0] else not broke
        for event in one.events:
            if event["type"] == "pot":
                chips[event["seat"]] = event["chips"]
        if told.says("last player able to pay wins the game"):
            assert set(one.out) <= {seat for seat in told.seats if chips[seat] < ante}
    return seen


def tied(told, one, stage, after):
    """A tie that is played on: by whom, and for what."""
    threw = [turn.seat for turn in after.turns]
    if told.says("One tie, all tie"):
        dropped = [turn.seat for turn in stage.turns if "drop" in turn.moves]
        went_on = [turn.seat for turn in stage.turns if turn.seat not in dropped]
        assert threw == [seat for seat in went_on if seat not in after.out][: len(threw)]
        assert not told.says("pays a new ante into the same pot") or set(threw) <= set(after.antes)
    else:
        assert threw == stage.tied[: len(threw)]
        assert not after.antes
        assert not told.says("throw five dice once") or all(len(turn.throws) == 1 for turn in after.turns)
    return 1


@CLAIM(r"Whoever has first won (\d+) rounds? wins the game\.")
@CLAIM(r"(Two players: whoever has first won 2 rounds wins the game\. More: |There are )as many rounds as players, .*")
@CLAIM(r"After (\d+) rounds? whoever has won most of them wins the game; .*")
@CLAIM(
    r"Two rounds of all: whoever wins both wins the game, else their two winners play one more round between them, and the others .*\. A round that nobody wins is played again\."
)
@CLAIM(r"Whoever cannot pay the ante is out; the last player able to pay wins the game\.")
def match_ends(told, found):
    wins, said = Counter(), found[0]
    end = told.events[-1]
    for number, one in enumerate(rounds(told), 1):
        wins[one.won] += one.won is not None
        if said.startswith("Two rounds"):
            over = wins[one.won] == 2
            expected = list(told.seats) if sum(wins.values()) < 2 + (one.won is not None) else None
            assert expected is None or one.seats == expected or sum(wins.values()) - (one.won is not None) >= 2
        elif said.startswith("Whoever cannot"):
            left = [seat for seat in one.seats if seat not in one.out]
            over = len(left) == 1
        elif said.startswith("Whoever has") or (said.startswith("Two players") and len(told.seats) == 2):
            over = one.won is not None and wins[one.won] >= int(found[1] if said.startswith("Whoever") else 2)
        else:
            least = int(found[1]) if said.startswith("After") else len(told.seats)
            most = max((count for seat, count in wins.items() if seat), default=0)
            alone = [count for seat, count in wins.items() if seat].count(most) == 1
            over = number >= least and alone
        assert over is (one is rounds(told)[-1] and end["end"] == "won"), (number, wins)
    return 1


def test_what_the_rules_say_holds_in_every_game():
    hold_everywhere(CLAIM, DEFINITIONS, choose, probes, MOVES)


def test_every_value_of_every_key_is_told_somewhere():
    assert {key.path for key in keys(family(DEFINITIONS[0].family).options)} == {*VALUES, *UNTOUCHED}
    assert silent(DEFINITIONS, VALUES) == []

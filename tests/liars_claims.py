"""Rounds of liar's dice as they were played, and what the rules in words claim of bids."""

import itertools
import re

from claims import Claims


class Round:
    """A round's bids, the call that ended it, and what came of that."""

    def __init__(self, told, events):
        self.told = told
        (begun,) = (event for event in events if event["type"] == "round")
        self.starter, self.held = begun["starter"], begun["dice"]
        self.events = events
        self.moves = [(event["seat"], event["move"]) for event in events if event["type"] == "move"]
        self.bids = [(seat, move) for seat, move in self.moves if re.match(r"\d+x|sum ", move)]
        self.reveal = next((event for event in events if event["type"] == "reveal"), None)
        self.caller, self.call = self.moves[-1] if self.reveal else (None, None)
        self.after = events[events.index(self.reveal) + 1 :] if self.reveal else []
        self.duel = bool(self.bids) and self.bids[0][1].startswith("sum")

    @property
    def passer(self):
        """Whose pass was challenged."""
        return self.moves[-2][0] if self.reveal["bid"] == "pass" else None

    @property
    def bid(self):
        """The bid in question as quantity and face; of a sum only that."""
        quantity, _, face = self.bids[-1][1].removeprefix("sum ").partition("x")
        return int(quantity), face

    @property
    def margin(self):
        """How many more there were than bid."""
        return self.reveal["count"] - self.bid[0]

    @property
    def right(self):
        """Whether what was challenged was right."""
        return bool(self.reveal["count"]) if self.passer else self.margin >= 0

    @property
    def parties(self):
        """Who lost the challenge, and who won it."""
        other = self.passer or self.bids[-1][0]
        return (self.caller, other) if self.right else (other, self.caller)

    def turns(self):
        """The moves made in turn: seat and move, without those in call windows and shows."""
        waiting = {i for i, (_, move) in enumerate(self.moves) if move == "wait" or move.startswith("show ")}
        return [move for i, move in enumerate(self.moves) if i not in waiting]


def rounds(told):
    return told.once("rounds", lambda told: [Round(told, events) for events in told.rounds()])


def called(told):
    """The rounds that came to a showdown, with the round after each, None after the last."""
    found = rounds(told)
    return [(one, after) for one, after in zip(found, [*found[1:], None], strict=True) if one.reveal]


def around(told, seat):
    """All other seats clockwise from one."""
    at = told.seats.index(seat)
    return told.seats[at + 1 :] + told.seats[:at]


CLAIM = Claims(
    r"At the start of each round all players roll their dice under their cups and look at their own only\.",
    r"On (a challenge|a challenge or an `exact` call) all cups are lifted and all dice shown\.",  # the kit sees to it
    r"After \d+ rounds? without an end the game is aborted\.",
    r"The table draws who bids first\.",
    r"If the bid is wrong, the bidder has lost the challenge\.",  # these three: what is lost, below
    r"If the bid is right(, the challenger has lost it| and there are more dice than it names.*)\.",
    r"A lost die leaves the game\.",
    r"Bids on the wild face rank as those on any other face\.",
    r"A player with \d+ penalty points? is out\.",
)


@CLAIM(r"(\d+)(?: (?:to|or) (\d+))? players\.")
def players(told, found):
    assert int(found[1]) <= len(told.seats) <= int(found[2] or found[1])
    return 1


@CLAIM(r"Each player has one cup and (\d+) (?:die|dice)\.")
def dice(told, found):
    first = rounds(told)[0]
    assert set(first.held.values()) == {int(found[1])}
    return 1


@CLAIM(r"Every die has (?:the faces 1 to (\d+)|\d+ faces, from low to high (.*))\.")
def faces(told, found):
    known = found[2].split(", ") if found[2] else [str(face) for face in range(1, int(found[1]) + 1)]
    shown = {str(die) for event in told.of("reveal") for dice in event["dice"].values() for die in dice}
    assert shown <= set(known)
    return len(shown)


@CLAIM(r"Everyone rolls one die; the highest bids first, level players throw again\. After 1000 ties .*\.")
def roll_high(told, found):
    names = faces_of(told)
    thrown = {event["seat"]: names.index(str(event["dice"][0])) for event in told.of("roll") if event["for"] == "order"}
    assert thrown[told.of("order")[0]["seats"][0]] == max(thrown.values())
    return 1


@CLAIM(r"Seat A bids first\.")
def seat_a(told, found):
    assert told.of("order")[0]["seats"][0] == "A"
    return 1


def faces_of(told):
    rules = told.definition.rules
    return [str(name) for name in (range(1, rules.faces + 1) if rules.face_names == "none" else rules.face_names)]


# ---- turns and bids


@CLAIM(r"Players act in clockwise order\.")
def in_order(told, found):
    seen = 0
    for one in rounds(told):
        turns = one.turns()
        out_of_turn = one.reveal and len(turns) > 1 and turns[-1][0] != told.clockwise(turns[-2][0], one.held)
        for (seat, _), (after, _) in zip(turns, turns[1:-1] if out_of_turn else turns[1:], strict=False):
            assert after == told.clockwise(seat, one.held)
            seen += 1
    return seen


@CLAIM(r"Whoever is first in a round makes a bid, since there is nothing to challenge yet\.")
def first_bid(told, found):
    return sum(one.moves[0] == one.bids[0] for one in called(told) and rounds(told) if one.moves) or bad("no bid")


def bad(why):
    raise AssertionError(why)


@CLAIM(r"In turn a player bids higher than the standing bid, or challenges it \(`liar`\)\.")
def turns(told, found):
    known = r"\d+x\S+|liar|exact|pass|wait|show .*|sum \d+"
    assert all(re.fullmatch(known, move) for one in rounds(told) for _, move in one.moves)
    return 1


@CLAIM(r"A bid is a quantity and a face: at least so many dice of that face lie on the table, over all cups\.")
@CLAIM(r"A bid names at least one die, and one of these faces: `3x(.+)` is three dice of face \1\.")
def a_bid(told, found):
    known = faces_of(told)
    assert not found.re.groups or found[1] in known
    bids = [move.partition("x") for one in rounds(told) for _, move in one.bids if not one.duel]
    assert all(int(quantity) >= 1 and face in known for quantity, _, face in bids)
    return len(bids)


HIGHER = {
    "it names more dice, whatever the face, or as many of a higher face": lambda q, f, q2, f2: (q2, f2) > (q, f),
    "it names a higher face, whatever the quantity, or more of the same face": lambda q, f, q2, f2: (f2, q2) > (f, q),
    "it names more of the same face, or as many of a higher face": lambda q, f, q2, f2: (
        (f == f2 and q2 > q) or (q == q2 and f2 > f)
    ),
    "neither quantity nor face goes down and one of them goes up": lambda q, f, q2, f2: (
        q2 >= q and f2 >= f and (q, f) != (q2, f2)
    ),
    "the larger of its two numbers is above the larger of the old two": lambda q, f, q2, f2: max(q2, f2) > max(q, f),
    "quantity times face grows": lambda q, f, q2, f2: q2 * f2 > q * f,
}
RANKS = {
    "A bid of n wild dice ranks just above 2n of any other face.": lambda n, own: (2 * n, 99),
    "A bid of n wild dice ranks just below 2n of any other face.": lambda n, own: (2 * n - 1, 99),
    "A bid of n wild dice ranks as a bid of 2n dice, and among these by its own face.": lambda n, own: (2 * n, own),
    "A bid of one wild die ranks just above all bids of two dice; all others on the wild face rank as on any face.": (
        lambda n, own: (2, 99) if n == 1 else (n, own)
    ),
}


def wild_of(told):
    """The place of the wild face as the rules name it, 0 for none."""
    found = told.says(r"^Face (\S+) is wild")
    return faces_of(told).index(found[1]) + 1 if found else 0


def palifico(told, one, before):
    """Whether a round is palifico by what is said of it."""
    if not told.says("A round is palifico when the player who opens it came down to exactly one die"):
        return False
    if told.says("no palifico when only two players are left") and len(one.held) == 2:
        return False
    came_down = one.held[one.starter] == 1 and before is not None and before.held.get(one.starter, 0) > 1
    return came_down and before.events[-1]["type"] != "hand_won"


def special(told):
    """Each round, and whether it is palifico; of a seat that opens one once only, the later ones are not."""
    once = told.says("A player opens at most one palifico round")
    opened, before = set(), None
    for one in rounds(told):
        if before is not None and before.events[-1]["type"] == "hand_won":
            opened, before = set(), None
        is_palifico = palifico(told, one, before) and not (once and one.starter in opened) and not one.duel
        if palifico(told, one, before) and not (once and one.starter in opened):
            opened.add(one.starter)
        yield one, is_palifico
        before = one


@CLAIM(r"A bid is higher if (.*?)(; bids on the wild face have ranks of their own|, where a face counts by .*)?\.")
def raises(told, found):
    names, higher, wild = faces_of(told), HIGHER[found[1]], wild_of(told)
    rank = next((RANKS[text] for rule, text in told.rules if rule == "L-V3" and text in RANKS), None)
    assert (rank is not None) is bool(found[2] and "ranks" in found[2])
    free = told.says("the next bid may be any other one")
    seen = 0
    for one, is_palifico in special(told):
        bids = [
            (seat, int(move.partition("x")[0]), names.index(move.partition("x")[2]) + 1)
            for seat, move in one.bids
            if not one.duel
        ]
        for i, ((_, q, f), (seat, q2, f2)) in enumerate(itertools.pairwise(bids)):
            seen += 1
            if free and i == 0 and f == wild and not is_palifico:
                assert (q, f) != (q2, f2)
            elif is_palifico and not (one.held[seat] == 1 and told.says("with exactly one die may make any raise")):
                assert f == f2 and q2 > q
            elif rank and not is_palifico and wild in (f, f2):
                key = [rank(n, wild) if face == wild else (n, face) for n, face in ((q, f), (q2, f2))]
                assert key[1] > key[0], (one.bids, key)
            else:
                assert higher(q, f, q2, f2), one.bids
    return seen


@CLAIM(r"A bid of (n|one) wild .*")
def ranks(told, found):
    assert found[0] in RANKS
    return sum(told.says("ranks of their own") is not None for one in rounds(told))


@CLAIM(r"The wild face may not be bid\.")
def never_wild(told, found):
    wild = faces_of(told)[wild_of(told) - 1]
    bids = [move for one, is_palifico in special(told) for _, move in one.bids if not is_palifico and not one.duel]
    assert not [move for move in bids if move.partition("x")[2] == wild]
    return len(bids)


@CLAIM(r"No bid may name more dice than are in play\.")
def most(told, found):
    for one in rounds(told):
        assert one.duel or all(int(move.partition("x")[0]) <= sum(one.held.values()) for _, move in one.bids)
    return 1


@CLAIM(r"A bid may name more dice than are in play, up to 999\.")
def no_limit(told, found):
    return sum(not one.duel and int(move.partition("x")[0]) <= 999 for one in rounds(told) for _, move in one.bids)


@CLAIM(r"The first bid of a round names at least (.*)\.")
def least(told, found):
    for one in rounds(told):
        seats = len(one.held)
        number = {
            "as many dice as there are players left": seats,
            "one and a half dice for each player left, rounded up, or all dice in play where these are fewer": -(
                -3 * seats // 2
            ),
        }.get(found[1]) or int(re.match(r"(\d+) dice, or all dice in play where these are fewer", found[1])[1])
        assert one.duel or not one.bids or int(one.bids[0][1].partition("x")[0]) >= min(number, sum(one.held.values()))
    return 1


@CLAIM(r"The first bid of a round may not be on the wild face\.")
def no_wild_first(told, found):
    wild = faces_of(told)[wild_of(told) - 1]
    firsts = [one.bids[0][1] for one, is_palifico in special(told) if one.bids and not is_palifico and not one.duel]
    assert not [move for move in firsts if move.partition("x")[2] == wild]
    return len(firsts)


@CLAIM(r"If the first bid of a round is on the wild face, the next bid may be any other one(, also after a pass)?\.")
def free_answer(told, found):
    return sum(
        len(one.bids) > 1 and one.bids[0][1].endswith(f"x{faces_of(told)[wild_of(told) - 1]}") for one in rounds(told)
    )

"""What the rules of liar's dice say in words, held to games that are played by lot."""

from collections import Counter

from claims import few, hold_everywhere, sampled, silent
from liars_claims import CLAIM, around, called, faces_of, rounds, special, wild_of
from liars_scene import probes

from dicecup.engine.definitions.definition import load, names
from dicecup.engine.games.options import keys
from dicecup.engine.games.registry import family

VALUES = {
    "faces": [2, 4, 10],
    "face_names": ["[1, 2, 3, 4, 5, '*']"],
    "dice_per_player": [1, 2, 3, 5],
    "wild_face": [1, 2],
    "wild_bids": ["double_before", "double_by_face", "literal", "normal", "forbidden"],
    "opening_wild_bid": ["forbidden", "free_answer"],
    "wild_off": ["if_opened_on_wild", "once_wild_bid"],
    "natural_required": ["true"],
    "raise_rule": ["face_first", "single_axis", "no_decrease", "max_number", "product"],
    "max_quantity": ["unbounded"],
    "min_opening": [2, 5, "players", "one_and_a_half"],
    "challenge_by": ["any"],
    "loss": ["one_die", "difference", "elimination", "penalty"],
    "penalty_limit": [1, 2],
    "exact_bid": ["others_lose"],
    "die_loss": ["transfer"],
    "starter": ["winner", "previous_right"],
    "starter_if_eliminated": ["winner"],
    "first_bidder": ["random", "seat0"],
    "spot_on.callers": ["next", "others", "any"],
    "spot_on.right": ["others_lose"],
    "spot_on.needs": ["half_dice"],
    "palifico.trigger": ["one_die"],
    "palifico.once": ["false"],
    "palifico.face": ["one_die_may_change"],
    "palifico.with_two_left": ["true"],
    "pass": ["once"],
    "push": ["true"],
    "final_duel": ["sum"],
    "rounds": ["single"],
    "best_of": [3],
    "max_rounds": [1, 30],
}
PAIRS = [
    ("dudo", ["spot_on.callers=any", "best_of=3", "dice_per_player=2"]),
    ("dudo-old", ["spot_on.callers=any", "opening_wild_bid=free_answer", "challenge_by=any"]),
    ("perudo", ["palifico.once=false", "palifico.with_two_left=true", "dice_per_player=2", "best_of=3"]),
    ("red-dead", ["loss=penalty", "spot_on.callers=any", "best_of=3"]),
    ("red-dead", ["loss=elimination", "starter=winner"]),
    ("bluff", ["starter=winner", "dice_per_player=2"]),
    ("bluff", ["spot_on.callers=next", "starter_if_eliminated=winner", "dice_per_player=2"]),
    ("liars-dice", ["final_duel=sum", "dice_per_player=2", "push=true", "die_loss=transfer", "max_rounds=60"]),
    ("liars-dice", ["final_duel=sum", "dice_per_player=1", "wild_face=1", "spot_on.callers=next", "min_opening=2"]),
    ("liars-dice", ["wild_face=2", "wild_bids=forbidden"]),
    ("push-reroll", ["challenge_by=any", "dice_per_player=3"]),
]
DEFINITIONS = [
    *(load(name) for name in names() if load(name).family == "liars"),
    *(load(name, settings) for name, settings in PAIRS),
    *sampled("liars-dice", VALUES, 36),
    *sampled("perudo", VALUES, 24),
]

UNTOUCHED = ("spot_on.wrong",)  # it has one value
MOVES = [
    "liar",
    "exact",
    "pass",
    "wait",
    "0x1",
    "1000x1",
    "3x99",
    "sum 7",
    "sum 99",
    "show none",
    "show" + " 1" * 40,
]  # to be refused somewhere


def choose(match, lots):
    """Low bids, and calls often enough, so that much is called by seats that hold few dice."""
    legal = few(match)
    moves = [match.family.notate(action, match.rules) for action in legal]
    calls = [i for i, move in enumerate(moves) if move in ("liar", "exact", "pass")]
    if calls and lots.below(5) < 2:
        return legal[calls[lots.below(len(calls))]]
    if "wait" in moves:
        return legal[moves.index("wait")]
    return legal[lots.below(min(len(legal), 8))]


# ---- what a showdown finds


@CLAIM(r"Face (\S+) is wild: it counts as whatever other face was bid\.")
@CLAIM(r"A bid is right if at least that many dice show its face(, wild dice included)?\.")
@CLAIM(r"If the first bid of a round was on the wild face, no die is wild in that round; bids keep their ranks\.")
@CLAIM(r"Once the wild face was bid, no die is wild in that round; bids keep their ranks\.")
@CLAIM(r"Wild dice count for a face only if at least one natural die of it is shown\.")
def counts(told, found):
    wild = faces_of(told)[wild_of(told) - 1] if wild_of(told) else None
    seen = 0
    for one, is_palifico in special(told):
        if one.reveal is None or one.duel or one.passer:
            continue
        face = one.bid[1]
        lying = Counter(str(die) for dice in one.reveal["dice"].values() for die in dice)
        wilds = lying[wild] if wild and face != wild and not is_palifico else 0
        bid_on = [move.partition("x")[2] for _, move in one.bids]
        if told.says("If the first bid of a round was on the wild face, no die is wild") and bid_on[0] == wild:
            wilds = 0
        if told.says("Once the wild face was bid, no die is wild") and wild in bid_on:
            wilds = 0
        if told.says("only if at least one natural die") and not lying[face]:
            wilds = 0
        assert (one.reveal["count"], one.reveal["wilds"]) == (lying[face] + wilds, wilds)
        seen += 1
    return seen


# ---- calls out of turn, passes and shows


@CLAIM(r"Only the player in turn may challenge, and only the standing bid(, or a pass on it)?\.")
@CLAIM(r"Not played here: calls out of turn \(`wait`\)\.")
def in_turn(told, found):
    for one, _ in called(told):
        before = one.turns()[-2][0]
        assert one.call != "liar" or one.caller == told.clockwise(before, one.held)
        assert "wait" not in found[0] or not [move for _, move in one.moves if move == "wait"]
    return len(called(told))


@CLAIM(r"Every player but the bidder may challenge the standing bid\.")
@CLAIM(r"After each bid( and what is shown after it)? all others who may call are asked in clockwise order, .*")
@CLAIM(
    r"(Every player but the bidder(?: and the next)?|The player in turn) may call the standing bid `exact`.*: that is right if .*"
)
def windows(told, found):
    any_liar = told.says("Every player but the bidder may challenge")
    late = told.says("^Every player but the bidder (and the next )?may call the standing bid `exact`")
    half = told.says("`exact` may be said only while at least half the dice of the start are in play")
    start, seen = sum(rounds(told)[0].held.values()), 0
    for one in rounds(told):
        for i, (bidder, move) in enumerate(one.moves):
            if (bidder, move) not in one.bids:
                continue
            following = told.clockwise(bidder, one.held)
            allowed = not one.duel and (any_liar or (late and not (half and 2 * sum(one.held.values()) < start)))
            entitled = [seat for seat in around(told, following) if allowed and seat in one.held and seat != bidder]
            answers = [answer for answer in one.moves[i + 1 :] if not answer[1].startswith("show ")]
            asked = answers[: len(entitled)]
            assert [seat for seat, _ in asked] == entitled[: len(asked)], one.moves
            assert {answer for _, answer in asked} <= {"wait", "liar", "exact"}
            seen += len(asked)
        if one.call == "exact":
            in_turn = one.caller == told.clockwise(one.bids[-1][0], one.held)
            assert in_turn is not bool(told.says("the bidder and the next may call")) or told.says(
                "exact`, out of turn too"
            )
            assert late or in_turn
    return seen + len(called(told))


@CLAIM(r"`exact` may be said only while at least half the dice of the start are in play\.")
def half(told, found):
    start = sum(rounds(told)[0].held.values())
    exacts = [one for one, _ in called(told) if one.call == "exact"]
    assert all(2 * sum(one.held.values()) >= start for one in exacts)
    return len(exacts)


@CLAIM(r"A player in turn with exactly five dice may `pass` once in a round, truly or not: .*")
@CLAIM(r"While a pass stands the bid under it is not challenged.*\.")
def passes(told, found):
    seen = 0
    for one in rounds(told):
        passed = [seat for seat, move in one.moves if move == "pass"]
        assert len(passed) == len(set(passed)) and all(one.held[seat] == 5 for seat in passed)
        for (_, before), (_, after) in zip(one.moves, one.moves[1:], strict=False):
            assert before != "pass" or after not in ("wait", "exact")
            assert before != "pass" or after != "liar" or one.reveal["bid"] == "pass"
        seen += len(passed)
    return seen


@CLAIM(
    r"A pass is true if the five dice are all different, all equal, or a full house; a wild die counts as its own face\."
)
def true_pass(told, found):
    seen = 0
    for one, _ in called(told):
        if one.passer:
            numbers = sorted(Counter(one.reveal["dice"][one.passer]).values())
            assert one.right is (numbers in ([5], [2, 3], [1] * 5))
            seen += 1
    return seen


@CLAIM(r"After a raise, but not after the first bid of a round, the bidder lays some hidden dice open .*")
def shows(told, found):
    seen = 0
    for one in rounds(told):
        for i, (seat, move) in enumerate(one.moves):
            if move.startswith("show "):
                assert one.moves[i - 1][0] == seat and one.moves[i - 1] != one.bids[0]
                seen += 1
    return seen


@CLAIM(
    r"Not played here: (?:calling a bid `(exact)`|to `(pass)`|to `(show)` dice|bids on a sum of dice \(`(sum) 7`\))\."
)
def not_played(told, found):
    (word,) = filter(None, found.groups())
    assert not [move for one in rounds(told) for _, move in one.moves if move.split()[0] == word]
    return 1


# ---- what it costs


def price(told, one, seat):
    """What a seat pays that loses one by anything but a lost challenge."""
    return {
        "loses one die": ("lose", 1),
        "is out at once": ("lose", one.held[seat]),
        "gets one penalty point": ("penalty", 1),
    }


@CLAIM(r"Whoever loses a challenge .*")
@CLAIM(r"A lost die goes to the other party of the challenge, who may then hold more than at the start\.")
@CLAIM(r"If there are exactly as many as it names, every player but the bidder (loses one die)\.")
@CLAIM(r"If a challenged pass is true the challenger (loses one die), else the player who passed \1\.")
@CLAIM(r"After a right `exact` the caller gets one die back, never above (\d+) (?:die|dice); nobody loses\.")
@CLAIM(r"After a right `exact` every other player (.*)\.")
@CLAIM(r"After a wrong `exact` the caller (.*), and nobody else loses\.")
def costs(told, found):
    points, seen = Counter(), 0
    for one, _ in called(told):
        expected = owed(told, one)
        paid = {}
        for event in one.after:
            if event["type"] == "penalty":
                paid[event["seat"]] = ("penalty", event["points"] - points[event["seat"]])
                points[event["seat"]] = event["points"]
            elif event["type"] in ("lose", "gain"):
                paid[event["seat"]] = (event["type"], event["dice"])
        assert paid == expected, (one.moves, one.reveal)
        if one.events[-1]["type"] == "hand_won":
            points.clear()
        seen += applies(found[0], one)
    return seen


def owed(told, one):
    """What each seat pays or gets by what is said."""
    if one.call == "exact":
        one_right = told.says(r"After a right `exact` every other player (.*)\.")
        if one.margin:
            words = told.says(r"After a wrong `exact` the caller (.*), and nobody else loses\.")[1]
            return {one.caller: price(told, one, one.caller)[words]}
        if one_right:
            return {seat: price(told, one, seat)[one_right[1]] for seat in one.held if seat != one.caller}
        most = int(told.says(r"gets one die back, never above (\d+)")[1])
        return {one.caller: ("gain", 1)} if one.held[one.caller] < most else {}
    exactly = told.says(r"If there are exactly as many as it names, every player but the bidder (.*)\.")
    if exactly and not one.passer and not one.duel and one.margin == 0:
        return {seat: price(told, one, seat)[exactly[1]] for seat in one.held if seat != one.bids[-1][0]}
    loser, winner = one.parties
    words = told.says(r"^Whoever loses a challenge (.*?)\.?$")[1]
    if words.startswith("loses as many dice as bid and count differ"):
        least = 1 if "one if they are equal" in words else 0
        return {loser: ("lose", min(max(abs(one.margin), least), one.held[loser]))}
    if words.startswith("loses one die"):
        given = told.says("A lost die goes to the other party")
        return {loser: ("lose", 1)} | ({winner: ("gain", 1)} if given else {})
    return {loser: ("penalty", 1) if "penalty point" in words else ("lose", one.held[loser])}


def applies(sentence, one):
    """Whether a showdown is of the kind that a sentence is about."""
    if "`exact`" in sentence:
        return one.call == "exact" and ("right" in sentence) is (one.margin == 0)
    if "exactly as many" in sentence:
        return one.call == "liar" and not one.passer and one.margin == 0
    return bool(one.passer) if "pass" in sentence else one.call == "liar"


# ---- who opens, and how hands and games end


@CLAIM(r"Whoever (lost|won) the challenge bids first in the next round\.")
@CLAIM(r"The first player still in to the right of the last opener bids first in the next round\.")
@CLAIM(r"After an `exact` call, right or wrong, the caller bids first\.")
@CLAIM(r"After a right `exact` the caller bids first, after a wrong one the bidder\.")
@CLAIM(r"After a challenged bid that was exactly right the (challenger|bidder) bids first\.")
@CLAIM(r"If that player is out, (the next one still in, clockwise,|the other party of the call) bids first\.")
@CLAIM(r"Whoever has first won (\d+) hands wins the game\. Each hand begins with all dice.* even one who was out\.")
def openers(told, found):
    seen = 0
    for one, after in called(told):
        if after is None:
            continue
        named = next_opener(told, one, after)
        if named not in after.held:
            named = if_out(told, one, named, after)
            seen += "If that player is out" in found[0]
        assert after.starter == named, (one.moves, one.reveal, after.starter)
        if one.events[-1]["type"] == "hand_won":
            assert len(set(after.held.values())) == 1 and after.held.keys() == set(told.seats)
            seen += "hands" in found[0]
        seen += not found[0].startswith(("If that", "Whoever has")) and (
            ("`exact`" in found[0]) is (one.call == "exact") and ("exactly" not in found[0] or one.margin == 0)
        )
    return seen


def next_opener(told, one, after):
    """Who bids first in the next round by what is said, in the hand or not."""
    if told.says("to the right of the last opener"):
        return next(seat for seat in reversed(around(told, one.starter)) if seat in after.held)
    bidder = one.bids[-1][0]
    if one.call == "exact":
        by_caller = told.says("After an `exact` call, right or wrong, the caller bids first") or one.margin == 0
        assert told.says("`exact`.* bids? first")
        return one.caller if by_caller else bidder
    exactly = told.says("After a challenged bid that was exactly right the (challenger|bidder) bids first")
    if exactly and not one.passer and not one.duel and one.margin == 0:
        return one.caller if exactly[1] == "challenger" else bidder
    loser, winner = one.parties
    return loser if told.says("Whoever lost the challenge bids first") else winner


def if_out(told, one, named, after):
    """Who bids first in the place of a player who is out."""
    said = told.says("If that player is out, (.*) bids first")[1]
    if said == "the next one still in, clockwise,":
        return told.clockwise(named, after.held)
    other = one.passer or one.bids[-1][0]
    return other if named == one.caller else one.caller


@CLAIM(
    r"A round is palifico when the player who opens it came down to exactly one die in the round before(: no die is .*)?\."
)
@CLAIM(r"A player opens at most one palifico round( in a hand)?\.")
@CLAIM(r"A player opens a palifico round each time they come down to one die\.")
@CLAIM(r"In a palifico round every bid keeps the face of the bid before and raises the quantity(, but a player .*)?\.")
@CLAIM(r"Palifico is played with two players left, too\.")
@CLAIM(r"There is no palifico when only two players are left\.")
def palificos(told, found):
    return sum(is_palifico or len(one.held) == 2 for one, is_palifico in special(told))  # their bids and counts: above


@CLAIM(
    r"When the last two players hold one die each they bid on the sum of both dice.*: `sum 2` to `sum (\d+)`, each bid higher than the last\."
)
@CLAIM(
    r"A sum is right if the dice add up to at least as much; whoever is wrong loses their last die\.( There is .* in it\.)?"
)
def duel(told, found):
    seen = 0
    for one in rounds(told):
        assert one.duel is (bool(one.bids) and list(one.held.values()) == [1, 1])
        if one.duel:
            sums = [int(move.removeprefix("sum ")) for _, move in one.bids]
            assert sums == sorted(set(sums)) and sums[0] >= 2 and sums[-1] <= 2 * len(faces_of(told))
            assert {move for _, move in one.moves} <= {*(f"sum {n}" for n in sums), "liar"}
            dice = [faces_of(told).index(str(die)) + 1 for shown in one.reveal["dice"].values() for die in shown]
            assert one.reveal["count"] == sum(dice)
            seen += 1
    return seen


@CLAIM(r"The first showdown ends (?:a hand|the game): whoever loses it has lost, all others have won\.")
@CLAIM(
    r"(?:A hand|Play) goes on until (all dice that are left are one player's|one player is left), who wins(?: it)?\."
)
def ends(told, found):
    seen = 0
    for one, after in called(told):
        out = {event["seat"] for event in one.after if event["type"] == "out"}
        left = one.held.keys() - out
        is_last = after is None or one.events[-1]["type"] == "hand_won"
        aborted = told.events[-1]["end"] == "aborted" and after is None
        assert is_last is ("first showdown" in found[0] or len(left) == 1) or aborted
        if is_last and told.events[-1]["end"] == "won" and after is None and not told.says("hands wins the game"):
            assert set(told.events[-1]["winners"]) == left
        seen += is_last
    return seen


def test_what_the_rules_say_holds_in_every_game():
    hold_everywhere(CLAIM, DEFINITIONS, choose, probes, MOVES)


def test_every_value_of_every_key_is_told_somewhere():
    assert {key.path for key in keys(family(DEFINITIONS[0].family).options)} == {*VALUES, *UNTOUCHED}
    assert silent(DEFINITIONS, VALUES) == []

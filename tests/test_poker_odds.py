"""Exactness: the bot `expert` and `odds` against brute force over ordered throws, which knows no sets, tables or rounding.

Where two seats throw again on a tie see test_poker_ties.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import lcm

import pytest
from poker_scene import POKER, Scene, definition, number, rules

from dicecup.engine.definitions.definition import load
from dicecup.engine.games.poker.book import FAR, OPEN, SLOTS, WHOLE, page
from dicecup.engine.games.poker.bots import EXPERT, choose
from dicecup.engine.games.poker.moves import DROP, STAND
from dicecup.engine.games.poker.options import KINDS
from dicecup.engine.games.poker.rules import TIES, dice_of
from dicecup.engine.games.poker.table import IN
from dicecup.engine.judge.odds import odds
from dicecup.engine.match.match import tables_of

EXACT = Fraction(1, WHOLE)


def keep_odds(definition, hand, **question):
    return odds(definition, hand=hand, **question)


def bid_odds(definition, cup, unknown, **question):
    return odds(definition, cup=cup, unknown=unknown, **question)


class Brute:
    """The worth of keeps by going through all ordered throws, with the rank of a hand as the only thing taken over.

    Worths are integers, in parts of a number that all chances divide.
    """

    def __init__(self, r, pay, throws=2):
        self.r = r
        self.whole = r.faces ** (5 * throws)
        self.whole *= lcm(*(worth.denominator for worth in pay.values()))
        self.pay = {rank: int(worth * self.whole) for rank, worth in pay.items()}
        self.ends = {
            dice: self.pay[r.rank[number_of(r, dice)]] for dice in combinations_with_replacement(range(r.faces), 5)
        }
        self.keep = cache(self._keep)
        self.best = cache(self._best)

    def worths(self, dice, left, fixed=()):
        """Each legal keep in the order of moves, and its worth as a fraction."""
        return {kept: Fraction(worth, self.whole) for kept, worth in self.choices(dice, left, fixed).items()}

    def choices(self, dice, left, fixed=()):
        found = {dice: self.ends[dice]}
        if left > 0:
            for kept in legal_keeps(self.r, dice, fixed):
                found[kept] = self.keep(kept, left)
        return found

    def _best(self, dice, left, fixed):
        return max(self.choices(dice, left, fixed).values())

    def _keep(self, kept, left):
        fixed = kept if self.r.kept_locked else ()
        throws = product(range(self.r.faces), repeat=5 - len(kept))
        total = sum(self.best(tuple(sorted(kept + more)), left - 1, fixed) for more in throws)
        assert total % self.r.faces ** (5 - len(kept)) == 0
        return total // self.r.faces ** (5 - len(kept))


def legal_keeps(r, dice, fixed):
    """All that may be kept of these dice but all five."""
    for size in range(4, 4 - r.limit, -1):
        for kept in sorted(set(combinations(dice, size))):
            if not (r.kept_locked and Counter(fixed) - Counter(kept)):
                yield kept


def number_of(r, dice):
    found = r.nothing_kept
    for face in dice:
        found = r.child[16 * found + face]
    return found


def digits(r, text):
    names = [str(name) for name in POKER.die_names(r, 0)]
    return tuple(sorted(names.index(sign) for sign in text))


def last_to_throw(r, target, share):
    """What the rank of the last player to throw is worth against the best rank on the table."""
    return {rank: Fraction(rank > target) + (share if rank == target else 0) for rank in range(r.ranks)}


# Variants, hands on the table, what the last player holds.
TARGETS = {
    "poker-dice": ["AAKQJ", "TTTQ9", "KQJT9", "AAAKK"],
    "poker-dice-wild": ["AAKQJ", "AKQJ9", "QQQQA", "AAAKQ"],
    "poker-dice-kickers": ["AAKQJ", "99TJQ"],
    "poker-dice-limit3": ["AAKKJ", "TTTQ9"],
    "poker-dice-pips-six-high": ["11654", "66652"],
    "poker-dice-three": ["AAKQJ", "JJJJ9"],
    "poker-dice-full-high": ["AAKKJ"],
}
HANDS = ["KKJ9T", "AKQJ9", "QQJJT", "99999", "AKQ99"]
PIPS = ["55426", "65421", "44332", "11111", "12346"]
POSITIONS = [
    (variant, target, hand)
    for variant, targets in TARGETS.items()
    for target in targets
    for hand in (PIPS if "pips" in variant else HANDS)
]


@cache
def brute(variant, target):
    r = rules(variant)
    rank = r.rank[number(r, target)]
    return Brute(r, last_to_throw(r, rank, Fraction(1, 2)))


@pytest.mark.parametrize("variant", TARGETS)
def test_expert_and_odds_of_the_last_player_are_those_of_brute_force(variant):
    """All throws left that the variant allows: one, and with three throws two."""
    for _, target, hand in (position for position in POSITIONS if position[0] == variant):
        for used in range(rules(variant).max_throws - 1):
            g = Scene(variant, tie="split", dice={"A": target, "B": hand})
            g.play("stand")
            g.state.made += used
            r, b, left = g.rules, tables_of(g.definition), g.state.cap - g.state.made
            wanted = brute(variant, target).worths(digits(r, hand), left)
            v = g.view_record("B")
            first, stand = page(v, r, b)
            for kept, worth in wanted.items():
                told = stand if len(kept) == 5 else b.book[first + number_of(r, kept)]
                assert abs(Fraction(told, WHOLE * r.power[5]) - worth) <= 3 * EXACT
            action = choose(v, r, b, EXPERT)
            chosen = tuple(dice_of(action, r)) if action != STAND else digits(r, hand)
            assert max(wanted.values()) - wanted[chosen] <= 3 * EXACT
            answers = {answer.keep: answer for answer in keep_odds(g.definition, hand, throws_left=left, beat=target)}
            assert {named(r, kept): worth for kept, worth in wanted.items()} == {
                keep: answer.worth for keep, answer in answers.items()
            }


def named(r, dice):
    return tuple(POKER.die_names(r, 0)[digit] for digit in dice)


def test_there_are_enough_positions():
    assert len(POSITIONS) >= 50
    assert sum("wild" in variant or "six" in variant for variant, *_ in POSITIONS) >= 25
    assert sum(load(variant).rules.max_throws == 3 for variant, *_ in POSITIONS) >= 15


@pytest.mark.parametrize(("variant", "hand"), [("poker-dice", "KKJ9T"), ("poker-dice-wild", "AKQ99")])
def test_expert_who_is_followed_by_one_expects_what_that_one_leaves(variant, hand):
    """Two players share one round: what the follower can reach at best against a rank is what the first does not get."""
    g = Scene(variant, tie="split", dice={"A": hand})
    r, b = g.rules, tables_of(g.definition)
    left = {}
    for rank in range(r.ranks):
        follower = Brute(r, last_to_throw(r, rank, Fraction(1, 2)))
        left[rank] = 1 - Fraction(follower.keep((), r.max_throws), follower.whole)
    wanted = Brute(r, left).worths(digits(r, hand), 1)
    first, stand = page(g.view_record("A"), r, b)
    for kept, worth in wanted.items():
        told = stand if len(kept) == 5 else b.book[first + number_of(r, kept)]
        assert abs(Fraction(told, WHOLE * r.power[5]) - worth) <= 5 * EXACT


# ---- several players, every tie rule: a game of two or three faces, reckoned seat by seat


class Table:
    """A round of few faces, reckoned by plain recursion: what each seat can expect when all play for their own share.

    `seats` are those that have not dropped. Shares are integers, in parts of `whole`.
    """

    def __init__(self, r, seats):
        self.r, self.seats = r, seats
        self.whole = 12 * r.faces ** (5 * r.max_throws * seats)
        self.after = cache(self._after)

    def _after(self, ranks, cap):
        """The expectation of every seat once the first seats have ended with these ranks, and others may throw so often."""
        if len(ranks) < self.seats:
            return Turn(self, ranks, cap).keep((), cap)
        best = max(ranks)
        level = ranks.count(best)
        if level > 1 and TIES[self.r.tie] == "all_replay":
            return (self.whole // self.seats,) * self.seats
        return tuple(self.whole // level * (rank == best) for rank in ranks)


class Turn:
    """One seat's turn at such a table; who `leads` sets by its own throws how often the others may throw."""

    def __init__(self, table, ranks, cap, *, leads=False):
        self.table, self.ranks, self.cap, self.leads, self.r = table, ranks, cap, leads, table.r
        self.keep, self.best = cache(self._keep), cache(self._best)

    def choices(self, dice, left, fixed=()):
        rank = self.r.rank[number_of(self.r, dice)]
        found = {dice: self.table.after((*self.ranks, rank), self.cap - left if self.leads else self.cap)}
        if left > 0:
            for kept in legal_keeps(self.r, dice, fixed):
                found[kept] = self.keep(kept, left)
        return found

    def _best(self, dice, left, fixed):
        mine = len(self.ranks)
        return max(self.choices(dice, left, fixed).values(), key=lambda shares: shares[mine])

    def _keep(self, kept, left):
        fixed = kept if self.r.kept_locked else ()
        throws = product(range(self.r.faces), repeat=5 - len(kept))
        shares = zip(*(self.best(tuple(sorted(kept + more)), left - 1, fixed) for more in throws), strict=True)
        return tuple(sum(share) // self.r.faces ** (5 - len(kept)) for share in shares)


SMALL = [
    {"seats": 3},
    {"seats": 4, "tie": "split"},
    {"seats": 3, "tie": "all_replay"},
    {"seats": 4, "tie": "all_replay", "drop_out": True},
    {"seats": 4, "tie": "split", "drop_out": True},
    {"seats": 3, "tie": "all_replay", "drop_out": True, "max_throws": 3, "follow_first_throws": True},
    {"seats": 3, "max_throws": 3, "follow_first_throws": True},
    {"seats": 3, "max_throws": 3, "follow_first_throws": True, "tie": "all_replay"},
    {"seats": 3, "max_throws": 3, "kept_locked": True},
    {"seats": 2, "max_throws": 4, "kept_locked": True, "tie": "split"},
    {"seats": 3, "reroll_limit": 2, "kickers": True},
    {"seats": 2, "faces": ["A", "B", "C"], "wild": "C", "max_throws": 3, "tie": "single_throw"},
    {"seats": 3, "faces": ["A", "B", "C"], "tie": "single_throw"},
    {"seats": 3, "max_throws": 1, "second_ante": "stay", "drop_out": True},
]


@pytest.mark.parametrize("changed", SMALL, ids=lambda changed: " ".join(f"{k}={v}" for k, v in changed.items()))
def test_expert_among_several_is_right_by_every_tie_rule(changed):
    """Wherever a seat of a small game is asked, in whatever place, with however many throws left and however many that have dropped.

    All is asked once more in the end, and then with so few pages that they are overwritten, and reckoned again.
    """
    small = {"faces": ["A", "B"], "ante": 1} | changed
    seats = small.pop("seats")
    tables, asked = {}, []
    for seed in range(16):
        g = Scene(seats=seats, seed=f"small {seed}", match="first_to:1", **small)
        turns = 0
        while not g.over and g.state.round == 1 and g.state.ties == 0:
            asked.append((g, g.turn, g.state.copy(), expected(g, tables)))
            right(*asked[-1])
            legal = g.legal_actions()
            last = seed >> turns & 1  # which is to drop, where that may be done
            turns += 1
            g.play_action(legal[-1 if last else (seed * 5 + turns) % len(legal)])
    assert asked or small.get("max_throws") == 1
    assert not small.get("drop_out") or small.get("max_throws") == 1 or len(tables) == seats - 1
    for one in asked:
        right(*one)
    book = tables_of(g.definition).book
    book[SLOTS] = 3
    for one in asked + asked[::-1]:
        right(*one)
    book[OPEN] = 0


def expected(g, tables):
    """What each keep is worth to the seat in turn, by a table for as many seats as have not dropped."""
    s, r = g.state, g.rules
    table = tables.setdefault(s.alive, Table(r, s.alive))
    ranks = tuple(r.rank[s.hand[p]] for p in s.line[: s.current] if s.standing[p] == IN)
    turn = Turn(table, ranks, s.cap, leads=r.follow and s.current == 0)
    choices = turn.choices(tuple(dice_of(s.hand[s.turn], r)), s.cap - s.made, tuple(dice_of(s.kept, r)))
    return {kept: Fraction(shares[len(ranks)], table.whole) for kept, shares in choices.items()}


def right(g, seat, state, wanted):
    """Whether `expert` takes each keep for worth as much, and makes the best."""
    g.state = state.copy()
    v, r, b = g.view_record(seat), g.rules, tables_of(g.definition)
    first, stand = page(v, r, b)
    for kept, worth in wanted.items():
        told = stand if len(kept) == 5 else b.book[first + number_of(r, kept)]
        assert abs(Fraction(told, WHOLE * r.power[5]) - worth) <= 20 * EXACT
    action = choose(v, r, b, EXPERT)
    if action == DROP:
        assert max(wanted.values()) == 0
    else:
        chosen = tuple(dice_of(state.hand[state.turn] if action == STAND else action, r))
        assert max(wanted.values()) - wanted[chosen] <= 20 * EXACT


def test_expert_drops_only_where_nothing_can_be_won():
    g = Scene("rpasmd-poker", max_throws=1, dice={"A": "11111", "B": "66543"})
    g.play("stand")
    assert choose(g.view_record("B"), g.rules, tables_of(g.definition), EXPERT) == DROP
    g = Scene("rpasmd-poker", dice={"A": "66111", "B": "66543"})
    g.play("stand")
    assert choose(g.view_record("B"), g.rules, tables_of(g.definition), EXPERT) != DROP


def test_what_the_book_cannot_hold_is_looked_ahead_less_far():
    """Ten faces, kickers, ten seats: not all rows fit, and the bot still plays."""
    g = Scene(faces=list(range(10)), kickers=True, follow_first_throws=True, max_throws=5, tie="split")
    g.state.current, g.state.cap, g.state.made = 1, 2, 1
    g.state.line[0], g.state.line[1] = 1, 0
    g.state.hand[1] = 0
    g.state.standing[1] = 1
    g.state.turn = 0
    action = choose(g.view_record("A"), g.rules, tables_of(g.definition), EXPERT)
    assert action in g.legal_actions()
    assert 1 <= tables_of(g.definition).book[FAR] < 9


# ---- odds: what people are told


def test_odds_of_the_issue_s_example():
    answers = odds(load("poker-dice"), hand="K K J 9 T", throws_left=1, beat="A A Q Q J")
    best = answers[0]
    assert (best.move, best.keep) == ("keep K K", ("K", "K"))
    assert best.beats == Fraction(4, 9)
    assert list(best.kinds) == list(KINDS)
    assert best.kinds["five"] == Fraction(1, 216) and sum(best.kinds.values()) == 1
    assert [a.worth for a in answers] == sorted((a.worth for a in answers), reverse=True)
    assert len(answers) == len(Scene(dice={"A": "KKJ9T"}).legal())
    assert next(a for a in answers if a.move == "stand").beats == 0


@pytest.mark.parametrize(
    ("variant", "hand"), [("poker-dice", "KKJ9T"), ("poker-dice-wild", "AKQ99"), ("poker-dice-limit3", "QQJJT")]
)
def test_odds_count_kinds_as_all_throws_do(variant, hand):
    made = load(variant)
    r = rules(variant)
    for answer in keep_odds(made, hand):
        kept = digits(r, "".join(map(str, answer.keep)))
        throws = list(product(range(r.faces), repeat=5 - len(kept)))
        found = Counter(KINDS[r.kind[number_of(r, kept + more)]] for more in throws)
        assert {kind: Fraction(found[kind], len(throws)) for kind in KINDS} == answer.kinds


def test_odds_with_nobody_to_beat_are_against_one_throw_of_five():
    answers = keep_odds(load("poker-dice"), "A A A A A")
    assert answers[0].move == "stand"
    assert answers[0].beats == Fraction(7775, 7776) and answers[0].ties == Fraction(1, 7776)


def test_odds_look_two_throws_ahead_with_locked_dice():
    made = definition("poker-dice-three", kept_locked=True)
    free, locked = (keep_odds(d, "AKQJ9", throws_left=2)[0] for d in (load("poker-dice-three"), made))
    assert free.worth > locked.worth
    later = keep_odds(made, "KKJ9T", kept="K K")
    assert all(answer.keep[:2] == ("K", "K") or answer.move == "stand" for answer in later)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ({"hand": "KKJ9"}, "a hand has five dice, not 4"),
        ({"hand": "KKJ9X"}, "there is no face X"),
        ({"hand": "all"}, "names no dice"),
        ({"hand": "KKJ9T", "throws_left": 2}, "throws left is 2; it is from 0 to 1"),
        ({"hand": "KKJ9T", "throws_left": -1}, "throws left is -1"),
        ({"hand": "KKJ9T", "beat": "AA"}, "a hand has five dice, not 2"),
        ({"hand": "KKJ9T", "kept": "A"}, "A cannot have been kept"),
    ],
)
def test_odds_refuse_what_there_is_not(question, said):
    with pytest.raises(ValueError, match=said):
        odds(load("poker-dice"), **question)


def test_odds_are_plain_about_throws_left():
    (only,) = keep_odds(load("poker-dice"), "KKJ9T", throws_left=0, beat="KKQJT")
    assert (only.move, only.beats, only.ties) == ("stand", 0, 1)


# ---- liar's dice


def brute_bid(r, cup, unknown, quantity, face, *, wild):
    """The chance of a bid by laying all unknown dice."""
    right = 0
    for dice in product(range(1, r.faces + 1), repeat=unknown):
        all_dice = [*cup, *dice]
        count = all_dice.count(face)
        if wild and face != r.wild and (count or not r.natural):
            count += all_dice.count(r.wild)
        right += count >= quantity
    return Fraction(right, r.faces**unknown)


@pytest.mark.parametrize("variant", ["liars-dice", "liars-dice-wild", "perudo", "dudo-old", "chui-niu", "bluff"])
def test_liars_odds_are_those_of_all_unknown_dice(variant):
    made = load(variant)
    from dicecup.engine.match.match import rules_of

    r = rules_of(made)
    found = bid_odds(made, "1 3 3 5", 4, bid="2x3")
    assert found.standing.bid == "2x3"
    assert found.standing.chance == 1
    assert found.legal[0].bid != "2x3"
    for answer in found.legal:
        quantity, _, face = answer.bid.partition("x")
        f = 6 if face == "*" else int(face)
        assert answer.chance == brute_bid(r, [1, 3, 3, 5], 4, int(quantity), f, wild=bool(r.wild)), answer


def test_liars_odds_where_wildness_has_ended():
    made = load("chui-niu")
    off = bid_odds(made, "1 3 3 5", 4, bid="2x1")
    assert next(a for a in off.legal if a.bid == "5x3").chance == Fraction(
        sum(list(d).count(3) >= 3 for d in product(range(6), repeat=4)), 6**4
    )
    on = bid_odds(load("liars-dice-wild"), "1 3", 1, bid="1x3")
    assert on.standing.chance == 1
    assert bid_odds(load("liars-dice-wild"), "1 5", 1, bid="1x3", wilds_off=True).standing.chance == Fraction(1, 6)


def test_liars_odds_of_an_opening_and_of_unbounded_bids():
    found = bid_odds(load("liars-dice"), [2, 2], 2)
    assert found.standing is None and found.legal[0].bid == "1x1" and len(found.legal) == 4 * 6
    film = bid_odds(load("film-pirates"), "2 2", 2, bid="4x6")
    assert film.legal == ()


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ({"cup": "7", "unknown": 1}, "there is no face 7"),
        ({"cup": "", "unknown": 0}, "it must be 1 to 200 dice"),
        ({"cup": "1", "unknown": 1, "bid": "liar"}, "'liar' is no bid"),
    ],
)
def test_liars_odds_refuse_what_there_is_not(question, said):
    with pytest.raises(ValueError, match=said):
        odds(load("liars-dice"), **question)

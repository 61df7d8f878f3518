"""Two seats who throw again on a tie: `expert` against a policy iteration in fractions that shares no code with it.

Of the engine only the rank of a hand is taken over. A worth is a pair of integers, how much of it is won and how much is tied, so
that moves are compared exactly at any worth of a tie.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

import pytest
from poker_scene import POKER, Scene, definition

from dicecup.engine.core.kernel import COMPILED
from dicecup.engine.games.poker.book import EQUAL, PAGES, TIED, WHOLE, Tables, is_duel, page
from dicecup.engine.games.poker.bots import EXPERT, choose
from dicecup.engine.games.poker.moves import STAND
from dicecup.engine.games.poker.rules import dice_of
from dicecup.engine.games.poker.table import IN
from dicecup.engine.match.match import rules_of, tables_of
from dicecup.engine.playtest.block import Bench, CompiledBench
from dicecup.engine.playtest.plan import Plan
from dicecup.engine.playtest.run import run
from dicecup.testing import compiled_player

NEAR = Fraction(EQUAL, WHOLE)


class Exact:
    """A round of two seats, solved: `tied` is what a tie is worth to the first, as a fraction."""

    def __init__(self, r, start):
        self.r, self.throws = r, r.faces**5
        self.caps = range(1 if r.follow else r.max_throws, r.max_throws + 1)
        self.hands = list(combinations_with_replacement(range(r.faces), 5))
        self.rank = {dice: r.rank[number_of(r, dice)] for dice in self.hands}
        self.tied = start
        for self.rounds in range(10):
            value = self._round()
            if value == self.tied:
                return
            self.tied = value
        raise AssertionError("no fixed point is found")

    def _round(self):
        """What the round is worth to the first, by policies that are best at this worth of a tie: linear in it, so solved for it."""
        whole = self.throws**self.r.max_throws
        self.second = {
            (cap, rank): Turn(self, cap, lambda _, to_beat=rank: self._against(to_beat))
            for cap in self.caps
            for rank in set(self.rank.values())
        }
        self.left = {}
        for (cap, rank), turn in self.second.items():
            won, tied = turn.keep((), cap)
            scale = whole // self.throws**cap
            self.left[cap, rank] = whole - won * scale, -tied * scale
        self.first = Turn(self, self.r.max_throws, self._as_first)
        won, tied = self.first.keep((), self.r.max_throws)
        return Fraction(won, self.throws**self.r.max_throws * whole - tied)

    def _against(self, to_beat):
        """By rank, what the second wins: a tie is worth to it what is left of one to the first."""
        return {rank: (int(rank >= to_beat), -int(rank == to_beat)) for rank in set(self.rank.values())}

    def _as_first(self, made):
        cap = made if self.r.follow else self.r.max_throws
        return {rank: self.left[cap, rank] for rank in set(self.rank.values())}

    def worth(self, pair):
        return pair[0] * self.tied.denominator + pair[1] * self.tied.numerator


class Turn:
    """One seat's turn: by throws made, what ending it with each rank is worth."""

    def __init__(self, game, cap, pay):
        self.game, self.cap, self.r = game, cap, game.r
        self.pay = cache(pay)
        self.keep, self.best = cache(self._keep), cache(self._best)

    def choices(self, dice, left, fixed=()):
        """Each legal keep in the order of moves: won and tied, in parts of `throws**left` times those of `pay`."""
        won, tied = self.pay(self.cap - left)[self.game.rank[dice]]
        scale = self.game.throws**left
        found = {dice: (won * scale, tied * scale)}
        if left:
            for kept in keeps(dice, self.r.limit):
                if not self.r.kept_locked or not Counter(fixed) - Counter(kept):
                    found[kept] = self.keep(kept, left)
        return found

    def _best(self, dice, left, fixed):
        return max(self.choices(dice, left, fixed).values(), key=self.game.worth)  # the first of equals

    def _keep(self, kept, left):
        fixed = kept if self.r.kept_locked else ()
        won = tied = 0
        for dice, ways in completed(kept, self.r.faces):
            more = self.best(dice, left - 1, fixed)
            won, tied = won + ways * more[0], tied + ways * more[1]
        scale = self.r.faces ** len(kept)
        return won * scale, tied * scale


@cache
def keeps(dice, limit):
    """All that may be kept but all five: by falling number of dice, then best faces first."""
    return [kept for size in range(4, 4 - limit, -1) for kept in sorted(set(combinations(dice, size)))]


@cache
def completed(kept, faces):
    """Every hand that a set may become, and in how many throws of the dice that miss."""
    found = []
    for more in combinations_with_replacement(range(faces), 5 - len(kept)):
        ways = factorial(len(more)) // prod(map(factorial, Counter(more).values()))
        found.append((tuple(sorted(kept + more)), ways))
    return found


def number_of(r, dice):
    found = r.nothing_kept
    for face in dice:
        found = r.child[16 * found + face]
    return found


def solved(variant, **changed):
    """A scene of two seats after the expert's first decision, and the same round solved in fractions."""
    g = Scene(variant, seats=2, **changed)
    assert is_duel(g.view_record("A"), g.rules)
    b = tables_of(g.definition)
    page(g.view_record("A"), g.rules, b)
    return g, Exact(g.rules, Fraction(b.book[TIED], WHOLE))


def right(g, game, seat, dice, made, cap, *, to_beat=None, fixed=()):
    """Whether `expert` makes the exactly best move, takes each for what it is worth, and no two are as near as equal ones.

    Returns how far the nearest other move is from the best.
    """
    v, r, b = g.view_record("A"), g.rules, tables_of(g.definition)
    v.turn = v.seat = v.current = seat
    v.cap, v.made, v.kept = cap, made, number_of(r, fixed)
    v.hand[seat], v.standing[seat] = number_of(r, dice), IN
    turn, parts = game.first, game.throws ** (r.max_throws + cap - made)
    if seat == 1:
        v.hand[0], v.standing[0] = number_of(r, to_beat), IN
        turn, parts = game.second[cap, game.rank[to_beat]], game.throws ** (cap - made)
    parts *= game.tied.denominator
    wanted = {kept: game.worth(pair) for kept, pair in turn.choices(dice, cap - made, fixed).items()}
    at, stand = page(v, r, b)
    for kept, worth in wanted.items():
        told = Fraction(stand if kept == dice else b.book[at + number_of(r, kept)], WHOLE * game.throws)
        assert abs(told - Fraction(worth, parts)) < NEAR / 2, (dice, kept)
    best = max(wanted, key=lambda kept: wanted[kept])  # the first of equals
    action = choose(v, r, b, EXPERT)
    assert (dice if action == STAND else tuple(dice_of(action, r))) == best, (dice, made, to_beat)
    gaps = [Fraction(wanted[best] - worth, parts) for worth in wanted.values() if worth != wanted[best]]
    return min(gaps, default=Fraction(1))


def decisions(game, r, hands, rivals):
    """Decisions of both seats with each hand, the second against each rival, by throws made and allowed."""
    for dice in hands:
        for made in range(1, r.max_throws):
            yield 0, dice, made, r.max_throws, None
            for cap in game.caps:
                if made < cap:
                    yield from ((1, dice, made, cap, rival) for rival in rivals)


TINY = [
    {},
    {"tie": "all_replay"},
    {"max_throws": 3},
    {"max_throws": 4, "reroll_limit": 2},
    {"max_throws": 3, "follow_first_throws": True},
    {"max_throws": 4, "follow_first_throws": True, "tie": "all_replay"},
    {"faces": ["A", "B", "C"]},
    {"faces": ["A", "B", "C"], "wild": "C", "max_throws": 3},
    {"faces": ["A", "B", "C"], "kickers": True},
    {"faces": ["A", "B", "C"], "secondary": True, "follow_first_throws": True, "max_throws": 3},
]


def named(changed):
    return " ".join(f"{key}={value}" for key, value in changed.items()) or "plain"


@pytest.mark.parametrize("changed", TINY, ids=named)
def test_every_decision_of_a_game_of_few_faces_is_exact(changed):
    g, game = solved("poker-dice", **({"faces": ["A", "B"]} | changed))
    r = g.rules
    rivals = list({game.rank[dice]: dice for dice in game.hands}.values())
    for seat, dice, made, cap, rival in decisions(game, r, game.hands, rivals):
        assert right(g, game, seat, dice, made, cap, to_beat=rival) > 2 * NEAR


@pytest.mark.parametrize("faces", [["A", "B"], ["A", "B", "C"]], ids=len)
def test_what_must_stay_kept_is_exact_too(faces):
    g, game = solved("poker-dice", faces=faces, max_throws=3, kept_locked=True)
    for dice in game.hands:
        for fixed in keeps(dice, 5):
            assert right(g, game, 0, dice, 2, 3, fixed=fixed) > 2 * NEAR
            assert right(g, game, 1, dice, 2, 3, fixed=fixed, to_beat=game.hands[len(dice) // 2]) > 2 * NEAR


# Shipped variants of two seats without chips, and every how manieth hand of the first and of the second is looked at.
SHIPPED = {
    "poker-dice": 5,
    "poker-dice-wild": 9,
    "poker-dice-limit3": 9,
    "poker-dice-kickers": 17,
    "poker-dice-pips-six-high": 9,
    "poker-dice-three": 17,
    "poker-dice-full-high": 23,
    "indian-dice": 17,
    "rpasmd-poker": 9,
}


@pytest.mark.parametrize("variant", SHIPPED)
def test_decisions_of_shipped_variants_are_exact(variant):
    g, game = solved(variant)
    assert game.rounds <= 2  # the expert's worth of a tie has led to the policies of the fixed point
    step = SHIPPED[variant]
    rivals = game.hands[:: 5 * step]
    nearest = min(
        right(g, game, seat, dice, made, cap, to_beat=rival)
        for seat, dice, made, cap, rival in decisions(game, g.rules, game.hands[::step], rivals)
    )
    assert nearest > 16 * NEAR


# Of the rounds of one expert against another: what is reckoned, with as many digits as are known for sure.
FIRST = {"poker-dice": "0.47763", "poker-dice-three": "0.46421", "indian-dice": "0.59709"}


@pytest.mark.parametrize("variant", FIRST)
def test_a_tie_is_worth_the_round_that_follows(variant):
    """To the first less than half, but where it says how often the second may throw."""
    g, game = solved(variant)
    assert abs(game.tied - Fraction(tables_of(g.definition).book[TIED], WHOLE)) < NEAR / 2
    assert f"{float(game.tied):.5f}" == FIRST[variant]


def test_a_round_that_is_always_a_tie_is_worth_half():
    """With two faces, one of them wild, each throw makes five of the better one."""
    g = Scene("poker-dice", faces=["A", "B"], wild="B")
    _, stand = page(g.view_record("A"), g.rules, tables_of(g.definition))
    assert stand == WHOLE // 2 * g.rules.power[5]


@pytest.mark.parametrize(
    "changed", [{"match": "chips"}, {"tie": "split"}, {"tie": "single_throw"}, {"seats": 3}], ids=named
)
def test_elsewhere_a_tie_is_shared(changed):
    dice = {"A": "AAQQJ", "B": "AAQQJ", "C": "99TJQ"}
    g = Scene("poker-dice", dice=dice, **changed).stand(2 if "seats" in changed else 1)
    v, r, b = g.view_record(g.turn), g.rules, tables_of(g.definition)
    assert not is_duel(v, r)
    v.hand[v.turn] = v.hand[0]
    _, stand = page(v, r, b)
    assert stand == WHOLE // v.alive * r.power[5]


def test_two_who_throw_again_at_a_larger_table_are_as_at_a_table_of_two():
    """C is beaten, and only A and B go on."""
    dice = {"A": "AAQQJ KKJ9T", "B": "AAQQJ", "C": "99TJQ"}
    g = Scene("poker-dice", seats=3, dice=dice).stand(3)
    two = Scene("poker-dice", dice={"A": "KKJ9T"})
    v, r, b = g.view_record("A"), g.rules, tables_of(g.definition)
    assert (g.turn, v.lined) == ("A", 2)
    at, stand = page(v, r, b)
    first, alone = page(two.view_record("A"), two.rules, tables_of(two.definition))
    assert stand == alone
    for kept in g.legal_actions()[1:]:
        assert b.book[at + kept] == tables_of(two.definition).book[first + kept]


@pytest.mark.compiled("poker")
@pytest.mark.parametrize("variant", [*FIRST, "rpasmd-poker"])
def test_both_modes_reckon_the_same_integers(variant):
    one = definition(variant, start="seats")
    bench = CompiledBench(Bench(POKER, rules_of(one), "ties", 2, [EXPERT, EXPERT]))
    bench.play(compiled_player(POKER), 0, 1)
    g, plain = Scene(variant), Tables()
    page(g.view_record("A"), g.rules, plain)
    assert bench.B[0]["book"][: plain.book[PAGES]].tolist() == plain.book[: plain.book[PAGES]]
    assert plain.book[TIED] > 0


@pytest.mark.compiled("poker")
@pytest.mark.parametrize("variant", FIRST)
def test_experts_win_as_many_rounds_as_is_reckoned(variant):
    """Who throws first, in games of one round: within four standard errors."""
    one, games = definition(variant, match="first_to:1", start="seats"), 400_000
    report = run(Plan(one, ("expert", "expert"), games, "ties"), mode=COMPILED)
    off = Fraction(report.wins[0], games) - Fraction(FIRST[variant])
    assert off**2 < 16 * Fraction(1, 4 * games), float(off)

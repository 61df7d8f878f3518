"""The bots of poker dice as policies: but for `random` one move of each decision is certain, and a position shows why it is that.

What `expert` reckons is compared with brute force in test_poker_odds.
"""

import pytest
from bot_policy import agree, weights
from poker_scene import Scene, definition, rules

from dicecup.engine.games.base import ONE
from dicecup.engine.games.poker.book import (
    BOOK,
    DUEL,
    FAR,
    FIRST_ROW,
    OPEN,
    PAGES,
    SLOTS,
    lay_out,
    page_width,
    row_at,
    row_width,
)
from dicecup.engine.games.poker.rules import ALL_REPLAY
from dicecup.engine.match.match import tables_of


def test_basic_keeps_what_goes_together():
    g = Scene(dice={"A": "AAKQJ", "B": "99TJQ"})
    assert agree(g, "A", "basic", keys=20) == {"keep A A": ONE}


def test_basic_stands_on_the_best_hand_when_it_throws_last():
    g = Scene(dice={"A": "99TJQ", "B": "AAKQJ"})
    g.play("stand")
    assert agree(g, "B", "basic", keys=20) == {"stand": ONE}


def test_expert_is_certain_of_the_move_that_is_worth_most():
    """Against two pairs `keep K K` beats in four of nine throws, more than any other keep."""
    g = Scene(dice={"A": "AAQQJ", "B": "KKJ9T"})
    g.play("stand")
    assert agree(g, "B", "expert", keys=20) == {"keep K K": ONE}


def test_basic_drops_a_poor_hand_before_a_strong_one():
    g = Scene("rpasmd-poker", dice={"A": "66111", "B": "66543"})
    g.play("stand")
    assert agree(g, "B", "basic", keys=20) == {"drop": ONE}


def test_expert_drops_where_nothing_can_be_won():
    g = Scene("rpasmd-poker", max_throws=1, dice={"A": "11111", "B": "66543"})
    g.play("stand")
    assert agree(g, "B", "expert", keys=20) == {"drop": ONE}


# ---- what decides: one position for each term, in which another move would look best without it

DUELS_FIRST = ["nothing", "pair", "two_pairs", "three", "straight", "full_house", "four", "five"]


def after(bot, *moves, variant="poker-dice", **given):
    """The move of a bot that follows these."""
    g = Scene(variant, **given)
    for move in moves:
        g.play(move)
    (move,) = weights(g, g.turn, bot)
    return move


@pytest.mark.parametrize(
    ("rival", "own", "move"),
    [
        ("66111", "66543", "drop"),
        ("66111", "65421", "drop"),  # nothing at all
        ("66111", "66654", "keep 6 6 6"),  # no poor hand
        ("66111", "66554", "keep 6 6 5 5"),
        ("66654", "66543", "keep 6 6"),  # no strong one
        ("65432", "66543", "drop"),  # a straight is strong, though a full house is better
    ],
)
def test_basic_drops_a_pair_or_less_before_a_full_house_or_better(rival, own, move):
    assert after("basic", "stand", variant="rpasmd-poker", dice={"A": rival, "B": own}) == move


def test_basic_drops_no_hand_that_is_best_by_the_games_own_order():
    dice = {"A": "66111", "B": "66543"}
    assert after("basic", "stand", variant="rpasmd-poker", hand_order=DUELS_FIRST, dice=dice) == "stand"


def test_basic_drops_only_where_it_would_have_to_pay_again():
    poor = {"A": "66111", "B": "66543 543"}
    given = {"variant": "rpasmd-poker", "max_throws": 3, "dice": poor}
    assert after("basic", "stand", **given) == "drop"
    assert after("basic", "stand", "keep 6 6", **given) == "keep 6 6", "it has paid for this turn"
    assert after("basic", "stand", drop_out=True, faces="pips_one_high", dice=poor) == "keep 6 6", "nobody pays twice"


def test_a_hand_that_was_dropped_is_not_to_be_beaten():
    given = {"variant": "rpasmd-poker", "seats": 3, "dice": {"A": "66111", "B": "66543", "C": "65421"}}
    assert after("basic", "stand", **given) == "drop"
    assert after("basic", "drop", **given) == "keep 6 6"


def test_basic_stands_where_no_throw_is_left():
    given = {"variant": "rpasmd-poker", "max_throws": 1}
    assert after("basic", "stand", dice={"A": "66654", "B": "66543"}, **given) == "stand"


def test_basic_goes_on_with_the_best_hand_while_others_follow_and_with_an_equal_one():
    given = {"dice": {"A": "99TJQ", "B": "AAKQJ", "C": "AAQJT"}, "seats": 3}
    assert after("basic", "stand", **given) == "keep A A"
    assert after("basic", "stand", "stand", **given) == "keep A A"
    given["dice"]["C"] = "AAAQJ"
    assert after("basic", "stand", "stand", **given) == "stand"


def test_basic_stands_on_what_goes_together_whole():
    assert after("basic", dice={"A": "AAKKK"}) == "stand"
    assert after("basic", dice={"A": "AAKKQ"}) == "keep A A K K"


@pytest.mark.parametrize("bot", ["basic", "expert"])
def test_what_must_be_kept_is_kept_with_what_should_be(bot):
    """A has kept a king and thrown two aces: with as few other dice as that takes."""
    given = {"variant": "poker-dice-three", "dice": {"A": "K9TQ9 AAQJ"}}
    assert after(bot, "keep K", kept_locked=True, **given) == "keep A A K"
    assert after(bot, "keep K", **given) == "keep A A"
    assert after(bot, "keep K", variant="poker-dice-three", kept_locked=True, dice={"A": "K9TQ9 AAAK"}) == "stand"


@pytest.mark.parametrize(
    ("rival", "own", "move"),
    [
        ("99TJQ", "AAAAJ", "stand"),  # every keep with a pair of aces wins as certainly: the first of equals
        ("AAKQJ", "AAKQJ", "keep A A"),
    ],
)
def test_expert_makes_the_first_of_the_moves_that_are_worth_most(rival, own, move):
    assert after("expert", "stand", dice={"A": rival, "B": own}) == move


@pytest.mark.parametrize(("tie", "move"), [("split", "keep 5 1 1 1"), ("full_turn", "keep 1 1 1")])
def test_expert_goes_by_what_a_tie_leads_to(tie, move):
    """Four fives would tie: who throws second when they throw again has less than half of that."""
    given = {"variant": "indian-dice", "tie": tie, "dice": {"A": "66543 66543 54111", "B": "66543 52111"}}
    assert after("expert", *["keep none"] * 3, **given) == move


def test_expert_drops_where_nothing_can_be_won_and_stands_where_it_cannot_drop():
    lost = {"A": "AAAAA", "B": "99TJQ"}
    assert after("expert", "stand", reroll_limit=1, drop_out=True, dice=lost) == "drop"
    assert after("expert", "stand", reroll_limit=1, dice=lost) == "stand"
    assert after("expert", "stand", reroll_limit=5, drop_out=True, dice=lost) == "keep none", "that may tie"


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"tie": "all_replay"},
        {"follow_first_throws": True, "max_throws": 3},
        {"tie": "all_replay", "follow_first_throws": True, "max_throws": 4},
        {"faces": list(range(10)), "kickers": True, "follow_first_throws": True, "max_throws": 5},
    ],
    ids=lambda changed: " ".join(changed) or "plain",
)
def test_rows_of_the_book_lie_one_behind_the_other_and_before_its_pages(changed):
    """One for each number of seats that are in (where that matters), of throws, of seats to throw and of seats that are best.

    Then those of two who throw again until one of them is better.
    """
    r, b = rules(seats=10, **changed), tables_of(definition(seats=10, **changed))
    b.book[OPEN] = 0
    lay_out(r, b)
    alive = range(2, r.most_seats + 1) if r.tie == ALL_REPLAY else [r.most_seats]
    caps = list(range(1, r.max_throws + 1)) if r.follow else [r.max_throws]
    rows = [
        row_at(r, b, seats, cap, n, m)
        for seats in alive
        for cap in caps
        for n in range(1, b.book[FAR] + 1)
        for m in range(1, r.most_seats - n + 1)
    ]
    rows += [row_at(r, b, DUEL, cap, 1, 1) for cap in reversed(caps)]
    assert rows == [*range(FIRST_ROW, b.book[PAGES], row_width(r))]
    assert 0 <= BOOK - b.book[PAGES] - b.book[SLOTS] * page_width(r) < page_width(r)
    assert b.book[SLOTS] * page_width(r) > BOOK // 5
    assert (b.book[FAR] < r.most_seats - 1) == (r.faces == 10)

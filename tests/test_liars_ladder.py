"""Which bids there are, how they rank, and which are legal: the truth table, the wild ladders, and brute force beside them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from liars_scene import Scene, definition

from dicecup.engine.games.liars.moves import (
    allowed,
    candidate,
    candidates,
    count_bids,
    free_answer,
    higher,
    highest,
    limit,
    lowest,
    nth_bid,
    on_ladder,
    place,
)
from dicecup.engine.games.liars.rules import FREE_ANSWER, QUANTITY_FIRST, RAISE_RULES, WILD_BIDS
from dicecup.engine.games.liars.table import State
from dicecup.engine.games.options import Players
from dicecup.engine.games.registry import family

LIARS = family("liars")

# rules.md 1.3, from (3,4); columns as RAISE_RULES.
TRUTH = """
3x5 Y Y Y Y Y Y
4x4 Y Y Y Y N Y
4x2 Y N N N N N
4x5 Y Y N Y Y Y
2x5 N Y N N Y N
3x3 N N N N N N
3x4 N N N N N N
5x6 Y Y N Y Y Y
"""
CELLS = [
    (rule, row.split()[0], row.split()[column] == "Y")
    for row in TRUTH.strip().splitlines()
    for column, rule in enumerate(RAISE_RULES, 1)
]


@pytest.mark.parametrize(("rule", "bid", "legal"), CELLS)
def test_truth_table_from_three_fours(rule, bid, legal):
    g = Scene(raise_rule=rule)
    g.say("A: 3x4")
    assert (bid in g.legal()) is legal
    assert g.can_play(bid) is legal


# ---- the wild ladders, in full: three seats with one die each have three dice and six faces


def ladder(**rules):
    return " ".join(Scene(seats=3, dice_per_player=1, **rules).legal())


LADDERS = {
    "double_after": "1x2 1x3 1x4 1x5 1x6 2x2 2x3 2x4 2x5 2x6 1x1 3x2 3x3 3x4 3x5 3x6 2x1 3x1",
    "double_before": "1x2 1x3 1x4 1x5 1x6 1x1 2x2 2x3 2x4 2x5 2x6 3x2 3x3 3x4 3x5 3x6 2x1 3x1",
    "double_by_face": "1x2 1x3 1x4 1x5 1x6 1x1 2x2 2x3 2x4 2x5 2x6 3x2 3x3 3x4 3x5 3x6 2x1 3x1",
    "literal": "1x2 1x3 1x4 1x5 1x6 2x1 2x2 2x3 2x4 2x5 2x6 1x1 3x1 3x2 3x3 3x4 3x5 3x6",
    "normal": "1x1 1x2 1x3 1x4 1x5 1x6 2x1 2x2 2x3 2x4 2x5 2x6 3x1 3x2 3x3 3x4 3x5 3x6",
    "forbidden": "1x2 1x3 1x4 1x5 1x6 2x2 2x3 2x4 2x5 2x6 3x2 3x3 3x4 3x5 3x6",
}


@pytest.mark.parametrize("wild_bids", WILD_BIDS)
def test_the_whole_ladder_with_wild_ones(wild_bids):
    assert ladder(wild_face=1, wild_bids=wild_bids) == LADDERS[wild_bids]


def test_double_by_face_ranks_within_the_faces():
    g = Scene(faces=4, seats=4, dice_per_player=1, wild_face=2, wild_bids="double_by_face")
    assert " ".join(g.legal()) == "1x1 1x3 1x4 2x1 1x2 2x3 2x4 3x1 3x3 3x4 4x1 2x2 4x3 4x4 3x2 4x2"


def test_double_after_begins_as_the_rules_print_it():
    start = "1x2 1x3 1x4 1x5 1x6 2x2 2x3 2x4 2x5 2x6 1x1 3x2 3x3 3x4 3x5 3x6 4x2 4x3 4x4 4x5 4x6 2x1 5x2"
    assert " ".join(Scene("liars-dice-wild").legal()).startswith(start)


def test_double_before_is_the_track_of_bluff():
    g = Scene("bluff", seats=2)
    track = [text for text in g.legal() if text.endswith(("x1", "x*"))]
    assert track[:14] == "1x1 1x* 2x1 3x1 2x* 4x1 5x1 3x* 6x1 7x1 4x* 8x1 9x1 5x*".split()
    over = Scene("bluff", seats=2)
    over.say("A: 8x5")
    assert "5x*" in over.legal() and "4x*" not in over.legal()
    beaten = Scene("bluff", seats=2)
    beaten.say("A: 4x*")
    assert beaten.legal()[0] == "8x1" and "5x*" in beaten.legal()


@pytest.mark.parametrize("rule", RAISE_RULES[1:])
@pytest.mark.parametrize("wild_bids", ["normal", "forbidden"])
def test_other_raise_rules_know_the_wild_face_as_a_number_or_not_at_all(rule, wild_bids):
    g = Scene(raise_rule=rule, wild_face=1, wild_bids=wild_bids)
    assert ("1x1" in g.legal()) is (wild_bids == "normal")


def test_without_total_order_bids_are_listed_by_quantity_then_face():
    bids = Scene(raise_rule="product", dice_per_player=1).legal()
    assert bids == [f"{q}x{f}" for q in (1, 2) for f in range(1, 7)]
    bids = Scene(raise_rule="face_first", dice_per_player=1).legal()
    assert bids == [f"{q}x{f}" for f in range(1, 7) for q in (1, 2)]


# ---- brute force: the shortcuts list just the allowed bids, in the order of the rank


def key(rule, faces, wild, q, f):
    """The table of rules.md 1.3, once more."""
    if f != wild:
        return (q, f)
    return {
        "double_after": (2 * q, faces + 1),
        "double_before": (2 * q - 1, faces + 1),
        "double_by_face": (2 * q, wild),
        "literal": (2, faces + 1) if q == 1 else (q, wild),
        "normal": (q, wild),
    }[rule]


@st.composite
def tables(draw):
    """Rules, and a table in the middle of a round."""
    faces = draw(st.integers(2, 7))
    wild = draw(st.sampled_from(["none", *range(1, faces + 1)]))
    rule = draw(st.sampled_from(["quantity_first", *RAISE_RULES]))
    normal = wild != "none" and rule != "quantity_first"
    wild_bids = draw(st.sampled_from(WILD_BIDS[4:] if normal else WILD_BIDS))
    free = ["allowed", "forbidden"] + ["free_answer"] * (wild_bids != "forbidden" or wild == "none")
    options = LIARS.options(
        faces=faces,
        wild_face=wild,
        raise_rule=rule,
        wild_bids=wild_bids,
        dice_per_player=draw(st.integers(1, 4)),
        opening_wild_bid=draw(st.sampled_from(free)),
        min_opening=draw(st.sampled_from([1, 1, 2, 20, "players", "one_and_a_half"])),
    )
    assert not list(LIARS.validate(options, Players(min=2, max=4)))
    r = LIARS.build(options, Players(min=2, max=4))
    s = State()
    s.seats, s.active, s.turn = 4, draw(st.integers(2, 4)), 0
    s.total = draw(st.integers(s.active, r.dice * s.active))
    s.held[0] = draw(st.integers(1, max(1, s.total - s.active + 1)))
    s.palifico = draw(st.sampled_from([0, 0, 1]))
    r.one_die_may_change = draw(st.integers(0, 1))
    if draw(st.booleans()):
        openings = [16 * q + f for q in range(1, s.total + 1) for f in range(1, faces + 1) if allowed(s, r, 16 * q + f)]
        s.bid = draw(st.sampled_from(openings))
        s.bids = draw(st.integers(1, 3))
    return options, r, s


@given(tables())
def test_the_legal_bids_are_just_the_allowed_ones_in_ascending_order(table):
    options, r, s = table
    everything = [16 * q + f for q in range(1, limit(s, r) + 1) for f in range(1, r.faces + 1)]
    wanted = [bid for bid in everything if allowed(s, r, bid)]
    listed = [nth_bid(s, r, k) for k in range(count_bids(s, r))]
    assert sorted(listed) == wanted
    for f in range(1, r.faces + 1):
        of_face = [bid >> 4 for bid in wanted if bid & 15 == f]
        if options.wild_bids == "literal" and f == r.wild and not s.palifico:
            assert lowest(s, r, f) == min(of_face, default=limit(s, r) + 1)
            continue
        within = range(lowest(s, r, f), highest(s, r, f) + 1)
        assert of_face == [q for q in within if not free_answer(s, r) or 16 * q + f != s.bid]
    if r.raise_rule == QUANTITY_FIRST and not s.palifico:
        ranks = [key(options.wild_bids, r.faces, r.wild, bid >> 4, bid & 15) for bid in listed]
        assert ranks == sorted(ranks)
        for i in range(candidates(s, r)):
            assert place(s, r, candidate(s, r, i)) == i
    if s.bid and on_ladder(s, r):
        assert all(higher(s, r, s.bid, bid) for bid in listed)


@given(tables())
def test_quantity_first_compares_keys(table):
    options, r, s = table
    s.palifico = 0
    bids = [16 * q + f for q in range(1, 9) for f in range(1, r.faces + 1)]
    if r.wild and options.wild_bids == "forbidden":
        bids = [bid for bid in bids if bid & 15 != r.wild]
    if r.raise_rule == QUANTITY_FIRST and bids[-1] >> 4 <= r.dice * 4:
        for a in bids:
            for b in bids[::3]:
                keys = [key(options.wild_bids, r.faces, r.wild, bid >> 4, bid & 15) for bid in (a, b)]
                assert higher(s, r, a, b) == (keys[1] > keys[0])


def test_free_answer_holds_for_the_answer_to_an_opening_on_the_wild_face_only():
    made = definition(wild_face=1, opening_wild_bid="free_answer")
    r, s = LIARS.build(made.rules, made.players), State()
    s.seats = s.active = 2
    s.total = 10
    s.bid, s.bids = 16 * 3 + 1, 1
    assert r.opening == FREE_ANSWER and count_bids(s, r) == 59
    s.bid = 16 * 9 + 6  # an opening on another face is answered by higher ones only
    listed = " ".join(LIARS.notate(nth_bid(s, r, k), r) for k in range(count_bids(s, r)))
    assert listed == "10x2 10x3 10x4 10x5 10x6 5x1 6x1 7x1 8x1 9x1 10x1"


def test_a_palifico_seat_with_one_die_may_raise_in_either_way():
    made = definition(raise_rule="max_number", palifico__trigger="one_die", palifico__face="one_die_may_change")
    r, s = LIARS.build(made.rules, made.players), State()
    s.seats, s.active, s.total, s.palifico, s.turn = 2, 2, 5, 1, 0
    s.bid, s.bids = 16 * 2 + 5, 1
    s.held[0] = 1
    legal = {LIARS.notate(nth_bid(s, r, k), r) for k in range(count_bids(s, r))}
    assert legal == {"3x5", "4x5", "5x5", *(f"{q}x6" for q in range(1, 6))}
    s.held[0] = 2
    assert count_bids(s, r) == 3

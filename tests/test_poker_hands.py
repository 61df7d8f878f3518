"""The hands of poker dice: the examples and both censuses of rules.md 4.3 and 4.4, the order of all 252 hands, and C012 to C018."""

from collections import Counter
from itertools import product

import pytest
from families import names_of
from poker_scene import POKER, Scene, compare, definition, number, rules

from dicecup.engine.definitions.definition import load
from dicecup.engine.games.poker.options import KINDS
from dicecup.engine.games.poker.text import chances, hand_words, read_as
from dicecup.engine.match.match import rules_of

VARIANTS = names_of("poker")
SIX = {"faces": "pips_six_high"}
SIX_WILD = {"faces": "pips_six_high", "wild": 1}
ONE = {"faces": "pips_one_high"}
WILD = {"wild": "A"}


def hand(dice, variant="poker-dice", **changed):
    """The words of a hand's event."""
    r = rules(variant, **changed)
    return hand_words(number(r, dice), r)


def read(dice, **changed):
    """Die by die what a hand is read as."""
    r = rules(**changed)
    faces = [str(name) for name in POKER.die_names(r, 0)]
    lie = [faces.index(name) for name in dice]
    return "".join(faces[digit] for digit in read_as(lie, r.reading[number(r, dice)], r))


# ---- 4.4 worked examples: (id, first hand, second hand, rules, 1 first wins, 0 tie, -1 second wins)

EXAMPLES = [
    ("P-E1", "AAAAA", "KKKKK", {}, 1),
    ("P-E2", "AKQJT", "KQJT9", {}, 1),
    ("P-E3", "AAAJJ", "KKKQQ", {}, 1),
    ("P-E4", "AAAQ9", "KKKQJ", {}, 1),
    ("P-E5", "AAQQJ", "AAQQ9", {"kickers": True}, 1),
    ("P-E5", "AAQQJ", "AAQQ9", {}, 0),
    ("P-E9", "KQJT9", "999AA", {}, 1),
    ("P-E10", "9999J", "AKQJT", {}, 1),
    ("P-E11", "AAAJJ", "AAAKK", {"secondary": True}, -1),
    ("P-E11", "AAAJJ", "AAAKK", {}, 0),
    ("P-E12", "AA99K", "KKQQA", {}, 1),
    ("P-E13", "AAKK9", "AAQQK", {"secondary": True}, 1),
    ("P-E13", "AAKK9", "AAQQK", {}, 0),
    ("P-E14", "AKQJ9", "AKQT9", {}, 0),
    ("P-E14", "AKQJ9", "AKQT9", {"kickers": True}, 1),
    ("P-E15", "QQ9KJ", "QQATJ", {}, 0),
    ("P-E15", "QQ9KJ", "QQATJ", {"kickers": True}, -1),
    ("P-E24", "AAKQJ", "KKKKQ", WILD, -1),
    ("P-E25", "QQQQA", "QQQQQ", WILD, 0),
    ("P-E25", "QQQQA", "QQQQQ", WILD | {"natural_beats_wild": True}, -1),
    ("P-E26", "AAKK9", "AAQQK", {"kickers": True, "secondary": False}, 1),
    ("P-A13", "AAAKK", "AKQJT", {}, -1),
    ("P-R6", "AAAAK", "AKQJT", {}, 1),
    ("P-R8", "AAAAK", "AAAAQ", {"kickers": True}, 1),
    ("P-R8", "AAAAK", "AAAAQ", {}, 0),
    ("P-R7", "AAAKK", "KKKAA", {}, 1),
    ("P-C1", "AQJT9", "AKQJ9", {}, 0),
]


@pytest.mark.parametrize(("rule", "first", "second", "changed", "result"), EXAMPLES)
def test_P_E_which_hand_is_better(rule, first, second, changed, result):
    assert compare(first, second, **changed) == result, rule
    assert compare(second, first, **changed) == -result, rule


def test_P_E6_five_queens():
    assert hand("QQQQA", **WILD) == "five Q"


def test_P_E7_five_jacks_or_four_aces():
    assert hand("AAAAJ", **WILD) == "five J"
    assert hand("AAAAJ") == "four A"


def test_P_E8_a_straight_or_nothing():
    assert hand("KQJA9", **WILD) == "straight K"
    assert hand("KQJA9") == "nothing A"


def test_P_E22_one_high():
    assert hand("16543", **ONE) == "straight 1"


def test_P_E23_one_as_wild_and_as_lowest():
    assert read("54321", **SIX_WILD) == "54326"
    assert hand("54321", **SIX_WILD) == "straight 6"
    assert hand("54321", **SIX) == "straight 5"
    assert compare("54321", "65432", **SIX) == -1


def test_P_E32_cottrell_has_the_ace_high_and_low():
    for better, worse in (("16543", "65432"), ("65432", "54321"), ("54321", "11165")):
        assert compare(better, worse, "cottrell") == 1
    assert [hand(dice, "cottrell") for dice in ("16543", "65432", "54321")] == [
        "straight 1",
        "straight 6",
        "straight 5",
    ]


def test_P_E33_without_straights_nothing_loses_to_a_pair():
    assert compare("65432", "66432", "indian-dice") == -1
    assert hand("65432", "indian-dice") == "nothing 6"


# ---- 4.3 edge cases


def test_P_C1_only_four_hands_are_nothing_and_all_tie():
    r = rules()
    nothing = [h for h in range(r.hands) if KINDS[r.kind[h]] == "nothing"]
    assert {hand_words(h, r) for h in nothing} == {"nothing A"}
    assert sorted(nothing) == sorted(number(r, dice) for dice in ("AKQJ9", "AKQT9", "AKJT9", "AQJT9"))
    assert len({r.rank[h] for h in nothing}) == 1


def test_P_C2_with_wild_aces_there_is_always_a_pair():
    r = rules(**WILD)
    assert "nothing" not in {KINDS[r.kind[h]] for h in range(r.hands)}


def test_P_C3_five_wild_aces_are_the_top_hand():
    r = rules(**WILD)
    assert hand("AAAAA", **WILD) == "five A"
    assert r.rank[number(r, "AAAAA")] == r.ranks - 1


def test_P_C4_one_ace_itself_the_other_a_ten():
    assert read("AAKQJ", **WILD) == "ATKQJ"
    assert hand("AAKQJ", **WILD) == "straight A"


def test_P_C5_straights_with_a_wild_ace():
    assert read("AKQJT", **WILD) == "AKQJT"
    for dice in ("AKQJ9", "AKQT9", "AKJT9", "AQJT9"):
        assert hand(dice, **WILD) == "straight K"


@pytest.mark.parametrize(("dice", "words"), [("AKKQQ", "full_house K"), ("AAKKQ", "four K"), ("AKKQ9", "three K")])
def test_P_C6_groups_with_wild_aces(dice, words):
    assert hand(dice, **WILD) == words


def test_P_C7_which_runs_there_are():
    assert [hand(dice) for dice in ("AKQJT", "KQJT9", "QJT9A")] == ["straight A", "straight K", "nothing A"]
    assert [hand(dice, **ONE) for dice in ("16543", "65432", "54321")] == ["straight 1", "straight 6", "nothing 1"]
    assert [hand(dice, **SIX) for dice in ("65432", "54321", "16543")] == ["straight 6", "straight 5", "nothing 6"]


def test_P_C8_ones_wild():
    assert hand("11111", **SIX_WILD) == "five 6"
    assert compare("11111", "66666", **SIX_WILD) == 0
    assert read("11432", **SIX_WILD) == "65432"


def test_P_C17_the_highest_of_equal_readings():
    # Without straights A K Q J 9 is a pair of kings, or of anything lower: the best is one reading only.
    assert read("AKQJ9", **WILD, straights="none") == "KKQJ9"
    # With full houses on top K K 9 9 9 (nines wild) is one of aces over kings; what goes with the triple is not compared,
    # so K K A A A is as good a reading as any with three aces, and the highest of them.
    order = ["full_house", "five", "four", "straight", "three", "two_pairs", "pair", "nothing"]
    assert read("KK999", wild=9, hand_order=order) == "KKAAA"
    # Three wild dice with A A: full houses of aces over any pair are equal; over kings is highest.
    assert read("AA999", wild=9, hand_order=order) == "AAAKK"


def test_P_A1_six_high_names_faces_only():
    assert load("poker-dice-pips-six-high").rules.wild == 1
    assert definition(faces="pips_six_high").rules.wild == "none"


def test_P_A6_natural_is_a_best_reading_with_every_wild_die_as_itself():
    changed = WILD | {"natural_beats_wild": True}
    assert compare("AKQJT", "AAKQJ", **changed) == 1  # the ace is an ace
    assert compare("KQJT9", "AKQJ9", **changed) == 1
    assert compare("KQJT9", "AKQJ9", **WILD) == 0
    assert compare("AAAAA", "KKKKK", **changed) == 1


def test_P_A13_full_house_over_straight_is_a_matter_of_order():
    order = ["five", "four", "full_house", "straight", "three", "two_pairs", "pair", "nothing"]
    assert compare("AAAKK", "AKQJT", hand_order=order) == 1
    assert compare("999TT", "AKQJT", hand_order=order) == 1


def test_P_A13_with_wild_dice_the_reading_follows_the_order():
    order = ["straight", "five", "four", "full_house", "three", "two_pairs", "pair", "nothing"]
    assert hand("AAAQJ", wild="A", hand_order=order) == "straight A"
    assert hand("AAAQJ", **WILD) == "four Q"


# ---- 4.3 both enumeration tables, over all ordered throws

CENSUS = [
    ({}, [6, 150, 240, 300, 1200, 1800, 3600, 480]),
    (ONE, [6, 150, 240, 300, 1200, 1800, 3600, 480]),
    (SIX, [6, 150, 240, 300, 1200, 1800, 3600, 480]),
    (WILD, [156, 1300, 1320, 500, 2400, 900, 1200, 0]),
]


@pytest.mark.parametrize(("changed", "wanted"), CENSUS)
def test_P_C_census_of_all_7776_throws(changed, wanted):
    r = rules(**changed)
    faces = [str(name) for name in POKER.die_names(r, 0)]
    found = Counter(r.kind[number(r, "".join(faces[digit] for digit in dice))] for dice in product(range(6), repeat=5))
    assert [found[kind] for kind in range(8)] == wanted == chances(r)


@pytest.mark.parametrize("variant", VARIANTS)
def test_C015_all_hands_of_every_variant_are_in_one_order(variant):
    """A total preorder over all pairs of the 252: the rank of the table is the comparison of hands worked out independently."""
    definition_ = load(variant)
    r = rules_of(definition_)
    keys = [independent_key(definition_.rules, dice) for dice in all_hands(r)]
    for a in range(r.hands):
        assert [r.rank[a] > r.rank[b] for b in range(r.hands)] == [keys[a] > keys[b] for b in range(r.hands)]
        assert [r.rank[a] == r.rank[b] for b in range(r.hands)] == [keys[a] == keys[b] for b in range(r.hands)]
    assert sorted(set(r.rank[: r.hands])) == list(range(r.ranks))


def all_hands(r):
    return [tuple(f for f in range(r.faces) for _ in range(r.packed[h] >> 4 * f & 15)) for h in range(r.hands)]


def independent_key(o, dice):
    """The comparison key of rules.md 4.3 for the best of all readings, tried one by one."""
    names_ = [str(n) for n in POKER.die_names(rules(faces=o.faces), 0)]
    n = len(names_)
    wild = -1 if o.wild == "none" else names_.index(str(o.wild))
    if o.straights == "runs":
        ladder = [set(range(top, top + 5)) for top in range(n - 4)]
    else:
        ladder = [] if o.straights == "none" else [{names_.index(sign) for sign in text} for text in o.straights]
    choices = [range(n) if die == wild else [die] for die in dice]
    readings = {tuple(sorted(reading)) for reading in product(*choices)}
    best = max(key_of(o, ladder, n, reading) for reading in readings)
    natural = key_of(o, ladder, n, tuple(sorted(dice))) == best
    return (*best, natural) if o.natural_beats_wild else best


def key_of(o, ladder, n, dice):
    count = Counter(dice)
    shape = sorted(count.values(), reverse=True)
    value = {face: n - face for face in count}
    if shape == [1] * 5:
        kind = "straight" if set(dice) in ladder else "nothing"
    else:
        kind = {5: "five", 4: "four", 3: "full_house" if shape[1:] == [2] else "three"}.get(shape[0])
        kind = kind or ("two_pairs" if shape.count(2) == 2 else "pair")
    by_size = sorted(count, key=lambda face: (count[face], value[face]), reverse=True)
    compared = [value[face] for face in by_size]
    if kind == "straight":
        compared = [-ladder.index(set(dice))]
    elif not o.kickers:
        compared = compared[: 2 if o.secondary and kind in ("full_house", "two_pairs") else 1]
    return (-o.hand_order.index(kind), *compared)


# ---- cases from the field


@pytest.mark.parametrize("turned", [False, True])
def test_C012_five_different_faces_are_not_always_a_straight(turned):
    def kind(dice, **changed):
        return hand(dice[::-1] if turned else dice, **changed)

    assert [kind(d, **SIX) for d in ("65431", "23456", "12345")] == ["nothing 6", "straight 6", "straight 5"]
    for dice in ("65431", "23456", "12345"):
        assert kind(dice, **SIX_WILD) == "straight 6"
        assert sorted(read(dice, **SIX_WILD)) == list("23456")
    assert [kind(d, **ONE) for d in ("65431", "65432", "12345")] == ["straight 1", "straight 6", "nothing 1"]


def test_C013_four_in_a_row_count_for_nothing():
    dice = ("12334", "12346", "34466", "23456")
    assert [hand(d, **SIX) for d in dice] == ["pair 3", "nothing 6", "two_pairs 6", "straight 6"]


@pytest.mark.parametrize("changed", [{}, ONE, SIX])
def test_C015_no_hand_is_worse_than_its_equal(changed):
    r = rules(**changed)
    low_and_high = Counter(r.rank[h] for h in range(r.hands) if KINDS[r.kind[h]] == "straight")
    assert len(low_and_high) == 2
    faces = [str(name) for name in POKER.die_names(r, 0)]
    for h, dice in enumerate(all_hands(r)):
        text = "".join(faces[digit] for digit in dice)
        assert compare(text, text[::-1], **changed) == 0
        assert number(r, text) == h


def test_C016_kickers():
    on = SIX | {"kickers": True}
    assert compare("55632", "55432", **on) == 1
    assert compare("55632", "55432", **SIX) == 0
    assert compare("44446", "44442", **on) == 1
    assert compare("66335", "66332", **on) == 1
    assert compare("66332", "55446", **on) == 1


def test_C017_three_and_four_of_a_kind_compare_by_rank_alone():
    assert compare("44426", "44453", **SIX) == 0
    assert compare("44426", "44453", **SIX, kickers=True) == 1
    words = " ".join(text for _, text in POKER.explain(definition(**SIX).rules, definition(**SIX).players))
    assert "Odd dice are not compared." in words
    with_kickers = definition(**SIX, kickers=True)
    words = " ".join(text for _, text in POKER.explain(with_kickers.rules, with_kickers.players))
    assert "Hands still equal are decided by the dice not yet compared" in words


def test_C018_the_event_says_which_die_was_read_as_what():
    assert hand("13456", **SIX) == "nothing 6"
    wild = Scene(seats=2, dice={"A": "13456 65432", "B": "66666"}, **SIX_WILD)
    wild.stand()
    event = wild.last("hand")
    assert event["dice"] == [1, 3, 4, 5, 6]
    assert event["as"] == [2, 3, 4, 5, 6]
    assert event["hand"] == "straight 6"
    plain = Scene(dice={"A": "13456"}, **ONE)
    plain.stand()
    assert plain.last("hand")["hand"] == "straight 1"
    assert "as" not in plain.last("hand")


# ---- how hands are told


@pytest.mark.parametrize(
    ("dice", "changed", "words"),
    [
        ("AAAKK", {}, "full_house A"),
        ("AAAKK", {"secondary": True}, "full_house A K"),
        ("AAKKQ", {}, "two_pairs A"),
        ("AAKKQ", {"secondary": True}, "two_pairs A K"),
        ("AAKKQ", {"kickers": True}, "two_pairs A K Q"),
        ("AAQT9", {"kickers": True}, "pair A Q T 9"),
        ("9999K", {"kickers": True}, "four 9 K"),
        ("AKQJ9", {"kickers": True}, "nothing A K Q J 9"),
        ("KQJT9", {"kickers": True}, "straight K"),
        ("QQQQQ", {}, "five Q"),
    ],
)
def test_4_8_a_hand_is_its_kind_and_the_faces_compared(dice, changed, words):
    assert hand(dice, **changed) == words


def test_rules_print_the_hand_order_with_examples_and_exact_chances():
    made = load("poker-dice")
    lines = [text for rule, text in POKER.explain(made.rules, made.players) if rule == "P-R6"]
    assert lines[1:] == [
        "1. Five of a kind, like A A A A A: 6 of 7776 (0.08 %).",
        "2. Four of a kind, like A A A A K: 150 of 7776 (1.93 %).",
        "3. Straight, like A K Q J T: 240 of 7776 (3.09 %).",
        "4. Full house, like A A A K K: 300 of 7776 (3.86 %).",
        "5. Three of a kind, like A A A K Q: 1200 of 7776 (15.43 %).",
        "6. Two pairs, like A A K K Q: 1800 of 7776 (23.15 %).",
        "7. One pair, like A A K Q J: 3600 of 7776 (46.30 %).",
        "8. Nothing, like A K Q J 9: 480 of 7776 (6.17 %).",
    ]
    made = load("indian-dice")
    lines = [text for rule, text in POKER.explain(made.rules, made.players) if rule == "P-R6"]
    assert "3. Straight: cannot occur here." in lines


@pytest.mark.parametrize("faces", [["A", "B"], [0, 1, 2, 3, 4, 5, 6, 7, 8, "Z"], ["C", "B", "A"]])
def test_P_R2_other_faces(faces):
    r = rules(faces=faces)
    assert sum(chances(r)) == len(faces) ** 5
    assert r.hands == {2: 6, 3: 21, 10: 2002}[len(faces)]
    assert [r.keeps[32 * h] for h in range(r.hands)] == list(range(r.hands))


# ---- ranks in a view


@pytest.mark.parametrize("variant", VARIANTS)
def test_of_two_hands_the_one_that_wins_has_the_higher_rank_in_a_view(variant):
    ranks, won = {}, 0
    for i in range(30):
        game = Scene(variant, seats=2, seed=f"ranks {i}")
        hands = {}
        while not game.over:
            view = game.view(game.turn)
            assert (view.hand, view.rank) == (view.hands[view.seat], view.ranks[view.seat])
            pairs = [(hand, view.ranks[seat]) for seat, hand in view.hands.items() if hand is not None]
            assert all(ranks.setdefault(hand, rank) == rank for hand, rank in pairs)
            for event in game.play("stand" if "stand" in view.legal else view.legal[0]):
                if event["type"] == "round":
                    hands = {}
                elif event["type"] == "hand":
                    hands[event["seat"]] = event["hand"]
                elif event["type"] == "hand_won" and {*hands.values()} <= {*ranks}:
                    other = next(seat for seat in hands if seat != event["seat"])
                    assert ranks[hands[event["seat"]]] > ranks[hands[other]]
                    won += 1
    assert won > 10
    assert len({*ranks.values()}) == len(ranks) > 10

"""Every value of every key changes something that can be seen: one small scene a key, played under each of its values."""

from typing import Literal, get_args, get_origin

import pytest
from liars_scene import Scene

from dicecup.engine.games.options import keys
from dicecup.engine.games.registry import family

LIARS = family("liars")
WILD = {"wild_face": 1}


def legal(*moves, only=None, **scene):
    """The legal moves after these, or those of them that matter here."""
    g = Scene(**scene)
    g.say(*moves)
    return " ".join(text for text in g.legal() if only is None or text in only.split())


def verdict(*moves, **scene):
    """What a showdown comes to, and who opens next."""
    g = Scene(**scene)
    g.say(*moves)
    return f"{g.verdict}; {'over' if g.over else g.turn}"


def faces(value):
    return legal(faces=value, dice_per_player=1, only="1x2 1x6 1x10")


def face_names(value):
    return legal(faces=2, face_names=value, dice_per_player=1)


def dice_per_player(value):
    return Scene(dice_per_player=value).held


def wild_face(value):
    return verdict("A: 3x5", "B: liar", wild_face=value, cups={"A": "1 1 1 5 6", "B": "6 6 2 2 5"})


def wild_bids(value):
    g = Scene(**WILD, seats=4, dice_per_player=1, faces=2, wild_bids=value)
    return " ".join(g.legal())


def wild_bids_middle(value):
    return " ".join(Scene(wild_face=2, faces=3, dice_per_player=1, wild_bids=value).legal())


def opening_wild_bid(value):
    first = Scene(**WILD, opening_wild_bid=value)
    if "2x1" not in first.legal():
        return "no"
    first.say("A: 2x1")
    return "then 1x2" if "1x2" in first.legal() else "yes"


def wild_off(value):
    cups = {"A": "1 1 4 2 2", "B": "4 6 6 2 2"}
    opened = verdict("A: 1x1", "B: 3x4", "A: liar", **WILD, wild_off=value, cups=cups)
    later = verdict("A: 1x4", "B: 1x1", "A: 3x4", "B: liar", **WILD, wild_off=value, cups=cups)
    return opened + " / " + later


def natural_required(value):
    return verdict("A: 2x5", "B: liar", **WILD, natural_required=value, cups={"A": "1 1 2 3 4", "B": "2 2 2 2 2"})


def raise_rule(value):
    return legal("A: 3x4", raise_rule=value, only="3x5 4x4 4x2 4x5 2x5 5x6 3x3 1x6 2x6")


def max_quantity(value):
    return legal("A: 10x5", max_quantity=value, only="10x6 11x1 999x6")


def min_opening(value):
    return Scene(seats=3, min_opening=value).legal()[0]


def challenge_by(value):
    return legal("A: 2x2", seats=3, challenge_by=value, only="liar wait")


def loss(value):
    return verdict("A: 3x3", "B: liar", seats=3, loss=value, cups=dict.fromkeys("ABC", "1 1 1 1 1"))


def penalty_limit(value):
    g = Scene(seats=3, loss="penalty", penalty_limit=value)
    g.knock("A", "A")
    return " ".join(g.told("penalty", "out"))


def exact_bid(value):
    return verdict(
        "A: 3x3", "B: liar", seats=3, exact_bid=value, cups={"A": "3 3 3 1 1", "B": "1 1 1 1 1", "C": "1 1 1 1 1"}
    )


def die_loss(value):
    return verdict("A: 1x3", "B: liar", die_loss=value, cups=dict.fromkeys("AB", "1 1 1 1 1"))


def starter(value):
    return Scene(seats=4, starter=value).knock("D").turn


def starter_if_eliminated(value):
    return Scene(seats=4, dice_per_player=1, starter_if_eliminated=value).knock("B").turn


def first_bidder(value):
    g = Scene(first="C", seats=3, first_bidder=value, order="1 5 2".split())
    return f"{len(g.told('roll')) - 3} rolls, {g.turn}"


def spot_on_callers(value):
    g = Scene(seats=3, spot_on__callers=value)
    g.say("A: 2x2")
    asked = [g.turn] if "exact" in g.legal() else []
    if g.turn == "C":
        g.say("C: wait")
        asked += [g.turn] if "exact" in g.legal() else []
    return " ".join(asked)


def spot_on_right(value):
    g = Scene(seats=3, spot_on__callers="next", spot_on__right=value)
    g.knock("B", "A")
    g.lay(A="3 3 3 1", B="1 1 1 1", C="1 1 1 1 1").say("A: 3x3", "B: exact")
    return g.verdict


def spot_on_wrong(value):
    cups = dict.fromkeys("AB", "1 1 1 1 1")
    return verdict("A: 3x3", "B: exact", spot_on__callers="next", spot_on__wrong=value, cups=cups)


def spot_on_needs(value):
    seen = []
    for losers in ("ABC", "ABCC"):  # 3 and 2 of 6 dice are left
        g = Scene(seats=3, dice_per_player=2, spot_on__callers="next", spot_on__needs=value)
        g.knock(*losers)
        g.say(f"{g.turn}: 1x1")
        seen.append("yes" if "exact" in g.legal() else "no")
    return " ".join(seen)


def palifico_scene(seats=3, **more):
    return Scene(seats=seats, dice_per_player=2, **WILD, palifico__trigger="one_die", **more)


def palifico_trigger(value):
    g = Scene(seats=3, dice_per_player=2, **WILD, palifico__trigger=value)
    g.knock("A")
    g.lay(A="1", B="1 3", C="2 2").say("A: 2x3", "B: liar")
    return g.verdict


def palifico_once(value):
    g = palifico_scene(palifico__once=value, spot_on__callers="next")
    g.knock("A").lay(A="2", B="2 2", C="3 3").say("A: 1x2", "B: 2x2", "C: 3x2", "A: exact")
    g.knock("A").say("A: 1x3")
    return "locked" if "1x4" not in g.legal() else "free"


def palifico_face(value):
    g = palifico_scene(palifico__face=value)
    g.knock("B", "A").say("A: 1x3")
    return " ".join(g.legal()[:3])


def palifico_with_two_left(value):
    g = palifico_scene(2, palifico__with_two_left=value)
    g.knock("A").say("A: 1x3")
    return g.legal()[0]


def passing(value):
    return legal("A: 2x2", **{"pass": value}, only="pass liar")


def push(value):
    return verdict("A: 1x2", "B: 2x3", *(["B: show 3"] if value else []), "A: liar", push=value,
                   cups={"A": "1 1 1 1 1", "B": ["3 1 1 1 1", "3 3 3 3"]})  # fmt: skip


def final_duel(value):
    return Scene(dice_per_player=1, final_duel=value).legal()[-1]


def rounds(value):
    g = Scene(seats=3, loss="elimination", rounds=value).knock("A")
    return "over" if g.over else f"{g.turn} opens"


def best_of(value):
    g = Scene(best_of=value, dice_per_player=1)
    while not g.over:
        g.knock("B")
    return g.last("end")["scores"]["A"]


def max_rounds(value):
    return Scene(max_rounds=value).knock(*"ABA"[:value]).over


# Key: its scene, and what is seen under each value.
SEEN = {
    "faces": (faces, {2: "1x2", 6: "1x2 1x6", 10: "1x2 1x6 1x10"}),
    "face_names": (face_names, {"none": "1x1 1x2 2x1 2x2", "[K, 9]": "1xK 1x9 2xK 2x9", "['*', 0]": "1x* 1x0 2x* 2x0"}),
    "dice_per_player": (dice_per_player, {1: "A1 B1", 5: "A5 B5", 20: "A20 B20"}),
    "wild_face": (
        wild_face,
        {"none": "2: lose A 1 bid; A", 1: "5: lose B 1 challenge; B", 6: "5: lose B 1 challenge; B"},
    ),
    "wild_bids": (
        wild_bids,
        {
            "double_after": "1x2 2x2 1x1 3x2 4x2 2x1 3x1 4x1",
            "double_before": "1x2 1x1 2x2 3x2 2x1 4x2 3x1 4x1",
            "double_by_face": "1x2 1x1 2x2 3x2 2x1 4x2 3x1 4x1",
            "literal": "1x2 2x1 2x2 1x1 3x1 3x2 4x1 4x2",
            "normal": "1x1 1x2 2x1 2x2 3x1 3x2 4x1 4x2",
            "forbidden": "1x2 2x2 3x2 4x2",
        },
    ),
    "opening_wild_bid": (opening_wild_bid, {"allowed": "yes", "forbidden": "no", "free_answer": "then 1x2"}),
    "wild_off": (
        wild_off,
        {
            "never": "4: lose A 1 challenge; A / 4: lose B 1 challenge; B",
            "if_opened_on_wild": "2: lose B 1 bid; B / 4: lose B 1 challenge; B",
            "once_wild_bid": "2: lose B 1 bid; B / 2: lose A 1 bid; A",
        },
    ),
    "natural_required": (natural_required, {False: "2: lose B 1 challenge; B", True: "0: lose A 1 bid; A"}),
    "raise_rule": (
        raise_rule,
        {
            "quantity_first": "3x5 4x2 4x4 4x5 5x6",
            "face_first": "4x4 2x5 3x5 4x5 1x6 2x6 5x6",
            "single_axis": "3x5 4x4",
            "no_decrease": "3x5 4x4 4x5 5x6",
            "max_number": "1x6 2x5 2x6 3x5 4x5 5x6",
            "product": "3x5 4x4 4x5 5x6",
        },
    ),
    "max_quantity": (max_quantity, {"total_dice": "10x6", "unbounded": "10x6 11x1 999x6"}),
    "min_opening": (
        min_opening,
        {1: "1x1", 2: "2x1", 20: "15x1", "players": "3x1", "one_and_a_half": "5x1"},
    ),
    "challenge_by": (challenge_by, {"next": "liar", "any": "liar wait"}),
    "loss": (
        loss,
        {
            "one_die": "0: lose A 1 bid; A",
            "difference": "0: lose A 3 bid; A",
            "elimination": "0: lose A 5 bid, out A 3; B",
            "penalty": "0: penalty A 1; A",
        },
    ),
    "penalty_limit": (
        penalty_limit,
        {2: "penalty A 1 penalty A 2 out A 3", 3: "penalty A 1 penalty A 2"},
    ),
    "exact_bid": (
        exact_bid,
        {"challenger_loses": "3: lose B 1 challenge; B", "others_lose": "3: lose B 1 others, lose C 1 others; B"},
    ),
    "die_loss": (die_loss, {"discard": "0: lose A 1 bid; A", "transfer": "0: gain B 1, lose A 1 bid; A"}),
    "starter": (starter, {"loser": "D", "winner": "C", "previous_right": "D"}),
    "starter_if_eliminated": (starter_if_eliminated, {"left": "C", "winner": "A"}),
    "first_bidder": (first_bidder, {"roll_high": "3 rolls, B", "random": "0 rolls, C", "seat0": "0 rolls, A"}),
    "spot_on.callers": (spot_on_callers, {"none": "", "next": "B", "others": "C", "any": "C B"}),
    "spot_on.right": (spot_on_right, {"regain": "3: gain B 1", "others_lose": "3: lose C 1 others, lose A 1 others"}),
    "spot_on.wrong": (spot_on_wrong, {"lose": "0: lose B 1 exact; B"}),
    "spot_on.needs": (spot_on_needs, {"any": "yes yes", "half_dice": "yes no"}),
    "palifico.trigger": (
        palifico_trigger,
        {"off": "3: lose B 1 challenge", "one_die": "1: lose A 1 bid, out A 3"},
    ),
    "palifico.once": (palifico_once, {True: "free", False: "locked"}),
    "palifico.face": (palifico_face, {"locked": "2x3 3x3 4x3", "one_die_may_change": "1x4 1x5 1x6"}),
    "palifico.with_two_left": (palifico_with_two_left, {False: "1x4", True: "2x3"}),
    "pass": (passing, {"off": "liar", "once": "liar pass"}),
    "push": (push, {False: "1: lose B 1 bid; B", True: "5: lose A 1 challenge; A"}),
    "final_duel": (final_duel, {"off": "2x6", "sum": "sum 12"}),
    "rounds": (rounds, {"until_one_left": "B opens", "single": "over"}),
    "best_of": (best_of, {1: 1, 3: 2, 5: 3, 7: 4, 9: 5}),
    "max_rounds": (max_rounds, {1: True, 3: True, 1000: False}),
}
ALIKE = {  # values that only another scene tells apart
    ("wild_face", 1, 6): lambda value: legal("A: 1x2", wild_face=value, only="1x1 1x6"),
    ("wild_bids", "double_before", "double_by_face"): wild_bids_middle,
    ("starter", "loser", "previous_right"): lambda value: Scene(seats=4, starter=value).knock("B").turn,
    ("raise_rule", "no_decrease", "product"): lambda value: legal("A: 3x4", raise_rule=value, only="7x2"),
    ("max_rounds", 1, 3): lambda value: Scene(max_rounds=value).knock("A").over,
}
CASES = [(key, value) for key, (_, seen) in SEEN.items() for value in seen]


@pytest.mark.parametrize(("key", "value"), CASES, ids=[f"{key}={value}" for key, value in CASES])
def test_1_7_what_each_value_does(key, value):
    scene, seen = SEEN[key]
    assert scene(value) == seen[value]


def test_1_7_every_two_values_differ_in_something_seen():
    for key, (_, seen) in SEEN.items():
        values = list(seen)
        for i, one in enumerate(values):
            for two in values[i + 1 :]:
                if seen[one] == seen[two]:
                    scene = ALIKE[key, one, two]
                    assert scene(one) != scene(two), (key, one, two)


def literals(annotation):
    """The words and switches among a key's values."""
    if annotation is bool:
        return {False, True}
    if get_origin(annotation) is Literal:
        return set(get_args(annotation))
    return set().union(*map(literals, get_args(annotation))) if get_args(annotation) else set()


def test_1_7_no_key_and_no_value_is_left_out():
    declared = {key.path: literals(key.type) for key in keys(LIARS.options)}
    assert declared.keys() == SEEN.keys()
    for key, values in declared.items():
        assert values <= set(SEEN[key][1]), key


def test_1_7_only_what_is_in_force_is_told_by_the_rules():
    def told(**rules):
        made = Scene(**rules).definition
        return list(LIARS.explain(made.rules, made.players))

    off = [(rule, text) for rule, text in told(first_bidder="seat0") if text.startswith("Not played here: ")]
    assert [rule for rule, _ in off] == ["L-A15", "L-A18", "L-A20", "L-A22", "L-A26"]
    plain = {rule for rule, text in told(first_bidder="seat0") if (rule, text) not in off}
    assert not {"L-V2", "L-V3", "L-A14", "L-A15", "L-A18", "L-A19", "L-A20", "L-A22", "L-A26"} & plain
    played = {"spot_on__callers": "next", "push": True, "final_duel": "sum", "pass": "once"}
    assert [rule for rule, text in told(**played) if "Not played" in text] == ["L-A15"]
    assert "L-A19" in [rule for rule, _ in told(palifico__trigger="one_die")]
    assert {"L-V2", "L-V3"} <= {rule for rule, _ in told(wild_face=1)}

"""The conformance kit must be able to fail: liar's dice, broken in one property at a time, is caught each time."""

from dataclasses import replace

import pytest
from liars_scene import definition, probes

from dicecup.engine.core.kernel import compilable
from dicecup.engine.core.philox import draw
from dicecup.engine.games.base import ONE, SEATS, Throw, Trace, uniform
from dicecup.engine.games.liars.moves import EXACT, LIAR
from dicecup.engine.games.registry import family
from dicecup.engine.playtest.block import block_player
from dicecup.engine.testing import kit as testing
from dicecup.engine.testing.modes import CompiledPlayer
from dicecup.testing import check_game

LIARS = family("liars")
BOTS = LIARS.policies()
SMALL = definition("liars-dice", 3, dice_per_player=2, spot_on__callers="next", wild_face=1)


def check(game=SMALL, seats=3, **broken):
    own = {name: broken.pop(name) for name in ("choose", "compiled") if name in broken}
    check_game(
        game, family=replace(LIARS, legal_list=None, **broken), seats=[seats], line_ups=[[0]] if "choose" in own else [[0, 1]],
        games=2, probes=probes, **{"compiled": False, **own},
    )  # fmt: skip


def caught(sentence, **broken):
    with pytest.raises(AssertionError, match=sentence) as error:
        check(**broken)
    assert "seed 'conformance', game" in str(error.value)
    return str(error.value)


def test_nothing_is_caught_where_nothing_is_broken():
    check()


def test_where_it_failed_is_told():
    told = caught("is read as action", notate=lambda a, r: LIARS.notate(a, r).replace("2x3", "2x4"))
    assert told.startswith("liars-dice {'dice_per_player': 2, 'wild_face': 1")
    assert "(seed 'conformance', game 0, 3 seats, bots 010), after event " in told


# ---- legal moves


def test_a_count_too_high_is_caught():
    caught("twice|why_not forbids|which is illegal", legal_count=lambda s, r: LIARS.legal_count(s, r) + 1)


def test_a_count_too_low_is_caught():
    caught(
        "why_not allows .* which legal_nth does not list", legal_count=lambda s, r: max(1, LIARS.legal_count(s, r) - 1)
    )


def test_a_legal_move_that_is_left_out_is_caught():  # C004
    def legal_nth(s, r, k):
        return LIARS.legal_nth(s, r, k + (s.bid != 0))

    caught("why_not allows|twice", legal_nth=legal_nth, legal_count=lambda s, r: LIARS.legal_count(s, r) - (s.bid != 0))


def test_a_decision_without_a_choice_is_caught():
    counts = {}

    def legal_count(s, r):  # says two, then one
        n = LIARS.legal_count(s, r)
        counts["asked"] = counts.get("asked", 0) + 1
        return 1 if n > 1 and counts["asked"] % 7 == 0 else n

    with pytest.raises(AssertionError):
        check(legal_count=legal_count)


def test_why_not_without_a_rule_is_caught():
    def why_not(s, r, action):
        found = LIARS.why_not(s, r, action)
        return found and ("illegal", found[1])

    caught("no rule id and sentence", why_not=why_not)


def test_why_not_that_answers_only_for_moves_that_can_be_written_is_caught():
    caught("why_not allows action", why_not=lambda s, r, a: None if a & 15 > r.faces else LIARS.why_not(s, r, a))


def test_an_illegal_move_that_changes_something_is_caught():
    def why_not(s, r, action):
        found = LIARS.why_not(s, r, action)
        if found:
            s.wild_bid = 1 - s.wild_bid
        return found

    caught("changed the game|used view differs|legal moves", why_not=why_not)


# ---- notation


def test_a_lossy_notation_is_caught():
    caught("is read as action", notate=lambda a, r: LIARS.notate(a, r).replace("2x3", "2x4"))


def test_a_notation_that_cannot_be_read_is_caught():
    caught("is not read when spelt", notate=lambda a, r: LIARS.notate(a, r).replace("2x3", "2 of 3"))


def test_a_parser_that_minds_capitals_is_caught():
    def parse(text, r):
        if text.upper() == text and "LIAR" in text:
            raise ValueError(text)
        return LIARS.parse(text, r)

    caught("'LIAR'", parse=parse)


def test_a_parser_that_minds_spaces_is_caught():
    def parse(text, r):
        if text != text.strip():
            raise ValueError(text)
        return LIARS.parse(text, r)

    caught("is not read when spelt '  ", parse=parse)


# ---- secrets and views


def test_a_view_of_anothers_cup_is_caught():
    def observe(s, r, v, seat):
        LIARS.observe(s, r, v, seat)
        for f in range(1, r.faces + 1):
            v.cup[1][f] = s.cup[1][f]

    caught(r"shows what it may not: cup .* changed with hidden dice|used view differs", observe=observe)


def test_a_view_of_one_hidden_number_is_caught():
    def observe(s, r, v, seat):
        LIARS.observe(s, r, v, seat)
        v.wild_bid = sum(s.cup[p][6] for p in range(s.seats))

    caught("shows what it may not: wild_bid", observe=observe)


def test_legal_moves_that_tell_of_hidden_dice_are_caught():
    def hidden(s):
        return (
            getattr(s, "end", None) == 0 and s.bid == 0 and sum(s.cup[p][6] for p in range(s.seats) if p != s.turn) > 0
        )

    caught(
        "differ between the state and the view|tell of hidden dice|why_not allows",
        legal_count=lambda s, r: LIARS.legal_count(s, r) - hidden(s),
    )


def test_a_bot_that_peeps_is_caught():
    peeped = {}

    def observe(s, r, v, seat):
        LIARS.observe(s, r, v, seat)
        peeped["sixes"] = sum(s.cup[p][6] for p in range(s.seats))

    def choose(v, r, b, bot):
        return LIARS.legal_nth(v, r, 0 if peeped["sixes"] else v.legal - 1)

    def late(v, r, b, bot):
        return choose(v, r, b, bot) if v.bid == 0 or peeped["sixes"] else LIAR

    caught("chooses by what it cannot see", observe=observe, choose=late)


def test_a_bot_that_makes_an_illegal_move_is_caught():
    caught("bot 0 chose 1, which is illegal", choose=lambda v, r, b, bot: LIAR)


def test_a_view_without_what_the_moves_depend_on_is_caught():
    def observe(s, r, v, seat):
        LIARS.observe(s, r, v, seat)
        v.bid = 0

    caught("differ between the state and the view", observe=observe, choose=lambda v, r, b, bot: LIAR if v.bids else 17)


def test_a_used_view_that_is_not_filled_again_is_caught():
    def observe(s, r, v, seat):
        old = list(v.held)
        LIARS.observe(s, r, v, seat)
        if any(old):
            v.held[:] = old

    caught("a used view differs from a fresh one in held", observe=observe)


def test_cards_on_the_table_are_caught():
    caught("the roll event tells", private=())
    caught("the events show every die to all", private=(), events=events_with(lambda event: event.pop("private", None)))


def test_redealing_nothing_is_caught():
    caught("redeal never changed", redeal=lambda s, r, v: None)


def test_redealing_ones_own_dice_is_caught():
    def redeal(s, r, v):
        for p in range(s.seats):
            s.cup[p][1:7] = s.cup[p][2:7] + s.cup[p][1:2]

    caught("shows what it may not: cup", redeal=redeal)


# ---- fields of views


def told_with(change):
    """What plain bots are told, changed once it is known."""

    def view_values(v, r):
        values = LIARS.view_values(v, r)
        change(values, v)
        return values

    return view_values


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda values, v: values.pop("bid"), "the fields of the view of . are not as declared: bid is missing"),
        (lambda values, v: values.update(luck=7), "not as declared: luck is not declared"),
        (lambda values, v: values.update(round=values.pop("round")), "not as declared: they stand in the order seats, playing, "),
        (lambda values, v: values.update(bids="2"), "not as declared: bids: Expected `int`, got `str`"),
        (lambda values, v: values.update(bids=True), "not as declared: bids: Expected `int`, got `bool`"),
        (lambda values, v: values.update(bids=-1), "not as declared: bids: Expected `int` >= 0"),
        (lambda values, v: values.update(dice=(1, 2)), "not as declared: dice: it is no plain JSON"),
        (lambda values, v: values["dice_left"].pop("B"), "dice_left: it is there by seat for A, C, not for A, B, C"),
        (lambda values, v: values.update(bids=v.key0), "the fields of the view of . tell of its key"),
        (lambda values, v: setattr(v, "bids", v.bids + 1), "view_values writes to the view record: bids"),
        (lambda values, v: values.update(scores=values["hands_won"]), "the view tells scores .*, and the game would end with"),
    ],
    ids=["missing", "undeclared", "order", "text", "bool", "negative", "tuple", "seat", "key", "writes", "scores"],
)  # fmt: skip
def test_fields_that_are_not_as_declared_are_caught(change, sentence):
    caught(sentence, view_values=told_with(change))


def test_fields_that_tell_of_hidden_dice_are_caught():
    peeped = {}

    def observe(s, r, v, seat):
        LIARS.observe(s, r, v, seat)
        peeped["sixes"] = sum(s.cup[p][6] for p in range(s.seats))

    caught(
        "the fields of the view of . tell of hidden dice or keys: dice_hidden",
        observe=observe,
        view_values=told_with(lambda values, v: values.update(dice_hidden=peeped["sixes"])),
    )


def test_a_family_may_have_no_fields():
    check(view_fields={}, view_values=None)


# ---- policies


def bots(**changed):
    """The bots of liar's dice, some of whose kernels are others."""
    broken = replace(BOTS, **changed)
    return lambda: broken


def weighed(change):
    """Weights that are changed once they are known."""

    def weights(v, r, b, bot, out):
        BOTS.weights(v, r, b, bot, out)
        change(out)

    return weights


@pytest.mark.parametrize(
    "change",
    [
        lambda out: out.__setitem__(0, out[0] + 1),
        lambda out: out.__setitem__(slice(2), [-1, out[0] + out[1] + 1]),
        lambda out: out.__setitem__(0, float(out[0])),
    ],
    ids=["sum", "negative", "float"],
)
def test_weights_that_are_none_are_caught(change):
    caught(
        "bot 0 weighs its moves .*, not in integers from 0 on that sum to 1073741824",
        bots=bots(weights=weighed(change)),
    )


def test_a_choice_without_weight_is_caught():
    def first(v, r, b, bot, out):
        out[0] = ONE

    caught("which by its weights it never does", bots=bots(weights=first))


def test_another_choice_than_the_sure_one_is_caught():
    def last(v, r, b, bot, out):
        out[v.legal - 1] = ONE

    def choose(v, r, b, bot):
        return LIARS.legal_nth(v, r, 0 if v.key0 % 2 and v.legal > 9 else v.legal - 1)

    caught("which by its weights it never does", bots=bots(weights=last, choose=choose))


def test_a_likely_move_that_is_never_made_is_caught():
    def weights(v, r, b, bot, out):
        out[0], out[1] = ONE - ONE // 4, ONE // 4

    caught(
        "under none of 50 keys, but its weight is 268435456 of 1073741824",
        bots=bots(weights=weights, choose=lambda v, r, b, bot: LIARS.legal_nth(v, r, 0)),
    )


def test_a_bot_that_is_sure_of_another_move_under_each_key_is_none_of_these():
    def weights(v, r, b, bot, out):
        out[v.key0 % v.legal] = ONE

    check(bots=bots(weights=weights, choose=lambda v, r, b, bot: LIARS.legal_nth(v, r, v.key0 % v.legal)))


# ---- events


def events_with(change):
    def events(rows, s, r):
        told = LIARS.events(rows, s, r)
        for event in told:
            change(event)
        return told

    return events


@pytest.mark.parametrize(
    ("kind", "field", "value", "sentence"),
    [
        (
            "reveal",
            "count",
            0.5,
            r"a reveal event is not as it is declared: Expected `int`, got `float` - at `\$.count`",
        ),
        ("reveal", "wilds", None, r"Expected `int`, got `null` - at `\$.wilds`"),
        ("round", "starter", False, r"Expected `str`, got `bool` - at `\$.starter`"),
        ("round", "dice", {"A": {"B": 1}}, r"Expected `int`, got `object` - at `\$.dice"),
        ("lose", "whom", "A", "a lose event is not as it is declared: Object contains unknown field `whom`"),
        ("lose", "type", "lost", "no event of type 'lost'"),
        ("roll", "dice", [1], "the roll event tells"),
        ("roll", "seat", "J", "the roll event tells"),
        ("roll", "for", "fun", "the roll event tells"),
    ],
)
def test_events_of_another_shape_are_caught(kind, field, value, sentence):
    caught(sentence, events=events_with(lambda event: event["type"] == kind and event.update({field: value})))


def test_a_missing_field_is_caught():
    caught(
        "missing required field `why`", events=events_with(lambda event: event["type"] == "lose" and event.pop("why"))
    )


def test_a_missing_event_is_caught():
    def events(rows, s, r):
        return [event for event in LIARS.events(rows, s, r) if event["type"] != "roll" or event["for"] != "order"]

    caught("the roll event tells|has no event", events=events)


def test_a_forced_move_not_marked_is_caught():
    one_die = definition("liars-dice", 2, dice_per_player=1)
    caught(
        "marked auto=False", game=one_die, seats=2, choose=lambda v, r, b, bot: LIARS.legal_nth(v, r, v.legal - 1 - (v.bid != 0)),
        events=events_with(lambda event: event.pop("auto", None)),
    )  # fmt: skip


# ---- games


def test_a_game_without_end_is_caught(monkeypatch):
    def apply(s, r, t, action):
        LIARS.apply(s, r, t, action)
        s.held[: s.seats] = [2] * s.seats

    monkeypatch.setattr(testing, "DECISIONS", 40)
    caught("a guard must end it", apply=apply)


def test_what_comes_from_outside_the_record_is_caught():
    calls = []

    def apply(s, r, t, action):
        calls.append(action)
        LIARS.apply(s, r, t, action)
        if len(calls) % 50 == 0:
            s.dice = 0
            s.bid = 0
            s.mode = 0

    with pytest.raises(AssertionError):
        check(apply=apply)


def test_state_that_is_not_copied_is_caught():
    class Forgetful(LIARS.State):
        def copy(self):
            twin = super().copy()
            twin.ties += 1
            return twin

    caught("moves taken back, the state is not what it was", State=Forgetful)


def test_throws_without_end_are_caught(monkeypatch):
    def roll(s, r, t, d):
        LIARS.roll(s, r, t, d)
        if s.dice == 0:
            s.dice = 1

    monkeypatch.setattr(testing, "THROWS", 100)
    caught("100 throws without a decision", roll=roll)


def test_a_used_record_that_is_not_reset_is_caught():
    def start(s, r, t):
        used = s.moves
        LIARS.start(s, r, t)
        if used:
            s.ties = 998

    def start_worse(s, r, t):
        used = s.moves
        LIARS.start(s, r, t)
        if used:
            s.held[0] = 1

    check(start=start)  # ties are counted anew before anybody can tell
    caught("the batch loop on records used before|played once more", start=start_worse)


# ---- integers and modes


def test_a_number_beyond_int64_is_caught():
    def legal_count(s, r):
        return LIARS.legal_count(s, r) + ((s.total << 62) >> 70)

    caught("outside int64", legal_count=legal_count)


def test_a_product_beyond_int64_is_caught():
    caught("outside int64", legal_count=lambda s, r: LIARS.legal_count(s, r) + 0 * (s.total * 2**62 * 2))


def test_a_float_is_caught():
    caught("no integer", legal_count=lambda s, r: LIARS.legal_count(s, r) + 0 * int(s.total / 2))


class StandIn(CompiledPlayer):
    """In place of what is compiled, plain functions on the arrays of compiled mode: compiling takes longer."""

    def __init__(self, family=LIARS, choose=BOTS.choose, weights=BOTS.weights):
        self.play, self.weights = block_player(family, choose), weights

    def _play(self, S, V, R, T, D, B, keys, lineup, first, games, out):
        s, r, t = LIARS.State.of(S[0]), LIARS.Rules.of(R[0]), Trace()
        views = [LIARS.View.of(V[p]) for p in range(SEATS)]
        t.on = 1
        rows = [[0] * out.shape[1]]
        self.play([s], views, [r], [t], [Throw()], [None], keys.tolist(), lineup.tolist(), first, games, rows)
        s.into(S[0])
        for p in range(SEATS):
            views[p].into(V[p])
        out[:] = rows
        T[0]["n"] = t.n
        T[0]["rows"][: t.n] = t.rows[: t.n]

    def _weigh(self, V, R, B, bot, out):
        self.weights(LIARS.View.of(V[0]), LIARS.Rules.of(R[0]), None, bot, out)


@pytest.mark.skipif(not compilable(), reason="the extra `fast` is not installed")
@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({}, None),
        ({"family": replace(LIARS, apply=lambda s, r, t, a: LIARS.apply(s, r, t, LIAR if a == EXACT else a))},
         "disagree: trace row"),
        ({"choose": lambda v, r, b, bot: LIARS.legal_nth(v, r, v.legal - 1)}, "disagree: trace row"),
        ({"family": replace(LIARS, apply=lambda s, r, t, a: (LIARS.apply(s, r, t, a), setattr(s, "ties", 7)))},
         "disagree: the final states differ in ties"),
        ({"weights": lambda v, r, b, bot, out: uniform(v, out)}, "disagree: bot 1 as B weighs its moves"),
        ({"weights": lambda v, r, b, bot, out: BOTS.weights(v, r, b, 1, out)}, "disagree: bot 0 as A weighs its moves"),
    ],
    ids=["same", "apply", "choose", "state", "uniform", "basic"],
)  # fmt: skip
def test_modes_that_disagree_are_caught(other, sentence):
    if sentence is None:
        check(compiled=StandIn())
    else:
        caught(sentence, compiled=StandIn(**other))


def test_a_family_alone_is_played_with_its_defaults():
    def any_move(v, r, b, bot):
        return LIARS.legal_nth(v, r, draw(v, v.legal))

    check_game(replace(LIARS, name="toy"), seats=[2], compiled=False)
    check_game(LIARS, choose=any_move, seats=[2], compiled=False)

"""The liars family by the conformance kit: every shipped file and every option, in both modes; and bots in every pair."""

from collections import Counter
from itertools import product

import pytest
from liars_scene import definition, probes

from dicecup.engine.core.kernel import compilable
from dicecup.engine.definitions.definition import load, names
from dicecup.engine.games.base import MOVE, WON
from dicecup.engine.games.liars.moves import LIAR, WAIT
from dicecup.engine.games.registry import family
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.match.match import rules_of
from dicecup.engine.playtest.block import Bench, CompiledBench
from dicecup.testing import check_game, check_modes, compiled_player

LIARS = family("liars")
SHIPPED = [name for name in names() if load(name).family == "liars"]
# Whatever the shipped files leave out or do not combine.
OPTIONS = [
    definition("liars-dice", 3, dice_per_player=3, raise_rule="face_first", push=True),
    definition("liars-dice", 3, dice_per_player=3, raise_rule="single_axis", challenge_by="any", starter="winner"),
    definition("liars-dice", 2, raise_rule="no_decrease", wild_face=3, wild_bids="normal", best_of=3, dice_per_player=2),
    definition("liars-dice", 3, dice_per_player=2, raise_rule="max_number", wild_face=2, wild_bids="forbidden"),
    definition("liars-dice", 3, dice_per_player=3, raise_rule="product", exact_bid="others_lose", first_bidder="random"),
    definition("liars-dice", 3, dice_per_player=8, die_loss="transfer", max_rounds=25, starter_if_eliminated="winner"),
    definition("liars-dice", 4, dice_per_player=2, challenge_by="any", spot_on__callers="any", push=True, wild_face=6),
    definition("liars-dice", 4, dice_per_player=2, spot_on__callers="any", spot_on__right="others_lose", loss="penalty"),
    definition("liars-dice", 2, final_duel="sum", dice_per_player=2, faces=4, min_opening="one_and_a_half"),
    definition("liars-dice", 3, **{"pass": "once"}, wild_face=1, wild_bids="double_by_face", natural_required=True),
    definition("liars-dice", 3, wild_face=1, wild_bids="literal", opening_wild_bid="free_answer", dice_per_player=2),
    definition("liars-dice", 3, dice_per_player=3, faces=10, palifico__trigger="one_die", palifico__once=False,
               palifico__with_two_left=True, spot_on__callers="others"),
    definition("liars-dice", 3, dice_per_player=1, max_quantity="unbounded", wild_face=6, wild_off="once_wild_bid"),
    definition("liars-dice", 10, dice_per_player=1, first_bidder="seat0", starter="previous_right"),
]  # fmt: skip
ALL = [*map(load, SHIPPED), *OPTIONS]


IDS = [*SHIPPED, *(f"options{i}" for i in range(len(OPTIONS)))]
compiled_mode = [
    pytest.mark.compiled,
    pytest.mark.skipif(not compilable(), reason="the extra `fast` is not installed"),
]


@pytest.mark.parametrize("game", ALL, ids=IDS)
def test_every_property_in_plain_mode(game):
    check_game(game, line_ups=[[0, 1]], probes=probes, compiled=False)


@pytest.mark.parametrize("bot", range(len(family_of("liars").bot_names())))
def test_every_property_with_one_bot_alone(bot):
    check_game("dudo", seats=[3], line_ups=[[bot]], games=2, probes=probes, compiled=False)


# ---- compiled


def marked(*marks):
    def mark(function):
        for each in marks:
            function = each(function)
        return function

    return mark


@pytest.fixture(scope="module")
def entry():
    """The compiled batch loop."""
    return compiled_player(LIARS)


@marked(*compiled_mode)
@pytest.mark.parametrize("game", ALL, ids=IDS)
def test_both_modes_agree_for_every_bot(game, entry):
    check_modes(game, entry, games=3)


@marked(*compiled_mode)
def test_both_modes_agree_with_bounds_checked():
    """An unchecked read out of bounds returns a neighbouring field, silently; here it is an IndexError."""
    checked = compiled_player(LIARS, boundscheck=True)
    for game in ALL:
        check_modes(game, checked, line_ups=[[0, 1]])


# ---- C020: every variant x every pair of bots


GAMES = 1000
PAIRS = [(0, 0), (0, 1), (1, 1)]


@marked(*compiled_mode)
@pytest.mark.parametrize("variant", SHIPPED)
def test_C020_every_game_ends_and_no_bot_always_or_never_says_liar(variant, entry):
    game = load(variant)
    calls, turns = Counter(), Counter()
    for seats, pair in product({game.players.min, game.players.max}, PAIRS):
        line_up = [pair[p % 2] for p in range(seats)]
        bench = CompiledBench(Bench(LIARS, rules_of(game), variant, seats, line_up))
        out = bench.play(entry, 0, GAMES).reshape(GAMES, -1)
        assert out[:, 0].tolist() == list(range(GAMES))
        assert set(out[:, 1]) == {WON}
        assert (out[:, 2] > 0).all()
        trace = bench.T[0]
        trace["on"] = 1
        for number in range(50):
            bench.play(entry, number, 1)
            rows = trace["rows"][: trace["n"]]
            moves = rows[(rows[:, 0] == MOVE) & (rows[:, 3] == 0) & (rows[:, 2] != WAIT)]
            for _, seat, action, *_ in moves.tolist():
                turns[line_up[seat]] += 1
                calls[line_up[seat]] += action == LIAR
    for bot, name in enumerate(family_of("liars").bot_names()):
        assert 0 < calls[bot] < turns[bot], name

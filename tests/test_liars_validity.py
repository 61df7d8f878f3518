"""The combinations that rules.md 1.8 forbids: each by its number, and beside each a neighbour that is fine."""

import pytest

from dicecup.engine.definitions.definition import BadSetting, load
from dicecup.engine.games.options import keys
from dicecup.engine.games.registry import family

LIARS = family("liars")

# Number of the constraint: settings that break it -> keys that the error must name.
BROKEN = [
    ("1", "wild_face=7", "wild_face faces"),
    ("1", "wild_face=3 faces=2", "wild_face faces"),
    ("1", "face_names=[1,2,3]", "face_names faces"),
    ("1", "faces=2 face_names=[A,A]", "face_names"),
    *[
        ("2", f"wild_face=1 raise_rule={rule} wild_bids={bids}", "raise_rule wild_bids")
        for rule in "face_first single_axis no_decrease max_number product".split()
        for bids in "double_after double_before double_by_face literal".split()
    ],
    ("3", "wild_face=1 wild_bids=forbidden wild_off=if_opened_on_wild", "wild_off wild_bids"),
    ("3", "wild_face=1 wild_bids=forbidden wild_off=once_wild_bid", "wild_off wild_bids"),
    ("3", "wild_face=1 wild_bids=forbidden opening_wild_bid=free_answer", "opening_wild_bid wild_bids"),
    ("4", "rounds=single", "rounds loss"),
    ("4", "rounds=single loss=difference", "rounds loss"),
    ("4", "rounds=single loss=penalty", "rounds loss"),
    ("4", "rounds=single loss=elimination palifico.trigger=one_die", "palifico.trigger rounds"),
    ("4", "rounds=single loss=elimination spot_on.callers=next", "spot_on.right rounds"),
    ("5", "rounds=single loss=elimination best_of=3", "best_of rounds players.max"),
    ("6", "die_loss=transfer loss=difference", "die_loss loss"),
    ("6", "die_loss=transfer loss=elimination", "die_loss loss"),
    ("6", "die_loss=transfer loss=penalty", "die_loss loss"),
    ("6", "die_loss=transfer exact_bid=others_lose", "die_loss exact_bid"),
    ("6", "die_loss=transfer spot_on.callers=next", "die_loss spot_on.callers"),
    ("7", "exact_bid=others_lose loss=elimination", "exact_bid loss"),
    ("7", "exact_bid=others_lose loss=penalty", "exact_bid loss"),
    ("8", "spot_on.callers=any loss=elimination", "spot_on.right loss"),
    ("8", "spot_on.callers=others loss=penalty", "spot_on.right loss"),
    ("9", "palifico.trigger=one_die loss=elimination", "palifico.trigger loss"),
    ("9", "palifico.trigger=one_die loss=penalty", "palifico.trigger loss"),
    ("9", "palifico.trigger=one_die dice_per_player=1", "palifico.trigger dice_per_player"),
    ("10", "pass=once loss=difference", "pass loss"),
    ("10", "pass=once loss=elimination", "pass loss"),
    ("10", "pass=once loss=penalty", "pass loss"),
    ("10", "pass=once dice_per_player=4", "pass dice_per_player"),
    ("11", "final_duel=sum loss=difference", "final_duel loss"),
    ("11", "final_duel=sum loss=elimination", "final_duel loss"),
    ("11", "final_duel=sum loss=penalty", "final_duel loss"),
    ("12", "players.min=1", "players.min"),
    ("12", "players.max=11", "players.max"),
    ("12", "players.min=4 players.max=3", "players.min players.max"),
]
FINE = [
    ("1", "wild_face=6"),
    ("1", "faces=2 face_names=[A,B]"),
    ("2", "wild_face=1 raise_rule=product wild_bids=normal"),
    ("2", "wild_face=1 raise_rule=face_first wild_bids=forbidden"),
    ("2", "raise_rule=face_first wild_bids=literal"),
    ("3", "wild_face=1 wild_bids=forbidden opening_wild_bid=forbidden"),
    ("3", "wild_bids=forbidden wild_off=once_wild_bid"),
    ("4", "rounds=single loss=elimination"),
    ("4", "rounds=single loss=elimination spot_on.callers=next spot_on.right=others_lose"),
    ("5", "rounds=single loss=elimination best_of=3 players.max=2"),
    ("5", "best_of=3"),
    ("6", "die_loss=transfer"),
    ("7", "exact_bid=others_lose loss=difference"),
    ("8", "spot_on.callers=any loss=penalty spot_on.right=others_lose"),
    ("9", "palifico.trigger=one_die loss=difference dice_per_player=2"),
    ("10", "pass=once dice_per_player=6"),
    ("11", "final_duel=sum die_loss=transfer"),
    ("12", "players.min=3 players.max=3"),
]


@pytest.mark.parametrize(("number", "settings", "named"), BROKEN, ids=[f"{n}-{s}" for n, s, _ in BROKEN])
def test_1_8_forbids(number, settings, named):
    with pytest.raises(BadSetting) as error:
        load("liars-dice", settings.split())
    for key in named.split():
        assert key in str(error.value)


@pytest.mark.parametrize(("number", "settings"), FINE, ids=[f"{n}-{s}" for n, s in FINE])
def test_1_8_allows(number, settings):
    load("liars-dice", settings.split())


def test_1_8_every_number_is_tried():
    assert {n for n, *_ in BROKEN} == {n for n, *_ in FINE} == {str(n) for n in range(1, 13)}


def test_1_7_the_keys_and_their_defaults():
    found = {key.path: key.default for key in keys(LIARS.options)}
    wanted = """
        faces 6, face_names none, dice_per_player 5, wild_face none, wild_bids double_after, opening_wild_bid allowed,
        wild_off never, natural_required False, raise_rule quantity_first, max_quantity total_dice, min_opening 1,
        challenge_by next, loss one_die, penalty_limit 3, exact_bid challenger_loses, die_loss discard, starter loser,
        starter_if_eliminated left, first_bidder roll_high, spot_on.callers none, spot_on.right regain,
        spot_on.wrong lose, spot_on.needs any, palifico.trigger off, palifico.once True, palifico.face locked,
        palifico.with_two_left False, pass off, push False, final_duel off, rounds until_one_left, best_of 1, max_rounds 1000
    """
    assert [f"{path} {default}" for path, default in found.items()] == [pair.strip() for pair in wanted.split(",")]


@pytest.mark.parametrize(
    "setting",
    [
        "faces=1", "faces=11", "dice_per_player=0", "dice_per_player=21", "wild_face=0", "wild_face=11", "min_opening=0",
        "min_opening=21", "penalty_limit=0", "penalty_limit=21", "best_of=2", "best_of=11", "max_rounds=0",
        "max_rounds=60001", "faces=six", "push=maybe", "push=1", "loss=dice", "palifico.once=once", "natural_required=on",
        "face_names=[1,2,3,4,5,100]", "face_names=[1,2,3,4,5,ab]", "face_names=[1,2,3,4,5,a]", "spot_on.wrong=win",
    ],
)  # fmt: skip
def test_1_7_values_outside_the_stated_sets(setting):
    with pytest.raises(BadSetting):
        load("liars-dice", [setting])

"""Liar's dice in tests of all families."""

from itertools import product

from liars_fields import fields
from liars_scene import Scene, definition, probes

from dicecup.engine.games.liars.moves import LIAR, WAIT
from families import Declaration, Ending, Picture, Position, Table, shipped

RANDOM, BASIC = range(2)
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


def ends(game):
    """Every pair of bots, at the smallest and at the largest table of what ships."""
    if game in OPTIONS:
        return
    for seats, pair in product(sorted({game.players.min, game.players.max}), [(0, 0), (0, 1), (1, 1)]):
        yield Ending([pair[p % 2] for p in range(seats)], 1000)


def pictures():
    """Perudo after four bids, and with the challenge that follows."""
    cups = {"A": "1 2 4 5 6", "B": "4 6 6 6 6", "C": "1 2 3 5 5"}
    game = Scene("perudo", seats=3, cups=cups)
    game.say("A:2x3", "B:3x3", "C:3x5", "A:4x5")
    yield Picture(game, "B")
    game.say("B:liar")
    yield Picture(game, told=("reveal", "lose"))


def position():
    """An answer to an opening bid."""
    game = Scene("perudo", cups={"A": "1 2 3 4 5", "B": "1 6 6 2 2"})
    game.say("A:3x2")
    return Position(game, "B", "perudo --hand 1,2,2,6,6 --unknown 5 --bid 3x2 --opening --players 2".split())


DECLARATION = Declaration(
    options=OPTIONS,
    probes=probes,
    plain=lambda game: [Table(line_ups=[[RANDOM, BASIC]])],
    modes=lambda game: [Table(games=3)],
    in_bounds=[(game, Table(line_ups=[[RANDOM, BASIC]])) for game in [*shipped("liars"), *OPTIONS]],
    short=(definition("dudo", 3), 3),
    crowded=definition("liars-dice", 10, dice_per_player=1),
    ends=ends,
    at_times=lambda action: None if action == WAIT else action == LIAR,
    strength=lambda variant: [(2, 1000)],
    pictures=pictures,
    position=position,
    fields=fields,
    kinds=["liars-dice-wild", "cacho", "push-reroll", "dudo-old"],
)

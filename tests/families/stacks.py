"""Stacked Dice in tests of all families."""

from itertools import product

from stacks_fields import fields
from stacks_scene import Scene, definition, probes

from families import Declaration, Ending, Picture, Position, Table, shipped

RANDOM, BASIC, EXPERT = range(3)
OPTIONS = [
    definition(own_top=True, round_end="immediate", next_starter="roll", stacking="forced", dice_per_player=20, faces=10,
               max_height=10, target=120),
    definition(dice_per_player=1, faces=2, max_height=2, ace_value=1, target=8, next_starter="round_winner"),
    definition(laps_per_roll="until_stuck", round_end="immediate", next_starter="same", ace_value=20, max_height=3),
    definition(laps_per_roll="until_stuck", rerolls=False, own_top=True, stacking="forced", next_starter="roll",
               start_ace_high=True, max_rounds=2, target=9999),
]  # fmt: skip


def modes(game):
    """Without the expert, which plays rounds out and is slow in plain mode."""
    yield Table([game.players.max], [[RANDOM, BASIC]], 2)
    yield Table([2], [[RANDOM], [BASIC]], 2)


def in_bounds():
    """Every game, the fullest table, and the expert."""
    full = definition(seats=10, dice_per_player=20, faces=2, max_height=2, stacking="forced", target=100)
    for game in [*shipped("stacks"), *OPTIONS, full]:
        yield game, Table([game.players.max], [[RANDOM, BASIC]])
    yield definition(target=25), Table([3], [[EXPERT, RANDOM]])


def ends(game):
    """Every pair of bots at three seats, of what ships."""
    if game in OPTIONS:
        return
    for one, other in product(range(3), repeat=2):
        yield Ending([one, other, one], 100 if EXPERT in (one, other) else 1000)


def pictures():
    """Two stacks open and one closed; then the scores of the round."""
    game = Scene(dice=("44216", "43356", "44661"), rerolls=False, laps_per_roll="until_stuck")
    game.say("A:4 on B", "B:6 on A", "C:4 on #1", "A:4 on #1")
    yield Picture(game, game.turn)
    while not game.scores():
        game.play("pass")
    yield Picture(game, told=("score",))


def position():
    """One who can cover nothing now, with two stacks begun."""
    game = Scene(dice=["12345", "12345", "12666"])
    game.say("A:5 on B", "B:4 on A")
    return Position(game, "C", "stacked-dice --hand 12666 --others 6 --open 45".split())


DECLARATION = Declaration(
    options=OPTIONS,
    probes=probes,
    plain=lambda game: [Table([3], [[BASIC, RANDOM]])],
    modes=modes,
    in_bounds=list(in_bounds()),
    short=(definition(dice_per_player=3, target=12), 2),
    crowded=definition("stacked-dice-short", 10),
    ends=ends,
    strength=lambda variant: [(2, 600), (4, 300)],
    pictures=pictures,
    position=position,
    fields=fields,
    kinds=["stacked-dice"],
)

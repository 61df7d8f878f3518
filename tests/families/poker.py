"""Poker dice in tests of all families."""

from itertools import product

from poker_fields import fields
from poker_scene import Scene, definition, probes

from dicecup.engine.games.poker.coach import too_long
from dicecup.engine.games.poker.moves import DROP, STAND
from families import Declaration, Ending, Picture, Position, Table

RANDOM, BASIC, EXPERT = range(3)
OPTIONS = [
    definition("poker-dice-three", kept_locked=True, reroll_limit=4, tie="single_throw", start="roll_first",
               faces=["A", "B", "C"]),
    definition(match="chips", purse=6, second_ante="reroll", tie="all_replay", drop_out=True, start="seats"),
    definition(match="chips", purse=3, ante=2, second_ante="stay", drop_out=True, tie="split", max_throws=1),
    definition(match="rounds:2", tie="split", natural_beats_wild=True, wild=9, ante=0),
    definition(match="legs", tie="all_replay", max_throws=4, follow_first_throws=True, faces=["A", "B", "C"]),
    definition(match="first_to:2", faces=list(range(7)), straights=['"01234"', '"65432"'], max_throws=3),
    definition(match="rounds:3", max_rounds=2, hand_order=["nothing", "pair", "two_pairs", "three", "straight",
               "full_house", "four", "five"], wild="J", straights="none", faces=["J", "A", "B", "C", "D", "E", "F"]),
]  # fmt: skip
COMPARED = ("poker-dice", "poker-dice-wild", "poker-dice-three", "indian-dice")  # variants in which bots are compared


def plain(game):
    """Three seats where others than the best throw again, or no more often than the first."""
    return [
        Table([3 if game.rules.tie == "all_replay" or game.rules.follow_first_throws else 2], [[EXPERT, BASIC, RANDOM]])
    ]


def modes(game):
    """The expert looks at few seats, and at two alone where kickers make its book long."""
    yield Table([game.players.max], [[RANDOM, BASIC]], 2)
    yield Table([2], [[RANDOM], [BASIC], [EXPERT], [EXPERT, RANDOM]], 2)
    if not game.rules.kickers:
        yield Table([min(3, game.players.max)], [[EXPERT, RANDOM, EXPERT]], 2)


def ends(game):
    """Every pair of bots, at the smallest table and at one of four, of what ships."""
    if game in OPTIONS:
        return
    for seats, pair in product(sorted({game.players.min, min(game.players.max, 4)}), product(range(3), repeat=2)):
        yield Ending([pair[p % 2] for p in range(seats)], 2000)


def pictures():
    """Three throws with wild aces: one has stood, one has kept and thrown again; then the showdown."""
    game = Scene("poker-dice-wild", seats=3, max_throws=3, dice={"A": "KKJ9T KAJ", "B": "QQQ9T A9", "C": "99TJJ"})
    game.say("A:keep K K", "A:stand", "B:keep Q Q Q")
    yield Picture(game, "B")
    game.say("B:stand", "C:stand")
    yield Picture(game, told=("hand", "pot", "hand_won"))


def position():
    """A throw that is left, against two pairs."""
    game = Scene("poker-dice-three", dice={"A": "AAQQJ", "B": "KKJ9T KQ"})
    game.stand().say("B:keep K K J")
    return Position(game, "B", "poker-dice-three --hand KKKQJ --beat AAQQJ --throws-left 1".split())


DECLARATION = Declaration(
    options=OPTIONS,
    probes=probes,
    plain=plain,
    modes=modes,
    short=(definition("rpasmd-poker"), 2),
    crowded=definition("poker-dice-wild", 10),
    ends=ends,
    at_times=lambda action: action not in (STAND, DROP),
    strength=lambda variant: [(2, 40_000)] if variant in COMPARED else [],
    pictures=pictures,
    position=position,
    fields=fields,
    kinds=["poker-dice"],
    hint_is_the_bots=lambda match, seat: not too_long(match.view_record(seat), match.rules),
)

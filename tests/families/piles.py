"""Piles in tests of all families."""

from piles_fields import fields
from piles_scene import Scene, definition, probes

from dicecup.engine.definitions.definition import load
from dicecup.engine.games.piles.bots import BASIC, EXPERT, RANDOM
from families import Declaration, Ending, Picture, Position, Table

OPTIONS = [
    definition(plain_dice=0, jolly_dice=3, on_jr="any", jr_base_score=1, floor="round", jolly_faces=["J", 1, 1],
               start_tie="lowest_seat"),
    definition(plain_dice=5, jolly_dice=1, placement="forced", may_stop=False, start_tie="tied", target=200),
    definition("dead-mans-dice-table-dice", seats=4, plunder_needs="placement", on_jr="none", next_starter="rotate"),
    definition("dead-mans-dice-race", jolly_dice=0, start_tie="lowest_seat", plain_faces=[6, 6, 1, 2, 3, 4, 5, 5, 1, 1]),
    definition("dead-mans-dice-table-dice", jolly_dice=3, placement="forced", floor="game", opening_die="plain"),
    definition(plain_dice=1, jolly_dice=0, target_mode="exceed", target=20),
    definition("dead-mans-dice-designer", max_rounds=3, target=10_000),
]  # fmt: skip


def modes(game):
    """A full table, and each bot against itself."""
    yield Table([game.players.max], [[RANDOM, BASIC, EXPERT]])
    yield Table([2], [[RANDOM], [BASIC], [EXPERT]])


def ends(game):
    """Each bot against itself, also where rules are odd.

    Three rounds are too few for the target; and where nothing fits on a Jolly Roger the random ones may all have one on top, so
    that nobody can ever place or take a die.
    """
    for bot in (RANDOM, BASIC, EXPERT):
        won = None if game.rules.on_jr != "none" or bot != RANDOM else range(101, 301)
        yield Ending([bot, bot], 300, range(1) if game.rules.max_rounds == 3 else won)


def pictures():
    """One pile with a Jolly Roger on top, one with a number of a Jolly Roger die, one with a loose die beside it; then scores."""
    game = Scene(seats=3, unplaced="on_table")
    game.lie("A 3 4 J B 2 1' C 6", plain={"A": 1, "B": 0, "C": 2}, jolly={"C": 1}, loose={"C": "5"}, turn="A", placed=1)
    game.state.round = 3
    yield Picture(game, "A")
    game.finish_round()
    yield Picture(game, told=("score",))


def position():
    """A die to choose and to roll; C's 4 has not fitted on its J, and lies loose."""
    game = Scene("dead-mans-dice-table-dice", seats=3, opening="A 2 B 5 C J", dice={"C": "4"})
    game.play("end")
    return Position(game, "A", ["dead-mans-dice-table-dice", "--hand", "plain jolly", "--top", "2", "--tops", "5 J 4"])


DECLARATION = Declaration(
    options=OPTIONS,
    probes=probes,
    plain=lambda game: [Table([2], [[EXPERT, BASIC], [RANDOM]])],
    modes=modes,
    short=(definition(), 2),
    crowded=definition(seats=10, target=30),
    ends=ends,
    strength=lambda variant: [(seats, 1500) for seats in sorted({2, min(4, load(variant).players.max)})],
    pictures=pictures,
    position=position,
    fields=fields,
    kinds=["dead-mans-dice-table-dice"],
)

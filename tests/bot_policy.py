"""What a shipped bot is as a policy: the weight of each legal move, and how often it makes each over many keys of its own."""

from collections import Counter

from dicecup.engine.games.base import ONE
from dicecup.engine.match.match import tables_of


def weights(match, seat, name):
    """The moves that a bot may make in this decision, by their texts, each with its weight; they sum to ONE."""
    bots, tables = match.family.policies(), tables_of(match.definition)
    v, out = match.view_record(seat), [0] * len(match.legal())
    bots.weights(v, match.rules, tables, match.family.bot_names().index(name), out)
    assert sum(out) == ONE
    assert min(out) >= 0
    return {move: weight for move, weight in zip(match.legal(), out, strict=True) if weight}


def choices(match, seat, name, keys):
    """How often it makes each move, by their texts, over so many keys."""
    bots, tables = match.family.policies(), tables_of(match.definition)
    bot = match.family.bot_names().index(name)
    found = Counter()
    for key in range(keys):
        v = match.view_record(seat)
        v.key0, v.key1 = key, 1
        found[match.family.notate(bots.choose(v, match.rules, tables, bot), match.rules)] += 1
    return found


def agree(match, seat, name, keys=2000):
    """Whether choices are as frequent as the weights have it: each within four standard deviations, and no others."""
    wanted, found = weights(match, seat, name), choices(match, seat, name, keys)
    for move, weight in wanted.items():
        variance = keys * weight * (ONE - weight) // ONE**2
        assert (found[move] - keys * weight / ONE) ** 2 <= 16 * (variance + 1), (move, found[move])
    assert set(found) <= set(wanted)
    return wanted

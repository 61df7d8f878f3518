"""What a shipped bot is as a policy: the weight of each legal move, and how often it makes each over many keys of its own."""

from collections import Counter

from dicecup.engine.bots import shipped
from dicecup.engine.games.base import ONE


def weights(match, seat, name):
    """The moves that a bot may make in this decision, by their texts, each with its weight; they sum to ONE."""
    module = shipped.module(match.family.name)
    v, out = match.view_record(seat), [0] * len(match.legal())
    module.weights(v, match.rules, match.rules, list(module.BOTS).index(name), out)
    assert sum(out) == ONE
    assert min(out) >= 0
    return {move: weight for move, weight in zip(match.legal(), out, strict=True) if weight}


def choices(match, seat, name, keys):
    """How often it makes each move, by their texts, over so many keys."""
    module = shipped.module(match.family.name)
    found = Counter()
    for key in range(keys):
        v = match.view_record(seat)
        v.key0, v.key1 = key, 1
        found[match.family.notate(module.choose(v, match.rules, list(module.BOTS).index(name)), match.rules)] += 1
    return found


def agree(match, seat, name, keys=2000):
    """Whether choices are as frequent as the weights have it: each within four standard deviations, and no others."""
    wanted, found = weights(match, seat, name), choices(match, seat, name, keys)
    for move, weight in wanted.items():
        variance = keys * weight * (ONE - weight) // ONE**2
        assert (found[move] - keys * weight / ONE) ** 2 <= 16 * (variance + 1), (move, found[move])
    assert set(found) <= set(wanted)
    return wanted

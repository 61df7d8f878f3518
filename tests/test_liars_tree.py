"""One round with one die each, as OpenSpiel plays `liars_dice`: two seats, the top face wild, bids ranked as numbers."""

from functools import cache

from liars_scene import Scene

from dicecup.engine.games.base import Trace
from dicecup.engine.games.liars.moves import LIAR, legal_count, legal_nth
from dicecup.engine.games.liars.play import apply

DEALS = [(a, b) for a in range(1, 7) for b in range(1, 7)]
BIDS = [f"{q}x{f}" for q in (1, 2) for f in range(1, 7)]


def one_round(deal):
    rules = {"wild_face": 6, "wild_bids": "normal", "loss": "elimination", "rounds": "single", "first_bidder": "seat0"}
    return Scene(dice_per_player=1, cups={"A": str(deal[0]), "B": str(deal[1])}, **rules)


def legal(s, r):
    return [legal_nth(s, r, k) for k in range(legal_count(s, r))]


def test_open_spiel_liars_dice_7_chance_147456_decision_147420_terminal_nodes_24576_information_sets():
    """As OpenSpiel counts: the first die is one chance node, the second six; a decision with one legal move (liar) is a node.

    Which moves are legal does not depend on the dice, so the bids are walked once, with two deals side by side, and each
    history stands for one node of all 36 deals. Who wins depends on the standing bid, who made it, and the deal.
    """
    games = [one_round((1, 1)), one_round((6, 3))]
    r = games[0].rules
    quiet = Trace()
    histories, ends, owners = [], 0, {0: 0, 1: 0}
    outcomes = {}
    stack = [((), *(g.state.copy() for g in games))]
    while stack:
        history, s, other = stack.pop()
        histories.append(history)
        owners[s.turn] += 1
        assert s.turn == len(history) % 2
        moves = legal(s, r)
        assert moves == legal(other, r)
        bids = [move for move in moves if move != LIAR]
        top = history[-1] if history else 0
        assert bids == [16 * q + f for q in (1, 2) for f in range(1, 7) if 16 * q + f > top]
        assert (LIAR in moves) is bool(history)
        if history:
            outcomes.setdefault((history[-1], s.turn), (history, s))
            ends += 1
        for bid in bids:
            following = []
            for state in (s, other):
                after = state.copy()
                apply(after, r, quiet, bid)
                following.append(after)
            stack.append(((*history, bid), *following))

    assert len(set(histories)) == len(histories) == 2**12
    chance = 1 + 6
    assert (chance, len(histories) * len(DEALS), ends * len(DEALS)) == (7, 147_456, 147_420)
    # An information set is a seat's own die and the bids so far.
    assert sum(6 * owned for owned in owners.values()) == 24_576

    for (bid, caller), (history, _) in outcomes.items():
        q, f = bid >> 4, bid & 15
        for deal in DEALS:
            true = sum(die in (f, 6) for die in deal) >= q
            assert winner(history, deal) == ("AB"[1 - caller] if true else "AB"[caller])


@cache
def winner(history, deal):
    g = one_round(deal)
    for bid in history:
        g.play_action(bid)
    if not g.over:  # over the highest bid `liar` says itself
        g.play("liar")
    return g.last("end")["winners"][0]


def test_the_bids_of_one_die_each():
    assert one_round((1, 1)).legal() == BIDS

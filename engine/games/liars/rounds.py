"""The rounds of liar's dice, for solving: what goes on from one to the next, and what the rest of one depends on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicecup.engine.games.base import Carried, Rounds, Trace, begin
from dicecup.engine.games.liars.options import LiarsOptions, has_spot_on
from dicecup.engine.games.liars.play import next_round
from dicecup.engine.games.liars.rules import ELIMINATION, FREE_ANSWER, OFF_IF_OPENED, OFF_ONCE_BID, Rules
from dicecup.engine.games.liars.scoring import new_hand
from dicecup.engine.games.liars.table import State

NAMES = ("dice", "points", "hands won", "palifico rounds", "palifico")


def refused(o: LiarsOptions, one_round: bool) -> Iterator[tuple[str, str]]:
    """What cannot be solved, by the option: where moves depend on hidden dice, or there is no end of bids."""
    if o.push:
        yield "push", "dice that are shown and thrown again within a round cannot be solved; set push=false"
    if o.challenge_by == "any":
        yield (
            "challenge_by",
            "call windows cannot be solved, and two seats have none; set challenge_by=next for the same game",
        )
    if o.spot_on.callers in ("others", "any"):
        same = "none" if o.spot_on.callers == "others" else "next"
        yield (
            "spot_on.callers",
            f"call windows cannot be solved, and two seats have none; set spot_on.callers={same} for the same game",
        )
    if o.max_quantity == "unbounded":
        yield "max_quantity", "bids of up to 999 dice are too many to be solved; set max_quantity=total_dice"
    if one_round and has_spot_on(o) and o.spot_on.right == "regain":
        yield "spot_on.right", "one round has no next in which a die could be won back; set spot_on.right=others_lose"
    most = most_rounds(o)
    if not one_round and o.max_rounds < most:
        yield (
            "max_rounds",
            f"the guard would end games that are solved as if there were none; set max_rounds={most} or more",
        )


def most_rounds(o: LiarsOptions) -> int:
    """How many rounds two seats may need; where dice come back the guard's default stands for that."""
    if o.die_loss == "transfer" or (has_spot_on(o) and o.spot_on.right == "regain"):
        return 1000
    hand = 1 if o.loss == "elimination" else 2 * (o.penalty_limit if o.loss == "penalty" else o.dice_per_player) - 1
    return hand * o.best_of


def dice(o: LiarsOptions) -> int:
    """Dice of each seat."""
    return o.dice_per_player


def one_round(r: Rules) -> None:
    """The first showdown decides: who loses it is out."""
    r.single, r.loss, r.best_of = 1, ELIMINATION, 1


def start(s: State, r: Rules, t: Trace, held: Sequence[int]) -> None:
    """A hand that seat A opens, with so many dice for each seat, which nobody has come down to."""
    begin(s, t)
    new_hand(s, r)
    for p in range(s.seats):
        s.wins[p] = 0
        s.held[p] = s.before[p] = held[p]
    next_round(s, r, t, 0)


def carried(s: State, r: Rules) -> Carried:
    """Dice, points, hands won, palifico rounds opened where that counts, and whether this is one; the opener's first."""
    a, b = s.opener, 1 - s.opener
    once = r.palifico and r.palifico_once and r.palifico_with_two
    opened = [min(s.palificos[p], 1) if once else 0 for p in (a, b)]
    return (s.held[a], s.held[b], s.points[a], s.points[b], s.wins[a], s.wins[b], *opened, s.palifico, 0)


def told(values: Carried) -> dict[str, list[int]]:
    """Each of them by its name, where it is not nothing."""
    pairs = {name: [*values[2 * i : 2 * i + 2]] for i, name in enumerate(NAMES)}
    return {name: pair for name, pair in pairs.items() if any(pair)}


def position(s: State, r: Rules) -> tuple[int, ...]:
    """Whose turn it is, the standing bid and pass, and of the bids before only what a rule looks back at."""
    answer = r.opening == FREE_ANSWER and s.bids == 1
    opened = r.wild_off == OFF_IF_OPENED and (s.opening & 15) == r.wild
    wild_bid = s.wild_bid if r.wild_off == OFF_ONCE_BID else 0
    return (s.turn, s.bid, s.bidder, s.passer, *s.passed[:2], answer, opened, wild_bid)


def lay(s: State, dealt: State) -> None:
    """Lay the cups of another deal."""
    for p in range(s.seats):
        s.cup[p][:] = dealt.cup[p]


ROUNDS = Rounds(
    refused=refused, dice=dice, one_round=one_round, begin=start, carried=carried, told=told, position=position, lay=lay
)

"""What a plain bot of liar's dice is told: its dice, the bids, who has how many dice, and what is asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dicecup.engine.games.base import (
    COMMON_FIELDS,
    LETTERS,
    STARTER,
    ViewField,
    by_seat,
    common_values,
    letter_or_none,
)
from dicecup.engine.games.liars.moves import SUM
from dicecup.engine.games.liars.notation import notate
from dicecup.engine.games.liars.rules import PENALTY, Rules
from dicecup.engine.games.liars.scoring import wild_counts
from dicecup.engine.games.liars.table import View
from dicecup.engine.games.liars.text import die_names

PHASES = ("turn", "out_of_turn", "show")  # as `mode`

VIEW_FIELDS: Mapping[str, ViewField] = {
    **COMMON_FIELDS,
    "starter": STARTER,
    "phase": ViewField(
        "text",
        "What is to be decided: `turn`, a bid or a call; `out_of_turn`, whether to call before one's turn; `show`, which dice "
        "to lay open after a raise.",
    ),
    "dice": ViewField("dice", "The seat's own dice under its cup, in rising order."),
    "dice_in_play": ViewField("count", "All dice on the table, hidden or open."),
    "dice_hidden": ViewField("count", "Dice under the cups of the others."),
    "dice_left": ViewField("count by seat", "How many dice each seat has in this round, hidden or open."),
    "dice_shown": ViewField("dice by seat", "Dice that lie open, in rising order."),
    "bid": ViewField("text or none", "The standing bid as the move that it was, such as `3x4`."),
    "bid_count": ViewField(
        "count", "How many dice the standing bid names, in a final duel its sum; 0 where no bid stands."
    ),
    "bid_face": ViewField("face or none", "The face that the standing bid names; none in a final duel."),
    "bidder": ViewField("seat or none", "Whose bid it is."),
    "bids": ViewField("count", "How many bids were made in this round."),
    "first_bid": ViewField("text or none", "The first bid of this round."),
    "last_bids": ViewField("text or none by seat", "The last bid of each seat in this round."),
    "passer": ViewField("seat or none", "Whose pass stands: a challenge now is one of that."),
    "wild_face": ViewField(
        "face or none", "The face that counts as every other as things stand; none where there is none or it is off."
    ),
    "palifico": ViewField("yes or no", "Whether this is a palifico round."),
    "final_duel": ViewField("yes or no", "Whether this is the final duel, in which sums are bid."),
    "penalties": ViewField("count by seat", "Penalty points in this hand."),
    "hands_won": ViewField("count by seat", "Hands won, where a game has several."),
}


def view_values(v: View, r: Rules) -> dict[str, Any]:
    """The values of VIEW_FIELDS."""
    names = die_names(r, 0)
    faces = range(1, r.faces + 1)
    seats = range(v.seats)
    own = [name for name, n in zip(names, v.cup[v.seat][1 : r.faces + 1], strict=True) for _ in range(n)]
    shown: list[list[int | str]] = [[] for _ in seats]
    if r.push != 0:
        shown = [[names[f - 1] for f in faces for _ in range(v.shown[p][f])] for p in seats]
    bid, duel = v.bid, v.duel != 0
    one_hand = v.points if r.loss == PENALTY else v.held
    return {
        **common_values(v, [p for p in seats if v.out[p] == 0], v.wins if r.best_of > 1 else one_hand),
        "starter": LETTERS[v.opener] if v.round > 0 else None,
        "phase": PHASES[v.mode],
        "dice": own,
        "dice_in_play": v.total,
        "dice_hidden": v.total - len(own) - sum(map(len, shown)),
        "dice_left": by_seat(v, (0 if out else held for held, out in zip(v.held, v.out, strict=True))),
        "dice_shown": by_seat(v, shown),
        "bid": notate(bid, r) if bid else None,
        "bid_count": bid - SUM if duel and bid else bid >> 4,
        "bid_face": names[(bid & 15) - 1] if bid and not duel else None,
        "bidder": LETTERS[v.bidder] if bid else None,
        "bids": v.bids,
        "first_bid": notate(v.opening, r) if v.bids else None,
        "last_bids": by_seat(v, (notate(said, r) if said else None for said in v.said)),
        "passer": letter_or_none(v.passer),
        "wild_face": names[r.wild - 1] if not duel and wild_counts(v, r, 0) else None,
        "palifico": v.palifico != 0,
        "final_duel": duel,
        "penalties": by_seat(v, v.points),
        "hands_won": by_seat(v, v.wins),
    }

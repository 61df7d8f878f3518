"""What a plain bot of poker dice is told: the dice and hands on the table, what there is to beat, throws left, chips and pot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dicecup.engine.games.base import COMMON_FIELDS, LETTERS, STARTER, ViewField, by_seat, common_values
from dicecup.engine.games.poker.notation import face_name, lying
from dicecup.engine.games.poker.rules import CHIPS, Rules, dice_of
from dicecup.engine.games.poker.table import IN, NOT_THROWN, View
from dicecup.engine.games.poker.text import hand_words

STANDINGS = ("away", "in", "beaten", "dropped")  # as `standing`

VIEW_FIELDS: Mapping[str, ViewField] = {
    **COMMON_FIELDS,
    "starter": STARTER,
    "dice": ViewField("dice", "The seat's own dice as they lie, from the left; none before its throw."),
    "hand": ViewField("text or none", "What they make, such as `full_house A`."),
    "rank": ViewField(
        "number",
        "How good that is: of two hands the better one has the higher rank, level ones have the same; -1 before the throw.",
    ),
    "rank_to_beat": ViewField(
        "number", "The rank of the best hand that another seat in this round has thrown; -1 where none has."
    ),
    "hand_to_beat": ViewField("text or none", "That hand."),
    "throws_made": ViewField("count", "Throws made in this turn."),
    "throws_left": ViewField("count", "Throws that may still be made in this turn."),
    "kept": ViewField("dice", "Dice kept when others were last thrown again in this turn, best first."),
    "table": ViewField("dice by seat", "The dice of each seat as they lie, from the left; none before its throw."),
    "hands": ViewField("text or none by seat", "What they make."),
    "ranks": ViewField("number by seat", "How good that is, as `rank`."),
    "standing": ViewField(
        "text by seat",
        "`in` for a seat that is in the round, `beaten` for one that was not level with the best, `dropped` for one that has "
        "dropped out, `away` for one that does not take part.",
    ),
    "to_come": ViewField("seats", "The seats that have their turns after this one, in their order."),
    "ties": ViewField("count", "How often the best hands of this round were level."),
    "pot": ViewField("count", "Chips in the pot."),
    "chips": ViewField(
        "number by seat", "Chips of each seat; what it has paid in counts below 0 where chips are not played for."
    ),
    "rounds_won": ViewField("count by seat", "Rounds that each seat has won."),
}


def view_values(v: View, r: Rules) -> dict[str, Any]:
    """The values of VIEW_FIELDS."""
    own = v.seat
    names = [face_name(r, digit) for digit in range(r.faces)]
    table: list[list[int | str]] = []
    hands: list[str | None] = []
    ranks: list[int] = []
    for hand, lie in zip(v.hand[: v.seats], v.lie, strict=False):
        thrown = hand != NOT_THROWN
        table.append([names[digit] for digit in lying(lie)] if thrown else [])
        hands.append(hand_words(hand, r) if thrown else None)
        ranks.append(r.rank[hand] if thrown else -1)
    playing = [p for p in range(v.seats) if v.standing[p] == IN]
    best = max((p for p in playing if p != own), key=ranks.__getitem__, default=own)
    return {
        **common_values(v, playing, v.chips if r.form == CHIPS else v.wins),
        "starter": LETTERS[v.starter] if v.round > 0 else None,
        "dice": [*table[own]],
        "hand": hands[own],
        "rank": ranks[own],
        "rank_to_beat": ranks[best] if best != own else -1,
        "hand_to_beat": hands[best] if best != own else None,
        "throws_made": v.made,
        "throws_left": v.cap - v.made,
        "kept": [names[digit] for digit in dice_of(v.kept, r)],
        "table": by_seat(v, table),
        "hands": by_seat(v, hands),
        "ranks": by_seat(v, ranks),
        "standing": by_seat(v, (STANDINGS[how] for how in v.standing)),
        "to_come": [LETTERS[p] for p in v.line[v.current + 1 : v.lined]],
        "ties": v.ties,
        "pot": v.pot,
        "chips": by_seat(v, v.chips),
        "rounds_won": by_seat(v, v.wins),
    }

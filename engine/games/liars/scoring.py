"""What a call of liar's dice comes to: whose bid, call or pass was right, who loses what, and how hands and the game
end.

Rule ids are those of rules.md section 1.
"""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.games.base import ABORTED, FIRST_KIND, OUT, WON, Trace, emit
from dicecup.engine.games.liars.moves import PASS, SUM
from dicecup.engine.games.liars.rules import (
    BY_WINNER,
    DIFFERENCE,
    ELIMINATION,
    OFF_IF_OPENED,
    OFF_ONCE_BID,
    PENALTY,
    PREVIOUS_RIGHT,
    Rules,
)
from dicecup.engine.games.liars.table import State, Table, next_active, right_of

# The family's own trace rows, and why a seat loses.
CUP, REVEAL, WILDS, LOSE, GAIN, POINT, HAND_WON = range(FIRST_KIND, FIRST_KIND + 7)
REASONS = ("bid", "challenge", "exact", "pass", "others")
BID_WRONG, CHALLENGE_WRONG, EXACT_WRONG, PASS_WRONG, OTHERS_LOSE = range(5)


@kernel
def showdown(s: State, r: Rules, t: Trace, exact: bool) -> int:
    """The seat in turn has called the standing bid or pass; returns who opens the next round, -1 in a won game."""
    lift(s, r, t)
    if s.passer >= 0:
        judge_pass(s, r, t)
    elif s.duel != 0:
        judge_duel(s, r, t)
    else:
        judge_bid(s, r, t, exact)
    return settle(s, r, t)


@kernel
def lift(s: State, r: Rules, t: Trace) -> None:
    """All cups are lifted (L-R8)."""
    for p in range(s.seats):
        s.loss[p] = 0
    if t.on != 0:
        for p in range(s.seats):
            if s.out[p] == 0:
                for f in range(1, r.faces + 1):
                    emit(t, CUP, p, f, s.cup[p][f] + s.shown[p][f])


@kernel
def count_face(s: State, r: Rules, face: int) -> int:
    """Dice of a face on the table, wild ones left out."""
    n = 0
    for p in range(s.seats):
        if s.out[p] == 0:
            n += s.cup[p][face] + s.shown[p][face]
    return n


@kernel
def wild_counts(s: Table, r: Rules, face: int) -> bool:
    """Whether wild dice count for that face in this round (L-V2, L-A13, L-A14, L-C12)."""
    if r.wild == 0 or face == r.wild or s.palifico != 0:
        return False
    if r.wild_off == OFF_ONCE_BID:
        return s.wild_bid == 0
    if r.wild_off == OFF_IF_OPENED:
        return (s.opening & 15) != r.wild
    return True


@kernel
def judge_bid(s: State, r: Rules, t: Trace, exact: bool) -> None:
    """The standing bid is challenged, or called exact, by the seat in turn (L-R9 to L-R11, L-A17, L-A18)."""
    caller, bidder = s.turn, s.bidder
    quantity = s.bid >> 4
    face = s.bid & 15
    count = count_face(s, r, face)
    wilds = 0
    if wild_counts(s, r, face) and (r.natural == 0 or count > 0):
        wilds = count_face(s, r, r.wild)
    count += wilds
    emit(t, REVEAL, bidder, s.bid, count)
    emit(t, WILDS, bidder, wilds, 0)
    if exact:
        if count != quantity:
            verdict(s, EXACT_WRONG, caller, bidder)
            s.loss[caller] = 1
            return
        verdict(s, OTHERS_LOSE, caller, caller)
        if r.exact_regain == 0:
            others_lose(s, caller)
        elif s.held[caller] < r.dice:
            s.loss[caller] = -1
        return
    if count == quantity and r.exact_others != 0:
        verdict(s, OTHERS_LOSE, caller, bidder)
        others_lose(s, bidder)
        return
    take(s, r, count >= quantity, BID_WRONG, caller, bidder)
    if r.loss == DIFFERENCE:
        s.loss[s.loser] = max(abs(quantity - count), 1)


@kernel
def judge_pass(s: State, r: Rules, t: Trace) -> None:
    """A pass is challenged: true iff the five dice are all different, all equal, or a full house (L-A20)."""
    pairs = 0
    most = 0
    kinds = 0
    for f in range(1, r.faces + 1):
        n = s.cup[s.passer][f] + s.shown[s.passer][f]
        most = max(most, n)
        if n > 0:
            kinds += 1
        if n == 2:
            pairs += 1
    true = kinds == 5 or most == 5 or (most == 3 and pairs == 1)
    emit(t, REVEAL, s.passer, PASS, 1 if true else 0)
    emit(t, WILDS, s.passer, 0, 0)
    take(s, r, true, PASS_WRONG, s.turn, s.passer)


@kernel
def judge_duel(s: State, r: Rules, t: Trace) -> None:
    """The sum bid in a final duel is challenged (L-A26)."""
    total = 0
    for f in range(1, r.faces + 1):
        total += f * count_face(s, r, f)
    emit(t, REVEAL, s.bidder, s.bid, total)
    emit(t, WILDS, s.bidder, 0, 0)
    take(s, r, total >= s.bid - SUM, BID_WRONG, s.turn, s.bidder)


@kernel
def take(s: State, r: Rules, right: bool, wrong: int, caller: int, other: int) -> None:
    """One party loses one, the caller if the bid or pass was right; the die may go to the opponent (L-A7)."""
    if right:
        verdict(s, CHALLENGE_WRONG, caller, other)
    else:
        verdict(s, wrong, other, caller)
    s.loss[s.loser] = 1
    if r.transfer != 0:
        s.loss[s.winner] = -1


@kernel
def verdict(s: State, reason: int, loser: int, winner: int) -> None:
    """Note why somebody loses, and who counts as loser and winner of the showdown (L-A24)."""
    s.reason = reason
    s.loser = loser
    s.winner = winner


@kernel
def others_lose(s: State, spared: int) -> None:
    """Every active seat but one loses one (L-A17, L-A18)."""
    for p in range(s.seats):
        if s.out[p] == 0 and p != spared:
            s.loss[p] = 1


# ---- losses, and the end of hands and games


@kernel
def settle(s: State, r: Rules, t: Trace) -> int:
    """Take and give what the showdown says, and see who is out; returns who opens the next round, -1 for nobody."""
    p = s.turn
    left = 0
    for _ in range(s.active):
        charge(s, r, t, p)
        if is_in(s, r, p):
            left += 1
        p = next_active(s, p)
    if left < s.active:
        for _ in range(s.active):
            following = next_active(s, p)
            if not is_in(s, r, p):
                s.out[p] = left + 1
                emit(t, OUT, p, left + 1, 0)
            p = following
        s.active = left
    if left == 1 or r.single != 0:
        return end_hand(s, r, t)
    return next_opener(s, r)


@kernel
def charge(s: State, r: Rules, t: Trace, p: int) -> None:
    """One seat's loss or gain (L-A16, L-C10, L-C11)."""
    loss = s.loss[p]
    if loss == 0:
        return
    if loss < 0:
        s.held[p] -= loss
        emit(t, GAIN, p, -loss, 0)
    elif r.loss == PENALTY:
        s.points[p] += 1
        emit(t, POINT, p, s.points[p], 0)
    else:
        loss = s.held[p] if r.loss == ELIMINATION else min(loss, s.held[p])
        s.held[p] -= loss
        emit(t, LOSE, p, loss, s.reason)


@kernel
def is_in(s: State, r: Rules, p: int) -> bool:
    """Whether a seat may play on."""
    if r.loss == PENALTY:
        return s.points[p] < r.penalty_limit
    return s.held[p] > 0


@kernel
def next_opener(s: State, r: Rules) -> int:
    """Who opens the next round (L-R12, L-A24, L-C4)."""
    if r.starter == PREVIOUS_RIGHT:
        return right_of(s, s.opener)
    p = s.winner if r.starter == BY_WINNER else s.loser
    if s.out[p] == 0:
        return p
    if r.if_out_winner != 0:
        other = s.passer if s.passer >= 0 else s.bidder
        p = other if p == s.turn else s.turn
        if s.out[p] == 0:
            return p
    return next_active(s, p)


@kernel
def new_hand(s: State, r: Rules) -> None:
    """Everybody has all his dice (again)."""
    s.active = s.seats
    s.at_start = s.seats * r.dice
    for p in range(s.seats):
        s.held[p] = r.dice
        s.before[p] = r.dice
        s.out[p] = 0
        s.points[p] = 0
        s.palificos[p] = 0


@kernel
def end_hand(s: State, r: Rules, t: Trace) -> int:
    """A hand is over: those in it have won it; a match goes on until one seat has more than half of the hands (L-A23).

    Returns who opens the next hand, -1 for nobody: the game is won.
    """
    if r.best_of == 1:
        finish(s, r, WON)
        return -1
    most = 0
    for p in range(s.seats):
        if s.out[p] == 0:
            s.wins[p] += 1
            emit(t, HAND_WON, p, s.wins[p], 0)
        most = max(most, s.wins[p])
    if 2 * most > r.best_of:
        finish(s, r, WON)
        return -1
    new_hand(s, r)
    if r.starter == PREVIOUS_RIGHT:
        return right_of(s, s.opener)
    return s.winner if r.starter == BY_WINNER else s.loser


@kernel
def abort(s: State, r: Rules, guard: int) -> None:
    """A guard ends the game; nobody has won."""
    s.by = guard
    finish(s, r, ABORTED)


@kernel
def finish(s: State, r: Rules, end: int) -> None:
    """Places and scores: by hands won in a match, else by the order of leaving (L-C8)."""
    s.end = end
    for p in range(s.seats):
        if r.best_of > 1:
            s.score[p] = s.wins[p]
            s.place[p] = 1
            for q in range(s.seats):
                if s.wins[q] > s.wins[p]:
                    s.place[p] += 1
        else:
            s.score[p] = s.points[p] if r.loss == PENALTY else s.held[p]
            s.place[p] = s.out[p] if s.out[p] != 0 else 1

"""What a round of poker dice comes to: who has the best hand, ties, who gets the pot, and how the match ends.

Rule ids are those of rules.md section 4.
"""

from __future__ import annotations

from dicecup.engine.core.kernel import kernel
from dicecup.engine.games.base import ABORTED, FIRST_KIND, OUT, TIE, WON, Trace, emit
from dicecup.engine.games.poker.options import MAX_TIE_TURNS
from dicecup.engine.games.poker.rules import ALL_REPLAY, AUTO, CHIPS, FIRST_TO, ROUNDS, SPLIT, Rules
from dicecup.engine.games.poker.table import AWAY, BEATEN, DROPPED, FOR_HAND, IN, State, Table

# The family's own trace rows. A payment is two: what is paid and what the seat has then, and what is in the pot then.
HAND, ANTE, WIN, POT, HAND_WON = range(FIRST_KIND, FIRST_KIND + 5)

NOBODY, AGAIN = -1, -2  # what a showdown may lead to instead of a winner


@kernel
def showdown(s: State, r: Rules, t: Trace) -> int:
    """Who has the best hand, or is left alone; NOBODY where the pot is split, AGAIN where level seats go on."""
    best = -1
    winner = -1
    level = 0
    for i in range(s.lined):
        p = s.line[i]
        if s.standing[p] == IN:
            if s.alive == 1:
                return p
            rank = r.rank[s.hand[p]]
            if rank > best:
                best = rank
                winner = p
                level = 1
            elif rank == best:
                level += 1
    if level == 1:
        return winner
    for i in range(s.lined):
        p = s.line[i]
        if s.standing[p] == IN:
            if r.rank[s.hand[p]] == best:
                emit(t, TIE, p, FOR_HAND, 0)
            else:
                s.standing[p] = BEATEN
    if r.tie == SPLIT or s.ties >= MAX_TIE_TURNS:
        return NOBODY
    winner = AGAIN
    if r.tie == ALL_REPLAY:
        winner = replay(s, r, t)
    else:
        line_up(s)
    if winner == AGAIN:
        s.ties += 1
    return winner


@kernel
def line_up(s: State) -> None:
    """Only seats that are in the round stay in line, in their order."""
    n = 0
    for i in range(s.lined):
        p = s.line[i]
        if s.standing[p] == IN:
            s.line[n] = p
            n += 1
    s.lined = n


@kernel
def replay(s: State, r: Rules, t: Trace) -> int:
    """One tie, all tie: who has not dropped pays anew, who cannot is out of the game (P-A4).

    Where nobody can the pot is split between the level seats, where one can it is alone and has won.
    """
    able = 0
    alone = -1
    for i in range(s.lined):
        p = s.line[i]
        if s.standing[p] != DROPPED and solvent(s, r, p):
            able += 1
            alone = p
    if able == 0:
        return NOBODY
    for i in range(s.lined):
        p = s.line[i]
        if s.standing[p] != DROPPED:
            s.standing[p] = IN if solvent(s, r, p) else AWAY
    if r.form == CHIPS:
        leave(s, r, t, True)
    if able == 1:
        return alone
    line_up(s)
    for i in range(s.lined):
        pay(s, r, t, s.line[i])
    return AGAIN


# ---- the pot


@kernel
def pay(s: State, r: Rules, t: Trace, p: int) -> None:
    """A seat pays the ante into the pot (P-A9, P-A14)."""
    if r.ante > 0:
        s.chips[p] -= r.ante
        s.pot += r.ante
        emit(t, ANTE, p, r.ante, s.chips[p])
        emit(t, POT, p, s.pot, 0)


@kernel
def solvent(s: Table, r: Rules, p: int) -> bool:
    """Whether a seat can pay an ante (P-C14)."""
    return r.form != CHIPS or s.chips[p] >= r.ante


@kernel
def leave(s: State, r: Rules, t: Trace, midway: bool) -> int:
    """Seats that cannot pay are out of the game, all of one moment in one place; midway only those that are out of the
    round.

    Returns how many are left.
    """
    left = 0
    for p in range(s.seats):
        if s.playing[p] != 0:
            if not solvent(s, r, p) and (not midway or s.standing[p] == AWAY):
                s.playing[p] = 0
            else:
                left += 1
    for p in range(s.seats):
        if s.playing[p] == 0 and s.out[p] == 0:
            s.out[p] = left + 1
            emit(t, OUT, p, left + 1, 0)
    return left


@kernel
def take(s: State, t: Trace, p: int, chips: int) -> None:
    """A seat gets chips from the pot."""
    if chips > 0:
        s.pot -= chips
        s.chips[p] += chips
        emit(t, WIN, p, chips, s.chips[p])
        emit(t, POT, p, s.pot, 0)


@kernel
def split(s: State, t: Trace) -> None:
    """The level seats share the pot evenly, odd chips going to the first in the round's order (P-A4, P-C11)."""
    level = 0
    for i in range(s.lined):
        if s.standing[s.line[i]] == IN:
            level += 1
    share = s.pot // level
    odd = s.pot - share * level
    for i in range(s.lined):
        p = s.line[i]
        if s.standing[p] == IN:
            take(s, t, p, share + 1 if odd > 0 else share)
            odd -= 1


# ---- the end of rounds and games


@kernel
def end_round(s: State, r: Rules, t: Trace, winner: int) -> None:
    """The pot goes to the winner, or is split; that may have been the last round (P-R15, P-R16, P-A10)."""
    if winner >= 0:
        take(s, t, winner, s.pot)
        s.wins[winner] += 1
        emit(t, HAND_WON, winner, s.wins[winner], 0)
    else:
        split(s, t)
    if is_over(s, r, t, winner):
        finish(s, r, WON)


@kernel
def is_over(s: State, r: Rules, t: Trace, winner: int) -> bool:
    """Whether the round just played has decided the match."""
    form = r.form
    goal = r.goal
    if form == AUTO:
        form = FIRST_TO if s.seats == 2 else ROUNDS
        goal = s.seats
    if form == FIRST_TO:
        return winner >= 0 and s.wins[winner] >= goal
    if form == ROUNDS:
        return s.round >= goal and leads_alone(s)
    if form == CHIPS:
        return leave(s, r, t, False) == 1
    return winner >= 0 and legs_decided(s, winner)


@kernel
def leads_alone(s: State) -> bool:
    """Whether one seat has won more rounds than any other."""
    most = -1
    level = 0
    for p in range(s.seats):
        if s.wins[p] > most:
            most = s.wins[p]
            level = 1
        elif s.wins[p] == most:
            level += 1
    return level == 1


@kernel
def legs_decided(s: State, winner: int) -> bool:
    """Whether a seat has won two rounds; once two seats have won one each, only they play on."""
    if s.wins[winner] == 2:
        return True
    won = 0
    for p in range(s.seats):
        won += s.wins[p]
    if won == 2:
        for p in range(s.seats):
            s.playing[p] = s.wins[p]
    return False


@kernel
def abort(s: State, r: Rules, guard: int) -> None:
    """A guard ends the game; nobody has won."""
    s.by = guard
    finish(s, r, ABORTED)


@kernel
def finish(s: State, r: Rules, end: int) -> None:
    """Places and scores: by rounds won; under `chips` by the order of leaving, those still there by their chips."""
    s.end = end
    for p in range(s.seats):
        s.score[p] = s.chips[p] if r.form == CHIPS else s.wins[p]
    for p in range(s.seats):
        s.place[p] = s.out[p]
        if s.out[p] == 0:
            s.place[p] = 1
            for q in range(s.seats):
                if s.out[q] == 0 and s.score[q] > s.score[p]:
                    s.place[p] += 1

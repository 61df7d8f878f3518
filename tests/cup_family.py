"""A small family for tests, in two editions: one cup goes round the table, with dice that few, others or nobody see.

Two dice lie under the cup. Whoever threw them says a sum, higher than the last; the next seat doubts it, takes the
cup as it lies and looks, or throws again, and then says a higher one. A doubt opens the cup; the loser pays a life,
and who has none left ends the game. Before the first round each seat throws a die that all but itself see, and which
counts for the seat that is doubted.

In the second edition a key has come: `blind`, as many times may a seat throw without looking, so that nobody knows
the dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Annotated, Any

import pytest

from dicecup.engine.core.kernel import kernel
from dicecup.engine.core.philox import draw
from dicecup.engine.core.record import Int, Later, Record
from dicecup.engine.definitions import keys as definition_keys
from dicecup.engine.definitions.definition import Definition, from_header
from dicecup.engine.games import registry
from dicecup.engine.games.base import (
    DIE,
    FIRST_KIND,
    HELD,
    LETTERS,
    NOBODY,
    ROUND,
    SEATS,
    SEES,
    SHOWN,
    WON,
    EventFields,
    Family,
    PerSeat,
    Shared,
    State,
    View,
    begin,
    due,
    emit,
    new_count,
    tell,
    thrown,
)
from dicecup.engine.games.options import Options, key
from dicecup.engine.games.registry import Package
from dicecup.engine.log import header
from dicecup.engine.match import match, visibility

SAY, ANSWER = range(2)
CUP, BLIND, LUCK = range(3)
WHYS = ("cup", "blind", "luck")
DOUBT, TAKE, AGAIN, UNSEEN = range(20, 24)
WORDS = {DOUBT: "doubt", TAKE: "take", AGAIN: "again", UNSEEN: "blind"}
LIFE = FIRST_KIND
HIGHEST = 12


class CupOptions(Options, frozen=True, kw_only=True):
    """The keys of the first edition."""

    lives: Annotated[int, key("Z-K1", "Lives of each seat.", "Each seat has {value} lives.", ge=1, le=9)] = 2


class Luck(Options, frozen=True, kw_only=True):
    """A mapping that came later."""

    counts: Annotated[bool, key("Z-K3", "Whether the die of the seat that is doubted counts.", since=3)] = True


class LaterOptions(CupOptions, frozen=True, kw_only=True):
    """The keys of the second edition, and of a third."""

    blind: Annotated[int, key("Z-K2", "Throws that each seat may make without looking.", since=2, ge=0, le=3)] = 0
    luck: Luck = Luck()


class Rules(Record):
    lives: Int
    blind: Int
    luck: Int


class Table(Shared):
    """What everybody sees."""

    phase: Int  # SAY: who holds the cup says a sum; ANSWER: the next seat answers
    said: Int  # 1 before the first
    owner: Int  # whose throw lies under the cup
    why: Int  # and what it was for
    lives: PerSeat
    knows: PerSeat  # whether a seat has seen what lies under the cup
    open: PerSeat  # whether a seat's lucky die has been shown to itself


class LaterTable(Table):
    """What everybody sees in the second edition: blind throws made."""

    blinds: Annotated[list[int], SEATS, Later("blind")]


class CupState(Table, State):
    cup: Annotated[list[int], 2]
    lucky: PerSeat


class CupView(Table, View):
    cup: Annotated[list[int], 2]
    lucky: PerSeat


class LaterState(LaterTable, State):
    cup: Annotated[list[int], 2]
    lucky: PerSeat


class LaterView(LaterTable, View):
    cup: Annotated[list[int], 2]
    lucky: PerSeat


# ---- the course of a game


@kernel
def start(s: Any, r: Any, t: Any) -> None:
    begin(s, t)
    s.phase = SAY
    s.said = 1
    s.owner = 0
    s.why = CUP
    for p in range(s.seats):
        s.lives[p] = r.lives
        s.score[p] = r.lives
        s.knows[p] = 0
        s.open[p] = 0
        s.lucky[p] = 0
        if r.blind > 0:
            s.blinds[p] = 0
    s.cup[0] = 0
    s.cup[1] = 0
    due(s, 0, 1, 6, 0, LUCK)


@kernel
def begin_round(s: Any, t: Any, starter: int) -> None:
    s.round += 1
    t.round = s.round
    new_count(s)
    emit(t, ROUND, starter, 0, 0)
    for p in range(s.seats):
        emit(t, HELD, p, 2, 0)
    s.said = 1
    throw(s, starter, CUP)


@kernel
def throw(s: Any, seat: int, why: int) -> None:
    s.phase = SAY
    s.turn = seat
    s.owner = seat
    s.cup[0] = 0
    s.cup[1] = 0
    for p in range(s.seats):
        s.knows[p] = 0
    due(s, seat, 2, 6, 0, why)


@kernel
def roll(s: Any, r: Any, t: Any, d: Any) -> None:
    seat = s.thrower
    why = s.why
    thrown(s, t, d)
    if why == LUCK:
        s.lucky[seat] = d.die[0] + 1
        for p in range(s.seats):
            if p != seat:
                emit(t, SEES, p, 0, 0)
        if seat + 1 < s.seats:
            due(s, seat + 1, 1, 6, 0, LUCK)
        else:
            begin_round(s, t, 0)
        return
    s.cup[0] = d.die[0] + 1
    s.cup[1] = d.die[1] + 1
    if why == BLIND:
        emit(t, SEES, NOBODY, 0, 0)
    else:
        s.knows[seat] = 1


@kernel
def apply(s: Any, r: Any, t: Any, action: int) -> None:
    p = s.turn
    if s.phase == SAY:
        s.said = action
        s.phase = ANSWER
        s.turn = following(s, p)
    elif action == DOUBT:
        open_cup(s, r, t)
    elif action == TAKE:
        show_cup(s, t)
        emit(t, SEES, p, 0, 0)
        s.knows[p] = 1
        s.phase = SAY
    elif action == AGAIN:
        throw(s, p, CUP)
    else:
        s.blinds[p] += 1
        throw(s, p, BLIND)


@kernel
def following(s: Any, p: int) -> int:
    return p + 1 if p + 1 < s.seats else 0


@kernel
def show_cup(s: Any, t: Any) -> None:
    emit(t, SHOWN, s.owner, s.why, 0)
    emit(t, DIE, s.owner, s.cup[0] - 1, 0)
    emit(t, DIE, s.owner, s.cup[1] - 1, 0)


@kernel
def open_cup(s: Any, r: Any, t: Any) -> None:
    doubter = s.turn
    sayer = doubter - 1 if doubter > 0 else s.seats - 1
    show_cup(s, t)
    count = s.cup[0] + s.cup[1]
    if r.luck != 0:
        count += s.lucky[sayer]
        if s.open[sayer] == 0:
            s.open[sayer] = 1
            emit(t, SHOWN, sayer, LUCK, 0)
            emit(t, DIE, sayer, s.lucky[sayer] - 1, 0)
    loser = doubter if count >= s.said else sayer
    s.lives[loser] -= 1
    s.score[loser] = s.lives[loser]
    emit(t, LIFE, loser, s.lives[loser], count)
    if s.lives[loser] == 0:
        finish(s, r, WON)
    else:
        begin_round(s, t, loser)


@kernel
def finish(s: Any, r: Any, end: int) -> None:
    s.end = end
    for p in range(s.seats):
        s.place[p] = s.seats if s.lives[p] == 0 else 1


# ---- moves, and what a seat sees


@kernel
def legal_count(s: Any, r: Any) -> int:
    if s.phase == SAY:
        return HIGHEST - s.said
    count = 1
    if s.said < HIGHEST:
        count = 3
        if r.blind > 0 and s.blinds[s.turn] < r.blind:
            count = 4
    return count


@kernel
def legal_nth(s: Any, r: Any, k: int) -> int:
    return s.said + 1 + k if s.phase == SAY else DOUBT + k


@kernel
def observe(s: Any, r: Any, v: Any, seat: int) -> None:
    v.phase = s.phase
    v.said = s.said
    v.owner = s.owner
    v.why = s.why
    for p in range(SEATS):
        v.lives[p] = s.lives[p]
        v.knows[p] = s.knows[p]
        v.open[p] = s.open[p]
        v.lucky[p] = s.lucky[p] if p != seat or s.open[p] != 0 else 0
        if r.blind > 0:
            v.blinds[p] = s.blinds[p]
    for i in range(2):
        v.cup[i] = s.cup[i] if s.knows[seat] != 0 else 0


@kernel
def redeal(s: Any, r: Any, v: Any) -> None:
    if s.knows[v.seat] == 0 and s.cup[0] > 0:
        s.cup[0] = 1 + draw(v, 6)
        s.cup[1] = 1 + draw(v, 6)
    if s.open[v.seat] == 0 and s.lucky[v.seat] > 0:
        s.lucky[v.seat] = 1 + draw(v, 6)


# ---- in words


def build(options: Any, players: Any) -> Rules:
    r = Rules()
    r.lives = options.lives
    r.blind = getattr(options, "blind", 0)
    r.luck = int(getattr(options, "luck", Luck()).counts)
    return r


def notate(action: int, r: Any) -> str:
    return WORDS.get(action) or f"say {action}"


def parse(text: str, r: Any) -> int:
    words = text.lower().split()
    if len(words) == 2 and words[0] == "say" and words[1].isdigit():
        return int(words[1])
    for action, word in WORDS.items():
        if words == [word]:
            return action
    raise ValueError(f"{text!r} is no move; say 7, doubt, take, again or blind")


def why_not(s: Any, r: Any, action: int) -> tuple[str, str] | None:
    legal = [legal_nth(s, r, k) for k in range(legal_count(s, r))]
    return None if action in legal else ("Z-R1", f"legal are {', '.join(notate(a, r) for a in legal)}")


def own_event(rows: Any, i: int) -> tuple[dict[str, Any], int]:
    _, seat, lives, count, _ = rows[i]
    return {"type": "life", "seat": LETTERS[seat], "lives": lives, "count": count}, i + 1


FIRST = Family(
    name="cup",
    options=CupOptions,
    State=CupState,
    View=CupView,
    Rules=Rules,
    start=start,
    roll=roll,
    apply=apply,
    legal_count=legal_count,
    legal_nth=legal_nth,
    observe=observe,
    redeal=redeal,
    finish=finish,
    build=build,
    events=lambda rows, s, r: tell(rows, FIRST, r, own_event),
    die_names=lambda r, kind: (1, 2, 3, 4, 5, 6),
    parse=parse,
    notate=notate,
    why_not=why_not,
    validate=lambda options, players: (),
    explain=lambda options, players: [("Z-R1", "Each sum is higher than the last.")],
    whys=WHYS,
    guards=("",),
    private=(CUP, BLIND, LUCK),
    event_fields={"life": EventFields(("seat", "lives", "count"))},
)
LATER = replace(FIRST, options=LaterOptions, State=LaterState, View=LaterView)


@contextmanager
def installed(family: Family) -> Iterator[None]:
    """While a package brings this family."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_outside", cache(lambda: {family.name: (family, Package("cups", "1.0", "cups"))}))
        _forget()
        yield
    _forget()


def _forget() -> None:
    for cached in (definition_keys.vocabulary, header._definition, match.rules_of, visibility._of):
        cached.cache_clear()


def definition(**rules: Any) -> Definition:
    """A game of the family that is installed, with these rules in place of the defaults of the first edition."""
    players = {"min": 2, "max": 4}
    tree = {"dicecup": 1, "name": "handed-cup", "title": "Handed cup", "family": "cup", "players": players}
    return from_header({**tree, "rules": {"lives": 2, **rules}, "about": {}})

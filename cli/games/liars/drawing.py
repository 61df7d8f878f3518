"""Liar's dice drawn: cups, one's own dice, the ladder of bids, and a showdown with every die marked that counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from dicecup.cli.base.text import counted
from dicecup.cli.drawing import Text
from dicecup.cli.drawing.contract import Drawing
from dicecup.cli.drawing.layout import Block, apart, cells_of, joined, table, words
from dicecup.cli.drawing.perspective import Sight
from dicecup.cli.drawing.styles import CUPPED, DIE, FAST, IDLE, WILD, Brush
from dicecup.cli.narration.events import Event, Rows
from dicecup.engine.games.base import LETTERS
from dicecup.engine.games.liars.notation import face_name
from dicecup.engine.games.liars.rules import PENALTY
from dicecup.engine.games.liars.scoring import wild_counts
from dicecup.engine.games.liars.table import TURN, WINDOW

SUM = "sum"  # what a bid in the final duel is on
STEPS = 6  # of the ladder, at most
INTO = 3  # cells that a step reaches into the one below it: its margin, and the corner that they share


def heading(sight: Sight) -> list[str]:
    """What holds for this round."""
    view, r = sight.view, sight.rules
    if not view.deals or sight.match.over:
        return []
    said = [f"{counted(view.total, 'die', 'dice')} in play"]
    if view.duel:
        said.append("the last duel: sums are bid")
    if view.palifico:
        said.append("palifico")
    if sight.turn is not None and view.mode != TURN:
        said.append("out of turn one may call" if view.mode == WINDOW else "dice may be laid open")
    if r.wild and not view.duel:
        wild = face_name(r, r.wild)
        on = wild_counts(view, r, 2 if r.wild == 1 else 1)
        said.append(f"{wild} is wild" if on else f"{wild} is not wild in this round")
    return said


def facts(sight: Sight) -> Rows:
    """The table in words, one fact a row."""
    rows = [
        ("Your dice" if sight.is_own(p) else f"Under the cup of {sight.who(LETTERS[p])}", spelled(dice))
        for p in sight.seats
        if (dice := _hidden(sight, p))
    ]
    rows += [(sight.who(LETTERS[p]), _standing(sight, p)) for p in sight.seats]
    said = _bids(sight)
    rows += [("Earlier bid", f"{move}, bid by {sight.who(seat)}") for move, seat in said[:-1][-STEPS:]]
    rows += [("Standing bid", f"{move}, bid by {sight.who(seat)}") for move, seat in said[-1:]]
    return rows + [("Lowest bid now", text) for text in _lowest(sight)]


def board(sight: Sight, brush: Brush) -> Iterator[Text]:
    """The cups, and the ladder beside or below them."""
    rows = [
        (brush.label(LETTERS[p], sight.turn), _pictures(sight, brush, p), Text(_standing(sight, p)))
        for p in sight.seats
    ]
    said = _bids(sight)
    ladder = _ladder(said, brush) if said else []
    ladder += [Text(f"  The lowest bid now is {text}.") for text in _lowest(sight)]
    yield from apart([list(table(rows, brush.cells)), ladder], brush.cells)


def tell(event: Event, brush: Brush, rules: Mapping[str, Any]) -> Iterator[Text]:
    """Of a showdown who held what, which dice count, and the sum."""
    counts = _counting(event, rules)
    face = bid_of(str(event["bid"]))  # none where a pass was challenged
    rows, found = [], []
    for seat, dice in event["dice"].items():
        kinds = [counts(die) for die in dice]
        wild = kinds.count(WILD)
        found.append(_sum(dice, rules) if face == SUM else kinds.count(DIE) + wild)
        drawn = brush.pictures([*zip(dice, kinds, strict=True)], seat)
        rows.append((brush.label(seat), drawn, Text(f"{found[-1]}{f', {wild} wild' if wild else ''}" if face else "")))
    yield from table(rows, brush.cells)
    if face:
        yield Text(f"  {' + '.join(map(str, found))} = {event['count']}", "bold")


# ---- cups


def _hidden(sight: Sight, p: int) -> list[Any]:
    """The dice under a cup that is open to the reader, lowest face first; none once all cups are lifted."""
    view = sight.view_of(p)
    if view is None or sight.match.over:
        return []
    return [face_name(sight.rules, f) for f in range(1, sight.rules.faces + 1) for _ in range(view.cup[p][f])]


def _shown(sight: Sight, p: int) -> list[Any]:
    """The dice that a seat has laid open by a push."""
    if sight.match.over:
        return []
    return [face_name(sight.rules, f) for f in range(1, sight.rules.faces + 1) for _ in range(sight.view.shown[p][f])]


def _pictures(sight: Sight, brush: Brush, p: int) -> list[Block]:
    """A seat's dice: one's own as large as may be, of others what a cup does not hide."""
    view, seat = sight.view, LETTERS[p]
    shown = _shown(sight, p)
    open_dice = [(face, FAST) for face in shown]
    if hidden := _hidden(sight, p):
        return brush.pictures([*open_dice, *((face, DIE) for face in hidden)], seat, large=sight.is_own(p))
    under = 0 if view.out[p] or sight.match.over or not view.deals else view.held[p] - len(shown)
    return brush.pictures([*open_dice, *[(CUPPED, DIE)] * under], seat)


def _standing(sight: Sight, p: int) -> str:
    """How a seat stands: its dice, points and wins, and whether it has left or passed."""
    view, r = sight.view, sight.rules
    if not view.deals:
        return "no dice thrown yet"
    said = [f"out, in place {view.out[p]}" if view.out[p] else counted(view.held[p], "die", "dice")]
    if shown := _shown(sight, p):
        said.append(f"{spelled(shown)} open")
    if r.loss == PENALTY:
        said.append(counted(view.points[p], "penalty point"))
    if r.best_of > 1:
        said.append(counted(view.wins[p], "win"))
    if view.passer == p and not sight.match.over:
        said.append("passes")
    return ", ".join(said)


# ---- bids


def _bids(sight: Sight) -> list[tuple[str, str]]:
    """The bids of the round that is played, each with its bidder."""
    return [] if sight.match.over else bids(sight.events)


def _ladder(said: Sequence[tuple[str, str]], brush: Brush) -> Block:
    """The last bids as steps that lead up to the one that stands; only that one where there is no room for two."""
    begin, end = brush.signs.step
    move, seat = said[-1]
    stands = words([brush.name(seat, 18), Text(move, "bold"), Text("stands")])
    steps = [joined("  ", begin if len(said) > 1 else "", stands)]
    for i in range(2, min(len(said), STEPS) + 1):
        move, seat = said[-i]
        step = joined("  ", begin if i < len(said) else "", words([brush.owned(seat, seat), Text(move)]), end)
        indent = cells_of([step]) - INTO
        higher = [joined(" " * indent, line) for line in steps]
        if cells_of(higher) > brush.cells:
            break
        steps = [*higher, step]
    return steps


def _lowest(sight: Sight) -> list[str]:
    """For the reader in turn: the lowest bid, and the lowest on the wild face where it is another one."""
    r = sight.rules
    found = [move for move in sight.legal if bid_of(move)]
    wild = [move for move in found if r.wild and bid_of(move) == str(face_name(r, r.wild))]
    on_wild = f", or {wild[0]} on the wild face" if wild and wild[0] != found[0] else ""
    return [f"{move}{on_wild}" for move in found[:1]]


# ---- the showdown


def _counting(event: Event, rules: Mapping[str, Any]) -> Callable[[Any], str]:
    """How a die counts for the bid."""
    face = bid_of(str(event["bid"]))
    wild = _wild_name(rules) if event.get("wilds") else None

    def counts(die: Any) -> str:
        if face in (SUM, str(die)):
            return DIE
        return WILD if str(die) == wild else IDLE

    return counts


def _sum(dice: Sequence[Any], rules: Mapping[str, Any]) -> int:
    """The sum of some dice; a face that has a name counts as its place among the faces."""
    names = rules.get("face_names")
    return sum(names.index(die) + 1 if isinstance(names, list) else die for die in dice)


def _wild_name(rules: Mapping[str, Any]) -> str:
    wild, names = rules.get("wild_face"), rules.get("face_names")
    return str(names[wild - 1] if isinstance(names, list) and isinstance(wild, int) else wild)


# ---- facts


def bids(events: Sequence[Event]) -> list[tuple[str, str]]:
    """The bids among events, each with its bidder."""
    return [(event["move"], event["seat"]) for event in events if event["type"] == "move" and bid_of(event["move"])]


def bid_of(move: str) -> str | None:
    """The face that a move bids on, SUM for the bid of a sum, None where it is no bid."""
    found = re.fullmatch(r"\d+x(\S+)|(sum) \d+", move)
    return found and (found[1] or found[2])


def spelled(dice: Sequence[Any]) -> str:
    """Dice by their faces."""
    return " ".join(map(str, dice))


DRAWING = Drawing(heading=heading, facts=facts, board=board, drawn={"reveal": 1}, tell=tell)

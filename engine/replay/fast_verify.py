"""A whole game played again at once, from its seed and its moves: whether that gives every line of its log, to the byte.

This only ever says yes. It takes games with seeded dice that were played to their end, with nothing taken back and spelled as
dicecup spells them; of any other game, and of one that is not true, it says nothing, and `verify` judges that record by record.
The loop is the same in both modes. Compiled, it costs next to nothing, and what remains is reading and telling.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any

import msgspec

from dicecup.engine.core.canonical import canonical, essential
from dicecup.engine.core.kernel import compiled, kernel
from dicecup.engine.core.philox import TABLE_ADDRESS, dice_key, fill
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.games.base import MOVE, TABLE, Event, Family, Throw, Trace, emit
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.log.header import check_header, readable
from dicecup.engine.log.log import Line
from dicecup.engine.log.verdict import Untrue
from dicecup.engine.match.dice_source import SEEDED
from dicecup.engine.match.match import Record, check_seats, ending, rules_of

LONGEST = 20_000  # events of a game that is held whole in memory
ROWS = (1 << 16) - (1 << 12)  # of a trace, so that whatever one step reports still finds room

_lines = msgspec.json.Encoder().encode_lines
_canonical_lines = msgspec.json.Encoder(order="sorted").encode_lines


def runner(family: Family, permits: Callable[..., bool]) -> Callable[..., bool]:
    """The function `play(S, R, T, D, game, key0, key1, actions, count)`: whether these are all the decisions of a whole game.

    S, R, T and D are arrays of one record each; T holds the rows of the game then. False where a decision is lacking, left over or
    not permitted, and where the trace is full.
    """
    start, roll, apply = family.start, family.roll, family.apply
    legal_count, legal_nth = family.legal_count, family.legal_nth

    def play(S: Any, R: Any, T: Any, D: Any, game: int, key0: int, key1: int, actions: Any, count: int) -> bool:
        s = S[0]
        r = R[0]
        t = T[0]
        d = D[0]
        s.game = game
        t.n = 0
        used = 0
        start(s, r, t)
        while s.end == 0:
            if t.n > ROWS:
                return False
            if s.dice > 0:
                seat = TABLE_ADDRESS if s.thrower == TABLE else s.thrower
                fill(d, s.dice, s.sides, s.game, s.round, seat, s.throws[s.thrower], key0, key1)
                roll(s, r, t, d)
            else:
                p = s.turn
                legal = legal_count(s, r)
                auto = 1
                if legal == 1:
                    action = legal_nth(s, r, 0)
                else:
                    auto = 0
                    if used == count:
                        return False
                    action = actions[used]
                    used += 1
                    if not permits(s, r, action, legal):
                        return False
                    s.decisions[p] += 1
                emit(t, MOVE, p, action, auto)
                s.moves += 1
                apply(s, r, t, action)
        return used == count

    return play


@cache
def compiled_runner(name: str) -> Callable[..., bool]:
    """The runner of a family in compiled mode, where an action is permitted if it is among the legal ones."""
    family = family_of(name)
    legal_nth = family.legal_nth

    @kernel
    def among_legal(s: Any, r: Any, action: int, legal: int) -> bool:
        for k in range(legal):
            if legal_nth(s, r, k) == action:
                return True
        return False

    return compiled(runner(family, among_legal))


class Rerun:
    """The games of one definition and number of seats, played again on records that are used for all of them."""

    def __init__(self, definition: Definition, seats: int, *, fast: bool) -> None:
        check_seats(definition, seats)
        self._family = family = family_of(definition.family)
        self._rules = rules = rules_of(definition)
        self._compiled = fast
        self._actions: dict[str, int] = {}
        state, trace = family.State(), Trace()
        state.seats, trace.on = seats, 1
        self._state = state
        self._records: tuple[Any, ...] = ([state], [rules], [trace], [Throw()])
        if fast:
            import numpy as np

            self._play = compiled_runner(family.name)
            plain = self._records
            self._records = tuple(np.zeros(1, type(records[0]).dtype()) for records in plain)
            state.into(self._records[0][0])
            rules.into(self._records[1][0])
            self._records[2][0]["on"] = 1
        else:
            why_not = family.why_not
            self._play = runner(family, lambda s, r, action, legal: why_not(s, r, action) is None)

    def events(self, head: Record, moves: Sequence[str]) -> list[Event] | None:
        """The events of a game with these decisions, its `end` still without a check; None where they are not just those.

        ValueError for a text that is no move.
        """
        family, rules, known = self._family, self._rules, self._actions
        actions: Any = []
        for move in moves:
            action = known.get(move)
            if action is None:
                action = known[move] = family.parse(move, rules)
            actions.append(action)
        count = len(actions)
        if self._compiled:
            import numpy as np

            actions = np.array(actions, np.int64)
        if not self._play(*self._records, head["game"], *dice_key(head["seed"]), actions, count):
            return None
        trace, state = self._records[2][0], self._state
        if self._compiled:
            rows, state = trace["rows"][: trace["n"]].tolist(), family.State.of(self._records[0][0])
        else:
            rows = trace.rows[: trace.n]
        events = family.events(rows, state, rules)
        events.append(ending(state, family))
        return [{"n": n, **event} for n, event in enumerate(events, 1)]


class Reruns:
    """Accepts games that are true; it keeps a `Rerun` for each definition and number of seats that it has met."""

    def __init__(self, fast: bool) -> None:
        self._fast = fast
        self._reruns: dict[tuple[Definition, int], Rerun] = {}

    def accept(self, header: Line, lines: Sequence[Line]) -> bool:
        """Whether these are the lines of a whole true game. False may also mean that this cannot tell."""
        head = header.record
        if head is None or head.get("dice") != SEEDED or not lines or "redacted" in head:
            return False
        moves: list[str] = []
        for line in lines:
            record = line.record
            if record is None:
                return False
            if record.get("type") == "move" and "auto" not in record:
                move = record.get("move")
                if not isinstance(move, str):
                    return False
                moves.append(move)
        if lines[-1].record is None or lines[-1].record.get("type") != "end":
            return False
        try:
            rerun = self._rerun(check_header(header, readable(header)), len(head["seats"]))
            events = rerun.events(head, moves)
        except (Untrue, ValueError):
            return False  # the judge has the words for it
        if events is None or len(events) != len(lines):
            return False
        end = events.pop()
        check = blake2b(canonical(essential(head)) + b"\n" + _canonical_lines(events), digest_size=16)
        end["check"] = check.hexdigest()
        events.append(end)
        return _lines(events) == b"\n".join([line.text for line in lines]) + b"\n"

    def _rerun(self, definition: Definition, seats: int) -> Rerun:
        rerun = self._reruns.get((definition, seats))
        if rerun is None:
            if len(self._reruns) >= 64:
                self._reruns.clear()
            rerun = self._reruns[definition, seats] = Rerun(definition, seats, fast=self._fast)
        return rerun

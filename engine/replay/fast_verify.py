"""A whole game played again at once, from its seed and its moves: whether that gives its log, to the byte.

This only ever says yes. It takes games with seeded dice that were played to their end, with nothing taken back and
spelled as dicecup spells them; of any other game, and of one that is not true, it says nothing, and `verify` judges
that record by record. The loop is the same in both modes. Compiled, it costs next to nothing, and what remains is
reading and telling.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any

import msgspec

from dicecup.engine.core.canonical import canonical, essential
from dicecup.engine.core.kernel import compiled, is_cached, kernel
from dicecup.engine.core.philox import dice_key
from dicecup.engine.core.record import KEPT
from dicecup.engine.definitions.definition import Definition
from dicecup.engine.games.base import ROWS, Event, Family, Throw, Trace
from dicecup.engine.games.base.game_loop import game_loop
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.log.header import check_header, readable
from dicecup.engine.log.log import Line
from dicecup.engine.log.verdict import Untrue
from dicecup.engine.match.dice_source import SEEDED
from dicecup.engine.match.match import Record, check_seats, ending, rules_of

LONGEST = 20_000  # events of a game that is held whole in memory

_lines = msgspec.json.Encoder().encode_lines
_canonical_lines = msgspec.json.Encoder(order="sorted").encode_lines


Permits = Callable[[Any, Any, int, int], bool]


def written_player(family: Family, permits: Permits) -> Callable[..., bool]:
    """The function `play(S, R, T, D, game, key0, key1, actions, used)`: whether these are all decisions of a whole
    game.

    S, R, T and D are arrays of one record each, `used` of one integer; T holds the rows of the game then. False where a
    decision is lacking, left over or not permitted, and where the trace has no room for all rows. `permits(s, r,
    action, legal)` tells whether an action is among the legal ones.
    """

    @kernel
    def decide(s: Any, r: Any, legal: int, context: Any) -> int:
        actions, used = context
        n = used[0]
        if n == len(actions) or not permits(s, r, actions[n], legal):
            return -1
        used[0] = n + 1
        action: int = actions[n]
        return action

    play_game = game_loop(family, decide)

    def play(S: Any, R: Any, T: Any, D: Any, game: int, key0: int, key1: int, actions: Any, used: Any) -> bool:
        s = S[0]
        t = T[0]
        s.game = game
        used[0] = 0
        ended = play_game(s, R[0], t, D[0], key0, key1, (actions, used))
        return ended and used[0] == len(actions) and t.n <= ROWS

    return play


@cache
def plain_player(name: str) -> Callable[..., bool]:
    """The player of a family in plain mode, where an action is permitted if nothing speaks against it."""
    family = family_of(name)
    why_not = family.why_not
    return written_player(family, lambda s, r, action, legal: why_not(s, r, action) is None)


@cache
def compiled_player(name: str) -> Callable[..., bool]:
    """The player of a family in compiled mode, where an action is permitted if it is among the legal ones."""
    return compiled(_uncompiled(name))


def is_kept(name: str) -> bool:
    """Whether the machine code of that player is kept from another run."""
    return is_cached(_uncompiled(name))


def _uncompiled(name: str) -> Callable[..., bool]:
    family = family_of(name)
    legal_nth = family.legal_nth

    @kernel
    def among_legal(s: Any, r: Any, action: int, legal: int) -> bool:
        for k in range(legal):
            if legal_nth(s, r, k) == action:
                return True
        return False

    return written_player(family, among_legal)


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

            self._play = compiled_player(family.name)
            plain = self._records
            self._records = tuple(np.zeros(1, type(records[0]).dtype()) for records in plain)
            state.into(self._records[0][0])
            rules.into(self._records[1][0])
            self._records[2][0]["on"] = 1
        else:
            self._play = plain_player(family.name)

    def events(self, head: Record, moves: Sequence[str]) -> list[Event] | None:
        """The events of a game with these decisions, `end` still without a check; None where they are not just those.

        ValueError for a text that is no move.
        """
        family, rules, known = self._family, self._rules, self._actions
        actions: Any = []
        for move in moves:
            action = known.get(move)
            if action is None:
                action = known[move] = family.parse(move, rules)
            actions.append(action)
        used: Any = [0]
        if self._compiled:
            import numpy as np

            actions, used = np.array(actions, np.int64), np.array(used, np.int64)
        if not self._play(*self._records, head["game"], *dice_key(head["seed"]), actions, used):
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
    """Accepts games that are true; it keeps a `Rerun` for each definition and number of seats that it has met lately."""

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
        rerun = self._reruns.pop((definition, seats), None) or Rerun(definition, seats, fast=self._fast)
        self._reruns[definition, seats] = rerun  # as the last that was asked for
        if len(self._reruns) > KEPT:
            del self._reruns[next(iter(self._reruns))]
        return rerun

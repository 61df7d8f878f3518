"""A block of games, played one after the other on the same records, in plain or compiled mode."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from time import perf_counter
from typing import Any

from dicecup.engine.bots.line_up import chooser, users_decide
from dicecup.engine.games.base import FORFEIT, SEATS, Family, Throw, Trace, give_up
from dicecup.engine.games.base.game_loop import bots_decide, game_loop, keys_of, seat_views
from dicecup.engine.games.base.results import row_of, to_bytes, width, write_row
from dicecup.engine.games.registry import family
from dicecup.engine.log.log import dump
from dicecup.engine.match.match import rules_of, tables_of
from dicecup.engine.playtest.forfeit import Forfeit
from dicecup.engine.playtest.plan import Plan, play_game
from dicecup.engine.playtest.repeat import Playthrough, sampled

Player = Callable[..., None]


def block_player(family: Family, choose: Callable[..., int], *, guarded: bool = False) -> Player:
    """The function `play(S, V, R, T, D, B, keys, line_up, first, games, out)` of a family and its bots.

    It plays games `first`, `first + 1`, ... and writes the result of each into a row of `out`. S, R, T, D and B are
    arrays of one record, V of one for each seat and one to be lent; B holds the tables of the bots; `keys[p]` are the bot key words of
    seat p, `keys[SEATS]` those of the dice. A bot that answers below 0 gives its game up. With `guarded` nothing that a
    bot writes into its view is found again, and an action that is not legal is none.
    """
    decides = users_decide if guarded else bots_decide
    play_game, finish = game_loop(family, decides(family, choose)), family.finish

    def play(
        S: Any, V: Any, R: Any, T: Any, D: Any, B: Any, keys: Any, line_up: Any, first: int, games: int, out: Any
    ) -> None:
        s = S[0]
        r = R[0]
        t = T[0]
        d = D[0]
        seated = (V, B, line_up)
        for i in range(games):
            s.game = first + i
            seat_views(V, s, keys)
            if not play_game(s, r, t, d, keys[SEATS][0], keys[SEATS][1], seated):
                failed = s.turn
                finish(s, r, FORFEIT)
                give_up(s, failed)
            write_row(s, out[i])

    return play


class Bench:
    """The records that games of a line-up are played on, in plain mode; a bench is used by one thread at a time.

    `line_up` holds the number of each seat's bot, as the player's bots are numbered, and `tables` what they keep. With
    `traced` the rows of a game are kept until the next one.
    """

    def __init__(
        self,
        family: Family,
        rules: Any,
        seed: str,
        seats: int,
        line_up: Sequence[int],
        tables: Any = None,
        *,
        traced: bool = False,
    ) -> None:
        state, trace = family.State(), Trace()
        state.seats, trace.on = seats, int(traced)
        self.family = family
        self.seats = seats
        self.line_up: Any = line_up
        self.keys: Any = keys_of(seed)
        self.S: Any = [state]
        self.V: Any = [family.View() for _ in range(SEATS + 1)]
        self.R: Any = [rules]
        self.T: Any = [trace]
        self.D: Any = [Throw()]
        self.B: Any = [tables]

    def play(self, player: Player, first: int, games: int) -> Any:
        """Play games; returns their rows, one after the other."""
        rows = [[0] * width(self.seats) for _ in range(games)]
        self.play_into(rows, player, first)
        return array("q", chain.from_iterable(rows))

    def play_into(self, rows: Any, player: Player, first: int) -> None:
        """Play a game for each of these rows, which takes its result."""
        player(self.S, self.V, self.R, self.T, self.D, self.B, self.keys, self.line_up, first, len(rows), rows)


class CompiledBench(Bench):
    """The records of a plain bench in arrays, for compiled mode; its bots' tables are fresh."""

    def __init__(self, plain: Bench) -> None:
        import numpy as np

        bots, rules = plain.family.policies(), plain.R[0]
        self.family, self.seats = plain.family, plain.seats
        records = (plain.S, plain.V, plain.R, plain.T, plain.D)
        self.S, self.V, self.R, self.T, self.D = (np.zeros(len(ones), type(ones[0]).dtype()) for ones in records)
        self.S[0]["seats"], self.T[0]["on"] = plain.seats, plain.T[0].on
        rules.into(self.R[0])
        self.B = np.zeros(1, bots.Tables.dtype())  # memory that is not touched costs nothing
        if bots.fill is not None:
            bots.tables(rules).into(self.B[0])
        self.line_up, self.keys = np.array(plain.line_up, np.int64), np.array(plain.keys, np.int64)

    def play(self, player: Player, first: int, games: int) -> Any:
        """Play games; returns their rows, one after the other."""
        rows = self.rows(games)
        self.play_into(rows, player, first)
        return rows.reshape(-1)

    def rows(self, games: int) -> Any:
        """Room for the results of so many games."""
        import numpy as np

        return np.zeros((games, width(self.seats)), np.int64)


@dataclass(frozen=True)
class Block:
    """The results of a block: int64 rows in little-endian order, the games' logs if they were asked for, and the first
    game that a bot has given up.

    `late` tells how many games a bot has given up by taking too long; `courses` are those of games that are to be played again.
    `checks` are those of the games that were logged. `lost` are games that have no result, since they ended every process that played them; `repeated` tells how many were
    played again, since their first process was ended. `games` and `seconds` tell how many took how long, where that was
    measured.
    """

    rows: bytes
    log: bytes = b""
    forfeit: Forfeit | None = None
    checks: tuple[str, ...] = ()
    lost: tuple[int, ...] = ()
    repeated: int = 0
    late: int = 0
    courses: tuple[Playthrough, ...] = ()
    games: int = 0
    seconds: float = 0.0


def timed(play: Callable[[int, int], Block], first: int, games: int) -> Block:
    """A block that is played now, with the time it took."""
    began = perf_counter()
    return replace(play(first, games), games=games, seconds=perf_counter() - began)


def joined(blocks: Iterable[Block]) -> Block:
    """Blocks that follow one another, as one."""
    parts = list(blocks)
    return Block(
        b"".join(one.rows for one in parts),
        b"".join(one.log for one in parts),
        next((one.forfeit for one in parts if one.forfeit is not None), None),
        tuple(check for one in parts for check in one.checks),
        tuple(game for one in parts for game in one.lost),
        sum(one.repeated for one in parts),
        sum(one.late for one in parts),
        tuple(course for one in parts for course in one.courses),
        sum(one.games for one in parts),
        sum(one.seconds for one in parts),
    )


def plain_block(plan: Plan, first: int, games: int, *, log: bool = False) -> Block:
    """A block in plain mode. With users' bots, which may fail, and to be logged, games are played as matches."""
    agents = plan.agents()
    if log or any(one.index < 0 for one in agents):
        rows, lines, checks = array("q"), [], []
        forfeit: Forfeit | None = None
        late, courses, again = 0, [], sampled(plan)
        for number in range(first, first + games):
            match, failure = play_game(plan, number)
            rows.extend(row_of(match.state))
            if log:
                lines += [dump(match.header), *map(dump, match.events)]
                checks.append(match.events[-1]["check"])
            is_late = failure is not None and failure.late
            late += is_late
            if number in again and not is_late:
                courses.append(Playthrough.of(match))
            if failure is not None and forfeit is None:
                forfeit = Forfeit.of(match, failure)
        return Block(to_bytes(rows), b"".join(lines), forfeit, tuple(checks), late=late, courses=tuple(courses))
    played = family(plan.definition.family)
    choose, line_up = chooser(played.name, agents)
    keeps = not played.policies().with_tables.isdisjoint(plan.line_up)
    tables = tables_of(plan.definition) if keeps else None
    bench = Bench(played, rules_of(plan.definition), plan.seed, len(agents), line_up, tables)
    return Block(to_bytes(bench.play(block_player(played, choose), first, games)))

"""Every family by the conformance kit: its games in both modes, and its bots, which play to an end and each beat the weaker one.

What a family says for itself stands in `families/`; its worked examples and whatever else it alone has in tests of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import families
import pytest
from bot_policy import agree
from families import declaration, declared, games, names_of

from dicecup.engine.core.kernel import COMPILED
from dicecup.engine.core.statistics import wilson
from dicecup.engine.definitions.definition import load
from dicecup.engine.games.base import ABORTED, MOVE, ONE, WON
from dicecup.engine.games.base.results import END, GAME, WINNERS
from dicecup.engine.games.registry import SHIPPED
from dicecup.engine.games.registry import family as family_of
from dicecup.engine.match.match import rules_of
from dicecup.engine.playtest.block import Bench, CompiledBench
from dicecup.engine.playtest.plan import Plan
from dicecup.engine.playtest.run import run
from dicecup.testing import check_game, check_modes, compiled_player

GAMES = [(family, game) for family in declared() for game in games(family)]
BOTS = [(family, bot) for family in SHIPPED for bot in family_of(family).bot_names()]
PAIRS = [
    (family, variant, better, worse)
    for family in declared()
    for variant in names_of(family)
    if declaration(family).strength(variant)
    for worse, better in pairwise(family_of(family).bot_names())
]
each_game = pytest.mark.parametrize(("family", "game"), GAMES)


@pytest.mark.parametrize("family", SHIPPED)
def test_every_family_says_how_it_is_tested(family: str) -> None:
    said = declaration(family)
    assert {game.family for game in said.options} == {family}
    assert {*said.kinds} <= {*names_of(family)}
    assert any(map(said.strength, names_of(family)))


def test_a_family_that_does_not_say_how_it_is_tested_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AssertionError, match=r"the family dominoes has no tests/families/dominoes\.py"):
        declaration("dominoes")
    others = declared()
    monkeypatch.setattr(families, "SHIPPED", ("dominoes", *SHIPPED))
    assert declared() == others


# ---- plain


@each_game
def test_every_property_in_plain_mode(family: str, game: str) -> None:
    said = declaration(family)
    played = games(family)[game]
    for table in said.plain(played):
        check_game(played, **table._asdict(), probes=said.probes, compiled=False)


@pytest.mark.parametrize(("family", "bot"), BOTS)
def test_every_property_with_one_bot_alone(family: str, bot: str) -> None:
    said, number = declaration(family), family_of(family).bot_names().index(bot)
    game, seats = said.short
    check_game(game, seats=[seats], line_ups=[[number]], games=2, probes=said.probes, compiled=False)


@pytest.mark.parametrize("family", SHIPPED)
def test_every_property_with_a_full_table(family: str) -> None:
    said = declaration(family)
    check_game(said.crowded, seats=[10], line_ups=[[0, 1]], probes=said.probes, compiled=False)


@pytest.mark.parametrize("family", SHIPPED)
def test_random_makes_every_move_alike_and_the_first_takes_what_cannot_be_shared(family: str) -> None:
    game, seat, _ = declaration(family).position()
    share = ONE // len(game.legal())
    first, *others = agree(game, seat, "random").values()
    assert others == [share] * (len(game.legal()) - 1)
    assert first == ONE - sum(others)


@each_game
def test_the_rules_of_a_game_are_told_each_with_its_id(family: str, game: str) -> None:
    made = games(family)[game]
    told = list(family_of(family).explain(made.rules, made.players))
    assert len({re.fullmatch(r"([A-Z])-[A-Z]+[0-9]+", rule)[1] for rule, _ in told}) == 1
    assert [sentence for _, sentence in told if not re.fullmatch(r"[A-Z0-9`].*[.:]", sentence)] == []
    assert len(set(told)) == len(told)


# ---- compiled


@pytest.mark.compiled
@each_game
def test_both_modes_agree_for_every_bot(family: str, game: str) -> None:
    played, entry = games(family)[game], compiled_player(family_of(family))
    for table in declaration(family).modes(played):
        check_modes(played, entry, **table._asdict())


@pytest.mark.compiled
@pytest.mark.parametrize("family", [family for family in declared() if declaration(family).in_bounds])
def test_both_modes_agree_with_bounds_checked(family: str) -> None:
    """An unchecked read out of bounds returns a neighbouring field, silently; here it is an IndexError."""
    checked = compiled_player(family_of(family), boundscheck=True)
    for game, table in declaration(family).in_bounds:
        check_modes(game, checked, **table._asdict())


@pytest.mark.compiled
@each_game
def test_C020_games_of_bots_end_and_what_is_done_at_times_no_bot_does_always_or_never(family: str, game: str) -> None:
    said, of_family, played = declaration(family), family_of(family), games(family)[game]
    made, turns = Counter(), Counter()
    for line_up, number, won in said.ends(played):
        bench = CompiledBench(Bench(of_family, rules_of(played), played.name, len(line_up), line_up))
        out = bench.play(compiled_player(of_family), 0, number).reshape(number, -1)
        ended_well = out[:, END] == WON
        assert out[:, GAME].tolist() == list(range(number))
        assert set(out[:, END]) <= {WON, ABORTED}
        assert ended_well.sum() in (won or [number])
        assert ((out[:, WINNERS] > 0) == ended_well).all()
        for seat, action in decisions(bench, 50) if said.at_times else []:
            if (found := said.at_times(action)) is not None:
                turns[line_up[seat]] += 1
                made[line_up[seat]] += found
    assert [bot for bot in turns if not 0 < made[bot] < turns[bot]] == []
    assert len(turns) in (0, len(of_family.bot_names()))


def decisions(bench: CompiledBench, games: int) -> Iterator[tuple[int, int]]:
    """Seat and action of all decisions in so many games of a bench."""
    trace = bench.T[0]
    trace["on"] = 1
    for number in range(games):
        bench.play(compiled_player(bench.family), number, 1)
        rows = trace["rows"][: trace["n"]]
        yield from ((seat, action) for _, seat, action, *_ in rows[(rows[:, 0] == MOVE) & (rows[:, 3] == 0)].tolist())


# ---- who beats whom, on common dice with every seat in turn


@pytest.mark.compiled
@pytest.mark.parametrize(("family", "variant", "better", "worse"), PAIRS)
def test_the_better_bot_wins_more_than_its_share_in_every_seat_together(
    family: str, variant: str, better: str, worse: str
) -> None:
    for seats, number in declaration(family).strength(variant):
        wins = ended = 0
        for at in range(seats):
            line_up = tuple(better if p == at else worse for p in range(seats))
            report = run(Plan(load(variant), line_up, number, "strength"), mode=COMPILED)
            wins += report.wins[at]
            ended += report.ends[WON]
        assert ended == seats * number
        assert wilson(wins, ended)["low"] > 1 / seats

"""Equilibria of small games: values that others have published or two methods agree on, trees against the kernels, and refusals."""

from __future__ import annotations

import json
import os
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command_line import dicecup

from dicecup.engine import load
from dicecup.engine.core.kernel import COMPILED, PLAIN
from dicecup.engine.core.problems import MissingExtra
from dicecup.engine.games.base import RUNNING
from dicecup.engine.solve import equilibrium
from dicecup.engine.solve.equilibrium import CFR, PROGRAM, NotSolvableError, Solution, opening, solve
from dicecup.engine.solve.round_game import RoundGame
from dicecup.engine.solve.tables import Tables

TOP, LOW, NONE = "top face wild", "ones wild and lowest", "no wilds"
QUANTITY, FACE = "quantity first", "face first"


def rules(faces: int, wild: str = NONE, raising: str = QUANTITY, **more: object) -> list[str]:
    face = {NONE: "none", LOW: 1, TOP: faces}[wild]
    raises = "quantity_first" if raising == QUANTITY else "face_first"
    keys = {"faces": faces, "wild_face": face, "wild_bids": "normal", "raise_rule": raises, **more}
    return [f"{key.replace('__', '.')}={value}" for key, value in keys.items()]


def one_round(
    faces: int, wild: str = NONE, raising: str = QUANTITY, dice: tuple[int, int] = (1, 1), **how: Any
) -> Solution:
    return solve(load("liars-dice", rules(faces, wild, raising)), one_round=True, dice=dice, **how)


def first_game() -> RoundGame:
    """OpenSpiel's `liars_dice`."""
    game = opening(load("liars-dice", rules(6, TOP)), True, (1, 1))
    game.play_out()
    return game


# Some seconds each.
slow = pytest.mark.fuzz, pytest.mark.skipif(os.environ.get("HYPOTHESIS_PROFILE") != "fuzz", reason="only `make fuzz`")


@pytest.mark.parametrize(
    ("faces", "wild", "raising", "dice", "value"),
    [
        (2, NONE, QUANTITY, (1, 1), "0"),
        (3, NONE, QUANTITY, (1, 1), "-1/9"),
        (4, NONE, QUANTITY, (1, 1), "-1/8"),
        (5, NONE, QUANTITY, (1, 1), "-3/25"),
        (2, TOP, QUANTITY, (1, 1), "1/2"),
        (3, TOP, QUANTITY, (1, 1), "1/9"),
        (4, TOP, QUANTITY, (1, 1), "1/16"),
        (5, TOP, QUANTITY, (1, 1), "1/125"),
        (6, TOP, QUANTITY, (1, 1), "-7/258"),
        pytest.param(6, LOW, QUANTITY, (1, 1), "-7/327", marks=slow),
        pytest.param(6, NONE, QUANTITY, (1, 1), "-1/9", marks=slow),
        pytest.param(6, TOP, FACE, (1, 1), "-1/18", marks=slow),
        pytest.param(6, LOW, FACE, (1, 1), "0", marks=slow),
        pytest.param(6, NONE, FACE, (1, 1), "-1/9", marks=slow),
        (2, NONE, QUANTITY, (2, 1), "1/4"),
        (3, NONE, QUANTITY, (2, 1), "1/9"),
        pytest.param(4, NONE, QUANTITY, (2, 1), "345/1696", marks=slow),
        pytest.param(3, NONE, QUANTITY, (2, 2), "1/81", marks=slow),
        pytest.param(3, LOW, QUANTITY, (2, 2), "7/81", marks=slow),
        pytest.param(3, TOP, QUANTITY, (2, 2), "5/81", marks=slow),
    ],
)
def test_the_program_values_one_round_to_the_first_bidder(
    faces: int, wild: str, raising: str, dice: tuple[int, int], value: str
) -> None:
    found = one_round(faces, wild, raising, dice, method=PROGRAM)
    assert abs(found.first.value - Fraction(value)) <= 1e-9
    assert found.first.exploitability <= 1e-9
    assert found.looks_like() == Fraction(value)
    assert (found.method, found.iterations) == (PROGRAM, 0)


@pytest.mark.parametrize(
    ("faces", "wild", "dice", "value"),
    [(2, TOP, (1, 1), "1/2"), (3, NONE, (1, 1), "-1/9"), (3, TOP, (1, 1), "1/9"), (2, NONE, (2, 1), "1/4")],
)
def test_cfr_brackets_the_value_and_names_no_fraction(faces: int, wild: str, dice: tuple[int, int], value: str) -> None:
    found = one_round(faces, wild, dice=dice, method=CFR, mode=PLAIN)
    assert found.first.low - 1e-15 <= Fraction(value) <= found.first.high + 1e-15
    assert found.first.low <= found.first.value <= found.first.high
    assert found.first.exploitability <= 1e-5
    assert found.looks_like() is None
    assert found.iterations > 0


def test_cfr_stops_where_it_is_told() -> None:
    assert one_round(3, method=CFR, mode=PLAIN, most=7).iterations == 7
    assert one_round(3, method=CFR, mode=PLAIN, target=0.1).first.exploitability <= 0.1


@pytest.mark.compiled("liars")
def test_plain_and_compiled_give_the_same_numbers_and_the_first_game_is_bracketed() -> None:
    plain, fast = (one_round(3, TOP, dice=(2, 1), method=CFR, mode=mode, most=40) for mode in (PLAIN, COMPILED))
    assert fast.first.policy == plain.first.policy
    assert (fast.first.value, fast.first.low, fast.first.high) == (plain.first.value, plain.first.low, plain.first.high)
    found = one_round(6, TOP, method=CFR, mode=COMPILED, target=1e-3)
    assert found.first.low <= Fraction(-7, 258) <= found.first.high
    assert found.first.exploitability <= 1e-3


def test_the_tree_of_the_first_game_has_147456_decision_and_147420_terminal_nodes_and_24576_information_sets() -> None:
    game = first_game()
    assert (game.size.histories, game.size.decisions, game.size.terminals) == (4096, 147_456, 147_420)
    assert game.size.information_sets == 24_576
    tree = game.tree()
    assert len(tree.seats) == 4096
    assert tree.slots[-1] == game.size.weights


def test_nash_conv_of_uniformly_random_play_in_the_first_game() -> None:
    """As OpenSpiel has it."""
    game = first_game()
    gains = Tables(game, compiles=False).best([float(share) for _, share in game.endings])
    assert abs(sum(gains) - 1.561488646384479) <= 1e-12


# --- The tree, against the kernels ----------------------------------------------------------------------------------

RULES: list[dict[str, object]] = [
    {},
    {"wild_face": 1},
    {"wild_face": 2, "wild_bids": "double_before", "wild_off": "once_wild_bid"},
    {"wild_face": 1, "wild_off": "if_opened_on_wild", "opening_wild_bid": "free_answer"},
    {"wild_face": 1, "natural_required": "true", "raise_rule": "face_first", "wild_bids": "normal"},
    {"loss": "difference", "starter": "previous_right"},
    {"loss": "penalty", "penalty_limit": 2, "best_of": 3, "starter": "winner"},
    {"die_loss": "transfer"},
    {"spot_on__callers": "next"},
    {"palifico__trigger": "one_die", "palifico__with_two_left": "true", "wild_face": 1},
    {"palifico__trigger": "one_die", "palifico__with_two_left": "true", "spot_on__callers": "next"},
    {"final_duel": "sum"},
]


@pytest.mark.parametrize("more", RULES, ids=lambda more: " ".join(f"{key}={value}" for key, value in more.items()))
def test_merged_positions_are_those_that_the_kernels_reach_move_by_move(more: dict[str, object]) -> None:
    """Every sequence of moves is played with every deal. Rounds that carry the same are the same rounds, whatever was before."""
    settings = [
        f"{key.replace('__', '.')}={value}" for key, value in {"faces": 2, "dice_per_player": 2, **more}.items()
    ]
    games = equilibrium.all_rounds(opening(load("liars-dice", settings), False, (2, 1)))
    by_key = {game.carried: game for game in games}
    for game in games:
        last: dict[Any, Any] = {}
        deals = [game.state]
        while deals[0].dice:
            deals = [after for state in deals for after in game._thrown(state)]
        walk(game, 0, deals, last)
        if sum(game.state.held[:2]) > 3:
            continue
        for key, state in last.items():
            twin = RoundGame(game.family, game.rounds, game.rules, state)
            twin.play_out()
            there = by_key[key]
            assert (twin.positions, twin.endings, twin.outcomes) == (there.positions, there.endings, there.outcomes)


def walk(game: RoundGame, place: int, states: list[Any], last: dict[Any, Any]) -> None:
    """Play on from a position, one state for each deal, and note the state in which each next round begins."""
    position, opener = game.positions[place], game.state.opener
    for s in states:
        legal = [game.family.legal_nth(s, game.rules, k) for k in range(game.family.legal_count(s, game.rules))]
        assert (s.turn == opener, tuple(legal)) == (position.seat == 0, position.actions)
    for action, target in zip(position.actions, position.targets, strict=True):
        after = [s.copy() for s in states]
        for s in after:
            game.family.apply(s, game.rules, equilibrium.Trace(), action)
        if target >= 0:
            assert all(s.end == RUNNING and not s.dice for s in after)
            walk(game, target, after, last)
            continue
        for s, kind in zip(after, game.outcomes[~target], strict=True):
            key, sign = game.endings[kind]
            if key is None:
                assert s.end != RUNNING
                assert sign == {(1, 2): 1, (2, 1): -1}.get((s.place[opener], s.place[1 - opener]), 0)
            else:
                assert (game.rounds.carried(s, game.rules), s.opener) == (key, opener if sign > 0 else 1 - opener)
                last[key] = s


# --- Whole games ----------------------------------------------------------------------------------------------------


def test_a_whole_game_is_worth_what_its_rounds_are_worth() -> None:
    """From one die each the loser of the round has lost: the game and the round are one. From more it is solved with what comes after."""
    definition = load("liars-dice", ["faces=2", "dice_per_player=2"])
    found = solve(definition, method=PROGRAM)
    values = {one.game.carried[:2]: one.value for one in found.rounds}
    assert [*values] == [(2, 2), (1, 2), (1, 1)]
    assert values[1, 1] == pytest.approx(one_round(2, method=PROGRAM).first.value, abs=1e-12)
    assert solve(definition, dice=(1, 2), method=PROGRAM).first.value == pytest.approx(values[1, 2], abs=1e-12)
    assert found.first.exploitability <= 1e-9


@pytest.mark.parametrize("more", [{"spot_on__callers": "next"}, {"die_loss": "transfer"}], ids=str)
def test_where_dice_come_back_rounds_are_solved_until_their_values_stay(more: dict[str, object]) -> None:
    """The bracket is worked out over the whole game; CFR, which knows nothing of the program, comes to the same."""
    definition = load("liars-dice", rules(2, dice_per_player=2, **more))
    found = solve(definition, method=PROGRAM)
    assert found.first.low <= found.first.value + 1e-12 <= found.first.high + 2e-12
    assert found.first.exploitability <= 1e-9
    near = solve(definition, method=CFR, mode=PLAIN, target=0.1)
    assert near.first.exploitability <= 0.1
    assert near.first.low <= found.first.value <= near.first.high


# --- The strategy ---------------------------------------------------------------------------------------------------


def test_the_strategy_that_is_written_is_worth_its_value_reckoned_without_the_solver(tmp_path: Path) -> None:
    file = tmp_path / "strategy.jsonl"
    run = dicecup("solve", "liars-dice", "--round", "--dice", "1v1", "--set", "faces=3", "--out", file, "-q")
    assert (run.code, run.err) == (0, "")
    header, begun, *nodes = map(json.loads, file.read_text().splitlines())
    assert (header["type"], header["one"], header["rounds"], begun["state"]) == (
        "strategy",
        1 << 30,
        1,
        {"dice": [1, 1]},
    )
    weights = {node["after"]: node for node in nodes}
    assert len(weights) == len(nodes) == 64
    assert {sum(w) for node in nodes for w in node["weights"].values()} == {1 << 30}

    def value(after: str, dice: tuple[int, int]) -> float:
        node = weights[after]
        bids = after.split()
        own = str(dice[0 if node["opener"] else 1])
        worth = 0.0
        for move, weight in zip(node["legal"], node["weights"][own], strict=True):
            if move == "liar":
                quantity, face = map(int, bids[-1].split("x"))
                right = dice.count(face) >= quantity
                opener_bid = len(bids) % 2 == 1
                won = 1.0 if right == opener_bid else -1.0
            else:
                won = value(f"{after} {move}".strip(), dice)
            worth += weight / (1 << 30) * won
        return worth

    mean = sum(value("", (a, b)) for a in (1, 2, 3) for b in (1, 2, 3)) / 9
    assert mean == pytest.approx(-1 / 9, abs=1e-7)


def test_a_strategy_is_the_same_twice_and_replaces_no_file(tmp_path: Path) -> None:
    line = "solve liars-dice --set faces=2 --set dice_per_player=2 --method cfr --mode plain --target 0.01 --json --out".split()
    one, other = tmp_path / "one", tmp_path / "other"
    assert dicecup(*line, one).out == dicecup(*line, other).out
    assert one.read_bytes() == other.read_bytes()
    assert dicecup(*line, one).code == 5
    assert dicecup(*line, one, "--force").code == 0


# --- What is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ("push-reroll", "push: "),
        ("liars-dice --set challenge_by=any", "challenge_by: call windows"),
        ("cacho", "spot_on.callers: call windows"),
        ("film-pirates", "max_quantity: "),
        ("liars-dice --set players.min=3", "players.min: "),
        ("liars-dice --set max_rounds=5", "max_rounds: "),
        ("dudo --round --dice 1v1", "spot_on.right: "),
        ("liars-dice --dice 6v1", "dice: 6v1"),
        ("liars-dice --dice 2-1", "invalid value for '--dice'"),
        ("liars-dice --target 0", "invalid value for '--target'"),
        ("liars-dice --round --out -", "--out - is no file"),
        ("poker-dice", "games of the family poker cannot be solved"),
        ("liars-dice", "too large: this round has 1.1 x 10^18 sequences of moves and 2.9 x 10^20 information sets"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_a_sentence(args: str, said: str) -> None:
    run = dicecup("solve", *args.split())
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"dicecup: {said}")
    assert run.err.count("\n") == 1


def test_without_scipy_the_program_is_refused_and_cfr_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(MissingExtra, match="needs the extra 'solve'"):
        one_round(2, method=PROGRAM)
    run = dicecup("solve", "liars-dice", "--round", "--dice", "1v1", "--set", "faces=2", "--method", "program")
    assert (run.code, run.err) == (
        2,
        "dicecup: the exact program needs the extra 'solve': pip install 'dicecup[solve]'\n",
    )
    run = dicecup("solve", "liars-dice", "--round", "--dice", "1v1", "--set", "faces=2", "--mode", "plain")
    assert run.code == 0
    assert "method                     CFR, " in run.out
    assert "looks like" not in run.out
    assert run.err.endswith("Without SciPy there are no exact values: pip install 'dicecup[solve]'\n")


def test_a_target_that_is_not_reached_is_told() -> None:
    run = dicecup(
        "solve",
        "liars-dice",
        "--round",
        "--dice",
        "1v1",
        "--set",
        "faces=3",
        "--method",
        "cfr",
        "--iterations",
        "3",
        "-q",
    )
    assert run.code == 0
    assert "is above 1.0e-05; --iterations allows CFR more" in run.err


def test_an_unknown_option_of_the_rules_is_told_as_anywhere() -> None:
    with pytest.raises(NotSolvableError) as refused:
        solve(load("push-reroll"))
    assert refused.value.key == "push"

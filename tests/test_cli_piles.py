"""Piles at the command line: every variant played, shown, verified and counted, scripted dice, and people at the prompt."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from command_line import ROOT, Terminal, dicecup

from dicecup.cli.games.registry import teller

VARIANTS = sorted(path.stem for path in (ROOT / "variants").glob("dead-mans-dice*.yaml"))


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def test_there_are_seven_variants() -> None:
    assert len(VARIANTS) == 7


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_is_played_shown_and_verified(variant: str, log: Path) -> None:
    played = dicecup("play", variant, "--seed", "11", "--log", log)
    assert (played.code, played.err) == (0, f"Log: {log}\n")
    assert not [line for line in played.lines if line.startswith("  ?")]
    assert max(map(len, played.lines)) <= 80
    assert dicecup("replay", "show", log).out == played.out
    assert dicecup("replay", "verify", log).code == 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_is_counted(variant: str) -> None:
    run = dicecup("playtest", "run", variant, "--games", 3, "--seed", "11", "--mode", "plain", "--jobs", 1, "--json")
    (record,) = run.records()
    assert (run.code, record["finished"], record["aborted"]) == (0, 3, 0)


def test_a_game_with_repeated_faces_is_true(log: Path) -> None:
    args = ("play", "dead-mans-dice", "--set", "plain_faces=[6, 6, 1, 2, 2]", "--set", "target=20")
    assert dicecup(*args, "--seed", "3", "--log", log).code == 0
    assert dicecup("replay", "verify", log).code == 0


def test_scripted_dice_with_and_without_strokes(tmp_path: Path, log: Path) -> None:
    throws, moves = tmp_path / "throws", tmp_path / "moves"
    throws.write_text("A: 3\nB: J\nB: 2\nA: 4\n")
    moves.write_text("roll plain\nroll jolly\nplace\nend\nroll jolly\nplace\nend\n")
    run = dicecup(
        "play", "dead-mans-dice", "--seat", "human", "--seat", "human", "--dice", throws, "--moves", moves, "--log", log
    )
    assert run.code == 1  # the dice end
    assert "  Player B  rolls 2 on J" in run.lines
    assert "  Player B  places it: J 2" in run.lines
    assert "  Player A  rolls 4' on 3" in run.lines


@pytest.mark.parametrize("settings", [("max_rounds=1",), ("plain_faces=[3, 3]", "jolly_dice=0")])
def test_an_aborted_game_says_by_what_and_has_no_winner(settings: tuple[str, ...], log: Path) -> None:
    args = [word for setting in settings for word in ("--set", setting)]
    run = dicecup("play", "dead-mans-dice", *args, "--seed", "1", "--log", log)
    guard = "max_rounds" if "max_rounds=1" in settings else "opening"
    assert run.code == 1
    assert f"Aborted after 1 round by {guard}: nobody wins." in run.lines
    counted = dicecup(
        "playtest", "run", "dead-mans-dice", *args, "--games", 4, "--seed", "1", "--mode", "plain", "--json"
    )
    (record,) = counted.records()
    assert (counted.code, record["finished"], record["aborted"]) == (1, 0, 4)
    assert all(seat["wins"] == 0 for seat in record["seats"].values())


@pytest.mark.parametrize("columns", [60, 120])
def test_the_table_is_shown_before_a_decision(log: Path, columns: int) -> None:
    args = ("play", "dead-mans-dice-table-dice", "--seed", "6", "--seats", "3", "--log", log)
    with Terminal(*args, columns=columns, rows=60) as terminal:
        terminal.shows("Player A> ")
        assert "The die for the bottom of the pile is chosen." in terminal.screen
        terminal.type("roll plain\n")
        terminal.shows("A roll begins the turn")
        terminal.shows("Player A> ")
        table = terminal.screen.rpartition("100 points to win")[2]
        assert "  Totals  A 0  B 0  C 0" in table.splitlines()
        shown = [re.split("  +", line.strip()) for line in table.splitlines()]
        piles = [
            ["scores -7 now", "hand 1 plain 1 J"],
            ["┃B J┃", "top J, locked, doubled", "scores 14 now", "hand 1 plain"],
            ["▐B 3▌", "▐A 4▌", "▐C 3'▌", "top 3", "scores 10 now", "hand 1 plain", "loose 2"],
        ]
        for words in piles:  # from the top down, the piles beside each other where there is room
            rows = iter(shown)
            assert [word for word in words if not any(word in row for row in rows)] == []
        beside = any("┃B J┃" in row and "▐C 3'▌" in row for row in shown)
        assert beside is (columns == 120)
        assert max(map(len, terminal.screen.splitlines())) <= columns


def test_the_table_is_told_in_words_where_nothing_is_drawn() -> None:
    args = ("play", "dead-mans-dice-table-dice", "--seed", "6", "--seats", "3", "--plain")
    with Terminal(*args, rows=60) as terminal:
        terminal.shows("Turn: the die for the bottom of the pile is chosen")
        terminal.type("roll plain\n")
        terminal.shows("Turn: a roll begins the turn")
        lines = terminal.screen.rpartition("100 points to win")[2].splitlines()
        for whose, facts in (
            ("Player A", ["no pile", "scores -7 now", "in hand 1 plain and 1 jolly"]),
            ("B basic", ["pile from the bottom: J of B", "top J, locked, doubled", "scores 14 now"]),
            ("C basic", ["pile from the bottom: 3' of C, 4 of A, 3 of B", "top 3", "scores 10 now", "loose 2"]),
        ):
            assert [fact for fact in facts if f"{whose}: {fact}" not in lines] == []


# ---- the table that the telling keeps


def told(events: list[dict[str, object]], rules: Mapping[str, object] | None = None) -> list[str]:
    definition = {"family": "piles", "rules": rules or {}}
    seats = [{"seat": seat, "name": f"Player {seat}"} for seat in "AB"]
    game = teller({"name": "x", "definition": definition, "seats": seats})
    return [
        line.text.split("  ")[-1]
        for n, event in enumerate(events, 1)
        for line in game.tell({"n": n, "round": 1, **event})
    ]


OPENING: list[dict[str, object]] = [
    {"type": "roll", "seat": "A", "for": "order", "dice": [3]},
    {"type": "roll", "seat": "B", "for": "order", "dice": [4]},
    {"type": "round", "starter": "A", "dice": {"A": 2, "B": 2}},
]


def test_plunder_and_place_tell_the_pile() -> None:
    lines = told(
        [
            *OPENING,
            {"type": "move", "seat": "A", "move": "roll plain", "auto": True},
            {"type": "roll", "seat": "A", "for": "turn", "dice": [6]},
            {"type": "move", "seat": "A", "move": "plunder B"},
            {"type": "move", "seat": "A", "move": "end"},
            {"type": "move", "seat": "B", "move": "roll plain", "auto": True},
            {"type": "roll", "seat": "B", "for": "turn", "dice": [5]},
        ]
    )
    assert lines[-4:] == ["rolls 6 on 3", "plunders B's 4: 3 4", "ends the turn", "rolls 5, which begins a new pile"]


def test_what_is_taken_back_is_undone_on_the_table_too() -> None:
    lines = told(
        [
            *OPENING,
            {"type": "move", "seat": "A", "move": "roll plain"},
            {"type": "roll", "seat": "A", "for": "turn", "dice": [4]},
            {"type": "move", "seat": "A", "move": "place"},
            {"type": "undo", "to": 5},
            {"type": "move", "seat": "A", "move": "place"},
        ]
    )
    assert lines[-1] == "places it: 3 4"


def test_where_events_are_missing_nothing_is_claimed() -> None:
    lines = told([{"type": "move", "seat": "A", "move": "place"}, {"type": "move", "seat": "A", "move": "plunder B"}])
    assert lines[-2:] == ["places it", "plunders B's top die"]


RULES = {"on_jr": "as_one", "unplaced": "on_table", "jr_base_score": 7, "floor": "none", "jolly_dice": 1}


@pytest.mark.parametrize(
    ("rules", "pile", "points", "how"),
    [
        ({}, [2, 3, 3], 8, ""),
        ({}, [1, "J"], 16, ": 8, doubled"),
        ({}, ["J"], 14, ": 7, doubled"),
        ({}, [4, 5], 2, ": 9, less 7 for the Jolly Roger in hand or loose"),
        ({"unplaced": "to_hand"}, [4, 5], 2, ": 9, less 7 for the Jolly Roger in hand"),
        ({"unplaced": "to_hand"}, [], -7, ": less 7 for the Jolly Roger in hand"),
        ({"unplaced": "to_hand", "jolly_dice": 3}, [6, "J"], 12, ": 13, doubled, less 14 for 2 Jolly Rogers in hand"),
        ({"jr_base_score": 1}, ["J", 2, 3], 6, ": 6, the J at the bottom worth 1"),
        ({"jr_base_score": 1}, ["J"], 2, ": 1, the J at the bottom worth 1, doubled"),
        ({"floor": "round", "unplaced": "to_hand"}, [3], 0, ": 3, less 7 for the Jolly Roger in hand, at least 0"),
        ({"floor": "round", "jolly_dice": 3}, [3], 0, ": 3, less 7 for each Jolly Roger in hand or loose, at least 0"),
        ({"floor": "game", "unplaced": "to_hand"}, [3], -4, ": 3, less 7 for the Jolly Roger in hand, no total below 0"),
        ({}, [4, 5], 3, ""),  # of a damaged log: no sum makes it
        ({}, [4, 5], 30, ""),
        ({"jr_base_score": "seven"}, [1, "J"], 16, ""),
    ],
)  # fmt: skip
def test_a_score_tells_its_sum(rules: dict[str, object], pile: list[object], points: int, how: str) -> None:
    definition = {"family": "piles", "rules": RULES | rules}
    game = teller({"name": "x", "definition": definition, "seats": [{"seat": "A", "name": "Ann"}]})
    event = {"n": 1, "type": "score", "round": 1, "seat": "A", "points": points, "total": max(points, 0), "piles": pile}
    (line,) = game.tell(event)
    named = " ".join(map(str, pile)) or "none"
    assert line.text == f"  A Ann  scores {points} (pile {named}{how}): {max(points, 0)} in all"


@pytest.mark.parametrize(
    ("unplaced", "left", "back"),
    [
        ("to_hand", "the die goes back to hand", []),
        ("on_table", "the die lies loose", ["takes the loose 2 back to hand"]),
    ],
)
def test_failed_rolls_and_loose_dice_are_told(unplaced: str, left: str, back: list[str]) -> None:
    lines = told(
        [
            *OPENING,
            {"type": "move", "seat": "A", "move": "roll plain"},
            {"type": "roll", "seat": "A", "for": "turn", "dice": [2]},
            {"type": "move", "seat": "A", "move": "end", "auto": True},
            {"type": "move", "seat": "B", "move": "roll jolly"},
            {"type": "roll", "seat": "B", "for": "turn", "dice": ["5'"]},
            {"type": "move", "seat": "B", "move": "back"},
            {"type": "move", "seat": "B", "move": "end", "auto": True},
            {"type": "move", "seat": "A", "move": "roll plain", "auto": True},
            {"type": "roll", "seat": "A", "for": "turn", "dice": ["J"]},
        ],
        {**RULES, "unplaced": unplaced},
    )
    assert lines[-8 - len(back) :] == [
        "takes a plain die",
        f"rolls 2 on 3, a failed roll: {left}",
        "ends the turn",
        "takes a Jolly Roger die",
        "rolls 5' on 4",
        f"does not place it: {left}",
        "ends the turn",
        *back,
        "rolls J on 3",
    ]


# ---- odds


def test_odds_in_words() -> None:
    run = dicecup("odds", "dead-mans-dice", "--hand", "plain jolly", "--top", "3", "--tops", "4 J")
    assert run.lines == [
        "Dead Man's Dice (boxed): 1 plain die and 1 jolly die in hand, on 3; others show",
        "    4 J.",
        "",
        "  roll jolly",
        "    fits               1/2  0.5000",
        "    is a J             1/6  0.1667",
        "    all dice placed    2/9  0.2222",
        "    a plunder is open  2/3  0.6667",
        "  roll plain",
        "    fits               1/3   0.3333",
        "    is a J             0     0.0000",
        "    all dice placed    7/36  0.1944",
        "    a plunder is open  5/6   0.8333",
    ]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--hand", "plain jollx"), "--hand: 'jollx' is no kind of die; write plain and jolly"),
        (("--hand", "plain plain plain"), "--hand: 3 plain dice: in dead-mans-dice a player owns 2"),
        (("--hand", "plain", "--top", "9"), "--top and --tops: there is no face 9; a top is 1 to 6, J or none"),
        (("--hand", ""), "--hand: there is no die to roll"),
        (("--hand", "plain", "--bid", "3x4"), "--bid is about liar's dice"),
    ],
)
def test_odds_that_cannot_be_asked(asked: tuple[str, ...], said: str) -> None:
    run = dicecup("odds", "dead-mans-dice", *asked)
    assert run.code == 2
    assert said in run.err

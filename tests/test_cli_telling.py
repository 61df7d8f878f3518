"""Every type of event in words, in every family, and no event of a shipped game as it stands in the log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from claims import Lots
from command_line import ROOT, dicecup

from dicecup.cli.games.poker.narration import hand_in_words, reading_in_words
from dicecup.cli.games.registry import narration, teller
from dicecup.cli.narration.narrator import ALL, SHARED
from dicecup.engine.definitions.definition import load
from dicecup.engine.games.base import COMMON_EVENTS
from dicecup.engine.games.registry import SHIPPED, family
from dicecup.engine.match.match import Seat, new_match

SEATS = [{"seat": "A", "name": "Ann", "agent": "human"}, {"seat": "B", "name": "basic", "agent": "basic"}]
BOTH: list[tuple[dict[str, Any], list[str]]] = [
    ({"type": "order", "seats": ["B", "A"]}, ["  B basic  begins"]),
    ({"type": "order", "seats": ["B", "A", "C"]}, ["  B basic  begins, then A, C"]),
    ({"type": "round", "starter": "A", "dice": {"A": 5, "B": 1}}, ["", "Round 2: A 5 dice, B 1 die"]),
    ({"type": "roll", "seat": "A", "for": "order", "dice": [4]}, ["  A Ann    throws 4"]),
    (
        {"type": "roll", "seat": "A", "for": "luck", "dice": [4, 1], "sees": ["B", "C"]},
        ["  A Ann    throws 4 1, which B and C see"],
    ),
    (
        {"type": "roll", "seat": "A", "for": "blind", "hidden": 2, "sees": []},
        ["  A Ann    throws 2 dice, which nobody sees"],
    ),
    ({"type": "shown", "seat": "A", "for": "cup", "dice": [4, 1]}, ["  A Ann    threw 4 1, which all see now"]),
    (
        {"type": "shown", "seat": "A", "for": "cup", "hidden": 2, "sees": ["B"]},
        ["  A Ann    threw 2 dice, which B sees now"],
    ),
    ({"type": "tie", "seats": ["A", "B"], "what": "order"}, ["  A Ann and B basic are level; they throw again"]),
    ({"type": "out", "seat": "B", "place": 2}, ["  B basic  is out, in place 2"]),
    ({"type": "undo", "to": 7}, ["  Taken back: what followed event 7 is void"]),
    (
        {"type": "end", "end": "won", "winners": ["B"], "places": {"A": 2, "B": 1}, "scores": {"A": 0, "B": 3}},
        ["", "B basic wins after 2 rounds.", "  1.  B basic  score 3", "  2.  A Ann    score 0"],
    ),
    (
        {"type": "end", "end": "draw", "winners": [], "places": {"A": 1, "B": 1}, "scores": {"A": 1, "B": 1}},
        ["", "A draw after 2 rounds.", "  1.  A Ann    score 1", "  1.  B basic  score 1"],
    ),
    (
        {"type": "end", "end": "abandoned", "by": "A", "winners": [], "places": {}, "scores": {}},
        ["", "Left unfinished in round 2 at a decision of A Ann."],
    ),
]
LIARS: list[tuple[dict[str, Any], list[str]]] = [
    (
        {"type": "roll", "seat": "A", "for": "cup", "private": True, "dice": [4, 1]},
        ["  A Ann    throws 4 1 under the cup"],
    ),
    (
        {"type": "roll", "seat": "B", "for": "push", "private": True, "hidden": 1},
        ["  B basic  throws 1 die again under the cup"],
    ),
    ({"type": "move", "seat": "A", "move": "3x4"}, ["  A Ann    bids 3x4"]),
    ({"type": "move", "seat": "A", "move": "sum 7"}, ["  A Ann    bids sum 7"]),
    ({"type": "move", "seat": "A", "move": "show 4 4"}, ["  A Ann    shows 4 4 and throws the rest again"]),
    ({"type": "move", "seat": "A", "move": "show none"}, ["  A Ann    shows none"]),
    ({"type": "move", "seat": "A", "move": "wait"}, ["  A Ann    waits"]),
    ({"type": "move", "seat": "A", "move": "pass"}, ["  A Ann    passes"]),
    ({"type": "move", "seat": "B", "move": "exact"}, ["  B basic  calls exact"]),
    ({"type": "move", "seat": "B", "move": "liar", "auto": True}, ["  B basic  calls liar (the only legal move)"]),
    (
        {"type": "reveal", "dice": {"A": [4, 4], "B": [1]}, "bid": "3x4", "count": 3, "wilds": 1},
        [
            "  Showdown: 3x4 was bid and there are 3, 1 of them wild; the bid is right",
            "  A Ann    shows 4 4",
            "  B basic  shows 1",
        ],
    ),
    ({"type": "lose", "seat": "B", "dice": 1, "why": "challenge"}, ["  B basic  loses 1 die: the challenge was wrong"]),
    ({"type": "lose", "seat": "A", "dice": 2, "why": "bid"}, ["  A Ann    loses 2 dice: the bid was wrong"]),
    ({"type": "gain", "seat": "A", "dice": 1}, ["  A Ann    gets 1 die"]),
    ({"type": "penalty", "seat": "A", "points": 2}, ["  A Ann    now has 2 penalty points"]),
    ({"type": "hand_won", "seat": "A", "wins": 2}, ["  A Ann    wins the hand, 2 wins so far"]),
]
POKER: list[tuple[dict[str, Any], list[str]]] = [
    (
        {"type": "pot", "ante": 1, "seat": "A", "chips": 19, "pot": 1},
        ["  A Ann    pays 1 chip into the pot of 1, has 19"],
    ),
    (
        {"type": "pot", "ante": 2, "seat": "B", "chips": -2, "pot": 3},
        ["  B basic  pays 2 chips into the pot of 3, owes 2"],
    ),
    (
        {"type": "pot", "won": 2, "seat": "B", "chips": 0, "pot": 1},
        ["  B basic  takes 2 chips from the pot and leaves 1, has 0"],
    ),
    ({"type": "pot", "won": 1, "seat": "A", "chips": 20, "pot": 0}, ["  A Ann    takes 1 chip from the pot, has 20"]),
    ({"type": "roll", "seat": "A", "for": "hand", "dice": ["K", "K", "J", 9, "T"]}, ["  A Ann    throws K K J 9 T"]),
    ({"type": "roll", "seat": "A", "for": "tie", "dice": ["K", 9]}, ["  A Ann    throws K 9 again"]),
    ({"type": "move", "seat": "A", "move": "keep K K"}, ["  A Ann    keeps K K"]),
    ({"type": "move", "seat": "A", "move": "keep none"}, ["  A Ann    keeps none"]),
    ({"type": "move", "seat": "A", "move": "stand"}, ["  A Ann    stands"]),
    ({"type": "move", "seat": "A", "move": "drop"}, ["  A Ann    drops out"]),
    (
        {"type": "hand", "seat": "A", "dice": ["K", "K", "K", "Q", "Q"], "hand": "full_house K Q"},
        ["  A Ann    has K K K Q Q: full house of K over Q"],
    ),
    (
        {"type": "hand", "seat": "B", "dice": [1, 3, 4, 5, 6], "hand": "straight 6", "as": [2, 3, 4, 5, 6]},
        ["  B basic  has 1 3 4 5 6: straight, 6 high (1 read as 2)"],
    ),
    ({"type": "tie", "seats": ["B", "A"], "what": "hand"}, ["  B basic and A Ann are level for the best hand"]),
    ({"type": "hand_won", "seat": "A", "wins": 1}, ["  A Ann    wins the round, 1 win so far"]),
]
PILES: list[tuple[dict[str, Any], list[str]]] = [
    ({"type": "roll", "seat": "A", "for": "order", "dice": ["J"]}, ["  A Ann    opens with J"]),
    ({"type": "roll", "seat": "A", "for": "turn", "dice": ["4'"]}, ["  A Ann    rolls 4'"]),
    ({"type": "move", "seat": "A", "move": "roll jolly"}, ["  A Ann    takes a Jolly Roger die"]),
    ({"type": "move", "seat": "A", "move": "place"}, ["  A Ann    places it"]),
    ({"type": "move", "seat": "A", "move": "back"}, ["  A Ann    takes it back"]),
    ({"type": "move", "seat": "A", "move": "plunder B"}, ["  A Ann    plunders B's top die"]),
    ({"type": "move", "seat": "A", "move": "plunder B loose"}, ["  A Ann    plunders B's loose die"]),
    ({"type": "move", "seat": "A", "move": "end", "auto": True}, ["  A Ann    ends the turn"]),
    ({"type": "round", "starter": "A", "dice": {"A": 2, "B": 1}}, ["  In hand: A 2 dice, B 1 die"]),
    (
        {"type": "score", "seat": "A", "points": 16, "total": 30, "piles": [1, "J"]},
        ["  A Ann    scores 16 (pile 1 J): 30 in all"],
    ),
    (
        {"type": "score", "seat": "A", "points": -7, "total": -7, "piles": []},
        ["  A Ann    scores -7 (pile none): -7 in all"],
    ),
]
STACKS: list[tuple[dict[str, Any], list[str]]] = [
    (
        {"type": "score", "seat": "A", "points": 6, "total": 16, "stacks": [1]},
        ["  A Ann    scores 6 on top of #1: 16 in all"],
    ),
]
CASES = {"liars": BOTH + LIARS, "poker": BOTH + POKER, "stacks": STACKS, "piles": PILES}


def told(family: str, event: dict[str, Any]) -> list[str]:
    header = {"name": "x", "definition": {"family": family}, "seats": SEATS}
    return [line.text for line in teller(header).tell({"n": 9, "round": 2, **event})]


@pytest.mark.parametrize(
    ("family", "event", "lines"),
    [(family, *case) for family, cases in CASES.items() for case in cases],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_events_in_words(family: str, event: dict[str, Any], lines: list[str]) -> None:
    assert told(family, event) == lines


def test_penalty_points_are_not_called_score() -> None:
    end = {"type": "end", "end": "won", "winners": ["B"], "places": {"A": 2, "B": 1}, "scores": {"A": 3, "B": 1}}
    by_points, by_hands = ({"family": "liars", "rules": {"loss": "penalty", "best_of": n}} for n in (1, 3))
    for definition, results in (
        (by_points, ["  1.  B basic  1 penalty point", "  2.  A Ann    3 penalty points"]),
        (by_hands, ["  1.  B basic  score 1", "  2.  A Ann    score 3"]),
    ):
        game = teller({"name": "x", "definition": definition, "seats": SEATS})
        assert [line.text for line in game.tell({"n": 9, "round": 2, **end})][2:] == results
    damaged = end | {"scores": {"A": "many", "B": None}}
    game = teller({"name": "x", "definition": by_points, "seats": SEATS})
    assert [line.text for line in game.tell({"n": 9, "round": 2, **damaged})][2:] == [
        "  1.  B basic  score None",
        "  2.  A Ann    score many",
    ]


def test_every_shared_type_is_here() -> None:
    assert {*SHARED} <= {event["type"] for cases in CASES.values() for event, _ in cases}


@pytest.mark.parametrize("name", SHIPPED)
def test_every_type_of_a_family_is_here(name: str) -> None:
    told = {event["type"] for event, _ in CASES.get(name, [])}
    own = {*narration(name).events}
    assert own <= told, f"CASES has no {', '.join(sorted(own - told))} of {name}"
    assert told <= {*SHARED, *own}


@pytest.mark.parametrize("name", SHIPPED)
def test_there_are_words_for_every_event_that_a_family_declares(name: str) -> None:
    assert {*COMMON_EVENTS, *family(name).event_fields} <= {*SHARED, *narration(name).events}


@pytest.mark.parametrize("name", SHIPPED)
def test_there_are_words_for_what_a_family_throws_dice_for(name: str) -> None:
    """Where they are thrown openly: what is thrown under a cup is asked for as that."""
    game = teller({"definition": {"family": name}})
    asked = {why: game.purpose(why) for i, why in enumerate(family(name).whys) if i not in family(name).private}
    assert {why for why, words in asked.items() if words == f" (for {why})"} == set()
    assert asked["order"] == " to see who begins"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("five K", "five of a kind, K"),
        ("four 9", "four of a kind, 9"),
        ("four 9 A", "four of a kind, 9, then A"),
        ("straight A", "straight, A high"),
        ("full_house A", "full house of A"),
        ("full_house A K", "full house of A over K"),
        ("three Q J 9", "three of a kind, Q, then J 9"),
        ("two_pairs A", "two pairs, A high"),
        ("two_pairs A K 9", "two pairs, A and K, then 9"),
        ("pair 10 A K Q", "pair of 10, then A K Q"),
        ("nothing A", "nothing, A high"),
        ("nothing A K Q J 9", "nothing, A high, then K Q J 9"),
        ("flush A", "flush A"),
        ("pair", "pair"),
    ],
)
def test_hands_in_words(text: str, words: str) -> None:
    assert hand_in_words(text) == words


@pytest.mark.parametrize(
    ("dice", "read", "words"),
    [
        ("QQQQA", "QQQQQ", "A read as Q"),
        ("AAAAJ", "JJJJJ", "A, A, A and A read as J"),
        ("11432", "65432", "1 read as 6, 1 read as 5"),
        ("KQJT9", "KQJT9", ""),
    ],
)
def test_readings_in_words(dice: str, read: str, words: str) -> None:
    assert reading_in_words(dice, read) == words


@pytest.mark.parametrize(
    "event",
    [
        {"type": "pot", "seat": "A", "chips": 1, "pot": 1},
        {"type": "pot", "seat": "A", "ante": 1, "chips": "x", "pot": 1},
        {"type": "hand", "seat": "A", "dice": 5, "hand": "pair K"},
        {"type": "hand", "seat": "A", "dice": ["K"], "hand": "pair K", "as": ["K", "K"]},
        {"type": "hand", "seat": "A", "dice": ["K"], "hand": 7},
        {"type": "hand", "seat": "A", "dice": ["K"], "hand": ""},
    ],
    ids=str,
)
def test_what_a_damaged_log_holds_is_shown_as_it_stands(event: dict[str, Any]) -> None:
    (line,) = told("poker", event)
    assert line.startswith("  ? {")


@pytest.mark.parametrize("path", sorted((ROOT / "replays").glob("*.jsonl")), ids=lambda path: path.stem)
def test_no_golden_log_has_an_event_without_words(path: Path) -> None:
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    told = teller(records[0]).tell
    # In piles a roll for which there is one kind of die is told with the die that comes up.
    silent = sum(1 for record in records[1:] if record.get("auto") and record["move"] in ("roll plain", "roll jolly"))
    lines = [line for record in records[1:] for line in told(record)]
    assert len(lines) >= len(records) - 1 - silent
    assert not [line for line in lines if line.text.startswith("  ?") or "{" in line.text or "_" in line.text]


# --- the dice of C012 and C018 ----------------------------------------------------------------------------------------

PIPS: list[tuple[str, str, str, str]] = [
    ("pips_six_high", "none", "6 5 4 3 1", "nothing, 6 high"),
    ("pips_six_high", "none", "2 3 4 5 6", "straight, 6 high"),
    ("pips_six_high", "none", "1 2 3 4 5", "straight, 5 high"),
    ("pips_six_high", "1", "6 5 4 3 1", "straight, 6 high (1 read as 2)"),
    ("pips_six_high", "1", "2 3 4 5 6", "straight, 6 high"),
    ("pips_six_high", "1", "1 2 3 4 5", "straight, 6 high (1 read as 6)"),
    ("pips_one_high", "none", "6 5 4 3 1", "straight, 1 high"),
    ("pips_one_high", "none", "6 5 4 3 2", "straight, 6 high"),
    ("pips_one_high", "none", "1 2 3 4 5", "nothing, 1 high"),
    ("pips_six_high", "none", "1 3 4 5 6", "nothing, 6 high"),
    ("pips_six_high", "1", "1 3 4 5 6", "straight, 6 high (1 read as 2)"),
    ("pips_one_high", "none", "1 3 4 5 6", "straight, 1 high"),
]


@pytest.mark.parametrize(("faces", "wild", "dice", "result"), PIPS)
def test_C012_C018_the_result_line_and_the_event(faces: str, wild: str, dice: str, result: str, tmp_path: Path) -> None:
    throws = tmp_path / "throws"
    throws.write_text(f"A: {dice}\nB: 2 2 3 4 5\n")
    settings = (f"faces={faces}", f"wild={wild}", "start=seats", "max_throws=1", "match=rounds:1")
    args = ["play", "poker-dice", *(word for setting in settings for word in ("--set", setting)), "--dice", throws]
    run = dicecup(*args, "--log", tmp_path / "log")
    assert f"  A basic  has {dice}: {result}" in run.lines
    shown = dicecup("replay", "show", tmp_path / "log")
    assert shown.lines == run.lines
    (hand,) = (
        event for event in dicecup(*args, "--json").records() if event["type"] == "hand" and event["seat"] == "A"
    )
    assert ("as" in hand) is ("read as" in result)
    if "as" in hand:
        assert sorted(hand["as"]) == [2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "variant",
    ["liars-dice", "push-reroll", "poker-dice-duel5", "stacked-dice", "dead-mans-dice", "dead-mans-dice-table-dice"],
)
def test_moves_made_again_over_the_end_of_a_round_are_told_as_they_were_at_first(variant: str) -> None:
    match = new_match(load(variant), [Seat("Ann", "human"), Seat("Bo", "human")], "7", undo=True)
    telling = teller(match.header, ALL, aligned=False)
    lots = Lots(match.definition.digest, 0)

    def told(events: list[dict[str, Any]]) -> list[str]:
        return [line.text for event in events for line in telling.tell(event)]

    told(match.events)
    decisions: list[tuple[int, list[str]]] = []
    over: list[int] = []  # the decisions that ended a round
    while len(over) < 2:
        legal = match.legal_actions()
        action = legal[lots.below(len(legal))]
        events = match.play_action(action)
        if any(event["type"] == "round" and event["round"] > 1 for event in events):
            over.append(len(decisions))
        decisions.append((action, told(events)))
        assert not match.over
    for wanted in (len(decisions) - over[1] + 2, 1, len(decisions) - over[0] + 2, len(decisions) - over[1]):
        back = min(wanted, len(decisions))
        for _ in range(back):
            told([match.undo()])
        for action, lines in decisions[-back:]:
            assert told(match.play_action(action)) == lines

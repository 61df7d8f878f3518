"""Where logs differ, and why: each kind of difference and of cause, games out of order, and what is of no account."""

from __future__ import annotations

import io
import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from command_line import ROOT, dicecup
from logs import GOLDEN, changed, data, records, stream

from dicecup.engine.replay.diff import Comparison, compare
from dicecup.engine.replay.diff_cause import cause


def played(variant: str = "perudo", *options: object, seed: object = 7) -> list[dict[str, Any]]:
    """The records of a game between bots."""
    return dicecup("play", variant, "--seed", seed, *options, "--json").records()


def compared(a: list[dict[str, Any]], b: list[dict[str, Any]], **options: Any) -> Comparison:
    """Two games side by side."""
    (found,) = compare(stream(a), stream(b), **options)
    return found


def kind(a: list[dict[str, Any]], b: list[dict[str, Any]]) -> str:
    """The cause of the first difference, the same in either order."""
    kinds = set()
    for one, two in ((a, b), (b, a)):
        answer = cause(compared(one, two))
        assert answer is not None
        kinds.add(answer[0].kind)
    (only,) = kinds
    return only


GAME = played()


# --- The same ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_log_is_the_same_as_itself_in_any_spelling(path: Path) -> None:
    spelled = "\r\n\r\n".join(
        json.dumps({"_note": n, **dict(sorted(record.items(), reverse=True))}, indent=None)
        for n, record in enumerate(records(path))
    )
    (found,) = compare(io.BytesIO(path.read_bytes()), io.BytesIO(b"\xef\xbb\xbf" + spelled.encode()))
    assert found.same
    assert not found.troubles
    assert found.events == (len(records(path)) - 1,) * 2


def test_true_is_not_one() -> None:
    place = next(i for i, event in enumerate(GAME) if event.get("private"))
    found = compared(GAME, changed(GAME, place, private=1))
    assert found.first is not None
    assert [(one.path, one.a, one.b) for one in found.first.fields] == [("private", True, 1)]


# --- Headers ----------------------------------------------------------------------------------------------------------


def test_headers_are_compared_key_by_key_rules_first() -> None:
    other = played("perudo", "--set", "wild_face=none", "--set", "spot_on.callers=none", "--name", "B=Bo", seed=8)
    found = compared(GAME, other)
    rows = [(one.path, one.a, one.b) for one in found.header]
    assert rows[0] == ("rules.wild_face", 1, "none")
    assert rows[-2:] == [("seed", "7", "8"), ("seats.B.name", "basic", "Bo")]
    assert {path for path, _, _ in rows} <= {"rules.wild_face", "rules.spot_on.callers", "seed", "seats.B.name"}


def test_only_headers_differ() -> None:
    found = compared(GAME, played("perudo", "--name", "A=Ann"))
    assert [one.path for one in found.header] == ["seats.A.name"]
    assert found.first is None
    assert not found.same
    assert cause(found) is None


# --- Causes -----------------------------------------------------------------------------------------------------------


def test_another_seed_is_dice() -> None:
    assert kind(GAME, played(seed=8)) == "dice"


def test_other_dice_under_the_same_seed_are_dice_of_an_untrue_log() -> None:
    place = next(i for i, event in enumerate(GAME) if event.get("for") == "cup")
    other = changed(GAME, place, dice=[*reversed(GAME[place]["dice"])])
    if other == GAME:
        other = changed(GAME, place, dice=[6] * len(GAME[place]["dice"]))
    answer = cause(compared(GAME, other))
    assert answer is not None
    assert answer[0].kind == "dice"
    assert "not true" in answer[0].why


def test_another_move_is_a_decision_with_what_was_legal_and_the_game_before() -> None:
    other = played("perudo", "--seat", "random", "--seat", "basic")
    assert kind(GAME, other) == "decision"
    found = compared(GAME, other)
    answer = cause(found)
    assert answer is not None
    why, before = answer
    assert found.first is not None
    assert found.first.a is not None
    n = found.first.event["n"]
    assert why.seat == "A" == before.turn
    assert {one[n]["move"] for one in (GAME, other)} <= set(why.legal)
    assert (before.n, before.events[-1]) == (n - 1, GAME[n - 1])
    assert GAME[:n][1:] == other[1:n]
    assert found.first.a.number == n + 1


def test_a_changed_number_of_dice_is_rules_and_names_the_key() -> None:
    other = played("perudo", "--set", "dice_per_player=4", "--set", "best_of=3")
    assert kind(GAME, other) == "rules"
    answer = cause(compared(GAME, other))
    assert answer is not None
    assert answer[0].rules == ("rules.dice_per_player",)


def test_a_rule_that_explains_nothing_is_no_cause() -> None:
    """The rules differ, but both bids could be made under either."""
    other = played("perudo", "--set", "max_rounds=999", "--seat", "random", "--seat", "basic")
    assert kind(GAME, other) == "decision"
    assert kind(GAME, played("perudo", "--set", "max_rounds=999", seed=8)) == "dice"


def test_a_move_that_only_one_of_the_rules_allows_is_rules() -> None:
    """L-C2: spot on is called where the other game does not have it."""
    rounds = [i for i, event in enumerate(GAME) if event.get("move") == "liar"]
    before = GAME[: rounds[0]]
    called = [*before, GAME[rounds[0]] | {"move": "exact"}]
    head = played("perudo", "--set", "spot_on.callers=any")[0]
    without = played("perudo", "--set", "spot_on.callers=none")[0]
    found = compared([without, *GAME[1:]], [head, *called[1:]])
    answer = cause(found)
    assert answer is not None
    assert answer[0].kind == "rules"
    assert answer[0].rules == ("rules.spot_on.callers",)


def test_a_guard_that_ends_the_game_earlier_is_rules() -> None:
    other = played("perudo", "--set", "max_rounds=3")
    assert other[-1]["end"] == "aborted"
    assert kind(GAME, other) == "rules"


def test_what_one_seat_does_not_see_is_the_view_where_nothing_else_differs() -> None:
    seen = played("perudo", "--as", "B")
    assert kind(GAME, seen) == "view"
    found = compared(GAME, seen)
    assert found.hidden == sum("hidden" in event for event in seen) > 1
    assert {one.path for one in found.header} == {"seed", "redacted"}
    assert found.events[0] == found.events[1]
    place = next(i for i, event in enumerate(seen) if event.get("move"))
    assert kind(GAME, changed(seen, place, move="5x5")) == "decision"


def test_another_outcome_of_the_same_play_is_the_result() -> None:
    place = next(i for i, event in enumerate(GAME) if event["type"] == "lose")
    assert kind(GAME, changed(GAME, place, dice=2)) == "result"
    assert kind(GAME, changed(GAME, len(GAME) - 1, winners=["A"])) == "result"
    assert kind(GAME, changed(GAME, len(GAME) - 1, check="0" * 32)) == "result"


def test_a_game_that_was_left_is_a_result() -> None:
    place = next(i for i, event in enumerate(GAME) if event.get("move"))
    end = {"n": place, "type": "end", "round": 1, "end": "abandoned", "check": "x"}
    answer = cause(compared(GAME, [*GAME[:place], end]))
    assert answer is not None
    assert answer[0].kind == "result"
    assert "abandoned" in answer[0].why


# --- Alignment --------------------------------------------------------------------------------------------------------


def test_a_record_that_is_missing_is_one_difference() -> None:
    found = compared(GAME, [*GAME[:9], *GAME[10:]], later=100)
    assert found.first is not None
    assert (found.first.a is not None, found.first.b) == (True, None)
    assert found.first.event == GAME[9]
    assert found.later == []


def test_games_that_run_together_again_differ_only_between() -> None:
    other = changed(changed(GAME, 20, move="9x9"), 30, move="8x8")
    found = compared(GAME, other, later=100)
    assert found.first is not None
    assert [found.first.event["n"], *(one.event["n"] for one in found.later)] == [20, 30]
    (found,) = compare(stream(GAME), stream(other), later=0)
    assert found.later == []


def test_an_inserted_and_renumbered_event_is_found() -> None:
    new = GAME[30] | {"move": "9x9"}
    other = [*GAME[:30], new, *GAME[30:]]
    other = [other[0], *(event | {"n": n} for n, event in enumerate(other[1:], 1))]
    found = compared(GAME, other, later=100)
    assert found.events == (len(GAME) - 1, len(GAME))
    assert found.first is not None
    assert len(found.later) <= 1


# --- Many games -------------------------------------------------------------------------------------------------------


def many(count: int) -> list[list[dict[str, Any]]]:
    return [played("poker-dice", "--game", game) for game in range(count)]


def test_games_are_matched_by_their_number_in_any_order() -> None:
    games = many(8)
    other = [game for game in games if game[0]["game"] != 5]
    other = other[3:] + other[2::-1]
    found = list(compare(stream(chain.from_iterable(games)), stream(chain.from_iterable(other))))
    assert [one.game for one in found] == [*range(8)]
    assert [one.game for one in found if not one.same] == [5]
    assert found[5].b is None
    swapped = [
        one for one in compare(stream(chain.from_iterable(other)), stream(chain.from_iterable(games))) if not one.same
    ]
    assert [(one.game, one.a) for one in swapped] == [(5, None)]


def test_one_game_of_many_and_its_lines() -> None:
    games = many(6)
    place = next(i for i, event in enumerate(games[3]) if event.get("move"))
    other = [*games[:3], changed(games[3], place, move="stand"), *games[4:]]
    for shuffled in (other, other[::-1]):
        (found,) = compare(stream(chain.from_iterable(games)), stream(chain.from_iterable(shuffled)), game=3)
        assert found.first is not None
        assert found.first.a is not None
        assert found.first.a.number == sum(map(len, games[:3])) + place + 1
        answer = cause(found)
        assert answer is not None
        assert answer[1].n == place - 1


def test_single_games_are_compared_whatever_their_numbers() -> None:
    (found,) = compare(stream(played(seed=7)), stream(played("perudo", "--game", 3)))
    assert [one.path for one in found.header] == ["game"]
    assert found.first is not None


def test_damage_is_told_and_the_rest_compared() -> None:
    lines = data(GAME).splitlines(keepends=True)
    broken = b"".join([*lines[:10], b"{nonsense\n", *lines[11:-1], lines[-1][:20]])
    (found,) = compare(stream(GAME), io.BytesIO(broken))
    assert [(one.line, one.file) for one in found.troubles] == [(11, "b"), (len(lines), "b"), (0, "b")]
    assert found.first is not None
    assert found.first.event["n"] == 10


def test_the_page_names_every_cause() -> None:
    from dicecup.engine.replay import diff_cause as module

    page = (ROOT / "docs" / "forks.md").read_text()
    for name in (module.RULES, module.DICE, module.DECISION, module.VIEW, module.RESULT):
        assert f"| `{name}` |" in page


def test_two_families_are_two_games_and_their_rules_are_not_listed() -> None:
    found = compared(GAME, played("poker-dice"))
    paths = [one.path for one in found.header]
    assert "family" in paths
    assert not any(path.startswith("rules.") for path in paths)
    assert kind(GAME, played("poker-dice")) == "rules"


def test_a_file_without_a_game_cannot_be_compared() -> None:
    for nothing in (b"", b"hello\n", data(GAME[1:])):
        (found,) = compare(stream(GAME), io.BytesIO(nothing))
        assert not found.readable
        assert not found.same
        assert [one.file for one in found.troubles] == ["b"]

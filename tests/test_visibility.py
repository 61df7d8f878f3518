"""Who sees an event: one place decides, and views, redaction and all that is shown follow."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from command_line import dicecup
from cup_family import BLIND as BLIND_THROW
from cup_family import CUP as CUP_THROW
from cup_family import FIRST, LATER, definition, installed, observe, own_event, redeal
from logs import GOLDEN, records, stream
from test_cli_json import validator

from dicecup import replay
from dicecup.engine.core.canonical import Check
from dicecup.engine.games.base import SEES, SHOWN, tell
from dicecup.engine.games.registry import family
from dicecup.engine.log.log import dump
from dicecup.engine.match.dice_source import SCRIPTED
from dicecup.engine.match.match import Match, Seat, header
from dicecup.engine.match.visibility import Visibility, visibility_of
from dicecup.engine.replay.verify import verify
from dicecup.testing import check_game

PEOPLE = [Seat("Ann", "human"), Seat("Bob", "human"), Seat("Cid", "human")]
MOVES = ["say 5", "take", "say 7", "blind", "say 11", "doubt", "say 4", "doubt"]
THROWN = ["6", "4", "1", "3 5", "2 3", "6 6", "1 2"]  # lucky dice, A's cup, C's unseen, the next rounds' two
TAKEN = 3  # which of them is the cup that A hands to B, and that C throws over
Record = dict[str, Any]

CUP = Visibility(FIRST)
LIARS = Visibility(family("liars"))


def game(thrown: list[str] = THROWN) -> Match:
    """A game of three in which a cup is handed on, and once thrown without looking; it is left in its third round."""
    dice = iter(thrown)
    rules = definition(blind=2, lives=3)
    match = Match(
        rules, header(rules, PEOPLE, "7", dice=SCRIPTED), lambda due: [int(die) - 1 for die in next(dice).split()]
    )
    for move in MOVES:
        match.play(move)
    match.abandon()
    return match


def written(match: Match, path: str) -> None:
    """The log of a game as a file."""
    Path(path).write_bytes(b"".join(map(dump, [match.header, *match.events])))


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Match]:
    """The game, and its log as game.jsonl."""
    monkeypatch.chdir(tmp_path)
    with installed(LATER):
        match = game()
        written(match, "game.jsonl")
        yield match


# ---- the rule


@pytest.mark.parametrize(
    ("event", "seats"),
    [
        ({"type": "roll", "seat": "A", "for": "cup", "dice": [1, 2], "private": True}, "A"),
        ({"type": "roll", "seat": "A", "for": "luck", "dice": [1, 2], "sees": ["B", "C"]}, "BC"),
        ({"type": "roll", "seat": "A", "for": "blind", "dice": [1, 2], "sees": []}, ""),
        ({"type": "shown", "seat": "A", "for": "cup", "dice": [1, 2], "sees": ["C"]}, "C"),
        ({"type": "shown", "seat": "A", "for": "cup", "dice": [1, 2]}, None),
        ({"type": "life", "seat": "A", "lives": 1, "count": 9}, None),
        # As damaged logs have them: what says for whom a hidden throw is has gone, or is no such thing.
        ({"type": "roll", "seat": "A", "for": "cup", "dice": [1, 2]}, ""),
        ({"type": "roll", "seat": "A", "for": "cap", "dice": [1, 2]}, ""),
        ({"type": "roll", "seat": "A", "for": ["cup"], "dice": [1, 2]}, ""),
        ({"type": "roll", "seat": "A", "dice": [1, 2]}, ""),
        ({"type": "roll", "seat": "A", "for": "luck", "dice": [1, 2], "sees": "ABC"}, ""),
        ({"type": "roll", "seat": "A", "for": "luck", "dice": [1, 2], "sees": ["A", "B"], "private": True}, "A"),
        ({"type": "roll", "for": "cup", "dice": [1, 2], "private": True}, ""),
    ],
    ids=str,
)
def test_an_event_is_for_all_its_own_seat_or_those_it_names(event: Record, seats: str | None) -> None:
    for seat in ("A", "B", "C", None):
        if seats is None or (seat is not None and seat in seats):
            assert CUP.seen(event, seat) == event
        else:
            shown = {("hidden" if name == "dice" else name): 2 if name == "dice" else event[name] for name in event}
            assert CUP.seen(event, seat) == shown


@pytest.mark.parametrize(
    ("event", "seen"),
    [
        ({"n": 4, "type": "life", "round": 1, "seat": "A", "lives": 1, "count": 9, "cup": [1, 2]}, "n type round seat lives count"),
        ({"n": 4, "type": "secret", "round": 1, "seat": "A", "dice": [1, 2], "private": True}, "n type round"),
        ({"n": 4, "type": ["roll"], "round": 1, "dice": [1, 2]}, "n type round"),
        ({"n": 4, "round": 1, "dice": [1, 2]}, "n round"),
        ({"n": 4, "type": "roll", "round": 1, "seat": "B", "for": "cup", "dise": [1, 2], "private": True}, "n type round seat for private"),
        ({"n": 4, "type": "reveal", "round": 1, "dice": {"A": [1]}}, "n type round"),  # another family's
    ],
    ids=str,
)  # fmt: skip
def test_of_types_and_fields_that_no_such_event_has_nothing_is_shown(event: Record, seen: str) -> None:
    assert list(CUP.seen(event, "A")) == seen.split()


def test_of_an_event_of_a_familys_own_only_whom_it_is_for_sees_its_fields() -> None:
    event = {"n": 4, "type": "life", "round": 1, "seat": "A", "lives": 1, "count": 9, "sees": ["A"]}
    fields = {"life": replace(FIRST.event_fields["life"], may=("sees",))}
    own = Visibility(replace(FIRST, event_fields=fields))
    assert own.seen(event, "A") == event
    assert list(own.seen(event, "B")) == ["n", "type", "round", "seat", "sees"]
    assert Visibility(replace(FIRST, event_fields=fields, private=())).hides
    assert not Visibility(replace(FIRST, private=())).hides


def test_a_header_names_its_family() -> None:
    cup = {"type": "roll", "seat": "A", "for": "cup", "dice": [1]}
    order = {"type": "roll", "seat": "A", "for": "order", "dice": [1]}
    turn = {"type": "roll", "seat": "A", "for": "turn", "dice": [1]}
    open_in: dict[Any, list[Record]] = {
        "liars": [order],
        "piles": [order, turn],
        None: [order, turn],  # nobody can say which; what any of those that are shipped may show
        "gone": [],  # not here, so that nobody can say what it hides
        3: [order, turn],
    }
    for name, events in open_in.items():
        seen = visibility_of({"type": "game", "definition": {"family": name}}).seen
        assert [event for event in (cup, order, turn) if seen(event, "B") == event] == events
    assert visibility_of({}).seen(order, "B") == visibility_of({"definition": "liars"}).seen(order, "B") == order
    with installed(FIRST):
        luck = order | {"for": "luck", "sees": ["B"]}
        seen = visibility_of({"definition": {"family": "cup"}}).seen
        assert (seen(luck, "B"), "dice" in seen(luck, "A"), "dice" in seen(order, "B")) == (luck, False, False)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_in_golden_logs_only_hidden_dice_are_hidden(path: Path) -> None:
    for record in records(path):
        if record["type"] == "game":
            seen = visibility_of(record).seen
            viewers = [None, *(seat["seat"] for seat in record["seats"])]
            continue
        for viewer in viewers:
            shown = seen(record, viewer)
            if record.get("private") and viewer != record["seat"]:
                dice = record["dice"]
                assert shown == {name: value for name, value in record.items() if name != "dice"} | {
                    "hidden": len(dice)
                }
            else:
                assert shown == record
            assert seen(shown, viewer) == shown


# ---- views, and logs made for one seat


def test_what_each_seat_sees_of_a_cup_that_is_handed_on() -> None:
    with installed(LATER):
        match = game()
        assert [_dice(event) for event in match.events if "for" in event][:8] == [
            "6!",
            "4!",
            "1!",
            "3 5!",
            "3 5!",
            "2 3!",
            "2 3!",
            "1!",
        ]
        for seat, told in {
            "A": ["1", "4!", "1!", "3 5!", "2", "2", "2 3!", "1!"],
            "B": ["6!", "1", "1!", "2", "3 5!", "2", "2 3!", "1!"],
            "C": ["6!", "4!", "1", "2", "2", "2", "2 3!", "1!"],
        }.items():
            assert [_dice(event) for event in match.view(seat).events if "for" in event][:8] == told


def _dice(event: Record) -> str:
    return " ".join(map(str, event["dice"])) + "!" if "dice" in event else str(event["hidden"])


@pytest.mark.parametrize("seat", "ABC")
def test_a_log_made_for_a_seat_holds_what_it_saw_and_is_true(log: Match, seat: str) -> None:
    for form in (("export", "--format", "jsonl"), ("show", "--json")):
        run = dicecup("replay", form[0], "game.jsonl", *form[1:], "--as", seat)
        head, *events, end = run.records()
        assert (head["needs"], head["from"], head["redacted"], "seed" in head) == (2, "cups 1.0", seat, False)
        assert events == log.view(seat).events[:-1]
        assert end | {"check": "", "seal": ""} == log.events[-1] | {
            "check": "",
            "seal": "",
        }  # left, so that `of` is not told
        (found,) = verify(io.BytesIO(run.out.encode()))
        assert (found.ok, found.kind, found.sealed) == (True, "redacted", True)


@pytest.mark.parametrize("kind", ["roll", "shown"])
def test_a_log_made_for_a_seat_that_shows_more_is_not_true(log: Match, kind: str) -> None:
    head, *events = dicecup("replay", "export", "game.jsonl", "--format", "jsonl", "--as", "C").records()
    n = next(event["n"] for event in events if event["type"] == kind and "hidden" in event)
    events[n - 1] = log.events[n - 1]
    check = Check()
    for record in (head, *events[:-1]):
        check.add(record)
    events[-1]["check"] = check.hex()
    (found,) = verify(stream([head, *events]))
    assert (found.ok, found.n, found.message) == (False, n, "the event holds what C may not see, or what no event has")


def test_diff_knows_a_log_made_for_a_seat(log: Match) -> None:
    dicecup("replay", "export", "game.jsonl", "--format", "jsonl", "--as", "C", "--output", "seen.jsonl")
    (parting,) = replay.diff("game.jsonl", "seen.jsonl")
    assert parting.a is not None
    assert parting.cause is not None
    assert (parting.a["type"], parting.a["n"], parting.cause.kind) == ("roll", 3, "view")
    head, *events = records(Path("seen.jsonl"))
    taken = next(event for event in events if event["type"] == "shown" and "hidden" in event)
    taken["hidden"] = 3  # one die more
    (parting,) = replay.diff("game.jsonl", next(replay.games(stream([head, *events]))))
    assert parting.a is not None
    assert parting.a["n"] == taken["n"]


def test_what_is_told_to_each_seat(log: Match) -> None:
    told = {seat: dicecup("replay", "show", "game.jsonl", "--as", seat).out for seat in "ABC"}
    for seat, taken in {
        "A": ["throws 3 5 under the cup", "threw 2 dice, which B sees now"],
        "B": ["throws 2 dice under the cup", "threw 3 5, which B sees now"],
        "C": ["throws 2 dice under the cup", "threw 2 dice, which B sees now"],
    }.items():
        assert all(f"A Ann  {line}" in told[seat] for line in taken), told[seat]
        assert "C Cid  throws 2 dice, which nobody sees" in told[seat]
        assert "C Cid  threw 2 3, which all see now" in told[seat]


def test_nothing_that_is_shown_to_a_seat_depends_on_what_it_may_not_see(log: Match) -> None:
    other = [*THROWN]
    other[TAKEN] = "1 1"
    written(game(other), "other.jsonl")
    walk = "next\n" * log.count
    for command, stdin in (
        (("show",), ""),
        (("show", "--json"), ""),
        *((("export", "--format", kind), "") for kind in ("text", "csv", "markdown", "jsonl")),
        (("step",), walk),
        (("step", "--json"), walk),
    ):
        for seat, same in (("A", False), ("B", False), ("C", True)):
            runs = [
                dicecup("replay", command[0], file, *command[1:], "--as", seat, stdin=stdin)
                for file in ("game.jsonl", "other.jsonl")
            ]
            one, two = (_without(run.out, file) for run, file in zip(runs, ("game", "other"), strict=True))
            assert one
            assert (one == two) is same, (command, seat)


def _without(text: str, file: str) -> str:
    """What was printed, without the checks of the whole log, which cover every die, and the file's own name."""
    return re.sub(r"[0-9a-f]{32}", "", text).replace(f"{file}.jsonl", "")


def test_the_log_of_such_a_family_fits_the_schema(log: Match) -> None:
    fits = validator("play").is_valid
    exported = (("--format", "jsonl"), *(("--format", "jsonl", "--as", seat) for seat in "ABC"))
    for form in exported:
        for record in dicecup("replay", "export", "game.jsonl", *form).records():
            assert fits(record), record
    life = next(event for event in log.events if event["type"] == "life")
    shown = next(event for event in log.events if event["type"] == "shown")
    for record in (
        life | {"count": 1.5},
        life | {"count": None},
        life | {"count": {"A": {"B": 1}}},
        life | {"private": True, "sees": ["A"]},
        shown | {"sees": "A"},
        shown | {"count": 1},
        shown | {"hidden": 2},
        log.header | {"needs": 1},
        {"type": "lives"},
    ):
        assert not fits(record), record


def test_a_script_of_the_console_sees_no_more(log: Match) -> None:
    run = dicecup("console", "-c", "load game.jsonl", "-c", "as C", "-c", "goto 8", "-c", "show")
    assert "threw 2 dice, which B sees now" in run.out
    assert "3 5" not in run.out


# ---- the conformance kit


def check(**broken: Any) -> None:
    check_game(replace(FIRST, **broken), seats=[3], games=4, compiled=False)


def caught(sentence: str, **broken: Any) -> None:
    with pytest.raises(AssertionError, match=sentence):
        check(**broken)


def rows_with(change: Callable[[list[list[int]]], list[list[int]]]) -> Callable[..., Any]:
    return lambda rows, s, r: tell(change([list(row) for row in rows]), FIRST, r, own_event)


def test_the_kit_has_nothing_against_this_family() -> None:
    check()
    check_game(FIRST, seats=[2, 4], games=3, compiled=False)
    with installed(LATER):
        check_game(definition(blind=2, lives=3), games=3, compiled=False)


@pytest.mark.compiled
def test_both_modes_agree_on_who_sees() -> None:
    with installed(LATER):
        check_game(definition(blind=2, lives=3), seats=[3], games=5, compiled=True)


def test_a_view_that_shows_what_no_event_told_is_caught() -> None:
    def peeping(s: Any, r: Any, v: Any, seat: int) -> None:
        observe(s, r, v, seat)
        v.lucky[seat] = s.lucky[seat]

    def luckless(s: Any, r: Any, v: Any) -> None:
        """Deals again as if each seat knew its own lucky die: view and `redeal` agree, and part from the events."""
        lucky = s.lucky[v.seat]
        redeal(s, r, v)
        s.lucky[v.seat] = lucky

    caught("the view of . shows what no event told .: lucky", observe=peeping, redeal=luckless)


def test_events_that_do_not_say_who_sees_are_caught() -> None:
    without = rows_with(lambda rows: [row for row in rows if row[0] != SEES])
    caught("shows what no event told|sees when others hide other dice", events=without)
    caught("the roll event tells", private=(CUP_THROW, BLIND_THROW))  # thrown for luck, and not said to be hidden


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda rows: [[SEES, 9, 0, 0, row[4]] if row[0] == SEES else row for row in rows], "seats of the game|twice"),
        (lambda rows: [*rows, rows[-1]] if rows[-1][0] == SEES else rows, "a seat stands twice in sees"),
        (
            lambda rows: [[SHOWN, (row[1] + 1) % 3, *row[2:]] if row[0] == SHOWN else row for row in rows],
            "did not throw",
        ),
    ],
)
def test_sees_and_shown_of_another_shape_are_caught(change: Any, sentence: str) -> None:
    caught(sentence, events=rows_with(change))


def test_a_field_of_a_later_key_that_is_used_without_it_is_caught() -> None:
    def counting(s: Any, r: Any, t: Any, action: int) -> None:
        LATER.apply(s, r, t, action)
        s.blinds[0] = 1

    with installed(LATER):
        for broken, sentence in (
            (replace(LATER, apply=counting), "the state's blinds is not 0, though blind has its default"),
            (replace(LATER, options=FIRST.options), "of a later key blind, which the options do not have"),
        ):
            with pytest.raises(AssertionError, match=sentence):
                check_game(broken, seats=[2], games=3, compiled=False)

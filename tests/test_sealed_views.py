"""C099: a log made for one seat is held to its shape, its check and its seal, so that any value that is changed in it is found."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest
from command_line import ROOT, console, dicecup
from logs import GOLDEN, records, stream
from test_cli_docs import code

from dicecup.engine.core.canonical import Check
from dicecup.engine.games.base import COMMON_EVENTS, ENDS, EventFields
from dicecup.engine.games.registry import SHIPPED, family
from dicecup.engine.log.redaction import Redacted
from dicecup.engine.log.verdict import Verdict
from dicecup.engine.match.visibility import END_FOR_A_SEAT
from dicecup.engine.replay.verify import verify

ARCHIVE = ROOT / "replays" / "archive" / "0.1"
Record = dict[str, Any]
UNSEEN = ("roll", "shown")  # events that shipped families may have and not everybody sees
RARE: list[Record] = [  # events that no golden log has
    {"n": 9, "type": "gain", "round": 1, "seat": "A", "dice": 1},
    {"n": 9, "type": "shown", "round": 1, "seat": "A", "for": "cup", "dice": [1, "K"]},
    {"n": 9, "type": "shown", "round": 1, "seat": "A", "for": "cup", "hidden": 2, "sees": ["B"]},
]
VIEWS = ("perudo", "poker-dice-wild", "stacked-dice-short", "dead-mans-dice", "push-reroll")
OTHERS: tuple[Any, ...] = (None, True, False, -1, 0, 1, 7, 1.5, "", "A", "J", "K", "nonsense", "0" * 32, "won", [], [1], ["A"],
                           ["A", "A"], [None], [[]], {}, {"A": 1}, {"A": [1]}, {"A": None}, {"K": 1}, [{}])  # fmt: skip


def made_for(seat: str, whole: list[Record]) -> list[Record]:
    """A log as that seat may see it."""
    redacted = Redacted(seat)
    return [redacted.record(record) for record in whole]


@cache
def view(name: str, seat: str = "B") -> list[Record]:
    """A golden log, its first and its last events, as a seat may see it."""
    return made_for(seat, records(next(path for path in GOLDEN if path.stem == name)))


def verdict(log: list[Record]) -> Verdict:
    (found,) = verify(stream(log))
    return found


def changes(value: Any) -> Iterator[Any]:
    """The value with one value in it changed: to another of its kind, to one of another kind, or left out."""
    if isinstance(value, dict):
        for name, item in value.items():
            if name.startswith("_"):
                continue
            yield {key: one for key, one in value.items() if key != name}
            yield from ({**value, name: other} for other in changes(item))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield [*value[:at], *value[at + 1 :]]
            yield from ([*value[:at], other, *value[at + 1 :]] for other in changes(item))
        yield [*value, value[-1] if value else "A"]
    elif isinstance(value, bool):
        yield from (not value, 1, None, "true")
    elif isinstance(value, int):
        yield from (value + 1, value - 1, str(value), None, [value])
    else:
        yield from ("C" if value == "B" else "B", f"{value}x", value.swapcase(), 7, None, [None])


def without_seal(log: list[Record]) -> list[Record]:
    """The log as it was made before 0.2."""
    return [*log[:-1], {name: value for name, value in log[-1].items() if name != "seal"}]


@pytest.mark.parametrize("name", VIEWS)
def test_C099_any_value_that_is_changed_is_found(name: str) -> None:
    log = view(name)
    assert (verdict(log).ok, verdict(log).kind, verdict(log).message) == (True, "redacted", "")
    some = [0, *range(1, 9), *range(max(9, len(log) - 5), len(log))]
    tried = 0
    for place in some:
        for changed in changes(log[place]):
            if changed == log[place] and str(changed) == str(log[place]):
                continue  # swapped case of no letters
            found = verdict([*log[:place], changed, *log[place + 1 :]])
            left_out = place == len(log) - 1 and "seal" not in changed
            assert found.ok is left_out, (place, changed)
            assert not found.strict().ok, (place, changed)
            tried += 1
    assert tried > 300


def test_C099_the_end_of_a_log_made_for_one_seat_with_another_winner() -> None:
    log = view("perudo")
    end = log[-1]
    assert (end["end"], len(end["winners"]), len(end["places"])) == ("won", 1, 3)
    (first,) = end["winners"]
    second = next(seat for seat, place in end["places"].items() if place == 2)
    lie = {"winners": [second], "places": end["places"] | {first: 2, second: 1}}
    sealed = (
        lie,
        {"scores": dict.fromkeys(end["scores"], 1)},
        {"end": "draw", "winners": []},
        {"of": "0" * 32},
        {"round": 99},
    )
    for change in sealed:
        found = verdict([*log[:-1], {**end, **change}])
        assert (found.ok, found.kind, found.rule, found.n) == (False, "altered", "seal", end["n"]), change
        assert found.message == "the seal does not fit the records: the end was altered"
        assert verdict(without_seal([*log[:-1], {**end, **change}])).ok, change  # nothing else would have told
    for change in (
        {"winners": [None, {}]}, {"winners": ["D"]}, {"winners": [second]}, {"winners": []}, {"round": [None]}, {"of": "nonsense"},
        {"places": {"A": 1}}, {"places": end["places"] | {"D": 4}}, {"scores": {}}, {"end": "draw"}, {"end": "lost"},
    ):  # fmt: skip
        for unsealed in (log, without_seal(log)):  # its shape holds an end that has no seal
            assert not verdict([*unsealed[:-1], {**unsealed[-1], **change}]).ok, change


def test_C099_as_it_is_asked_for_at_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert dicecup("play", "liars-dice", "--seed", 7, "--log", "g.jsonl").code == 0
    assert dicecup("replay", "export", "g.jsonl", "--format", "jsonl", "--as", "B", "--output", "b.jsonl").code == 0
    sound = dicecup("replay", "verify", "b.jsonl", "--strict")
    assert sound.lines == [
        "b.jsonl: true; 58 events, made for one seat: its seal holds; the dice it hides cannot be verified"
    ]
    Path("b.jsonl").write_text(Path("b.jsonl").read_text().replace('"winners":["A"]', '"winners":["B"]'))
    assert dicecup("replay", "verify", "b.jsonl").code == 1


@pytest.mark.parametrize("seat", "AB")
def test_a_log_of_before_the_seal_is_true_and_not_where_that_is_strict(seat: str) -> None:
    path = ARCHIVE / f"redacted-{seat}.jsonl"
    (found,) = verify(io.BytesIO(path.read_bytes()))
    assert (found.ok, found.kind, found.message, found.sealed) == (True, "redacted", "its end is not sealed", False)
    run = dicecup("replay", "verify", path)
    assert run.code == 0
    assert "made for one seat: its check holds, but its end is not sealed; the dice it hides" in run.out
    run = dicecup("replay", "verify", path, "--strict")
    assert run.code == 1
    assert run.lines[0].endswith("is not true (not sealed): its end is not sealed")
    (record,) = dicecup("replay", "verify", path, "--strict", "--json").records()
    assert (record["ok"], record["kind"]) == (False, "not sealed")
    both = dicecup(
        "replay", "verify", ARCHIVE / "redacted-A.jsonl", ARCHIVE / "redacted-B.jsonl", ARCHIVE / "perudo.jsonl"
    )
    assert both.lines == ["4 games: all true, 2 of them with an end that is not sealed"]
    assert dicecup("replay", "verify", ARCHIVE / "perudo.jsonl", "--strict").code == 0


def test_the_page_says_how_a_seal_is_made() -> None:
    for name in VIEWS:
        log = view(name)
        assert code()["seal"](log) == log[-1]["seal"]
        assert code()["check"](log) == log[-1]["check"]


def test_a_seal_may_go_through_any_json_tool() -> None:
    log = deepcopy(view("perudo"))
    log = [json.loads(json.dumps(record, sort_keys=True, indent=1)) for record in log]
    log[-1] = {"_note": "mine", **dict(reversed(log[-1].items()))}
    assert verdict(log).sealed
    assert verdict(log).ok


def test_an_abandoned_game_and_a_forked_one_are_sealed_without_the_whole_logs_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert console("new liars-dice seed=7 log=left.jsonl", "2x3").code == 0
    assert console("load left.jsonl", "fork 8 A=basic B=basic log=forked.jsonl").code == 0
    left, forked = (made_for("B", records(Path(name))) for name in ("left.jsonl", "forked.jsonl"))
    assert "of" not in left[-1]
    assert (forked[0]["parent"], "of" in forked[-1]) == ({"at": 8}, True)
    for log in (left, forked):
        assert (verdict(log).ok, verdict(log).sealed) == (True, True)
    check = Check()
    for record in forked[:-1]:
        check.add(record)
    end = {name: value for name, value in forked[-1].items() if name not in ("of", "seal")}
    check.add(end)
    found = verdict([*forked[:-1], {**end, "seal": check.hex()}])
    assert (found.ok, found.message) == (
        False,
        "the end of a log made for one seat tells the check of the whole log (of)",
    )


def test_what_a_seat_may_not_know_of_a_damaged_log_is_not_told() -> None:
    for kind, told in (
        ("altered", "the record is not what is due here"),
        ("other rules", "the record is not what is due here"),
        ("cut", "x"),
    ):
        found = Verdict(
            "f", 3, 0, ok=False, kind=kind, message="x", expected={"dice": [6]}, found={"dice": [5]}
        ).discreet()
        assert (found.message, found.expected, found.found) == (told, None, None)
    sound = Verdict("f", 1, 0, ok=True)
    assert sound.discreet() is sound


# ---- declarations and the published schema


def declared() -> dict[str, list[EventFields]]:
    """The fields of every type of event, as the families that are shipped have it."""
    found: dict[str, list[EventFields]] = {kind: [fields] for kind, fields in COMMON_EVENTS.items()}
    found["end"].append(END_FOR_A_SEAT)
    for name in SHIPPED:
        for kind, fields in family(name).event_fields.items():
            found.setdefault(kind, []).append(fields)
    return found


def fits(fields: list[EventFields], event: Mapping[str, Any]) -> bool:
    """Whether an event is as one of these declarations has it; throws may be seen or not."""
    ways = (False, True) if event["type"] in UNSEEN else (False,)
    return any(not one.fault(event, unseen=unseen) for one in fields for unseen in ways)


def test_the_schema_has_the_types_of_events_that_are_declared() -> None:
    schema = json.loads((ROOT / "docs" / "log-format.schema.json").read_text())
    assert set(declared()) == set(schema["$defs"]) - {"game", "seal", "other"}
    assert get_args(COMMON_EVENTS["end"].types["end"]) == ENDS[1:]


@pytest.mark.parametrize("kind", declared())
def test_an_event_is_as_it_is_declared_where_it_fits_the_schema(kind: str) -> None:
    """Every event of that type that golden logs and views of them have, and each of its fields with many other values."""
    schema = json.loads((ROOT / "docs" / "log-format.schema.json").read_text())
    check = jsonschema.Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]}).is_valid
    fields = declared()[kind]
    shapes: dict[tuple[str, ...], Record] = {}
    for path in (*GOLDEN, *ARCHIVE.glob("*.jsonl")):
        whole = records(path)
        for event in (*whole, *(made_for("B", whole) if "redacted" not in whole[0] else ())):
            if event["type"] == kind:
                shapes.setdefault(
                    tuple(sorted(event)), {name: value for name, value in event.items() if name[0] != "_"}
                )
    shapes |= {tuple(sorted(event)): event for event in RARE if event["type"] == kind}
    assert shapes
    names = {name for one in fields for name in (*one.names, "hidden", "other", "sees", "private")}
    for event in shapes.values():
        assert fits(fields, event), event
        assert check(event), event
        for name in names - {"type"}:
            for value in OTHERS:
                other = {**event, name: value}
                assert fits(fields, other) == check(other), other
            other = {key: one for key, one in event.items() if key != name}
            assert fits(fields, other) == check(other), other

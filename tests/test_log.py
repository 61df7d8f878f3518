"""Logs: what damage is found, where, and what is no damage at all."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.cli.base.errors import code_of_verdict
from dicecup.cli.base.wording import COMMAND_LINE
from dicecup.engine import Seat, load, new_match
from dicecup.engine.core.canonical import Check
from dicecup.engine.core.inputs import reading
from dicecup.engine.log.log import OutputExists, OutputRefused, Writer, dump, open_log, read_games, read_lines
from dicecup.engine.match.dice_source import Scripted
from dicecup.engine.match.match import Match
from dicecup.engine.match.visibility import visibility_of
from dicecup.engine.playtest.plan import Plan, open_game
from dicecup.engine.replay.verify import Verdict, verify


@cache
def good_log(variant: str = "liars-dice", seed: str = "7", game: int = 0) -> tuple[bytes, ...]:
    """The lines of a true game."""
    match = open_game(Plan(load(variant), ("basic", "random"), 1, seed), game)
    return (dump(match.header), *map(dump, match.events))


def verdicts(*lines: bytes) -> list[Verdict]:
    return list(verify(io.BytesIO(b"".join(lines))))


def only(*lines: bytes) -> Verdict:
    (verdict,) = verdicts(*lines)
    return verdict


def changed(line: bytes, change: Callable[[dict[str, Any]], Any]) -> bytes:
    record = json.loads(line)
    change(record)
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def numbered(lines: tuple[bytes, ...], kind: str) -> int:
    """The index of the first record of a type."""
    return next(i for i, line in enumerate(lines) if json.loads(line)["type"] == kind)


# ---- no damage


@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_C030_bom_crlf_and_a_missing_last_newline_are_of_no_account(bom: bytes, newline: bytes, last: bool) -> None:
    text = bom + newline.join(line.strip() for line in good_log()) + (newline if last else b"")
    verdict = only(text)
    assert verdict.ok
    assert verdict.events == len(good_log()) - 1


def test_C030_utf16_is_said_to_be_utf16() -> None:
    verdict = verdicts("".join(line.decode() for line in good_log()).encode("utf-16"))[0]
    assert (verdict.kind, code_of_verdict(verdict)) == ("unreadable bytes", 4)
    assert "UTF-16" in verdict.message


def test_C030_names_with_accents_and_cjk_are_read_as_written() -> None:
    match = new_match(load("liars-dice"), [Seat("Zoë 骰子", "human"), Seat("[bold]", "human")], "1")
    (game,) = read_games(io.BytesIO(dump(match.header)))
    assert game.first.record is not None
    assert [seat["name"] for seat in game.first.record["seats"]] == ["Zoë 骰子", "[bold]"]


def test_blank_lines_stand_between_games_and_fields_with_an_underscore_anywhere() -> None:
    lines = [changed(line, lambda record: record.update(_note=[1.5, None])) for line in good_log()]
    found = verdicts(*lines, b"\n", b"  \r\n", *good_log())
    assert [verdict.ok for verdict in found] == [True, True]
    assert found[1].line == len(lines) + 3


@pytest.mark.parametrize(
    "spelling", [{"indent": None}, {"sort_keys": True}, {"ensure_ascii": True, "separators": (" , ", " : ")}]
)
def test_C035_any_spelling_of_the_json_verifies(spelling: dict[str, Any]) -> None:
    assert only(*(json.dumps(json.loads(line), **spelling).encode() + b"\n" for line in good_log())).ok


def test_C036_the_same_game_is_the_same_bytes() -> None:
    good_log.cache_clear()
    first = good_log()
    good_log.cache_clear()
    assert good_log() == first


# ---- damage


def test_C031_a_lower_bid_is_found_with_its_rule_and_both_bids() -> None:
    lines = list(good_log())
    moves = [i for i, line in enumerate(lines) if json.loads(line)["type"] == "move"]
    second = moves[1]
    standing = json.loads(lines[moves[0]])["move"]
    lines[second] = changed(lines[second], lambda record: record.update(move="1x1"))
    verdict = only(*lines)
    assert not verdict.ok
    assert (verdict.line, verdict.n, verdict.kind, verdict.rule, code_of_verdict(verdict)) == (
        second + 1,
        second,
        "altered",
        "L-A6",
        1,
    )
    assert "1x1" in verdict.message
    assert standing in verdict.message


def test_C031_of_ten_logs_the_bad_one_is_named() -> None:
    games = [list(good_log(game=game)) for game in range(10)]
    games[6][3] = changed(
        games[6][3], lambda record: record.update(seats=["B", "A"] if record["seats"][0] == "A" else ["A", "B"])
    )
    found = verdicts(*(line for game in games for line in game))
    assert [verdict.ok for verdict in found] == [True] * 6 + [False] + [True] * 3
    assert found[6].game == 6


@pytest.mark.parametrize("header", [b"{not json\n", b'{"type":"gaem"}\n', b"[1,2]\n", b'"x"\n'])
def test_C032_a_bad_header_hides_no_game(header: bytes) -> None:
    one, two, three = (list(good_log(game=game)) for game in range(3))
    spaced = [part for line in two[1:] for part in (line, b"\n")]
    found = verdicts(*one, header, *spaced, *three)
    assert [verdict.ok for verdict in found] == [True, False, True]
    assert found[1].line == len(one) + 1


def test_C032_a_bad_key_in_a_header_is_named() -> None:
    lines = list(good_log())
    lines[0] = changed(lines[0], lambda record: record.update(sead="7"))
    verdict = only(*lines)
    assert not verdict.ok
    assert "'sead'" in verdict.message


KINDS: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str, int]] = {
    "a record left out": (lambda lines: lines[:6] + lines[7:], "cut", 1),
    "a record twice": (lambda lines: lines[:6] + lines[5:], "duplicated", 1),
    "two records swapped": (lambda lines: [*lines[:6], lines[7], lines[6], *lines[8:]], "reordered", 1),
    "half of a last line": (lambda lines: [*lines[:8], lines[8][:9]], "torn line", 4),
    "no end": (lambda lines: lines[:-1], "incomplete", 4),
    "an earlier stop": (lambda lines: lines[:9], "incomplete", 4),
    "bytes that are no text": (lambda lines: [*lines[:5], b"\xff\xfe\n", *lines[5:]], "unreadable bytes", 4),
    "a NUL": (lambda lines: [*lines[:5], lines[5].replace(b"roll", b"ro\0l"), *lines[6:]], "unreadable record", 4),
    "a later format": (
        lambda lines: [changed(lines[0], lambda r: r.update(dicecup=2)), *lines[1:]],
        "unknown version",
        1,
    ),
    "other dice": (
        lambda lines: [changed(lines[0], lambda r: r.update(rng="mt19937")), *lines[1:]],
        "unknown version",
        1,
    ),
    "another seed": (lambda lines: [changed(lines[0], lambda r: r.update(seed="8")), *lines[1:]], "altered", 1),
    "other rules": (
        lambda lines: [changed(lines[0], lambda r: r["definition"]["rules"].update(faces=7)), *lines[1:]],
        "made under other rules",
        1,
    ),
    "another name": (
        lambda lines: [changed(lines[0], lambda r: r["seats"][0].update(name="X")), *lines[1:]],
        "altered",
        1,
    ),
    "a float": (lambda lines: [*lines[:1], lines[1].replace(b'"round":0', b'"round":0.0'), *lines[2:]], "altered", 1),
    "true for one": (lambda lines: [*lines[:1], lines[1].replace(b'"n":1', b'"n":true'), *lines[2:]], "altered", 1),
    "a null": (lambda lines: [*lines[:1], changed(lines[1], lambda r: r.update(x=None)), *lines[2:]], "altered", 1),
    "events without header": (lambda lines: lines[1:], "merged", 1),
    "a header alone": (lambda lines: lines[:1], "incomplete", 4),
    "another header inside": (lambda lines: [*lines[:9], *lines], "incomplete", 4),
    "an end too early": (lambda lines: [*lines[:8], lines[-1]], "cut", 1),
}


@pytest.mark.parametrize("damage", KINDS)
def test_each_kind_of_damage_is_found(damage: str) -> None:
    change, kind, code = KINDS[damage]
    verdict = verdicts(*change(list(good_log())))[0]
    assert (verdict.ok, verdict.kind, code_of_verdict(verdict)) == (False, kind, code)


def test_no_field_of_any_record_can_be_changed_unseen() -> None:
    """Every value of every record is set to something else in turn."""
    lines = list(good_log("liars-dice-wild"))
    for i, line in enumerate(lines):
        for name in json.loads(line):
            if name.startswith("_"):
                continue
            for value in (0, 9, "Q", True, [], {}):
                if json.loads(line)[name] == value and type(json.loads(line)[name]) is type(value):
                    continue
                bad = [
                    *lines[:i],
                    changed(line, lambda record, n=name, v=value: record.update({n: v})),
                    *lines[i + 1 :],
                ]
                assert not verdicts(*bad)[0].ok, (i, name, value)


@given(st.data())
def test_no_flipped_byte_gives_a_traceback_or_is_called_fine(data: st.DataObject) -> None:
    text = bytearray(b"".join(good_log()))
    written = text.index(b'"_written_by"')
    at = data.draw(st.integers(0, len(text) - 1).filter(lambda i: not written <= i <= written + 30))
    old = text[at]
    text[at] = data.draw(st.integers(0, 255).filter(lambda byte: byte != old))
    before, after = bytes([old]), bytes([text[at]])
    if before.isspace() and after.isspace():
        return
    found = list(verify(io.BytesIO(bytes(text))))
    assert not all(verdict.ok for verdict in found) or _same_meaning(bytes(text))


def _same_meaning(text: bytes) -> bool:
    """A change of spelling only, such as the last newline."""
    try:
        records = [json.loads(line) for line in text.splitlines() if line.strip()]
    except ValueError:
        return False
    return records == [json.loads(line) for line in good_log()]


@given(st.lists(st.one_of(st.binary(max_size=60), st.sampled_from(good_log())), max_size=12))
def test_any_heap_of_lines_is_judged(lines: list[bytes]) -> None:
    for verdict in verdicts(*(line + b"\n" for line in lines)):
        assert verdict.kind


def test_deep_nesting_and_huge_numbers_are_judged() -> None:
    deep = b'{"type":"game","definition":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"
    huge = good_log()[0].replace(b'"game":0', b'"game":' + b"9" * 5000)
    for line in (deep, huge):
        assert not verdicts(line, *good_log()[1:])[0].ok


# ---- other sources of dice, undo


def test_scripted_dice_are_taken_as_given() -> None:
    script = ["A: 2", "B: 1", "A: 1 2 3 4 5", "B: 6 6 6 6 6"]
    match = new_match(
        load("liars-dice-elimination"), [Seat("a", "human")] * 2, "1", throws=Scripted(script), dice="scripted"
    )
    match.play("5x6")
    match.play("liar")
    verdict = only(dump(match.header), *map(dump, match.events))
    assert (verdict.ok, verdict.given) == (True, True)


def undone() -> Match:
    match = new_match(load("liars-dice-elimination"), [Seat("a", "human")] * 2, "1", undo=True)
    match.play("1x1")
    match.play("2x2")
    match.undo()
    match.play("2x3")
    match.undo()
    match.undo()
    match.play("5x6")
    match.play("liar")
    return match


def test_a_log_with_moves_taken_back_verifies_and_its_undo_cannot_point_elsewhere() -> None:
    match = undone()
    lines = [dump(match.header), *map(dump, match.events)]
    assert only(*lines).ok
    at = numbered(tuple(lines), "undo")
    for to in (0, 1, json.loads(lines[at])["to"] + 1, 99, "x", True):
        assert not only(
            *lines[:at], changed(lines[at], lambda record, to=to: record.update(to=to)), *lines[at + 1 :]
        ).ok


def test_undo_needs_the_headers_word() -> None:
    match = undone()
    header = changed(dump(match.header), lambda record: record.pop("undo"))
    assert not only(header, *map(dump, match.events)).ok


def test_an_abandoned_game_is_true() -> None:
    match = new_match(load("liars-dice"), [Seat("a", "human")] * 2, "1")
    match.play("1x1")
    match.abandon()
    assert match.events[-1]["end"] == "abandoned"
    assert only(dump(match.header), *map(dump, match.events)).ok


def test_a_log_made_for_one_seat_holds_its_own_check() -> None:
    match = open_game(Plan(load("liars-dice"), ("basic", "random"), 1, "7"), 0)
    check, shown = Check(), []
    for record in [{**match.header, "redacted": "B"}, *match.events]:
        seen = {name: value for name, value in visibility_of(match.header).seen(record, "B").items() if name != "seed"}
        seen |= {"check": check.hex(), "of": record["check"]} if record["type"] == "end" else {}
        check.add(seen)
        shown.append(dump(seen))
    verdict = only(*shown)
    assert (verdict.ok, verdict.kind, verdict.events) == (True, "redacted", len(match.events))
    assert not only(*shown[:5], changed(shown[5], lambda record: record.update(round=9)), *shown[6:]).ok
    assert only(*shown[:-1]).kind == "incomplete"


def test_a_forfeit_is_true_only_of_the_seat_in_turn() -> None:
    match = new_match(load("liars-dice"), [Seat("a", "x.py:a"), Seat("b", "human")], "1")
    assert match.turn is not None
    match.forfeit(match.turn, "it fell asleep")
    lines = [dump(match.header), *map(dump, match.events)]
    assert only(*lines).ok
    other = "B" if match.events[-1]["by"]["seat"] == "A" else "A"
    assert not only(*lines[:-1], changed(lines[-1], lambda record: record["by"].update(seat=other))).ok


# ---- writing


def test_C059_a_log_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("old")
    with pytest.raises(OutputExists, match="exists") as refused:
        Writer(path)
    assert refused.value.path == path
    assert "--force" in COMMAND_LINE.sentence(refused.value)
    with Writer(path, force=True) as writer:
        writer.record({"type": "x"})
        assert path.read_text() == "old"
    assert path.read_text() == '{"type":"x"}\n'


def test_C059_nothing_is_written_onto_its_own_input(tmp_path: Path) -> None:
    path, link = tmp_path / "log.jsonl", tmp_path / "link"
    path.write_text("old")
    link.symlink_to(path)
    for spelling in (path, link, tmp_path / "." / "log.jsonl"):
        with reading(), open_log(str(path)), pytest.raises(OutputRefused, match="an input itself"):
            Writer(spelling, force=True)
    assert path.read_text() == "old"


def test_C059_a_failed_write_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("old")
    writer = Writer(path, force=True)

    class Full:
        def write(self, data: bytes) -> int:
            raise OSError(28, "No space left on device")

        def close(self) -> None: ...

    writer._file.close()
    monkeypatch.setattr(writer, "_file", Full())
    with pytest.raises(OutputRefused, match="no space left"), writer:
        writer.record({"type": "x"})
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_C059_what_is_refused_before_the_first_line_replaces_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    old, new = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    old.write_text("old")
    for path in (old, new):
        with pytest.raises(ValueError, match="refused"), Writer(path, force=True):
            raise ValueError("refused")
    assert old.read_text() == "old"
    assert list(tmp_path.iterdir()) == [old]


def test_what_is_of_use_only_as_a_whole_is_not_left_in_part(tmp_path: Path) -> None:
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    old.write_text("old")
    os.mkfifo(tmp_path / "pipe")  # which is there before, and stays
    with (tmp_path / "pipe").open("r+b", buffering=0):
        for path in (old, new, tmp_path / "pipe"):
            writer = Writer(path, force=True, whole=True)
            writer.write(b"half")
            writer.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert old.read_text() == "old"
    assert sorted(tmp_path.iterdir()) == [old, tmp_path / "pipe"]


def test_a_file_that_was_private_stays_so_when_it_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.touch(mode=0o600)
    with Writer(path, force=True) as writer:
        writer.record({"type": "x"})
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_links_that_lead_nowhere_or_in_a_circle_are_no_bug(tmp_path: Path) -> None:
    nowhere, circle = tmp_path / "nowhere", tmp_path / "circle"
    nowhere.symlink_to(tmp_path / "missing" / "x.jsonl")
    circle.symlink_to(circle)
    for link in (nowhere, circle):
        with reading() as inputs:
            inputs.add(tmp_path / "moves.txt")
            with pytest.raises(OutputRefused, match="exists"):
                Writer(link)
    with pytest.raises(OutputRefused, match="no such file"):
        Writer(nowhere, force=True)


def test_a_full_disk_and_a_missing_folder_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(OutputRefused, match="no space left on device"), Writer("/dev/full") as writer:
        writer.record({"type": "x"})
    with pytest.raises(OutputRefused, match="no such file or directory"):
        Writer(tmp_path / "nowhere" / "x.jsonl")


def test_lines_are_read_one_by_one() -> None:
    """Reading stops where nobody asks for more: a long log starts to show at once."""

    class Stream(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            assert self.tell() < 200_000
            return super().readline(size)

    lines = read_lines(Stream(b'{"n":1}\n' * 1_000_000))
    assert next(lines).number == 1

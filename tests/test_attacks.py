"""What attacks on the tools for logs have found, each held down by a test."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from command_line import COMMAND, dicecup, environment

from dicecup.engine.core.canonical import Check

SECRET = "Zq9Secret"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def logged(variant: str = "perudo", *more: object) -> list[str]:
    assert dicecup("play", variant, "--seed", SECRET, "--log", "game.jsonl", "--force", *more).code == 0
    return Path("game.jsonl").read_text().splitlines(keepends=True)


@pytest.mark.parametrize(
    ("line", "old", "new", "secret"),
    [
        (6, ',"private":true', "", "the cup"),
        (6, '"dice"', '"dise"', "the cup"),
        (0, '"seed"', '"sead"', SECRET),
        (0, '"type":"game"', '"type":"gam"', SECRET),
    ],
)
def test_a_damaged_log_shows_a_seat_no_more_than_a_whole_one(line: int, old: str, new: str, secret: str) -> None:
    lines = logged()
    assert json.loads(lines[6])["seat"] == "B"
    if secret == "the cup":
        secret = " ".join(map(str, json.loads(lines[6])["dice"]))
    lines[line] = lines[line].replace(old, new, 1)
    Path("game.jsonl").write_text("".join(lines[:12]))
    shown = [
        ("show",),
        ("show", "--json"),
        *(("export", "--format", kind) for kind in ("text", "csv", "markdown", "jsonl")),
    ]
    for verb, *rest in shown:
        run = dicecup("replay", verb, "game.jsonl", "--as", "A", *rest)
        for text in (run.out, run.err):
            assert secret not in text, verb
            assert secret.replace(" ", ",") not in text, verb


@pytest.mark.parametrize(
    "change",
    [{"redacted": 1}, {"redacted": ["A"]}, {"redacted": "J"}, {"seed": "7"}, {"sead": "7"}, {"digest": "0"}],
    ids=str,
)
def test_a_log_that_only_says_it_was_made_for_a_seat_is_not_true(change: dict[str, object]) -> None:
    logged()
    dicecup("replay", "export", "game.jsonl", "--format", "jsonl", "--as", "A", "--output", "seen.jsonl")
    assert dicecup("replay", "verify", "seen.jsonl").code == 0
    head, *events = map(json.loads, Path("seen.jsonl").read_text().splitlines())
    check = Check()
    for record in (head | change, *events[:-1]):
        check.add(record)
    events[-1]["check"] = check.hex()
    Path("seen.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in (head | change, *events)))
    assert dicecup("replay", "verify", "seen.jsonl").code == 1


def test_the_moves_of_a_log_are_a_script_of_it_stacks_by_number_included() -> None:
    lines = logged("stacked-dice-short", "--seat", "random", "--seat", "random")
    moves = [record["move"] for record in map(json.loads, lines) if record["type"] == "move" and "auto" not in record]
    assert any("#" in move for move in moves)
    Path("moves.txt").write_text("# from a log\n" + "".join(f"{move}  # a remark\n" for move in moves))
    people = ("--seat", "human", "--seat", "human", "--moves", "moves.txt", "--log", "again.jsonl")
    assert dicecup("play", "stacked-dice-short", "--seed", SECRET, *people).code == 0
    assert [json.loads(line) for line in lines[1:-1]] == [
        json.loads(line) for line in Path("again.jsonl").read_text().splitlines()[1:-1]
    ]


def test_diff_of_an_event_whose_type_is_no_text() -> None:
    lines = logged()
    lines[4] = lines[4].replace('"type":"round"', '"type":["x"]')
    Path("bad.jsonl").write_text("".join(lines))
    assert dicecup("replay", "diff", "bad.jsonl", "game.jsonl").code in (1, 4)
    assert dicecup("replay", "diff", "game.jsonl", "bad.jsonl").code in (1, 4)


@pytest.mark.parametrize(
    ("old", "new"), [('"name":"perudo","definition"', '"name":"XX","definition"'), ('"dicecup":1', '"dicecup":2')]
)
def test_diff_compares_every_field_of_a_header(old: str, new: str) -> None:
    lines = logged()
    Path("other.jsonl").write_text("".join([lines[0].replace(old, new, 1), *lines[1:]]))
    assert dicecup("replay", "diff", "game.jsonl", "other.jsonl").code == 1


def test_diff_names_the_line_of_a_header_that_cannot_be_read() -> None:
    assert dicecup("playtest", "run", "perudo", "--games", 3, "--seed", 7, "--log", "many.jsonl").code == 0
    lines = Path("many.jsonl").read_text().splitlines(keepends=True)
    second = next(i for i, line in enumerate(lines) if i and '"type":"game"' in line)
    lines[second] = lines[second][:300] + "\n"
    Path("broken.jsonl").write_text("".join(lines))
    run = dicecup("replay", "diff", "many.jsonl", "broken.jsonl")
    assert run.code == 4
    assert f"broken.jsonl:{second + 1}" in run.out + run.err


def test_export_never_writes_onto_the_log_it_reads_from_standard_input() -> None:
    logged()
    with Path("game.jsonl").open("rb") as stream:
        command = [*COMMAND, "replay", "export", "-", "--output", "game.jsonl", "--force"]
        done = subprocess.run(command, stdin=stream, capture_output=True, env=environment(), timeout=60, check=False)
    assert done.returncode == 5
    assert '"type":"game"' in Path("game.jsonl").read_text()


def test_step_names_an_empty_log() -> None:
    Path("empty.jsonl").touch()
    run = dicecup("replay", "step", "empty.jsonl")
    assert (run.code, run.err) == (4, "dicecup: empty.jsonl: there is no game in this file\n")

"""C105: a file of many games is sealed as a whole, so that no game can be taken out of it, added or exchanged."""

from __future__ import annotations

import io
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import COMMAND, ROOT, console, dicecup, environment, strict

from dicecup.engine.log.log import dump
from dicecup.engine.replay import parallel_verify
from dicecup.engine.replay.verify import verify

GAMES = 6


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A playtest's file."""
    log = tmp_path_factory.mktemp("sealed") / "log.jsonl"
    args = ("playtest", "run", "liars-dice-elimination", "--games", GAMES, "--seed", "7", "--log", log)
    assert dicecup(*args).code == 0
    return log.read_bytes()


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def parts(whole: bytes) -> list[bytes]:
    """The games of a file, and its seal."""
    *games, last = whole.split(b'{"type":"game"')[1:]
    last, seal = last.split(b'{"type":"seal"')
    return [*(b'{"type":"game"' + game for game in [*games, last]), b'{"type":"seal"' + seal]


def resealed(**changed: Any) -> Callable[[list[bytes]], list[bytes]]:
    return lambda parts: [*parts[:-1], dump({**strict(parts[-1].decode()), **changed})]


def verdicts(data: bytes, *args: object) -> list[dict[str, Any]]:
    Path("x.jsonl").write_bytes(data)
    return dicecup("replay", "verify", "x.jsonl", "--json", *args).records()


def test_C105_the_seal_is_what_the_page_says(whole: bytes) -> None:
    page = (ROOT / "docs" / "log-format.md").read_text()
    code = "".join(re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    space: dict[str, Any] = {}
    exec(code, space)
    *games, last = ([strict(line) for line in part.decode().splitlines()] for part in parts(whole))
    assert last == [space["seal_of_file"](games)]
    example = re.search(r'^\{"type":"seal".*\}$', page, re.MULTILINE)
    assert example is not None
    assert strict(example[0]) == space["seal_of_file"](games[:2])


def test_C105_a_sealed_file_verifies_as_one(whole: bytes) -> None:
    found = verdicts(whole)
    assert [verdict["game"] for verdict in found] == list(range(GAMES))
    assert [verdict.get("file_sealed", False) for verdict in found] == [False] * (GAMES - 1) + [True]
    run = dicecup("replay", "verify", "x.jsonl")
    assert (run.code, run.out) == (0, f"{GAMES} games: all true; the file is sealed\n")
    Path("one.jsonl").write_bytes(whole)
    assert dicecup("replay", "verify", "x.jsonl", "one.jsonl").out.endswith("all true; 2 files are sealed\n")


CHANGES: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str]] = {
    "the first game is taken out": (lambda p: p[1:], "5 games stand before the seal, which is of 6"),
    "a game is taken out": (lambda p: [*p[:3], *p[4:]], "5 games stand before the seal, which is of 6"),
    "the last game is taken out": (lambda p: [*p[:5], p[6]], "5 games stand before the seal, which is of 6"),
    "a game is repeated": (lambda p: [p[0], *p], "7 games stand before the seal, which is of 6"),
    "a game is put in the place of another": (lambda p: [p[0], p[0], *p[2:]], "other games stand before the seal"),
    "two games change places": (lambda p: [p[1], p[0], *p[2:]], "other games stand before the seal"),
    "a game is added behind the seal": (lambda p: [*p, p[0]], "the seal stands before this game"),
    "games are added behind the seal": (lambda p: [*p, *p[:3]], "the seal stands before this game"),
    "the seal is of fewer games": (resealed(games=5), "6 games stand before the seal, which is of 5"),
    "the seal has another digest": (resealed(digest="0" * 32), "other games stand before the seal"),
    "the seal has one field more": (resealed(more=1), "other games stand before the seal"),
    "the seal counts by a word": (resealed(games=True), "6 games stand before the seal, which is of True"),
}


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("what", CHANGES)
def test_C105_other_games_than_were_sealed_are_found(
    what: str, jobs: int, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel_verify.parts, "__defaults__", (2000,))  # bytes: a game or two
    change, said = CHANGES[what]
    data = b"".join(change(parts(whole)))
    found = verdicts(data, "--jobs", jobs)
    broken = [verdict for verdict in found if not verdict["ok"]]
    assert [(one["kind"], one["game"]) for one in broken] == [("not as sealed", None)]
    assert said in broken[0]["message"]
    assert not any("file_sealed" in verdict for verdict in found)
    run = dicecup("replay", "verify", "x.jsonl", "--jobs", jobs)
    assert run.code == 1
    assert f"x.jsonl:{broken[0]['line']}: the file is not as it was sealed: {said}" in run.out
    assert "all true; but not the games that were sealed" in run.out
    assert [verdict.as_dict() for verdict in verify(io.BytesIO(data), "x.jsonl")] == found
    assert dicecup("replay", "verify", "x.jsonl", "--against", "liars-dice-elimination").code == 1


def test_C105_two_sealed_files_in_one_are_not_as_sealed_and_without_seals_are_not_sealed(whole: bytes) -> None:
    assert [verdict["kind"] for verdict in verdicts(whole + whole)].count("not as sealed") == 1
    Path("x.jsonl").write_bytes(whole)
    out = subprocess.run(["grep", "-hv", '"type":"seal"', "x.jsonl", "x.jsonl"], capture_output=True, check=True).stdout
    found = verdicts(out)
    assert len(found) == 2 * GAMES
    assert all(verdict["ok"] and "file_sealed" not in verdict for verdict in found)


def test_C105_a_seal_that_seals_nothing_is_no_game(whole: bytes) -> None:
    *games, seal = parts(whole)
    assert [verdict["kind"] for verdict in verdicts(seal)] == ["merged"]
    assert [verdict["kind"] for verdict in verdicts(seal + games[0])] == ["merged", "true"]
    assert [verdict["kind"] for verdict in verdicts(games[0] + seal + seal)] == ["true", "not as sealed", "merged"]
    within = games[0].splitlines(keepends=True)
    assert [verdict["kind"] for verdict in verdicts(b"".join([*within[:3], seal, *within[3:]]))] == ["altered"]


def test_C105_a_torn_seal_is_cut_and_the_games_are_true_without(whole: bytes) -> None:
    Path("x.jsonl").write_bytes(whole[:-20])
    assert dicecup("replay", "verify", "x.jsonl").code == 4
    repaired = dicecup("replay", "repair", "x.jsonl")
    assert repaired.code == 0
    run = dicecup("replay", "verify", "x.jsonl")
    assert (run.code, run.out) == (0, f"{GAMES} games: all true\n")
    assert Path("x.jsonl").read_bytes() == b"".join(parts(whole)[:-1])


def test_C105_an_untrue_game_is_told_beside_the_seal(whole: bytes) -> None:
    altered = re.sub(rb'"end":"won","winners":\["(.)"\]', rb'"end":"won","winners":[]', whole, count=1)
    kinds = [verdict["kind"] for verdict in verdicts(altered)]
    assert kinds == ["altered", *["true"] * (GAMES - 1)]
    assert dicecup("replay", "verify", "x.jsonl").code == 1
    killed = b"".join([*parts(whole)[:2], parts(whole)[2][:200], *parts(whole)[-1:]])
    assert "not as sealed" not in [
        verdict["kind"] for verdict in verdicts(killed)
    ]  # the seal stands in no game's place


def test_C105_the_seal_is_nothing_to_whoever_reads_the_games(whole: bytes) -> None:
    Path("sealed.jsonl").write_bytes(whole)
    Path("plain.jsonl").write_bytes(b"".join(parts(whole)[:-1]))
    for args in (
        ("replay", "info"),
        ("replay", "show"),
        ("replay", "show", "--last", 4),
        ("replay", "show", "--json"),
        ("replay", "export"),
        ("replay", "export", "--format", "csv"),
        ("replay", "export", "--format", "markdown"),
        ("replay", "step", "--game", 5, "--json"),
        ("replay", "fork", "--game", 5, "--at", 3, "--json"),
    ):
        one, two = (dicecup(*args[:2], file, *args[2:]) for file in ("sealed.jsonl", "plain.jsonl"))
        assert (one.code, one.out) == (0, two.out), args
    assert dicecup("replay", "diff", "sealed.jsonl", "plain.jsonl").code == 0
    assert console("load sealed.jsonl game=5", "verify").out == console("load plain.jsonl game=5", "verify").out
    resumed = dicecup("play", "--resume", "sealed.jsonl")
    assert resumed.code == 2
    assert "is over" in resumed.problem()
    assert Path("sealed.jsonl").read_bytes() == whole


@pytest.mark.parametrize("seat", ["", "B"])
def test_C105_what_is_exported_of_a_sealed_file_is_sealed(seat: str, whole: bytes) -> None:
    Path("sealed.jsonl").write_bytes(whole)
    args = ("replay", "export", "sealed.jsonl", "--format", "jsonl", *(("--as", seat) if seat else ()))
    exported = dicecup(*args).out.encode()
    assert seat or exported == whole
    assert [verdict.get("file_sealed", False) for verdict in verdicts(exported)][-1]
    changed = b"".join([*parts(exported)[1:]])
    assert "not as sealed" in [verdict["kind"] for verdict in verdicts(changed)]
    Path("sealed.jsonl").write_bytes(b"".join(parts(whole)[1:]))  # is not as it was sealed
    assert '"type":"seal"' not in dicecup(*args).out


def test_C105_jobs_and_a_second_run_seal_alike(whole: bytes) -> None:
    command = [*COMMAND, "playtest", "run", "liars-dice-elimination", "--games", str(GAMES), "--seed", "7", "--jobs"]
    subprocess.run([*command, "2", "--log", "two.jsonl"], env=environment(), capture_output=True, check=True)
    assert Path("two.jsonl").read_bytes() == whole
    assert dicecup(*command[len(COMMAND) : -1], "--log", "two.jsonl", "--force", "--games", 0).code == 0
    assert Path("two.jsonl").read_bytes() == b""

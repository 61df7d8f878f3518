"""Open games in the state folder: kept from move to move, listed, never shared, and never a reason to stop."""

from __future__ import annotations

import io
import json
import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import ROOT, Said, dicecup, environment, process
from logs import GOLDEN, data, records

from dicecup.cli.session.autosave import Kept, Saved
from dicecup.engine.log.log import OutputRefused, Writer
from dicecup.engine.replay.fork import games, resume
from dicecup.engine.replay.resume import Continuation
from dicecup.engine.replay.verify import verify

GAME = records(next(path for path in GOLDEN if path.stem == "liars-dice"))


@pytest.fixture
def said() -> Said:
    return Said()


@pytest.fixture
def saved(tmp_path: Path, said: Said) -> Saved:
    return Saved(said, {"DICECUP_STATE": str(tmp_path / "state")})


def elsewhere(saved: Saved) -> Saved:
    """Another console with the same folder."""
    return Saved(Said(), {"DICECUP_STATE": str(saved.folder.parent)})


def played(saved: Saved, lines: list[dict[str, Any]], name: str = "liars-dice") -> Kept:
    """A game that is under way."""
    kept = saved.new(name)
    assert kept is not None
    for record in lines:
        kept.record(record)
    return kept


def left(saved: Saved, lines: list[dict[str, Any]], name: str = "liars-dice") -> Path:
    """A game whose console is gone."""
    kept = played(elsewhere(saved), lines, name)
    kept.close()
    return kept.path


# ---- keeping


def test_a_game_is_kept_from_record_to_record_for_its_owner_alone(saved: Saved) -> None:
    kept = played(saved, GAME[:1])
    assert kept.path == saved.folder / "liars-dice-1.jsonl"
    assert [stat.S_IMODE(path.stat().st_mode) for path in (saved.folder, kept.path)] == [0o700, 0o600]
    for i, record in enumerate(GAME[1:12], 2):
        kept.record(record)
        assert kept.path.read_bytes() == data(GAME[:i])
    kept.close()


@pytest.mark.parametrize("name", ["my own game", "../../etc/x", "würfel", "", "x" * 300, "*?[1]"])
def test_any_name_of_a_definition_makes_a_file_in_the_folder(saved: Saved, name: str) -> None:
    paths = [left(saved, GAME[:1], name) for _ in range(2)]
    assert sorted(saved.folder.iterdir()) == sorted(paths)
    assert [path.stem.rpartition("-")[2] for path in paths] == ["1", "2"]


def test_a_finished_game_is_taken_out_and_an_abandoned_one_stays(saved: Saved) -> None:
    finished = played(saved, GAME)
    abandoned = played(saved, [*GAME[:9], {"n": 9, "type": "end", "round": 1, "end": "abandoned", "by": "B"}])
    unbegun = played(saved, [])
    for kept in (finished, abandoned, unbegun):
        assert kept.path.exists()
        saved.finish(kept)
    assert [entry.path for entry in saved.games()] == list(saved.folder.iterdir()) == [abandoned.path]


def test_a_game_resumed_from_elsewhere_stays_there_when_it_is_over(saved: Saved, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_bytes(data(GAME[:20]))
    held = Continuation(path)
    begun = resume(held.stream, games(held.stream)[-1])
    held.after(begun)
    kept = saved.going_on(held)
    for record in GAME:
        kept.record(record)
    saved.finish(kept)
    assert path.read_bytes() == data(GAME)


def test_a_kept_game_is_resumed_to_the_same_bytes(saved: Saved, tmp_path: Path) -> None:
    bots = ("--seat", "basic", "--seat", "basic", "--seed", "7")
    assert dicecup("play", "perudo", *bots, "--log", tmp_path / "whole.jsonl").code == 0
    whole = records(tmp_path / "whole.jsonl")
    path = left(saved, whole[:30], "perudo")
    path.write_bytes(path.read_bytes()[:-9])  # a power cut
    (entry,) = saved.games()
    assert (entry.events, entry.damaged) == (28, "")
    assert dicecup("play", "--resume", entry.path).code == 0
    assert path.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    (verdict,) = verify(io.BytesIO(path.read_bytes()))
    assert verdict.ok
    assert saved.games() == []  # it is over


# ---- listing


def test_games_are_told_by_header_and_tail_newest_first(saved: Saved) -> None:
    end = {"n": 9, "type": "end", "round": 1, "end": "abandoned", "by": "B"}
    old, new, first = (left(saved, lines) for lines in (GAME[:9], [*GAME[:9], end], GAME[:1]))
    for path, time_ in ((old, 1), (new, 2), (first, 2)):
        os.utime(path, (time_, time_))
    entries = saved.games()
    assert [entry.path for entry in entries] == [new, first, old]
    assert [(entry.rounds, entry.events, entry.turn) for entry in entries] == [(1, 8, "B"), (0, 0, None), (1, 8, None)]
    assert {(entry.name, entry.title, len(entry.seats)) for entry in entries} == {
        (GAME[0]["name"], GAME[0]["definition"]["title"], len(GAME[0]["seats"]))
    }
    assert not any(entry.in_use or entry.damaged for entry in entries)


HEAD = data(GAME[:1])
DAMAGED = {
    "empty": b"",
    "blank": b"\n\n",
    "torn header": HEAD[:50],
    "no header": data(GAME[1:5]),
    "no JSON": b"hello\n",
    "a list": b"[]\n",
    "another header": b'{"type":"game"}\n',
    "seats of numbers": data([GAME[0] | {"seats": [{"seat": 1}]}]),
    "seats of texts": data([GAME[0] | {"seats": ["A"]}]),
    "a title of a list": data([GAME[0] | {"definition": {"title": []}}]),
    "a broken record": HEAD + b'{"n":1,\n' + data(GAME[2:3]),
    "a broken last record": data(GAME[:5]) + b"oops\n",
    "bytes": bytes(range(256)) * 9,
    "UTF-16": "{}".encode("utf-16"),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_a_damaged_game_is_listed_as_such(saved: Saved, what: str) -> None:
    sound = left(saved, GAME[:9])
    (saved.folder / "odd.jsonl").write_bytes(DAMAGED[what])
    by_name = {entry.path.name: entry for entry in saved.games()}
    assert by_name.keys() == {sound.name, "odd.jsonl"}
    assert by_name["odd.jsonl"].damaged
    assert not by_name[sound.name].damaged


def test_what_is_no_file_is_listed_without_waiting_for_it(saved: Saved, said: Said) -> None:
    assert saved.games() == []  # the folder is not there yet
    left(saved, GAME[:1])
    (saved.folder / "folder.jsonl").mkdir()
    os.mkfifo(saved.folder / "pipe.jsonl")
    (saved.folder / "nowhere.jsonl").symlink_to("missing")
    (saved.folder / "circle.jsonl").symlink_to("circle.jsonl")
    (saved.folder / "note.txt").write_text("not ours")
    told = {entry.path.name: entry.damaged for entry in saved.games()}
    assert told == {
        "liars-dice-1.jsonl": "",
        "folder.jsonl": "this is no ordinary file",
        "pipe.jsonl": "this is no ordinary file",
        "circle.jsonl": "it cannot be read: too many levels of symbolic links",
    }
    assert said == []


@pytest.mark.fuzz
def test_events_of_any_shape_are_no_exception(saved: Saved) -> None:
    odd: list[dict[str, Any]] = [
        {"n": "9", "type": [], "round": {}},
        {"type": "end", "end": "abandoned", "by": {"seat": "A"}},
    ]
    path = left(saved, GAME[:1])
    path.write_bytes(data([GAME[0], *odd]))
    (entry,) = saved.games()
    assert (entry.rounds, entry.events, entry.turn) == (0, 0, None)


def test_a_thousand_games_are_listed_at_once(saved: Saved) -> None:
    body = data(GAME[:40])
    saved.folder.mkdir(parents=True)
    for i in range(1000):
        (saved.folder / f"liars-dice-{i}.jsonl").write_bytes(body)
    start = time.process_time()
    assert len(saved.games()) == 1000
    assert time.process_time() - start < 3  # a fifth of a second on an idle machine


# ---- one game, one console


def test_a_game_that_is_played_is_in_use_for_all_others(saved: Saved) -> None:
    kept = played(saved, GAME[:9])
    assert saved.games() == []
    (entry,) = elsewhere(saved).games()
    assert entry.in_use
    with pytest.raises(OutputRefused, match="another program is writing on in"):
        Continuation(kept.path)
    kept.close()
    (entry,) = elsewhere(saved).games()
    assert not entry.in_use
    with Continuation(kept.path):
        (entry,) = elsewhere(saved).games()
        assert entry.in_use


def test_a_log_that_is_written_cannot_be_resumed_by_another_program(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    with Writer(log) as writer:
        writer.write(data(GAME[:30]))
        run = process("play", "--resume", log)
        assert (run.code, "another program is writing on in" in run.problem()) == (5, True)
        assert log.read_bytes() == data(GAME[:30])


BEGIN = """
import sys
from dicecup.cli.session.autosave import Saved
saved = Saved(print)
print("ready", flush=True)
sys.stdin.readline()
kept = [saved.new("perudo") for _ in range(40)]
print(*(one.path.name for one in kept))
"""


def test_two_consoles_never_begin_one_game(tmp_path: Path) -> None:
    def consoles() -> Iterator[subprocess.Popen[str]]:
        for _ in range(2):
            yield subprocess.Popen(
                [sys.executable, "-c", BEGIN],
                env=environment(DICECUP_STATE=str(tmp_path)),
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )

    both = list(consoles())
    for console in both:
        assert console.stdout is not None
        assert console.stdout.readline() == "ready\n"
    for console in both:
        assert console.stdin is not None
        console.stdin.write("go\n")
        console.stdin.flush()
    names = [name for console in both for name in console.communicate(timeout=60)[0].split()]
    assert len(names) == len(set(names)) == 80
    assert {path.name for path in (tmp_path / "games").iterdir()} == set(names)


# ---- where nothing can be kept


def test_a_folder_that_cannot_be_made_is_told_once(tmp_path: Path, said: Said) -> None:
    (tmp_path / "state").write_text("in the way")
    saved = Saved(said, {"DICECUP_STATE": str(tmp_path / "state")})
    assert [saved.new("perudo"), saved.new("perudo")] == [None, None]
    assert said == [f"the game is not kept, and goes on without: cannot use {saved.folder}: not a directory"]
    assert saved.games() == []


def test_a_folder_that_cannot_be_written_is_told_once(
    saved: Saved, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    left(saved, GAME[:1])

    def refuse(*args: Any, **more: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    assert [saved.new("perudo"), saved.new("perudo")] == [None, None]
    assert len(said) == 1
    assert "perudo-1.jsonl: permission denied" in said[0]


def test_a_full_disk_is_told_once_and_the_game_goes_on(saved: Saved, said: Said) -> None:
    full = Kept(Writer("/dev/full"), saved._lose, begun=False)
    for record in GAME:
        full.record(record)
    assert (full.over, full.begun) == (True, False)
    saved.finish(full)
    assert said == ["the game is not kept, and goes on without: cannot write /dev/full: no space left on device"]
    assert Path("/dev/full").exists()
    saved._lose(OutputRefused("again"))
    assert len(said) == 1


def test_a_disk_that_fills_up_leaves_what_was_written(
    saved: Saved, monkeypatch: pytest.MonkeyPatch, said: Said
) -> None:
    kept = played(saved, GAME[:9])

    def full(self: Writer, data: bytes) -> None:
        raise OutputRefused("cannot write: no space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Writer, "write", full)
        kept.record(GAME[9])
    kept.record(GAME[10])
    saved.finish(kept)
    assert len(said) == 1
    assert [json.loads(line) for line in kept.path.read_bytes().splitlines()] == GAME[:9]

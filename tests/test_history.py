"""The history of typed lines: kept for their owner, never more than asked for, and never a reason to stop (C049)."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from command_line import Said
from hypothesis import given
from hypothesis import strategies as st

from dicecup.cli.session.history import History

MOST = 5


@pytest.fixture
def said() -> Said:
    return Said()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state"


def opened(folder: Path, said: Said, most: int = MOST) -> History:
    return History(most, said, {"DICECUP_STATE": str(folder)})


def typed(history: History, *lines: str) -> None:
    for line in lines:
        history.add(line)


def test_C049_the_file_is_made_with_the_first_line_for_its_owner_alone(folder: Path, said: Said) -> None:
    history = opened(folder, said)
    assert not folder.exists()
    typed(history, "new perudo", "", "   ", "3x4", "3x4", "liar")
    assert history.path.read_text() == "new perudo\n3x4\nliar\n"
    assert stat.S_IMODE(history.path.stat().st_mode) == 0o600
    assert opened(folder, said).lines == ["new perudo", "3x4", "liar"]
    assert said == []


def test_no_more_lines_are_kept_than_asked_for(folder: Path, said: Said) -> None:
    history = opened(folder, said)
    typed(history, *(f"goto {i}" for i in range(12)))
    assert history.path.read_text().split("\n")[:-1] == [f"goto {i}" for i in range(7, 12)]
    assert len(history.lines) == 12
    fewer = opened(folder, said, 2)
    assert fewer.lines == ["goto 10", "goto 11"]
    typed(fewer, "end")
    assert history.path.read_text() == "goto 11\nend\n"
    assert stat.S_IMODE(history.path.stat().st_mode) == 0o600
    assert list(folder.iterdir()) == [history.path]


def test_none_are_kept_where_none_are_asked_for(folder: Path, said: Said) -> None:
    typed(opened(folder, said), "show")
    history = opened(folder, said, 0)
    assert history.lines == []
    typed(history, "moves")
    assert history.lines == ["moves"]
    assert history.path.read_text() == "show\n"


def test_how_many_are_kept_may_change_within_a_session(folder: Path, said: Said) -> None:
    history = opened(folder, said)
    typed(history, *(f"goto {i}" for i in range(4)))
    history.most = 0
    typed(history, "echo secret")
    history.most = 3
    typed(history, "show")
    assert history.path.read_text() == "goto 2\ngoto 3\nshow\n"
    assert history.lines[-2:] == ["echo secret", "show"]
    later = opened(folder, said, 0)
    later.most = 3
    typed(later, "moves")
    assert history.path.read_text() == "goto 3\nshow\nmoves\n"


def test_a_line_editor_remembers_nothing_by_itself(folder: Path, said: Said) -> None:
    history = opened(folder, said)
    typed(history, "3x4")
    editor = history.for_prompt()
    editor.append_string("1 2 3 4 5")  # as prompt-toolkit does with every line
    assert history.lines == list(editor.get_strings()) == ["3x4"]
    assert history.path.read_text() == "3x4\n"


def test_a_line_that_acts_on_the_terminal_or_is_endless_is_not_kept(folder: Path, said: Said) -> None:
    history = opened(folder, said)
    typed(history, "\x1b[2J", "a\nb", "\u202eabc", "\udcff", "x" * 5000, "name A=Jürgen 骰子")
    assert history.lines == ["name A=Jürgen 骰子"]
    assert opened(folder, said).lines == ["name A=Jürgen 骰子"]


def test_a_line_editor_gets_the_newest_first_and_what_is_added_later(folder: Path, said: Said) -> None:
    typed(opened(folder, said), "one", "two")
    history = opened(folder, said)
    editor = history.for_prompt()

    async def loaded() -> list[str]:
        return [line async for line in editor.load()]

    assert asyncio.run(loaded()) == ["two", "one"]
    typed(history, "three")
    assert asyncio.run(loaded()) == ["three", "two", "one"]
    assert list(editor.get_strings()) == ["one", "two", "three"]


def test_two_consoles_add_to_one_file(folder: Path, said: Said) -> None:
    a, b = opened(folder, said), opened(folder, said)
    typed(a, "a1")
    typed(b, "b1")
    typed(a, "a2")
    assert opened(folder, said).lines == ["a1", "b1", "a2"]
    assert (a.lines, b.lines) == (["a1", "a2"], ["b1"])


# ---- what can be wrong with the file


def survives(folder: Path, said: Said, why: str) -> History:
    """A session with a file that is no good: it works, and one thing is said."""
    history = opened(folder, said)
    typed(history, *(f"goto {i}" for i in range(MOST + 2)))
    assert history.lines[-2:] == [f"goto {MOST}", f"goto {MOST + 1}"]
    assert len(said) == 1
    assert why in said[0]
    return history


def test_C049_a_folder_that_cannot_be_made(tmp_path: Path, said: Said) -> None:
    (tmp_path / "file").touch()
    survives(tmp_path / "file" / "state", said, "/history: not a directory")


@pytest.mark.parametrize("kind", ["folder", "pipe", "circle"])
def test_C049_what_is_no_ordinary_file(folder: Path, said: Said, kind: str) -> None:
    folder.mkdir()
    path = folder / "history"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(path)
    survives(folder, said, "is no ordinary file")


def test_C049_a_file_of_another_owner(folder: Path, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(opened(folder, said), "old")

    def refuse(*args: Any, **more: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        history = survives(folder, said, "cannot write")
        assert history.lines[0] == "old"
    said.clear()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse)
        assert "old" not in survives(folder, said, "cannot read").lines
    assert history.path.read_text() == "old\n"


@pytest.mark.parametrize("stored", [0, MOST])
def test_C049_a_full_disk(folder: Path, said: Said, monkeypatch: pytest.MonkeyPatch, stored: int) -> None:
    typed(opened(folder, said), *(f"old {i}" for i in range(stored)), "old")
    before = (folder / "history").read_text()

    def full(self: Any, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(History, "_append", full)
    monkeypatch.setattr(History, "_rewrite", full)
    survives(folder, said, "no space left on device")
    assert (folder / "history").read_text() == before


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"one\n\xff\xfe\ntwo\n", ["one", "two"]),
        (b"one\n\x1b[2J\x00\ntwo\n", ["one", "two"]),
        (b"one\ntwo", ["one", "two"]),
        (b"\x00" * 100, []),
        (b"one\r\n", []),
        (b"x" * 10_000 + b"\nlast\n", ["last"]),
    ],
)
def test_C049_damaged_bytes_are_told_once_and_mended(folder: Path, said: Said, data: bytes, lines: list[str]) -> None:
    folder.mkdir()
    (folder / "history").write_bytes(data)
    history = opened(folder, said)
    assert history.lines == lines
    assert len(said) == 1
    assert said[0].endswith("is damaged; the lines that can be read are kept")
    assert history.path.read_bytes() == data
    typed(history, "new", "end")
    assert len(said) == 1
    assert opened(folder, said).lines == [*lines, "new", "end"][-MOST:]
    assert len(said) == 1


def test_of_a_huge_file_the_end_is_read(folder: Path, said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicecup.cli.session.history.LARGEST", 8)
    folder.mkdir()
    (folder / "history").write_text("one\ntwo\nthree\n")
    assert opened(folder, said).lines == ["three"]
    assert len(said) == 1


def test_a_file_that_is_taken_away_is_begun_anew(folder: Path, said: Said) -> None:
    history = opened(folder, said)
    typed(history, *"abcde")
    history.path.unlink()
    typed(history, "f")
    assert history.path.read_text() == "f\n"
    assert said == []


@pytest.mark.fuzz
@given(st.lists(st.text(max_size=12) | st.sampled_from(["a", "b", "\n", "\x85", "\u2028"]), max_size=20))
def test_whatever_is_typed_comes_back_as_it_was(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    folder, said = tmp_path_factory.mktemp("state"), Said()
    history = opened(folder, said)
    typed(history, *texts)
    assert opened(folder, said).lines == history.lines[-MOST:]
    assert set(history.lines) <= set(texts)
    assert said == []

"""Transcripts: those of docs/ and the pages go as they are written, and one that does not is told, and can be rewritten."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest
from command_line import dicecup

ROOT = Path(__file__).parent.parent
PAGES = [
    page for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))) if "```dicecup\n" in page.read_text()
]
TRANSCRIPTS = [*sorted((ROOT / "docs" / "transcripts").glob("*.txt")), *PAGES]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_transcript_goes_as_it_is_written(path: Path, pytestconfig: pytest.Config) -> None:
    run = dicecup("console", "--update" if pytestconfig.getoption("update_snapshots") else "--check", path)
    assert run.code == 0, run.out


def test_there_is_one_for_each_family_and_the_tour_is_one() -> None:
    sessions = "".join(path.read_text() for path in TRANSCRIPTS)
    for variant in ("liars-dice", "poker-dice", "stacked-dice", "dead-mans-dice"):
        assert f"> new {variant} " in sessions
    assert len(TRANSCRIPTS) >= 10
    assert ROOT / "README.md" in PAGES


def test_a_view_proves_what_a_seat_cannot_see() -> None:
    """The same session with other dice under B's cup shows A the same."""
    session = "> new liars-dice dice=manual A=human B=human\n> 6\n> 1\n> 1 2 3 4 5\n> {}\n> as A show\n> as A log 2\n> as A moves\n> as A hint\n"
    for name, cup in (("a", "1 1 1 1 1"), ("b", "6 5 4 3 2")):
        Path(f"{name}.txt").write_text(session.format(cup))
        assert dicecup("console", "--update", f"{name}.txt").code == 0
    a, b = Path("a.txt").read_text(), Path("b.txt").read_text()
    assert a != b
    assert a.replace("1 1 1 1 1", "") == b.replace("6 5 4 3 2", "")


def test_what_goes_otherwise_is_told_with_its_place() -> None:
    Path("t.txt").write_text("# A session.\n> echo one\none\n\n> echo two\n2\n> assert over\nno game lies here\n")
    run = dicecup("console", "--check", "t.txt")
    assert run.code == 1
    assert run.lines[:3] == ["t.txt:5: > echo two", "  - 2", "  + two"]
    assert run.lines[-1] == "t.txt: 2 of 3 lines went otherwise (- as written, + as it went)"
    (record,) = dicecup("console", "--check", "t.txt", "--json").records()
    assert [wrong["line"] for wrong in record["wrong"]] == [5, 7]
    assert dicecup("console", "--update", "t.txt").code == 0
    assert dicecup("console", "--check", "t.txt").code == 0
    assert (
        Path("t.txt")
        .read_text()
        .startswith("# A session.\n> echo one\none\n\n> echo two\ntwo\n> assert over\nno game lies here; ")
    )


def test_only_the_blocks_of_a_page_are_a_transcript() -> None:
    page = "# Page\n\n> a quotation\n\n```dicecup\n> echo one\n1\n```\n\nWords.\n\n```text\n> echo two\n```\n\n```dicecup\n> history\n```\n"
    Path("page.md").write_text(page)
    assert dicecup("console", "--update", "page.md").code == 0
    assert Path("page.md").read_text() == page.replace("\n1\n", "\none\n").replace(
        "> history\n", "> history\n   1  echo one\n   2  history\n"
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--check",), "take the files of transcripts"),
        (("--check", "nowhere.txt"), "cannot read nowhere.txt: no such file or directory"),
        (("--check", "empty.txt"), "empty.txt holds no line after >"),
        (("--check", "latin.txt"), "latin.txt is not UTF-8"),
        (("--check", "empty.txt", "-c", "show"), "and nothing else"),
    ],
)
def test_what_is_no_transcript_is_refused(given: tuple[str, ...], said: str) -> None:
    Path("empty.txt").write_text("nothing\n")
    Path("latin.txt").write_bytes(b"> echo \xe9\n")
    run = dicecup("console", *given)
    assert run.code == 2
    assert said in run.problem()


def test_a_session_that_is_left_has_no_more_lines() -> None:
    Path("t.txt").write_text("> quit\n> echo late\n(the session is over)\n")
    assert dicecup("console", "--check", "t.txt").code == 0


def test_the_picture_is_of_its_transcript() -> None:
    spec = importlib.util.spec_from_file_location("demo", ROOT / "docs" / "demo.py")
    assert spec is not None
    assert spec.loader is not None
    demo = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(demo)
    drawn = demo.picture()
    assert drawn == demo.PICTURE.read_text(encoding="utf-8")
    assert not re.search(r"url\(.?http|@import|<script", drawn)

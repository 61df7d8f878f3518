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
# Those of docs/ are read by people; those beside this file play a variant by what its bot would do, and look at all there is to see.
SESSIONS = [
    *sorted((ROOT / "docs" / "transcripts").glob("*.txt")),
    *sorted((ROOT / "tests" / "transcripts").glob("*.txt")),
]
TRANSCRIPTS = [*SESSIONS, *PAGES]


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
    Path("t.txt").write_text("# A session.\n> echo one\none\n\n> echo two\n2\n> show over\nno game lies here\n")
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
        .startswith("# A session.\n> echo one\none\n\n> echo two\ntwo\n> show over\nshow takes ")
    )


def test_only_the_blocks_of_a_page_are_a_transcript() -> None:
    page = "# Page\n\n> a quotation\n\n```dicecup\n> echo one\n1\n```\n\nWords.\n\n```text\n> echo two\n```\n\n```dicecup\n> history\n```\n"
    Path("page.md").write_text(page)
    assert dicecup("console", "--update", "page.md").code == 0
    assert Path("page.md").read_text() == page.replace("\n1\n", "\none\n").replace(
        "> history\n", "> history\n   1  echo one\n   2  history\n"
    )


FENCED = (
    "- a list\n\n  ```dicecup\n  > echo {0}\n  {1}\n\n  ```\n",
    "1. a list\n\n\t```dicecup\n\t> echo {0}\n\t{1}\n\t```\n",
    "~~~dicecup\n> echo {0}\n{1}\n~~~\n",
    "````dicecup\n> echo {0}\n{1}\n````\n",
    "```dicecup {{#x}}\n> echo {0}\n{1}\n```\n",
    "``` {{#x .dicecup}}\n> echo {0}\n{1}\n```\n",
    "> quoted\n>\n> ```dicecup\n> > echo {0}\n> {1}\n> ```\n",
    "   ```dicecup\n   > echo {0}\n   {1}\n   ```\n",
    "```dicecup\n> echo {0}\n{1}\n",  # which nothing ends but the page
)
PLAIN = "# Page\n\n```dicecup\n> echo one\none\n```\n\n"


@pytest.mark.parametrize("block", FENCED)
def test_every_fence_that_markdown_knows_is_checked_c079(block: str) -> None:
    page = PLAIN + block.format("right", "wrong")
    Path("page.md").write_text(page)
    run = dicecup("console", "--check", "page.md")
    assert run.code == 1
    line = next(number for number, text in enumerate(page.splitlines(), 1) if "> echo right" in text)
    assert run.lines[0] == f"page.md:{line}: > echo right"
    assert dicecup("console", "--update", "page.md").code == 0
    assert Path("page.md").read_text() == PLAIN + block.format("right", "right")
    assert dicecup("console", "--check", "page.md").code == 0


@pytest.mark.parametrize(
    ("block", "line"),
    [
        ("<details>\n```dicecup\n> echo right\nwrong\n```\n</details>\n", 9),
        ("Words.\n\n    ```dicecup\n    > echo right\n    wrong\n    ```\n", 10),
        ("<!--\n~~~ {.dicecup}\n> echo right\nwrong\n~~~\n-->\n", 9),
    ],
)
def test_a_block_that_is_not_checked_is_named_c079(block: str, line: int) -> None:
    Path("page.md").write_text(PLAIN + block)
    run = dicecup("console", "--check", "page.md")
    assert run.code == 0
    assert f"page.md:{line}: this is no block of its own" in run.err


def test_what_is_shown_of_markdown_within_a_block_is_none_c079() -> None:
    Path("page.md").write_text(
        PLAIN + "````markdown\n```dicecup\n> echo right\nwrong\n```\n````\n\n```dicecup` begins one.\n"
    )
    run = dicecup("console", "--check", "page.md")
    assert (run.code, run.lines, run.err) == (0, ["page.md: 1 line"], "")


@pytest.mark.parametrize(
    "line",
    [
        "assert over",
        "assert turn = B",
        "/assert legal 9x9",
        "as A assert turn = B",
        "ASSERT turns = 3",
        "source claims.txt",
    ],
)
def test_update_never_writes_down_an_assert_that_fails(line: str) -> None:
    Path("claims.txt").write_text("echo a claim\nassert turn = B\n")
    session = f"> echo one\n1\n> new liars-dice A=human B=basic seed=7\n> {line}\n"
    Path("t.txt").write_text(session)
    run = dicecup("console", "--update", "t.txt")
    assert run.code == 1
    assert f"t.txt:4: > {line}: an assert that fails is not written down" in run.err
    assert "t.txt:1: > echo one" in run.lines
    assert Path("t.txt").read_text() == session


def test_an_assert_after_the_end_of_a_session_is_not_written_down_either() -> None:
    Path("t.txt").write_text("> quit\n> assert over\n")
    assert dicecup("console", "--update", "t.txt").code == 1
    assert Path("t.txt").read_text() == "> quit\n> assert over\n"


def test_a_failing_assert_that_was_meant_stands() -> None:
    meant = "no game lies here; `new VARIANT` begins one, `load FILE` opens a log\n"
    Path("t.txt").write_text(f"> assert over\n{meant}> echo two\n")
    assert dicecup("console", "--update", "t.txt").code == 0
    assert Path("t.txt").read_text() == f"> assert over\n{meant}> echo two\ntwo\n"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("new liars-dice basic basic", "a seed is drawn"),
        ("playtest run stacked-dice --games 2 --quiet", "a seed is drawn"),
        ("playtest run stacked-dice --games 2 --seed 7", "it tells how long it took"),
    ],
)
def test_update_warns_of_a_session_that_cannot_repeat(line: str, why: str) -> None:
    Path("t.txt").write_text(f"> echo one\none\n> {line}\n")
    run = dicecup("console", "--update", "t.txt")
    assert run.code == 0
    assert run.err == f"dicecup: t.txt:3: {why}, so the session cannot go the same way each time\n"
    Path("t.txt").write_text(
        "> new liars-dice basic basic seed=7\n> playtest run stacked-dice --games 2 --seed 7 --quiet\n"
    )
    assert dicecup("console", "--update", "t.txt").err == ""


@pytest.mark.parametrize(("name", "typed"), [("t.txt", "> more"), ("page.md", "```"), ("page.md", "> more")])
def test_what_would_be_read_as_another_session_is_not_written_down(name: str, typed: str) -> None:
    session = f'# Page\n\n```dicecup\n> echo "{typed}"\n```\n' if name == "page.md" else f'> echo "{typed}"\n'
    Path(name).write_text(session)
    run = dicecup("console", "--update", name)
    assert run.code == 1
    assert "it cannot be written down" in run.problem()
    assert Path(name).read_text() == session


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

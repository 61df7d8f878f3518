"""C078: nothing that a command writes takes the place of anything it reads, by whatever name, whether it may replace files or not."""

from __future__ import annotations

import ast
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import COMMAND, console, dicecup, environment

from dicecup.engine.core.inputs import Inputs, input_at, note, read_so_far, reading
from dicecup.engine.definitions.definition import load, variant_path

ROOT = Path(__file__).parent.parent

FILES = {
    "base.yaml": "dicecup: 1\nextends: liars-dice\nplayers: {max: 2}\n",
    "silent.yaml": "dicecup: 1\nextends: base.yaml\n",  # gives no value, so no value comes from it
    "child.yaml": "dicecup: 1\nextends: [silent.yaml, base.yaml]\nrules: {dice_per_player: 2}\nplayers: {max: 2}\n",
    "bot.py": "import sys\nsys.path.insert(0, '')\nimport tactics\ndef bot(view):\n    import late\n    return view.legal[0]\n",
    "tactics.py": "import importlib\nimportlib.import_module('hidden')\n",
    "hidden.py": "",  # named in a text only
    "late.py": "",  # imported when the first move is made
    "moves.txt": "1x3\nliar\n",
    "dice.txt": "A: 1\nB: 2\nB: 5 6\nA: 3 4\n",
    "other.txt": "# a script that comes later\n",
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text)
    assert dicecup("play", "child.yaml", "--seed", "7", "--log", "log.jsonl").code == 0
    Path("list.txt").write_text("base.yaml\n")


SEATS = ("--seat", "bot.py:bot", "--seat", "basic")
OPEN = ("playtest", "open", "child.yaml", "--game", 3, "--seed", "7", *SEATS)
COMMANDS: list[tuple[str, tuple[object, ...], str]] = [
    ("play", ("play", "child.yaml", "--seed", "7", *SEATS, "--log"), "child.yaml silent.yaml base.yaml bot.py tactics.py late.py hidden.py"),
    ("moves and dice", ("play", "child.yaml", "--moves", "moves.txt", "--dice", "dice.txt", "--log"), "moves.txt dice.txt child.yaml"),
    ("playtest run", ("playtest", "run", "child.yaml", "--seed", "7", "--games", 2, *SEATS, "--log"), "child.yaml silent.yaml base.yaml bot.py late.py"),
    ("playtest open", (*OPEN, "--log"), "child.yaml base.yaml bot.py tactics.py late.py"),
    ("replay fork", ("replay", "fork", "log.jsonl", "--at", 5, "--moves", "moves.txt", "--seat", "B=bot.py:bot", "--log"), "log.jsonl moves.txt bot.py late.py"),
    ("replay export", ("replay", "export", "log.jsonl", "--output"), "log.jsonl"),
    ("resume elsewhere", ("play", "--resume", "log.jsonl", "--log"), ""),
]  # fmt: skip


@pytest.mark.parametrize(("_", "command", "inputs"), COMMANDS)
def test_C078_no_output_takes_the_place_of_an_input(_: str, command: tuple[object, ...], inputs: str) -> None:
    for name in inputs.split():
        before = Path(name).read_bytes()
        Path("link").symlink_to(name)
        os.link(name, "hard")
        for spelling in (name, f"./{name}", Path(name).absolute(), "link", "hard"):
            for force in ((), ("--force",)):
                run = dicecup(*command, spelling, *force)
                assert run.code == 5, (name, spelling, force, run)
                assert "is an input itself" in run.problem()
        assert Path(name).read_bytes() == before == Path("hard").read_bytes()
        Path("link").unlink()
        Path("hard").unlink()
    assert not list(Path().glob("*.part"))


def test_C078_what_is_named_otherwise_is_named() -> None:
    os.link("base.yaml", "out.jsonl")
    run = dicecup("play", "child.yaml", "--seed", "7", "--log", "out.jsonl", "--force")
    assert run.problem() == "dicecup: out.jsonl is an input itself (base.yaml); write to another file"


def test_C078_a_new_variant_takes_no_place_of_its_bases() -> None:
    for name in ("child", "silent", "base"):
        run = dicecup("variants", "new", name, "--from", "./child.yaml", "--force")
        assert (run.code, Path(f"{name}.yaml").read_text()) == (5, FILES[f"{name}.yaml"])


def test_C078_what_comes_by_standard_input_is_an_input_too() -> None:
    for file, args in (
        ("moves.txt", ["play", "child.yaml", "--moves", "-", "--log", "moves.txt", "--force"]),
        ("log.jsonl", ["replay", "export", "-", "--output", "log.jsonl", "--force"]),
    ):
        before = Path(file).read_bytes()
        with Path(file).open("rb") as stream:
            run = subprocess.run([*COMMAND, *args], stdin=stream, capture_output=True, env=environment(), timeout=60)
        assert (run.returncode, Path(file).read_bytes()) == (5, before)
        assert b"(standard input)" in run.stderr


@pytest.mark.parametrize(
    ("file", "args"),
    [
        ("log.jsonl", ["replay", "export", "log.jsonl", "--format", "jsonl"]),
        ("base.yaml", ["variants", "show", "./child.yaml"]),
        ("moves.txt", ["play", "child.yaml", "--moves", "moves.txt"]),
        ("bot.py", ["play", "child.yaml", *SEATS, "--json"]),
    ],
)
def test_C078_what_is_read_is_not_written_to_as_standard_output(file: str, args: list[str]) -> None:
    """`dicecup replay export log.jsonl >> log.jsonl` would read for ever what it writes."""
    before = Path(file).read_bytes()
    with Path(file).open("ab") as stream:
        run = subprocess.run([*COMMAND, *args], stdout=stream, stderr=subprocess.PIPE, env=environment(), timeout=60)
    assert (run.returncode, Path(file).read_bytes()) == (5, before)
    assert b"is read and written to at once" in run.stderr


def test_C078_a_log_that_is_written_on_gives_no_moves_and_no_dice() -> None:
    Path("first.txt").write_text("1x3\n")
    people = ("play", "child.yaml", "--moves", "first.txt", "--dice", "dice.txt", "--log", "broken.jsonl")
    assert dicecup(*people).code == 1
    os.link("broken.jsonl", "hard")
    before = Path("broken.jsonl").read_bytes()
    for moves, dice in (("broken.jsonl", "dice.txt"), ("moves.txt", "broken.jsonl"), ("moves.txt", "hard")):
        run = dicecup("play", "--resume", "broken.jsonl", "--moves", moves, "--dice", dice)
        assert (run.code, Path("broken.jsonl").read_bytes()) == (5, before)
        assert "is read and written to at once" in run.problem()
    for dice in ("broken.jsonl", "hard"):
        run = console(f"resume broken.jsonl dice={dice}")
        assert (run.code, Path("broken.jsonl").read_bytes()) == (1, before)
        assert "is read and written to at once" in run.err


def test_C078_settings_and_typed_lines_are_inputs_of_every_command(folders: dict[str, str]) -> None:
    history = Path(folders["DICECUP_STATE"], "history")
    history.parent.mkdir()
    history.write_text("new liars-dice\n")
    config = Path(folders["DICECUP_CONFIG"])
    config.write_text("tutor: true\n")
    for file in (history, config):
        before = file.read_text()
        for command in (("play", "liars-dice", "--seed", "7", "--log"), ("replay", "export", "log.jsonl", "--output")):
            assert dicecup(*command, file, "--force", env=folders).code == 5
        assert console("new liars-dice basic basic", f"save {file} force", env=folders).code == 1
        assert file.read_text() == before


def test_C078_the_console_still_saves_settings_and_typed_lines(
    say: Callable[..., object], folders: dict[str, str]
) -> None:
    say("set history 3", "echo 1", "echo 2", "echo 3", "echo 4")
    assert "history: 3" in Path(folders["DICECUP_CONFIG"]).read_text()
    assert Path(folders["DICECUP_STATE"], "history").read_text() == "echo 2\necho 3\necho 4\n"


# --- The console ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "inputs"),
    [
        (["new ./child.yaml A=bot.py:bot B=basic"], "child.yaml silent.yaml base.yaml bot.py tactics.py late.py"),
        (["new ./child.yaml basic basic", "load log.jsonl"], "log.jsonl"),
        (["load log.jsonl", "fork 5 B=bot.py:bot"], "log.jsonl bot.py"),
        (["load log.jsonl", "fork 5", "fork 3 B=bot.py:bot"], "log.jsonl bot.py"),
        (["new ./child.yaml A=human B=human dice=dice.txt"], "child.yaml dice.txt"),
    ],
)
def test_C078_a_game_is_not_saved_onto_what_it_was_made_from(lines: list[str], inputs: str) -> None:
    for name in inputs.split():
        before = Path(name).read_bytes()
        Path("link").symlink_to(name)
        for spelling in (name, f"./{name}", "link"):
            run = console(*lines, f"save {spelling} force")
            assert (run.code, Path(name).read_bytes()) == (1, before)
            assert "is an input itself" in run.err
        run = console(*lines, f"replay export log.jsonl --output {name} --force")
        assert (run.code, Path(name).read_bytes()) == (1, before)
        Path("link").unlink()


def test_C078_what_another_game_was_made_from_may_be_replaced() -> None:
    run = console("new ./child.yaml basic basic", "new liars-dice basic basic", "save base.yaml force")
    assert run.code == 0
    assert console("load log.jsonl", "new liars-dice basic basic", "save log.jsonl force").code == 0


def test_C078_a_script_that_runs_or_is_still_to_run_is_not_written_onto() -> None:
    Path("inner.txt").write_text("save inner.txt force\n")
    Path("outer.txt").write_text("new liars-dice basic basic\nsource inner.txt\n")
    for file, text in (
        ("one.txt", "new liars-dice basic basic\nsave one.txt force\n"),
        ("one.txt", "new liars-dice basic basic\nsave other.txt force\n"),
        ("outer.txt", "new liars-dice basic basic\nsource inner.txt\n"),
        ("outer.txt", "new liars-dice basic basic\nsource inner.txt\n"),
    ):
        Path(file).write_text(text)
        before = {path: path.read_bytes() for path in Path().iterdir() if path.is_file()}
        run = dicecup("console", file, "other.txt")
        assert run.code == 1
        assert "is an input itself" in run.err
        assert {path: path.read_bytes() for path in Path().iterdir() if path.is_file()} == before
    assert dicecup("console", "-c", "new liars-dice basic basic", "-c", "save inner.txt force").code == 0


def test_C078_no_session_of_a_transcript_writes_onto_one() -> None:
    before = "> new liars-dice basic basic seed=7\n> save two.txt force\n> save one.txt force\n"
    Path("one.txt").write_text(before)
    Path("two.txt").write_text("> echo two\ntwo\n")
    run = dicecup("console", "--update", "one.txt", "two.txt")
    assert run.code == 0
    assert Path("one.txt").read_text().count("is an input itself") == 2
    assert Path("two.txt").read_text() == "> echo two\ntwo\n"


# --- How a run knows its inputs ---------------------------------------------------------------------------------------


def test_outside_a_run_nothing_is_noted() -> None:
    note("base.yaml")
    assert input_at("base.yaml") is None
    assert read_so_far().find("base.yaml") is None


def test_a_part_of_a_run_has_the_inputs_of_the_run_and_leaves_none_behind() -> None:
    earlier = Inputs()
    earlier.add("dice.txt")
    with reading():
        note("base.yaml")
        with reading(earlier):
            note("moves.txt")
            assert all(map(input_at, ("base.yaml", "moves.txt", "dice.txt")))
            alone = read_so_far()
        assert not any(map(input_at, ("moves.txt", "dice.txt")))
        assert [bool(alone.find(name)) for name in ("base.yaml", "moves.txt", "dice.txt")] == [False, True, False]


def test_a_file_that_was_replaced_since_it_was_read_is_an_input_still() -> None:
    with reading():
        load("./child.yaml")
        Path("new").write_text("dicecup: 1\n")
        Path("new").replace("base.yaml")  # as editors save
        assert input_at("base.yaml")
        assert input_at("./base.yaml")


def test_shipped_variants_and_code_that_runs_are_inputs() -> None:
    with reading():
        assert input_at(variant_path("perudo")) is None
        load("perudo")
        assert input_at(variant_path("perudo"))
        assert input_at(__file__)


def test_a_terminal_is_read_and_written() -> None:
    with reading():
        note("/dev/null")
        assert input_at("/dev/null") is None


NOTED_BY_OTHERS = {  # modules that open files without noting them, and why they may
    "engine/log/lock.py": "looks whether somebody writes there",
    "engine/core/kernel.py": "code that is loaded is an input anyway",
    "engine/replay/parallel_verify.py": "nothing is written by a run that verifies",
    "engine/replay/repair.py": "what is repaired is written anew",
    "engine/replay/resume.py": "what is resumed is written on",
    "cli/settings/file.py": "a standing input",
    "cli/session/history.py": "a standing input",
    "cli/console/viewer.py": "looks for the seed of a log, which whoever shows it opens",
    "cli/session/autosave.py": "looks through the folder of open games",
    "cli/session/seat_log.py": "looks whether a log is of the game that it is written for, and replaces it then",
    "cli/session/seat_secrets.py": "the program's own, in its folder of state",
    "cli/completion/games.py": "what a word may become hangs on it, and no run",
    "cli/completion/logs.py": "the same",
    "cli/console/transcript.py": "noted beside the sessions that it holds",
}


def test_whatever_opens_a_file_to_read_it_notes_it() -> None:
    """A module that begins to read files is here at once, and has to note them or to say why not."""

    def reads(node: ast.AST) -> bool:
        match node:
            case ast.Call(func=ast.Attribute(attr="read_bytes" | "read_text")):
                return True
            case ast.Call(func=ast.Attribute(attr="open") | ast.Name(id="open"), args=args):
                return any(isinstance(arg, ast.Constant) and "r" in str(arg.value) for arg in args)
        return False

    found = set()
    for path in sorted([*(ROOT / "engine").rglob("*.py"), *(ROOT / "cli").rglob("*.py")]):
        text = path.read_text()
        if any(map(reads, ast.walk(ast.parse(text)))) and "note(" not in text:
            found.add(path.relative_to(ROOT).as_posix())
    assert found <= NOTED_BY_OTHERS.keys()

"""Colour, words only, and the settings of both: one order, and every command hears it (C073, C083)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import Run, Terminal, dicecup, process, typed
from furniture import ALL_EXAMPLES, EXAMPLES, as_run, commands

from dicecup.cli.base.command import Group

ESC = "\x1b"
COMMANDS = [path for path, command in commands() if not isinstance(command, Group)]
COLUMNS = re.compile(r"\S {2,}\S")  # cells with more than a space between them
DOES = re.compile(r"^ +([A-J] \w+|Player [A-J])  ")  # what a seat does stands after its name
MANNERLY = [
    {"DICECUP_COLOR": "never"},
    {"NO_COLOR": "1"},
    {"ACCESSIBLE": "1", "FORCE_COLOR": "1"},
    {"DICECUP_ACCESSIBLE": "on", "FORCE_COLOR": "1"},
]
PLAIN = MANNERLY[2:]


def at_a_teletype(line: str, **env: str) -> Run:
    """An example at a terminal that does no more than a teletype."""
    return typed(args=tuple(as_run(line)), env=env)


def example_of(path: tuple[str, ...]) -> str:
    """An example of a command."""
    return next(line for line in ALL_EXAMPLES if as_run(line)[: len(path)] == list(path) and "human" not in line)


def show(log: str, *args: str, **env: str) -> int:
    """The escapes that `replay show` writes to a pipe."""
    run = dicecup("replay", "show", log, *args, env=env)
    assert ESC not in run.err
    return run.out.count(ESC)


@pytest.mark.parametrize(
    ("args", "env", "colored"),
    [
        ((), {}, False),
        ((), {"NO_COLOR": "1"}, False),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": ""}, False),
        ((), {"FORCE_COLOR": "0"}, False),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (("--no-color",), {"FORCE_COLOR": "1"}, False),
        (("--color", "never"), {"FORCE_COLOR": "1"}, False),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
        (("--json",), {"FORCE_COLOR": "1"}, False),
        (("--json", "--color", "always"), {}, False),
        (("--plain",), {"FORCE_COLOR": "1"}, False),
        (("--accessible", "--color", "always"), {}, False),
    ],
)
def test_C073_switches_of_colour_in_conflict(
    furnished: Path, args: tuple[str, ...], env: dict[str, str], colored: bool
) -> None:
    assert (show("game.jsonl", *args, **env) > 0) is colored


def test_C073_an_empty_variable_says_nothing_at_a_terminal(furnished: Path) -> None:
    line = "dicecup replay show game.jsonl"
    assert ESC in at_a_teletype(line, NO_COLOR="").out
    assert ESC not in at_a_teletype(line, NO_COLOR="1").out
    assert ESC not in at_a_teletype(line, TERM="dumb").out


def test_C073_standard_error_is_judged_on_its_own(furnished: Path) -> None:
    """Standard output goes to a file, and the person sits at standard error."""
    with Terminal("play", "liars-dice", "--seed", "7", redirect="> out.txt") as terminal:
        terminal.shows("A> ")
        assert ESC in terminal.raw
        terminal.type("quit")
        assert terminal.ends() == 0
    assert ESC not in Path("out.txt").read_text()


def is_colored(text: str) -> bool:
    """Whether anything in it is in colour, or bold."""
    return re.search(r"\x1b\[[0-9;]*m", text) is not None


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_C083_every_command_hears_the_settings_of_colour(furnished: Path, path: tuple[str, ...]) -> None:
    """A walk by keys clears the screen in any case; in words only it does not even that."""
    line = example_of(path)
    for env in MANNERLY:
        out = at_a_teletype(line, **env).out
        assert not is_colored(out), env
        assert ESC not in out or "ACCESSIBLE" not in env
    (furnished / "own.yaml").write_text("color: never\n")
    assert not is_colored(at_a_teletype(line, DICECUP_CONFIG=str(furnished / "own.yaml")).out)
    forced = at_a_teletype(line, DICECUP_CONFIG=str(furnished / "own.yaml"), FORCE_COLOR="1").out
    assert is_colored(forced) == is_colored(at_a_teletype(line).out)


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_C083_no_command_runs_with_a_setting_that_cannot_be(furnished: Path, path: tuple[str, ...]) -> None:
    line = example_of(path)
    run = dicecup(*as_run(line), env={"DICECUP_COLOR": "bogus"})
    problem = "dicecup: DICECUP_COLOR: bogus is not allowed; allowed: one of auto, always, never"
    assert (run.code, run.out, run.problem()) == (2, "", problem)
    (furnished / "own.yaml").write_text("tutr: true\n")
    run = dicecup(*as_run(line), env={"DICECUP_CONFIG": str(furnished / "own.yaml")})
    assert (run.code, run.out) == (3, "")
    assert "unknown key tutr" in run.problem()
    assert dicecup(*path, "--help", env={"DICECUP_COLOR": "bogus"}).code == 0


def is_data(words: list[str]) -> bool:
    """Whether what is printed is read by a program, which has its own lay-out."""
    return (
        words[:1] == ["completion"] or "--json" in words or words[:2] in (["variants", "schema"], ["variants", "new"])
    )


@pytest.mark.parametrize("line", EXAMPLES)
def test_words_only_have_no_colour_and_no_columns(furnished: Path, line: str) -> None:
    words = as_run(line)
    if is_data(words):
        return
    stdin = "1x2\n" if "human" in line else ""
    for args, env in (("--plain",), {"FORCE_COLOR": "1"}), ((), PLAIN[0]):
        run = dicecup(*words, *args, stdin=stdin, env=env)
        assert ESC not in run.out + run.err
        odd = [text for text in run.lines if COLUMNS.search(DOES.sub("", text)) and text not in words]
        assert odd == []


@pytest.mark.parametrize("path", [path for path, _ in commands()], ids=" ".join)
def test_help_in_words_only_has_no_columns(path: tuple[str, ...]) -> None:
    examples = dict(commands())[path].examples  # type: ignore[attr-defined]
    own = {line for line, _ in examples}
    found = dicecup(*path, "--help", "--plain")
    assert found == dicecup("--accessible", *path, "-h") == dicecup(*path, "-h", env={"ACCESSIBLE": "1"})
    assert found.code == 0
    assert [line for line in found.lines if COLUMNS.search(line.strip()) and line.strip() not in own] == []
    assert "--json: Print JSON: an object, or one a line." in found.out


def test_a_line_of_the_console_hears_what_the_session_has_set(furnished: Path) -> None:
    lines = ("set accessible on", "bots liars-dice", "replay info game.jsonl", "help", "history", "set", "quit")
    run = dicecup("console", *(part for line in lines for part in ("-c", line)), env={"FORCE_COLOR": "1"})
    assert run.code == 0
    assert ESC not in run.out
    assert [line for line in run.lines if COLUMNS.search(line)] == []
    run = dicecup("console", "-c", "set color never", "-c", "rules perudo", env={"FORCE_COLOR": "1"})
    assert ESC not in run.out
    run = dicecup("console", "-c", "set color never", "-c", "rules perudo --color always", "-c", "rules perudo")
    assert run.out.count(ESC) == 2  # on for the title of the one, and off


def test_a_process_of_its_own_hears_them_too(furnished: Path) -> None:
    run = process("replay", "show", "game.jsonl", FORCE_COLOR="1", DICECUP_ACCESSIBLE="1", cwd=furnished)
    assert ESC not in run.out
    assert "  A basic  throws 6" in run.lines

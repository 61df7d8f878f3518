"""The command line as a whole: help, examples, options, exit codes, start-up (C064), and the small commands."""

from __future__ import annotations

import ast
import shlex
import sys
from pathlib import Path

import click
import pytest
from command_line import HEAVY, ROOT, Terminal, dicecup, loaded, process, seconds, strict
from furniture import EXAMPLES, PATHS, as_run, commands

from dicecup import __version__
from dicecup.cli import main as main_module
from dicecup.cli.base import text
from dicecup.cli.base.command import Command, Group
from dicecup.cli.games.registry import narration
from dicecup.cli.narration.narrator import SHARED
from dicecup.engine import load, names
from dicecup.engine.games.registry import SHIPPED, family
from dicecup.engine.games.registry import family as family_of

# --- Help ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_help_begins_with_examples(path: tuple[str, ...]) -> None:
    run = dicecup(*path, "--help")
    assert (run.code, run.err) == (0, "")
    where = [run.out.index(part) for part in ("Examples:", "Usage: dicecup", "Everywhere:", "--no-input")]
    assert where == sorted(where)
    assert run.out == dicecup(*path, "-h").out
    assert "\x1b" not in run.out
    assert max(map(len, run.lines)) <= 100


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_every_option_is_explained(path: tuple[str, ...]) -> None:
    command = dict(commands())[path]
    assert command.help
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, option.name


@pytest.mark.parametrize("line", EXAMPLES)
def test_every_example_runs(furnished: Path, line: str) -> None:
    # A person's part is played by a script: there is no terminal here.
    stdin = "1x2\n" if "human" in line else ""
    *before, last = [line] if line.endswith("| source") else line.split(" | ")
    for part in before:
        stdin = process(*as_run(part)).out
    words = as_run(last)
    run = process(*words, stdin=stdin.encode()) if before else dicecup(*words, stdin=stdin)
    expected = 1 if "diff" in words or "human" in line else 0
    assert run.code == expected, run.err
    assert run.out or run.err.startswith("Wrote") or not words  # without a terminal and without lines


def test_a_narrow_terminal_gets_narrow_help() -> None:
    run = dicecup("play", "--help", env={"COLUMNS": "50"})
    examples = [line for _, command in commands() for line, _ in command.examples]  # type: ignore[attr-defined]
    assert all(len(line) <= 50 or line.strip() in examples for line in run.lines)


def test_only_what_works_is_listed() -> None:
    listed = {" ".join(path) for path in PATHS}
    for absent in (
        "analyze",
        "playtest compare",
    ):
        assert absent not in listed
        assert f" {absent.split()[-1]} " not in dicecup(*absent.split()[:-1], "--help").out.replace("`", " ")


def test_the_table_says_what_the_command_says() -> None:
    for name, (place, _) in main_module.TABLE.items():
        module, _, attribute = place.partition(":")
        command = getattr(sys.modules.get(module) or __import__(module, fromlist=["x"]), attribute)
        assert isinstance(command, Command | Group)
        assert command.name == name


# --- Start-up (C064) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        ["--version"],
        ["--help"],
        ["play", "--help"],
        ["replay", "verify", "--help"],
        ["variants", "-h"],
        ["playtest", "run", "-h"],
        ["odds", "-h"],
        ["completion", "bash"],
    ],
    ids=" ".join,
)
def test_C064_help_and_version_import_nothing_heavy(args: list[str]) -> None:
    """The settings say how help is to be laid out; what reads them is all."""
    assert loaded(*args) <= ({"yaml", "msgspec"} if "--version" not in args else set())


def test_where_nothing_was_set_no_settings_are_read(tmp_path: Path) -> None:
    nothing_set = {name: str(tmp_path) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    assert loaded("--help", without=("DICECUP_CONFIG",), **nothing_set) <= {"platformdirs"}
    assert "yaml" in loaded("--help", without=("DICECUP_CONFIG",), DICECUP_COLOR="never", **nothing_set)


def test_C064_help_is_quick() -> None:
    assert min(seconds("--help") for _ in range(3)) < 0.3


def test_a_bots_only_game_imports_no_prompt_and_no_numpy() -> None:
    assert loaded("play", "liars-dice", "--seed", "7") <= {"yaml", "msgspec", "dicecup.engine.match.match"}


def test_the_version_is_the_constant() -> None:
    for args in (["--version"], ["play", "--version"], ["replay", "show", "--version"]):
        run = dicecup(*args)
        assert (run.code, run.out, run.err) == (0, f"dicecup {__version__}\n", "")


# --- Start page -----------------------------------------------------------------------------------------------------


def test_dicecup_alone_is_the_console(tmp_path: Path) -> None:
    assert dicecup(stdin="echo one\n").out == "one\n"
    out = tmp_path / "out"
    with Terminal(redirect=f">{out}") as terminal:  # somebody reads, and nobody can be asked
        assert terminal.ends() == 0
    assert out.read_text().startswith("Dice games from YAML")


# --- Mistakes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ply", "no command 'ply' (did you mean play?)"),
        ("replay vrify x", "no command 'vrify' (did you mean verify?)"),
        ("zzz", "no command 'zzz'; `dicecup --help`"),
        ("play liars-dice --sede 7", "no option --sede (did you mean --seed?)"),
        ("play liar-dice", "no variant liar-dice (did you mean liars-dice?)"),
        ("play", "VARIANT is missing"),
        ("playtest open liars-dice --seed 1", "--game is missing"),
        ("play liars-dice extra", "unexpected extra argument"),
        ("play liars-dice --game -1", "no number from 0 to 281474976710655"),
        ("play liars-dice --game 281474976710656", "no number from 0"),
        ("play liars-dice --game \uff13", "no number from 0"),
        ("play liars-dice --game 1.0", "no number from 0"),
        ("play liars-dice --seats 1", "no number from 2 to 10"),
        ("play liars-dice --as Z", "seats are letters from A to J"),
        ("play liars-dice --set dice_per_player=0", "from 1 to 20"),
        ("play liars-dice --set nosuch=1", "unknown key nosuch"),
        ("rules nosuch.yaml", "no file nosuch.yaml"),
        ("completion csh", "bash"),
        ("--color sometimes play liars-dice", "--color"),
        ("playtest run liars-dice --mode fast", "--mode"),
    ],
)
def test_a_mistake_is_one_sentence_with_code_2(line: str, said: str) -> None:
    run = dicecup(*shlex.split(line))
    assert (run.code, run.out) == (2, "")
    assert run.problem().startswith("dicecup: ")
    assert said in run.problem()
    as_json = dicecup(*shlex.split(line), "--json")
    record = strict(as_json.problem())
    assert (as_json.code, as_json.out) == (2, "")
    assert (record["type"], record["dicecup"], record["code"]) == ("error", 1, 2)
    assert said in record["message"]


def test_every_missing_subcommand_is_help_and_not_a_crash() -> None:
    for path, command in commands():
        if path and isinstance(command, Group):
            run = dicecup(*path)
            assert run.code == 2
            assert "Traceback" not in run.out + run.err


def test_a_bug_is_told_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise KeyError("cup\nboard")

    monkeypatch.setattr("dicecup.engine.definitions.definition.load", broken)
    run = dicecup("rules", "perudo")
    assert (run.code, run.out) == (70, "")
    assert "this is a bug in dicecup; please report it" in run.err
    assert "Traceback" not in run.err
    assert "DICECUP_DEBUG=1" in run.err
    assert strict(dicecup("rules", "perudo", "--json").problem())["code"] == 70
    monkeypatch.setenv("DICECUP_DEBUG", "1")
    run = dicecup("rules", "perudo")
    assert run.code == 70
    assert "Traceback" in run.err


# --- Common options -------------------------------------------------------------------------------------------------


def test_common_options_may_stand_before_or_after() -> None:
    after = dicecup("rules", "perudo", "--json").out
    assert dicecup("--json", "rules", "perudo").out == after
    assert dicecup("-q", "play", "liars-dice", "--seed", "7").out == "A basic wins after 6 rounds.\n"
    assert dicecup("variants", "--json", "list").out == dicecup("variants", "list", "--json").out


@pytest.mark.parametrize(
    ("args", "env", "colored"),
    [
        ([], {}, False),
        (["--color", "always"], {}, True),
        (["--color", "always"], {"NO_COLOR": "1", "TERM": "dumb"}, True),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "0"}, False),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_who_decides_on_colour(args: list[str], env: dict[str, str], colored: bool) -> None:
    clean = {"NO_COLOR": "", "FORCE_COLOR": ""}
    run = dicecup("play", "liars-dice", "--seed", "7", *args, env=clean | env)
    assert ("\x1b[" in run.out) is colored


@pytest.mark.parametrize(
    ("env", "colored"), [({"TERM": "xterm"}, True), ({"TERM": "dumb"}, False), ({"NO_COLOR": "1"}, False)]
)
def test_colour_on_a_terminal(env: dict[str, str], colored: bool) -> None:
    with Terminal("rules", "perudo", **env) as terminal:
        assert terminal.ends() == 0
        assert ("\x1b[" in terminal.raw) is colored


# --- The small commands ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_rules_have_every_sentence_with_its_id(name: str) -> None:
    definition = load(name)
    told = list(family(definition.family).explain(definition.rules, definition.players))
    run = dicecup("rules", name)
    assert run.code == 0
    flowing = " ".join(run.out.split())
    assert all(f"{rule} {sentence}" in flowing for rule, sentence in told)
    (record,) = dicecup("rules", name, "--json").records()
    assert [(rule["rule"], rule["text"]) for rule in record["rules"]] == told


@pytest.mark.parametrize("columns", [20, 40, 60, 120])
def test_rules_fit_the_width(columns: int) -> None:
    run = dicecup("rules", "perudo", env={"COLUMNS": str(columns)})
    assert all(text.width(line) <= columns for line in run.lines)


def test_bots_are_listed_weakest_first() -> None:
    run = dicecup("bots", "perudo")
    assert run.out.index("random") < run.out.index("basic")
    assert [record["name"] for record in dicecup("bots", "perudo", "--json").records()] == family_of(
        "liars"
    ).bot_names()


def test_doctor_never_fails() -> None:
    run = dicecup("doctor")
    assert (run.code, run.err) == (0, "")
    assert all(word in run.out for word in ("python", "extra fast", "compiled code", "config folder", "encoding"))
    (record,) = dicecup("doctor", "--json").records()
    assert record["version"] == __version__


def test_doctor_without_a_home_or_extras() -> None:
    run = process("doctor", "--json", HOME="/nonexistent", PYTHONNOUSERSITE="1")
    assert run.code == 0
    assert strict(run.out)["kernels"]["folder"].startswith("/nonexistent")


# --- Layout of the room -----------------------------------------------------------------------------------------------


def test_no_command_imports_anything_heavy_at_its_top() -> None:
    """Nor what draws, which imports rich; the settings are a Struct, and are loaded when they are first asked for."""
    found = []
    declared = ROOT / "cli" / "setting.py"
    for path in sorted({*(ROOT / "cli").glob("*.py")} - {declared}):
        for node in ast.parse(path.read_bytes()).body:
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            heavy = (module for module in modules if module.split(".")[0] in HEAVY or "dicecup.cli.drawing" in module)
            found += [f"{path.name}: {module}" for module in heavy]
    assert found == []


def test_every_event_type_of_the_log_can_be_told() -> None:
    schema = strict((ROOT / "docs" / "log-format.schema.json").read_text())
    told = {*SHARED, *(kind for family in SHIPPED for kind in narration(family).events)}
    assert told == set(schema["$defs"]) - {"game", "seal", "other"}


@pytest.mark.parametrize("group", ["replay", "variants", "playtest"])
def test_a_group_without_a_command_is_one_sentence(group: str) -> None:
    run = dicecup(group)
    assert (run.code, run.out) == (2, "")
    assert run.problem() == f"dicecup: the command is missing; `dicecup {group} --help` shows how it is used"
    assert strict(dicecup(group, "--json").problem())["code"] == 2

"""Families from outside that lack something: parts of their own, a package that works, or the whole package."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Terminal, dicecup, plain
from packages import DISPLAYS, FAMILIES, FROM, MIA, PEOPLE, alone, bare, fine, games_of_mia, path_of, run, written


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game of people, of which a script makes the moves, and two of bots."""
    return games_of_mia(tmp_path_factory.mktemp("logs"))


# --- A family that has its rules and nothing else --------------------------------------------------------------------


@pytest.fixture(scope="module")
def rules_only(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bare(tmp_path_factory.mktemp("bare"))


def test_without_words_and_pictures_moves_and_events_are_told_as_they_stand(rules_only: Path, logs: Path) -> None:
    shown, stepped = run(
        rules_only,
        ["replay", "show", logs / "people.jsonl", "--round", "1"],
        ["replay", "step", logs / "people.jsonl", "--as", "A"],
        stdin="next 3\nnext 5\n",
    )
    fine([shown, stepped])
    assert shown.lines[6:11] == [
        "  Player A  throws 3 5 under the cup",
        "  Player A  say 31",
        "  Player B  doubt",
        "  Player A  lifted: dice 5 3, said 31",
        "  Player B  life: lives 2, why doubted the truth",
    ]
    assert "Player B is to move." in stepped.lines
    assert "Round 1, A 2 dice, B 2 dice" in stepped.lines


def test_without_pictures_the_table_is_told_with_how_the_seats_stand(rules_only: Path) -> None:
    lines = [
        "set tutor on",
        "new mia A=human B=human seed=7",
        "say 31",
        "doubt",
        "say 31",
        "show",
        "set accessible on",
        "show",
        "quit",
    ]
    (played,) = fine(run(rules_only, ["console", *(word for line in lines for word in ("-c", line))]))
    board, facts = played.out.split("accessible is true")
    assert board.rstrip().splitlines()[-9:] == [
        "Round 2, A 2 dice, B 2 dice",
        "Player A is to move: it is your turn.",
        "",
        "  Player A  lifted: dice 5 3, said 31",
        "  Player B  life: lives 2, why doubted the truth",
        "  Player B  throws 2 dice under the cup",
        "  Player B  say 31",
        "",
        " 1 throw    2 doubt",
    ]
    assert "Player B: life: lives 2, why doubted the truth" in facts.splitlines()
    assert "\nLegal moves: 2\n1: throw\n2: doubt\n" in facts


def test_of_a_long_round_the_newest_lines_are_told_below_how_the_seats_stand(rules_only: Path) -> None:
    said = [
        "say 31",
        "doubt",
        "say 31",
        *(line for value in (32, 41, 42, 43, 51) for line in ("throw", f"say {value}")),
    ]
    lines = ["new mia A=human B=human seed=7", *said, "show", "quit"]
    (played,) = fine(run(rules_only, ["console", *(word for line in lines for word in ("-c", line))]))
    board = played.lines[played.lines.index("Round 2, A 2 dice, B 2 dice") :]
    assert board[3:6] == [
        "  Player A  lifted: dice 5 3, said 31",
        "  Player B  life: lives 2, why doubted the truth",
        "  (5 lines before)",
    ]
    assert board[17:19] == ["  Player A  say 51", ""]


def test_a_person_decides_in_it_at_a_terminal(rules_only: Path) -> None:
    with Terminal("play", "mia", *PEOPLE, PYTHONPATH=path_of(rules_only)) as terminal:
        terminal.shows("Pass the keyboard to Player A")
        terminal.type("")
        assert "Player A  throws 3 5 under the cup" in plain(terminal.shows("A> "))
        terminal.type("say 31")
        terminal.shows("Pass the keyboard to Player B")
        terminal.type("")
        assert "Player A  say 31" in plain(terminal.shows("B> "))
        terminal.type("quit")
        assert terminal.ends() == 0


def test_what_it_lacks_is_said(rules_only: Path) -> None:
    begin = ["console", "-c", "new mia A=human B=human seed=7", "-c"]
    bots, json_bots, odds, asked, hint, unseated, playtest, named = run(
        rules_only,
        ["bots", "mia"],
        ["bots", "mia", "--json"],
        ["odds", "mia", "--hand", "5 4"],
        [*begin, "odds"],
        [*begin, "hint"],
        ["play", "mia"],
        ["playtest", "run", "mia", "--games", "3"],
        ["play", "mia", "--seat", "basic", "--seat", "human"],
    )
    fine([bots, json_bots])
    assert bots.lines[0] == "No bots come with Mia. People play it: seat them as human."
    assert bots.lines[-2].startswith("Your own bot is a Python function (--seat FILE.py:NAME) or a program (--seat")
    assert json_bots.out == ""
    assert odds.code == 2 and odds.problem().startswith("dicecup: no odds are known for Mia; they are for poker dice,")
    assert asked.problem().endswith("no odds are known for Mia")
    assert hint.problem().endswith("nobody can tell which moves of Mia are good")
    nobody = (
        "no bots come with Mia; every seat takes a person (human) or a bot of your own (FILE.py:NAME or cmd:COMMAND)"
    )
    assert [(one.code, one.problem()) for one in (unseated, playtest)] == [(2, f"dicecup: {nobody}")] * 2
    assert (named.code, named.problem()) == (
        2,
        "dicecup: there is no bot 'basic' for the mia family; it may be human, FILE.py:NAME or cmd:COMMAND",
    )


def test_bots_of_ones_own_play_it(rules_only: Path, tmp_path: Path) -> None:
    bot = tmp_path / "own.py"
    bot.write_text("def last(view):\n    return view.legal[-1]\n")
    log = tmp_path / "own.jsonl"
    line_up = ("--seat", f"{bot}:last", "--seat", f"{bot}:last", "--seed", "1")
    fine(run(rules_only, ["play", "mia", *line_up, "--log", log], ["replay", "verify", log]))
    (report,) = run(rules_only, ["playtest", "run", "mia", *line_up, "--games", "20", "--json"])
    assert report.records()[0]["finished"] == 20


# --- Packages that are broken -----------------------------------------------------------------------------------------

MINE = "import dataclasses, mia_dice\nfrom pathlib import Path\n"
BROKEN = {
    "one that cannot be imported": (
        {FAMILIES: "lame = lame:FAMILY"},
        "import nowhere_to_be_found",
        "lame 2.0 is left out: its family lame cannot be loaded: ModuleNotFoundError: No module named 'nowhere_to_be_found'",
    ),
    "one with the name of a shipped family": (
        {FAMILIES: "liars = lame:FAMILY"},
        MINE + "FAMILY = dataclasses.replace(mia_dice.FAMILY, name='liars')",
        "lame 2.0 is left out: its family liars has the name of one that comes with dicecup",
    ),
    "one with a shipped variant's name": (
        {FAMILIES: "lame = lame:FAMILY"},
        MINE + "FAMILY = dataclasses.replace(mia_dice.FAMILY, name='lame', variants=Path(__file__).parent / 'games')",
        "lame 2.0: its variant perudo is left out, since there is another of that name",
    ),
    "one whose family lacks a part": (
        {FAMILIES: "lame = lame:FAMILY"},
        "from dicecup.engine.games.base import Family\nFAMILY = Family(name='lame')",
        "lame 2.0 is left out: its family lame cannot be loaded: TypeError:",
    ),
    "one whose family has a part that is none": (
        {FAMILIES: "lame = lame:FAMILY"},
        MINE + "FAMILY = dataclasses.replace(mia_dice.FAMILY, name='lame', apply=None)",
        "lame 2.0 is left out: its family lame cannot be loaded: TypeError: apply is no function",
    ),
    "one whose options are none": (
        {FAMILIES: "lame = lame:FAMILY"},
        MINE + "FAMILY = dataclasses.replace(mia_dice.FAMILY, name='lame', options=dict)",
        "lame 2.0 is left out: its family lame cannot be loaded: TypeError: options is no class of Options",
    ),
    "one whose folder of variants is a text": (
        {FAMILIES: "lame = lame:FAMILY"},
        MINE + "FAMILY = dataclasses.replace(mia_dice.FAMILY, name='lame', variants='games')",
        "lame 2.0 is left out: its family lame cannot be loaded: TypeError: variants is no Path",
    ),
    "one whose folder of variants is not there": (
        {FAMILIES: "lame = lame:FAMILY"},
        MINE + "FAMILY = dataclasses.replace(mia_dice.FAMILY, name='lame', variants=Path('/nowhere'))",
        "lame 2.0: the folder of its variants is not there: /nowhere",
    ),
    "one whose family's name is no word": (
        {FAMILIES: "Lame Dice = lame:FAMILY"},
        MINE + "FAMILY = dataclasses.replace(mia_dice.FAMILY, name='Lame Dice')",
        "lame 2.0 is left out: its family Lame Dice cannot be loaded: ValueError: a family's name is of small letters,",
    ),
    "one that ends the process": (
        {FAMILIES: "lame = lame:FAMILY"},
        "raise SystemExit(9)",
        "lame 2.0 is left out: its family lame cannot be loaded: ImportError: it ends the process: SystemExit(9)",
    ),
    "one that is no family": (
        {FAMILIES: "lame = lame:FAMILY"},
        "FAMILY = 'lame'",
        "lame 2.0 is left out: lame:FAMILY is no Family",
    ),
    "one whose variant is broken": (
        {FAMILIES: "lame = lame:FAMILY"},
        MINE + "FAMILY = dataclasses.replace(mia_dice.FAMILY, name='lame', variants=Path(__file__).parent / 'broken')",
        "lame 2.0: its variant lame is left out: lame/lame.yaml:1:10:",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_package_costs_one_warning_and_no_command(what: str, tmp_path: Path) -> None:
    entries, source, warning = BROKEN[what]
    written(tmp_path, "lame", entries, lame=source)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "perudo.yaml").write_text("dicecup: 1\nfamily: lame\n")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "lame.yaml").write_text("dicecup: 2\n")
    (tmp_path / "mia_dice").symlink_to(MIA / "mia_dice")
    played, listed = run(tmp_path, ["play", "perudo", "--seed", "1"], ["variants", "list"])
    fine([played])
    assert listed.code == 0 and listed.problem().startswith(f"dicecup: {warning}")
    assert listed.out == dicecup("variants", "list").out


def test_what_a_package_prints_is_not_the_answer_of_a_command(tmp_path: Path) -> None:
    written(tmp_path, "loud", {FAMILIES: "loud = loud:FAMILY"}, loud="print('Welcome!')\nFAMILY = 7")
    listed = alone(tmp_path, "variants", "list", "--json")
    assert listed.out == dicecup("variants", "list", "--json").out
    assert listed.err.startswith("Welcome!\n")


def test_an_error_in_its_code_is_a_bug_of_the_package(tmp_path: Path) -> None:
    bare(tmp_path)
    source = tmp_path / "mia_bare.py"
    source.write_text(f"{source.read_text()}FAMILY = replace(FAMILY, explain=lambda options, players: 1 // 0)\n")
    told = alone(tmp_path, "rules", "mia")
    assert (told.code, told.err.splitlines()[0]) == (
        70,
        (
            "dicecup: ZeroDivisionError: integer division or modulo by zero - this is a bug in mia-bare 2.0; "
            "please report it with the command you gave"
        ),
    )


@pytest.mark.parametrize(
    ("display", "warning"),
    [
        (
            "raise RuntimeError('no')",
            "mia-bare 2.0: the display of mia cannot be loaded: RuntimeError: no; it is left out",
        ),
        (
            "raise SystemExit",
            "mia-bare 2.0: the display of mia cannot be loaded: ImportError: it ends the process: SystemExit(None); it is left out",
        ),
        ("DISPLAY = 7", "mia-bare 2.0: mia_show:DISPLAY is no Display; it is left out"),
        (
            "from dicecup.cli.games.contract import Display\nDISPLAY = Display(narration=lambda: 1 / 0)",
            "the narration of mia cannot be loaded: ZeroDivisionError: division by zero; it is left out",
        ),
        (
            "from dicecup.cli.games.contract import Display\nDISPLAY = Display(narration=dict)",
            "the narration of mia cannot be loaded: TypeError: it is no Narration; it is left out",
        ),
    ],
)
def test_a_broken_display_costs_one_warning_and_is_done_without(
    display: str, warning: str, tmp_path: Path, logs: Path
) -> None:
    bare(tmp_path)
    entries = tmp_path / "mia-bare-2.0.dist-info" / "entry_points.txt"
    entries.write_text(f"{entries.read_text()}[{DISPLAYS}]\nmia = mia_show:DISPLAY\n")
    (tmp_path / "mia_show.py").write_text(display)
    shown = alone(tmp_path, "replay", "show", logs / "people.jsonl")
    assert (shown.code, shown.problem()) == (0, f"dicecup: {warning}")
    assert "  Player A  say 31" in shown.lines


# --- A family that is not here ----------------------------------------------------------------------------------------


def test_a_log_of_a_family_that_is_not_here_is_one_sentence(logs: Path, tmp_path: Path) -> None:
    log = logs / "bots.jsonl"
    needed = f"the game is of the family mia, which comes with {FROM}; install that to read it"
    asked: list[list[object]] = [
        ["replay", "show", log],
        ["replay", "show", log, "--last", "2"],
        ["replay", "step", log],
        ["replay", "diff", log, log],
        ["replay", "info", log],
        ["replay", "fork", log, "--at", "4", "--log", tmp_path / "fork.jsonl"],
        ["replay", "export", log],
        ["play", "--resume", log],
    ]
    for args, one in zip(asked, run(None, *asked), strict=True):
        assert (args, one.code, one.out, one.err) == (args, 2, "", f"dicecup: {log}:1: {needed}\n")
    verified, loaded, variant = run(None, ["replay", "verify", log], ["console", "-c", f"load {log}"], ["play", "mia"])
    assert (verified.code, verified.out) == (2, f"{log}:1: {needed}\n")
    assert (loaded.code, loaded.problem()) == (
        1,
        f"dicecup: -c:1: {log}:1: {needed}",
    )  # as any line that cannot be done
    assert variant.code == 2

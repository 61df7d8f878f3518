"""A family from a package of its own (tests/outside/mia), in processes that have it on their path."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import Run, Terminal, dicecup, own_dice, plain, process, strict
from packages import MIA, alone, bare, path_of, python, run, written

from dicecup.engine.core.kernel import compilable

FROM = "mia-dice 1.0"
MOVES = "say 31\ndoubt\nsay 31\nthrow\nsay 64\ndoubt\nsay mia\nsay 64\ndoubt\n"
PEOPLE = ("--seat", "human", "--seat", "human", "--seed", "7")
BOTS = ("--seat", "random", "--seat", "basic", "--seed", "11")


def fine(runs: list[Run]) -> list[Run]:
    """Runs of which none had anything to complain of."""
    assert [(one.code, one.err) for one in runs if one.code or "dicecup:" in one.err] == []
    return runs


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game of people (of which a script makes the moves) and two of bots."""
    folder = tmp_path_factory.mktemp("logs")
    run(MIA, ["play", "mia", *PEOPLE, "--undo", "--moves", "-", "--log", folder / "people.jsonl"], stdin=MOVES)
    fine(
        run(
            MIA,
            ["play", "mia", *BOTS, "--seat", "basic", "--log", folder / "bots.jsonl"],
            ["play", "mia", *BOTS, "--seat", "random", "--log", folder / "others.jsonl"],
        )
    )
    return folder


# --- The definition -----------------------------------------------------------------------------------------------


def test_it_is_listed_with_the_package_it_comes_from() -> None:
    listed, records = fine(run(MIA, ["variants", "list"], ["variants", "list", "--json"]))
    assert listed.out.count(f"(from\n{'':36}{FROM})") + listed.out.count(f"(from {FROM})") == 2
    brought = {record["name"]: record["from"] for record in records.records() if "from" in record}
    assert brought == {"mia": FROM, "mia-dear": FROM}


def test_its_definition_and_its_rules_are_read() -> None:
    show, check, rules, diff, new = run(
        MIA,
        ["variants", "show", "mia-dear", "--origin"],
        ["variants", "check", "mia", "mia-dear"],
        ["rules", "mia-dear", "--set", "lives=2"],
        ["variants", "diff", "mia", "mia-dear"],
        ["variants", "new", "my-mia", "--from", "mia", "--output", "-"],
    )
    fine([show, check, rules, new])
    assert "mia_costs: 2" in show.out and "mia-dice/mia-dear.yaml" in show.out
    assert check.lines == ["mia: fine", "mia-dear: fine"]
    assert "M-R5  Each has 2 lives." in rules.out and "two lives are lost" in rules.out
    assert (diff.code, diff.lines[-1].split()) == (1, ["rules.mia_costs", "1", "2"])
    assert "extends: mia" in new.out and "mia_costs" in new.out


def test_its_mistakes_are_named(tmp_path: Path) -> None:
    file = tmp_path / "dear.yaml"
    file.write_text("dicecup: 1\nextends: mia\nrules: {lives: 1, mia_costs: 2}\n")
    impossible, unknown = run(MIA, ["variants", "check", file], ["rules", "mia", "--set", "lifes=2"])
    assert impossible.code == 3 and "a doubted Mia costs 2 lives, and nobody has more than 1" in impossible.out
    assert unknown.code == 2 and "did you mean lives?" in unknown.problem()


# --- Playing ------------------------------------------------------------------------------------------------------


def test_a_script_plays_it_for_people(logs: Path) -> None:
    (shown,) = fine(run(MIA, ["replay", "show", logs / "people.jsonl", "--as", "B"]))
    assert shown.lines[5:11] == [
        "Round 1: A 2 dice, B 2 dice",
        "  Player A  throws 2 dice under the cup",
        "  Player A  says 31",
        "  Player B  doubts it",
        "  Player A  said 31 and has 5 3",
        "  Player B  doubted the truth, and has 2 lives left",
    ]
    assert "  Player A  says Mia" in shown.lines
    assert shown.lines[-3:] == ["Player B wins after 4 rounds.", "  1.  Player B  score 2", "  2.  Player A  score 0"]


def test_people_at_one_keyboard_see_their_own_cup_only() -> None:
    with Terminal("play", "mia", *PEOPLE, PYTHONPATH=path_of(MIA)) as terminal:
        terminal.shows("Pass the keyboard to Player A")
        terminal.type("")
        terminal.shows("A> ")
        assert own_dice(terminal.screen) == ["5 3"]
        terminal.type("say 99")
        assert "Not legal (M-R2): two dice have no value 99" in plain(terminal.shows("A> "))
        terminal.type("53")
        terminal.shows("Pass the keyboard to Player B")
        terminal.type("")
        assert "says 53" in plain(terminal.shows("B> "))
        assert "5 3" not in terminal.screen and own_dice(terminal.screen) == []
        terminal.type("2")
        terminal.shows("said 53 and has 5 3")
        terminal.shows("Pass the keyboard")
        terminal.type("quit")
        assert terminal.ends() == 0


def test_the_console_draws_it_and_answers_questions() -> None:
    said = ["new mia A=human B=basic seed=7", "show", "odds", "hint", "moves", "say 53", "show", "quit"]
    (drawn,) = run(MIA, ["console", *(word for line in said for word in ("-c", line))])
    assert (drawn.code, drawn.err) == (0, "")
    assert "► Player A  │ 5 │ │ 3 │  3 lives" in drawn.out
    assert "Mia: a throw has at least" in drawn.out and "54  5/9" in drawn.out
    assert "Hint of basic: say 31: it is true" in drawn.out


# --- Logs ---------------------------------------------------------------------------------------------------------


def test_its_log_says_where_the_family_is_from_and_is_true(logs: Path) -> None:
    head = strict((logs / "bots.jsonl").read_text().splitlines()[0])
    assert head["from"] == FROM
    verified, fast, info = fine(
        run(
            MIA,
            ["replay", "verify", *sorted(logs.glob("*.jsonl"))],
            ["replay", "verify", "--mode", "plain", "--against", "mia", *sorted(logs.glob("*.jsonl"))],
            ["replay", "info", logs / "people.jsonl"],
        )
    )
    assert verified.out == "3 games: all true\n"
    assert fast.out == "3 games: all true, and games of mia as well\n"
    assert "End     won by B" in info.lines


def test_two_of_its_games_are_compared_and_the_cause_is_found(logs: Path) -> None:
    same, other, rules = run(
        MIA,
        ["replay", "diff", logs / "bots.jsonl", logs / "bots.jsonl"],
        ["replay", "diff", logs / "bots.jsonl", logs / "others.jsonl"],
        ["replay", "verify", "--against", "mia", "--set", "lives=1", logs / "people.jsonl"],
    )
    assert same.code == 0 and same.out.startswith("The same: ")
    assert other.code == 1 and "Cause: decision of C in round" in other.out
    assert rules.code == 1 and "by rules.lives is 3 in the log, 1 there" in rules.out


def test_it_is_stepped_both_ways_with_one_digest_at_each_event(logs: Path) -> None:
    digests = """
from dicecup.replay import load
game = load(%r)
there = [position.digest for position in game.positions()]
back = [game.at(n).digest for n in reversed(range(len(game) + 1))]
print(len(game), there == back[::-1], len(set(there)) > len(game) // 2)
"""
    length, same, differ = python(MIA, digests % str(logs / "people.jsonl")).split()
    assert (int(length) > 20, same, differ) == (True, "True", "True")
    walked, seen = run(
        MIA,
        ["replay", "step", logs / "people.jsonl"],
        ["replay", "step", logs / "people.jsonl", "--as", "B"],
        stdin="next 3\nback\nnext\ncall\nscore\nround\nfind Mia\nend\n",
    )
    fine([walked, seen])
    assert walked.out.count("Player A  says 31") == seen.out.count("Player A  says 31") > 1
    assert "▐5▌ ▐3▌" in walked.out and "▐5▌ ▐3▌" not in seen.out
    assert "Player B  doubted the truth, and has 2 lives left" in walked.out


def test_it_is_forked_and_a_fork_is_true(logs: Path, tmp_path: Path) -> None:
    fork = tmp_path / "fork.jsonl"
    forked, verified, diff = run(
        MIA,
        ["replay", "fork", logs / "bots.jsonl", "--at", 4, "--seat", "C=random", "--log", fork],
        ["replay", "verify", fork],
        ["replay", "diff", logs / "bots.jsonl", fork],
    )
    assert (forked.code, verified.code, diff.code) == (0, 0, 1)
    assert strict(fork.read_text().splitlines()[0])["from"] == FROM


def test_a_log_for_one_seat_holds_no_dice_of_others(logs: Path, tmp_path: Path) -> None:
    redacted = {seat: tmp_path / f"{seat}.jsonl" for seat in "AB"}
    export = ["replay", "export", logs / "people.jsonl", "--format", "jsonl"]
    fine(run(MIA, *([*export, "--as", seat, "--output", file] for seat, file in redacted.items())))
    for seat, file in redacted.items():
        rolls = [event for event in map(strict, file.read_text().splitlines()) if event["type"] == "roll"]
        assert {("dice" in roll, roll["seat"] == seat) for roll in rolls} == {(True, True), (False, False)}
    text, verified = fine(
        run(MIA, ["replay", "export", logs / "people.jsonl"], ["replay", "verify", *redacted.values()])
    )
    assert "says Mia" in text.out and verified.out.startswith("2 games: all true")


def test_a_game_that_was_cut_off_is_resumed_to_the_same_bytes(logs: Path, tmp_path: Path) -> None:
    whole = (logs / "bots.jsonl").read_bytes()
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(whole.splitlines(keepends=True)[:9]))
    fine(run(MIA, ["play", "--resume", cut, "--quiet"]))
    assert cut.read_bytes() == whole


# --- Bots, odds and hints -------------------------------------------------------------------------------------------


def test_its_bots_and_odds_are_those_of_the_package() -> None:
    bots, odds, said, help_, other, wrong = run(
        MIA,
        ["bots", "mia", "--json"],
        ["odds", "mia", "--hand", "5 4", "--json"],
        ["odds", "mia", "--hand", "5 4", "--said", "63"],
        ["odds", "mia", "--help"],
        ["odds", "mia", "--hand", "5 4", "--bid", "4x2"],
        ["odds", "mia", "--hand", "7 1"],
    )
    fine([bots, odds, said, help_])
    assert [(bot["name"], bot["family"]) for bot in bots.records()] == [("random", "mia"), ("basic", "mia")]
    (answer,) = odds.records()
    assert answer["values"][0] == {"value": 61, "chance": {"numerator": "1", "denominator": "2", "decimal": 0.5}}
    assert said.lines[2].split()[:2] == ["64", "1/3"]
    assert "--said VALUE" in help_.out and "In Mia:" in " ".join(help_.out.split())
    assert (other.code, wrong.code) == (2, 2)
    assert other.problem() == "dicecup: --bid is about liar's dice, and mia is not; its options are --hand, --said"


def test_what_comes_with_dicecup_is_asked_without_looking_for_packages() -> None:
    """The look-up takes longer than all the rest; `importlib.metadata` is imported for it alone."""
    code = """
import sys
from command_line import dicecup
for args in ("bots perudo", "odds perudo --hand 11122 --unknown 5", "play perudo --seed 1", "odds perudo -h"):
    assert dicecup(*args.split()).code == 0
print("importlib.metadata" in sys.modules)
assert dicecup("bots", "mia").code == 0
print("importlib.metadata" in sys.modules)
"""
    assert python(MIA, code).split() == ["False", "True"]


def test_its_names_are_completed() -> None:
    def offered(words: str) -> set[str]:
        env = {"_DICECUP_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
        return {line.partition(",")[2] for line in process(PYTHONPATH=path_of(MIA), **env).lines}

    assert offered("dicecup play mi") == {"mia", "mia-dear"}
    assert offered("dicecup play mia --seat b") == {"basic"}
    assert offered("dicecup play mia --seat e") == {"e"}  # no expert: it may be a file


# --- Many games -----------------------------------------------------------------------------------------------------


def test_it_is_play_tested() -> None:
    report, by_hand = fine(
        run(
            MIA,
            ["playtest", "run", "mia", *BOTS, "--games", 200, "--mode", "plain", "--json"],
            ["playtest", "open", "mia", *BOTS, "--game", 17, "--json"],
        )
    )
    (counted,) = report.records()
    assert counted["games"] == counted["finished"] == 200
    assert counted["seats"]["B"]["win_share"]["value"] > counted["seats"]["A"]["win_share"]["value"]
    assert by_hand.records()[0]["game"] == 17


@pytest.mark.compiled
@pytest.mark.skipif(not compilable(), reason="the extra `fast` is not installed")
def test_both_modes_play_the_same_games_and_it_has_every_property_of_a_family() -> None:
    kit = """
import json
from command_line import dicecup
from dicecup.testing import check_game
check_game("mia-dear", seats=[2, 4], games=2, compiled=True)
line = "playtest run mia --seat random --seat basic --seed 11 --games 500 --json --mode"
print(json.dumps([dicecup(*line.split(), mode).records()[0]["results_digest"] for mode in ("plain", "compiled")]))
"""
    plain_mode, compiled_mode = json.loads(python(MIA, kit))
    assert plain_mode == compiled_mode


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
    lines = ["new mia A=human B=human seed=7", "say 31", "doubt", "say 31", "show", "set accessible on", "show", "quit"]
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
    assert bots.lines[-1] == "Your own bot is a Python function: --seat FILE.py:NAME"
    assert json_bots.out == ""
    assert odds.code == 2 and odds.problem().startswith("dicecup: no odds are known for Mia; they are for poker dice,")
    assert asked.problem().endswith("no odds are known for Mia")
    assert hint.problem().endswith("nobody can tell which moves of Mia are good")
    nobody = "no bots come with Mia; every seat takes a person (human) or a bot of your own (FILE.py:NAME)"
    assert [(one.code, one.problem()) for one in (unseated, playtest)] == [(2, f"dicecup: {nobody}")] * 2
    assert (named.code, named.problem()) == (
        2,
        "dicecup: there is no bot 'basic' for the mia family; it may be human or FILE.py:NAME",
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

FAMILIES, DISPLAYS = "dicecup.families", "dicecup.displays"
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


@pytest.mark.parametrize(
    ("display", "warning"),
    [
        (
            "raise RuntimeError('no')",
            "mia-bare 2.0: the display of mia cannot be loaded: RuntimeError: no; it is left out",
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

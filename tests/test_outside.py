"""A family from a package of its own (tests/outside/mia), in processes that have it on their path."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from command_line import Terminal, own_dice, plain, process, strict
from packages import BOTS, FROM, MIA, PEOPLE, fine, games_of_mia, path_of, python, run


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game of people, of which a script makes the moves, and two of bots."""
    return games_of_mia(tmp_path_factory.mktemp("logs"))


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


def test_its_names_are_completed(tmp_path: Path) -> None:
    def offered(line: str) -> set[str]:
        run = process(line, "", cwd=tmp_path, PYTHONPATH=path_of(MIA), _DICECUP_COMPLETE="bash_complete")
        assert (run.code, run.err) == (0, "")
        return {one.strip() for one in run.lines}

    assert offered("dicecup play mi") == {"mia", "mia-dear"}
    assert offered("dicecup play mia --seat b") == {"basic"}
    assert offered("dicecup play mia --seat e") == set()  # no expert
    assert offered("dicecup rules mia --set liv") == {"lives="}
    assert offered("dicecup odds mia --s") == {"--said", "--set"}


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
def test_both_modes_play_the_same_games_and_it_has_every_property_of_a_family() -> None:
    kit = """
import json
import shutil
from command_line import dicecup
from dicecup.testing import check_game
check_game("mia-dear", seats=[2, 4], games=2, compiled=True)
line = "playtest run mia --seat random --seat basic --seed 11 --games 500 --json --mode"
print(json.dumps([dicecup(*line.split(), mode).records()[0]["results_digest"] for mode in ("plain", "compiled")]))
"""
    plain_mode, compiled_mode = json.loads(python(MIA, kit))
    assert plain_mode == compiled_mode


# --- An edition with a key that came later ------------------------------------------------------------------------------

LATER = """
    strict: Annotated[bool, key("M-A2", "Whether dice are shown to all after a doubt.", {True: "All look."}, since=2)] = False

"""


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Mia with one key more, which came in step 2."""
    site = tmp_path_factory.mktemp("later")
    shutil.copytree(MIA, site, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    options = site / "mia_dice" / "options.py"
    before, at, after = options.read_text().partition("\n\ndef validate(")
    options.write_text(before.rstrip("\n") + LATER + at + after)
    return site


def test_its_logs_of_before_are_those_of_an_edition_with_a_later_key(later: Path, logs: Path, tmp_path: Path) -> None:
    same, other = tmp_path / "same.jsonl", tmp_path / "other.jsonl"
    line_up = ["play", "mia", *BOTS, "--seat", "basic"]
    fine(
        run(
            later,
            ["replay", "verify", *sorted(logs.glob("*.jsonl"))],
            [*line_up, "--log", same],
            [*line_up, "--set", "strict=true", "--log", other],
            ["replay", "verify", same, other],
        )
    )
    assert same.read_bytes() == (logs / "bots.jsonl").read_bytes()
    assert strict(other.read_text().splitlines()[0])["needs"] == 2
    old_same, old_other = run(MIA, ["replay", "verify", same], ["replay", "verify", other])
    assert old_same.code == 0
    assert old_other.code != 0 and "step 2" in old_other.out

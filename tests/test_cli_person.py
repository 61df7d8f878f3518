"""People at a real terminal: the prompt (C021, C046), undo, hot seat, real dice, dumb terminals (C048), leaving."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from command_line import Terminal, own_dice, plain, process, strict, typed

from dicecup.engine.replay.verify import verify


def log_of(path: Path) -> list[dict[str, object]]:
    """The records of a log that is true."""
    data = path.read_bytes()
    assert all(verdict.ok for verdict in verify(io.BytesIO(data)))
    return [strict(line) for line in data.decode().splitlines()]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


GARBAGE = [
    "",
    "   ",
    "\t",
    "0",
    "-1",
    "99999999999999999999",
    "3.0",
    "\uff13\uff14",
    "62",
    "hello",
    "it's",
    '"3 5',
    "x" * 500,
]


def test_C021_what_is_no_answer_is_asked_again(log: Path) -> None:
    with Terminal("play", "liars-dice", "--seed", "7", "--log", log) as terminal:
        terminal.shows("A> ")
        assert own_dice(terminal.screen) == ["3 3 3 4 5"]
        for answer in GARBAGE:
            terminal.type(answer)
            said = " ".join(plain(terminal.shows("A> ")).split())
            assert "from 1 to 60" in said, answer
        terminal.type("11x2")
        assert "Not legal (L-A12)" in terminal.shows("A> ")
        terminal.type("liar")
        assert "no bid stands yet" in " ".join(plain(terminal.shows("A> ")).split())
        before = log.read_bytes()
        assert before.count(b"\n") == 7
        terminal.type("three fours")
        terminal.shows("bids 3x4")
        terminal.shows("A> ")
        terminal.type("quit")
        assert terminal.ends() == 0
    records = log_of(log)
    assert log.read_bytes().startswith(before)
    assert records[-1]["end"] == "abandoned"


def test_a_whole_game_by_numbers_and_help(log: Path) -> None:
    with Terminal("play", "liars-dice-elimination", "--seed", "3", "--log", log, columns=60) as terminal:
        terminal.shows("A> ")
        terminal.type("?")
        help_text = plain(terminal.shows("A> "))
        assert all(word in help_text for word in ("moves", "rules", "quit"))
        assert "undo" not in help_text
        terminal.type("moves")
        listed = plain(terminal.shows("A> "))
        assert len(re.findall(r"\d+: \w+", listed)) in range(20, 61)
        terminal.type("rules")
        rules = terminal.shows("A> ")
        assert "L-V1" in rules
        while terminal.process.poll() is None:
            asked = terminal.raw[terminal.raw.rfind("it is your turn") :].replace(rules, "")
            terminal.type("liar" if "liar" in asked else "1")
            try:
                terminal.shows("A> ", 2)
            except AssertionError:
                break
        assert terminal.ends() == 0
        assert re.search(r"(Player A|B basic) wins after", terminal.screen)
    assert log_of(log)[-1]["end"] == "won"


def test_undo_takes_back_to_the_persons_own_move(log: Path) -> None:
    with Terminal("play", "liars-dice", "--seed", "7", "--undo", "--log", log) as terminal:
        terminal.shows("A> ")
        terminal.type("undo")
        terminal.shows("There is no move to take back.")
        terminal.shows("A> ")
        terminal.type("1x3")
        terminal.shows("A> ")
        terminal.type("undo")
        terminal.shows("Taken back")
        assert own_dice(terminal.shows("A> ")) == ["3 3 3 4 5"]
        terminal.press("\x04")
        assert terminal.ends() == 1
        assert "The input has ended at A's decision in round 1" in " ".join(terminal.screen.split())
    records = log_of(log)
    assert [record["type"] for record in records][-2:] == ["undo", "end"]


@pytest.mark.parametrize("key", ["\x03", "half a li\x03"])
def test_ctrl_c_closes_the_log(log: Path, key: str) -> None:
    with Terminal("play", "liars-dice", "--log", log) as terminal:
        terminal.shows("A> ")
        terminal.press(key)
        assert terminal.ends() == 130
        assert "Interrupted." in terminal.screen
        assert "Traceback" not in terminal.screen
        assert "Seed " not in terminal.screen  # it may be resumed, and whoever knows the seed knows every cup
    assert log_of(log)[-1]["end"] == "abandoned"


def test_a_game_without_a_log_is_kept_while_it_is_open(tmp_path: Path) -> None:
    env = {"DICECUP_STATE": str(tmp_path)}
    line = ("play", "liars-dice", "--seed", "7", "--set", "dice_per_player=1")
    left = typed("1x3", "quit", args=(*line, "--set", "best_of=3"), env=env)
    assert "Kept: `dicecup`, then `resume`, goes on with it." in left.out
    assert "A to move" in typed("resume", env=env).out
    assert "does not hold" not in typed("resume 1", "assert turn = A", "quit", env=env).out
    assert len(list((tmp_path / "games").iterdir())) == 1
    whole = typed(*["1"] * 20, args=line, env=env)
    assert "wins after" in whole.out
    assert "Kept" not in whole.out
    assert len(list((tmp_path / "games").iterdir())) == 1  # what is played to its end is not kept


@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_hot_seat_shows_nobody_anothers_cup(log: Path, term: str) -> None:
    args = ("play", "liars-dice", "--seed", "7", "--seat", "human", "--seat", "human", "--log", log)
    with Terminal(*args, "--name", "A=Ann", "--name", "B=[bold]Bo", TERM=term) as terminal:
        terminal.shows("Pass the keyboard to A Ann")
        assert own_dice(terminal.screen) == []
        terminal.type("")
        assert own_dice(terminal.shows("Ann> ")) == ["3 3 3 4 5"]
        terminal.type("2x3")
        terminal.shows("Pass the keyboard to B [bold]Bo")
        visible = terminal.screen if term == "xterm" else "\n".join(terminal.screen.splitlines()[-30:])
        assert own_dice(visible) == []
        assert "bids 2x3" in visible
        terminal.type("")
        came = plain(terminal.shows("Bo> "))
        assert own_dice(came) == ["2 4 5 6 6"]
        assert ("A Ann 2x3 stands" if term == "xterm" else "Standing bid: 2x3, bid by A Ann") in came
        terminal.type("liar")
        came = terminal.shows("who presses Enter")
        assert "Showdown: 2x3 was bid and there are 3; the bid is right" in plain(came)
        terminal.type("")
        terminal.shows("Bo> ")
        terminal.type("quit")
        assert terminal.ends() == 0
        assert ("\x1b" in terminal.raw) is (term == "xterm")
        if term == "xterm":
            assert own_dice(terminal.screen) == ["2 4 4 6"]
    assert "throws 3 5 3 4 3" not in terminal.raw


@pytest.mark.parametrize("command", ["play", "console"])
def test_a_question_wider_than_the_terminal_is_broken_between_words(command: str, tmp_path: Path) -> None:
    people = "liars-dice --seed 7 --seat human --seat human --name A=Bartholomew".split()
    args = ["play", *people] if command == "play" else ["console", "--plain"]
    with Terminal(*args, columns=40, XDG_STATE_HOME=str(tmp_path), XDG_CONFIG_HOME=str(tmp_path)) as terminal:
        if command == "console":
            terminal.shows("> ")
            terminal.type("new liars-dice human human seed=7 A.name=Bartholomew")
        terminal.shows("looks. ")
        question = terminal.screen[terminal.screen.index("Pass the") :].splitlines()
        assert question == ["Pass the keyboard to A Bartholomew, who", "presses Enter when nobody else looks."]
        terminal.press("\x03")


def test_a_call_out_of_turn_at_the_keyboard(log: Path) -> None:
    seats = ["--seat", "human"] * 4
    with Terminal("play", "cacho", "--seed", "5", *seats, "--log", log) as terminal:
        terminal.shows("presses Enter")
        terminal.type("")
        terminal.shows("A> ")
        terminal.type("2x3")
        terminal.shows("presses Enter")
        terminal.type("")
        terminal.shows("C> ")
        terminal.type("D: 3x3")
        terminal.shows("out of turn only liar or exact may be said")
        terminal.shows("C> ")
        terminal.type("D: exact")
        terminal.shows("Showdown")
        terminal.shows("presses Enter")
        terminal.press("\x03")
        assert terminal.ends() == 130
    moves = [(record["seat"], record["move"]) for record in log_of(log) if record["type"] == "move"]
    assert moves == [("A", "2x3"), ("C", "wait"), ("D", "exact")]


def test_real_dice_are_typed_by_their_owners(log: Path) -> None:
    args = ("play", "liars-dice", "--dice", "manual", "--seat", "human", "--seat", "human", "--log", log)
    with Terminal(*args) as terminal:
        terminal.shows("Player A throws 1 die to see who begins. Faces> ")
        for answer in ("7", "", "six", "1 2"):
            terminal.type(answer)
            terminal.shows("faces are" if answer in ("7", "six") else "1 die is thrown, not")
            terminal.shows("Faces> ")
        terminal.type("6")
        terminal.shows("Faces> ")
        terminal.type("2")
        for dice in ("1 2 3 4 5", "1,1 1 1 6"):
            terminal.shows("presses Enter")
            assert "1 2 3 4 5" not in terminal.screen
            assert own_dice(terminal.screen) == []
            terminal.type("")
            terminal.shows("throws 5 dice under the cup. Faces> ")
            terminal.type(dice)
        terminal.shows("presses Enter")
        terminal.type("")
        assert own_dice(terminal.shows("A> ")) == ["1 2 3 4 5"]
        terminal.press("\x1b[A")
        terminal.type("1x3")
        terminal.shows("presses Enter")
        terminal.type("")
        terminal.shows("B> ")
        terminal.type("liar")
        terminal.shows("presses Enter")
        terminal.type("")
        terminal.shows("Player B throws 4 dice under the cup")
        terminal.press("\x1b[A\x1b[A\x1b[A")  # the lines before hold moves, never dice
        terminal.press("\x15")
        terminal.press("\x04")
        assert terminal.ends() == 1
        came = plain(terminal.raw).split("throws 4 dice under the cup. Faces> ")[1]
        assert "1 2 3 4 5" not in came
        assert "1,1 1 1 6" not in came
        assert own_dice(came) == []
    records = log_of(log)
    assert records[0]["dice"] == "manual"
    assert records[-1]["end"] == "abandoned"


def test_bots_throw_seeded_dice_beside_peoples_real_ones(log: Path) -> None:
    args = ("play", "liars-dice", "--seed", "7", "--dice", "manual-people", "--log", log)
    with Terminal(*args) as terminal:
        terminal.shows("Player A throws 1 die")
        terminal.type("5")
        terminal.shows("B basic   throws 4")
        terminal.shows("Player A throws 5 dice under the cup")
        terminal.type("1 1 1 1 1")
        terminal.shows("A> ")
        terminal.type("quit")
        assert terminal.ends() == 0
    assert log_of(log)[0]["dice"] == "manual-people"


def test_moves_of_a_script_on_real_dice(tmp_path: Path) -> None:
    script = tmp_path / "moves.txt"
    script.write_text("1x3\nliar\n")
    args = ("play", "liars-dice", "--dice", "manual", "--moves", script)
    run = typed("6", "2", "", "1 2 3 4 5", "", "1 1 1 1 6", "", args=args)
    assert run.code == 1
    assert "Player A  bids 1x3" in run.out
    assert "the bid is right" in run.out
    assert "The input has ended at B's throw in round 2; the game is left unfinished." in run.out


def test_C048_a_dumb_terminal_gets_words_only() -> None:
    with Terminal("play", "liars-dice", "--seed", "7", TERM="dumb") as terminal:
        assert own_dice(terminal.shows("Player A> ")) == ["3 3 3 4 5"]
        terminal.type("1x3")
        terminal.shows("A> ")
        terminal.type("quit")
        assert terminal.ends() == 0
        assert "\x1b" not in terminal.raw


def test_accessible_has_no_escapes_either() -> None:
    with Terminal("play", "liars-dice", "--seed", "7", "--accessible") as terminal:
        terminal.shows("Player A> ")
        terminal.type("quit")
        assert terminal.ends() == 0
        assert "\x1b" not in terminal.raw


def test_questions_stay_out_of_a_piped_standard_output(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with Terminal("play", "liars-dice", "--seed", "7", redirect=f">{out}") as terminal:
        assert own_dice(terminal.shows("Player A> ")) == ["3 3 3 4 5"]
        terminal.type("1x3")
        assert "1x4 stands" in plain(terminal.shows("Player A> "))
        terminal.type("quit")
        assert terminal.ends() == 0
    told = out.read_text()
    assert "Player A> " not in told
    assert own_dice(told) == []
    assert "is to move" not in told
    assert "Player A  bids 1x3" in told


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--no-input", "--seat", "human"], "--moves FILE"),
        (["--no-input", "--dice", "manual"], "--dice FILE"),
        (["--json"], "shows every cup"),
        (["--log", "-"], "shows every cup"),
        (["--as", "B"], "would show B's cup to A"),
    ],
)
def test_C065_what_cannot_be_asked_names_the_option(args: list[str], said: str) -> None:
    with Terminal("play", "liars-dice", *args) as terminal:
        assert terminal.ends() == 2
        assert said in " ".join(terminal.screen.split())


def test_no_input_on_a_terminal_plays_bots() -> None:
    with Terminal("play", "liars-dice", "--seed", "7", "--no-input") as terminal:
        assert terminal.ends() == 0
        assert "A basic wins after 6 rounds." in terminal.screen


def test_a_closed_standard_input_is_an_end() -> None:
    run = process("play", "liars-dice", "--seed", "7", "--seat", "human", stdin=b"")
    assert run.code == 1
    assert "the script ends at A's decision" in run.err

"""A person at the console's terminal: what is drawn, typed, remembered and kept.

Where a real terminal has no part in it, lines are typed in this process at one that does no more than a teletype.
"""

from __future__ import annotations

import re
import signal
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import PASS, Run, Sit, Terminal, kept, new_desk, strict, typed

from dicecup.cli.base.output import Manners
from dicecup.cli.console.live_game import Live

LEFT, RIGHT, TAB = "\x1b[D", "\x1b[C", "\t"
CTRL_C, CTRL_D, CTRL_R, CTRL_U = "\x03", "\x04", "\x12", "\x15"
SLOW = "import time\n\n\ndef slow(view):\n    time.sleep(30)\n    return view.legal[0]\n"


# ---- whole games

GAMES = ("liars-dice dice_per_player=1", "poker-dice", "stacked-dice target=20", "dead-mans-dice target=10")


def test_a_whole_game_of_each_family_is_typed(sit: Sit, tmp_path: Path) -> None:
    with sit(columns=100, rows=50) as terminal:
        terminal.prompts(">")
        assert terminal.screen.startswith("Dicecup ")
        for game in GAMES:
            terminal.type(f"new {game} seed=3 A.name=Ann")
            moves = 0
            while terminal.prompts("A Ann>", ">") != ">":
                moves += 1
                assert moves < 40, terminal.screen
                terminal.sees(" · A Ann to move")
                assert "seed" not in terminal.screen.splitlines()[-1]
                terminal.type("1")
            assert moves > 1
            assert re.search("(Ann|basic) wins", terminal.screen)
            terminal.sees("over · seed 3")
        terminal.type("quit")
        assert terminal.ends() == 0
    assert kept(tmp_path) == []  # a game that is over has nothing to go on with


def test_an_answer_that_is_none_is_asked_for_again(say: Callable[..., Run]) -> None:
    garbage = ["", "   ", "\t", "0", "-1", "99999999999999999999", "3.0", "\uff13\uff14", "61", "hello", "note it's mine",
               'bid "3 5', "x" * 500, "\x1b[2J", "[/red]"]  # fmt: skip
    run = say("new liars-dice seed=7", *garbage, "log")
    answers = run.out.split("Player A> ")[1:]
    for given, answer in zip(garbage, answers, strict=False):
        assert "number from 1 to 60" in " ".join(answer.split()), given
    assert "bids" not in run.out
    assert run.code == 0
    assert "\x1b" not in run.out


def test_a_complaint_is_a_sentence_and_a_name_stays_as_it_is(say: Callable[..., Run], tmp_path: Path) -> None:
    (tmp_path / "moves.txt").write_text("1x2\n1x1\n")
    run = say("new liars-dice seed=7", "source moves.txt", "new perudo log=moves.txt", "new perudo 9")
    answers = run.out.split("Player A> ")
    assert "\nmoves.txt:2: A may not play 1x1" in answers[1]
    assert answers[2].startswith("moves.txt exists; choose another name.")
    assert answers[3].startswith("Perudo takes 2 to 6 seats")


def test_what_a_command_has_told_is_enough_for_a_person(say: Callable[..., Run]) -> None:
    run = say(
        "new liars-dice seed=7",
        "save game.jsonl",
        "verify game.jsonl",
        "diff",
        "new poker-dice basic basic",
        "load game.jsonl",
    )
    assert "is incomplete" in run.out
    assert "exit code" not in run.out
    assert "`replay diff --help` shows how it is used" in " ".join(run.out.split())
    assert "game.jsonl:7: the game has no end; it is true up to event 6 [incomplete]." in run.out
    assert run.err == ""


def test_a_number_is_an_event_where_one_looks_back_and_then_no_move_has_one(say: Callable[..., Run]) -> None:
    run = say("new stacked-dice seed=7", "pass", "back 3", "1", "end", "1")
    _, begun, back, first, end, on = run.out.split("Player A> ")[:6]
    assert "1: " in begun
    assert "1: " not in back + first
    assert first.startswith("[1 of ")
    assert "1: " in end  # which is no look back any more
    assert "Player A  stacks" in on


def test_a_walk_that_leads_nowhere_is_none(say: Callable[..., Run]) -> None:
    run = say("new stacked-dice seed=7", "find nothing of it", "goto 99", "digest", "1")
    assert "stacks" in run.out.split("Player A> ")[4]


def test_the_tutor_takes_no_move_from_a_script_of_a_person(say: Callable[..., Run], tmp_path: Path) -> None:
    (tmp_path / "moves").write_text("9x6\n")
    assert "bids 9x6" in say("set tutor on", "new liars-dice seed=7", "source moves").out
    assert "bids 9x6" not in say("set tutor on", "new liars-dice seed=7", "9x6").out


# ---- Ctrl-C and Ctrl-D (C047)


def test_C047_ctrl_c_at_every_state(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    with sit(rows=45) as terminal:
        terminal.prompts(">")
        terminal.press(CTRL_C)
        terminal.prompts(">")
        assert "Ctrl-D on an empty line, leaves." in terminal.screen
        terminal.type("new liars-dice seed=7 B=slow.py:slow")
        terminal.prompts("Player A>")
        terminal.press(f"half a li{CTRL_C}")
        terminal.prompts("Player A>")
        assert terminal.screen.count("leaves.") == 1  # no word about what was dropped
        terminal.press(CTRL_C)
        terminal.prompts("Player A>")
        terminal.type("1x2")
        terminal.shows("bids 1x2")
        terminal.press(CTRL_C)
        terminal.prompts(">")
        assert "Stopped. Enter lets the game go on." in terminal.screen
        terminal.type("")
        terminal.press(CTRL_C)
        terminal.prompts(">")
        terminal.type("playtest liars-dice --games 1000000 --mode plain --jobs 1 --seed 1")
        terminal.shows("a second")
        terminal.press(CTRL_C)
        terminal.prompts(">")
        assert "interrupted after" in terminal.screen
        terminal.type("new liars-dice dice=manual A=human B=human")
        terminal.prompts("Player A throws 1 die to see who begins. Faces>")
        terminal.press(f"5 5{CTRL_C}")
        terminal.prompts(">")
        terminal.type("")
        terminal.prompts("Player A throws 1 die to see who begins. Faces>")
        terminal.press(CTRL_D)
        terminal.prompts(">")
        assert "That is still to be answered" in terminal.screen
        terminal.type("5")  # a throw that all may see is a line like others
        terminal.prompts("Player B throws 1 die to see who begins. Faces>")
        terminal.type("3")
        terminal.prompts(PASS.format("Player A"))
        terminal.press(CTRL_C)
        terminal.prompts(">")
        terminal.type("1 2 3 4 5")
        terminal.prompts(">")
        assert "There is no command 1" in terminal.screen
        terminal.type("")
        terminal.prompts(PASS.format("Player A"))
        terminal.type("quit")
        assert terminal.ends() == 0
    slow, manual = kept(tmp_path)
    assert [record.get("move") for record in slow if record["type"] == "move"] == ["1x2"]
    assert [record["dice"] for record in manual if record["type"] == "roll"] == [[5], [3]]


def test_C047_ctrl_d_asks_once_where_the_game_is_not_kept(say: Callable[..., Run], tmp_path: Path) -> None:
    unsaved = "Ctrl-D once more leaves"
    assert unsaved in " ".join(say("set autosave off", "new liars-dice").out.split())
    assert unsaved not in " ".join(say("set autosave off", "new liars-dice log=game.jsonl").out.split())
    assert unsaved not in " ".join(say("set autosave on", "new liars-dice").out.split())
    assert unsaved not in " ".join(say("set autosave off", "new liars-dice basic basic").out.split())
    assert unsaved in " ".join(say("set autosave off", "new liars-dice log=/dev/full").out.split())
    assert strict((tmp_path / "game.jsonl").read_text().splitlines()[-1])["end"] == "abandoned"


class Answers:
    """A person who answers questions one after the other, and presses Ctrl-C at an empty one."""

    asking = True

    def __init__(self, *answers: str) -> None:
        self.answers = iter(answers)

    def ask(self, question: str) -> str:
        answer = next(self.answers)
        if not answer:
            raise KeyboardInterrupt
        return answer

    def face(self, seat: str) -> None: ...

    def left(self, live: Live) -> None: ...


def test_C047_what_was_decided_before_ctrl_c_can_be_taken_back() -> None:
    desk = new_desk(Answers("5", "", "3"), Manners(quiet=True))
    desk.do("new dead-mans-dice dice=manual-people seed=1 B=basic")
    desk.do("roll plain")  # the die to open with
    move = desk.here.match.legal()[0]
    with pytest.raises(KeyboardInterrupt):
        desk.do(move)
    assert desk.here.match.due is not None
    desk.do("undo A")
    assert desk.here.match.legal()[0] == move
    desk.do("redo")
    assert [
        event["move"] for event in desk.here.match.events if event.get("seat") == "A" and event["type"] == "move"
    ] == [
        "roll plain",
        move,
        move,
    ]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_game_that_was_killed_goes_on_as_if_it_had_not_been(
    sit: Sit, say: Callable[..., Run], tmp_path: Path, number: int
) -> None:
    say("new liars-dice seed=7", "1x2", "1", "quit")
    (unbroken,) = kept(tmp_path)
    with sit() as terminal:
        terminal.prompts(">")
        terminal.type("new liars-dice seed=7")
        terminal.prompts("Player A>")
        terminal.type("1x2")
        terminal.prompts("Player A>")
        terminal.process.send_signal(number)
        assert terminal.ends() == 128 + number
        assert "\x1b[?2004l" in terminal.raw[-200:]  # the terminal is left as it was
    resumed = say("resume", "resume 1", "1", "quit").out
    assert "Liar's Dice, round" in resumed
    assert kept(tmp_path)[1] == unbroken


# ---- terminals and windows

UNCOLORED = {0, 1, 7}  # plain, bold, reverse


def colors(terminal: Terminal) -> set[int]:
    """How the terminal was told to show signs."""
    return {int(code) for codes in re.findall(r"\x1b\[([\d;]*)m", terminal.raw) for code in codes.split(";") if code}


def test_a_signal_is_no_failure_of_the_bot_that_thinks(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(SLOW)
    with sit() as terminal:
        terminal.prompts(">")
        terminal.type("new liars-dice seed=7 B=bots.py:slow")
        terminal.prompts("Player A>")
        terminal.type("1x1")
        terminal.shows("bids 1x1")
        terminal.process.terminate()
        assert terminal.ends() == 128 + signal.SIGTERM
    assert [(records[-1]["end"], records[-1]["by"]) for records in kept(tmp_path)] == [("abandoned", "B")]


@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_a_terminal_that_is_gone_leaves_a_whole_log_and_no_traceback(sit: Sit, tmp_path: Path, term: str) -> None:
    with sit(redirect=f"2>{tmp_path}/talk", TERM=term) as terminal:
        terminal.prompts(">")
        terminal.type("new liars-dice seed=7 A=human B=human")
        terminal.prompts(PASS.format("Player A"))
        terminal.vanish()
        terminal.process.wait(20)
    assert "Traceback" not in (tmp_path / "talk").read_text()
    assert [records[-1]["end"] for records in kept(tmp_path)] == ["abandoned"]


def test_C048_a_dumb_terminal_gets_words_and_no_escape(sit: Sit) -> None:
    with sit(TERM="dumb") as terminal:
        terminal.prompts(">")
        terminal.type("new liars-dice A=human B=human B.name=[red]\u5f20\u4e09 seed=7")
        terminal.prompts(PASS.format("Player A"))
        terminal.type("")
        terminal.prompts("Player A>")
        assert "Your dice: 3 3 3 4 5" in terminal.screen
        terminal.press(f"half a li{CTRL_C}")
        terminal.prompts("Player A>")
        terminal.type("moves")
        terminal.prompts("Player A>")
        assert "60: 10x6" in terminal.screen
        terminal.type("59")
        terminal.prompts(PASS.format("B [red]\u5f20\u4e09"))
        assert "Your dice" not in "\n".join(terminal.screen.splitlines()[-30:])
        terminal.press(CTRL_D)
        assert terminal.ends() == 0
    assert "\x1b" not in terminal.raw
    assert "\u250c" not in terminal.raw


def test_accessible_is_words_and_numbers_at_a_real_terminal(sit: Sit) -> None:
    with sit(ACCESSIBLE="1", columns=60) as terminal:
        terminal.prompts(">")
        terminal.type("new stacked-dice seed=7")
        terminal.prompts("Player A>")
        for line in ("Player A: 3 3 3 4 5 free", "Legal moves: 3", "1: stack 5 on B", "2: stack 4 on B", "3: pass"):
            assert line in terminal.screen.splitlines()
        terminal.type("2")
        terminal.prompts("Player A>")
        assert "Player A  stacks 4 on B: begins #1, worth 8" in terminal.screen
        terminal.press(CTRL_D)
        assert terminal.ends() == 0
    assert not re.search(r"\x1b|[\u2500-\u259f]", terminal.raw)  # nothing that acts on the screen, no boxes


def test_a_window_changes_its_size_and_NO_COLOR_is_kept_to(sit: Sit) -> None:
    with sit(columns=100, rows=40, NO_COLOR="1") as terminal:
        terminal.prompts(">")
        terminal.type("new perudo 4 seed=5 A.name=Ann C.name=[bold]{x}%s")
        terminal.prompts("A Ann>")
        boards = terminal.screen.count("A Ann is to move")
        terminal.press("2x")
        terminal.stands("A Ann> 2x")
        terminal.resize(60, 40)
        terminal.shows("A Ann is to move")
        terminal.stands("A Ann> 2x")
        assert terminal.screen.count("A Ann is to move") == boards + 1
        assert terminal.screen.count("A Ann> 2x") == 1
        assert "[bold]{x}%s" in terminal.screen
        terminal.sees("Perudo · round 1 · A Ann to move")
        terminal.press("3\n")
        terminal.prompts("A Ann>")
        assert re.search("A Ann +bids 2x3", terminal.screen)
        assert max(map(len, terminal.screen.splitlines())) <= 60
        terminal.press("set keys vi\n")
        terminal.prompts("A Ann>")
        terminal.press("help undo\x1bbdw")
        terminal.stands("A Ann> help")
        terminal.press(CTRL_C)
        terminal.prompts("A Ann>")
        terminal.type("set accessible on")
        terminal.prompts("A Ann>")
        before = len(terminal.raw)
        terminal.type("show")
        terminal.prompts("A Ann>")
        assert "Your dice: " in terminal.raw[before:]
        assert "\x1b" not in terminal.raw[before:]
        terminal.type("quit")
        assert terminal.ends() == 0
    assert colors(terminal) <= UNCOLORED


# ---- what was typed (C049), and what may be (C050)


def test_lines_are_remembered_found_suggested_and_completed(sit: Sit, tmp_path: Path) -> None:
    (tmp_path / "my game.jsonl").touch()
    with sit() as terminal:
        terminal.prompts(">")
        for line in ("echo one", "echo two  # a comment", "note it's mine"):
            terminal.type(line)
            terminal.prompts(">")
        terminal.type("new liars-dice seed=7")
        terminal.prompts("Player A>")
        terminal.type("quit")
        assert terminal.ends() == 0
    history = tmp_path / "state" / "history"
    assert stat.S_IMODE(history.stat().st_mode) == 0o600
    assert history.read_text().splitlines() == [
        "echo one",
        "echo two",
        "note it's mine",
        "new liars-dice seed=7",
        "quit",
    ]
    assert not colors(terminal) <= UNCOLORED
    with sit("console", "--color", "never") as terminal:
        terminal.prompts(">")
        terminal.press(f"{CTRL_R}one\n\n")
        terminal.shows("one")
        terminal.prompts(">")
        assert "> echo one" in terminal.screen
        terminal.press("\x1b[200~echo three\necho four\nnonsense\necho five\x1b[201~\n")
        terminal.sees("There is no command nonsense")
        terminal.prompts(">")
        assert "> echo four\nfour\n> nonsense\n" in terminal.screen
        assert "\nfive" not in terminal.screen
        terminal.press("echo tw")
        terminal.sees("> echo two")
        terminal.press(RIGHT)
        terminal.stands("> echo two")
        terminal.press(CTRL_U)
        for keys, shown in (
            ("pla", "> playtest"),
            ('load "m', '> load "my game.jsonl"'),
            ("\u00e9", "> \u00e9"),
            (f"rules peru --json{7 * LEFT}", "> rules perudo"),
            ("load /nowhere/x", "> load /nowhere/x"),
        ):
            terminal.press(f"{keys}{TAB}")
            terminal.stands(shown)
            terminal.press(CTRL_C)
            terminal.prompts(">")
        assert "> rules perudo --json\n" in terminal.screen
        assert "Traceback" not in terminal.screen
        terminal.press(CTRL_D)
        assert terminal.ends() == 0
    assert colors(terminal) <= UNCOLORED


def test_C049_a_history_that_cannot_be_kept_is_warned_of_once(say: Callable[..., Run], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    run = say("echo one", "echo two", "new liars-dice", "quit", DICECUP_STATE=str(tmp_path / "file" / "state"))
    assert run.code == 0
    assert run.out.count("Typed lines are remembered for this session only") == 1
    assert run.out.count("The game is not kept") == 1
    assert "two" in run.out


# ---- what goes wrong


def test_C051_C052_lines_and_names_are_taken_as_they_are(say: Callable[..., Run]) -> None:
    names = ("[bold]", "[/red]", "a[0]", "%s", "{x}")
    seats = " ".join(f"{letter}.name={name}" for letter, name in zip("ABCDE", names, strict=True))
    run = say(f"new perudo 5 seed=1 {seats}", "log", 'load "[/red]', "note it's mine", "as Z")
    for letter, name in zip("ABCDE", names, strict=True):
        assert run.out.count(f"{letter} {name}") > 3
    assert "A [bold]> " in run.out
    assert "There is no file" in run.out or "[/red]" in run.out
    assert "Traceback" not in run.out
    assert run.code == 0


def test_a_bug_ends_a_line_and_not_the_session(say: Callable[..., Run], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object, **named: object) -> None:
        raise RuntimeError("no such luck")

    monkeypatch.setattr("dicecup.cli.console.output.Speech.tell_again", broken)
    run = say("new liars-dice seed=7", "log", "1x2", "log")
    assert " ".join(run.out.split()).count("RuntimeError: no such luck - this is a bug in dicecup") == 2
    assert "Player A  bids 1x2" in run.out
    assert "Traceback" not in run.out
    assert "Traceback" in say("new liars-dice seed=7", "log", DICECUP_DEBUG="1").out


def test_the_first_start_says_where_the_settings_are(folders: dict[str, str], tmp_path: Path) -> None:
    env = {"DICECUP_STATE": folders["DICECUP_STATE"], "DICECUP_CONFIG": "", "XDG_CONFIG_HOME": str(tmp_path / "own")}
    run = typed("set keys vi", env=env)
    config = tmp_path / "own" / "dicecup" / "config.yaml"
    assert f"Your settings: {config}\n" in run.out
    assert "\nkeys: vi\n" in config.read_text()
    assert "Your settings" not in typed(env=env).out


def test_games_that_were_left_are_listed_and_may_be_dropped(say: Callable[..., Run], tmp_path: Path) -> None:
    say("new liars-dice seed=7", "new poker-dice seed=7")
    assert len(kept(tmp_path)) == 2
    run = say("resume", "resume drop 3", "resume drop 2", "resume drop", "resume drop 1", "resume")
    assert len(re.findall(r"[12]: left \d{4}-\d\d-\d\d \d\d:\d\d; (?:Poker Dice|Liar's Dice), ", run.out)) == 2
    assert "There is no game 3 to resume; `resume` alone lists 2." in run.out
    assert "Liar's Dice is gone." in run.out
    assert "Poker Dice is gone." in run.out
    assert "No game was left open." in run.out
    assert kept(tmp_path) == []

"""People at one keyboard of the console: nobody sees another's dice, nor what would tell them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from command_line import PASS, Run, Sit, Terminal, kept

UP, UNDO = "\x1b[A", "\x1f"
CTRL_C, CTRL_D, CTRL_U, CTRL_Y = "\x03", "\x04", "\x15", "\x19"


def dice_of(terminal: Terminal) -> list[str]:
    """Large dice, which are one's own, on the screen and in what has scrolled off it."""
    return [" ".join(re.findall(r"│ (\d) │", line)) for line in terminal.screen.splitlines() if "│" in line]


def test_hot_seat_shows_nobody_anothers_dice(sit: Sit, tmp_path: Path) -> None:
    with sit(rows=40) as terminal:
        terminal.prompts(">")
        terminal.type("new liars-dice A=human B=human A.name=Ann B.name=[bold]Bo seed=7")
        terminal.prompts(PASS.format("A Ann"))
        assert dice_of(terminal) == []
        assert "begins" in terminal.screen
        terminal.type("2x3")  # meant for another question
        terminal.prompts(PASS.format("A Ann"))
        terminal.type("")
        terminal.prompts("A Ann>")
        assert dice_of(terminal) == ["3 3 3 4 5"]
        terminal.type("show 3 3 3")
        terminal.prompts("A Ann>")
        terminal.type('odds liars-dice --hand "3 3 3 4 5" --unknown 5')
        terminal.prompts("A Ann>")
        terminal.press(f"keep 33345{CTRL_U}")
        terminal.stands("A Ann>")
        terminal.type("2x3")
        came = terminal.prompts(PASS.format("B [bold]Bo"))
        assert dice_of(terminal) == []
        assert "3 3 3" not in terminal.screen
        assert "A Ann       bids 2x3" in terminal.screen
        terminal.press(CTRL_C)
        assert terminal.prompts(PASS.format("B [bold]Bo")) == came
        assert "Ctrl-D on an empty line, leaves." in terminal.screen
        terminal.type("")
        terminal.prompts("B [bold]Bo>")
        assert dice_of(terminal) == ["2 4 5 6 6"]
        terminal.press(f"{UNDO}{CTRL_Y}1")  # nothing that was cut, or can be undone
        terminal.stands("B [bold]Bo> 1")
        terminal.press(f"{CTRL_U}{UP}")
        terminal.stands("B [bold]Bo> 2x3")
        terminal.press(UP)
        terminal.stands("B [bold]Bo> new liars-dice A=human B=human A.name=Ann B.name=[bold]Bo seed=7")
        terminal.press(f"{CTRL_U}od")
        terminal.stands("B [bold]Bo> od")
        assert "odds" not in terminal.screen  # nor is what Ann has asked suggested
        terminal.press(CTRL_C)
        terminal.prompts("B [bold]Bo>")
        terminal.type("history")
        terminal.prompts("B [bold]Bo>")
        assert "hand" not in terminal.screen
        terminal.type("undo")
        terminal.prompts(PASS.format("A Ann"))
        assert dice_of(terminal) == []
        terminal.type("")
        terminal.prompts("A Ann>")
        terminal.type("redo")
        terminal.prompts(PASS.format("B [bold]Bo"))
        terminal.type("")
        terminal.prompts("B [bold]Bo>")
        terminal.type("liar")
        terminal.prompts(PASS.format("B [bold]Bo"))  # everybody looks at the showdown
        assert "Showdown" in terminal.screen
        assert "begins" not in terminal.screen  # both have seen that long ago
        terminal.type("")
        terminal.prompts("B [bold]Bo>")
        terminal.press(CTRL_D)
        assert terminal.ends() == 0
        assert dice_of(terminal) == []
        assert "Left unfinished in round 2" in terminal.screen
    assert "3 3 3" not in (tmp_path / "state" / "history").read_text()
    (records,) = kept(tmp_path)
    assert [record["move"] for record in records if record["type"] == "move"] == ["2x3", "2x3", "liar"]


def test_hot_seat_in_words(say: Callable[..., Run]) -> None:
    run = say("new liars-dice A=human B=human seed=7", "", "2x3", "", "quit")
    ann, bo = "Your dice: 3 3 3 4 5", "Your dice: 2 4 5 6 6"
    assert (run.out.count(ann), run.out.count(bo)) == (1, 1)
    between = run.out[run.out.index(ann) : run.out.index(bo)]
    assert between.count("\n" * 100) == 2
    assert "Player A  bids 2x3" in between
    assert PASS.format("Player B") in between
    assert "Empty lines hide what was shown" in between
    assert run.out[run.out.index(bo) :].count("\n" * 100) == 1  # who leaves hides his own
    assert run.code == 0


def test_no_command_shows_a_cup_or_the_seed(say: Callable[..., Run], tmp_path: Path) -> None:
    ways = (
        ("back", "as off", "show", "back"), ("as A back", "show"), ("as all",), ("as B show",), ("as B", "show"), ("as all", "log", "show"),
        ("back", "as all"), ("back", "digest"),
        ("fork A=basic B=basic",), ("fork 0 A=basic B=human",), ("replay show own.jsonl",),
        ("replay show --json linked",), ("replay info own.jsonl",), ("load own.jsonl",), ("verify", "verify own.jsonl"),
        (f"replay show {tmp_path}/state/games/liars-dice-1.jsonl",), ("diff own.jsonl linked",), ("resume own.jsonl",), ("log",),
        ("set", "history", "resume", "assert score"), ("source peep.txt",),
    )  # fmt: skip
    (tmp_path / "linked").symlink_to("own.jsonl")
    (tmp_path / "peep.txt").write_text("as all show\n")
    for opponent in ("human", "basic"):
        for way in ways:
            (tmp_path / "own.jsonl").unlink(missing_ok=True)
            run = say(f"new liars-dice seed=7 A=human B={opponent} log=own.jsonl", "", *way, "quit")
            assert not re.search(r"2 4 6 5 6|2 4 5 6 6|seed 7|Under the cup of", run.out), way
            assert run.code == 0
            for path in (tmp_path / "state" / "games").iterdir():
                path.unlink()


def test_where_all_dice_lie_open_only_the_seed_is_hidden(say: Callable[..., Run]) -> None:
    run = say("new poker-dice A=human B=human seed=7", "as all", "as A show", "as A", "show", "quit")
    assert run.out.count("That would show the seed, and with it all dice to come while A and B still play.") == 1
    assert run.out.count("Player B: K J T 9 9\n") == 3
    assert "seed 7" not in run.out


def test_through_the_eyes_of_a_seat_that_was_chosen_only_that_seat_plays_on(say: Callable[..., Run]) -> None:
    watched = ("new liars-dice basic basic seed=8", "as B")
    run = say(*watched, "new liars-dice A=human B=basic seed=7", "show", "quit")
    told = " ".join(run.out.split())
    assert "B, through whose eyes you look, is not the one to play there; `as off` ends that." in told
    assert "A (human)" not in run.out
    run = say(*watched, "new liars-dice A=basic B=human seed=7", "show", "quit")
    assert "Your dice: 2 4 5 6 6" in run.out
    assert "3 5 3 4 3" not in run.out


def test_a_script_does_not_play_for_people_who_hide_dice(say: Callable[..., Run], tmp_path: Path) -> None:
    (tmp_path / "both.txt").write_text("new liars-dice A=human B=human seed=7\nshow\n3x4\nshow\nback\n")
    run = say("source both.txt")
    assert "both.txt:2: a script would show one person's dice to another" in " ".join(run.out.split())
    assert not re.search("3 3 3 4 5|2 4 5 6 6", run.out)


def test_real_dice_are_typed_by_their_owners(say: Callable[..., Run], tmp_path: Path) -> None:
    throws = ["7", "", "six", "0", "3.0", "\uff13", "5", "2"]
    run = say(
        "new liars-dice dice=manual A=human B=human",
        *throws,
        "",
        "1 2 3 4 5",
        "",
        "?",
        "2 2 2 6 6",
        "",
        "history",
        "quit",
    )
    opening, private = run.out.split(PASS.format("Player A"))[:2]
    assert opening.count("throws 1 die to see who begins. Faces> ") == 8
    assert opening.count("Faces") == 8
    assert "throws 5 dice under the cup. Faces> " in private
    assert "Throw 5 dice and type what they show" in run.out
    assert "Your dice: 1 2 3 4 5" in run.out
    assert "1 2 3 4 5" not in run.out[run.out.index("Your dice: 1 2 3 4 5") + 25 :]
    assert "2 2 2 6 6" not in run.out
    (records,) = kept(tmp_path)
    assert [record["dice"] for record in records if record["type"] == "roll"][2:] == [[1, 2, 3, 4, 5], [2, 2, 2, 6, 6]]
    assert not re.search(r"\d \d \d", (tmp_path / "state" / "history").read_text())


def test_ctrl_d_at_the_privacy_screen_leaves_a_throw_to_be_asked_for_again(say: Callable[..., Run]) -> None:
    run = say("new liars-dice human human dice=manual", "6", "2")
    assert "That is still to be answered; Enter asks again." in run.out
    assert "bug" not in run.out

"""Games and logs in the console: who sees what, taking back, walking, and going on."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command_line import console, dicecup, said, typed

from dicecup.cli.narration.events import unvoided


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_what_a_seat_may_not_see_is_not_shown() -> None:
    """Whatever is asked through A's eyes is the same for every cup that B may have."""
    asked = ("show", "log", "moves", "hint", "odds", "as A show", "as A log", "next 1", "history")
    for line in asked:
        out = console("new liars-dice seed=7", line).out
        assert "2 4 6 5 6" not in out, line
        assert "2 4 5 6 6" not in out, line
    assert "2 4 6 5 6" in console("new liars-dice seed=7", "as B log").out
    assert "seed 7" not in console("new liars-dice seed=7", "as B log", "show").out


def test_who_looks_through_the_eyes_of_a_seat_finds_nothing_else() -> None:
    game = ("new liars-dice seed=7 basic basic", "start")
    assert "[5 of 58, round 1]" in console(*game, "as A find 3 5 3 4 3").out
    assert said(*game, "as B find 3 5 3 4 3") == "no event with '3 5 3 4 3' follows"
    assert said(*game, "goto 6", "as B assert legal 1x3") == "it is A's turn, and B looks"


def test_nobody_looks_through_the_eyes_of_a_seat_that_is_not_there() -> None:
    for way in ("as C", "as C show", "as C log 1"):
        assert said("new liars-dice seed=7", way) == "there is no seat C; the seats are A, B", way


def test_other_eyes_stay_with_another_game_and_must_have_a_seat_there() -> None:
    new = "new liars-dice seed=7 A=human B=human"
    there = "nobody sits at C there, through whose eyes you look; `as off` ends that"
    assert said(f"{new} C=human", "as C", f"as B {new}") == there
    assert console(f"{new} C=human", f"as B {new}", "as B back", "as B quit").code == 0


def test_whoever_looked_before_looks_again() -> None:
    run = console("new liars-dice seed=7 A=human B=human", "1x3", "as A back", "show", "as off", "show")
    a, b = "│ 3 │ │ 3 │ │ 3 │ │ 4 │ │ 5 │", "│ 2 │ │ 4 │ │ 5 │ │ 6 │ │ 6 │"
    assert [(a in place, b in place) for place in run.out.split("[6 of 7, round 1]")[1:]] == [
        (True, False),
        (False, True),
        (False, True),
    ]


def test_a_fork_takes_other_dice() -> None:
    Path("throws.txt").write_text("A: 6 6 6 6 6\nB: 2 2 2 2 2\n")
    game = ("new liars-dice seed=7 basic basic", "save game.jsonl", "load game.jsonl")
    run = console(*game, "fork 4 A=human dice=throws.txt", "verify")
    assert (run.code, run.err) == (0, "")
    assert "Player A  throws 6 6 6 6 6 under the cup" in run.out


def test_a_fork_of_a_damaged_log_is_refused() -> None:
    assert console("new liars-dice seed=7 basic basic", "save game.jsonl").code == 0
    header, *events = Path("game.jsonl").read_text().splitlines()
    Path("game.jsonl").write_text("\n".join([json.dumps({**json.loads(header), "seats": None}), *events]) + "\n")
    run = console("load game.jsonl", "fork")
    assert run.code == 1
    assert "the game is not true (altered), so it cannot be played on" in run.err


def test_C059_a_log_is_not_saved_onto_itself() -> None:
    Path("linked").symlink_to("game.jsonl")
    assert console("new liars-dice seed=7 basic basic", "save game.jsonl").code == 0
    before = Path("game.jsonl").read_bytes()
    for name in ("game.jsonl", "linked", "./game.jsonl"):
        assert "is an input itself" in said("load game.jsonl", f"save {name} force")
    assert (
        said("new liars-dice basic basic", "save game.jsonl")
        == "game.jsonl exists; `save game.jsonl force` replaces it"
    )
    assert Path("game.jsonl").read_bytes() == before


def test_C059_the_log_of_a_game_that_is_played_is_not_replaced() -> None:
    Path("linked").symlink_to("game.jsonl")
    for name in ("game.jsonl", "linked"):
        assert "is the log of a game that is being played" in said(
            "new liars-dice log=game.jsonl", f"save {name} force"
        )
        Path("game.jsonl").unlink()


def test_undo_and_redo_play_the_same_game() -> None:
    lines = ("new liars-dice seed=7", "2x3")
    assert console(*lines, "save straight.jsonl").code == 0
    assert console(*lines, "undo", "redo", "save again.jsonl").code == 0
    straight, again = (
        [event | {"n": 0} for event in unvoided(list(map(json.loads, Path(name).read_text().splitlines()[1:])))]
        for name in ("straight.jsonl", "again.jsonl")
    )
    assert straight == again
    run = console(
        "new liars-dice seed=7", "2x3", "undo", "redo", "undo", "1x6", "undo A", "2x3", "save undone.jsonl", "verify"
    )
    assert run.code == 0, run.err
    assert dicecup("replay", "verify", "undone.jsonl").code == 4  # true so far
    assert said("new liars-dice seed=7", "undo") == "there is no move to take back"
    assert (
        said("new liars-dice seed=7 undo=off", "2x3", "undo")
        == said("new liars-dice seed=7 undo=0", "2x3", "undo")
        == ("moves cannot be taken back in this game; begin it with undo=on")
    )
    assert "nothing to play again" in said("new liars-dice seed=7", "redo")
    assert "nothing to play again" in said("new liars-dice seed=7", "2x3", "undo", "2x3", "redo")
    assert "undo takes a seat" in said("new liars-dice seed=7", "2x3", "undo Q")


@pytest.mark.parametrize("game", ["liars-dice", "poker-dice", "stacked-dice", "dead-mans-dice"])
def test_what_is_undone_in_a_game_that_goes_on_can_be_made_again(game: str) -> None:
    typed(f"new {game} seed=7", "1", "save left.jsonl", "quit")
    lines = ["resume left.jsonl", "show", "undo", "redo", "show", "quit"]
    run = dicecup("console", "--echo", *(f"-c{line}" for line in lines))
    _, _, before, undone, redone, after, _ = re.split("^> .*\n", run.out, flags=re.MULTILINE)
    assert before == after
    assert undone.startswith("  Taken back: ")
    assert "Player A" in redone


def test_walking_back_in_a_game_that_is_played() -> None:
    run = console("new liars-dice seed=7", "2x3", "goto 6", "moves", "next", "1x3", "assert turn = A")
    assert run.code == 0, run.err
    assert "[6 of " in run.out


def test_a_number_alone_is_an_event_while_one_looks_back() -> None:
    for run in (console("new liars-dice seed=7", "goto 4", "5"), typed("new liars-dice seed=7", "goto 4", "5")):
        assert "[5 of 6, round 1]" in run.out, run.err
        assert "bids" not in run.out
    assert "number" in said("new liars-dice seed=7", "back", "99999999999999999999")


def test_a_log_is_walked_forked_and_proved() -> None:
    assert console("new liars-dice basic basic seed=7", "save game.jsonl").code == 0
    run = console("load game.jsonl", "9", "moves", "back", "find liar", "digest", "verify", "fork 9 A=human log=forked.jsonl",
                  "assert turn = A", "save forked-so-far.jsonl")  # fmt: skip
    assert run.code == 0, run.err
    head = json.loads(Path("forked.jsonl").read_text().splitlines()[0])
    assert head["parent"]["at"] == 9
    assert console("save game.jsonl").code == 1
    assert console("new liars-dice basic basic", "save game.jsonl force").code == 0


def test_a_saved_game_goes_on_to_the_same_end() -> None:
    line = "new liars-dice seed=7 dice_per_player=2"
    moves = ("1x3", "liar", "1x6", "liar")
    whole = dicecup(
        "console",
        "--keep-going",
        "-q",
        *(part for text in (line, *moves, "save whole.jsonl", "quit") for part in ("-c", text)),
    )
    assert Path("whole.jsonl").exists(), whole.err
    assert console(line, moves[0], "save half.jsonl").code == 0
    run = dicecup(
        "console",
        "--keep-going",
        *(part for text in ("resume half.jsonl", *moves[1:], "save rest.jsonl", "quit") for part in ("-c", text)),
    )
    assert Path("rest.jsonl").read_bytes() == Path("whole.jsonl").read_bytes(), run.err


@pytest.mark.parametrize("name", ["[bold]", "[/red]", "a[0]", "%s", "{x}", "\\", "日本語", "it's"])
def test_C052_names_are_shown_as_they_are(name: str) -> None:
    run = console(f'new liars-dice seed=7 A.name="{name}"', "show", "log", "save x.jsonl", "load x.jsonl", "verify")
    assert run.code == 0, run.err
    assert run.out.count(f"A {name}") >= 5


def test_a_file_that_is_no_log_is_not_laid_on_the_desk() -> None:
    Path("words.txt").write_text("one\ntwo\n")
    assert said("load words.txt").startswith("words.txt:1: there is no game in this file: ")
    Path("empty.jsonl").touch()
    assert "there is no game in this file" in said("load empty.jsonl")


def test_a_long_word_is_not_repeated_whole() -> None:
    assert len(said("x" * 9000)) < 300


def test_a_table_at_which_nobody_decides_shows_what_lies_open() -> None:
    lines = ("new liars-dice dice=manual A=human B=human", "5", "4", "9", "/show", "/moves", "quit")
    run = dicecup("console", "--keep-going", *(part for line in lines for part in ("-c", line)))
    assert "Player A is to throw 5 dice." in run.out
    assert "nobody is to decide now" in run.err

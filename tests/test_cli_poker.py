"""Poker dice at the command line: every variant played, shown, verified and counted, and people at the prompt."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from command_line import ROOT, Terminal, dicecup, own_dice, plain, strict

from dicecup.engine.replay.verify import verify

VARIANTS = sorted(
    path.stem
    for path in (ROOT / "variants").glob("*.yaml")
    if path.stem in ("cottrell", "indian-dice", "rpasmd-poker") or path.stem.startswith("poker-dice")
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def log_of(path: Path) -> list[dict[str, object]]:
    """The records of a log that is true."""
    data = path.read_bytes()
    assert all(verdict.ok for verdict in verify(io.BytesIO(data)))
    return [strict(line) for line in data.decode().splitlines()]


def test_there_are_thirteen_variants() -> None:
    assert len(VARIANTS) == 13


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_is_played_shown_and_verified(variant: str, log: Path) -> None:
    played = dicecup("play", variant, "--seed", "11", "--log", log)
    assert (played.code, played.err) == (0, f"Log: {log}\n")
    assert not [line for line in played.lines if line.startswith("  ?")]
    assert max(map(len, played.lines)) <= 80
    assert dicecup("replay", "show", log).out == played.out
    assert dicecup("replay", "verify", log).code == 0
    assert dicecup("play", variant, "--seed", "11", "--as", "B").lines[1:] == played.lines[1:]  # the title has no seed


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_is_counted(variant: str) -> None:
    run = dicecup("playtest", "run", variant, "--games", 3, "--seed", "11", "--mode", "plain", "--jobs", 1, "--json")
    (record,) = run.records()
    assert (run.code, record["finished"], record["aborted"]) == (0, 3, 0)


@pytest.mark.parametrize("columns", [60, 120])
def test_the_table_is_shown_before_a_decision(log: Path, columns: int) -> None:
    args = ("play", "poker-dice-wild", "--seed", "7", "--seats", "3", "--log", log)
    with Terminal(*args, columns=columns, rows=60) as terminal:
        terminal.shows("Player A> ")
        shown = [" ".join(line.split()) for line in terminal.screen.splitlines()]
        for line in (
            "Round 1, 3 chips in the pot",
            "Player A is to move: it is your turn.",
            "B basic ▐K▌ ▐J▌ ▐9▌ ▐T▌ ▐9▌ pair of 9",
            "Wins A 0 B 0 C 0",
            "Chips A -1 B -1 C -1",
        ):
            assert line in shown
        one_line = " ".join(shown)
        assert ("▐Q▌ ▐T▌ ▐Q▌ ▐J▌ ▐Q▌" if columns == 60 else "│ Q │ │ T │ │ Q │ │ J │ │ Q │") in one_line
        assert re.search(r"three of a kind, Q; throw 1 (╰\S+ )*of 2", one_line)
        assert "C basic ▐K▌ ▐A▌ ▐J▌ ▐K▌ ▐K▌ four of a kind, K (A read as K); to beat" in one_line
        assert "16 moves: stand, keep Q Q Q J, keep Q Q Q T, keep Q Q J T, ... keep none" in one_line
        assert max(map(len, terminal.screen.splitlines())) <= columns
        terminal.type("moves")
        assert "16: keep none" in plain(terminal.shows("A> "))
        for answer, said in [
            ("q", "'q' is not a move"),
            ("k k", "K K could mean two things; write `keep K K` or `keep K`"),
            ("keep 9 9", "Not legal (P-C15): A does not hold 9 9; the dice are Q T Q J Q; legal: stand,"),
            ("keep x", "there is no face X"),
            ("drop", "Not legal (P-A14)"),
            ("17", "There is no move 17."),
        ]:
            terminal.type(answer)
            came = " ".join(plain(terminal.shows("A> ")).split())
            assert said in came, answer
            assert "...." not in came
        terminal.type("hold q,Q  q")
        terminal.shows("keeps Q Q Q")
        terminal.shows("A> ")
        terminal.type("S")
        terminal.shows("stands")
        terminal.shows("A> ")
        terminal.type("quit")
        assert terminal.ends() == 0
    moves = [record["move"] for record in log_of(log) if record["type"] == "move" and record["seat"] == "A"]
    assert moves == ["keep Q Q Q", "stand"]


def test_a_hand_of_wild_dice_is_read_before_the_decision() -> None:
    args = ("--seed", "7", "--dice", "manual-people", "--plain")
    with Terminal("play", "poker-dice-pips-six-high", *args) as terminal:
        terminal.shows("to see who begins. Faces> ")
        terminal.type("6")
        terminal.shows("Player A throws 5 dice. Faces> ")
        terminal.type("1 3 4 5 6")
        terminal.shows("Player A: 6 5 4 3 1\r\nPlayer A: straight, 6 high (1 read as 2)")
        terminal.shows("A> ")
        terminal.type("quit")
        assert terminal.ends() == 0


def test_hot_seat_has_no_cover_where_nothing_is_hidden(log: Path) -> None:
    people = ("--seat", "human", "--seat", "human", "--name", "A=Ann", "--as", "A")
    with Terminal("play", "rpasmd-poker", "--seed", "7", *people, "--log", log, rows=60) as terminal:
        terminal.shows("2 chips in the pot; to stay in costs 1 chip")
        terminal.shows("Player B> ")
        terminal.type("1")
        terminal.shows("pays 1 chip into the pot of 3, owes 2")
        came = plain(terminal.shows("A Ann> "))
        assert own_dice(came) == ["5 3 5 4 5"]
        assert re.search(r"Player B  ▐6▌ ▐4▌ ▐2▌ ▐3▌ ▐2▌ +pair of 2; to beat", came)
        terminal.type("d")
        terminal.shows("drops out")
        terminal.shows("wins the round, 1 win so far")
        terminal.shows("A Ann> ")
        terminal.type("quit")
        assert terminal.ends() == 0
        assert "Pass the keyboard" not in terminal.raw
        assert "\x1b[2J" not in terminal.raw
    assert [r["move"] for r in log_of(log) if r["type"] == "move"] == ["stand", "drop"]


def test_kept_dice_that_are_locked_are_named() -> None:
    args = ("poker-dice-three", "--set", "kept_locked=true", "--seed", "7", "--set", "start=seats")
    with Terminal("play", *args, columns=100) as terminal:
        terminal.shows("A> ")
        terminal.type("2")
        came = plain(terminal.shows("A> "))
        assert "┃ Q ┃ ┃ J ┃ ┃ Q ┃ │ J │ ┃ Q ┃" in came
        assert "Q Q Q J kept for good" in came
        terminal.press("\x03")
        assert terminal.ends() == 130


def test_a_face_called_q_is_typed_and_not_to_quit() -> None:
    args = ("--dice", "manual", "--seat", "human", "--seat", "human")
    with Terminal("play", "poker-dice", *args) as terminal:
        terminal.shows("Faces> ")
        terminal.type("q")
        terminal.shows("Player A  throws Q")
        terminal.shows("Faces> ")
        terminal.type("9")
        terminal.shows("Player A throws 5 dice. Faces> ")
        terminal.type("quit")
        assert terminal.ends() == 0


def test_the_log_on_the_screen_would_show_the_seed() -> None:
    with Terminal("play", "poker-dice", "--json") as terminal:
        assert terminal.ends() == 2
        assert "the log shows the seed, and with it all dice to come" in " ".join(terminal.screen.split())

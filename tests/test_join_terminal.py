"""Two people at two screens: real terminals, a socket between them, and whoever is killed, looks on, or may not come in."""

from __future__ import annotations

import io
import os
import pty
import signal
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import platformdirs
import pytest
from command_line import Terminal, dicecup, environment, own_dice, process, started, strict
from furniture import TOGETHER
from screens import Message

from dicecup.cli.base.paths import runtime
from dicecup.engine.bots.agents import agent
from dicecup.engine.bots.program import GRACE
from dicecup.engine.replay.verify import verify

SEED = "Zq9Secret"
CTRL_C = "\x03"
Begin = Callable[..., Terminal]


@pytest.fixture
def state() -> Iterator[Path]:
    """A folder of state whose path is short enough for a socket."""
    with TemporaryDirectory(prefix="dc-") as path:
        yield Path(path)


@pytest.fixture
def begin(state: Path) -> Begin:
    """How a command begins at a terminal of its own."""
    return lambda *args, **more: Terminal(*args, DICECUP_STATE=str(state), **more)


def verdicts(path: Path) -> list[bool]:
    return [verdict.ok for verdict in verify(io.BytesIO(path.read_bytes()))]


def records(path: Path) -> list[Message]:
    return [strict(line) for line in path.read_text(encoding="utf-8").splitlines()]


GAMES = ("liars-dice dice_per_player=1", "poker-dice", "stacked-dice target=20", "dead-mans-dice target=10")


@pytest.mark.parametrize("game", GAMES)
def test_two_consoles_play_a_whole_game_through_a_socket(game: str, begin: Begin, tmp_path: Path) -> None:
    variant, *settings = game.split()
    rules = [part for setting in settings for part in ("--set", setting)]
    whole, mine = tmp_path / "whole.jsonl", tmp_path / "mine.jsonl"
    host_line = ["play", variant, *rules, "--seat", "me", "--seat", "wait", "--name", "A=Ann", "--seed", SEED]
    with begin(*host_line, "--log", whole, rows=50) as host:
        host.shows(f"dicecup join {variant}")
        with begin("join", variant, "--name", "Bo", "--log", mine, rows=50) as guest:
            moves = 0
            while host.process.poll() is None and moves < 150:
                moves += _answers(host, "A Ann>") + _answers(guest, "B Bo>")
            assert moves > 2
            assert guest.ends() == 0
            assert host.ends() == 0
            assert (" wins after" in guest.screen) == (" wins after" in host.screen)
            assert SEED not in guest.raw
            assert f"Seed {SEED}" not in host.raw
    assert verdicts(whole) == [True]
    assert verdicts(mine) == [True]
    log = records(whole)
    assert [(seat["name"], seat["agent"]) for seat in log[0]["seats"]] == [("Ann", "human"), ("Bo", "human")]
    assert mine.read_text() == dicecup("replay", "export", whole, "--as", "B", "--format", "jsonl").out


def _answers(terminal: Terminal, prompt: str) -> int:
    """Answer with the first move if a question is open; how many were answered."""
    terminal._read(time.monotonic() + 0.1)
    if terminal._line() != prompt or len(terminal.raw) == terminal._typed or terminal.process.poll() is not None:
        return 0
    terminal.type("1")
    return 1


def test_who_is_killed_comes_back_to_the_same_cup(begin: Begin, tmp_path: Path) -> None:
    mine = tmp_path / "mine.jsonl"
    with begin("play", "liars-dice", "--seat", "me", "--seat", "wait", "--seed", SEED, rows=60) as host:
        host.shows("dicecup join liars-dice")
        with begin("join", "liars-dice", "--name", "Bo", "--log", mine, rows=60) as guest:
            host.prompts("Player A>")
            host.type("1x1")
            guest.prompts("B Bo>")
            (dice,) = own_dice(guest.screen)
            guest.process.send_signal(signal.SIGKILL)
            host.sees("B Bo has left; the game waits for them.")
        with begin("join", "liars-dice", "--log", mine, rows=60) as again:
            again.prompts("B Bo>")
            assert own_dice(again.screen) == [dice]
            assert "1x1 stands" in again.screen
            host.sees("B Bo is here.")
            again.type("liar")
            host.sees("calls liar")
            again.type("quit")
            assert again.ends() == 0
            assert "You have left; the same command brings you back." in again.screen
        host.press(CTRL_C)
        assert host.ends() == 130
        assert SEED not in host.raw.partition("dicecup join")[2]


def test_both_see_their_own_dice_and_a_spectator_none(begin: Begin) -> None:
    with begin("play", "liars-dice", "--seat", "me", "--seat", "wait", "--seed", SEED, rows=60) as host:
        host.shows("dicecup join liars-dice")
        with (
            begin("join", "liars-dice", "--watch", rows=60) as watcher,
            begin("join", "liars-dice", columns=60, rows=60) as guest,
        ):
            watcher.sees("You are watching.")
            host.prompts("Player A>")
            guest.type("board")
            guest.sees("Player A is to move.")
            host.type("1x1")
            guest.sees("it is your turn")
            watcher.sees("bids 1x1")
            mine, theirs = own_dice(host.screen)[0], own_dice(guest.screen)[0]
            assert len(mine.split()) == len(theirs.split()) == 5
            assert not own_dice(watcher.screen)
            spaced = " ".join(mine.split())
            assert spaced not in guest.screen
            assert spaced not in watcher.screen
            assert theirs not in host.screen
            assert all(SEED not in one.raw for one in (guest, watcher))
            watcher.type("say I am here")
            watcher.sees("Who watches is not heard.")
            watcher.type("board")
            watcher.sees("Who watches sees no table")
            guest.type("say hello")
            host.sees("Player B: hello")
            watcher.sees("Player B: hello")
            guest.type("hint")
            guest.sees("Hint of ")
            guest.press("li\t")
            guest.stands("Player B> liar")
            guest.type("")
            host.sees("calls liar")
            host.type("quit")
            host.ends()
            guest.sees("Left unfinished in round")
            assert guest.ends() == 0
            assert watcher.ends() == 0


def test_the_host_hears_and_is_heard_while_it_waits_and_while_it_types(begin: Begin) -> None:
    with begin("play", "stacked-dice", "--seat", "wait", "--seat", "me", "--seed", "7", rows=60) as host:
        host.shows("dicecup join stacked-dice")
        with begin("join", "stacked-dice", "--name", "Ann", rows=60) as guest:
            host.sees("Waiting for A Ann.")
            host.type("what now")
            host.sees("It is not your turn; `say TEXT` says something")
            host.type("say from the host")
            guest.sees("Player B: from the host")
            guest.type("1")
            host.sees("Player B>")
            host._write("pas")
            host.sees("Player B> pas")
            guest.type("say while you type")
            host.sees("A Ann: while you type")
            host.stands("Player B> pas")
            host.press("\x15")
            host.type("say I hear you")
            guest.sees("Player B: I hear you")


def test_a_port_is_opened_only_with_a_token(begin: Begin, state: Path) -> None:
    with begin("play", "poker-dice", "--seat", "basic", "--seat", "wait", "--listen", "127.0.0.1:0") as host:
        line = host.shows("\r\n  dicecup join 127.0.0.1:") + host.shows("\n")
        address = line.split("dicecup join ")[1].strip()
        place, token = address.split("/")
        port = int(place.split(":")[1])
        assert not (state / "run").exists()
        for wrong in (place, f"{place}/wrong", f"{place}/{token}x"):
            run = process("join", wrong, DICECUP_STATE=str(state))
            assert run.code == 2
            assert run.problem() == (
                f"dicecup: the host at {place} has hung up; is the token the right one (HOST:PORT/TOKEN)?"
            )
        with socket.create_connection(("127.0.0.1", port)) as stranger:
            stranger.sendall(b"\n" * 10 + b'{"type":"join","protocol":1,"token":"x"}\n')
            stranger.settimeout(20)
            assert stranger.recv(100) == b""
        with begin("join", address, columns=120) as guest:
            guest.sees("it is your turn")
            host.press(CTRL_C)
            guest.sees("Left unfinished in round")


def test_joining_needs_no_more_than_a_teletype(begin: Begin) -> None:
    with begin("play", "liars-dice", "--seat", "me", "--seat", "wait", "--plain", "--seed", "7") as host:
        host.shows("dicecup join liars-dice")
        with begin("join", "liars-dice", "--plain") as guest:
            host.prompts("Player A>")
            host.type("1x1")
            guest.prompts("Player B>")
            assert "Your dice: " in guest.screen
            guest.type("say hi")
            host.sees("Player B: hi")
            guest.type("liar")
            host.sees("calls liar")
            assert "\x1b" not in guest.raw + host.raw
            guest.vanish()
            host.sees("Player B has left")


def test_a_guest_at_a_pipe_plays_from_lines(state: Path) -> None:
    host = ["play", "poker-dice", "--seat", "basic", "--seat", "wait", "--seed", "3"]
    with Terminal(*host, DICECUP_STATE=str(state)) as terminal:
        terminal.shows("dicecup join poker-dice")
        run = process("join", "poker-dice", "--plain", stdin=b"1\n" * 40, DICECUP_STATE=str(state))
        assert run.code == 0
        assert " wins after " in run.out
        assert terminal.ends() == 0


def test_a_person_plays_through_a_program_seat(state: Path) -> None:
    """`join -`: the protocol over standard input and output, and the screen on a terminal."""
    master, slave = pty.openpty()
    join = f"cmd:{sys.executable} -m dicecup join - --name Bo --plain --tty {os.ttyname(slave)}"
    with Terminal(
        "play", "liars-dice", "--seat", "me", "--seat", join, "--seed", SEED, DICECUP_STATE=str(state)
    ) as host:
        host.prompts("Player A>")
        host.type("1x1")
        screen = b""
        while not screen.endswith(b"B Bo> "):
            screen += os.read(master, 4096)
        assert b"Your dice: " in screen
        assert SEED.encode() not in screen
        os.write(master, b"1x1\n")
        while b"is not legal now" not in screen:
            screen += os.read(master, 4096)
        os.write(master, b"hint\nliar\n")
        host.sees("calls liar")
        host.press(CTRL_C)
        assert host.ends() == 130
    os.close(slave)
    os.close(master)


def test_the_program_of_a_person_may_take_its_time_to_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("slow.py").write_text(
        "import sys, time\n"
        'print(\'{"type":"hello","protocol":1,"person":true}\', flush=True)\n'
        "while 'quit' not in sys.stdin.readline(): pass\n"
        f"time.sleep({1.5 * GRACE})\n"
        "open('kept', 'w').close()\n"
    )
    agent(f"cmd:{sys.executable} slow.py", "liars").close()
    assert Path("kept").exists()


def test_a_system_without_a_folder_for_what_runs_is_no_news(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stands_in(name: str) -> Path:
        warnings.warn("there is none, falling back", stacklevel=1)
        return tmp_path / "runtime" / name

    def is_taken(name: str) -> Path:
        raise PermissionError(name)

    monkeypatch.setattr(platformdirs, "user_state_path", lambda name: tmp_path / "state" / name)
    monkeypatch.setattr(platformdirs, "user_runtime_path", stands_in)
    assert runtime({}) == tmp_path / "runtime" / "dicecup"
    monkeypatch.setattr(platformdirs, "user_runtime_path", is_taken)
    assert runtime({}) == tmp_path / "state" / "dicecup" / "run"


def test_the_examples_of_the_help_play_together(begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (host_line,) = (line for line in TOGETHER if line.startswith("dicecup play"))
    joins = [line for line in TOGETHER if line != host_line]
    assert len(joins) == 4
    for line in joins:
        listen = ["--listen", "127.0.0.1:0"] if ":" in line else []
        with begin(*host_line.split()[1:], *listen) as host:
            typed = host.shows("dicecup join ") + host.shows("\n")
            words = typed.split()[-1:] if listen else line.split()[2:]
            with begin("join", *words) as guest:
                guest.sees("You are watching." if "--watch" in line else "You have seat B.")
                guest.press(CTRL_C)
                assert guest.ends() == 130
            host.press(CTRL_C)
            assert host.ends() == 130


def test_what_cannot_be_is_said_in_one_sentence(state: Path) -> None:
    env = {"DICECUP_STATE": str(state)}
    for line, code, sentence in (
        (["join", "perudo"], 2, "nobody hosts a game at"),
        (["join", "127.0.0.1:1/x"], 2, "nobody hosts a game at 127.0.0.1:1: "),
        (["join", "x", "--watch", "--seat", "B"], 2, "--watch takes no seat; leave --seat out"),
        (["join", "x", "--json"], 2, "join is for people"),
        (["join", "x", "--name", "n" * 50], 2, "a name has 1 to 40 signs"),
        (["join", "x", "--tty", "/dev/tty"], 2, "--tty is for a host at standard input"),
        (["join", "-", "--seat", "B"], 2, "the host has seated you already"),
        (["join", "-", "--tty", str(state / "none")], 2, "there is no terminal for your screen"),
        (["play", "perudo", "--seat", "wait", "--moves", "-"], 2, "--moves moves for all people"),
        (["play", "perudo", "--seat", "wait", "--undo"], 2, "--undo: what somebody at another screen has seen"),
        (["play", "perudo", "--seat", "wait", "--listen", "here"], 2, "'here' is no HOST:PORT"),
        (["play", "perudo", "--listen", "127.0.0.1:0"], 2, "--listen and --person-limit are for people at other"),
        (
            ["play", "perudo", "--seat", "wait", "--listen", "192.0.2.1:0"],
            5,
            "nobody can be listened to at 192.0.2.1:0",
        ),
        (["console", "-c", "new perudo A=wait"], 1, "A=wait: whoever joins from elsewhere is waited for by"),
    ):
        run = process(*line, **env)
        assert run.code == code, run
        assert sentence in run.problem()
    assert not (state / "run").exists() or not list((state / "run").iterdir())


def test_a_game_goes_on_at_two_screens_from_its_log(begin: Begin, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    with begin("play", "liars-dice", "--seat", "me", "--seat", "wait", "--seed", "7", "--log", log) as host:
        host.shows("dicecup join liars-dice")
        with begin("join", "liars-dice", "--name", "Bo") as guest:
            host.prompts("Player A>")
            host.type("1x1")
            guest.prompts("B Bo>")
            host.process.kill()
            guest.sees("the same command brings you back where the game goes")
            assert guest.ends() == 1
    with begin("play", "--resume", log, "--seat", "B=wait", rows=60) as host:
        host.shows("dicecup join liars-dice")
        with begin("join", "liars-dice") as guest:
            guest.prompts("B Bo>")
            guest.type("liar")
            host.sees("calls liar")
            host.press(CTRL_C)
            assert host.ends() == 130
    assert [seat["name"] for seat in records(log)[0]["seats"]] == ["Player A", "Bo"]
    assert verdicts(log) == [True]


def test_a_limit_for_people_can_be_set(begin: Begin, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    line = ["play", "liars-dice", "--seat", "basic", "--seat", "wait", "--person-limit", "1", "--log", log]
    with begin(*line) as host:
        host.shows("dicecup join liars-dice")
        with begin("join", "liars-dice") as guest:
            guest.sees("You have 1 second.")
            guest.sees("B did not answer within a second")
            assert guest.ends() == 0
        assert host.ends() == 1
    assert records(log)[-1]["end"] == "forfeit"
    assert verdicts(log) == [True]


def test_the_host_is_told_to_end_and_leaves_no_socket(state: Path) -> None:
    for number in (signal.SIGTERM, signal.SIGHUP):
        line = [sys.executable, "-m", "dicecup", "play", "perudo", "--seat", "basic", "--seat", "wait"]
        with started(line, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                     env=environment(DICECUP_STATE=str(state))) as host:  # fmt: skip
            while b"join" not in host.stderr.readline():
                pass
            assert [path.name for path in (state / "run").iterdir()] == ["perudo.sock"]
            host.send_signal(number)
            assert host.wait(20) == 128 + number
            host.stderr.close()
        assert list((state / "run").iterdir()) == []

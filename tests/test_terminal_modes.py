"""A terminal is left as it was found, whatever signal ends the program and whatever it is asking (C082)."""

from __future__ import annotations

import os
import signal
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import Terminal, dicecup, strict

ENDS = ["SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT", "SIGUSR1"]


def raw(terminal: Terminal) -> None:
    """Wait until the terminal has other modes than it had, as while an editor reads a line or a walk waits for a key."""
    end = time.monotonic() + 20
    while termios.tcgetattr(terminal.master)[3] & termios.ICANON:
        assert time.monotonic() < end, terminal.raw
        time.sleep(0.01)
    time.sleep(0.2)  # readline looks for signals before it waits, and not in between


def walk(terminal: Terminal) -> None:
    terminal.shows("q quit")


def goto(terminal: Terminal) -> None:
    terminal.shows("q quit")
    terminal.press("g")
    terminal.shows("goto> ")


def move(terminal: Terminal) -> None:
    terminal.shows("A> ")


def cover(terminal: Terminal) -> None:
    terminal.shows("who presses Enter when nobody else looks. ")


def console(terminal: Terminal) -> None:
    terminal.prompts(">")
    terminal.type("new perudo seed=7")
    terminal.prompts("Player A>")


PROMPTS: dict[str, tuple[tuple[str, ...], Callable[[Terminal], None]]] = {
    "step": (("replay", "step", "game.jsonl"), walk),
    "goto": (("replay", "step", "game.jsonl"), goto),
    "play": (("play", "liars-dice", "--seed", "7", "--log", "played.jsonl"), move),
    "cover": (("play", "perudo", "--seat", "human", "--seat", "human", "--log", "played.jsonl"), cover),
    "console": (("console",), console),
}


@pytest.mark.parametrize("name", ENDS)
@pytest.mark.parametrize("prompt", PROMPTS)
def test_C082_the_terminal_is_as_it_was_after_every_signal(folders: dict[str, str], prompt: str, name: str) -> None:
    args, reached = PROMPTS[prompt]
    assert dicecup("play", "liars-dice", "--seed", "7", "--log", "game.jsonl").code == 0
    if prompt == "console" and name == "SIGINT":
        pytest.skip("Ctrl-C drops a line of the console, and nothing ends")
    with Terminal(*args, **folders) as terminal:
        before = None
        while before is None or not terminal.raw:
            before = before or termios.tcgetattr(terminal.master)
            terminal._read(time.monotonic() + 0.05)
        reached(terminal)
        raw(terminal)
        number = getattr(signal, name)
        os.kill(terminal.process.pid, number)
        assert terminal.ends() == 128 + number
        assert termios.tcgetattr(terminal.master) == before
        assert "Traceback" not in terminal.raw
        assert "never awaited" not in terminal.raw


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_C082_a_game_that_is_told_to_end_has_its_log_closed(tmp_path: Path, folders: dict[str, str], name: str) -> None:
    log = tmp_path / "played.jsonl"
    with Terminal("play", "liars-dice", "--seed", "7", "--log", log, **folders) as terminal:
        terminal.shows("A> ")
        raw(terminal)
        os.kill(terminal.process.pid, getattr(signal, name))
        terminal.ends()
    assert strict(log.read_text().splitlines()[-1])["end"] == "abandoned"
    assert dicecup("replay", "verify", log).code == 0

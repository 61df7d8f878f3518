"""Nothing imports or calls what Windows lacks: each module, each command and each prompt, where dicecup finds what Windows has.

`windows/sitecustomize.py` sees to that. What no run here comes by is seen by `make lint`, where mypy checks everything as for Windows.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from command_line import ROOT, Sit, Terminal, environment
from furniture import EXAMPLES, as_run

WINDOWS = {"PYTHONPATH": os.pathsep.join([str(ROOT / "tests" / "windows"), str(ROOT / "src")])}
IMPORTS = """
import importlib, pkgutil, sys, dicecup
dicecup.__path__ += sys.argv[1:]
for module in pkgutil.walk_packages(dicecup.__path__, "dicecup."):
    if module.name != "dicecup.__main__":
        try:
            importlib.import_module(module.name)
        except Exception as error:
            print(f"{module.name}: {error}")
"""
RUN = r"""
import json, sys
from dicecup.cli.main import main
for line in sys.stdin.read().splitlines():
    print("\n----", line, flush=True)
    print("\n----", main(json.loads(line)), flush=True)
"""
MORE = [
    "play perudo --seed 7 --log one.jsonl".split(),
    "replay verify one.jsonl".split(),
    "playtest run poker-dice --games 60 --seed 7 --jobs 2 --log many.jsonl".split(),
    "replay verify many.jsonl --jobs 2".split(),
    "play perudo --seat bot.py:first --seat basic --seed 7 --log own.jsonl".split(),
    ["console", "-c", "new liars-dice human basic seed=7 log=left.jsonl", "-c", "2x3", "-c", "show", "-c", "quit"],
    ["console", "-c", "resume left.jsonl", "-c", "hint", "-c", "quit"],
]


def python(code: str, *args: object, given: str = "", cwd: Path = ROOT, **env: str) -> str:
    """What a fresh interpreter prints to both streams."""
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, args)],
        input=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=cwd,
        env=environment(**env),
        timeout=100,
        check=True,
    ).stdout


# ---- importing


def test_no_module_imports_what_windows_lacks() -> None:
    assert python(IMPORTS, **WINDOWS) == ""


MISSED = {
    "import fcntl": "there is no module 'fcntl' on Windows",
    "import os, termios": "there is no module 'termios' on Windows",
    "from tty import setraw": "there is no module 'tty' on Windows",
    "from multiprocessing import popen_fork": "there is no module 'multiprocessing.popen_fork' on Windows",
    "import multiprocessing.popen_fork": "there is no module 'multiprocessing.popen_fork' on Windows",
    "from importlib import import_module; import_module('pwd')": "there is no module 'pwd' on Windows",
    "import importlib; importlib.import_module('grp')": "there is no module 'grp' on Windows",
    "from signal import SIGINT, SIGHUP": "cannot import name 'SIGHUP' from 'signal'",
    "import signal; signal.SIGWINCH": "module 'signal' has no 'SIGWINCH' on Windows",
    "import os.path; os.fork": "module 'os' has no 'fork' on Windows",
    "import os as system; system.killpg": "module 'os' has no 'killpg' on Windows",
    "import os; os.register_at_fork": "module 'os' has no 'register_at_fork' on Windows",
    "import os; os.sched_getaffinity": "module 'os' has no 'sched_getaffinity' on Windows",
    "import os; os.geteuid": "module 'os' has no 'geteuid' on Windows",
    "import os; os.O_NONBLOCK": "module 'os' has no 'O_NONBLOCK' on Windows",
    "import select; select.poll": "module 'select' has no 'poll' on Windows",
    "import time; time.tzset": "module 'time' has no 'tzset' on Windows",
}
SOUND = [
    "import os, signal; os.getpid(), os.O_EXCL, getattr(os, 'fork', None), hasattr(signal, 'SIGHUP'), signal.SIGTERM",
    "import os.path; from os import path; assert os.path is path",
    "import asyncio, multiprocessing.pool, subprocess, tempfile, prompt_toolkit.input, click.testing",
]


def test_whatever_a_module_takes_that_windows_lacks_is_seen(tmp_path: Path) -> None:
    for i, text in enumerate([*MISSED, *SOUND], 10):
        (tmp_path / f"planted{i}.py").write_text(text)
    assert python(IMPORTS, tmp_path) == ""
    seen = [line.partition(": ") for line in python(IMPORTS, tmp_path, **WINDOWS).splitlines()]
    assert [name for name, _, _ in seen] == [f"dicecup.planted{i}" for i in range(10, 10 + len(MISSED))]
    assert [said[: len(expected)] for (_, _, said), expected in zip(seen, MISSED.values(), strict=True)] == [
        *MISSED.values()
    ]


# ---- running


def varies(line: list[str]) -> bool:
    """Whether a command tells of times, of this Python, or of dice whose seed is drawn."""
    timed = line[:2] in (["playtest", "run"], ["bots", "check"]) or line[0] == "doctor"
    return timed or (line[0] == "play" and "--seed" not in line)


def test_every_command_does_the_same_without_what_windows_lacks(furniture: Path, tmp_path: Path) -> None:
    parts = (part for line in EXAMPLES for part in ([line] if line.endswith("| source") else line.split(" | ")))
    lines = [*map(as_run, parts), *MORE]
    told = []
    for where, env in (("here", {}), ("there", WINDOWS)):
        shutil.copytree(furniture, tmp_path / where)
        (tmp_path / where / "bot.py").write_text("def first(view):\n    return view.legal[0]\n")
        own = {"DICECUP_STATE": str(tmp_path / f"state {where}")}
        given = "\n".join(json.dumps(line or ["--help"]) for line in lines)
        told.append(python(RUN, given=given, cwd=tmp_path / where, **own, **env).split("\n---- ")[1:])
    codes = [list(zip(lines, part[1::2], strict=True)) for part in told]
    assert codes[1] == codes[0]
    for line, here, there in zip(lines, told[0][::2], told[1][::2], strict=True):
        assert here == there or varies(line)
    for log in ("one.jsonl", "many.jsonl", "own.jsonl", "left.jsonl"):
        assert (tmp_path / "here" / log).read_bytes() == (tmp_path / "there" / log).read_bytes()


def test_keys_walk_without_what_windows_lacks(furnished: Path) -> None:
    """No signal tells of another size of the window, and no key stops the program."""
    with Terminal("replay", "step", "game.jsonl", **WINDOWS) as terminal:
        terminal.shows("[0 of 58")
        terminal.press("\x1b[C\x1a")
        terminal.shows("[1 of 58")
        terminal.shows("q quit")
        terminal.resize(60, 20)
        terminal.shows("[1 of 58")
        terminal.shows("q quit")
        terminal.press("\x03")
        terminal.shows("Interrupted.")
        assert terminal.ends() == 130


def test_people_type_without_what_windows_lacks(sit: Sit) -> None:
    """A prompt of `play` has no line editor of the system's; that of the console has its own."""
    with sit("play", "liars-dice", "--seat", "human", "--seat", "basic", "--seed", "7", **WINDOWS) as terminal:
        terminal.shows("A> ")
        terminal.type("2x3")
        terminal.shows("A> ")
        terminal.press("\x03")
        assert terminal.ends() == 130
    with sit(**WINDOWS) as terminal:
        terminal.prompts(">")
        terminal.type("resume 1")
        terminal.prompts("A>", "Player A>")
        terminal.type("hint")
        terminal.prompts("A>", "Player A>")
        terminal.type("quit")
        assert terminal.ends() == 0

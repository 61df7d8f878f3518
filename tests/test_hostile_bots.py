"""Bots that fail, hang, flood, cheat or break things: the game ends at once with a forfeit and its reason, whatever they do (C074, C101,
C102), and none makes a run wait, end green, or write anything untrue.
"""

from __future__ import annotations

import json
import os
import time
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from command_line import dicecup

from dicecup.engine import load, new_match, play_out, verify
from dicecup.engine.bots.agents import agents
from dicecup.engine.bots.conversation import Patience
from dicecup.engine.log.log import dump
from dicecup.engine.match.match import Seat

SECONDS = 0.7
LATE = "did not answer within 0.7 seconds"

# What a bot does when it is asked for its third decision -> how the reason goes on after its name.
HOSTILE = {
    # raising
    "raise ValueError('lost')": "failed: ValueError: lost",
    "raise SystemExit(0)": "failed: SystemExit: 0",
    "import sys; sys.exit()": "failed: SystemExit",
    "raise KeyboardInterrupt": "failed: KeyboardInterrupt",
    "raise GeneratorExit": "failed: GeneratorExit",
    "raise BaseException('x')": "failed: BaseException: x",
    "raise type('Mute', (Exception,), {'__str__': lambda self: 1})()": "failed: Mute: it has no words for it",
    "raise type('Quits', (Exception,), {'__str__': lambda self: exit(0)})()": "failed: Quits: it has no words for it",
    "raise ExceptionGroup('many', [ValueError(), OSError()])": "failed: ExceptionGroup: many",
    "raise ValueError('\\x1b[2J\\udcff' * 999)": "failed: ValueError: \\x1b[2J",
    "return deeper(0)": "failed: RecursionError",
    "assert False": "failed: AssertionError",
    # ending
    "os._exit(0)": "ended with exit code 0",
    "os._exit(3)": "ended with exit code 3",
    "os.abort()": "was ended by signal 6",
    "os.kill(os.getpid(), 9)": "was ended by signal 9",
    "import ctypes; ctypes.string_at(0)": "was ended by signal 11",
    "sys.setrecursionlimit(10**9); return deeper(0)": "",
    # hanging
    "while True: pass": LATE,
    "time.sleep(99)": LATE,
    "sum(range(10**12))": LATE,  # a loop in C
    "import re; re.match('(a+)+$', 'a' * 40 + 'b')": LATE,
    "import threading; threading.Event().wait()": LATE,
    "signal.pause()": LATE,
    "os.kill(os.getpid(), signal.SIGSTOP)": LATE,
    "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65)); time.sleep(99)": LATE,
    "open('fifo').read()": LATE,
    "input()": "failed: EOFError",
    # answering what is no move
    "return None": "failed: it answered None; a move is a text",
    "return 42": "failed: it answered 42; a move is a text",
    "return b'1x1'": "failed: it answered a bytes",
    "return ''": "answered '': ",
    "return '1x1\\n{}'": "answered '1x1\\n{}': ",
    "return 'x' * 10**7": "said more than 1,048,576 bytes for one answer",
    "return {'1x1': 0.5}": "failed: it answered weights {'1x1': 0.5}; they are whole numbers",
    "return {'1x1': float('nan')}": "failed: it answered weights {'1x1': nan}; they are whole numbers",
    "return {'1x1': float('inf')}": "failed: it answered weights {'1x1': inf}; they are whole numbers",
    "return {1: 1}": "failed: it answered weights {1: 1}; they are whole numbers",
    "return {'1x1': object()}": "failed: it answered weights {'1x1': <class 'object'>}; they are",
    "return {'1x1': 10**5000}": "failed: it answered weights {'1x1': <class 'int'>}; they are",
    "return 10**5000": "failed: it answered a number; a move is a text",
    "return type('Odd', (str,), {'__str__': lambda self: exit(0)})('99x9')": "answered '99x9'",
    "return type('Odd', (dict,), {'items': lambda self: exit(0)})()": "failed: it answered weights {}",
    # eating
    "x = bytearray(10**11)": "failed: MemoryError",
    "x = [0] * 10**11": "failed: MemoryError",
    "[bytes(10**9) for _ in iter(int, 1)]": "failed: MemoryError",
}
# What a bot may do and go on playing: nothing of it reaches anybody.
HARMLESS = {
    "prints": 'print(\'{"type":"move","move":"99x9"}\')',
    "prints much": "print('x' * 10**6)",
    "writes to descriptor 1": 'os.write(1, b\'{"type":"error"}\\n\')',
    "closes standard output": "sys.stdout.close(); sys.stderr.close()",
    "closes descriptor 1": "os.close(1); os.close(0)",
    "spoils its view": "view.legal.append('99x9'); view.seat = 'Z'; view.events.clear(); view._events = ()",
    "changes what it is told": "view.events[0]['dice'] = [6]; view.events.append(1)",
    "leaves a thread": "import threading; threading.Thread(target=time.sleep, args=(99,)).start()",
    "takes the signals": "[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 13, 15)]",
    "sets an alarm": "signal.alarm(60)",
    "leaves a process": "import subprocess; subprocess.Popen(['sleep', '97'], start_new_session=False)",
    "leaves a process in a session of its own": "import subprocess; subprocess.Popen(['sleep', '3'], start_new_session=True)",
    "forks": "os.fork()",
    "changes folder": "os.chdir('/')",
    "spoils its own file": "open(__file__, 'w').write('no Python')",
    "clears the modules": "sys.modules.clear()",
    "spoils json": "import json; json.loads = json.dumps = None",
    "seeds": "import random; random.seed(1)",
    "spoils the builtins": "import builtins; builtins.len = None",
    "looks around": "import gc; gc.get_objects(); sys._getframe(1).f_locals",
}
BOT = """
import os, signal, sys, time
asked = 0
def deeper(n):
    return deeper(n + 1)
def bot(view):
    global asked
    asked += 1
    if asked == 3:
        mischief(view)
        {does}
    return view.legal[0]
def mischief(view):
    pass
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("fifo")


def played(does: str, seconds: float = SECONDS) -> Any:
    Path("bot.py").write_text(BOT.replace("{does}", does))
    line_up = agents(["bot.py:bot", "basic"], "liars", patience=Patience(seconds))
    match = new_match(load("liars-dice"), [Seat("x", "x"), Seat("y", "y")], "7")
    try:
        return match, play_out(match, line_up)
    finally:
        for one in line_up:
            one.close()


@pytest.mark.parametrize("does", HOSTILE)
def test_a_hostile_bot_forfeits_with_the_reason(does: str) -> None:
    began = time.monotonic()
    match, failure = played(does)
    assert time.monotonic() - began < 20  # a machine may be slow, but nobody waits for the bot
    end = match.events[-1]
    assert (end["end"], end["by"]["seat"]) == ("forfeit", "A")
    assert end["by"]["reason"].startswith(f"bot.py:bot {HOSTILE[does]}")
    assert failure.late == (HOSTILE[does] == LATE) or not HOSTILE[does]
    assert match.events[-1]["by"]["reason"].isprintable()
    lines = b"".join(map(dump, [match.header, *match.events]))
    (verdict,) = verify(BytesIO(lines), "log")
    assert verdict.ok


@pytest.mark.parametrize("what", HARMLESS)
def test_what_a_bot_does_besides_reaches_nobody(what: str) -> None:
    calm, _ = played("pass")
    match, failure = played(HARMLESS[what], seconds=20.0)
    assert failure is None
    assert match.events == calm.events


def test_a_game_hangs_on_no_other_game_that_the_bot_has_played() -> None:
    """Helpers are loaded afresh too, and so are those that are only imported in the midst of a game."""
    Path("helper.py").write_text("count = 0\ndef next():\n    global count\n    count += 1\n    return count\n")
    Path("bot.py").write_text(
        "def bot(view):\n    import helper\n    return view.legal[helper.next() % len(view.legal)]\n"
    )
    run = dicecup(
        "playtest", "run", "liars-dice", "--games", 40, "--seed", "7", "--seat", "bot.py:bot", "--json", "--jobs", 1
    )
    (report,) = run.records()
    assert (run.code, report["first_unrepeated"]) == (0, None)
    again = dicecup(
        "playtest", "run", "liars-dice", "--games", 40, "--seed", "7", "--seat", "bot.py:bot", "--json", "--jobs", 2
    )
    assert again.records()[0]["results_digest"] == report["results_digest"]


REMEMBERS = """
import itertools, random
REUSE = {reuse}
count = itertools.count()
drawn = random.random()
def counts(view):
    return view.legal[next(count) % len(view.legal)]
def draws(view):
    return random.choice(view.legal)
def hashes(view):
    return min(view.legal, key=hash)
def loads(view):
    return view.legal[int(drawn * len(view.legal))]
"""


@pytest.mark.parametrize("bot", ["counts", "draws", "hashes", "loads"])
def test_C076_state_random_and_hash_give_the_same_digest_for_any_jobs_and_each_game_opened_alone(bot: str) -> None:
    Path("bot.py").write_text(REMEMBERS.replace("{reuse}", "False"))
    args = ("liars-dice", "--seed", "7", "--seat", f"bot.py:{bot}")
    digests = set()
    for jobs in (1, 2, 5):
        run = dicecup("playtest", "run", *args, "--games", 60, "--jobs", jobs, "--json", "--log", f"{jobs}.jsonl")
        assert run.code == 0
        digests.add(run.records()[0]["results_digest"])
    assert len(digests) == 1
    assert Path("1.jsonl").read_bytes() == Path("5.jsonl").read_bytes()
    opened = dicecup("playtest", "open", *args, "--game", 41, "--log", "-", "-q").out
    assert opened.splitlines()[-1] in Path("1.jsonl").read_text()


@pytest.mark.parametrize(
    "code",
    [
        REMEMBERS.replace("{reuse}", "True"),
        "import os\ndef counts(view):\n    return view.legal[os.urandom(1)[0] & 1]\n",
    ],
)
def test_C076_a_bot_that_does_not_repeat_is_named(code: str) -> None:
    Path("bot.py").write_text(code)
    args = ("playtest", "run", "liars-dice", "--games", 40, "--seed", "7", "--seat", "basic", "--seat", "bot.py:counts")
    run = dicecup(*args, "--jobs", 1)
    assert run.code == 1
    assert "bot.py:counts does not repeat: game " in run.err
    report = dicecup(*args, "--jobs", 1, "--json").records()[0]
    assert report["first_unrepeated"].keys() == {"game", "seat", "agent", "n", "before", "again", "open"}
    assert (report["first_unrepeated"]["seat"], report["forfeits"]) == ("B", 0)


def test_C074_a_bot_that_hangs_is_counted_apart_and_ends_the_run_soon() -> None:
    Path("bot.py").write_text("import time\ndef bot(view):\n    time.sleep(99)\n")
    args = ("liars-dice", "--seed", "7", "--seat", "bot.py:bot", "--time-limit", 1)
    run = dicecup("playtest", "run", *args, "--games", 2)
    assert run.code == 1
    assert "2 forfeits (a bot failed), 2 of them over the time limit" in " ".join(run.out.split())
    assert "(limits hit)" in run.out
    assert "bot.py:bot did not answer within a second" in run.err
    assert "playtest open liars-dice --game 0 --seed 7 --seat bot.py:bot --time-limit 1" in run.err


def test_C074_a_run_is_given_up_where_bots_are_late_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicecup.engine.playtest.run.MOST_LATE", 2)
    Path("bot.py").write_text("import time\ndef bot(view):\n    time.sleep(99)\n")
    run = dicecup(
        "playtest", "run", "liars-dice", "--seed", "7", "--seat", "bot.py:bot", "--time-limit", 1, "--jobs", 1
    )
    assert run.code == 1
    assert "2 of 1,000 games, 0 finished" in run.out
    assert "bots took longer than 1 second" in run.err
    assert "--time-limit SECONDS allows them more" in run.err


@pytest.mark.parametrize(
    "text", ["import os\nos._exit(0)\n", "while True: pass\n", "import sys\nsys.exit()\n", "x = (\n"]
)
def test_C102_a_file_that_ends_or_hangs_the_program_when_it_is_loaded_seats_nobody(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicecup.engine.bots.conversation.BEGINNING", 1.0)
    Path("bot.py").write_text(text)
    run = dicecup("playtest", "run", "liars-dice", "--games", 5, "--seat", "bot.py:bot")
    assert (run.code, run.out) == (2, "")
    assert "bot.py:bot cannot be seated: " in run.err


def test_what_a_bot_prints_is_no_data() -> None:
    Path("chatty.py").write_text("print('loaded')\ndef bot(view):\n    print('hm')\n    return view.legal[0]\n")
    run = dicecup("play", "liars-dice", "--seed", "7", "--seat", "chatty.py:bot", "--json")
    assert run.records()[-1]["type"] == "end"
    assert run.err == ""
    told = dicecup("play", "liars-dice", "--seed", "7", "--seat", "chatty.py:bot", "-v", "-q")
    assert told.err.splitlines()[:2] == [
        "chatty.py:bot: loaded",
        "chatty.py:bot: loaded",
    ]  # to be seated, and for the game
    assert set(told.err.splitlines()[2:]) == {"chatty.py:bot: hm"}


def test_a_program_is_called_at_the_table_as_it_says_and_in_a_log_by_its_command_without_folders() -> None:
    Path("bot.sh").write_text(
        "while read -r line; do case $line in\n"
        """*'"hello"'*) echo '{"type":"hello","protocol":1,"name":"Shelly"}';;\n"""
        """*'"newgame"'*) echo '{"type":"ready"}';;\n"""
        """*'"move?"'*) echo '{"type":"move","weights":{"1x1":1,"liar":2}}';;\n"""
        "esac; done\n"
    )
    seat = f"cmd:/bin/sh {Path('bot.sh').resolve()}"
    run = dicecup("play", "liars-dice", "--seed", "7", "--seat", "basic", "--seat", seat, "--json")
    assert run.records()[0]["seats"][1] == {"seat": "B", "name": "Shelly", "agent": "cmd:sh"}
    assert dicecup("play", "liars-dice", "--seat", "cmd:").code == 2
    gone = dicecup("play", "liars-dice", "--seat", "cmd:./gone --fast")
    assert (gone.code, gone.problem()) == (
        2,
        "dicecup: cmd:gone cannot be seated: it cannot be begun: No such file or directory",
    )
    torn = dicecup("play", "liars-dice", "--seat", "cmd:'half")
    assert (torn.code, torn.problem()) == (2, "dicecup: cmd:'half: the command cannot be read: no closing quotation")


def test_what_a_program_says_beside_its_moves_is_shown_and_kept_where_that_is_asked() -> None:
    Path("bot.py").write_text("def bot(view):\n    print('my dice are', view.dice)\n    return view.legal[0]\n")
    args = ("play", "liars-dice", "--seed", "7", "--seat", "bot.py:bot", "--seat", "basic", "-q")
    assert dicecup(*args).err == ""
    assert "bot.py:bot: my dice are [" in dicecup(*args, "-v").err
    Path("talk.sh").write_text(
        "while read -r line; do case $line in\n"
        """*'"hello"'*) echo '{"type":"hello","protocol":1}';;\n"""
        """*'"newgame"'*) echo '{"type":"ready"}';;\n"""
        """*'"move?"'*) echo '{"type":"info","text":"I hold a six"}'; echo '{"type":"move","move":"6x6"}';;\n"""
        "esac; done\n"
    )
    args = ("play", "liars-dice", "--seed", "7", "--seat", "cmd:sh talk.sh", "--seat", "basic", "-q")
    plain, kept = (dicecup(*args, *more, "--log", "-").records() for more in ((), ("--info",)))
    moves = [record for record in kept if "_info" in record]
    assert moves[0]["_info"] == ["I hold a six"]
    assert (moves[0]["type"], moves[0]["seat"]) == ("move", "A")
    assert [{**record, "_info": 0} for record in plain] == [{**record, "_info": 0} for record in kept]
    Path("kept.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in kept))
    assert dicecup("replay", "verify", "kept.jsonl").code == 0
    for seat in "AB":
        assert "I hold" not in dicecup("replay", "export", "kept.jsonl", "--as", seat, "--format", "jsonl").out


@pytest.mark.parametrize("harm", ["open('x.jsonl', 'w').close()", "os.path.exists('x.jsonl') and os.unlink('x.jsonl')"])
def test_a_log_that_a_bot_spoils_is_told_and_red(harm: str) -> None:
    Path("bot.py").write_text(f"import os\ndef bot(view):\n    {harm}\n    return view.legal[0]\n")
    more = ("liars-dice", "--seed", "5", "--seat", "bot.py:bot", "--log", "x.jsonl")
    for command in (("play", *more), ("playtest", "run", *more, "--games", 3, "--jobs", 1)):
        run = dicecup(*command)
        assert run.code == 5
        assert "dicecup: x.jsonl is not as it was written" in run.err
        assert "basic" in run.out
        Path("x.jsonl").unlink(missing_ok=True)


def test_no_command_that_a_log_names_is_run_nor_code_from_its_folders() -> None:
    Path("evil.py").write_text("open('ran', 'w').close()\ndef bot(view):\n    return view.legal[0]\n")
    dicecup("play", "liars-dice", "--seed", "7", "--log", "g.jsonl")
    text = Path("g.jsonl").read_text()
    evil = Path("evil.py").resolve()
    for agent in ("cmd:touch ran", f"{evil}:bot", "./evil.py:bot"):
        head, _, rest = text.partition("\n")
        told = head.replace('"agent":"basic"', json.dumps({"agent": agent})[1:-1].replace(": ", ":", 1), 1)
        Path("torn.jsonl").write_text(told + "\n" + rest[: len(rest) // 2])
        for command in (("play", "--resume", "torn.jsonl"), ("console", "-c", "resume torn.jsonl")):
            run = dicecup(*command)
            assert run.code in (1, 2)
            assert not Path("ran").exists()
    assert (
        "a log says nobody how to start that; give --seat 'A=PATH/evil.py:bot'"
        in dicecup("play", "--resume", "torn.jsonl").err
    )


def test_C101_nothing_of_the_match_can_be_reached_from_a_bot() -> None:
    """Neither the frames of its process nor what Python keeps of all objects hold a seed, a cup or a match."""
    Path("bot.py").write_text(
        "import gc, sys\n"
        "def bot(view):\n"
        "    frame, seen = sys._getframe(), []\n"
        "    while frame:\n"
        "        seen += [repr(frame.f_locals), repr(sorted(frame.f_globals))]\n"
        "        frame = frame.f_back\n"
        "    seen += [type(one).__name__ for one in gc.get_objects()]\n"
        "    text = ' '.join(seen)\n"
        "    assert 'Match' not in text.replace('re.Match', '') and 'SECRET' not in text, text\n"
        "    return view.legal[0]\n"
    )
    run = dicecup("play", "liars-dice", "--seed", "SECRET", "--seat", "bot.py:bot", "--seat", "basic", "-q")
    assert (run.code, run.err) == (0, "")


def test_processes_of_bots_end_with_the_run() -> None:
    Path("bot.py").write_text(
        "import os, subprocess\nfrom pathlib import Path\n"
        "def bot(view):\n"
        "    child = subprocess.Popen(['sleep', '98'])\n"
        "    with Path('pids').open('a') as stream:\n"
        "        print(os.getpid(), child.pid, file=stream)\n"
        "    return view.legal[0]\n"
    )
    for jobs in (1, 2):
        run = dicecup(
            "playtest", "run", "liars-dice", "--games", 3, "--seed", "7", "--seat", "bot.py:bot", "--jobs", jobs
        )
        assert run.code == 0
    pids = [int(word) for word in Path("pids").read_text().split()]
    until = time.monotonic() + 10
    while (left := [pid for pid in pids if alive(pid)]) and time.monotonic() < until:
        time.sleep(0.05)
    assert left == []


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not asked for yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False

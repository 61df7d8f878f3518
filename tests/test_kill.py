"""A logged game is killed (SIGKILL) at moments of its writing: the log is true up to its last whole line, and resumes to the same bytes.

A few kills in the suite, two hundred under `make fuzz`. The moments are drawn from a seed, as sizes that the log has reached; where in a
write, a move or a round the kill then falls is the machine's affair.
"""

from __future__ import annotations

import io
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from command_line import COMMAND, dicecup, environment, started

from dicecup.engine import throw
from dicecup.engine.replay.verify import verify

FUZZ = os.environ.get("HYPOTHESIS_PROFILE") == "fuzz"
KILLS = 200 if FUZZ else 20
# Long games, so that there is something to kill: hundreds of events and some tenths of a second of play.
GAMES = (
    ("perudo", "--seats", "6", "--set", "dice_per_player=8"),
    ("poker-dice", "--set", "match=rounds:60"),
)


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game[0])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[tuple[str, ...], bytes]:
    """A command line, and the log of its unbroken run."""
    line: tuple[str, ...] = (*request.param, "--seed", "7")
    log = tmp_path_factory.mktemp("whole") / "game.jsonl"
    assert dicecup("play", *line, "--log", log).code == 0
    return line, log.read_bytes()


def killed(line: tuple[str, ...], log: Path, size: int) -> bool:
    """Run a game and kill it when its log has reached a size; whether it was still running."""
    command = [*COMMAND, "play", *line, "--log", str(log), "-q"]
    with started(command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        end = time.monotonic() + 60
        while running.poll() is None and time.monotonic() < end:
            if log.exists() and log.stat().st_size >= size:
                break
        running.send_signal(signal.SIGKILL)
        return running.wait() == -signal.SIGKILL


@pytest.mark.fuzz
@pytest.mark.timeout(0 if FUZZ else 240)
@pytest.mark.parametrize("part", range(2))
def test_a_killed_game_is_true_so_far_and_resumes_to_the_same_bytes(
    game: tuple[tuple[str, ...], bytes], part: int, tmp_path: Path
) -> None:
    line, whole = game
    header = whole.index(b"\n") + 1
    count = KILLS // (2 * len(GAMES))
    hit = 0
    for kill in range(count):
        (digit,) = throw("kill", 0, part, 0, kill, len(whole) - header, 1)
        log = tmp_path / f"{kill}.jsonl"
        running = killed(line, log, header + digit)
        left = log.read_bytes()
        assert left
        assert whole.startswith(left)
        hit += running and left != whole
        (verdict,) = verify(io.BytesIO(left))
        assert verdict.kind in ("true", "incomplete", "torn line")
        assert verdict.events >= left.count(b"\n") - 1
        run = dicecup("play", "--resume", log, "-q")
        assert run.code == (2 if left == whole else 0), run.err
        assert log.read_bytes() == whole
    assert hit >= count // 2  # most kills came in the middle of the game


@pytest.mark.fuzz
def test_a_resumed_game_may_be_killed_again(game: tuple[tuple[str, ...], bytes], tmp_path: Path) -> None:
    """The end `abandoned` is cut, and the log written on in place: at every moment it can be resumed."""
    _, whole = game
    log = tmp_path / "game.jsonl"
    size = len(whole) // 3
    log.write_bytes(whole[:size])
    for _ in range(5 if FUZZ else 2):
        command = [*COMMAND, "play", "--resume", str(log), "-q"]
        with started(command, env=environment(), stdout=subprocess.DEVNULL) as running:
            end = time.monotonic() + 60
            while running.poll() is None and time.monotonic() < end and log.stat().st_size < size + 500:
                pass
            running.kill()
        left = log.read_bytes()
        assert whole.startswith(left)
        size = len(left)
    run = dicecup("play", "--resume", log, "-q")
    assert (run.code, log.read_bytes() == whole) == ((2 if size == len(whole) else 0), True)

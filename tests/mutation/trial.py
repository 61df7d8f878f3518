"""One mutant tried: its source stands in a copy of the tree while the chosen tests run, until one of them fails."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from mutant import Mutant
from recording import PYTEST, Recording, environment, file_of

PATIENCE = 10.0  # seconds that a test may take at least: the machine may do other things
AROUND = 90.0  # seconds of the tests that are tried where those nearest to a mutant have not noticed it
LOOP = "a limit of time"  # what notices a mutant that does not end, if no test does


@dataclass(frozen=True)
class Verdict:
    """What came of a mutant: the test that noticed it, or none; and how many tests have tried to."""

    mutant: Mutant
    noticed_by: str
    tests: int


class Bench:
    """A copy of a tree, in which one mutant at a time is tried."""

    def __init__(self, copied: Path, scratch: Path, recording: Recording) -> None:
        self.tree = scratch / "tree"
        self._scratch = scratch
        self._recording = recording
        self.running: subprocess.Popen[bytes] | None = None
        self._lock = Lock()  # about what runs, and whether anything more may
        self._closed = False
        self._changes = 0
        shutil.copytree(copied, self.tree, symlinks=True)
        shutil.copytree(recording.folder / "home", scratch / "home")  # the kernels that are compiled already

    def judge(self, mutant: Mutant) -> Verdict:
        """Have the tests nearest to a mutant try it, then those around."""
        tried = 0
        self._put(mutant.path, mutant.after)
        try:
            for tests in (self._recording.nearest(mutant), self._recording.around(mutant, AROUND)):
                tried += len(tests)
                if tests and (failed := self.run(tests)):
                    return Verdict(mutant, failed[0], tried)
        finally:
            self._put(mutant.path, mutant.before)
        return Verdict(mutant, "", tried)

    def run(self, tests: list[str], *, stop: bool = True) -> list[str]:
        """Run tests in this order, up to the first that fails if they shall stop there; what failed, or what else went wrong."""
        seconds = [self._recording.seconds[test] for test in tests]
        limits = [PATIENCE + 5 * s for s in seconds]
        order = self._scratch / "trial.json"
        answer = self._scratch / "answer.txt"
        answer.write_bytes(b"")
        trial = {"tests": list(zip(tests, limits, strict=True)), "answer": str(answer)}
        order.write_text(json.dumps(trial), encoding="utf-8")
        command = [*PYTEST, *(["-x"] if stop else []), "-p", "chosen_tests", *dict.fromkeys(map(file_of, tests))]
        code = self._finish(command, {"MUTATION_TRIAL": str(order)}, 6 * PATIENCE + 5 * sum(seconds))
        failed = answer.read_text(encoding="utf-8").splitlines()
        if not failed and code != 0:
            return [LOOP if code is None else f"pytest, which ends with {code}"]
        return failed

    def _finish(self, command: list[str], more: dict[str, str], seconds: float) -> int | None:
        """The exit code of a command that runs in the copy; None if it takes longer, and is ended. InterruptedError after `close`."""
        with self._lock:
            if self._closed:
                raise InterruptedError
            self.running = subprocess.Popen(
                command,
                cwd=self.tree,
                env=environment(self.tree, self._scratch) | more,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        try:
            code = self.running.wait(seconds)
        except subprocess.TimeoutExpired:
            code = None
        self._end()
        if self._closed:
            raise InterruptedError
        return code

    def close(self) -> None:
        """End what runs here, and let nothing more begin."""
        with self._lock:
            self._closed = True
        self._end()

    def _end(self) -> None:
        """End the process that runs and whatever it has started: first kindly, since its tests have processes in other groups."""
        process = self.running
        if process is None:
            return
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(5)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def _put(self, path: str, text: str) -> None:
        """Write a source. Python takes compiled code for that of a source of the same size and second, so each text has its own."""
        file = self.tree / path
        file.write_text(text, encoding="utf-8")
        self._changes += 1
        os.utime(file, (self._changes, self._changes))

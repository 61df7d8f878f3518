"""`make mutate`: how many changes of the sources the tests notice, of a sample; CONTRIBUTING.md ("Mutants") tells how to read it.

Everything happens in copies of the tree, which are gone when it ends, however it ends; what was recorded is kept in `.mutate_cache`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any

from mutant import Mutant
from recording import TOPS, NotRecordedError, Recording, copy, digests, record
from trial import Bench, Verdict

LEAST = dict(zip(TOPS, (90, 80), strict=True))  # percent of a sample that the tests shall notice
KEPT = 3  # recordings

Spread = Callable[[Callable[[Bench, Any], Any], list[Any]], Iterator[Any]]


def main(args: list[str] | None = None) -> int:
    """Try a sample of mutants and tell what nobody noticed. The exit code: 0 if enough was noticed, 1 if not, 2 if it cannot be told."""
    parser = argparse.ArgumentParser(
        prog="mutate", description="Change the sources one place at a time, and see whether a test notices."
    )
    parser.add_argument(
        "part", nargs="*", default=list(LEAST), help="a folder or a file of engine/ or cli/ (default: both)"
    )
    parser.add_argument("--seed", default="1", help="which sample (default 1)")
    parser.add_argument(
        "--sample", type=int, default=100, metavar="N", help="how many mutants of each part (default 100)"
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="how many at a time (default: one a core)"
    )
    parser.add_argument("--root", type=Path, default=Path(__file__).parents[2], help=argparse.SUPPRESS)
    options = parser.parse_args(args)
    root: Path = options.root.resolve()
    for part in options.part:
        if Path(part).parts[:1] not in [(top,) for top in LEAST] or not (root / part).exists():
            parser.error(f"{part} is no folder or file of {' or '.join(LEAST)}")
    from places import sample  # which needs what only `make mutate` installs

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with TemporaryDirectory(prefix="dicecup-mutate-") as name:
            scratch = Path(name)
            copied = scratch / "copied"  # who works on the tree meanwhile does not disturb
            copy(root, copied)
            parts = dict.fromkeys(options.part)
            mutants = [one for part in parts for one in sample(copied, part, options.sample, options.seed)]
            recording = recorded(copied, root / ".mutate_cache", scratch, options.jobs)
            verdicts = judged(copied, scratch, recording, mutants, options.jobs)
    except KeyboardInterrupt:
        return 130
    except NotRecordedError as error:
        parser.error(str(error))
    return report(verdicts)


def recorded(copied: Path, cache: Path, scratch: Path, jobs: int) -> Recording:
    """What the suite of a copied tree runs, as it was kept for these very files, or recorded now."""
    sources, tests = digests(copied)
    folder = cache / sources
    recording = Recording(folder) if folder.is_dir() else None
    while recording is None or recording.digests != tests:
        done = 0 if recording is None else len(recording.digests.items() & tests.items())
        note(
            f"Recording which tests run which lines, {jobs} at a time: {done} of {len(tests)} files of tests are done."
        )
        with TemporaryDirectory(dir=scratch) as room:
            recording = record(copied, tests, folder, Path(room), jobs)
        for old in sorted(cache.iterdir(), key=lambda path: path.stat().st_mtime)[:-KEPT]:
            shutil.rmtree(old)
    for test in recording.failed:
        note(f"{test} fails without any change, and is left out.")
    return recording


def judged(copied: Path, scratch: Path, recording: Recording, mutants: list[Mutant], jobs: int) -> list[Verdict]:
    """The verdict on each mutant. A test that fails without a change as well has noticed nothing: others try its mutants again."""
    with benches(copied, scratch, recording, jobs) as spread:
        verdicts: dict[Mutant, Verdict] = {}
        waiting = mutants
        while waiting:
            for number, verdict in enumerate(spread(Bench.judge, waiting), 1):
                note(f"[{number}/{len(waiting)}] {verdict.mutant} {_came_of(verdict)}")
                verdicts[verdict.mutant] = verdict
            noticing = recording.ordered({verdicts[one].noticed_by for one in waiting})
            failing = next(spread(partial(Bench.run, stop=False), [noticing])) if noticing else []
            recording.leave_out(failing)
            for test in failing:
                note(f"{test} fails without any change too, and is left out.")
            waiting = [one for one in mutants if verdicts[one].noticed_by in failing]
    return list(verdicts.values())


@contextmanager
def benches(copied: Path, scratch: Path, recording: Recording, jobs: int) -> Iterator[Spread]:
    """As many benches as jobs, and how work is spread over them: the answers come in the order in which they are ready."""
    every = [Bench(copied, scratch / f"bench-{number}", recording) for number in range(jobs)]
    free: SimpleQueue[Bench] = SimpleQueue()
    for bench in every:
        free.put(bench)
    pool = ThreadPoolExecutor(jobs)

    def at_one(work: Callable[[Bench, Any], Any], item: Any) -> Any:
        bench = free.get()
        try:
            return work(bench, item)
        finally:
            free.put(bench)

    def spread(work: Callable[[Bench, Any], Any], items: list[Any]) -> Iterator[Any]:
        for done in as_completed([pool.submit(at_one, work, item) for item in items]):
            yield done.result()

    try:
        yield spread
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for bench in every:
            bench.close()
        pool.shutdown()


def _came_of(verdict: Verdict) -> str:
    return f"noticed by {verdict.noticed_by}" if verdict.noticed_by else f"NOT noticed by {verdict.tests} tests"


def report(verdicts: list[Verdict]) -> int:
    """Print what was not noticed, and the totals by folder; 1 where fewer were than shall be, else 0."""
    ordered = sorted(verdicts, key=lambda verdict: (verdict.mutant.path, verdict.mutant.line, verdict.mutant.column))
    for verdict in ordered:
        if not verdict.noticed_by:
            print(f"{verdict.mutant}: not noticed by {verdict.tests} tests\n{verdict.mutant.diff()}\n")
    totals: Counter[str] = Counter()
    noticed: Counter[str] = Counter()
    for verdict in ordered:
        for folder in _folders(verdict.mutant.path):
            totals[folder] += 1
            noticed[folder] += bool(verdict.noticed_by)
    for folder in sorted(totals):
        print(
            f"{folder:40} {noticed[folder]:4} of {totals[folder]:4} noticed  {100 * noticed[folder] / totals[folder]:5.1f} %"
        )
    short = [top for top, least in LEAST.items() if 100 * noticed[top] < least * totals[top]]
    for top in short:
        print(f"{top}: fewer than {LEAST[top]} % were noticed.")
    return int(bool(short))


def _folders(path: str) -> Iterator[str]:
    """The folders around a file, the outermost first."""
    parts = path.split("/")[:-1]
    return ("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))


def note(text: str) -> None:
    """Say how it goes, beside what is found."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())

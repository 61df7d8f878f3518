"""What a test starts is measured too, as a part of that test: this is `sitecustomize` in the copy that is recorded.

A process finds its test by who started it: the folder `running` has a file for each process that runs one.
"""

import atexit
import os
from pathlib import Path

FOLDER = Path("@FOLDER@")


def _test() -> str:
    """The test that has started this process, directly or not; none where the system does not tell, or there is none."""
    parent = os.getppid()
    while parent > 1:
        try:
            return (FOLDER / "running" / str(parent)).read_text(encoding="utf-8")
        except OSError:
            pass
        try:
            parent = int(Path(f"/proc/{parent}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
        except OSError:
            break
    return ""


if test := _test():
    import coverage

    measured = coverage.Coverage(config_file=str(FOLDER / "coverage.ini"), data_suffix=True, context=f"{test}|run")
    atexit.register(measured.save)
    atexit.register(measured.stop)
    measured.start()

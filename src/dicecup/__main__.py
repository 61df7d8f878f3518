"""The command `dicecup`, as it is installed and as `python -m dicecup`.

All else is imported within the function, so that Ctrl-C in the first tenth of a second ends it as quietly as later.
"""

import sys


def main() -> int:
    """Run the command line of this process and return its exit code."""
    try:
        from dicecup.cli.main import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())

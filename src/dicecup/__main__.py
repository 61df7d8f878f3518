"""`python -m dicecup` is the command `dicecup`."""

import sys

from dicecup.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

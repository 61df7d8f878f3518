"""Stops a build of a checkout without symlinks; everything else is in pyproject.toml."""

import sys
from pathlib import Path

from setuptools import setup

# Git without symlinks (Windows, some file shares) leaves one-line text files, and the build would lack all code.
if not Path(__file__).with_name("src").joinpath("dicecup", "cli").is_dir():
    sys.exit(
        "dicecup: src/dicecup/cli is not a folder, because this checkout has no symlinks; "
        "clone again with: git clone -c core.symlinks=true URL"
    )

setup()

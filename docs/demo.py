"""The picture of a terminal in README.md, drawn from a transcript: `make demo`. The same transcript gives the same picture."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from dicecup.cli.console.command_line import CommandLine
from dicecup.cli.console.transcript import CELLS, go, read
from dicecup.cli.main import root

HERE = Path(__file__).parent
TRANSCRIPT = HERE / "transcripts" / "demo.txt"
PICTURE = HERE / "demo.svg"
# The font that rich would have a browser fetch; the viewer's own does.
FETCHED = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def picture() -> str:
    """The session as an SVG."""
    transcript = read(TRANSCRIPT)
    go(transcript, CommandLine(root), color="always")
    console = Console(record=True, width=int(CELLS), file=StringIO(), highlight=False, color_system="truecolor")
    for step in transcript.steps:
        console.print(Text.assemble(("> ", "bold green"), (step.typed, "bold")))
        for line in step.came:
            console.print(Text.from_ansi(line))
    return FETCHED.sub("", console.export_svg(title="dicecup"))


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")

"""A shell at a terminal in which somebody types and presses Tab: bash, zsh or fish, without anybody's own settings."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

from command_line import environment

TAB, CTRL_O = "\t", "\x0f"

# How each is begun, and told to write the line that is typed into a file when Ctrl-O is pressed, and to clear it.
BEGUN = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
PREPARED = {
    "bash": """
        shown() { printf '%s\\n' "$READLINE_LINE" >> lines; READLINE_LINE=; }
        bind -x '"\\C-o": shown'
        eval "$(dicecup completion bash)"
    """,
    "zsh": """
        autoload -Uz compinit; compinit -D; bindkey -e
        shown() { print -r -- "$BUFFER" >> lines; BUFFER= }; zle -N shown; bindkey '^o' shown
        eval "$(dicecup completion zsh)"
    """,
    "fish": """
        function shown; commandline >> lines; commandline ""; end; bind \\co shown
        set -g fish_autosuggestion_enabled 0
        dicecup completion fish | source
    """,
}


def is_here(shell: str) -> bool:
    """Whether a shell is installed."""
    return shutil.which(shell) is not None


class InteractiveShell:
    """A shell in a folder. `completed` tells what becomes of a line that is typed, when Tab is pressed."""

    def __init__(self, shell: str, folder: Path) -> None:
        self.folder = folder
        commands = folder / ".bin"
        commands.mkdir()
        (commands / "dicecup").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m dicecup "$@"\n')
        (commands / "dicecup").chmod(0o755)
        env = environment(LC_ALL="C.UTF-8", TERM="dumb", HOME=str(folder), XDG_DATA_HOME=str(folder / ".data"))
        env["PATH"] = f"{commands}:{env['PATH']}"
        (folder / "prepare").write_text(PREPARED[shell])
        self.master, self._slave = pty.openpty()  # which stays open, so that there is always somebody at the other end
        # A session leader that opens a terminal gets it as its own.
        begin = ["sh", "-c", 'exec "$@" <>"$0" >&0 2>&1', os.ttyname(self._slave), *BEGUN[shell]]
        self.process = subprocess.Popen(begin, env=env, cwd=folder, start_new_session=True)
        self.seen = ""
        self._lines = folder / "lines"

    def __enter__(self) -> Self:
        try:
            self._type(". ./prepare; echo ready >> lines\n")
            self._line(1)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self._slave)

    def completed(self, line: str) -> str:
        """The line after Tab. What the shell has shown meanwhile is in `seen`."""
        self.seen = ""
        before = len(self._written())
        self._type(f"{line}{TAB}{CTRL_O}")
        return self._line(before + 1)

    def _type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def _written(self) -> list[str]:
        return self._lines.read_text().split("\n")[:-1] if self._lines.exists() else []

    def _line(self, number: int, seconds: float = 60) -> str:
        """Wait for a line that the shell writes, and take in what it shows."""
        end = time.monotonic() + seconds
        while len(lines := self._written()) < number:
            if select.select([self.master], [], [], 0.05)[0]:
                self.seen += os.read(self.master, 65536).decode(errors="replace")
            if time.monotonic() > end:
                raise AssertionError(f"nothing comes of it; on the screen is:\n{self.seen}")
        return lines[number - 1]

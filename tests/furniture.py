"""Every command with its examples, and the files that these name."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from command_line import dicecup

from dicecup.cli.base.command import Group
from dicecup.cli.main import root

MYBOT = """\
import json
import sys

for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "name": "My bot", "author": "Ann", "options": {"rules": False}}
    elif said["type"] == "newgame":
        answer = {"type": "ready"}
    elif said["type"] == "move?":
        answer = {"type": "move", "move": said["legal"][said["random"] % len(said["legal"])]}
    else:
        continue
    print(json.dumps(answer), flush=True)
"""


def commands(group: Group = root, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with its path, groups included."""
    yield path, group
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


PATHS = [path for path, _ in commands()]
ALL_EXAMPLES = list(dict.fromkeys(line for _, command in commands() for line, _ in command.examples))  # type: ignore[attr-defined]
# Those that wait for somebody at another screen are run together (test_join_terminal.py).
TOGETHER = [line for line in ALL_EXAMPLES if line.startswith("dicecup join ") or "--seat wait" in line]
EXAMPLES = [line for line in ALL_EXAMPLES if line not in TOGETHER]


def furnish() -> None:
    assert dicecup("play", "liars-dice", "--seed", 7, "--log", "game.jsonl").code == 0
    assert dicecup("variants", "new", "my-game", "--from", "perudo").code == 0
    events = dicecup("replay", "show", "game.jsonl", "--json").records()
    moves = [f"{event['move']}\n" for event in events if "move" in event and "auto" not in event]
    Path("moves.txt").write_text("".join(moves))
    Path("words.txt").write_text("goto 9\nnext\n")
    Path("other.txt").write_text("liar\n")
    Path("game.txt").write_text("new liars-dice seed=7\n2x3\nquit\n")
    Path("mine.py").write_text("def bold(view):\n    return view.legal[view.below(len(view.legal))]\n")
    Path("mybot").write_text(f"#!{sys.executable}\n{MYBOT}")
    Path("mybot").chmod(0o755)
    Path("docs/transcripts").mkdir(parents=True)
    Path("docs/transcripts/liars.txt").write_text("> echo a session\na session\n")
    Path("killed.jsonl").write_bytes(Path("game.jsonl").read_bytes()[:-200])
    exported = ("--format", "jsonl", "--as", "B", "--output", "of-b.jsonl")
    assert dicecup("replay", "export", "game.jsonl", *exported).code == 0
    for name, seat in (("a.jsonl", "basic"), ("b.jsonl", "random")):
        assert dicecup("play", "perudo", "--seed", 7, "--seat", seat, "--seat", "basic", "--log", name).code == 0
    for name, seat in (("before.jsonl", "basic"), ("after.jsonl", "random")):
        line_up = ("--games", 20, "--seed", 7, "--seat", seat, "--seat", "basic")
        assert dicecup("playtest", "run", "perudo", *line_up, "--log", name).code == 0


def as_run(line: str) -> list[str]:
    """The words of an example, so that it can be run again: what it writes is replaced."""
    if line.startswith("eval") or line.endswith("| source"):
        line = line.removeprefix('eval "$(').removesuffix(')"').removesuffix(" | source")
    words = shlex.split(line)
    assert words.pop(0) == "dicecup"
    return [*words, "--force"] if "--log" in words or "new" in words else words

"""Nothing that a log, a script or a name holds acts on a terminal: in JSON and in echoes it is an escape (C104)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import dicecup
from hypothesis import given
from hypothesis import strategies as st

from dicecup.cli.base.output import compact, escaped
from dicecup.cli.base.text import acts

# Clears a screen, turns writing round, is for private use, and ends a line for some.
ACTING = "\x7f\x9b2J\u202e\u2067\u2028\ue000\U000f0000"


@pytest.fixture
def logs(tmp_path: Path) -> tuple[Path, Path]:
    """A true log, and one with a name that acts; both of a game in which A never answers."""
    true, acting = tmp_path / "true.jsonl", tmp_path / "acting.jsonl"
    assert dicecup("play", "liars-dice", "--seed", "7", "--name", "A=Ann", "--log", true).code == 0
    acting.write_text(true.read_text().replace('"Ann"', json.dumps(f"Ann{ACTING}", ensure_ascii=False)))
    return true, acting


def silent(text: str) -> bool:
    """Whether a text does nothing to a terminal but end lines."""
    return not any(acts(sign) for sign in text if sign != "\n")


@pytest.mark.parametrize(
    "line",
    [
        "replay show ACTING",
        "replay show ACTING --as B",
        "replay info ACTING",
        "replay step ACTING",
        "replay export ACTING",
        "replay verify ACTING",
        "replay diff TRUE ACTING",
        "replay fork ACTING --at 16",
        "replay repair ACTING",
        "play --resume ACTING",
        "console -c 'load ACTING' -c show -c log",
    ],
)
def test_C104_json_escapes_what_would_act(logs: tuple[Path, Path], line: str) -> None:
    true, acting = logs
    words = [word.replace("TRUE", str(true)).replace("ACTING", str(acting)) for word in shell(line)]
    run = dicecup(*words, "--json", stdin="next\n")
    assert silent(run.out)
    assert silent(run.err)
    assert all(isinstance(record, dict) for record in run.records())
    assert silent(dicecup(*words, stdin="next\n").out)


def shell(line: str) -> list[str]:
    """The words of a line; what stands between quotes is one."""
    parts = line.split("'")
    return [word for i, part in enumerate(parts) for word in ([part] if i % 2 else part.split())]


def test_C104_what_is_escaped_is_read_back_as_it_was(logs: tuple[Path, Path]) -> None:
    _, acting = logs
    records = [json.loads(line) for line in acting.read_text().split("\n") if line]
    assert dicecup("replay", "show", acting, "--json").records() == records
    assert dicecup("replay", "export", acting, "--json").records() == records
    # A log that is asked for as such is the file itself, to the byte.
    assert dicecup("replay", "export", acting, "--format", "jsonl").out == acting.read_text()


@given(st.text())
def test_C104_any_text_stands_escaped_and_whole(text: str) -> None:
    line = compact({"text": text})
    assert silent(line)
    assert json.loads(line) == {"text": text}
    assert escaped(line) == line


def test_C104_an_echo_is_escaped_and_an_object_where_json_is_asked_for(tmp_path: Path) -> None:
    script = tmp_path / "e.txt"
    script.write_text("echo \x1b[2J\u202e\n")
    told = dicecup("console", "--echo", script)
    assert told.lines == [r"> echo \x1b[2J\u202e", r"\x1b[2J\u202e"]
    run = dicecup("console", "--echo", "--json", script)
    assert silent(run.out)
    line, echo = run.records()
    assert line == {"dicecup": 1, "type": "line", "text": "echo \x1b[2J\u202e"}
    assert (echo["type"], echo["text"]) == ("echo", "\x1b[2J\u202e")

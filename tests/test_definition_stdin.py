"""Definitions from standard input: what names one that is looked at takes `-` for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import dicecup, process

SMALL = b"dicecup: 1\nextends: liars-dice\nrules: {faces: 5}\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_definition_is_checked_from_standard_input() -> None:
    assert process("variants", "check", "-", stdin=SMALL).out == "-: fine\n"
    run = process("variants", "check", "perudo", "-", stdin=b"dicecup: 1\nextends: perudo\nrules: {faces: x, los: 1}\n")
    assert run.code == 3
    first, *wrong = run.out.splitlines()
    assert first == "perudo: fine"
    assert [line.split(": ")[:2] for line in wrong] == [["-:3:16", "rules.faces"], ["-:3:19", "rules.los"]]
    assert process("variants", "check", "-", stdin=b"").code == 3


def test_its_bases_are_looked_for_from_here_and_its_name_is_its_own() -> None:
    Path("base.yaml").write_bytes(SMALL)
    record = json.loads(
        process("variants", "check", "-", "--json", stdin=b"dicecup: 1\nextends: ./base.yaml\nname: mine\n").out
    )
    assert (record["file"], record["name"], record["ok"]) == ("-", "mine", True)
    assert record["digest"] == json.loads(dicecup("variants", "check", "base.yaml", "--json").out)["digest"]


def test_what_variants_new_writes_is_fine() -> None:
    assert (
        process("variants", "check", "-", stdin=dicecup("variants", "new", "my-game", "-o", "-").out.encode()).code == 0
    )


def test_it_is_shown_compared_and_told_in_words() -> None:
    assert "  faces: 5\n" in process("variants", "show", "-", stdin=SMALL).out
    assert "Every die has the faces 1 to 5." in process("rules", "-", stdin=SMALL).out
    run = process("variants", "diff", "liars-dice", "-", stdin=SMALL)
    assert run.code == 1
    assert run.out.splitlines()[1].split() == ["rules.faces", "6", "5"]


@pytest.mark.parametrize("command", [("check", "-", "-"), ("diff", "-", "-")])
def test_standard_input_is_read_once(command: tuple[str, ...]) -> None:
    run = process("variants", *command, stdin=SMALL)
    assert run.code == 2
    assert "standard input can be read only once" in run.err
